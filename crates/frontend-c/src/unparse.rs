//! Expressions as a person would write them, for claims: macros leave no trace in the syntax, so
//! the text is made anew.

use crate::ast::{
    Alignment, BinaryOp, Designator, Expr, ExprKind, TypeName, TypeSpecifier, UnaryOp,
};
use std::fmt::Write;

/// The text of an expression, cut where it would be too long to read.
pub(crate) fn expr(expr: &Expr) -> String {
    let mut out = Text {
        text: String::new(),
        depth: 0,
    };
    write_expr(&mut out, expr, 0);
    let mut text = out.text;
    if text.chars().count() > MOST {
        text = text.chars().take(MOST - 1).collect();
        text.push('…');
    }
    text
}

const MOST: usize = 60;

/// Deeper than this, nothing would be left of the text.
const DEEPEST: u32 = 30;

/// A text under construction, and how deep in the expression it is.
struct Text {
    text: String,
    depth: u32,
}

impl Text {
    fn push(&mut self, c: char) {
        self.text.push(c);
    }

    fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }
}

/// Binding strengths of operators; a weaker operand gets parentheses.
const POSTFIX: u8 = 16;
const PREFIX: u8 = 15;
const CONDITIONAL: u8 = 2;
const ASSIGNMENT: u8 = 1;

fn write_expr(out: &mut Text, expr: &Expr, outer: u8) {
    if out.text.len() > 4 * MOST {
        return;
    }
    if out.depth > DEEPEST {
        out.push('…');
        return;
    }
    out.depth += 1;
    let own = strength(&expr.kind);
    if own < outer {
        out.push('(');
    }
    write_kind(out, &expr.kind, own);
    if own < outer {
        out.push(')');
    }
    out.depth -= 1;
}

fn write_kind(out: &mut Text, kind: &ExprKind, own: u8) {
    match kind {
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Integer(literal) => put(out, format_args!("{}", literal.value)),
        ExprKind::Float(literal) => out.push_str(&literal.text),
        ExprKind::Character { value, .. } => match u8::try_from(*value) {
            Ok(byte) => put(out, format_args!("'{}'", byte.escape_ascii())),
            Err(_) => put(out, format_args!("{value}")),
        },
        ExprKind::String(string) => {
            let text: String = string
                .units
                .iter()
                .filter_map(|unit| char::from_u32(*unit))
                .take(30)
                .collect();
            put(out, format_args!("{text:?}"));
        }
        ExprKind::Generic { control, .. } => wrapped(out, "_Generic", control),
        ExprKind::Index(base, index) => {
            write_expr(out, base, POSTFIX);
            out.push('[');
            write_expr(out, index, 0);
            out.push(']');
        }
        ExprKind::Call(function, arguments) => {
            write_expr(out, function, POSTFIX);
            out.push('(');
            for (index, argument) in arguments.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                write_expr(out, argument, ASSIGNMENT);
            }
            out.push(')');
        }
        ExprKind::Member(base, name) => {
            write_expr(out, base, POSTFIX);
            put(out, format_args!(".{name}"));
        }
        ExprKind::Arrow(base, name) => {
            write_expr(out, base, POSTFIX);
            put(out, format_args!("->{name}"));
        }
        ExprKind::Unary(op, operand) => write_unary(out, *op, operand),
        ExprKind::Binary(op, left, right) => infix(out, binary_text(*op), left, right, own),
        ExprKind::And(left, right) => infix(out, "&&", left, right, own),
        ExprKind::Or(left, right) => infix(out, "||", left, right, own),
        ExprKind::Assign(left, right) => infix(out, "=", left, right, own),
        ExprKind::CompoundAssign(op, left, right) => {
            infix(out, &format!("{}=", binary_text(*op)), left, right, own);
        }
        ExprKind::Comma(left, right) => infix(out, ",", left, right, own),
        ExprKind::Conditional(condition, then, otherwise) => {
            write_expr(out, condition, CONDITIONAL + 1);
            out.push_str(" ? ");
            if let Some(then) = then {
                write_expr(out, then, 0);
                out.push(' ');
            }
            out.push_str(": ");
            write_expr(out, otherwise, CONDITIONAL);
        }
        ExprKind::Cast(name, operand) => {
            put(out, format_args!("({})", type_text(name)));
            write_expr(out, operand, PREFIX);
        }
        ExprKind::CompoundLiteral(name, _) => put(out, format_args!("({}){{…}}", type_text(name))),
        ExprKind::SizeofExpr(operand) => wrapped(out, "sizeof", operand),
        ExprKind::SizeofType(name) => put(out, format_args!("sizeof({})", type_text(name))),
        ExprKind::AlignofExpr(operand) => wrapped(out, "_Alignof", operand),
        ExprKind::AlignofType(alignment, name) => {
            let operator = match alignment {
                Alignment::Least => "_Alignof",
                Alignment::Preferred => "__alignof__",
            };
            put(out, format_args!("{operator}({})", type_text(name)));
        }
        ExprKind::StatementExpr(_) => out.push_str("({ … })"),
        ExprKind::VaArg(list, name) => {
            out.push_str("va_arg(");
            write_expr(out, list, ASSIGNMENT);
            put(out, format_args!(", {})", type_text(name)));
        }
        ExprKind::Offsetof(name, path) => {
            put(
                out,
                format_args!("offsetof({}, {})", type_text(name), path_text(path)),
            );
        }
        ExprKind::TypesCompatible(..) => out.push_str("__builtin_types_compatible_p(…)"),
        ExprKind::ChooseExpr(..) => out.push_str("__builtin_choose_expr(…)"),
        ExprKind::LabelAddress(label) => put(out, format_args!("&&{label}")),
    }
}

fn put(out: &mut Text, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = out.text.write_fmt(text);
}

fn wrapped(out: &mut Text, name: &str, operand: &Expr) {
    put(out, format_args!("{name}("));
    write_expr(out, operand, 0);
    out.push(')');
}

fn infix(out: &mut Text, op: &str, left: &Expr, right: &Expr, own: u8) {
    let right_associative = own == ASSIGNMENT;
    write_expr(out, left, if right_associative { own + 1 } else { own });
    if op != "," {
        out.push(' ');
    }
    put(out, format_args!("{op} "));
    write_expr(out, right, if right_associative { own } else { own + 1 });
}

fn write_unary(out: &mut Text, op: UnaryOp, operand: &Expr) {
    let (prefix, postfix) = match op {
        UnaryOp::Address => ("&", ""),
        UnaryOp::Deref => ("*", ""),
        UnaryOp::Plus => ("+", ""),
        UnaryOp::Minus => ("-", ""),
        UnaryOp::Complement => ("~", ""),
        UnaryOp::Not => ("!", ""),
        UnaryOp::PreIncrement => ("++", ""),
        UnaryOp::PreDecrement => ("--", ""),
        UnaryOp::PostIncrement => ("", "++"),
        UnaryOp::PostDecrement => ("", "--"),
        UnaryOp::Real => ("__real__ ", ""),
        UnaryOp::Imaginary => ("__imag__ ", ""),
    };
    out.push_str(prefix);
    write_expr(
        out,
        operand,
        if postfix.is_empty() { PREFIX } else { POSTFIX },
    );
    out.push_str(postfix);
}

fn strength(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Comma(..) => 0,
        ExprKind::Assign(..) | ExprKind::CompoundAssign(..) => ASSIGNMENT,
        ExprKind::Conditional(..) => CONDITIONAL,
        ExprKind::Or(..) => 3,
        ExprKind::And(..) => 4,
        ExprKind::Binary(op, ..) => match op {
            BinaryOp::BitOr => 5,
            BinaryOp::BitXor => 6,
            BinaryOp::BitAnd => 7,
            BinaryOp::Eq | BinaryOp::Ne => 8,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => 9,
            BinaryOp::Shl | BinaryOp::Shr => 10,
            BinaryOp::Add | BinaryOp::Sub => 11,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 12,
        },
        ExprKind::Unary(UnaryOp::PostIncrement | UnaryOp::PostDecrement, _) => POSTFIX,
        ExprKind::Unary(..) | ExprKind::Cast(..) => PREFIX,
        _ => POSTFIX,
    }
}

fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
    }
}

fn path_text(path: &[Designator]) -> String {
    let mut text = String::new();
    for (index, designator) in path.iter().enumerate() {
        match designator {
            Designator::Member(name, _) => {
                text.push_str(if index > 0 { "." } else { "" });
                text.push_str(name);
            }
            Designator::Index(value) | Designator::Range(value, _) => {
                text += &format!("[{}]", expr(value));
            }
        }
    }
    text
}

fn type_text(name: &TypeName) -> String {
    let base = match &name.specifiers.ty {
        TypeSpecifier::Void => "void",
        TypeSpecifier::Bool => "_Bool",
        TypeSpecifier::Char => "char",
        TypeSpecifier::SChar => "signed char",
        TypeSpecifier::UChar => "unsigned char",
        TypeSpecifier::Short => "short",
        TypeSpecifier::UShort => "unsigned short",
        TypeSpecifier::Int => "int",
        TypeSpecifier::UInt => "unsigned",
        TypeSpecifier::Long => "long",
        TypeSpecifier::ULong => "unsigned long",
        TypeSpecifier::LongLong => "long long",
        TypeSpecifier::ULongLong => "unsigned long long",
        TypeSpecifier::Int128 => "__int128",
        TypeSpecifier::UInt128 => "unsigned __int128",
        TypeSpecifier::Float => "float",
        TypeSpecifier::Double => "double",
        TypeSpecifier::LongDouble => "long double",
        TypeSpecifier::Typedef(name) => name,
        TypeSpecifier::Record(record) => match &record.tag {
            Some(tag) => return format!("struct {tag}{}", stars(name)),
            None => "struct",
        },
        TypeSpecifier::Enum(_) => "enum",
        _ => "…",
    };
    format!("{base}{}", stars(name))
}

fn stars(name: &TypeName) -> String {
    match name.declarator.derivations.len() {
        0 => String::new(),
        count => format!(" {}", "*".repeat(count)),
    }
}
