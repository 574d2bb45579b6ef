//! Variables that nobody defines: they are defined here, with the numbers that were recorded, or with
//! those that the rule of the run chooses.

use super::Environment;
use super::functions::{chosen_value, identifier, result_type};
use crate::literal;
use crate::world::{Giving, World};
use ir::{Const, Expr, Global, GlobalId, GlobalOrigin, LocalId, Op, Origin, Program, Scalar};
use std::collections::{BTreeMap, HashMap};

/// A number in a variable that the environment chooses.
struct Number<'a> {
    offset: u64,
    /// The name of the input.
    name: &'a str,
    ty: String,
    scalar: Scalar,
}

/// The most bytes of a variable whose contents are not chosen.
const MOST_BYTES: u64 = 1 << 20;

/// Defines all of them.
pub(super) fn define(environment: &mut Environment, world: &World<'_>, program: &Program) {
    let chosen = chosen(program);
    for id in unchosen(program).filter(|id| !chosen.contains_key(id)) {
        environment.add(&format!("{};", declared(&program[id]).1));
    }
    for (id, numbers) in chosen {
        let text = match world.giving {
            Giving::Recorded => recorded(&program[id], &numbers, world),
            Giving::Chosen => filled(&program[id], &numbers),
        };
        environment.add(&text);
    }
}

/// The variables of which no execution that is replayed reads anything, but which are somewhere.
fn unchosen(program: &Program) -> impl Iterator<Item = GlobalId> {
    let globals = (0u32..).map(GlobalId).zip(&program.globals);
    let missing = globals.filter(|(_, global)| {
        global.origin == GlobalOrigin::Undefined
            && program.files.origin(global.span) == Origin::User
            && (1..=MOST_BYTES).contains(&global.size)
    });
    missing.map(|(id, _)| id)
}

/// The variables whose contents are chosen, with their numbers.
fn chosen(program: &Program) -> BTreeMap<GlobalId, Vec<Number<'_>>> {
    let mut found: BTreeMap<GlobalId, Vec<Number<'_>>> = BTreeMap::new();
    let mut inputs = HashMap::new();
    let filling = program.find(ir::CHOOSE_VARIABLES);
    for edge in filling.iter().flat_map(|id| &program[*id].edges) {
        match &edge.op {
            Op::Input { dest, ty, source } => {
                inputs.insert(*dest, (*ty, source));
            }
            Op::Store { place, value } => {
                let input = local(value).and_then(|local| inputs.get(&local));
                let (Some((ty, source)), Some(id)) = (input, global(&place.address)) else {
                    continue;
                };
                let index = source.index.as_ref().and_then(Expr::as_const);
                if let Some(Const::Int(_, offset)) = index {
                    found.entry(id).or_default().push(Number {
                        offset: offset as u64,
                        name: &source.name,
                        ty: program.types.display(*ty).to_string(),
                        scalar: place.scalar,
                    });
                }
            }
            _ => {}
        }
    }
    found
}

fn local(value: &Expr) -> Option<LocalId> {
    match value {
        Expr::Local(local) => Some(*local),
        _ => None,
    }
}

/// The global into which an address leads.
fn global(address: &Expr) -> Option<GlobalId> {
    let mut found = None;
    address.for_each(&mut |part| {
        if let Expr::Global(id) = part {
            found = Some(*id);
        }
    });
    found
}

/// The name here, and what declares the variable under its own.
fn declared(global: &Global) -> (String, String) {
    let own = format!("concrex_{}", identifier(&global.name));
    let declaration = format!(
        "unsigned char {own}[{}] __asm__({}) __attribute__((aligned({})))",
        global.size,
        literal::string(global.name.as_bytes()),
        global.align
    );
    (own, declaration)
}

/// A variable with the bytes of the recorded numbers.
fn recorded(global: &Global, numbers: &[Number<'_>], world: &World<'_>) -> String {
    let mut bytes = vec![0u8; global.size as usize];
    for number in numbers {
        let value = world.held.get(number.name).copied().unwrap_or(0);
        let room = bytes.iter_mut().skip(number.offset as usize);
        let room = room.take(size(number.scalar));
        room.zip(value.to_le_bytes())
            .for_each(|(place, byte)| *place = byte);
    }
    let (_, declaration) = declared(global);
    let bytes: Vec<String> = bytes.iter().map(ToString::to_string).collect();
    format!("{declaration} = {{ {} }};", bytes.join(", "))
}

/// The bytes of a number in memory.
fn size(scalar: Scalar) -> usize {
    match scalar {
        Scalar::Int(width) => width.bytes() as usize,
        Scalar::Float(kind) => kind.bits().div_ceil(8) as usize,
        Scalar::Pointer => 0,
    }
}

/// A variable that is filled before anything of the program runs.
fn filled(global: &Global, numbers: &[Number<'_>]) -> String {
    let (own, declaration) = declared(global);
    let lines = numbers.iter().map(|number| {
        let ty = result_type(&number.ty, number.scalar);
        let value = chosen_value(ty, number.scalar);
        let at = number.offset;
        format!("    {{ {ty} value = {value}; memcpy({own} + {at}, &value, sizeof value); }}\n")
    });
    format!(
        "{declaration};\n\n__attribute__((constructor(101))) static void fill_{own}(void)\n{{\n{}}}",
        lines.collect::<String>()
    )
}
