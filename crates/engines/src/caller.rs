//! An unknown caller as operations, for engines that know only how programs start.
//!
//! The procedure with which a program starts asks for pointers as for any other input. Here it makes what they
//! lead to. For every way in which they can be null, new or equal, it makes the objects, gives them arbitrary
//! contents, goes on only where the contract allows that, and calls. So what holds in all executions of that
//! program holds for everything that a caller may do (`docs/exploration.md`).
//!
//! Pointers to functions, to what has no known type, from inside of a type to itself, in unions, and those that
//! are too many stay inputs: addresses of which nothing is known.

use crate::environment::Caller;
use crate::limits::tuning::MOST_WAYS_OF_A_CALLER;
use crate::task::Task;
use contract::{Contract, Measured};
use domains::Extent;
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, ClaimKind, Contents, Edge, EdgeId, Expr, GlobalId, LocalId, NewObject, Op, Place,
    ProcedureId, Program, Scalar, Source, SourceKind, Span, Storage, Type, TypeId, TypeTable,
    Width,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use verdict::Claim;

/// The most bytes that an array of the caller's has: more than there is memory.
const MOST_BYTES: u64 = 1 << 46;

/// A program whose caller is not unknown any more.
pub(crate) struct Played<'p> {
    /// The program: its claims and procedures are those of the original.
    pub(crate) program: Cow<'p, Program>,
    /// The operations that make what the caller gives. If nobody says how large it is, it is as large as accesses need.
    pub(crate) given: BTreeMap<(ProcedureId, EdgeId), Extent>,
    /// Where the postconditions are written that the program claims.
    claimed: BTreeSet<Span>,
}

impl Played<'_> {
    /// Whether a claim is one of the program's, and not of what the caller finds when the call is over.
    pub(crate) fn speaks_of(&self, claim: &Claim) -> bool {
        match claim.kind() {
            ClaimKind::Leak | ClaimKind::NotFreed => false,
            ClaimKind::Postcondition => self.claimed.contains(&claim.span),
            _ => true,
        }
    }
}

/// Puts operations in the place of the unknown caller of a program; `None` if that cannot be done.
pub(crate) fn play<'p>(task: &Task<'p>) -> Option<Played<'p>> {
    debug_assert_eq!(task.caller, Caller::Unknown);
    let entry = task.program.entry?;
    if task.program.start.is_some() {
        return gives_numbers(task, entry).then(|| Played {
            program: Cow::Borrowed(task.program),
            given: BTreeMap::new(),
            claimed: BTreeSet::new(),
        });
    }
    let original = &task.program[entry];
    let script = script(task.program, entry)?;
    let mut program = task.program.clone();
    let mut builder = ProcedureBuilder::new(&original.name, &mut program);
    for local in &original.locals {
        builder.temporary(local.scalar);
    }
    let contract = task.contract.as_ref();
    let measured = contract.map(Contract::measured).unwrap_or_default();
    let mut stage = Stage {
        task,
        builder,
        stated: Stated::by(&measured, &script, &task.program.types),
        ways: 1,
        given: BTreeMap::new(),
        calls: Vec::new(),
    };
    let globals = task.globals.arbitrary().map(Step::Global);
    let steps = globals.chain(script.into_iter().map(Step::Edge)).collect();
    stage.perform(steps, World::default());

    let (calls, given) = (stage.calls, stage.given);
    let mut start = stage.builder.finish();
    start.origin = original.origin;
    start.span = original.span;
    program.procedures[entry.0 as usize] = start;
    let mut claimed: Option<BTreeSet<Span>> = None;
    if let Some(contract) = contract {
        for call in &calls {
            let edge = (entry, call.edge);
            contract::assume_preconditions(&mut program, edge, contract, &call.lengths);
            let here = contract::claim_postconditions(&mut program, edge, contract);
            claimed = Some(match claimed {
                Some(before) => &before & &here,
                None => here,
            });
        }
    }
    Some(Played {
        program: Cow::Owned(program),
        given: given
            .into_iter()
            .map(|(edge, extent)| ((entry, edge), extent))
            .collect(),
        claimed: claimed.unwrap_or_default(),
    })
}

/// Whether a caller in Java gives numbers alone: then the program says all of it.
fn gives_numbers(task: &Task<'_>, entry: ProcedureId) -> bool {
    let procedure = &task.program[entry];
    let mut edges = procedure.edges.iter();
    let gives_addresses = edges.any(|edge| match &edge.op {
        Op::Input { dest, .. } => procedure[*dest].scalar == Scalar::Pointer,
        _ => false,
    });
    !gives_addresses && task.globals.arbitrary().next().is_none()
}

/// The operations of the procedure that a program starts with, if it has but one way.
fn script(program: &Program, entry: ProcedureId) -> Option<Vec<Edge>> {
    let procedure = &program[entry];
    let mut edges = Vec::new();
    let mut at = procedure.entry;
    while at != procedure.exit {
        let [edge] = procedure.outgoing[at.0 as usize][..] else {
            return None;
        };
        let edge = &procedure[edge];
        if edges.len() > procedure.edges.len() {
            return None;
        }
        edges.push(edge.clone());
        at = edge.to;
    }
    Some(edges)
}

/// The types of whose objects the contract or a parameter says how many there are.
#[derive(Debug)]
enum Stated {
    /// Of all, for all that is known.
    Everything,
    Types(BTreeSet<TypeId>),
}

impl Stated {
    fn by(measured: &Measured, script: &[Edge], types: &TypeTable) -> Stated {
        if measured.others {
            return Stated::Everything;
        }
        let mut calls = script.iter().filter_map(|edge| match &edge.op {
            Op::Call { arguments, .. } => Some(&arguments[..]),
            _ => None,
        });
        let arguments = calls.next_back().unwrap_or_default();
        let is_measured = |dest: LocalId| {
            let mut parameters = measured.parameters.iter();
            parameters.any(|own| arguments.get(own.0 as usize) == Some(&Expr::Local(dest)))
        };
        let stated = script.iter().filter_map(|edge| match &edge.op {
            Op::Input { dest, ty, .. } => {
                let (target, least) = pointed_to(types, *ty)?;
                (least.is_some() || is_measured(*dest)).then_some(target)
            }
            _ => None,
        });
        Stated::Types(stated.collect())
    }

    fn has(&self, ty: TypeId) -> bool {
        match self {
            Stated::Everything => true,
            Stated::Types(types) => types.contains(&ty),
        }
    }
}

/// What is still to be done on a way.
#[derive(Clone, Debug)]
enum Step {
    /// A global holds anything.
    Global(GlobalId),
    /// A pointer is given.
    Pointer(Pointer),
    /// What the original does.
    Edge(Edge),
}

/// A pointer of the caller's.
#[derive(Clone, Debug)]
struct Pointer {
    /// Where it is put.
    into: Destination,
    /// What it points to.
    target: TypeId,
    /// It leads to at least so many elements, and is not null.
    least: Option<u64>,
    /// The types that it is inside of, as far as pointers lead.
    inside: Vec<TypeId>,
}

#[derive(Clone, Debug)]
enum Destination {
    Local(LocalId),
    Memory(Expr),
}

/// What was given on a way.
#[derive(Clone, Debug, Default)]
struct World {
    /// Addresses of objects, with their types.
    given: Vec<(TypeId, Expr)>,
    /// How many elements there are behind addresses.
    lengths: Vec<(Expr, Expr)>,
}

/// A call of the procedure that is checked.
struct Calling {
    edge: EdgeId,
    lengths: Vec<(Expr, Expr)>,
}

struct Stage<'t, 'p> {
    task: &'t Task<'p>,
    builder: ProcedureBuilder,
    stated: Stated,
    ways: usize,
    given: BTreeMap<EdgeId, Extent>,
    calls: Vec<Calling>,
}

impl Stage<'_, '_> {
    /// Goes a way to its end, and all that branch off from it.
    fn perform(&mut self, mut steps: VecDeque<Step>, mut world: World) {
        while let Some(step) = steps.pop_front() {
            match step {
                Step::Global(id) => self.global(id, &mut steps),
                Step::Edge(edge) => self.edge(edge, &mut steps, &world),
                Step::Pointer(pointer) => {
                    let mut choices = self.choices(&pointer, &world);
                    let last = choices.pop();
                    if !choices.is_empty() {
                        self.ways += choices.len();
                        let word = Scalar::Int(Width::W32);
                        let chosen = self.input(word);
                        for (number, choice) in choices.into_iter().enumerate() {
                            let number = Expr::int(Width::W32, number as i128);
                            let is_this = Expr::binary(BinaryOp::Eq, Expr::Local(chosen), number);
                            let (this, others) = self.builder.branch(is_this);
                            self.builder.at(this);
                            let (mut steps, mut world) = (steps.clone(), world.clone());
                            self.give(&pointer, choice, &mut steps, &mut world);
                            self.perform(steps, world);
                            self.builder.at(others);
                        }
                    }
                    if let Some(last) = last {
                        self.give(&pointer, last, &mut steps, &mut world);
                    }
                }
            }
        }
    }

    /// What the original does: all but pointers as it is.
    fn edge(&mut self, edge: Edge, steps: &mut VecDeque<Step>, world: &World) {
        self.builder.span(edge.span);
        if let Op::Input { dest, ty, source } = &edge.op
            && source.kind == SourceKind::Parameter
            && let Some((target, least)) = pointed_to(&self.task.program.types, *ty)
        {
            steps.push_front(Step::Pointer(Pointer {
                into: Destination::Local(*dest),
                target,
                least,
                inside: Vec::new(),
            }));
            return;
        }
        let is_call = matches!(edge.op, Op::Call { .. });
        let pushed = match edge.op {
            Op::Halt(_) => self.builder.push_to(edge.op, self.builder.exit()),
            op => self.builder.push(op),
        };
        if is_call {
            self.calls.push(Calling {
                edge: pushed,
                lengths: world.lengths.clone(),
            });
        }
    }

    /// A global may hold anything; so may what it points to.
    fn global(&mut self, id: GlobalId, steps: &mut VecDeque<Step>) {
        let ty = self.task.program[id].ty;
        self.scramble(Expr::Global(id));
        self.follow(&Expr::Global(id), ty, &[], steps);
    }

    /// The pointers of an object that was made are to be given.
    fn follow(&mut self, object: &Expr, ty: TypeId, inside: &[TypeId], steps: &mut VecDeque<Step>) {
        let program = self.task.program;
        let mut found = Vec::new();
        pointers(program, ty, 0, &mut found);
        for (offset, target) in found.into_iter().rev() {
            let offset = Expr::int(self.word(), offset.into());
            let address = Expr::Offset(Box::new(object.clone()), Box::new(offset));
            steps.push_front(Step::Pointer(Pointer {
                into: Destination::Memory(address),
                target,
                least: None,
                inside: inside.to_vec(),
            }));
        }
    }

    /// What a pointer can be. None of it if nothing is to be said of it.
    fn choices(&self, pointer: &Pointer, world: &World) -> Vec<Choice> {
        let program = self.task.program;
        let assumed = self.task.assumed;
        let is_object = !matches!(program.types.get(pointer.target), Type::Function { .. });
        let size = program.types.size(pointer.target, program.data_model);
        if !is_object || size.is_none_or(|size| size == 0) {
            return vec![Choice::Anything];
        }
        if pointer.inside.contains(&pointer.target) || self.ways > MOST_WAYS_OF_A_CALLER {
            return vec![Choice::Anything];
        }
        let mut choices = Vec::new();
        if !assumed.nonnull && pointer.least.is_none() {
            choices.push(Choice::Null);
        }
        if !assumed.noalias {
            let given = world.given.iter().filter(|(ty, _)| *ty == pointer.target);
            choices.extend(given.map(|(_, address)| Choice::Old(address.clone())));
            let globals = program.globals.iter().enumerate();
            let exposed = globals.filter(|(index, global)| {
                global.ty == pointer.target && self.task.globals.is_exposed(GlobalId(*index as u32))
            });
            choices.extend(
                exposed.map(|(index, _)| Choice::Old(Expr::Global(GlobalId(index as u32)))),
            );
        }
        choices.push(Choice::New);
        choices
    }

    fn give(
        &mut self,
        pointer: &Pointer,
        choice: Choice,
        steps: &mut VecDeque<Step>,
        world: &mut World,
    ) {
        let value = match choice {
            Choice::Null => Expr::NULL,
            Choice::Old(address) => address,
            Choice::Anything => Expr::Local(self.input(Scalar::Pointer)),
            Choice::New => {
                let object = self.object(pointer, world);
                world.given.push((pointer.target, object.clone()));
                let mut inside = pointer.inside.clone();
                inside.push(pointer.target);
                self.follow(&object, pointer.target, &inside, steps);
                object
            }
        };
        if let Destination::Local(dest) = pointer.into {
            let length = world.length(&value);
            world
                .lengths
                .extend(length.map(|length| (Expr::Local(dest), length)));
        }
        self.builder.push(match &pointer.into {
            Destination::Local(dest) => Op::Assign(*dest, value),
            Destination::Memory(address) => Op::Store {
                place: Place {
                    address: address.clone(),
                    scalar: Scalar::Pointer,
                    bits: None,
                    field: None,
                },
                value,
            },
        });
    }

    /// A new object of the caller's: as many elements as somebody states, at least one, or as accesses need.
    fn object(&mut self, pointer: &Pointer, world: &mut World) -> Expr {
        let program = self.task.program;
        let (types, model) = (&program.types, program.data_model);
        let word = self.word();
        let stride = types.size(pointer.target, model).unwrap_or(1);
        let most = MOST_BYTES.min(1 << (word.bits() - 1)) / stride;
        let most = Expr::int(word, most.into());
        let is_stated = self.stated.has(pointer.target);
        let length = match is_stated {
            true => Expr::Local(self.input(Scalar::Int(word))),
            false => most.clone(),
        };
        if is_stated {
            let least = Expr::int(word, pointer.least.unwrap_or(1).into());
            self.assume(Expr::binary(BinaryOp::ULe, least, length.clone()));
            self.assume(Expr::binary(BinaryOp::ULe, length.clone(), most));
        }
        let dest = self.builder.temporary(Scalar::Pointer);
        let stride = Expr::int(word, stride.into());
        let made = self.builder.push(Op::Alloc {
            dest,
            object: NewObject {
                size: Expr::binary(BinaryOp::Mul, length.clone(), stride),
                // It may be a variable, and what is freed came from `malloc`.
                align: types.align(pointer.target, model),
                storage: Storage::Heap,
                contents: Contents::Zero,
                ty: Some(pointer.target),
                name: None,
            },
        });
        let address = Expr::Local(dest);
        self.scramble(address.clone());
        let extent = match is_stated {
            true => Extent::Stated,
            false => Extent::AsNeeded,
        };
        self.given.insert(made, extent);
        if is_stated {
            world.lengths.push((address.clone(), length));
        }
        address
    }

    /// An object may hold anything.
    fn scramble(&mut self, address: Expr) {
        self.builder.push(Op::Havoc {
            dest: None,
            reachable: vec![address],
            function: "the caller".into(),
        });
    }

    fn assume(&mut self, condition: Expr) {
        self.builder.push(Op::Assume(condition));
    }

    /// A local with any value.
    fn input(&mut self, scalar: Scalar) -> LocalId {
        let dest = self.builder.temporary(scalar);
        self.builder.push(Op::Input {
            dest,
            ty: self.builder.declared_type(scalar),
            source: Box::new(Source {
                kind: SourceKind::Nondet,
                name: "the caller".into(),
                dynamic_name: None,
                index: None,
            }),
        });
        dest
    }

    fn word(&self) -> Width {
        self.task.program.data_model.pointer_width()
    }
}

impl World {
    fn length(&self, address: &Expr) -> Option<Expr> {
        let found = self.lengths.iter().find(|(known, _)| known == address);
        found.map(|(_, length)| length.clone())
    }
}

/// Where a pointer leads.
enum Choice {
    Null,
    /// To something that was given before.
    Old(Expr),
    New,
    /// Nobody knows.
    Anything,
}

/// What a parameter of a type points to, and how many elements there are at least if the type says so.
fn pointed_to(types: &TypeTable, ty: TypeId) -> Option<(TypeId, Option<u64>)> {
    match types.get(ty) {
        Type::Pointer(target) => Some((*target, None)),
        Type::Array(element, Some(least)) => Some((*element, Some(*least))),
        _ => None,
    }
}

/// The pointers in an object of a type, and what they point to. Those that lie where something else can lie are
/// left out, and so are those behind the first few elements of an array.
fn pointers(program: &Program, ty: TypeId, at: u64, found: &mut Vec<(u64, TypeId)>) {
    let size_of = |ty| program.types.size(ty, program.data_model).unwrap_or(0);
    match program.types.get(ty) {
        Type::Pointer(target) => found.push((at, *target)),
        Type::Array(element, Some(count)) => {
            for index in 0..(*count).min(MOST_WAYS_OF_A_CALLER as u64) {
                pointers(program, *element, at + index * size_of(*element), found);
            }
        }
        Type::Record(record) => {
            let fields = &program.types.record(*record).fields;
            for (index, field) in fields.iter().enumerate() {
                let end = field.offset + size_of(field.ty);
                let mut others = fields.iter().enumerate();
                let is_shared = others.any(|(other, it)| {
                    other != index && it.offset < end && field.offset < it.offset + size_of(it.ty)
                });
                if !is_shared {
                    pointers(program, field.ty, at + field.offset, found);
                }
            }
        }
        _ => {}
    }
}
