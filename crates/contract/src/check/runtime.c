/* Sets of addresses and integers, with which a contract is checked in a running program. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SIZEOF_INT128__
typedef __int128 cx_value;
#else
typedef long long cx_value;
#endif
typedef struct { long size; cx_value *items; } cx_set;
typedef struct { int exists; cx_value value; } cx_number;
enum cx_kind { CX_SELF, CX_REFERENCE, CX_UNSIGNED, CX_SIGNED };

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CX_ASAN 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define CX_ASAN 1
#endif
#ifdef CX_ASAN
void *__asan_region_is_poisoned(void *start, size_t size);
#define CX_READABLE(p, n) (__asan_region_is_poisoned((void *)(p), (n)) == NULL)
#else
#define CX_READABLE(p, n) 1
#endif

/* Memory of its own: the program's heap and its leaks are none of the contract's business. */
#define CX_LIMIT (1L << 20)
static cx_value cx_pool[CX_LIMIT];
static long cx_used;
static int cx_gave_up;

static cx_set cx_empty(void) {
    cx_set set = { 0, cx_pool + cx_used };
    return set;
}

/* Only the set that was made last can grow. */
static void cx_add(cx_set *set, cx_value value) {
    for (long i = 0; i < set->size; i++)
        if (set->items[i] == value) return;
    if (cx_used == CX_LIMIT) { cx_gave_up = 1; return; }
    cx_pool[cx_used++] = value;
    set->size++;
}

static cx_set cx_one(cx_value value) {
    cx_set set = cx_empty();
    cx_add(&set, value);
    return set;
}

/* An integer of the program, unless it is too large for a cx_value. */
#define cx_integer(x) \
    cx_one((x) > 0 && (cx_value)(x) < 0 ? (cx_gave_up = 1, (cx_value)0) : (cx_value)(x))

static cx_set cx_reference(const void *pointer) {
    cx_set set = cx_empty();
    if (pointer) cx_add(&set, (cx_value)(uintptr_t)pointer);
    return set;
}

static cx_set cx_given(cx_number number) {
    cx_set set = cx_empty();
    if (number.exists) cx_add(&set, number.value);
    return set;
}

static int cx_contains(cx_set set, cx_value value) {
    for (long i = 0; i < set.size; i++)
        if (set.items[i] == value) return 1;
    return 0;
}

static int cx_subset(cx_set a, cx_set b) {
    for (long i = 0; i < a.size; i++)
        if (!cx_contains(b, a.items[i])) return 0;
    return 1;
}

static cx_set cx_union(cx_set a, cx_set b) {
    cx_set set = cx_empty();
    for (long i = 0; i < a.size; i++) cx_add(&set, a.items[i]);
    for (long i = 0; i < b.size; i++) cx_add(&set, b.items[i]);
    return set;
}

static cx_set cx_intersection(cx_set a, cx_set b) {
    cx_set set = cx_empty();
    for (long i = 0; i < a.size; i++)
        if (cx_contains(b, a.items[i])) cx_add(&set, a.items[i]);
    return set;
}

static cx_set cx_difference(cx_set a, cx_set b) {
    cx_set set = cx_empty();
    for (long i = 0; i < a.size; i++)
        if (!cx_contains(b, a.items[i])) cx_add(&set, a.items[i]);
    return set;
}

/* What is at an address: nothing if it is null or cannot be read. */
static void cx_read(cx_set *set, const char *at, enum cx_kind kind, int bytes, int bit, int bits) {
    uint64_t raw = 0;
    if (kind == CX_SELF) { cx_add(set, (cx_value)(uintptr_t)at); return; }
    if (!CX_READABLE(at, (size_t)bytes)) return;
    switch (bytes) {
    case 1: { uint8_t part; memcpy(&part, at, 1); raw = part; break; }
    case 2: { uint16_t part; memcpy(&part, at, 2); raw = part; break; }
    case 4: { uint32_t part; memcpy(&part, at, 4); raw = part; break; }
    default: memcpy(&raw, at, 8);
    }
    raw >>= bit;
    if (bits < 64) raw &= ((uint64_t)1 << bits) - 1;
    if (kind == CX_SIGNED && raw >> (bits - 1) & 1)
        cx_add(set, -(cx_value)(~raw & (((uint64_t)1 << (bits - 1)) - 1)) - 1);
    else if ((cx_value)raw < 0)
        cx_gave_up = 1;
    else if (kind != CX_REFERENCE || raw)
        cx_add(set, (cx_value)raw);
}

static cx_set cx_field(cx_set from, long offset, enum cx_kind kind, int bytes, int bit, int bits) {
    cx_set set = cx_empty();
    for (long i = 0; i < from.size; i++)
        cx_read(&set, (const char *)(uintptr_t)from.items[i] + offset, kind, bytes, bit, bits);
    return set;
}

static cx_set cx_element(cx_set array, cx_number index, long size, enum cx_kind kind, int bytes) {
    cx_set set = cx_empty();
    for (long i = 0; i < array.size && index.exists; i++)
        cx_read(&set, (const char *)(uintptr_t)array.items[i] + (ptrdiff_t)index.value * size,
                kind, bytes, 0, 8 * bytes);
    return set;
}

/* What following pointers at the offsets leads to, the start included. */
static cx_set cx_closure(cx_set from, const long *offsets, int count) {
    cx_set set = cx_empty();
    for (long i = 0; i < from.size; i++) cx_add(&set, from.items[i]);
    for (long i = 0; i < set.size; i++)
        for (int link = 0; link < count; link++)
            cx_read(&set, (const char *)(uintptr_t)set.items[i] + offsets[link],
                    CX_REFERENCE, sizeof(void *), 0, 8 * (int)sizeof(void *));
    return set;
}

static cx_set cx_range(cx_number low, cx_number high) {
    cx_set set = cx_empty();
    if (!low.exists || !high.exists) return set;
    for (cx_value i = low.value; i <= high.value && !cx_gave_up; i++) {
        if (cx_used == CX_LIMIT) { cx_gave_up = 1; break; }
        cx_pool[cx_used++] = i;
        set.size++;
    }
    return set;
}

static cx_number cx_constant(cx_value value) {
    cx_number number = { 1, value };
    return number;
}

static cx_number cx_only(cx_set set) {
    cx_number number = { 0, 0 };
    if (set.size > 0) { number.exists = 1; number.value = set.items[0]; }
    return number;
}

/* The product of 128 bits has no overflow check of its own everywhere: both factors fit 64. */
static cx_value cx_multiply(cx_value a, cx_value b) {
#ifdef __SIZEOF_INT128__
    if (a != (long long)a || b != (long long)b) { cx_gave_up = 1; return 0; }
    return a * b;
#else
    cx_value product = 0;
    if (__builtin_mul_overflow(a, b, &product)) cx_gave_up = 1;
    return product;
#endif
}

static cx_number cx_arithmetic(cx_number a, char operation, cx_number b) {
    cx_number number = { a.exists && b.exists, 0 };
    if ((operation == '/' || operation == '%') && b.value == 0) number.exists = 0;
    if (!number.exists) return number;
    switch (operation) {
    case '+':
        if (__builtin_add_overflow(a.value, b.value, &number.value)) cx_gave_up = 1;
        break;
    case '-':
        if (__builtin_sub_overflow(a.value, b.value, &number.value)) cx_gave_up = 1;
        break;
    case '*': number.value = cx_multiply(a.value, b.value); break;
    case '/':
        if (b.value != -1) number.value = a.value / b.value;
        else if (__builtin_sub_overflow((cx_value)0, a.value, &number.value)) cx_gave_up = 1;
        break;
    default: number.value = b.value == -1 ? 0 : a.value % b.value;
    }
    return number;
}
