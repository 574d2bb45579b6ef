//! Procedures made ready: what each location does if all values are known.

use super::expr::{Address, Maker, Number, Operand};
use crate::symbolic::cells::extent;
use crate::symbolic::context::Context;
use ir::{
    AccessMode, Check, ClaimKind, Condition, EdgeId, LocalId, LocalScalars, Location, NewObject,
    Op, Place, Procedure, ProcedureId, Scalar, Target,
};

/// A procedure made ready, by location.
pub(crate) struct Code<'p> {
    pub(super) nodes: Vec<Node<'p>>,
}

/// What happens at a location.
pub(super) enum Node<'p> {
    /// More than known values may be needed.
    Leave,
    One(Quick<'p>, Way),
    /// The first whose condition holds.
    Branch(Vec<(Number, Way)>),
}

/// An edge.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) edge: EdgeId,
    pub(super) to: Location,
    /// Whether a loop starts a turn with it.
    pub(crate) is_visit: bool,
}

/// An operation that known values are enough for.
pub(super) enum Quick<'p> {
    Skip,
    Assign(LocalId, Operand),
    Forget(LocalId),
    /// It goes on if this holds.
    Holds(Number),
    Initialised(LocalId),
    Access {
        address: Address,
        size: Number,
        align: u64,
        mode: AccessMode,
    },
    Load(LocalId, Spot),
    Store(Spot, Operand),
    Allocate(LocalId, &'p NewObject, Number),
    EndScope(LocalId),
    Call {
        dest: Option<LocalId>,
        target: ProcedureId,
        arguments: Vec<Operand>,
    },
    Return(Option<Operand>),
}

/// A value in memory.
pub(super) struct Spot {
    pub(super) address: Address,
    pub(super) scalar: Scalar,
    pub(super) size: u64,
}

impl<'p> Context<'p> {
    /// Makes a procedure ready.
    pub(super) fn make_ready(&self, id: ProcedureId) -> Code<'p> {
        let procedure = &self.program[id];
        let scalars = procedure.scalars(self.model());
        let maker = Maker { scalars: &scalars };
        let locations = procedure.outgoing.iter();
        let nodes = locations.map(|outgoing| {
            let way = |edge: EdgeId| Way {
                edge,
                to: procedure[edge].to,
                is_visit: self.is_visit(id, edge),
            };
            let node = match outgoing[..] {
                [] => None,
                [edge] => self
                    .quick(&maker, &procedure[edge].op)
                    .map(|quick| Node::One(quick, way(edge))),
                _ => branch(&maker, procedure, outgoing, way),
            };
            node.unwrap_or(Node::Leave)
        });
        Code {
            nodes: nodes.collect(),
        }
    }

    fn quick<S: LocalScalars>(&self, maker: &Maker<'_, S>, op: &'p Op) -> Option<Quick<'p>> {
        Some(match op {
            Op::Skip | Op::Output { .. } => Quick::Skip,
            Op::Check(check) => self.check_quickly(maker, check)?,
            Op::Assume(condition) => Quick::Holds(maker.number(condition)?),
            Op::Assign(local, expr) => Quick::Assign(*local, maker.operand(expr)?),
            Op::Forget(local) => Quick::Forget(*local),
            Op::Load { dest, place } => Quick::Load(*dest, self.spot(maker, place)?),
            Op::Store { place, value } => {
                Quick::Store(self.spot(maker, place)?, maker.operand(value)?)
            }
            Op::Alloc { dest, object } => {
                Quick::Allocate(*dest, object, maker.number(&object.size)?)
            }
            Op::EndScope(local) => Quick::EndScope(*local),
            Op::Call {
                dest,
                target: Target::Direct(target),
                arguments,
            } => Quick::Call {
                dest: *dest,
                target: *target,
                arguments: arguments
                    .iter()
                    .map(|argument| maker.operand(argument))
                    .collect::<Option<_>>()?,
            },
            // Something is claimed where the procedure returns.
            Op::Return(_) if self.has_postconditions() => return None,
            Op::Return(None) => Quick::Return(None),
            Op::Return(Some(value)) => Quick::Return(Some(maker.operand(value)?)),
            _ => return None,
        })
    }

    fn check_quickly<S: LocalScalars>(
        &self,
        maker: &Maker<'_, S>,
        check: &Check,
    ) -> Option<Quick<'p>> {
        match &check.condition {
            Condition::Holds(_)
                if check.kind != ClaimKind::Bounds && !self.setting.claims.contains(check.kind) =>
            {
                Some(Quick::Skip)
            }
            Condition::Holds(condition) => Some(Quick::Holds(maker.number(condition)?)),
            Condition::Initialised(local) => Some(Quick::Initialised(*local)),
            Condition::Access {
                address,
                size,
                align,
                mode,
            } => Some(Quick::Access {
                address: maker.address(address)?,
                size: maker.number(size)?,
                align: *align,
                mode: *mode,
            }),
            _ => None,
        }
    }

    fn spot<S: LocalScalars>(&self, maker: &Maker<'_, S>, place: &Place) -> Option<Spot> {
        if place.bits.is_some() {
            return None;
        }
        let (size, _) = extent(place.scalar, self.width());
        Some(Spot {
            address: maker.address(&place.address)?,
            scalar: place.scalar,
            size,
        })
    }
}

/// A choice between assumptions.
fn branch<'p, S: LocalScalars>(
    maker: &Maker<'_, S>,
    procedure: &Procedure,
    edges: &[EdgeId],
    way: impl Fn(EdgeId) -> Way,
) -> Option<Node<'p>> {
    let ways = edges.iter().map(|edge| match &procedure[*edge].op {
        Op::Assume(condition) => Some((maker.number(condition)?, way(*edge))),
        _ => None,
    });
    ways.collect::<Option<Vec<_>>>().map(Node::Branch)
}
