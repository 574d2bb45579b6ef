//! The variables of a path, and what is true of them in every state of a program.

use ir::{GlobalId, LocalId, Procedure, Program, Scalar};
use rustc_hash::FxHashSet;

use super::Activation;
use super::state::{FIRST_OBJECT, Life, LocalValue, Memory, NOWHERE, OBJECT_BITS, State, bits_of};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

/// The variables that the formulas about a path are over: what the locals of some activations and
/// memory hold.
#[derive(Clone, Debug)]
pub struct StateSpace<'p> {
    pub(super) program: &'p Program,
    pub(super) activations: Vec<&'p Procedure>,
    state: State,
}

impl<'p> StateSpace<'p> {
    /// Fresh variables for the locals of one activation of each procedure, and for memory.
    pub fn new(
        terms: &mut Terms,
        program: &'p Program,
        activations: &[&'p Procedure],
    ) -> StateSpace<'p> {
        let mut space = StateSpace {
            program,
            activations: Vec::new(),
            state: State {
                locals: Vec::new(),
                memory: Memory::variables(terms, program.data_model),
            },
        };
        for procedure in activations {
            space.add_activation(terms, procedure);
        }
        space
    }

    /// Fresh variables for the locals of one more activation.
    pub fn add_activation(&mut self, terms: &mut Terms, procedure: &'p Procedure) -> Activation {
        let model = self.program.data_model;
        let variables = procedure.locals.iter().map(|local| {
            let name = local.name.as_deref().unwrap_or("t");
            let sort = Sort::Bv(bits_of(model, local.scalar));
            LocalValue {
                bits: terms.fresh_var(name, sort),
                known: terms.fresh_var(&format!("{name}.known"), Sort::Bool),
            }
        });
        let variables = variables.collect();
        self.activations.push(procedure);
        self.state.locals.push(variables);
        Activation(self.activations.len() - 1)
    }

    /// The state in which everything holds its variable.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The variables of a local.
    pub fn local(&self, activation: Activation, local: LocalId) -> LocalValue {
        self.state.local(activation, local)
    }

    /// The number of an object that is there from the start: procedures first, then globals, as
    /// the reference interpreter has them.
    pub(super) fn procedure_object(&self, index: u32) -> u128 {
        FIRST_OBJECT + u128::from(index)
    }

    pub(super) fn global_object(&self, index: u32) -> u128 {
        FIRST_OBJECT + self.program.procedures.len() as u128 + u128::from(index)
    }

    /// What is true of the variables in every state of a program, as far as the formulas can tell:
    /// of the locals and of the places in memory that they mention.
    pub fn invariant(&self, terms: &mut Terms, formulas: &[TermId]) -> TermId {
        let mentioned: FxHashSet<TermId> = terms.subterms(formulas).into_iter().collect();
        let mut facts = Vec::new();
        if mentioned.contains(&self.state.memory.next) {
            let first = self.global_object(self.program.globals.len() as u32);
            let first = terms.bv(OBJECT_BITS, first);
            facts.push(terms.bv_ule(first, self.state.memory.next));
        }
        for (procedure, locals) in self.activations.iter().zip(&self.state.locals) {
            for (local, value) in procedure.locals.iter().zip(locals) {
                if mentioned.contains(&value.bits) || mentioned.contains(&value.known) {
                    facts.extend(self.of_local(terms, local.scalar, *value));
                }
            }
        }
        let mut reads: Vec<(TermId, TermId)> = Vec::new();
        for term in mentioned {
            if let (Op::Select, &[array, index]) = (terms.op(term), terms.args(term)) {
                let variables = origins(terms, array);
                reads.extend(variables.into_iter().map(|variable| (variable, index)));
            }
        }
        reads.sort_unstable();
        reads.dedup();
        for (array, index) in reads {
            facts.extend(self.of_element(terms, array, index));
        }
        terms.and_all(facts)
    }

    /// A local without a value has zero bits; a pointer leads to an object that exists.
    fn of_local(&self, terms: &mut Terms, scalar: Scalar, value: LocalValue) -> [TermId; 2] {
        let zero = terms.bv(terms.width(value.bits), 0);
        let empty = terms.eq(value.bits, zero);
        let empty = terms.or(value.known, empty);
        let exists = match scalar {
            Scalar::Pointer => {
                let object = object_of(terms, value.bits);
                self.exists(terms, object)
            }
            _ => terms.bool(true),
        };
        [empty, exists]
    }

    fn of_element(&self, terms: &mut Terms, array: TermId, index: TermId) -> Vec<TermId> {
        let memory = &self.state.memory;
        let element = terms.select(array, index);
        let zero = terms.bv(terms.width(element), 0);
        let is_zero = terms.eq(element, zero);
        if array == memory.bytes || array == memory.mask || array == memory.targets {
            let object = object_of(terms, index);
            let exists = self.exists(terms, object);
            let mut facts = vec![terms.or(exists, is_zero)];
            if array == memory.targets {
                facts.push(terms.bv_ule(element, memory.next));
            }
            facts
        } else if array == memory.life {
            let (exists, absent) = (self.exists(terms, index), Life::Absent.term(terms));
            let is_absent = terms.eq(element, absent);
            vec![terms.or(exists, is_absent)]
        } else if array == memory.base || array == memory.size {
            vec![self.lies_below_frontier(terms, index)]
        } else {
            Vec::new()
        }
    }

    fn exists(&self, terms: &mut Terms, object: TermId) -> TermId {
        terms.bv_ult(object, self.state.memory.next)
    }

    /// An object that exists lies, with its end, below the addresses of those to come.
    fn lies_below_frontier(&self, terms: &mut Terms, object: TermId) -> TermId {
        let memory = &self.state.memory;
        let nowhere = terms.bv(OBJECT_BITS, NOWHERE);
        let is_object = terms.bv_ult(nowhere, object);
        let exists = self.exists(terms, object);
        let exists = terms.and(is_object, exists);
        let base = terms.select(memory.base, object);
        let size = terms.select(memory.size, object);
        let zero = terms.bv(terms.width(base), 0);
        let starts = terms.bv_ult(zero, base);
        let below = terms.bv_ult(base, memory.frontier);
        let room = terms.bv_sub(memory.frontier, base);
        let fits = terms.bv_ult(size, room);
        let lies = terms.and_all([starts, below, fits]);
        terms.implies(exists, lies)
    }

    /// What a global is known to be, at any point of a program.
    pub(super) fn of_global(&self, terms: &mut Terms, memory: &Memory, index: usize) -> TermId {
        use ir::{GlobalOrigin, Mutability};
        let global = &self.program.globals[index];
        let object = terms.bv(OBJECT_BITS, self.global_object(index as u32));
        let life = match (global.origin, global.mutability) {
            (GlobalOrigin::Undefined, _) => Life::Closed,
            (_, Mutability::Mutable) => Life::Mutable,
            (_, Mutability::Constant) => Life::Constant,
        };
        let life = life.term(terms);
        let width = self.program.data_model.pointer_width().bits();
        let size = terms.bv(width, global.size.into());
        let found = terms.select(memory.life, object);
        let mut lives = terms.eq(found, life);
        if becomes_constant(self.program, GlobalId(index as u32)) {
            let constant = Life::Constant.term(terms);
            let is_constant = terms.eq(found, constant);
            lives = terms.or(lives, is_constant);
        }
        let found = terms.select(memory.size, object);
        let has_size = terms.eq(found, size);
        let base = terms.select(memory.base, object);
        let aligned = is_multiple(terms, base, global.align);
        terms.and_all([lives, has_size, aligned])
    }
}

/// Whether a global can be changed until it has got its value, and no longer: a constant that the environment chooses.
fn becomes_constant(program: &Program, global: GlobalId) -> bool {
    use ir::Op::{Assign, Protect};
    program[global].origin == ir::GlobalOrigin::Chosen
        && program.procedures.iter().any(|procedure| {
            let ops = || procedure.edges.iter().map(|edge| &edge.op);
            let leads_there =
                |local: LocalId| ops().any(|op| *op == Assign(local, ir::Expr::Global(global)));
            ops().any(|op| matches!(op, Protect(local) if leads_there(*local)))
        })
}

/// The variables that reading an array can end up at.
pub(super) fn origins(terms: &Terms, array: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut open = vec![array];
    while let Some(array) = open.pop() {
        match (terms.op(array), terms.args(array)) {
            (Op::Store, &[inner, _, _]) => open.push(inner),
            (Op::Ite, &[_, then, otherwise]) => open.extend([then, otherwise]),
            (Op::Var(_), _) => found.push(array),
            _ => {}
        }
    }
    found
}

/// The object of a pointer.
pub(super) fn object_of(terms: &mut Terms, pointer: TermId) -> TermId {
    let width = terms.width(pointer);
    terms.extract(width - 1, width - OBJECT_BITS, pointer)
}

/// The address of a pointer.
pub(super) fn address_of(terms: &mut Terms, pointer: TermId) -> TermId {
    let width = terms.width(pointer);
    terms.extract(width - OBJECT_BITS - 1, 0, pointer)
}

/// Whether a number is a multiple of a power of two.
pub(super) fn is_multiple(terms: &mut Terms, number: TermId, of: u64) -> TermId {
    let low = of.max(1).trailing_zeros();
    if low == 0 {
        return terms.bool(true);
    }
    let low = terms.extract(low.min(terms.width(number)) - 1, 0, number);
    let zero = terms.bv(terms.width(low), 0);
    terms.eq(low, zero)
}
