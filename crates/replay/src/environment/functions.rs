//! Functions that answer what was recorded, in order.

use super::Environment;
use crate::literal::{self, literal, plain_type};
use crate::world::{Chosen, Giving, World};
use ir::{Foreign, Program, Scalar, SourceKind, Width};
use std::collections::BTreeSet;
use std::sync::Arc;
use verdict::Input;

/// Values that stand on one line.
const VALUES_A_LINE: usize = 12;

/// Defines all of them.
pub(super) fn define(
    environment: &mut Environment,
    world: &World<'_>,
    program: &Program,
    mentioned: &BTreeSet<&str>,
) {
    for (name, inputs) in &world.functions {
        let linkage = linkage(program, name);
        environment.add(&answering(name, inputs, linkage));
    }
    if world.giving == Giving::Chosen {
        environment.add(&choose(&world.constants));
    }
    for chosen in &world.chosen {
        environment.add(&choosing(chosen, linkage(program, &chosen.name)));
    }
    let derived = DERIVED.iter().filter(|derived| {
        mentioned.contains(derived.name) && world.functions.contains_key(derived.base)
    });
    derived.for_each(|derived| environment.add(derived.text));
    if !world.random.is_empty() {
        environment.add(&queue("random", "unsigned long long", &world.random));
        environment.add(RANDOM);
        environment.wrapped.extend(["rand", "random"]);
    }
    define_clocks(environment, world);
    for (name, values) in &world.library {
        define_library(environment, name, values);
    }
}

/// A definition that gives way to one of the program's own, which we may have overlooked.
const WEAK: &str = "__attribute__((weak)) ";

/// How a function is defined: one that is taken to be the program's to define gives way, and one of a
/// verifier's vocabulary does not.
fn linkage(program: &Program, name: &str) -> &'static str {
    match program.undefined.contains_key(name) {
        true => WEAK,
        false => "",
    }
}

/// Defines functions that nobody defines, and of which nobody has recorded an answer: they do nothing, or
/// end the program.
pub(super) fn define_foreign<'a>(
    environment: &mut Environment,
    world: &World<'_>,
    foreign: impl Iterator<Item = (&'a Arc<str>, &'a Foreign)>,
) {
    let silent = foreign.filter(|(name, _)| !world.functions.contains_key(&***name));
    for (name, assumed) in silent {
        let symbol = literal::string(name.as_bytes());
        let own = format!("concrex_{}", identifier(name));
        let body = match assumed {
            Foreign::Returns => "return 0;",
            Foreign::Ends => "_Exit(1);",
        };
        environment.add(&format!(
            "{WEAK}long long {own}(void) __asm__({symbol});\nlong long {own}(void) {{ {body} }}"
        ));
    }
}

/// A function that is defined nowhere. The arguments it is called with do not matter to the
/// platforms' calling conventions, and the label keeps the compiler from comparing it with
/// declarations in headers.
fn answering(name: &str, inputs: &[&Input], linkage: &str) -> String {
    let Some(first) = inputs.first() else {
        return String::new();
    };
    let ty = result_type(&first.ty, first.scalar);
    let values: Vec<String> = inputs
        .iter()
        .map(|input| literal(input.scalar, &input.ty, input.value))
        .collect();
    let times: Vec<String> = inputs.iter().map(|input| input.times.to_string()).collect();
    let why = literal::string(format!("{name}() was called once more").as_bytes());
    // A float that is known by its encoding alone is no constant.
    let is_constant = !values.iter().any(|value| value.contains("union"));
    let storage = if is_constant { "static " } else { "" };
    let symbol = literal::string(name.as_bytes());
    let own = format!("concrex_{}", identifier(name));
    let head = format!(
        "{linkage}{ty} {own}(void) __asm__({symbol});\n\
         {ty} {own}(void)\n{{\n    \
             {storage}{ty} const answers[] = {{\n{}    }};\n    \
             static unsigned long at;\n    \
             if (at == sizeof answers / sizeof *answers) concrex_stop({why});\n    ",
        lines(&values)
    );
    match inputs.iter().all(|input| input.times == 1) {
        true => format!("{head}return answers[at++];\n}}"),
        false => format!(
            "{head}static unsigned long const times[] = {{\n{}    }};\n    \
             static unsigned long given;\n    \
             {ty} const answer = answers[at];\n    \
             if (++given == times[at]) at++, given = 0;\n    \
             return answer;\n}}",
            lines(&times)
        ),
    }
}

/// A function that gives what the rule of the run says.
fn choosing(Chosen { name, ty, scalar }: &Chosen, linkage: &str) -> String {
    let ty = result_type(ty, *scalar);
    let value = chosen_value(ty, *scalar);
    let symbol = literal::string(name.as_bytes());
    let own = format!("concrex_{}", identifier(name));
    format!("{linkage}{ty} {own}(void) __asm__({symbol});\n{ty} {own}(void) {{ return {value}; }}")
}

/// A value of a type that the rule of the run chooses, as an expression.
pub(crate) fn chosen_value(ty: &str, scalar: Scalar) -> String {
    match scalar {
        Scalar::Int(_) => format!("({ty})concrex_choose(8 * sizeof({ty}))"),
        // Halves are exact.
        Scalar::Float(_) => format!("({ty})(signed char)concrex_choose(8) / 2"),
        Scalar::Pointer => "0".to_string(),
    }
}

/// The variable that says by which rule values are chosen: see [`CHOOSE`].
pub(crate) const RULE: &str = "CONCREX_RULE";

/// The function that chooses by the rule. From [`MENTIONED`] on, a rule starts with a number that the
/// program mentions.
fn choose(constants: &[i64]) -> String {
    let word = Scalar::Int(Width::W64);
    let values: Vec<String> = constants
        .iter()
        .chain((constants.is_empty()).then_some(&0))
        .map(|value| literal(word, "long", *value as u64 as u128))
        .collect();
    CHOOSE.replace("CONSTANTS\n", &lines(&values))
}

/// The first rule that starts with a number that the program mentions.
pub(crate) const MENTIONED: usize = 10;

const CHOOSE: &str = r#"/* Zeros, ones, 0 1 2 …, the ends of the type, all bits, on and off, and numbers at random: small
   ones, and any; then numbers that the program mentions. */
unsigned long long concrex_choose(unsigned bits)
{
    static unsigned long at;
    static unsigned long long state;
    static int rule = -1;
    static const long long constants[] = {
CONSTANTS
    };
    unsigned long count = sizeof constants / sizeof *constants;
    unsigned long long all = bits >= 64 ? ~0ull : (1ull << bits) - 1;
    unsigned long n = at++;
    if (rule < 0) {
        const char *text = getenv("CONCREX_RULE");
        rule = text ? atoi(text) : 0;
        state = 88172645463325252ull + 1000003ull * rule;
    }
    if (n == 10000) concrex_stop("enough inputs were chosen");
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    if (rule >= 10) return constants[n ? (state >> 33) % count : (rule - 10) % count];
    switch (rule) {
    case 0: return 0;
    case 1: return 1;
    case 2: return n;
    case 3: return n % 2 ? all >> 1 : (all >> 1) + 1;
    case 4: return all;
    case 5: return n % 2 == 0;
    default: return rule % 2 ? state >> 11 : (state >> 33) % 10;
    }
}"#;

/// The type of a value that a call without a declaration, which gives an `int`, does not get whole.
pub(crate) fn lost_type(input: &Input) -> Option<&str> {
    let is_lost = match input.scalar {
        Scalar::Int(width) => width > Width::W32,
        Scalar::Float(_) => true,
        Scalar::Pointer => false,
    };
    (is_lost && input.kind == SourceKind::Nondet).then(|| result_type(&input.ty, input.scalar))
}

/// The declared type where C itself knows it, and otherwise one of the same shape.
pub(super) fn result_type(ty: &str, scalar: Scalar) -> &str {
    let basic = |word: &str| {
        matches!(
            word,
            "char"
                | "signed"
                | "unsigned"
                | "short"
                | "int"
                | "long"
                | "float"
                | "double"
                | "_Bool"
        )
    };
    match ty.split_whitespace().all(basic) && !ty.is_empty() {
        true => ty,
        false => plain_type(scalar).unwrap_or("long long"),
    }
}

/// A name as part of an identifier.
pub(super) fn identifier(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

fn lines(values: &[String]) -> String {
    values
        .chunks(VALUES_A_LINE)
        .map(|line| format!("        {},\n", line.join(", ")))
        .collect()
}

/// `concrex_next_NAME`, which gives the recorded values in order.
fn queue(name: &str, ty: &str, values: &[u128]) -> String {
    let word = Scalar::Int(Width::W64);
    let values: Vec<String> = values
        .iter()
        .map(|value| literal(word, "unsigned long", *value))
        .collect();
    format!(
        "static {ty} concrex_next_{name}(void)\n{{\n    \
             static const {ty} answers[] = {{\n{}    }};\n    \
             static unsigned long at;\n    \
             if (at == sizeof answers / sizeof *answers) concrex_stop(\"{name} was asked for once more\");\n    \
             return answers[at++];\n}}",
        lines(&values)
    )
}

/// A function that the library's model makes of another.
struct Derived {
    name: &'static str,
    base: &'static str,
    text: &'static str,
}

const DERIVED: &[Derived] = &[
    Derived {
        name: "__VERIFIER_nondet_memory",
        base: "__VERIFIER_nondet_uchar",
        text: r"unsigned char __VERIFIER_nondet_uchar(void);

void __VERIFIER_nondet_memory(void *memory, size_t size)
{
    for (size_t i = 0; i < size; i++) ((unsigned char *)memory)[i] = __VERIFIER_nondet_uchar();
}",
    },
    Derived {
        name: "__CPROVER_havoc_slice",
        base: "__VERIFIER_nondet_uchar",
        text: r"unsigned char __VERIFIER_nondet_uchar(void);

void __CPROVER_havoc_slice(void *memory, size_t size)
{
    for (size_t i = 0; i < size; i++) ((unsigned char *)memory)[i] = __VERIFIER_nondet_uchar();
}",
    },
    Derived {
        name: "klee_make_symbolic",
        base: "__VERIFIER_nondet_uchar",
        text: r"unsigned char __VERIFIER_nondet_uchar(void);

void klee_make_symbolic(void *object, size_t size, const char *name)
{
    (void)name;
    for (size_t i = 0; i < size; i++) ((unsigned char *)object)[i] = __VERIFIER_nondet_uchar();
}",
    },
    Derived {
        name: "klee_int",
        base: "__VERIFIER_nondet_int",
        text: r"int __VERIFIER_nondet_int(void);

int klee_int(const char *name)
{
    (void)name;
    return __VERIFIER_nondet_int();
}",
    },
    Derived {
        name: "klee_range",
        base: "__VERIFIER_nondet_int",
        text: r#"int __VERIFIER_nondet_int(void);

int klee_range(int begin, int end, const char *name)
{
    (void)name;
    int chosen = __VERIFIER_nondet_int();
    if (chosen < begin || chosen >= end) concrex_stop("klee_range was answered otherwise");
    return chosen;
}"#,
    },
];

const RANDOM: &str = r"int __wrap_rand(void) { return (int)(concrex_next_random() & 0x7fffffff); }
long __wrap_random(void) { return (long)(concrex_next_random() & 0x7fffffff); }";

fn define_clocks(environment: &mut Environment, world: &World<'_>) {
    let has = |name: &str| world.clocks.contains_key(name);
    for (name, values) in &world.clocks {
        environment.add(&queue(name, "unsigned long long", values));
    }
    if has("time") {
        environment.add(TIME);
        environment.wrapped.push("time");
    }
    if has("time") && has("nanoseconds") {
        environment.add(CLOCKS);
        environment
            .wrapped
            .extend(["gettimeofday", "clock_gettime"]);
    }
    if has("clock") {
        environment.add("clock_t __wrap_clock(void) { return (clock_t)concrex_next_clock(); }");
        environment.wrapped.push("clock");
    }
}

const TIME: &str = r"time_t __wrap_time(time_t *result)
{
    time_t now = (time_t)concrex_next_time();
    if (result) *result = now;
    return now;
}";

const CLOCKS: &str = r"int __wrap_gettimeofday(struct timeval *now, void *zone)
{
    if (zone) memset(zone, 0, 2 * sizeof(int));
    now->tv_sec = (time_t)concrex_next_time();
    now->tv_usec = (long)concrex_next_nanoseconds() / 1000;
    return 0;
}

int __real_clock_gettime(clockid_t clock_id, struct timespec *now);

int __wrap_clock_gettime(clockid_t clock_id, struct timespec *now)
{
    if (__real_clock_gettime(clock_id, now) != 0) return -1;
    now->tv_sec = (time_t)concrex_next_time();
    now->tv_nsec = (long)concrex_next_nanoseconds();
    return 0;
}";

/// The system's own functions. A process has one number: it is asked for once.
fn define_library(environment: &mut Environment, name: &str, values: &[u128]) {
    const PROCESS: &[&str] = &[
        "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid",
    ];
    if name == "system" {
        environment.add(&queue("system", "unsigned long long", values));
        environment.add(
            "int __wrap_system(const char *command) { (void)command; return (int)concrex_next_system(); }",
        );
        environment.wrapped.push("system");
    }
    let process = PROCESS.iter().find(|known| **known == name);
    if let (Some(known), Some(value)) = (process, values.first()) {
        environment.add(&format!(
            "int __wrap_{known}(void) {{ return {}; }}",
            literal(Scalar::Int(Width::W32), "int", *value)
        ));
        environment.wrapped.push(known);
    }
}
