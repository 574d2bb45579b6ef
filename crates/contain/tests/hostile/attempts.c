/* Ways to do harm. The name of one is the first argument; then come a folder that is not the program's
   own, and a port of this machine. The status is 0 if it was refused. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char outside[4096], kept[4200], other[4200], mine[] = "mine";
static int port;

static int happened(int result) { return result != -1; }

static int opened(const char *path, int flags)
{
    int file = open(path, flags, 0600);
    return file != -1 && write(file, "harm", 4) == 4;
}

static int connects(int domain, int type, const void *address, socklen_t size)
{
    int s = socket(domain, type, 0);
    return s != -1 && connect(s, address, size) == 0;
}

static int attempt_connect(void)
{
    struct sockaddr_in to = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}};
    return connects(AF_INET, SOCK_STREAM, &to, sizeof to);
}
static int attempt_udp(void)
{
    struct sockaddr_in to = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}};
    return connects(AF_INET, SOCK_DGRAM, &to, sizeof to);
}
static int attempt_unix_socket(void) { return happened(socket(AF_UNIX, SOCK_STREAM, 0)); }

static int attempt_write(void) { return opened(kept, O_WRONLY | O_TRUNC); }
static int attempt_append(void) { return opened(kept, O_WRONLY | O_APPEND); }
static int attempt_create(void) { return opened(other, O_WRONLY | O_CREAT); }
static int attempt_truncate(void) { return happened(truncate(kept, 0)); }
static int attempt_remove(void) { return happened(remove(kept)); }
static int attempt_rename(void) { return happened(rename(kept, other)); }
static int attempt_rename_away(void) { return happened(rename(kept, mine)); }
static int attempt_link(void) { return happened(link(kept, mine)) || happened(link(kept, other)); }
static int attempt_symlink(void)
{
    return happened(symlink(kept, other)) || (!symlink(kept, mine) && opened(mine, O_WRONLY));
}
static int attempt_mkdir(void) { return happened(mkdir(other, 0700)); }
static int attempt_chmod(void) { return happened(chmod(kept, 0)); }
static int attempt_touch(void) { return happened(utimensat(AT_FDCWD, kept, NULL, 0)); }
static int attempt_system(void)
{
    char command[8192];
    snprintf(command, sizeof command, "rm -rf '%s'", outside);
    return system(command) == 0;
}

static int attempt_kill_parent(void) { return happened(kill(getppid(), SIGKILL)); }
static int attempt_kill_group(void) { return happened(kill(-getpgid(getppid()), SIGKILL)); }
static int attempt_kill_all(void) { return happened(kill(-1, 0)); }
static int attempt_tgkill_parent(void)
{
    return happened(syscall(SYS_tgkill, getppid(), getppid(), SIGKILL)) ||
           happened(syscall(SYS_tkill, getppid(), SIGKILL));
}
static int attempt_limit_parent(void)
{
    struct rlimit none = {0, 0};
    return happened(prlimit(getppid(), RLIMIT_NOFILE, &none, NULL));
}
static int attempt_owner_of_file(void)
{
    int ends[2];
    pipe(ends);
    return happened(fcntl(ends[0], F_SETOWN, getppid()));
}

static int attempt_setsid(void) { return happened(setsid()) || happened(setpgid(0, getppid())); }
static int attempt_fork(void)
{
    int child = fork();
    if (!child) _exit(0);
    return happened(child) || happened(vfork());
}
static int attempt_posix_spawn(void)
{
    char *arguments[] = {"true", outside, NULL};
    pid_t child;
    return posix_spawnp(&child, "true", NULL, NULL, arguments, environ) == 0;
}
static int attempt_namespace(void)
{
    return happened(unshare(CLONE_NEWUSER)) || happened(unshare(CLONE_NEWNET));
}
static int attempt_shared_memory(void)
{
    int id = shmget(IPC_PRIVATE, 4096, 0600);
    if (id != -1) shmctl(id, IPC_RMID, NULL);
    return happened(id) || happened(memfd_create("x", 0));
}
static int attempt_capabilities(void)
{
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, status))
        if (!strncmp(line, "CapEff:", 7)) return strtoull(line + 7, NULL, 16) != 0;
    return 1;
}

/* What is no harm. */
static void *nothing(void *x) { return x; }
static int attempt_threads(void)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, nothing, NULL) || pthread_join(thread, NULL);
}
static int attempt_inside(void)
{
    return !(opened(mine, O_WRONLY | O_CREAT) && !rename(mine, "other") && !mkdir("sub", 0700) &&
             !rename("other", "sub/other") && !remove("sub/other") && !rmdir("sub") &&
             opened("/dev/null", O_WRONLY) && fopen("/etc/passwd", "r"));
}
static void caught(int signal) { _exit(0); }
static int attempt_abort_caught(void)
{
    signal(SIGABRT, caught);
    abort();
}

/* The calls of i386, which a process of 64 bits can make, too: fork, setsid, kill, socket. */
static int attempt_calls_of_i386(void)
{
#ifdef __x86_64__
    const int calls[][2] = {{2, 0}, {66, 0}, {37, getppid()}, {359, AF_UNIX}};
    signal(SIGSEGV, caught);
    for (int i = 0; i < 4; i++) {
        long result;
        __asm__ volatile("int $0x80"
                         : "=a"(result)
                         : "a"(calls[i][0]), "b"(calls[i][1]), "c"(i == 3), "d"(0)
                         : "memory", "r8", "r9", "r10", "r11");
        if (result >= 0) return 1;
    }
#endif
    return 0;
}

static int attempt_spin(void) { for (;;) {} }
static int attempt_sleep(void) { return sleep(3600), 1; }
static int attempt_stop_itself(void) { return raise(SIGSTOP), 1; }
static int attempt_ignore_signals(void)
{
    for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
    return sleep(3600), 1;
}

static int attempt_memory(void)
{
    for (;;) {
        char *more = malloc(1 << 20);
        if (more) memset(more, 1, 1 << 20);
    }
}
static char zeros[1 << 20];
static int fill(const char *name, int megabytes)
{
    int file = open(name, O_WRONLY | O_CREAT, 0600);
    for (int i = 0; i < megabytes; i++) write(file, zeros, sizeof zeros);
    return 0;
}
static int attempt_large_file(void) { return fill(mine, 10240); }
static int attempt_many_files(void)
{
    char name[16];
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "file%d", i);
        fill(name, 50);
    }
    return sleep(3600), 0;
}

static int attempt_background(void)
{
    if (fork() == 0) sleep(3600);
    return 0;
}
static int attempt_daemon(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            setpgid(0, 0);
            sleep(3600);
        }
    }
    return 0;
}
static int attempt_fork_bomb(void)
{
    for (int i = 0; i < 1000; i++) fork();
    return sleep(3600), 0;
}

static int attempt_leak(void) { return *(volatile char *)malloc(100) & 0; }
static int attempt_overrun(void)
{
    volatile char *x = malloc(1);
    x[1] = 0;
    return 0;
}

static const struct {
    const char *name;
    int (*attempt)(void);
} attempts[] = {
#define A(name) {#name, attempt_##name}
    A(connect), A(udp), A(unix_socket), A(write), A(append), A(create), A(truncate), A(remove),
    A(rename), A(rename_away), A(link), A(symlink), A(mkdir), A(chmod), A(touch), A(system),
    A(kill_parent), A(kill_group), A(kill_all), A(tgkill_parent), A(limit_parent), A(owner_of_file),
    A(setsid), A(fork), A(posix_spawn), A(namespace), A(shared_memory), A(capabilities), A(calls_of_i386), A(threads),
    A(inside), A(abort_caught), A(spin), A(sleep), A(stop_itself), A(ignore_signals), A(memory),
    A(large_file), A(many_files), A(background), A(daemon), A(fork_bomb), A(leak), A(overrun),
};

int main(int count, char **arguments)
{
    if (count != 4) return 2;
    snprintf(outside, sizeof outside, "%s", arguments[2]);
    snprintf(kept, sizeof kept, "%s/kept", outside);
    snprintf(other, sizeof other, "%s/other", outside);
    port = atoi(arguments[3]);
    for (unsigned i = 0; i < sizeof attempts / sizeof *attempts; i++)
        if (!strcmp(attempts[i].name, arguments[1])) return attempts[i].attempt();
    return 2;
}
