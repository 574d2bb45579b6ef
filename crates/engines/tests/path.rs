//! Weakest preconditions and strongest postconditions of random paths agree with each other, which
//! the solver proves, and with the reference interpreter, which runs the paths.

mod random_path;

use interp::{Interpreter, Limits, Outcome, Pointer, Provenance, Scripted, Value};
use ir::{ClaimKind, ClaimSet, Const, DataModel, LocalId, Op, ProcedureId, Program};
use logic::program::path::{Activation, State, StateSpace, Step};
use logic::{ArrayValue, Assignment, Bits, Evaluator, TermId, Terms};
use proptest::prelude::*;
use random_path::{A, B, C, LOCALS, P, Q, path, program, small};
use rustc_hash::FxHashMap;
use solve::{Answer, Solver};
use std::sync::Arc;

const HERE: Activation = Activation(0);
/// The object of the procedure that the path is in, and where the interpreter places it.
const PROCEDURE: u128 = 2;
const PROCEDURE_ADDRESS: u128 = 0x10_0000;
/// The number of the first object that a path makes.
const FIRST_OBJECT: u128 = 3;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn formulas_describe_what_runs_do(
        (model, ops) in path(24),
        arguments in prop::array::uniform2(small()),
        inputs in prop::collection::vec(small(), 24),
    ) {
        check_run(&Experiment { model, arguments, inputs }, ops)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn preconditions_and_postconditions_agree(
        (model, ops) in path(6),
        before in 0..CONDITIONS,
        after in 0..CONDITIONS,
    ) {
        check_agreement(model, &ops, before, after)?;
    }
}

/// Takes the path, without the steps at which a run ends. At each of those both formulas tell how
/// it ends; behind the others the postcondition holds of exactly the values that the run has.
fn check_run(experiment: &Experiment, path: Vec<Op>) -> Result<(), TestCaseError> {
    let mut taken = Vec::new();
    for op in path {
        taken.push(op);
        if !matches!(experiment.run(&taken, None), Outcome::Returned(_)) {
            experiment.check_end(&taken)?;
            taken.pop();
        }
    }
    experiment.check_end(&taken)?;
    experiment.check_values(&taken)
}

/// What a path is run with.
#[derive(Clone, Debug)]
struct Experiment {
    model: DataModel,
    arguments: [u128; 2],
    inputs: Vec<u128>,
}

impl Experiment {
    fn run(&self, path: &[Op], result: Option<LocalId>) -> Outcome {
        let program = program(self.model, path, result);
        let interpreter = Interpreter::new(&program);
        let arguments = self.arguments.map(Value::Bits);
        let mut state = interpreter.start_at(ProcedureId(0), &arguments);
        let claims = ClaimKind::ALL.iter().copied();
        let limits = Limits {
            claims: claims.fold(ClaimSet::EMPTY, ClaimSet::with),
            ..Limits::default()
        };
        let mut environment = Scripted::new(self.inputs.iter().copied());
        interpreter.run(&mut state, &mut environment, &limits)
    }

    /// What a local holds behind a path.
    fn value(&self, path: &[Op], local: LocalId) -> Value {
        match self.run(path, Some(local)) {
            Outcome::Returned(value) => value.unwrap_or(Value::Uninitialised),
            _ => Value::Uninitialised,
        }
    }

    fn check_end(&self, path: &[Op]) -> Result<(), TestCaseError> {
        let (taken, safe) = match self.run(path, None) {
            Outcome::Returned(_) => (true, true),
            Outcome::AssumptionFailed(_) => (false, true),
            Outcome::Violation(_) | Outcome::UndefinedBehaviour(_) => (false, false),
            other => return Err(fail(format!("{other:?}"))),
        };
        let mut terms = Terms::new();
        let program = program(self.model, &[], None);
        let space = StateSpace::new(&mut terms, &program, &[&program.procedures[0]]);
        let (yes, no) = (terms.bool(true), terms.bool(false));
        let steps = steps(path);
        let post = space
            .strongest_postcondition(&mut terms, &steps, yes)
            .map_err(fail)?;
        let assignment = self.start(path, &terms, &space, &post.choices);
        prop_assert_eq!(terms.eval(post.condition, &assignment).is_true(), taken);
        prop_assert_eq!(terms.eval(post.safe, &assignment).is_true(), safe);
        for (behind, expected) in [(yes, safe), (no, safe && !taken)] {
            let pre = space
                .weakest_precondition(&mut terms, &steps, behind)
                .map_err(fail)?;
            let assignment = self.start(path, &terms, &space, &pre.choices);
            prop_assert_eq!(terms.eval(pre.condition, &assignment).is_true(), expected);
        }
        Ok(())
    }

    fn check_values(&self, path: &[Op]) -> Result<(), TestCaseError> {
        let mut terms = Terms::new();
        let program = program(self.model, &[], None);
        let space = StateSpace::new(&mut terms, &program, &[&program.procedures[0]]);
        let yes = terms.bool(true);
        let post = space
            .strongest_postcondition(&mut terms, &steps(path), yes)
            .map_err(fail)?;
        let assignment = self.start(path, &terms, &space, &post.choices);
        let mut evaluator = Evaluator::new(&terms, &assignment);
        let objects = self.objects(path);
        for (index, (name, _)) in LOCALS.iter().enumerate() {
            let local = LocalId(index as u32);
            let found = post.state.local(HERE, local);
            let known = evaluator.holds(found.known);
            let expected = self.value(path, local);
            prop_assert_eq!(known, expected != Value::Uninitialised, "{} is known", name);
            let bits = evaluator.eval(found.bits);
            let bits = bits.bits().map(Bits::to_big).unwrap_or_default();
            let above = match expected {
                Value::Pointer(pointer) => object_number(&objects, pointer),
                _ => 0,
            };
            let above = Bits::new(32, above).to_big() << self.model.pointer_width().bits();
            let below = Bits::new(128, expected.bits()).to_big();
            prop_assert_eq!(bits, above + below, "the value of {}", name);
        }
        Ok(())
    }

    /// The objects that a path makes: their addresses and sizes.
    fn objects(&self, path: &[Op]) -> Vec<(Pointer, u128)> {
        let made = path.iter().enumerate().filter_map(|(index, op)| match op {
            Op::Alloc { dest, object } => Some((index, *dest, object.size.as_const()?)),
            _ => None,
        });
        made.map(|(index, dest, size)| {
            let pointer = self.value(&path[..=index], dest).pointer();
            match size {
                Const::Int(_, size) => (pointer, size),
                _ => (pointer, 0),
            }
        })
        .collect()
    }

    /// What the variables of the space, and those for the choices on the path, stand for.
    fn start(
        &self,
        path: &[Op],
        terms: &Terms,
        space: &StateSpace<'_>,
        choices: &[TermId],
    ) -> Assignment {
        let mut assignment = Assignment::new();
        let mut set = |variable: TermId, value: u128| {
            let width = terms.sort(variable).bits().unwrap_or(1);
            assignment.set(variable, Bits::new(width, value));
        };
        for (local, argument) in [A, B].into_iter().zip(self.arguments) {
            set(space.local(HERE, local).bits, argument);
            set(space.local(HERE, local).known, 1);
        }
        let objects = self.objects(path);
        let mut addresses = objects.iter().map(|(pointer, _)| pointer.address.into());
        let mut inputs = self.inputs.iter().copied();
        let chosen = path.iter().filter_map(|op| match op {
            Op::Alloc { .. } => addresses.next(),
            Op::Input { .. } => inputs.next(),
            _ => None,
        });
        for (variable, choice) in choices.iter().zip(chosen) {
            set(*variable, choice);
        }

        let memory = &space.state().memory;
        set(memory.next, FIRST_OBJECT);
        set(memory.frontier, PROCEDURE_ADDRESS + 1);
        let width = self.model.pointer_width().bits();
        let mut base = ArrayValue::constant(32, Bits::zero(width));
        base.set(
            Bits::new(32, PROCEDURE),
            Bits::new(width, PROCEDURE_ADDRESS),
        );
        let mut owner = ArrayValue::constant(width, Bits::zero(32));
        owner.set(
            Bits::new(width, PROCEDURE_ADDRESS),
            Bits::new(32, PROCEDURE),
        );
        for ((pointer, size), number) in objects.iter().zip(FIRST_OBJECT..) {
            for offset in 0..=*size {
                let address = u128::from(pointer.address) + offset;
                owner.set(Bits::new(width, address), Bits::new(32, number));
            }
        }
        for (variable, array) in [(memory.base, base), (memory.owner, owner)] {
            let array = logic::Value::Array(Arc::new(array));
            assignment.variables.insert(variable, array);
        }
        assignment
    }
}

/// The number in terms of the object that a pointer of the interpreter leads to.
fn object_number(objects: &[(Pointer, u128)], pointer: Pointer) -> u128 {
    match pointer.provenance {
        Provenance::Null => 0,
        Provenance::None => 1,
        wanted => {
            let mut made = objects.iter().zip(FIRST_OBJECT..);
            let found = made.find(|((made, _), _)| made.provenance == wanted);
            found.map_or(PROCEDURE, |(_, number)| number)
        }
    }
}

/// In each state of a program: `before` implies the weakest precondition of `after` exactly if no
/// check fails from `before` on, and `after` holds where the strongest postcondition does.
fn check_agreement(
    model: DataModel,
    ops: &[Op],
    before: usize,
    after: usize,
) -> Result<(), TestCaseError> {
    let program: Program = program(model, &[], None);
    let mut terms = Terms::new();
    let terms = &mut terms;
    let space = StateSpace::new(terms, &program, &[&program.procedures[0]]);
    let steps = steps(ops);
    let before = condition(terms, space.state(), before);
    let behind = condition(terms, space.state(), after);
    let pre = space
        .weakest_precondition(terms, &steps, behind)
        .map_err(fail)?;
    let post = space
        .strongest_postcondition(terms, &steps, before)
        .map_err(fail)?;

    let same: FxHashMap<TermId, TermId> = pre.choices.into_iter().zip(post.choices).collect();
    let weakest = terms.substitute(pre.condition, &same);
    let backward = terms.implies(before, weakest);
    let behind = condition(terms, &post.state, after);
    let holds = terms.implies(post.condition, behind);
    let forward = terms.and(post.safe, holds);

    let different = terms.xor(backward, forward);
    let invariant = space.invariant(terms, &[different]);
    let different = terms.and(invariant, different);
    prop_assert_eq!(decide(terms, different), Answer::Unsat);
    let (fails_backward, fails_forward) = (terms.not(backward), terms.not(forward));
    prop_assert_eq!(decide(terms, fails_backward), decide(terms, fails_forward));
    Ok(())
}

fn decide(terms: &Terms, formula: TermId) -> Answer {
    let mut solver = Solver::new();
    solver.assert(formula);
    solver.check(terms)
}

const CONDITIONS: usize = 6;

/// Something to claim of a state.
fn condition(terms: &mut Terms, state: &State, which: usize) -> TermId {
    let bits = |local| state.local(HERE, local).bits;
    match which {
        0 => terms.bool(true),
        1 => terms.bv_slt(bits(A), bits(B)),
        2 => terms.eq(bits(A), bits(B)),
        3 => state.local(HERE, C).known,
        4 => terms.eq(bits(P), bits(Q)),
        _ => {
            let null = terms.bv(terms.width(bits(P)), 0);
            terms.ne(bits(P), null)
        }
    }
}

fn steps(ops: &[Op]) -> Vec<Step<'_>> {
    ops.iter().map(|op| Step::Op(HERE, op)).collect()
}

fn fail(why: impl ToString) -> TestCaseError {
    TestCaseError::fail(why.to_string())
}
