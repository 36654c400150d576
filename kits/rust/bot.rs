//! A bot that plays Virus, Conga and Plantation: any move that makes sense.

/// Your ideas go here: which answer is best?
fn choose(start: &str, board: &[i32], go: &str, state: &mut usize) -> String {
    let Some((_, moves)) = go.split_once(" moves ") else { return grow(start, board, go, state) };
    let moves: Vec<&str> = moves.split(' ').collect();
    moves[random(state, moves.len())].to_string()
}

/// Plantation lists no moves: take squares at random until one is ours or beside ours.
fn grow(start: &str, board: &[i32], go: &str, state: &mut usize) -> String {
    let (rows, cols) = (number(start, "rows"), number(start, "cols"));
    // Rows and columns count from 1 in here, so that none is below 0.
    let ours = |r, c| (1..=rows).contains(&r) && (1..=cols).contains(&c) && board[(r - 1) * cols + c - 1] > 0;
    for _ in 0..20 {
        let (row, col) = (random(state, rows), random(state, cols));
        let (r, c) = (row + 1, col + 1);
        if ours(r, c) {
            return format!("fertilise {row} {col}");
        } else if ours(r - 1, c) || ours(r + 1, c) || ours(r, c - 1) || ours(r, c + 1) {
            return format!("plant {row} {col}");
        }
    }
    let command = if number(go, "left") >= 2 { "spray" } else { "scout" }; // a spray costs two moves
    format!("{command} {} {}", random(state, rows), random(state, cols))
}

/// A number from 0 to below the limit, drawn from the state that came as `bot_seed`.
fn random(state: &mut usize, limit: usize) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) % limit
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
            // A new game and its rules: start virus seat 0 size 10 …
            Some("start") => (state, start) = (number(&line, "bot_seed"), line),
            // Row by row: ours above 0, theirs below (Plantation hides theirs).
            Some("board") => board = line.split(' ').filter_map(|word| word.parse().ok()).collect(),
            // Answer now, with one line: go 7 time 9000 last 4,7 moves 0,1 1,0 …
            Some("go") => println!("{}", choose(&start, &board, &line, &mut state)),
            Some("quit") => break,
            _ => {}
        }
    }
}
