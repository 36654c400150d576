/* What the files of the hostile bot share. An attack tries one thing and says
 * what came of it, once, by one of the functions below. */
#ifndef ATTACK_H
#define ATTACK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MB (1024l * 1024)
#define GB (1024 * MB)

struct attack {
    const char *name;
    /* Gets the words after its name; there is always one more than it needs. */
    void (*run)(char **args);
};

/* Tables that end with a name of NULL. */
extern const struct attack FILES[], NETWORK[], PROCESSES[], SIGNALS[], MEMORY[], DISK[], KERNEL[], TIME[],
    CHANNELS[];

void worked(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* With what stands in errno. */
void stopped(const char *step);
/* The kernel has no such thing, sandbox or not. */
void kernel_refuses(const char *step);
/* Without a system call that failed. */
void found_nothing(const char *what);
/* Worked unless the result of a system call is negative. */
void judge(const char *step, long result);

/* Called instead of an attack when the second `go` comes. */
extern void (*at_next_go)(void);

/* A number given as a word: a process or a port, never 0, 1 or negative, which
 * would mean many processes. */
int number(const char *word);

#endif
