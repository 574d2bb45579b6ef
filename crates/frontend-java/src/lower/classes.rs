//! Numbers of classes, chosen so that the classes below one are few ranges of numbers.

use crate::world::{ClassId, World};
use ir::{BinaryOp, Expr, Width};
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of each class that objects can have, from 1.
pub(super) struct Tags {
    order: Vec<ClassId>,
    numbers: FxHashMap<ClassId, u32>,
}

impl Tags {
    /// Numbers the classes in the order of the tree of classes.
    pub(super) fn of(world: &World<'_>, instantiated: &[ClassId]) -> Tags {
        let wanted: FxHashSet<ClassId> = instantiated.iter().copied().collect();
        let mut below: FxHashMap<Option<ClassId>, Vec<ClassId>> = FxHashMap::default();
        for (id, class) in world.classes() {
            below.entry(class.superclass).or_default().push(id);
        }
        let mut order = Vec::new();
        let mut next: Vec<ClassId> = below.get(&None).cloned().unwrap_or_default();
        next.reverse();
        while let Some(id) = next.pop() {
            if wanted.contains(&id) {
                order.push(id);
            }
            if let Some(children) = below.get(&Some(id)) {
                next.extend(children.iter().rev());
            }
        }
        let numbers = order.iter().enumerate();
        Tags {
            numbers: numbers.map(|(at, id)| (*id, at as u32 + 1)).collect(),
            order,
        }
    }

    /// The number of a class; 0 if it has no objects.
    pub(super) fn number(&self, class: ClassId) -> u32 {
        self.numbers.get(&class).copied().unwrap_or(0)
    }

    /// The classes by their numbers, from 1.
    pub(super) fn classes(&self) -> &[ClassId] {
        &self.order
    }

    /// The ranges of the numbers of classes for which something holds.
    pub(super) fn ranges(&self, holds: impl Fn(ClassId) -> bool) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for (at, class) in self.order.iter().enumerate() {
            let number = at as u32 + 1;
            if !holds(*class) {
                continue;
            }
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == number => *last = number,
                _ => ranges.push((number, number)),
            }
        }
        ranges
    }

    /// Whether a number is in one of the ranges.
    pub(super) fn is_in(&self, tag: &Expr, ranges: &[(u32, u32)]) -> Expr {
        if ranges == [(1, self.order.len() as u32)] {
            return Expr::TRUE;
        }
        let number = |n: u32| Expr::int(Width::W32, n.into());
        let tests = ranges.iter().map(|(first, last)| match first == last {
            true => Expr::binary(BinaryOp::Eq, tag.clone(), number(*first)),
            // One comparison instead of two: what is below the range wraps around.
            false => Expr::binary(
                BinaryOp::ULe,
                Expr::binary(BinaryOp::Sub, tag.clone(), number(*first)),
                number(last - first),
            ),
        });
        tests
            .reduce(|a, b| Expr::binary(BinaryOp::Or, a, b))
            .unwrap_or(Expr::FALSE)
    }
}
