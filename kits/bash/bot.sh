# A bot for Virus, Conga and Plantation. It plays random legal moves. It starts no other program.
declare -A rules

# Your ideas go here: which move is best?
choose() {
  if [[ $line == *" moves "* ]]; then
    local moves=(${line##* moves })
    move=${moves[RANDOM % ${#moves[@]}]}
  else # Plantation lists no moves
    grow
  fi
}

# Grow one of our tiles; without tiles, scout.
grow() {
  local ours=() cols=${rules[cols]} at
  for at in "${!board[@]}"; do
    if ((board[at] > 0)); then ours+=("$at"); fi
  done
  move="scout 0 0"
  if ((${#ours[@]} > 0)); then
    at=${ours[RANDOM % ${#ours[@]}]}
    move="fertilise $((at / cols)) $((at % cols))"
  fi
}

while read -ra words; do
  line=${words[*]}
  case ${words[0]} in
    start) # a new game and its rules: start virus seat 0 size 10 …
      for ((i = 2; i < ${#words[@]}; i += 2)); do rules[${words[i]}]=${words[i + 1]}; done
      RANDOM=${rules[bot_seed]} ;; # the same seed gives the same game
    board) board=("${words[@]:1}") ;; # row by row: ours positive, theirs negative (hidden in Plantation)
    go) # send one move now: go 7 time 9000 last 4,7 moves 0,1 1,0 …
      choose
      echo "$move" ;;
    quit) break ;; # no more games
  esac
done
