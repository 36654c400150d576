//! The texts below the options of each command: examples, terms, notations.

pub const PLAY_EXAMPLES: &str = "\
Examples:
  gridiron play virus                          watch the two strongest players
  gridiron play plantation human gardener      play yourself
  gridiron play virus ./bot.py greedy --record game.json

A PLAYER is `human`, a built-in player with or without options
(`champion:level=5`), a program (`./bot`, `bot.py`) or a command with
arguments (\"node bot.js\").
A CLOCK is `10/move` (10 s for each move), `1+0.1` (1 s for the game and 0.1 s
more for each turn), `60+1,10/move` (both), `5` (5 s for the game, the same as
`5+0`) or `none`.";

pub const MATCH_EXAMPLES: &str = "\
Examples:
  gridiron match virus greedy random
  gridiron match virus ./new.py ./old.py --sprt 0,10

Terms:
  Elo          a scale of strength: a player 100 Elo stronger scores 64 %
  ply          one move of one player
  pair         two games with the seats swapped; the start is the same, but
               drawn anew where it is hidden (Plantation)
  pentanomial  pairs counted by result: 0, 1/2, 1, 1 1/2 or 2 points
  SPRT         sequential probability ratio test: it stops the match as soon
               as the result is clear

`gridiron play --help` says how to write a player and a clock.";

pub const TOURNAMENT_EXAMPLES: &str = "\
Examples:
  gridiron tournament --init virus             write virus.toml to start with
  gridiron tournament virus.toml               run it, or continue it
  gridiron tournament virus greedy random ./bot.py --pairs 20

Results are saved after every pair. Press Ctrl-C to stop; run the same command
to continue.";

pub const CHECK_EXAMPLES: &str = "\
Examples:
  gridiron check virus bot.py
  gridiron check plantation \"node bot.js\" --clock 5/move";

pub const STATS_EXAMPLES: &str = "\
Examples:
  gridiron stats --wdl 120,60,90
  gridiron stats --penta 10,30,60,40,15 --sprt 0,5

Elo is a scale of strength: a player 100 Elo stronger scores 64 %.
LOS is the likelihood that the first player is the stronger one.";

pub const SERVE_EXAMPLES: &str = "\
Examples:
  gridiron serve                             show the tournaments of this folder
  gridiron serve cups --port 9000            another folder, another port
  gridiron serve --bind 0.0.0.0 --private    let others in who have a link

Whoever has the organiser's link can start and stop tournaments. It is printed
at the start and valid until the server stops.";

pub const REPLAY_EXAMPLES: &str = "\
Examples:
  gridiron replay game.json --delay 300ms
  gridiron replay virus.db --game 7
  gridiron replay games.jsonl --html games.html";

pub const ANALYSE_EXAMPLES: &str = "\
Examples:
  gridiron analyse game.json
  gridiron analyse conga start --rules stones=7
  gridiron analyse game.json --ply 12 --time 5s

A ply is one move of one player. The value of a move is the final score that a
search expects after it.";

pub const NEW_EXAMPLES: &str = "\
Examples:
  gridiron new                                 list the languages
  gridiron new python mybot                    write mybot/bot.py";

pub const PERFT_EXAMPLES: &str = "\
Example:
  gridiron perft conga 7

Perft (performance test) counts all sequences of moves of a given length. The
numbers show whether two implementations of the rules agree.";

pub const SOLVE_EXAMPLES: &str = "\
Example:
  gridiron solve conga --stones 7

The table is saved in the cache folder: GRIDIRON_CACHE, or the usual one of
your system. The champion uses it in games with the same number of stones.";
