// A bot for Virus, Conga and Plantation. It plays random legal moves.
let start, board, state; // the words of `start`, the numbers of `board`, the state of random()

// Your ideas go here: which move is best?
function choose(game, moves, left) {
  if (game === "plantation") return grow(numberAfter("rows", start), numberAfter("cols", start), left);
  return moves[random(moves.length)];
}

// Plantation lists no moves: try random squares until one is ours or next to ours.
function grow(rows, cols, left) {
  const ours = (r, c) => r >= 0 && r < rows && c >= 0 && c < cols && board[r * cols + c] > 0;
  for (let tries = 0; tries < 20; tries++) {
    const [row, col] = [random(rows), random(cols)];
    if (ours(row, col)) return `fertilise ${row} ${col}`;
    if (ours(row - 1, col) || ours(row + 1, col) || ours(row, col - 1) || ours(row, col + 1))
      return `plant ${row} ${col}`;
  }
  return `${left >= 2 ? "spray" : "scout"} ${random(rows)} ${random(cols)}`; // a spray costs two moves
}

// A number from 0 to limit - 1. Math.random has no seed, and games should repeat.
const random = (limit) => (state = (state * 48271) % 2147483647) % limit;
const numberAfter = (name, words) => Number(words[words.indexOf(name) + 1]);

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const words = line.split(" ");
  if (words[0] === "start") { // a new game and its rules: start virus seat 0 size 10 …
    start = words;
    state = 1 + (numberAfter("bot_seed", words) % 2147483646);
  } else if (words[0] === "board") { // row by row: ours positive, theirs negative (hidden in Plantation)
    board = words.slice(1).map(Number);
  } else if (words[0] === "go") { // send one move now: go 7 time 9000 last 4,7 moves 0,1 1,0 …
    const moves = words.includes("moves") ? words.slice(words.indexOf("moves") + 1) : [];
    const left = words.includes("left") ? numberAfter("left", words) : 1; // moves left in this turn
    console.log(choose(start[1], moves, left));
  } else if (words[0] === "quit") process.exit(); // no more games
});
