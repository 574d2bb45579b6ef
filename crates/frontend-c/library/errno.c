/*
 * <errno.h>, and the texts of its numbers: glibc's, on Linux, in the "C" locale.
 */
#include "concrex.h"

int *__errno_location(void)
{
    static int number LENT("errno");
    return &number;
}

static const char *const texts[] = {
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
    NULL,
    "No message of desired type",
    "Identifier removed",
    "Channel number out of range",
    "Level 2 not synchronized",
    "Level 3 halted",
    "Level 3 reset",
    "Link number out of range",
    "Protocol driver not attached",
    "No CSI structure available",
    "Level 2 halted",
    "Invalid exchange",
    "Invalid request descriptor",
    "Exchange full",
    "No anode",
    "Invalid request code",
    "Invalid slot",
    NULL,
    "Bad font file format",
    "Device not a stream",
    "No data available",
    "Timer expired",
    "Out of streams resources",
    "Machine is not on the network",
    "Package not installed",
    "Object is remote",
    "Link has been severed",
    "Advertise error",
    "Srmount error",
    "Communication error on send",
    "Protocol error",
    "Multihop attempted",
    "RFS specific error",
    "Bad message",
    "Value too large for defined data type",
    "Name not unique on network",
    "File descriptor in bad state",
    "Remote address changed",
    "Can not access a needed shared library",
    "Accessing a corrupted shared library",
    ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly",
    "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted",
    "Streams pipe error",
    "Too many users",
    "Socket operation on non-socket",
    "Destination address required",
    "Message too long",
    "Protocol wrong type for socket",
    "Protocol not available",
    "Protocol not supported",
    "Socket type not supported",
    "Operation not supported",
    "Protocol family not supported",
    "Address family not supported by protocol",
    "Address already in use",
    "Cannot assign requested address",
    "Network is down",
    "Network is unreachable",
    "Network dropped connection on reset",
    "Software caused connection abort",
    "Connection reset by peer",
    "No buffer space available",
    "Transport endpoint is already connected",
    "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown",
    "Too many references: cannot splice",
    "Connection timed out",
    "Connection refused",
    "Host is down",
    "No route to host",
    "Operation already in progress",
    "Operation now in progress",
    "Stale file handle",
    "Structure needs cleaning",
    "Not a XENIX named type file",
    "No XENIX semaphores available",
    "Is a named type file",
    "Remote I/O error",
    "Disk quota exceeded",
    "No medium found",
    "Wrong medium type",
    "Operation canceled",
    "Required key not available",
    "Key has expired",
    "Key has been revoked",
    "Key was rejected by service",
    "Owner died",
    "State not recoverable",
    "Operation not possible due to RF-kill",
    "Memory page has hardware error",
};
#define TEXT_COUNT ((int)(sizeof texts / sizeof texts[0]))

const char *__concrex_error_text(int number)
{
    return number >= 0 && number < TEXT_COUNT ? texts[number] : NULL;
}

static void describe_unknown(int number, char *buffer)
{
    static const char start[] = "Unknown error ";
    size_t at = sizeof start - 1;
    __concrex_copy(buffer, start, at);
    unsigned int rest = (unsigned int)number;
    if (number < 0) {
        buffer[at++] = '-';
        rest = 0U - rest;
    }
    unsigned int power = 1;
    while (rest / power >= 10) power *= 10;
    for (; power > 0; power /= 10) buffer[at++] = (char)('0' + rest / power % 10);
    buffer[at] = '\0';
}

const char *__concrex_error_message(int number, char *buffer)
{
    const char *text = __concrex_error_text(number);
    if (text != NULL) return text;
    describe_unknown(number, buffer);
    return buffer;
}

/* The text of a number that is no error's may go where the last one was, or take its place. */
static char *error_text(int number)
{
    static char unknown[ERROR_TEXT_SIZE];
    static int is_used;
    if (__concrex_error_text(number) == NULL) {
        if (is_used) __concrex_unsupported("the texts of two numbers that are no errors'");
        is_used = 1;
    }
    return (char *)__concrex_error_message(number, unknown);
}

char *strerror(int number) { return error_text(number); }

char *strerror_l(int number, void *locale)
{
    (void)locale;
    return error_text(number);
}

/* Copies as much as fits; returns whether all of it did. */
static int copy_truncated(char *to, const char *from, size_t capacity)
{
    size_t length = __concrex_length(from);
    if (capacity == 0) return 0;
    size_t copied = length < capacity ? length : capacity - 1;
    __concrex_copy(to, from, copied);
    to[copied] = '\0';
    return copied == length;
}

/* GNU's: known texts are returned as they are, the buffer holds the others. */
char *strerror_r(int number, char *buffer, size_t capacity)
{
    const char *text = __concrex_error_text(number);
    if (text != NULL) return (char *)text;
    char unknown[ERROR_TEXT_SIZE];
    describe_unknown(number, unknown);
    copy_truncated(buffer, unknown, capacity);
    return buffer;
}

/* POSIX's, which <string.h> calls strerror_r unless GNU's is asked for. */
int __xpg_strerror_r(int number, char *buffer, size_t capacity)
{
    char unknown[ERROR_TEXT_SIZE];
    int fits = copy_truncated(buffer, __concrex_error_message(number, unknown), capacity);
    if (__concrex_error_text(number) == NULL) return EINVAL;
    return fits ? 0 : ERANGE;
}
