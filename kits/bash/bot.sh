# A bot that plays Virus, Conga and Plantation: any move that makes sense. It runs nothing but bash.
declare -A rules

# Your ideas go here: which answer is best?
choose() {
  if [[ $game == plantation ]]; then grow; else answer=${moves[RANDOM % ${#moves[@]}]}; fi
}

# Plantation lists no moves: take squares at random until one is ours or beside ours.
grow() {
  local rows=${rules[rows]} cols=${rules[cols]} row col tries
  for ((tries = 0; tries < 20; tries++)); do
    ((row = RANDOM % rows, col = RANDOM % cols))
    answer="fertilise $row $col"
    if ours row col; then return; fi
    answer="plant $row $col"
    if ours row-1 col || ours row+1 col || ours row col-1 || ours row col+1; then return; fi
  done
  answer="scout $row $col"
  if ((left >= 2)); then answer="spray $row $col"; fi # it costs two moves
}

ours() { # row and column
  (($1 >= 0 && $1 < rows && $2 >= 0 && $2 < cols && board[($1) * cols + $2] > 0))
}

while read -ra words; do
  line=${words[*]}
  case ${words[0]} in
    start) # a new game and its rules: start virus seat 0 size 10 …
      game=${words[1]}
      for ((i = 2; i < ${#words[@]}; i += 2)); do rules[${words[i]}]=${words[i + 1]}; done
      RANDOM=${rules[bot_seed]} ;; # the same seed, the same game
    board) board=("${words[@]:1}") ;; # row by row: ours above 0, theirs below (Plantation hides theirs)
    go) # answer now, with one line: go 7 time 9000 last 4,7 moves 0,1 1,0 …
      if [[ $line == *" moves "* ]]; then moves=(${line##* moves }); fi
      if [[ $line =~ " left "([0-9]+) ]]; then left=${BASH_REMATCH[1]}; fi # moves of a turn in Plantation
      choose
      echo "$answer" ;;
    quit) break ;; # no more games
  esac
done
