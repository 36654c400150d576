/* A bot that plays Virus, Conga and Plantation: any move that makes sense. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[65536], game[32], *moves[4096];
static int count, board[4096], rows, cols, left; /* moves that are listed; left in a turn of Plantation */

static int ours(int r, int c) {
    return r >= 0 && r < rows && c >= 0 && c < cols && board[r * cols + c] > 0;
}

static const char *command(const char *name, int row, int col) {
    static char text[64];
    snprintf(text, sizeof text, "%s %d %d", name, row, col);
    return text;
}

/* Plantation lists no moves: take squares at random until one is ours or beside ours. */
static const char *grow(void) {
    for (int tries = 0; tries < 20; tries++) {
        int r = rand() % rows, c = rand() % cols;
        if (ours(r, c)) return command("fertilise", r, c);
        if (ours(r - 1, c) || ours(r + 1, c) || ours(r, c - 1) || ours(r, c + 1)) return command("plant", r, c);
    }
    return command(left >= 2 ? "spray" : "scout", rand() % rows, rand() % cols); /* a spray costs two moves */
}

/* Your ideas go here: which answer is best? */
static const char *choose(void) {
    if (strcmp(game, "plantation") == 0) return grow();
    return moves[rand() % count];
}

static long long number_after(const char *name) {
    const char *at = strstr(line, name);
    return at ? atoll(at + strlen(name)) : 0;
}

int main(void) {
    while (fgets(line, sizeof line, stdin) && strcmp(line, "quit\n") != 0) {
        if (sscanf(line, "start %31s", game) == 1) { /* a new game: start virus seat 0 size 10 ... */
            rows = number_after(" rows "), cols = number_after(" cols ");
            srand(number_after(" bot_seed ")); /* the same seed, the same game */
        } else if (strncmp(line, "board ", 6) == 0) { /* ours above 0, theirs below (Plantation hides theirs) */
            int square = 0;
            for (char *at = strtok(line + 6, " "); at; at = strtok(NULL, " ")) board[square++] = atoi(at);
        } else if (strncmp(line, "go ", 3) == 0) { /* answer now: go 7 time 9000 moves 0,1 1,0 ... */
            left = number_after(" left "), count = 0;
            char *list = strstr(line, " moves "), *move = list ? strtok(list + 7, " \n") : NULL;
            for (; move; move = strtok(NULL, " \n")) moves[count++] = move;
            puts(choose()), fflush(stdout); /* an answer that waits in a buffer never arrives */
        }
    }
}
