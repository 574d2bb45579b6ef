//! The caller's heap as text: lists as chains, arrays and strings as such, anything else as
//! records, and what is reachable in several ways by its name.

use crate::caller::name_of;
use crate::java;
use crate::literal::readable_string;
use std::collections::{BTreeMap, BTreeSet};
use verdict::{Argument, Cell, Counterexample, Datum, Entry, GlobalState, Object};
use verdict::{is_character, readable};

/// Elements of an array that are shown one by one.
const MOST_ELEMENTS: u64 = 32;

/// How deep records are shown inside each other; further ones are named.
const MOST_DEPTH: usize = 12;

pub(super) struct Heap<'a> {
    objects: &'a [Object],
    /// Objects that more than one pointer leads to.
    shared: BTreeSet<usize>,
    /// Those that were named, and those of them that were described.
    named: BTreeSet<usize>,
    described: BTreeSet<usize>,
}

/// The cells of an object by the structure of their paths.
#[derive(Debug)]
enum Part<'a> {
    Value(&'a Cell),
    Fields(Vec<(&'a str, Part<'a>)>),
    Elements(BTreeMap<u64, Part<'a>>),
}

impl<'a> Heap<'a> {
    pub(super) fn new(counterexample: &'a Counterexample) -> Heap<'a> {
        let arguments: &[Argument] = match &counterexample.entry {
            Entry::Main => &[],
            Entry::Function { arguments, .. } => arguments,
        };
        let roots = arguments.iter().map(|argument| &argument.value);
        let cells = counterexample
            .objects
            .iter()
            .flat_map(|object| &object.cells);
        let globals = counterexample
            .globals
            .iter()
            .flat_map(|global| &global.cells);
        let all = roots.chain(cells.chain(globals).map(|cell| &cell.value));
        let mut seen = BTreeSet::new();
        let mut shared = BTreeSet::new();
        for datum in all {
            if let Datum::Pointer { object, offset } = datum
                && (!seen.insert(*object) || *offset != 0)
            {
                shared.insert(*object);
            }
        }
        Heap {
            objects: &counterexample.objects,
            shared,
            named: BTreeSet::new(),
            described: BTreeSet::new(),
        }
    }

    /// A parameter and what it leads to.
    pub(super) fn variable(&mut self, name: &str, argument: &Argument) -> String {
        match &argument.value {
            Datum::Bits(bits) => {
                format!(
                    "{name} = {}",
                    readable(argument.scalar, &argument.ty, *bits)
                )
            }
            value => self.assigned(name, value),
        }
    }

    /// A global variable and what it leads to.
    pub(super) fn global(&mut self, global: &'a GlobalState) -> String {
        let name = &global.name;
        match global.cells.as_slice() {
            [cell] if cell.path.is_empty() => match &cell.value {
                Datum::Bits(bits) => format!("{name} = {}", readable(cell.scalar, &cell.ty, *bits)),
                value => self.assigned(name, value),
            },
            cells => format!("{name} = {}", self.part(&parts(cells), 0)),
        }
    }

    /// The objects that have only been named so far.
    pub(super) fn shared_objects(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(object) = self.named.difference(&self.described).next().copied() {
            self.described.insert(object);
            lines.push(match self.objects.get(object) {
                Some(known) => {
                    let text = self.contents(known, 0);
                    format!("{} = {text}", name_of(object))
                }
                None => format!("{} is missing", name_of(object)),
            });
        }
        lines
    }

    fn assigned(&mut self, name: &str, value: &Datum) -> String {
        if let Datum::Pointer { object, offset: 0 } = value
            && let Some(chain) = self.chain(*object)
        {
            return format!("{name} -> {chain}");
        }
        let arrow = match value {
            Datum::Pointer { object, .. } if self.is_record(*object) => "->",
            _ => "=",
        };
        format!("{name} {arrow} {}", self.value(value, 0))
    }

    fn is_record(&self, object: usize) -> bool {
        let cells = self
            .objects
            .get(object)
            .map(|object| object.cells.as_slice());
        cells.is_some_and(|cells| cells.iter().any(|cell| cell.path.starts_with('.')))
    }

    fn value(&mut self, value: &Datum, depth: usize) -> String {
        match value {
            Datum::Bits(bits) => format!("{bits:#x}"),
            Datum::Null => "null".to_string(),
            Datum::Function(name) => format!("&{name}"),
            Datum::Held(name) => java::constant_name(name),
            Datum::Global { name, offset: 0 } => format!("&{name}"),
            Datum::Global { name, offset } => format!("&{name}{offset:+}"),
            Datum::Pointer { object, offset } => {
                let known = self.objects.get(*object);
                match known.filter(|_| !self.shared.contains(object) && depth < MOST_DEPTH) {
                    Some(known) => self.contents(known, depth + 1),
                    None => self.named(*object, *offset),
                }
            }
        }
    }

    fn named(&mut self, object: usize, offset: i64) -> String {
        self.named.insert(object);
        match offset {
            0 => name_of(object),
            offset => format!("{}{offset:+}", name_of(object)),
        }
    }

    fn contents(&mut self, object: &'a Object, depth: usize) -> String {
        if let Some(text) = string(object) {
            return text;
        }
        if let Some(text) = java::string(self.objects, object) {
            return readable_string(&text);
        }
        let array = java::list(self.objects, object);
        if let Some(array) = array.or_else(|| java::Array::of(self.objects, object)) {
            let cells = array.cells.into_iter();
            let elements = cells.map(|(index, cell)| (index, Part::Value(cell)));
            return self.elements(&elements.collect(), array.length.into(), depth);
        }
        match parts(&object.cells) {
            Part::Elements(elements) => match elements.get(&0) {
                // A record alone needs no brackets.
                Some(only @ Part::Fields(_)) if object.elements == 1 => self.part(only, depth),
                _ => self.elements(&elements, object.elements, depth),
            },
            Part::Fields(fields) if fields.is_empty() && object.elements != 1 => {
                self.elements(&BTreeMap::new(), object.elements, depth)
            }
            other => self.part(&other, depth),
        }
    }

    fn part(&mut self, part: &Part<'a>, depth: usize) -> String {
        match part {
            Part::Value(cell) => match &cell.value {
                Datum::Bits(bits) => readable(cell.scalar, &cell.ty, *bits),
                value => self.value(value, depth),
            },
            Part::Fields(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(name, part)| format!("{name}: {}", self.part(part, depth)))
                    .collect();
                format!("{{{}}}", fields.join(", "))
            }
            Part::Elements(elements) => {
                let length = elements.keys().next_back().map_or(0, |last| last + 1);
                self.elements(elements, length, depth)
            }
        }
    }

    /// What was never looked at is zero or null, and not shown in long arrays.
    fn elements(
        &mut self,
        elements: &BTreeMap<u64, Part<'a>>,
        length: u64,
        depth: usize,
    ) -> String {
        let is_reference = |part: &Part<'_>| match part {
            Part::Value(cell) => !matches!(cell.value, Datum::Bits(_)),
            Part::Fields(_) | Part::Elements(_) => false,
        };
        let untouched = match elements.values().any(is_reference) {
            true => "null",
            false => "0",
        };
        if length <= MOST_ELEMENTS {
            let list: Vec<String> = (0..length)
                .map(|index| match elements.get(&index) {
                    Some(part) => self.part(part, depth),
                    None => untouched.to_string(),
                })
                .collect();
            return format!("[{}]", list.join(", "));
        }
        let list: Vec<String> = elements
            .iter()
            .take(MOST_ELEMENTS as usize)
            .map(|(index, part)| format!("[{index}] = {}", self.part(part, depth)))
            .collect();
        let more = match elements.len() > MOST_ELEMENTS as usize {
            true => ", …",
            false => "",
        };
        match list.is_empty() {
            true => format!("{length} elements"),
            false => format!("{length} elements with {}{more}", list.join(", ")),
        }
    }

    /// `[2] -> [3] -> null`: from the object on, nodes with one pointer and one other field.
    fn chain(&mut self, first: usize) -> Option<String> {
        let (value, link) = self.node_shape(first)?;
        let mut text = String::new();
        let mut at = first;
        let mut shown = BTreeSet::new();
        loop {
            let node = self.objects.get(at)?;
            if self.described.contains(&at) || shown.contains(&at) {
                text.push_str(&name_of(at));
                break;
            }
            if self.shared.contains(&at) {
                text.push_str(&name_of(at));
                text.push(' ');
            }
            shown.insert(at);
            let fits = |cell: &&Cell| path(cell) == value || path(cell) == link;
            if node.elements != 1 || node.cells.iter().filter(fits).count() != node.cells.len() {
                return None;
            }
            let find = |wanted: &str| node.cells.iter().find(|cell| path(cell) == wanted);
            let own = match find(value).map(|cell| (cell, &cell.value)) {
                Some((cell, Datum::Bits(bits))) => readable(cell.scalar, &cell.ty, *bits),
                Some(_) => return None,
                None if value.is_empty() => String::new(),
                None => "0".to_string(),
            };
            text.push_str(&format!("[{own}] -> "));
            match find(link).map(|cell| &cell.value) {
                Some(Datum::Pointer { object, offset: 0 }) => at = *object,
                Some(Datum::Null) | None => {
                    text.push_str("null");
                    break;
                }
                Some(_) => return None,
            }
        }
        self.described.extend(shown);
        Some(text)
    }

    /// The fields of a list's node: one pointer to the same type, one other scalar.
    fn node_shape(&self, object: usize) -> Option<(&'a str, &'a str)> {
        let objects: &'a [Object] = self.objects;
        let first = objects.get(object)?;
        let mut links = BTreeSet::new();
        let mut values = BTreeSet::new();
        for node in objects.iter().filter(|node| node.ty == first.ty) {
            for cell in node.cells.iter().filter(|cell| !path(cell).is_empty()) {
                match cell.scalar {
                    ir::Scalar::Pointer => links.insert(path(cell)),
                    _ => values.insert(path(cell)),
                };
            }
        }
        match (links.pop_first(), values.pop_first()) {
            (Some(link), value) if links.is_empty() && values.is_empty() => {
                let is_member = link.starts_with('.') && link.matches(['.', '[']).count() == 1;
                is_member.then_some((value.unwrap_or(""), link))
            }
            _ => None,
        }
    }
}

/// The path inside of the only element.
fn path(cell: &Cell) -> &str {
    match cell.path.strip_prefix("[0]") {
        Some(inner) if inner.starts_with('.') => inner,
        _ => &cell.path,
    }
}

/// An array of characters with an end, and nothing but zeros behind it.
fn string(object: &Object) -> Option<String> {
    if !is_character(&object.ty) || object.elements > 1 << 12 {
        return None;
    }
    let mut bytes = vec![0; object.elements as usize];
    for cell in &object.cells {
        let (Datum::Bits(bits), Ok(offset)) = (&cell.value, usize::try_from(cell.offset)) else {
            return None;
        };
        *bytes.get_mut(offset)? = u8::try_from(*bits).ok()?;
    }
    let end = bytes.iter().position(|byte| *byte == 0)?;
    let rest_is_zero = bytes[end..].iter().all(|byte| *byte == 0);
    rest_is_zero.then(|| match bytes.len() - end {
        1 => readable_string(&bytes[..end]),
        _ => format!(
            "{} in {} bytes",
            readable_string(&bytes[..end]),
            bytes.len()
        ),
    })
}

/// Cells by the structure of their paths; what has none stands by its offset.
fn parts(cells: &[Cell]) -> Part<'_> {
    let all: Vec<(&str, &Cell)> = cells
        .iter()
        .map(|cell| (cell.path.as_str(), cell))
        .collect();
    group(&all)
}

fn group<'a>(cells: &[(&'a str, &'a Cell)]) -> Part<'a> {
    if let [("", cell)] = cells {
        return Part::Value(cell);
    }
    let mut elements: BTreeMap<u64, Vec<(&str, &Cell)>> = BTreeMap::new();
    let mut fields: Vec<(&str, Vec<(&str, &Cell)>)> = Vec::new();
    for (path, cell) in cells {
        if let Some((index, rest)) = element(path) {
            elements.entry(index).or_default().push((rest, cell));
        } else {
            let (name, rest) = field(path);
            match fields.iter_mut().find(|(known, _)| *known == name) {
                Some((_, inner)) => inner.push((rest, cell)),
                None => fields.push((name, vec![(rest, cell)])),
            }
        }
    }
    if fields.is_empty() && !elements.is_empty() {
        let elements = elements.into_iter();
        return Part::Elements(elements.map(|(i, inner)| (i, group(&inner))).collect());
    }
    let fields = fields.into_iter().filter(|(name, _)| !name.is_empty());
    Part::Fields(fields.map(|(name, inner)| (name, group(&inner))).collect())
}

/// `[3].next` is 3 and `.next`.
fn element(path: &str) -> Option<(u64, &str)> {
    let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
    Some((index.parse().ok()?, rest))
}

/// `.a.b[2]` is `a` and `.b[2]`.
fn field(path: &str) -> (&str, &str) {
    let path = path.strip_prefix('.').unwrap_or(path);
    path.split_at(path.find(['.', '[']).unwrap_or(path.len()))
}
