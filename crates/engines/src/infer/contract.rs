//! Contracts as relational formulas.
//!
//! The language of contracts is that of the formulas but for sets of numbers, which formulas have not:
//! they are told by the objects whose fields hold them.

use super::classes::{Class, Classes, Holder, Purpose};
use super::region::Refusal;
use super::schema::{FieldValue, Holds, Schema};
use super::value::{Memory, Value};
use ::contract::{
    ArithmeticOperator, Comparison, Expr, Formula as Stated, Holds as Held, Link, Moment,
    Multiplicity, Quantifier, Reach, Root, SetOperator,
};
use ir::{FieldRef, ProcedureId, Program, Scalar, Sign, Span, TypeId};
use logic::relational::{Data, Formula, Int, IntType, Rel, Set, Size};

/// Numbers of contracts are as large as they need to be: so are these, for what contracts compute.
const WIDE: u8 = 64;

/// Puts what a formula speaks of into the classes of the program.
pub(crate) struct Collector<'a, 'p> {
    pub(crate) program: &'p Program,
    pub(crate) classes: &'a mut Classes,
    pub(crate) procedure: ProcedureId,
    pub(crate) span: Span,
}

impl Collector<'_, '_> {
    fn refuse<T>(&self, what: &str) -> Result<T, Refusal> {
        Err(Refusal::new(self.span, what))
    }

    /// What a formula speaks of; the classes of variables are given.
    pub(crate) fn formula(
        &mut self,
        formula: &Stated,
        bound: &mut Vec<Option<Class>>,
    ) -> Result<(), Refusal> {
        match formula {
            Stated::Constant(_) => Ok(()),
            Stated::Not(inner) => self.formula(inner, bound),
            Stated::All(parts) | Stated::Any(parts) => {
                parts.iter().try_for_each(|part| self.formula(part, bound))
            }
            Stated::Implies(a, b) | Stated::Iff(a, b) => {
                self.formula(a, bound)?;
                self.formula(b, bound)
            }
            Stated::Compare(how, a, b) => self.compare(*how, a, b, bound),
            Stated::CompareFloats(..) => self.refuse("a contract about floats"),
            Stated::Subset(a, b) | Stated::Same(a, b) => self.together(a, b, bound).map(drop),
            Stated::Multiplicity(_, set) => self.expr(set, bound).map(drop),
            Stated::Quantified { domain, body, .. } => {
                let class = self.expr(domain, bound)?;
                bound.push(class);
                let result = self.formula(body, bound);
                bound.pop();
                result
            }
            Stated::Call(arguments, body) => {
                let mut inner = Vec::new();
                for argument in arguments {
                    inner.push(self.expr(argument, bound)?);
                }
                self.formula(body, &mut inner)
            }
        }
    }

    fn compare(
        &mut self,
        how: Comparison,
        a: &Expr,
        b: &Expr,
        bound: &mut Vec<Option<Class>>,
    ) -> Result<(), Refusal> {
        let class = self.together(a, b, bound)?;
        let is_ordered = !matches!(how, Comparison::Equal | Comparison::NotEqual);
        if let Some(class) = class.filter(|_| is_ordered) {
            let is_unsigned = [a, b].into_iter().any(is_unsigned);
            self.classes.note(class, |used| match is_unsigned {
                true => used.is_unsigned = true,
                false => used.is_signed = true,
            });
        }
        Ok(())
    }

    /// The class of two expressions that are compared.
    fn together(
        &mut self,
        a: &Expr,
        b: &Expr,
        bound: &mut Vec<Option<Class>>,
    ) -> Result<Option<Class>, Refusal> {
        let (left, right) = (self.expr(a, bound)?, self.expr(b, bound)?);
        let class = match (left, right) {
            (Some(left), Some(right)) => {
                self.classes.unite(left, right, self.span)?;
                Some(left)
            }
            (one, None) | (None, one) => one,
        };
        for side in [a, b] {
            match (side, class) {
                (Expr::Integer(value), Some(class)) => {
                    self.classes
                        .note(class, |used| _ = used.constants.insert(*value));
                }
                // A number that the contract computes may be any.
                (Expr::Count(_) | Expr::Negate(_) | Expr::Arithmetic(..), Some(class)) => {
                    self.classes.note(class, |used| used.is_arithmetic = true);
                }
                _ => {}
            }
        }
        Ok(class)
    }

    fn expr(
        &mut self,
        expr: &Expr,
        bound: &mut Vec<Option<Class>>,
    ) -> Result<Option<Class>, Refusal> {
        let class = self.expr_itself(expr, bound)?;
        if let (Expr::Root(_, holds) | Expr::Field { holds, .. }, Some(class)) = (expr, class)
            && let Held::Integer(sign) = holds
        {
            self.classes.note(class, |used| match sign {
                Sign::Signed => used.told_signed = true,
                Sign::Unsigned => used.told_unsigned = true,
            });
        }
        Ok(class)
    }

    fn expr_itself(
        &mut self,
        expr: &Expr,
        bound: &mut Vec<Option<Class>>,
    ) -> Result<Option<Class>, Refusal> {
        match expr {
            Expr::Null | Expr::Integer(_) => Ok(None),
            Expr::Variable(index) => Ok(bound.get(*index).copied().flatten()),
            Expr::Root(Root::Parameter(local), _) => Ok(Some(
                self.classes.holder(Holder::Local(self.procedure, *local)),
            )),
            Expr::Root(Root::Result, _) => {
                Ok(Some(self.classes.holder(Holder::Result(self.procedure))))
            }
            Expr::Root(Root::Global(..), _) => self.refuse("a contract about a global variable"),
            Expr::Field { base, paths, .. } => {
                let base = self.expr(base, bound)?;
                let mut class = None;
                for path in paths {
                    let found = self.path(base, path)?;
                    class = self.either(class, found)?;
                }
                Ok(class)
            }
            Expr::Closure { base, links, .. } => {
                let base = self.expr(base, bound)?;
                for link in links {
                    let found = self.path(base, &link.path)?;
                    self.either(base, found)?;
                }
                Ok(base)
            }
            Expr::Count(inner) => self.expr(inner, bound).map(|_| None),
            Expr::Combine(_, a, b) => self.together(a, b, bound),
            Expr::Arithmetic(_, a, b) => {
                let class = self.together(a, b, bound)?;
                self.computed(class)
            }
            Expr::Negate(inner) => {
                let class = self.expr(inner, bound)?;
                self.computed(class)
            }
            Expr::Decimal(_) => self.refuse("a contract about floats"),
            Expr::Element { .. } | Expr::Length { .. } => self.refuse("a contract about an array"),
            Expr::Range(..) => self.refuse("a contract about a range of numbers"),
        }
    }

    fn computed(&mut self, class: Option<Class>) -> Result<Option<Class>, Refusal> {
        if let Some(class) = class {
            self.classes.note(class, |used| used.is_arithmetic = true);
        }
        Ok(class)
    }

    fn either(&mut self, a: Option<Class>, b: Option<Class>) -> Result<Option<Class>, Refusal> {
        if let (Some(a), Some(b)) = (a, b) {
            self.classes.unite(a, b, self.span)?;
        }
        Ok(a.or(b))
    }

    fn path(&mut self, base: Option<Class>, path: &[FieldRef]) -> Result<Option<Class>, Refusal> {
        let Some(base) = base else {
            return Ok(None);
        };
        let (offset, ty) = offset_of(self.program, path);
        let Some(scalar) = ty.and_then(|ty| self.program.types.scalar(ty)) else {
            return self.refuse("a contract about a whole record");
        };
        if matches!(scalar, Scalar::Float(_)) {
            return self.refuse("a contract about floats");
        }
        let read = (scalar, Purpose::Read);
        self.classes.field(base, offset, read, self.span).map(Some)
    }
}

/// Whether an expression is a number without a sign.
fn is_unsigned(expr: &Expr) -> bool {
    match expr {
        Expr::Root(_, holds) | Expr::Field { holds, .. } => *holds == Held::Integer(Sign::Unsigned),
        _ => false,
    }
}

/// Where a field is, through the anonymous members that it is in, and its type.
fn offset_of(program: &Program, path: &[FieldRef]) -> (u64, Option<TypeId>) {
    let mut offset = 0;
    let mut ty = None;
    for field in path {
        let fields = &program.types.record(field.record).fields;
        if let Some(field) = fields.get(field.index as usize) {
            offset += field.offset;
            ty = Some(field.ty);
        }
    }
    (offset, ty)
}

/// Numbers of a contract: the one, or those in a field of some objects.
#[derive(Clone)]
enum Numbers {
    One(Int),
    In(Set, Data),
}

/// What an expression of a contract means.
#[derive(Clone)]
enum Meaning {
    Objects(Set, Option<usize>),
    /// Each of these, with the class that says how they are represented.
    Numbers(Vec<Numbers>, Option<Class>),
}

/// The states that a contract speaks of.
pub(crate) struct Speaker<'a, 'p> {
    pub(crate) schema: &'a Schema<'p>,
    pub(crate) procedure: ProcedureId,
    pub(crate) arguments: &'a [Value],
    pub(crate) result: Option<&'a Value>,
    pub(crate) before: &'a Memory,
    pub(crate) after: &'a Memory,
    pub(crate) span: Span,
}

impl Speaker<'_, '_> {
    fn refuse<T>(&self, what: &str) -> Result<T, Refusal> {
        Err(Refusal::new(self.span, what))
    }

    fn memory(&self, moment: Moment) -> &Memory {
        match moment {
            Moment::Entry => self.before,
            Moment::Exit => self.after,
        }
    }

    /// What a formula means in these states.
    pub(crate) fn formula(&self, formula: &Stated) -> Result<Formula, Refusal> {
        self.stated(formula, &mut Vec::new())
    }

    fn stated(&self, formula: &Stated, bound: &mut Vec<Meaning>) -> Result<Formula, Refusal> {
        Ok(match formula {
            Stated::Constant(value) => Formula::constant(*value),
            Stated::Not(inner) => self.stated(inner, bound)?.not(),
            Stated::All(parts) => Formula::conjunction(self.all(parts, bound)?),
            Stated::Any(parts) => Formula::disjunction(self.all(parts, bound)?),
            Stated::Implies(a, b) => self.stated(a, bound)?.implies(self.stated(b, bound)?),
            Stated::Iff(a, b) => self.stated(a, bound)?.iff(self.stated(b, bound)?),
            Stated::Compare(how, a, b) => self.compare(*how, a, b, bound)?,
            Stated::CompareFloats(..) => return self.refuse("a contract about floats"),
            Stated::Subset(a, b) => self.related(a, b, bound, Relation::Subset)?,
            Stated::Same(a, b) => self.related(a, b, bound, Relation::Same)?,
            Stated::Multiplicity(how_many, set) => {
                let Meaning::Objects(set, _) = self.expr(set, bound)? else {
                    return self.refuse("a contract about how many numbers there are");
                };
                set.size(match how_many {
                    Multiplicity::No => Size::No,
                    Multiplicity::Some => Size::Some,
                    Multiplicity::One => Size::One,
                    Multiplicity::Lone => Size::Lone,
                })
            }
            Stated::Quantified {
                quantifier,
                domain,
                body,
            } => self.quantified(*quantifier, domain, body, bound)?,
            Stated::Call(arguments, body) => {
                let mut inner = Vec::new();
                for argument in arguments {
                    inner.push(self.expr(argument, bound)?);
                }
                self.stated(body, &mut inner)?
            }
        })
    }

    fn all(&self, parts: &[Stated], bound: &mut Vec<Meaning>) -> Result<Vec<Formula>, Refusal> {
        parts.iter().map(|part| self.stated(part, bound)).collect()
    }

    fn quantified(
        &self,
        quantifier: Quantifier,
        domain: &Expr,
        body: &Stated,
        bound: &mut Vec<Meaning>,
    ) -> Result<Formula, Refusal> {
        let Meaning::Objects(set, objects) = self.expr(domain, bound)? else {
            return self.refuse("a contract about each of several numbers");
        };
        let mut found = Ok(Formula::constant(true));
        let inner = |v: &Set| {
            bound.push(Meaning::Objects(v.clone(), objects));
            let meant = self.stated(body, bound);
            bound.pop();
            let formula = meant.clone().unwrap_or_else(|_| Formula::constant(true));
            found = meant;
            formula
        };
        let formula = match quantifier {
            Quantifier::All => set.all("v", inner),
            Quantifier::Some => set.any("v", inner),
            Quantifier::No => set.any("v", inner).not(),
        };
        found.map(|_| formula)
    }

    fn compare(
        &self,
        how: Comparison,
        a: &Expr,
        b: &Expr,
        bound: &mut Vec<Meaning>,
    ) -> Result<Formula, Refusal> {
        let (left, right) = (self.expr(a, bound)?, self.expr(b, bound)?);
        let class = class_of(&left).or(class_of(&right));
        if is_unsigned(a) || is_unsigned(b) {
            let exact = class
                .and_then(|class| self.schema.numbering(class))
                .is_none_or(|it| it.is_exact);
            if exact {
                return self.refuse("a contract about computed numbers without a sign");
            }
        }
        let (a, b) = (self.one(&left, class)?, self.one(&right, class)?);
        use logic::relational::Comparison as Relational;
        Ok(a.compare(
            match how {
                Comparison::Equal => Relational::Eq,
                Comparison::NotEqual => Relational::Ne,
                Comparison::Less => Relational::Lt,
                Comparison::AtMost => Relational::Le,
                Comparison::Greater => Relational::Gt,
                Comparison::AtLeast => Relational::Ge,
            },
            b,
        ))
    }

    /// The one number that is meant, represented as those of a class are.
    fn one(&self, meaning: &Meaning, class: Option<Class>) -> Result<Int, Refusal> {
        let Meaning::Numbers(numbers, own) = meaning else {
            return self.refuse("a contract that compares references");
        };
        match &numbers[..] {
            [Numbers::One(number)] => self.represented(number, *own, class),
            [Numbers::In(set, data)] if set.is_lone() => Ok(set.value(data)),
            _ => self.refuse("a contract that compares sets of numbers"),
        }
    }

    /// A number among those of a class: a constant has no class of its own.
    fn represented(
        &self,
        number: &Int,
        own: Option<Class>,
        class: Option<Class>,
    ) -> Result<Int, Refusal> {
        use logic::relational::IntKind;
        match (number.kind(), own, class) {
            (IntKind::Const(value), None, Some(class)) => {
                let numbering = self.schema.numbering(class);
                match numbering.map_or(Some(*value), |it| it.constant(*value)) {
                    Some(value) => Ok(Int::from(value)),
                    None => self.refuse("a contract with a constant that was overlooked"),
                }
            }
            _ => Ok(number.clone()),
        }
    }

    fn related(
        &self,
        a: &Expr,
        b: &Expr,
        bound: &mut Vec<Meaning>,
        relation: Relation,
    ) -> Result<Formula, Refusal> {
        let (left, right) = (self.expr(a, bound)?, self.expr(b, bound)?);
        match (&left, &right, relation) {
            (Meaning::Objects(a, _), Meaning::Objects(b, _), Relation::Subset) => Ok(a.within(b)),
            (Meaning::Objects(a, _), Meaning::Objects(b, _), Relation::Same) => {
                Ok(match (a.kind(), b.kind()) {
                    (_, logic::relational::SetKind::Empty) => a.is_null(),
                    (logic::relational::SetKind::Empty, _) => b.is_null(),
                    _ => a.equals(b),
                })
            }
            (Meaning::Numbers(a, one), Meaning::Numbers(b, other), _) => {
                let class = one.or(*other);
                let a = self.all_represented(a, *one, class)?;
                let b = self.all_represented(b, *other, class)?;
                let there = among(&a, &b);
                Ok(match relation {
                    Relation::Subset => there,
                    Relation::Same => there.and(among(&b, &a)),
                })
            }
            _ => self.refuse("a contract that compares references with numbers"),
        }
    }

    fn all_represented(
        &self,
        numbers: &[Numbers],
        own: Option<Class>,
        class: Option<Class>,
    ) -> Result<Vec<Numbers>, Refusal> {
        let each = numbers.iter().map(|it| match it {
            Numbers::One(number) => Ok(Numbers::One(self.represented(number, own, class)?)),
            Numbers::In(..) => Ok(it.clone()),
        });
        each.collect()
    }

    fn expr(&self, expr: &Expr, bound: &mut Vec<Meaning>) -> Result<Meaning, Refusal> {
        match expr {
            Expr::Null => Ok(Meaning::Objects(Set::null(), None)),
            Expr::Integer(value) => Ok(number(Int::from(*value), None)),
            Expr::Variable(index) => match bound.get(*index) {
                Some(meaning) => Ok(meaning.clone()),
                None => self.refuse("a contract with a variable out of place"),
            },
            Expr::Root(Root::Parameter(local), _) => {
                let value = self.arguments.get(local.0 as usize);
                self.held(value, Holder::Local(self.procedure, *local))
            }
            Expr::Root(Root::Result, _) => self.held(self.result, Holder::Result(self.procedure)),
            Expr::Field {
                base,
                paths,
                moment,
                ..
            } => {
                let base = self.expr(base, bound)?;
                let each = paths.iter().map(|path| self.in_field(&base, path, *moment));
                let each: Vec<Meaning> = each.collect::<Result<_, _>>()?;
                self.united(each)
            }
            Expr::Closure {
                base,
                reach,
                links,
                moment,
                ..
            } => {
                let base = self.expr(base, bound)?;
                self.closure(base, *reach, links, *moment)
            }
            Expr::Count(inner) => match self.expr(inner, bound)? {
                Meaning::Objects(set, _) => Ok(number(set.count(), None)),
                Meaning::Numbers(..) => self.refuse("a contract that counts numbers"),
            },
            Expr::Combine(how, a, b) => {
                let (a, b) = (self.expr(a, bound)?, self.expr(b, bound)?);
                self.combined(*how, a, b)
            }
            Expr::Arithmetic(how, a, b) => {
                let (a, b) = (self.expr(a, bound)?, self.expr(b, bound)?);
                let class = class_of(&a).or(class_of(&b));
                let (a, b) = (self.one(&a, class)?, self.one(&b, class)?);
                let wide = IntType::signed(WIDE);
                match how {
                    ArithmeticOperator::Add => Ok(number(a.add(wide, b), class)),
                    ArithmeticOperator::Subtract => Ok(number(a.sub(wide, b), class)),
                    _ => self.refuse("a contract with a product or a quotient"),
                }
            }
            Expr::Negate(inner) => {
                let inner = self.expr(inner, bound)?;
                let class = class_of(&inner);
                let inner = self.one(&inner, class)?;
                Ok(number(
                    Int::from(0).sub(IntType::signed(WIDE), inner),
                    class,
                ))
            }
            _ => self.refuse("a contract about something that is not translated"),
        }
    }

    fn held(&self, value: Option<&Value>, holder: Holder) -> Result<Meaning, Refusal> {
        let class = self.schema.classes.known(holder);
        match value {
            Some(Value::Reference(set)) => {
                let objects = class.and_then(|class| self.schema.sort_of(class));
                Ok(Meaning::Objects(set.clone(), objects))
            }
            Some(Value::Number(it)) => Ok(number(it.clone(), class)),
            None => self.refuse("a contract about a value that is not there"),
        }
    }

    fn in_field(
        &self,
        base: &Meaning,
        path: &[FieldRef],
        moment: Moment,
    ) -> Result<Meaning, Refusal> {
        let Meaning::Objects(set, objects) = base else {
            return self.refuse("a contract about the field of a number");
        };
        let (offset, _) = offset_of(self.schema.program, path);
        let field = objects.and_then(|objects| self.schema.field(objects, offset));
        let Some(field) = field else {
            return self.refuse("a contract about a field that is not known");
        };
        let holds = self.schema.fields[field].holds;
        match (&self.memory(moment).fields[field], holds) {
            (FieldValue::Links(links), Holds::Reference(to)) => {
                Ok(Meaning::Objects(set.dot(links), Some(to)))
            }
            (FieldValue::Numbers(data), Holds::Number(class)) => {
                let numbers = vec![Numbers::In(set.clone(), data.clone())];
                Ok(Meaning::Numbers(numbers, Some(class)))
            }
            _ => self.refuse("a contract about memory of another type"),
        }
    }

    fn closure(
        &self,
        base: Meaning,
        reach: Reach,
        links: &[Link],
        moment: Moment,
    ) -> Result<Meaning, Refusal> {
        let Meaning::Objects(set, Some(objects)) = base else {
            return Ok(Meaning::Objects(Set::null(), None));
        };
        let mut step: Option<Rel> = None;
        for link in links {
            let (offset, _) = offset_of(self.schema.program, &link.path);
            let field = self.schema.field(objects, offset);
            let Some(FieldValue::Links(links)) =
                field.map(|field| &self.memory(moment).fields[field])
            else {
                return self.refuse("a contract about links that are not known");
            };
            step = Some(match step {
                Some(step) => &step + links,
                None => links.clone(),
            });
        }
        let step = step.unwrap_or_else(Rel::empty);
        let reached = match reach {
            Reach::Reflexive => set.dot(step.star()),
            Reach::Irreflexive => set.dot(step.plus()),
        };
        Ok(Meaning::Objects(reached, Some(objects)))
    }

    fn united(&self, each: Vec<Meaning>) -> Result<Meaning, Refusal> {
        let mut each = each.into_iter();
        let Some(mut all) = each.next() else {
            return Ok(Meaning::Objects(Set::null(), None));
        };
        for one in each {
            all = self.combined(SetOperator::Union, all, one)?;
        }
        Ok(all)
    }

    fn combined(&self, how: SetOperator, a: Meaning, b: Meaning) -> Result<Meaning, Refusal> {
        match (how, a, b) {
            (_, Meaning::Objects(a, one), Meaning::Objects(b, other)) => {
                let set = match how {
                    SetOperator::Union => &a + &b,
                    SetOperator::Intersection => &a & &b,
                    SetOperator::Difference => &a - &b,
                };
                Ok(Meaning::Objects(set, one.or(other)))
            }
            (SetOperator::Union, Meaning::Numbers(a, one), Meaning::Numbers(b, other)) => {
                let class = one.or(other);
                let mut all = self.all_represented(&a, one, class)?;
                all.extend(self.all_represented(&b, other, class)?);
                Ok(Meaning::Numbers(all, class))
            }
            _ => self.refuse("a contract about a set of numbers"),
        }
    }
}

#[derive(Clone, Copy)]
enum Relation {
    Subset,
    Same,
}

fn number(number: Int, class: Option<Class>) -> Meaning {
    Meaning::Numbers(vec![Numbers::One(number)], class)
}

fn class_of(meaning: &Meaning) -> Option<Class> {
    match meaning {
        Meaning::Objects(..) => None,
        Meaning::Numbers(_, class) => *class,
    }
}

/// Each of the first numbers is one of the second.
fn among(a: &[Numbers], b: &[Numbers]) -> Formula {
    let found = |number: &Int| {
        Formula::disjunction(b.iter().map(|it| match it {
            Numbers::One(other) => number.equals(other),
            Numbers::In(set, data) => set.any("w", |w| w.value(data).equals(number)),
        }))
    };
    Formula::conjunction(a.iter().map(|it| match it {
        Numbers::One(number) => found(number),
        Numbers::In(set, data) => set.all("v", |v| found(&v.value(data))),
    }))
}
