//! The shape of control-flow automata.

use super::expr::Types;
use super::{Invalid, Problem, Where};
use crate::expr::{Expr, UnaryOp};
use crate::op::Op;
use crate::program::{EdgeId, Location, Procedure, ProcedureId, Program};
use crate::scalar::Const;

pub(super) fn check(
    program: &Program,
    id: ProcedureId,
    procedure: &Procedure,
    found: &mut Vec<Invalid>,
) {
    let name = procedure.name.clone();
    let place = Where::Procedure {
        id,
        name: name.clone(),
    };
    let problems = shape(procedure);
    let broken = !problems.is_empty();
    found.extend(problems.into_iter().map(|problem| Invalid {
        place: place.clone(),
        problem,
    }));
    if broken {
        return;
    }
    let types = Types { program, procedure };
    for (index, edge) in procedure.edges.iter().enumerate() {
        let returns_elsewhere = matches!(edge.op, Op::Return(_)) && edge.to != procedure.exit;
        let problem = match types.op(&edge.op) {
            Err(problem) => problem,
            Ok(()) if returns_elsewhere => Problem::ReturnTarget,
            Ok(()) => continue,
        };
        let edge = EdgeId(index as u32);
        let place = Where::Edge {
            procedure: id,
            name: name.clone(),
            edge,
        };
        found.push(Invalid { place, problem });
    }
}

/// What is wrong with locations, edges and parameters.
fn shape(procedure: &Procedure) -> Vec<Problem> {
    let mut found = Vec::new();
    let parameters = &procedure.signature.parameters;
    let first = procedure
        .locals
        .iter()
        .map(|local| local.scalar)
        .take(parameters.len());
    if !first.eq(parameters.iter().copied()) {
        found.push(Problem::Parameters);
    }
    let ends = procedure.edges.iter().flat_map(|edge| [edge.from, edge.to]);
    for location in ends.chain([procedure.entry, procedure.exit]) {
        if location.0 as usize >= procedure.locations() {
            found.push(Problem::UnknownLocation(location));
        }
    }
    let mut listed = vec![0; procedure.edges.len()];
    for (index, edges) in procedure.outgoing.iter().enumerate() {
        for id in edges {
            match procedure.edges.get(id.0 as usize) {
                None => found.push(Problem::UnknownEdge(*id)),
                Some(edge) if edge.from.0 as usize != index => found.push(Problem::Listing(*id)),
                Some(_) => listed[id.0 as usize] += 1,
            }
        }
    }
    let wrong = listed.iter().enumerate().filter(|(_, count)| **count != 1);
    found.extend(wrong.map(|(index, _)| Problem::Listing(EdgeId(index as u32))));
    if found.is_empty() {
        choices(procedure, &mut found);
    }
    found
}

/// Where several edges start at one location.
fn choices(procedure: &Procedure, found: &mut Vec<Problem>) {
    if procedure.outgoing(procedure.exit).next().is_some() {
        found.push(Problem::EdgesAtExit);
    }
    for index in 0..procedure.locations() {
        let location = Location(index as u32);
        let ops: Vec<&Op> = procedure.outgoing(location).map(|edge| &edge.op).collect();
        match ops.as_slice() {
            [] | [_] => {}
            [Op::Assume(first), Op::Assume(second)] => {
                if !negates(first, second) && !negates(second, first) {
                    found.push(Problem::NotComplementary(location));
                }
            }
            ops if ops.iter().all(|op| matches!(op, Op::Assume(_))) => {}
            _ => found.push(Problem::Choice(location)),
        }
    }
}

fn negates(condition: &Expr, negation: &Expr) -> bool {
    match (condition, negation) {
        (Expr::Const(Const::TRUE), Expr::Const(Const::FALSE)) => true,
        (condition, Expr::Unary(UnaryOp::Not, inner)) => **inner == *condition,
        _ => false,
    }
}
