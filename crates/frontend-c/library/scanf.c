/*
 * The engine of the scanf family. The public names are in scanf_family.c.
 *
 * As in glibc at most one character is given back, so that "0x" or "1e" is consumed whole even if
 * no digit follows.
 */
#include "formats.h"

/* ---- Input ---- */

int __concrex_source_get(struct source *from)
{
    int c;
    if (from->stream != NULL) {
        c = __concrex_get(from->stream);
    } else if (*from->text == '\0') {
        c = EOF;
    } else {
        c = (unsigned char)*from->text;
        from->text++;
    }
    if (c != EOF) from->taken++;
    return c;
}

void __concrex_source_unget(struct source *from, int c)
{
    if (c == EOF) return;
    from->taken--;
    if (from->stream != NULL)
        __concrex_unget(c, from->stream);
    else
        from->text--;
}

void __concrex_skip_space(struct source *from)
{
    int c = __concrex_source_get(from);
    while (__concrex_is_space(c)) c = __concrex_source_get(from);
    __concrex_source_unget(from, c);
}

static int is_at_end(struct source *from)
{
    int c = __concrex_source_get(from);
    __concrex_source_unget(from, c);
    return c == EOF;
}

/* A field of limited width: after that it looks like the end of the input. */
struct field {
    struct source *from;
    unsigned int remaining;
};

static int field_get(struct field *field)
{
    if (field->remaining == 0) return EOF;
    int c = __concrex_source_get(field->from);
    if (c != EOF) field->remaining--;
    return c;
}

static void field_unget(struct field *field, int c)
{
    if (c == EOF) return;
    __concrex_source_unget(field->from, c);
    field->remaining++;
}

static struct field open_field(struct source *from, const struct directive *d)
{
    struct field field = {from, (unsigned int)(d->width > 0 ? d->width : INT_MAX)};
    return field;
}

/* ---- Reading a directive ---- */

static const char *read_number(const char *format, int *number)
{
    *number = 0;
    for (; __concrex_is_digit(*format); format++) {
        int digit = *format - '0';
        *number = *number > (INT_MAX - digit) / 10 ? INT_MAX : *number * 10 + digit;
    }
    return format;
}

static const char *read_size(const char *format, enum size_modifier *size)
{
    switch (*format) {
    case 'h':
        *size = format[1] == 'h' ? SIZE_CHAR : SIZE_SHORT;
        return format + (format[1] == 'h' ? 2 : 1);
    case 'l':
        *size = format[1] == 'l' ? SIZE_LONG_LONG : SIZE_LONG;
        return format + (format[1] == 'l' ? 2 : 1);
    case 'q':
    case 'L': *size = SIZE_LONG_LONG; return format + 1;
    case 'j': *size = SIZE_INTMAX; return format + 1;
    case 'z':
    case 'Z': *size = SIZE_SIZE; return format + 1;
    case 't': *size = SIZE_PTRDIFF; return format + 1;
    default: *size = SIZE_NONE; return format;
    }
}

/* The end of a set, behind its closing bracket; a bracket that comes first belongs to it. */
static const char *end_of_set(const char *set)
{
    if (*set == '^') set++;
    if (*set == ']') set++;
    while (*set != '\0' && *set != ']') set++;
    return *set == ']' ? set + 1 : set;
}

/* Reads what follows a percent sign; returns its end. */
static const char *read_directive(const char *format, struct directive *d)
{
    struct directive fresh = {.letter = '\0'};
    *d = fresh;
    int number;
    const char *after = read_number(format, &number);
    if (after != format && *after == '$') {
        d->position = number;
        format = after + 1;
    }
    for (; *format == '*' || *format == '\'' || *format == 'I'; format++)
        if (*format == '*') d->suppressed = 1;
    format = read_number(format, &d->width);
    if (*format == 'm') {
        d->allocates = 1;
        format++;
    }
    format = read_size(format, &d->size);
    d->letter = *format;
    if (*format == '\0') return format;
    format++;
    if (d->letter == '[') {
        d->set = format;
        format = end_of_set(format);
    }
    return format;
}

/* ---- Integers ---- */

static void store_integer(void *to, enum size_modifier size, unsigned long long value)
{
    switch (size) {
    case SIZE_CHAR: *(unsigned char *)to = (unsigned char)value; break;
    case SIZE_SHORT: *(unsigned short *)to = (unsigned short)value; break;
    case SIZE_LONG: *(unsigned long *)to = (unsigned long)value; break;
    case SIZE_LONG_LONG: *(unsigned long long *)to = value; break;
    case SIZE_INTMAX: *(uintmax_t *)to = value; break;
    case SIZE_SIZE:
    case SIZE_PTRDIFF: *(size_t *)to = (size_t)value; break;
    default: *(unsigned int *)to = (unsigned int)value; break;
    }
}

static int base_of(char letter)
{
    switch (letter) {
    case 'i': return 0;
    case 'o': return 8;
    case 'x':
    case 'X':
    case 'p': return 16;
    default: return 10;
    }
}

/* The limit of the type that glibc computes in: long, or long long for longer types. */
static unsigned long long limit_of(const struct directive *d, int negative)
{
    int is_signed = d->letter == 'd' || d->letter == 'i';
    int is_long_long = d->size == SIZE_LONG_LONG || d->size == SIZE_INTMAX;
    unsigned long long limit = is_long_long ? ULLONG_MAX : ULONG_MAX;
    return is_signed ? limit / 2 + (negative ? 1 : 0) : limit;
}

/* glibc reads its own spelling of the null pointer back. */
static int match_nil(struct field *field)
{
    const char *rest = "(nil)";
    while (*rest != '\0') {
        int c = field_get(field);
        if (c == EOF || __concrex_lower(c) != *rest) {
            field_unget(field, c);
            return 0;
        }
        rest++;
    }
    return 1;
}

static enum outcome scan_integer(struct source *from, const struct directive *d, void *to)
{
    if (is_at_end(from)) return INPUT_ENDED;
    struct field field = open_field(from, d);
    int base = base_of(d->letter);
    int negative = 0, digits = 0, too_large = 0;
    unsigned long long value = 0;

    int c = field_get(&field);
    if (c == '-' || c == '+') {
        negative = c == '-';
        c = field_get(&field);
    } else if (c == '(' && d->letter == 'p') {
        field_unget(&field, c);
        if (!match_nil(&field)) return MISMATCH;
        if (!d->suppressed) *(void **)to = NULL;
        return CONVERTED;
    }
    if (c == '0') {
        digits = 1;
        c = field_get(&field);
        if ((base == 0 || base == 16) && (c == 'x' || c == 'X')) {
            base = 16;
            c = field_get(&field);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) base = 10;

    unsigned long long limit = limit_of(d, negative);
    for (; c != EOF && __concrex_digit_value(c) < base; c = field_get(&field)) {
        unsigned long long digit = (unsigned long long)__concrex_digit_value(c);
        digits = 1;
        if (too_large || value > (limit - digit) / (unsigned int)base)
            too_large = 1;
        else
            value = value * (unsigned int)base + digit;
    }
    field_unget(&field, c);
    if (!digits) return MISMATCH;
    int is_signed = d->letter == 'd' || d->letter == 'i';
    if (too_large) {
        errno = ERANGE;
        value = limit;
    }
    if (negative && (is_signed || !too_large)) value = 0 - value;
    if (d->suppressed) return CONVERTED;
    if (d->letter == 'p')
        *(void **)to = (void *)(uintptr_t)value;
    else
        store_integer(to, d->size, value);
    return CONVERTED;
}

/* ---- Floating point numbers: the text is collected, then converted as by strtod ---- */

struct text {
    char *bytes;
    size_t length;
    size_t capacity;
};

static void append(struct text *text, int c)
{
    if (text->length + 1 >= text->capacity) {
        char *larger = __concrex_alloc_internal(2 * text->capacity);
        __concrex_copy(larger, text->bytes, text->length);
        __concrex_free_internal(text->bytes);
        text->bytes = larger;
        text->capacity *= 2;
    }
    text->bytes[text->length++] = (char)c;
    text->bytes[text->length] = '\0';
}

/* Collects the rest of a word of which the first letter was read. */
static int collect_word(struct field *field, struct text *text, const char *rest)
{
    for (; *rest != '\0'; rest++) {
        int c = field_get(field);
        if (c == EOF || __concrex_lower(c) != *rest) {
            field_unget(field, c);
            return 0;
        }
        append(text, c);
    }
    return 1;
}

static int collect_infinity(struct field *field, struct text *text)
{
    if (!collect_word(field, text, "nf")) return 0;
    int c = field_get(field);
    if (c != 'i' && c != 'I') {
        field_unget(field, c);
        return 1;
    }
    append(text, c);
    return collect_word(field, text, "nity");
}

/* Collects the digits, point and exponent of a number that starts with c. */
static int collect_digits(struct field *field, struct text *text, int c)
{
    int hexadecimal = 0, digits = 0, point = 0, exponent = 0;
    if (c == '0') {
        append(text, c);
        c = field_get(field);
        /* The prefix counts only if the field has room for a digit after it. */
        if ((c == 'x' || c == 'X') && field->remaining > 0) {
            hexadecimal = 1;
            append(text, c);
            c = field_get(field);
        } else {
            digits = 1;
        }
    }
    int any = digits;
    int letter = hexadecimal ? 'p' : 'e';
    int after_letter = 0;
    for (; c != EOF; c = field_get(field)) {
        int sign_allowed = after_letter;
        after_letter = 0;
        if (__concrex_is_digit(c) ||
            (hexadecimal && !exponent && __concrex_digit_value(c) < 16)) {
            digits = 1;
        } else if (sign_allowed && (c == '-' || c == '+')) {
            ;
        } else if (digits && !exponent && __concrex_lower(c) == letter) {
            exponent = 1;
            point = 1;
            after_letter = 1;
        } else if (c == '.' && !point) {
            point = 1;
        } else {
            break;
        }
        append(text, c);
        any = 1;
    }
    field_unget(field, c);
    return any;
}

static int collect_number(struct field *field, struct text *text)
{
    int c = field_get(field);
    if (c == '-' || c == '+') {
        append(text, c);
        c = field_get(field);
        if (c == EOF) return 0;
    }
    if (c == 'n' || c == 'N') {
        append(text, c);
        return collect_word(field, text, "an");
    }
    if (c == 'i' || c == 'I') {
        append(text, c);
        return collect_infinity(field, text);
    }
    return collect_digits(field, text, c);
}

static enum outcome store_number(const char *text, const struct directive *d, void *to)
{
    char *end;
    if (d->size == SIZE_LONG_LONG) {
        long double value = __concrex_parse_long_double(text, &end);
        if (end != text && !d->suppressed) *(long double *)to = value;
    } else if (d->size == SIZE_LONG) {
        double value = __concrex_parse_double(text, &end);
        if (end != text && !d->suppressed) *(double *)to = value;
    } else {
        float value = __concrex_parse_float(text, &end);
        if (end != text && !d->suppressed) *(float *)to = value;
    }
    return end != text ? CONVERTED : MISMATCH;
}

static enum outcome scan_number(struct source *from, const struct directive *d, void *to)
{
    if (is_at_end(from)) return INPUT_ENDED;
    struct field field = open_field(from, d);
    struct text text = {__concrex_alloc_internal(64), 0, 64};
    text.bytes[0] = '\0';
    enum outcome result = MISMATCH;
    if (collect_number(&field, &text)) result = store_number(text.bytes, d, to);
    __concrex_free_internal(text.bytes);
    return result;
}

/* ---- Characters and strings ---- */

/* Where characters go: nowhere, or to narrow or wide characters, given or allocated. */
struct target {
    char *narrow;
    wchar_t *wide;
    size_t length;
    size_t capacity; /* of an allocation, which is replaced by a larger one when full */
};

static int is_wide(const struct directive *d)
{
    return d->size == SIZE_LONG || d->letter == 'S' || d->letter == 'C';
}

static struct target open_target(const struct directive *d, void *to)
{
    struct target target = {NULL, NULL, 0, SIZE_MAX};
    if (d->suppressed) return target;
    if (d->allocates) {
        target.capacity = 100;
        to = malloc(target.capacity * (is_wide(d) ? sizeof(wchar_t) : 1));
    }
    if (is_wide(d))
        target.wide = to;
    else
        target.narrow = to;
    return target;
}

static void resize_target(struct target *target, size_t capacity)
{
    if (target->wide != NULL) target->wide = realloc(target->wide, capacity * sizeof(wchar_t));
    if (target->narrow != NULL) target->narrow = realloc(target->narrow, capacity);
    target->capacity = capacity;
}

static void store_character(struct target *target, int c)
{
    if (target->length == target->capacity) resize_target(target, 2 * target->capacity);
    if (target->narrow != NULL) target->narrow[target->length] = (char)c;
    if (target->wide != NULL) {
        if (c >= 128) __concrex_unsupported("wide characters beyond ASCII in `scanf`");
        target->wide[target->length] = c;
    }
    target->length++;
}

static void close_target(struct target *target, const struct directive *d, void *to)
{
    if (d->suppressed || !d->allocates) return;
    resize_target(target, target->length);
    if (target->wide != NULL)
        *(wchar_t **)to = target->wide;
    else
        *(char **)to = target->narrow;
}

static int is_in_set(const char *set, int c)
{
    int inverted = *set == '^';
    if (inverted) set++;
    int first = 1;
    for (; *set != '\0' && (first || *set != ']'); set++) {
        first = 0;
        int low = (unsigned char)set[0], high = low;
        if (set[1] == '-' && set[2] != ']' && set[2] != '\0') {
            high = (unsigned char)set[2];
            set += 2;
            if (high < low || (set[1] == '-' && set[2] != ']'))
                __concrex_unsupported("a set of `scanf` whose ranges go down or touch each other");
        }
        if (c >= low && c <= high) return !inverted;
    }
    return inverted;
}

static int accepts(const struct directive *d, int c)
{
    switch (d->letter) {
    case 's':
    case 'S': return !__concrex_is_space(c);
    case '[': return is_in_set(d->set, c);
    default: return 1;
    }
}

/* The usual case: characters that are stored where the caller says. */
static enum outcome scan_narrow(struct source *from, const struct directive *d,
                                unsigned int width, int is_text, char *to)
{
    unsigned int length = 0;
    while (length < width) {
        int c = __concrex_source_get(from);
        if (c == EOF) break;
        if (!accepts(d, c)) {
            __concrex_source_unget(from, c);
            break;
        }
        to[length++] = (char)c;
    }
    if (length == 0) return MISMATCH;
    if (is_text) to[length] = '\0';
    return CONVERTED;
}

static enum outcome scan_characters(struct source *from, const struct directive *d, void *to)
{
    if (is_at_end(from)) return INPUT_ENDED;
    int is_text = d->letter != 'c' && d->letter != 'C';
    struct field field = open_field(from, d);
    if (!is_text && d->width == 0) field.remaining = 1;
    if (!d->suppressed && !d->allocates && !is_wide(d))
        return scan_narrow(from, d, field.remaining, is_text, to);

    int c = field_get(&field);
    if (!accepts(d, c)) {
        field_unget(&field, c);
        return MISMATCH;
    }
    struct target target = open_target(d, to);
    for (; c != EOF && accepts(d, c); c = field_get(&field)) store_character(&target, c);
    field_unget(&field, c);
    if (is_text) store_character(&target, '\0');
    close_target(&target, d, to);
    return CONVERTED;
}

/* ---- The engine ---- */

enum outcome __concrex_scan_value(struct source *from, const struct directive *d, void *to)
{
    switch (d->letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'p': __concrex_skip_space(from); return scan_integer(from, d, to);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': __concrex_skip_space(from); return scan_number(from, d, to);
    case 's':
    case 'S': __concrex_skip_space(from); return scan_characters(from, d, to);
    case 'c':
    case 'C':
    case '[': return scan_characters(from, d, to);
    default:
        __concrex_check(0, "precondition", "unknown conversion in a scanf format");
        return MISMATCH;
    }
}

enum outcome __concrex_match_character(struct source *from, char wanted)
{
    int c = __concrex_source_get(from);
    if (c == EOF) return INPUT_ENDED;
    if (c == (unsigned char)wanted) return CONVERTED;
    __concrex_source_unget(from, c);
    return MISMATCH;
}

struct pointers {
    va_list next;
    va_list all;
};

static void *take_pointer(struct pointers *pointers, const struct directive *d)
{
    if (d->suppressed) return NULL;
    if (d->position == 0) return va_arg(pointers->next, void *);
    va_list list;
    va_copy(list, pointers->all);
    for (int i = 1; i < d->position; i++) (void)va_arg(list, void *);
    void *pointer = va_arg(list, void *);
    va_end(list);
    return pointer;
}

static int scan(struct source *from, const char *format, struct pointers *pointers)
{
    int converted = 0;
    while (*format != '\0') {
        enum outcome outcome = CONVERTED;
        if (__concrex_is_space((unsigned char)*format)) {
            __concrex_skip_space(from);
            format++;
        } else if (*format != '%') {
            outcome = __concrex_match_character(from, *format);
            format++;
        } else {
            struct directive d;
            format = read_directive(format + 1, &d);
            if (d.letter == '%') {
                __concrex_skip_space(from);
                outcome = __concrex_match_character(from, '%');
            } else if (d.letter == 'n') {
                void *to = take_pointer(pointers, &d);
                if (!d.suppressed) store_integer(to, d.size, (unsigned long long)from->taken);
            } else {
                outcome = __concrex_scan_value(from, &d, take_pointer(pointers, &d));
                if (outcome == CONVERTED && !d.suppressed) converted++;
            }
        }
        if (outcome == MISMATCH) return converted;
        if (outcome == INPUT_ENDED) return converted > 0 ? converted : EOF;
    }
    return converted;
}

int __concrex_scan(struct source *from, const char *format, va_list list)
{
    struct pointers pointers;
    va_copy(pointers.next, list);
    va_copy(pointers.all, list);
    int result = scan(from, format, &pointers);
    va_end(pointers.next);
    va_end(pointers.all);
    return result;
}
