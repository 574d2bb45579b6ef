//! Expressions, with as few parentheses as can be.

use super::names::Names;
use crate::expr::{BinaryOp, CastOp, Expr, UnaryOp};
use crate::program::{LocalId, Program};
use crate::scalar::Const;

/// What gives names to the things in an expression.
pub(super) struct Context<'a> {
    pub(super) program: &'a Program,
    pub(super) names: &'a Names,
    pub(super) locals: &'a [String],
}

/// Whether the place of an expression tells the type of a constant.
#[derive(Clone, Copy, PartialEq)]
enum ConstType {
    Told,
    Untold,
}

/// How tightly an expression binds.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Whole,
    Operand,
}

impl Context<'_> {
    pub(super) fn local(&self, local: LocalId) -> &str {
        self.locals
            .get(local.0 as usize)
            .map_or("?", String::as_str)
    }

    /// An expression that stands alone.
    pub(super) fn expr(&self, expr: &Expr) -> String {
        self.at(expr, Level::Whole, ConstType::Untold)
    }

    /// An expression whose type is known from where it stands: a size, an offset.
    pub(super) fn known(&self, expr: &Expr) -> String {
        self.at(expr, Level::Whole, ConstType::Told)
    }

    pub(super) fn list<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> String {
        exprs
            .into_iter()
            .map(|expr| self.expr(expr))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn at(&self, expr: &Expr, level: Level, told: ConstType) -> String {
        let infix = |text: String| match level {
            Level::Whole => text,
            Level::Operand => format!("({text})"),
        };
        match expr {
            Expr::Const(value) => constant(*value, told),
            Expr::Local(local) => self.local(*local).to_string(),
            Expr::Global(id) => format!("&{}", self.names.global(*id)),
            Expr::Procedure(id) => format!("&{}", self.names.procedure(*id)),
            Expr::Unary(op, operand) => infix(self.unary(*op, operand)),
            Expr::Binary(op, left, right) => {
                let types = types_told(left, right);
                match infix_symbol(*op) {
                    Some(symbol) => infix(format!(
                        "{} {symbol} {}",
                        self.at(left, Level::Operand, types),
                        self.at(right, Level::Operand, types)
                    )),
                    None => format!(
                        "{}({}, {})",
                        function_name(*op),
                        self.at(left, Level::Whole, types),
                        self.at(right, Level::Whole, types)
                    ),
                }
            }
            Expr::Cast(op, to, operand) => {
                format!("{}({}, {to})", cast_name(*op), self.expr(operand))
            }
            Expr::Offset(address, offset) => infix(self.offset(address, offset)),
            Expr::If(condition, then, otherwise) => infix(format!(
                "if {} then {} else {}",
                self.at(condition, Level::Operand, ConstType::Untold),
                self.at(then, Level::Operand, ConstType::Untold),
                self.at(otherwise, Level::Operand, ConstType::Told)
            )),
            Expr::Math(function, kind, arguments) => {
                format!(
                    "{}.f{}({})",
                    function.name(),
                    kind.bits(),
                    self.list(arguments)
                )
            }
        }
    }

    fn unary(&self, op: UnaryOp, operand: &Expr) -> String {
        let name = match op {
            UnaryOp::Neg => "neg",
            UnaryOp::Not => "not",
            UnaryOp::FNeg => "fneg",
            UnaryOp::LeadingZeros => "clz",
            UnaryOp::TrailingZeros => "ctz",
            UnaryOp::PopCount => "popcount",
            UnaryOp::ByteSwap => "bswap",
            UnaryOp::IsNan => "is_nan",
            UnaryOp::IsInfinite => "is_infinite",
            UnaryOp::SignBit => "sign_bit",
        };
        format!(
            "{name} {}",
            self.at(operand, Level::Operand, ConstType::Untold)
        )
    }

    fn offset(&self, address: &Expr, offset: &Expr) -> String {
        let address = self.at(address, Level::Operand, ConstType::Told);
        if let Expr::Const(Const::Int(width, bits)) = offset {
            let bytes = width.sign_extend(*bits);
            let sign = if bytes < 0 { '-' } else { '+' };
            return format!("{address} {sign} {}", bytes.unsigned_abs());
        }
        format!(
            "{address} + {}",
            self.at(offset, Level::Operand, ConstType::Told)
        )
    }
}

/// One constant operand has the type of the other.
fn types_told(left: &Expr, right: &Expr) -> ConstType {
    match (left, right) {
        (Expr::Const(_), Expr::Const(_)) => ConstType::Untold,
        _ => ConstType::Told,
    }
}

fn constant(value: Const, told: ConstType) -> String {
    let text = value.to_string();
    match told {
        ConstType::Untold => text,
        ConstType::Told => text.split(':').next().unwrap_or_default().to_string(),
    }
}

fn infix_symbol(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub | BinaryOp::PointerDiff => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv => "/u",
        BinaryOp::SDiv => "/s",
        BinaryOp::URem => "%u",
        BinaryOp::SRem => "%s",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr => ">>u",
        BinaryOp::AShr => ">>s",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::ULt => "<u",
        BinaryOp::ULe => "<=u",
        BinaryOp::SLt => "<s",
        BinaryOp::SLe => "<=s",
        BinaryOp::FAdd => "+f",
        BinaryOp::FSub => "-f",
        BinaryOp::FMul => "*f",
        BinaryOp::FDiv => "/f",
        BinaryOp::FEq => "==f",
        BinaryOp::FLt => "<f",
        BinaryOp::FLe => "<=f",
        BinaryOp::SAddOverflows
        | BinaryOp::SSubOverflows
        | BinaryOp::SMulOverflows
        | BinaryOp::UAddOverflows
        | BinaryOp::USubOverflows
        | BinaryOp::UMulOverflows => return None,
    })
}

fn function_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::SAddOverflows => "sadd_overflows",
        BinaryOp::SSubOverflows => "ssub_overflows",
        BinaryOp::SMulOverflows => "smul_overflows",
        BinaryOp::UAddOverflows => "uadd_overflows",
        BinaryOp::USubOverflows => "usub_overflows",
        BinaryOp::UMulOverflows => "umul_overflows",
        other => infix_symbol(other).unwrap_or("?"),
    }
}

fn cast_name(op: CastOp) -> &'static str {
    match op {
        CastOp::Truncate => "trunc",
        CastOp::ZeroExtend => "zext",
        CastOp::SignExtend => "sext",
        CastOp::SignedToFloat => "stof",
        CastOp::UnsignedToFloat => "utof",
        CastOp::FloatToSigned => "ftos",
        CastOp::FloatToUnsigned => "ftou",
        CastOp::FloatToFloat => "ftof",
        CastOp::Bits => "bits",
        CastOp::PointerToInt => "ptoi",
        CastOp::IntToPointer => "itop",
    }
}
