// The rules of Virus. What stands between the braces is JSON: a test (`tests/rules_pages`) replays every
// diagram with the real rules. Texts are [English, French]; rules_text.js says what they may contain.
/** @type {RulesData} */
export const VIRUS_RULES = {
  "game": "virus",
  "title": ["Virus", "Virus"],
  "players": [["player 1", "joueur 1"], ["player 2", "joueur 2"]],
  "lead": [
    "Place one stone a turn: every enemy stone it touches becomes yours, and the player with more stones at the end wins.",
    "Posez un pion par tour : chaque pion adverse qu’il touche devient le vôtre, et le joueur qui a le plus de pions à la fin gagne."
  ],
  "facts": [
    {"name": ["Board", "Plateau"], "value": ["10 × 10 squares", "10 × 10 cases"]},
    {"name": ["A turn", "Un tour"], "value": ["one stone", "un pion"]},
    {"name": ["Hidden", "Caché"], "value": ["nothing", "rien"]},
    {"name": ["Time", "Temps"], "value": ["10 s per move", "10 s par coup"]}
  ],
  "start": {
    "id": "virus-start",
    "seed": 0,
    "start": "1,0,0,0,0,0,0,0,0,-1/0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0/-1,0,0,0,0,0,0,0,0,1 0",
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
            "A square is (row, column). Both count from 0 at the top left.",
            "Une case se note (ligne, colonne). Les deux se comptent à partir de 0, en haut à gauche."
          ],
          [
            "{0} starts on (0, 0) and (9, 9), {1} on (0, 9) and (9, 0). Both see everything.",
            "Le {0} commence sur (0, 0) et (9, 9), le {1} sur (0, 9) et (9, 0). Les deux voient tout."
          ],
          [
            "The game’s seed decides who moves first. The two games of a pair have the same seed and swapped seats, so each player moves first once.",
            "La graine de la partie décide qui commence. Les deux parties d’une paire ont la même graine et les places échangées : chacun commence donc une fois."
          ],
          [
            "In matches and tournaments, the first 4 moves are random placements, drawn from the seed too.",
            "En match et en tournoi, les 4 premiers coups sont des poses tirées au hasard, elles aussi d’après la graine."
          ]
        ]}
      ]
    },
    {
      "id": "move",
      "title": ["Placing a stone", "Poser un pion"],
      "blocks": [
        {"rules": [
          {
            "title": ["Next to one of your own", "À côté d’un des vôtres"],
            "text": [
              "Put a stone on an empty square that touches one of your stones, in any of the 8 directions. Dots are the squares that you may take.",
              "Posez un pion sur une case vide qui touche un de vos pions, dans l’une des 8 directions. Les points marquent les cases possibles."
            ],
            "diagram": {
              "id": "virus-place",
              "start": "1,0,0,0,-1/0,0,0,0,0/0,0,0,0,0/0,0,0,0,0/-1,0,0,0,1 0",
              "choices": ["0 1", "1 0", "1 1", "3 3", "3 4", "4 3"],
              "steps": [
                {"action": "1 1", "reply": "OK", "motion": ["place", 6], "board": "1,0,0,0,-1/0,1,0,0,0/0,0,0,0,0/0,0,0,0,0/-1,0,0,0,1"}
              ],
              "caption": [
                "{0} plays `1 1`, diagonally next to its stone on (0, 0).",
                "Le {0} joue `1 1`, en diagonale de son pion sur (0, 0)."
              ]
            }
          },
          {
            "title": ["It turns what it touches", "Il retourne ce qu’il touche"],
            "text": [
              "Every enemy stone that touches the new stone becomes yours, in all 8 directions.",
              "Chaque pion adverse qui touche le nouveau pion devient le vôtre, dans les 8 directions."
            ],
            "diagram": {
              "id": "virus-convert",
              "start": "0,0,0,0,0/0,1,-1,0,0/0,0,0,-1,0/0,0,-1,0,-1/0,0,0,0,0 0",
              "steps": [
                {"action": "2 2", "reply": "OK", "motion": ["place", 12], "board": "0,0,0,0,0/0,1,1,0,0/0,0,1,1,0/0,0,1,0,-1/0,0,0,0,0"}
              ],
              "caption": [
                "`2 2` turns three stones: (1, 2), (2, 3) and (3, 2). It was 1 to 4; now it is 5 to 1.",
                "`2 2` retourne trois pions : (1, 2), (2, 3) et (3, 2). On passe de 1 contre 4 à 5 contre 1."
              ],
              "counts": [[1, 4], [5, 1]]
            }
          },
          {
            "title": ["There is no chain", "Pas de réaction en chaîne"],
            "text": [
              "A stone that has just changed sides turns no others. Only the new stone does.",
              "Un pion qui vient de changer de camp n’en retourne aucun autre. Seul le nouveau pion le fait."
            ],
            "diagram": {
              "id": "virus-no-chain",
              "start": "0,0,0,0,0/0,0,0,0,0/1,0,-1,-1,-1/0,0,0,0,0/0,0,0,0,0 0",
              "steps": [
                {"action": "2 1", "reply": "OK", "motion": ["place", 11], "board": "0,0,0,0,0/0,0,0,0,0/1,1,1,-1,-1/0,0,0,0,0/0,0,0,0,0"}
              ],
              "caption": [
                "`2 1` touches (2, 2) and turns it. The stones on (2, 3) and (2, 4) do not touch it and stay.",
                "`2 1` touche (2, 2) et le retourne. Les pions sur (2, 3) et (2, 4) ne le touchent pas et restent."
              ]
            }
          },
          {
            "title": ["No stone is safe", "Aucun pion n’est à l’abri"],
            "text": [
              "Stones never leave the board, but they may change sides again and again.",
              "Les pions ne quittent jamais le plateau, mais peuvent changer de camp encore et encore."
            ],
            "diagram": {
              "id": "virus-back",
              "start": "0,0,0,0,0/0,1,1,0,0/0,0,1,1,0/0,0,1,0,-1/0,0,0,0,0 1",
              "steps": [
                {"action": "3 3", "reply": "OK", "motion": ["place", 18], "board": "0,0,0,0,0/0,1,1,0,0/0,0,-1,-1,0/0,0,-1,-1,-1/0,0,0,0,0"}
              ],
              "caption": [
                "{1} plays `3 3` and turns (2, 2), (2, 3) and (3, 2). The stones on (1, 1) and (1, 2) do not touch it and stay.",
                "Le {1} joue `3 3` et retourne (2, 2), (2, 3) et (3, 2). Les pions sur (1, 1) et (1, 2) ne le touchent pas et restent."
              ]
            }
          }
        ]}
      ]
    },
    {
      "id": "pass",
      "title": ["Passing", "Passer"],
      "blocks": [
        {"text": [
          "You may always pass, even when you could place a stone.",
          "Vous pouvez toujours passer, même quand vous pourriez poser un pion."
        ]},
        {"rules": [
          {
            "title": ["No square left: you are not asked", "Aucune case possible : passe d’office"],
            "text": [
              "A player who cannot place a stone is not asked. A pass is recorded, and the opponent goes on.",
              "Un joueur qui ne peut poser aucun pion n’est pas interrogé. Il passe d’office, et l’adversaire continue."
            ],
            "diagram": {
              "id": "virus-forced",
              "start": "-1,1,1,0/1,1,0,0/0,0,0,0/0,0,0,0 1",
              "steps": [
                {"action": "pass", "forced": true, "reply": "OK", "motion": ["still"], "board": "-1,1,1,0/1,1,0,0/0,0,0,0/0,0,0,0"},
                {"action": "2 2", "reply": "OK", "motion": ["place", 10], "board": "-1,1,1,0/1,1,0,0/0,0,1,0/0,0,0,0"}
              ],
              "caption": [
                "{1} touches no empty square, so it passes. Then {0} plays `2 2`.",
                "Le {1} ne touche aucune case vide : il passe. Puis le {0} joue `2 2`."
              ]
            }
          },
          {
            "title": ["Two passes in a row end the game", "Deux passes de suite terminent la partie"],
            "text": [
              "Every pass counts: one that you chose, one recorded because you could not place, and one in place of a mistake.",
              "Toutes les passes comptent : celle que vous choisissez, celle d’office faute de case, et celle qui remplace une erreur."
            ],
            "diagram": {
              "id": "virus-two-passes",
              "start": "1,1,0,0/1,0,0,0/0,0,0,-1/0,0,0,-1 0",
              "steps": [
                {"action": "pass", "reply": "OK", "motion": ["still"], "board": "1,1,0,0/1,0,0,0/0,0,0,-1/0,0,0,-1"},
                {"action": "0 0", "fault": "illegal", "played": "pass", "reply": "OK", "motion": ["still"], "board": "1,1,0,0/1,0,0,0/0,0,0,-1/0,0,0,-1", "over": {"score": 1, "cause": "normal"}}
              ],
              "caption": [
                "{0} passes. {1} names (0, 0), which is taken: by default, this mistake is a pass. The game is over, 3 to 2.",
                "Le {0} passe. Le {1} demande (0, 0), déjà prise : par défaut, cette erreur vaut une passe. La partie est finie, 3 à 2."
              ],
              "counts": [[3, 2], [3, 2], [3, 2]]
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
            "The game ends when the board is full, when neither player can place a stone, or after two passes in a row.",
            "La partie se termine quand le plateau est plein, quand aucun joueur ne peut poser de pion, ou après deux passes de suite."
          ],
          [
            "More stones win. Equal numbers are a draw.",
            "Le plus grand nombre de pions gagne. À égalité, la partie est nulle."
          ],
          [
            "The score is {0}’s stones minus {1}’s: 61 stones to 39 is +22.",
            "Le score est le nombre de pions du {0} moins celui du {1} : 61 pions contre 39 font +22."
          ]
        ]},
        {"rules": [
          {
            "title": ["The last square", "La dernière case"],
            "text": [
              "The last stone still turns what it touches. Then the stones are counted.",
              "Le dernier pion retourne encore ce qu’il touche. Puis on compte les pions."
            ],
            "diagram": {
              "id": "virus-full",
              "start": "1,1,-1,-1/1,-1,-1,-1/1,1,-1,0/-1,1,1,1 0",
              "steps": [
                {"action": "2 3", "reply": "OK", "motion": ["place", 11], "board": "1,1,-1,-1/1,-1,1,1/1,1,1,1/-1,1,1,1", "over": {"score": 8, "cause": "normal"}}
              ],
              "caption": [
                "{0} fills the board and turns three stones: 8 to 7 becomes 12 to 4. The score is +8.",
                "Le {0} remplit le plateau et retourne trois pions : 8 à 7 devient 12 à 4. Le score est de +8."
              ],
              "counts": [[8, 7], [12, 4]]
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
                ["The move: it is a pass", "Le coup : il devient une passe"]
              ],
              "checks": [{"faults": ["illegal", "protocol"], "played": "pass"}]
            },
            {
              "cells": [
                ["A move that takes longer than 10 s", "Un coup qui prend plus de 10 s"],
                ["The game; the winner gets all squares: +100 or −100", "La partie ; le gagnant reçoit toutes les cases : +100 ou −100"]
              ],
              "checks": [{"faults": ["time"], "loses_by": 100}]
            },
            {
              "cells": [
                ["A crash, a bot that does not start, or a line over 64 KiB", "Un plantage, un bot qui ne démarre pas, ou une ligne de plus de 64 Kio"],
                ["The game; the winner gets all squares: +100 or −100", "La partie ; le gagnant reçoit toutes les cases : +100 ou −100"]
              ],
              "checks": [{"faults": ["crash", "no-start", "endless-line"], "loses_by": 100}]
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
            "Choose the move that turns the most stones. Turning k stones moves the score by 1 + 2k in your favour: 3 stones are worth 7 points.",
            "Choisissez le coup qui retourne le plus de pions. Retourner k pions déplace le score de 1 + 2k en votre faveur : 3 pions valent 7 points."
          ],
          [
            "Then look one move further: subtract what your opponent’s best move would gain.",
            "Regardez ensuite un coup plus loin : retranchez ce que gagnerait le meilleur coup de l’adversaire."
          ],
          [
            "Do not pass while you can place a stone. After your opponent’s pass, yours ends the game.",
            "Ne passez pas tant que vous pouvez poser un pion. Après une passe de l’adversaire, la vôtre termine la partie."
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
            "A move is the row, then the column, of the square you take: `4 7` or `4,7`. Or the word `pass`.",
            "Un coup est la ligne, puis la colonne de la case que vous prenez : `4 7` ou `4,7`. Ou bien le mot `pass`."
          ],
          [
            "The file `docs/your-first-bot.md` is the tutorial, `docs/protocol.md` lists every line that a bot reads and writes.",
            "Le fichier `docs/your-first-bot.md` est le tutoriel, `docs/protocol.md` décrit chaque ligne qu’un bot lit et écrit."
          ],
          [
            "`gridiron play virus human greedy` plays a game, `gridiron rules virus` prints these rules.",
            "`gridiron play virus human greedy` joue une partie, `gridiron rules virus` affiche ces règles."
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
          {"key": "size", "default": "10", "text": ["squares on a side, 3 to 11", "cases par côté, de 3 à 11"]},
          {"key": "on_illegal", "default": "pass", "text": ["what an illegal move costs: `pass` or `lose`", "ce que coûte un coup illégal : `pass` ou `lose`"]},
          {"key": "on_timeout", "default": "lose", "text": ["what a late move costs: `lose` or `pass`", "ce que coûte un coup en retard : `lose` ou `pass`"]},
          {"key": "opening_plies", "default": "0", "text": ["random first moves; 4 in matches and tournaments", "premiers coups au hasard ; 4 en match et en tournoi"]}
        ]}
      ]
    }
  ]
};
