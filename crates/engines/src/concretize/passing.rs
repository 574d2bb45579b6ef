//! How checks are passed that stand on the way to another.

use ir::{ClaimKind, ClaimSet, Condition, Op};

/// How a check on the way to another is passed.
pub(crate) enum Passing {
    /// An execution that violates it ends there.
    Required,
    /// The same, but nobody asked about alignment.
    Unaligned,
    /// Nobody asked about it, and executions go on.
    Ignored,
    /// Nobody asked about it, and nobody knows how executions go on that violate it.
    Undefined(ClaimKind),
}

/// How a check is passed where these kinds are asked about.
pub(crate) fn passing(check: &ir::Check, selected: ClaimSet) -> Passing {
    let own = [check.kind];
    let kinds = match check.condition.kinds() {
        [] => &own[..],
        kinds => kinds,
    };
    let mut serious = kinds.iter().filter(|kind| **kind != ClaimKind::Misaligned);
    let not_asked = serious.find(|kind| !selected.contains(**kind));
    let leaves_open = match &check.condition {
        Condition::Access { .. }
        | Condition::Freeable(_)
        | Condition::Callable(..)
        | Condition::Initialised(_) => true,
        Condition::Holds(_) => check.kind == ClaimKind::Bounds,
        _ => false,
    };
    match not_asked {
        None if matches!(check.condition, Condition::Access { .. })
            && !selected.contains(ClaimKind::Misaligned) =>
        {
            Passing::Unaligned
        }
        None => Passing::Required,
        Some(kind) if leaves_open => Passing::Undefined(*kind),
        Some(_) => Passing::Ignored,
    }
}

/// The check without what it says of alignment.
pub(crate) fn without_alignment(check: &ir::Check) -> Op {
    let mut check = check.clone();
    if let Condition::Access { align, .. } = &mut check.condition {
        *align = 1;
    }
    Op::Check(Box::new(check))
}
