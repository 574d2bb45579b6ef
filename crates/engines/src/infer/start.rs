//! What an unknown caller may do: the states in which a call can start.

use super::classes::Holder;
use super::region::Refusal;
use super::schema::{FieldValue, Holds, Objects, Schema, variants};
use super::translate::{Call, closed};
use super::value::{Memory, Value};
use crate::symbolic::layout;
use ir::{
    BinaryOp, Const, Edge, Expr, LocalId, Op, ProcedureId, Program, RecordId, Rule, SourceKind,
    Type, TypeId,
};
use logic::relational::{Formula, Int, IntSym, Multiplicity, Set, SetSym};
use std::sync::Arc;

/// The call that a program starts with, by an unknown caller.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) procedure: ProcedureId,
    /// What it is called with.
    pub(crate) parameters: Vec<Parameter>,
}

/// What the caller chooses.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Arc<str>,
    pub(crate) ty: TypeId,
    pub(crate) is_nonnull: bool,
}

impl Start {
    /// The call of a program's entry whose arguments the caller chooses.
    pub(crate) fn of(program: &Program) -> Option<Start> {
        let entry = &program[program.entry?];
        let parameter = |argument: &Expr| {
            let Expr::Local(local) = argument else {
                return None;
            };
            entry.edges.iter().find_map(|edge| match &edge.op {
                Op::Input { dest, ty, source }
                    if dest == local && source.kind == SourceKind::Parameter =>
                {
                    Some(Parameter {
                        name: source.name.clone(),
                        ty: *ty,
                        is_nonnull: entry.edges.iter().any(|edge| says_nonnull(edge, *local)),
                    })
                }
                _ => None,
            })
        };
        let mut calls = entry.edges.iter().filter_map(|edge| {
            let procedure = super::region::callee(edge)?;
            let Op::Call { arguments, .. } = &edge.op else {
                return None;
            };
            let known = program.start.is_none_or(|it| it.procedure == procedure);
            let is_users = program[procedure].origin == ir::Origin::User;
            let parameters: Option<Vec<Parameter>> = arguments.iter().map(parameter).collect();
            (known && is_users).then_some(Start {
                procedure,
                parameters: parameters?,
            })
        });
        let found = calls.next()?;
        calls.next().is_none().then_some(found)
    }
}

/// Whether an edge is only taken if a local is not null, whatever else.
fn says_nonnull(edge: &Edge, local: LocalId) -> bool {
    match &edge.op {
        Op::Assume(Expr::Binary(BinaryOp::Ne, left, right)) => {
            **left == Expr::Local(local) && **right == Expr::Const(Const::Null)
        }
        _ => false,
    }
}

/// The states in which a call can start.
pub(crate) struct Beginning {
    pub(crate) arguments: Vec<Value>,
    pub(crate) before: Memory,
    /// What holds in them.
    pub(crate) holds: Vec<Formula>,
}

impl Beginning {
    /// All states that a caller can give.
    pub(crate) fn of(schema: &Schema<'_>, start: &Start) -> Result<Beginning, Refusal> {
        let memory = memory(schema);
        let all: Vec<usize> = (0..schema.fields.len()).collect();
        let mut holds = closed(schema, &memory, &all);
        let mut arguments = Vec::new();
        let procedure = &schema.program[start.procedure];
        for (index, parameter) in (0..).zip(&start.parameters) {
            let holder = Holder::Local(start.procedure, LocalId(index));
            let class = schema.classes.known(holder);
            let scalar = procedure[LocalId(index)].scalar;
            let value = match (class.and_then(|class| schema.holds(scalar, class)), class) {
                (Some(Holds::Reference(objects)), _) => {
                    reference(schema, parameter, objects, &memory, &mut holds)?
                }
                (Some(Holds::Number(class)), _) => number(schema, parameter, class, &mut holds),
                // Nobody looks at it.
                (None, _) => Value::Reference(Set::null()),
            };
            arguments.push(value);
        }
        for field in 0..schema.fields.len() {
            contents(schema, field, &memory, &mut holds)?;
        }
        for objects in &schema.objects {
            globals(schema, objects, &mut holds)?;
        }
        Ok(Beginning {
            arguments,
            before: memory,
            holds,
        })
    }

    /// The call.
    pub(crate) fn call(&self) -> Call {
        Call {
            guard: Formula::constant(true),
            arguments: self.arguments.clone(),
            before: self.before.clone(),
            after: None,
        }
    }
}

fn memory(schema: &Schema<'_>) -> Memory {
    let fields = (0..schema.fields.len()).map(|field| schema.unknown_field(field, 0));
    let live = schema.objects.iter().map(|objects| {
        let live = || Set::from(&SetSym::new("live", &objects.sort, Multiplicity::Any));
        objects.is_allocated.then(live)
    });
    Memory {
        fields: fields.collect(),
        live: live.collect(),
    }
}

fn reference(
    schema: &Schema<'_>,
    parameter: &Parameter,
    objects: usize,
    memory: &Memory,
    holds: &mut Vec<Formula>,
) -> Result<Value, Refusal> {
    let sort = &schema.objects[objects].sort;
    let symbol = SetSym::new(&*parameter.name, sort, Multiplicity::Lone);
    let set = Set::from(&symbol);
    if parameter.is_nonnull {
        holds.push(set.is_null().not());
    }
    if let Some(live) = &memory.live[objects] {
        holds.push(set.within(live));
    }
    if let Some(target) = layout::target(schema.program, parameter.ty) {
        holds.extend(is_one_of(schema, objects, &set, target)?);
    }
    holds.extend(no_global(&schema.objects[objects], &set));
    Ok(Value::Reference(set))
}

/// No pointer of the caller's leads to variables of the library.
fn no_global(objects: &Objects, set: &Set) -> Option<Formula> {
    let globals = objects.globals.iter();
    let globals = globals.map(|(_, global)| Set::from(global).within(set).not());
    (!objects.globals.is_empty()).then(|| Formula::conjunction(globals))
}

/// Each object of a set can be given for a type.
fn is_one_of(
    schema: &Schema<'_>,
    objects: usize,
    set: &Set,
    target: TypeId,
) -> Result<Option<Formula>, Refusal> {
    if schema.objects[objects].kind.is_none() {
        return Ok(None);
    }
    let variants = variants(schema.program, target, ir::Span::NONE)?;
    let objects = &schema.objects[objects];
    let formula = set.all("o", |o| {
        let each = variants
            .iter()
            .filter_map(|record| kind_is(objects, o, *record));
        Formula::disjunction(each)
    });
    Ok(Some(formula))
}

/// An object is of a record.
fn kind_is(objects: &Objects, object: &Set, record: RecordId) -> Option<Formula> {
    let number = objects.records.iter().position(|it| *it == record)?;
    let kind = objects.kind.as_ref()?;
    let kind = logic::relational::Data::from(kind);
    Some(object.value(kind).equals(Int::from(number as i128)))
}

fn number(
    schema: &Schema<'_>,
    parameter: &Parameter,
    class: super::classes::Class,
    holds: &mut Vec<Formula>,
) -> Value {
    let symbol = IntSym::new(&*parameter.name, schema.int_type(class));
    let value = Int::from(&symbol);
    holds.extend(restricted(schema, &value, class, Some(parameter.ty)));
    Value::Number(value)
}

/// What holds of a number that the caller chooses: it stands for one of its type.
fn restricted(
    schema: &Schema<'_>,
    value: &Int,
    class: super::classes::Class,
    ty: Option<TypeId>,
) -> Option<Formula> {
    let numbering = schema.numbering(class)?;
    if ty.is_some_and(|ty| schema.is_truth_value(ty)) {
        let constants = [0, 1].into_iter().filter_map(|it| numbering.constant(it));
        let each = constants.map(|constant| value.equals(Int::from(constant)));
        return Some(Formula::disjunction(each));
    }
    let bits = ty.and_then(|ty| schema.program.types.scalar(ty)?.width());
    if let Some((least, most)) = bits.and_then(|bits| numbering.range(bits.bits())) {
        let above = Int::from(least).at_most(value);
        return Some(above.and(value.at_most(Int::from(most))));
    }
    let beyond = numbering.beyond()?;
    Some(value.less(Int::from(beyond)))
}

/// What holds of a field of the caller's objects.
fn contents(
    schema: &Schema<'_>,
    field: usize,
    memory: &Memory,
    holds: &mut Vec<Formula>,
) -> Result<(), Refusal> {
    let owner = schema.fields[field].owner;
    let (offset, value) = (schema.fields[field].offset, memory.fields[field].clone());
    for record in schema.objects[owner].records.clone() {
        let sort = Set::from(&schema.objects[owner].sort);
        let all = memory.live[owner].clone().unwrap_or(sort);
        let these = match schema.objects[owner].kind {
            None => all,
            Some(_) => {
                let objects = &schema.objects[owner];
                all.filter("o", |o| {
                    kind_is(objects, o, record).unwrap_or_else(|| Formula::constant(false))
                })
            }
        };
        let leaf = schema.leaf(record, offset);
        match (&value, schema.fields[field].holds) {
            (FieldValue::Links(links), Holds::Reference(to)) => {
                let led = these.dot(links);
                match leaf.and_then(|leaf| layout::target(schema.program, leaf)) {
                    Some(target) => holds.extend(is_one_of(schema, to, &led, target)?),
                    None => holds.push(led.is_null()),
                }
                holds.extend(no_global(&schema.objects[to], &led));
            }
            (FieldValue::Numbers(data), Holds::Number(class)) => {
                let constant = rule(schema, record, offset);
                let numbering = schema.numbering(class);
                let constant = constant.and_then(|it| numbering?.constant(it));
                holds.push(these.all("o", |o| {
                    let value = o.value(data);
                    match constant {
                        Some(constant) => value.equals(Int::from(constant)),
                        None => restricted(schema, &value, class, leaf)
                            .unwrap_or_else(|| Formula::constant(true)),
                    }
                }));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The number that every object of a record holds at an offset, if it is always the same.
pub(crate) fn rule(schema: &Schema<'_>, record: RecordId, offset: u64) -> Option<i128> {
    let types = &schema.program.types;
    let given = types.given(types.find(&Type::Record(record))?)?;
    given.rules.iter().find_map(|(at, rule)| match rule {
        Rule::Is(number) if *at == offset => Some(i128::from(*number)),
        _ => None,
    })
}

/// Variables of the library hold anything; those of the user are not translated.
fn globals(
    schema: &Schema<'_>,
    objects: &Objects,
    holds: &mut Vec<Formula>,
) -> Result<(), Refusal> {
    let mut earlier: Vec<Set> = Vec::new();
    for (id, symbol) in &objects.globals {
        if !schema.is_librarys(*id) {
            let global = &schema.program[*id];
            let what = format!("the variable `{}`", global.name);
            return Err(Refusal::new(global.span, what));
        }
        let address = Set::from(symbol);
        holds.extend(earlier.iter().map(|other| address.within(other).not()));
        earlier.push(address);
    }
    Ok(())
}
