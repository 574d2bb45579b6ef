//! Building, printing and substituting terms.

use expect_test::{Expect, expect};
use logic::{Assignment, Bits, FloatFormat, FunctionDecl, RoundingMode, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

fn check(build: impl FnOnce(&mut Terms) -> TermId, human: &Expect, smt: &Expect) {
    let mut terms = Terms::new();
    let term = build(&mut terms);
    human.assert_eq(&terms.to_human(term));
    smt.assert_eq(&terms.to_smt(term));
}

#[test]
fn a_person_reads_comparisons() {
    check(
        |t| {
            let (x, n, one) = (
                t.var("x", Sort::Bv(32)),
                t.var("n", Sort::Bv(32)),
                t.bv(32, 1),
            );
            let next = t.bv_add(x, one);
            t.bv_slt(next, n)
        },
        &expect!["x + 1 < n"],
        &expect!["(bvslt (bvadd x #x00000001) n)"],
    );
}

#[test]
fn disjunctions_and_differences_are_recovered() {
    check(
        |t| {
            let (x, y) = (t.var("x", Sort::Bv(8)), t.var("the y", Sort::Bv(8)));
            let (le, difference) = (t.bv_ule(x, y), t.bv_sub(x, y));
            let three = t.bv(8, 3);
            let far = t.eq(difference, three);
            t.or(le, far)
        },
        &expect!["x <=u the y || x - the y = 3"],
        &expect!["(not (and (bvult |the y| x) (not (= (bvadd x (bvneg |the y|)) #x03))))"],
    );
}

#[test]
fn shared_terms_are_bound_once() {
    check(
        |t| {
            let x = t.var("x", Sort::Bv(8));
            let square = t.bv_mul(x, x);
            t.bv_mul(square, square)
        },
        &expect!["x * x * x * x"],
        &expect!["(let ((?1 (bvmul x x))) (bvmul ?1 ?1))"],
    );
}

#[test]
fn arrays_functions_and_floats_print() {
    check(
        |t| {
            let a = t.var(
                "a",
                Sort::Array {
                    index: 8,
                    element: 16,
                },
            );
            let (i, v) = (t.var("i", Sort::Bv(8)), t.var("v", Sort::Bv(16)));
            let f = t.declare(FunctionDecl {
                name: "f".into(),
                domain: vec![Sort::Bv(16)],
                range: Sort::Bv(8),
            });
            let stored = t.store(a, i, v);
            let index = t.apply(f, &[v]);
            let element = t.select(stored, index);
            let float = t.fp_from_bits(FloatFormat::HALF, element);
            let one = t.fp_value(FloatFormat::HALF, 0x3c00);
            let mode = t.rounding_mode(RoundingMode::Zero);
            let sum = t.fp_add(mode, float, one);
            t.fp_lt(sum, one)
        },
        &expect![
            "fp.add(RTZ, to_fp(a[i := v][f(v)]), (fp #b0 #b01111 #b0000000000)) < (fp #b0 #b01111 #b0000000000)"
        ],
        &expect![
            "(fp.lt (fp.add RTZ ((_ to_fp 5 11) (select (store a i v) (f v))) (fp #b0 #b01111 #b0000000000)) (fp #b0 #b01111 #b0000000000))"
        ],
    );
}

#[test]
fn linear_terms_have_one_form() {
    let mut t = Terms::new();
    let (x, y) = (t.var("x", Sort::Bv(16)), t.var("y", Sort::Bv(16)));
    let (two, five) = (t.bv(16, 2), t.bv(16, 5));
    let shifted = t.bv_shl(x, two);
    let sum = t.bv_add(shifted, x);
    assert_eq!(sum, t.bv_mul(five, x));
    let (a, b) = (t.bv_add(x, five), t.bv_add(y, two));
    let c = t.bv_add(a, b);
    let d = t.bv_add(y, x);
    assert_eq!(t.bv_sub(c, d), t.bv(16, 7));
}

#[test]
fn substitution_is_simultaneous_and_normalises() {
    let mut t = Terms::new();
    let (x, y) = (t.var("x", Sort::Bv(8)), t.var("y", Sort::Bv(8)));
    let less = t.bv_ult(x, y);
    let swapped = t.substitute(less, &FxHashMap::from_iter([(x, y), (y, x)]));
    assert_eq!(swapped, t.bv_ult(y, x));
    assert_eq!(
        t.substitute(less, &FxHashMap::from_iter([(x, y)])),
        TermId::FALSE
    );
    assert_eq!(t.free_vars(&[less]), [x, y]);
    assert_eq!(t.size(less), 3);
}

#[test]
fn deep_terms_cost_no_stack() {
    let mut t = Terms::new();
    let x = t.var("x", Sort::Bv(8));
    let mut term = x;
    for i in 0..200_000u32 {
        let y = t.var(["y", "z"][i as usize % 2], Sort::Bv(8));
        let flipped = t.bv_xor(term, y);
        term = t.bv_udiv(flipped, x);
    }
    let mut assignment = Assignment::new();
    assignment.set(x, Bits::new(8, 1));
    assert_eq!(t.eval(term, &assignment).bits(), Some(&Bits::new(8, 1)));
    assert!(t.to_smt(term).len() > 1_000_000);
    let _ = t.simplify(term);
}

#[test]
fn a_million_terms_fit() {
    let resident = || {
        let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        statm
            .split(' ')
            .nth(1)
            .and_then(|p| p.parse::<usize>().ok())
            .map(|pages| pages * 4096)
    };
    let Some(before) = resident() else {
        eprintln!("skipped: no /proc to measure with");
        return;
    };
    let mut t = Terms::new();
    let vars: Vec<TermId> = (0..1024)
        .map(|i| t.var(&format!("v{i}"), Sort::Bv(32)))
        .collect();
    'full: for &a in &vars {
        for &b in &vars {
            let product = t.bv_mul(a, b);
            t.bv_slt(product, b);
            if t.len() >= 1_000_000 {
                break 'full;
            }
        }
    }
    let used = resident().unwrap_or(before).saturating_sub(before);
    assert!(
        t.len() >= 1_000_000 && used < 200 << 20,
        "{} MB for {} terms",
        used >> 20,
        t.len()
    );
    eprintln!("{} MB for {} terms", used >> 20, t.len());
}
