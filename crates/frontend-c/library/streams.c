/*
 * <stdio.h>: opening, closing and positioning streams, and whole files.
 */
#include "concrex.h"

/* The flags of open for a mode of fopen, or -1. */
static int mode_flags(const char *mode)
{
    int flags;
    switch (mode[0]) {
    case 'r': flags = O_RDONLY; break;
    case 'w': flags = O_WRONLY | O_CREAT | O_TRUNC; break;
    case 'a': flags = O_WRONLY | O_CREAT | O_APPEND; break;
    default: errno = EINVAL; return -1;
    }
    int letters = 1;
    for (mode++; *mode != '\0' && *mode != ','; mode++) {
        if (++letters > 7) __concrex_unsupported("a mode of more than seven letters");
        if (*mode == '+') flags = (flags & ~O_ACCMODE) | O_RDWR;
        if (*mode == 'x') flags |= O_EXCL;
    }
    return flags;
}

static void attach(FILE *stream, int descriptor, int flags)
{
    FILE fresh = {
        .descriptor = descriptor,
        .readable = (flags & O_ACCMODE) != O_WRONLY,
        .writable = (flags & O_ACCMODE) != O_RDONLY,
    };
    *stream = fresh;
    /* A stream that only appends is at the end from the start. */
    if (flags & O_APPEND && !fresh.readable) __concrex_seek(descriptor, 0, SEEK_END);
}

FILE *__concrex_stream_on(int descriptor, const char *mode)
{
    int flags = mode_flags(mode);
    if (flags < 0) return NULL;
    FILE *stream = __concrex_alloc_internal(sizeof *stream);
    attach(stream, descriptor, flags);
    return stream;
}

static FILE *open_stream(const char *name, const char *mode)
{
    int flags = mode_flags(mode);
    if (flags < 0) return NULL;
    int descriptor = __concrex_open(name, flags);
    return descriptor < 0 ? NULL : __concrex_stream_on(descriptor, mode);
}

static int close_stream(FILE *stream)
{
    __concrex_flushed(stream->descriptor);
    int result = __concrex_close(stream->descriptor) < 0 ? EOF : 0;
    if (stream == stdin || stream == stdout || stream == stderr) {
        stream->readable = 0;
        stream->writable = 0;
        stream->pushed = 0;
    } else {
        __concrex_free_internal(stream);
    }
    return result;
}

static FILE *reopen_stream(const char *name, const char *mode, FILE *stream)
{
    int flags = mode_flags(mode);
    if (flags < 0) return NULL;
    if (name == NULL) __concrex_unsupported("`freopen` without a name");
    __concrex_flushed(stream->descriptor);
    __concrex_close(stream->descriptor);
    int descriptor = __concrex_open(name, flags);
    if (descriptor < 0) {
        close_stream(stream);
        errno = ENOENT;
        return NULL;
    }
    attach(stream, descriptor, flags);
    return stream;
}

FILE *fopen(const char *name, const char *mode) { return open_stream(name, mode); }
FILE *fopen64(const char *name, const char *mode) { return open_stream(name, mode); }

FILE *freopen(const char *name, const char *mode, FILE *stream)
{
    return reopen_stream(name, mode, stream);
}

FILE *freopen64(const char *name, const char *mode, FILE *stream)
{
    return reopen_stream(name, mode, stream);
}

FILE *fdopen(int descriptor, const char *mode)
{
    int given = __concrex_descriptor_flags(descriptor), flags = mode_flags(mode);
    if (given < 0 || flags < 0) return NULL;
    int access = given & O_ACCMODE;
    if (access != O_RDWR && access != (flags & O_ACCMODE)) {
        errno = EINVAL;
        return NULL;
    }
    if (flags & ~given & O_APPEND) __concrex_unsupported("`fdopen` to append");
    return __concrex_stream_on(descriptor, mode);
}

static FILE *open_temporary(void)
{
    int descriptor = __concrex_open_anonymous();
    return descriptor < 0 ? NULL : __concrex_stream_on(descriptor, "w+");
}

FILE *tmpfile(void) { return open_temporary(); }
FILE *tmpfile64(void) { return open_temporary(); }

int fclose(FILE *stream) { return close_stream(stream); }

int fcloseall(void) { return 0; }

int fileno(FILE *stream) { return stream->descriptor; }
int fileno_unlocked(FILE *stream) { return stream->descriptor; }

FILE *popen(const char *command, const char *mode)
{
    (void)command;
    (void)mode;
    __concrex_unsupported("starting other processes");
    return NULL;
}

int pclose(FILE *stream) { return close_stream(stream); }

/* ---- Buffers, of which there are none ---- */

/* A stream that is used must be there, though nothing happens to it. */
static void touch(FILE *stream) { (void)*(volatile int *)&stream->descriptor; }

/* What lies in a buffer that the library uses, and until when it must be there, is not modelled. */
static void use_buffer(FILE *stream, char *buffer)
{
    touch(stream);
    static char *kept;
    if (buffer == NULL) return;
    kept = buffer;
    __concrex_unsupported("a buffer of the program's own for a stream");
}

/* Without a stream, of all streams. */
static int flush(FILE *stream)
{
    __concrex_flushed(stream != NULL ? stream->descriptor : ALL_DESCRIPTORS);
    return 0;
}

int fflush(FILE *stream) { return flush(stream); }
int fflush_unlocked(FILE *stream) { return flush(stream); }

#define FULLY_BUFFERED 0
#define UNBUFFERED 2

int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    (void)size;
    if (mode < FULLY_BUFFERED || mode > UNBUFFERED) return EOF;
    use_buffer(stream, mode == UNBUFFERED ? NULL : buffer);
    return 0;
}

void setbuf(FILE *stream, char *buffer) { use_buffer(stream, buffer); }

void setbuffer(FILE *stream, char *buffer, size_t size)
{
    (void)size;
    use_buffer(stream, buffer);
}

void setlinebuf(FILE *stream) { touch(stream); }

void flockfile(FILE *stream) { touch(stream); }
void funlockfile(FILE *stream) { touch(stream); }

int ftrylockfile(FILE *stream)
{
    touch(stream);
    return 0;
}

/* ---- Positions ---- */

static long long tell(FILE *stream)
{
    long long position = __concrex_seek(stream->descriptor, 0, SEEK_CUR);
    return position < 0 ? -1 : position - stream->pushed;
}

static int seek(FILE *stream, long long offset, int whence)
{
    __concrex_flushed(stream->descriptor);
    if (whence == SEEK_CUR) offset -= stream->pushed;
    if (__concrex_seek(stream->descriptor, offset, whence) < 0) return -1;
    stream->pushed = 0;
    stream->at_end = 0;
    return 0;
}

int fseek(FILE *stream, long offset, int whence) { return seek(stream, offset, whence); }
int fseeko(FILE *stream, off_t offset, int whence) { return seek(stream, offset, whence); }
int fseeko64(FILE *stream, off64_t offset, int whence) { return seek(stream, offset, whence); }
long ftell(FILE *stream) { return (long)tell(stream); }
off_t ftello(FILE *stream) { return (off_t)tell(stream); }
off64_t ftello64(FILE *stream) { return tell(stream); }

void rewind(FILE *stream)
{
    seek(stream, 0, SEEK_SET);
    stream->at_end = 0;
    stream->failed = 0;
}

/* As large as glibc's, whose second part is a conversion state. */
typedef struct {
    off_t position;
    int state[2];
} fpos_t;

typedef struct {
    off64_t position;
    int state[2];
} fpos64_t;

int fgetpos(FILE *stream, fpos_t *position)
{
    fpos_t here = {(off_t)tell(stream), {0, 0}};
    *position = here;
    return here.position < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const fpos_t *position)
{
    return seek(stream, position->position, SEEK_SET);
}

int fgetpos64(FILE *stream, fpos64_t *position)
{
    fpos64_t here = {tell(stream), {0, 0}};
    *position = here;
    return here.position < 0 ? -1 : 0;
}

int fsetpos64(FILE *stream, const fpos64_t *position)
{
    return seek(stream, position->position, SEEK_SET);
}

/* ---- Names ---- */

int remove(const char *name) { return __concrex_remove(name); }
int rename(const char *from, const char *to) { return __concrex_rename(from, to); }

/* Nobody knows the name before. */
char *tmpnam(char *buffer)
{
    __concrex_unsupported("the names that `tmpnam` makes");
    return buffer;
}
