"""Attacks on files that are not the bot's; see files.c."""
import fcntl
import os
import stat


def read_file(path):
    with open(path, "rb") as file:
        return repr(file.read(40))


read_home = read_passwd = read_shadow = read_opponent = read_relative = read_network = read_file


def read_by_symlink(path):
    os.symlink(path, "own-link")
    try:
        return read_file("own-link")
    finally:
        os.unlink("own-link")


def read_by_proc_root(path):
    try:
        return read_file(f"/proc/{os.getppid()}/root{path}")
    except OSError:
        return read_file(f"/proc/self/root{path}")


def search(name):
    """The opponent's files, or a copy of them, wherever they are."""
    entries = 0
    for root in ["..", "../..", os.environ.get("TMPDIR", "/tmp") + "/..", "/tmp", "/var/tmp", "/dev/shm", "/run"]:
        for folder, folders, files in os.walk(root):
            entries += len(folders) + len(files)
            if name in files:
                return read_file(os.path.join(folder, name))
            if entries > 20000:
                break
    return None


def list_outside(folder):
    return os.listdir(folder)


def stat_outside(path):
    return os.stat(path).st_size


def write_outside(path):
    with open(path, "a") as file:
        file.write("bad\n")
    return path


def open_to_write(path):
    return os.open(path, os.O_WRONLY)


def create_outside(folder):
    return os.open(f"{folder}/made", os.O_WRONLY | os.O_CREAT, 0o600)


def mkdir_outside(folder):
    os.mkdir(f"{folder}/made")
    return folder


def fifo_outside(folder):
    os.mkfifo(f"{folder}/made")
    return folder


def symlink_outside(folder):
    os.symlink("/etc", f"{folder}/made")
    return folder


def unlink_outside(path):
    os.unlink(path)
    return path


def rmdir_outside(path):
    os.rmdir(path)
    return path


def rename_outside(path, folder):
    os.rename(path, f"{folder}/renamed")
    return path


def move_out(folder):
    with open("own-file", "w"):
        pass
    os.rename("own-file", f"{folder}/moved")
    return folder


def hardlink_outside(path):
    os.link(path, "own-link")
    return path


def chmod_outside(path):
    os.chmod(path, 0o777)
    return path


def chmod_by_descriptor(path):
    os.chmod(f"/proc/self/fd/{os.open(path, os.O_PATH)}", 0o777)
    return path


def chown_outside(path):
    os.chown(path, 4243, 4243)
    return path


def utime_outside(path):
    os.utime(path, (1, 1))
    return path


def truncate_outside(path):
    os.truncate(path, 0)
    return path


def truncate_by_open(path):
    return os.open(path, os.O_RDONLY | os.O_TRUNC)


def xattr(path):
    os.setxattr(path, "user.gridiron", b"x")
    return path


def inherited_fd():
    for number in range(3, 1024):
        try:
            fcntl.fcntl(number, fcntl.F_GETFD)
            return f"{number}, {stat.filemode(os.fstat(number).st_mode)}"
        except OSError:
            continue
    return None


def environment():
    if "GRIDIRON_SECRET" in os.environ:
        return os.environ["GRIDIRON_SECRET"]
    for process in ["self", os.getppid()]:
        try:
            with open(f"/proc/{process}/environ", "rb") as file:
                if b"GRIDIRON_SECRET=" in file.read():
                    return f"/proc/{process}"
        except OSError:
            continue
    return None
