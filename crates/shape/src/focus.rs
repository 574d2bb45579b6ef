//! Focus: splitting a structure into several in which a formula has a definite value, by giving a
//! definite value to the literals it depends on and by splitting summary nodes.

use crate::coerce::{Changed, Constraints};
use crate::compile::{Code, Kind, Part};
use crate::eval::Evaluator;
use crate::formula::{Formula, Time};
use crate::structure::{MAX_NODES, Node, Structure};
use crate::truth::Truth;
use crate::vocabulary::{Arity, Predicate};

/// A formula to be made definite for all values of its free variables.
#[derive(Debug)]
pub struct Focus {
    code: Code,
    parameters: usize,
}

/// A structure is not split further, since it has too many nodes or parts or there is no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// No focus makes more structures of one than this.
const MAX_PARTS: usize = 4096;

/// A literal with an indefinite value, and the nodes it speaks of.
struct Cause {
    predicate: Predicate,
    nodes: Vec<Node>,
}

impl Focus {
    /// Prepares a formula.
    pub fn new(formula: &Formula) -> Self {
        let parameters: Vec<_> = formula.free().into_iter().collect();
        Focus {
            code: Code::new(formula, &parameters),
            parameters: parameters.len(),
        }
    }

    /// Splits a coerced structure until the formula is definite wherever it can be made so; each
    /// part is coerced, and infeasible ones are dropped. It ends early where `stop` says so.
    pub fn split(
        &self,
        structure: Structure,
        constraints: &Constraints,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Structure>, TooLarge> {
        let mut open = vec![structure];
        let mut done = Vec::new();
        while let Some(structure) = open.pop() {
            let Some(cause) = self.cause(&structure) else {
                done.push(structure);
                continue;
            };
            if open.len() + done.len() > MAX_PARTS || stop() {
                return Err(TooLarge);
            }
            for mut part in parts(&structure, &cause)? {
                let changed = Changed::Definite(cause.predicate);
                if constraints.coerce_from(&mut part, changed).is_ok() {
                    open.push(part);
                }
            }
        }
        Ok(done)
    }

    /// A literal that makes the formula indefinite for some nodes, if one can be split.
    fn cause(&self, structure: &Structure) -> Option<Cause> {
        let mut search = Search {
            structure,
            evaluator: Evaluator::new(structure, &self.code),
        };
        search.free(
            &self.code.root,
            &mut self.code.environment(),
            self.parameters,
        )
    }
}

struct Search<'a> {
    structure: &'a Structure,
    evaluator: Evaluator<'a>,
}

impl Search<'_> {
    /// Tries all nodes for the first `parameters` places.
    fn free(&mut self, root: &Part, env: &mut [u8], parameters: usize) -> Option<Cause> {
        let Some(last) = parameters.checked_sub(1) else {
            return self.part(root, env);
        };
        (0..self.structure.len() as Node).find_map(|node| {
            env[last] = node;
            self.free(root, env, last)
        })
    }

    fn part(&mut self, part: &Part, env: &mut [u8]) -> Option<Cause> {
        if self.evaluator.truth(part, env) != Truth::Half {
            return None;
        }
        match &part.kind {
            Kind::Unary(index, slot, Time::Before) => {
                self.literal(Arity::Unary, *index, vec![env[*slot]])
            }
            Kind::Binary(index, from, to, Time::Before) => {
                self.literal(Arity::Binary, *index, vec![env[*from], env[*to]])
            }
            Kind::Nullary(index, Time::Before) => self.literal(Arity::Nullary, *index, Vec::new()),
            Kind::Not(inner) => self.part(inner, env),
            Kind::And(parts) | Kind::Or(parts) => {
                parts.iter().find_map(|part| self.part(part, env))
            }
            Kind::Exists(slot, body) => (0..self.structure.len() as Node).find_map(|node| {
                env[*slot] = node;
                self.part(body, env)
            }),
            Kind::IfThenElse(parts) => parts.iter().find_map(|part| self.part(part, env)),
            _ => None,
        }
    }

    /// A literal can be split unless it relates two summaries: the individuals of one may then
    /// differ in which individuals of the other they are related to, without end.
    fn literal(&self, arity: Arity, index: u16, nodes: Vec<Node>) -> Option<Cause> {
        let summaries = nodes
            .iter()
            .filter(|node| self.structure.is_summary(**node))
            .count();
        let room = summaries == 0 || self.structure.len() < MAX_NODES;
        (summaries < 2 && room).then_some(Cause {
            predicate: Predicate { arity, index },
            nodes,
        })
    }
}

/// The structures in which a literal is definite: true, false, or, for a summary, true for one
/// part of it and false for the other.
fn parts(structure: &Structure, cause: &Cause) -> Result<Vec<Structure>, TooLarge> {
    let definite = |truth: Truth| {
        let mut part = structure.clone();
        part.set_value(cause.predicate, &cause.nodes, truth);
        part
    };
    let mut parts = vec![definite(Truth::True), definite(Truth::False)];
    if let Some(place) = cause
        .nodes
        .iter()
        .position(|node| structure.is_summary(*node))
    {
        parts.push(bifurcate(structure, cause, place)?);
    }
    Ok(parts)
}

/// Splits the summary node of a literal into one for which it holds and one for which it fails.
fn bifurcate(structure: &Structure, cause: &Cause, place: usize) -> Result<Structure, TooLarge> {
    if structure.len() >= MAX_NODES {
        return Err(TooLarge);
    }
    let summary = cause.nodes[place];
    let copy = structure.len() as Node;
    let nodes: Vec<Node> = (0..copy).chain([summary]).collect();
    let mut part = structure.select(&nodes);
    part.set_value(cause.predicate, &cause.nodes, Truth::True);
    let mut other = cause.nodes.clone();
    other[place] = copy;
    part.set_value(cause.predicate, &other, Truth::False);
    Ok(part)
}
