/*
 * <stdlib.h>: sorting and searching.
 *
 * qsort is the merge sort of glibc, which is stable and asks for the same comparisons in the same
 * order, so that programs whose comparison is inconsistent, or prints, behave alike.
 */
#include "concrex.h"

typedef int comparison(const void *, const void *);
typedef int comparison_with_context(const void *, const void *, void *);

struct order {
    size_t size; /* of an element */
    comparison *plain;
    comparison_with_context *with_context; /* used if there is no plain one */
    void *context;
};

static int compare(const struct order *order, const void *a, const void *b)
{
    if (order->plain != NULL) return order->plain(a, b);
    return order->with_context(a, b, order->context);
}

static void merge_sort(const struct order *order, char *elements, size_t count, char *scratch)
{
    if (count <= 1) return;
    size_t size = order->size;
    size_t left_count = count / 2, right_count = count - left_count;
    char *left = elements, *right = elements + left_count * size;
    merge_sort(order, left, left_count, scratch);
    merge_sort(order, right, right_count, scratch);

    char *out = scratch;
    while (left_count > 0 && right_count > 0) {
        if (compare(order, left, right) <= 0) {
            __concrex_copy(out, left, size);
            left += size;
            left_count--;
        } else {
            __concrex_copy(out, right, size);
            right += size;
            right_count--;
        }
        out += size;
    }
    /* What is left of the right half is in its place already. */
    if (left_count > 0) __concrex_copy(out, left, left_count * size);
    __concrex_copy(elements, scratch, (count - right_count) * size);
}

static void sort(const struct order *order, void *elements, size_t count)
{
    REQUIRE_POINTER(elements, "qsort");
    if (count <= 1 || order->size == 0) return;
    char *scratch = __concrex_alloc_internal(count * order->size);
    merge_sort(order, elements, count, scratch);
    __concrex_free_internal(scratch);
}

void qsort(void *elements, size_t count, size_t size, comparison *function)
{
    REQUIRE_POINTER(function, "qsort");
    struct order order = {size, function, NULL, NULL};
    sort(&order, elements, count);
}

void qsort_r(void *elements, size_t count, size_t size, comparison_with_context *function,
             void *context)
{
    REQUIRE_POINTER(function, "qsort_r");
    struct order order = {size, NULL, function, context};
    sort(&order, elements, count);
}

void *bsearch(const void *key, const void *elements, size_t count, size_t size,
              comparison *function)
{
    REQUIRE_POINTER(key, "bsearch");
    REQUIRE_POINTER(elements, "bsearch");
    REQUIRE_POINTER(function, "bsearch");
    const char *first = elements;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *candidate = first + middle * size;
        int result = function(key, candidate);
        if (result == 0) return (void *)candidate;
        if (result < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* ---- <search.h>: linear search ---- */

void *lfind(const void *key, const void *elements, size_t *count, size_t size,
            comparison *function)
{
    const char *element = elements;
    for (size_t i = 0; i < *count; i++, element += size)
        if (function(key, element) == 0) return (void *)element;
    return NULL;
}

void *lsearch(const void *key, void *elements, size_t *count, size_t size, comparison *function)
{
    char *element = elements;
    for (size_t i = 0; i < *count; i++, element += size)
        if (function(key, element) == 0) return element;
    __concrex_copy(element, key, size);
    *count += 1;
    return element;
}
