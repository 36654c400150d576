/* One line each way between two processes, and nothing else: what talking to a
 * program costs at the least. Prints the microseconds of CPU time a round
 * takes, both processes counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* About what a question and an answer in Virus are long. */
enum { QUESTION = 400, ANSWER = 4 };

static double cpu_time(int who) {
    struct rusage usage;
    getrusage(who, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
           1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void answer_all(int in, int out) {
    char line[QUESTION];
    while (read(in, line, sizeof line) > 0)
        if (write(out, "0,1\n", ANSWER) != ANSWER) break;
    _exit(0);
}

int main(int count, char **arguments) {
    long rounds = count > 1 ? atol(arguments[1]) : 100000;
    int there[2], back[2];
    if (pipe(there) || pipe(back)) return 1;
    pid_t child = fork();
    if (child == 0) {
        close(there[1]);
        close(back[0]);
        answer_all(there[0], back[1]);
    }
    close(there[0]);
    close(back[1]);
    char line[QUESTION];
    memset(line, 'x', sizeof line);
    line[QUESTION - 1] = '\n';
    double begin = cpu_time(RUSAGE_SELF);
    for (long round = 0; round < rounds; round++)
        if (write(there[1], line, sizeof line) != sizeof line || read(back[0], line, ANSWER) != ANSWER) return 1;
    double own = cpu_time(RUSAGE_SELF) - begin;
    close(there[1]);
    waitpid(child, NULL, 0);
    printf("%.4f\n", (own + cpu_time(RUSAGE_CHILDREN)) / rounds * 1e6);
    return 0;
}
