-- A bot for Virus, Conga and Plantation. It plays random legal moves.

-- Plantation lists no moves: try random squares until one is ours or next to ours.
local function grow(board, rows, cols, left)
  local function ours(row, col) -- Lua counts from 1, the games from 0
    return row >= 0 and row < rows and col >= 0 and col < cols and board[row * cols + col + 1] > 0
  end
  local row, col
  for _ = 1, 20 do
    row, col = math.random(rows) - 1, math.random(cols) - 1
    if ours(row, col) then return "fertilise " .. row .. " " .. col end
    if ours(row - 1, col) or ours(row + 1, col) or ours(row, col - 1) or ours(row, col + 1) then
      return "plant " .. row .. " " .. col
    end
  end
  return (left >= 2 and "spray " or "scout ") .. row .. " " .. col -- a spray costs two moves
end

-- Your ideas go here: which move is best?
local function choose(game, rules, board, moves, left)
  if game == "plantation" then return grow(board, rules.rows, rules.cols, left) end
  return moves[math.random(#moves)]
end

local game, rules, board
for line in io.lines() do
  if line:find("^start ") then -- a new game and its rules: start virus seat 0 size 10 …
    game, rules = line:match("^start (%S+)"), {}
    for name, value in line:gmatch("(%S+) (%d+)") do rules[name] = tonumber(value) end
    math.randomseed(rules.bot_seed) -- the same seed gives the same game
  elseif line:find("^board ") then -- row by row: ours positive, theirs negative (hidden in Plantation)
    board = {}
    for number in line:gmatch("%-?%d+") do table.insert(board, tonumber(number)) end
  elseif line:find("^go ") then -- send one move now: go 7 time 9000 last 4,7 moves 0,1 1,0 …
    local moves, left = {}, tonumber(line:match(" left (%d+)")) -- moves left in this turn (Plantation)
    for move in (line:match(" moves (.*)") or ""):gmatch("%S+") do table.insert(moves, move) end
    print(choose(game, rules, board, moves, left))
    io.flush() -- flush: a move left in the buffer never arrives
  elseif line == "quit" then break end -- no more games
end
