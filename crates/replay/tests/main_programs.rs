//! Programs with a `main` fail again for the same reasons as when they were recorded.

mod fixture;

use fixture::{Fixture, Given};

const SANITIZERS: &str = "cc -fsanitize=address,undefined";

#[test]
fn a_program_without_inputs() {
    check(
        "int main(void) { int z = 0; return 1 / z; // here\n}",
        given(),
        SANITIZERS,
    );
}

#[test]
fn nondeterministic_functions_answer_in_order() {
    let source = r"
extern int __VERIFIER_nondet_int(void);
extern unsigned char nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>
int main(void)
{
    int a = __VERIFIER_nondet_int();
    unsigned char c = nondet_uchar();
    int b = __VERIFIER_nondet_int();
    double d = __VERIFIER_nondet_double();
    if (__VERIFIER_nondet_bool() && c == 200 && d == 0.5)
        assert(a - b != 7); // here
    return __VERIFIER_nondet_uint() != 0;
}";
    let values = [10, 200, 3, u128::from(0.5f64.to_bits()), 1];
    check(source, with_values(&values), "cc -fsanitize=address");
}

#[test]
fn values_at_the_ends_of_their_types() {
    let source = r"
extern long nondet_long(void);
extern int nondet_int(void);
extern float nondet_float(void);
extern long double nondet_long_double(void);
int main(void)
{
    long a = nondet_long();
    int b = nondet_int();
    float f = nondet_float();
    float i = nondet_float();
    if (a == -9223372036854775807L - 1 && f != f && i < -1e30f && nondet_long_double() == 1.5L)
        return b - 1; // here
    return 0;
}";
    let floats = [f32::NAN, f32::NEG_INFINITY].map(|value| u128::from(value.to_bits()));
    let values = [
        1 << 63,
        1 << 31,
        floats[0],
        floats[1],
        0x3fff_c000_0000_0000_0000,
    ];
    check(source, with_values(&values), SANITIZERS);
}

#[test]
fn arguments_are_evaluated_in_either_order() {
    let source = r"
extern int nondet_int(void);
static int sub(int a, int b) { return a / b; // here
}
int main(void) { return sub(nondet_int(), nondet_int()); }";
    check(source, with_values(&[1, 0]), SANITIZERS);
}

#[test]
fn undefined_error_functions_and_own_ones() {
    let source = r"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    if (__VERIFIER_nondet_int() == 1234567)
        reach_error(); // here
}";
    check(source, with_values(&[1_234_567]), "cc -fsanitize=address");
    let own = source.replace(
        "extern void reach_error(void);",
        "void reach_error(void) {}",
    );
    check(&own, with_values(&[1_234_567]), "cc -fsanitize=address");
}

#[test]
fn memory_that_the_environment_fills() {
    let source = r"
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *memory, size_t size);
int main(void)
{
    short s[2];
    __VERIFIER_nondet_memory(s, sizeof s);
    return s[0] == 0x0201 ? 1 / (s[1] - 0x0403) : 0; // here
}";
    check(source, with_values(&[1, 2, 3, 4]), SANITIZERS);
}

#[test]
fn functions_of_the_system() {
    let source = r"
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
    int a[4] = {0};
    int r = rand() % 8;
    time_t now = time(NULL);
    return now == 86400 && getpid() == 7 && getpid() == 7 ? a[r] : 0; // here
}";
    check(source, with_values(&[6, 86400, 7]), SANITIZERS);
}

#[test]
fn arguments() {
    let source = r#"
#include <string.h>
int main(int argc, char **argv)
{
    char copy[4];
    if (argc == 3 && argv[1][0] == '"') strcpy(copy, argv[2]); // here
    return 0;
}"#;
    let arguments = [&b"prog"[..], b"\"?\\\n", b"a b\xffc'd"];
    let given = Given {
        arguments: arguments.iter().map(|bytes| bytes.to_vec()).collect(),
        ..Given::default()
    };
    check(source, given, SANITIZERS);
}

#[test]
fn standard_input() {
    let source = r"
#include <stdio.h>
int main(void)
{
    int n, a[8] = {0};
    if (scanf(`%d`, &n) == 1 && getchar() == 1 && getchar() == EOF) return a[n]; // here
    return 0;
}"
    .replace('`', "\"");
    let given = Given {
        stdin: b"12\x01".iter().copied().collect(),
        ..Given::default()
    };
    check(&source, given, SANITIZERS);
}

#[test]
fn environment_variables() {
    let source = r#"
#include <stdlib.h>
#include <string.h>
int main(void)
{
    const char *size = getenv("SIZE"), *other = getenv("OTHER");
    if (size == NULL || other != NULL) return 0;
    int *p = malloc(4);
    if (p == NULL) return 0;
    int r = p[strlen(size)]; // here
    free(p);
    return r;
}"#;
    let given = Given {
        variables: [(b"SIZE".to_vec(), b"=\t1".to_vec())].into(),
        ..Given::default()
    };
    check(source, given, SANITIZERS);
}

#[test]
fn files() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    FILE *missing = fopen("missing", "r"), *f = fopen("data/in.txt", "r");
    if (missing != NULL || f == NULL) return 0;
    int c = fgetc(f), a[3] = {0};
    fclose(f);
    return c == EOF ? 0 : a[c]; // here
}"#;
    let given = Given {
        files: [(b"data/in.txt".to_vec(), b"\x07\n".to_vec())].into(),
        ..Given::default()
    };
    check(source, given.clone(), SANITIZERS);

    // Nothing outside of its folder is touched.
    let absolute = source.replace("data/in.txt", "/data/in.txt");
    let fixture = Fixture::new(&absolute);
    let counterexample = fixture.recorded(Given {
        files: [(b"/data/in.txt".to_vec(), b"\x07".to_vec())].into(),
        ..given
    });
    assert_eq!(
        fixture.seen_by(&counterexample),
        "interpreter; it needs a file \"/data/in.txt\" outside of the current directory"
    );
}

#[test]
fn leaks_and_uninitialised_values() {
    let source = r"
#include <stdlib.h>
extern int nondet_int(void);
int main(void)
{
    char *p = malloc(16); // here
    if (nondet_int() == 3) p = 0;
    free(p);
}";
    check(source, with_values(&[3]), SANITIZERS);
    // What a frame that has ended pointed to is lost, too.
    let source = r"
#include <stdlib.h>
extern int nondet_int(void);
static int *make(void)
{
    int *p = malloc(sizeof *p); // here
    if (p != NULL && (*p = nondet_int()) == 3) return NULL;
    return p;
}
int main(void)
{
    int *p = make();
    free(p);
    return p == NULL;
}";
    check(source, with_values(&[3]), SANITIZERS);
    let source = r"
extern int nondet_int(void);
int main(void)
{
    int x, n = nondet_int();
    if (n > 5) x = 1;
    if (x > 2) return 1; // here
    return 0;
}";
    check(source, with_values(&[5]), "valgrind");
}

#[test]
fn functions_that_are_only_declared() {
    let source = r"
struct config *config_open(const char *name, int mode);
int config_size(struct config *config);
int never_called(int);
int unrelated(void) { return never_called(3); }
int main(void)
{
    struct config *config = config_open(`x`, 3);
    if (config != 0) return 1;
    return 100 / config_size(config); // here
}"
    .replace('`', "\"");
    let fixture = Fixture::new(&source);
    let mut counterexample = fixture.claiming(ir::ClaimKind::Division);
    let input = |name: &str, ty: &str, scalar| verdict::Input {
        kind: ir::SourceKind::Other,
        name: name.to_string(),
        dynamic_name: None,
        index: None,
        ty: ty.to_string(),
        scalar,
        value: 0,
        line: 1,
        times: 1,
    };
    counterexample.inputs = vec![
        input("config_open", "struct config *", ir::Scalar::Pointer),
        input("config_size", "int", fixture::INT),
    ];
    assert_eq!(
        fixture.seen_by(&counterexample),
        format!("interpreter; {SANITIZERS}")
    );
}

#[test]
fn unset_values_are_seen_where_they_are_read() {
    let valgrind = "valgrind";
    // It would be seen when the process ends, at no line of the program.
    let ignored = r"
#include <stdlib.h>
int main(void)
{
    int *numbers = malloc(8), last;
    numbers[0] = 1;
    last = numbers[1]; // here
    free(numbers);
    return last;
}";
    check(ignored, given(), valgrind);
    let read_and_written = r"
int main(void)
{
    int sum;
    sum += 2; // here
    return sum;
}";
    check(read_and_written, given(), valgrind);
    let bit_field = r"
struct flags { unsigned mode : 3, level : 5; };
int main(void)
{
    struct flags flags;
    flags.level = 1;
    unsigned mode = flags.mode; // here
    return (int)mode;
}";
    check(bit_field, given(), valgrind);
    let elsewhere = r"
static int id(int x) { return x; }
int main(void)
{
    int a, b = 0;
    int c = id(b);
    c = id(a); // here
    return c ? 1 : 2;
}";
    check(elsewhere, given(), valgrind);
}

#[test]
fn another_unset_value_is_not_the_claimed_one() {
    let source = r"
int main(void)
{
    int a[2], b[2] = {0};
    int x = a[1];
    int y = b[1]; // here
    return x ? y : 1;
}";
    let fixture = Fixture::new(source);
    let mut counterexample = fixture.claiming(ir::ClaimKind::Uninitialised);
    counterexample.violation.column = 13;
    counterexample.violation.end_column = 17;
    assert_eq!(
        fixture.seen_by(&counterexample),
        "not the interpreter; not valgrind"
    );
}

#[test]
fn a_candidate_that_does_not_fail_is_not_confirmed() {
    let source = r"
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#include <assert.h>
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10);
    int y = __VERIFIER_nondet_int();
    assert(x + y != 100); // here
    assert(x + y != 101);
    return 0;
}";
    let fixture = Fixture::new(source);
    let right = fixture.recorded(with_values(&[60, 40]));
    let not_seen = "not the interpreter; not cc -fsanitize=address";
    let check_changed = |change: &dyn Fn(&mut verdict::Counterexample), expected: &str| {
        let mut wrong = right.clone();
        change(&mut wrong);
        assert_eq!(fixture.seen_by(&wrong), expected);
    };
    check_changed(&|_| {}, "interpreter; cc -fsanitize=address");
    check_changed(&|wrong| wrong.inputs[1].value = 39, not_seen);
    // Another line fails.
    check_changed(&|wrong| wrong.inputs[1].value = 41, not_seen);
    // An assumption does not hold.
    check_changed(
        &|wrong| {
            wrong.inputs[0].value = 5;
            wrong.inputs[1].value = 95;
        },
        not_seen,
    );
    // An answer is missing.
    check_changed(&|wrong| wrong.inputs.truncate(1), not_seen);
    // The line is right, the kind is not.
    check_changed(
        &|wrong| wrong.violation.kind = ir::ClaimKind::Bounds,
        "not the interpreter; not cc -fsanitize=address,undefined",
    );
}

#[test]
fn calls_through_null_pointers() {
    let source = r"
extern int nondet_int(void);
static int one(void) { return 1; }
static int (*const table[2])(void) = {one};
int main(void) { return table[nondet_int() & 1](); // here
}";
    check(source, with_values(&[1]), SANITIZERS);
}

#[test]
fn a_compiler_that_is_not_there() {
    let fixture = Fixture::new("int main(void) { int z = 0; return 1 / z; // here\n}");
    let mut counterexample = fixture.recorded(given());
    counterexample.build.cc = "no-such-compiler".to_string();
    assert_eq!(
        fixture.seen_by(&counterexample),
        "interpreter; `no-such-compiler`: No such file or directory (os error 2)"
    );
}

fn given() -> Given {
    Given::default()
}

fn with_values(values: &[u128]) -> Given {
    Given {
        values: values.iter().copied().collect(),
        ..Given::default()
    }
}

/// The recorded run is confirmed by these means.
fn check(source: &str, given: Given, how: &str) {
    let fixture = Fixture::new(source);
    let counterexample = fixture.recorded(given);
    let json = serde_json::to_string(&counterexample).unwrap_or_default();
    let again: verdict::Counterexample = match serde_json::from_str(&json) {
        Ok(again) => again,
        Err(error) => unreachable!("{error} in {json}"),
    };
    assert_eq!(again, counterexample);
    if let replay::Replayed::NotSeen { output, .. } = fixture.replay(&counterexample) {
        eprintln!("{output}");
    }
    assert_eq!(
        fixture.seen_by(&counterexample),
        format!("interpreter; {how}")
    );
}
