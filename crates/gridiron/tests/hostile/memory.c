/* Attacks on the memory of the machine: mostly a gigabyte, got in many ways, really
 * used, and given back. */
#include "attack.h"

#include <sys/prctl.h>
#include <sys/sendfile.h>

#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>

static void touch(char *memory, long size)
{
    for (long at = 0; at < size; at += 4096)
        ((volatile char *)memory)[at] = 1;
}

/* A mapping of so much that is used in full; NULL, and errno, if it is refused. */
static void use(const char *step, char *memory)
{
    if (!memory || memory == MAP_FAILED) {
        stopped(step);
        return;
    }
    madvise(memory, GB, MADV_HUGEPAGE); /* only because it takes less time */
    touch(memory, GB);
    worked("1 GB by %s", step);
    munmap(memory, GB);
}

static char *map(int protection, int flags, int file)
{
    return mmap(NULL, GB, protection, flags | MAP_NORESERVE, file, 0);
}

static void memory_malloc(char **args)
{
    char *memory = malloc(GB);
    if (memory) {
        madvise((char *)(((unsigned long)memory | 4095) + 1), GB - 4096, MADV_HUGEPAGE);
        touch(memory, GB);
    }
    judge("malloc", memory ? 0 : -1);
    free(memory);
}

/* No attack: a table that grows and moves, as those of many programs do. */
static void grow(char **args)
{
    char *table = NULL;
    for (long size = MB; size <= 256 * MB; size += MB) {
        char *grown = realloc(table, size);
        if (!grown)
            abort();
        table = grown;
        table[size - MB] = (char)(size / MB);
    }
    for (long size = MB; size <= 256 * MB; size += MB)
        if (table[size - MB] != (char)(size / MB))
            abort();
    free(table);
}

static void memory_brk(char **args)
{
    /* In steps, because something may be in the way of all. */
    long got = 0;
    for (char *memory; got < GB && (memory = sbrk(16 * MB)) != (void *)-1; got += 16 * MB)
        touch(memory, 16 * MB);
    if (got < GB)
        stopped("brk");
    else
        worked("1 GB by brk");
    sbrk(-got);
}

static void memory_private(char **args) { use("mmap", map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1)); }
static void memory_shared(char **args) { use("mmap", map(PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1)); }

/* First harmless, then writable. */
static void memory_mprotect(char **args)
{
    char *memory = map(PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    if (memory != MAP_FAILED && mprotect(memory, GB, PROT_READ | PROT_WRITE) < 0)
        memory = NULL;
    use("mprotect", memory);
}

/* What was written and is only read from now on, or not even that, is not counted as
 * data any more: in large pieces, or each in many small ones. */
static void memory_frozen(char **args)
{
    bool hidden = args[0] != NULL && strcmp(args[0], "hidden") == 0;
    bool crumbled = args[0] != NULL && strcmp(args[0], "crumbled") == 0;
    if (args[0] != NULL && strcmp(args[0], "renamed") == 0)
        prctl(PR_SET_NAME, "\xff\xfe)\n");
    const long size = 64 * MB, piece = crumbled ? 64 * 1024 : size;
    char *parts[GB / (64 * MB)];
    const char *step = NULL;
    int made = 0, count = GB / size;
    while (made < count && !step) {
        parts[made] = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (parts[made] == MAP_FAILED) {
            step = "mmap";
            break;
        }
        madvise(parts[made], size, MADV_HUGEPAGE);
        touch(parts[made], size);
        for (long at = 0; at < size && !step; at += piece)
            if (mprotect(parts[made] + at, piece, hidden ? PROT_NONE : PROT_READ) < 0)
                step = "mprotect";
        made++;
    }
    if (step)
        stopped(step);
    else
        worked("1 GB that is %s", hidden ? "hidden" : "only read");
    while (made > 0)
        munmap(parts[--made], size);
}

/* Nor is memory that was never writable but is written all the same. */
static void memory_proc_mem(char **args)
{
    static char text[1024 * 1024] = "x";
    char *memory = map(PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    int file = open("/proc/self/mem", O_RDWR);
    long done = 0;
    if (file >= 0 && memory != MAP_FAILED)
        while (done < GB && pwrite(file, text, sizeof text, (off_t)(memory + done)) == sizeof text)
            done += (long)sizeof text;
    if (done < GB)
        stopped(file < 0 ? "open" : "pwrite");
    else
        worked("1 GB by /proc/self/mem");
    munmap(memory, GB);
}

/* Stacks are counted apart from other memory. */
static void memory_growsdown(char **args)
{
    use("mmap", map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN | MAP_STACK, -1));
}

/* First harmless, then something else in its place. */
static void memory_fixed(char **args)
{
    char *memory = map(PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    use("mmap", mmap(memory, GB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0));
}

/* Small at first, then made larger. */
static void memory_mremap(char **args)
{
    char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    use("mremap", memory == MAP_FAILED ? NULL : mremap(memory, 4096, GB, MREMAP_MAYMOVE));
}

/* A stack does not count as memory that can be written to, however large it is. */
static void memory_stack(char **args)
{
    char *deep = (char *)(((unsigned long)__builtin_frame_address(0) - MB) & ~4095ul);
    *(volatile char *)deep = 1; /* so that it has grown */
    char *memory = mremap(deep, 4096, GB, MREMAP_MAYMOVE);
    use("mremap", memory == MAP_FAILED ? NULL : memory);
}

/* Of a huge page that was given back but for a piece the kernel keeps all and counts
 * the piece. So there must not be any: a fault for all of it tells. */
static void memory_crumbs(char **args)
{
    const long size = 64 * MB;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct rusage before, after;
    madvise(memory, size, MADV_HUGEPAGE);
    getrusage(RUSAGE_SELF, &before);
    touch(memory, size);
    getrusage(RUSAGE_SELF, &after);
    if (after.ru_minflt - before.ru_minflt < size / 4096 / 2)
        worked("%ld faults for 64 MB", after.ru_minflt - before.ru_minflt);
    else
        found_nothing("no huge page");
    munmap(memory, size);
}

static void memory_memfd(char **args)
{
    int file = memfd_create("x", 0);
    if (file < 0 || ftruncate(file, GB) < 0)
        stopped(file < 0 ? "memfd_create" : "ftruncate");
    else
        use("memfd", map(PROT_READ | PROT_WRITE, MAP_SHARED, file));
}

static void memory_secret(char **args)
{
    int file = (int)syscall(SYS_memfd_secret, 0);
    if (file < 0 && errno == ENOSYS)
        kernel_refuses("memfd_secret");
    else
        judge("memfd_secret", file);
}

static void memory_zero(char **args)
{
    int file = open("/dev/zero", O_RDWR);
    use("/dev/zero", file < 0 ? NULL : map(PROT_READ | PROT_WRITE, MAP_SHARED, file));
}

/* These stay when the process has ended. */
static void memory_sysv(char **args)
{
    int made = shmget(IPC_PRIVATE, GB, IPC_CREAT | 0600);
    char *memory = made < 0 ? (void *)-1 : shmat(made, NULL, 0);
    if (made >= 0)
        shmctl(made, IPC_RMID, NULL); /* goes when nobody has it any more */
    if (memory == (void *)-1) {
        stopped(made < 0 ? "shmget" : "shmat");
        return;
    }
    touch(memory, GB);
    worked("1 GB by shmget");
    shmdt(memory);
}

static void message_queue(char **args)
{
    int made = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
    judge("msgget", made);
    if (made >= 0)
        msgctl(made, IPC_RMID, NULL);
}

static void semaphore(char **args)
{
    int made = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
    judge("semget", made);
    if (made >= 0)
        semctl(made, 0, IPC_RMID);
}

static void posix_queue(char **args)
{
    char name[300]; /* the system call's has no slash */
    snprintf(name, sizeof name, "%s", args[0]);
    long made = syscall(SYS_mq_open, name, O_RDWR | O_CREAT, 0600, NULL);
    judge("mq_open", made);
    if (made >= 0)
        syscall(SYS_mq_unlink, name);
}

/* Memory that is only read costs none, but the tables that lead to it do. Nobody
 * counts those at once, so they may be had for a moment, but not be kept. */
static void memory_pagetables(char **args)
{
    const long size = 512 * GB, step = 2 * MB;
    char *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        stopped("mmap");
        return;
    }
    madvise(memory, size, MADV_NOHUGEPAGE);
    for (long at = 0; at < size; at += step)
        (void)((volatile char *)memory)[at];
    for (clock_t kept = clock() + CLOCKS_PER_SEC / 2; clock() < kept;)
        ;
    worked("1 GB of page tables");
    munmap(memory, size);
}

/* Pipes hold what was written and not read. */
static void memory_pipes(char **args)
{
    static char text[65536];
    int ends[2], pipes = 0;
    while (pipes < 1000 && pipe2(ends, O_NONBLOCK) == 0 && write(ends[1], text, sizeof text) > 0)
        pipes++;
    if (pipes < 1000)
        stopped("pipe");
    else
        worked("%d pipes", pipes);
    for (int fd = 3; fd < 3 + 2 * 1000 + 20; fd++)
        close(fd);
}

static void many_fds(char **args)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    int made = 0, last;
    while (made < 4000 && (last = dup(0)) >= 0)
        made++;
    if (made < 4000)
        stopped("dup");
    else
        worked("%d descriptors", made);
    for (int fd = 3; fd < 4100; fd++)
        close(fd);
}

/* Calls that take as long as there are addresses, and hear no signal meanwhile. */
static char *four_pages(void)
{
    return mmap(NULL, 16384, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void deaf_mincore(char **args)
{
    unsigned char there[4];
    judge("mincore", mincore(four_pages(), 16384, there));
}

static void deaf_populate(char **args) { judge("madvise", madvise(four_pages(), 16384, 22)); }

static void deaf_willneed(char **args)
{
    int file = open("page", O_RDWR | O_CREAT, 0600);
    void *memory = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED)
        stopped("mmap");
    else
        judge("madvise", madvise(memory, 4096, MADV_WILLNEED));
    unlink("page");
}

static void deaf_guard(char **args) { judge("madvise", madvise(four_pages(), 16384, 102)); }

static void deaf_move(char **args)
{
    /* Not where tables could be moved as they are. */
    char *from = mmap(NULL, 4 * GB, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char *to = mmap(NULL, 5 * GB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void *moved = mremap(from, 4 * GB, 4 * GB, MREMAP_MAYMOVE | MREMAP_FIXED, to + 4096);
    judge("mremap", moved == MAP_FAILED ? -1 : 0);
}

static void deaf_mmap(char **args)
{
    void *memory = mmap(NULL, 16384, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    judge("mmap", memory == MAP_FAILED ? -1 : 0);
}

/* One byte of a file in a pipe keeps the memory of all around it. */
static void page_in_pipe(char **args)
{
    int ends[2], file = open("page", O_RDWR | O_CREAT, 0600);
    if (file < 0 || pipe(ends) < 0 || write(file, "text", 4) < 0)
        stopped("open");
    else
        judge("sendfile", sendfile(ends[1], file, &(off_t){0}, 1));
    unlink("page");
}

const struct attack MEMORY[] = {
    {"deaf-mincore", deaf_mincore},
    {"deaf-populate", deaf_populate},
    {"deaf-willneed", deaf_willneed},
    {"deaf-guard", deaf_guard},
    {"deaf-move", deaf_move},
    {"deaf-mmap", deaf_mmap},
    {"page-in-pipe", page_in_pipe},
    {"grow", grow},
    {"memory-malloc", memory_malloc},
    {"memory-brk", memory_brk},
    {"memory-private", memory_private},
    {"memory-shared", memory_shared},
    {"memory-mprotect", memory_mprotect},
    {"memory-fixed", memory_fixed},
    {"memory-growsdown", memory_growsdown},
    {"memory-frozen", memory_frozen},
    {"memory-proc-mem", memory_proc_mem},
    {"memory-mremap", memory_mremap},
    {"memory-stack", memory_stack},
    {"memory-crumbs", memory_crumbs},
    {"memory-memfd", memory_memfd},
    {"memory-secret", memory_secret},
    {"memory-zero", memory_zero},
    {"memory-sysv", memory_sysv},
    {"memory-pagetables", memory_pagetables},
    {"memory-pipes", memory_pipes},
    {"message-queue", message_queue},
    {"semaphore", semaphore},
    {"posix-queue", posix_queue},
    {"many-fds", many_fds},
    {NULL, NULL},
};
