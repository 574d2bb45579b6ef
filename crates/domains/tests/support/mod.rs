//! Programs with what an analysis says of them as checks, and their execution on inputs by chance.

#![allow(dead_code, reason = "each test uses a part")]

use domains::{Calls, Invariants, Keep, Options};
use interp::{Environment, InputRequest, Interpreter, Limits, Outcome, Violation};
use ir::{
    Check, ClaimKind, ClaimSet, Condition, Edge, EdgeId, Expr, Location, Op, Procedure, Program,
    SourceKind, Type,
};

/// The kind of the checks that are put in: no program of C has it.
const INSIDE: ClaimKind = ClaimKind::StackOverflow;

pub(crate) fn options(most_work: u64) -> Options<'static> {
    Options {
        selected: selected(),
        is_over: &|| false,
        most_work,
        careful_work: most_work / 4,
        keep: Keep::Invariants,
        given: std::collections::BTreeMap::new(),
        calls: Calls::Chains,
    }
}

/// Everything that can be claimed.
fn selected() -> ClaimSet {
    ClaimKind::ALL.iter().copied().collect()
}

/// The program with what holds at locations as checks.
pub(crate) fn instrument(program: &Program, invariants: &Invariants) -> Program {
    let mut program = program.clone();
    for (index, procedure) in program.procedures.iter_mut().enumerate() {
        let id = ir::ProcedureId(index as u32);
        for location in 0..procedure.locations() {
            let location = Location(location as u32);
            if location == procedure.exit {
                continue;
            }
            match invariants.get(&(id, location)) {
                Some(invariant) => {
                    for condition in &invariant.conditions {
                        put(procedure, location, condition.clone());
                    }
                }
                None => put(procedure, location, Expr::FALSE),
            }
        }
    }
    program
}

/// Puts a check before everything that starts at a location.
fn put(procedure: &mut Procedure, location: Location, condition: Expr) {
    let behind = Location(procedure.outgoing.len() as u32);
    let moved = std::mem::take(&mut procedure.outgoing[location.0 as usize]);
    let Some(first) = moved.first() else {
        return;
    };
    let span = procedure[*first].span;
    for edge in &moved {
        procedure.edges[edge.0 as usize].from = behind;
    }
    procedure.outgoing.push(moved);
    let edge = EdgeId(procedure.edges.len() as u32);
    let subject = format!("{} l{}: {condition:?}", procedure.name, location.0);
    procedure.edges.push(Edge {
        from: location,
        to: behind,
        op: Op::Check(Box::new(Check {
            condition: Condition::Holds(condition),
            kind: INSIDE,
            subject: subject.into(),
            operands: Vec::new(),
        })),
        span,
    });
    procedure.outgoing[location.0 as usize] = vec![edge];
}

/// Executes a program; what of the checks that were put in does not hold.
pub(crate) fn outside(program: &Program, seed: u64) -> Option<String> {
    let violation = execute(program, seed).filter(|violation| violation.kind == INSIDE)?;
    Some(format!("{}: {}", violation.place().line, violation.message))
}

/// Executes a program; what it violates.
pub(crate) fn execute(program: &Program, seed: u64) -> Option<Box<Violation>> {
    let interpreter = Interpreter::new(program);
    let mut environment = Chance {
        program,
        number: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
    };
    let limits = Limits {
        steps: Some(200_000),
        memory: Some(256 << 20),
        claims: selected(),
        ..Limits::default()
    };
    match interpreter.run(&mut interpreter.start(), &mut environment, &limits) {
        Outcome::Violation(violation) => Some(violation),
        _ => None,
    }
}

/// Answers by chance, small numbers first.
struct Chance<'p> {
    program: &'p Program,
    number: u64,
}

impl Environment for Chance<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        self.number ^= self.number << 13;
        self.number ^= self.number >> 7;
        self.number ^= self.number << 17;
        let number = self.number;
        let is_byte = request.kind == SourceKind::Stdin || request.index.is_some();
        let is_truth = matches!(
            self.program.types.get(request.ty),
            Type::Int { name, .. } if name == "_Bool"
        );
        Some(match number % 8 {
            _ if is_truth => u128::from(number >> 20 & 1),
            0..=4 if is_byte => request.bits(b"0a1 -\n"[(number >> 20) as usize % 6].into()),
            5 if is_byte => request.bits(i128::from(number >> 40) % 256),
            _ if is_byte => request.end(),
            0..=4 => request.bits(i128::from(number >> 32) % 13 - 3),
            5 => request.bits(i128::from(number >> 40) % 256),
            _ => request.bits(i128::from(number as i64)),
        })
    }

    fn output(&mut self, _: i32, _: &[u8]) {}
}
