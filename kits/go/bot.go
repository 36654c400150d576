// A bot that plays Virus, Conga and Plantation: any move that makes sense.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strings"
)

var start, board, chance = "", []string{}, rand.New(rand.NewSource(0))

// Your ideas go here: which answer is best?
func choose(line string) string {
	if _, list, listed := strings.Cut(line, " moves "); listed {
		moves := strings.Fields(list)
		return moves[chance.Intn(len(moves))]
	}
	return grow(numberAfter(start, "rows"), numberAfter(start, "cols"), numberAfter(line, "left"))
}

// Plantation lists no moves: take squares at random until one is ours or beside ours.
func grow(rows, cols, left int) string {
	ours := func(r, c int) bool { return r >= 0 && r < rows && c >= 0 && c < cols && board[r*cols+c] != "0" }
	for tries := 0; tries < 20; tries++ {
		r, c := chance.Intn(rows), chance.Intn(cols)
		if ours(r, c) {
			return fmt.Sprint("fertilise ", r, c)
		} else if ours(r-1, c) || ours(r+1, c) || ours(r, c-1) || ours(r, c+1) {
			return fmt.Sprint("plant ", r, c)
		}
	}
	if left >= 2 { // a spray costs two moves
		return fmt.Sprint("spray ", chance.Intn(rows), chance.Intn(cols))
	}
	return fmt.Sprint("scout ", chance.Intn(rows), chance.Intn(cols))
}

func numberAfter(line, name string) (n int) {
	_, rest, _ := strings.Cut(line, " "+name+" ")
	fmt.Sscan(rest, &n)
	return n
}

func main() {
	for input := bufio.NewScanner(os.Stdin); input.Scan() && input.Text() != "quit"; {
		switch line := input.Text(); strings.SplitN(line, " ", 2)[0] {
		case "start": // a new game and its rules: start virus seat 0 size 10 …
			start, chance = line, rand.New(rand.NewSource(int64(numberAfter(line, "bot_seed"))))
		case "board": // row by row: ours above 0, theirs below (Plantation hides theirs)
			board = strings.Fields(line)[1:]
		case "go": // answer now, with one line: go 7 time 9000 last 4,7 moves 0,1 1,0 …
			fmt.Println(choose(line))
		}
	}
}
