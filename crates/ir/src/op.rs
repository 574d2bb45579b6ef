//! Operations: what labels the edges of a control-flow automaton.

use crate::claim::ClaimKind;
use crate::expr::Expr;
use crate::program::{LocalId, ProcedureId};
use crate::scalar::Scalar;
use crate::types::{BitRange, FieldRef, TypeId};
use std::sync::Arc;

/// One step of a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// Nothing.
    Skip,
    /// A local takes a value.
    Assign(LocalId, Expr),
    /// A local loses its value: its declaration is reached again.
    Forget(LocalId),
    /// A local takes a value from memory.
    Load {
        /// The local.
        dest: LocalId,
        /// Where and what.
        place: Place,
    },
    /// Memory takes a value.
    Store {
        /// Where and what.
        place: Place,
        /// The value, of the type of the place (of the unit, for a bit-field: its low bits).
        value: Expr,
    },
    /// Bytes are copied as they are, uninitialised ones too. The ranges may overlap.
    Copy {
        /// The first byte written.
        to: Expr,
        /// The first byte read.
        from: Expr,
        /// How many, of the width of an address, unsigned.
        size: Expr,
    },
    /// Bytes are set to one value.
    Fill {
        /// The first byte.
        to: Expr,
        /// The value, an `i8`.
        byte: Expr,
        /// How many, of the width of an address, unsigned.
        size: Expr,
    },
    /// A new object.
    Alloc {
        /// Takes its address.
        dest: LocalId,
        /// What object.
        object: NewObject,
    },
    /// The life of a heap object ends. The address is the start of a live heap object.
    Free(Expr),
    /// The life of a stack object ends; nothing happens if the local was never set.
    EndScope(LocalId),
    /// The object whose address the local holds has its value for good: a constant that has been
    /// initialised.
    Protect(LocalId),
    /// Something about the object that an address points into, as an integer of the width of an
    /// address.
    Measure {
        /// Takes it.
        dest: LocalId,
        /// What is measured.
        measure: Measure,
        /// The address.
        address: Expr,
    },
    /// Execution goes on only if the condition holds.
    Assume(Expr),
    /// A claim: the condition holds whenever this is reached.
    Check(Box<Check>),
    /// The environment chooses a value.
    Input {
        /// Takes it.
        dest: LocalId,
        /// Its declared type, for people. Of a parameter that is an address, the type of an array
        /// says to how many elements it leads at least.
        ty: TypeId,
        /// Where it comes from.
        source: Box<Source>,
    },
    /// The environment chooses a string. It is in a new object of its own, exactly as large as the
    /// bytes and their terminating zero: [`Storage::Internal`], and the program may write to it.
    InputString {
        /// Takes its address.
        dest: LocalId,
        /// The declared type that its bytes are asked for in, an `i32`, for people.
        ty: TypeId,
        /// Where it comes from: a [`SourceKind::Argument`] or a [`SourceKind::Environment`]
        /// variable that exists, without an index. Each byte is an input of its own, asked for in
        /// order until the end; none is zero.
        source: Box<Source>,
    },
    /// Bytes leave the program.
    Output {
        /// The file descriptor, an `i32`.
        stream: Expr,
        /// The first byte.
        from: Expr,
        /// How many, of the width of an address.
        size: Expr,
    },
    /// A procedure is called.
    Call {
        /// Takes its value, if it is wanted.
        dest: Option<LocalId>,
        /// Which procedure.
        target: Target,
        /// The arguments, as many as the callee has parameters.
        arguments: Vec<Expr>,
    },
    /// The procedure ends. The edge leads to the exit.
    Return(Option<Expr>),
    /// A function without a body is called: its result and everything it can reach become
    /// arbitrary. One that gets no address and whose value nobody takes does nothing.
    Havoc {
        /// Takes an arbitrary value.
        dest: Option<LocalId>,
        /// Everything reachable from these addresses is arbitrary.
        reachable: Vec<Expr>,
        /// The name of the function.
        function: Arc<str>,
    },
    /// The program ends.
    Halt(Halt),
    /// Something that cannot be executed: it is named, and costs what depends on it.
    Unsupported(Arc<str>),
}

/// What can be asked about the object that an address points into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Its size in bytes. There must be an object.
    Size,
    /// How many bytes the address is behind its start; the address itself if there is no object.
    Offset,
    /// How many bytes from the address on can be accessed; all bits are set if the address is
    /// neither in a live object nor at its end.
    Room,
}

impl Measure {
    /// Its name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Measure::Size => "object size",
            Measure::Offset => "offset",
            Measure::Room => "room",
        }
    }
}

/// How a program ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Halt {
    /// With an exit status, an `i32`.
    Exit(Expr),
    /// By `abort`.
    Abort,
}

/// A place in memory and what is read or written there.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The address.
    pub address: Expr,
    /// The type of the value; of a bit-field, of its storage unit.
    pub scalar: Scalar,
    /// The bits of the unit, for a bit-field. A load gives them zero-extended to the unit.
    pub bits: Option<BitRange>,
    /// The declared field, where the source names one.
    pub field: Option<FieldRef>,
}

/// An object to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct NewObject {
    /// How many bytes, of the width of an address, unsigned.
    pub size: Expr,
    /// Its alignment in bytes, a power of two.
    pub align: u64,
    /// How long it lives.
    pub storage: Storage,
    /// What it holds at first.
    pub contents: Contents,
    /// The declared type, if known.
    pub ty: Option<TypeId>,
    /// The variable's name, for reports.
    pub name: Option<Arc<str>>,
}

/// How long an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Until the end of its scope, or of its procedure.
    Stack,
    /// Until it is freed.
    Heap,
    /// Until the end; not counted as a leak. The library model's own memory.
    Internal,
}

/// What a new object holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contents {
    /// Nothing that may be read.
    Uninitialised,
    /// Zeros.
    Zero,
}

/// Which procedure a call goes to.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    /// This one.
    Direct(ProcedureId),
    /// The one at this address. A check before the call makes sure that its signature fits.
    Indirect(Expr),
}

/// A claim about a point of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    /// What must hold.
    pub condition: Condition,
    /// The kind; of [`Condition::Access`] and other conditions over memory that can fail in
    /// several ways, the kind of each failure is told by evaluating it, and this is the first of
    /// [`Condition::kinds`].
    pub kind: ClaimKind,
    /// The expression it is about, as the user wrote it: `a[i]`.
    pub subject: Arc<str>,
    /// The values to show when it fails.
    pub operands: Vec<Operand>,
}

/// A value that explains a failure.
#[derive(Clone, PartialEq, Debug)]
pub struct Operand {
    /// As the user wrote it.
    pub text: Arc<str>,
    /// Its value.
    pub value: Expr,
    /// Its declared type.
    pub ty: TypeId,
}

/// What a [`Check`] asserts. All but the first speak of memory.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// The expression, an `i1`, holds.
    Holds(Expr),
    /// The local has a value.
    Initialised(LocalId),
    /// `size` bytes from `address` may be read or written.
    Access {
        /// The first byte.
        address: Expr,
        /// How many, of the width of an address, unsigned. An access of no bytes is fine.
        size: Expr,
        /// The alignment that the type asks for, in bytes.
        align: u64,
        /// Read or write.
        mode: AccessMode,
    },
    /// The address is null (freeing it does nothing) or the start of a live heap object.
    Freeable(Expr),
    /// Both point into one object, or both are null.
    SameObject(Expr, Expr),
    /// The ranges of that many bytes do not overlap.
    Disjoint(Expr, Expr, Expr),
    /// The address is that of a procedure with this signature.
    Callable(Expr, Signature),
    /// Every heap object is freed, or reachable from globals and live locals.
    NothingLeaked,
    /// Every heap object is freed.
    EverythingFreed,
}

impl Condition {
    /// The kinds of claims that its failure can violate, in the order in which they are told
    /// apart: the first that applies is reported. Empty where the [`Check`]'s own kind says it.
    pub fn kinds(&self) -> &'static [ClaimKind] {
        use ClaimKind::*;
        match self {
            Condition::Access {
                mode: AccessMode::Read,
                ..
            } => &[
                Null,
                InvalidDereference,
                UseAfterFree,
                UseAfterScope,
                Bounds,
                Misaligned,
            ],
            Condition::Access {
                mode: AccessMode::Write,
                ..
            } => &[
                Null,
                InvalidDereference,
                UseAfterFree,
                UseAfterScope,
                Bounds,
                ReadOnly,
                Misaligned,
            ],
            Condition::Freeable(_) => &[DoubleFree, InvalidFree],
            Condition::Callable(..) => &[Null, InvalidCall],
            _ => &[],
        }
    }
}

/// Read or write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessMode {
    /// Read.
    Read,
    /// Write.
    Write,
}

/// What a procedure takes and gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The types of its parameters. A variadic procedure has one more, the address of its
    /// further arguments.
    pub parameters: Vec<Scalar>,
    /// The type of its value.
    pub result: Option<Scalar>,
    /// More arguments may follow.
    pub variadic: bool,
}

/// Where an input comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// What part of the environment.
    pub kind: SourceKind,
    /// Its name: the function called, the parameter, …
    pub name: Arc<str>,
    /// A name that is known only at run time: the address of a string (of a file, of an
    /// environment variable, the number of an argument).
    pub dynamic_name: Option<Expr>,
    /// The position of the byte that is asked for, of the width of an address.
    pub index: Option<Expr>,
}

/// What part of the environment an input comes from. Byte sources give -1 at their end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SourceKind {
    /// A nondeterministic function of a verifier's vocabulary.
    Nondet,
    /// A parameter of the entry procedure.
    Parameter,
    /// A number in a variable that nobody defines, at the byte that the index says.
    Variable,
    /// The next byte of standard input.
    Stdin,
    /// How many arguments the program was given, with its own name.
    ArgumentCount,
    /// A byte of an argument.
    Argument,
    /// Whether an environment variable exists.
    EnvironmentExists,
    /// A byte of an environment variable.
    Environment,
    /// Whether a file exists.
    FileExists,
    /// A byte of a file.
    File,
    /// `rand` and its relatives.
    Random,
    /// The time.
    Clock,
    /// Anything else outside of the program.
    Other,
}

impl SourceKind {
    /// Its name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            SourceKind::Nondet => "nondet",
            SourceKind::Parameter => "parameter",
            SourceKind::Variable => "variable",
            SourceKind::Stdin => "stdin",
            SourceKind::ArgumentCount => "argument-count",
            SourceKind::Argument => "argument",
            SourceKind::EnvironmentExists => "environment-exists",
            SourceKind::Environment => "environment",
            SourceKind::FileExists => "file-exists",
            SourceKind::File => "file",
            SourceKind::Random => "random",
            SourceKind::Clock => "clock",
            SourceKind::Other => "other",
        }
    }
}
