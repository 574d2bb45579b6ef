//! Constant propagation: which integers locals hold at each location, if always the same.
//!
//! The lattice of *Generating Concrete Counterexamples for Sound Abstract Interpretation*, Section 2:
//! an abstract state maps locals to a constant or to any value, and there is a state below all others
//! for locations that no execution comes to. It is flow-sensitive within each procedure; parameters,
//! results of calls, inputs and everything in memory are any value.

use interp::operators;
use ir::{
    BinaryOp, Const, DataModel, Expr, LocalId, LocalScalars, Location, Op, Procedure, Program,
    Scalar, UnaryOp, Width,
};

/// What is known of the locals of a procedure at its locations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constants {
    states: Vec<Option<State>>,
}

/// An abstract state: the locals that hold a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State(Vec<Option<u128>>);

impl Constants {
    /// Analyses a procedure that is called with any arguments.
    pub fn of(program: &Program, procedure: &Procedure) -> Constants {
        let mut states: Vec<Option<State>> = vec![None; procedure.locations()];
        if let Some(entry) = states.get_mut(procedure.entry.0 as usize) {
            *entry = Some(State(vec![None; procedure.locals.len()]));
        }
        let mut pending = vec![procedure.entry];
        while let Some(location) = pending.pop() {
            let Some(state) = states.get(location.0 as usize).cloned().flatten() else {
                continue;
            };
            for edge in procedure.outgoing(location) {
                let Some(after) = state.after(program, procedure, &edge.op) else {
                    continue;
                };
                let Some(known) = states.get_mut(edge.to.0 as usize) else {
                    continue;
                };
                let changed = match known {
                    None => {
                        *known = Some(after);
                        true
                    }
                    Some(known) => known.join(&after),
                };
                if changed {
                    pending.push(edge.to);
                }
            }
        }
        Constants { states }
    }

    /// The state at a location; `None` if no execution comes there.
    pub fn at(&self, location: Location) -> Option<&State> {
        self.states.get(location.0 as usize)?.as_ref()
    }
}

impl State {
    /// The constant that a local holds.
    pub fn value(&self, local: LocalId) -> Option<u128> {
        self.0.get(local.0 as usize).copied().flatten()
    }

    /// The symbolic concretisation: an equation for each local that holds a constant.
    pub fn conditions(&self, procedure: &Procedure) -> Vec<Expr> {
        let locals = procedure.locals.iter().zip(&self.0).enumerate();
        let known = locals.filter_map(|(index, (local, value))| match (local.scalar, value) {
            (Scalar::Int(width), Some(value)) => {
                let constant = Expr::Const(Const::Int(width, *value));
                let local = Expr::Local(LocalId(index as u32));
                Some(Expr::binary(BinaryOp::Eq, local, constant))
            }
            _ => None,
        });
        known.collect()
    }

    /// The least upper bound; whether that is another state.
    fn join(&mut self, other: &State) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            if mine.is_some() && mine != theirs {
                *mine = None;
                changed = true;
            }
        }
        changed
    }

    /// The state behind an operation; `None` if execution does not go on.
    fn after(&self, program: &Program, procedure: &Procedure, op: &Op) -> Option<State> {
        let model = program.data_model;
        let mut after = self.clone();
        match op {
            Op::Halt(_) => return None,
            Op::Assign(dest, value) => after.set(*dest, self.evaluate(model, procedure, value)),
            Op::Forget(local) => after.set(*local, None),
            Op::Assume(condition) => match self.evaluate(model, procedure, condition) {
                Some(0) => return None,
                Some(_) => {}
                None => after.assume(model, procedure, condition),
            },
            // Whatever that does, nothing is known behind it.
            Op::Unsupported(_) => after.0.fill(None),
            op => {
                if let Some(dest) = op.dest() {
                    after.set(dest, None);
                }
            }
        }
        Some(after)
    }

    fn set(&mut self, local: LocalId, value: Option<u128>) {
        if let Some(known) = self.0.get_mut(local.0 as usize) {
            *known = value;
        }
    }

    /// Learns from a condition that holds: an equation, or a conjunction of such.
    fn assume(&mut self, model: DataModel, procedure: &Procedure, condition: &Expr) {
        let (op, left, right) = match condition {
            Expr::Binary(op, left, right) => (*op, left, right),
            Expr::Unary(UnaryOp::Not, inner) => match &**inner {
                Expr::Binary(BinaryOp::Ne, left, right) => (BinaryOp::Eq, left, right),
                _ => return,
            },
            _ => return,
        };
        match (op, &**left, &**right) {
            (BinaryOp::Eq, Expr::Local(local), other)
            | (BinaryOp::Eq, other, Expr::Local(local)) => {
                let is_integer = matches!(procedure[*local].scalar, Scalar::Int(_));
                let value = self.evaluate(model, procedure, other);
                if is_integer && value.is_some() {
                    self.set(*local, value);
                }
            }
            (BinaryOp::And, left, right) => {
                let is_truth = left.scalar(&procedure.scalars(model)) == Scalar::BOOL;
                if is_truth {
                    self.assume(model, procedure, left);
                    self.assume(model, procedure, right);
                }
            }
            _ => {}
        }
    }

    /// The value of an expression, if it is an integer that is always the same.
    pub fn evaluate(&self, model: DataModel, procedure: &Procedure, expr: &Expr) -> Option<u128> {
        let scalars = procedure.scalars(model);
        self.constant(model, &scalars, expr)
    }

    fn constant(&self, model: DataModel, scalars: &impl LocalScalars, expr: &Expr) -> Option<u128> {
        let integer = |expr: &Expr| match expr.scalar(scalars) {
            Scalar::Int(width) => Some(width),
            Scalar::Float(_) | Scalar::Pointer => None,
        };
        match expr {
            Expr::Const(Const::Int(_, value)) => Some(*value),
            Expr::Local(local) => self.value(*local),
            Expr::Unary(op, operand) => {
                let width = integer(operand)?;
                let value = self.constant(model, scalars, operand)?;
                match op {
                    UnaryOp::FNeg | UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit => None,
                    op => Some(operators::unary(*op, Scalar::Int(width), value)),
                }
            }
            Expr::Binary(op, left, right) => {
                let width = integer(left)?;
                let left = self.constant(model, scalars, left)?;
                let right = self.constant(model, scalars, right)?;
                Some(operators::binary(
                    *op,
                    Scalar::Int(width),
                    model,
                    left,
                    right,
                ))
            }
            Expr::Cast(op, to @ Scalar::Int(_), operand) => {
                let from: Width = integer(operand)?;
                let value = self.constant(model, scalars, operand)?;
                Some(operators::cast(*op, Scalar::Int(from), *to, value))
            }
            Expr::If(condition, then, otherwise) => {
                match self.constant(model, scalars, condition)? {
                    0 => self.constant(model, scalars, otherwise),
                    _ => self.constant(model, scalars, then),
                }
            }
            Expr::Const(Const::Float(..) | Const::Null)
            | Expr::Cast(..)
            | Expr::Global(_)
            | Expr::Procedure(_)
            | Expr::Offset(..)
            | Expr::Math(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Constants;
    use ir::{Location, Op};

    /// The constants before each check, as `name = value`, or that nothing comes there.
    fn check(source: &str, expected: &[&str]) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("program.c");
        std::fs::write(&file, source).expect("it can be written");
        let options = frontend_c::Options::default();
        let program = frontend_c::load(&[file], &options).expect("it is C");
        let main = program.find("main").expect("it has a main");
        let main = &program[main];
        let constants = Constants::of(&program, main);
        let told = |location: Location| match constants.at(location) {
            None => "unreachable".to_string(),
            Some(state) => {
                let names = main.locals.iter().enumerate().filter_map(|(index, local)| {
                    let value = state.value(ir::LocalId(index as u32))?;
                    Some(format!("{} = {value}", local.name.as_deref()?))
                });
                names.collect::<Vec<_>>().join(", ")
            }
        };
        let checks = main.edges.iter().filter(
            |edge| matches!(&edge.op, Op::Check(check) if check.kind == ir::ClaimKind::Assertion),
        );
        let found: Vec<String> = checks.map(|edge| told(edge.from)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn constants_meet_branches_and_loops() {
        let prefix = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {";
        check(
            &format!(
                "{prefix} int x = 1, y = 2; if (__VERIFIER_nondet_int()) x = 3; assert(x); }}"
            ),
            &["x = 0, y = 2"],
        );
        check(
            &format!("{prefix} int x = 1; while (x < 1) x++; assert(x == 1); }}"),
            &["unreachable"],
        );
        check(
            &format!(
                "{prefix} int x = 1, i = 0; while (i < __VERIFIER_nondet_int()) i++; assert(!x || i); }}"
            ),
            &["x = 1, i = 0"],
        );
    }
}
