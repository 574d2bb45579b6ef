//! A counterexample as a person would write it down: objects made by constructors, fields and
//! elements assigned, and the method called. It is a guess at what the program allows: whoever
//! compiles and runs it finds out.

use super::driver::{Call, datum, field_of, quoted};
use super::heap::{self, Array};
use super::literal;
use crate::world::World;
use std::collections::BTreeMap;
use std::fmt::Write;
use verdict::{Argument, Cell, Counterexample, Datum, Entry, Object};

/// The statements of a test; `None` if there is no plain way to build what was recorded.
pub(super) fn body(counterexample: &Counterexample, class: &str) -> Option<String> {
    if !counterexample.ensures.is_empty() {
        return None;
    }
    match &counterexample.entry {
        Entry::Main => Some(main(counterexample, class)),
        Entry::Function {
            name, arguments, ..
        } => method(counterexample, class, name, arguments),
    }
}

fn main(counterexample: &Counterexample, class: &str) -> String {
    let world = World::of(counterexample);
    let mut body = String::new();
    if let Some(stdin) = &world.stdin {
        let _ = writeln!(
            body,
            "        byte[] input = {}.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);\n        \
             System.setIn(new java.io.ByteArrayInputStream(input));",
            quoted(stdin)
        );
    }
    let own = world.arguments.iter().flatten().skip(1);
    let own: Vec<String> = own.map(|bytes| quoted(bytes)).collect();
    let _ = writeln!(
        body,
        "        {}.main(new String[] {{{}}});",
        name_of(class),
        own.join(", ")
    );
    body
}

fn method(
    counterexample: &Counterexample,
    class: &str,
    name: &str,
    arguments: &[Argument],
) -> Option<String> {
    let call = Call::of(name, arguments);
    let heap = Heap::of(&counterexample.objects, arguments);
    let mut body = heap.build()?;
    let values: Option<Vec<String>> = call.rest.iter().map(|a| heap.argument(a)).collect();
    let values = values?.join(", ");
    let class = name_of(class);
    let _ = match (call.this, call.method) {
        (_, "<init>") => writeln!(body, "        new {class}({values});"),
        (None, method) => writeln!(body, "        {class}.{method}({values});"),
        (Some(this), method) => {
            let receiver = heap.argument(this)?;
            writeln!(body, "        {receiver}.{method}({values});")
        }
    };
    Some(body)
}

/// A class as a source in its own package names it.
fn name_of(class: &str) -> String {
    let simple = class.rsplit('.').next().unwrap_or(class);
    let is_users = !class.starts_with("java.");
    match is_users {
        true => simple.replace('$', "."),
        false => class
            .strip_prefix("java.lang.")
            .unwrap_or(class)
            .replace('$', "."),
    }
}

/// The recorded objects with names for variables.
struct Heap<'a> {
    objects: &'a [Object],
    names: BTreeMap<usize, String>,
    /// What several places lead to is one object, and has a variable.
    shared: Vec<usize>,
}

impl<'a> Heap<'a> {
    fn of(objects: &'a [Object], arguments: &[Argument]) -> Heap<'a> {
        let mut names = BTreeMap::new();
        let mut taken: Vec<String> = arguments.iter().map(|a| a.name.clone()).collect();
        for argument in arguments.iter().filter(|argument| argument.name != "this") {
            if let Datum::Pointer { object, .. } = argument.value {
                names.entry(object).or_insert_with(|| argument.name.clone());
            }
        }
        let whole = (0..objects.len()).filter(|index| !heap::is_part(objects, *index));
        for index in whole {
            let name = || free_name(&objects[index].ty, &mut taken);
            names.entry(index).or_insert_with(name);
        }
        let cells = objects.iter().flat_map(|object| &object.cells);
        let places = cells.map(|cell| &cell.value);
        let places = places.chain(arguments.iter().map(|argument| &argument.value));
        let mut targets: Vec<usize> = places
            .filter_map(|value| match value {
                Datum::Pointer { object, .. } => Some(*object),
                _ => None,
            })
            .collect();
        targets.sort_unstable();
        let pairs = targets.windows(2).filter(|pair| pair[0] == pair[1]);
        Heap {
            objects,
            names,
            shared: pairs.map(|pair| pair[0]).collect(),
        }
    }

    /// Every object in a variable, then what they hold.
    fn build(&self) -> Option<String> {
        let (mut made, mut filled) = (String::new(), String::new());
        for (index, name) in &self.names {
            let object = &self.objects[*index];
            if heap::is_record(object) {
                return None;
            }
            // What is nothing but a value is written where it is used.
            if self.value(*index).is_some() {
                continue;
            }
            let (ty, new) = self.make(object)?;
            let _ = writeln!(made, "        {ty} {name} = {new};");
            self.fill(name, object, &mut filled)?;
        }
        Some(made + &filled)
    }

    fn make(&self, object: &Object) -> Option<(String, String)> {
        if let Some(array) = Array::of(self.objects, object) {
            let element = name_of(array.element);
            let (base, more) = match element.find('[') {
                Some(at) => element.split_at(at),
                None => (&*element, ""),
            };
            let new = format!("new {base}[{}]{more}", array.length as i32);
            return Some((format!("{element}[]"), new));
        }
        if heap::list(self.objects, object).is_some() {
            let new = "new java.util.ArrayList<>()".to_string();
            return Some(("java.util.ArrayList<Object>".to_string(), new));
        }
        let ty = name_of(&object.ty);
        if let Some(boxed) = heap::boxed(object) {
            return Some((ty, boxed));
        }
        let new = match heap::string(self.objects, object) {
            Some(bytes) => format!("new {ty}({})", quoted(&bytes)),
            None => format!("new {ty}()"),
        };
        Some((ty, new))
    }

    fn fill(&self, name: &str, object: &Object, body: &mut String) -> Option<()> {
        if heap::string(self.objects, object).is_some() || heap::boxed(object).is_some() {
            return Some(());
        }
        if let Some(list) = heap::list(self.objects, object) {
            for at in 0..u64::from(list.length) {
                let held = list.cells.iter().find(|(index, _)| *index == at);
                let value = match held {
                    Some((_, cell)) => self.cell(list.element, cell)?,
                    None => "null".to_string(),
                };
                let _ = writeln!(body, "        {name}.add({value});");
            }
            return Some(());
        }
        if let Some(array) = Array::of(self.objects, object) {
            for (at, cell) in array.cells {
                let value = self.cell(array.element, cell)?;
                let _ = writeln!(body, "        {name}[{at}] = {value};");
            }
            return Some(());
        }
        for cell in &object.cells {
            let Some((class, field)) = field_of(cell) else {
                continue;
            };
            // A field that a class below hides is reached through the class that has it.
            if class.is_some() {
                return None;
            }
            let value = self.cell(&cell.ty, cell)?;
            let _ = writeln!(body, "        {name}.{field} = {value};");
        }
        Some(())
    }

    fn cell(&self, ty: &str, cell: &Cell) -> Option<String> {
        match &cell.value {
            Datum::Bits(_) => Some(datum(ty, cell)),
            value => self.reference(value),
        }
    }

    fn argument(&self, argument: &Argument) -> Option<String> {
        match &argument.value {
            Datum::Bits(bits) => Some(literal(&argument.ty, argument.scalar, *bits)),
            // Of several methods of one name, the one is meant that takes this type.
            Datum::Null => Some(format!("({}) null", name_of(&argument.ty))),
            value => self.reference(value),
        }
    }

    fn reference(&self, value: &Datum) -> Option<String> {
        match value {
            Datum::Null => Some("null".to_string()),
            Datum::Held(constant) => {
                let (class, name) = constant.rsplit_once('.')?;
                Some(format!("{}.{name}", name_of(class)))
            }
            Datum::Pointer { object, .. } => {
                let value = self.value(*object);
                value.or_else(|| self.names.get(object).cloned())
            }
            _ => None,
        }
    }

    /// How an object is written that nobody tells from another with the same value.
    fn value(&self, index: usize) -> Option<String> {
        let object = self.objects.get(index)?;
        if self.shared.contains(&index) {
            return None;
        }
        heap::boxed(object).or_else(|| {
            let is_string = object.ty == "java.lang.String";
            let bytes = heap::string(self.objects, object).filter(|_| is_string)?;
            Some(quoted(&bytes))
        })
    }
}

/// A name for a variable that holds an object: `listItem`, `listItem2`.
fn free_name(ty: &str, taken: &mut Vec<String>) -> String {
    let simple = name_of(ty.trim_end_matches("[]"));
    let simple = simple.rsplit('.').next().unwrap_or(&simple);
    let mut letters = simple.chars();
    let first = letters.next().map(|c| c.to_ascii_lowercase());
    let lower: String = first.into_iter().chain(letters).collect();
    let base = match (ty.ends_with("[]"), lower == simple) {
        (true, _) => format!("{lower}s"),
        // A class whose name is a word of Java's in small letters is rare, and is not compiled.
        (false, true) => format!("{lower}Object"),
        (false, false) => lower,
    };
    let mut name = base.clone();
    let mut number = 2;
    while taken.contains(&name) {
        name = format!("{base}{number}");
        number += 1;
    }
    taken.push(name.clone());
    name
}
