//! The register code that programs are run as.
//!
//! A frame is a window of 64-bit registers. Integers and floats of up to 64 bits take one, with
//! zeros above their width; wider ones take two, the low half first; a pointer takes two, its
//! address and its provenance. A local whose initialisation matters has one more register, its
//! flag: 1 if it has a value. A local without a value has zeros in its registers.
//!
//! Instructions on integers of up to 64 bits carry a `shift`, the number of bits above the width:
//! operands shifted up by it compare and overflow as 64-bit numbers do.

use ir::{BinaryOp, CastOp, EdgeId, FloatKind, MathFunction, Scalar, UnaryOp};

/// A register, counted from the start of the frame.
pub(crate) type Reg = u32;

/// The register that takes flags nobody asks for.
pub(crate) const SINK: Reg = 0;

/// In place of a flag: there is a value.
pub(crate) const INITIALISED: Reg = u32::MAX;

/// Defines [`Ins`]: families of instructions with the same operands, and the others.
macro_rules! instructions {
    (
        plain: $($plain:ident)*;
        three: $($three:ident)*;
        immediate: $($immediate:ident)*;
        branch_plain: $($branch_plain:ident)*;
        branch: $($branch:ident)*;
        branch_immediate: $($branch_immediate:ident)*;
        load: $($load:ident)*;
        store: $($store:ident)*;
        other: { $($other:tt)* }
    ) => {
        /// An instruction.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Ins {
            $($plain { dst: Reg, a: Reg, b: Reg },)*
            $($three { shift: u8, dst: Reg, a: Reg, b: Reg },)*
            $($immediate { shift: u8, dst: Reg, a: Reg, b: i32 },)*
            $($branch_plain { cost: u16, a: Reg, b: Reg, target: u32 },)*
            $($branch { shift: u8, cost: u16, a: Reg, b: Reg, target: u32 },)*
            $($branch_immediate { shift: u8, cost: u16, a: Reg, b: i32, target: u32 },)*
            $($load { align: u8, skip: u8, dst: Reg, address: Reg, flag: Reg },)*
            $($store { align: u8, address: Reg, src: Reg },)*
            $($other)*
        }

        impl Ins {
            /// Where a jump leads.
            pub(crate) fn target_mut(&mut self) -> Option<&mut u32> {
                match self {
                    $(Ins::$branch_plain { target, .. } => Some(target),)*
                    $(Ins::$branch { target, .. } => Some(target),)*
                    $(Ins::$branch_immediate { target, .. } => Some(target),)*
                    Ins::Jump { target, .. }
                    | Ins::IfTrue { target, .. }
                    | Ins::IfFalse { target, .. } => Some(target),
                    _ => None,
                }
            }

            /// Whether something else than the next instruction may follow.
            pub(crate) fn ends_a_block(mut self) -> bool {
                let leaves = matches!(self, Ins::Call { .. } | Ins::Return { .. } | Ins::Stuck);
                leaves || matches!(self, Ins::Operation { .. }) || self.target_mut().is_some()
            }
        }
    };
}

instructions! {
    plain: URem And Or Xor LShr Eq Ne ULt ULe;
    three: Add Sub Mul UDiv SDiv SRem Shl AShr SLt SLe AddChecked SubChecked MulChecked;
    immediate: AddI MulI UDivI SDivI URemI SRemI AndI OrI XorI ShlI LShrI AShrI
        AddCheckedI SubCheckedI MulCheckedI;
    branch_plain: IfEq IfNe IfULt IfULe;
    branch: IfSLt IfSLe;
    branch_immediate: IfEqI IfNeI IfULtI IfULeI IfUGtI IfUGeI IfSLtI IfSLeI IfSGtI IfSGeI;
    load: Load1 Load2 Load4 Load8 LoadPointer;
    store: Store1 Store2 Store4 Store8 StorePointer;
    other: {
        Const { dst: Reg, value: u64 },
        Move { dst: Reg, src: Reg },
        /// Two registers.
        MovePair { dst: Reg, src: Reg },
        /// The address of an object that exists from the start.
        Object { dst: Reg, object: u32 },
        /// Cuts to a width.
        Cut { shift: u8, dst: Reg, a: Reg },
        SignExtend { from: u8, to: u8, dst: Reg, a: Reg },
        /// A double's operator.
        Float64 { op: BinaryOp, dst: Reg, a: Reg, b: Reg },
        /// Any operator on any type.
        Unary { op: UnaryOp, scalar: Scalar, dst: Reg, a: Reg },
        Binary { op: BinaryOp, scalar: Scalar, dst: Reg, a: Reg, b: Reg },
        Cast { op: CastOp, from: Scalar, to: Scalar, dst: Reg, a: Reg },
        Math { dst: Reg, site: u32 },
        /// The object at an address.
        Find { dst: Reg, a: Reg },
        Offset { dst: Reg, address: Reg, by: Reg },
        OffsetI { dst: Reg, address: Reg, by: i32 },
        /// An offset of `scale` times the index, which is sign-extended from its width.
        OffsetScaled { shift: u8, scale: u16, dst: Reg, address: Reg, index: Reg },
        /// Whether `size` bytes may be accessed.
        Access { write: bool, align: u8, address: Reg, size: Reg },
        AccessI { write: bool, align: u8, address: Reg, size: u32 },
        Jump { cost: u16, target: u32 },
        IfTrue { cost: u16, a: Reg, target: u32 },
        IfFalse { cost: u16, a: Reg, target: u32 },
        /// A place that every loop passes: limits are looked at.
        Poll,
        Call { site: u32 },
        Return { parts: u8, cost: u16, src: Reg, flag: Reg },
        /// The operation of the edge, whose operands are in these registers.
        Operation { a: Reg, b: Reg, c: Reg },
        /// No assumption of the location holds, or it has no edges.
        Stuck,
    }
}

const _: () = assert!(size_of::<Ins>() == 16);

/// A procedure as code.
pub(crate) struct Routine {
    pub(crate) code: Vec<Ins>,
    /// The edge that each instruction belongs to.
    pub(crate) sites: Vec<EdgeId>,
    /// How many registers a frame has.
    pub(crate) frame: u32,
    /// Where the locals are.
    pub(crate) homes: Vec<Home>,
    pub(crate) calls: Vec<CallSite>,
    pub(crate) maths: Vec<MathSite>,
}

/// The registers of a local.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home {
    pub(crate) slot: Reg,
    /// [`SINK`] where it always has a value when that matters.
    pub(crate) flag: Reg,
    pub(crate) parts: Parts,
}

/// How many registers a value takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parts {
    One,
    Two,
}

impl Parts {
    pub(crate) fn of(scalar: Scalar) -> Parts {
        match scalar {
            Scalar::Int(width) if width.bits() <= 64 => Parts::One,
            Scalar::Float(FloatKind::F16 | FloatKind::F32 | FloatKind::F64) => Parts::One,
            Scalar::Int(_) | Scalar::Float(FloatKind::F80 | FloatKind::F128) | Scalar::Pointer => {
                Parts::Two
            }
        }
    }

    pub(crate) fn count(self) -> u32 {
        match self {
            Parts::One => 1,
            Parts::Two => 2,
        }
    }
}

/// A call.
pub(crate) struct CallSite {
    pub(crate) target: CallTarget,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) dest: Option<Home>,
    /// The edges since the last count.
    pub(crate) cost: u16,
}

#[derive(Clone, Copy)]
pub(crate) enum CallTarget {
    Direct(u32),
    /// The pointer in these registers.
    Indirect(Reg),
}

/// An argument of a call.
pub(crate) struct Argument {
    pub(crate) src: Reg,
    /// [`INITIALISED`], or the flag of the local that is passed.
    pub(crate) flag: Reg,
    pub(crate) scalar: Scalar,
}

/// A mathematical function's call.
pub(crate) struct MathSite {
    pub(crate) function: MathFunction,
    pub(crate) kind: FloatKind,
    pub(crate) arguments: Vec<Reg>,
}
