//! The verifiers' vocabulary, for programs that only declare it.

use super::Environment;
use crate::literal;
use crate::world::World;
use std::collections::BTreeSet;

const WEAK: &str = "__attribute__((weak)) ";

/// Defines what the program mentions of it.
pub(super) fn define(environment: &mut Environment, world: &World<'_>, mentioned: &BTreeSet<&str>) {
    let known = VOCABULARY
        .iter()
        .filter(|(name, _)| mentioned.contains(name));
    let mut definitions: Vec<String> = known.map(|(_, text)| (*text).to_string()).collect();
    definitions.extend(mentioned.iter().filter_map(|name| float_test(name)));
    let unanswered = mentioned
        .iter()
        .filter(|name| is_nondet(name) && !world.functions.contains_key(*name));
    definitions.extend(unanswered.map(|name| {
        let why = literal::string(format!("{name}() was not called before").as_bytes());
        format!("{WEAK}long long {name}(void) {{ concrex_stop({why}); return 0; }}")
    }));
    if definitions.is_empty() {
        return;
    }
    let text = definitions.join("\n");
    let used = HELPERS.iter().filter(|(name, _)| text.contains(name));
    used.for_each(|(_, helper)| environment.add(helper));
    environment.add(&text);
}

/// A function whose values the environment chooses, whatever its type.
fn is_nondet(name: &str) -> bool {
    const FAMILIES: [&str; 4] = ["__VERIFIER_", "__ESBMC_", "__CPROVER_", "__"];
    let rest = FAMILIES
        .iter()
        .find_map(|family| name.strip_prefix(family))
        .unwrap_or(name);
    (rest.starts_with("nondet_") || rest == "nondet") && name != "__VERIFIER_nondet_memory"
}

/// A test of a floating point number, such as `__CPROVER_isnanf`. Nobody declares them, so that a `float` is passed as
/// a `double`.
fn float_test(name: &str) -> Option<String> {
    const TESTS: [(&str, &str); 5] = [
        ("isnan", "isnan"),
        ("isinf", "isinf"),
        ("isfinite", "isfinite"),
        ("isnormal", "isnormal"),
        ("sign", "signbit"),
    ];
    let own = name.strip_prefix("__CPROVER_")?;
    let mut tests = TESTS.iter().filter_map(|(test, builtin)| {
        let (passed, tested) = match own.strip_prefix(test)? {
            "f" => ("double", "float"),
            "d" => ("double", "double"),
            "ld" => ("long double", "long double"),
            _ => return None,
        };
        let answer = format!("__builtin_{builtin}(({tested})x) != 0");
        Some(format!(
            "{WEAK}int {name}({passed} x) {{ return {answer}; }}"
        ))
    });
    tests.next()
}

/// Functions whose value does not fit into an `int`, and its type.
pub(crate) const WIDE: &[(&str, &str)] = &[
    ("__CPROVER_OBJECT_SIZE", "unsigned long"),
    ("__CPROVER_POINTER_OBJECT", "unsigned long"),
    ("__CPROVER_POINTER_OFFSET", "unsigned long"),
    ("__CPROVER_allocate", "void *"),
    ("__ESBMC_POINTER_OBJECT", "unsigned long"),
    ("__ESBMC_POINTER_OFFSET", "unsigned long"),
    ("__ESBMC_get_object_size", "unsigned long"),
];

/// Types of other verifiers, which compilers do not know.
pub(crate) const TYPES: &[(&str, &str)] = &[
    ("__CPROVER_bool", "_Bool"),
    ("__CPROVER_size_t", "__SIZE_TYPE__"),
];

/// What an ordinary build says where the program asks about memory.
pub(crate) const SANITIZER_ONLY: &str = "only the address sanitizer knows";

const HELPERS: &[(&str, &str)] = &[
    (
        "concrex_fail",
        r#"extern void __sanitizer_print_stack_trace(void) __attribute__((weak));

static void concrex_fail(const char *what)
{
    fprintf(stderr, "concrex: %s\n", what);
    if (__sanitizer_print_stack_trace) __sanitizer_print_stack_trace();
    abort();
}"#,
    ),
    (
        "concrex_ok(",
        r#"extern void *__asan_region_is_poisoned(void *, size_t) __attribute__((weak));

static int concrex_ok(const void *p, size_t n)
{
    if (!__asan_region_is_poisoned) concrex_stop("only the address sanitizer knows");
    return n == 0 || (p && !__asan_region_is_poisoned((void *)p, n));
}"#,
    ),
    (
        "concrex_object(",
        r#"extern const char *__asan_locate_address(void *, char *, size_t, void **, size_t *)
    __attribute__((weak));

struct concrex_object { const char *start; size_t size; };

static struct concrex_object concrex_object(const void *p)
{
    struct concrex_object object = {0, 0};
    char name[1];
    void *start = 0;
    if (!__asan_locate_address) concrex_stop("only the address sanitizer knows");
    __asan_locate_address((void *)p, name, sizeof name, &start, &object.size);
    object.start = start;
    return object;
}"#,
    ),
    (
        "concrex_assume",
        r#"static void concrex_assume(int condition)
{
    if (!condition) concrex_stop("an assumption does not hold");
}"#,
    ),
];

/// Strong where a verifier's meaning comes before the program's own definition.
const VOCABULARY: &[(&str, &str)] = &[
    (
        "reach_error",
        r#"void reach_error(void) { concrex_fail("error function called"); }"#,
    ),
    (
        "__VERIFIER_error",
        r#"void __VERIFIER_error(void) { concrex_fail("error function called"); }"#,
    ),
    (
        "__ESBMC_unreachable",
        r#"void __ESBMC_unreachable(void) { concrex_fail("unreachable program point"); }"#,
    ),
    (
        "__VERIFIER_assume",
        "void __VERIFIER_assume(int condition) { concrex_assume(condition); }",
    ),
    (
        "__CPROVER_assume",
        "void __CPROVER_assume(int condition) { concrex_assume(condition); }",
    ),
    (
        "__ESBMC_assume",
        "void __ESBMC_assume(int condition) { concrex_assume(condition); }",
    ),
    (
        "klee_assume",
        "void klee_assume(unsigned long condition) { concrex_assume(condition != 0); }",
    ),
    (
        "__VERIFIER_assert",
        r#"__attribute__((weak)) void __VERIFIER_assert(int condition)
{
    if (!condition) concrex_fail("assertion violated");
}"#,
    ),
    (
        "__CPROVER_assert",
        r#"__attribute__((weak)) void __CPROVER_assert(int condition, const char *text)
{
    (void)text;
    if (!condition) concrex_fail("assertion violated");
}"#,
    ),
    (
        "__ESBMC_assert",
        r#"__attribute__((weak)) void __ESBMC_assert(int condition, const char *text)
{
    (void)text;
    if (!condition) concrex_fail("assertion violated");
}"#,
    ),
    (
        "__CPROVER_precondition",
        r#"__attribute__((weak)) void __CPROVER_precondition(int condition, const char *text)
{
    (void)text;
    if (!condition) concrex_fail("assertion violated");
}"#,
    ),
    (
        "__CPROVER_postcondition",
        r#"__attribute__((weak)) void __CPROVER_postcondition(int condition, const char *text)
{
    (void)text;
    if (!condition) concrex_fail("assertion violated");
}"#,
    ),
    (
        "klee_assert",
        r#"__attribute__((weak)) void klee_assert(int condition)
{
    if (!condition) concrex_fail("assertion violated");
}"#,
    ),
    // Not the macro: a program that calls it without a declaration means a function.
    (
        "assert",
        r#"__attribute__((weak)) void assert(int condition)
{
    if (!condition) concrex_fail("assertion violated");
}"#,
    ),
    (
        "klee_silent_exit",
        "__attribute__((weak)) void klee_silent_exit(int status) { exit(status); }",
    ),
    (
        "__VERIFIER_atomic_begin",
        "__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}",
    ),
    (
        "__VERIFIER_atomic_end",
        "__attribute__((weak)) void __VERIFIER_atomic_end(void) {}",
    ),
    (
        "__CPROVER_atomic_begin",
        "__attribute__((weak)) void __CPROVER_atomic_begin(void) {}",
    ),
    (
        "__CPROVER_atomic_end",
        "__attribute__((weak)) void __CPROVER_atomic_end(void) {}",
    ),
    (
        "__ESBMC_atomic_begin",
        "__attribute__((weak)) void __ESBMC_atomic_begin(void) {}",
    ),
    (
        "__ESBMC_atomic_end",
        "__attribute__((weak)) void __ESBMC_atomic_end(void) {}",
    ),
    (
        "__ESBMC_really_atomic_begin",
        "__attribute__((weak)) void __ESBMC_really_atomic_begin(void) {}",
    ),
    (
        "__ESBMC_really_atomic_end",
        "__attribute__((weak)) void __ESBMC_really_atomic_end(void) {}",
    ),
    (
        "__ESBMC_yield",
        "__attribute__((weak)) void __ESBMC_yield(void) {}",
    ),
    (
        "__ESBMC_unroll",
        "__attribute__((weak)) void __ESBMC_unroll(int count) { (void)count; }",
    ),
    (
        "__CPROVER_fence",
        "__attribute__((weak)) void __CPROVER_fence(const char *kind, ...) { (void)kind; }",
    ),
    (
        "__CPROVER_input",
        "__attribute__((weak)) void __CPROVER_input(const char *name, ...) { (void)name; }",
    ),
    (
        "__CPROVER_output",
        "__attribute__((weak)) void __CPROVER_output(const char *name, ...) { (void)name; }",
    ),
    (
        "__CPROVER_r_ok",
        "__attribute__((weak)) int __CPROVER_r_ok(const void *p, size_t n) { return concrex_ok(p, n); }",
    ),
    (
        "__CPROVER_w_ok",
        "__attribute__((weak)) int __CPROVER_w_ok(const void *p, size_t n) { return concrex_ok(p, n); }",
    ),
    (
        "__CPROVER_rw_ok",
        "__attribute__((weak)) int __CPROVER_rw_ok(const void *p, size_t n) { return concrex_ok(p, n); }",
    ),
    (
        "__ESBMC_r_ok",
        "__attribute__((weak)) int __ESBMC_r_ok(const void *p, size_t n) { return concrex_ok(p, n); }",
    ),
    (
        "__ESBMC_w_ok",
        "__attribute__((weak)) int __ESBMC_w_ok(const void *p, size_t n) { return concrex_ok(p, n); }",
    ),
    (
        "__ESBMC_rw_ok",
        "__attribute__((weak)) int __ESBMC_rw_ok(const void *p, size_t n) { return concrex_ok(p, n); }",
    ),
    (
        "__CPROVER_OBJECT_SIZE",
        "__attribute__((weak)) size_t __CPROVER_OBJECT_SIZE(const void *p) { return concrex_object(p).size; }",
    ),
    (
        "__ESBMC_get_object_size",
        "__attribute__((weak)) size_t __ESBMC_get_object_size(const void *p) { return concrex_object(p).size; }",
    ),
    (
        "__CPROVER_POINTER_OFFSET",
        "__attribute__((weak)) size_t __CPROVER_POINTER_OFFSET(const void *p) { return (const char *)p - concrex_object(p).start; }",
    ),
    (
        "__CPROVER_POINTER_OBJECT",
        "__attribute__((weak)) size_t __CPROVER_POINTER_OBJECT(const void *p) { return (size_t)concrex_object(p).start; }",
    ),
    (
        "__CPROVER_same_object",
        "__attribute__((weak)) int __CPROVER_same_object(const void *p, const void *q) { return concrex_object(p).start == concrex_object(q).start; }",
    ),
    (
        "__ESBMC_POINTER_OFFSET",
        "__attribute__((weak)) size_t __ESBMC_POINTER_OFFSET(const void *p) { return (const char *)p - concrex_object(p).start; }",
    ),
    (
        "__ESBMC_POINTER_OBJECT",
        "__attribute__((weak)) size_t __ESBMC_POINTER_OBJECT(const void *p) { return (size_t)concrex_object(p).start; }",
    ),
    (
        "__ESBMC_same_object",
        "__attribute__((weak)) int __ESBMC_same_object(const void *p, const void *q) { return concrex_object(p).start == concrex_object(q).start; }",
    ),
    (
        "__CPROVER_havoc_object",
        r"unsigned char __VERIFIER_nondet_uchar(void);

__attribute__((weak)) void __CPROVER_havoc_object(void *memory)
{
    struct concrex_object object = concrex_object(memory);
    unsigned char *bytes = (unsigned char *)object.start;
    for (size_t i = 0; i < object.size; i++) bytes[i] = __VERIFIER_nondet_uchar();
}",
    ),
    (
        "__CPROVER_allocate",
        "__attribute__((weak)) void *__CPROVER_allocate(size_t size, int zeroed) \
         { return zeroed ? calloc(1, size) : malloc(size); }",
    ),
];
