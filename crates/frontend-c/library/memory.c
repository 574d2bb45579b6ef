/*
 * The allocation functions of <stdlib.h> and <malloc.h>.
 *
 * An allocation fails only if no machine could satisfy it: with ENOMEM for more than the address
 * space, as in glibc. Memory of size zero is an object without bytes at an address of its own.
 */
#include "concrex.h"

/* The usable part of the address space: 47 bits on 64-bit machines, else half of it. */
#define LARGEST_OBJECT ((size_t)PTRDIFF_MAX >> (sizeof(void *) == 8 ? 16 : 0))
#define ORDINARY_ALIGNMENT ((size_t)16)
#define PAGE_SIZE ((size_t)4096)

static int too_large(size_t size)
{
    if (size <= LARGEST_OBJECT) return 0;
    errno = ENOMEM;
    return 1;
}

static void *allocate(size_t size)
{
    return too_large(size) ? NULL : __concrex_alloc(size, ORDINARY_ALIGNMENT, 0);
}

static int product_overflows(size_t count, size_t size)
{
    return size != 0 && count > SIZE_MAX / size;
}

static void *reallocate(void *old, size_t size)
{
    if (old == NULL) return allocate(size);
    if (size == 0) {
        __concrex_free(old);
        return NULL;
    }
    void *fresh = allocate(size);
    if (fresh == NULL) return NULL;
    size_t old_size = __concrex_object_size(old);
    __concrex_copy(fresh, old, old_size < size ? old_size : size);
    __concrex_free(old);
    return fresh;
}

void *malloc(size_t size) { return allocate(size); }

void *calloc(size_t count, size_t size)
{
    if (product_overflows(count, size)) {
        errno = ENOMEM;
        return NULL;
    }
    return too_large(count * size) ? NULL : __concrex_alloc(count * size, ORDINARY_ALIGNMENT, 1);
}

void *realloc(void *old, size_t size) { return reallocate(old, size); }

void *reallocarray(void *old, size_t count, size_t size)
{
    if (product_overflows(count, size)) {
        errno = ENOMEM;
        return NULL;
    }
    return reallocate(old, count * size);
}

void free(void *p)
{
    if (p != NULL) __concrex_free(p);
}

void cfree(void *p)
{
    if (p != NULL) __concrex_free(p);
}

/* As much as the allocator rounds it up to. */
size_t malloc_usable_size(void *p)
{
    if (p != NULL) __concrex_unsupported("how much memory the allocator gives");
    return 0;
}

/* ---- Aligned ---- */

#define LARGEST_ALIGNMENT ((size_t)1 << 30)

static void require_possible(size_t alignment)
{
    if (alignment > LARGEST_ALIGNMENT)
        __concrex_unsupported("whether memory of a huge alignment is there");
}

static int is_power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

/* As glibc, which rounds an odd alignment up to the next power of two instead of refusing it. */
static void *allocate_aligned(size_t alignment, size_t size)
{
    if (alignment > SIZE_MAX / 2 + 1) {
        errno = EINVAL;
        return NULL;
    }
    require_possible(alignment);
    size_t power = ORDINARY_ALIGNMENT;
    while (power < alignment) power *= 2;
    return too_large(size) ? NULL : __concrex_alloc(size, power, 0);
}

void *memalign(size_t alignment, size_t size) { return allocate_aligned(alignment, size); }

void *aligned_alloc(size_t alignment, size_t size) { return allocate_aligned(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0) return EINVAL;
    if (size > LARGEST_OBJECT) return ENOMEM;
    require_possible(alignment);
    *result = __concrex_alloc(size, alignment, 0);
    return 0;
}

void *valloc(size_t size) { return allocate_aligned(PAGE_SIZE, size); }

void *pvalloc(size_t size)
{
    if (too_large(size)) return NULL;
    return __concrex_alloc((size + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE, PAGE_SIZE, 0);
}
