//! Sets of addresses: which objects they lead into, and where.

use super::{Ints, Thresholds};
use crate::memory::ObjectId;
use ir::{ProcedureId, Width};

/// What an address belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Target {
    /// Null, and what is computed from it: the offset is the address.
    Null,
    /// An integer that is the address of nothing: the offset is the address.
    Nowhere,
    /// A procedure.
    Procedure(ProcedureId),
    /// An object.
    Object(ObjectId),
}

/// A non-empty set of addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointers {
    /// Sorted by target; the bytes behind the start of it.
    targets: Vec<(Target, Ints)>,
    /// Anything else as well: addresses of any object, and of none.
    is_wild: bool,
}

impl Pointers {
    /// Any address.
    pub fn wild() -> Pointers {
        Pointers {
            targets: Vec::new(),
            is_wild: true,
        }
    }

    /// So many bytes behind the start of a target.
    pub fn to(target: Target, offset: Ints) -> Pointers {
        Pointers {
            targets: vec![(target, offset)],
            is_wild: false,
        }
    }

    /// The start of a target.
    pub fn start(target: Target, width: Width) -> Pointers {
        Pointers::to(target, Ints::constant(width, 0))
    }

    /// The addresses of these targets; `None` if there are none.
    pub fn of(targets: Vec<(Target, Ints)>, is_wild: bool) -> Option<Pointers> {
        let some = is_wild || !targets.is_empty();
        some.then_some(Pointers { targets, is_wild })
    }

    /// Where they lead.
    pub fn targets(&self) -> &[(Target, Ints)] {
        &self.targets
    }

    /// Whether they can lead anywhere.
    pub fn is_wild(&self) -> bool {
        self.is_wild
    }

    /// The only target, with the offset.
    pub fn only(&self) -> Option<(Target, Ints)> {
        match (&self.targets[..], self.is_wild) {
            ([one], false) => Some(*one),
            _ => None,
        }
    }

    /// The only object that they lead into, with the offset.
    pub fn only_object(&self) -> Option<(ObjectId, Ints)> {
        match self.only()? {
            (Target::Object(id), offset) => Some((id, offset)),
            _ => None,
        }
    }

    /// Whether all are null.
    pub fn is_null(&self) -> bool {
        matches!(self.only(), Some((Target::Null, offset)) if offset.as_constant() == Some(0))
    }

    /// With other offsets.
    #[must_use]
    pub fn map_offsets(&self, map: impl Fn(&Ints) -> Ints) -> Pointers {
        let targets = self.targets.iter();
        Pointers {
            targets: targets.map(|(target, at)| (*target, map(at))).collect(),
            is_wild: self.is_wild,
        }
    }

    /// Those that are kept, each with another offset.
    pub fn filter(
        &self,
        keep: impl Fn(Target, &Ints) -> Option<Ints>,
        wild: bool,
    ) -> Option<Pointers> {
        let targets = self.targets.iter();
        let targets = targets.filter_map(|(target, at)| Some((*target, keep(*target, at)?)));
        Pointers::of(targets.collect(), self.is_wild && wild)
    }

    fn combine(&self, other: &Pointers, both: impl Fn(&Ints, &Ints) -> Ints) -> Pointers {
        let mut targets = Vec::with_capacity(self.targets.len().max(other.targets.len()));
        let (mut left, mut right) = (
            self.targets.iter().peekable(),
            other.targets.iter().peekable(),
        );
        loop {
            match (left.peek(), right.peek()) {
                (Some((a, x)), Some((b, y))) if a == b => {
                    targets.push((*a, both(x, y)));
                    left.next();
                    right.next();
                }
                (Some((a, _)), Some((b, _))) if a > b => targets.extend(right.next().copied()),
                (Some(_), _) => targets.extend(left.next().copied()),
                (None, Some(_)) => targets.extend(right.next().copied()),
                (None, None) => break,
            }
        }
        Pointers {
            targets,
            is_wild: self.is_wild || other.is_wild,
        }
    }

    /// Those of both.
    #[must_use]
    pub fn join(&self, other: &Pointers) -> Pointers {
        self.combine(other, Ints::join)
    }

    /// Those of both, and so that chains end.
    #[must_use]
    pub fn widen(&self, newer: &Pointers, thresholds: &Thresholds) -> Pointers {
        self.combine(newer, |old, new| old.widen(new, thresholds))
    }

    /// Whether all of another are among these.
    pub fn includes(&self, other: &Pointers) -> bool {
        let has = |target: &Target, offset: &Ints| {
            let known = self
                .targets
                .binary_search_by_key(target, |(target, _)| *target);
            known.is_ok_and(|at| self.targets[at].1.includes(offset))
        };
        self.is_wild || (!other.is_wild && other.targets.iter().all(|(target, at)| has(target, at)))
    }

    /// Those in both, as far as that can be told.
    pub fn meet(&self, other: &Pointers) -> Option<Pointers> {
        if self.is_wild {
            return Some(other.clone());
        }
        if other.is_wild {
            return Some(self.clone());
        }
        let in_other = |target: Target, at: &Ints| {
            let known = other
                .targets
                .binary_search_by_key(&target, |(target, _)| *target);
            other.targets[known.ok()?].1.meet(at)
        };
        self.filter(in_other, false)
    }

    /// With every target renamed.
    #[must_use]
    pub fn rename(&self, rename: impl Fn(ObjectId) -> ObjectId) -> Pointers {
        let mut renamed = Pointers {
            targets: Vec::new(),
            is_wild: self.is_wild,
        };
        for (target, offset) in &self.targets {
            let target = match target {
                Target::Object(id) => Target::Object(rename(*id)),
                other => *other,
            };
            renamed = renamed.combine(&Pointers::to(target, *offset), Ints::join);
        }
        renamed
    }

    /// Whether an object is among the targets.
    pub fn leads_to(&self, id: ObjectId) -> bool {
        let known = self
            .targets
            .binary_search_by_key(&Target::Object(id), |(target, _)| *target);
        known.is_ok()
    }
}
