# A bot that plays Virus, Conga and Plantation: any move that makes sense. It runs nothing but bash.
declare -A rules

# Your ideas go here: which answer is best?
choose() {
  if [[ $line == *" moves "* ]]; then
    local moves=(${line##* moves })
    answer=${moves[RANDOM % ${#moves[@]}]}
  else # Plantation lists no moves: grow
    grow
  fi
}

# Any tile of ours can grow; without one, look around.
grow() {
  local ours=() cols=${rules[cols]} at
  for at in "${!board[@]}"; do
    if ((board[at] > 0)); then ours+=("$at"); fi
  done
  answer="scout 0 0"
  if ((${#ours[@]} > 0)); then
    at=${ours[RANDOM % ${#ours[@]}]}
    answer="fertilise $((at / cols)) $((at % cols))"
  fi
}

while read -ra words; do
  line=${words[*]}
  case ${words[0]} in
    start) # a new game and its rules: start virus seat 0 size 10 …
      for ((i = 2; i < ${#words[@]}; i += 2)); do rules[${words[i]}]=${words[i + 1]}; done
      RANDOM=${rules[bot_seed]} ;; # the same seed, the same game
    board) board=("${words[@]:1}") ;; # row by row: ours above 0, theirs below (Plantation hides theirs)
    go) # answer now, with one line: go 7 time 9000 last 4,7 moves 0,1 1,0 …
      choose
      echo "$answer" ;;
    quit) break ;; # no more games
  esac
done
