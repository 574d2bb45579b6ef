/*
 * The formatting engine of the printf family. The public names are in printf_family.c, floating
 * point numbers in float_format.c and float_hex.c.
 */
#include "formats.h"

#define MOST_POSITIONS 64

/* ---- Output ---- */

void __concrex_sink_write(struct sink *sink, const char *data, size_t n)
{
    if (sink->stream != NULL) {
        if (!sink->failed && __concrex_put_bytes(data, n, sink->stream) != n) sink->failed = 1;
    } else if (sink->length + 1 < sink->capacity) {
        size_t room = sink->capacity - 1 - sink->length;
        __concrex_copy(sink->buffer + sink->length, data, n < room ? n : room);
    }
    sink->length += n;
}

void __concrex_sink_put(struct sink *sink, char c) { __concrex_sink_write(sink, &c, 1); }

void __concrex_sink_repeat(struct sink *sink, char c, int times)
{
    for (; times > 0; times--) __concrex_sink_put(sink, c);
}

void __concrex_sink_field(struct sink *sink, const struct conversion *how, const char *prefix,
                          int zeros, const char *body, int body_length)
{
    int prefix_length = __concrex_prefix_length(prefix);
    int padding = how->width - prefix_length - body_length;
    padding = padding > zeros ? padding - zeros : 0;
    if (!how->left) __concrex_sink_repeat(sink, ' ', padding);
    __concrex_sink_write(sink, prefix, (size_t)prefix_length);
    __concrex_sink_repeat(sink, '0', zeros);
    __concrex_sink_write(sink, body, (size_t)body_length);
    if (how->left) __concrex_sink_repeat(sink, ' ', padding);
}

/* All of one size, so that it does not matter which of them is measured. */
static const char signs[4][4] = {"-", "+", " ", ""};

const char *__concrex_sign(const struct conversion *how, int negative)
{
    if (negative) return signs[0];
    if (how->plus) return signs[1];
    return how->space ? signs[2] : signs[3];
}

int __concrex_prefix_length(const char *prefix)
{
    return prefix[0] == '\0' ? 0 : prefix[1] == '\0' ? 1 : prefix[2] == '\0' ? 2 : 3;
}

/* ---- Reading a specification ---- */

/* Reads a decimal number if there is one; too large ones become INT_MAX. */
static const char *read_number(const char *format, int *number)
{
    *number = 0;
    for (; __concrex_is_digit(*format); format++) {
        int digit = *format - '0';
        *number = *number > (INT_MAX - digit) / 10 ? INT_MAX : *number * 10 + digit;
    }
    return format;
}

/* Reads `n$` if it is there. */
static const char *read_position(const char *format, int *argument)
{
    int number;
    const char *end = read_number(format, &number);
    *argument = NEXT_ARGUMENT;
    if (end == format || *end != '$') return format;
    *argument = number;
    return end + 1;
}

static const char *read_flags(const char *format, struct conversion *how)
{
    for (;; format++) {
        switch (*format) {
        case '-': how->left = 1; break;
        case '+': how->plus = 1; break;
        case ' ': how->space = 1; break;
        case '#': how->alternate = 1; break;
        case '0': how->zero = 1; break;
        /* Grouping and alternative digits: the "C" locale has neither. */
        case '\'':
        case 'I': break;
        default: return format;
        }
    }
}

static const char *read_length(const char *format, int *length)
{
    *length = LENGTH_NONE;
    switch (*format) {
    case 'h':
        *length = format[1] == 'h' ? LENGTH_CHAR : LENGTH_SHORT;
        return format + (*length == LENGTH_CHAR ? 2 : 1);
    case 'l':
        *length = format[1] == 'l' ? LENGTH_LONG_LONG : LENGTH_LONG;
        return format + (*length == LENGTH_LONG_LONG ? 2 : 1);
    case 'q':
    case 'L': *length = LENGTH_LONG_DOUBLE; return format + 1;
    case 'j': *length = LENGTH_MAX; return format + 1;
    case 'z':
    case 'Z': *length = LENGTH_SIZE; return format + 1;
    case 't': *length = LENGTH_PTRDIFF; return format + 1;
    default: return format;
    }
}

/* Reads what follows a percent sign. */
static struct specification read_specification(const char *format)
{
    struct specification s = {
        .how = {.precision = -1}, .width_argument = NO_ARGUMENT, .precision_argument = NO_ARGUMENT};
    format = read_position(format, &s.value_argument);
    format = read_flags(format, &s.how);
    if (*format == '*')
        format = read_position(format + 1, &s.width_argument);
    else
        format = read_number(format, &s.how.width);
    if (*format == '.') {
        format++;
        if (*format == '*')
            format = read_position(format + 1, &s.precision_argument);
        else
            format = read_number(format, &s.how.precision);
    }
    format = read_length(format, &s.how.length);
    s.how.letter = *format;
    s.end = format + 1;
    if (*format == '\0') {
        errno = EINVAL;
        s.end = NULL;
    } else if (s.how.width == INT_MAX || s.how.precision == INT_MAX) {
        errno = EOVERFLOW;
        s.end = NULL;
    }
    return s;
}

/* ---- Arguments ---- */

static uintmax_t fetch_signed(struct arguments *from, int length)
{
    switch (length) {
    case LENGTH_CHAR: return (uintmax_t)(signed char)va_arg(from->list, int);
    case LENGTH_SHORT: return (uintmax_t)(short)va_arg(from->list, int);
    case LENGTH_LONG: return (uintmax_t)va_arg(from->list, long);
    case LENGTH_LONG_LONG:
    case LENGTH_LONG_DOUBLE: return (uintmax_t)va_arg(from->list, long long);
    case LENGTH_MAX: return (uintmax_t)va_arg(from->list, intmax_t);
    case LENGTH_SIZE: return (uintmax_t)va_arg(from->list, ssize_t);
    case LENGTH_PTRDIFF: return (uintmax_t)va_arg(from->list, ptrdiff_t);
    default: return (uintmax_t)va_arg(from->list, int);
    }
}

static uintmax_t fetch_unsigned(struct arguments *from, int length)
{
    switch (length) {
    case LENGTH_CHAR: return (unsigned char)va_arg(from->list, unsigned int);
    case LENGTH_SHORT: return (unsigned short)va_arg(from->list, unsigned int);
    case LENGTH_LONG: return va_arg(from->list, unsigned long);
    case LENGTH_LONG_LONG:
    case LENGTH_LONG_DOUBLE: return va_arg(from->list, unsigned long long);
    case LENGTH_MAX: return va_arg(from->list, uintmax_t);
    case LENGTH_SIZE: return va_arg(from->list, size_t);
    case LENGTH_PTRDIFF: return (size_t)va_arg(from->list, ptrdiff_t);
    default: return va_arg(from->list, unsigned int);
    }
}

static struct value fetch(struct arguments *from, int letter, int length)
{
    struct value value = {0, 0, 0, NULL};
    switch (letter) {
    case 'd':
    case 'i': value.integer = fetch_signed(from, length); break;
    case 'u':
    case 'o':
    case 'x':
    case 'X': value.integer = fetch_unsigned(from, length); break;
    case 'c':
    case 'C': value.integer = (uintmax_t)va_arg(from->list, int); break;
    case 's':
    case 'S':
    case 'p':
    case 'n': value.pointer = va_arg(from->list, void *); break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (length == LENGTH_LONG_DOUBLE || length == LENGTH_LONG_LONG)
            value.extended = va_arg(from->list, long double);
        else
            value.number = va_arg(from->list, double);
        break;
    default: break;
    }
    return value;
}

static struct value argument(struct arguments *from, int which, int letter, int length)
{
    if (from->positional == NULL) return fetch(from, letter, length);
    struct value nothing = {0, 0, 0, NULL};
    return which > 0 ? from->positional[which - 1] : nothing;
}

/* What a position is read as. */
struct position {
    int letter;
    int length;
};

static void note_position(struct position *positions, int *count, int which, int letter, int length)
{
    if (which <= 0) return;
    positions[which - 1].letter = letter;
    positions[which - 1].length = length;
    if (which > *count) *count = which;
}

/* Fetches the arguments of a format with positions, in their order. Returns 0 if it has none, -1
 * if it is not well formed. */
static int fetch_positions(struct arguments *from, const char *format, struct value *values)
{
    struct position positions[MOST_POSITIONS];
    int count = 0;
    /* A position that is skipped is taken for an int. */
    for (int i = 1; i <= MOST_POSITIONS; i++)
        note_position(positions, &count, i, 'd', LENGTH_NONE);
    count = 0;
    while (*format != '\0') {
        if (*format++ != '%') continue;
        struct specification s = read_specification(format);
        if (s.end == NULL) return -1;
        if (s.value_argument > MOST_POSITIONS || s.width_argument > MOST_POSITIONS ||
            s.precision_argument > MOST_POSITIONS) {
            errno = EOVERFLOW;
            return -1;
        }
        note_position(positions, &count, s.value_argument, s.how.letter, s.how.length);
        note_position(positions, &count, s.width_argument, 'd', LENGTH_NONE);
        note_position(positions, &count, s.precision_argument, 'd', LENGTH_NONE);
        format = s.end;
    }
    for (int i = 0; i < count; i++)
        values[i] = fetch(from, positions[i].letter, positions[i].length);
    return count;
}

/* ---- Integers ---- */

static void format_integer(struct sink *sink, const struct conversion *how, uintmax_t magnitude,
                           const char *prefix, unsigned int base)
{
    const char *alphabet = how->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char digits[24];
    int count = 0;
    for (uintmax_t rest = magnitude; rest != 0; rest /= base) count++;
    for (int i = count - 1; i >= 0; i--, magnitude /= base) digits[i] = alphabet[magnitude % base];

    int least = how->precision < 0 ? 1 : how->precision;
    if (how->letter == 'o' && how->alternate && least <= count) least = count + 1;
    if (how->precision < 0 && how->zero && !how->left) {
        int room = how->width - __concrex_prefix_length(prefix);
        if (room > least) least = room;
    }
    int zeros = least > count ? least - count : 0;
    __concrex_sink_field(sink, how, prefix, zeros, digits, count);
}

static void format_signed(struct sink *sink, const struct conversion *how, uintmax_t bits)
{
    int negative = bits > (uintmax_t)__INTMAX_MAX__;
    uintmax_t magnitude = negative ? 0 - bits : bits;
    format_integer(sink, how, magnitude, __concrex_sign(how, negative), 10);
}

static void format_unsigned(struct sink *sink, const struct conversion *how, uintmax_t value)
{
    if (how->letter == 'u')
        format_integer(sink, how, value, "", 10);
    else if (how->letter == 'o')
        format_integer(sink, how, value, "", 8);
    else if (!how->alternate || value == 0)
        format_integer(sink, how, value, "", 16);
    else
        format_integer(sink, how, value, how->letter == 'X' ? "0X" : "0x", 16);
}

static void format_pointer(struct sink *sink, const struct conversion *how, void *pointer)
{
    if (pointer == NULL) {
        __concrex_sink_field(sink, how, "", 0, "(nil)", 5);
        return;
    }
    const char *prefix = how->plus ? "+0x" : how->space ? " 0x" : "0x";
    format_integer(sink, how, (uintptr_t)pointer, prefix, 16);
}

/* ---- Characters and strings ---- */

static void format_string(struct sink *sink, const struct conversion *how, const char *text)
{
    int limited = how->precision >= 0;
    if (text == NULL) text = !limited || how->precision >= 6 ? "(null)" : "";
    size_t length = limited ? __concrex_length_within(text, (size_t)how->precision)
                            : __concrex_length(text);
    if (sink->stream == NULL && sink->length < sink->capacity) {
        size_t room = sink->capacity - sink->length;
        REQUIRE_DISJOINT(sink->buffer + sink->length, text, length < room ? length : room,
                         "formatted output");
    }
    if (length > INT_MAX) length = INT_MAX;
    __concrex_sink_field(sink, how, "", 0, text, (int)length);
}

/* The "C" locale has no character beyond ASCII. */
static int is_unprintable(wchar_t c)
{
    if (c >= 0 && c < 128) return 0;
    errno = EILSEQ;
    return 1;
}

static int format_wide_string(struct sink *sink, const struct conversion *how, const wchar_t *text)
{
    if (text == NULL) {
        format_string(sink, how, NULL);
        return 0;
    }
    int limit = how->precision >= 0 ? how->precision : INT_MAX;
    int length = 0;
    for (; length < limit && text[length] != 0; length++)
        if (is_unprintable(text[length])) return -1;
    int padding = how->width - length;
    if (!how->left) __concrex_sink_repeat(sink, ' ', padding);
    for (int i = 0; i < length; i++) __concrex_sink_put(sink, (char)text[i]);
    if (how->left) __concrex_sink_repeat(sink, ' ', padding);
    return 0;
}

static int format_character(struct sink *sink, const struct conversion *how, uintmax_t value)
{
    int wide = how->letter == 'C' || how->length == LENGTH_LONG;
    if (wide && is_unprintable((wchar_t)value)) return -1;
    char c = (char)value;
    __concrex_sink_field(sink, how, "", 0, &c, 1);
    return 0;
}

static void store_count(void *where, int length, size_t count)
{
    switch (length) {
    case LENGTH_CHAR: *(signed char *)where = (signed char)count; break;
    case LENGTH_SHORT: *(short *)where = (short)count; break;
    case LENGTH_LONG: *(long *)where = (long)count; break;
    case LENGTH_LONG_LONG:
    case LENGTH_LONG_DOUBLE: *(long long *)where = (long long)count; break;
    case LENGTH_MAX: *(intmax_t *)where = (intmax_t)count; break;
    case LENGTH_SIZE: *(size_t *)where = count; break;
    case LENGTH_PTRDIFF: *(ptrdiff_t *)where = (ptrdiff_t)count; break;
    default: *(int *)where = (int)count; break;
    }
}

/* ---- The engine ---- */

/* Writes one value. Returns -1 if it cannot be written, 1 if there is no such conversion. */
static int format_value(struct sink *sink, const struct conversion *how, struct value value)
{
    switch (how->letter) {
    case 'd':
    case 'i': format_signed(sink, how, value.integer); return 0;
    case 'u':
    case 'o':
    case 'x':
    case 'X': format_unsigned(sink, how, value.integer); return 0;
    case 'c':
    case 'C': return format_character(sink, how, value.integer);
    case 's':
        if (how->length == LENGTH_LONG) return format_wide_string(sink, how, value.pointer);
        format_string(sink, how, value.pointer);
        return 0;
    case 'S': return format_wide_string(sink, how, value.pointer);
    case 'p': format_pointer(sink, how, value.pointer); return 0;
    case 'n': store_count(value.pointer, how->length, sink->length); return 0;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (how->length == LENGTH_LONG_DOUBLE || how->length == LENGTH_LONG_LONG)
            __concrex_format_long_double(sink, how, value.extended);
        else
            __concrex_format_double(sink, how, value.number);
        return 0;
    case '%': __concrex_sink_put(sink, '%'); return 0;
    default: return 1;
    }
}

static int format_error_text(struct sink *sink, const struct conversion *how, int number)
{
    char unknown[ERROR_TEXT_SIZE];
    format_string(sink, how, __concrex_error_message(number, unknown));
    return 0;
}

int __concrex_format_one(struct sink *sink, struct specification *s, struct arguments *from,
                         int error_number)
{
    if (s->width_argument != NO_ARGUMENT) {
        int width = (int)argument(from, s->width_argument, 'd', LENGTH_NONE).integer;
        if (width < 0) s->how.left = 1;
        if (width == INT_MIN) {
            errno = EOVERFLOW;
            return -1;
        }
        s->how.width = width < 0 ? -width : width;
    }
    if (s->precision_argument != NO_ARGUMENT) {
        int precision = (int)argument(from, s->precision_argument, 'd', LENGTH_NONE).integer;
        s->how.precision = precision < 0 ? -1 : precision;
    }
    if (s->how.letter == 'b' || s->how.letter == 'B')
        __concrex_unsupported("the binary numbers of `printf`");
    if (s->how.letter == 'm' && s->how.alternate)
        __concrex_unsupported("the names of errors of `printf`");
    if (s->how.letter == 'm') return format_error_text(sink, &s->how, error_number);
    struct value value = argument(from, s->value_argument, s->how.letter, s->how.length);
    return format_value(sink, &s->how, value);
}

int __concrex_print_end(const struct sink *sink)
{
    if (sink->failed) return -1;
    if (sink->length > INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return (int)sink->length;
}

static int format_all(struct sink *sink, const char *format, struct arguments *from)
{
    int error_number = errno;
    while (*format != '\0') {
        size_t literal = 0;
        while (format[literal] != '\0' && format[literal] != '%') literal++;
        if (literal > 0) __concrex_sink_write(sink, format, literal);
        format += literal;
        if (*format == '\0') break;

        struct specification s = read_specification(format + 1);
        if (s.end == NULL) return -1;
        int result = __concrex_format_one(sink, &s, from, error_number);
        if (result < 0) return -1;
        if (result > 0) {
            __concrex_check(0, "precondition", "unknown conversion in a printf format");
            __concrex_sink_write(sink, format, (size_t)(s.end - format));
        }
        format = s.end;
    }
    return __concrex_print_end(sink);
}

static int uses_positions(const char *format)
{
    for (; *format != '\0'; format++) {
        if (*format != '%') continue;
        int which;
        if (format[1] == '%')
            format++;
        else if (read_position(format + 1, &which) != format + 1)
            return 1;
    }
    return 0;
}

static int print_with_positions(struct sink *sink, const char *format, struct arguments *from)
{
    struct value values[MOST_POSITIONS];
    if (fetch_positions(from, format, values) < 0) return -1;
    from->positional = values;
    return format_all(sink, format, from);
}

static int print(struct sink *sink, const char *format, va_list list)
{
    struct arguments from = {.positional = NULL};
    va_copy(from.list, list);
    int result = uses_positions(format) ? print_with_positions(sink, format, &from)
                                        : format_all(sink, format, &from);
    va_end(from.list);
    return result;
}

int __concrex_print(FILE *stream, const char *format, va_list list)
{
    struct sink sink = {.stream = stream};
    return print(&sink, format, list);
}

void __concrex_sink_terminate(const struct sink *sink)
{
    size_t capacity = sink->capacity;
    if (capacity > 0)
        sink->buffer[sink->length < capacity ? sink->length : capacity - 1] = '\0';
}

int __concrex_print_to_buffer(char *buffer, size_t capacity, const char *format, va_list list)
{
    struct sink sink = {.buffer = buffer, .capacity = capacity};
    int result = print(&sink, format, list);
    __concrex_sink_terminate(&sink);
    return result;
}

int __concrex_print_to_allocation(char **result, const char *format, va_list list)
{
    int length = __concrex_print_to_buffer(NULL, 0, format, list);
    if (length < 0) return -1;
    char *text = malloc((size_t)length + 1);
    if (text == NULL) return -1;
    *result = text;
    return __concrex_print_to_buffer(text, (size_t)length + 1, format, list);
}
