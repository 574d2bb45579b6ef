//! What is planted in a copy of a program shows the claimed violation, and nothing else.

mod fixture;

use fixture::Fixture;
use ir::ClaimKind;

#[test]
fn a_call_that_succeeds_is_none_of_null() {
    let source = "static int one(void) { return 1; }
static int (*const table[1])(void) = {one};
int main(void) { return table[0](); // here
}";
    check(
        source,
        ClaimKind::Null,
        (25, 35),
        "cc -fsanitize=address,undefined",
    );
}

#[test]
fn a_read_of_something_is_none_of_nothing() {
    let source = "int main(void) { int a[2] = {0}, *p = a;
    p[1]; // here
    return 0;
}";
    for kind in [ClaimKind::Null, ClaimKind::Bounds, ClaimKind::UseAfterScope] {
        check(source, kind, (5, 9), "cc -fsanitize=address,undefined");
    }
}

#[test]
fn a_label_that_is_jumped_over_is_not_reached() {
    let source = "int main(void) {
    goto end;
    ERROR: return 1; // here
end: return 2;
}";
    check(
        source,
        ClaimKind::ErrorLabel,
        (5, 21),
        "cc -fsanitize=address",
    );
}

/// Nobody sees such a violation at these columns of the line with `// here`.
fn check(source: &str, kind: ClaimKind, columns: (u32, u32), how: &str) {
    let fixture = Fixture::new(source);
    let mut counterexample = fixture.claiming(kind);
    counterexample.violation.column = columns.0;
    counterexample.violation.end_column = columns.1;
    assert_eq!(
        fixture.seen_by(&counterexample),
        format!("not the interpreter; not {how}")
    );
}
