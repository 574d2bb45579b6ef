/*
 * What a program of 32 bits needs of a C library, on Linux for x86, where there is none. All of it is weak: what
 * the program defines itself is meant. A function that is not here is at address zero, so that a call of it
 * ends the run, which then shows nothing.
 */
#define WEAK __attribute__((weak))
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

static int concrex_system(int number, int a, int b, int c)
{
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
    return result;
}

void WEAK _exit(int status) { for (;;) concrex_system(252, status, 0, 0); }
void WEAK _Exit(int status) { _exit(status); }

void WEAK abort(void)
{
    concrex_system(37, concrex_system(20, 0, 0, 0), 6, 0);
    _exit(134);
}

static void (*concrex_at_exit[32])(void);
static int concrex_exits;

int WEAK atexit(void (*function)(void))
{
    if (concrex_exits == 32) return -1;
    concrex_at_exit[concrex_exits++] = function;
    return 0;
}

void WEAK exit(int status)
{
    while (concrex_exits > 0) concrex_at_exit[--concrex_exits]();
    _exit(status);
}

int main(int argc, char **argv, char **variables);

void concrex_start(int *stack)
{
    char **arguments = (char **)(stack + 1);
    exit(main(stack[0], arguments, arguments + stack[0] + 1));
}

__asm__(".globl _start\n_start:\n\txorl %ebp, %ebp\n\tmovl %esp, %eax\n\tandl $-16, %esp\n\tsubl $12, %esp\n"
        "\tpushl %eax\n\tcall concrex_start\n");

/* Memory */

void *WEAK memset(void *to, int byte, size_t size)
{
    for (size_t i = 0; i < size; i++) ((char *)to)[i] = byte;
    return to;
}

void *WEAK memmove(void *to, const void *from, size_t size)
{
    if ((size_t)to < (size_t)from)
        for (size_t i = 0; i < size; i++) ((char *)to)[i] = ((const char *)from)[i];
    else
        for (size_t i = size; i > 0; i--) ((char *)to)[i - 1] = ((const char *)from)[i - 1];
    return to;
}

void *WEAK memcpy(void *to, const void *from, size_t size) { return memmove(to, from, size); }

int WEAK memcmp(const void *one, const void *other, size_t size)
{
    const unsigned char *a = one, *b = other;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

size_t WEAK strlen(const char *text)
{
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

int WEAK strcmp(const char *one, const char *other)
{
    while (*one && *one == *other) one++, other++;
    return *(const unsigned char *)one - *(const unsigned char *)other;
}

char *WEAK strcpy(char *to, const char *from) { return memmove(to, from, strlen(from) + 1); }

static char concrex_memory[64 << 20] __attribute__((aligned(16)));
static size_t concrex_used;

/* The size of a block stands before it. */
void *WEAK malloc(size_t size)
{
    if (size > sizeof concrex_memory - concrex_used - 32) return 0;
    char *block = concrex_memory + concrex_used + 16;
    *(size_t *)(block - 16) = size;
    concrex_used += 16 + (size + 15) / 16 * 16;
    return block;
}

void *WEAK calloc(size_t count, size_t size)
{
    size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? 0 : malloc(bytes);
}

void WEAK free(void *block) { (void)block; }

void *WEAK realloc(void *block, size_t size)
{
    void *larger = malloc(size);
    size_t had = block ? *(size_t *)((char *)block - 16) : 0;
    if (larger && block) memmove(larger, block, had < size ? had : size);
    return larger;
}

/* Output: what goes to standard error is seen. */

void *WEAK stdin = (void *)3, *WEAK stdout = (void *)1, *WEAK stderr = (void *)2;

static int concrex_errno;
int *WEAK __errno_location(void) { return &concrex_errno; }

static int concrex_put(void *file, const char *text, size_t size)
{
    if (file == stderr) concrex_system(4, 2, (int)text, size);
    return size;
}

static int concrex_number(void *file, unsigned long long value, unsigned base, int negative)
{
    char digits[24];
    int at = sizeof digits;
    do {
        /* Of 64 bits by hand: dividing them is a function of the library. */
        unsigned long long rest = 0, quotient = 0;
        for (int bit = 63; bit >= 0; bit--) {
            rest = rest << 1 | (value >> bit & 1);
            quotient <<= 1;
            if (rest >= base) rest -= base, quotient |= 1;
        }
        digits[--at] = "0123456789abcdef"[rest];
        value = quotient;
    } while (value);
    if (negative) digits[--at] = '-';
    return concrex_put(file, digits + at, sizeof digits - at);
}

int WEAK vfprintf(void *file, const char *format, va_list arguments)
{
    int written = 0;
    for (; *format; format++) {
        if (*format != '%') {
            written += concrex_put(file, format, 1);
            continue;
        }
        int longs = 0;
        while (*++format == 'l' || *format == 'z') longs += *format == 'l';
        unsigned long long value = 0;
        int is_signed = *format == 'd' || *format == 'i';
        if (is_signed || *format == 'u' || *format == 'x')
            value = longs > 1 ? __builtin_va_arg(arguments, unsigned long long)
                    : is_signed ? (unsigned long long)__builtin_va_arg(arguments, int)
                                : __builtin_va_arg(arguments, unsigned);
        int negative = is_signed && (long long)value < 0;
        if (*format == 's') {
            const char *text = __builtin_va_arg(arguments, const char *);
            written += concrex_put(file, text, strlen(text));
        } else if (*format == 'c') {
            char letter = __builtin_va_arg(arguments, int);
            written += concrex_put(file, &letter, 1);
        } else if (*format == '%') {
            written += concrex_put(file, format, 1);
        } else if (is_signed || *format == 'u' || *format == 'x') {
            written += concrex_number(file, negative ? -value : value, *format == 'x' ? 16 : 10, negative);
        } else {
            static const char why[] = "concrex: not confirmed: no C library formats this\n";
            concrex_put(stderr, why, sizeof why - 1);
            _exit(0);
        }
    }
    return written;
}

int WEAK fprintf(void *file, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    return vfprintf(file, format, arguments);
}

int WEAK printf(const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    return vfprintf(stdout, format, arguments);
}

int WEAK putchar(int letter) { return (unsigned char)letter; }
int WEAK puts(const char *text) { return strlen(text) + 1; }
int WEAK fflush(void *file) { return file == stdin ? -1 : 0; }

size_t WEAK fwrite(const void *from, size_t size, size_t count, void *file)
{
    concrex_put(file, from, size * count);
    return count;
}

int WEAK fputs(const char *text, void *file) { return concrex_put(file, text, strlen(text)); }
int WEAK fputc(int letter, void *file) { return fprintf(file, "%c", letter) ? (unsigned char)letter : -1; }

/* Failing */

/* Where the calls are that lead here, by the frames that the compiler was told to keep. */
void __sanitizer_print_stack_trace(void)
{
    unsigned *frame = __builtin_frame_address(0);
    for (int depth = 0; frame && frame[1] && depth < 64; depth++) {
        fprintf(stderr, "concrex: at %x\n", frame[1] - 1);
        frame = (unsigned *)frame[0];
    }
}

void WEAK __assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function ? function : "?", what);
    abort();
}

/* Of 64 bits */

typedef unsigned long long u64;

static u64 concrex_divide(u64 value, u64 by, u64 *rest)
{
    u64 quotient = 0;
    *rest = 0;
    for (int bit = 63; bit >= 0; bit--) {
        int carry = *rest >> 63;
        *rest = *rest << 1 | (value >> bit & 1);
        quotient <<= 1;
        if (carry || *rest >= by) *rest -= by, quotient |= 1;
    }
    return quotient;
}

static u64 concrex_size(long long value) { return value < 0 ? -(u64)value : (u64)value; }

int WEAK __popcountdi2(u64 value)
{
    int count = 0;
    for (; value; value &= value - 1) count++;
    return count;
}

int WEAK __popcountsi2(unsigned value) { return __popcountdi2(value); }

u64 WEAK __udivdi3(u64 a, u64 b) { u64 rest; return concrex_divide(a, b, &rest); }
u64 WEAK __umoddi3(u64 a, u64 b) { u64 rest; concrex_divide(a, b, &rest); return rest; }

long long WEAK __divdi3(long long a, long long b)
{
    u64 rest, quotient = concrex_divide(concrex_size(a), concrex_size(b), &rest);
    return (a < 0) != (b < 0) ? -quotient : quotient;
}

long long WEAK __moddi3(long long a, long long b)
{
    u64 rest;
    concrex_divide(concrex_size(a), concrex_size(b), &rest);
    return a < 0 ? -rest : rest;
}
