//! Coerce: sharpening a structure by the laws of its vocabulary, and discarding it when it breaks
//! one, so that it stands for no concrete structure at all.

use crate::compile::Code;
use crate::eval::{Axis, Evaluator};
use crate::formula::{Formula, Var};
use crate::laws;
use crate::structure::{Node, Plane, Structure};
use crate::vocabulary::{Arity, Predicate, Rule, Vocabulary};

/// The laws of a vocabulary, ready to be enforced.
#[derive(Debug)]
pub struct Constraints {
    rules: Vec<Constraint>,
    /// The rules whose body may become true when a predicate becomes more definite.
    woken: [Vec<Vec<usize>>; 3],
    /// The rules whose head is about a predicate.
    writers: [Vec<Vec<usize>>; 3],
    /// The rules that read equality.
    woken_by_identity: Vec<usize>,
}

#[derive(Debug)]
struct Constraint {
    body: Code,
    head: Head,
}

/// What a rule demands of its first one or two variables.
#[derive(Clone, Copy, Debug)]
enum Head {
    Holds(Predicate, Order),
    Fails(Predicate, Order),
    Same,
    Different,
}

/// How a head uses the first places of its body's environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    None,
    One,
    Pair,
    Diagonal,
}

/// The structure breaks a law: it stands for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infeasible;

/// What has changed since the structure was last coerced.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Changed<'a> {
    Everything,
    /// This predicate became definite for some nodes, and some nodes may have been split.
    Definite(Predicate),
    /// These predicates have new values.
    Updated(&'a [Predicate]),
}

impl Constraints {
    /// The constraints that follow from the traits, definitions and rules of a vocabulary.
    pub fn new(vocabulary: &Vocabulary) -> Self {
        let blank = |arity| vec![Vec::new(); vocabulary.count(arity)];
        let mut constraints = Constraints {
            rules: Vec::new(),
            woken: [
                blank(Arity::Nullary),
                blank(Arity::Unary),
                blank(Arity::Binary),
            ],
            writers: [
                blank(Arity::Nullary),
                blank(Arity::Unary),
                blank(Arity::Binary),
            ],
            woken_by_identity: Vec::new(),
        };
        for rule in laws::rules(vocabulary) {
            constraints.add(&rule);
        }
        constraints
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    fn add(&mut self, rule: &Rule) {
        let Some((head, parameters)) = Head::of(&rule.head) else {
            return;
        };
        let place = self.rules.len();
        for predicate in rule.body.predicates() {
            self.woken[predicate.arity.count()][predicate.index as usize].push(place);
        }
        if let Head::Holds(predicate, _) | Head::Fails(predicate, _) = head {
            self.writers[predicate.arity.count()][predicate.index as usize].push(place);
        }
        let mut identity = false;
        rule.body
            .visit(&mut |part| identity |= matches!(part, Formula::Equal(..)));
        if identity || matches!(head, Head::Same) {
            self.woken_by_identity.push(place);
        }
        self.rules.push(Constraint {
            body: Code::new(&rule.body, &parameters),
            head,
        });
    }

    /// Sharpens a structure until no rule says more, or finds that it is infeasible.
    pub fn coerce(&self, structure: &mut Structure) -> Result<(), Infeasible> {
        self.coerce_from(structure, Changed::Everything)
    }

    /// Sharpens a structure that was sharp but for what has changed.
    pub(crate) fn coerce_from(
        &self,
        structure: &mut Structure,
        changed: Changed<'_>,
    ) -> Result<(), Infeasible> {
        let mut queue = Queue::new(self.rules.len());
        match changed {
            Changed::Everything => queue.fill(),
            Changed::Definite(predicate) => {
                queue.wake(&self.woken_by_identity);
                queue.wake(self.readers(predicate));
            }
            Changed::Updated(predicates) => {
                for predicate in predicates {
                    queue.wake(self.readers(*predicate));
                    queue.wake(&self.writers[predicate.arity.count()][predicate.index as usize]);
                }
            }
        }
        while let Some(place) = queue.pop() {
            let rule = &self.rules[place];
            if !rule.enforce(structure)? {
                continue;
            }
            match rule.head {
                Head::Holds(predicate, _) | Head::Fails(predicate, _) => {
                    queue.wake(self.readers(predicate));
                }
                Head::Same | Head::Different => queue.wake(&self.woken_by_identity),
            }
        }
        Ok(())
    }

    fn readers(&self, predicate: Predicate) -> &[usize] {
        &self.woken[predicate.arity.count()][predicate.index as usize]
    }
}

/// The rules still to be tried: a set, in the order of their declaration.
struct Queue {
    words: Vec<u64>,
    rules: usize,
}

impl Queue {
    fn new(rules: usize) -> Self {
        Queue {
            words: vec![0; rules.div_ceil(64)],
            rules,
        }
    }

    fn fill(&mut self) {
        (0..self.rules).for_each(|rule| self.words[rule / 64] |= 1 << (rule % 64));
    }

    fn wake(&mut self, rules: &[usize]) {
        rules
            .iter()
            .for_each(|rule| self.words[rule / 64] |= 1 << (rule % 64));
    }

    fn pop(&mut self) -> Option<usize> {
        let (place, word) = self
            .words
            .iter_mut()
            .enumerate()
            .find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros();
        *word &= *word - 1;
        Some(place * 64 + bit as usize)
    }
}

impl Head {
    fn of(formula: &Formula) -> Option<(Head, Vec<Var>)> {
        let (atom, positive) = match formula {
            Formula::Not(inner) => (&**inner, false),
            other => (other, true),
        };
        match atom {
            Formula::Apply(predicate, arguments, _) => {
                let (order, parameters) = Order::of(arguments);
                let head = if positive {
                    Head::Holds(*predicate, order)
                } else {
                    Head::Fails(*predicate, order)
                };
                Some((head, parameters))
            }
            Formula::Equal(left, right) if left != right => {
                let head = if positive {
                    Head::Same
                } else {
                    Head::Different
                };
                Some((head, vec![*left, *right]))
            }
            _ => None,
        }
    }
}

impl Order {
    fn of(arguments: &[Var]) -> (Order, Vec<Var>) {
        match arguments {
            [one] => (Order::One, vec![*one]),
            [left, right] if left == right => (Order::Diagonal, vec![*left]),
            [left, right] => (Order::Pair, vec![*left, *right]),
            _ => (Order::None, Vec::new()),
        }
    }
}

/// Nodes, each with a set of others.
type Pairs = smallvec::SmallVec<[(Node, u64); 16]>;

impl Constraint {
    /// Makes the head hold wherever the body does; says whether anything changed.
    fn enforce(&self, structure: &mut Structure) -> Result<bool, Infeasible> {
        let mut env = self.body.environment();
        match self.head {
            Head::Holds(p, order) => self.literal(structure, &mut env, p, order, Plane::Must),
            Head::Fails(p, order) => self.literal(structure, &mut env, p, order, Plane::May),
            Head::Same => self.same(structure, &mut env),
            Head::Different => self.different(structure, &mut env),
        }
    }

    fn where_body_holds(
        &self,
        structure: &Structure,
        env: &mut [u8],
        axis: Axis,
        wanted: u64,
    ) -> u64 {
        let mut evaluator = Evaluator::new(structure, &self.body);
        evaluator.within(&self.body.root, env, axis, Plane::Must, wanted)
    }

    /// For each node that has some, the `wanted` nodes with which the body holds.
    fn pairs(&self, structure: &Structure, env: &mut [u8], wanted: impl Fn(Node) -> u64) -> Pairs {
        let mut evaluator = Evaluator::new(structure, &self.body);
        let mut pairs = Pairs::new();
        for node in 0..structure.len() as Node {
            env[0] = node;
            let wanted = wanted(node);
            let holds = evaluator.within(&self.body.root, env, Axis::Over(1), Plane::Must, wanted);
            if holds != 0 {
                pairs.push((node, holds));
            }
        }
        pairs
    }

    /// Makes a predicate true (by its must plane) or false (by its may plane) where the body
    /// holds.
    fn literal(
        &self,
        structure: &mut Structure,
        env: &mut [u8],
        predicate: Predicate,
        order: Order,
        plane: Plane,
    ) -> Result<bool, Infeasible> {
        let index = predicate.index;
        match order {
            Order::None => {
                let wanted = plane == Plane::Must;
                let open = structure.proposition(index, plane) != wanted;
                if !open || self.where_body_holds(structure, env, Axis::None, 1) == 0 {
                    return Ok(false);
                }
                if structure.proposition(index, plane.dual()) != wanted {
                    return Err(Infeasible);
                }
                structure.set_value(predicate, &[], wanted.into());
                Ok(true)
            }
            Order::One => {
                let own = structure.set(index, plane);
                let other = structure.set(index, plane.dual());
                let open = match plane {
                    Plane::Must => structure.universe() & !own,
                    Plane::May => own,
                };
                let holds = self.where_body_holds(structure, env, Axis::Over(0), open);
                let Some(changed) = sharpened(own, other, holds, plane)? else {
                    return Ok(false);
                };
                structure.assign_set(index, plane, changed);
                Ok(true)
            }
            Order::Pair => self.rows(structure, env, index, plane),
            Order::Diagonal => self.diagonal(structure, env, predicate, plane),
        }
    }

    fn rows(
        &self,
        structure: &mut Structure,
        env: &mut [u8],
        index: u16,
        plane: Plane,
    ) -> Result<bool, Infeasible> {
        let mut any = false;
        // Only where the head is not so already.
        let open = |node| match plane {
            Plane::Must => structure.universe() & !structure.row(index, plane, node),
            Plane::May => structure.row(index, plane, node),
        };
        for (node, holds) in self.pairs(structure, env, open) {
            let own = structure.row(index, plane, node);
            let other = structure.row(index, plane.dual(), node);
            if let Some(changed) = sharpened(own, other, holds, plane)? {
                structure.assign_row(index, plane, node, changed);
                any = true;
            }
        }
        Ok(any)
    }

    /// `p(v, v)`: of a summary it says nothing about two different individuals, so that only
    /// single nodes are sharpened.
    fn diagonal(
        &self,
        structure: &mut Structure,
        env: &mut [u8],
        predicate: Predicate,
        plane: Plane,
    ) -> Result<bool, Infeasible> {
        let wanted = plane == Plane::Must;
        let universe = structure.universe();
        let holds = self.where_body_holds(structure, env, Axis::Over(0), universe);
        let mut any = false;
        for node in crate::structure::members(holds) {
            let value = structure.value(predicate, &[node, node]);
            if value == (!wanted).into() {
                return Err(Infeasible);
            }
            if value != wanted.into() && !structure.is_summary(node) {
                structure.set_value(predicate, &[node, node], wanted.into());
                any = true;
            }
        }
        Ok(any)
    }

    fn same(&self, structure: &mut Structure, env: &mut [u8]) -> Result<bool, Infeasible> {
        let mut any = false;
        let universe = structure.universe();
        let summaries = structure.summaries();
        let open = |node: Node| universe & !(1 << node & !summaries);
        for (node, holds) in self.pairs(structure, env, open) {
            if holds & !(1 << node) != 0 {
                return Err(Infeasible);
            }
            if holds != 0 && structure.is_summary(node) {
                structure.set_summaries(structure.summaries() & !(1 << node));
                any = true;
            }
        }
        Ok(any)
    }

    fn different(&self, structure: &mut Structure, env: &mut [u8]) -> Result<bool, Infeasible> {
        match self.pairs(structure, env, |node| 1 << node).is_empty() {
            true => Ok(false),
            false => Err(Infeasible),
        }
    }
}

/// A plane made true (must) or false (may) where a body holds, if that changes it.
fn sharpened(own: u64, other: u64, holds: u64, plane: Plane) -> Result<Option<u64>, Infeasible> {
    match plane {
        Plane::Must if holds & !other != 0 => Err(Infeasible),
        Plane::May if holds & other != 0 => Err(Infeasible),
        Plane::Must => Ok((holds & !own != 0).then_some(own | holds)),
        Plane::May => Ok((holds & own != 0).then_some(own & !holds)),
    }
}
