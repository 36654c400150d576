<?php
// A Plantation bot that takes its calls as JSON lines, with warnings and words
// on its standard output, and writes down every call.
$sign = $name = null;
$games = 0;
while ($line = fgets(STDIN)) {
    $call = json_decode($line, true);
    file_put_contents('calls.jsonl', $line, FILE_APPEND);
    $answer = '';
    switch ($call['function']) {
        case 'init':
            $name = $call['name'];
            break;
        case 'start_game':
            $sign = $call['sign'];
            echo "a game begins\n", $nobody_has_set_this, "\n";
            break;
        case 'get_move':
            $own = [];
            foreach ($call['board'] as $row => $tiles) {
                foreach ($tiles as $col => $tile) {
                    if ($tile * $sign > 0) $own[] = [$row, $col];
                }
            }
            $turn = $call['turn'];
            if (!$own) $answer = ['scout', [5, 5, 5, 5]];
            elseif ($turn % 10 == 3) $answer = ['spray', [(5 * $turn) % 11, (7 * $turn) % 11]];
            elseif ($turn % 10 == 6) $answer = 'nothing';
            elseif ($turn % 10 == 7) $answer = ['plant', ["1", 2]];
            elseif ($turn % 2) $answer = ['fertilise', $own[$turn % count($own)]];
            else $answer = ['plant', [$own[0][0], $own[0][1] + $sign]];
            break;
        case 'handle_move_result':
            break;
        case 'end_game':
            $games++;
            file_put_contents("$name.json", json_encode($games));
            break;
    }
    fputs(STDOUT, json_encode($answer) . "\n");
}
