//! Contracts as Java code: a formula is one expression over sets, which are made by reflection.

use ir::{FieldRef, Program};

use super::comparison;
use crate::structure::Moment;
use crate::syntax::{Multiplicity, Quantifier};
use crate::typed::{ArithmeticOperator, Expr, Formula, Holds, Link, Reach, Root, SetOperator};
use logic::FloatFormat;

/// The class that the expressions need. It stands inside of the one that has them, whose method
/// `named` gives classes by their names.
pub const JAVA_CHECK_RUNTIME: &str = include_str!("Contract.java");

/// A Java expression that is false if the formula does not hold after the call. `before` is the
/// name of a variable with a `ConcrexContract.Heap` of the moment of the call. `name` gives the
/// Java expression for the value of a parameter or the result.
///
/// Nothing if Java cannot tell: static fields are not kept from before the call.
pub fn java_check(
    program: &Program,
    formula: &Formula,
    before: &str,
    name: &dyn Fn(Root) -> Option<String>,
) -> Option<String> {
    let mut writer = Writer {
        program,
        before,
        name,
        frame: Vec::new(),
        next: 0,
    };
    writer.formula(formula)
}

struct Writer<'a> {
    program: &'a Program,
    before: &'a str,
    name: &'a dyn Fn(Root) -> Option<String>,
    /// The Java variables of the variables, outermost first.
    frame: Vec<String>,
    next: usize,
}

impl Writer<'_> {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("v{}", self.next)
    }

    fn formula(&mut self, formula: &Formula) -> Option<String> {
        Some(match formula {
            Formula::Constant(value) => value.to_string(),
            Formula::Not(inner) => format!("!({})", self.formula(inner)?),
            Formula::All(parts) => self.chain(parts, " && ", "true")?,
            Formula::Any(parts) => self.chain(parts, " || ", "false")?,
            Formula::Implies(condition, consequence) => {
                let (condition, consequence) =
                    (self.formula(condition)?, self.formula(consequence)?);
                format!("(!({condition}) || {consequence})")
            }
            Formula::Iff(left, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                format!("(({left}) == ({right}))")
            }
            Formula::Compare(how, left, right) => {
                let (a, b) = (self.set(left)?, self.set(right)?);
                call("compare", &[quoted(comparison(*how)), a, b])
            }
            Formula::CompareFloats(how, format, left, right) => {
                let (a, b) = (self.set(left)?, self.set(right)?);
                let single = (*format == FloatFormat::SINGLE).to_string();
                call("compareFloats", &[quoted(comparison(*how)), single, a, b])
            }
            Formula::Subset(left, right) => {
                format!("{}.containsAll({})", self.set(right)?, self.set(left)?)
            }
            Formula::Same(left, right) => {
                format!("{}.equals({})", self.set(left)?, self.set(right)?)
            }
            Formula::Multiplicity(multiplicity, set) => {
                let size = match multiplicity {
                    Multiplicity::No => "== 0",
                    Multiplicity::Some => "> 0",
                    Multiplicity::One => "== 1",
                    Multiplicity::Lone => "<= 1",
                };
                format!("({}.size() {size})", self.set(set)?)
            }
            Formula::Quantified {
                quantifier,
                domain,
                body,
            } => {
                let domain = self.set(domain)?;
                let variable = self.fresh();
                self.frame.push(variable.clone());
                let body = self.formula(body);
                self.frame.pop();
                let claim = format!("{variable} -> {}", body?);
                match quantifier {
                    Quantifier::All => call("all", &[domain, claim]),
                    Quantifier::Some => call("some", &[domain, claim]),
                    Quantifier::No => format!("!{}", call("some", &[domain, claim])),
                }
            }
            Formula::Call(arguments, body) => self.call(arguments, body)?,
        })
    }

    fn chain(&mut self, parts: &[Formula], operator: &str, nothing: &str) -> Option<String> {
        let parts: Option<Vec<String>> = parts.iter().map(|part| self.formula(part)).collect();
        Some(match &parts?[..] {
            [] => nothing.to_string(),
            parts => format!("({})", parts.join(operator)),
        })
    }

    /// A predicate: its arguments are computed once.
    fn call(&mut self, arguments: &[Expr], body: &Formula) -> Option<String> {
        let mut bound = Vec::new();
        for argument in arguments {
            let set = self.set(argument)?;
            bound.push((set, self.fresh()));
        }
        let names = bound.iter().map(|(_, name)| name.clone()).collect();
        let outer = std::mem::replace(&mut self.frame, names);
        let body = self.formula(body);
        self.frame = outer;
        bound.into_iter().rev().fold(body, |body, (set, name)| {
            let claim = format!("{name} -> {}", body?);
            Some(call("with", &[set, claim]))
        })
    }

    fn set(&mut self, expr: &Expr) -> Option<String> {
        Some(match expr {
            Expr::Null => call("none", &[]),
            Expr::Integer(value) => call("number", &[quoted(&value.to_string())]),
            Expr::Decimal(text) => call("decimal", &[quoted(text)]),
            Expr::Variable(slot) => self.frame.get(*slot)?.clone(),
            Expr::Root(root, holds) => self.root(*root, *holds)?,
            Expr::Field {
                base,
                paths,
                holds,
                moment,
            } => {
                let base = self.set(base)?;
                self.field(base, paths, *holds, *moment)?
            }
            Expr::Closure {
                base,
                reach,
                links,
                moment,
                ..
            } => {
                let base = self.set(base)?;
                let paths = links.iter().map(|link: &Link| &link.path[..]);
                let mut parts = vec![self.heap(*moment), base.clone()];
                parts.extend(self.names(paths)?);
                let further = call("reach", &parts);
                match reach {
                    Reach::Irreflexive => further,
                    Reach::Reflexive => call("combine", &["'+'".to_string(), base, further]),
                }
            }
            Expr::Element {
                array,
                index,
                holds,
                moment,
                ..
            } => {
                let (array, index) = (self.set(array)?, self.set(index)?);
                call(
                    "element",
                    &[self.heap(*moment), array, index, refers(*holds)],
                )
            }
            // Arrays of Java have a field for it.
            Expr::Length { .. } => return None,
            Expr::Count(set) => call("count", &[self.set(set)?]),
            Expr::Range(low, high) => call("range", &[self.set(low)?, self.set(high)?]),
            Expr::Combine(operator, left, right) => {
                let operator = match operator {
                    SetOperator::Union => "'+'",
                    SetOperator::Intersection => "'&'",
                    SetOperator::Difference => "'-'",
                };
                call(
                    "combine",
                    &[operator.into(), self.set(left)?, self.set(right)?],
                )
            }
            Expr::Arithmetic(operator, left, right) => {
                let operator = match operator {
                    ArithmeticOperator::Add => "'+'",
                    ArithmeticOperator::Subtract => "'-'",
                    ArithmeticOperator::Multiply => "'*'",
                    ArithmeticOperator::Divide => "'/'",
                    ArithmeticOperator::Remainder => "'%'",
                };
                call(
                    "arithmetic",
                    &[operator.into(), self.set(left)?, self.set(right)?],
                )
            }
            Expr::Negate(inner) => call("negate", &[self.set(inner)?]),
        })
    }

    fn root(&self, root: Root, holds: Holds) -> Option<String> {
        if let Root::Global(id, moment) = root {
            let name = self.program[id].name.rsplit_once('.')?;
            let name = quoted(&format!("{}#{}", name.0, name.1));
            let is_now = moment == Moment::Exit;
            return is_now.then(|| call("global", &[name, refers(holds)]));
        }
        let value = (self.name)(root)?;
        Some(match holds {
            Holds::Reference => call("to", &[value]),
            Holds::Integer(_) | Holds::Float(_) => call("of", &[value]),
        })
    }

    fn field(
        &self,
        base: String,
        paths: &[Vec<FieldRef>],
        holds: Holds,
        moment: Moment,
    ) -> Option<String> {
        // Elsewhere the elements of an array are an object of their own.
        if let [path] = paths
            && let [field] = path[..]
            && let Some(parts) = self.program.types.array(field.record)
        {
            return match field == parts.elements {
                true => Some(base),
                false => Some(call("length", &[base])),
            };
        }
        let mut parts = vec![self.heap(moment), base, refers(holds)];
        parts.extend(self.names(paths.iter().map(|path| &path[..]))?);
        Some(call("field", &parts))
    }

    /// `Class#field` of each.
    fn names<'p>(&self, paths: impl Iterator<Item = &'p [FieldRef]>) -> Option<Vec<String>> {
        paths
            .map(|path| {
                let [field] = path[..] else {
                    return None;
                };
                let record = self.program.types.record(field.record);
                let declared = record.fields.get(field.index as usize)?;
                Some(quoted(&format!("{}#{}", record.name, declared.name)))
            })
            .collect()
    }

    fn heap(&self, moment: Moment) -> String {
        match moment {
            Moment::Entry => self.before.to_string(),
            Moment::Exit => "null".to_string(),
        }
    }
}

fn call(function: &str, arguments: &[String]) -> String {
    format!("ConcrexContract.{function}({})", arguments.join(", "))
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn refers(holds: Holds) -> String {
    (holds == Holds::Reference).to_string()
}
