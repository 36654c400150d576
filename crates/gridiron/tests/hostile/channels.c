/* Attacks by which two bots could talk to each other: over files of the system that
 * both can read, and over what the kernel counts for both. Two descriptors, mappings or
 * threads of this bot stand for the two: the kernel makes no difference. */
#include "attack.h"

#include <dirent.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>

#define PAGE 4096

/* A file of the system that every bot can read: its own C library. */
static int open_shared_file(void)
{
    static const char *names[] = {"/etc/ld.so.cache", "/usr/lib/x86_64-linux-gnu/libc.so.6", "/usr/lib64/libc.so.6",
                                  "/usr/lib/aarch64-linux-gnu/libc.so.6", "/usr/lib/libc.so.6", "/lib/libc.so.6",
                                  "/bin/sh"};
    for (size_t name = 0; name < sizeof names / sizeof *names; name++) {
        int file = open(names[name], O_RDONLY);
        if (file >= 0)
            return file;
    }
    return -1;
}

/* Whether a part of a file is in memory is one bit that another has left there. */
static void page_cache_ask(char **args)
{
    char byte;
    struct iovec where = {&byte, 1};
    int file = open_shared_file();
    if (file < 0 || pread(file, &byte, 1, 0) < 0)
        stopped("read");
    else
        judge("preadv2", preadv2(file, &where, 1, 0, RWF_NOWAIT));
}

/* How often the kernel had to read a page from the disk for us. */
static long disk_reads(const char *path)
{
    struct rusage before, after;
    int file = open(path, O_RDONLY);
    volatile char *page = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (page == MAP_FAILED)
        return 0;
    getrusage(RUSAGE_SELF, &before);
    (void)*page;
    getrusage(RUSAGE_SELF, &after);
    munmap((void *)page, PAGE);
    return after.ru_majflt - before.ru_majflt;
}

/* The first byte of a file is read, the file put out of memory, and read again. */
static bool can_drop(const char *path)
{
    char byte;
    int file = open(path, O_RDONLY);
    if (file < 0)
        return false;
    bool was_there = pread(file, &byte, 1, 0) == 1 && disk_reads(path) == 0;
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    close(file);
    return was_there && disk_reads(path) > 0;
}

/* Pages that somebody has mapped stay, so that several files are tried. */
static void page_cache_drop(char **args)
{
    static const char *folders[] = {"/usr/share/common-licenses", "/usr/bin", "/usr/lib"};
    int budget = 60;
    for (size_t at = 0; at < sizeof folders / sizeof *folders; at++) {
        DIR *folder = opendir(folders[at]);
        for (struct dirent *entry; folder && budget > 0 && (entry = readdir(folder));) {
            char path[4200];
            struct stat found;
            snprintf(path, sizeof path, "%s/%.255s", folders[at], entry->d_name);
            if (lstat(path, &found) < 0 || !S_ISREG(found.st_mode) || found.st_size < PAGE)
                continue;
            budget--;
            if (can_drop(path)) {
                worked("put out of memory: %s", path);
                return;
            }
        }
        if (folder)
            closedir(folder);
    }
    errno = EOPNOTSUPP;
    kernel_refuses("posix_fadvise");
}

/* One holds a lock, the other asks for it. */
static void lock_system_file(char **args)
{
    int one = open_shared_file(), other = open_shared_file();
    if (one < 0 || other < 0 || flock(one, LOCK_EX | LOCK_NB) < 0)
        stopped("flock");
    else if (flock(other, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
        worked("the lock was noticed");
    else
        found_nothing("the lock was not noticed");
}

static void lock_part_of_system_file(char **args)
{
    int one = open_shared_file(), other = open_shared_file();
    struct flock lock = {.l_type = F_RDLCK, .l_len = 1};
    if (fcntl(one, F_OFD_SETLK, &lock) < 0) {
        stopped("F_OFD_SETLK");
        return;
    }
    lock.l_type = F_WRLCK;
    if (fcntl(other, F_OFD_GETLK, &lock) < 0)
        stopped("F_OFD_GETLK");
    else if (lock.l_type == F_RDLCK)
        worked("the lock was noticed");
    else
        found_nothing("the lock was not noticed");
}

static atomic_int waiter_result;

struct meeting {
    int *where;
    struct timespec timeout;
};

/* Waits at a page of a file, until somebody wakes those who wait there. */
static void *wait_there(void *argument)
{
    struct meeting *meeting = argument;
    long result = syscall(SYS_futex, meeting->where, FUTEX_WAIT, *meeting->where, &meeting->timeout, NULL, 0);
    waiter_result = result < 0 ? errno : -1;
    return NULL;
}

static int *map_shared_file(int flags)
{
    int file = open_shared_file();
    void *page = file < 0 ? MAP_FAILED : mmap(NULL, PAGE, PROT_READ, flags, file, 0);
    return page == MAP_FAILED ? NULL : page;
}

/* One waits at a page of a file, the other wakes it from its own mapping of that page. */
static void meet(int flags, void (*wake)(int *))
{
    pthread_t waiter;
    struct meeting meeting = {map_shared_file(flags), {1, 0}};
    int *others = map_shared_file(flags);
    if (!meeting.where || !others) {
        stopped("mmap");
        return;
    }
    waiter_result = 0;
    if (pthread_create(&waiter, NULL, wait_there, &meeting) != 0) {
        found_nothing("no thread");
        return;
    }
    /* Until it waits there. It has ended if the wait is refused. */
    for (int tries = 0; tries < 300 && waiter_result == 0; tries++) {
        wake(others);
        usleep(5000);
    }
    pthread_join(waiter, NULL);
    if (waiter_result == -1)
        worked("woken over a file");
    else {
        errno = waiter_result;
        stopped("futex");
    }
}

static void wake_by_call(int *others) { syscall(SYS_futex, others, FUTEX_WAKE, 1, NULL, NULL, 0); }

static void *end_there(void *others)
{
    /* The kernel wakes those who wait there when this thread ends. */
    syscall(SYS_set_tid_address, others);
    syscall(SYS_exit, 0);
    return NULL;
}

static void wake_by_end(int *others)
{
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    /* It is never joined, so that its stack stays. */
    pthread_attr_setstacksize(&small, 64 * 1024);
    usleep(100000);
    if (pthread_create(&thread, &small, end_there, others) == 0)
        pthread_detach(thread);
}

static void futex_system_file(char **args) { meet(MAP_PRIVATE, wake_by_call); }
static void futex_system_file_shared(char **args) { meet(MAP_SHARED, wake_by_call); }
static void futex_system_file_end(char **args) { meet(MAP_PRIVATE, wake_by_end); }

/* A wait for one of several, whose kind stands in memory that no filter can read. */
static void futex_waitv(char **args)
{
    struct { unsigned long value, address; unsigned flags, reserved; } one = {0, 0, 2 /* 32 bits, shared */, 0};
    struct timespec until;
    int *page = map_shared_file(MAP_PRIVATE);
    if (!page) {
        stopped("mmap");
        return;
    }
    one.value = (unsigned)*page;
    one.address = (unsigned long)page;
    clock_gettime(CLOCK_MONOTONIC, &until);
    long result = syscall(449, &one, 1, 0, &until, CLOCK_MONOTONIC);
    if (result < 0 && errno == ETIMEDOUT)
        worked("waited at a file");
    else
        judge("futex_waitv", result);
}

/* Signals and timers are counted by user. Whoever uses them up leaves the opponent none. */
static void starve_timers(char **args)
{
    sigset_t blocked;
    sigfillset(&blocked);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    char line[200];
    long queued = 0, most = 0;
    for (int sent = 0; sent < 1100; sent++)
        if (kill(getpid(), SIGRTMIN + sent % 20) < 0)
            break;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "SigQ: %ld/%ld", &queued, &most) == 2)
            break;
    if (queued >= 1024 || most - queued < 100)
        worked("%ld of %ld signals wait", queued, most);
    else {
        errno = EAGAIN;
        stopped("kill");
    }
    for (struct timespec now = {0, 0}; sigtimedwait(&blocked, NULL, &now) > 0;)
        continue;
}

/* The CPU time of another process: how hard the opponent thinks. */
static void cpu_time_of_other(char **args)
{
    struct timespec time;
    clockid_t clock = (clockid_t)((~(unsigned)number(args[0]) << 3) | 2);
    judge("clock_gettime", clock_gettime(clock, &time));
}

static void timer_of_other(char **args)
{
    clockid_t clock = (clockid_t)((~(unsigned)number(args[0]) << 3) | 2);
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    timer_t timer;
    judge("timer_create", syscall(SYS_timer_create, clock, &event, &timer));
}

/* What bots may ask about their own time. */
static void own_cpu_time(char **args)
{
    struct timespec time;
    clockid_t of_process, of_thread;
    if (clock_getcpuclockid(getpid(), &of_process) != 0 || clock_gettime(of_process, &time) < 0 ||
        clock_getcpuclockid(0, &of_process) != 0 || clock_gettime(of_process, &time) < 0 ||
        pthread_getcpuclockid(pthread_self(), &of_thread) != 0 || clock_gettime(of_thread, &time) < 0 ||
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) < 0 || clock_gettime(CLOCK_MONOTONIC, &time) < 0)
        exit(1);
    worked("its own CPU time");
}

static int word;
static volatile sig_atomic_t rang;

static void ring(int signal) { rang = 1; }

static long shared_futex(int operation, int value, const struct timespec *timeout)
{
    return syscall(SYS_futex, &word, operation, value, timeout, NULL, FUTEX_BITSET_MATCH_ANY);
}

/* As a promise of C++ is kept. */
static void *keep_promise(void *argument)
{
    usleep(20000);
    __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
    shared_futex(FUTEX_WAKE, 0x7fffffff, NULL);
    return argument;
}

static void *end_when_it_rings(void *argument)
{
    for (int left = 2000; left > 0 && !rang; left--)
        usleep(1000);
    return argument;
}

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Waits of honest programs at memory that could be shared: for the end of a thread, with
 * a signal meanwhile; for a promise of another thread; and for a time. */
static void shared_waits(char **args)
{
    pthread_t thread;
    struct timespec short_time = {0, 30000000}, until;
    void *same = NULL;
    bool is_right = true;
    signal(SIGALRM, ring);
    ualarm(30000, 0);
    pthread_create(&thread, NULL, end_when_it_rings, &word);
    is_right &= pthread_join(thread, &same) == 0 && same == &word && rang;
    pthread_create(&thread, NULL, keep_promise, NULL);
    while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == 0)
        if (shared_futex(FUTEX_WAIT, 0, NULL) < 0 && errno != EAGAIN && errno != EINTR)
            exit(1);
    is_right &= pthread_join(thread, NULL) == 0;
    is_right &= shared_futex(FUTEX_WAIT, 0, NULL) < 0 && errno == EAGAIN;
    double begin = seconds();
    is_right &= shared_futex(FUTEX_WAIT, 1, &short_time) < 0 && errno == ETIMEDOUT;
    for (int clock = 0; clock < 2; clock++) {
        clock_gettime(clock == 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME, &until);
        until.tv_nsec += short_time.tv_nsec;
        until.tv_sec += until.tv_nsec / 1000000000, until.tv_nsec %= 1000000000;
        int flag = clock == 0 ? 0 : FUTEX_CLOCK_REALTIME;
        is_right &= shared_futex(FUTEX_WAIT_BITSET | flag, 1, &until) < 0 && errno == ETIMEDOUT;
    }
    is_right &= seconds() - begin > 0.089;
    is_right &= syscall(SYS_futex, NULL, FUTEX_WAIT, 0, NULL, NULL, 0) < 0 && errno == EFAULT;
    if (!is_right)
        exit(1);
    worked("waited as it should");
}

/* With a limit of 1 alone, no program that collects core dumps gets one. */
static void core_dump(char **args)
{
    struct rlimit limit = {0, 0};
    /* Whoever may lower it can make dumps possible again. */
    setrlimit(RLIMIT_CORE, &limit);
    syscall(SYS_setrlimit, RLIMIT_CORE, &limit);
    getrlimit(RLIMIT_CORE, &limit);
    if (limit.rlim_cur == 1 && limit.rlim_max == 1)
        found_nothing("no core dumps");
    else
        worked("a limit of %ld", (long)limit.rlim_cur);
}

const struct attack CHANNELS[] = {
    {"page-cache-ask", page_cache_ask},
    {"page-cache-drop", page_cache_drop},
    {"lock-system-file", lock_system_file},
    {"lock-part-of-system-file", lock_part_of_system_file},
    {"futex-system-file", futex_system_file},
    {"futex-system-file-shared", futex_system_file_shared},
    {"futex-system-file-end", futex_system_file_end},
    {"futex-waitv", futex_waitv},
    {"starve-timers", starve_timers},
    {"cpu-time-of-other", cpu_time_of_other},
    {"timer-of-other", timer_of_other},
    {"own-cpu-time", own_cpu_time},
    {"shared-waits", shared_waits},
    {"core-dump", core_dump},
    {NULL, NULL},
};
