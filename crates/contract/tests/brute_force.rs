//! Deciding against brute force: random formulas on random heaps, of which the structure shows
//! a part, with numbers and choices that are variables.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::heap::{Cell, Heap, Key};
use common::program;
use common::random::{Random, Shown, Writer, heap};
use contract::*;
use ir::FieldRef;
use proptest::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Item {
    Node(u32),
    Int(i128),
}

type Items = BTreeSet<Item>;

/// The meaning of formulas where everything is known, as directly as it can be said.
struct BruteForce<'h, 'p> {
    heap: &'h Heap<'p>,
    symbols: &'h BTreeMap<String, i128>,
    frame: Vec<Items>,
}

impl BruteForce<'_, '_> {
    fn holds(&mut self, formula: &Formula) -> bool {
        match formula {
            Formula::Constant(value) => *value,
            Formula::Not(inner) => !self.holds(inner),
            Formula::All(parts) => parts.iter().all(|part| self.holds(part)),
            Formula::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Formula::Implies(a, b) => !self.holds(a) || self.holds(b),
            Formula::Iff(a, b) => self.holds(a) == self.holds(b),
            Formula::Compare(how, a, b) => match (self.only(a), self.only(b)) {
                (Some(a), Some(b)) => match how {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::AtLeast => a >= b,
                },
                _ => false,
            },
            Formula::CompareFloats(..) => unreachable!("no floats are generated"),
            Formula::Subset(a, b) => self.items(a).is_subset(&self.items(b)),
            Formula::Same(a, b) => self.items(a) == self.items(b),
            Formula::Multiplicity(how, set) => {
                let size = self.items(set).len();
                match how {
                    Multiplicity::No => size == 0,
                    Multiplicity::Some => size > 0,
                    Multiplicity::One => size == 1,
                    Multiplicity::Lone => size <= 1,
                }
            }
            Formula::Quantified {
                quantifier,
                domain,
                body,
            } => {
                let domain = self.items(domain);
                let mut each = domain.into_iter().map(|item| {
                    self.frame.push(Items::from([item]));
                    let holds = self.holds(body);
                    self.frame.pop();
                    holds
                });
                match quantifier {
                    Quantifier::All => each.all(|holds| holds),
                    Quantifier::Some => each.any(|holds| holds),
                    Quantifier::No => !each.any(|holds| holds),
                }
            }
            Formula::Call(arguments, body) => {
                let frame = arguments.iter().map(|a| self.items(a)).collect();
                let outer = std::mem::replace(&mut self.frame, frame);
                let holds = self.holds(body);
                self.frame = outer;
                holds
            }
        }
    }

    fn only(&mut self, expr: &Expr) -> Option<i128> {
        match self.items(expr).first() {
            Some(Item::Int(value)) => Some(*value),
            _ => None,
        }
    }

    fn items(&mut self, expr: &Expr) -> Items {
        let one = |value: Option<i128>| value.map(Item::Int).into_iter().collect();
        match expr {
            Expr::Null => Items::new(),
            Expr::Integer(value) => one(Some(*value)),
            Expr::Decimal(_) => unreachable!("no floats are generated"),
            Expr::Variable(slot) => self.frame[*slot].clone(),
            Expr::Root(root, _) => {
                let key = match *root {
                    Root::Parameter(local) => Key::Parameter(local),
                    Root::Result => Key::Result,
                    Root::Global(global, moment) => Key::Global(global, moment),
                };
                self.at(key)
            }
            Expr::Field {
                base,
                paths,
                moment,
                ..
            } => {
                let base = self.items(base);
                paths
                    .iter()
                    .flat_map(|path| self.step(&base, path, *moment))
                    .collect()
            }
            Expr::Closure {
                base,
                reach,
                links,
                moment,
                ..
            } => {
                let base = self.items(base);
                // Every record of the fixture that closures are generated for is a node.
                let step = |this: &Self, from: &Items| -> Items {
                    links
                        .iter()
                        .flat_map(|link| this.step(from, &link.path, *moment))
                        .collect()
                };
                let mut all = match reach {
                    Reach::Reflexive => base,
                    Reach::Irreflexive => step(self, &base),
                };
                loop {
                    let next: Items = &all | &step(self, &all);
                    if next == all {
                        return all;
                    }
                    all = next;
                }
            }
            Expr::Element {
                array,
                index,
                moment,
                ..
            } => {
                let (arrays, index) = (self.items(array), self.only(index));
                let keys = arrays.into_iter().filter_map(|array| match array {
                    Item::Node(array) => {
                        Some(Key::Element(array, i64::try_from(index?).ok()?, *moment))
                    }
                    Item::Int(_) => None,
                });
                keys.flat_map(|key| self.at(key)).collect()
            }
            Expr::Length { array, moment, .. } => match self.items(array).first() {
                Some(Item::Node(array)) => self.at(Key::Length(*array, *moment)),
                _ => one(Some(0)),
            },
            Expr::Count(set) => one(Some(self.items(set).len() as i128)),
            Expr::Range(low, high) => match (self.only(low), self.only(high)) {
                (Some(low), Some(high)) => (low..=high).map(Item::Int).collect(),
                _ => Items::new(),
            },
            Expr::Combine(operator, a, b) => {
                let (a, b) = (self.items(a), self.items(b));
                match operator {
                    SetOperator::Union => &a | &b,
                    SetOperator::Intersection => &a & &b,
                    SetOperator::Difference => &a - &b,
                }
            }
            Expr::Arithmetic(operator, a, b) => {
                let (Some(a), Some(b)) = (self.only(a), self.only(b)) else {
                    return Items::new();
                };
                one(match operator {
                    ArithmeticOperator::Add => Some(a + b),
                    ArithmeticOperator::Subtract => Some(a - b),
                    ArithmeticOperator::Multiply => Some(a * b),
                    ArithmeticOperator::Divide => a.checked_div(b),
                    ArithmeticOperator::Remainder => a.checked_rem(b),
                })
            }
            Expr::Negate(inner) => one(self.only(inner).map(|value| -value)),
        }
    }

    fn step(&self, from: &Items, path: &[FieldRef], moment: Moment) -> Items {
        // The anonymous member of a node is the node itself.
        let field = *path.last().unwrap();
        let nodes = from.iter().filter_map(|item| match item {
            Item::Node(node) => Some(*node),
            Item::Int(_) => None,
        });
        nodes
            .flat_map(|node| self.at(Key::Field(node, field, moment)))
            .collect()
    }

    fn at(&self, key: Key) -> Items {
        let node = |target: &Option<u32>| target.map(Item::Node).into_iter().collect();
        match self.heap.cells.get(&key) {
            None => Items::new(),
            Some(Cell::Reference(target)) => node(target),
            Some(Cell::Choice(condition, yes, no)) => node(if self.symbols[condition] != 0 {
                yes
            } else {
                no
            }),
            Some(Cell::Number(value)) => Items::from([Item::Int(*value)]),
            Some(Cell::Symbol(name)) => Items::from([Item::Int(self.symbols[name])]),
            Some(Cell::Decimal(_)) => unreachable!("no floats are generated"),
        }
    }
}

/// What is decided is what brute force says, and what is not lies between the bounds.
fn check(seed: u64, shown: Shown) {
    let mut random = Random(seed);
    let formula = Writer::new(&mut random).formula(6);
    let text = format!("ensures {formula};");
    let (program, id) = program("f", &text);
    let (contract, errors) = resolve(&program, id);
    assert_eq!(errors, [], "{text}");
    let formula = &contract.clauses[0].formula;
    let (mut heap, symbols) = heap(&program, id, &mut random, shown);
    let truth = decide(formula, &mut heap);
    let assignment = heap.assignment(&symbols);
    let mut brute_force = BruteForce {
        heap: &heap,
        symbols: &symbols,
        frame: Vec::new(),
    };
    let holds = brute_force.holds(formula);
    let is = |term| heap.terms.eval(term, &assignment).is_true();
    let (sufficient, necessary) = (is(truth.sufficient), is(truth.necessary));
    let said = heap.show_truth(&truth);
    let state = || {
        format!(
            "{text}\n{said}\n{:?}\nhidden {:?}\n{symbols:?}",
            heap.cells, heap.hidden
        )
    };
    assert!(!sufficient || holds, "not sufficient: {}", state());
    assert!(!holds || necessary, "not necessary: {}", state());
    if shown == Shown::Everything {
        assert!(truth.is_decided(), "not decided: {}", state());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn complete_heaps(seed: u64) {
        check(seed, Shown::Everything);
    }

    #[test]
    fn partial_heaps(seed: u64) {
        check(seed, Shown::Part);
    }
}
