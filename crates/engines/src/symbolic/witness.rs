//! From an assignment to what the environment has to do.

use super::context::Context;
use super::heap::{Contents, Extent, Given, Made};
use super::layout;
use super::state::State;
use super::value::{Base, Num, ObjectId, Value};
use crate::limits::tuning::MOST_UNACCESSED_ELEMENTS_GIVEN;
use ir::{GlobalId, Making, Program, Scalar, Type, TypeId};
use logic::{Assignment, Terms};
use verdict::{Argument, Cell, Datum, GlobalState, Input, Leftovers, Object, Witness};

impl Context<'_> {
    /// What an assignment means for the environment of a state.
    pub(crate) fn witness(&self, state: &State, model: &Assignment) -> Witness {
        let given: Vec<ObjectId> = state
            .heap
            .iter()
            .filter(|(_, object)| object.made == Made::Environment)
            .map(|(id, _)| id)
            .collect();
        let reader = Reader {
            program: self.program,
            terms: &self.terms,
            state,
            model,
            given: &given,
        };
        Witness {
            inputs: reader.inputs(),
            arguments: reader.arguments(),
            objects: given.iter().map(|id| reader.object(*id)).collect(),
            globals: reader.globals(|id| !self.setting.globals.is_out_of_reach(id)),
            left_by_earlier_calls: reader
                .chosen_globals(|id| self.setting.globals.is_out_of_reach(id)),
            leftovers: Leftovers::default(),
            steps: state.steps,
        }
    }
}

struct Reader<'a> {
    program: &'a Program,
    terms: &'a Terms,
    state: &'a State,
    model: &'a Assignment,
    given: &'a [ObjectId],
}

impl Reader<'_> {
    fn number(&self, num: Num) -> u128 {
        match num {
            Num::Const(bits) => bits,
            Num::Term(term) => {
                let value = self.terms.eval(term, self.model);
                value.bits().and_then(logic::Bits::to_u128).unwrap_or(0)
            }
        }
    }

    fn datum(&self, value: Value) -> Datum {
        let pointer = match value {
            Value::Undefined => return Datum::Bits(0),
            Value::Bits(num) => return Datum::Bits(self.number(num)),
            Value::Pointer(pointer) => pointer,
        };
        let offset = self.number(pointer.offset) as i64;
        match pointer.base {
            Base::Null => Datum::Null,
            Base::Nowhere => Datum::Bits(offset as u64 as u128),
            Base::Procedure(id) => Datum::Function(self.program[id].name.to_string()),
            Base::Object(id) => match self.state.heap.get(id).made {
                Made::Global(global) => Datum::Global {
                    name: self.program[global].name.to_string(),
                    offset,
                },
                _ => match self.given.iter().position(|given| *given == id) {
                    Some(object) => Datum::Pointer { object, offset },
                    None => self.held(id).map_or(Datum::Null, Datum::Held),
                },
            },
        }
    }

    /// The global that holds the address of an object which the environment may give.
    fn held(&self, id: ObjectId) -> Option<String> {
        let mut globals = self.program.types.held();
        let global = globals.find(|global| self.state.heap.held(*global) == Some(id))?;
        Some(self.program[global].name.to_string())
    }

    fn type_name(&self, ty: TypeId) -> String {
        self.program.types.display(ty).to_string()
    }

    fn inputs(&self) -> Vec<Input> {
        let inputs = self.state.inputs.iter();
        inputs
            .flat_map(|input| {
                let one = Input {
                    kind: input.kind,
                    name: input.name.to_string(),
                    dynamic_name: input.dynamic_name.as_ref().map(|name| name.to_vec()),
                    index: input.index,
                    ty: self.type_name(input.ty),
                    scalar: input.scalar,
                    value: self.number(input.value),
                    line: input.span.line,
                    times: 1,
                };
                match input.string {
                    None => vec![one],
                    Some(object) => self.bytes_of(object, &one),
                }
            })
            .collect()
    }

    /// A string, byte by byte and its end. Bytes that nobody looked at are letters.
    fn bytes_of(&self, object: ObjectId, string: &Input) -> Vec<Input> {
        let given = self.state.heap.get(object).given.as_ref();
        let initial = given.map_or(&[][..], |given| &given.initial);
        let byte = |index: u64| {
            let known = initial
                .iter()
                .find(|initial| self.number(initial.index) == u128::from(index));
            match known.map(|initial| initial.value) {
                Some(Value::Bits(num)) => self.number(num),
                _ => b'a'.into(),
            }
        };
        let length = string.value as u64;
        let bytes = (0..=length).map(|index| Input {
            index: Some(index),
            value: match index == length {
                true => u32::MAX.into(),
                false => byte(index),
            },
            ..string.clone()
        });
        bytes.collect()
    }

    fn arguments(&self) -> Vec<Argument> {
        let parameters = self.state.parameters.iter();
        parameters
            .map(|parameter| Argument {
                name: parameter.name.to_string(),
                ty: self.type_name(parameter.ty),
                scalar: parameter.scalar,
                value: self.datum(parameter.value),
            })
            .collect()
    }

    fn object(&self, id: ObjectId) -> Object {
        let object = self.state.heap.get(id);
        let given = object.given.as_ref();
        let ty = given.and_then(|given| given.ty);
        let size_of = |ty| self.program.types.size(ty, self.program.data_model);
        let element_size = ty.and_then(size_of).unwrap_or(1);
        let cells = given.map_or_else(Vec::new, |given| self.cells(given, element_size, true));
        let reached = cells.iter().map(|cell| {
            let end = cell.offset + bytes(cell.scalar, self.program);
            end.div_ceil(element_size)
        });
        let reached = reached
            .max()
            .unwrap_or(1)
            .max(self.extent(id, element_size));
        let elements = match &object.contents {
            Contents::Elements(elements) => {
                let length = self.number(elements.length) as u64;
                match elements.extent {
                    Extent::Stated => length,
                    // What comes before the violation may need more than it came to access.
                    Extent::AsNeeded if length <= MOST_UNACCESSED_ELEMENTS_GIVEN => {
                        reached.max(length)
                    }
                    Extent::AsNeeded => reached,
                }
            }
            Contents::Cells(_) => reached,
        };
        Object {
            ty: ty.map_or_else(|| "char".to_string(), |ty| self.type_name(ty)),
            element_size,
            elements,
            cells,
            making: ty
                .and_then(|ty| self.program.types.given(ty))
                .map_or_else(Making::default, |given| given.making),
        }
    }

    /// How many elements were accessed, those that were only written included.
    fn extent(&self, id: ObjectId, element_size: u64) -> u64 {
        match &self.state.heap.get(id).contents {
            Contents::Elements(elements) => {
                let indices = elements.cells.iter().map(|(index, _)| self.number(*index));
                indices.max().map_or(0, |last| last as u64 + 1)
            }
            Contents::Cells(cells) => {
                let ends = cells.iter().map(|(offset, cell)| offset + cell.size);
                ends.max().unwrap_or(0).div_ceil(element_size)
            }
        }
    }

    /// The globals in which the environment chose something.
    fn chosen_globals(&self, wanted: impl Fn(GlobalId) -> bool) -> Vec<GlobalId> {
        let globals = (0..self.program.globals.len() as u32).map(GlobalId);
        let chosen = globals.filter(|id| {
            let given = self.state.heap.get(ObjectId(id.0)).given.as_ref();
            given.is_some_and(|given| !given.initial.is_empty()) && wanted(*id)
        });
        chosen.collect()
    }

    fn globals(&self, wanted: impl Fn(GlobalId) -> bool) -> Vec<GlobalState> {
        let chosen = self.chosen_globals(wanted).into_iter();
        chosen
            .filter_map(|id| {
                let given = self.state.heap.get(ObjectId(id.0)).given.as_ref()?;
                Some(GlobalState {
                    name: self.program[id].name.to_string(),
                    cells: self.cells(given, 0, false),
                })
            })
            .collect()
    }

    /// The values that the environment chose in an object; `indexed` if it is an array of elements.
    fn cells(&self, given: &Given, stride: u64, indexed: bool) -> Vec<Cell> {
        let initial = given.initial.iter();
        let mut cells: Vec<Cell> = initial
            .map(|initial| {
                let index = self.number(initial.index) as u64;
                let inner = given
                    .ty
                    .and_then(|ty| path_of(self.program, ty, initial.offset, initial.scalar));
                let path = match (indexed, inner) {
                    (_, None) => String::new(),
                    (true, Some(inner)) => format!("[{index}]{inner}"),
                    (false, Some(inner)) => inner,
                };
                let size = bytes(initial.scalar, self.program);
                let leaf = given
                    .ty
                    .and_then(|ty| layout::leaf_at(self.program, ty, initial.offset, size));
                Cell {
                    offset: index * stride + initial.offset,
                    path,
                    ty: leaf.map_or_else(String::new, |leaf| self.type_name(leaf.ty)),
                    scalar: initial.scalar,
                    value: self.datum(initial.value),
                }
            })
            .collect();
        cells.sort_by_key(|cell| cell.offset);
        cells
    }
}

/// A value at an offset of the only element of an object.
pub(crate) fn cell(
    program: &Program,
    ty: TypeId,
    (offset, scalar): (u64, Scalar),
    value: Datum,
) -> Cell {
    let path = path_of(program, ty, offset, scalar);
    let leaf = layout::leaf_at(program, ty, offset, bytes(scalar, program));
    Cell {
        offset,
        path: path.map_or_else(String::new, |path| format!("[0]{path}")),
        ty: leaf.map_or_else(String::new, |leaf| {
            program.types.display(leaf.ty).to_string()
        }),
        scalar,
        value,
    }
}

fn bytes(scalar: Scalar, program: &Program) -> u64 {
    let (bytes, _) = super::cells::extent(scalar, program.data_model.pointer_width().bits());
    bytes
}

/// How C names the value at an offset of a type: `.next`, `[3].x`; empty for the whole.
fn path_of(program: &Program, ty: TypeId, offset: u64, scalar: Scalar) -> Option<String> {
    let size = bytes(scalar, program);
    match program.types.get(ty) {
        Type::Array(element, count) => {
            let stride = program.types.size(*element, program.data_model)?;
            let index = offset.checked_div(stride)?;
            if count.is_some_and(|count| count > 0 && index >= count) {
                return None;
            }
            let inner = path_of(program, *element, offset % stride, scalar)?;
            Some(format!("[{index}]{inner}"))
        }
        Type::Record(record) => {
            let fields = program.types.record(*record).fields.iter();
            let mut inside = fields.filter(|field| field.offset <= offset && field.bits.is_none());
            inside.find_map(|field| {
                let inner = path_of(program, field.ty, offset - field.offset, scalar)?;
                Some(match field.name.is_empty() {
                    true => inner,
                    false => format!(".{}{inner}", field.name),
                })
            })
        }
        _ => {
            let leaf = layout::leaf_at(program, ty, offset, size)?;
            (leaf.offset == 0 && offset == 0 && leaf.scalar == scalar).then(String::new)
        }
    }
}
