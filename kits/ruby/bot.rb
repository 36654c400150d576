# A bot for Virus, Conga and Plantation. It plays random legal moves.
$stdout.sync = true # flush: a move left in the buffer never arrives

# Your ideas go here: which move is best?
def choose(game, rules, board, moves, left)
  return grow(board, rules["rows"].to_i, rules["cols"].to_i, left) if game == "plantation"
  moves.sample
end

# Plantation lists no moves: try random squares until one is ours or next to ours.
def grow(board, rows, cols, left)
  ours = ->(r, c) { r >= 0 && r < rows && c >= 0 && c < cols && board[r * cols + c] > 0 }
  20.times do
    row, col = rand(rows), rand(cols)
    return "fertilise #{row} #{col}" if ours.(row, col)
    beside = [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]]
    return "plant #{row} #{col}" if beside.any? { |r, c| ours.(r, c) }
  end
  "#{left >= 2 ? "spray" : "scout"} #{rand(rows)} #{rand(cols)}" # a spray costs two moves
end

while line = gets
  words = line.split
  case words[0]
  when "start" # a new game and its rules: start virus seat 0 size 10 …
    game, rules = words[1], words.drop(2).each_slice(2).to_h
    srand(rules["bot_seed"].to_i) # the same seed gives the same game
  when "board" # row by row: ours positive, theirs negative (hidden in Plantation)
    board = words.drop(1).map(&:to_i)
  when "go" # send one move now: go 7 time 9000 last 4,7 moves 0,1 1,0 …
    moves = words.include?("moves") ? words.drop(words.index("moves") + 1) : []
    left = words.include?("left") ? words[words.index("left") + 1].to_i : 1 # moves left in this turn
    puts choose(game, rules, board, moves, left)
  when "quit" # no more games
    break
  end
end
