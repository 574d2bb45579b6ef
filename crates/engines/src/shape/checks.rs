//! The checks of a program as claims about structures.

use super::condition::Address;
use super::roles::on_stack;
use super::translate::{Report, Step, Translator};
use super::words::{UNKNOWN, V};
use ir::{Check, ClaimKind, Condition, Const, EdgeId, Expr, Op, Storage};
use shape::{Action, Formula};

/// What a check does: it reports how it may fail, and goes on where it does not.
pub(super) fn steps(translator: &Translator<'_>, id: EdgeId, check: &Check) -> Vec<Step> {
    let failures = failures(translator, check);
    let mut report = Step::new(Action::new(format!("check {}", id.0)));
    let is_over = !matches!(
        check.condition,
        Condition::Holds(_) | Condition::Initialised(_) | Condition::SameObject(..)
    );
    // What was lost is lost in every execution that goes on.
    let is_about_loss = matches!(
        check.condition,
        Condition::NothingLeaked | Condition::EverythingFreed
    );
    let mut holds = Vec::new();
    for (kind, violation) in failures {
        // What nobody asked about goes on if it has a meaning.
        if !is_about_loss && (is_over || translator.source.selected.contains(kind)) {
            holds.push(violation.clone().not());
        }
        report.report(violation, Report::Check(id, kind));
    }
    if report.reports.is_empty() {
        return vec![report];
    }
    let holds = Formula::all_of(holds);
    let go_on = Action::new("holds").focus(holds.clone()).assume(holds);
    vec![report, Step::new(go_on)]
}

fn failures(translator: &Translator<'_>, check: &Check) -> Vec<(ClaimKind, Formula)> {
    let reader = &translator.reader;
    let unknown = |kinds: &[ClaimKind]| kinds.iter().map(|kind| (*kind, UNKNOWN)).collect();
    match &check.condition {
        Condition::Holds(condition) => vec![(check.kind, reader.truth(condition).not())],
        Condition::Initialised(local) => {
            vec![(check.kind, reader.unset(&Expr::Local(*local)))]
        }
        Condition::Access {
            address,
            size,
            align,
            ..
        } => access(translator, check, (address, size), *align),
        Condition::Freeable(address) => freeable(translator, address),
        Condition::SameObject(left, right) => {
            let same = match (reader.address(left), reader.address(right)) {
                (Address::Pointer(x), Address::Pointer(y)) => {
                    let both = x.at([V]).and(y.at([V])).exists(V);
                    let neither = x.at([V]).exists(V).not().and(y.at([V]).exists(V).not());
                    both.or(neither)
                }
                _ => UNKNOWN,
            };
            vec![(check.kind, same.not())]
        }
        Condition::Callable(Expr::Procedure(id), signature)
            if translator.source.program[*id].signature == *signature =>
        {
            Vec::new()
        }
        Condition::NothingLeaked => vec![(check.kind, leaked(translator))],
        Condition::EverythingFreed => vec![(check.kind, kept(translator))],
        condition => match condition.kinds() {
            [] => unknown(&[check.kind]),
            kinds => unknown(kinds),
        },
    }
}

fn access(
    translator: &Translator<'_>,
    check: &Check,
    (address, size): (&Expr, &Expr),
    align: u64,
) -> Vec<(ClaimKind, Formula)> {
    let source = translator.source;
    let kinds = check.condition.kinds();
    let unknown = || kinds.iter().map(|kind| (*kind, UNKNOWN)).collect();
    let (Some((pointer, field)), Some(Const::Int(_, size))) =
        (translator.field(address), size.as_const())
    else {
        return unknown();
    };
    let is_null = pointer.at([V]).exists(V).not();
    let is_over = match source.words.freed {
        Some(freed) => pointer.at([V]).and(freed.at([V])).exists(V),
        None => Formula::FALSE,
    };
    let smallest = source.classes.smallest(field.class);
    let fits =
        smallest.is_some_and(|smallest| u128::from(field.offset) + size <= u128::from(smallest));
    let is_aligned =
        field.offset.is_multiple_of(align) && source.classes.alignment(field.class) >= align;
    let failure = |kind: &ClaimKind| match kind {
        ClaimKind::Null | ClaimKind::InvalidDereference => is_null.clone(),
        ClaimKind::UseAfterFree | ClaimKind::UseAfterScope => is_over.clone(),
        ClaimKind::Bounds if fits => Formula::FALSE,
        ClaimKind::Misaligned if is_aligned => Formula::FALSE,
        // Objects that are constants are not described.
        ClaimKind::ReadOnly => Formula::FALSE,
        _ => UNKNOWN,
    };
    kinds.iter().map(|kind| (*kind, failure(kind))).collect()
}

fn freeable(translator: &Translator<'_>, address: &Expr) -> Vec<(ClaimKind, Formula)> {
    let source = translator.source;
    let (double, invalid) = match (translator.reader.address(address), address) {
        (Address::Null, _) => (Formula::FALSE, Formula::FALSE),
        (Address::Pointer(pointer), Expr::Local(local)) => {
            let freed = source.words.freed;
            let freed = freed.map(|freed| pointer.at([V]).and(freed.at([V])).exists(V));
            let class = source.roles.pointers[local];
            let invalid = match on_stack(&source.flat.procedure, source.classes, class) {
                true => UNKNOWN,
                false => Formula::FALSE,
            };
            (freed.unwrap_or(Formula::FALSE), invalid)
        }
        _ => (UNKNOWN, UNKNOWN),
    };
    vec![
        (ClaimKind::DoubleFree, double),
        (ClaimKind::InvalidFree, invalid),
    ]
}

/// Whether memory is made on the heap that is not described.
fn has_other_memory(translator: &Translator<'_>) -> bool {
    let source = translator.source;
    source
        .flat
        .procedure
        .edges
        .iter()
        .any(|edge| match &edge.op {
            Op::Alloc { dest, object } => {
                object.storage == Storage::Heap && !source.words.pointers.contains_key(dest)
            }
            _ => false,
        })
}

/// That an object of the program's is neither freed nor reached.
fn leaked(translator: &Translator<'_>) -> Formula {
    let words = translator.source.words;
    let keeps_freed = words.freed.is_some() && !translator.source.cuts_freed();
    if has_other_memory(translator) || (keeps_freed && words.owned.is_some()) {
        return UNKNOWN;
    }
    let Some(owned) = words.owned else {
        return Formula::FALSE;
    };
    // What is reached along some fields is reached.
    let paths = 0..words.paths.len();
    let reached = paths.flat_map(|paths| {
        let pointers = words.pointers.values();
        pointers.map(move |pointer| words.reaches(*pointer, paths, V))
    });
    let held = words.pointers.values().map(|pointer| pointer.at([V]));
    let reached = Formula::any_of(reached.chain(held));
    let freed = words.freed.map_or(Formula::FALSE, |freed| freed.at([V]));
    owned.at([V]).and(freed.not()).and(reached.not()).exists(V)
}

/// That an object of the program's is not freed.
fn kept(translator: &Translator<'_>) -> Formula {
    let words = translator.source.words;
    if has_other_memory(translator) {
        return UNKNOWN;
    }
    let Some(owned) = words.owned else {
        return Formula::FALSE;
    };
    let freed = words.freed.map_or(Formula::FALSE, |freed| freed.at([V]));
    owned.at([V]).and(freed.not()).exists(V)
}
