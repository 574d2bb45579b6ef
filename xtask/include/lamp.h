/* What the programs of sv-benchmarks-simple call instead of the competition's function. */
extern int __VERIFIER_nondet_int(void);
#define __lamp_any_i32() __VERIFIER_nondet_int()
