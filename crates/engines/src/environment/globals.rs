//! What globals hold when an unknown caller calls.
//!
//! A variable that no code of the program can have changed holds what its initialiser says. One
//! that some function of the program writes may hold anything by then. What a `static` local
//! holds that is written is what earlier calls left there: no caller can choose it, so it is
//! explored both as in the first call and as in a later one. So is what the library keeps between calls
//! (`GlobalOrigin::Kept`), which the caller has called, too; what of that a caller can set may hold anything.

mod addresses;
mod objects;

use addresses::Addresses;
use ir::{Global, GlobalId, GlobalOrigin, Mutability, Origin, Program, Type, Visibility};
use std::str::FromStr;

/// Which globals an unknown caller finds changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Changed {
    /// None: all hold their initial values.
    Nothing,
    /// Those that code of the program may write.
    #[default]
    Written,
    /// Those, and what other files could write because they can name it.
    Everything,
}

impl FromStr for Changed {
    type Err = String;

    fn from_str(name: &str) -> Result<Changed, String> {
        match name {
            "initial" => Ok(Changed::Nothing),
            "any" => Ok(Changed::Everything),
            _ => Err(format!("globals are `initial` or `any`, not `{name}`")),
        }
    }
}

/// Which call of the functions with `static` locals it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// The first: `static` locals hold their initial values.
    First,
    /// Any: they hold what the calls before it left there, which may be anything.
    Any,
}

/// What each global holds when the entry procedure is called.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    /// By number. Without an entry here, nothing is known.
    found: Vec<Found>,
    changed: Changed,
    call: Option<Call>,
}

#[derive(Clone, Copy, Debug)]
struct Found {
    /// Whether it is a variable that can change at all.
    is_variable: bool,
    /// Whether it is the library's, whom others call as well.
    is_kept: bool,
    visibility: Visibility,
    is_defined: bool,
    /// Whether code of the program may write it.
    is_written: bool,
    /// Whether a caller can have its address.
    is_exposed: bool,
}

impl Globals {
    /// The globals of a program.
    pub fn of(program: &Program, changed: Changed) -> Globals {
        let addresses = Addresses::of(program);
        let found = program.globals.iter().enumerate().map(|(index, global)| {
            let id = GlobalId(index as u32);
            Found {
                is_variable: is_variable(program, global),
                is_kept: global.origin == GlobalOrigin::Kept,
                visibility: global.visibility,
                is_defined: global.origin != GlobalOrigin::Undefined,
                is_written: addresses.is_written(id),
                is_exposed: addresses.is_exposed(id),
            }
        });
        Globals {
            found: found.collect(),
            changed,
            call: None,
        }
    }

    /// The same for one call of the functions with `static` locals.
    #[must_use]
    pub fn in_call(&self, call: Call) -> Globals {
        Globals {
            call: Some(call),
            ..self.clone()
        }
    }

    /// Whether a global may hold anything.
    pub(crate) fn is_arbitrary(&self, id: GlobalId) -> bool {
        let Some(found) = self.found.get(id.0 as usize) else {
            return true;
        };
        let is_later = self.call != Some(Call::First);
        found.is_variable
            && match self.changed {
                // What it is initialised with is not known.
                _ if !found.is_defined => true,
                Changed::Nothing => false,
                _ if found.visibility == Visibility::Block => {
                    (found.is_written || found.is_kept) && is_later
                }
                _ if found.is_kept => true,
                Changed::Written => found.is_written,
                Changed::Everything => {
                    found.is_written || found.visibility == Visibility::Everywhere
                }
            }
    }

    /// Whether a pointer of the caller's may lead to a variable.
    pub(crate) fn is_exposed(&self, id: GlobalId) -> bool {
        let found = self.found.get(id.0 as usize);
        found.is_none_or(|found| found.is_exposed)
    }

    /// Whether no caller can say what a variable holds, though it may hold anything.
    pub(crate) fn is_out_of_reach(&self, id: GlobalId) -> bool {
        let found = self.found.get(id.0 as usize);
        found.is_some_and(|found| found.visibility == Visibility::Block)
    }

    /// The variables that may hold anything.
    pub fn arbitrary(&self) -> impl Iterator<Item = GlobalId> {
        let ids = (0..self.found.len() as u32).map(GlobalId);
        ids.filter(|id| self.is_arbitrary(*id))
    }

    /// The variables of several parts whose addresses a caller can have.
    pub fn exposed_wholes(&self, program: &Program) -> impl Iterator<Item = GlobalId> {
        let is_whole = |id: GlobalId| {
            let ty = program.types.get(program[id].ty);
            matches!(ty, Type::Array(..) | Type::Record(_))
        };
        let ids = (0..self.found.len() as u32).map(GlobalId);
        ids.filter(move |id| {
            let found = self.found[id.0 as usize];
            found.is_variable && found.is_exposed && is_whole(*id)
        })
    }

    /// The variables that may hold any address though no caller can set them: only the program did, in earlier calls.
    pub fn kept_pointers(&self, program: &Program) -> impl Iterator<Item = GlobalId> {
        let is_own = move |id: &GlobalId| {
            let found = self.found.get(id.0 as usize);
            found.is_some_and(|found| found.visibility != Visibility::Everywhere)
        };
        let own = self.arbitrary().filter(is_own);
        own.filter(|id| program.types.holds_addresses(program[*id].ty))
    }

    /// The `static` locals that earlier calls may have changed.
    pub fn left_by_earlier_calls(&self) -> impl Iterator<Item = GlobalId> {
        self.arbitrary().filter(|id| self.is_out_of_reach(*id))
    }

    /// The variables that other files could change, and that are taken to be as they were.
    pub fn trusted(&self) -> impl Iterator<Item = GlobalId> {
        let ids = (0..self.found.len() as u32).map(GlobalId);
        ids.filter(|id| {
            let found = self.found[id.0 as usize];
            let is_named = found.visibility == Visibility::Everywhere;
            let could_change = found.is_written || is_named || found.is_exposed;
            found.is_variable && could_change && !self.is_arbitrary(*id)
        })
    }
}

/// Whether a global is a variable of the program, or of a library that is part of it as the header of one is;
/// or what the model of a library keeps.
pub(crate) fn is_variable(program: &Program, global: &Global) -> bool {
    let is_code = match program.files.origin(global.span) {
        Origin::User => true,
        // Classes of the JDK are its model.
        Origin::System => program.start.is_none(),
        Origin::Library => global.origin == GlobalOrigin::Kept,
    };
    is_code
        && global.mutability == Mutability::Mutable
        && global.origin != GlobalOrigin::StringLiteral
}
