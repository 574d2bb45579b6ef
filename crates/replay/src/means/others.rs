//! Further means for a violation: what sees it where the first does not, and builds without sanitizers.

use super::{Means, STRICT, Tool, VALGRIND, VALGRIND_LOST};
use crate::diagnostic::Place;
use crate::planted::Watch;
use ir::{ClaimKind, DataModel};
use verdict::{Counterexample, Fill};

impl Means {
    /// What else can see a violation that the first means may miss.
    pub(crate) fn others(counterexample: &Counterexample) -> Vec<Means> {
        let mut others = Means::others_of(counterexample.violation.kind);
        // A compiler leaves out what is read for nothing: `list->next;`. Where a call leads to no code,
        // the stack is lost. Of an index as wide as a pointer, gcc makes a sum of addresses: `a[i - 2]`.
        let watches: &[Watch] = match counterexample.violation.kind {
            ClaimKind::Null => &[Watch::Place, Watch::Callee],
            ClaimKind::InvalidDereference
            | ClaimKind::Bounds
            | ClaimKind::UseAfterFree
            | ClaimKind::UseAfterScope => &[Watch::Place],
            ClaimKind::Overflow => &[Watch::Value],
            _ => &[],
        };
        let first = Means::of(counterexample);
        others.extend(watches.iter().filter_map(|watch| {
            Some(Means {
                watch: Some(*watch),
                ..first?
            })
        }));
        let fill = counterexample.leftovers.fill;
        others.into_iter().map(|means| means.with(fill)).collect()
    }

    fn others_of(kind: ClaimKind) -> Vec<Means> {
        match kind {
            // A copy of the address that is left over in a register hides it. An optimising
            // compiler would leave none, but also drops what keeps memory from being lost.
            ClaimKind::Leak => vec![Means::new(
                Tool::Valgrind(VALGRIND_LOST),
                Place::Somewhere,
                &["lost"],
            )],
            ClaimKind::NotFreed => vec![Means::new(
                Tool::Rootless,
                Place::Somewhere,
                &["LeakSanitizer"],
            )],
            ClaimKind::Overflow => vec![Means::new(
                Tool::Trapping,
                Place::First,
                &["in __addv", "in __subv", "in __mulv", "in __negv"],
            )],
            // AddressSanitizer gives a byte to whoever asks for none.
            ClaimKind::Bounds => vec![Means::new(
                Tool::Valgrind(VALGRIND),
                Place::First,
                &["Invalid read", "Invalid write"],
            )],
            ClaimKind::InnerBounds => {
                vec![Means::new(STRICT, Place::First, &["out of bounds"])]
            }
            // Valgrind waits until a value matters, which may be elsewhere or never.
            ClaimKind::Uninitialised => {
                let valgrind =
                    Means::new(Tool::Valgrind(VALGRIND), Place::First, &["uninitialised"]);
                [Watch::Place, Watch::Value]
                    .map(|watch| Means {
                        watch: Some(watch),
                        ..valgrind
                    })
                    .to_vec()
            }
            _ => Vec::new(),
        }
    }

    /// An ordinary build, which must fail too where a violation needs no sanitizer to be seen.
    pub(crate) fn plain(kind: ClaimKind) -> Option<Means> {
        match kind {
            ClaimKind::Assertion | ClaimKind::Unreachable => {
                Some(Means::new(Tool::Plain, Place::Unnamed, &[""]))
            }
            ClaimKind::ErrorLabel => Some(Means {
                watch: Some(Watch::Label),
                ..Means::new(Tool::Plain, Place::First, &["label reached"])
            }),
            _ => None,
        }
    }

    /// A build of 32 bits without a C library, for a violation that needs no sanitizer to be seen. Memory
    /// holds zeros there at first.
    pub(crate) fn freestanding(counterexample: &Counterexample) -> Option<Means> {
        let is_foreign = counterexample.build.data_model == DataModel::Ilp32;
        let is_filled = counterexample.leftovers.fill == Fill::Pattern;
        let plain = Means::plain(counterexample.violation.kind)?;
        let first = Means::of(counterexample)?;
        (is_foreign && !is_filled).then_some(Means {
            tool: Tool::Freestanding,
            place: Place::First,
            marks: first.marks,
            ..plain
        })
    }
}
