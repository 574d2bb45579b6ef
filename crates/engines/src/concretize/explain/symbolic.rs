//! The formula of a path as the paper writes it: by substitution into what the user wrote, without
//! simplification. It is for paths within one procedure that only compute locals; what passes of the
//! checks on the way is left out.

use super::super::trail::{Step, Trail};
use interp::operators;
use ir::{
    BinaryOp, CastOp, Condition, Const, DataModel, Expr, LocalId, Op, Procedure, ProcedureId,
    Program, Scalar, UnaryOp,
};

/// The formulas of a path: `before[i]` holds before its step number `i`.
pub(super) struct Symbolic<'p> {
    procedure: &'p Procedure,
    model: DataModel,
    /// What the inputs of the path are called.
    names: &'p [String],
    before: Vec<Vec<Expr>>,
}

impl<'p> Symbolic<'p> {
    /// The formulas of a path, if it is of that kind.
    pub(super) fn of(
        program: &'p Program,
        trail: &Trail,
        names: &'p [String],
    ) -> Option<Symbolic<'p>> {
        let steps: Vec<&Step> = trail.iter().collect();
        let labelled = steps.iter().filter(|step| step.label.is_some());
        let mut procedures = labelled.map(|step| step.procedure);
        let home: ProcedureId = procedures.next()?;
        if procedures.any(|other| other != home) {
            return None;
        }
        let procedure = &program[home];
        let mut inputs = names.len();
        let mut formula: Vec<Expr> = Vec::new();
        let mut before = vec![Vec::new(); steps.len()];
        for (index, step) in steps.iter().enumerate().rev() {
            if step.procedure == home {
                let is_target = index + 1 == steps.len();
                match &procedure[step.edge].op {
                    Op::Assign(dest, value) => substitute(&mut formula, *dest, value),
                    Op::Assume(condition) => formula.push(condition.clone()),
                    Op::Check(check) if is_target => match &check.condition {
                        Condition::Holds(Expr::Const(_)) => {}
                        Condition::Holds(condition) => formula.push(condition.clone().negate()),
                        _ => return None,
                    },
                    Op::Input { dest, .. } => {
                        inputs = inputs.checked_sub(1)?;
                        let name = LocalId((procedure.locals.len() + inputs) as u32);
                        substitute(&mut formula, *dest, &Expr::Local(name));
                    }
                    op => {
                        let dest = op.dest();
                        if dest.is_some_and(|dest| mentions(&formula, dest)) {
                            return None;
                        }
                    }
                }
            } else if step.input.is_some() {
                inputs = inputs.checked_sub(1)?;
            }
            before[index] = formula.clone();
        }
        Some(Symbolic {
            procedure,
            model: program.data_model,
            names,
            before,
        })
    }

    /// The formula before a step, as it came about.
    pub(super) fn before(&self, step: usize) -> String {
        self.shown(self.before.get(step).map_or(&[], Vec::as_slice))
    }

    /// The formula at the start, with the sums and products of constants worked out.
    pub(super) fn at_start(&self) -> String {
        let formula = self.before.first().map_or(&[][..], Vec::as_slice);
        let folded: Vec<Expr> = formula.iter().map(|part| self.folded(part)).collect();
        self.shown(&folded)
    }

    fn shown(&self, formula: &[Expr]) -> String {
        let parts: Vec<String> = formula.iter().map(|part| self.text(part)).collect();
        match parts.is_empty() {
            true => "true".to_string(),
            false => parts.join(" && "),
        }
    }

    fn folded(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Unary(op, operand) => Expr::unary(*op, self.folded(operand)),
            Expr::Cast(op, to, operand) => Expr::cast(*op, *to, self.folded(operand)),
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.folded(left), self.folded(right));
                let is_arithmetic = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
                match (left.as_const(), right.as_const()) {
                    (Some(Const::Int(width, a)), Some(Const::Int(_, b))) if is_arithmetic => {
                        let scalar = Scalar::Int(width);
                        let value = operators::binary(*op, scalar, self.model, a, b);
                        Expr::Const(Const::Int(width, value))
                    }
                    _ => Expr::binary(*op, left, right),
                }
            }
            other => other.clone(),
        }
    }

    fn text(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(Const::Int(width, value)) => width.sign_extend(*value).to_string(),
            Expr::Const(Const::Null) => "NULL".to_string(),
            Expr::Const(Const::Float(..)) => "a float".to_string(),
            Expr::Local(local) => self.name(*local),
            Expr::Unary(UnaryOp::Not, inner) => match &**inner {
                Expr::Binary(op, left, right) => match negated(*op) {
                    Some((op, false)) => self.binary(op, left, right),
                    Some((op, true)) => self.binary(op, right, left),
                    None => format!("!({})", self.text(inner)),
                },
                _ => format!("!({})", self.text(inner)),
            },
            Expr::Unary(UnaryOp::Neg, inner) => format!("-({})", self.text(inner)),
            Expr::Unary(_, inner) => format!("f({})", self.text(inner)),
            Expr::Binary(op, left, right) => match symbol(*op) {
                Some(symbol) => self.binary(symbol, left, right),
                None => format!("overflows({}, {})", self.text(left), self.text(right)),
            },
            Expr::Cast(CastOp::PointerToInt | CastOp::IntToPointer, _, inner)
            | Expr::Cast(_, _, inner) => self.text(inner),
            Expr::Offset(base, by) => format!("{} + {}", self.text(base), self.text(by)),
            Expr::If(condition, then, otherwise) => format!(
                "({} ? {} : {})",
                self.text(condition),
                self.text(then),
                self.text(otherwise)
            ),
            Expr::Global(_) | Expr::Procedure(_) | Expr::Math(..) => "...".to_string(),
        }
    }

    fn binary(&self, symbol: &str, left: &Expr, right: &Expr) -> String {
        let is_comparison = matches!(symbol, "==" | "!=" | "<" | "<=" | ">" | ">=");
        let operand = |expr: &Expr| match expr {
            Expr::Binary(..) if !is_comparison => format!("({})", self.text(expr)),
            _ => self.text(expr),
        };
        format!("{} {symbol} {}", operand(left), operand(right))
    }

    fn name(&self, local: LocalId) -> String {
        let index = local.0 as usize;
        match index.checked_sub(self.procedure.locals.len()) {
            Some(input) => self.names.get(input).cloned().unwrap_or_default(),
            None => {
                let name = self.procedure[local].name.as_deref();
                name.map_or_else(|| format!("t{index}"), str::to_string)
            }
        }
    }
}

fn mentions(formula: &[Expr], local: LocalId) -> bool {
    let mut found = false;
    for part in formula {
        part.for_each_local(&mut |other| found |= other == local);
    }
    found
}

fn substitute(formula: &mut [Expr], local: LocalId, by: &Expr) {
    for part in formula {
        replace(part, local, by);
    }
}

fn replace(expr: &mut Expr, local: LocalId, by: &Expr) {
    match expr {
        Expr::Local(found) if *found == local => *expr = by.clone(),
        Expr::Const(_) | Expr::Global(_) | Expr::Procedure(_) | Expr::Local(_) => {}
        Expr::Unary(_, operand) | Expr::Cast(_, _, operand) => replace(operand, local, by),
        Expr::Binary(_, left, right) | Expr::Offset(left, right) => {
            replace(left, local, by);
            replace(right, local, by);
        }
        Expr::If(condition, then, otherwise) => {
            replace(condition, local, by);
            replace(then, local, by);
            replace(otherwise, local, by);
        }
        Expr::Math(_, _, arguments) => {
            for argument in arguments {
                replace(argument, local, by);
            }
        }
    }
}

/// How C writes an operator.
fn symbol(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv => "/",
        BinaryOp::URem | BinaryOp::SRem => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::ULt | BinaryOp::SLt => "<",
        BinaryOp::ULe | BinaryOp::SLe => "<=",
        _ => return None,
    })
}

/// The opposite of a comparison, and whether its operands are exchanged in it.
fn negated(op: BinaryOp) -> Option<(&'static str, bool)> {
    Some(match op {
        BinaryOp::Eq => ("!=", false),
        BinaryOp::Ne => ("==", false),
        BinaryOp::ULt | BinaryOp::SLt => (">=", false),
        BinaryOp::ULe | BinaryOp::SLe => (">", false),
        _ => return None,
    })
}
