/* Linked into replays: the verifiers' vocabulary, for programs that only declare it. */
#include <stdio.h>
#include <stdlib.h>

extern void __sanitizer_print_stack_trace(void) __attribute__((weak));

#define WEAK __attribute__((weak))

static void fail(const char *what)
{
    fprintf(stderr, "concrex: %s\n", what);
    if (__sanitizer_print_stack_trace)
        __sanitizer_print_stack_trace();
    abort();
}

static void require(int condition)
{
    if (!condition)
        fail("assertion violated");
}

static void assume(int condition)
{
    if (!condition)
        _Exit(0);
}

WEAK void reach_error(void) { fail("error function called"); }
WEAK void __VERIFIER_error(void) { fail("error function called"); }
WEAK void __VERIFIER_assert(int condition) { require(condition); }
WEAK void __CPROVER_assert(int condition, const char *text) { (void)text; require(condition); }
WEAK void __ESBMC_assert(int condition, const char *text) { (void)text; require(condition); }
WEAK void klee_assert(int condition) { require(condition); }
WEAK void __VERIFIER_assume(int condition) { assume(condition); }
WEAK void __CPROVER_assume(int condition) { assume(condition); }
WEAK void __ESBMC_assume(int condition) { assume(condition); }
WEAK void klee_assume(unsigned long condition) { assume(condition != 0); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
