//! Whether a program is well formed: what every engine takes for granted.

mod expr;
mod global;
mod op;
mod procedure;

use crate::program::{EdgeId, GlobalId, LocalId, Location, ProcedureId, Program};
use crate::scalar::Scalar;
use std::fmt;
use std::sync::Arc;

/// Checks a whole program.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn validate(program: &Program) -> Result<(), Vec<Invalid>> {
    let mut found = Vec::new();
    check_entry(program, &mut found);
    for (index, global) in program.globals.iter().enumerate() {
        let place = Where::Global {
            id: GlobalId(index as u32),
            name: global.name.clone(),
        };
        let problems = global::problems(program, global).into_iter();
        found.extend(problems.map(|problem| Invalid {
            place: place.clone(),
            problem,
        }));
    }
    for (id, procedure) in program.procedures() {
        procedure::check(program, id, procedure, &mut found);
    }
    if found.is_empty() { Ok(()) } else { Err(found) }
}

fn check_entry(program: &Program, found: &mut Vec<Invalid>) {
    let Some(entry) = program.entry else { return };
    let problem = match program.procedures.get(entry.0 as usize) {
        None => Problem::UnknownProcedure(entry),
        Some(procedure) if !procedure.signature.parameters.is_empty() => Problem::EntryParameters,
        Some(_) => return,
    };
    found.push(Invalid {
        place: Where::Program,
        problem,
    });
}

/// Something that no program may have.
#[derive(Clone, PartialEq, Debug)]
pub struct Invalid {
    /// Where.
    pub place: Where,
    /// What.
    pub problem: Problem,
}

/// A part of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Where {
    /// The program itself.
    Program,
    /// A global.
    Global {
        /// Its number.
        id: GlobalId,
        /// Its name.
        name: Arc<str>,
    },
    /// A procedure.
    Procedure {
        /// Its number.
        id: ProcedureId,
        /// Its name.
        name: Arc<str>,
    },
    /// An edge of a procedure.
    Edge {
        /// The procedure.
        procedure: ProcedureId,
        /// Its name.
        name: Arc<str>,
        /// The edge.
        edge: EdgeId,
    },
}

/// What can be wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum Problem {
    /// There is no such local.
    UnknownLocal(LocalId),
    /// There is no such global.
    UnknownGlobal(GlobalId),
    /// There is no such procedure.
    UnknownProcedure(ProcedureId),
    /// There is no such location.
    UnknownLocation(Location),
    /// There is no such edge.
    UnknownEdge(EdgeId),
    /// There is no such declared type.
    UnknownType,
    /// The entry procedure has parameters.
    EntryParameters,
    /// The parameters are not the first locals.
    Parameters,
    /// A value of another type is needed.
    Type {
        /// What is needed.
        wanted: Wanted,
        /// What is there.
        found: Scalar,
    },
    /// The operands are not of one type.
    Operands(Scalar, Scalar),
    /// A change between these types is not what the operator does.
    Cast(Scalar, Scalar),
    /// A constant has bits above its width.
    Constant,
    /// A function takes another number of arguments.
    Arity {
        /// How many it takes.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// The callee has no value, or one of another type.
    CallResult,
    /// The procedure has no value, or one of another type.
    ReturnType,
    /// A return leads elsewhere than to the exit.
    ReturnTarget,
    /// Edges start at the exit.
    EdgesAtExit,
    /// An edge is not listed at the location it starts at, or more than once.
    Listing(EdgeId),
    /// Several edges start at the location, and not all are assumptions.
    Choice(Location),
    /// Two edges start at the location, and one is not the negation of the other.
    NotComplementary(Location),
    /// An alignment is not a power of two.
    Alignment(u64),
    /// A bit-field leaves its unit.
    BitRange,
    /// A string comes from what gives none, or only a part of it is asked for.
    StringSource,
    /// Initial data are out of order, overlap, or leave the object.
    Data(u64),
}

/// What type is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// This one.
    Scalar(Scalar),
    /// Any integer.
    Integer,
    /// Any integer of whole bytes.
    Bytes,
    /// Any float.
    Float,
    /// An integer or an address.
    IntegerOrPointer,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for Invalid {}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Where::Program => f.write_str("the program"),
            Where::Global { name, .. } => write!(f, "the global `{name}`"),
            Where::Procedure { name, .. } => write!(f, "the procedure `{name}`"),
            Where::Edge { name, edge, .. } => write!(f, "edge {} of `{name}`", edge.0),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::UnknownLocal(id) => write!(f, "there is no local {}", id.0),
            Problem::UnknownGlobal(id) => write!(f, "there is no global {}", id.0),
            Problem::UnknownProcedure(id) => write!(f, "there is no procedure {}", id.0),
            Problem::UnknownLocation(id) => write!(f, "there is no location {}", id.0),
            Problem::UnknownEdge(id) => write!(f, "there is no edge {}", id.0),
            Problem::UnknownType => f.write_str("there is no such declared type"),
            Problem::EntryParameters => f.write_str("the entry procedure has parameters"),
            Problem::Parameters => f.write_str("the parameters are not the first locals"),
            Problem::Type { wanted, found } => write!(f, "{found} where {wanted} is needed"),
            Problem::Operands(a, b) => write!(f, "operands of the types {a} and {b}"),
            Problem::Cast(from, to) => write!(f, "this cast does not lead from {from} to {to}"),
            Problem::Constant => f.write_str("a constant has bits above its width"),
            Problem::Arity { wanted, found } => {
                write!(f, "{found} arguments where {wanted} are needed")
            }
            Problem::CallResult => f.write_str("the callee does not have a value of this type"),
            Problem::ReturnType => f.write_str("the procedure does not have a value of this type"),
            Problem::ReturnTarget => f.write_str("a return does not lead to the exit"),
            Problem::EdgesAtExit => f.write_str("edges start at the exit"),
            Problem::Listing(id) => {
                write!(f, "edge {} is not listed once, where it starts", id.0)
            }
            Problem::Choice(at) => {
                write!(
                    f,
                    "several edges start at location {}, not all assumptions",
                    at.0
                )
            }
            Problem::NotComplementary(at) => {
                write!(
                    f,
                    "the assumptions at location {} are not complementary",
                    at.0
                )
            }
            Problem::Alignment(align) => write!(f, "the alignment {align} is not a power of two"),
            Problem::BitRange => f.write_str("a bit-field leaves its unit"),
            Problem::StringSource => f.write_str("a string does not come from here as a whole"),
            Problem::Data(offset) => {
                write!(
                    f,
                    "the initial data at {offset} overlap others or leave the object"
                )
            }
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Scalar(scalar) => scalar.fmt(f),
            Wanted::Integer => f.write_str("an integer"),
            Wanted::Bytes => f.write_str("an integer of whole bytes"),
            Wanted::Float => f.write_str("a float"),
            Wanted::IntegerOrPointer => f.write_str("an integer or an address"),
        }
    }
}

#[cfg(test)]
mod tests;
