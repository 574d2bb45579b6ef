//! Printing models.

use std::fmt::Write;

use logic::{Assignment, Function, Sort, TermId, Terms, Value, quote};

/// `(define-fun …)` for every declared constant and function.
pub(super) fn definitions(
    terms: &Terms,
    constants: &[TermId],
    functions: &[Function],
    model: &Assignment,
) -> String {
    let mut out = String::from("(\n");
    for &constant in constants {
        let sort = terms.sort(constant);
        let value = model.variables.get(&constant).cloned();
        let value = value
            .unwrap_or_else(|| Value::default_of(sort))
            .to_smt(sort);
        let name = quote(terms.var_name(constant).unwrap_or_default());
        let _ = writeln!(out, "  (define-fun {name} () {sort} {value})");
    }
    for &function in functions {
        let _ = writeln!(out, "  {}", function_definition(terms, function, model));
    }
    out.push(')');
    out
}

fn function_definition(terms: &Terms, function: Function, model: &Assignment) -> String {
    let decl = terms.function(function);
    let parameters: Vec<String> = decl
        .domain
        .iter()
        .enumerate()
        .map(|(i, sort)| format!("(x!{i} {sort})"))
        .collect();
    let smt = |bits: &logic::Bits, sort: Sort| Value::Bits(bits.clone()).to_smt(sort);
    let value = model.functions.get(&function);
    let default = match value {
        Some(value) => smt(&value.default, decl.range),
        None => Value::default_of(decl.range).to_smt(decl.range),
    };
    let mut rows: Vec<(String, String)> = value
        .iter()
        .flat_map(|v| &v.table)
        .map(|(args, result)| {
            let tests: Vec<String> = args
                .iter()
                .zip(&decl.domain)
                .enumerate()
                .map(|(i, (arg, &sort))| format!("(= x!{i} {})", smt(arg, sort)))
                .collect();
            let test = match tests.as_slice() {
                [one] => one.clone(),
                _ => format!("(and {})", tests.join(" ")),
            };
            (test, smt(result, decl.range))
        })
        .collect();
    rows.sort();
    let mut body = default;
    for (test, result) in rows.into_iter().rev() {
        body = format!("(ite {test} {result} {body})");
    }
    format!(
        "(define-fun {} ({}) {} {body})",
        quote(&decl.name),
        parameters.join(" "),
        decl.range
    )
}
