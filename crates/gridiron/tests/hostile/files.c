/* Attacks on files that are not the bot's: to read them, to change them, and to
 * find those of the opponent. */
#include "attack.h"

#include <dirent.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <utime.h>

static void read_from(const char *step, int file)
{
    char text[40] = "";
    if (file < 0)
        stopped(step);
    else if (read(file, text, sizeof text - 1) < 0)
        stopped("read");
    else
        worked("%s", text);
}

static void read_file(char **args) { read_from("open", open(args[0], O_RDONLY)); }

/* Own links lead where the owner of the link says. */
static void read_by_symlink(char **args)
{
    unlink("own-link");
    if (symlink(args[0], "own-link") < 0) {
        stopped("symlink");
        return;
    }
    read_from("open", open("own-link", O_RDONLY));
    unlink("own-link");
}

/* The root of another process, or the own one once more. */
static void read_by_proc_root(char **args)
{
    char path[4200];
    snprintf(path, sizeof path, "/proc/%d/root%s", getppid(), args[0]);
    int file = open(path, O_RDONLY);
    if (file < 0) {
        snprintf(path, sizeof path, "/proc/self/root%s", args[0]);
        file = open(path, O_RDONLY);
    }
    read_from("open", file);
}

/* A handle names a file without a path to check. */
static void open_by_handle(char **args)
{
    struct { struct file_handle handle; char room[128]; } file = {.handle = {.handle_bytes = 128}};
    int mount;
    int folder = open(args[1], O_RDONLY | O_DIRECTORY);
    if (name_to_handle_at(AT_FDCWD, args[0], &file.handle, &mount, 0) < 0)
        stopped("name_to_handle_at");
    else
        read_from("open_by_handle_at", open_by_handle_at(folder < 0 ? AT_FDCWD : folder, &file.handle, O_RDONLY));
}

static void list_outside(char **args)
{
    DIR *folder = opendir(args[0]);
    struct dirent *entry = folder ? readdir(folder) : NULL;
    if (entry)
        worked("%s", entry->d_name);
    else
        stopped("opendir");
}

static void stat_outside(char **args)
{
    struct stat found;
    judge("stat", stat(args[0], &found));
}

static int budget = 20000;

/* A file of this name below a folder, opened, or -1. */
static int search_below(const char *folder, const char *name, int depth)
{
    DIR *open_folder = opendir(folder);
    int found = -1;
    for (struct dirent *entry; open_folder && found < 0 && budget > 0 && (entry = readdir(open_folder)); budget--) {
        char path[4200];
        if (entry->d_name[0] == '.' && (!entry->d_name[1] || entry->d_name[1] == '.'))
            continue;
        snprintf(path, sizeof path, "%s/%.255s", folder, entry->d_name);
        if (strcmp(entry->d_name, name) == 0)
            found = open(path, O_RDONLY);
        else if (entry->d_type == DT_DIR && depth > 0)
            found = search_below(path, name, depth - 1);
    }
    if (open_folder)
        closedir(open_folder);
    return found;
}

/* The opponent's files, or a copy of them, wherever they are. */
static void search(char **args)
{
    const char *temporary = getenv("TMPDIR");
    char above[4200];
    snprintf(above, sizeof above, "%s/..", temporary ? temporary : "/tmp");
    const char *roots[] = {"..", "../..", above, "/tmp", "/var/tmp", "/dev/shm", "/run", "/proc"};
    for (size_t root = 0; root < sizeof roots / sizeof *roots; root++) {
        int file = search_below(roots[root], args[0], 4);
        if (file >= 0) {
            read_from("open", file);
            return;
        }
    }
    found_nothing("not found");
}

static void write_outside(char **args)
{
    int file = open(args[0], O_WRONLY | O_APPEND);
    judge("write", file < 0 ? -1 : write(file, "bad\n", 4));
}

/* Nothing is written: that it could be is enough. */
static void open_to_write(char **args) { judge("open", open(args[0], O_WRONLY)); }

static char *inside(const char *folder, const char *name)
{
    static char path[4200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void create_outside(char **args) { judge("open", open(inside(args[0], "made"), O_WRONLY | O_CREAT, 0600)); }
static void mkdir_outside(char **args) { judge("mkdir", mkdir(inside(args[0], "made"), 0700)); }
static void fifo_outside(char **args) { judge("mkfifo", mkfifo(inside(args[0], "made"), 0600)); }
static void symlink_outside(char **args) { judge("symlink", symlink("/etc", inside(args[0], "made"))); }
static void unlink_outside(char **args) { judge("unlink", unlink(args[0])); }
static void rmdir_outside(char **args) { judge("rmdir", rmdir(args[0])); }
static void rename_outside(char **args) { judge("rename", rename(args[0], inside(args[1], "renamed"))); }
static void hardlink_outside(char **args) { judge("link", link(args[0], "own-link")); }
static void chmod_outside(char **args) { judge("chmod", chmod(args[0], 0777)); }
static void chown_outside(char **args) { judge("chown", chown(args[0], 4243, 4243)); }
static void utime_outside(char **args) { judge("utime", utime(args[0], &(struct utimbuf){1, 1})); }
static void truncate_outside(char **args) { judge("truncate", truncate(args[0], 0)); }
static void truncate_by_open(char **args) { judge("open", open(args[0], O_RDONLY | O_TRUNC)); }
static void xattr(char **args) { judge("setxattr", setxattr(args[0], "user.gridiron", "x", 1, 0)); }

/* A descriptor that only names a file may be changed by way of /proc. */
static void chmod_by_descriptor(char **args)
{
    char path[40];
    int file = open(args[0], O_PATH);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    judge("chmod", file < 0 ? -1 : chmod(path, 0777));
}

/* The same changes by other calls: who makes a list of calls forgets some. */
static void fchmod_outside(char **args)
{
    int file = open(args[0], O_RDONLY);
    judge("fchmod", file < 0 ? -1 : fchmod(file, 0777));
}

static void fchmodat2_outside(char **args) { judge("fchmodat2", syscall(452, AT_FDCWD, args[0], 0777, 0)); }
static void futimesat_outside(char **args) { judge("futimesat", futimesat(AT_FDCWD, args[0], NULL)); }
static void utimensat_outside(char **args) { judge("utimensat", utimensat(AT_FDCWD, args[0], NULL, 0)); }

static void setxattrat_outside(char **args)
{
    struct { unsigned long value; unsigned size, flags; } what = {(unsigned long)"x", 1, 0};
    judge("setxattrat", syscall(463, AT_FDCWD, args[0], 0, "user.gridiron", &what, sizeof what));
}

/* Attributes of the file system, here that no backup is made. */
static void chattr_outside(char **args)
{
    int file = open(args[0], O_RDONLY), flags = 0;
    if (file < 0 || ioctl(file, FS_IOC_GETFLAGS, &flags) < 0) {
        stopped(file < 0 ? "open" : "FS_IOC_GETFLAGS");
        return;
    }
    flags |= FS_NODUMP_FL;
    judge("FS_IOC_SETFLAGS", ioctl(file, FS_IOC_SETFLAGS, &flags));
}

/* Out of the own folder, into another. */
static void move_out(char **args)
{
    int file = open("own-file", O_WRONLY | O_CREAT, 0600);
    judge("rename", file < 0 ? -1 : rename("own-file", inside(args[0], "moved")));
}

static void inherited_fd(char **args)
{
    for (int fd = 3; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) >= 0) {
            worked("%d is open", fd);
            return;
        }
    found_nothing("none");
}

/* What there is in a file of the environment after `GRIDIRON_SECRET=`. */
static bool has_secret(const char *path)
{
    static char text[65536];
    int file = open(path, O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text);
    return length > 0 && memmem(text, (size_t)length, "GRIDIRON_SECRET=", 16) != NULL;
}

static void environment(char **args)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/environ", getppid());
    if (getenv("GRIDIRON_SECRET"))
        worked("%s", getenv("GRIDIRON_SECRET"));
    else if (has_secret("/proc/self/environ") || has_secret(path))
        worked("in /proc");
    else
        found_nothing("not set");
}

/* A mode that asks neither to read nor to write. */
static void open_for_nothing(char **args) { judge("open", open(args[0], 3)); }

const struct attack FILES[] = {
    {"open-for-nothing", open_for_nothing},
    {"read-home", read_file},
    {"read-passwd", read_file},
    {"read-shadow", read_file},
    {"read-opponent", read_file},
    {"read-relative", read_file},
    {"read-network", read_file},
    {"read-by-symlink", read_by_symlink},
    {"read-by-proc-root", read_by_proc_root},
    {"open-by-handle", open_by_handle},
    {"search", search},
    {"list-outside", list_outside},
    {"stat-outside", stat_outside},
    {"write-outside", write_outside},
    {"open-to-write", open_to_write},
    {"create-outside", create_outside},
    {"mkdir-outside", mkdir_outside},
    {"fifo-outside", fifo_outside},
    {"symlink-outside", symlink_outside},
    {"unlink-outside", unlink_outside},
    {"rmdir-outside", rmdir_outside},
    {"rename-outside", rename_outside},
    {"move-out", move_out},
    {"hardlink-outside", hardlink_outside},
    {"chmod-outside", chmod_outside},
    {"chmod-by-descriptor", chmod_by_descriptor},
    {"chown-outside", chown_outside},
    {"utime-outside", utime_outside},
    {"truncate-outside", truncate_outside},
    {"truncate-by-open", truncate_by_open},
    {"xattr", xattr},
    {"fchmod-outside", fchmod_outside},
    {"fchmodat2-outside", fchmodat2_outside},
    {"futimesat-outside", futimesat_outside},
    {"utimensat-outside", utimensat_outside},
    {"setxattrat-outside", setxattrat_outside},
    {"chattr-outside", chattr_outside},
    {"inherited-fd", inherited_fd},
    {"environment", environment},
    {NULL, NULL},
};
