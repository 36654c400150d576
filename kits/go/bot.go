// A bot for Virus, Conga and Plantation. It plays random legal moves.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strings"
)

// Your ideas go here: which move is best?
func choose(board, moves []string, cols int, chance *rand.Rand) string {
	if len(moves) > 0 {
		return moves[chance.Intn(len(moves))]
	}
	for tries := 0; tries < 1000; tries++ { // Plantation lists no moves: grow one of our tiles
		if at := chance.Intn(len(board)); board[at] != "0" {
			return fmt.Sprint("fertilise ", at/cols, at%cols)
		}
	}
	return "scout 0 0" // no tiles left: scout
}

// The number after a name in a line.
func number(line, name string) (n int) {
	_, rest, _ := strings.Cut(line, name)
	fmt.Sscan(rest, &n)
	return n
}

func main() {
	cols, board, chance := 0, []string{}, rand.New(rand.NewSource(0))
	for input := bufio.NewScanner(os.Stdin); input.Scan() && input.Text() != "quit"; {
		switch word, rest, _ := strings.Cut(input.Text(), " "); word {
		case "start": // a new game and its rules: start virus seat 0 size 10 …; the same seed gives the same game
			cols, chance = number(rest, " cols "), rand.New(rand.NewSource(int64(number(rest, " bot_seed "))))
		case "board": // row by row: ours positive, theirs negative (hidden in Plantation)
			board = strings.Fields(rest)
		case "go": // send one move now: go 7 time 9000 last 4,7 moves 0,1 1,0 …
			_, moves, _ := strings.Cut(rest, " moves ")
			fmt.Println(choose(board, strings.Fields(moves), cols, chance))
		}
	}
}
