//! Java objects among the recorded ones: an array is an object with a length and the address of
//! its elements, a string one with an array of bytes.

use super::literal;
use ir::{Making, Scalar, Width};
use verdict::{Cell, Counterexample, Datum, Object};

/// Where the number of the class lies, the length of an array, and the address of its elements.
const CLASS: u64 = 0;
const LENGTH: u64 = 4;
const ELEMENTS: u64 = 8;

const STRING: &str = "java.lang.String";
const BUILDERS: [&str; 2] = ["java.lang.StringBuilder", "java.lang.StringBuffer"];
const LIST: &str = "java.util.ArrayList";

/// An array of Java.
pub(crate) struct Array<'a> {
    /// The type of its elements.
    pub(crate) element: &'a str,
    pub(crate) length: u32,
    /// What was looked at: the index and the value.
    pub(crate) cells: Vec<(u64, &'a Cell)>,
}

impl<'a> Array<'a> {
    /// The array that an object is, if it is one.
    pub(crate) fn of(objects: &'a [Object], object: &'a Object) -> Option<Array<'a>> {
        let element = object.ty.strip_suffix("[]")?;
        let elements = target(objects, object, ELEMENTS);
        let cells = elements.map_or_else(Vec::new, |elements| {
            let cells = elements.cells.iter();
            cells
                .map(|cell| (cell.offset / elements.element_size.max(1), cell))
                .collect()
        });
        Some(Array {
            element,
            length: bits(object, LENGTH) as u32,
            cells,
        })
    }
}

/// The elements of a list, if an object is one.
pub(crate) fn list<'a>(objects: &'a [Object], object: &'a Object) -> Option<Array<'a>> {
    let none = Array {
        element: "java.lang.Object",
        length: 0,
        cells: Vec::new(),
    };
    (object.ty == LIST).then(|| only_part(objects, object).unwrap_or(none))
}

/// Whether an object is a text that can be changed.
pub(crate) fn is_builder(object: &Object) -> bool {
    BUILDERS.contains(&object.ty.as_str())
}

/// How a box of a number is made, if an object is one: by `valueOf`, as everybody makes it, or by a
/// constructor if it must be another object than that.
pub(crate) fn boxed(object: &Object) -> Option<String> {
    let ty = object.ty.strip_prefix("java.lang.")?;
    let primitive = match ty {
        "Boolean" => "boolean",
        "Byte" => "byte",
        "Character" => "char",
        "Short" => "short",
        "Integer" => "int",
        "Long" => "long",
        "Float" => "float",
        "Double" => "double",
        _ => return None,
    };
    let value = object.cells.iter().find(|cell| cell.path == "[0].value");
    let value = match value.map(|cell| (&cell.value, cell.scalar)) {
        Some((Datum::Bits(bits), scalar)) => literal(primitive, scalar, *bits),
        // Nobody looked at it.
        _ => literal(primitive, Scalar::Int(Width::W32), 0),
    };
    // What is not a field of a box tells how it was made.
    let is_made_by_new = object.cells.iter().any(|cell| {
        let is_header = (LENGTH..ELEMENTS).contains(&cell.offset);
        is_header && matches!(cell.value, Datum::Bits(bits) if bits != 0)
    });
    Some(match is_made_by_new {
        true => format!("new {ty}({value})"),
        false => format!("{ty}.valueOf({value})"),
    })
}

/// The array that an object has for itself.
fn only_part<'a>(objects: &'a [Object], object: &'a Object) -> Option<Array<'a>> {
    let part = object.cells.iter().find_map(|cell| match cell.value {
        Datum::Pointer { object, .. } => objects.get(object),
        _ => None,
    });
    Array::of(objects, part?)
}

/// The characters of a string or of a text that can be changed, if an object is one.
pub(crate) fn string(objects: &[Object], object: &Object) -> Option<Vec<u8>> {
    if object.ty != STRING && !is_builder(object) {
        return None;
    }
    let Some(array) = only_part(objects, object) else {
        return Some(Vec::new());
    };
    let mut bytes = vec![0; array.length as usize];
    for (index, cell) in array.cells {
        if let (Datum::Bits(bits), Some(byte)) = (&cell.value, bytes.get_mut(index as usize)) {
            *byte = *bits as u8;
        }
    }
    Some(bytes)
}

/// Whether an object is there only as a part of another: the elements of an array, the bytes of a
/// string, the array of a list.
pub(crate) fn is_part(objects: &[Object], index: usize) -> bool {
    let leads_there = |cell: &Cell, offset: Option<u64>| match cell.value {
        Datum::Pointer { object, .. } => {
            // The elements of an array are recorded under their own type, and are no fields.
            let is_field = cell.path.contains('.');
            object == index && is_field && offset.is_none_or(|offset| offset == cell.offset)
        }
        _ => false,
    };
    objects.iter().any(|owner| {
        let offset = match owner.ty.as_str() {
            STRING | LIST => None,
            _ if is_builder(owner) => None,
            ty if ty.ends_with("[]") => Some(ELEMENTS),
            _ => return false,
        };
        owner.cells.iter().any(|cell| leads_there(cell, offset))
    })
}

/// Whether an object is a record, which only its constructor makes.
pub(crate) fn is_record(object: &Object) -> bool {
    object.making == Making::ByConstructor
}

/// Whether a cell holds the address of a record.
pub(crate) fn leads_to_record(objects: &[Object], cell: &Cell) -> bool {
    match cell.value {
        Datum::Pointer { object, .. } => objects.get(object).is_some_and(is_record),
        _ => false,
    }
}

/// The records, each after those that it holds; `None` if some hold each other.
pub(crate) fn records_in_order(objects: &[Object]) -> Option<Vec<usize>> {
    let is_record = |index: &usize| is_record(&objects[*index]);
    let mut left: Vec<usize> = (0..objects.len()).filter(is_record).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_ready = |index: &usize| {
            objects[*index].cells.iter().all(|cell| match cell.value {
                Datum::Pointer { object, .. } => !left.contains(&object),
                _ => true,
            })
        };
        let (ready, waiting): (Vec<usize>, Vec<usize>) = left.iter().copied().partition(is_ready);
        if ready.is_empty() {
            return None;
        }
        order.extend(ready);
        left = waiting;
    }
    Some(order)
}

/// A constant as people write it: `Light.RED` for `traffic.Signals$Light.RED`.
pub(crate) fn constant_name(field: &str) -> String {
    let (class, name) = field.rsplit_once('.').unwrap_or(("", field));
    let class = class.rsplit(['.', '$']).next().unwrap_or(class);
    format!("{class}.{name}")
}

/// The same without the numbers of classes, which say nothing to people.
pub(crate) fn without_headers(counterexample: &Counterexample) -> Counterexample {
    let mut shown = counterexample.clone();
    for object in &mut shown.objects {
        let is_header = |cell: &Cell| {
            cell.path.is_empty() || cell.offset == CLASS && cell.path.ends_with(".class")
        };
        object.cells.retain(|cell| !is_header(cell));
    }
    shown
}

fn bits(object: &Object, offset: u64) -> u128 {
    let cell = object.cells.iter().find(|cell| cell.offset == offset);
    match cell.map(|cell| &cell.value) {
        Some(Datum::Bits(bits)) => *bits,
        _ => 0,
    }
}

fn target<'a>(objects: &'a [Object], object: &Object, offset: u64) -> Option<&'a Object> {
    let cell = object.cells.iter().find(|cell| cell.offset == offset);
    match cell.map(|cell| &cell.value) {
        Some(Datum::Pointer { object, .. }) => objects.get(*object),
        _ => None,
    }
}
