//! Formulas as people write them in contracts: `all v: x.*n | v.n = null or v.data <= v.n.data`.

use std::fmt::{self, Write};

use super::attributes::Kind;
use super::symbol::Var;
use super::syntax::{
    Comparison, DataKind, Formula, FormulaKind, Int, IntKind, Quantifier, Rel, RelKind, Set,
    SetKind, SetOp, Shared, Size, deep,
};

/// How tightly an expression holds together; a looser one inside a tighter one needs
/// parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    /// `all v: s | f`
    Binder,
    /// `a => b`, `a <=> b`
    Arrow,
    /// `a or b`
    Or,
    /// `a and b`
    And,
    /// `not a`
    Not,
    /// `a in b`, `no a`
    Atomic,
    /// `a + b`, `a - b`
    Sum,
    /// `#a`
    Count,
    /// `a ++ b`
    Override,
    /// `a & b`
    Intersection,
    /// `a -> b`
    Product,
    /// `a.b`
    Join,
    /// `~a`, `*a`, `^a`
    Prefix,
    /// A name, or anything in brackets.
    Name,
}

struct Printer<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    bound: Vec<(Var, String)>,
    budget: u32,
}

/// How many nodes are written before the rest becomes `…`: nodes are shared, and a formula
/// written out can be exponentially larger than it is.
const BUDGET: u32 = 100_000;

trait Print: Kind {
    fn tightness(&self) -> Tightness;
    fn print(&self, printer: &mut Printer<'_, '_>) -> fmt::Result;
}

impl<K: Print> fmt::Display for Shared<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            out: f,
            bound: Vec::new(),
            budget: BUDGET,
        };
        printer.put(self, Tightness::Binder)
    }
}

impl<K: Print> fmt::Debug for Shared<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Printer<'_, '_> {
    /// Prints an operand, in parentheses unless it is at least as tight as `least`.
    fn put<K: Print>(&mut self, node: &Shared<K>, least: Tightness) -> fmt::Result {
        let Some(budget) = self.budget.checked_sub(1) else {
            return self.text("…");
        };
        self.budget = budget;
        deep(|| {
            if node.kind().tightness() >= least {
                return node.kind().print(self);
            }
            self.out.write_char('(')?;
            node.kind().print(self)?;
            self.out.write_char(')')
        })
    }

    fn text(&mut self, text: &str) -> fmt::Result {
        self.out.write_str(text)
    }

    fn infix<A: Print, B: Print>(
        &mut self,
        (a, left): (&Shared<A>, Tightness),
        op: &str,
        (b, right): (&Shared<B>, Tightness),
    ) -> fmt::Result {
        self.put(a, left)?;
        self.text(op)?;
        self.put(b, right)
    }

    fn combination<K: Print>(&mut self, op: SetOp, a: &Shared<K>, b: &Shared<K>) -> fmt::Result {
        let (name, right) = match op {
            SetOp::Union => (" + ", Tightness::Count),
            SetOp::Difference => (" - ", Tightness::Count),
            SetOp::Intersection => (" & ", Tightness::Product),
        };
        self.infix((a, op.tightness()), name, (b, right))
    }

    fn update<A: Print, B: Print>(
        &mut self,
        field: &Shared<A>,
        at: &Set,
        to: &Shared<B>,
    ) -> fmt::Result {
        self.put(field, Tightness::Name)?;
        self.text("[")?;
        self.infix((at, Tightness::Sum), " := ", (to, Tightness::Sum))?;
        self.text("]")
    }

    fn list(&mut self, parts: &[Formula], op: &str, least: Tightness) -> fmt::Result {
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                self.text(op)?;
            }
            self.put(part, least)?;
        }
        Ok(())
    }

    /// `v: range | body`, with a new name for `v` if an enclosing variable has that name.
    fn binding(&mut self, v: &Var, range: &Set, body: &Formula) -> fmt::Result {
        let mut name = v.name().to_string();
        while self.bound.iter().any(|(_, taken)| *taken == name) {
            name.push('\'');
        }
        write!(self.out, "{name}: ")?;
        self.put(range, Tightness::Sum)?;
        self.text(" | ")?;
        self.bound.push((v.clone(), name));
        let result = self.put(body, Tightness::Binder);
        self.bound.pop();
        result
    }

    fn variable(&mut self, v: &Var) -> fmt::Result {
        let bound = self.bound.iter().rev().find(|(w, _)| w == v);
        let name = bound.map_or(v.name(), |(_, name)| name);
        self.out.write_str(name)
    }
}

impl SetOp {
    fn tightness(self) -> Tightness {
        match self {
            SetOp::Union | SetOp::Difference => Tightness::Sum,
            SetOp::Intersection => Tightness::Intersection,
        }
    }
}

impl Print for SetKind {
    fn tightness(&self) -> Tightness {
        match self {
            SetKind::Empty
            | SetKind::Universe
            | SetKind::Sort(_)
            | SetKind::Symbol(_)
            | SetKind::Var(_)
            | SetKind::Comprehension(..) => Tightness::Name,
            SetKind::Combine(op, ..) => op.tightness(),
            SetKind::Image(..) => Tightness::Join,
        }
    }

    fn print(&self, p: &mut Printer<'_, '_>) -> fmt::Result {
        match self {
            SetKind::Empty => p.text("null"),
            SetKind::Universe => p.text("univ"),
            SetKind::Sort(s) => p.text(s.name()),
            SetKind::Symbol(s) => p.text(s.name()),
            SetKind::Var(v) => p.variable(v),
            SetKind::Combine(op, a, b) => p.combination(*op, a, b),
            SetKind::Image(s, r) => p.infix((s, Tightness::Join), ".", (r, Tightness::Prefix)),
            SetKind::Comprehension(v, range, body) => {
                p.text("{")?;
                p.binding(v, range, body)?;
                p.text("}")
            }
        }
    }
}

impl Print for RelKind {
    fn tightness(&self) -> Tightness {
        match self {
            RelKind::Identity | RelKind::Symbol(_) => Tightness::Name,
            RelKind::Combine(op, ..) => op.tightness(),
            RelKind::Empty | RelKind::Product(..) => Tightness::Product,
            RelKind::Transpose(_) | RelKind::Closure(_) | RelKind::ReflexiveClosure(_) => {
                Tightness::Prefix
            }
            RelKind::Compose(..) | RelKind::Update(..) => Tightness::Join,
            RelKind::Override(..) => Tightness::Override,
        }
    }

    fn print(&self, p: &mut Printer<'_, '_>) -> fmt::Result {
        let prefix = |p: &mut Printer<'_, '_>, op, r: &Rel| {
            p.text(op)?;
            p.put(r, Tightness::Name)
        };
        match self {
            RelKind::Empty => p.text("null -> null"),
            RelKind::Identity => p.text("iden"),
            RelKind::Symbol(r) => p.text(r.name()),
            RelKind::Combine(op, a, b) => p.combination(*op, a, b),
            RelKind::Product(a, b) => p.infix((a, Tightness::Join), " -> ", (b, Tightness::Join)),
            RelKind::Transpose(r) => prefix(p, "~", r),
            RelKind::Closure(r) => prefix(p, "^", r),
            RelKind::ReflexiveClosure(r) => prefix(p, "*", r),
            RelKind::Compose(a, b) => p.infix((a, Tightness::Prefix), ".", (b, Tightness::Prefix)),
            RelKind::Override(a, b) => p.infix(
                (a, Tightness::Override),
                " ++ ",
                (b, Tightness::Intersection),
            ),
            RelKind::Update(r, at, to) => p.update(r, at, to),
        }
    }
}

impl Print for DataKind {
    fn tightness(&self) -> Tightness {
        match self {
            DataKind::Constant(_) | DataKind::Symbol(_) => Tightness::Name,
            DataKind::Update(..) => Tightness::Join,
        }
    }

    fn print(&self, p: &mut Printer<'_, '_>) -> fmt::Result {
        match self {
            DataKind::Constant(value) => write!(p.out, "[{value}]"),
            DataKind::Symbol(d) => p.text(d.name()),
            DataKind::Update(d, at, value) => p.update(d, at, value),
        }
    }
}

impl Print for IntKind {
    fn tightness(&self) -> Tightness {
        match self {
            IntKind::Const(_) | IntKind::Symbol(_) => Tightness::Name,
            IntKind::Value(..) => Tightness::Join,
            IntKind::Count(_) | IntKind::CountPairs(_) => Tightness::Count,
            IntKind::Add(..) | IntKind::Sub(..) => Tightness::Sum,
        }
    }

    fn print(&self, p: &mut Printer<'_, '_>) -> fmt::Result {
        let sum = |p: &mut Printer<'_, '_>, op, a: &Int, b: &Int| {
            p.infix((a, Tightness::Sum), op, (b, Tightness::Count))
        };
        match self {
            IntKind::Const(value) => write!(p.out, "{value}"),
            IntKind::Symbol(i) => p.text(i.name()),
            IntKind::Value(s, d) => {
                p.infix::<_, DataKind>((s, Tightness::Join), ".", (d, Tightness::Prefix))
            }
            IntKind::Count(s) => {
                p.text("#")?;
                p.put(s, Tightness::Join)
            }
            IntKind::CountPairs(r) => {
                p.text("#")?;
                p.put(r, Tightness::Join)
            }
            IntKind::Add(_, a, b) => sum(p, " + ", a, b),
            IntKind::Sub(_, a, b) => sum(p, " - ", a, b),
        }
    }
}

impl Print for FormulaKind {
    fn tightness(&self) -> Tightness {
        match self {
            FormulaKind::Const(_) | FormulaKind::Prop(_) => Tightness::Name,
            FormulaKind::SetIn(..)
            | FormulaKind::SetEq(..)
            | FormulaKind::RelIn(..)
            | FormulaKind::RelEq(..)
            | FormulaKind::SetSize(..)
            | FormulaKind::RelSize(..)
            | FormulaKind::Compare(..) => Tightness::Atomic,
            FormulaKind::Not(_) => Tightness::Not,
            FormulaKind::And(_) => Tightness::And,
            FormulaKind::Or(_) => Tightness::Or,
            FormulaKind::Implies(..) | FormulaKind::Iff(..) => Tightness::Arrow,
            FormulaKind::Quantified(..) => Tightness::Binder,
        }
    }

    fn print(&self, p: &mut Printer<'_, '_>) -> fmt::Result {
        const SIDE: Tightness = Tightness::Sum;
        match self {
            FormulaKind::Const(value) => write!(p.out, "{value}"),
            FormulaKind::Prop(prop) => p.text(prop.name()),
            FormulaKind::SetIn(a, b) => p.infix((a, SIDE), " in ", (b, SIDE)),
            FormulaKind::SetEq(a, b) => p.infix((a, SIDE), " = ", (b, SIDE)),
            FormulaKind::RelIn(a, b) => p.infix((a, SIDE), " in ", (b, SIDE)),
            FormulaKind::RelEq(a, b) => p.infix((a, SIDE), " = ", (b, SIDE)),
            FormulaKind::SetSize(size, s) => {
                p.text(size.keyword())?;
                p.put(s, SIDE)
            }
            FormulaKind::RelSize(size, r) => {
                p.text(size.keyword())?;
                p.put(r, SIDE)
            }
            FormulaKind::Compare(how, a, b) => p.infix((a, SIDE), how.operator(), (b, SIDE)),
            FormulaKind::Not(f) => match f.kind() {
                FormulaKind::SetEq(a, b) => p.infix((a, SIDE), " != ", (b, SIDE)),
                FormulaKind::RelEq(a, b) => p.infix((a, SIDE), " != ", (b, SIDE)),
                FormulaKind::SetIn(a, b) => p.infix((a, SIDE), " not in ", (b, SIDE)),
                FormulaKind::RelIn(a, b) => p.infix((a, SIDE), " not in ", (b, SIDE)),
                FormulaKind::Prop(prop) => write!(p.out, "not {prop}"),
                _ => {
                    p.text("not ")?;
                    p.put(f, Tightness::Name)
                }
            },
            FormulaKind::And(parts) => p.list(parts, " and ", Tightness::Not),
            FormulaKind::Or(parts) => p.list(parts, " or ", Tightness::And),
            FormulaKind::Implies(a, b) => p.infix((a, Tightness::And), " => ", (b, Tightness::And)),
            FormulaKind::Iff(a, b) => p.infix((a, Tightness::And), " <=> ", (b, Tightness::And)),
            FormulaKind::Quantified(quantifier, v, range, body) => {
                p.text(match quantifier {
                    Quantifier::All => "all ",
                    Quantifier::Some => "some ",
                })?;
                p.binding(v, range, body)
            }
        }
    }
}

impl Size {
    fn keyword(self) -> &'static str {
        match self {
            Size::No => "no ",
            Size::Some => "some ",
            Size::One => "one ",
            Size::Lone => "lone ",
        }
    }
}

impl Comparison {
    fn operator(self) -> &'static str {
        match self {
            Comparison::Eq => " = ",
            Comparison::Ne => " != ",
            Comparison::Lt => " < ",
            Comparison::Le => " <= ",
            Comparison::Gt => " > ",
            Comparison::Ge => " >= ",
        }
    }
}
