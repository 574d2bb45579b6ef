//! Where executions may go on anywhere: undefined behaviour that nobody asked about, functions that
//! nobody defines, code that could not be read. As long as an execution may come there, that no path
//! leads into a violation proves nothing.

use super::Pruning;
use super::backward::Site;
use super::oracle::Oracle;
use super::passing::{Passing, passing};
use super::search::{Progress, Repeated, Search};
use super::walk::Walker;
use crate::limits::tuning::LONGEST_ESCAPE;
use ir::{
    BinaryOp, CastOp, ClaimKind, ClaimSet, DatumValue, EdgeId, Expr, Global, GlobalOrigin, Op,
    Origin, Program, Scalar,
};
use verdict::{Gap, Place};

/// All such places of a program.
pub(crate) struct Escapes {
    pub(crate) places: Vec<Escape>,
    /// What was found out about them, once it was asked for.
    decided: Option<Option<Gap>>,
}

/// One such place.
pub(crate) struct Escape {
    pub(crate) site: Site,
    /// Of a check, the kinds in which it may fail.
    pub(crate) fails: Vec<ClaimKind>,
    pub(crate) gap: Gap,
}

impl Escapes {
    /// The places of a program, where these kinds of claims are asked about.
    pub(crate) fn of(program: &Program, selected: ClaimSet) -> Escapes {
        let mut places = Vec::new();
        for (procedure, body) in program.procedures() {
            for (index, edge) in body.edges.iter().enumerate() {
                let place = Place::of(edge.span);
                let (gap, fails) = match &edge.op {
                    op if op.is_idle_call() => continue,
                    Op::Unsupported(what) => (Gap::Unsupported(place, what.clone()), Vec::new()),
                    Op::Havoc { function, .. } => (Gap::Missing(function.clone()), Vec::new()),
                    Op::Check(check) => match passing(check, selected) {
                        Passing::Undefined(kind) => {
                            let kinds = match check.condition.kinds() {
                                [] => vec![check.kind],
                                kinds => kinds.to_vec(),
                            };
                            (Gap::Undefined(place, Some(kind)), kinds)
                        }
                        _ => continue,
                    },
                    _ => continue,
                };
                places.push(Escape {
                    site: (procedure, EdgeId(index as u32)),
                    fails,
                    gap,
                });
            }
        }
        Escapes {
            places,
            decided: None,
        }
    }

    /// Whether the program has no such place.
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// A place that an execution may come to, if there is one.
    pub(crate) fn possible(
        &mut self,
        walker: &mut Walker<'_>,
        oracle: &mut Oracle,
        stop: &dyn Fn() -> Option<Gap>,
    ) -> Option<Gap> {
        if let Some(known) = &self.decided {
            return known.clone();
        }
        let program = walker.program();
        if let Some(gap) = beyond_formulas(program) {
            self.decided = Some(Some(gap.clone()));
            return Some(gap);
        }
        let found = self
            .places
            .iter()
            .find(|escape| !is_unreachable(escape, walker, oracle, stop))
            .map(|escape| escape.gap.clone());
        self.decided = Some(found.clone());
        found
    }
}

/// What of a program no formula of a path tells: that no path leads into a violation proves nothing of it.
pub(crate) fn beyond_formulas(program: &Program) -> Option<Gap> {
    undefined_contents(program).or_else(|| observed_addresses(program))
}

/// A variable that nobody defines, and whose contents are not chosen: no path leads through an access to
/// it, though executions do.
fn undefined_contents(program: &Program) -> Option<Gap> {
    let mut globals = program.globals.iter();
    let found = globals.find(|global| global.origin == GlobalOrigin::Undefined)?;
    let what = format!("the contents of `{}`, which is not defined", found.name);
    Some(Gap::Unsupported(Place::of(found.span), what.into()))
}

/// Where a program may tell at which addresses its objects lie. A path's formula places them one after
/// the other and never uses an address again; real executions may do otherwise.
pub(crate) fn observed_addresses(program: &Program) -> Option<Gap> {
    let what = "what a program does with the addresses of its objects";
    let gap = |span| Gap::Unable(Place::of(span), what.into());
    let users = program
        .procedures
        .iter()
        .filter(|body| body.origin == Origin::User);
    for body in users {
        let scalars = body.scalars(program.data_model);
        for edge in &body.edges {
            // An address in memory may be read as a number.
            let mut is_observed = matches!(
                &edge.op,
                Op::Store { place, .. } if place.scalar == Scalar::Pointer
            );
            edge.op.for_each_expr(&mut |expr| {
                expr.for_each(&mut |part| {
                    is_observed |= match part {
                        Expr::Cast(CastOp::PointerToInt | CastOp::IntToPointer, ..) => true,
                        Expr::Binary(BinaryOp::PointerDiff, ..) => true,
                        Expr::Binary(_, left, right) => {
                            let is_null = |side: &Expr| *side == Expr::NULL;
                            left.scalar(&scalars) == Scalar::Pointer
                                && !is_null(left)
                                && !is_null(right)
                        }
                        _ => false,
                    };
                });
            });
            if is_observed {
                return Some(gap(edge.span));
            }
        }
    }
    let holds_address = |global: &&Global| {
        let is_users = program
            .files
            .get(global.span.file)
            .is_some_and(|file| file.origin == Origin::User);
        let mut data = global.data.iter();
        is_users && data.any(|datum| !matches!(datum.value, DatumValue::Bytes(_)))
    };
    let global = program.globals.iter().find(holds_address);
    global.map(|global| gap(global.span))
}

/// Whether no path leads to a place, and none was left.
fn is_unreachable(
    escape: &Escape,
    walker: &mut Walker<'_>,
    oracle: &mut Oracle,
    stop: &dyn Fn() -> Option<Gap>,
) -> bool {
    let pruning = Pruning {
        repeated: Repeated::Dropped,
        ..Pruning::default()
    };
    let mut search = Search::new(Some(LONGEST_ESCAPE), pruning, oracle.deadline);
    match escape.fails.is_empty() {
        true => {
            let first = walker.taking(escape.site);
            search.start(walker, first);
        }
        false => {
            for kind in &escape.fails {
                let first = walker.failing(escape.site, *kind);
                search.start(walker, first);
            }
        }
    }
    let ended = search.run(walker, oracle, LONGEST_ESCAPE, stop);
    matches!(ended, Progress::Exhausted) && search.left.is_empty()
}
