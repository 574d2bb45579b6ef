use super::{check, read, shown};
use crate::ast::Item;

#[test]
fn declarators() {
    check(
        "$;",
        &[
            ("int *a[3]", "a: array of 3 pointer to int"),
            ("int (*a)[3]", "a: pointer to array of 3 int"),
            (
                "int (*a[3])(int)",
                "a: array of 3 pointer to function(int) returning int",
            ),
            (
                "int (*f(int x))(void)",
                "f: function(x: int) returning pointer to function(void) returning int",
            ),
            (
                "void (*signal(int, void (*)(int)))(int)",
                "signal: function(int, pointer to function(int) returning void) returning pointer to function(int) returning void",
            ),
            (
                "char *const *volatile p",
                "p: volatile pointer to const pointer to char",
            ),
            (
                "int f(), g(void), h(int, ...)",
                "f: function() returning int; g: function(void) returning int; h: function(int, ...) returning int",
            ),
            (
                "int a[], b[2][3], f(int x[static const 4], int y[*])",
                "a: array of ? int; b: array of 2 array of 3 int; f: function(x: const static array of 4 int, y: array of * int) returning int",
            ),
            (
                "int f(int (*)[2], char *[])",
                "f: function(pointer to array of 2 int, array of ? pointer to char) returning int",
            ),
            (
                "int f(int n; int a[n], int n)",
                "f: function(a: array of n int, n: int) returning int",
            ),
            ("int ((x)), (*(y))", "x: int; y: pointer to int"),
            (
                "int x asm(\"real\" \"name\") __attribute__((used)), *y",
                "x: int @used() asm realname; y: pointer to int",
            ),
            (
                "void (__attribute__((noreturn)) *f)(int)",
                "f: pointer to function(int) returning void @noreturn()",
            ),
            (
                "int f(int (__attribute__((x)) *g)(void), int (__attribute__((y)) int))",
                "f: function(g: pointer to function(void) returning int @x(), function(int @y()) returning int) returning int",
            ),
            (
                "int * __restrict __attribute__((aligned(8))) p",
                "p: restrict pointer to int @aligned(8)",
            ),
            (
                "void __cdecl f(int), (__stdcall *g)(void)",
                "f: function(int) returning void; g: pointer to function(void) returning void",
            ),
        ],
    );
}

#[test]
fn specifiers() {
    check(
        "typedef int T; $;",
        &[
            ("long unsigned int long x", "x: ulonglong"),
            ("int short unsigned x", "x: ushort"),
            ("signed x; __signed__ char y", "y: schar"),
            ("unsigned T", "T: uint"),
            ("double long _Complex x", "x: complex longdouble"),
            ("_Complex x", "x: complex double"),
            ("__complex__ _Float32 x", "x: complex float"),
            ("unsigned __int128 x; __uint128_t y", "y: uint128"),
            ("unsigned __int64 x", "x: ulonglong"),
            ("typedef long long __int64; __int64 x", "x: __int64"),
            ("typedef float _Float32; _Float32 x", "x: _Float32"),
            ("bool b", "b: bool"),
            ("typedef unsigned char bool; bool b", "b: bool"),
            ("_Float16 a; __float128 b; _Float64x c", "c: longdouble"),
            (
                "static __inline__ _Noreturn void f(void)",
                "f: function(void) returning static inline noreturn void",
            ),
            (
                "extern __thread const volatile T x",
                "x: extern thread const volatile T",
            ),
            ("const x = 1", "x: implicit const int = 1"),
            (
                "x, *y, f()",
                "x: implicit int; y: pointer to implicit int; f: function() returning implicit int",
            ),
            (
                "_Atomic int x; _Atomic(int *) y",
                "y: atomic(pointer to int)",
            ),
            ("_Atomic int x", "x: atomic int"),
            (
                "_Alignas(16) _Alignas(double) char x",
                "x: alignas(16) alignas(double) char",
            ),
            (
                "typeof(x + 1) y; __typeof__(T *) z",
                "z: typeof(pointer to T)",
            ),
            ("__auto_type x = 1", "x: autotype = 1"),
            ("__builtin_va_list ap", "ap: valist"),
            (
                "__attribute__((__unused__, format(printf, 1, 2))) int x",
                "x: int @unused() @format(printf, 1, 2)",
            ),
            (
                "int x __attribute__((mode(T), section(\".x\"), aligned(sizeof(T)), bad(int *), const))",
                "x: int @mode(T) @section(\".x\") @aligned(sizeof<T>) @bad() @const()",
            ),
            (
                "[[gnu::packed, deprecated(\"x\")]] int x",
                "x: int @packed() @deprecated(\"x\")",
            ),
            ("__declspec(align(8)) int x", "x: int"),
            ("int caf\u{e9}, $y; int caf\\u00e9", "café: int"),
        ],
    );
}

#[test]
fn records_and_enumerations() {
    check(
        "$;",
        &[
            ("struct s", "struct s"),
            ("struct {} x", "x: struct - {}"),
            (
                "struct s { int a, *b : 3, : 0; ; struct { int c; }; union u *d; int e[]; }",
                "struct s {a: int; b: pointer to int : 3; int : 0; struct - {c: int}; d: pointer to union u; e: array of ? int}",
            ),
            (
                "struct __attribute__((packed)) s { int x __attribute__((aligned(2))); } __attribute__((aligned(4))) y",
                "y: struct s {x: int @aligned(2)} @packed() @aligned(4)",
            ),
            (
                "struct { _Static_assert(1); const int x; }",
                "struct - {assert 1 -; x: const int}",
            ),
            (
                "enum e { A, B = A + 2, C __attribute__((deprecated)) = 5, } x",
                "x: enum e {A, B = (A Add 2), C = 5}",
            ),
            ("enum e x", "x: enum e"),
            (
                "\n#pragma pack(push, 2)\nstruct s { char c; }\n#pragma pack(pop)\n; struct t { int x; }",
                "struct t {x: int}",
            ),
            (
                "\n#pragma pack(1)\nstruct s { char c; } x",
                "x: struct s {c: char} @pragma_pack(1)",
            ),
        ],
    );
}

#[test]
fn initializers() {
    check(
        "int x = $;",
        &[
            ("{ 1, { 2, 3, }, {} }", "x: int = {1, {2, 3}, {}}"),
            (
                "{ .a = 1, .b[2].c = 3, [4] = 5, [6 ... 8] = 9, [1] 2, d: 3 }",
                "x: int = {.a = 1, .b[2].c = 3, [4] = 5, [6 ... 8] = 9, [1] = 2, .d = 3}",
            ),
            ("{ a ? b : c, d }", "x: int = {(a ? b : c), d}"),
        ],
    );
}

#[test]
fn functions() {
    check(
        "$",
        &[
            ("main() { }", "main: function() returning implicit int { }"),
            (
                "static f(a, b) char *b; { }",
                "f: function(a, b) returning static implicit int <b: pointer to char> { }",
            ),
            (
                "int *f(a, b) int a, *b; register c; { }",
                "f: function(a, b) returning pointer to int <a: int; b: pointer to int> <c: register implicit int> { }",
            ),
            (
                "int (*f(void))(int) { }",
                "f: function(void) returning pointer to function(int) returning int { }",
            ),
            ("; ;asm(\"nop\"); int x;;", "x: int"),
            (
                "int f(void) __attribute__((cold)) { }",
                "f: function(void) returning int @cold() { }",
            ),
        ],
    );
    assert_eq!(shown("asm(\"nop\");"), "asm");
}

#[test]
fn contracts_stand_before_definitions() {
    let source = "/*@ ensures 1; */ static int f(void) { /*@ no */ }\n\
                  /* no */ int g(void) { }\n\
                  /*@ a */\n/*@ b */\n__extension__ int h(void) { }";
    let unit = read(source);
    let contracts: Vec<Option<&str>> = unit
        .items
        .iter()
        .map(|item| match item {
            Item::Function(function) => function.contract.as_ref().map(|c| &*c.text),
            _ => None,
        })
        .collect();
    assert_eq!(contracts, [Some(" ensures 1; "), None, Some(" a \n b ")]);
}
