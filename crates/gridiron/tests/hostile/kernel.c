/* Attacks on the kernel, or with what only its more adventurous parts offer. */
#include "attack.h"

#include <grp.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/io.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>

/* Other numbers for the same calls: a filter that knows one table only has holes. */
static void int80(char **args)
{
#ifdef __x86_64__
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20l /* getpid */) : "memory", "r8", "r9", "r10", "r11");
    errno = (int)-result;
    judge("int $0x80", result < 0 ? -1 : result);
#else
    errno = ENOSYS;
    kernel_refuses("int $0x80");
#endif
}

static void x32(char **args)
{
    long result = syscall(SYS_getpid | 0x40000000);
    if (result < 0 && errno == ENOSYS)
        kernel_refuses("x32");
    else
        judge("x32", result);
}

static void no_such_call(char **args)
{
    /* Nothing but that it must not end the bot: new libraries try new calls. */
    syscall(1000);
    worked("lives on");
}

static void userns(char **args) { judge("unshare", unshare(CLONE_NEWUSER)); }

/* In a namespace of its own, so that nobody else sees it. */
static void mount_tmpfs(char **args)
{
    mkdir("mounted", 0700);
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0) {
        stopped("unshare");
        return;
    }
    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
    judge("mount", mount("none", "mounted", "tmpfs", 0, NULL));
}

static void mount_new_api(char **args) { judge("fsopen", syscall(SYS_fsopen, "tmpfs", 0)); }
static void change_root(char **args) { judge("chroot", chroot(".")); }

static void setns_self(char **args)
{
    int file = open("/proc/self/ns/uts", O_RDONLY);
    judge("setns", file < 0 ? -1 : setns(file, 0));
}

static void keyring(char **args)
{
    judge("add_key", syscall(SYS_add_key, "user", "gridiron", "x", 1l, KEY_SPEC_PROCESS_KEYRING));
}

static void io_uring(char **args)
{
    struct io_uring_params how = {0};
    judge("io_uring_setup", syscall(SYS_io_uring_setup, 4, &how));
}

static void bpf(char **args)
{
    union bpf_attr how = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
    judge("bpf", syscall(SYS_bpf, BPF_MAP_CREATE, &how, sizeof how));
}

static void perf(char **args)
{
    struct perf_event_attr how = {
        .type = PERF_TYPE_SOFTWARE, .size = sizeof how, .config = PERF_COUNT_SW_TASK_CLOCK, .exclude_kernel = 1};
    judge("perf_event_open", syscall(SYS_perf_event_open, &how, 0, -1, -1, 0));
}

static void userfaultfd(char **args) { judge("userfaultfd", syscall(SYS_userfaultfd, 1 /* user mode only */)); }

static void inotify(char **args)
{
    int file = inotify_init();
    judge("inotify_add_watch", file < 0 ? -1 : inotify_add_watch(file, args[0], IN_ALL_EVENTS));
}

static void fanotify(char **args) { judge("fanotify_init", fanotify_init(FAN_CLASS_NOTIF, O_RDONLY)); }

/* To itself, but back to who it was: a program that only lowered its rights for a while. */
static void setuid_root(char **args)
{
    if (setuid(0) == 0 || setresuid(0, 0, 0) == 0 || setreuid(0, 0) == 0)
        worked("user 0");
    else
        stopped("setuid");
}

static void setgroups_root(char **args) { judge("setgroups", setgroups(1, &(gid_t){0})); }

static void capabilities(char **args)
{
    char line[200];
    unsigned long long effective = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status) && sscanf(line, "CapEff: %llx", &effective) != 1)
        continue;
    /* Where /proc cannot be read there is a call for it. */
    struct { unsigned version; int pid; } who = {0x20080522, 0};
    struct { unsigned effective, permitted, inheritable; } sets[2] = {{0}};
    if (syscall(SYS_capget, &who, sets) == 0)
        effective |= sets[0].effective | sets[0].permitted | sets[1].effective | sets[1].permitted;
    if (effective)
        worked("%llx", effective);
    else
        found_nothing("none");
}

/* Programs of others with more rights would be run with them. */
static void new_privileges(char **args)
{
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0)
        worked("can be had");
    else
        found_nothing("never");
}

static void rlimit_raise(char **args)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_max++;
    judge("setrlimit", setrlimit(RLIMIT_NOFILE, &limit));
}

/* A device of its own that is the first disk or memory. */
static void make_device(char **args)
{
    judge("mknod", mknod("device", S_IFCHR | 0600, makedev(1, 1)));
    unlink("device");
}

static void read_kernel_log(char **args)
{
    char text[100];
    judge("syslog", klogctl(3 /* read all */, text, sizeof text));
}

/* With wrong numbers: whoever may not is told so first. */
static void reboot_machine(char **args)
{
    if (syscall(SYS_reboot, 0, 0, 0, NULL) < 0 && errno == EINVAL)
        worked("only the numbers were wrong");
    else
        stopped("reboot");
}

static void load_module(char **args)
{
    if (syscall(SYS_init_module, "", 0l, "") < 0 && (errno == ENOEXEC || errno == EINVAL || errno == EFAULT))
        worked("only the module was wrong");
    else if (errno == ENOSYS)
        kernel_refuses("init_module");
    else
        stopped("init_module");
}

/* The time zone that is set already, which needs the same right as the clock. */
static void set_time(char **args)
{
    struct timezone zone = {0, 0};
    syscall(SYS_gettimeofday, NULL, &zone);
    judge("settimeofday", syscall(SYS_settimeofday, NULL, &zone));
}

static void set_host_name(char **args)
{
    char name[100] = "";
    gethostname(name, sizeof name - 1);
    judge("sethostname", sethostname(name, strlen(name)));
}

static void ports(char **args)
{
#ifdef __x86_64__
    judge("ioperm", ioperm(0x80, 1, 1));
#else
    errno = ENOSYS;
    kernel_refuses("ioperm");
#endif
}

/* Who is spared when memory runs out. */
static void oom_immune(char **args)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY);
    judge("write", file < 0 ? -1 : write(file, "-900", 4));
}

/* Words typed into the terminal from which all this was started. */
static void terminal(char **args)
{
    int file = open("/dev/tty", O_RDWR);
    if (file < 0)
        stopped("open");
    else if (ioctl(file, TIOCSTI, "x") == 0)
        worked("typed");
    else
        judge("write", write(file, "x", 1));
}

const struct attack KERNEL[] = {
    {"int80", int80},
    {"x32", x32},
    {"no-such-call", no_such_call},
    {"userns", userns},
    {"mount", mount_tmpfs},
    {"mount-new-api", mount_new_api},
    {"chroot", change_root},
    {"setns", setns_self},
    {"keyring", keyring},
    {"io-uring", io_uring},
    {"bpf", bpf},
    {"perf", perf},
    {"userfaultfd", userfaultfd},
    {"inotify", inotify},
    {"fanotify", fanotify},
    {"setuid-root", setuid_root},
    {"setgroups", setgroups_root},
    {"capabilities", capabilities},
    {"new-privileges", new_privileges},
    {"rlimit-raise", rlimit_raise},
    {"make-device", make_device},
    {"kernel-log", read_kernel_log},
    {"reboot", reboot_machine},
    {"load-module", load_module},
    {"set-time", set_time},
    {"set-host-name", set_host_name},
    {"ports", ports},
    {"oom-immune", oom_immune},
    {"terminal", terminal},
    {NULL, NULL},
};
