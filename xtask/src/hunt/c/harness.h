/* Runs programs on all of their inputs, each run in a process of its own, and says what happened. */
#define _GNU_SOURCE
#include <alloca.h>
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    HUNT_INPUTS = 4096,  /* most inputs of a run */
    HUNT_CHOSEN = 48,    /* the same, of a run whose inputs are enumerated */
    HUNT_VALUES = 64,    /* most claims met by a run */
    HUNT_REPEATS = 2,    /* most iterations of a loop that an input controls */
    HUNT_ALL_REPEATS = 6 /* the same, of all loops together */
};

struct hunt_log {
    int given;                  /* so many inputs are prescribed */
    int raw;                    /* prescribed as values, not as numbers of choices */
    int inputs;                 /* so many were asked for */
    int number[HUNT_INPUTS];    /* which choice */
    int choices[HUNT_INPUTS];   /* of how many */
    long long input[HUNT_INPUTS];
    int repeats, all_repeats;
    int values;
    struct { int site; long long value; } value[HUNT_VALUES];
    int overrun;
};
static struct hunt_log *hunt;

static long long hunt_choose(long long low, int count)
{
    int at = hunt->inputs;
    if (at >= (hunt->raw ? HUNT_INPUTS : HUNT_CHOSEN)) {
        hunt->overrun = 1;
        _exit(0);
    }
    hunt->inputs++;
    if (hunt->raw) {
        if (at >= hunt->given)
            hunt->input[at] = 0;
        return hunt->input[at];
    }
    if (at >= hunt->given)
        hunt->number[at] = 0;
    hunt->choices[at] = count;
    return hunt->input[at] = low + hunt->number[at];
}

static int hunt_repeat(void)
{
    int may = hunt->repeats < HUNT_REPEATS && hunt->all_repeats < HUNT_ALL_REPEATS;
    int does = hunt_choose(0, may ? 2 : 1) != 0;
    hunt->repeats = does ? hunt->repeats + 1 : 0;
    hunt->all_repeats += does;
    return does;
}

static void hunt_claim(int site, long long value)
{
    if (hunt->values < HUNT_VALUES) {
        hunt->value[hunt->values].site = site;
        hunt->value[hunt->values].value = value;
        hunt->values++;
    } else {
        hunt->overrun = 1;
    }
}

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=1:symbolize=0:detect_stack_use_after_return=1:allocator_may_return_null=1:"
           "print_legend=0:print_cmdline=0:halt_on_error=1:exitcode=99:max_malloc_fill_size=0";
}
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "halt_on_error=1:exitcode=99"; }

/* Looking for leaks takes most of a run's time, so it is done only where something was not freed. */
static int hunt_live;
static void hunt_exit(int status)
{
    if (hunt_live)
        exit(status);
    _exit(status);
}
/* Neither is an error, and memory is not lost there. */
static void hunt_abort(void) { _exit(0); }
static void *hunt_malloc(size_t size) { hunt_live++; return malloc(size); }
static void *hunt_calloc(size_t count, size_t size) { hunt_live++; return calloc(count, size); }
static void *hunt_realloc(void *old, size_t size) { hunt_live += !old; return realloc(old, size); }
static void hunt_free(void *old) { hunt_live -= old != 0; free(old); }

/* What a line of the sanitizers says, if it says something. */
static const char *hunt_says(char *line)
{
    char *said;
    if ((said = strstr(line, "runtime error: ")))
        return line;
    if ((said = strstr(line, "ERROR: AddressSanitizer: ")))
        return said + 7;
    if (strstr(line, "LeakSanitizer: detected memory leaks"))
        return "LeakSanitizer: detected memory leaks";
    return 0;
}

static void hunt_print(int program, int status, int messages)
{
    static char text[1 << 16];
    ssize_t size = pread(messages, text, sizeof text - 1, 0);
    text[size > 0 ? size : 0] = 0;
    printf("run %d |", program);
    for (int i = 0; i < hunt->inputs; i++)
        printf(" %lld", hunt->input[i]);
    printf(" |");
    for (int i = 0; i < hunt->values; i++)
        printf(" %d=%lld", hunt->value[i].site, hunt->value[i].value);
    const char *said = 0;
    for (char *line = strtok(text, "\n"); line && !said; line = strtok(0, "\n"))
        said = hunt_says(line);
    if (hunt->overrun || (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM))
        printf(" | unclear\n");
    else if (said)
        printf(" | failed %s\n", said);
    else if (WIFSIGNALED(status))
        printf(" | failed signal %d\n", WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        printf(" | failed status %d\n", WEXITSTATUS(status));
    else
        printf(" | ok\n");
}

static void hunt_run(int program, int (*entry)(void))
{
    static int messages = -1;
    if (messages < 0)
        messages = memfd_create("messages", 0);
    if (messages < 0 || ftruncate(messages, 0) != 0 || lseek(messages, 0, SEEK_SET) != 0)
        return;
    hunt->inputs = hunt->repeats = hunt->all_repeats = hunt->values = hunt->overrun = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(messages, 2);
        alarm(10);
        /* A main may end without a value, but not one that was renamed. */
        entry();
        hunt_exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    hunt_print(program, status, messages);
}

static void hunt_all(int program, int (*entry)(void), int most)
{
    hunt->given = hunt->raw = 0;
    for (int runs = 0; runs < most; runs++) {
        hunt_run(program, entry);
        int last = hunt->inputs - 1;
        while (last >= 0 && hunt->number[last] + 1 >= hunt->choices[last])
            last--;
        if (last < 0)
            return;
        hunt->number[last]++;
        hunt->given = last + 1;
    }
}

struct hunt_program { int (*entry)(void); int most; };

static int hunt_main(int count, char **arguments, const struct hunt_program *programs, int all)
{
    hunt = mmap(0, sizeof *hunt, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (count > 1) {
        /* The number of a program and the inputs of one run. */
        const struct hunt_program *program = &programs[atoi(arguments[1])];
        hunt->raw = 1;
        for (int i = 2; i < count && hunt->given < HUNT_INPUTS; i++)
            hunt->input[hunt->given++] = strtoll(arguments[i], 0, 10);
        hunt_run(0, program->entry);
        return 0;
    }
    for (int i = 0; i < all; i++)
        hunt_all(i, programs[i].entry, programs[i].most);
    return 0;
}

/* Every program has its own globals, functions and types, whatever their names. */
#define HUNT_PASTE2(program, name) program##_##name
#define HUNT_PASTE(program, name) HUNT_PASTE2(program, name)
#define HUNT_OWN(name) HUNT_PASTE(HUNT_PROGRAM, name)
#define main HUNT_OWN(main)
#define malloc hunt_malloc
#define calloc hunt_calloc
#define realloc hunt_realloc
#define free hunt_free
#define exit hunt_exit
#define abort hunt_abort
#define _Exit(status) hunt_abort()
#define g0 HUNT_OWN(g0)
#define f0 HUNT_OWN(f0)
#define s0 HUNT_OWN(s0)
#define e0 HUNT_OWN(e0)
#define g1 HUNT_OWN(g1)
#define f1 HUNT_OWN(f1)
#define s1 HUNT_OWN(s1)
#define e1 HUNT_OWN(e1)
#define g2 HUNT_OWN(g2)
#define f2 HUNT_OWN(f2)
#define s2 HUNT_OWN(s2)
#define e2 HUNT_OWN(e2)
#define g3 HUNT_OWN(g3)
#define f3 HUNT_OWN(f3)
#define s3 HUNT_OWN(s3)
#define e3 HUNT_OWN(e3)
#define g4 HUNT_OWN(g4)
#define f4 HUNT_OWN(f4)
#define s4 HUNT_OWN(s4)
#define e4 HUNT_OWN(e4)
#define g5 HUNT_OWN(g5)
#define f5 HUNT_OWN(f5)
#define s5 HUNT_OWN(s5)
#define e5 HUNT_OWN(e5)
#define g6 HUNT_OWN(g6)
#define f6 HUNT_OWN(f6)
#define s6 HUNT_OWN(s6)
#define e6 HUNT_OWN(e6)
#define g7 HUNT_OWN(g7)
#define f7 HUNT_OWN(f7)
#define s7 HUNT_OWN(s7)
#define e7 HUNT_OWN(e7)
#define g8 HUNT_OWN(g8)
#define f8 HUNT_OWN(f8)
#define s8 HUNT_OWN(s8)
#define e8 HUNT_OWN(e8)
#define g9 HUNT_OWN(g9)
#define f9 HUNT_OWN(f9)
#define s9 HUNT_OWN(s9)
#define e9 HUNT_OWN(e9)
#define g10 HUNT_OWN(g10)
#define f10 HUNT_OWN(f10)
#define s10 HUNT_OWN(s10)
#define e10 HUNT_OWN(e10)
#define g11 HUNT_OWN(g11)
#define f11 HUNT_OWN(f11)
#define s11 HUNT_OWN(s11)
#define e11 HUNT_OWN(e11)
#define g12 HUNT_OWN(g12)
#define f12 HUNT_OWN(f12)
#define s12 HUNT_OWN(s12)
#define e12 HUNT_OWN(e12)
#define g13 HUNT_OWN(g13)
#define f13 HUNT_OWN(f13)
#define s13 HUNT_OWN(s13)
#define e13 HUNT_OWN(e13)
#define g14 HUNT_OWN(g14)
#define f14 HUNT_OWN(f14)
#define s14 HUNT_OWN(s14)
#define e14 HUNT_OWN(e14)
#define g15 HUNT_OWN(g15)
#define f15 HUNT_OWN(f15)
#define s15 HUNT_OWN(s15)
#define e15 HUNT_OWN(e15)
