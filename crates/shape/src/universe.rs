//! Adding and removing nodes: which instrumentation predicates keep their values when a node
//! comes or goes of which no core predicate holds.

use crate::compile::Code;
use crate::eval::{Axis, Evaluator};
use crate::formula::{Formula, Var};
use crate::structure::{Node, Plane, Structure};
use crate::truth::Truth;
use crate::vocabulary::{Arity, IS_NEW, Predicate, Vocabulary};

/// The definitions of instrumentation predicates, ready to be evaluated.
#[derive(Debug)]
pub(crate) struct Definitions {
    all: Vec<Meaning>,
}

#[derive(Debug)]
struct Meaning {
    predicate: Predicate,
    code: Code,
    /// Whether its value for other nodes is the same with and without an isolated node.
    guarded: bool,
}

impl Definitions {
    pub(crate) fn new(vocabulary: &Vocabulary) -> Self {
        let meaning =
            |(predicate, definition): (Predicate, &crate::vocabulary::Definition)| Meaning {
                predicate,
                code: Code::new(&definition.formula, &definition.parameters),
                guarded: Guards { vocabulary }.keeps(&definition.formula),
            };
        Definitions {
            all: vocabulary.instrumentation().map(meaning).collect(),
        }
    }

    /// The structure with one more node, of which no core predicate but [`IS_NEW`] holds.
    /// Instrumentation predicates but the `untouched` ones are evaluated for it.
    pub(crate) fn allocate(&self, structure: &Structure, untouched: &[Predicate]) -> Structure {
        let new = structure.len() as Node;
        let nodes: Vec<Node> = (0..new).collect();
        let mut grown = structure.resized(structure.len() + 1);
        grown.set_summaries(structure.summaries());
        copy_values(structure, &mut grown, &nodes);
        grown.set_value(IS_NEW, &[new], Truth::True);
        for meaning in self
            .all
            .iter()
            .filter(|meaning| !untouched.contains(&meaning.predicate))
        {
            meaning.evaluate(
                &mut grown,
                if meaning.guarded { 1 << new } else { u64::MAX },
            );
        }
        grown
    }

    /// The structure without nodes of which no core predicate holds any more.
    pub(crate) fn remove(
        &self,
        structure: &Structure,
        removed: u64,
        untouched: &[Predicate],
    ) -> Structure {
        let kept: Vec<Node> = crate::structure::members(structure.universe() & !removed).collect();
        let mut left = structure.select(&kept);
        let affected = self.all.iter().filter(|meaning| !meaning.guarded);
        for meaning in affected.filter(|meaning| !untouched.contains(&meaning.predicate)) {
            meaning.evaluate(&mut left, u64::MAX);
        }
        left
    }
}

/// Copies the values of the first nodes into a structure with more of them.
fn copy_values(from: &Structure, to: &mut Structure, nodes: &[Node]) {
    for plane in [Plane::May, Plane::Must] {
        for index in 0..from.unary_count() {
            to.assign_set(index, plane, from.set(index, plane));
        }
        for index in 0..from.binary_count() {
            for node in nodes {
                to.assign_row(index, plane, *node, from.row(index, plane, *node));
            }
        }
    }
}

impl Meaning {
    /// Sets the predicate to what its definition says, for the nodes of a set: a proposition
    /// always, a relation where either node is in the set.
    fn evaluate(&self, structure: &mut Structure, nodes: u64) {
        let index = self.predicate.index;
        let nodes = nodes & structure.universe();
        let mut env = self.code.environment();
        for plane in [Plane::May, Plane::Must] {
            let read = |env: &mut [u8], structure: &Structure, axis| {
                Evaluator::new(structure, &self.code).plane(&self.code.root, env, axis, plane)
            };
            match self.predicate.arity {
                Arity::Nullary => {}
                Arity::Unary => {
                    let new = read(&mut env, structure, Axis::Over(0));
                    let old = structure.set(index, plane);
                    structure.assign_set(index, plane, new & nodes | old & !nodes);
                }
                Arity::Binary => {
                    for row in 0..structure.len() as Node {
                        let mask = if nodes >> row & 1 == 1 {
                            u64::MAX
                        } else {
                            nodes
                        };
                        env[0] = row;
                        let new = read(&mut env, structure, Axis::Over(1));
                        let old = structure.row(index, plane, row);
                        structure.assign_row(index, plane, row, new & mask | old & !mask);
                    }
                }
            }
        }
        if self.predicate.arity == Arity::Nullary && !self.guarded {
            let truth = Evaluator::new(structure, &self.code).truth(&self.code.root, &mut env);
            structure.set_value(self.predicate, &[], truth);
        }
    }
}

/// Which formulas cannot see a node of which no core predicate holds.
struct Guards<'a> {
    vocabulary: &'a Vocabulary,
}

impl Guards<'_> {
    /// Whether the formula has the same value for other nodes with and without such a node.
    fn keeps(&self, formula: &Formula) -> bool {
        match formula {
            Formula::Constant(_) | Formula::Equal(..) => true,
            Formula::Apply(predicate, ..) => {
                match &self.vocabulary.declaration(*predicate).definition {
                    Some(definition) => self.keeps(&definition.formula),
                    None => true,
                }
            }
            Formula::Not(inner) => self.keeps(inner),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().all(|part| self.keeps(part)),
            Formula::Exists(variable, body) => {
                self.settles(body, *variable, false) && self.keeps(body)
            }
            Formula::ForAll(variable, body) => {
                self.settles(body, *variable, true) && self.keeps(body)
            }
            Formula::Closure(closure) => {
                self.settles(&closure.step, closure.origin, false)
                    && self.settles(&closure.step, closure.target, false)
                    && self.keeps(&closure.step)
            }
            Formula::IfThenElse(parts) => parts.iter().all(|part| self.keeps(part)),
        }
    }

    /// Whether a formula has this value whenever the variable stands for such a node.
    fn settles(&self, formula: &Formula, variable: Var, value: bool) -> bool {
        match formula {
            Formula::Constant(truth) => *truth == value.into(),
            Formula::Apply(predicate, arguments, _) => {
                match &self.vocabulary.declaration(*predicate).definition {
                    None => !value && arguments.contains(&variable),
                    Some(definition) => {
                        let mut places = definition.parameters.iter().zip(arguments);
                        places.any(|(parameter, argument)| {
                            *argument == variable
                                && self.settles(&definition.formula, *parameter, value)
                        })
                    }
                }
            }
            Formula::Not(inner) => self.settles(inner, variable, !value),
            Formula::And(parts) if !value => parts.iter().any(|p| self.settles(p, variable, value)),
            Formula::And(parts) => parts.iter().all(|p| self.settles(p, variable, value)),
            Formula::Or(parts) if value => parts.iter().any(|p| self.settles(p, variable, value)),
            Formula::Or(parts) => parts.iter().all(|p| self.settles(p, variable, value)),
            Formula::Exists(own, body) => {
                !value && *own != variable && self.settles(body, variable, value)
            }
            Formula::ForAll(own, body) => {
                value && *own != variable && self.settles(body, variable, value)
            }
            Formula::Equal(..) | Formula::Closure(_) | Formula::IfThenElse(_) => false,
        }
    }
}
