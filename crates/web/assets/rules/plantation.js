// The rules of Plantation. What stands between the braces is JSON: a test (`tests/rules_pages`) replays
// every diagram with the real rules. Texts are [English, French]; rules_text.js says what they may contain.
/** @type {RulesData} */
export const PLANTATION_RULES = {
  "game": "plantation",
  "title": ["Plantation", "Plantation"],
  "players": [["Plus", "Plus"], ["Minus", "Moins"]],
  "lead": [
    "Grow tiles on a board where you see only your own, find your opponent’s, and have the higher total at the end.",
    "Cultivez des parcelles sur un plateau où vous ne voyez que les vôtres, trouvez celles de l’adversaire et ayez le plus grand total à la fin."
  ],
  "facts": [
    {"name": ["Board", "Plateau"], "value": ["11 × 11 squares", "11 × 11 cases"]},
    {"name": ["A turn", "Un tour"], "value": ["3 moves", "3 coups"]},
    {"name": ["Hidden", "Caché"], "value": ["the opponent’s tiles", "les parcelles adverses"]},
    {"name": ["Time", "Temps"], "value": ["1 s, plus 0.1 s per turn", "1 s, plus 0,1 s par tour"]}
  ],
  "start": {
    "id": "plantation-start",
    "seed": 41,
    "start": "0,0,0,0,0,0,0,0,0,0,-1/1,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,-1/0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,-1/0,0,0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,0,0,0 0",
    "steps": [],
    "caption": ["One possible start: the rows are random.", "Un début possible : les lignes sont tirées au hasard."]
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
            "A tile holds one number: above 0 it is {0}’s, below 0 it is {1}’s. At 0 the square is empty.",
            "Une parcelle porte un nombre : au-dessus de 0, elle est à {0} ; au-dessous de 0, à {1}. À 0, la case est vide."
          ],
          [
            "{0} starts with 1 on 3 random rows of the left-most column, {1} with −1 on 3 random rows of the right-most column.",
            "{0} commence avec 1 sur 3 lignes tirées au hasard, dans la colonne de gauche ; {1} avec −1 sur 3 lignes tirées au hasard, dans celle de droite."
          ],
          [
            "{0} goes first, then the players alternate. A turn has 3 moves, and each player has 100 turns.",
            "{0} commence, puis les joueurs alternent. Un tour a 3 coups, et chaque joueur a 100 tours."
          ],
          [
            "You send one command, read its reply, and send the next.",
            "Vous envoyez une commande, lisez sa réponse, puis envoyez la suivante."
          ]
        ]}
      ]
    },
    {
      "id": "fog",
      "title": ["What you see", "Ce que vous voyez"],
      "blocks": [
        {"list": [
          [
            "You see your own tiles; all other squares show 0. The fog hides what is there.",
            "Vous voyez vos propres parcelles ; toutes les autres cases indiquent 0. Le brouillard cache ce qui s’y trouve."
          ],
          [
            "You also know the turn, your moves left, your time left, and the replies to your own commands.",
            "Vous connaissez aussi le tour, vos coups restants, votre temps restant et les réponses à vos propres commandes."
          ],
          [
            "You learn nothing about your opponent’s commands. If one of your tiles is smaller than before, it was hit.",
            "Vous n’apprenez rien des commandes de l’adversaire. Si une de vos parcelles a diminué, c’est qu’elle a été touchée."
          ]
        ]},
        {"rules": [
          {
            "title": ["One board, two views", "Un plateau, deux vues"],
            "text": [
              "Neither player sees the whole board: the other’s tiles are in the fog.",
              "Aucun joueur ne voit tout le plateau : les parcelles de l’autre sont dans le brouillard."
            ],
            "diagram": {
              "id": "plantation-views",
              "start": "0,0,0,0,0,-1,-2/2,1,0,0,-1,0,0/1,0,0,0,0,0,-4/3,0,1,0,0,0,-1/0,0,0,0,-2,0,0/1,0,0,0,0,0,-1 0",
              "views": [null, 0, 1],
              "steps": [],
              "caption": [
                "{0} has 9 points and {1} has 12, but neither knows it.",
                "{0} a 9 points et {1} en a 12, mais aucun des deux ne le sait."
              ],
              "counts": [[9, 12]]
            }
          }
        ]}
      ]
    },
    {
      "id": "commands",
      "title": ["The six commands", "Les six commandes"],
      "blocks": [
        {"text": [
          "Each command costs 1 or 2 of the 3 moves of a turn. “Next to” means up, down, left or right.",
          "Chaque commande coûte 1 ou 2 des 3 coups d’un tour. « À côté » veut dire en haut, en bas, à gauche ou à droite."
        ]},
        {"rules": [
          {
            "title": ["`fertilise`", "`fertilise`"],
            "cost": ["1 move", "1 coup"],
            "text": [
              "Your tile grows by 1: a sure point.",
              "Votre parcelle grandit de 1 : un point assuré."
            ],
            "diagram": {
              "id": "plantation-fertilise",
              "start": "0,0,0,0,0/2,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1 0",
              "steps": [
                {"action": "fertilise 1 0", "reply": "OK", "left": 2, "motion": ["grow", 5], "board": "0,0,0,0,0/3,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1"}
              ],
              "caption": [
                "{0}’s tile on (1, 0) grows from 2 to 3.",
                "La parcelle de {0} sur (1, 0) passe de 2 à 3."
              ]
            }
          },
          {
            "title": ["`plant`", "`plant`"],
            "cost": ["1 move", "1 coup"],
            "text": [
              "An empty square next to one of your tiles becomes yours, with 1.",
              "Une case vide à côté d’une de vos parcelles devient la vôtre, avec 1."
            ],
            "diagram": {
              "id": "plantation-plant",
              "start": "0,0,0,0,0/3,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1 0",
              "steps": [
                {"action": "plant 1 1", "reply": "OK", "left": 2, "motion": ["grow", 6], "board": "0,0,0,0,0/3,1,0,0,0/0,0,0,-2,0/0,0,0,-1,-1"}
              ],
              "caption": [
                "(1, 1) is empty and next to (1, 0).",
                "(1, 1) est vide et à côté de (1, 0)."
              ]
            }
          },
          {
            "title": ["`plant` on an enemy tile", "`plant` sur une parcelle adverse"],
            "cost": ["1 move", "1 coup"],
            "text": [
              "Nothing happens to it, but the reply reveals it, with its value.",
              "Il ne lui arrive rien, mais la réponse la révèle, avec sa valeur."
            ],
            "diagram": {
              "id": "plantation-occupied",
              "start": "0,0,0,0,0/2,1,0,0,0/0,0,1,-2,0/0,0,0,-1,-1 0",
              "view": 0,
              "steps": [
                {"action": "plant 2 3", "reply": "occupied -2", "left": 2, "motion": ["grow", 13], "board": "0,0,0,0,0/2,1,0,0,0/0,0,1,-2,0/0,0,0,-1,-1", "seen": [[13, -2]]}
              ],
              "caption": [
                "As {0} sees it: next to (2, 2), an enemy tile of 2 is found by chance.",
                "Ce que voit {0} : à côté de (2, 2), une parcelle adverse de 2 est découverte par hasard."
              ]
            }
          },
          {
            "title": ["`scout`", "`scout`"],
            "cost": ["1 move", "1 coup"],
            "text": [
              "The reply gives the true values of the 3 × 3 squares around the target, row by row. Squares off the board are left out.",
              "La réponse donne les vraies valeurs des 3 × 3 cases autour de la cible, ligne par ligne. Les cases hors du plateau sont omises."
            ],
            "diagram": {
              "id": "plantation-scout",
              "start": "0,0,0,0,0/3,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1 0",
              "view": 0,
              "steps": [
                {"action": "scout 2 3", "reply": "OK 0,0,0,0,-2,0,0,-1,-1", "left": 2, "motion": ["look", 13], "board": "0,0,0,0,0/3,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1", "seen": [[7, 0], [8, 0], [9, 0], [12, 0], [13, -2], [14, 0], [17, 0], [18, -1], [19, -1]]}
              ],
              "caption": [
                "As {0} sees it: the fog lifts around (2, 3). The values are those of this moment.",
                "Ce que voit {0} : le brouillard se lève autour de (2, 3). Les valeurs sont celles de cet instant."
              ]
            }
          },
          {
            "title": ["`colonise`", "`colonise`"],
            "cost": ["2 moves", "2 coups"],
            "text": [
              "An empty square at any distance becomes yours, with 1. One of your tiles of at least 2 pays for it and loses 1.",
              "Une case vide, à toute distance, devient la vôtre, avec 1. Une de vos parcelles d’au moins 2 paie et perd 1."
            ],
            "diagram": {
              "id": "plantation-colonise",
              "start": "0,0,0,0,0/3,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1 0",
              "steps": [
                {"action": "colonise 0 3 1 0", "reply": "OK", "left": 1, "motion": ["send", 5, 3], "board": "0,0,0,1,0/2,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1"}
              ],
              "caption": [
                "The target (0, 3) comes first, then the source (1, 0).",
                "La cible (0, 3) vient d’abord, puis la source (1, 0)."
              ]
            }
          },
          {
            "title": ["`spray`", "`spray`"],
            "cost": ["2 moves", "2 coups"],
            "text": [
              "Every enemy tile in the cross loses 1: the target, and the squares up, down, left and right of it. The reply counts the tiles hit.",
              "Chaque parcelle adverse de la croix perd 1 : la cible et les cases en haut, en bas, à gauche et à droite. La réponse compte les parcelles touchées."
            ],
            "diagram": {
              "id": "plantation-spray",
              "start": "0,0,0,0,0/3,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1 0",
              "steps": [
                {"action": "spray 2 3", "reply": "OK 2", "left": 1, "motion": ["spray", 13], "board": "0,0,0,0,0/3,0,0,0,0/0,0,0,-1,0/0,0,0,0,-1"}
              ],
              "caption": [
                "Two tiles are hit. (3, 3) is empty now; (3, 4) is not in the cross.",
                "Deux parcelles sont touchées. (3, 3) est vide désormais ; (3, 4) n’est pas dans la croix."
              ]
            }
          },
          {
            "title": ["`bomb`", "`bomb`"],
            "cost": ["2 moves", "2 coups"],
            "text": [
              "An enemy tile loses up to 4. The reply counts what it lost: 0 on an empty square.",
              "Une parcelle adverse perd jusqu’à 4. La réponse compte ce qu’elle a perdu : 0 sur une case vide."
            ],
            "diagram": {
              "id": "plantation-bomb",
              "start": "0,0,0,0,0/3,0,0,0,0/0,0,0,-6,0/0,0,0,-1,-1 0",
              "steps": [
                {"action": "bomb 2 3", "reply": "OK 4", "left": 1, "motion": ["strike", 13], "board": "0,0,0,0,0/3,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1"}
              ],
              "caption": [
                "The tile on (2, 3) shrinks from 6 to 2; its neighbours are not hit.",
                "La parcelle sur (2, 3) tombe de 6 à 2 ; ses voisines ne sont pas touchées."
              ]
            }
          },
          {
            "title": ["A mistake costs its moves too", "Une erreur coûte aussi ses coups"],
            "text": [
              "The reply is `error`, nothing happens, and the moves are gone. So probing the board is never free.",
              "La réponse est `error`, rien ne se passe, et les coups sont perdus. Sonder le plateau n’est donc jamais gratuit."
            ],
            "diagram": {
              "id": "plantation-too-expensive",
              "start": "0,0,0,0,0/3,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1 0 left=1",
              "steps": [
                {"action": "spray 2 3", "reply": "error", "left": 3, "to_act": 1, "motion": ["spray", 13], "board": "0,0,0,0,0/3,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1"}
              ],
              "caption": [
                "`spray` takes 2 moves and only 1 is left: `error`, and the turn is over. {1} is next.",
                "`spray` demande 2 coups et il n’en reste que 1 : `error`, et le tour est fini. C’est à {1}."
              ]
            }
          }
        ]}
      ]
    },
    {
      "id": "replies",
      "title": ["All replies", "Toutes les réponses"],
      "blocks": [
        {"table": {
          "head": [["Command", "Commande"], ["Cost", "Coût"], ["The square is…", "La case est…"], ["Then", "Alors"], ["Reply", "Réponse"]],
          "rows": [
            {
              "cells": ["`fertilise 3 1`", ["1 move", "1 coup"], ["your tile", "votre parcelle"], ["it grows by 1", "elle grandit de 1"], "`OK`"],
              "checks": [{"action": "fertilise 1 0", "reply": "OK", "board": "0,0,0,0,0/4,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1"}]
            },
            {
              "cells": ["", "", ["not your tile", "pas à vous"], ["nothing", "rien"], "`error`"],
              "checks": [{"action": "fertilise 0 0", "reply": "error"}, {"action": "fertilise 2 3", "reply": "error"}]
            },
            {
              "cells": ["`plant 3 1`", ["1 move", "1 coup"], ["empty, next to a tile of yours", "vide, à côté d’une de vos parcelles"], ["it is yours, with 1", "elle est à vous, avec 1"], "`OK`"],
              "checks": [{"action": "plant 1 1", "reply": "OK", "board": "0,0,0,0,0/3,1,0,0,0/0,0,0,-2,0/0,0,0,-1,-1"}]
            },
            {
              "cells": ["", "", ["an enemy tile next to a tile of yours", "une parcelle adverse à côté d’une des vôtres"], ["nothing", "rien"], "`occupied -3`"],
              "checks": [{"position": "0,0,0/0,1,-3/0,0,0 0", "action": "plant 1 2", "reply": "occupied -3"}]
            },
            {
              "cells": ["", "", ["your own tile, or not next to a tile of yours", "votre propre parcelle, ou pas à côté d’une des vôtres"], ["nothing", "rien"], "`error`"],
              "checks": [{"action": "plant 1 0", "reply": "error"}, {"action": "plant 0 4", "reply": "error"}, {"action": "plant 2 3", "reply": "error"}, {"action": "plant 0 1", "reply": "error"}]
            },
            {
              "cells": ["`scout 3 1`", ["1 move", "1 coup"], ["any square of the board", "n’importe quelle case du plateau"], ["you learn up to 9 values", "vous apprenez jusqu’à 9 valeurs"], "`OK 0,0,-2,…`"],
              "checks": [{"action": "scout 2 3", "reply": "OK 0,0,0,0,-2,0,0,-1,-1"}, {"action": "scout 0 0", "reply": "OK 0,0,3,0"}]
            },
            {
              "cells": ["`colonise 2 5 3 0`", ["2 moves", "2 coups"], ["empty, and the source is yours with at least 2", "vide, et la source est à vous avec au moins 2"], ["it is yours, with 1; the source loses 1", "elle est à vous, avec 1 ; la source perd 1"], "`OK`"],
              "checks": [{"action": "colonise 0 3 1 0", "reply": "OK", "board": "0,0,0,1,0/2,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1"}]
            },
            {
              "cells": ["", "", ["an enemy tile, and the source is yours with at least 2", "une parcelle adverse, et la source est à vous avec au moins 2"], ["nothing", "rien"], "`occupied -3`"],
              "checks": [{"position": "0,0,0/2,0,-3/0,0,0 0", "action": "colonise 1 2 1 0", "reply": "occupied -3"}]
            },
            {
              "cells": ["", "", ["your own tile, or the source is not yours or below 2", "votre propre parcelle, ou la source n’est pas à vous ou vaut moins de 2"], ["nothing", "rien"], "`error`"],
              "checks": [
                {"action": "colonise 1 0 1 0", "reply": "error"},
                {"action": "colonise 0 3 0 0", "reply": "error"},
                {"action": "colonise 0 3 3 3", "reply": "error"},
                {"action": "colonise 2 3 0 0", "reply": "error"},
                {"position": "1,0,0/0,0,0/0,0,-3 0", "action": "colonise 0 2 0 0", "reply": "error"},
                {"position": "1,0,0/0,0,0/0,0,-3 0", "action": "colonise 2 2 0 0", "reply": "error"}
              ]
            },
            {
              "cells": ["`spray 3 1`", ["2 moves", "2 coups"], ["any square of the board", "n’importe quelle case du plateau"], ["each enemy tile in the cross loses 1", "chaque parcelle adverse de la croix perd 1"], ["`OK 2`: tiles hit", "`OK 2` : parcelles touchées"]],
              "checks": [{"action": "spray 2 3", "reply": "OK 2", "board": "0,0,0,0,0/3,0,0,0,0/0,0,0,-1,0/0,0,0,0,-1"}, {"action": "spray 0 0", "reply": "OK 0"}, {"action": "spray 1 0", "reply": "OK 0"}]
            },
            {
              "cells": ["`bomb 3 1`", ["2 moves", "2 coups"], ["an enemy tile, or empty", "une parcelle adverse, ou vide"], ["an enemy tile loses up to 4", "une parcelle adverse perd jusqu’à 4"], ["`OK 4`: levels removed", "`OK 4` : niveaux retirés"]],
              "checks": [{"action": "bomb 2 3", "reply": "OK 2", "board": "0,0,0,0,0/3,0,0,0,0/0,0,0,0,0/0,0,0,-1,-1"}, {"action": "bomb 0 0", "reply": "OK 0"}]
            },
            {
              "cells": ["", "", ["your own tile", "votre propre parcelle"], ["nothing", "rien"], "`error`"],
              "checks": [{"action": "bomb 1 0", "reply": "error"}]
            }
          ]
        }},
        {"list": [
          [
            "After `occupied` comes the tile’s value. A bot reads every number from its own side: its tiles are positive, the enemy’s are negative.",
            "Après `occupied` vient la valeur de la parcelle. Un bot lit chaque nombre de son côté : ses parcelles sont positives, celles de l’adversaire négatives."
          ],
          [
            "A square off the board, or too few moves left: `error`, at the command’s full cost.",
            "Une case hors du plateau, ou trop peu de coups restants : `error`, au prix entier de la commande."
          ],
          [
            "An unknown command, a wrong number of coordinates, a coordinate that is no integer, or an empty line: `error`, for 1 move.",
            "Une commande inconnue, un mauvais nombre de coordonnées, une coordonnée qui n’est pas un entier, ou une ligne vide : `error`, pour 1 coup."
          ]
        ]}
      ],
      "checks": [
        {"action": "fertilise 4 0", "reply": "error", "left": 2},
        {"action": "spray -1 0", "reply": "error", "left": 1},
        {"action": "colonise 0 99 1 0", "reply": "error", "left": 1},
        {"action": "bomb 0 123456789012345678901234567890", "reply": "error", "left": 1},
        {"position": "0,0,0/2,0,-3/0,0,0 0 left=1", "action": "bomb 1 2", "reply": "error", "to_act": 1},
        {"action": "harvest 1 0", "reply": "error", "left": 2, "fault": "protocol"},
        {"action": "spray 1", "reply": "error", "left": 2, "fault": "protocol"},
        {"action": "plant 1 x", "reply": "error", "left": 2, "fault": "protocol"},
        {"action": "", "reply": "error", "left": 2, "fault": "protocol"}
      ]
    },
    {
      "id": "end",
      "title": ["The end, the score and the clock", "La fin, le score et le temps"],
      "blocks": [
        {"list": [
          [
            "After 100 turns each, add up the sizes of your tiles. The higher sum wins; equal sums are a draw.",
            "Après 100 tours chacun, on additionne les tailles des parcelles. La plus grande somme gagne ; à égalité, la partie est nulle."
          ],
          [
            "A player without tiles plays on to the end.",
            "Un joueur sans parcelle joue jusqu’à la fin."
          ],
          [
            "Your clock starts at 1 s and gains 0.1 s after each turn.",
            "Vous avez 1 s au départ, et 0,1 s de plus après chaque tour."
          ]
        ]},
        {"table": {
          "head": [["What happens", "Ce qui arrive"], ["What it costs", "Ce que cela coûte"]],
          "rows": [
            {
              "cells": [
                ["Out of time, a crash, a bot that does not start, or a line over 64 KiB", "Temps dépassé, plantage, bot qui ne démarre pas, ou ligne de plus de 64 Kio"],
                ["The game, by 100 points", "La partie, de 100 points"]
              ],
              "checks": [{"faults": ["time", "crash", "no-start", "endless-line"], "loses_by": 100}]
            },
            {
              "cells": [
                ["A command that is not allowed, or a line that is no command", "Une commande interdite, ou une ligne qui n’est pas une commande"],
                ["Its moves: the reply is `error`", "Ses coups : la réponse est `error`"]
              ],
              "checks": [{"faults": ["illegal", "protocol"], "reply": "error"}]
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
          "A person at the keyboard has no clock and is asked again after a wrong command, which costs nothing.",
          "Une personne au clavier n’a pas de limite de temps. Après une commande impossible, elle rejoue sans rien perdre."
        ]}
      ]
    },
    {
      "id": "tips",
      "title": ["Three tips", "Trois conseils"],
      "blocks": [
        {"steps": [
          [
            "Begin with `fertilise` only: every move is a sure point.",
            "Commencez avec `fertilise` seulement : chaque coup est un point assuré."
          ],
          [
            "Do not grow one large tile. Once it is found, a `bomb` takes 4 off it.",
            "Ne misez pas tout sur une seule grande parcelle. Une fois trouvée, une `bomb` lui retire 4."
          ],
          [
            "If one of your tiles shrank since your last turn, it was found. Attack back.",
            "Si une de vos parcelles a diminué depuis votre dernier tour, c’est qu’elle est repérée. Contre-attaquez."
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
            "Commands are in lower case, with commas or spaces: `plant 3 1`. In `colonise 2 5 3 0` the target is (2, 5) and the source (3, 0).",
            "Les commandes sont en minuscules, avec des virgules ou des espaces : `plant 3 1`. Dans `colonise 2 5 3 0`, la cible est (2, 5) et la source (3, 0)."
          ],
          [
            "The file `docs/your-first-bot.md` is the tutorial, `docs/protocol.md` lists every line that a bot reads and writes.",
            "Le fichier `docs/your-first-bot.md` est le tutoriel, `docs/protocol.md` décrit chaque ligne qu’un bot lit et écrit."
          ],
          [
            "`gridiron play plantation human gardener` plays a game, `gridiron rules plantation` prints these rules.",
            "`gridiron play plantation human gardener` joue une partie, `gridiron rules plantation` affiche ces règles."
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
          {"key": "rows", "default": "11", "text": ["rows of the board, 2 to 32", "lignes du plateau, de 2 à 32"]},
          {"key": "cols", "default": "11", "text": ["columns of the board, 2 to 32", "colonnes du plateau, de 2 à 32"]},
          {"key": "starting_tiles", "default": "3", "text": ["tiles each player starts with, at most one a row", "parcelles de départ de chaque joueur, au plus une par ligne"]},
          {"key": "max_turns", "default": "100", "text": ["turns of each player", "tours de chaque joueur"]},
          {"key": "moves_per_turn", "default": "3", "text": ["moves in a turn", "coups dans un tour"]},
          {"key": "bomb_damage", "default": "4", "text": ["what a `bomb` takes at most", "ce qu’une `bomb` retire au plus"]},
          {"key": "plant_probe", "default": "adjacent", "text": ["where `plant` detects an enemy tile: `adjacent` means only next to your own, `anywhere` on any square", "où `plant` détecte une parcelle adverse : `adjacent` veut dire seulement à côté des vôtres, `anywhere` sur toute case"]}
        ]}
      ]
    }
  ]
};
