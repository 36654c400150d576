/* A Virus bot: plays as near to an edge as it can. Ties go to the square with
 * the most own neighbours, then to the first in the list of moves. It has no
 * clock and no randomness, so it always plays the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 11 };
static int size, board[MAX_SIZE * MAX_SIZE];

/* Reads a line of any length, without its newline; NULL at the end of the input. */
static char *read_line(void)
{
    static char *line;
    static size_t room;
    size_t length = 0;
    for (int c; (c = getchar()) != EOF; line[length++] = (char)c) {
        if (length + 1 >= room && !(line = realloc(line, room = 2 * room + 256)))
            exit(1);
        if (c == '\n') {
            line[length] = '\0';
            return line;
        }
    }
    return NULL;
}

static char *next_word(void) { return strtok(NULL, " "); }

static void skip_past(const char *name)
{
    for (char *word = next_word(); word && strcmp(word, name) != 0;)
        word = next_word();
}

static int min(int a, int b) { return a < b ? a : b; }

static int own_neighbours(int row, int col)
{
    int own = 0;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++)
            own += r >= 0 && r < size && c >= 0 && c < size && board[r * size + c] > 0;
    return own; /* the square itself is empty */
}

/* The best of the moves, which are the words that are left of the line. */
static const char *choose(void)
{
    const char *best = "pass";
    int best_value = -1000, row, col;
    for (char *move = next_word(); move; move = next_word()) {
        if (sscanf(move, "%d,%d", &row, &col) != 2)
            continue;
        int edge = min(min(row, size - 1 - row), min(col, size - 1 - col));
        int value = own_neighbours(row, col) - 10 * edge; /* at most 8 neighbours */
        if (value > best_value)
            best_value = value, best = move;
    }
    return best;
}

int main(void)
{
    for (char *line, *word; (line = read_line()) != NULL;) {
        if ((word = strtok(line, " ")) == NULL)
            continue;
        if (strcmp(word, "start") == 0) {
            skip_past("size");
            size = (word = next_word()) ? min(atoi(word), MAX_SIZE) : 0;
        } else if (strcmp(word, "board") == 0) {
            for (int i = 0; i < size * size && (word = next_word()); i++)
                board[i] = atoi(word);
        } else if (strcmp(word, "go") == 0) {
            skip_past("moves");
            puts(choose());
            fflush(stdout);
        }
    }
    return 0;
}
