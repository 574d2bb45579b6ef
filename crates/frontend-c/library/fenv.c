/*
 * <fenv.h>: rounding is to nearest; other modes, and looking at exceptions, are not supported.
 */
#include "concrex.h"

/* As large as the x87 state and MXCSR, which glibc keeps here. */
typedef struct {
    unsigned int words[sizeof(void *) == 8 ? 8 : 7];
} fenv_t;

#define TO_NEAREST 0

int fegetround(void) { return TO_NEAREST; }
int fesetround(int mode)
{
    if (mode != TO_NEAREST) __concrex_unsupported("rounding other than to nearest");
    return 0;
}

#define FE_DFL_ENV ((const fenv_t *)-1)

/* Only what was cleared here, or the default, can be set. */
static int set(const fenv_t *environment)
{
    if (environment == FE_DFL_ENV) return 0;
    for (unsigned int i = 0; i < sizeof *environment / sizeof environment->words[0]; i++)
        if (environment->words[i] != 0)
            __concrex_unsupported("floating-point environments that the program makes");
    return 0;
}

static void clear(fenv_t *environment) { __concrex_fill(environment, 0, sizeof *environment); }

int fegetenv(fenv_t *environment)
{
    clear(environment);
    return 0;
}

int feholdexcept(fenv_t *environment)
{
    clear(environment);
    return 0;
}

int fesetenv(const fenv_t *environment) { return set(environment); }
int feupdateenv(const fenv_t *environment) { return set(environment); }

int feclearexcept(int exceptions)
{
    (void)exceptions;
    return 0;
}

int feraiseexcept(int exceptions)
{
    (void)exceptions;
    return 0;
}

int fetestexcept(int exceptions)
{
    if (exceptions) __concrex_unsupported("looking at floating-point exceptions");
    return 0;
}

int fegetexceptflag(unsigned short *flags, int exceptions)
{
    if (exceptions) __concrex_unsupported("looking at floating-point exceptions");
    *flags = 0;
    return 0;
}

int fesetexceptflag(const unsigned short *flags, int exceptions)
{
    (void)flags;
    (void)exceptions;
    return 0;
}
