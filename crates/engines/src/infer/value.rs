//! Expressions of the program as expressions of the relational language.

use super::classes::Class;
use super::frame::class_of;
use super::region::Refusal;
use super::schema::{FieldValue, Schema};
use ir::{BinaryOp, CastOp, Const, Expr, LocalId, ProcedureId, Scalar, Span, UnaryOp};
use logic::relational::{Comparison, Formula, Int, Set, SetKind};
use std::collections::BTreeMap;

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A reference: a set of at most one object.
    Reference(Set),
    /// A number, as it is represented.
    Number(Int),
}

impl Value {
    /// Whether both are the same expression.
    pub(crate) fn is(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Reference(a), Value::Reference(b)) => a.address() == b.address(),
            (Value::Number(a), Value::Number(b)) => a.address() == b.address(),
            _ => false,
        }
    }

    /// Both have the same value.
    pub(crate) fn equals(&self, other: &Value) -> Formula {
        match (self, other) {
            (Value::Reference(a), Value::Reference(b)) => same_set(a, b),
            (Value::Number(a), Value::Number(b)) => a.equals(b),
            _ => Formula::constant(false),
        }
    }
}

/// Sets of at most one object are the same; null is told from others with less.
fn same_set(a: &Set, b: &Set) -> Formula {
    match (a.kind(), b.kind()) {
        (_, SetKind::Empty) => a.is_null(),
        (SetKind::Empty, _) => b.is_null(),
        _ => a.equals(b),
    }
}

impl FieldValue {
    /// Whether both are the same expression.
    pub(crate) fn is(&self, other: &FieldValue) -> bool {
        match (self, other) {
            (FieldValue::Links(a), FieldValue::Links(b)) => a.address() == b.address(),
            (FieldValue::Numbers(a), FieldValue::Numbers(b)) => a.address() == b.address(),
            _ => false,
        }
    }

    /// Both hold the same for the objects of a sort.
    pub(crate) fn equals(&self, other: &FieldValue, sort: &Set) -> Formula {
        match (self, other) {
            (FieldValue::Links(a), FieldValue::Links(b)) => a.equals(b),
            (FieldValue::Numbers(a), FieldValue::Numbers(b)) => {
                sort.all("o", |o| o.value(a).equals(o.value(b)))
            }
            _ => Formula::constant(false),
        }
    }
}

/// What memory holds.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// By the numbers of fields.
    pub(crate) fields: Vec<FieldValue>,
    /// The objects that there are, by the numbers of classes; `None` if the program makes none, so
    /// that those of the caller are all.
    pub(crate) live: Vec<Option<Set>>,
}

/// What locals hold.
pub(crate) type Locals = BTreeMap<LocalId, Value>;

/// The reading of the expressions of a procedure in one state.
pub(crate) struct Reader<'a, 'p> {
    pub(crate) schema: &'a Schema<'p>,
    pub(crate) procedure: ProcedureId,
    pub(crate) locals: &'a Locals,
    pub(crate) span: Span,
}

impl Reader<'_, '_> {
    fn refuse<T>(&self, what: &str) -> Result<T, Refusal> {
        Err(Refusal::new(self.span, what))
    }

    /// The value of an expression that becomes one of a class.
    pub(crate) fn value(&self, expr: &Expr, class: Option<Class>) -> Result<Value, Refusal> {
        match expr {
            Expr::Const(Const::Null) => Ok(Value::Reference(Set::null())),
            Expr::Const(Const::Int(width, bits)) => {
                let value = width.sign_extend(*bits);
                Ok(Value::Number(self.constant(value, class)?))
            }
            Expr::Const(_) => self.refuse("a float"),
            Expr::Local(local) => self.local(*local),
            Expr::Global(id) => match self.schema.address(*id) {
                Some(address) => Ok(Value::Reference(address)),
                None => self.refuse("the address of a variable"),
            },
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let class = class_of(self.schema, self.procedure, expr).or(class);
                let (a, b) = (self.number(left, class)?, self.number(right, class)?);
                let Some(class) = class else {
                    return self.refuse("a computation with constants");
                };
                let ty = self.schema.int_type(class);
                Ok(Value::Number(match op {
                    BinaryOp::Add => a.add(ty, b),
                    _ => a.sub(ty, b),
                }))
            }
            Expr::Cast(CastOp::SignExtend, _, inner) => self.value(inner, class),
            _ => self.refuse("an operation on numbers that is not translated"),
        }
    }

    fn local(&self, local: LocalId) -> Result<Value, Refusal> {
        if self.schema.program[self.procedure][local].scalar == Scalar::BOOL {
            return self.refuse("a variable that holds a condition");
        }
        match self.locals.get(&local) {
            Some(value) => Ok(value.clone()),
            None => self.refuse("a variable that may have no value"),
        }
    }

    fn constant(&self, value: i128, class: Option<Class>) -> Result<Int, Refusal> {
        let numbering = class.and_then(|class| self.schema.numbering(class));
        match numbering.map_or(Some(value), |it| it.constant(value)) {
            Some(value) => Ok(Int::from(value)),
            None => self.refuse("a constant that was overlooked"),
        }
    }

    fn number(&self, expr: &Expr, class: Option<Class>) -> Result<Int, Refusal> {
        match self.value(expr, class)? {
            Value::Number(number) => Ok(number),
            Value::Reference(_) => self.refuse("a computation with addresses"),
        }
    }

    /// A reference.
    pub(crate) fn reference(&self, expr: &Expr) -> Result<Set, Refusal> {
        match self.value(expr, None)? {
            Value::Reference(set) => Ok(set),
            Value::Number(_) => self.refuse("an address that is computed"),
        }
    }

    /// A condition.
    pub(crate) fn condition(&self, expr: &Expr) -> Result<Formula, Refusal> {
        match expr {
            Expr::Const(constant) => Ok(Formula::constant(*constant == Const::TRUE)),
            Expr::Unary(UnaryOp::Not, inner) => Ok(self.condition(inner)?.not()),
            Expr::Binary(BinaryOp::And, left, right) => {
                Ok(self.condition(left)?.and(self.condition(right)?))
            }
            Expr::Binary(BinaryOp::Or, left, right) => {
                Ok(self.condition(left)?.or(self.condition(right)?))
            }
            Expr::Binary(op, left, right) => self.comparison(*op, left, right),
            _ => self.refuse("a condition that is not translated"),
        }
    }

    fn comparison(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<Formula, Refusal> {
        let class_of = |expr| class_of(self.schema, self.procedure, expr);
        let class = class_of(left).or_else(|| class_of(right));
        let (a, b) = (self.value(left, class)?, self.value(right, class)?);
        match (op, &a, &b) {
            (BinaryOp::Eq, ..) => Ok(a.equals(&b)),
            (BinaryOp::Ne, ..) => Ok(a.equals(&b).not()),
            (_, Value::Number(a), Value::Number(b)) => {
                let exact = class
                    .and_then(|class| self.schema.numbering(class))
                    .is_none_or(|numbering| numbering.is_exact);
                match op {
                    BinaryOp::SLt => Ok(a.less(b)),
                    BinaryOp::SLe => Ok(a.at_most(b)),
                    BinaryOp::ULt | BinaryOp::ULe if exact => Ok(unsigned(op, a, b)),
                    BinaryOp::ULt => Ok(a.less(b)),
                    BinaryOp::ULe => Ok(a.at_most(b)),
                    _ => self.refuse("a comparison that is not translated"),
                }
            }
            _ => self.refuse("an order of addresses"),
        }
    }
}

/// A comparison of numbers without a sign that are represented with one.
fn unsigned(op: BinaryOp, a: &Int, b: &Int) -> Formula {
    let zero = Int::from(0);
    let is_negative = |it: &Int| it.less(&zero);
    let compared = match op {
        BinaryOp::ULt => a.compare(Comparison::Lt, b),
        _ => a.compare(Comparison::Le, b),
    };
    let alike = is_negative(a).iff(is_negative(b));
    let across = is_negative(b).and(is_negative(a).not());
    alike.and(compared).or(across)
}

/// The members of either.
pub(crate) fn union(a: &Set, b: &Set) -> Set {
    a + b
}
