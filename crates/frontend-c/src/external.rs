//! Variables that nobody defines: what they hold at first is the environment's to choose.
//!
//! Whoever defines such a variable gives it some value before the program starts, so the numbers in it are
//! inputs at the start of the program. Addresses are not chosen: a variable that holds some stays
//! undefined, and what depends on its contents stays open.

use ir::build::ProcedureBuilder;
use ir::{
    Edge, EdgeId, Expr, Field, FloatKind, Global, GlobalId, GlobalOrigin, Location, Mutability, Op,
    Origin, Place, Procedure, ProcedureId, Program, Record, Scalar, Source, SourceKind, Span,
    Target, Type, TypeId, Width,
};

/// The most numbers of one variable that are chosen.
const MOST_NUMBERS: usize = 64;

/// A number in a variable.
struct Number {
    offset: u64,
    /// As C writes it: `table[2]`, `settings.limit`.
    path: String,
    ty: TypeId,
    scalar: Scalar,
}

/// Lets the environment choose what is in the variables that nobody defines: a procedure of its own fills
/// them, which the start of the program calls first.
pub(crate) fn choose(program: &mut Program) {
    let Some(entry) = program.entry else {
        return;
    };
    let is_missing = |global: &Global| {
        global.origin == GlobalOrigin::Undefined
            && global.size > 0
            && program.files.origin(global.span) == Origin::User
            // Names that are reserved have a meaning: the linker's, for instance.
            && !global.name.starts_with("__")
    };
    if !program.unseen.is_empty() {
        // Assembly and pragmas define variables, too.
        return;
    }
    let ids = (0..program.globals.len() as u32).map(GlobalId);
    let missing: Vec<GlobalId> = ids.filter(|id| is_missing(&program[*id])).collect();
    let mut builder = ProcedureBuilder::new(ir::CHOOSE_VARIABLES, program);
    let mut is_needed = false;
    for id in missing {
        if let Some(numbers) = numbers_of(program, id) {
            fill(program, id, &numbers, &mut builder);
            is_needed = true;
        }
    }
    if is_needed {
        builder.push(Op::Return(None));
        let filling = ProcedureId(program.procedures.len() as u32);
        program.procedures.push(builder.finish());
        call_first(&mut program.procedures[entry.0 as usize], filling);
    }
}

/// Lets the environment choose the numbers of a variable.
fn fill(program: &mut Program, id: GlobalId, numbers: &[Number], builder: &mut ProcedureBuilder) {
    let word = program.data_model.pointer_width();
    let global = &mut program.globals[id.0 as usize];
    global.origin = GlobalOrigin::Chosen;
    builder.span(global.span);
    for number in numbers {
        let dest = builder.temporary(number.scalar);
        let offset = Expr::int(word, number.offset.into());
        let source = Source {
            kind: SourceKind::Variable,
            name: number.path.as_str().into(),
            dynamic_name: None,
            index: Some(offset.clone()),
        };
        builder.push(Op::Input {
            dest,
            ty: number.ty,
            source: Box::new(source),
        });
        builder.push(Op::Store {
            place: Place {
                address: crate::fold::offset(Expr::Global(id), offset),
                scalar: number.scalar,
                bits: None,
                field: None,
            },
            value: Expr::Local(dest),
        });
    }
    // A constant is one as soon as it has its value.
    if global.mutability == Mutability::Constant {
        global.mutability = Mutability::Mutable;
        let address = builder.temporary(Scalar::Pointer);
        builder.push(Op::Assign(address, Expr::Global(id)));
        builder.push(Op::Protect(address));
    }
}

/// The numbers that a variable holds; `None` if it holds anything else, or too many.
fn numbers_of(program: &mut Program, id: GlobalId) -> Option<Vec<Number>> {
    let (name, ty) = (program[id].name.clone(), program[id].ty);
    let mut found = Vec::new();
    collect(program, ty, 0, name.to_string(), &mut found)?;
    Some(found)
}

fn collect(
    program: &mut Program,
    ty: TypeId,
    offset: u64,
    path: String,
    found: &mut Vec<Number>,
) -> Option<()> {
    if let Some(scalar @ (Scalar::Int(_) | Scalar::Float(_))) = program.types.scalar(ty) {
        found.push(Number {
            offset,
            path,
            ty,
            scalar,
        });
        return (found.len() <= MOST_NUMBERS).then_some(());
    }
    match program.types.get(ty).clone() {
        Type::Array(element, Some(count)) if count <= MOST_NUMBERS as u64 => {
            let size = program.types.size(element, program.data_model)?;
            (0..count).try_for_each(|index| {
                let (at, path) = (offset + index * size, format!("{path}[{index}]"));
                collect(program, element, at, path, found)
            })
        }
        Type::Record(record) => {
            let record = program.types.record(record).clone();
            if shares_bytes(program, &record) {
                return collect_bytes(program, ty, offset, &path, found);
            }
            record.fields.iter().try_for_each(|field| {
                let path = match field.name.is_empty() {
                    true => path.clone(),
                    false => format!("{path}.{}", field.name),
                };
                collect(program, field.ty, offset + field.offset, path, found)
            })
        }
        _ => None,
    }
}

/// Whether fields of a record lie in the same bytes, as those of a union and bit-fields do.
fn shares_bytes(program: &Program, record: &Record) -> bool {
    let size = |field: &Field| program.types.size(field.ty, program.data_model);
    let mut end = 0;
    record.fields.iter().any(|field| {
        let overlaps = field.bits.is_some() || field.offset < end;
        end = field.offset + size(field).unwrap_or(0);
        overlaps
    })
}

/// The bytes of a record, each of which may be any.
fn collect_bytes(
    program: &mut Program,
    ty: TypeId,
    offset: u64,
    path: &str,
    found: &mut Vec<Number>,
) -> Option<()> {
    let size = program.types.size(ty, program.data_model)?;
    if !takes_any_bytes(program, ty) || found.len() as u64 + size > MOST_NUMBERS as u64 {
        return None;
    }
    let byte = program.types.intern(Type::Int {
        width: Width::W8,
        sign: ir::Sign::Unsigned,
        name: "unsigned char".to_string(),
    });
    found.extend((0..size).map(|index| Number {
        offset: offset + index,
        path: format!("byte {index} of {path}"),
        ty: byte,
        scalar: Scalar::Int(Width::W8),
    }));
    Some(())
}

/// Whether every pattern of bytes is a value of a type, and none an address.
fn takes_any_bytes(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Int { name, .. } => name != "_Bool",
        Type::Float(kind) => matches!(kind, FloatKind::F32 | FloatKind::F64),
        Type::Array(element, Some(_)) => takes_any_bytes(program, *element),
        Type::Record(record) => {
            let mut fields = program.types.record(*record).fields.iter();
            fields.all(|field| takes_any_bytes(program, field.ty))
        }
        _ => false,
    }
}

/// Calls a procedure without parameters before everything else that a procedure does.
fn call_first(start: &mut Procedure, callee: ProcedureId) {
    let span = start.edges.first().map_or(Span::NONE, |edge| edge.span);
    let from = Location(start.outgoing.len() as u32);
    let call = Edge {
        from,
        to: start.entry,
        op: Op::Call {
            dest: None,
            target: Target::Direct(callee),
            arguments: Vec::new(),
        },
        span,
    };
    // The last edge stays the last: it is where the program ends.
    start.edges.insert(0, call);
    let outgoing = start.outgoing.iter_mut().flatten();
    outgoing.for_each(|edge| edge.0 += 1);
    start.outgoing.push(vec![EdgeId(0)]);
    start.entry = from;
}
