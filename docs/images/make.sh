#!/bin/sh
# Makes the pictures again, from real games of built-in players.
# Usage: docs/images/make.sh [GRIDIRON]   (default: target/release/gridiron)
# Needs chromium, python3 and what `cargo xtask needs` installs. It takes about two minutes.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
gridiron=$(realpath "${1:-$folder/../../target/release/gridiron}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

shot() { # OUTPUT ADDRESS WIDTH HEIGHT
  chromium --headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --hide-scrollbars --virtual-time-budget=3000 \
    --user-data-dir="$work/profile" --window-size="$3,$4" --screenshot="$1" "$2" 2>/dev/null
}

# Pages of a tournament. The name of the folder is that of the arena.
mkdir "Robotics club"
cat > "Robotics club/cup.toml" <<'TOML'
title = "Autumn Cup"
game = "virus"
pairs = 6
seed = 2026
clock = "20+0"
TOML
for bot in champion:level=5 greedy champion:level=3 mcts:nodes=200 first random; do
  printf '\n[[players]]\nbot = "%s"\nname = "%s"\n' "$bot" "$(echo "$bot" | sed 's/:level=/ /; s/:.*//')" \
    >> "Robotics club/cup.toml"
done
"$gridiron" tournament "Robotics club/cup.toml"
node "$folder/pages.mjs" "$gridiron" "$work/Robotics club" "$folder"

# The end of a game, and a match, in a terminal.
play="play virus champion:level=6 greedy --seed 1"
match="match virus champion:level=6 greedy --games 100 --seed 1"
{
  printf '$ gridiron %s\n…\n' "$play"
  CLICOLOR_FORCE=1 "$gridiron" $play | tail -n 15
  printf '\n$ gridiron %s\n' "$match"
  CLICOLOR_FORCE=1 "$gridiron" $match 2> /dev/null
} > terminal.txt
python3 - > terminal.html <<'PYTHON'
import html, re
COLOURS = {"91": "#ff9d86", "92": "#84d6a0", "94": "#a9ccff", "31": "#ff9d86", "32": "#84d6a0", "33": "#c9b458", "34": "#a9ccff",
           "38;5;68": "#5f87d7", "38;5;166": "#d75f00"}
page = ""
for text, codes in re.findall("([^\x1b]*)(?:\x1b\\[([0-9;]*)m)?", open("terminal.txt").read()):
    page += html.escape(text)
    for code in re.findall(r"38;5;\d+|\d+|^$", codes):
        if code in ("", "0"):
            page += "</span>" * (page.count("<span") - page.count("</span>"))
        elif code == "1":
            page += '<span style="font-weight:bold">'
        elif code == "2":
            page += '<span style="opacity:0.6">'
        elif code in COLOURS:
            page += f'<span style="color:{COLOURS[code]}">'
print('<meta charset="utf-8"><body style="margin:0;background:#14171a"><pre style="margin:0;padding:24px;'
      f'color:#e8e6e1;font:15px/1.35 DejaVu Sans Mono,monospace">{page}</pre>')
PYTHON
shot "$folder/terminal.png" "file://$work/terminal.html" 860 $((48 + $(wc -l < terminal.txt) * 20 + 10))
ls -l "$folder"/*.png
