//! Inferred specifications, for people.

use super::classes::Holder;
use super::region::Refusal;
use super::schema::FieldValue;
use super::spec::{Site, Spec, Specs};
use super::translate::{Call, Translator};
use super::value::{Memory, Value};
use ir::{LocalId, ProcedureId, Program, Scalar, Span};
use logic::relational::{
    Data, DataSym, Formula, Int, IntSym, Multiplicity, Prop, Rel, RelSym, Set, SetSym,
};
use verdict::ClaimId;

/// What was inferred for a claim.
#[derive(Clone, Debug)]
pub struct Inferred {
    /// The claim.
    pub claim: ClaimId,
    /// How large the last bound was.
    pub extent: super::Extent,
    /// What it took.
    pub effort: super::Effort,
    /// The specifications, by the places of the calls.
    pub specifications: Vec<Specification>,
}

/// The specification of a call.
#[derive(Clone, Debug)]
pub struct Specification {
    /// The calls that lead to it, from the procedure that is checked: what is called and where.
    pub site: Vec<(String, Span)>,
    /// The parts of the callee that it consists of, in the relational language.
    pub parts: Vec<(Span, String)>,
}

/// All specifications that were inferred.
pub(crate) fn specifications(translator: &Translator<'_, '_>, specs: &Specs) -> Vec<Specification> {
    let each = specs.iter().filter_map(|(site, spec)| {
        let parts = parts(translator, site, spec).ok()?;
        Some(Specification {
            site: places(translator.region.program, site),
            parts,
        })
    });
    each.collect()
}

/// What is called at each step of a way, and where.
fn places(program: &Program, site: &Site) -> Vec<(String, Span)> {
    let each = site.iter().filter_map(|(caller, edge)| {
        let edge = &program[*caller][*edge];
        let callee = super::region::callee(edge)?;
        Some((program[callee].name.to_string(), edge.span))
    });
    each.collect()
}

/// The constraints of a specification, with the names of the callee: a prime marks what is behind the
/// call.
fn parts(
    translator: &Translator<'_, '_>,
    site: &Site,
    spec: &Spec,
) -> Result<Vec<(Span, String)>, Refusal> {
    let Some((caller, edge)) = site.last() else {
        return Ok(Vec::new());
    };
    let program = translator.region.program;
    let Some(callee) = super::region::callee(&program[*caller][*edge]) else {
        return Ok(Vec::new());
    };
    let body = translator.translate(callee, named(translator, callee), &|_| false)?;
    let own = body.constraints.iter();
    let own = own.filter(|it| spec.steps.contains(&it.step));
    let own = own.map(|it| (it.span, it.formula.to_string()));
    let mut all: Vec<(Span, String)> = own.collect();
    for (number, inner) in &spec.calls {
        if let Some(call) = body.calls.get(*number) {
            let mut site = site.clone();
            site.push((callee, call.edge));
            all.extend(parts(translator, &site, inner)?);
        }
    }
    Ok(all)
}

/// A call of a procedure whose parameters have their own names.
fn named(translator: &Translator<'_, '_>, id: ProcedureId) -> Call {
    let schema = translator.schema;
    let procedure = &schema.program[id];
    let value = |name: &str, scalar: Scalar, holder: Holder| {
        let class = schema.classes.known(holder);
        match (scalar, class) {
            (Scalar::Pointer, Some(class)) => {
                let objects = &schema.objects[schema.sort_of(class)?];
                let symbol = SetSym::new(name, &objects.sort, Multiplicity::Lone);
                Some(Value::Reference(Set::from(&symbol)))
            }
            (Scalar::Int(_), Some(class)) => {
                let symbol = IntSym::new(name, schema.int_type(class));
                Some(Value::Number(Int::from(&symbol)))
            }
            _ => None,
        }
    };
    let arguments = (0..procedure.signature.parameters.len() as u32).map(|index| {
        let local = &procedure[LocalId(index)];
        let name = local.name.as_deref().unwrap_or("argument");
        let holder = Holder::Local(id, LocalId(index));
        let named = value(name, local.scalar, holder);
        named.unwrap_or_else(|| Value::Reference(Set::null()))
    });
    let result = procedure.signature.result;
    let result = result.and_then(|scalar| value("$return", scalar, Holder::Result(id)));
    let before = memory(translator, "", None);
    let frame = translator.frames.of_procedure(id);
    let after = memory(translator, "'", Some((&before, &frame)));
    Call {
        guard: Formula::from(&Prop::new("called")),
        arguments: arguments.collect(),
        before,
        after: Some((after, result)),
    }
}

fn memory(
    translator: &Translator<'_, '_>,
    suffix: &str,
    kept: Option<(&Memory, &super::frame::Frame)>,
) -> Memory {
    let schema = translator.schema;
    let field = |index: usize| match kept {
        Some((before, frame)) if !frame.fields.contains(&index) => before.fields[index].clone(),
        _ => {
            let name = format!("{}{suffix}", schema.fields[index].name);
            match schema.unknown_field(index, 0) {
                FieldValue::Links(rel) => FieldValue::Links(renamed(&rel, &name)),
                FieldValue::Numbers(data) => FieldValue::Numbers(renamed_data(&data, &name)),
            }
        }
    };
    let live = schema
        .objects
        .iter()
        .enumerate()
        .map(|(index, objects)| match kept {
            Some((before, frame)) if !frame.objects.contains(&index) => before.live[index].clone(),
            _ => objects.is_allocated.then(|| {
                let symbol = SetSym::new(format!("live{suffix}"), &objects.sort, Multiplicity::Any);
                Set::from(&symbol)
            }),
        });
    let live = live.collect();
    Memory {
        fields: (0..schema.fields.len()).map(field).collect(),
        live,
    }
}

fn renamed(rel: &Rel, name: &str) -> Rel {
    match rel.kind() {
        logic::relational::RelKind::Symbol(symbol) => {
            let decl = symbol.decl();
            Rel::from(&RelSym::new(name, (&decl.from, &decl.to), decl.properties))
        }
        _ => rel.clone(),
    }
}

fn renamed_data(data: &Data, name: &str) -> Data {
    match data.kind() {
        logic::relational::DataKind::Symbol(symbol) => {
            let decl = symbol.decl();
            Data::from(&DataSym::new(name, &decl.sort, decl.ty))
        }
        _ => data.clone(),
    }
}
