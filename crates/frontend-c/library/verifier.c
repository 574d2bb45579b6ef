/*
 * The parts of the verifiers' vocabulary that are ordinary functions. Assertions, assumptions and
 * nondeterministic values of scalar type are known to the compiler itself.
 */
#include "concrex.h"

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
size_t __CPROVER_POINTER_OFFSET(const void *memory);
size_t __CPROVER_OBJECT_SIZE(const void *memory);

static void choose_bytes(unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) bytes[i] = __VERIFIER_nondet_uchar();
}

void __VERIFIER_nondet_memory(void *memory, size_t size) { choose_bytes(memory, size); }

void __CPROVER_havoc_slice(void *memory, size_t size) { choose_bytes(memory, size); }

void __CPROVER_havoc_object(void *memory)
{
    unsigned char *start = (unsigned char *)memory - __CPROVER_POINTER_OFFSET(memory);
    choose_bytes(start, __CPROVER_OBJECT_SIZE(memory));
}

void *__CPROVER_allocate(size_t size, _Bool zeroed)
{
    return zeroed ? __concrex_alloc(size, 16, 1) : __concrex_alloc(size, 16, 0);
}

void klee_make_symbolic(void *object, size_t size, const char *name)
{
    (void)name;
    choose_bytes(object, size);
}

int klee_int(const char *name)
{
    (void)name;
    return __VERIFIER_nondet_int();
}

/* begin <= result < end */
int klee_range(int begin, int end, const char *name)
{
    (void)name;
    int chosen = __VERIFIER_nondet_int();
    __VERIFIER_assume(begin <= chosen && chosen < end);
    return chosen;
}

_Noreturn void klee_silent_exit(int status) { __concrex_exit(status); }

/* One thread: nothing can come in between. */
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
void __CPROVER_atomic_begin(void) {}
void __CPROVER_atomic_end(void) {}
void __ESBMC_atomic_begin(void) {}
void __ESBMC_atomic_end(void) {}

/* Hints to other verifiers, which mean nothing to a run. */
void __ESBMC_unroll(int count) { (void)count; }
void __ESBMC_yield(void) {}
void __ESBMC_really_atomic_begin(void) {}
void __ESBMC_really_atomic_end(void) {}
void __CPROVER_fence(const char *kind, ...) { (void)kind; }
void __CPROVER_input(const char *name, ...) { (void)name; }
void __CPROVER_output(const char *name, ...) { (void)name; }
