/* Attacks by signals: there are many ways to send one. */
#include "attack.h"

#include <sys/prctl.h>

static void kill_pid(char **args) { judge("kill", kill(number(args[0]), SIGTERM)); }
static void kill_group(char **args) { judge("kill", kill(-number(args[0]), SIGTERM)); }
static void stop_pid(char **args) { judge("kill", kill(number(args[0]), SIGSTOP)); }
static void tkill(char **args) { judge("tkill", syscall(SYS_tkill, number(args[0]), SIGTERM)); }

static void tgkill_other(char **args)
{
    int pid = number(args[0]);
    judge("tgkill", syscall(SYS_tgkill, pid, pid, SIGTERM));
}

static void sigqueue_other(char **args)
{
    judge("sigqueue", sigqueue(number(args[0]), SIGTERM, (union sigval){.sival_int = 0}));
}

static void pidfd_signal(char **args)
{
    long process = syscall(SYS_pidfd_open, number(args[0]), 0);
    if (process < 0)
        stopped("pidfd_open");
    else
        judge("pidfd_send_signal", syscall(SYS_pidfd_send_signal, process, SIGTERM, NULL, 0));
}

/* Signal 0 only asks whether it could be sent. */
static void kill_parent(char **args)
{
    if (getppid() <= 0)
        found_nothing("no parent to be seen");
    else
        judge("kill", kill(getppid(), 0));
}

/* The kernel sends it when there is something to read; whoever owns the pipe gets it. */
static void sigio_by_write(int ends[2])
{
    if (fcntl(ends[0], F_SETSIG, SIGTERM) < 0)
        stopped("F_SETSIG");
    else if (fcntl(ends[0], F_SETFL, O_ASYNC) < 0)
        stopped("O_ASYNC");
    else
        judge("write", write(ends[1], "x", 1));
}

static void sigio_to(struct f_owner_ex owner)
{
    int ends[2];
    if (pipe(ends) < 0 || fcntl(ends[0], F_SETOWN_EX, &owner) < 0)
        stopped("F_SETOWN_EX");
    else
        sigio_by_write(ends);
}

static void sigio_ex(char **args) { sigio_to((struct f_owner_ex){F_OWNER_PID, number(args[0])}); }

static void sigio(char **args)
{
    int ends[2];
    if (pipe(ends) < 0 || fcntl(ends[0], F_SETOWN, number(args[0])) < 0)
        stopped("F_SETOWN");
    else
        sigio_by_write(ends);
}

static void make_session(char **args) { judge("setsid", setsid()); }
static void make_group(char **args) { judge("setpgid", setpgid(0, 0)); }
static void pdeathsig_clear(char **args) { judge("prctl", prctl(PR_SET_PDEATHSIG, 0)); }

/* Asked to end, it stays. Who looks for it finds it by its words. */
static void survive(char **args)
{
    for (int number = 1; number < 32; number++)
        signal(number, SIG_IGN);
    fprintf(stderr, "process %d\n", getpid());
    for (int left = 30; left > 0;)
        left = (int)sleep((unsigned)left);
    exit(0);
}

/* The signal that lets a stopped program go on cancels the one that stops it. */
static void continue_itself(char **args) { judge("kill", kill(getpid(), SIGCONT)); }

/* Signals that wait are counted by user, the opponent's among them. */
static void queue_for_itself(char **args)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    judge("sigqueue", sigqueue(getpid(), SIGRTMIN, (union sigval){0}));
}

const struct attack SIGNALS[] = {
    {"queue-for-itself", queue_for_itself},
    {"continue-itself", continue_itself},
    {"kill-pid", kill_pid},
    {"kill-group", kill_group},
    {"stop-pid", stop_pid},
    {"tkill", tkill},
    {"tgkill", tgkill_other},
    {"sigqueue", sigqueue_other},
    {"pidfd-signal", pidfd_signal},
    {"kill-parent", kill_parent},
    {"sigio", sigio},
    {"sigio-ex", sigio_ex},
    {"setsid", make_session},
    {"setpgid", make_group},
    {"pdeathsig-clear", pdeathsig_clear},
    {"survive", survive},
    {NULL, NULL},
};
