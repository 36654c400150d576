/* A bot for Virus, Conga and Plantation. It plays random legal moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[65536], *moves[4096];     /* legal moves; Plantation lists none */
static int count, board[4096], size, cols; /* the board row by row: ours positive, theirs negative */

/* Your ideas go here: which move is best? */
static void choose(void) {
    if (count > 0) {
        puts(moves[rand() % count]);
        return;
    }
    /* Plantation: grow one of our tiles; without tiles, scout. */
    int ours[4096], found = 0;
    for (int at = 0; at < size; at++) if (board[at] > 0) ours[found++] = at;
    int at = found ? ours[rand() % found] : 0;
    printf("%s %d %d\n", found ? "fertilise" : "scout", at / cols, at % cols);
}

static long long number_after(const char *name) {
    const char *at = strstr(line, name);
    return at ? atoll(at + strlen(name)) : 0;
}

int main(void) {
    while (fgets(line, sizeof line, stdin) && strcmp(line, "quit\n") != 0) {
        if (strncmp(line, "start ", 6) == 0) { /* a new game and its rules: start virus seat 0 size 10 ... */
            cols = number_after(" cols "), srand(number_after(" bot_seed ")); /* same seed, same game */
        } else if (strncmp(line, "board ", 6) == 0) {
            char *at = strtok(line + 6, " ");
            for (size = 0; at; at = strtok(NULL, " ")) board[size++] = atoi(at);
        } else if (strncmp(line, "go ", 3) == 0) { /* send one move now: go 7 time 9000 moves 0,1 1,0 ... */
            char *list = strstr(line, " moves "), *move = list ? strtok(list + 7, " \n") : NULL;
            for (count = 0; move; move = strtok(NULL, " \n")) moves[count++] = move;
            choose(), fflush(stdout); /* flush: a move left in the buffer never arrives */
        }
    }
}
