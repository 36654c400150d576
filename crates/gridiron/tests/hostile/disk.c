/* Attacks on the disk, and floods of output. What is written is removed. */
#include "attack.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

enum { FILE_SIZE = 64 * MB, FILES_OF_A_MB = 100, SMALL_FILES = 10000 };

/* Writes up to so much, in pieces; how much there was room for. */
static long fill(int file, long size)
{
    static char text[1024 * 1024] = "x";
    long done = 0;
    for (ssize_t part; done < size && (part = write(file, text, sizeof text)) > 0; done += part)
        continue;
    return done;
}

static void one_file(const char *path)
{
    signal(SIGXFSZ, SIG_IGN);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    long done = file < 0 ? 0 : fill(file, FILE_SIZE);
    if (done < FILE_SIZE)
        stopped(file < 0 ? "open" : "write");
    else
        worked("%ld MB", done / MB);
    if (file >= 0)
        unlink(path);
}

static void large_file(char **args) { one_file("large"); }

static void shm_fill(char **args)
{
    char path[300];
    snprintf(path, sizeof path, "/dev/shm/%s", args[0]);
    one_file(path);
}

/* Large without anything in it. */
static void sparse_file(char **args)
{
    signal(SIGXFSZ, SIG_IGN);
    int file = open("sparse", O_WRONLY | O_CREAT, 0600);
    judge("ftruncate", file < 0 ? -1 : ftruncate(file, FILE_SIZE));
    unlink("sparse");
}

static void fallocate_file(char **args)
{
    signal(SIGXFSZ, SIG_IGN);
    int file = open("allocated", O_WRONLY | O_CREAT, 0600);
    judge("fallocate", file < 0 ? -1 : fallocate(file, 0, 0, FILE_SIZE));
    unlink("allocated");
}

/* Files that are in no folder any more, each kept by one page of it: 150 MB. */
static void deleted_mapped(char **args)
{
    for (int file = 0; file < 10; file++) {
        int fd = open("gone", O_RDWR | O_CREAT | O_EXCL, 0600);
        if (fd < 0 || fill(fd, 15 * MB) < 15 * MB) {
            stopped(fd < 0 ? "open" : "write");
            return;
        }
        if (mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED) {
            stopped("mmap");
            return;
        }
        unlink("gone");
        close(fd);
    }
    /* Whoever looks now and then gets a second to do so, from one who runs. */
    for (time_t end = time(NULL) + 2; time(NULL) < end;)
        continue;
    worked("150 MB in no folder");
}

static const char *numbered(const char *folder, int file)
{
    static char path[4200];
    snprintf(path, sizeof path, "%s/file-%d", folder, file);
    return path;
}

static void many_files(char **args)
{
    int made = 0;
    for (long done = MB; made < FILES_OF_A_MB && done == MB; made += done == MB) {
        int file = open(numbered(".", made), O_WRONLY | O_CREAT, 0600);
        done = file < 0 ? 0 : fill(file, MB);
        close(file);
    }
    if (made < FILES_OF_A_MB)
        stopped("write");
    else
        worked("%d files of 1 MB", made);
    for (int file = 0; file <= made; file++)
        unlink(numbered(".", file));
}

static void small_files(char **args)
{
    const char *temporary = getenv("TMPDIR");
    const char *folders[] = {".", temporary ? temporary : "/tmp"};
    int all = 0;
    for (int folder = 0; folder < 2; folder++) {
        int made = 0, file;
        while (made < SMALL_FILES && (file = open(numbered(folders[folder], made), O_WRONLY | O_CREAT, 0600)) >= 0) {
            close(file);
            made++;
        }
        all += made;
        if (made < SMALL_FILES)
            stopped("open");
        for (int number = 0; number < made; number++)
            unlink(numbered(folders[folder], number));
    }
    if (all == 2 * SMALL_FILES)
        worked("%d files", all);
}

static void flood_stdout(char **args)
{
    for (int line = 0; line < 200000; line++)
        printf("# %d\n", line);
    fflush(stdout);
}

static void flood_stderr(char **args)
{
    for (int line = 0; line < 200000; line++)
        fprintf(stderr, "%d\n", line);
}

/* Leaves a device where the file was. */
static void whiteout(char **args)
{
    close(open("from", O_WRONLY | O_CREAT, 0600));
    judge("renameat2", syscall(SYS_renameat2, AT_FDCWD, "from", AT_FDCWD, "to", 4));
    unlink("from");
    unlink("to");
}

const struct attack DISK[] = {
    {"whiteout", whiteout},
    {"large-file", large_file},
    {"deleted-mapped", deleted_mapped},
    {"sparse-file", sparse_file},
    {"fallocate", fallocate_file},
    {"many-files", many_files},
    {"small-files", small_files},
    {"shm-fill", shm_fill},
    {"flood-stdout", flood_stdout},
    {"flood-stderr", flood_stderr},
    {NULL, NULL},
};
