/* Attacks on the clock: more of the processor than is the bot's, or at a time
 * that is not. Also bots that only the referee could stumble over. */
#include "attack.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

/* Off the core that both bots share. */
static void affinity(char **args)
{
    cpu_set_t before, all;
    sched_getaffinity(0, sizeof before, &before);
    memset(&all, 0xff, sizeof all);
    judge("sched_setaffinity", sched_setaffinity(0, sizeof all, &all));
    sched_setaffinity(0, sizeof before, &before);
}

static void scheduler(char **args)
{
    judge("sched_setscheduler", sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){1}));
    sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0});
}

static void nice_self(char **args)
{
    judge("setpriority", setpriority(PRIO_PROCESS, 0, -1));
    setpriority(PRIO_PROCESS, 0, 0);
}

/* In units of 10 ms, in which even on a busy machine everybody has a turn. */
static long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 100 + time.tv_nsec / 10000000;
}

/* In how many of these the thinker has run. */
static atomic_long thought;
static atomic_bool enough;

static void *think(void *argument)
{
    for (long last = now(); !enough;)
        if (now() != last)
            last = now(), thought++;
    return argument;
}

static pthread_t thinker;
static long before;

/* The CPU time of this process, in nanoseconds, which is what is charged. */
static long used(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

static void what_was_thought(void)
{
    long time = thought, cost = used() - before;
    enough = true;
    pthread_join(thinker, NULL);
    /* The opponent took 150 ms. Some pass before it is asked and this one stopped. */
    if (time >= 6)
        worked("%ld ns of thought in the opponent's time", cost);
    else
        found_nothing("slept in most of the opponent's time");
}

/* A bot is stopped while its opponent thinks. A timer that sends SIGCONT, which
 * no other process is needed for, wakes it again. Several, because a stop throws
 * away the signal that is just on its way. */
static void wake_by_timer(char **args)
{
    for (long milliseconds = 5; milliseconds <= 80; milliseconds += 5) {
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
        struct itimerspec once = {.it_value = {0, milliseconds * 1000000}};
        timer_t timer;
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0) {
            stopped("timer_create");
            return;
        }
        timer_settime(timer, 0, &once, NULL);
    }
    before = used();
    if (pthread_create(&thinker, NULL, think, NULL) == 0)
        at_next_go = what_was_thought;
}

static char answer[100];

/* The process goes on without its first thread, and looks like one that has ended. */
static void *play_on(void *argument)
{
    static char line[65536];
    puts(answer);
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        char *moves = strncmp(line, "go ", 3) == 0 ? strstr(line, " moves ") : NULL;
        if (!moves)
            continue;
        sscanf(moves, " moves %99s", answer);
        puts(answer);
        fflush(stdout);
    }
    exit(argument != NULL);
}

static void leader_exits(char **args)
{
    /* The moves of the first question are not known here: they are the same in every game. */
    snprintf(answer, sizeof answer, "%s", args[0]);
    pthread_t player;
    if (pthread_create(&player, NULL, play_on, NULL) == 0)
        pthread_exit(NULL);
}

/* No attack at all: whoever plays honestly must be able to. */
static void honest(char **args) { worked("nothing tried"); }

const struct attack TIME[] = {
    {"affinity", affinity},
    {"scheduler", scheduler},
    {"nice-self", nice_self},
    {"wake-by-timer", wake_by_timer},
    {"leader-exits", leader_exits},
    {"honest", honest},
    {NULL, NULL},
};
