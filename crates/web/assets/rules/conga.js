// The rules of Conga. What stands between the braces is JSON: a test (`tests/rules_pages`) replays every
// diagram with the real rules. Texts are [English, French]; rules_text.js says what they may contain.
/** @type {RulesData} */
export const CONGA_RULES = {
  "game": "conga",
  "title": ["Conga", "Conga"],
  "players": [["Disc", "Disque"], ["Ring", "Anneau"]],
  "lead": [
    "Sow your stones in straight lines until your opponent cannot move.",
    "Semez vos pions en ligne droite jusqu’à ce que l’adversaire ne puisse plus bouger."
  ],
  "facts": [
    {"name": ["Board", "Plateau"], "value": ["4 × 4 squares", "4 × 4 cases"]},
    {"name": ["A turn", "Un tour"], "value": ["one move", "un coup"]},
    {"name": ["Hidden", "Caché"], "value": ["nothing", "rien"]},
    {"name": ["Time", "Temps"], "value": ["10 s per move", "10 s par coup"]}
  ],
  "start": {
    "id": "conga-start",
    "seed": 0,
    "start": "10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0",
    "steps": [],
    "caption": ["The start of every game.", "Le début de chaque partie."]
  },
  "sections": [
    {
      "id": "board",
      "title": ["The board and the start", "Le plateau et le début"],
      "blocks": [
        {"list": [
          [
            "A square is (x, y): x counts from 1 at the left, y from 1 at the **bottom**.",
            "Une case se note (x, y) : x se compte à partir de 1 depuis la gauche, y à partir de 1 depuis le **bas**."
          ],
          [
            "{0} has 10 stones on (1, 4), {1} has 10 on (4, 1). {0} moves first. Both see everything.",
            "{0} a 10 pions sur (1, 4), {1} en a 10 sur (4, 1). {0} joue en premier. Les deux voient tout."
          ],
          [
            "Stones are never captured: they do not change sides and never leave the board.",
            "Les pions ne sont jamais pris : ils ne changent pas de camp et ne quittent jamais le plateau."
          ],
          [
            "In matches and tournaments, the first 4 moves are random. They come from the game’s seed, the same in both games of a pair.",
            "En match et en tournoi, les 4 premiers coups sont tirés au hasard. Ils viennent de la graine, la même dans les deux parties d’une paire."
          ]
        ]}
      ]
    },
    {
      "id": "move",
      "title": ["A move", "Un coup"],
      "blocks": [
        {"steps": [
          [
            "Choose a square with your stones and one of the 8 directions.",
            "Choisissez une case où sont vos pions et l’une des 8 directions."
          ],
          [
            "Count the squares in this direction, up to 3. Empty squares and your own both count. Stop at the edge, or at the first square of your opponent. This count is the **run**. It must be at least 1.",
            "Comptez les cases dans cette direction, jusqu’à 3. Les cases vides et les vôtres comptent. Arrêtez-vous au bord, ou à la première case de l’adversaire. Ce nombre est la **portée**. Elle doit être d’au moins 1."
          ],
          [
            "All stones leave the square and are sown along the run, on top of those that are already there.",
            "Tous les pions quittent la case et sont semés sur la portée, en plus de ceux qui s’y trouvent déjà."
          ]
        ]},
        {"table": {
          "head": [["Run", "Portée"], ["First square", "Première case"], ["Second square", "Deuxième case"], ["Third square", "Troisième case"]],
          "rows": [
            {"cells": ["1", ["all", "tous"], "–", "–"], "checks": [{"sow": 10, "run": 1, "sown": [10, 0, 0]}]},
            {"cells": ["2", "1", ["the rest", "le reste"], "–"], "checks": [{"sow": 10, "run": 2, "sown": [1, 9, 0]}]},
            {"cells": ["3", "1", "2", ["the rest", "le reste"]], "checks": [{"sow": 10, "run": 3, "sown": [1, 2, 7]}]}
          ]
        }},
        {"text": [
          "You cannot choose a shorter run, and you cannot pass.",
          "On ne peut ni choisir une portée plus courte, ni passer."
        ]},
        {"rules": [
          {
            "title": ["A run of 3: one, two, the rest", "Portée de 3 : un, deux, le reste"],
            "text": [
              "The heap is emptied. One stone goes to the first square, two to the second, all others to the third.",
              "Le tas est vidé. Un pion va sur la première case, deux sur la deuxième, tous les autres sur la troisième."
            ],
            "diagram": {
              "id": "conga-run-3",
              "start": "10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0",
              "steps": [
                {"action": "1 4 2 4", "reply": "OK", "motion": ["sow", 0, 1, 2, 3], "board": "0,1,2,7/0,0,0,0/0,0,0,0/0,0,0,-10"}
              ],
              "caption": [
                "{0} plays `1 4 2 4`: from (1, 4) through (2, 4). 10 stones become 1, 2 and 7.",
                "{0} joue `1 4 2 4` : de (1, 4) en passant par (2, 4). 10 pions deviennent 1, 2 et 7."
              ]
            }
          },
          {
            "title": ["A run of 2: one, the rest", "Portée de 2 : un, le reste"],
            "text": [
              "A square of your opponent ends the run, as the edge of the board does.",
              "Une case de l’adversaire arrête la portée, comme le bord du plateau."
            ],
            "diagram": {
              "id": "conga-run-2",
              "start": "0,1,2,7/0,0,0,0/0,0,0,0/0,0,0,-10 1",
              "steps": [
                {"action": "4 1 4 2", "reply": "OK", "motion": ["sow", 15, 11, 7], "board": "0,1,2,7/0,0,0,-9/0,0,0,-1/0,0,0,0"}
              ],
              "caption": [
                "{1} plays `4 1 4 2`. (4, 2) and (4, 3) are free, (4, 4) is {0}’s: 1 stone and the other 9.",
                "{1} joue `4 1 4 2`. (4, 2) et (4, 3) sont libres, (4, 4) est à {0} : 1 pion, puis les 9 autres."
              ]
            }
          },
          {
            "title": ["A run of 1: all together", "Portée de 1 : tous ensemble"],
            "text": [
              "All stones land on the one square ahead.",
              "Tous les pions vont sur la seule case devant."
            ],
            "diagram": {
              "id": "conga-run-1",
              "start": "0,1,2,7/0,0,0,-9/0,0,0,-1/0,0,0,0 0",
              "steps": [
                {"action": "3 4 4 4", "reply": "OK", "motion": ["sow", 2, 3], "board": "0,1,0,9/0,0,0,-9/0,0,0,-1/0,0,0,0"}
              ],
              "caption": [
                "{0} plays `3 4 4 4`. Then comes the edge, so the 2 stones join the 7 on (4, 4).",
                "{0} joue `3 4 4 4`. Ensuite vient le bord : les 2 pions rejoignent les 7 de (4, 4)."
              ]
            }
          },
          {
            "title": ["Your own stones do not stop you", "Vos pions ne vous arrêtent pas"],
            "text": [
              "The run goes on over squares of your own. The stones are added there.",
              "La portée continue par-dessus vos cases. Les pions s’y ajoutent."
            ],
            "diagram": {
              "id": "conga-own",
              "start": "2,0,0,0/0,0,-4,-6/5,3,0,0/0,0,0,0 0",
              "steps": [
                {"action": "1 2 2 2", "reply": "OK", "motion": ["sow", 8, 9, 10, 11], "board": "2,0,0,0/0,0,-4,-6/0,4,2,2/0,0,0,0"}
              ],
              "caption": [
                "{0} plays `1 2 2 2`. 5 stones become 1, 2 and 2; the first joins the 3 on (2, 2).",
                "{0} joue `1 2 2 2`. 5 pions deviennent 1, 2 et 2 ; le premier rejoint les 3 de (2, 2)."
              ]
            }
          },
          {
            "title": ["When the stones run out", "Quand les pions s’épuisent"],
            "text": [
              "Squares are filled in order until no stones are left. On a run of 3, 2 stones become 1 and 1, and a single stone stays on the first square.",
              "Les cases se remplissent dans l’ordre jusqu’au dernier pion. Sur une portée de 3, 2 pions deviennent 1 et 1, et un pion seul reste sur la première case."
            ],
            "checks": [
              {"sow": 1, "run": 3, "sown": [1, 0, 0]},
              {"sow": 2, "run": 3, "sown": [1, 1, 0]},
              {"sow": 3, "run": 3, "sown": [1, 2, 0]},
              {"sow": 1, "run": 2, "sown": [1, 0, 0]},
              {"sow": 2, "run": 2, "sown": [1, 1, 0]}
            ],
            "diagram": {
              "id": "conga-few",
              "start": "0,0,0,3/0,2,0,5/0,-2,-3,0/-5,0,0,0 0",
              "steps": [
                {"action": "4 4 3 4", "reply": "OK", "motion": ["sow", 3, 2, 1, 0], "board": "0,2,1,0/0,2,0,5/0,-2,-3,0/-5,0,0,0"}
              ],
              "caption": [
                "{0} plays `4 4 3 4`: a run of 3, but only 3 stones. They become 1 and 2; (1, 4) gets none.",
                "{0} joue `4 4 3 4` : portée de 3, mais 3 pions seulement. Ils deviennent 1 et 2 ; (1, 4) n’en reçoit pas."
              ]
            }
          },
          {
            "title": ["A blocked direction", "Une direction bloquée"],
            "text": [
              "If the first square is your opponent’s, the run is 0: no move goes that way. Dots are the squares that {0} may enter.",
              "Si la première case est à l’adversaire, la portée est de 0 : aucun coup n’est possible par là. Les points marquent les cases où {0} peut entrer."
            ],
            "diagram": {
              "id": "conga-blocked",
              "start": "10,-2,0,0/0,-1,0,0/0,0,0,0/0,0,0,-7 0",
              "choices": ["1 4 1 3"],
              "steps": [
                {"action": "1 4 2 4", "fault": "illegal", "board": "10,-2,0,0/0,-1,0,0/0,0,0,0/0,0,0,-7", "over": {"score": -1, "cause": "illegal"}}
              ],
              "caption": [
                "Only `1 4 1 3` is legal. {0} tries `1 4 2 4`, an illegal move, and loses the game.",
                "Seul `1 4 1 3` est permis. {0} tente `1 4 2 4`, un coup illégal, et perd la partie."
              ]
            }
          }
        ]}
      ]
    },
    {
      "id": "end",
      "title": ["The end and the score", "La fin et le score"],
      "blocks": [
        {"list": [
          [
            "A player who must move and has no legal move has **lost**.",
            "Un joueur qui doit jouer et n’a aucun coup légal a **perdu**."
          ],
          [
            "The game is a **draw** when the same position, with the same player to move, occurs for the 3rd time. The start counts as its first time.",
            "La partie est **nulle** quand la même position, avec le même joueur au trait, se présente pour la 3e fois. Le début compte comme la première."
          ],
          [
            "It is also a draw after 400 moves, both players counted.",
            "Elle est nulle aussi après 400 coups, les deux joueurs comptés."
          ],
          [
            "If several are true at once, no legal move comes first, then repetition, then the limit.",
            "Si plusieurs conditions sont remplies à la fois, l’absence de coup légal l’emporte, puis la répétition, puis la limite."
          ],
          [
            "The score is +1 if {0} wins, −1 if {1} wins, 0 for a draw.",
            "Le score est +1 si {0} gagne, −1 si {1} gagne, 0 pour une nulle."
          ]
        ]},
        {"rules": [
          {
            "title": ["No legal move left", "Plus aucun coup légal"],
            "text": [
              "One stone blocks as well as ten. The number of stones does not decide, only the squares do.",
              "Un pion bloque aussi bien que dix. Le nombre de pions ne décide pas, seules les cases comptent."
            ],
            "diagram": {
              "id": "conga-blockade",
              "start": "0,0,0,8/0,0,0,0/0,0,1,0/0,0,1,-10 0",
              "steps": [
                {"action": "4 4 4 3", "reply": "OK", "motion": ["sow", 3, 7, 11], "board": "0,0,0,0/0,0,0,1/0,0,1,7/0,0,1,-10", "over": {"score": 1, "cause": "normal"}}
              ],
              "caption": [
                "{0} plays `4 4 4 3` and takes the last free square around (4, 1). {1} cannot move: {0} wins.",
                "{0} joue `4 4 4 3` et prend la dernière case libre autour de (4, 1). {1} ne peut plus jouer : {0} gagne."
              ]
            }
          },
          {
            "title": ["A draw by repetition", "Nulle par répétition"],
            "text": [
              "Two single stones step away and back. After 4 moves the position is the same as before, with the same player to move.",
              "Deux pions isolés font un pas et reviennent. Après 4 coups, la position est la même, avec le même joueur au trait."
            ],
            "diagram": {
              "id": "conga-repetition",
              "start": "9,0,0,-1/0,0,0,0/0,0,0,0/1,0,0,-9 0",
              "repeat": 2,
              "steps": [
                {"action": "1 1 2 2", "reply": "OK", "motion": ["sow", 12, 9, 6], "board": "9,0,0,-1/0,0,0,0/0,1,0,0/0,0,0,-9"},
                {"action": "4 4 3 3", "reply": "OK", "motion": ["sow", 3, 6], "board": "9,0,0,0/0,0,-1,0/0,1,0,0/0,0,0,-9"},
                {"action": "2 2 1 1", "reply": "OK", "motion": ["sow", 9, 12], "board": "9,0,0,0/0,0,-1,0/0,0,0,0/1,0,0,-9"},
                {"action": "3 3 4 4", "reply": "OK", "motion": ["sow", 6, 3], "board": "9,0,0,-1/0,0,0,0/0,0,0,0/1,0,0,-9", "over": {"score": 0, "cause": "repetition"}}
              ],
              "caption": [
                "The last board is the first again: its 2nd time. If the same 4 moves follow once more, it is the 3rd time and a draw.",
                "Le dernier plateau est de nouveau le premier : sa 2e fois. Si les 4 mêmes coups suivent encore, c’est la 3e fois : partie nulle."
              ]
            }
          }
        ]}
      ]
    },
    {
      "id": "mistakes",
      "title": ["Mistakes and the clock", "Les erreurs et le temps"],
      "blocks": [
        {"text": [
          "You have 10 s for each move. Unused time is not saved.",
          "Vous avez 10 s pour chaque coup. Le temps non utilisé est perdu."
        ]},
        {"table": {
          "head": [["What happens", "Ce qui arrive"], ["What it costs", "Ce que cela coûte"]],
          "rows": [
            {
              "cells": [
                ["An illegal move, or a line that is no move", "Un coup illégal, ou une ligne qui n’est pas un coup"],
                ["The game", "La partie"]
              ],
              "checks": [{"faults": ["illegal", "protocol"], "loses_by": 1}]
            },
            {
              "cells": [
                ["A move that takes longer than 10 s", "Un coup qui prend plus de 10 s"],
                ["The game", "La partie"]
              ],
              "checks": [{"faults": ["time"], "loses_by": 1}]
            },
            {
              "cells": [
                ["A crash, a bot that does not start, or a line over 64 KiB", "Un plantage, un bot qui ne démarre pas, ou une ligne de plus de 64 Kio"],
                ["The game", "La partie"]
              ],
              "checks": [{"faults": ["crash", "no-start", "endless-line"], "loses_by": 1}]
            },
            {
              "cells": [
                ["Neither player starts", "Aucun des deux joueurs ne démarre"],
                ["Nothing: the game is a draw", "Rien : la partie est nulle"]
              ]
            }
          ]
        }},
        {"text": [
          "A person at the keyboard has no clock and is asked again after a wrong move, which costs nothing.",
          "Une personne au clavier n’a pas de limite de temps. Après un coup impossible, elle rejoue sans rien perdre."
        ]}
      ]
    },
    {
      "id": "tips",
      "title": ["Three tips", "Trois conseils"],
      "blocks": [
        {"steps": [
          [
            "Send only moves from the list that your bot gets: one illegal move loses the game.",
            "N’envoyez que des coups de la liste que reçoit votre bot : un seul coup illégal perd la partie."
          ],
          [
            "Prefer moves after which your opponent has few legal moves and you have many.",
            "Préférez les coups qui laissent peu de coups légaux à l’adversaire et vous en laissent beaucoup."
          ],
          [
            "Spread out, and keep your own stones free to move. A corner has 3 directions, an edge 5, the middle 8.",
            "Étalez-vous, et gardez vos pions libres de bouger. Un coin a 3 directions, un bord 5, le milieu 8."
          ]
        ]}
      ]
    },
    {
      "id": "bot",
      "title": ["Writing a bot", "Écrire un bot"],
      "blocks": [
        {"list": [
          [
            "A move has four numbers: the square it leaves, then the first square it enters. `1 4 2 4` or `1,4,2,4` moves (1, 4) to the right.",
            "Un coup a quatre nombres : la case quittée, puis la première case où l’on entre. `1 4 2 4` ou `1,4,2,4` sème (1, 4) vers la droite."
          ],
          [
            "The second square only names the direction, so it is next to the first. The run decides how far the stones go.",
            "La seconde case n’indique que la direction : elle est à côté de la première. La portée décide jusqu’où vont les pions."
          ],
          [
            "The file `docs/your-first-bot.md` is the tutorial, `docs/protocol.md` lists every line that a bot reads and writes.",
            "Le fichier `docs/your-first-bot.md` est le tutoriel, `docs/protocol.md` décrit chaque ligne qu’un bot lit et écrit."
          ],
          [
            "`gridiron play conga human random` plays a game, `gridiron rules conga` prints these rules.",
            "`gridiron play conga human random` joue une partie, `gridiron rules conga` affiche ces règles."
          ]
        ]}
      ]
    },
    {
      "id": "options",
      "title": ["Options of a variant", "Options d’une variante"],
      "blocks": [
        {"text": [
          "All numbers on this page are the defaults. A variant may differ: its options are named with every game and tournament.",
          "Tous les nombres de cette page sont les valeurs par défaut. Une variante peut différer : ses options sont indiquées avec chaque partie et chaque tournoi."
        ]},
        {"options": [
          {"key": "stones", "default": "10", "text": ["stones of each player, 1 to 60", "pions de chaque joueur, de 1 à 60"]},
          {"key": "repetition", "default": "3", "text": ["a draw when a position occurs this many times; 0 means never", "nulle quand une position se présente ce nombre de fois ; 0 : jamais"]},
          {"key": "move_limit", "default": "400", "text": ["a draw after this many moves; 0 means no limit", "nulle après ce nombre de coups ; 0 : sans limite"]},
          {"key": "opening_plies", "default": "0", "text": ["random first moves; 4 in matches and tournaments", "premiers coups au hasard ; 4 en match et en tournoi"]}
        ]}
      ]
    }
  ]
};
