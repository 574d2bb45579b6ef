/*
 * <time.h> and <sys/time.h>: clocks, which are inputs, and calendar arithmetic. The time zone is
 * UTC. strftime is in strftime.c.
 */
#include "concrex.h"

#define SECONDS_PER_DAY 86400

/* ---- Clocks ---- */

/* A point in time that time_t can express, up to the year 9999. */
#define YEAR_9999 253402300799LL
#define LAST_SECOND ((unsigned long long)(LONG_MAX < YEAR_9999 ? LONG_MAX : YEAR_9999))

static time_t seconds_now(void)
{
    unsigned long long now = __concrex_input_value(SOURCE_CLOCK, "time");
    __concrex_assume(now <= LAST_SECOND);
    return (time_t)now;
}

static long nanoseconds_now(void)
{
    unsigned long long now = __concrex_input_value(SOURCE_CLOCK, "nanoseconds");
    __concrex_assume(now < 1000000000);
    return (long)now;
}

/* -1 where the system does not know. */
time_t time(time_t *result)
{
    unsigned long long read = __concrex_input_value(SOURCE_CLOCK, "time");
    __concrex_assume(read <= LAST_SECOND || read == (unsigned long long)-1);
    time_t now = (time_t)read;
    if (result != NULL) *result = now;
    return now;
}

/* -1 where the system does not know; otherwise it only grows. */
clock_t clock(void)
{
    static unsigned long long before;
    unsigned long long used = __concrex_input_value(SOURCE_CLOCK, "clock");
    if (used == (unsigned long long)-1) return -1;
    __concrex_assume(before <= used && used <= LONG_MAX);
    before = used;
    return (clock_t)used;
}

int gettimeofday(struct timeval *now, void *zone)
{
    if (zone != NULL) __concrex_fill(zone, 0, 2 * sizeof(int));
    now->tv_sec = seconds_now();
    now->tv_usec = nanoseconds_now() / 1000;
    return 0;
}

/* The numbers of clocks. */
enum {
    REALTIME,
    MONOTONIC,
    PROCESS,
    THREAD,
    MONOTONIC_RAW,
    REALTIME_COARSE,
    MONOTONIC_COARSE,
    BOOT,
    REALTIME_ALARM,
    BOOT_ALARM,
    TAI = 11,
    CLOCKS
};

/* Whether there is a clock of a number on every machine. */
static int is_clock(int clock_id)
{
    if (clock_id < 0 || clock_id == REALTIME_ALARM || clock_id == BOOT_ALARM)
        __concrex_unsupported("a clock that only some machines or processes have");
    if (clock_id < CLOCKS && clock_id != TAI - 1) return 1;
    errno = EINVAL;
    return 0;
}

/* Clocks that show the time of day may be set back. */
static int only_grows(int clock_id)
{
    return clock_id != REALTIME && clock_id != REALTIME_COARSE && clock_id != TAI;
}

int clock_gettime(int clock_id, struct timespec *now)
{
    static struct timespec before[CLOCKS];
    if (!is_clock(clock_id)) return -1;
    now->tv_sec = seconds_now();
    now->tv_nsec = nanoseconds_now();
    if (only_grows(clock_id)) {
        struct timespec *last = &before[clock_id];
        __concrex_assume(now->tv_sec > last->tv_sec ||
                         (now->tv_sec == last->tv_sec && now->tv_nsec >= last->tv_nsec));
        *last = *now;
    }
    return 0;
}

int clock_getres(int clock_id, struct timespec *resolution)
{
    if (!is_clock(clock_id)) return -1;
    if (clock_id == REALTIME_COARSE || clock_id == MONOTONIC_COARSE)
        __concrex_unsupported("how exact a coarse clock is");
    if (resolution != NULL) {
        resolution->tv_sec = 0;
        resolution->tv_nsec = 1;
    }
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    if (base != 1) return 0;
    now->tv_sec = seconds_now();
    now->tv_nsec = nanoseconds_now();
    return base;
}

double difftime(time_t end, time_t start) { return (double)end - (double)start; }

/* ---- The calendar, without end in both directions ---- */

static long long floor_divide(long long a, long long b)
{
    return a / b - (a % b < 0);
}

static int is_leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static int days_before_month(int month, long long year)
{
    static const short days[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    return days[month] + (month > 1 && is_leap(year));
}

/* Days from 1970-01-01 to the first day of a year. */
static long long days_before_year(long long year)
{
    long long past = year - 1;
    long long leap_days = floor_divide(past, 4) - floor_divide(past, 100) + floor_divide(past, 400);
    return 365 * (year - 1970) + leap_days - 477;
}

long long __concrex_seconds(const struct tm *when)
{
    long long year = when->tm_year + 1900LL + floor_divide(when->tm_mon, 12);
    int month = (int)(when->tm_mon - 12 * floor_divide(when->tm_mon, 12));
    long long days = days_before_year(year) + days_before_month(month, year) + when->tm_mday - 1LL;
    return ((days * 24 + when->tm_hour) * 60 + when->tm_min) * 60 + when->tm_sec;
}

/* Fails if the year does not fit. */
static int break_down(long long seconds, struct tm *when, const char *zone)
{
    long long days = floor_divide(seconds, SECONDS_PER_DAY);
    int rest = (int)(seconds - days * SECONDS_PER_DAY);
    long long year = 1970 + floor_divide(days * 400, 146097);
    while (days_before_year(year) > days) year--;
    while (days_before_year(year + 1) <= days) year++;
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
        errno = EOVERFLOW;
        return -1;
    }
    int day = (int)(days - days_before_year(year));
    int month = 11;
    while (days_before_month(month, year) > day) month--;
    when->tm_sec = rest % 60;
    when->tm_min = rest / 60 % 60;
    when->tm_hour = rest / 3600;
    when->tm_mday = day - days_before_month(month, year) + 1;
    when->tm_mon = month;
    when->tm_year = (int)(year - 1900);
    when->tm_wday = (int)(days + 4 - 7 * floor_divide(days + 4, 7));
    when->tm_yday = day;
    when->tm_isdst = 0;
    when->tm_gmtoff = 0;
    when->tm_zone = zone;
    return 0;
}

/* Local time is that of UTC, unless the program chooses another zone. */
static void require_utc(void)
{
    if (__concrex_environment_chooses("TZ", "UTC", "UTC0"))
        __concrex_unsupported("a time zone other than UTC");
}

int __concrex_local_time(time_t seconds, struct tm *when)
{
    require_utc();
    return break_down(seconds, when, "UTC");
}

/* gmtime, localtime and ctime share one result, as in glibc. */
struct tm *__concrex_shared_time(void)
{
    static struct tm result;
    return &result;
}

struct tm *gmtime_r(const time_t *seconds, struct tm *result)
{
    return break_down(*seconds, result, "GMT") < 0 ? NULL : result;
}

struct tm *localtime_r(const time_t *seconds, struct tm *result)
{
    return __concrex_local_time(*seconds, result) < 0 ? NULL : result;
}

struct tm *gmtime(const time_t *seconds)
{
    struct tm *result = __concrex_shared_time();
    return break_down(*seconds, result, "GMT") < 0 ? NULL : result;
}

struct tm *localtime(const time_t *seconds)
{
    struct tm *result = __concrex_shared_time();
    return __concrex_local_time(*seconds, result) < 0 ? NULL : result;
}

/* Brings the fields into their ranges. */
static time_t normalize(struct tm *when, const char *zone)
{
    long long seconds = __concrex_seconds(when);
    struct tm result;
    if (seconds > LONG_MAX || seconds < LONG_MIN) {
        errno = EOVERFLOW;
        return -1;
    }
    if (break_down(seconds, &result, zone) < 0) return -1;
    *when = result;
    return (time_t)seconds;
}

static time_t normalize_local(struct tm *when)
{
    require_utc();
    if (when->tm_isdst > 0) __concrex_unsupported("daylight saving time in UTC");
    return normalize(when, "UTC");
}

time_t mktime(struct tm *when) { return normalize_local(when); }
time_t timelocal(struct tm *when) { return normalize_local(when); }
time_t timegm(struct tm *when) { return normalize(when, "GMT"); }

/* ---- The time zone ---- */

static char zone_name[] = "UTC";
char *tzname[2] = {zone_name, zone_name};
char *__tzname[2] = {zone_name, zone_name};
long timezone LENT("timezone");
long __timezone;
int daylight LENT("daylight");
int __daylight;

void tzset(void) { require_utc(); }
