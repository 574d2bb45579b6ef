//! Subsumption of constraints (Definitions 4 to 7): whatever numbers the special state can have
//! at matched places, the general one can have, too.
//!
//! The state constraint of the general state is existential: some values of its variables have to
//! fit. Where a matched number of it is a variable, the value is that of the special state; where
//! it is a sum, the value of its youngest variable is what the others leave; for
//! every other variable the one of the same name is tried, which is right where both states come
//! from one prefix. So a match that is found is one, but not every match is found.

use super::graph::Graph;
use super::shape::{self, Giving, Pairs};
use crate::limits::tuning::MOST_ADDENDS_OF_A_SUM;
use crate::symbolic::codec::object_address;
use crate::symbolic::context::Context;
use crate::symbolic::path::Path;
use crate::symbolic::value::Num;
use logic::{Assignment, Evaluator, Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether the general state subsumes the special one.
pub(super) fn subsumes(
    context: &mut Context<'_>,
    (general, general_path): (&Graph, &Path),
    (special, special_path): (&Graph, &mut Path),
) -> bool {
    let may_be_given = Giving::of(context.setting);
    let Some(pairs) = shape::subsumes(general, special, may_be_given) else {
        return false;
    };
    let bindings = Bindings::of(context, general, special, &pairs);
    let mut wanted = bindings.equations.clone();
    let facts = general_path.conjuncts().iter().chain(&general.facts);
    let relevant = bindings.relevant(context, facts.copied().collect());
    if special.facts.is_empty()
        && let Some(model) = &special_path.model
        && !bindings.hold_in(&context.terms, &relevant, model)
    {
        return false;
    }
    for fact in relevant {
        wanted.push(context.terms.substitute(fact, &bindings.values));
    }
    wanted.retain(|fact| special_path.known(&context.terms, *fact) != Some(1));
    if wanted.is_empty() {
        return true;
    }
    let all = context.terms.and_all(wanted);
    if all == TermId::FALSE {
        return false;
    }
    let mut path = special_path.clone();
    for fact in &special.facts {
        path.assume(&context.terms, *fact);
    }
    context.surely(&path, all)
}

/// What the variables of the general state stand for.
struct Bindings {
    values: FxHashMap<TermId, TermId>,
    /// What must hold besides.
    equations: Vec<TermId>,
    /// Variables of the general state that the equations speak of.
    mentioned: FxHashSet<TermId>,
}

impl Bindings {
    fn of(context: &mut Context<'_>, general: &Graph, special: &Graph, pairs: &Pairs) -> Bindings {
        let mut bindings = Bindings {
            values: FxHashMap::default(),
            equations: Vec::new(),
            mentioned: FxHashSet::default(),
        };
        let width = context.width();
        for (old, new) in &pairs.nodes {
            let old = general.nodes[old.0].object;
            let new = special.nodes[new.0].object;
            let old = object_address(&mut context.terms, width, old);
            let new = object_address(&mut context.terms, width, new);
            bindings.values.insert(old, new);
        }
        let mut rest = Vec::new();
        for (old, new) in &pairs.numbers {
            let width = match (old, new) {
                (Num::Term(term), _) | (_, Num::Term(term)) => context.terms.width(*term),
                (Num::Const(_), Num::Const(_)) => continue,
            };
            let old = old.term(&mut context.terms, width);
            let new = new.term(&mut context.terms, width);
            let is_variable = matches!(context.terms.op(old), Op::Var(_));
            let is_new = is_variable && !bindings.values.contains_key(&old);
            if is_new && context.terms.width(new) == width {
                bindings.values.insert(old, new);
            } else {
                rest.push((old, new));
            }
        }
        bindings.bind_members(context, general);
        for (old, new) in &rest {
            bindings.bind_addend(context, *old, *new);
        }
        for (old, new) in rest {
            if context.terms.sort(old) != context.terms.sort(new) {
                bindings.equations.push(TermId::FALSE);
                continue;
            }
            bindings.mentioned.extend(context.terms.free_vars(&[old]));
            let old = context.terms.substitute(old, &bindings.values);
            bindings.equations.push(context.terms.eq(old, new));
        }
        bindings
    }

    /// Whether equations and facts hold in one execution of the special state: most states are not
    /// subsumed, and most of those are told by this, without making the terms that say so.
    fn hold_in(&self, terms: &Terms, facts: &[TermId], execution: &Assignment) -> bool {
        let mut special = Evaluator::new(terms, execution);
        if !self.equations.iter().all(|fact| special.holds(*fact)) {
            return false;
        }
        let mut execution = execution.clone();
        for (variable, value) in &self.values {
            execution.variables.insert(*variable, special.eval(*value));
        }
        let mut general = Evaluator::new(terms, &execution);
        facts.iter().all(|fact| general.holds(*fact))
    }

    /// Of a sum in the general state, the youngest variable makes up for the difference.
    fn bind_addend(&mut self, context: &mut Context<'_>, sum: TermId, value: TermId) {
        let terms = &mut context.terms;
        if sum == value || terms.sort(sum) != terms.sort(value) {
            return;
        }
        let addends = addends(terms, sum).into_iter();
        let found = addends.filter_map(|addend| Some((variable(terms, addend)?, addend)));
        let free = found.filter(|(variable, _)| !self.values.contains_key(variable));
        let Some((youngest, addend)) = free.max() else {
            return;
        };
        let others = terms.bv_sub(sum, addend);
        if terms.free_vars(&[others]).contains(&youngest) {
            return;
        }
        let others = terms.substitute(others, &self.values);
        let left = terms.bv_sub(value, others);
        let left = resized(terms, left, terms.width(youngest));
        self.values.insert(youngest, left);
    }

    /// What a summary of the general state stands for is arbitrary: all of it is taken to be what
    /// it is matched with.
    fn bind_members(&mut self, context: &Context<'_>, general: &Graph) {
        for (variable, members) in &general.members {
            let Some(value) = self.values.get(variable).copied() else {
                continue;
            };
            for member in members {
                if let Num::Term(member) = member
                    && matches!(context.terms.op(*member), Op::Var(_))
                {
                    self.values.entry(*member).or_insert(value);
                }
            }
        }
    }

    /// The facts that depend on what is bound or mentioned. The others hold for some values of
    /// their variables, and no value of theirs matters.
    fn relevant(&self, context: &Context<'_>, facts: Vec<TermId>) -> Vec<TermId> {
        let mut touched: FxHashSet<TermId> = self.values.keys().copied().collect();
        touched.extend(&self.mentioned);
        let mut waiting: Vec<(TermId, Vec<TermId>)> = facts
            .into_iter()
            .map(|fact| (fact, context.terms.free_vars(&[fact])))
            .collect();
        let mut relevant = Vec::new();
        loop {
            let (near, far): (Vec<_>, Vec<_>) = waiting
                .into_iter()
                .partition(|(_, variables)| variables.iter().any(|v| touched.contains(v)));
            if near.is_empty() {
                return relevant;
            }
            for (fact, variables) in near {
                touched.extend(variables);
                relevant.push(fact);
            }
            waiting = far;
        }
    }
}

/// The parts of a sum of bit-vectors.
fn addends(terms: &Terms, sum: TermId) -> Vec<TermId> {
    let mut addends = vec![sum];
    let mut next = 0;
    while let Some(addend) = addends.get(next).copied() {
        match terms.op(addend) == Op::BvAdd && addends.len() < MOST_ADDENDS_OF_A_SUM {
            true => _ = addends.splice(next..=next, terms.args(addend).iter().copied()),
            false => next += 1,
        }
    }
    addends
}

/// The variable whose low bits a number is.
fn variable(terms: &Terms, number: TermId) -> Option<TermId> {
    match (terms.op(number), terms.args(number)) {
        (Op::Var(_), _) => Some(number),
        (Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract { low: 0, .. }, [inner]) => {
            variable(terms, *inner)
        }
        _ => None,
    }
}

/// A number with as many bits as that, if it has no more than fit.
fn resized(terms: &mut Terms, number: TermId, width: u32) -> TermId {
    match terms.width(number) {
        wide if wide > width => terms.extract(width - 1, 0, number),
        narrow => terms.zero_extend(width - narrow, number),
    }
}
