//! The one representation of programs that every engine works on.
//!
//! A [`Program`] has global objects and [`Procedure`]s; a procedure is a control-flow automaton
//! whose edges carry one [`Op`]eration each. Values are [`Scalar`]s: integers without a sign,
//! floats, and addresses, which are an object and a byte offset into it. Claims are operations
//! too ([`Op::Check`]), and so are the choices of the environment ([`Op::Input`]).
//!
//! This crate knows no source language and no solver.

pub mod build;
mod claim;
mod data_model;
mod expr;
pub mod liveness;
mod math;
mod op;
mod program;
mod scalar;
mod source;
pub mod text;
mod types;
pub mod validate;
mod visit;

pub use claim::{ClaimKind, ClaimSet, Group, UnknownProperty};
pub use data_model::DataModel;
pub use expr::{BinaryOp, CastOp, Expr, LocalScalars, OperatorClass, UnaryOp};
pub use math::MathFunction;
pub use op::{
    AccessMode, Check, Condition, Contents, Halt, Measure, NewObject, Op, Operand, Place,
    Signature, Source, SourceKind, Storage, Target,
};
pub use program::{
    CHOOSE_VARIABLES, Caller, ContractText, Datum, DatumValue, Edge, EdgeId, Foreign, Global,
    GlobalId, GlobalOrigin, Local, LocalId, LocalRole, Location, Mutability, Pace, Procedure,
    ProcedureId, Program, Start, Unsupported, Visibility,
};
pub use scalar::{Const, FloatKind, Scalar, Width};
pub use source::{FileId, Origin, SourceFile, SourceMap, Span};
pub use types::{
    ArrayParts, BitRange, Field, FieldRef, Given, Making, Record, RecordId, Rest, Rule, Sign, Type,
    TypeId, TypeTable,
};
