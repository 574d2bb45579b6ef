/*
 * The one header of the C library model.
 *
 * The model is ordinary C that is compiled together with the user's program. It includes no system
 * header, because it is compiled for LP64 and for ILP32 on machines that may have the headers of
 * only one of them. What it needs from the compiler comes from predefined macros, what it needs
 * from the outside world comes from the primitives below.
 *
 * Conventions:
 *  - Functions of the model call each other by names in `__concrex_`, or statically, never by names
 *    which a program may define for itself (`read`, `index`, its own `strlen`). The exceptions are
 *    `malloc` and `realloc` where the memory is handed to the program, as in glibc, and fortify.c,
 *    which calls the functions it guards.
 *  - Dereferences are checked by the compiler and reported at the user's call. `__concrex_check` is
 *    for what the standard makes undefined and plain C would not notice.
 *  - Memory the model keeps for itself is allocated as internal, so that it is never a user's leak.
 */
#ifndef CONCREX_H
#define CONCREX_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __builtin_va_list va_list;
typedef long time_t;
typedef long clock_t;
typedef long off_t;
typedef long long off64_t;

#define NULL ((void *)0)
#define EOF (-1)
#define WEOF ((wint_t)-1)

#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)

#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1)
#define SIZE_MAX __SIZE_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__

/* ---- Primitives, provided by the compiler. ---- */

/* Where an input comes from. */
enum {
    SOURCE_STDIN,          /* input_byte, name NULL */
    SOURCE_ARGUMENT,       /* input_string: argv[k], name is k in decimal */
    SOURCE_ARGUMENT_COUNT, /* input_value: argc */
    SOURCE_ENVIRONMENT,    /* input_value: does the variable exist; input_string: its value */
    SOURCE_FILE,           /* input_value: does the file exist; input_byte: its contents */
    SOURCE_RANDOM,         /* input_value */
    SOURCE_CLOCK,          /* input_value: "time" (s), "nanoseconds" (of it), "clock" (us) */
    SOURCE_OTHER           /* input_value: the result of the named function */
};

/* A fresh heap object. */
void *__concrex_alloc(size_t size, size_t alignment, int zeroed);
/* Ends its life; a double or invalid free is reported. */
void __concrex_free(void *p);
/* The same for memory of the model itself. */
void *__concrex_alloc_internal(size_t size);
void __concrex_free_internal(void *p);
/* The size in bytes of the live object that p points into. */
size_t __concrex_object_size(const void *p);
/* Moves n bytes, overlapping or not; uninitialised bytes stay uninitialised. */
void __concrex_copy(void *to, const void *from, size_t n);
/* The same with the claim, a string literal, that the ranges do not overlap. */
void __concrex_copy_disjoint(void *to, const void *from, size_t n, const char *message);
void __concrex_fill(void *to, int byte, size_t n);
/* 1 if the n bytes at a and the n bytes at b have no byte in common. */
int __concrex_disjoint(const void *a, const void *b, size_t n);
/* The path ends: what the string literal says is not modelled. */
void __concrex_unsupported(const char *what);
/* A claim. Kind and message are string literals. */
void __concrex_check(int condition, const char *kind, const char *message);
void __concrex_assume(int condition);
/* A byte from outside, 0..255, or -1 at the end. */
int __concrex_input_byte(int source, const char *name, size_t index);
/* A string from outside, in an internal object of exactly its size. */
char *__concrex_input_string(int source, const char *name);
unsigned long long __concrex_input_value(int source, const char *name);
/* Bytes leave the program. */
void __concrex_output(int descriptor, const void *data, size_t n);
_Noreturn void __concrex_exit(int status);
_Noreturn void __concrex_abort(void);

/* What lasts from call to call, if callers can set it (`errno`), or if only calls of the library change
 * it: an unknown caller has called the library before. The name is for reports. A flag that is KEPT says
 * whether earlier calls matter: where they do, and what they left cannot be told, the path ends. */
#define LENT(name) __asm__(name) __attribute__((lent))
#define KEPT(name) __asm__(name) __attribute__((kept))
#define END_IF_KEPT(flag, what) \
    do { \
        if (flag) __concrex_unsupported("what earlier calls left: " what); \
    } while (0)

/* A claim that an argument is not null where the standard forbids it though nothing is accessed. */
#define REQUIRE_POINTER(pointer, function) \
    __concrex_check((pointer) != NULL, "null", "null pointer passed to " function)
/* A claim that n bytes are copied between ranges that do not overlap. */
#define REQUIRE_DISJOINT(to, from, n, function) \
    __concrex_check(__concrex_disjoint((to), (from), (n)), "overlap", \
                    function " between overlapping ranges")
/* Copies n bytes between ranges that must not overlap, and first of all must be there. */
#define COPY_DISJOINT(to, from, n, function) \
    __concrex_copy_disjoint((to), (from), (n), function " between overlapping ranges")

/* ---- errno.c ---- */

#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EBADF 9
#define ENOMEM 12
#define EEXIST 17
#define EINVAL 22
#define EMFILE 24
#define ENOTTY 25
#define ESPIPE 29
#define EDOM 33
#define ERANGE 34
#define ENOSYS 38
#define EOVERFLOW 75
#define EILSEQ 84
#define EOPNOTSUPP 95

int *__errno_location(void);
#define errno (*__errno_location())

/* The text of an error number, or NULL if there is none. */
const char *__concrex_error_text(int number);
/* The text of any number; unknown ones are written into the buffer. */
#define ERROR_TEXT_SIZE 40
const char *__concrex_error_message(int number, char *buffer);

/* ---- string.c, ctype.c ---- */

size_t __concrex_length(const char *text);
/* The length of a string of which at most `limit` bytes may be read. */
size_t __concrex_length_within(const char *text, size_t limit);
int __concrex_equal(const char *a, const char *b);

static inline int __concrex_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline int __concrex_is_digit(int c) { return c >= '0' && c <= '9'; }
static inline int __concrex_lower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }
static inline int __concrex_upper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }
/* The value of a digit or letter as a digit of a base up to 36, or 36 for other characters. */
static inline int __concrex_digit_value(int c)
{
    if (__concrex_is_digit(c)) return c - '0';
    c = __concrex_lower(c);
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 36;
}

/* ---- memory.c ---- */

void *malloc(size_t size);
void *realloc(void *old, size_t size);

/* ---- convert.c, float_parse.c ---- */

enum integer_prefixes { PREFIXES_C99, PREFIXES_C23 /* also 0b */ };
long __concrex_parse_long(const char *text, char **end, int base, enum integer_prefixes prefixes);
unsigned long __concrex_parse_unsigned_long(const char *text, char **end, int base,
                                            enum integer_prefixes prefixes);
long long __concrex_parse_long_long(const char *text, char **end, int base,
                                    enum integer_prefixes prefixes);
unsigned long long __concrex_parse_unsigned_long_long(const char *text, char **end, int base,
                                                      enum integer_prefixes prefixes);
float __concrex_parse_float(const char *text, char **end);
double __concrex_parse_double(const char *text, char **end);
long double __concrex_parse_long_double(const char *text, char **end);

/* ---- Floating point formats: float_format.c, float_parse.c, math.c ---- */

union double_bits {
    double value;
    uint64_t bits;
};
union float_bits {
    float value;
    uint32_t bits;
};
/* The 80-bit format: an explicit leading bit in the mantissa; the rest of the object is padding. */
union long_double_bits {
    long double value;
    struct {
        uint64_t mantissa;
        uint16_t sign_exponent;
    } parts;
};

/* A positive number on its way to a type: mantissa * 2^exponent, the highest bit of the mantissa
 * set, and how what follows the mantissa's last bit compares with half of that bit. */
enum tail { TAIL_NONE, TAIL_BELOW_HALF, TAIL_HALF, TAIL_ABOVE_HALF };
struct scaled {
    uint64_t mantissa;
    int exponent;
    enum tail tail;
};
/* The digits up to end (a point among them does not count) times 10^exponent, not zero. */
struct scaled __concrex_scale_decimal(const char *digits, const char *end, long long exponent);

/* ---- files.c: descriptors ---- */

#define O_ACCMODE 3
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000

#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

/* Each returns -1 and sets errno on failure. */
int __concrex_open(const char *name, int flags);
int __concrex_open_anonymous(void);
int __concrex_close(int descriptor);
/* Around what is done with a descriptor by itself, not by a stream; and after a stream has written what
 * it kept. */
void __concrex_begin_unbuffered(int descriptor);
void __concrex_end_unbuffered(int descriptor);
#define ALL_DESCRIPTORS (-1)
void __concrex_flushed(int descriptor);
ssize_t __concrex_read(int descriptor, void *data, size_t n);
ssize_t __concrex_write(int descriptor, const void *data, size_t n);
long long __concrex_seek(int descriptor, long long offset, int whence);
int __concrex_truncate(int descriptor, size_t size);
int __concrex_remove(const char *name);
int __concrex_rename(const char *from, const char *to);
int __concrex_file_exists(const char *name);
/* The access mode and O_APPEND with which the descriptor was opened. */
int __concrex_descriptor_flags(int descriptor);

/* ---- stdio.c: streams ---- */

#define PUSHBACK_LIMIT 16

typedef struct _IO_FILE {
    int descriptor;
    int readable;
    int writable;
    int at_end; /* the end-of-file indicator, sticky as in glibc */
    int failed; /* the error indicator */
    int from_before; /* not 0 for a stream that is open when the program starts: its number, as long as
                      * the indicators may be what earlier calls left */
    int pushed; /* how many bytes of pushback are waiting */
    unsigned char pushback[PUSHBACK_LIMIT];
} FILE;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

int __concrex_get(FILE *stream);
int __concrex_unget(int c, FILE *stream);
int __concrex_put(int c, FILE *stream);
/* Returns how many bytes were written. */
size_t __concrex_put_bytes(const void *data, size_t n, FILE *stream);
/* A stream over an open descriptor, or NULL and EINVAL for a bad mode. */
FILE *__concrex_stream_on(int descriptor, const char *mode);
void __concrex_print_error(const char *text);

/* ---- printf.c, float_format.c ---- */

/* Where formatted characters go: to a stream if there is one, else into a buffer. */
struct sink {
    FILE *stream;
    char *buffer;
    size_t capacity; /* of the buffer; what does not fit is only counted */
    size_t length;   /* how many characters were produced so far */
    int failed;      /* the stream did */
};

/* One parsed conversion specification. */
struct conversion {
    int left, plus, space, alternate, zero; /* the flags - + space # 0 */
    int width;
    int precision; /* negative if there is none */
    int length;    /* enum length_modifier in printf.c */
    int letter;
};

/* A finite number: (-1)^negative * mantissa * 2^exponent. */
struct binary_number {
    int negative;
    uint64_t mantissa;
    int exponent;
};

void __concrex_sink_write(struct sink *sink, const char *data, size_t n);
void __concrex_sink_put(struct sink *sink, char c);
void __concrex_sink_repeat(struct sink *sink, char c, int times);
/* Pads and writes sign-or-prefix and body; zeros go between them. */
void __concrex_sink_field(struct sink *sink, const struct conversion *how, const char *prefix,
                          int zeros, const char *body, int body_length);
/* The parts of a field around a body that is written in between. Zeros that fill the field follow
 * the prefix. */
void __concrex_sink_open_field(struct sink *sink, const struct conversion *how, const char *prefix,
                               long long body_length);
void __concrex_sink_close_field(struct sink *sink, const struct conversion *how,
                                const char *prefix, long long body_length);
void __concrex_format_double(struct sink *sink, const struct conversion *how, double value);
void __concrex_format_long_double(struct sink *sink, const struct conversion *how,
                                  long double value);
/* The conversions e, f and g. */
void __concrex_format_decimal(struct sink *sink, const struct conversion *how,
                              struct binary_number number);
/* The sign character as text: "-", "+", " " or "". */
const char *__concrex_sign(const struct conversion *how, int negative);
/* The length of a sign or another prefix of a number, which has at most three characters. */
int __concrex_prefix_length(const char *prefix);

/* These return the number of characters produced, or -1. */
int __concrex_print(FILE *stream, const char *format, va_list arguments);
int __concrex_print_to_buffer(char *buffer, size_t capacity, const char *format,
                              va_list arguments);
int __concrex_print_to_allocation(char **result, const char *format, va_list arguments);

/* ---- scanf.c ---- */

/* Where scanf reads: from a stream if there is one, else from a string. */
struct source {
    FILE *stream;
    const char *text;
    unsigned int taken; /* how many characters were consumed so far */
};

int __concrex_scan(struct source *from, const char *format, va_list arguments);
int __concrex_source_get(struct source *from);
void __concrex_source_unget(struct source *from, int c);

/* ---- environment.c, exit.c, at_exit.c, signal.c ---- */

/* The value of an environment variable, or NULL. */
char *__concrex_environment(const char *name);
int __concrex_environment_sets_locale(void);
int __concrex_environment_chooses(const char *name, const char *usual, const char *other);
/* Has a function called when the program ends, before those that were named earlier. */
void __concrex_at_exit(void (*function)(void));
_Noreturn void __concrex_terminate(int status);
/* Hooks (`hooks.rs`): left out of a program that uses nothing else of the files that define them. */
void __concrex_run_exit_handlers(int status);
void __concrex_run_quick_exit_handlers(int status);
void __concrex_signal_abort(void);
/* Delivers a signal to this process. */
int __concrex_raise(int signal);

/* ---- time.c ---- */

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
struct timeval {
    time_t tv_sec;
    long tv_usec;
};
extern const char __concrex_day_names[7][10];
extern const char __concrex_month_names[12][10];
/* The seconds since the epoch of a broken-down time in UTC, whatever the range of its fields. */
long long __concrex_seconds(const struct tm *when);
/* Returns -1 and sets errno if the year does not fit. */
int __concrex_local_time(time_t seconds, struct tm *when);
struct tm *__concrex_shared_time(void);

/* ---- math.c ---- */

/* Also sets errno if a finite number becomes zero or infinite. */
double __concrex_scale(double x, long n);

/* ---- Natively provided by the compiler ---- */

double rint(double), round(double), trunc(double), pow(double, double), fabs(double);
double copysign(double, double), remainder(double, double), fmod(double, double);
float rintf(float), roundf(float), truncf(float), powf(float, float), fabsf(float);
float copysignf(float, float), remainderf(float, float), fmodf(float, float);
long double rintl(long double), roundl(long double), truncl(long double);
long double powl(long double, long double), fabsl(long double);
long double copysignl(long double, long double), remainderl(long double, long double);
long double fmodl(long double, long double);

#endif
