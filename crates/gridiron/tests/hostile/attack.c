/* A hostile bot: ./attack NAME [ARG...]. It plays the first of the moves, but
 * when it is first asked it carries out the attack NAME, and says on standard
 * error what came of it:
 *
 *   attack NAME: begins
 *   attack NAME: worked: DETAIL    or `stopped: DETAIL` or `kernel: DETAIL`
 *
 * The line before tells an attacker that was killed from a bot that never
 * started. All attacks are bounded: without a sandbox they do no harm. */
#include "attack.h"

#include <stdarg.h>

static const char *name;
static bool reported;
void (*at_next_go)(void);

static void report(const char *verdict, const char *detail)
{
    /* One verdict for each attack; the first step that fails says why. */
    if (!reported)
        fprintf(stderr, "attack %s: %s: %s\n", name, verdict, detail);
    reported = true;
    fflush(stderr);
}

void worked(const char *format, ...)
{
    char detail[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    for (char *c = detail; *c; c++) /* one line, whatever was read */
        if (*c < ' ' || *c > '~')
            *c = '.';
    report("worked", detail);
}

static void failed(const char *verdict, const char *step)
{
    char detail[300];
    const char *error = strerrorname_np(errno);
    snprintf(detail, sizeof detail, "%s: %s", step, error ? error : "an unknown error");
    report(verdict, detail);
}

void stopped(const char *step) { failed("stopped", step); }
void kernel_refuses(const char *step) { failed("kernel", step); }
void found_nothing(const char *what) { report("stopped", what); }

void judge(const char *step, long result)
{
    if (result < 0)
        stopped(step);
    else
        worked("%s: %ld", step, result);
}

int number(const char *word)
{
    int value = atoi(word);
    if (value > 1)
        return value;
    fprintf(stderr, "attack %s: `%s` is no number above 1\n", name, word);
    exit(2);
}

static const struct attack *find(void)
{
    const struct attack *tables[] = {FILES, NETWORK, PROCESSES, SIGNALS, MEMORY, DISK, KERNEL, TIME, CHANNELS};
    for (size_t table = 0; table < sizeof tables / sizeof *tables; table++)
        for (const struct attack *attack = tables[table]; attack->name; attack++)
            if (strcmp(attack->name, name) == 0)
                return attack;
    fprintf(stderr, "attack %s: no such attack\n", name);
    exit(2);
}

int main(int count, char **words)
{
    name = count > 1 ? words[1] : "";
    const struct attack *attack = find();
    char *line = NULL;
    size_t room = 0;
    bool begun = false;
    while (getline(&line, &room, stdin) > 0) {
        char *moves = strstr(line, " moves ");
        if (strncmp(line, "go ", 3) != 0 || !moves)
            continue;
        if (!begun) {
            begun = true;
            fprintf(stderr, "attack %s: begins\n", name);
            fflush(stderr);
            /* A mark before a path, so that nobody takes it for a file of the bot's. */
            for (int word = 2; word < count; word++)
                words[word] += words[word][0] == '@';
            attack->run(words + 2);
        } else if (at_next_go) {
            at_next_go();
            at_next_go = NULL;
        }
        moves += strlen(" moves ");
        moves[strcspn(moves, " \n")] = '\0';
        puts(moves);
        fflush(stdout);
    }
    return 0;
}
