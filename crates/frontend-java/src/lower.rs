//! Classes to `ir`.
//!
//! An object starts with the number of its class; an array is an object with a length and the
//! address of its elements, which are an object of their own. Every method is a procedure. An
//! exception is a value in a global, [`Lowering::pending`]: who calls looks there afterwards, and
//! a procedure that does not catch it returns. What reaches the entry is what nobody caught.

mod arithmetic;
mod array;
mod body;
mod call;
mod claims;
mod classes;
mod contracts;
mod dispatch;
mod entry;
mod exception;
mod generics;
mod given;
mod initialise;
mod instruction;
mod jump;
mod literal;
mod monitor;
mod native;
mod numbers;
mod object;
mod observed;
pub(crate) mod recursion;
mod types;
mod uncaught;

use crate::classpath::Author;
use crate::descriptor::{JavaType, Kind};
use crate::error::LoadError;
use crate::reach::Reached;
use crate::world::{ClassId, FieldId, MethodId, World};
use classes::Tags;
use contain::Patience;
use ir::{
    DataModel, FileId, FloatKind, Global, GlobalId, GlobalOrigin, Mutability, Origin, Procedure,
    ProcedureId, Program, Scalar, Span, TypeId, Width,
};
use observed::Observed;
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::rc::Rc;

pub(crate) use claims::Site;

/// What a program is started with.
pub(crate) enum Start {
    /// `main` with the arguments of the command line.
    Main(MethodId),
    /// Any method, with arguments that the environment chooses.
    Any(MethodId),
}

/// Translates everything that was reached.
pub(crate) fn lower<'w, 'a>(
    world: &'w World<'a>,
    reached: &'w Reached,
    sources: &[PathBuf],
    start: &Start,
    patience: &'w Patience,
) -> Result<Program, LoadError> {
    let mut lowering = Lowering::new(world, reached, sources, start, patience);
    lowering.start(start)?;
    lowering.program.causes = lowering.causes();
    match lowering.invalid {
        Some(error) => Err(error),
        None => Ok(lowering.program),
    }
}

/// What a procedure is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Work {
    /// The code of a method.
    Method(MethodId),
    /// The initialisation of a class, if it was not done before.
    Initialise(ClassId),
    /// A call on an object that is at least of a class: which method runs depends on its class.
    Dispatch(ClassId, MethodId),
    /// The start of an exception, in code of that author.
    Raise(Author),
    /// The return of an exception to code of that author.
    Pass(Author),
    /// Whether a value may be stored in an array of references.
    MayStore,
    /// The array of arrays of these lengths.
    MultiArray(ClassId, u8),
}

pub(crate) struct Lowering<'w, 'a> {
    world: &'w World<'a>,
    reached: &'w Reached,
    program: Program,
    tags: Tags,
    types: types::Types,
    procedures: FxHashMap<Work, ProcedureId>,
    queue: Vec<(ProcedureId, Work)>,
    statics: FxHashMap<FieldId, GlobalId>,
    states: FxHashMap<ClassId, GlobalId>,
    strings: FxHashMap<Rc<[u16]>, GlobalId>,
    class_objects: FxHashMap<JavaType, GlobalId>,
    /// The objects of classes that have a single one.
    lone_objects: FxHashMap<ClassId, GlobalId>,
    /// Holds the exception that is under way, or null.
    pending: GlobalId,
    sites: Vec<Site>,
    sources: Vec<PathBuf>,
    files: FxHashMap<ClassId, FileId>,
    /// The tables of class objects and stack traces, to be filled at the end.
    tables: native::Tables,
    /// What the program can see of what the machine keeps.
    observed: Observed,
    /// The class of the method that the program starts with.
    entry_class: ClassId,
    /// The first method of the user's whose bytecode is invalid.
    invalid: Option<LoadError>,
    /// How long it may take.
    patience: &'w Patience,
}

impl<'w, 'a> Lowering<'w, 'a> {
    fn new(
        world: &'w World<'a>,
        reached: &'w Reached,
        sources: &[PathBuf],
        start: &Start,
        patience: &'w Patience,
    ) -> Lowering<'w, 'a> {
        let mut program = Program {
            data_model: DataModel::Lp64,
            ..Program::default()
        };
        let types = types::Types::new(&mut program.types);
        let pending = Global {
            name: "the exception under way".into(),
            ty: types.object,
            size: 8,
            align: 8,
            mutability: Mutability::Mutable,
            origin: GlobalOrigin::Variable,
            visibility: ir::Visibility::Everywhere,
            data: Vec::new(),
            span: Span::NONE,
        };
        program.globals.push(pending);
        Lowering {
            world,
            reached,
            program,
            tags: Tags::of(world, &reached.instantiated),
            types,
            procedures: FxHashMap::default(),
            queue: Vec::new(),
            statics: FxHashMap::default(),
            states: FxHashMap::default(),
            strings: FxHashMap::default(),
            class_objects: FxHashMap::default(),
            lone_objects: FxHashMap::default(),
            pending: GlobalId(0),
            sites: vec![Site::none()],
            sources: sources.to_vec(),
            files: FxHashMap::default(),
            tables: native::Tables::default(),
            observed: Observed::of(world, reached, start),
            entry_class: match start {
                Start::Main(method) | Start::Any(method) => method.class,
            },
            invalid: None,
            patience,
        }
    }

    /// The procedure for some work, which is done later.
    fn procedure(&mut self, work: Work) -> ProcedureId {
        let work = match work {
            Work::Method(method) => Work::Method(self.world.method(method).patch.unwrap_or(method)),
            other => other,
        };
        if let Some(id) = self.procedures.get(&work) {
            return *id;
        }
        let id = ProcedureId(self.program.procedures.len() as u32);
        self.program.procedures.push(Procedure::empty());
        self.procedures.insert(work.clone(), id);
        self.queue.push((id, work));
        id
    }

    /// Does all work that is left, if there is time.
    fn drain(&mut self) -> Result<(), LoadError> {
        while let Some((id, work)) = self.queue.pop() {
            LoadError::if_late(self.patience)?;
            let procedure = match work {
                Work::Method(method) => self.method(method),
                Work::Initialise(class) => self.initialiser(class),
                Work::Dispatch(class, method) => self.dispatcher(class, method),
                Work::Raise(author) => self.raiser(author, "raised"),
                Work::Pass(author) => self.raiser(author, "frame"),
                Work::MayStore => self.may_store(),
                Work::MultiArray(class, dimensions) => self.multi_array(class, dimensions),
            };
            self.program.procedures[id.0 as usize] = procedure;
        }
        Ok(())
    }

    fn global(&mut self, global: Global) -> GlobalId {
        self.program.globals.push(global);
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    /// The type of references to objects of a class, or of values of a primitive type.
    fn type_of(&mut self, ty: &JavaType) -> TypeId {
        types::type_of(self, ty)
    }

    fn origin(&self, class: ClassId) -> Origin {
        match self.world.class(class).author {
            Author::User => Origin::User,
            Author::Jdk => Origin::System,
            Author::Model => Origin::Library,
        }
    }
}

/// What a value of the stack is in `ir`.
fn scalar(kind: Kind) -> Scalar {
    match kind {
        Kind::Int => Scalar::Int(Width::W32),
        Kind::Long => Scalar::Int(Width::W64),
        Kind::Float => Scalar::Float(FloatKind::F32),
        Kind::Double => Scalar::Float(FloatKind::F64),
        Kind::Reference => Scalar::Pointer,
    }
}

/// What a value of a type is in memory.
fn memory_scalar(ty: &JavaType) -> Scalar {
    match ty {
        JavaType::Boolean | JavaType::Byte => Scalar::Int(Width::W8),
        JavaType::Char | JavaType::Short => Scalar::Int(Width::W16),
        other => scalar(other.kind()),
    }
}
