/*
 * <time.h>: strftime, with GNU's flags and widths, asctime and ctime, in the "C" locale.
 */
#include "concrex.h"

const char __concrex_day_names[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                         "Thursday", "Friday", "Saturday"};
const char __concrex_month_names[12][10] = {"January",   "February", "March",    "April",
                                            "May",       "June",     "July",     "August",
                                            "September", "October",  "November", "December"};

struct output {
    char *buffer;
    size_t capacity;
    size_t length; /* what does not fit is only counted */
};

/* How a field is padded and spelled; a pad of '\0' is the usual one, '-' only fills a width. */
struct style {
    char pad;
    int upper;
    int swap; /* the flag #: the other letter case */
    int width;
};

static size_t format_time(char *buffer, size_t capacity, const char *format, const struct tm *when);

static void put(struct output *out, char c)
{
    if (out->length < out->capacity) out->buffer[out->length] = c;
    out->length++;
}

static void put_padding(struct output *out, char pad, int missing)
{
    for (; missing > 0; missing--) put(out, pad);
}

static void put_text(struct output *out, const struct style *style, const char *text, size_t length)
{
    put_padding(out, style->pad == '0' ? '0' : ' ', style->width - (int)length);
    for (size_t i = 0; i < length; i++)
        put(out, style->upper ? (char)__concrex_upper((unsigned char)text[i]) : text[i]);
}

static void put_number(struct output *out, const struct style *style, char usual_pad,
                       int usual_width, long long value)
{
    char digits[20];
    int first = (int)sizeof digits;
    unsigned long long rest = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    int count = (int)sizeof digits - first;
    char pad = style->pad != '\0' ? style->pad : usual_pad;
    int width = pad == '-' || style->width > usual_width ? style->width : usual_width;
    int missing = width - count - (value < 0);
    if (pad != '0') put_padding(out, ' ', missing);
    if (value < 0) put(out, '-');
    if (pad == '0') put_padding(out, '0', missing);
    for (; first < (int)sizeof digits; first++) put(out, digits[first]);
}

/* A conversion that stands for several others. */
static void put_composite(struct output *out, const struct style *style, const char *format,
                          const struct tm *when)
{
    char text[128];
    size_t length = format_time(text, sizeof text, format, when);
    put_text(out, style, text, length);
}

static void put_zone_offset(struct output *out, const struct style *style, const struct tm *when)
{
    if (when->tm_isdst < 0) return;
    long minutes = when->tm_gmtoff / 60;
    int hundreds = (int)(minutes / 60 * 100 + minutes % 60);
    put(out, minutes < 0 ? '-' : '+');
    put_number(out, style, '0', 4, hundreds < 0 ? -hundreds : hundreds);
}

static void put_zone_name(struct output *out, const struct style *style, const struct tm *when)
{
    const char *zone = when->tm_zone;
    if (zone == NULL) zone = when->tm_isdst < 0 ? "" : "UTC";
    if (!style->swap) {
        put_text(out, style, zone, __concrex_length(zone));
        return;
    }
    put_padding(out, ' ', style->width - (int)__concrex_length(zone));
    for (; *zone != '\0'; zone++) put(out, (char)__concrex_lower((unsigned char)*zone));
}

static const char *name_of(const char (*names)[10], int count, int which)
{
    return which >= 0 && which < count ? names[which] : "?";
}

static void put_name(struct output *out, const struct style *style, const char *name, size_t limit)
{
    struct style spelled = *style;
    if (style->swap) spelled.upper = 1;
    put_text(out, &spelled, name, __concrex_length_within(name, limit));
}

static void put_half_of_day(struct output *out, const struct style *style, const struct tm *when,
                            int lower)
{
    const char *name = when->tm_hour > 11 ? "PM" : "AM";
    if (lower || style->swap) name = when->tm_hour > 11 ? "pm" : "am";
    struct style spelled = *style;
    if (lower || style->swap) spelled.upper = 0;
    put_text(out, &spelled, name, 2);
}

/* ---- Weeks ---- */

static int is_leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* The week of the ISO calendar: it belongs to the year of its Thursday. */
struct iso_week {
    long long year;
    int number;
};

static struct iso_week iso_week(const struct tm *when)
{
    long long year = when->tm_year + 1900LL;
    int thursday = when->tm_yday - (when->tm_wday + 6) % 7 + 3;
    if (thursday < 0) {
        year--;
        thursday += 365 + is_leap(year);
    } else if (thursday >= 365 + is_leap(year)) {
        thursday -= 365 + is_leap(year);
        year++;
    }
    struct iso_week result = {year, thursday / 7 + 1};
    return result;
}

/* The number of a week whose first day was some days ago; those before the first are week 0. */
static int week_from(const struct tm *when, int days_ago)
{
    return (when->tm_yday - days_ago + 7) / 7;
}

static int modulo(long long a, int b) { return (int)((a % b + b) % b); }

static int twelve_hour(int hour) { return hour == 0 ? 12 : hour > 12 ? hour - 12 : hour; }

/* ---- Conversions ---- */

/* Returns 0 if there is no such conversion. */
static int put_conversion(struct output *out, const struct style *style, char letter,
                          const struct tm *when)
{
    long long year = when->tm_year + 1900LL;
    switch (letter) {
    case '%': put_text(out, style, "%", 1); break;
    case 'n': put_text(out, style, "\n", 1); break;
    case 't': put_text(out, style, "\t", 1); break;
    case 'a': put_name(out, style, name_of(__concrex_day_names, 7, when->tm_wday), 3); break;
    case 'A': put_name(out, style, name_of(__concrex_day_names, 7, when->tm_wday), 9); break;
    case 'b':
    case 'h': put_name(out, style, name_of(__concrex_month_names, 12, when->tm_mon), 3); break;
    case 'B': put_name(out, style, name_of(__concrex_month_names, 12, when->tm_mon), 9); break;
    case 'p': put_half_of_day(out, style, when, 0); break;
    case 'P': put_half_of_day(out, style, when, 1); break;
    case 'c': put_composite(out, style, "%a %b %e %H:%M:%S %Y", when); break;
    case 'D':
    case 'x': put_composite(out, style, "%m/%d/%y", when); break;
    case 'F': put_composite(out, style, "%Y-%m-%d", when); break;
    case 'r': put_composite(out, style, "%I:%M:%S %p", when); break;
    case 'R': put_composite(out, style, "%H:%M", when); break;
    case 'T':
    case 'X': put_composite(out, style, "%H:%M:%S", when); break;
    case 'C': put_number(out, style, '0', 1, (year - modulo(year, 100)) / 100); break;
    case 'd': put_number(out, style, '0', 2, when->tm_mday); break;
    case 'e': put_number(out, style, '_', 2, when->tm_mday); break;
    case 'H': put_number(out, style, '0', 2, when->tm_hour); break;
    case 'k': put_number(out, style, '_', 2, when->tm_hour); break;
    case 'I': put_number(out, style, '0', 2, twelve_hour(when->tm_hour)); break;
    case 'l': put_number(out, style, '_', 2, twelve_hour(when->tm_hour)); break;
    case 'j': put_number(out, style, '0', 3, when->tm_yday + 1LL); break;
    case 'm': put_number(out, style, '0', 2, when->tm_mon + 1LL); break;
    case 'M': put_number(out, style, '0', 2, when->tm_min); break;
    case 'S': put_number(out, style, '0', 2, when->tm_sec); break;
    case 's': put_number(out, style, '_', 1, __concrex_seconds(when)); break;
    case 'u': put_number(out, style, '0', 1, when->tm_wday == 0 ? 7 : when->tm_wday); break;
    case 'w': put_number(out, style, '0', 1, when->tm_wday); break;
    case 'U': put_number(out, style, '0', 2, week_from(when, when->tm_wday)); break;
    case 'W': put_number(out, style, '0', 2, week_from(when, (when->tm_wday + 6) % 7)); break;
    case 'V': put_number(out, style, '0', 2, iso_week(when).number); break;
    case 'G': put_number(out, style, '0', 1, iso_week(when).year); break;
    case 'g': put_number(out, style, '0', 2, modulo(iso_week(when).year, 100)); break;
    case 'y': put_number(out, style, '0', 2, modulo(year, 100)); break;
    case 'Y': put_number(out, style, '0', 1, year); break;
    case 'z': put_zone_offset(out, style, when); break;
    case 'Z': put_zone_name(out, style, when); break;
    default: return 0;
    }
    return 1;
}

static const char *read_style(const char *format, struct style *style)
{
    for (;; format++) {
        if (*format == '_' || *format == '-' || *format == '0')
            style->pad = *format;
        else if (*format == '^')
            style->upper = 1;
        else if (*format == '#')
            style->swap = 1;
        else
            break;
    }
    for (; __concrex_is_digit(*format); format++)
        if (style->width < 100000000) style->width = style->width * 10 + (*format - '0');
    return format;
}

static size_t format_time(char *buffer, size_t capacity, const char *format, const struct tm *when)
{
    struct output out = {buffer, capacity, 0};
    while (*format != '\0') {
        if (*format != '%') {
            put(&out, *format++);
            continue;
        }
        struct style style = {'\0', 0, 0, 0};
        const char *letter = read_style(format + 1, &style);
        /* Alternative digits and eras: the "C" locale has neither. */
        if (*letter == 'E' || *letter == 'O') letter++;
        if (*letter != '\0' && put_conversion(&out, &style, *letter, when)) {
            format = letter + 1;
        } else {
            const char *end = *letter == '\0' ? letter : letter + 1;
            while (format < end) put(&out, *format++);
        }
    }
    if (out.length >= capacity) return 0;
    buffer[out.length] = '\0';
    return out.length;
}

size_t strftime(char *buffer, size_t capacity, const char *format, const struct tm *when)
{
    return format_time(buffer, capacity, format, when);
}

/* ---- asctime and ctime ---- */

#define ASCTIME_FORMAT "%a %b %e %H:%M:%S %Y\n"

static char *shared_text(void)
{
    static char text[64];
    return text;
}

static int is_within(int number, int most) { return number >= 0 && number <= most; }

static char *as_text(char *text, const struct tm *when)
{
    if (!is_within(when->tm_wday, 6) || !is_within(when->tm_mon, 11) ||
        !is_within(when->tm_mday, 31) || !is_within(when->tm_hour, 23) ||
        !is_within(when->tm_min, 59) || !is_within(when->tm_sec, 60))
        __concrex_unsupported("the text of a date that is none");
    return format_time(text, 64, ASCTIME_FORMAT, when) == 0 ? NULL : text;
}

char *asctime(const struct tm *when) { return as_text(shared_text(), when); }

char *asctime_r(const struct tm *when, char *text)
{
    char wide[64];
    if (as_text(wide, when) == NULL) return NULL;
    __concrex_copy(text, wide, __concrex_length(wide) + 1);
    return text;
}

char *ctime(const time_t *seconds)
{
    struct tm *when = __concrex_shared_time();
    return __concrex_local_time(*seconds, when) < 0 ? NULL : as_text(shared_text(), when);
}

char *ctime_r(const time_t *seconds, char *text)
{
    struct tm when;
    char wide[64];
    if (__concrex_local_time(*seconds, &when) < 0 || as_text(wide, &when) == NULL) return NULL;
    __concrex_copy(text, wide, __concrex_length(wide) + 1);
    return text;
}
