//! Formulas of contracts, walked and rewritten.

use contract::{Expr, Formula as Said, Moment};

/// A formula without calls of predicates.
pub(super) fn inlined(formula: &Said) -> Said {
    inline(formula, 0)
}

fn inline(formula: &Said, depth: usize) -> Said {
    let inner = |formula: &Said| inline(formula, depth);
    match formula {
        Said::Call(arguments, body) => {
            let known = arguments.len();
            let replaced = |index: usize| match arguments.get(index) {
                Some(argument) => argument.clone(),
                None => Expr::Variable(index - known + depth),
            };
            inline(&rename(body, &replaced, None), depth)
        }
        Said::Not(part) => Said::Not(Box::new(inner(part))),
        Said::All(parts) => Said::All(parts.iter().map(inner).collect()),
        Said::Any(parts) => Said::Any(parts.iter().map(inner).collect()),
        Said::Implies(a, b) => Said::Implies(Box::new(inner(a)), Box::new(inner(b))),
        Said::Iff(a, b) => Said::Iff(Box::new(inner(a)), Box::new(inner(b))),
        Said::Quantified {
            quantifier,
            domain,
            body,
        } => Said::Quantified {
            quantifier: *quantifier,
            domain: domain.clone(),
            body: Box::new(inline(body, depth + 1)),
        },
        other => other.clone(),
    }
}

/// A formula with other variables, and at another moment.
pub(super) fn rename(
    formula: &Said,
    replaced: &dyn Fn(usize) -> Expr,
    moment: Option<Moment>,
) -> Said {
    let inner = |formula: &Said| Box::new(rename(formula, replaced, moment));
    let expr = |expr: &Expr| rename_expr(expr, replaced, moment);
    match formula {
        Said::Constant(value) => Said::Constant(*value),
        Said::Not(part) => Said::Not(inner(part)),
        Said::All(parts) => Said::All(parts.iter().map(|part| *inner(part)).collect()),
        Said::Any(parts) => Said::Any(parts.iter().map(|part| *inner(part)).collect()),
        Said::Implies(a, b) => Said::Implies(inner(a), inner(b)),
        Said::Iff(a, b) => Said::Iff(inner(a), inner(b)),
        Said::Compare(how, a, b) => Said::Compare(*how, expr(a), expr(b)),
        Said::CompareFloats(how, format, a, b) => {
            Said::CompareFloats(*how, *format, expr(a), expr(b))
        }
        Said::Subset(a, b) => Said::Subset(expr(a), expr(b)),
        Said::Same(a, b) => Said::Same(expr(a), expr(b)),
        Said::Multiplicity(how, set) => Said::Multiplicity(*how, expr(set)),
        Said::Quantified {
            quantifier,
            domain,
            body,
        } => Said::Quantified {
            quantifier: *quantifier,
            domain: expr(domain),
            body: inner(body),
        },
        // Its body has no variables but its own.
        Said::Call(arguments, body) => {
            Said::Call(arguments.iter().map(expr).collect(), body.clone())
        }
    }
}

fn rename_expr(expr: &Expr, replaced: &dyn Fn(usize) -> Expr, now: Option<Moment>) -> Expr {
    let inner = |expr: &Expr| Box::new(rename_expr(expr, replaced, now));
    let at = |moment: &Moment| now.unwrap_or(*moment);
    match expr {
        Expr::Variable(index) => replaced(*index),
        Expr::Null | Expr::Integer(_) | Expr::Decimal(_) | Expr::Root(..) => expr.clone(),
        Expr::Field {
            base,
            paths,
            holds,
            moment,
        } => Expr::Field {
            base: inner(base),
            paths: paths.clone(),
            holds: *holds,
            moment: at(moment),
        },
        Expr::Closure {
            base,
            start,
            reach,
            links,
            moment,
        } => Expr::Closure {
            base: inner(base),
            start: *start,
            reach: *reach,
            links: links.clone(),
            moment: at(moment),
        },
        Expr::Element {
            array,
            index,
            element,
            holds,
            moment,
        } => Expr::Element {
            array: inner(array),
            index: inner(index),
            element: *element,
            holds: *holds,
            moment: at(moment),
        },
        Expr::Length {
            array,
            element,
            moment,
        } => Expr::Length {
            array: inner(array),
            element: *element,
            moment: at(moment),
        },
        Expr::Count(set) => Expr::Count(inner(set)),
        Expr::Range(a, b) => Expr::Range(inner(a), inner(b)),
        Expr::Combine(operator, a, b) => Expr::Combine(*operator, inner(a), inner(b)),
        Expr::Arithmetic(operator, a, b) => Expr::Arithmetic(*operator, inner(a), inner(b)),
        Expr::Negate(a) => Expr::Negate(inner(a)),
    }
}

/// Shows each part of a formula.
pub(super) fn walk(formula: &Said, see: &mut dyn FnMut(&Said)) {
    see(formula);
    match formula {
        Said::Not(part) => walk(part, see),
        Said::All(parts) | Said::Any(parts) => parts.iter().for_each(|part| walk(part, see)),
        Said::Implies(a, b) | Said::Iff(a, b) => {
            walk(a, see);
            walk(b, see);
        }
        Said::Quantified { body, .. } => walk(body, see),
        _ => {}
    }
}

/// Shows the whole expressions of a formula.
pub(super) fn expressions(formula: &Said, see: &mut dyn FnMut(&Expr)) {
    walk(formula, &mut |part| match part {
        Said::Compare(_, a, b)
        | Said::CompareFloats(_, _, a, b)
        | Said::Subset(a, b)
        | Said::Same(a, b) => {
            see(a);
            see(b);
        }
        Said::Multiplicity(_, set) => see(set),
        Said::Quantified { domain, .. } => see(domain),
        Said::Call(arguments, _) => arguments.iter().for_each(&mut *see),
        _ => {}
    });
}

/// Shows each part of an expression.
pub(super) fn parts(expr: &Expr, see: &mut dyn FnMut(&Expr)) {
    see(expr);
    operands(expr, &mut |operand| parts(operand, see));
}

/// Shows the operands of an expression.
pub(super) fn operands(expr: &Expr, see: &mut dyn FnMut(&Expr)) {
    match expr {
        Expr::Null | Expr::Integer(_) | Expr::Decimal(_) | Expr::Variable(_) | Expr::Root(..) => {}
        Expr::Field { base, .. } | Expr::Closure { base, .. } => see(base),
        Expr::Element { array, index, .. } => {
            see(array);
            see(index);
        }
        Expr::Length { array, .. } => see(array),
        Expr::Count(a) | Expr::Negate(a) => see(a),
        Expr::Range(a, b) | Expr::Combine(_, a, b) | Expr::Arithmetic(_, a, b) => {
            see(a);
            see(b);
        }
    }
}
