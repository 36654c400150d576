//! A bot for Virus, Conga and Plantation. It plays random legal moves.

/// Your ideas go here: which move is best? `draw` is a large random number.
fn choose(start: &str, board: &[i32], go: &str, draw: usize) -> String {
    if let Some((_, moves)) = go.split_once(" moves ") {
        let moves: Vec<&str> = moves.split(' ').collect();
        return moves[draw % moves.len()].to_string();
    }
    // Plantation lists no moves. Grow one of our tiles; without tiles, scout.
    let (cols, ours): (_, Vec<usize>) =
        (number(start, "cols"), (0..board.len()).filter(|at| board[*at] > 0).collect());
    match ours.get(draw % ours.len().max(1)) {
        Some(at) => format!("fertilise {} {}", at / cols, at % cols),
        None => "scout 0 0".to_string(),
    }
}

/// The number that follows a name in a line.
fn number(line: &str, name: &str) -> usize {
    let mut words = line.split(' ').skip_while(|word| *word != name).skip(1);
    words.next().and_then(|word| word.parse().ok()).unwrap_or(0)
}

fn main() {
    let (mut start, mut board, mut state) = (String::new(), Vec::new(), 0);
    for line in std::io::stdin().lines().map_while(Result::ok) {
        match line.split(' ').next() {
            // A new game and its rules: start virus seat 0 size 10 …; the same seed gives the same game.
            Some("start") => (state, start) = (number(&line, "bot_seed"), line),
            // Row by row: ours positive, theirs negative (hidden in Plantation).
            Some("board") => board = line.split(' ').filter_map(|word| word.parse().ok()).collect(),
            // Send one move now: go 7 time 9000 last 4,7 moves 0,1 1,0 …
            Some("go") => {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                println!("{}", choose(&start, &board, &line, state >> 33));
            }
            Some("quit") => break, // no more games
            _ => {}
        }
    }
}
