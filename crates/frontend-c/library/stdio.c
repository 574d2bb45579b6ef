/*
 * <stdio.h>: characters, strings and blocks on streams. Opening and positioning is in streams.c.
 *
 * Streams are not buffered: what is written leaves the program at once. Since there are no threads
 * the _unlocked names are the same functions.
 */
#include "concrex.h"

static FILE standard_input = {.descriptor = 0, .readable = 1, .from_before = 1};
static FILE standard_output = {.descriptor = 1, .writable = 1, .from_before = 2};
static FILE standard_error = {.descriptor = 2, .writable = 1, .from_before = 3};

FILE *stdin = &standard_input;
FILE *stdout = &standard_output;
FILE *stderr = &standard_error;

/* ---- One byte ---- */

int __concrex_get(FILE *stream)
{
    if (stream->pushed > 0) return stream->pushback[--stream->pushed];
    if (!stream->readable) {
        stream->failed = 1;
        errno = EBADF;
        return EOF;
    }
    if (stream->at_end) return EOF;
    unsigned char byte = 0;
    ssize_t count = __concrex_read(stream->descriptor, &byte, 1);
    if (count == 1) return byte;
    if (count == 0)
        stream->at_end = 1;
    else
        stream->failed = 1;
    return EOF;
}

int __concrex_unget(int c, FILE *stream)
{
    if (c == EOF) return EOF;
    if (stream->pushed == PUSHBACK_LIMIT) __concrex_unsupported("so many bytes that are put back");
    stream->pushback[stream->pushed++] = (unsigned char)c;
    stream->at_end = 0;
    return (unsigned char)c;
}

size_t __concrex_put_bytes(const void *data, size_t n, FILE *stream)
{
    if (!stream->writable) {
        stream->failed = 1;
        errno = EBADF;
        return 0;
    }
    if (stream->pushed > 0) __concrex_unsupported("writing where bytes were put back");
    /* What the system refuses is seen when the buffer is written. */
    if (__concrex_write(stream->descriptor, data, n) < 0)
        __concrex_unsupported("writing to a stream whose descriptor is closed");
    return n;
}

int __concrex_put(int c, FILE *stream)
{
    unsigned char byte = (unsigned char)c;
    return __concrex_put_bytes(&byte, 1, stream) == 1 ? byte : EOF;
}

int getc(FILE *stream) { return __concrex_get(stream); }
int fgetc(FILE *stream) { return __concrex_get(stream); }
int _IO_getc(FILE *stream) { return __concrex_get(stream); }
int getc_unlocked(FILE *stream) { return __concrex_get(stream); }
int fgetc_unlocked(FILE *stream) { return __concrex_get(stream); }
int getchar(void) { return __concrex_get(stdin); }
int getchar_unlocked(void) { return __concrex_get(stdin); }
int ungetc(int c, FILE *stream) { return __concrex_unget(c, stream); }

int putc(int c, FILE *stream) { return __concrex_put(c, stream); }
int fputc(int c, FILE *stream) { return __concrex_put(c, stream); }
int _IO_putc(int c, FILE *stream) { return __concrex_put(c, stream); }
int putc_unlocked(int c, FILE *stream) { return __concrex_put(c, stream); }
int fputc_unlocked(int c, FILE *stream) { return __concrex_put(c, stream); }
int putchar(int c) { return __concrex_put(c, stdout); }
int putchar_unlocked(int c) { return __concrex_put(c, stdout); }

int getw(FILE *stream)
{
    int word;
    unsigned char *bytes = (unsigned char *)&word;
    for (size_t i = 0; i < sizeof word; i++) {
        int c = __concrex_get(stream);
        if (c == EOF) return EOF;
        bytes[i] = (unsigned char)c;
    }
    return word;
}

int putw(int word, FILE *stream)
{
    return __concrex_put_bytes(&word, sizeof word, stream) == sizeof word ? 0 : EOF;
}

/* ---- Strings ---- */

static int put_string(const char *text, FILE *stream)
{
    size_t length = __concrex_length(text);
    return __concrex_put_bytes(text, length, stream) == length ? 1 : EOF;
}

int fputs(const char *text, FILE *stream) { return put_string(text, stream); }
int fputs_unlocked(const char *text, FILE *stream) { return put_string(text, stream); }

int puts(const char *text)
{
    size_t length = __concrex_length(text);
    if (__concrex_put_bytes(text, length, stdout) != length) return EOF;
    if (__concrex_put('\n', stdout) == EOF) return EOF;
    return length < INT_MAX ? (int)length + 1 : INT_MAX;
}

/* At most n - 1 bytes up to and including a newline. */
static char *get_string(char *text, int n, FILE *stream)
{
    if (n <= 0) return NULL;
    if (n == 1) {
        text[0] = '\0';
        return text;
    }
    /* An error from before must not spoil what is read now. */
    int failed_before = stream->failed;
    stream->failed = 0;
    int length = 0;
    while (length < n - 1) {
        int c = __concrex_get(stream);
        if (c == EOF) break;
        text[length++] = (char)c;
        if (c == '\n') break;
    }
    int failed_now = stream->failed;
    stream->failed |= failed_before;
    if (length == 0 || failed_now) return NULL;
    text[length] = '\0';
    return text;
}

char *fgets(char *text, int n, FILE *stream) { return get_string(text, n, stream); }
char *fgets_unlocked(char *text, int n, FILE *stream) { return get_string(text, n, stream); }

char *gets(char *text)
{
    size_t length = 0;
    int c = __concrex_get(stdin);
    if (c == EOF) return NULL;
    for (; c != EOF && c != '\n'; c = __concrex_get(stdin)) text[length++] = (char)c;
    text[length] = '\0';
    return text;
}

static ssize_t get_delimited(char **line, size_t *capacity, int delimiter, FILE *stream)
{
    if (line == NULL || capacity == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (stream->failed) return -1;
    if (*line == NULL || *capacity == 0) {
        char *fresh = malloc(120);
        if (fresh == NULL) return -1;
        *line = fresh;
        *capacity = 120;
    }
    size_t length = 0;
    int c = __concrex_get(stream);
    if (c == EOF) return -1;
    while (c != EOF) {
        if (length + 1 == *capacity) {
            char *larger = realloc(*line, 2 * *capacity);
            if (larger == NULL) return -1;
            *line = larger;
            *capacity *= 2;
        }
        (*line)[length++] = (char)c;
        if (c == delimiter) break;
        c = __concrex_get(stream);
    }
    (*line)[length] = '\0';
    return (ssize_t)length;
}

ssize_t getdelim(char **line, size_t *capacity, int delimiter, FILE *stream)
{
    return get_delimited(line, capacity, delimiter, stream);
}

ssize_t __getdelim(char **line, size_t *capacity, int delimiter, FILE *stream)
{
    return get_delimited(line, capacity, delimiter, stream);
}

ssize_t getline(char **line, size_t *capacity, FILE *stream)
{
    return get_delimited(line, capacity, '\n', stream);
}

/* ---- Blocks: the number of whole elements is returned ---- */

static size_t get_block(void *data, size_t size, size_t count, FILE *stream)
{
    unsigned char *bytes = data;
    size_t wanted = size * count, got = 0;
    if (wanted == 0) return 0;
    while (got < wanted) {
        int c = __concrex_get(stream);
        if (c == EOF) return got / size;
        bytes[got++] = (unsigned char)c;
    }
    return count;
}

static size_t put_block(const void *data, size_t size, size_t count, FILE *stream)
{
    size_t wanted = size * count;
    if (wanted == 0) return 0;
    return __concrex_put_bytes(data, wanted, stream) / size;
}

size_t fread(void *data, size_t size, size_t count, FILE *stream)
{
    return get_block(data, size, count, stream);
}

size_t fread_unlocked(void *data, size_t size, size_t count, FILE *stream)
{
    return get_block(data, size, count, stream);
}

size_t fwrite(const void *data, size_t size, size_t count, FILE *stream)
{
    return put_block(data, size, count, stream);
}

size_t fwrite_unlocked(const void *data, size_t size, size_t count, FILE *stream)
{
    return put_block(data, size, count, stream);
}

/* ---- Indicators ---- */

static int ended_before[3] KEPT("feof"), failed_before[3] KEPT("ferror");

/* The indicators are sticky: they hold what earlier calls left, and what this run adds. */
static void look_back(FILE *stream)
{
    int which = stream->from_before - 1;
    if (which < 0 || which >= 3) return;
    if (ended_before[which]) stream->at_end = 1;
    if (failed_before[which]) stream->failed = 1;
    stream->from_before = 0;
}

static int is_at_end(FILE *stream)
{
    if (!stream->at_end) look_back(stream);
    return stream->at_end;
}

static int has_failed(FILE *stream)
{
    if (!stream->failed) look_back(stream);
    return stream->failed;
}

static void clear_indicators(FILE *stream)
{
    stream->from_before = 0;
    stream->at_end = 0;
    stream->failed = 0;
}

int feof(FILE *stream) { return is_at_end(stream); }
int feof_unlocked(FILE *stream) { return is_at_end(stream); }
int ferror(FILE *stream) { return has_failed(stream); }
int ferror_unlocked(FILE *stream) { return has_failed(stream); }
void clearerr(FILE *stream) { clear_indicators(stream); }
void clearerr_unlocked(FILE *stream) { clear_indicators(stream); }

/* ---- Error messages ---- */

void __concrex_print_error(const char *text)
{
    __concrex_put_bytes(text, __concrex_length(text), stderr);
}

void perror(const char *text)
{
    char unknown[ERROR_TEXT_SIZE];
    const char *message = __concrex_error_message(errno, unknown);
    if (text != NULL && text[0] != '\0') {
        __concrex_print_error(text);
        __concrex_print_error(": ");
    }
    __concrex_print_error(message);
    __concrex_print_error("\n");
}
