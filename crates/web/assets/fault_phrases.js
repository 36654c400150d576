// How the referee's phrases are recognised: each pattern with the key of its words. The groups are
// its values. A test compares them with the source of all messages.

/**
 * **Invariant:** of two patterns that fit, the longer one stands first.
 * @type {[pattern: RegExp, key: string][]}
 */
export const FAULT_PHRASES = [
  // The rules refuse a move.
  [/^row (-?\d+), column (-?\d+) is off the board: both are 0 to (\d+)/, "fault_off_square"],
  [/^row (-?\d+), column (-?\d+) is off the board/, "fault_off_board"],
  [/^row (\d+), column (\d+) is taken/, "fault_taken"],
  [/^row (\d+), column (\d+) is next to none of your stones/, "fault_not_adjacent"],
  [/^(-?\d+) (-?\d+) is off the board: x and y are 1 to (\d+)/, "fault_off_points"],
  [/^(\d+) (\d+) is not next to (\d+) (\d+): name the first square entered/, "fault_not_next"],
  [/^(\d+ \d+) holds no stones of yours/, "fault_no_stones"],
  [/^(\d+ \d+) is the opponent's/, "fault_opponents"],
  [/^the board ends there, next to (\d+ \d+)/, "fault_edge"],
  [/^the rules do not allow it here/, "fault_forbidden"],
  [/^the game is over/, "fault_game_over"],
  [/^but `([^`]*)` is legal: are row and column swapped\?/, "fault_swapped_rows"],
  [/^but `([^`]*)` is legal: are x and y swapped\?/, "fault_swapped_points"],

  // A line that is no move.
  [/^the line is empty: expected a command such as `([^`]*)`/, "fault_empty"],
  [/^expected (\d+) integers as in (`[^`]*`(?: or `[^`]*`)*), got (\d+) words?/, "fault_count"],
  [/^`([^]*?)` is no integer, expected as in (`[^`]*`(?: or `[^`]*`)*)/, "fault_no_integer"],
  [/^`([^]*?)` is no command(?=:|$)/, "fault_no_command"],
  [/^did you mean `([^`]*)`\?/, "fault_did_you_mean"],
  [/^there are ([\w-]+(?:, [\w-]+)*)/, "fault_there_are"],
  [/^a line of more than (\d+) bytes/, "fault_long_line"],

  // Too late.
  [/^its ([\d.]+) s for the game (?:is|are) used up/, "fault_bank"],
  [/^its ([\d.]+) s for the game and ([\d.]+) s for each turn are used up/, "fault_bank_more"],
  [/^`([^`]*)` gives as much for each move/, "fault_each_move"],
  [/^the move took ([\d.]+) ms, with ([\d.]+) ms left/, "fault_late"],
  [/^its move came ([\d.]+) s too late/, "fault_came_late"],
  [/^not ready within ([\d.]+) s of its start/, "fault_not_ready"],
  [/^no move within ([\d.]+) s/, "fault_no_move"],
  [/^no response to (\S+) within ([\d.]+) s of its start/, "fault_no_first_response"],
  [/^no response to (\S+) within ([\d.]+) s/, "fault_no_response"],
  [/^of fair time/, "fault_of_fair"],
  [/^of CPU time/, "fault_of_cpu"],
  [/^of wall time/, "fault_of_wall"],
  [/^with ([\d.]+) s of CPU time used/, "fault_cpu_used"],
  [/^only half a line: is there a newline at its end\?/, "fault_half_line"],
  [/^does it send its move and flush, does it sleep, or is the machine too busy\?/, "fault_asleep"],
  [/^flush the output after each line; or does it sleep\?/, "fault_flush"],
  [/^it slept or waited/, "fault_slept"],
  [/^it computed all the time: think less, or look for an endless loop/, "fault_computed"],
  [/^each call needs one line in response/, "fault_call"],
  [/^it has not read its input/, "fault_unread_input"],
  [/^it has not read the question/, "fault_unread_question"],
  [
    /^it sent a line only when its input was closed: read one line at a time, not all of the input, and flush each line/,
    "fault_waits_for_end",
  ],
  [
    /^it has read the question and waits for more input: send the move before reading the next line/,
    "fault_waits_for_more",
  ],

  // How a program ended.
  [/^it exited before its first move, with exit status (-?\d+)/, "fault_exited_first"],
  [/^it ended with exit status (-?\d+)/, "fault_exited"],
  [/^it was killed by signal (\d+(?: \(\w+\))?)/, "fault_killed"],
  [/^it made a system call that no bot may make/, "fault_system_call"],
  [/^it wrote a file that is too large/, "fault_large_file"],
  [/^it used more CPU time than any bot may/, "fault_cpu_limit"],
  [/^it closed its output/, "fault_closed"],
  [/^its supervisor was killed/, "fault_supervisor"],
  [/^it was killed because it took more than (\d+) MB of memory/, "fault_memory"],
  [/^it was killed because it left more than (\d+) MB, or thousands of files, in its folder/, "fault_disk"],

  // A program that cannot be run, and what its author should do.
  [/^the program of ([^]+?) is not here, only its results are: it was named `([^`]*)`/, "fault_absent"],
  [/^it cannot be run/, "fault_cannot_run"],
  [/^No such file or directory \(os error \d+\)/, "fault_os_missing"],
  [/^Argument list too long \(os error \d+\)/, "fault_os_too_long"],
  [/^Exec format error \(os error \d+\)/, "fault_os_format"],
  [/^Permission denied \(os error \d+\)/, "fault_os_denied"],
  [/^Not a directory \(os error \d+\)/, "fault_os_no_folder"],
  [/^Text file busy \(os error \d+\)/, "fault_os_busy"],
  [/^Too many levels of symbolic links \(os error \d+\)/, "fault_os_links"],
  [/^check that `([^`]*)` from its first line exists/, "fault_first_line"],
  [/^`([^`]*)` from its first line is not found: write `python3` there/, "fault_python_not_found"],
  [
    /^`([^`]*)` from its first line is not found in the sandbox: write `python3` there/,
    "fault_python_not_in_sandbox",
  ],
  [
    /^`([^`]*)` from its first line is not visible in the sandbox \(([^)]*)\): name one in \/usr\/bin/,
    "fault_not_visible",
  ],
  [
    /^`([^`]*)` from its first line is not installed: install it, as with `([^`]*)`/,
    "fault_not_installed",
  ],
  [/^it was built for another machine: compile it on this one/, "fault_other_machine"],
  [
    /^`sh` has run it as a shell script: add `([^`]*)`, or what runs it, as its first line/,
    "fault_shell_script",
  ],
  [/^it must read lines and send a move for each `([^`]*)`, until `([^`]*)` comes/, "fault_must_read"],
  [/^if it is a bot of the original game, name it `([^`]*)`/, "fault_maybe_original"],
  [/^it looks like a bot of the original (\w+), but the game is (\w+)/, "fault_other_game"],

  // A bot of an original game.
  [/^(\S[^`]*?) needs the Python module (`[^`]*`), which (.+?) does not have/, "fault_needs_module"],
  [/^(\S[^`]*?) needs the Python modules (`[^`]*`(?:, `[^`]*`)+), which (.+?) does not have/, "fault_needs_modules"],
  [/^check the spelling, then run `([^`]*)`/, "fault_spelling"],
  [/^run `([^`]*)`/, "fault_run"],
  [/^and start gridiron in the same terminal/, "fault_same_terminal"],
  [/^or put your own file into the bot's folder/, "fault_own_file"],
  [
    /^(\S[^`]*?) needs the module `([^`]*)`, but only these are provided: (.+?); put the file into the bot's folder/,
    "fault_only_provided",
  ],
  [/^(\S[^`]*?) is written for Python 2 \(line (\d+): (.*?)\); convert it: run `([^`]*)`/, "fault_python_2"],
  [/^(\S[^`]*?) has no class `([^`]*)`/, "fault_no_class"],
  [/^(\S[^`]*?) has no function `([^`]*)`/, "fault_no_function"],
  [/^(\S[^`]*?) has no class derived from (\w+) `([^`]*)`/, "fault_no_derived"],
  [
    /^(\S[^`]*?) must have exactly one class derived from (\w+), or name one as in `([^`]*)`: it has none$/,
    "fault_none_derived",
  ],
  [
    /^(\S[^`]*?) must have exactly one class derived from (\w+), or name one as in `([^`]*)`: it has (\w+(?:, \w+)*)/,
    "fault_one_derived",
  ],
  [/^`([^`]*)` has no get_move/, "fault_no_get_move"],
  [/^(\w+\([^]*?\)) cannot be made: ([^]*?)(?=; (?:an agent is made|arguments are given) as )/, "fault_cannot_make"],
  [/^an agent is made as (\w+\([^)]*\))/, "fault_made_as"],
  [/^arguments are given as in `([^`]*)`/, "fault_arguments"],
  [/^the bot called exit\(([^]*)\)$/, "fault_called_exit"],
  // What Python itself says stays, and its place is translated.
  [/^([A-Z]\w*(?:: [^]*?)?) \(([^()\s][^()]*), line (\d+)\)$/, "fault_python_error"],
];
