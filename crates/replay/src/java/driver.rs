//! The caller of a Java program: a class that builds the recorded heap and calls the method, or
//! gives `main` its arguments and its standard input.
//!
//! Objects are made without their constructors, and their fields are set by reflection, so that
//! any heap can be built: cycles, aliases, private fields. Records are made by their constructors,
//! since nobody can set their fields.

use super::heap::{self, Array};
use super::redirect::Seeds;
use super::{literal, redirect};
use crate::world::World;
use std::fmt::Write;
use verdict::{Argument, Cell, Counterexample, Datum, Entry, Object};

/// The name of the class that is run.
pub(super) const NAME: &str = "ConcrexDriver";

/// Whether a program needs a class that calls it. Others start with their own `main`.
pub(super) fn is_needed(counterexample: &Counterexample) -> bool {
    counterexample.entry != Entry::Main || redirect::is_needed(counterexample)
}

/// The class with a `main` that calls the program.
pub(super) fn driver(counterexample: &Counterexample, class: &str) -> String {
    let start = "public static void main(String[] args) throws Throwable";
    text(counterexample, class, "", NAME, start, Seeds::Known)
}

/// The class with a `main` that calls the program again and again, with other seeds for its
/// generators.
pub(super) fn search(counterexample: &Counterexample, class: &str) -> String {
    let start = "private static void attempt(String[] args) throws Throwable";
    let text = text(counterexample, class, "", NAME, start, Seeds::Sought);
    text.replace(
        "private static final ClassLoader LOADER",
        "private static ClassLoader LOADER",
    )
}

/// The text of a class that calls the program by reflection, for a test.
pub(super) fn reflective(
    counterexample: &Counterexample,
    class: &str,
    name: &str,
    method: &str,
) -> String {
    let imports = "import org.junit.jupiter.api.Test;\n";
    let start = format!("@Test\n    void {method}() throws Throwable");
    text(counterexample, class, imports, name, &start, Seeds::Known)
}

fn text(
    counterexample: &Counterexample,
    class: &str,
    imports: &str,
    name: &str,
    start: &str,
    seeds: Seeds,
) -> String {
    let body = match &counterexample.entry {
        Entry::Main => main_call(counterexample, class),
        Entry::Function {
            name, arguments, ..
        } => method_call(counterexample, class, name, arguments),
    };
    let classes = redirect::classes(counterexample, seeds) + &support(counterexample);
    let has_records = counterexample.objects.iter().any(heap::is_record);
    TEMPLATE
        .replace("RECORDS\n", if has_records { RECORDS } else { "" })
        .replace("REFUSED", REFUSED)
        .replace("IMPORTS\n", imports)
        .replace("CLASSES\n", &classes)
        .replace("PROGRAM", &redirect::loader(counterexample, name))
        .replace("NAME", name)
        .replace("START", start)
        .replace("BODY\n", &body)
}

/// The class that a postcondition needs. It is a member, so that several tests can stand in one
/// folder, and so that it knows the program's class loader.
fn support(counterexample: &Counterexample) -> String {
    let Some(ensures) = counterexample.ensures.first() else {
        return String::new();
    };
    let lines = ensures.support.lines().map(|line| match line.is_empty() {
        true => "\n".to_string(),
        false => format!("    {line}\n"),
    });
    "\n".to_string() + &lines.collect::<String>()
}

/// The call of `main`.
fn main_call(counterexample: &Counterexample, class: &str) -> String {
    let world = World::of(counterexample);
    let mut body = String::new();
    if let Some(stdin) = &world.stdin {
        let bytes: Vec<String> = stdin.iter().map(|b| (*b as i8).to_string()).collect();
        let _ = writeln!(
            body,
            "        System.setIn(new java.io.ByteArrayInputStream(new byte[] {{{}}}));",
            bytes.join(", ")
        );
    }
    let own = world.arguments.iter().flatten().skip(1);
    let own: Vec<String> = own.map(|bytes| quoted(bytes)).collect();
    let _ = writeln!(
        body,
        "        call(\"{class}\", \"main\", new String[] {{\"java.lang.String[]\"}}, null, new \
         Object[] {{new String[] {{{}}}}});",
        own.join(", ")
    );
    body
}

/// The heap and the call of a method.
fn method_call(
    counterexample: &Counterexample,
    class: &str,
    name: &str,
    arguments: &[Argument],
) -> String {
    let objects = &counterexample.objects;
    let Call { method, this, rest } = Call::of(name, arguments);
    let mut body = Heap { objects }.build();
    let receiver = this.map_or("null".to_string(), value);
    let types: Vec<String> = rest.iter().map(|a| format!("\"{}\"", a.ty)).collect();
    let values: Vec<String> = rest.iter().map(value).collect();
    let types = format!("new String[] {{{}}}", types.join(", "));
    let values = format!("new Object[] {{{}}}", values.join(", "));
    let Some(ensures) = counterexample.ensures.first() else {
        let _ = writeln!(
            body,
            "        call(\"{class}\", \"{method}\", {types}, {receiver}, {values});"
        );
        return body;
    };
    // What a constructor makes is its receiver.
    let (receiver, made) = match method == "<init>" {
        true => ("null", "result"),
        false => (receiver.as_str(), "given"),
    };
    let _ = writeln!(
        body,
        "        final Object given = {receiver};\n        final Object[] values = {values};\n        \
         final ConcrexContract.Heap before = ConcrexContract.Heap.of(given, values);\n        final \
         Object result = call(\"{class}\", \"{method}\", {types}, given, values);\n        final \
         Object receiver = {made};\n        if (!({})) throw new AssertionError({});",
        ensures.holds,
        quoted(super::broken(&ensures.text).as_bytes()),
    );
    body
}

/// A call of a method, with what it is called on.
pub(super) struct Call<'a> {
    pub(super) method: &'a str,
    pub(super) this: Option<&'a Argument>,
    pub(super) rest: &'a [Argument],
}

impl<'a> Call<'a> {
    /// The call of `name`, which may say its parameters: `Class.method(int)`.
    pub(super) fn of(name: &'a str, arguments: &'a [Argument]) -> Call<'a> {
        let name = name.split('(').next().unwrap_or(name);
        let this = arguments.first().filter(|first| first.name == "this");
        Call {
            method: name.rsplit('.').next().unwrap_or(name),
            this,
            rest: &arguments[usize::from(this.is_some())..],
        }
    }
}

struct Heap<'a> {
    objects: &'a [Object],
}

impl Heap<'_> {
    /// Records come after what they hold, and before what holds them.
    fn build(&self) -> String {
        let mut body = String::new();
        let whole = self.objects.iter().enumerate();
        let whole = whole.filter(|(index, _)| !heap::is_part(self.objects, *index));
        let (records, others): (Vec<_>, Vec<_>) =
            whole.partition(|(_, object)| heap::is_record(object));
        for (index, object) in &others {
            let _ = writeln!(body, "        Object o{index} = {};", self.make(object));
        }
        for (index, object) in &others {
            self.fill(*index, object, Filled::WithOthers, &mut body);
        }
        let order = heap::records_in_order(self.objects);
        for index in order.unwrap_or_else(|| records.iter().map(|(index, _)| *index).collect()) {
            let record = self.record(&self.objects[index]);
            let _ = writeln!(body, "        Object o{index} = {record};");
        }
        for (index, object) in &others {
            self.fill(*index, object, Filled::WithRecords, &mut body);
        }
        body
    }

    /// How a record is made.
    fn record(&self, object: &Object) -> String {
        let fields = object.cells.iter().filter_map(|cell| {
            let (_, name) = field_of(cell)?;
            Some((format!("\"{name}\""), datum(&cell.ty, cell)))
        });
        let (names, values): (Vec<String>, Vec<String>) = fields.unzip();
        format!(
            "record(\"{}\", new String[] {{{}}}, new Object[] {{{}}})",
            object.ty,
            names.join(", "),
            values.join(", ")
        )
    }

    /// How an object is made.
    fn make(&self, object: &Object) -> String {
        if let Some(array) = Array::of(self.objects, object) {
            return format!("array(\"{}\", {})", array.element, array.length as i32);
        }
        if let Some(list) = heap::list(self.objects, object) {
            let length = list.length;
            return format!(
                "new {}(java.util.Collections.nCopies({length}, null))",
                object.ty
            );
        }
        if let Some(boxed) = heap::boxed(object) {
            return boxed;
        }
        match heap::string(self.objects, object) {
            Some(bytes) => format!("new {}({})", object.ty, quoted(&bytes)),
            None => format!("make(\"{}\")", object.ty),
        }
    }

    /// Sets what an object holds.
    fn fill(&self, index: usize, object: &Object, with: Filled, body: &mut String) {
        let is_now = |cell: &Cell| match heap::leads_to_record(self.objects, cell) {
            true => with == Filled::WithRecords,
            false => with == Filled::WithOthers,
        };
        if heap::string(self.objects, object).is_some() || heap::boxed(object).is_some() {
            return;
        }
        if let Some(list) = heap::list(self.objects, object) {
            for (at, cell) in list.cells.into_iter().filter(|(_, cell)| is_now(cell)) {
                let value = datum(list.element, cell);
                let _ = writeln!(
                    body,
                    "        ((java.util.List) o{index}).set({at}, {value});"
                );
            }
            return;
        }
        if let Some(array) = Array::of(self.objects, object) {
            for (at, cell) in array.cells.into_iter().filter(|(_, cell)| is_now(cell)) {
                let value = datum(array.element, cell);
                let _ = writeln!(
                    body,
                    "        java.lang.reflect.Array.set(o{index}, {at}, {value});"
                );
            }
            return;
        }
        for cell in object.cells.iter().filter(|cell| is_now(cell)) {
            let Some((class, field)) = field_of(cell) else {
                continue;
            };
            let class = match class {
                Some(class) => format!("type(\"{class}\")"),
                None => format!("o{index}.getClass()"),
            };
            let value = datum(&cell.ty, cell);
            let _ = writeln!(
                body,
                "        set({class}, o{index}, \"{field}\", {value});"
            );
        }
    }
}

/// The cells that are set before the records are made, or after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    WithOthers,
    WithRecords,
}

/// The field that a cell is, and the class that declares it where a class below hides it:
/// `Parent::size`.
pub(super) fn field_of(cell: &Cell) -> Option<(Option<String>, &str)> {
    let field = cell.path.strip_prefix("[0].")?;
    match field.split_once("::") {
        Some((class, name)) => Some((Some(class.replace('/', ".")), name)),
        None if field == "class" && cell.offset == 0 => None,
        None => Some((None, field)),
    }
}

pub(super) fn datum(ty: &str, cell: &Cell) -> String {
    match &cell.value {
        Datum::Bits(bits) => literal(ty, cell.scalar, *bits),
        value => reference(value),
    }
}

fn reference(datum: &Datum) -> String {
    match datum {
        Datum::Pointer { object, .. } => format!("o{object}"),
        Datum::Held(field) => {
            let (class, name) = field.rsplit_once('.').unwrap_or(("", field));
            format!("constant(\"{class}\", \"{name}\")")
        }
        _ => "null".to_string(),
    }
}

fn value(argument: &Argument) -> String {
    match &argument.value {
        Datum::Bits(bits) => literal(&argument.ty, argument.scalar, *bits),
        value => reference(value),
    }
}

/// Latin-1 characters as a literal of Java.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let characters: String = bytes
        .iter()
        .map(|byte| match byte {
            b'"' | b'\\' => format!("\\{}", *byte as char),
            b' '..=b'~' => (*byte as char).to_string(),
            // Octal: a Unicode escape of a line's end would end the line.
            other => format!("\\{other:03o}"),
        })
        .collect();
    format!("\"{characters}\"")
}

const TEMPLATE: &str = r#"import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
IMPORTS

public final class NAME {
    private static final ClassLoader LOADER = PROGRAM;

    START {
BODY
    }

    private static Class<?> named(String name) throws ClassNotFoundException {
        return Class.forName(name, true, LOADER);
    }

    private static Object make(String type) throws Exception {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return ((sun.misc.Unsafe) field.get(null)).allocateInstance(named(type));
    }

    private static Object array(String element, int length) throws Exception {
        return java.lang.reflect.Array.newInstance(type(element), length);
    }

    private static Class<?> type(String name) throws Exception {
        if (name.endsWith("[]")) {
            return array(name.substring(0, name.length() - 2), 0).getClass();
        }
        for (Class<?> known : new Class<?>[] {boolean.class, byte.class, char.class, short.class,
                int.class, long.class, float.class, double.class}) {
            if (known.getName().equals(name)) return known;
        }
        return named(name);
    }

    private static Object constant(String type, String name) throws Exception {
        Field field = named(type).getDeclaredField(name);
        field.setAccessible(true);
        return field.get(null);
    }

    private static void set(Class<?> type, Object object, String name, Object value) throws Exception {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    field.set(object, value);
                    return;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    private static Object call(String type, String name, String[] types, Object receiver, Object[] values)
            throws Throwable {
        if (name.equals("<init>")) return construct(named(type), types, values);
        search:
        for (Method method : named(type).getDeclaredMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (!method.getName().equals(name) || parameters.length != types.length) continue;
            for (int i = 0; i < types.length; i++) {
                if (!parameters[i].getTypeName().equals(types[i])) continue search;
            }
            method.setAccessible(true);
            try {
                return method.invoke(receiver, values);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
        throw new NoSuchMethodException(name);
    }

    private static Object construct(Class<?> type, String[] types, Object[] values) throws Throwable {
        Class<?>[] parameters = new Class<?>[types.length];
        for (int i = 0; i < types.length; i++) parameters[i] = type(types[i]);
        java.lang.reflect.Constructor<?> constructor = type.getDeclaredConstructor(parameters);
        constructor.setAccessible(true);
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
RECORDS
CLASSES
}
"#;

/// What a driver says that could not make a record.
pub(crate) const REFUSED: &str = "a caller cannot give this:";

const RECORDS: &str = r#"
    private static Object record(String type, String[] names, Object[] values) throws Exception {
        Object[] components = (Object[]) Class.class.getMethod("getRecordComponents").invoke(type(type));
        Class<?>[] types = new Class<?>[components.length];
        Field[] fields = new Field[components.length];
        Object[] all = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            Class<?> component = components[i].getClass();
            types[i] = (Class<?>) component.getMethod("getType").invoke(components[i]);
            fields[i] = type(type).getDeclaredField((String) component.getMethod("getName").invoke(components[i]));
            fields[i].setAccessible(true);
            all[i] = java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(types[i], 1), 0);
            for (int j = 0; j < names.length; j++) {
                if (names[j].equals(fields[i].getName())) all[i] = values[j];
            }
        }
        java.lang.reflect.Constructor<?> constructor = type(type).getDeclaredConstructor(types);
        constructor.setAccessible(true);
        Object made;
        try {
            made = constructor.newInstance(all);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException("REFUSED the constructor of " + type + " refuses it", e.getCause());
        }
        for (int i = 0; i < fields.length; i++) {
            Object held = fields[i].get(made);
            if (types[i].isPrimitive() ? !held.equals(all[i]) : held != all[i]) {
                throw new IllegalArgumentException("REFUSED the constructor of " + type + " makes another value of it");
            }
        }
        return made;
    }
"#;
