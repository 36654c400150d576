/* Attacks that make more processes, or that look at or change other ones. */
#include "attack.h"

#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <dirent.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>

enum { FORKS = 50, THREADS = 2000 };

/* What a child does: nothing, and not for long. */
static void idle(void)
{
    alarm(10);
    pause();
    _exit(0);
}

static void forks(char **args)
{
    pid_t children[FORKS];
    int made = 0;
    while (made < FORKS && (children[made] = fork()) >= 0) {
        if (children[made] == 0)
            idle();
        made++;
    }
    if (made > 0)
        worked("%d processes", made);
    else
        stopped("fork");
    for (int child = 0; child < made; child++) {
        kill(children[child], SIGKILL);
        waitpid(children[child], NULL, 0);
    }
}

static void vfork_child(char **args)
{
    pid_t child = vfork();
    if (child == 0)
        _exit(0);
    judge("vfork", child);
}

/* Another thread that runs another program becomes the first thread of the
 * process, and nobody has told that one to end with its supervisor. */
static void *exec_nothing(void *unused)
{
    execve("/no/such/program", (char *[]){"x", NULL}, (char *[]){NULL});
    return (void *)(long)errno;
}

static void exec_in_thread(char **args)
{
    pthread_t thread;
    void *how;
    errno = pthread_create(&thread, NULL, exec_nothing, NULL);
    if (errno != 0 || pthread_join(thread, &how) != 0) {
        stopped("pthread_create");
        return;
    }
    errno = (long)how;
    if (errno == ENOENT)
        worked("only the program was missing");
    else
        stopped("execve");
}

/* A thread with descriptors of its own can hold as many as the whole program. */
static int wait_a_little(void *unused)
{
    usleep(10000);
    return 0;
}

static void thread_own_files(char **args)
{
    static char stack[65536] __attribute__((aligned(16)));
    judge("clone", clone(wait_a_little, stack + sizeof stack, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_FS, NULL));
    usleep(20000);
}

static void close_range_own(char **args)
{
    judge("close_range", syscall(SYS_close_range, 1000, 1001, 2));
}

/* A child made by clone(2) with these flags; it ends at once. */
static void clone_with(const char *step, unsigned long flags)
{
    long child = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    judge(step, child);
}

static void clone_process(char **args) { clone_with("clone", 0); }
/* It loses its parent at once, and with it whoever looks at parents. */
static void clone_sibling(char **args) { clone_with("clone", CLONE_PARENT); }
static void clone_untraced(char **args) { clone_with("clone", CLONE_UNTRACED); }

/* Shares the memory as a thread does, and is none. */
static int end_at_once(void *argument) { return argument != NULL; }
static void clone_memory(char **args)
{
    static char stack[65536] __attribute__((aligned(16)));
    judge("clone", clone(end_at_once, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL));
}

/* The flags are in memory, where a filter of system calls cannot look. */
static void clone3_with(unsigned long flags)
{
    struct clone_args how = {.flags = flags, .exit_signal = SIGCHLD};
    long child = syscall(SYS_clone3, &how, sizeof how);
    if (child == 0)
        _exit(0);
    judge("clone3", child);
}

static void clone3_process(char **args) { clone3_with(0); }
static void clone3_userns(char **args) { clone3_with(CLONE_NEWUSER); }

/* A child of a child, in a session of its own; what it makes in the end is there
 * only if it has outlived the game. */
static void daemon_process(char **args)
{
    int tell[2];
    pid_t daemon = 0;
    if (pipe(tell) < 0) {
        stopped("pipe");
        return;
    }
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) {
            daemon = getpid();
            if (write(tell[1], &daemon, sizeof daemon) < 0)
                _exit(1);
            /* Whoever waits for the end of these waits for the daemon. */
            for (int fd = 0; fd < 10; fd++)
                close(fd);
            sleep(8);
            close(open(args[0], O_WRONLY | O_CREAT, 0600));
        }
        _exit(0);
    }
    close(tell[1]);
    if (child < 0)
        stopped("fork");
    else if (read(tell[0], &daemon, sizeof daemon) != sizeof daemon)
        found_nothing("no daemon");
    else
        worked("process %d", daemon);
    if (child > 0)
        waitpid(child, NULL, 0);
}

static int go_on[2];

static void *wait_to_go_on(void *argument)
{
    char byte;
    return read(go_on[0], &byte, 1) < 0 ? argument : NULL;
}

static void threads(char **args)
{
    static pthread_t made[THREADS];
    pthread_attr_t tiny;
    pthread_attr_init(&tiny);
    pthread_attr_setstacksize(&tiny, 32 * 1024);
    int count = 0, problem = pipe(go_on) < 0 ? errno : 0;
    while (!problem && count < THREADS)
        if (!(problem = pthread_create(&made[count], &tiny, wait_to_go_on, NULL)))
            count++;
    errno = problem;
    if (count == THREADS)
        worked("%d threads", count);
    else
        stopped("pthread_create");
    close(go_on[1]);
    for (int thread = 0; thread < count; thread++)
        pthread_join(made[thread], NULL);
}

static void ptrace_other(char **args)
{
    /* Undone by the kernel when this process ends; nobody is stopped. */
    judge("ptrace", ptrace(PTRACE_SEIZE, number(args[0]), 0, 0));
}

/* Where a process has its own program, from /proc, to read or write there. */
static void *some_address(int pid)
{
    char path[40], line[200] = "";
    void *address = NULL;
    snprintf(path, sizeof path, "/proc/%d/maps", pid);
    FILE *maps = fopen(path, "r");
    while (maps && fgets(line, sizeof line, maps) && !(strstr(line, " rw-p ") && sscanf(line, "%p", &address) == 1))
        continue;
    if (maps)
        fclose(maps);
    return address;
}

static void process_vm_read(char **args)
{
    char byte;
    int pid = number(args[0]);
    struct iovec here = {&byte, 1}, there = {some_address(pid), 1};
    judge("process_vm_readv", process_vm_readv(pid, &here, 1, &there, 1, 0));
}

static void process_vm_write(char **args)
{
    char byte;
    int pid = number(args[0]);
    struct iovec here = {&byte, 1}, there = {some_address(pid), 1};
    /* The byte that is there already. */
    if (process_vm_readv(pid, &here, 1, &there, 1, 0) < 0)
        stopped("process_vm_readv");
    else
        judge("process_vm_writev", process_vm_writev(pid, &here, 1, &there, 1, 0));
}

/* A file of /proc/PID, at most so much of it. */
static bool can_read(int pid, const char *name)
{
    char path[60], byte;
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    int file = open(path, O_RDONLY);
    bool done = file >= 0 && read(file, &byte, 1) > 0;
    if (file >= 0)
        close(file);
    return done;
}

static void proc_other(char **args)
{
    static const char *const names[] = {"cmdline", "environ", "maps", "status", "stat", "cwd/."};
    int pid = number(args[0]);
    for (size_t name = 0; name < sizeof names / sizeof *names; name++)
        if (can_read(pid, names[name])) {
            worked("%s", names[name]);
            return;
        }
    stopped("open");
}

static void proc_memory(char **args)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/mem", number(args[0]));
    judge("open", open(path, O_RDWR));
}

/* What another process reads or writes: its moves, for example. */
static void proc_fd(char **args)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/fd/0", number(args[0]));
    judge("open", open(path, O_RDWR));
}

/* The supervisor has what others would like to have. */
static void parent_fds(char **args)
{
    char path[300];
    snprintf(path, sizeof path, "/proc/%d/fd", getppid());
    DIR *folder = opendir(path);
    if (!folder)
        stopped("opendir");
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "/proc/%d/fd/%.20s", getppid(), entry->d_name);
        if (entry->d_name[0] != '.' && open(path, O_RDWR | O_NONBLOCK) >= 0)
            worked("%s", path);
    }
    errno = ENOENT;
    stopped("open");
}

/* The opponent by its command line. Its name comes in two halves, so that the
 * words of this process do not hold it. */
static void find_opponent(char **args)
{
    char wanted[300], path[300], text[4096];
    snprintf(wanted, sizeof wanted, "%s%s", args[0], args[1]);
    DIR *folder = opendir("/proc");
    if (!folder) {
        stopped("opendir");
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder));) {
        snprintf(path, sizeof path, "/proc/%.20s/cmdline", entry->d_name);
        int file = entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? open(path, O_RDONLY) : -1;
        ssize_t length = file < 0 ? 0 : read(file, text, sizeof text);
        if (length > 0 && memmem(text, (size_t)length, wanted, strlen(wanted))) {
            worked("process %s", entry->d_name);
            return;
        }
        if (file >= 0)
            close(file);
    }
    found_nothing("no such process");
}

static void prlimit_other(char **args)
{
    judge("prlimit", prlimit(number(args[0]), RLIMIT_NOFILE, &(struct rlimit){10, 10}, NULL));
}

static void renice_other(char **args) { judge("setpriority", setpriority(PRIO_PROCESS, (id_t)number(args[0]), 5)); }

static void renice_group(char **args) { judge("setpriority", setpriority(PRIO_PGRP, (id_t)number(args[0]), 5)); }

static void ioprio_other(char **args)
{
    judge("ioprio_set", syscall(SYS_ioprio_set, 1 /* a process */, number(args[0]), 3 << 13 /* idle */));
}

/* The younger twin of sched_setscheduler(2). */
static void sched_setattr_other(char **args)
{
    struct {
        unsigned size, policy;
        unsigned long flags;
        int nice;
        unsigned priority;
        unsigned long deadline[3];
    } how = {.size = 48, .policy = SCHED_IDLE};
    judge("sched_setattr", syscall(SYS_sched_setattr, number(args[0]), &how, 0));
}

/* To a core on which others are. */
static void affinity_other(char **args)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    judge("sched_setaffinity", sched_setaffinity(number(args[0]), sizeof one, &one));
}

static void scheduler_other(char **args)
{
    judge("sched_setscheduler", sched_setscheduler(number(args[0]), SCHED_IDLE, &(struct sched_param){0}));
}

/* What others have open. */
static void pidfd_getfd(char **args)
{
    long process = syscall(SYS_pidfd_open, number(args[0]), 0);
    if (process < 0)
        stopped("pidfd_open");
    else
        judge("pidfd_getfd", syscall(SYS_pidfd_getfd, process, 0, 0));
}

static void oom_other(char **args)
{
    char path[60];
    snprintf(path, sizeof path, "/proc/%d/oom_score_adj", number(args[0]));
    int file = open(path, O_WRONLY);
    judge("write", file < 0 ? -1 : write(file, "900", 3));
}

const struct attack PROCESSES[] = {
    {"forks", forks},
    {"vfork", vfork_child},
    {"exec-in-thread", exec_in_thread},
    {"thread-own-files", thread_own_files},
    {"close-range-own", close_range_own},
    {"clone-process", clone_process},
    {"clone-sibling", clone_sibling},
    {"clone-untraced", clone_untraced},
    {"clone-memory", clone_memory},
    {"clone3-process", clone3_process},
    {"clone3-userns", clone3_userns},
    {"daemon", daemon_process},
    {"threads", threads},
    {"ptrace", ptrace_other},
    {"process-vm-read", process_vm_read},
    {"process-vm-write", process_vm_write},
    {"proc-other", proc_other},
    {"proc-memory", proc_memory},
    {"find-opponent", find_opponent},
    {"prlimit-other", prlimit_other},
    {"renice-other", renice_other},
    {"affinity-other", affinity_other},
    {"scheduler-other", scheduler_other},
    {"sched-setattr-other", sched_setattr_other},
    {"renice-group", renice_group},
    {"ioprio-other", ioprio_other},
    {"proc-fd", proc_fd},
    {"parent-fds", parent_fds},
    {"pidfd-getfd", pidfd_getfd},
    {"oom-other", oom_other},
    {NULL, NULL},
};
