<?php // A bot for Virus, Conga and Plantation. It plays random legal moves.

// Your ideas go here: which move is best?
function choose($game, $rules, $board, $moves, $left) {
    if ($game === 'plantation') return grow($board, $rules['rows'], $rules['cols'], $left);
    return $moves[mt_rand(0, count($moves) - 1)];
}

// Plantation lists no moves: try random squares until one is ours or next to ours.
function grow($board, $rows, $cols, $left) {
    $ours = fn($r, $c) => $r >= 0 && $r < $rows && $c >= 0 && $c < $cols && $board[$r * $cols + $c] > 0;
    for ($tries = 0; $tries < 20; $tries++) {
        [$row, $col] = [mt_rand(0, $rows - 1), mt_rand(0, $cols - 1)];
        if ($ours($row, $col)) return "fertilise $row $col";
        if ($ours($row - 1, $col) || $ours($row + 1, $col) || $ours($row, $col - 1) || $ours($row, $col + 1))
            return "plant $row $col";
    }
    return $left >= 2 ? "spray $row $col" : "scout $row $col"; // a spray costs two moves
}

while (($line = fgets(STDIN)) !== false) {
    $words = explode(' ', trim($line));
    if ($words[0] === 'start') { // a new game and its rules: start virus seat 0 size 10 …
        $game = $words[1];
        foreach (array_chunk(array_slice($words, 2), 2) as [$name, $value]) $rules[$name] = $value;
        mt_srand((int) $rules['bot_seed']); // the same seed gives the same game
    } elseif ($words[0] === 'board') { // row by row: ours positive, theirs negative (hidden in Plantation)
        $board = array_map('intval', array_slice($words, 1));
    } elseif ($words[0] === 'go') { // send one move now: go 7 time 9000 last 4,7 moves 0,1 1,0 …
        $moves = in_array('moves', $words) ? array_slice($words, array_search('moves', $words) + 1) : [];
        $left = in_array('left', $words) ? $words[array_search('left', $words) + 1] : 1; // moves left in this turn
        echo choose($game, $rules, $board, $moves, $left), "\n";
    } elseif ($words[0] === 'quit') break; // no more games
}
