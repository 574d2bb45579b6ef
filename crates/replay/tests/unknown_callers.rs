//! Functions with an unknown caller fail again in the heap that was recorded.

mod fixture;

use expect_test::{Expect, expect};
use fixture::{Fixture, INT, array, cell, node, number, pointer, text, to};
use ir::{ClaimKind, Making, Scalar};
use replay::Replayed;
use verdict::{Argument, Counterexample, Datum, GlobalState, Object};

const SANITIZERS: &str = "interpreter; cc -fsanitize=address,undefined";

const LIST: &str = "#include <stdlib.h>\nstruct node { int data; struct node *next; };\n";

#[test]
fn a_list() {
    let source = format!(
        "{LIST}
static int third(struct node *x, int v)
{{
    while (x->data <= v) x = x->next; // here
    return x->data;
}}
int main(void) {{ return third(NULL, 0); }}"
    );
    let fixture = Fixture::entered(&source, Some("third"));
    let arguments = vec![pointer("x", "struct node *", to(0)), number("v", 3)];
    let objects = vec![node(2, to(1)), node(3, Datum::Null)];
    let counterexample = fixture.called(ClaimKind::Null, arguments, Some("int"), objects);
    check(
        &fixture,
        &counterexample,
        SANITIZERS,
        expect![[r#"
            x -> [2] -> [3] -> null
            v = 3
        "#]],
    );
    check_test(
        &fixture,
        &counterexample,
        expect![[r#"
            #define main concrex_original_main
            #include "FOLDER/program.c"
            #undef main

            static void *concrex_allocate(unsigned long count, unsigned long size)
            {
                extern int dprintf(int file, const char *format, ...);
                extern void _Exit(int status);
                void *memory = __builtin_calloc(count, size);
                if (!memory) {
                    dprintf(2, "concrex: not confirmed: there is no memory for what the caller gives\n");
                    _Exit(0);
                }
                return memory;
            }

            int main(void)
            {
                _Static_assert(sizeof(struct node) == 16, "the size of an element");
                static struct node *object0;
                object0 = concrex_allocate(1, sizeof *object0);
                _Static_assert(sizeof(struct node) == 16, "the size of an element");
                static struct node *object1;
                object1 = concrex_allocate(1, sizeof *object1);
                object0->data = 2;
                object0->next = object1;
                object1->data = 3;
                object1->next = 0;
                static int result;
                result = third(object0, 3);
                return 0;
            }
        "#]],
    );
}

#[test]
fn a_cycle_and_an_alias() {
    let source = format!(
        "{LIST}
void drop(struct node *x, struct node *y)
{{
    struct node *z = x->next->next->next;
    free(z);
    y->data = 1; // here
}}"
    );
    let fixture = Fixture::entered(&source, Some("drop"));
    let arguments = vec![
        pointer("x", "struct node *", to(0)),
        pointer("y", "struct node *", to(1)),
    ];
    let objects = vec![node(1, to(1)), node(2, to(2)), node(3, to(1))];
    check(
        &fixture,
        &fixture.called(ClaimKind::UseAfterFree, arguments, None, objects),
        SANITIZERS,
        expect![[r#"
            x -> [1] -> object1 [2] -> [3] -> object1
            y -> object1
        "#]],
    );
}

#[test]
fn a_tree_with_sharing() {
    let source = "
struct tree { int key; struct tree *left, *right; };
int f(struct tree *t)
{
    if (t->left == t->right && t->left->key == 4) return 1 / (t->key - 3); // here
    return 0;
}";
    let fixture = Fixture::entered(source, Some("f"));
    let tree = |key: u128, left: Datum, right: Datum| Object {
        ty: "struct tree".to_string(),
        element_size: 24,
        elements: 1,
        making: Making::default(),
        cells: vec![
            cell(0, ".key", "int", INT, Datum::Bits(key)),
            cell(8, ".left", "struct tree *", Scalar::Pointer, left),
            cell(16, ".right", "struct tree *", Scalar::Pointer, right),
        ],
    };
    let objects = vec![tree(3, to(1), to(1)), tree(4, Datum::Null, Datum::Null)];
    let arguments = vec![pointer("t", "struct tree *", to(0))];
    check(
        &fixture,
        &fixture.called(ClaimKind::Division, arguments, Some("int"), objects),
        SANITIZERS,
        expect![[r#"
            t -> {key: 3, left: object1, right: object1}
            object1 = {key: 4, left: null, right: null}
        "#]],
    );
}

#[test]
fn arrays_strings_and_pointers_into_them() {
    let source = r#"
#include <string.h>
int f(int *a, int n, char *s, char *end)
{
    if (strcmp(s, "a\"b\n") != 0 || end != s + 2) return 0;
    return a[n]; // here
}"#;
    let fixture = Fixture::entered(source, Some("f"));
    let arguments = vec![
        pointer("a", "int *", to(0)),
        number("n", 3),
        pointer("s", "char *", to(1)),
        pointer(
            "end",
            "char *",
            Datum::Pointer {
                object: 1,
                offset: 2,
            },
        ),
    ];
    let objects = vec![array(&[1, -5, 2]), text(b"a\"b\n\0")];
    check(
        &fixture,
        &fixture.called(ClaimKind::Bounds, arguments, Some("int"), objects),
        SANITIZERS,
        expect![[r#"
            a = [1, -5, 2]
            n = 3
            s = object1
            end = object1+2
            object1 = "a\"b\n"
        "#]],
    );
}

#[test]
fn globals_and_function_pointers() {
    let source = format!(
        "{LIST}
static struct node *head;
static struct {{ int count; int (*act)(int); }} state;
int halve(int n) {{ return 100 / n; // here
}}
int run(void) {{ return head == NULL ? 0 : state.act(head->data - state.count); }}"
    );
    let fixture = Fixture::entered(&source, Some("run"));
    let mut counterexample = fixture.called(
        ClaimKind::Division,
        Vec::new(),
        Some("int"),
        vec![node(7, Datum::Null)],
    );
    let act = Datum::Function("halve".to_string());
    counterexample.globals = vec![
        GlobalState {
            name: "head".to_string(),
            cells: vec![cell(0, "", "struct node *", Scalar::Pointer, to(0))],
        },
        GlobalState {
            name: "state".to_string(),
            cells: vec![
                cell(0, ".count", "int", INT, Datum::Bits(7)),
                cell(8, ".act", "int (*)(int)", Scalar::Pointer, act),
            ],
        },
    ];
    check(
        &fixture,
        &counterexample,
        SANITIZERS,
        expect![[r#"
            head -> [7] -> null
            state = {count: 7, act: &halve}
        "#]],
    );
}

#[test]
fn types_without_a_name_and_constant_members() {
    let source = "
typedef struct { char tag; const double ratio; int *p; } item;
int f(item *it) { return it->tag == 'x' && it->ratio == 0.25 ? *it->p : 0; // here
}";
    let fixture = Fixture::entered(source, Some("f"));
    let byte = Scalar::Int(ir::Width::W8);
    let double = Scalar::Float(ir::FloatKind::F64);
    let item = |ty: &str| Object {
        ty: ty.to_string(),
        element_size: 24,
        elements: 1,
        making: Making::default(),
        cells: vec![
            cell(0, ".tag", "char", byte, Datum::Bits(120)),
            cell(
                8,
                ".ratio",
                "double",
                double,
                Datum::Bits(0.25f64.to_bits().into()),
            ),
            cell(16, ".p", "int *", Scalar::Pointer, Datum::Null),
        ],
    };
    for ty in ["struct <unnamed>", "item"] {
        let arguments = vec![pointer("it", "struct <unnamed> *", to(0))];
        check(
            &fixture,
            &fixture.called(ClaimKind::Null, arguments, Some("int"), vec![item(ty)]),
            SANITIZERS,
            expect![[r#"
                it -> {tag: 120 'x', ratio: 0.25, p: null}
            "#]],
        );
    }
}

#[test]
fn only_what_the_function_lost_is_a_leak() {
    let source = format!(
        "{LIST}
struct node *push(struct node *x, int v)
{{
    struct node *n = malloc(sizeof *n); // here
    if (n == NULL || v == 13) return x->next = NULL;
    n->next = x;
    return n;
}}"
    );
    let fixture = Fixture::entered(&source, Some("push"));
    let result = Some("struct node *");
    let leaks = |v: i32| {
        let arguments = vec![pointer("x", "struct node *", to(0)), number("v", v)];
        let objects = vec![node(1, to(1)), node(2, Datum::Null)];
        fixture.called(ClaimKind::Leak, arguments, result, objects)
    };
    assert_eq!(fixture.seen_by(&leaks(13)), SANITIZERS);
    assert_eq!(
        fixture.seen_by(&leaks(1)),
        "not the interpreter; not cc -fsanitize=address,undefined"
    );
}

#[test]
fn a_caller_and_an_environment_together() {
    let source = r"
#include <stdio.h>
extern int nondet_int(void);
int sum(int *a)
{
    int s = a[0] + nondet_int() + getchar();
    return 1 / (s - 100); // here
}";
    let fixture = Fixture::entered(source, Some("sum"));
    let arguments = vec![pointer("a", "int *", to(0))];
    let mut counterexample = fixture.called(
        ClaimKind::Division,
        arguments,
        Some("int"),
        vec![array(&[1])],
    );
    let input = |kind, name: &str, value| verdict::Input {
        kind,
        name: name.to_string(),
        dynamic_name: None,
        index: None,
        ty: "int".to_string(),
        scalar: INT,
        value,
        line: 6,
        times: 1,
    };
    counterexample.inputs = vec![
        input(ir::SourceKind::Nondet, "nondet_int", 2),
        input(ir::SourceKind::Stdin, "stdin", 97),
    ];
    check(
        &fixture,
        &counterexample,
        SANITIZERS,
        expect![[r#"
            a = [1]
            stdin = "a"
            line 6: nondet_int() = 2
        "#]],
    );
}

#[test]
fn postconditions_as_c_expressions() {
    let fixture = Fixture::entered(
        "int twice(int n) { return n + n + (n == 3); }",
        Some("twice"),
    );
    let called = |n: i32| {
        let arguments = vec![number("n", n)];
        let kind = ClaimKind::Postcondition;
        let mut counterexample = fixture.called(kind, arguments, Some("int"), Vec::new());
        counterexample.ensures = vec![verdict::Postcondition {
            text: "\\result = 2 * n".to_string(),
            support: String::new(),
            before: String::new(),
            after: String::new(),
            holds: "result == 2 * n".to_string(),
        }];
        counterexample
    };
    let how = |counterexample: &Counterexample| match fixture.replay(counterexample) {
        Replayed::Confirmed { how, .. } => how,
        other => format!("{other:?}"),
    };
    assert_eq!(how(&called(3)), "cc");
    assert_eq!(how(&called(4)), r#"NotSeen { how: "cc", output: "" }"#);
    let mut without = called(3);
    without.ensures.clear();
    assert_eq!(
        how(&without),
        "Impossible { why: \"nothing but the interpreter sees violations of the kind `postcondition`\" }"
    );
}

#[test]
fn an_object_that_there_is_no_memory_for() {
    let source = "int first(int *p) { return *p; // here\n}";
    let fixture = Fixture::entered(source, Some("first"));
    let huge = Object {
        elements: 1 << 50,
        cells: Vec::new(),
        ..array(&[])
    };
    let arguments = vec![pointer("p", "int *", to(0))];
    let counterexample = fixture.called(ClaimKind::Null, arguments, Some("int"), vec![huge]);
    // Without the object, the function would be called with null, which fails as claimed.
    match fixture.replay(&counterexample) {
        Replayed::NotSeen { output, .. } => assert!(output.contains("no memory"), "{output}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_index_past_an_inner_array() {
    let source = "
struct row { int used; short cells[4]; };
int get(struct row *row, int i) { return row->cells[i]; // here
}";
    let fixture = Fixture::entered(source, Some("get"));
    let rows = Object {
        ty: "struct row".to_string(),
        element_size: 12,
        elements: 2,
        making: Making::default(),
        cells: Vec::new(),
    };
    let arguments = vec![pointer("row", "struct row *", to(0)), number("i", 4)];
    let counterexample = fixture.called(ClaimKind::InnerBounds, arguments, Some("int"), vec![rows]);
    assert_eq!(
        fixture.seen_by(&counterexample),
        "interpreter; cc -fsanitize=address,undefined,bounds-strict"
    );
}

#[test]
fn what_does_not_fit_the_program() {
    let fixture = Fixture::entered("int f(int n) { return 1 / n; // here\n}", Some("f"));
    let check = |arguments: Vec<Argument>, expected: &str| {
        let kind = ClaimKind::Division;
        let counterexample = fixture.called(kind, arguments, Some("int"), Vec::new());
        assert_eq!(fixture.seen_by(&counterexample), expected);
    };
    check(vec![number("n", 0)], SANITIZERS);
    check(Vec::new(), "`f` takes other arguments");
    check(
        vec![pointer("n", "int *", to(0))],
        "`f` takes other arguments",
    );
}

/// Both see it, and people are told this.
fn check(fixture: &Fixture, counterexample: &Counterexample, seen_by: &str, words: Expect) {
    if let Replayed::NotSeen { output, .. } = fixture.replay(counterexample) {
        eprintln!("{output}");
    }
    assert_eq!(fixture.seen_by(counterexample), seen_by);
    words.assert_eq(&(replay::in_words(counterexample).join("\n") + "\n"));
}

/// The saved test is this, without its head.
fn check_test(fixture: &Fixture, counterexample: &Counterexample, expected: Expect) {
    let folder = fixture.folder().join("out");
    let replayed = fixture.replay(counterexample);
    let claim = "null@a/b.c:1:2";
    let saved = replay::save(
        &folder,
        claim,
        counterexample,
        &fixture.program,
        &replayed,
        &contain::Patience::default(),
    );
    let test = saved.ok().and_then(|saved| saved.test).unwrap_or_default();
    assert!(test.ends_with("null-a-b.c-1-2.c"), "{}", test.display());
    let text = std::fs::read_to_string(test).unwrap_or_default();
    let body = text.split("*/\n\n").nth(1).unwrap_or_default();
    let folder = fixture.folder().display().to_string();
    expected.assert_eq(&body.replace(&folder, "FOLDER"));
}
