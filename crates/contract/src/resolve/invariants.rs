//! Invariants of classes: what holds of each object that the caller gives, and again of the objects
//! that a procedure deals with when it returns.

use std::sync::Arc;

use ir::{LocalId, Program, RecordId, Type, TypeId};

use super::types::{Kind, Layout, Target, Ty, held};
use super::{Inside, Resolver, When, Written};
use crate::error::Error;
use crate::structure::Moment;
use crate::syntax::{self, ClauseKind};
use crate::typed::{Clause, Contract, Expr, Formula, Holds, Invariant, Root};

/// The name of the object.
pub(super) const THIS: &str = "this";

/// What is written of each class. Classes have the invariants of those above them, too.
pub(super) fn of_classes(program: &Program) -> Vec<(RecordId, Written)> {
    let records = program.types.records();
    records
        .flat_map(|(id, record)| {
            let texts = record.invariants.iter();
            texts.map(move |text| (id, Written::new(text)))
        })
        .collect()
}

impl Resolver<'_> {
    pub(super) fn invariants(
        &mut self,
        classes: &[(RecordId, Written)],
        contract: &mut Contract,
        errors: &mut Vec<Error>,
    ) {
        for (record, written) in classes {
            let clauses = written.parsed.clauses.iter();
            for clause in clauses.filter(|clause| clause.kind == ClauseKind::Invariant) {
                self.source = written.source.clone();
                match self.invariant(*record, clause) {
                    Ok(formulas) => {
                        self.add_invariant(*record, written, clause, formulas, contract)
                    }
                    Err(error) => errors.push(error.of(clause)),
                }
            }
        }
    }

    /// What an invariant says at the two moments.
    fn invariant(
        &mut self,
        record: RecordId,
        clause: &syntax::Clause,
    ) -> Result<[Formula; 2], Error> {
        let this = Ty::one(Kind::References(Target::Record(record), Layout::Unknown));
        let inside = std::mem::replace(&mut self.inside, Inside::Invariant);
        let formulas = [When::Requires, When::Invariant].map(|when| {
            self.when = when;
            self.scope = vec![(THIS.into(), this)];
            self.formula(&clause.formula)
        });
        self.inside = inside;
        let [entry, exit] = formulas;
        Ok([entry?, exit?])
    }

    fn add_invariant(
        &self,
        record: RecordId,
        written: &Written,
        clause: &syntax::Clause,
        [entry, exit]: [Formula; 2],
        contract: &mut Contract,
    ) {
        let text = written.text_of(clause);
        let span = written.source.span(clause.formula.extent);
        contract.invariants.push(Invariant {
            record,
            formula: entry,
        });
        let exit = Arc::new(exit);
        let roots = self.roots(record).into_iter();
        let kept: Vec<Formula> = roots
            .map(|root| {
                let object = Expr::Root(root, Holds::Reference);
                let is_null = Formula::Same(object.clone(), Expr::Null);
                let holds = Formula::Call(vec![object], exit.clone());
                Formula::Any(vec![is_null, holds])
            })
            .collect();
        if !kept.is_empty() {
            // The same invariant can be that of several classes.
            let same = contract
                .clauses
                .iter_mut()
                .find(|known| known.kind == ClauseKind::Invariant && known.span == span);
            match same {
                Some(known) => {
                    let before = std::mem::replace(&mut known.formula, Formula::Constant(true));
                    known.formula = Formula::All([vec![before], kept].concat());
                }
                None => contract.clauses.push(Clause {
                    kind: ClauseKind::Invariant,
                    moment: Moment::Exit,
                    formula: Formula::All(kept),
                    text,
                    span,
                }),
            }
        }
    }

    /// The parameters and the result that are objects of a class.
    fn roots(&self, record: RecordId) -> Vec<Root> {
        let is_object = |ty: TypeId| {
            let Some((_, kind)) = held(self.program, ty) else {
                return false;
            };
            matches!(kind, Kind::References(Target::Record(found), _) if found == record)
        };
        let count = self.procedure.signature.parameters.len();
        let parameters = self.procedure.locals.iter().take(count).enumerate();
        let mut roots: Vec<Root> = parameters
            .filter(|(_, local)| is_object(local.ty))
            .map(|(index, _)| Root::Parameter(LocalId(index as u32)))
            .collect();
        let declared = self.procedure.ty.map(|ty| self.program.types.get(ty));
        if let Some(Type::Function { result, .. }) = declared
            && is_object(*result)
        {
            roots.push(Root::Result);
        }
        roots
    }
}
