use super::check;

#[test]
fn statements() {
    check(
        "typedef int T; void f(void) { $ }",
        &[
            (";", "f: function(void) returning void { ; }"),
            (
                "if (a) if (b) c; else d; else if (e) g; else h;",
                "f: function(void) returning void { if a if b c; else d; else if e g; else h; }",
            ),
            (
                "for (int i = 0, j; i < 3; i++) ;",
                "f: function(void) returning void { for (i: int = 0; j: int; (i Lt 3); PostIncrement(i)) ; }",
            ),
            (
                "for (;;) break;",
                "f: function(void) returning void { for (; ; ) break; }",
            ),
            (
                "for (i = 0; ; ) continue;",
                "f: function(void) returning void { for ((i = 0); ; ) continue; }",
            ),
            (
                "do x++; while (x); while (y) ;",
                "f: function(void) returning void { do PostIncrement(x); while x; while y ; }",
            ),
            (
                "switch (x) { case 1: case 2 ... 5: y; default: ; }",
                "f: function(void) returning void { switch x { case 1: case 2 ... 5: y; default: ; } }",
            ),
            (
                "a: b: x; goto a; goto *p; c: }  void g() {",
                "g: function() returning void { }",
            ),
            (
                "a: { b: } c: T x; T: x;",
                "f: function(void) returning void { a: { b: ; } c: ; <x: T> T: x; }",
            ),
            (
                "l: __attribute__((unused)); __attribute__((fallthrough));",
                "f: function(void) returning void { l: ; ; }",
            ),
            (
                "[[fallthrough]]; [[maybe_unused]] int x;",
                "f: function(void) returning void { ; <x: int @maybe_unused()> }",
            ),
            (
                "__label__ a, b; a: return 1;",
                "f: function(void) returning void { labels a, b; a: return 1; }",
            ),
            (
                "asm volatile(\"\" ::: \"memory\"); asm(\"\"); __asm__(\"nop\");",
                "f: function(void) returning void { barrier; barrier; asm; }",
            ),
            (
                "asm(\"\" : \"+r\"(x)); asm goto(\"\" :::: l); asm volatile inline (\"\" \"\" : : \"r\"(x));",
                "f: function(void) returning void { asm; asm; barrier; }",
            ),
            (
                "int g(int a) { return a; } g(1);",
                "f: function(void) returning void { g: function(a: int) returning int { return a; } g(1); }",
            ),
            (
                "int g(a) int a; { } auto int h();",
                "f: function(void) returning void { g: function(a) returning int <a: int> { } <h: function() returning auto int> }",
            ),
            (
                "_Static_assert(1, \"no\" \"te\"); static_assert(2);",
                "f: function(void) returning void { <assert 1 note> <assert 2 -> }",
            ),
            (
                "_Pragma(\"once\") x; __pragma(warning(push)) y;",
                "f: function(void) returning void { x; y; }",
            ),
            (
                "\n#pragma omp parallel\n x;",
                "f: function(void) returning void { x; }",
            ),
        ],
    );
}

#[test]
fn names_are_types_by_scope() {
    check(
        "typedef int T; $",
        &[
            (
                "void f(int T) { T * x; }",
                "f: function(T: int) returning void { (T Mul x); }",
            ),
            (
                "void f(void) { T * x; }",
                "f: function(void) returning void { <x: pointer to T> }",
            ),
            (
                "void f(void) { T(x); T (*y); }",
                "f: function(void) returning void { <x: T> <y: pointer to T> }",
            ),
            (
                "void f(void) { { int T; T * x; } T * x; }",
                "f: function(void) returning void { { <T: int> (T Mul x); } <x: pointer to T> }",
            ),
            (
                "void f(void) { T T; T = 1; }",
                "f: function(void) returning void { <T: T> (T = 1); }",
            ),
            (
                "void f(void) { int x = sizeof(T), T = x * sizeof(T); }",
                "f: function(void) returning void { <x: int = sizeof<T>; T: int = (x Mul sizeof(T))> }",
            ),
            (
                "void f(void) { enum { T }; x = (T) + 1; }",
                "f: function(void) returning void { <enum - {T}> (x = (T Add 1)); }",
            ),
            (
                "void f(void) { for (int T; T; ) ; T x; }",
                "f: function(void) returning void { for (T: int; T; ) ; <x: T> }",
            ),
            ("void f(void) { typedef char U; { U u; } } int U;", "U: int"),
            ("f(T) { }", "f: function(T) returning implicit int { }"),
            (
                "int f(int T, int a[T]);",
                "f: function(T: int, a: array of T int) returning int",
            ),
            (
                "int f(T, int (T), int T);",
                "f: function(T, function(T) returning int, T: int) returning int",
            ),
            (
                "struct s { T T; unsigned T2; T : 3; };",
                "struct s {T: T; T2: uint; T : 3}",
            ),
            (
                "void f(void) { x.T = y->T; struct T t; goto T; T: ; }",
                "f: function(void) returning void { (x.T = y->T); <t: struct T> goto T; T: ; }",
            ),
            (
                "f(a) T a; { a * a; }",
                "f: function(a) returning implicit int <a: T> { (a Mul a); }",
            ),
        ],
    );
}
