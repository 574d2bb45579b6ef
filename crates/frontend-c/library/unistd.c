/*
 * <unistd.h> and <fcntl.h>: descriptors, and what a process knows of itself.
 */
#include "concrex.h"

/* ---- Descriptors ---- */

ssize_t read(int descriptor, void *data, size_t n)
{
    __concrex_begin_unbuffered(descriptor);
    ssize_t count = __concrex_read(descriptor, data, n);
    __concrex_end_unbuffered(descriptor);
    return count;
}

ssize_t write(int descriptor, const void *data, size_t n)
{
    __concrex_begin_unbuffered(descriptor);
    ssize_t count = __concrex_write(descriptor, data, n);
    __concrex_end_unbuffered(descriptor);
    return count;
}

/* Permissions, which follow if a file is created, mean nothing here. */
int open(const char *name, int flags, ...) { return __concrex_open(name, flags); }
int open64(const char *name, int flags, ...) { return __concrex_open(name, flags); }

int creat(const char *name, unsigned int mode)
{
    (void)mode;
    return __concrex_open(name, O_CREAT | O_WRONLY | O_TRUNC);
}

int close(int descriptor)
{
    __concrex_begin_unbuffered(descriptor);
    return __concrex_close(descriptor);
}

static long long seek(int descriptor, long long offset, int whence)
{
    __concrex_begin_unbuffered(descriptor);
    long long position = __concrex_seek(descriptor, offset, whence);
    __concrex_end_unbuffered(descriptor);
    return position;
}

off_t lseek(int descriptor, off_t offset, int whence)
{
    return (off_t)seek(descriptor, offset, whence);
}

off64_t lseek64(int descriptor, off64_t offset, int whence)
{
    return seek(descriptor, offset, whence);
}

int ftruncate(int descriptor, off_t size)
{
    __concrex_begin_unbuffered(descriptor);
    if (size < 0) {
        errno = EINVAL;
        return -1;
    }
    return __concrex_truncate(descriptor, (size_t)size);
}

static int require_open(int descriptor)
{
    return __concrex_descriptor_flags(descriptor) < 0 ? -1 : 0;
}

int fsync(int descriptor) { return require_open(descriptor); }
int fdatasync(int descriptor) { return require_open(descriptor); }

/* Descriptors are files and pipes. */
int isatty(int descriptor)
{
    if (require_open(descriptor) == 0) errno = ENOTTY;
    return 0;
}

int unlink(const char *name) { return __concrex_remove(name); }

/* What a file that exists allows. */
#define MAY_READ 4
#define MAY_WRITE 2
#define MAY_EXECUTE 1

int access(const char *name, int mode)
{
    if (mode & ~(MAY_READ | MAY_WRITE | MAY_EXECUTE)) {
        errno = EINVAL;
        return -1;
    }
    if (!__concrex_file_exists(name)) {
        errno = ENOENT;
        return -1;
    }
    if (mode & MAY_EXECUTE) __concrex_unsupported("whether a file may be executed");
    return 0;
}

/* ---- The process: chosen outside once, and never again ---- */

static int remembered(int *number, const char *function, int least)
{
    if (*number < 0) {
        unsigned long long value = __concrex_input_value(SOURCE_OTHER, function);
        __concrex_assume(value >= (unsigned int)least && value <= 4194304);
        *number = (int)value;
    }
    return *number;
}

int getpid(void)
{
    static int number = -1;
    return remembered(&number, "getpid", 1);
}

int getppid(void)
{
    static int number = -1;
    return remembered(&number, "getppid", 0);
}

unsigned int getuid(void)
{
    static int number = -1;
    return (unsigned int)remembered(&number, "getuid", 0);
}

unsigned int geteuid(void)
{
    static int number = -1;
    return (unsigned int)remembered(&number, "geteuid", 0);
}

unsigned int getgid(void)
{
    static int number = -1;
    return (unsigned int)remembered(&number, "getgid", 0);
}

unsigned int getegid(void)
{
    static int number = -1;
    return (unsigned int)remembered(&number, "getegid", 0);
}

int getpagesize(void) { return 4096; }

/* ---- Waiting takes no time ---- */

unsigned int sleep(unsigned int seconds)
{
    (void)seconds;
    return 0;
}

int usleep(unsigned int microseconds)
{
    (void)microseconds;
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *remaining)
{
    (void)remaining;
    if (wanted->tv_nsec >= 0 && wanted->tv_nsec < 1000000000 && wanted->tv_sec >= 0) return 0;
    errno = EINVAL;
    return -1;
}

int sched_yield(void) { return 0; }
