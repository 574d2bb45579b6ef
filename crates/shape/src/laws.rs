//! The laws of a vocabulary: what its traits, definitions and rules say, in every direction.
//!
//! Each law is made a set of clauses; each literal of a clause becomes the head of a rule whose
//! body is the negation of the others (Sagiv, Reps, Wilhelm: "Parametric shape analysis via
//! 3-valued logic", Section 6.4, where this is called the closure of the constraints).

use rustc_hash::FxHashSet;

use crate::formula::{Formula, Var};
use crate::rename::Fresh;
use crate::vocabulary::{Arity, ClosureKind, Definition, Predicate, Rule, Trait, Vocabulary};

/// Disjunctions with more clauses than this are kept whole.
const MAX_CLAUSES: usize = 16;

/// All rules that hold in the concrete structures of a vocabulary.
pub(crate) fn rules(vocabulary: &Vocabulary) -> Vec<Rule> {
    let mut laws = Vec::new();
    for predicate in vocabulary.predicates() {
        laws.extend(trait_laws(vocabulary, predicate));
        laws.extend(closure_laws(vocabulary, predicate));
    }
    for (predicate, definition) in vocabulary.instrumentation() {
        laws.extend(definition_laws(predicate, definition));
    }
    laws.extend(
        vocabulary
            .rules()
            .iter()
            .map(|rule| rule.body.clone().implies(rule.head.clone())),
    );
    let mut seen = FxHashSet::default();
    let mut rules = Vec::new();
    for law in laws {
        let mut fresh = Fresh::above([&law]);
        for clause in clauses(&law, false, &mut fresh) {
            let all = directions(&clause);
            rules.extend(all.into_iter().filter(|rule| seen.insert(normal(rule))));
        }
    }
    rules
}

fn trait_laws(vocabulary: &Vocabulary, predicate: Predicate) -> Vec<Formula> {
    let (v1, v2, v3) = (Var(0), Var(1), Var(2));
    let mut laws = Vec::new();
    let mut law = |property, formula: &dyn Fn() -> Formula| {
        if vocabulary.has(predicate, property) {
            laws.push(formula());
        }
    };
    match predicate.arity() {
        Arity::Nullary => {}
        Arity::Unary => law(Trait::Unique, &|| {
            predicate
                .at([v1])
                .and(predicate.at([v2]))
                .implies(v1.equals(v2))
        }),
        Arity::Binary => {
            let p = |from, to| predicate.at([from, to]);
            law(Trait::Function, &|| {
                p(v3, v1).and(p(v3, v2)).implies(v1.equals(v2))
            });
            law(Trait::InverseFunction, &|| {
                p(v1, v3).and(p(v2, v3)).implies(v1.equals(v2))
            });
            law(Trait::Acyclic, &|| p(v1, v2).implies(p(v2, v1).not()));
            law(Trait::Symmetric, &|| p(v1, v2).implies(p(v2, v1)));
            law(Trait::Antisymmetric, &|| {
                p(v1, v2).and(p(v2, v1)).implies(v1.equals(v2))
            });
            law(Trait::Reflexive, &|| v1.equals(v2).implies(p(v1, v2)));
            law(Trait::Irreflexive, &|| {
                v1.equals(v2).implies(p(v1, v2).not())
            });
            law(Trait::Transitive, &|| {
                p(v1, v2).and(p(v2, v3)).implies(p(v1, v3))
            });
        }
    }
    laws
}

/// What follows for a predicate that is the closure of another with traits.
fn closure_laws(vocabulary: &Vocabulary, predicate: Predicate) -> Vec<Formula> {
    let Some((step, kind)) = vocabulary.closure_of(predicate) else {
        return Vec::new();
    };
    let (v1, v2, v3) = (Var(0), Var(1), Var(2));
    let n = |from, to| step.at([from, to]);
    let t = |from, to| predicate.at([from, to]);
    let mut laws = vec![
        n(v1, v2).implies(t(v1, v2)),
        t(v1, v2).and(t(v2, v3)).implies(t(v1, v3)),
    ];
    if kind == ClosureKind::Reflexive {
        laws.push(v1.equals(v2).implies(t(v1, v2)));
        let apart = v1.equals(v2).not();
        if vocabulary.has(step, Trait::Acyclic) {
            laws.push(t(v1, v2).and(t(v2, v1)).implies(v1.equals(v2)));
            laws.push(n(v1, v2).implies(t(v2, v1).not()));
        }
        if vocabulary.has(step, Trait::Function) {
            laws.push(t(v3, v1).and(t(v3, v2)).implies(t(v1, v2).or(t(v2, v1))));
            laws.push(
                t(v1, v2)
                    .and(apart.clone())
                    .and(n(v1, v3))
                    .implies(t(v3, v2)),
            );
        }
        if vocabulary.has(step, Trait::InverseFunction) {
            laws.push(t(v1, v3).and(t(v2, v3)).implies(t(v1, v2).or(t(v2, v1))));
            laws.push(t(v1, v2).and(apart).and(n(v3, v2)).implies(t(v1, v3)));
        }
    }
    laws
}

fn definition_laws(predicate: Predicate, definition: &Definition) -> [Formula; 2] {
    let literal = predicate.at(definition.parameters.iter().copied());
    let meaning = &definition.formula;
    [
        meaning.clone().implies(literal.clone()),
        literal.implies(meaning.clone()),
    ]
}

/// The clauses of a formula (or of its negation): each a list of alternatives one of which holds,
/// for all values of its free variables.
fn clauses(formula: &Formula, negated: bool, fresh: &mut Fresh) -> Vec<Vec<Formula>> {
    match (formula, negated) {
        (Formula::Not(inner), _) => clauses(inner, !negated, fresh),
        (Formula::And(parts), false) | (Formula::Or(parts), true) => parts
            .iter()
            .flat_map(|part| clauses(part, negated, fresh))
            .collect(),
        (Formula::Or(parts), false) | (Formula::And(parts), true) => {
            disjunction(parts, negated, fresh)
        }
        (Formula::ForAll(variable, body), false) | (Formula::Exists(variable, body), true) => {
            let own = fresh.variable();
            let body = body.instantiate(&[*variable], &[own], fresh);
            clauses(&body, negated, fresh)
        }
        // The negation of an if-then-else negates its branches. One whose condition has another in
        // it is kept whole: conditions are there twice, which would double with each level.
        (Formula::IfThenElse(parts), _) if !has_choice(&parts[0]) => {
            let [condition, then, otherwise] = (**parts).clone();
            let branch = |branch: Formula| if negated { branch.not() } else { branch };
            let both = [
                condition.clone().implies(branch(then)),
                condition.or(branch(otherwise)),
            ];
            both.iter()
                .flat_map(|part| clauses(part, false, fresh))
                .collect()
        }
        _ => vec![vec![if negated {
            formula.clone().not()
        } else {
            formula.clone()
        }]],
    }
}

/// Whether there is an if-then-else in a formula.
pub(crate) fn has_choice(formula: &Formula) -> bool {
    let mut found = false;
    formula.visit(&mut |part| found |= matches!(part, Formula::IfThenElse(_)));
    found
}

/// The clauses of a disjunction: the product of those of its parts.
fn disjunction(parts: &[Formula], negated: bool, fresh: &mut Fresh) -> Vec<Vec<Formula>> {
    let mut product: Vec<Vec<Formula>> = vec![Vec::new()];
    for part in parts {
        let mut own = clauses(part, negated, fresh);
        if own.len() * product.len() > MAX_CLAUSES {
            own = vec![vec![if negated {
                part.clone().not()
            } else {
                part.clone()
            }]];
        }
        product = product
            .iter()
            .flat_map(|before| own.iter().map(|clause| [&**before, &**clause].concat()))
            .collect();
    }
    product
}

/// A rule for each literal of a clause.
fn directions(clause: &[Formula]) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (place, head) in clause.iter().enumerate() {
        if !is_literal(head) {
            continue;
        }
        let others = clause
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        let mut body = Formula::all_of(others.map(|(_, part)| part.clone().not()));
        let kept = head.free();
        for variable in body.free().difference(&kept) {
            body = body.exists(*variable);
        }
        rules.push(Rule {
            body,
            head: head.clone(),
        });
    }
    rules
}

fn is_literal(formula: &Formula) -> bool {
    match formula {
        Formula::Not(inner) => matches!(**inner, Formula::Apply(..) | Formula::Equal(..)),
        Formula::Apply(..) | Formula::Equal(..) => true,
        _ => false,
    }
}

/// The rule with its variables numbered in the order of their occurrence.
fn normal(rule: &Rule) -> Rule {
    let parameters: Vec<Var> = rule.head.free().into_iter().collect();
    let mut fresh = Fresh::above([]);
    let arguments: Vec<Var> = parameters.iter().map(|_| fresh.variable()).collect();
    Rule {
        body: rule.body.instantiate(&parameters, &arguments, &mut fresh),
        head: rule.head.instantiate(&parameters, &arguments, &mut fresh),
    }
}
