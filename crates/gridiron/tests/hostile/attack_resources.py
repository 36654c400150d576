"""Attacks on memory and disk, and floods of output; see memory.c and disk.c."""
import mmap
import os
import resource
import sys

MB = 1024 * 1024
GB = 1024 * MB


def touch(memory):
    for at in range(0, GB, 4096):
        memory[at] = 1
    memory.close()
    return "1 GB"


def memory_malloc():
    return f"{len(bytearray(b'x') * GB)} bytes"


def memory_shared():
    return touch(mmap.mmap(-1, GB))


def memory_memfd():
    file = os.memfd_create("x")
    os.ftruncate(file, GB)
    return touch(mmap.mmap(file, GB))


def memory_zero():
    return touch(mmap.mmap(os.open("/dev/zero", os.O_RDWR), GB))


def memory_pipes():
    ends = []
    try:
        for _ in range(1000):
            # Who has many gets small ones, which must not make it wait.
            ends.append(os.pipe2(os.O_NONBLOCK))
            os.write(ends[-1][1], bytes(60000))
    finally:
        for pair in ends:
            os.close(pair[0])
            os.close(pair[1])
    return "1000 pipes"


def many_fds():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    made = []
    try:
        for _ in range(4000):
            made.append(os.dup(0))
    finally:
        for each in made:
            os.close(each)
    return f"{len(made)} descriptors"


def one_file(path):
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        done = 0
        while done < 64 * MB:
            done += os.write(file, bytes(MB))
    finally:
        os.unlink(path)
    return f"{done} bytes"


def large_file():
    return one_file("large")


def shm_fill(name):
    return one_file(f"/dev/shm/{name}")


def sparse_file():
    with open("sparse", "wb") as file:
        file.truncate(64 * MB)
    os.unlink("sparse")
    return "64 MB"


def fallocate():
    with open("allocated", "wb") as file:
        os.posix_fallocate(file.fileno(), 0, 64 * MB)
    os.unlink("allocated")
    return "64 MB"


def make_files(folder, count, size):
    made = 0
    try:
        for made in range(count):
            file = os.open(f"{folder}/file-{made}", os.O_WRONLY | os.O_CREAT, 0o600)
            short = os.write(file, bytes(size)) < size
            os.close(file)
            if short:
                raise OSError("not all was written")
    finally:
        for number in range(made + 1):
            try:
                os.unlink(f"{folder}/file-{number}")
            except FileNotFoundError:
                pass
    return f"{count} files"


def many_files():
    return make_files(".", 100, MB)


def small_files():
    make_files(".", 10000, 0)
    return make_files(os.environ.get("TMPDIR", "/tmp"), 10000, 0)


def flood_stdout():
    for line in range(200000):
        print("#", line)
    return "no verdict"


def flood_stderr():
    for line in range(200000):
        print(line, file=sys.stderr)
    return "no verdict"


def honest():
    return "nothing tried"
