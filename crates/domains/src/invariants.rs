//! What holds at locations, as conditions over the locals of a procedure: the symbolic concretisation
//! of abstract states (Section 2 of "Generating Concrete Counterexamples for Sound Abstract
//! Interpretation").

use crate::describe::describe;
use crate::frame::Frame;
use crate::linear::{Constraint, Relation};
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State};
use crate::value::{Init, Slot, Target, Value};
use ir::{BinaryOp, CastOp, Expr, LocalId, Location, Procedure, ProcedureId, Scalar, Width};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Sums with larger factors could leave the width in which they are computed.
const LARGEST_FACTOR: u128 = 1 << 32;
/// So many summands of such factors do not.
const MOST_SUMMANDS: usize = 16;

/// What holds of the locals of a procedure at a location, however it was called.
#[derive(Clone, Debug)]
pub(crate) struct View<R> {
    frame: Rc<Frame>,
    relations: R,
}

impl<R: Relational> View<R> {
    /// What a state says of the innermost call.
    pub(crate) fn of(state: &State<R>, shared: &mut Shared<'_>) -> View<R> {
        let depth = state.depth();
        let mut relations = state.relations.clone();
        relations.keep(
            &|var| matches!(shared.quantity(var), Quantity::Local(other, _) if other == depth),
        );
        if depth > 0 {
            for var in relations.vars() {
                if let Quantity::Local(_, local) = shared.quantity(var) {
                    relations.rename(var, shared.var(Quantity::Local(0, local)));
                }
            }
        }
        View {
            frame: state.innermost(),
            relations,
        }
    }

    pub(crate) fn join(&self, other: &View<R>) -> View<R> {
        View {
            frame: Rc::new(self.frame.join(&other.frame)),
            relations: self.relations.join(&other.relations),
        }
    }

    /// The conditions, each an `i1`.
    fn conditions(&self, shared: &Shared<'_>, procedure: &Procedure) -> Vec<Expr> {
        let mut conditions = Vec::new();
        for (local, slot) in self.frame.locals() {
            conditions.extend(of_slot(*local, slot));
        }
        for constraint in self.relations.constraints() {
            conditions.extend(self.of_constraint(&constraint, shared, procedure));
        }
        conditions
    }

    /// The same in words.
    fn describe(&self, shared: &Shared<'_>, procedure: &Procedure) -> Vec<String> {
        let constraints = self.relations.constraints();
        describe(&self.frame, &constraints, shared, procedure)
    }

    fn of_constraint(
        &self,
        constraint: &Constraint,
        shared: &Shared<'_>,
        procedure: &Procedure,
    ) -> Option<Expr> {
        let linear = &constraint.linear;
        if linear.terms().len() > MOST_SUMMANDS || linear.offset().unsigned_abs() >> 120 != 0 {
            return None;
        }
        let wide = Scalar::Int(Width::W128);
        let mut sum = Expr::int(Width::W128, linear.offset());
        for (var, factor) in linear.terms() {
            let Quantity::Local(_, local) = shared.quantity(*var) else {
                return None;
            };
            let slot = self.frame.get(local)?;
            let width = procedure[local].scalar.width()?;
            let is_small = factor.unsigned_abs() < LARGEST_FACTOR && width.bits() <= 64;
            if slot.state != Init::Yes || !is_small {
                return None;
            }
            let number = Expr::cast(CastOp::SignExtend, wide, Expr::Local(local));
            let factor = Expr::int(Width::W128, *factor);
            let term = Expr::binary(BinaryOp::Mul, number, factor);
            sum = Expr::binary(BinaryOp::Add, sum, term);
        }
        let zero = Expr::int(Width::W128, 0);
        Some(match constraint.relation {
            Relation::AtLeastZero => Expr::binary(BinaryOp::SLe, zero, sum),
            Relation::Zero => Expr::binary(BinaryOp::Eq, zero, sum),
        })
    }
}

/// What holds of a local.
fn of_slot(local: LocalId, slot: &Slot) -> Vec<Expr> {
    if slot.state != Init::Yes {
        return Vec::new();
    }
    let expr = Expr::Local(local);
    match &slot.value {
        Value::Int(ints) => ints.conditions(&expr),
        Value::Float(floats) => floats.conditions(&expr),
        Value::Pointer(pointers) => {
            let is_known = |(target, offset): &(Target, crate::value::Ints)| match target {
                Target::Object(_) => crate::evaluate::is_near(offset),
                Target::Procedure(_) => offset.as_constant() == Some(0),
                Target::Null | Target::Nowhere => false,
            };
            let leads_somewhere = !pointers.is_wild() && pointers.targets().iter().all(is_known);
            match (pointers.is_null(), leads_somewhere) {
                (true, _) => vec![Expr::binary(BinaryOp::Eq, expr, Expr::NULL)],
                (false, true) => vec![Expr::binary(BinaryOp::Ne, expr, Expr::NULL)],
                (false, false) => Vec::new(),
            }
        }
    }
}

/// The views of all locations of all procedures.
pub(crate) type Views<R> = FxHashMap<(ProcedureId, Location), View<R>>;

/// What holds at a location in every execution.
#[derive(Clone, PartialEq, Debug)]
pub struct Invariant {
    /// Conditions over the locals of the procedure, each an `i1`.
    pub conditions: Vec<Expr>,
    /// What holds of its variables, in words.
    pub text: Vec<String>,
}

/// What holds at locations. No execution comes to a location that is missing.
pub type Invariants = FxHashMap<(ProcedureId, Location), Invariant>;

pub(crate) fn invariants<R: Relational>(views: &Views<R>, shared: &Shared<'_>) -> Invariants {
    let all = views.iter().map(|((id, location), view)| {
        let procedure = &shared.program[*id];
        let invariant = Invariant {
            conditions: view.conditions(shared, procedure),
            text: view.describe(shared, procedure),
        };
        ((*id, *location), invariant)
    });
    all.collect()
}
