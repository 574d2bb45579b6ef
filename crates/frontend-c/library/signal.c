/*
 * <signal.h>: signals which the program sends to itself. None comes from outside.
 */
#include "concrex.h"

#define SIGABRT 6
#define SIGKILL 9
#define SIGSTOP 19
#define SIGNALS 65 /* numbered from 1 */
#define SET_WORDS (1024 / (8 * (int)sizeof(long)))

#define SA_SIGINFO 4
#define SA_NODEFER 0x40000000
#define SA_RESETHAND ((int)0x80000000)

typedef void handler(int);

#define SIG_DFL ((handler *)0)
#define SIG_IGN ((handler *)1)
#define SIG_ERR ((handler *)-1)

typedef struct {
    unsigned long words[SET_WORDS];
} sigset_t;

/* As much of glibc's as a signal of this process fills. */
typedef struct {
    int si_signo, si_errno, si_code;
    int rest[29];
} siginfo_t;

typedef void informed_handler(int, siginfo_t *, void *);

struct sigaction {
    union {
        handler *plain;
        informed_handler *informed;
    } sa;
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};

static struct sigaction actions[SIGNALS];
static sigset_t blocked;
static sigset_t pending;

/* What earlier calls may have left: which signals are blocked and pending, and the actions for those of
 * which this run has set none. What an action was can be asked for, but not called. */
static int are_masked KEPT("signals");
static unsigned long left_action KEPT("signal handlers");
static char is_own[SIGNALS];

#define END_IF_MASKED() END_IF_KEPT(are_masked, "the handlers and the masks of signals")

/* ---- Sets ---- */

/* Two signals belong to the library itself. */
static int is_signal(int signal)
{
    if (signal >= 1 && signal < SIGNALS && signal != 32 && signal != 33) return 1;
    errno = EINVAL;
    return 0;
}

static unsigned long bit_of(int signal)
{
    return 1UL << (unsigned int)(signal - 1) % (8 * sizeof(long));
}

static unsigned long *word_of(sigset_t *set, int signal)
{
    return &set->words[(unsigned int)(signal - 1) / (8 * sizeof(long))];
}

static int contains(const sigset_t *set, int signal)
{
    return (set->words[(unsigned int)(signal - 1) / (8 * sizeof(long))] & bit_of(signal)) != 0;
}

static void add(sigset_t *set, int signal) { *word_of(set, signal) |= bit_of(signal); }
static void drop(sigset_t *set, int signal) { *word_of(set, signal) &= ~bit_of(signal); }

static void fill(sigset_t *set, unsigned long word)
{
    for (int i = 0; i < SET_WORDS; i++) set->words[i] = word;
}

int sigemptyset(sigset_t *set)
{
    fill(set, 0);
    return 0;
}

int sigfillset(sigset_t *set)
{
    fill(set, ~0UL);
    drop(set, 32);
    drop(set, 33);
    return 0;
}

int sigaddset(sigset_t *set, int signal)
{
    if (!is_signal(signal)) return -1;
    add(set, signal);
    return 0;
}

int sigdelset(sigset_t *set, int signal)
{
    if (!is_signal(signal)) return -1;
    drop(set, signal);
    return 0;
}

int sigismember(const sigset_t *set, int signal)
{
    return signal == 32 || signal == 33 || is_signal(signal) ? contains(set, signal) : -1;
}

/* ---- Delivery ---- */

static int is_ignored_by_default(int signal)
{
    switch (signal) {
    case 17: /* SIGCHLD */
    case 18: /* SIGCONT */
    case 23: /* SIGURG */
    case 28: /* SIGWINCH */ return 1;
    /* Stopping takes no time. */
    case SIGSTOP:
    case 20: /* SIGTSTP */
    case 21: /* SIGTTIN */
    case 22: /* SIGTTOU */ return 1;
    default: return 0;
    }
}

static void act_by_default(int signal)
{
    if (is_ignored_by_default(signal)) return;
    if (signal == SIGABRT) __concrex_abort();
    __concrex_exit(128 + signal);
}

static void deliver_pending(void);

static void call_handler(int signal)
{
    struct sigaction action = actions[signal];
    sigset_t before = blocked;
    if (action.sa_flags & SA_RESETHAND) actions[signal].sa.plain = SIG_DFL;
    for (int i = 0; i < SET_WORDS; i++) blocked.words[i] |= action.sa_mask.words[i];
    if (!(action.sa_flags & SA_NODEFER)) add(&blocked, signal);
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t info = {.si_signo = signal, .si_code = -6};
        action.sa.informed(signal, &info, NULL);
    } else {
        action.sa.plain(signal);
    }
    blocked = before;
    deliver_pending();
}

static void deliver(int signal)
{
    END_IF_MASKED();
    handler *function = actions[signal].sa.plain;
    if (contains(&blocked, signal))
        add(&pending, signal);
    else if (function == SIG_DFL)
        act_by_default(signal);
    else if (function != SIG_IGN)
        call_handler(signal);
}

static void deliver_pending(void)
{
    for (int signal = 1; signal < SIGNALS; signal++)
        if (contains(&pending, signal) && !contains(&blocked, signal)) {
            drop(&pending, signal);
            deliver(signal);
        }
}

int __concrex_raise(int signal)
{
    if (!is_signal(signal)) return -1;
    deliver(signal);
    return 0;
}

void __concrex_signal_abort(void) { deliver(SIGABRT); }

int raise(int signal) { return __concrex_raise(signal); }

/* ---- Actions and masks ---- */

static int may_be_handled(int signal)
{
    if (!is_signal(signal)) return 0;
    if (signal != SIGKILL && signal != SIGSTOP) return 1;
    errno = EINVAL;
    return 0;
}

/* BSD's, as glibc's: the handler stays. */
handler *signal(int signal, handler *function)
{
    if (function == SIG_ERR || !may_be_handled(signal)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    struct sigaction fresh = {.sa = {.plain = function}};
    handler *old = is_own[signal] ? actions[signal].sa.plain : (handler *)left_action;
    is_own[signal] = 1;
    actions[signal] = fresh;
    return old;
}

int sigaction(int signal, const struct sigaction *fresh, struct sigaction *old)
{
    if (!(fresh != NULL ? may_be_handled(signal) : is_signal(signal))) return -1;
    struct sigaction before = actions[signal];
    if (old != NULL && !is_own[signal]) END_IF_MASKED();
    if (fresh != NULL) {
        is_own[signal] = 1;
        actions[signal].sa = fresh->sa;
        actions[signal].sa_mask = fresh->sa_mask;
        actions[signal].sa_flags = fresh->sa_flags;
    }
    if (old != NULL) *old = before;
    return 0;
}

enum { SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK };

static unsigned long masked(unsigned long before, int how, unsigned long set)
{
    if (how == SIG_BLOCK) return before | set;
    return how == SIG_UNBLOCK ? before & ~set : set;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t before = blocked;
    if (old != NULL || (set != NULL && how != SIG_BLOCK)) END_IF_MASKED();
    if (set != NULL) {
        if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
            errno = EINVAL;
            return -1;
        }
        for (int i = 0; i < SET_WORDS; i++)
            blocked.words[i] = masked(before.words[i], how, set->words[i]);
        drop(&blocked, SIGKILL);
        drop(&blocked, SIGSTOP);
    }
    if (old != NULL) *old = before;
    deliver_pending();
    return 0;
}

int sigpending(sigset_t *set)
{
    END_IF_MASKED();
    *set = pending;
    return 0;
}

/* ---- Names ---- */

static const char *const texts[] = {
    NULL,
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
};

#define LAST_NAMED ((int)(sizeof texts / sizeof texts[0]) - 1)
#define FIRST_REAL_TIME 34

static const char *numbered_text(char *buffer, const char *start, int number)
{
    size_t at = __concrex_length(start);
    __concrex_copy(buffer, start, at);
    unsigned int rest = (unsigned int)number, power = 1;
    if (number < 0) {
        buffer[at++] = '-';
        rest = 0U - rest;
    }
    while (rest / power >= 10) power *= 10;
    for (; power > 0; power /= 10) buffer[at++] = (char)('0' + rest / power % 10);
    buffer[at] = '\0';
    return buffer;
}

static const char *text_of(int signal)
{
    static char buffer[40];
    if (signal >= 1 && signal <= LAST_NAMED) return texts[signal];
    if (signal >= FIRST_REAL_TIME && signal < SIGNALS)
        return numbered_text(buffer, "Real-time signal ", signal - FIRST_REAL_TIME);
    return numbered_text(buffer, "Unknown signal ", signal);
}

char *strsignal(int signal) { return (char *)text_of(signal); }

void psignal(int signal, const char *prefix)
{
    if (prefix != NULL && prefix[0] != '\0') {
        __concrex_print_error(prefix);
        __concrex_print_error(": ");
    }
    __concrex_print_error(text_of(signal));
    __concrex_print_error("\n");
}
