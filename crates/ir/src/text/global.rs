//! Globals and their initial values.

use super::names::Names;
use crate::expr::Expr;
use crate::program::{DatumValue, Global, GlobalId, GlobalOrigin, Mutability, Program};
use std::fmt::{self, Write};

pub(super) fn write(
    program: &Program,
    names: &Names,
    id: GlobalId,
    out: &mut impl Write,
) -> fmt::Result {
    let global = &program[id];
    let mut line = match global.origin {
        GlobalOrigin::Variable => "global".to_string(),
        GlobalOrigin::Kept => "kept".to_string(),
        GlobalOrigin::StringLiteral => "string".to_string(),
        GlobalOrigin::Undefined => "undefined".to_string(),
        GlobalOrigin::Chosen => "chosen".to_string(),
    };
    if global.mutability == Mutability::Constant && global.origin != GlobalOrigin::StringLiteral {
        line.push_str(" constant");
    }
    write!(
        line,
        " {}: {} bytes align {}",
        names.global(id),
        global.size,
        global.align
    )?;
    if (global.ty.0 as usize) < program.types.len() && global.origin != GlobalOrigin::StringLiteral
    {
        write!(line, " \"{}\"", program.types.display(global.ty))?;
    }
    if let [datum] = global.data.as_slice()
        && datum.offset == 0
    {
        write!(line, " = {}", value(names, &datum.value))?;
    } else {
        let parts = global
            .data
            .iter()
            .map(|datum| format!("{}: {}", datum.offset, value(names, &datum.value)));
        let parts: Vec<String> = parts.collect();
        if !parts.is_empty() {
            write!(line, " = {{{}}}", parts.join(", "))?;
        }
    }
    let place = match global.origin {
        GlobalOrigin::StringLiteral => String::new(),
        _ => program.files.display(global.span).to_string(),
    };
    super::write_line(out, &line, &place)
}

fn value(names: &Names, value: &DatumValue) -> String {
    match value {
        DatumValue::Bytes(bytes) => bytes_text(bytes),
        DatumValue::Global(id, 0) => format!("&{}", names.global(*id)),
        DatumValue::Global(id, offset) => format!("&{}{offset:+}", names.global(*id)),
        DatumValue::Procedure(id) => format!("&{}", names.procedure(*id)),
    }
}

/// Text as a string, everything else in hexadecimal.
fn bytes_text(bytes: &[u8]) -> String {
    let printable = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | 0);
    let looks_like_text = bytes.len() > 1
        && bytes.iter().all(printable)
        && bytes.iter().filter(|byte| **byte != 0).count() * 2 > bytes.len();
    if looks_like_text {
        return format!(
            "\"{}\"",
            bytes.escape_ascii().to_string().replace("\\x00", "\\0")
        );
    }
    let mut text = String::from("x");
    for byte in bytes {
        // Writing into a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The globals in an expression.
pub(super) fn collect(expr: &Expr, found: &mut Vec<GlobalId>) {
    match expr {
        Expr::Global(id) => found.push(*id),
        Expr::Const(_) | Expr::Local(_) | Expr::Procedure(_) => {}
        Expr::Unary(_, operand) | Expr::Cast(_, _, operand) => collect(operand, found),
        Expr::Binary(_, left, right) | Expr::Offset(left, right) => {
            collect(left, found);
            collect(right, found);
        }
        Expr::If(condition, then, otherwise) => {
            collect(condition, found);
            collect(then, found);
            collect(otherwise, found);
        }
        Expr::Math(_, _, arguments) => arguments.iter().for_each(|a| collect(a, found)),
    }
}

/// The globals that an initial value points to.
pub(super) fn collect_data(global: &Global, found: &mut Vec<GlobalId>) {
    for datum in &global.data {
        if let DatumValue::Global(id, _) = datum.value {
            found.push(id);
        }
    }
}
