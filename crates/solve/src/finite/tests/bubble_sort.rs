//! The bubble sort of "Generating Concrete Counterexamples for Sound Abstract Interpretation",
//! Figure 1, and the weakest preconditions of its paths (Section 5.3).

use std::collections::VecDeque;

use logic::relational::*;

/// A reference variable of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ref {
    X,
    Y,
    Yn,
    T,
    P,
}

/// What an edge of the program does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// Records the nodes of the list at the beginning.
    Record,
    SetChange(bool),
    AssumeChange(bool),
    SetNull(Ref),
    Copy(Ref, Ref),
    /// `a = b.n`
    Load(Ref, Ref),
    /// `a.n = b`
    Store(Ref, Ref),
    AssumeNull(Ref, bool),
    /// `a.data > b.data`, or not.
    AssumeGreater(Ref, Ref, bool),
}

/// What line 20 assigns to `p.n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line20 {
    /// `y`, as in the figure.
    Bug,
    /// `yn`, the node that has just been moved before `y`.
    Fixed,
}

type Label = u32;

/// Line 31, where the list is sorted.
const END: Label = 31;
const ENTRY: Label = 1;

/// The edges of Figure 1, by line.
fn program(line20: Line20) -> Vec<(Label, Op, Label)> {
    use Op::{
        AssumeChange, AssumeGreater, AssumeNull, Copy, Load, Record, SetChange, SetNull, Store,
    };
    use Ref::{P, T, X, Y, Yn};
    let moved = match line20 {
        Line20::Bug => Y,
        Line20::Fixed => Yn,
    };
    vec![
        (1, Record, 2),
        (2, SetChange(true), 4),
        (4, AssumeNull(X, false), 6),
        (6, AssumeChange(true), 7),
        (6, AssumeChange(false), END),
        (7, SetNull(P), 8),
        (8, SetChange(false), 9),
        (9, Copy(Y, X), 10),
        (10, Load(Yn, Y), 11),
        (11, AssumeNull(Yn, false), 12),
        (11, AssumeNull(Yn, true), 6),
        (12, AssumeGreater(Y, Yn, true), 13),
        (12, AssumeGreater(Y, Yn, false), 25),
        (13, SetChange(true), 14),
        (14, Load(T, Yn), 15),
        (15, Store(Y, T), 16),
        (16, Store(Yn, Y), 17),
        (17, AssumeNull(P, true), 18),
        (17, AssumeNull(P, false), 20),
        (18, Copy(X, Yn), 22),
        (20, Store(P, moved), 22),
        (22, Copy(P, Yn), 23),
        (23, Copy(Yn, T), 11),
        (25, Copy(P, Y), 26),
        (26, Copy(Y, Yn), 27),
        (27, Load(Yn, Y), 11),
    ]
}

/// The paths from the entry to the end, shortest first.
pub(super) fn paths(line20: Line20, longest: usize) -> impl Iterator<Item = Vec<Op>> {
    let program = program(line20);
    // Backwards from the end; each entry is a path in reverse.
    let mut queue = VecDeque::from([(END, Vec::new())]);
    std::iter::from_fn(move || {
        while let Some((label, reversed)) = queue.pop_front() {
            if label == ENTRY {
                return Some(reversed.into_iter().rev().collect());
            }
            if reversed.len() < longest {
                for (from, op, _) in program.iter().filter(|(_, _, to)| *to == label) {
                    let longer: Vec<Op> = reversed.iter().copied().chain([*op]).collect();
                    queue.push_back((*from, longer));
                }
            }
        }
        None
    })
}

/// The path with these rounds of the outer loop, each given by which of its comparisons swap.
pub(super) fn path(line20: Line20, rounds: &[&[bool]]) -> Vec<Op> {
    let program = program(line20);
    let (mut label, mut path) = (ENTRY, Vec::new());
    let mut rounds = rounds.iter();
    let mut round: &[bool] = &[];
    let mut compared = 0;
    while label != END {
        let chosen =
            program
                .iter()
                .filter(|(from, ..)| *from == label)
                .find(|(_, op, _)| match op {
                    Op::AssumeChange(again) => *again == (rounds.len() > 0),
                    Op::AssumeNull(Ref::Yn, end) => *end == (compared == round.len()),
                    Op::AssumeGreater(_, _, swap) => round.get(compared) == Some(swap),
                    // `p` is null in the first comparison of a round only.
                    Op::AssumeNull(Ref::P, null) => *null == (compared == 1),
                    _ => true,
                });
        let Some(&(_, op, to)) = chosen else { break };
        match op {
            Op::AssumeChange(true) => {
                round = rounds.next().copied().unwrap_or_default();
                compared = 0;
            }
            Op::AssumeGreater(..) => compared += 1,
            _ => {}
        }
        path.push(op);
        label = to;
    }
    path
}

/// The symbols that a state of the program is described with.
pub(super) struct Heap {
    pub(super) refs: [SetSym; 5],
    recorded: SetSym,
    pub(super) n: RelSym,
    pub(super) data: DataSym,
    change: Prop,
}

impl Heap {
    pub(super) fn new(ty: IntType) -> Heap {
        let node = Sort::new("Node");
        let list = Properties::partial_function().acyclic();
        Heap {
            refs: ["x", "y", "yn", "t", "p"]
                .map(|name| SetSym::new(name, &node, Multiplicity::Lone)),
            recorded: SetSym::new("recorded", &node, Multiplicity::Any),
            n: RelSym::new("n", (&node, &node), list),
            data: DataSym::new("data", &node, ty),
            change: Prop::new("change"),
        }
    }

    fn get(&self, r: Ref) -> Set {
        Set::from(&self.refs[r as usize])
    }

    fn nodes(&self) -> Set {
        self.get(Ref::X).dot(Rel::from(&self.n).star())
    }

    /// Line 31 fails: the list has not the nodes it had.
    pub(super) fn not_permutation(&self) -> Formula {
        self.nodes().equals(&self.recorded).not()
    }

    /// Line 32 fails: the list is not in order.
    pub(super) fn not_ascending(&self) -> Formula {
        self.nodes()
            .all("v", |v| {
                let next = v.dot(&self.n);
                next.is_null()
                    .or(v.value(&self.data).at_most(next.value(&self.data)))
            })
            .not()
    }

    /// What must hold at the beginning for the path to be taken and end in `post`.
    pub(super) fn precondition(&self, path: &[Op], post: &Formula) -> Formula {
        path.iter()
            .rev()
            .fold(post.clone(), |post, op| self.before(*op, &post))
    }

    fn before(&self, op: Op, post: &Formula) -> Formula {
        let s = Substitution::new();
        let assign = |a: Ref, value: Set| s.clone().set(&self.refs[a as usize], value).apply(post);
        let expect = |holds: bool, f: Formula| if holds { f } else { f.not() };
        match op {
            Op::Record => s.set(&self.recorded, self.nodes()).apply(post),
            Op::SetChange(value) => s.prop(&self.change, Formula::constant(value)).apply(post),
            Op::AssumeChange(value) => expect(value, Formula::from(&self.change)).and(post),
            Op::SetNull(a) => assign(a, Set::null()),
            Op::Copy(a, b) => assign(a, self.get(b)),
            Op::Load(a, b) => {
                let b = self.get(b);
                b.is_null().not().and(assign(a, b.dot(&self.n)))
            }
            Op::Store(a, b) => {
                let a = self.get(a);
                let n = Rel::from(&self.n).update(&a, self.get(b));
                a.is_null().not().and(s.rel(&self.n, n).apply(post))
            }
            Op::AssumeNull(a, value) => expect(value, self.get(a).is_null()).and(post),
            Op::AssumeGreater(a, b, value) => {
                let data = |r| self.get(r).value(&self.data);
                let how = if value {
                    Comparison::Gt
                } else {
                    Comparison::Le
                };
                data(a).compare(how, data(b)).and(post)
            }
        }
    }
}
