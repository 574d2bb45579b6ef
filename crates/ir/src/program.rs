//! Programs: objects and procedures, each procedure a control-flow automaton.

use crate::data_model::DataModel;
use crate::expr::LocalScalars;
use crate::op::{Op, Signature};
use crate::scalar::{Scalar, Width};
use crate::source::{Origin, SourceMap, Span};
use crate::types::{TypeId, TypeTable};
use std::collections::BTreeMap;
use std::ops::Index;
use std::sync::Arc;

/// A global object of a [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GlobalId(pub u32);

/// A procedure of a [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ProcedureId(pub u32);

/// A local of a [`Procedure`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalId(pub u32);

/// A location of a [`Procedure`]'s automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location(pub u32);

/// An edge of a [`Procedure`]'s automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EdgeId(pub u32);

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The sizes of its platform.
    pub data_model: DataModel,
    /// Its declared types.
    pub types: TypeTable,
    /// Its files.
    pub files: SourceMap,
    /// Its global objects, string literals among them.
    pub globals: Vec<Global>,
    /// Its procedures.
    pub procedures: Vec<Procedure>,
    /// Where execution starts: a procedure without parameters.
    pub entry: Option<ProcedureId>,
    /// What the entry calls, where the front end says so.
    pub start: Option<Start>,
    /// What could not be represented: each is an [`Op::Unsupported`] in some procedure, or a
    /// declaration that nothing reachable may depend on.
    pub unsupported: Vec<Unsupported>,
    /// Those of them that may be executed although no procedure has them: assembly outside of
    /// functions.
    pub unseen: Vec<Unsupported>,
    /// Functions that are called and that nobody defines: what they do is assumed.
    pub undefined: BTreeMap<Arc<str>, Foreign>,
    /// Where what some claims speak of begins, if they are checked only when the program ends: the
    /// place of the claim, and an operation without which it holds. Of a place that is listed, all are.
    pub causes: Vec<(Span, ProcedureId, EdgeId)>,
}

/// The procedure that lets the environment choose what is in the variables that nobody defines
/// ([`GlobalOrigin::Chosen`]). It takes and gives nothing; the start of the program calls it first.
pub const CHOOSE_VARIABLES: &str = "<variables>";

/// What is assumed of a function that nobody defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreign {
    /// It returns, and changes nothing but what its arguments point to.
    Returns,
    /// It ends the program.
    Ends,
}

/// The procedure of the user's that a program starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The procedure.
    pub procedure: ProcedureId,
    /// Who calls it.
    pub caller: Caller,
    /// Holds the exception that is under way, or null: a procedure that returns with one has not
    /// come to its end.
    pub exception: GlobalId,
    /// Whether it could tell that an argument is an object which it holds itself, though the caller
    /// is taken to give none.
    pub holds_own: bool,
}

/// Who calls the procedure that a program starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// The system: it is `main`.
    System,
    /// Anybody, with any arguments.
    Anyone,
}

/// A construct that is not supported, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// Where.
    pub span: Span,
    /// What: `computed goto`.
    pub what: Arc<str>,
}

/// A global object.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Its name, made up for string literals.
    pub name: Arc<str>,
    /// Its declared type.
    pub ty: TypeId,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u64,
    /// Whether it may be written.
    pub mutability: Mutability,
    /// What kind of definition made it.
    pub origin: GlobalOrigin,
    /// Who can name it.
    pub visibility: Visibility,
    /// The initialised parts; everything else is zero. Sorted by offset, without overlaps.
    pub data: Vec<Datum>,
    /// Where it is defined.
    pub span: Span,
}

/// Which code can name a global or a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    /// The block that declares it: a `static` local, or something without a name.
    Block,
    /// The file that defines it.
    File,
    /// All code, that of other programs' files included.
    #[default]
    Everywhere,
}

/// Whether an object may be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mutability {
    /// It may.
    Mutable,
    /// It must not.
    Constant,
}

/// What a global is in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalOrigin {
    /// A variable.
    Variable,
    /// A variable of the library's model for what lasts from one call to the next, such as `errno`. An
    /// unknown caller has called the library before. What can be named is for the caller to choose.
    Kept,
    /// A string literal.
    StringLiteral,
    /// Declared, but defined nowhere: its contents are unknown.
    Undefined,
    /// Declared, but defined nowhere: the environment chooses at the start what it holds.
    Chosen,
}

/// An initialised part of a global.
#[derive(Clone, PartialEq, Debug)]
pub struct Datum {
    /// Where it starts.
    pub offset: u64,
    /// What is there.
    pub value: DatumValue,
}

/// What an initialised part holds.
#[derive(Clone, PartialEq, Debug)]
pub enum DatumValue {
    /// These bytes.
    Bytes(Vec<u8>),
    /// The address of a global, and so many bytes further.
    Global(GlobalId, i64),
    /// The address of a procedure.
    Procedure(ProcedureId),
}

/// A local of a procedure: a value without an address. Variables whose address is taken, arrays
/// and records live in objects, and a local holds the object's address.
#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    /// The variable's name; temporaries have none.
    pub name: Option<Arc<str>>,
    /// What it holds.
    pub scalar: Scalar,
    /// The declared type of the variable; of an object's address, a pointer to it.
    pub ty: TypeId,
    /// What it stands for.
    pub role: LocalRole,
    /// Where it is declared.
    pub span: Span,
}

/// What a local stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalRole {
    /// A variable or parameter of the source: the local is its value.
    Variable,
    /// The address of the object in which a variable of that name lives.
    Address,
    /// An intermediate value.
    Temporary,
}

/// A procedure: locations, and edges labelled with one operation each. A location with several
/// outgoing edges has an [`Op::Assume`] on each, exactly one of which holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Procedure {
    /// Its name.
    pub name: Arc<str>,
    /// What it takes and gives.
    pub signature: Signature,
    /// Its declared type.
    pub ty: Option<TypeId>,
    /// Its locals; the first are its parameters.
    pub locals: Vec<Local>,
    /// Where it starts.
    pub entry: Location,
    /// Where every [`Op::Return`] leads.
    pub exit: Location,
    /// Its edges.
    pub edges: Vec<Edge>,
    /// The outgoing edges of each location.
    pub outgoing: Vec<Vec<EdgeId>>,
    /// Its contract, as the user wrote it, in one or more comments.
    pub contracts: Vec<ContractText>,
    /// Who wrote it.
    pub origin: Origin,
    /// Who can name it.
    pub visibility: Visibility,
    /// When what comes after a call of it is worth a look.
    pub pace: Pace,
    /// Where it is defined.
    pub span: Span,
}

/// When executions that come by a place are worth a look. It is a hint for the order of a search, and
/// means nothing to what a program does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// In their turn.
    #[default]
    Usual,
    /// After others: they are rare, and differ from those in nothing that most programs look at.
    Late,
}

/// The text of a contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContractText {
    /// What stands between `/*@` and `*/`, or after `//@`.
    pub text: Arc<str>,
    /// Where.
    pub span: Span,
}

/// An edge.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: Location,
    /// Where it leads.
    pub to: Location,
    /// What happens on it.
    pub op: Op,
    /// The source it stands for.
    pub span: Span,
}

impl Program {
    /// The procedure of that name.
    pub fn find(&self, name: &str) -> Option<ProcedureId> {
        let found = self
            .procedures
            .iter()
            .position(|procedure| &*procedure.name == name)?;
        Some(ProcedureId(found as u32))
    }

    /// All procedures with their numbers.
    pub fn procedures(&self) -> impl Iterator<Item = (ProcedureId, &Procedure)> {
        self.procedures
            .iter()
            .enumerate()
            .map(|(index, procedure)| (ProcedureId(index as u32), procedure))
    }
}

impl Index<ProcedureId> for Program {
    type Output = Procedure;

    fn index(&self, id: ProcedureId) -> &Procedure {
        &self.procedures[id.0 as usize]
    }
}

impl Index<GlobalId> for Program {
    type Output = Global;

    fn index(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }
}

impl Procedure {
    /// A procedure without a name or a body.
    pub fn empty() -> Procedure {
        Procedure {
            name: "".into(),
            signature: Signature {
                parameters: Vec::new(),
                result: None,
                variadic: false,
            },
            ty: None,
            locals: Vec::new(),
            entry: Location(0),
            exit: Location(0),
            edges: Vec::new(),
            outgoing: Vec::new(),
            contracts: Vec::new(),
            origin: Origin::Library,
            visibility: Visibility::Everywhere,
            pace: Pace::Usual,
            span: Span::NONE,
        }
    }

    /// The edges that start at a location.
    pub fn outgoing(&self, location: Location) -> impl Iterator<Item = &Edge> {
        self.outgoing[location.0 as usize]
            .iter()
            .map(|id| &self.edges[id.0 as usize])
    }

    /// How many locations there are.
    pub fn locations(&self) -> usize {
        self.outgoing.len()
    }

    /// The types of the locals, for [`crate::Expr::scalar`].
    pub fn scalars(&self, model: DataModel) -> impl LocalScalars + '_ {
        ProcedureScalars {
            locals: &self.locals,
            model,
        }
    }
}

impl Index<EdgeId> for Procedure {
    type Output = Edge;

    fn index(&self, id: EdgeId) -> &Edge {
        &self.edges[id.0 as usize]
    }
}

impl Index<LocalId> for Procedure {
    type Output = Local;

    fn index(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }
}

struct ProcedureScalars<'a> {
    locals: &'a [Local],
    model: DataModel,
}

impl LocalScalars for ProcedureScalars<'_> {
    fn local_scalar(&self, local: crate::LocalId) -> Scalar {
        self.locals[local.0 as usize].scalar
    }

    fn pointer_width(&self) -> Width {
        self.model.pointer_width()
    }
}
