/* Attacks over the network and other sockets; none leaves the machine. */
#include "attack.h"

#include <arpa/inet.h>
#include <linux/if_alg.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif

static struct sockaddr_in loopback(int port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons((unsigned short)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
}

static void connect_to(int made, const void *address, socklen_t length)
{
    if (made < 0)
        stopped("socket");
    else
        judge("connect", connect(made, address, length));
}

static void tcp(char **args)
{
    struct sockaddr_in address = loopback(number(args[0]));
    connect_to(socket(AF_INET, SOCK_STREAM, 0), &address, sizeof address);
}

/* Another protocol that ends as TCP. */
static void mptcp(char **args)
{
    struct sockaddr_in address = loopback(number(args[0]));
    int made = socket(AF_INET, SOCK_STREAM, IPPROTO_MPTCP);
    if (made < 0 && errno == EPROTONOSUPPORT)
        kernel_refuses("socket");
    connect_to(made, &address, sizeof address);
}

/* To connect without connect(2). */
static void tcp_fastopen(char **args)
{
    struct sockaddr_in address = loopback(number(args[0]));
    int made = socket(AF_INET, SOCK_STREAM, 0);
    judge("sendto", made < 0 ? -1 : sendto(made, "x", 1, MSG_FASTOPEN, (void *)&address, sizeof address));
}

/* An address of the other family that means the same. */
static void tcp6(char **args)
{
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons((unsigned short)number(args[0]))};
    inet_pton(AF_INET6, "::ffff:127.0.0.1", &address.sin6_addr);
    connect_to(socket(AF_INET6, SOCK_STREAM, 0), &address, sizeof address);
}

static void tcp_listen(char **args)
{
    struct sockaddr_in address = loopback(0);
    int made = socket(AF_INET, SOCK_STREAM, 0);
    if (made < 0 || bind(made, (void *)&address, sizeof address) < 0)
        stopped(made < 0 ? "socket" : "bind");
    else
        judge("listen", listen(made, 1));
}

static void udp(char **args)
{
    struct sockaddr_in address = loopback(number(args[0]));
    int made = socket(AF_INET, SOCK_DGRAM, 0);
    judge("sendto", made < 0 ? -1 : sendto(made, "x", 1, 0, (void *)&address, sizeof address));
}

static struct sockaddr_un at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    return address;
}

static void unix_path(char **args)
{
    struct sockaddr_un address = at(args[0]);
    connect_to(socket(AF_UNIX, SOCK_STREAM, 0), &address, sizeof address);
}

static void unix_abstract(char **args)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path + 1, args[0], sizeof address.sun_path - 2);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(args[0]));
    connect_to(socket(AF_UNIX, SOCK_STREAM, 0), &address, length);
}

/* A pair looks harmless, but its ends can send to anybody. */
static void unix_datagram(char **args)
{
    int pair[2];
    struct sockaddr_un address = at(args[0]);
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) < 0)
        stopped("socketpair");
    else
        judge("sendto", sendto(pair[0], "x", 1, 0, (void *)&address, sizeof address));
}

/* As before, with the call that few think of. */
static void unix_sendmmsg(char **args)
{
    int pair[2];
    struct sockaddr_un address = at(args[0]);
    struct iovec data = {"x", 1};
    struct mmsghdr message = {
        .msg_hdr = {.msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &data, .msg_iovlen = 1}};
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) < 0)
        stopped("socketpair");
    else
        judge("sendmmsg", sendmmsg(pair[0], &message, 1, 0));
}

/* An end of a pair connected to somebody else. */
static void unix_reconnect(char **args)
{
    int pair[2];
    struct sockaddr_un address = at(args[0]);
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) < 0)
        stopped("socketpair");
    else if (connect(pair[0], (void *)&address, sizeof address) < 0)
        stopped("connect");
    else
        judge("write", write(pair[0], "x", 1));
}

static void netlink(char **args) { judge("socket", socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE)); }
static void vsock(char **args) { judge("socket", socket(AF_VSOCK, SOCK_STREAM, 0)); }
static void raw(char **args) { judge("socket", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP)); }
static void packet(char **args) { judge("socket", socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL))); }
static void alg(char **args) { judge("socket", socket(AF_ALG, SOCK_SEQPACKET, 0)); }

const struct attack NETWORK[] = {
    {"tcp", tcp},
    {"mptcp", mptcp},
    {"tcp-fastopen", tcp_fastopen},
    {"tcp6", tcp6},
    {"tcp-listen", tcp_listen},
    {"udp", udp},
    {"unix-path", unix_path},
    {"unix-abstract", unix_abstract},
    {"unix-datagram", unix_datagram},
    {"unix-sendmmsg", unix_sendmmsg},
    {"unix-reconnect", unix_reconnect},
    {"netlink", netlink},
    {"vsock", vsock},
    {"raw", raw},
    {"packet", packet},
    {"alg", alg},
    {NULL, NULL},
};
