//! Contracts as C code, so that a violated postcondition is visible to a plain run.
//!
//! Sets are arrays of addresses and integers, made by walking the heap at the offsets of the
//! declared fields; nothing of the program's own declarations is needed. What `old` speaks of is
//! computed before the call.

mod java;

pub use java::{JAVA_CHECK_RUNTIME, java_check};

use ir::{FieldRef, Program, Sign, Type, TypeId};

use crate::structure::Moment;
use crate::syntax::{Comparison, Multiplicity, Quantifier};
use crate::typed::{ArithmeticOperator, Expr, Formula, Holds, Link, Reach, Root, SetOperator};
use crate::uses;

/// C code that checks a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckCode {
    /// Statements to run before the call, in the same block as `after`.
    pub before: String,
    /// Statements to run after the call.
    pub after: String,
    /// An expression, to be evaluated after that: zero if the formula does not hold.
    pub holds: String,
}

/// What the code of every formula needs, once in a file.
pub const CHECK_RUNTIME: &str = include_str!("check/runtime.c");

/// The code that checks a formula, all of whose variables begin with `prefix`. `name` gives the C
/// expression for the value of a parameter, a global or the result; for a record or an array, its
/// address.
///
/// Nothing if C cannot tell: the length of an array is not known at run time, floats are left out,
/// and so is `old` of something that depends on a variable. Code that runs out of its memory or of
/// the bits of its integers says that the formula holds.
pub fn check_code(
    program: &Program,
    formula: &Formula,
    prefix: &str,
    name: &dyn Fn(Root) -> Option<String>,
) -> Option<CheckCode> {
    let mut writer = Writer {
        program,
        prefix,
        name,
        before: String::new(),
        after: String::new(),
        now: Moment::Exit,
        next: 0,
        frame: Vec::new(),
    };
    let holds = writer.formula(formula)?;
    Some(CheckCode {
        before: writer.before,
        after: writer.after,
        holds: format!("(cx_gave_up || {holds})"),
    })
}

struct Writer<'a> {
    program: &'a Program,
    prefix: &'a str,
    name: &'a dyn Fn(Root) -> Option<String>,
    before: String,
    after: String,
    /// Whether code for before or after the call is being written.
    now: Moment,
    next: usize,
    /// The C variables of the variables, outermost first.
    frame: Vec<String>,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let out = match self.now {
            Moment::Entry => &mut self.before,
            Moment::Exit => &mut self.after,
        };
        out.push_str(line);
        out.push('\n');
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("{}{}", self.prefix, self.next)
    }

    fn declare(&mut self, ty: &str, value: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{ty} {name} = {value};"));
        name
    }

    /// Writes code for before the call.
    fn earlier<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let now = std::mem::replace(&mut self.now, Moment::Entry);
        let result = write(self);
        self.now = now;
        result
    }
}

/// Formulas: each becomes an `int`.
impl Writer<'_> {
    fn formula(&mut self, formula: &Formula) -> Option<String> {
        if self.now == Moment::Exit && uses::is_old_formula(formula, self.frame.len()) {
            return self.earlier(|w| w.formula(formula));
        }
        match formula {
            Formula::Constant(value) => Some(u8::from(*value).to_string()),
            Formula::Not(inner) => {
                let inner = self.formula(inner)?;
                Some(format!("!{inner}"))
            }
            Formula::All(parts) => self.chain(parts, "1", ""),
            Formula::Any(parts) => self.chain(parts, "0", "!"),
            Formula::Implies(condition, consequence) => {
                let condition = self.formula(condition)?;
                let holds = self.declare("int", &format!("!{condition}"));
                self.line(&format!("if (!{holds}) {{"));
                let consequence = self.formula(consequence)?;
                self.line(&format!("{holds} = {consequence};\n}}"));
                Some(holds)
            }
            Formula::Iff(left, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                Some(self.declare("int", &format!("!{left} == !{right}")))
            }
            Formula::Compare(how, left, right) => {
                let (a, b) = (self.number(left)?, self.number(right)?);
                let how = comparison(*how);
                let holds = format!("{a}.exists && {b}.exists && {a}.value {how} {b}.value");
                Some(self.declare("int", &holds))
            }
            Formula::CompareFloats(..) => None,
            Formula::Subset(left, right) => {
                let (a, b) = (self.set(left)?, self.set(right)?);
                Some(self.declare("int", &format!("cx_subset({a}, {b})")))
            }
            Formula::Same(left, right) => {
                let (a, b) = (self.set(left)?, self.set(right)?);
                let same = format!("cx_subset({a}, {b}) && cx_subset({b}, {a})");
                Some(self.declare("int", &same))
            }
            Formula::Multiplicity(multiplicity, set) => {
                let set = self.set(set)?;
                let size = match multiplicity {
                    Multiplicity::No => "== 0",
                    Multiplicity::Some => "> 0",
                    Multiplicity::One => "== 1",
                    Multiplicity::Lone => "<= 1",
                };
                Some(self.declare("int", &format!("{set}.size {size}")))
            }
            Formula::Quantified {
                quantifier,
                domain,
                body,
            } => self.quantified(*quantifier, domain, body),
            Formula::Call(arguments, body) => {
                let frame = arguments.iter().map(|a| self.set(a));
                let frame: Option<Vec<String>> = frame.collect();
                let outer = std::mem::replace(&mut self.frame, frame?);
                let holds = self.formula(body);
                self.frame = outer;
                holds
            }
        }
    }

    /// One part after the other, while the result is still open.
    fn chain(&mut self, parts: &[Formula], start: &str, not: &str) -> Option<String> {
        let holds = self.declare("int", start);
        for part in parts {
            self.line(&format!("if ({not}{holds}) {{"));
            let part = self.formula(part)?;
            self.line(&format!("{holds} = {part};\n}}"));
        }
        Some(holds)
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        domain: &Expr,
        body: &Formula,
    ) -> Option<String> {
        let (start, open, not) = match quantifier {
            Quantifier::All => ("1", "", ""),
            Quantifier::Some => ("0", "!", ""),
            Quantifier::No => ("1", "", "!"),
        };
        let domain = self.set(domain)?;
        let holds = self.declare("int", start);
        let (index, mark, item) = (self.fresh(), self.fresh(), self.fresh());
        self.line(&format!(
            "for (long {index} = 0; {index} < {domain}.size && {open}{holds}; {index}++) {{\n\
             long {mark} = cx_used;\n\
             cx_set {item} = {{ 1, {domain}.items + {index} }};"
        ));
        self.frame.push(item);
        let body = self.formula(body);
        self.frame.pop();
        self.line(&format!("{holds} = {not}{};\ncx_used = {mark};\n}}", body?));
        Some(holds)
    }
}

/// Expressions: each becomes a `cx_set`, or a `cx_number`.
impl Writer<'_> {
    fn set(&mut self, expr: &Expr) -> Option<String> {
        if self.now == Moment::Exit && uses::is_old(expr, self.frame.len()) {
            return self.earlier(|w| w.set(expr));
        }
        let value = match expr {
            Expr::Variable(slot) => return self.frame.get(*slot).cloned(),
            Expr::Null => "cx_empty()".to_owned(),
            Expr::Root(root, holds) => self.root(*root, *holds)?,
            Expr::Field {
                base,
                paths,
                moment,
                ..
            } => {
                let base = self.set(base)?;
                self.at(*moment)?;
                let mut all: Option<String> = None;
                for path in paths {
                    let field = self.field(&base, path)?;
                    let field = self.declare("cx_set", &field);
                    all = Some(match all {
                        None => field,
                        Some(before) => {
                            self.declare("cx_set", &format!("cx_union({before}, {field})"))
                        }
                    });
                }
                return all;
            }
            Expr::Closure {
                base,
                start,
                reach,
                links,
                moment,
            } => {
                let homogeneous = |link: &Link| link.from == *start && link.to == *start;
                if !links.iter().all(homogeneous) {
                    return None;
                }
                let base = self.set(base)?;
                self.at(*moment)?;
                self.closure(base, links, *reach)?
            }
            Expr::Element {
                array,
                index,
                element,
                moment,
                ..
            } => {
                let (array, index) = (self.set(array)?, self.number(index)?);
                self.at(*moment)?;
                let size = self.size(*element)?;
                let (kind, bytes) = self.kind(*element)?;
                format!("cx_element({array}, {index}, {size}, {kind}, {bytes})")
            }
            Expr::Combine(operator, left, right) => {
                let (a, b) = (self.set(left)?, self.set(right)?);
                let function = match operator {
                    SetOperator::Union => "cx_union",
                    SetOperator::Intersection => "cx_intersection",
                    SetOperator::Difference => "cx_difference",
                };
                format!("{function}({a}, {b})")
            }
            Expr::Range(low, high) => {
                let (low, high) = (self.number(low)?, self.number(high)?);
                format!("cx_range({low}, {high})")
            }
            Expr::Integer(_) | Expr::Count(_) | Expr::Arithmetic(..) | Expr::Negate(_) => {
                let number = self.number(expr)?;
                format!("cx_given({number})")
            }
            Expr::Length { .. } | Expr::Decimal(_) => return None,
        };
        Some(self.declare("cx_set", &value))
    }

    fn number(&mut self, expr: &Expr) -> Option<String> {
        if self.now == Moment::Exit && uses::is_old(expr, self.frame.len()) {
            return self.earlier(|w| w.number(expr));
        }
        let value = match expr {
            Expr::Integer(value) => format!("cx_constant({}LL)", i64::try_from(*value).ok()?),
            Expr::Count(set) => format!("cx_constant({}.size)", self.set(set)?),
            Expr::Arithmetic(operator, left, right) => {
                let (a, b) = (self.number(left)?, self.number(right)?);
                let operator = match operator {
                    ArithmeticOperator::Add => '+',
                    ArithmeticOperator::Subtract => '-',
                    ArithmeticOperator::Multiply => '*',
                    ArithmeticOperator::Divide => '/',
                    ArithmeticOperator::Remainder => '%',
                };
                format!("cx_arithmetic({a}, '{operator}', {b})")
            }
            Expr::Negate(inner) => {
                let inner = self.number(inner)?;
                format!("cx_arithmetic(cx_constant(0), '-', {inner})")
            }
            other => format!("cx_only({})", self.set(other)?),
        };
        Some(self.declare("cx_number", &value))
    }

    /// The heap can only be read now.
    fn at(&self, moment: Moment) -> Option<()> {
        (moment == self.now).then_some(())
    }

    fn root(&self, root: Root, holds: Holds) -> Option<String> {
        if let Root::Global(_, moment) = root {
            self.at(moment)?;
        }
        let name = (self.name)(root)?;
        match holds {
            Holds::Reference => Some(format!("cx_reference((const void *)({name}))")),
            Holds::Integer(_) => Some(format!("cx_integer({name})")),
            Holds::Float(_) => None,
        }
    }

    fn closure(&mut self, base: String, links: &[Link], reach: Reach) -> Option<String> {
        let mut offsets = Vec::new();
        let mut first: Option<String> = None;
        for link in links {
            let (offset, last) = self.offset(&link.path)?;
            if self.kind(last.1)?.0 != "CX_REFERENCE" {
                return None;
            }
            offsets.push(offset.to_string());
            if reach == Reach::Irreflexive {
                let field = self.field(&base, &link.path)?;
                let step = self.declare("cx_set", &field);
                first = Some(match first {
                    None => step,
                    Some(other) => self.declare("cx_set", &format!("cx_union({other}, {step})")),
                });
            }
        }
        let from = first.unwrap_or(base);
        let list = self.fresh();
        let count = offsets.len();
        self.line(&format!(
            "static const long {list}[] = {{ {} }};",
            offsets.join(", ")
        ));
        Some(format!("cx_closure({from}, {list}, {count})"))
    }

    fn field(&self, base: &str, path: &[FieldRef]) -> Option<String> {
        let (offset, (field, ty)) = self.offset(path)?;
        let (kind, bytes) = self.kind(ty)?;
        let declared = &self.program.types.record(field.record).fields[field.index as usize];
        let (bit, bits) = match declared.bits {
            Some(range) => (u64::from(range.offset), u64::from(range.width)),
            None => (0, 8 * bytes),
        };
        Some(format!(
            "cx_field({base}, {offset}, {kind}, {bytes}, {bit}, {bits})"
        ))
    }

    /// The offset of a field, and the field with its type.
    fn offset(&self, path: &[FieldRef]) -> Option<(u64, (FieldRef, TypeId))> {
        let mut offset = 0;
        for step in path {
            offset += self.program.types.record(step.record).fields[step.index as usize].offset;
        }
        let last = *path.last()?;
        let ty = self.program.types.record(last.record).fields[last.index as usize].ty;
        Some((offset, (last, ty)))
    }

    /// How a value of a type is read, and its bytes.
    fn kind(&self, ty: TypeId) -> Option<(&'static str, u64)> {
        let kind = match self.program.types.get(ty) {
            Type::Int { sign, .. } if *sign == Sign::Signed => "CX_SIGNED",
            Type::Int { .. } => "CX_UNSIGNED",
            Type::Pointer(_) => "CX_REFERENCE",
            Type::Record(_) | Type::Array(..) => return Some(("CX_SELF", 1)),
            Type::Float(_) | Type::Void | Type::Function { .. } => return None,
        };
        let bytes = self.size(ty)?;
        matches!(bytes, 1 | 2 | 4 | 8).then_some((kind, bytes))
    }

    fn size(&self, ty: TypeId) -> Option<u64> {
        self.program.types.size(ty, self.program.data_model)
    }
}

fn comparison(how: Comparison) -> &'static str {
    match how {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::Greater => ">",
        Comparison::AtLeast => ">=",
    }
}
