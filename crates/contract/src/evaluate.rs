//! Deciding formulas on structures that are known in part.
//!
//! Every value has bounds: a formula a sufficient and a necessary condition, a set the members
//! that it surely and that it possibly has, an integer its least and largest value. What is not
//! initialised yet widens the bounds and is remembered, so that the engine learns both what
//! follows already and what to initialise next.

mod arithmetic;
mod expr;
mod int;
mod number;
mod set;
mod truth;

use logic::{TermId, Terms};

use crate::structure::{Structure, Undecided};
use crate::syntax::{Multiplicity, Quantifier};
use crate::typed::{Expr, Formula};
use set::{Member, Set};
pub use truth::Truth;

/// An evaluation gives up after looking at so many members and places.
const MAX_STEPS: u64 = 1 << 20;

/// What is known about the truth of a formula.
///
/// ```
/// # use contract::{Answer, Formula, Numeral, Place, Reference, Structure, decide};
/// # struct Nothing(logic::Terms);
/// # impl Structure for Nothing {
/// #     type Node = u32;
/// #     fn reference(&mut self, _: Place<u32>) -> Answer<Reference<u32>> { Answer::Undecided }
/// #     fn number(&mut self, _: Place<u32>) -> Answer<Numeral> { Answer::Undecided }
/// #     fn terms(&mut self) -> &mut logic::Terms { &mut self.0 }
/// # }
/// # let mut structure = Nothing(logic::Terms::new());
/// let truth = decide(&Formula::Constant(true), &mut structure);
/// assert_eq!(truth.necessary, logic::TermId::TRUE);
/// assert!(truth.is_decided());
/// ```
pub fn decide<S: Structure>(formula: &Formula, structure: &mut S) -> Truth<S::Node> {
    let mut evaluator = Evaluator {
        structure,
        frame: Vec::new(),
        steps: 0,
    };
    evaluator.formula(formula)
}

/// The same of a formula about one object, its only variable.
pub fn decide_of<S: Structure>(
    formula: &Formula,
    object: S::Node,
    structure: &mut S,
) -> Truth<S::Node> {
    let mut evaluator = Evaluator {
        structure,
        frame: vec![Set::single(Member::Node(object))],
        steps: 0,
    };
    evaluator.formula(formula)
}

struct Evaluator<'s, S: Structure> {
    structure: &'s mut S,
    /// The variables, outermost first.
    frame: Vec<Set<S::Node>>,
    steps: u64,
}

impl<S: Structure> Evaluator<'_, S> {
    fn terms(&mut self) -> &mut Terms {
        self.structure.terms()
    }

    /// One more step, unless there were too many.
    fn step(&mut self) -> Result<(), Undecided<S::Node>> {
        self.steps += 1;
        match self.steps > MAX_STEPS {
            true => Err(Undecided::Effort),
            false => Ok(()),
        }
    }

    fn formula(&mut self, formula: &Formula) -> Truth<S::Node> {
        if let Err(why) = self.step() {
            return Truth::unknown(why);
        }
        match formula {
            Formula::Constant(value) => Truth::exactly(self.terms().bool(*value)),
            Formula::Not(inner) => {
                let inner = self.formula(inner);
                inner.not(self.terms())
            }
            Formula::All(parts) => self.all(parts),
            Formula::Any(parts) => self.any(parts),
            Formula::Implies(condition, consequence) => {
                let condition = self.formula(condition);
                let otherwise = condition.not(self.terms());
                if otherwise.sufficient == TermId::TRUE {
                    return Truth::TRUE;
                }
                let consequence = self.formula(consequence);
                otherwise.or(consequence, self.terms())
            }
            Formula::Iff(left, right) => {
                let (left, right) = (self.formula(left), self.formula(right));
                iff(self.terms(), left, right)
            }
            Formula::Compare(how, left, right) => {
                let (left, right) = (self.number(left), self.number(right));
                left.compare(self.terms(), *how, right)
            }
            Formula::CompareFloats(how, format, left, right) => {
                let (left, right) = (self.float(left, *format), self.float(right, *format));
                self.compare_floats(*how, left, right)
            }
            Formula::Subset(left, Expr::Range(low, high)) => self.inside(left, low, high),
            Formula::Subset(left, right) => {
                let (left, right) = (self.set(left), self.set(right));
                left.subset(self.terms(), &right)
            }
            Formula::Same(left, right) => {
                let (left, right) = (self.set(left), self.set(right));
                let there = left.subset(self.terms(), &right);
                if there.necessary == TermId::FALSE {
                    return Truth::FALSE;
                }
                let back = right.subset(self.terms(), &left);
                there.and(back, self.terms())
            }
            Formula::Multiplicity(multiplicity, set) => {
                let set = self.set(set);
                self.multiplicity(*multiplicity, &set)
            }
            Formula::Quantified {
                quantifier,
                domain,
                body,
            } => self.quantified(*quantifier, domain, body),
            Formula::Call(arguments, body) => {
                let frame = arguments.iter().map(|a| self.set(a)).collect();
                let outer = std::mem::replace(&mut self.frame, frame);
                let truth = self.formula(body);
                self.frame = outer;
                truth
            }
        }
    }

    fn all(&mut self, parts: &[Formula]) -> Truth<S::Node> {
        let mut all = Truth::TRUE;
        for part in parts {
            let part = self.formula(part);
            all = all.and(part, self.terms());
            if all.necessary == TermId::FALSE {
                break;
            }
        }
        all
    }

    fn any(&mut self, parts: &[Formula]) -> Truth<S::Node> {
        let mut any = Truth::FALSE;
        for part in parts {
            let part = self.formula(part);
            any = any.or(part, self.terms());
            if any.sufficient == TermId::TRUE {
                break;
            }
        }
        any
    }

    fn multiplicity(&mut self, multiplicity: Multiplicity, set: &Set<S::Node>) -> Truth<S::Node> {
        let some = set.some(self.terms());
        match multiplicity {
            Multiplicity::Some => some,
            Multiplicity::No => some.not(self.terms()),
            Multiplicity::Lone => set.at_most_one(self.terms()),
            Multiplicity::One => {
                let lone = set.at_most_one(self.terms());
                some.and(lone, self.terms())
            }
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        domain: &Expr,
        body: &Formula,
    ) -> Truth<S::Node> {
        let domain = self.set(domain);
        match quantifier {
            Quantifier::All => self.for_all(&domain, body, Polarity::Plain),
            Quantifier::No => self.for_all(&domain, body, Polarity::Negated),
            Quantifier::Some => {
                let none = self.for_all(&domain, body, Polarity::Negated);
                none.not(self.terms())
            }
        }
    }

    /// A sure member for which the body fails refutes it; what proves it is that the body holds
    /// for every possible member.
    fn for_all(
        &mut self,
        domain: &Set<S::Node>,
        body: &Formula,
        polarity: Polarity,
    ) -> Truth<S::Node> {
        let bound = domain.bound();
        let mut why = domain.why();
        let mut necessary = TermId::TRUE;
        let mut sufficient = self.terms().bool(bound.is_some());
        for (member, possible) in bound.unwrap_or(&domain.sure).iter() {
            if let Err(effort) = self.step() {
                return Truth::between(TermId::FALSE, necessary, Some(effort));
            }
            let sure = domain.sure.condition(member);
            let truth = self.with(member, body, polarity);
            why = why.or(truth.undecided);
            let terms = self.structure.terms();
            let needed = terms.implies(sure, truth.necessary);
            necessary = terms.and(necessary, needed);
            let enough = terms.implies(possible, truth.sufficient);
            sufficient = terms.and(sufficient, enough);
            if necessary == TermId::FALSE {
                return Truth::FALSE;
            }
        }
        Truth::between(sufficient, necessary, why)
    }

    fn with(
        &mut self,
        member: Member<S::Node>,
        body: &Formula,
        polarity: Polarity,
    ) -> Truth<S::Node> {
        self.frame.push(Set::single(member));
        let truth = self.formula(body);
        self.frame.pop();
        match polarity {
            Polarity::Plain => truth,
            Polarity::Negated => truth.not(self.terms()),
        }
    }
}

/// Whether a body is to hold or to fail.
#[derive(Clone, Copy)]
enum Polarity {
    Plain,
    Negated,
}

fn iff<N: Copy>(terms: &mut Terms, left: Truth<N>, right: Truth<N>) -> Truth<N> {
    if left.is_decided() && right.is_decided() {
        return Truth::exactly(terms.eq(left.sufficient, right.sufficient));
    }
    let both = left.and(right, terms);
    let neither = left.not(terms).and(right.not(terms), terms);
    both.or(neither, terms)
}
