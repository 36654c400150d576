/* The opponent of a hostile bot, who must not notice anything: it plays the
 * last of the moves. As `slow-…` it takes a while for each, in which somebody
 * else might want to think. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words)
{
    static char line[65536];
    int slow = count > 0 && strstr(words[0], "slow-") != NULL;
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "go ", 3) != 0)
            continue;
        if (slow)
            usleep(150 * 1000);
        line[strcspn(line, "\n")] = '\0';
        puts(strrchr(line, ' ') + 1);
        fflush(stdout);
    }
    return 0;
}
