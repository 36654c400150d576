"""Attacks over the network and other sockets; see network.c. None leaves the machine."""
import socket

HERE = "127.0.0.1"


def connect(family, kind, protocol, address):
    made = socket.socket(family, kind, protocol)
    made.connect(address)
    return address


def tcp(port):
    return connect(socket.AF_INET, socket.SOCK_STREAM, 0, (HERE, int(port)))


def mptcp(port):
    return connect(socket.AF_INET, socket.SOCK_STREAM, 262, (HERE, int(port)))


def tcp6(port):
    return connect(socket.AF_INET6, socket.SOCK_STREAM, 0, (f"::ffff:{HERE}", int(port)))


def tcp_fastopen(port):
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    return made.sendto(b"x", socket.MSG_FASTOPEN, (HERE, int(port)))


def tcp_listen():
    return socket.create_server((HERE, 0)).getsockname()


def udp(port):
    return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", (HERE, int(port)))


def unix_path(path):
    return connect(socket.AF_UNIX, socket.SOCK_STREAM, 0, path)


def unix_abstract(name):
    connect(socket.AF_UNIX, socket.SOCK_STREAM, 0, "\0" + name)
    return name


def unix_datagram(path):
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return pair[0].sendto(b"x", path)


def unix_sendmmsg(path):
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return pair[0].sendmsg([b"x"], [], 0, path)


def unix_reconnect(path):
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    pair[0].connect(path)
    return pair[0].send(b"x")


def netlink():
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)


def vsock():
    return socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)


def raw():
    return socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)


def packet():
    return socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))


def alg():
    return socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET, 0)
