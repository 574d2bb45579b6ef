/*
 * Pseudo-random numbers of <stdlib.h>.
 *
 * The results of rand and random are inputs: a program must be right for all of them. Which of them
 * come again after the same seed is not modelled. rand_r and the drand48 family are defined by their
 * own state and are computed.
 */
#include "concrex.h"

/* The seeds of which numbers were drawn, and last the one in use: 1, if the program gives none. */
#define SEEDS 8
static unsigned int seeds[SEEDS] = {1};
static unsigned int last_seed;
static int is_drawn;

static int any_31_bits(const char *function)
{
    is_drawn = 1;
    return (int)(__concrex_input_value(SOURCE_RANDOM, function) & 0x7fffffff);
}

int rand(void) { return any_31_bits("rand"); }
long random(void) { return any_31_bits("random"); }

static void set_seed(unsigned int seed)
{
    /* There is no seed 0. */
    if (seed == 0) seed = 1;
    if (is_drawn) last_seed++;
    for (unsigned int i = 0; i < last_seed && i < SEEDS; i++)
        if (seeds[i] == seed)
            __concrex_unsupported("random numbers that begin again after the same seed");
    if (last_seed >= SEEDS) __concrex_unsupported("more than 8 seeds of random numbers");
    seeds[last_seed] = seed;
    is_drawn = 0;
}

void srand(unsigned int seed) { set_seed(seed); }
void srandom(unsigned int seed) { set_seed(seed); }

/* The numbers are kept in an array of the program's. */
static char *use_array(char *array)
{
    static char *kept;
    kept = array;
    __concrex_unsupported("random numbers whose state the program keeps");
    return NULL;
}

char *initstate(unsigned int seed, char *state, size_t size)
{
    (void)seed;
    if (size < 8) {
        errno = EINVAL;
        return NULL;
    }
    return use_array(state);
}

char *setstate(char *state)
{
    return use_array(state);
}

/* ---- rand_r: three steps of a linear congruence for 11, 10 and 10 bits ---- */

static unsigned int next_bits(unsigned int *state, unsigned int range)
{
    *state = *state * 1103515245u + 12345u;
    return *state / 65536 % range;
}

int rand_r(unsigned int *seed)
{
    unsigned int state = *seed;
    unsigned int result = next_bits(&state, 2048);
    result = (result << 10) ^ next_bits(&state, 1024);
    result = (result << 10) ^ next_bits(&state, 1024);
    *seed = state;
    return (int)result;
}

/* ---- drand48 and its family: a linear congruence on 48 bits, as POSIX defines it ---- */

#define BITS_48 0xffffffffffffULL

static uint64_t state48 KEPT("drand48");
static uint64_t multiplier48 KEPT("drand48 (its factor)") = 0x5deece66dULL;
static uint64_t increment48 KEPT("drand48 (its summand)") = 0xb;

static uint64_t unpack(const unsigned short x[3])
{
    return (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0];
}

static void pack(unsigned short x[3], uint64_t value)
{
    x[0] = (unsigned short)value;
    x[1] = (unsigned short)(value >> 16);
    x[2] = (unsigned short)(value >> 32);
}

static uint64_t step(uint64_t x) { return (x * multiplier48 + increment48) & BITS_48; }

static uint64_t step_own(void)
{
    state48 = step(state48);
    return state48;
}

static uint64_t step_given(unsigned short x[3])
{
    uint64_t next = step(unpack(x));
    pack(x, next);
    return next;
}

/* The three readings of a state: in [0, 1), in [0, 2^31), in [-2^31, 2^31). */
static double as_fraction(uint64_t x) { return (double)x / 281474976710656.0; }
static long as_natural(uint64_t x) { return (long)(x >> 17); }
static long as_integer(uint64_t x) { return (long)(int32_t)(uint32_t)(x >> 16); }

double drand48(void) { return as_fraction(step_own()); }
double erand48(unsigned short x[3]) { return as_fraction(step_given(x)); }
long lrand48(void) { return as_natural(step_own()); }
long nrand48(unsigned short x[3]) { return as_natural(step_given(x)); }
long mrand48(void) { return as_integer(step_own()); }
long jrand48(unsigned short x[3]) { return as_integer(step_given(x)); }

static void reset_parameters(void)
{
    multiplier48 = 0x5deece66dULL;
    increment48 = 0xb;
}

void srand48(long seed)
{
    reset_parameters();
    state48 = (uint64_t)(uint32_t)seed << 16 | 0x330e;
}

unsigned short *seed48(unsigned short x[3])
{
    static unsigned short old[3];
    pack(old, state48);
    reset_parameters();
    state48 = unpack(x);
    return old;
}

void lcong48(unsigned short parameters[7])
{
    state48 = unpack(parameters);
    multiplier48 = unpack(parameters + 3);
    increment48 = parameters[6];
}
