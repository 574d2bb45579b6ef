//! Where the addresses of globals can be, and through which of them something is written: a
//! points-to analysis in the way of Andersen, over all procedures of the program whether the entry
//! calls them or not, without regard to the order of operations.
//!
//! Everything that is no global is one object, [`ELSEWHERE`]; all that belongs to callers another,
//! [`OUTSIDE`].

use super::objects::Objects;
use ir::{
    DatumValue, Expr, GlobalId, LocalId, Mutability, Op, OperatorClass, Origin, ProcedureId,
    Program, Scalar, SourceKind, Target, Visibility,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

// Objects, by number: these two, and then the globals.

/// Locals, and what is allocated.
const ELSEWHERE: u32 = 0;
/// What callers have, and what they know.
const OUTSIDE: u32 = 1;
const FIRST_GLOBAL: u32 = 2;

/// What is written, and what callers can reach.
pub(super) struct Addresses {
    written: Objects,
    exposed: Objects,
}

impl Addresses {
    pub(super) fn of(program: &Program) -> Addresses {
        let mut solution = Solution::of(program);
        while std::mem::take(&mut solution.is_changed) {
            solution.pass();
        }
        // A caller who was given the address of something may write there.
        let mut exposed = solution.holds(OUTSIDE);
        solution.written.add(&exposed);
        exposed.add(&solution.named);
        Addresses {
            written: solution.written,
            exposed,
        }
    }

    pub(super) fn is_written(&self, id: GlobalId) -> bool {
        self.written.contains(id.0 + FIRST_GLOBAL)
    }

    pub(super) fn is_exposed(&self, id: GlobalId) -> bool {
        self.exposed.contains(id.0 + FIRST_GLOBAL)
    }
}

/// The least solution so far.
struct Solution<'p> {
    program: &'p Program,
    /// Which objects a local may have the address of.
    locals: FxHashMap<(ProcedureId, LocalId), Objects>,
    results: FxHashMap<ProcedureId, Objects>,
    /// Which objects an object may hold the address of.
    contents: FxHashMap<u32, Objects>,
    written: Objects,
    /// The globals that all code can name. Whether others write them is not looked into.
    named: Objects,
    /// The variables of the library's model: it may keep what it was given, and give it to others who
    /// call it.
    library: Objects,
    /// The procedures whose address is somewhere.
    taken: BTreeSet<ProcedureId>,
    is_changed: bool,
}

impl<'p> Solution<'p> {
    fn of(program: &'p Program) -> Solution<'p> {
        let mut solution = Solution {
            program,
            locals: FxHashMap::default(),
            results: FxHashMap::default(),
            contents: FxHashMap::default(),
            written: Objects::default(),
            named: Objects::default(),
            library: Objects::default(),
            taken: taken(program),
            is_changed: true,
        };
        solution.put(OUTSIDE, &Objects::of(OUTSIDE));
        for (index, global) in program.globals.iter().enumerate() {
            let object = index as u32 + FIRST_GLOBAL;
            let is_mutable = global.mutability == Mutability::Mutable;
            match program.files.origin(global.span) {
                Origin::Library if is_mutable => solution.library.insert(object),
                _ if global.visibility == Visibility::Everywhere => solution.named.insert(object),
                _ => {}
            }
            for datum in &global.data {
                if let DatumValue::Global(id, _) = datum.value {
                    solution.put(object, &Objects::of(id.0 + FIRST_GLOBAL));
                }
            }
        }
        // What could not be read may do anything.
        let mut unsupported = program.unsupported.iter();
        if unsupported.any(|what| program.files.origin(what.span) == Origin::User) {
            for id in 0..program.globals.len() as u32 {
                solution.written.insert(id + FIRST_GLOBAL);
            }
        }
        solution
    }

    fn holds(&self, object: u32) -> Objects {
        self.contents.get(&object).cloned().unwrap_or_default()
    }

    fn put(&mut self, object: u32, found: &Objects) {
        self.is_changed |= self.contents.entry(object).or_default().add(found);
    }

    fn write(&mut self, objects: &Objects) {
        self.is_changed |= self.written.add(objects);
    }

    fn set(&mut self, procedure: ProcedureId, local: LocalId, found: &Objects) {
        if !found.is_empty() {
            let known = self.locals.entry((procedure, local)).or_default();
            self.is_changed |= known.add(found);
        }
    }

    /// Applies every operation once.
    fn pass(&mut self) {
        self.share_outside();
        for (id, procedure) in self.program.procedures() {
            let is_named = procedure.visibility == Visibility::Everywhere;
            if procedure.origin != Origin::Library && (is_named || self.taken.contains(&id)) {
                self.call_from_outside(id);
            }
            for edge in &procedure.edges {
                self.operation(id, &edge.op);
            }
        }
    }

    /// Callers read everything that they can reach, and put what they know into it.
    fn share_outside(&mut self) {
        let known = self.holds(OUTSIDE);
        let mut shared = known.clone();
        shared.add(&self.named);
        for object in shared.iter() {
            let read = self.holds(object);
            self.put(OUTSIDE, &read);
            self.put(object, &known);
        }
        for object in self.library.clone().iter() {
            let read = self.holds(object);
            // Lists of the library's own are not what it gives to others.
            let given = read.iter().filter(|found| *found != ELSEWHERE);
            for found in given {
                self.put(OUTSIDE, &Objects::of(found));
            }
            self.put(object, &known);
        }
    }

    fn call_from_outside(&mut self, id: ProcedureId) {
        let known = self.holds(OUTSIDE);
        for parameter in 0..self.program[id].signature.parameters.len() {
            self.set(id, LocalId(parameter as u32), &known);
        }
        self.give_outside(id);
    }

    fn give_outside(&mut self, id: ProcedureId) {
        if let Some(result) = self.results.get(&id).cloned() {
            self.put(OUTSIDE, &result);
        }
    }

    fn operation(&mut self, id: ProcedureId, op: &Op) {
        match op {
            Op::Assign(local, value) => {
                let found = self.addresses(id, value);
                self.set(id, *local, &found);
            }
            Op::Load { dest, place } => {
                let from = self.addresses(id, &place.address);
                let found = self.read(&from);
                self.set(id, *dest, &found);
            }
            Op::Store { place, value } => {
                let to = self.addresses(id, &place.address);
                let found = self.addresses(id, value);
                self.store(&to, &found);
            }
            Op::Copy { to, from, .. } => {
                let (to, from) = (self.addresses(id, to), self.addresses(id, from));
                let found = self.read(&from);
                self.store(&to, &found);
            }
            Op::Fill { to, .. } => {
                let to = self.addresses(id, to);
                self.store(&to, &Objects::default());
            }
            Op::Alloc { dest, .. } | Op::InputString { dest, .. } => {
                self.set(id, *dest, &Objects::of(ELSEWHERE));
            }
            Op::Input { dest, source, .. } => {
                let is_address = self.program[id][*dest].scalar == Scalar::Pointer;
                if is_address || source.kind == SourceKind::Parameter {
                    let known = self.holds(OUTSIDE);
                    self.set(id, *dest, &known);
                }
            }
            Op::Call {
                dest,
                target,
                arguments,
            } => {
                let given: Vec<Objects> = arguments
                    .iter()
                    .map(|argument| self.addresses(id, argument))
                    .collect();
                for callee in self.callees(target) {
                    self.call(id, callee, &given, *dest);
                }
                if let Target::Indirect(pointer) = target
                    && self.addresses(id, pointer).contains(OUTSIDE)
                {
                    self.call_outside(id, &given, *dest);
                }
            }
            Op::Return(Some(value)) => {
                let found = self.addresses(id, value);
                if !found.is_empty() {
                    self.is_changed |= self.results.entry(id).or_default().add(&found);
                }
            }
            // A function that nobody has is code of others.
            Op::Havoc {
                dest, reachable, ..
            } => {
                let given: Vec<Objects> = reachable
                    .iter()
                    .map(|value| self.addresses(id, value))
                    .collect();
                self.call_outside(id, &given, *dest);
            }
            Op::Skip
            | Op::Forget(_)
            | Op::Free(_)
            | Op::EndScope(_)
            | Op::Protect(_)
            | Op::Measure { .. }
            | Op::Assume(_)
            | Op::Check(_)
            | Op::Output { .. }
            | Op::Return(None)
            | Op::Halt(_)
            | Op::Unsupported(_) => {}
        }
    }

    fn call(
        &mut self,
        caller: ProcedureId,
        callee: ProcedureId,
        given: &[Objects],
        dest: Option<LocalId>,
    ) {
        for (parameter, found) in given.iter().enumerate() {
            self.set(callee, LocalId(parameter as u32), found);
        }
        // The entry is called for whoever asked for it.
        if Some(caller) == self.program.entry {
            self.give_outside(callee);
        }
        if let (Some(dest), Some(result)) = (dest, self.results.get(&callee).cloned()) {
            self.set(caller, dest, &result);
        }
    }

    /// Calls code of others, who keep what they are given, write to all that they know, and return
    /// something of it.
    fn call_outside(&mut self, caller: ProcedureId, given: &[Objects], dest: Option<LocalId>) {
        for found in given {
            self.put(OUTSIDE, found);
        }
        let known = self.holds(OUTSIDE);
        self.write(&known);
        if let Some(dest) = dest {
            self.set(caller, dest, &known);
        }
    }

    /// What a call can lead to in the program: through a pointer, every procedure whose address is
    /// somewhere, even if it takes another number of arguments.
    fn callees(&self, target: &Target) -> Vec<ProcedureId> {
        match target {
            Target::Direct(id) => vec![*id],
            Target::Indirect(_) => self.taken.iter().copied().collect(),
        }
    }

    fn read(&self, from: &Objects) -> Objects {
        let mut found = Objects::default();
        for contents in from.iter().filter_map(|object| self.contents.get(&object)) {
            found.add(contents);
        }
        found
    }

    fn store(&mut self, to: &Objects, found: &Objects) {
        self.write(to);
        if !found.is_empty() {
            for object in to.iter() {
                self.put(object, found);
            }
        }
    }

    /// The objects whose address a value may be or be made of.
    fn addresses(&self, id: ProcedureId, value: &Expr) -> Objects {
        match value {
            Expr::Global(global) => Objects::of(global.0 + FIRST_GLOBAL),
            Expr::Local(local) => {
                let found = self.locals.get(&(id, *local));
                found.cloned().unwrap_or_default()
            }
            Expr::Const(_) | Expr::Procedure(_) | Expr::Math(..) => Objects::default(),
            Expr::Unary(_, operand) | Expr::Cast(_, _, operand) => self.addresses(id, operand),
            // How far it is moved does not change which object an address belongs to, unless it
            // is the distance from null.
            Expr::Offset(base, distance) => match self.addresses(id, base) {
                none if none.is_empty() => self.addresses(id, distance),
                found => found,
            },
            Expr::Binary(op, left, right) => match op.class() {
                OperatorClass::Arithmetic => self.either(id, left, right),
                _ => Objects::default(),
            },
            Expr::If(_, then, otherwise) => self.either(id, then, otherwise),
        }
    }

    fn either(&self, id: ProcedureId, one: &Expr, other: &Expr) -> Objects {
        let mut found = self.addresses(id, one);
        found.add(&self.addresses(id, other));
        found
    }
}

/// The procedures whose address is in an expression or in a global.
fn taken(program: &Program) -> BTreeSet<ProcedureId> {
    let mut taken: BTreeSet<ProcedureId> = BTreeSet::new();
    let mut look = |expr: &Expr| {
        expr.for_each(&mut |part| {
            if let Expr::Procedure(id) = part {
                taken.insert(*id);
            }
        });
    };
    for edge in program.procedures.iter().flat_map(|p| &p.edges) {
        edge.op.for_each_expr(&mut look);
    }
    for datum in program.globals.iter().flat_map(|global| &global.data) {
        if let DatumValue::Procedure(id) = datum.value {
            taken.insert(id);
        }
    }
    taken
}
