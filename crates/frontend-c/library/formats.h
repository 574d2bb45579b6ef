/*
 * What the directives of formats say: shared by printf.c, scanf.c and the functions that are made
 * for single formats (src/format.rs).
 */
#include "concrex.h"

/* ---- printf ---- */

enum length_modifier {
    LENGTH_NONE,
    LENGTH_CHAR,
    LENGTH_SHORT,
    LENGTH_LONG,
    LENGTH_LONG_LONG,
    LENGTH_MAX,
    LENGTH_SIZE,
    LENGTH_PTRDIFF,
    LENGTH_LONG_DOUBLE
};

/* Where a width, a precision or the value itself comes from; positive numbers are positions. */
enum { NO_ARGUMENT = -1, NEXT_ARGUMENT = 0 };

/* A conversion specification as it is written. */
struct specification {
    struct conversion how;
    int value_argument;
    int width_argument;
    int precision_argument;
    const char *end; /* NULL if it is cut off, or its numbers are out of range */
};

/* A fetched argument; which member counts follows from the conversion. */
struct value {
    uintmax_t integer; /* sign-extended if signed */
    double number;
    long double extended;
    void *pointer;
};

struct arguments {
    va_list list;
    struct value *positional; /* NULL if the format does not use positions */
};

/* Fetches what the specification takes from the arguments and writes it. Returns -1 if it cannot be
 * written, 1 if there is no such conversion. */
int __concrex_format_one(struct sink *sink, struct specification *s, struct arguments *from,
                         int error_number);
/* The result of printing: the number of characters, or -1. */
int __concrex_print_end(const struct sink *sink);
/* Ends the text in a buffer. */
void __concrex_sink_terminate(const struct sink *sink);

/* ---- scanf ---- */

enum size_modifier {
    SIZE_NONE,
    SIZE_CHAR,
    SIZE_SHORT,
    SIZE_LONG,
    SIZE_LONG_LONG,
    SIZE_INTMAX,
    SIZE_SIZE,
    SIZE_PTRDIFF
};

enum outcome { CONVERTED, MISMATCH, INPUT_ENDED };

/* One conversion specification. */
struct directive {
    int suppressed;
    int position; /* of the argument, 0 for the next one */
    int width;    /* 0 if there is none */
    int allocates;
    enum size_modifier size;
    char letter;
    const char *set; /* of the conversion [, from after the bracket */
};

void __concrex_skip_space(struct source *from);
enum outcome __concrex_match_character(struct source *from, char wanted);
enum outcome __concrex_scan_value(struct source *from, const struct directive *d, void *to);
