//! Pure expressions over the locals of a procedure.

use crate::math::MathFunction;
use crate::program::{GlobalId, LocalId, ProcedureId};
use crate::scalar::{Const, FloatKind, Scalar, Width};

/// An expression without effects. It never reads memory, so it can be evaluated anywhere on a
/// path on which its locals are known.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A constant.
    Const(Const),
    /// The value of a local.
    Local(LocalId),
    /// The address of a global object.
    Global(GlobalId),
    /// The address of a procedure.
    Procedure(ProcedureId),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands of the same type.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A change of type.
    Cast(CastOp, Scalar, Box<Expr>),
    /// The address `1` bytes further than `0`, in the same object. The second operand has the
    /// width of an address and is signed.
    Offset(Box<Expr>, Box<Expr>),
    /// The second or the third, as the first holds or not; only the chosen one is evaluated.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function of the mathematical library, rounded as the host's library rounds.
    Math(MathFunction, FloatKind, Vec<Expr>),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// Two's complement negation.
    Neg,
    /// Bitwise complement; on conditions, negation.
    Not,
    /// Change of the sign bit.
    FNeg,
    /// How many leading zero bits; the width for 0.
    LeadingZeros,
    /// How many trailing zero bits; the width for 0.
    TrailingZeros,
    /// How many bits are set.
    PopCount,
    /// The bytes in reverse order.
    ByteSwap,
    /// Whether a float is not a number.
    IsNan,
    /// Whether a float is plus or minus infinity.
    IsInfinite,
    /// The sign bit of a float.
    SignBit,
}

/// Operators with two operands of one type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// Sum, cut to the width.
    Add,
    /// Difference, cut to the width.
    Sub,
    /// Product, cut to the width.
    Mul,
    /// Unsigned quotient. Division by zero is checked before: its value here is all ones.
    UDiv,
    /// Signed quotient, rounded towards zero; by zero, 1 or -1 as in SMT-LIB.
    SDiv,
    /// Unsigned remainder; by zero, the first operand.
    URem,
    /// Signed remainder with the sign of the first operand; by zero, the first operand.
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left; by the width or more, 0.
    Shl,
    /// Unsigned shift right; by the width or more, 0.
    LShr,
    /// Signed shift right; by the width or more, the sign everywhere.
    AShr,
    /// Same value: of integers or of addresses.
    Eq,
    /// Different value: of integers or of addresses.
    Ne,
    /// Unsigned less than: of integers or of addresses.
    ULt,
    /// Unsigned at most: of integers or of addresses.
    ULe,
    /// Signed less than.
    SLt,
    /// Signed at most.
    SLe,
    /// Whether the signed sum leaves the width.
    SAddOverflows,
    /// Whether the signed difference leaves the width.
    SSubOverflows,
    /// Whether the signed product leaves the width.
    SMulOverflows,
    /// Whether the unsigned sum leaves the width.
    UAddOverflows,
    /// Whether the unsigned difference is negative.
    USubOverflows,
    /// Whether the unsigned product leaves the width.
    UMulOverflows,
    /// Rounded to nearest, ties to even.
    FAdd,
    /// Rounded to nearest, ties to even.
    FSub,
    /// Rounded to nearest, ties to even.
    FMul,
    /// Rounded to nearest, ties to even.
    FDiv,
    /// Equal as numbers: `-0 = 0`, and nothing equals a NaN.
    FEq,
    /// Less than; false with a NaN.
    FLt,
    /// At most; false with a NaN.
    FLe,
    /// The difference of two addresses in bytes, as an integer of the width of an address.
    PointerDiff,
}

/// What a binary operator takes and gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperatorClass {
    /// Integers to an integer of the same width.
    Arithmetic,
    /// Integers or addresses to a condition.
    Comparison,
    /// Integers to a condition.
    IntegerPredicate,
    /// Floats to a float.
    FloatArithmetic,
    /// Floats to a condition.
    FloatComparison,
    /// Addresses to an integer.
    PointerDifference,
}

impl BinaryOp {
    /// What it takes and gives.
    pub fn class(self) -> OperatorClass {
        use BinaryOp::*;
        match self {
            Add | Sub | Mul | UDiv | SDiv | URem | SRem | And | Or | Xor | Shl | LShr | AShr => {
                OperatorClass::Arithmetic
            }
            Eq | Ne | ULt | ULe => OperatorClass::Comparison,
            SLt | SLe | SAddOverflows | SSubOverflows | SMulOverflows | UAddOverflows
            | USubOverflows | UMulOverflows => OperatorClass::IntegerPredicate,
            FAdd | FSub | FMul | FDiv => OperatorClass::FloatArithmetic,
            FEq | FLt | FLe => OperatorClass::FloatComparison,
            PointerDiff => OperatorClass::PointerDifference,
        }
    }
}

/// Changes of type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    /// To a narrower integer.
    Truncate,
    /// To a wider integer, zeros above.
    ZeroExtend,
    /// To a wider integer, the sign above.
    SignExtend,
    /// Signed integer to float, to nearest.
    SignedToFloat,
    /// Unsigned integer to float, to nearest.
    UnsignedToFloat,
    /// Float to signed integer, towards zero; out of range is checked before, its value here is
    /// the smallest integer, as x86 has it.
    FloatToSigned,
    /// Float to unsigned integer, towards zero; out of range as for [`CastOp::FloatToSigned`].
    FloatToUnsigned,
    /// Float to another format, to nearest.
    FloatToFloat,
    /// The bits of a float as an integer of the same size, or back.
    Bits,
    /// Address to integer of the width of an address.
    PointerToInt,
    /// Integer of the width of an address to address: of the object that lies there, if any.
    IntToPointer,
}

impl Expr {
    /// The condition that always holds.
    pub const TRUE: Expr = Expr::Const(Const::TRUE);
    /// The condition that never holds.
    pub const FALSE: Expr = Expr::Const(Const::FALSE);
    /// The null pointer.
    pub const NULL: Expr = Expr::Const(Const::Null);

    /// An integer constant, cut to the width.
    pub fn int(width: Width, value: i128) -> Expr {
        Expr::Const(Const::int(width, value))
    }

    /// One operand.
    pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
        Expr::Unary(op, Box::new(operand))
    }

    /// Two operands.
    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    /// A change of type.
    pub fn cast(op: CastOp, to: Scalar, operand: Expr) -> Expr {
        Expr::Cast(op, to, Box::new(operand))
    }

    /// The negation of a condition, without doubling a negation.
    pub fn negate(self) -> Expr {
        match self {
            Expr::Const(Const::TRUE) => Expr::FALSE,
            Expr::Const(Const::FALSE) => Expr::TRUE,
            Expr::Unary(UnaryOp::Not, inner) => *inner,
            other => Expr::unary(UnaryOp::Not, other),
        }
    }

    /// The constant, if it is one.
    pub fn as_const(&self) -> Option<Const> {
        match self {
            Expr::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// The type of its value, given the types of locals and the width of addresses.
    pub fn scalar(&self, locals: &impl LocalScalars) -> Scalar {
        match self {
            Expr::Const(value) => value.scalar(),
            Expr::Local(local) => locals.local_scalar(*local),
            Expr::Global(_) | Expr::Procedure(_) | Expr::Offset(..) => Scalar::Pointer,
            Expr::Unary(op, operand) => match op {
                UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit => Scalar::BOOL,
                _ => operand.scalar(locals),
            },
            Expr::Binary(op, left, _) => match op.class() {
                OperatorClass::Arithmetic | OperatorClass::FloatArithmetic => left.scalar(locals),
                OperatorClass::PointerDifference => Scalar::Int(locals.pointer_width()),
                _ => Scalar::BOOL,
            },
            Expr::Cast(_, to, _) => *to,
            Expr::If(_, then, _) => then.scalar(locals),
            Expr::Math(_, kind, _) => Scalar::Float(*kind),
        }
    }

    /// Calls `visit` on each local that occurs, as often as it occurs.
    pub fn for_each_local(&self, visit: &mut impl FnMut(LocalId)) {
        self.for_each(&mut |part| {
            if let Expr::Local(local) = part {
                visit(*local);
            }
        });
    }

    /// Calls `visit` on each integer constant that something in it is compared with, as a signed number, and
    /// says whether the comparison is one of order.
    pub fn for_each_compared(&self, visit: &mut impl FnMut(i128, bool)) {
        use BinaryOp::{Eq, Ne, SLe, SLt, ULe, ULt};
        self.for_each(&mut |part| {
            let Expr::Binary(op @ (Eq | Ne | SLt | SLe | ULt | ULe), left, right) = part else {
                return;
            };
            for side in [left, right] {
                if let Expr::Const(Const::Int(width, bits)) = **side {
                    visit(width.sign_extend(bits), !matches!(op, Eq | Ne));
                }
            }
        });
    }

    /// Calls `visit` on the expression and on each expression in it.
    pub fn for_each<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        visit(self);
        match self {
            Expr::Const(_) | Expr::Global(_) | Expr::Procedure(_) | Expr::Local(_) => {}
            Expr::Unary(_, operand) | Expr::Cast(_, _, operand) => operand.for_each(visit),
            Expr::Binary(_, left, right) | Expr::Offset(left, right) => {
                left.for_each(visit);
                right.for_each(visit);
            }
            Expr::If(condition, then, otherwise) => {
                condition.for_each(visit);
                then.for_each(visit);
                otherwise.for_each(visit);
            }
            Expr::Math(_, _, arguments) => {
                arguments
                    .iter()
                    .for_each(|argument| argument.for_each(visit));
            }
        }
    }
}

/// What gives locals their types.
pub trait LocalScalars {
    /// The type of a local.
    fn local_scalar(&self, local: LocalId) -> Scalar;
    /// The width of an address.
    fn pointer_width(&self) -> Width;
}
