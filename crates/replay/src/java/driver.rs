//! The caller of a Java method: a class that builds the recorded heap and calls.
//!
//! Objects are made without their constructors, and their fields are set by reflection, so that
//! any heap can be built: cycles, aliases, private fields.

use super::literal;
use crate::counterexample::{Argument, Cell, Counterexample, Datum, Entry, Object};
use std::fmt::Write;

/// The name of the class.
pub(super) const NAME: &str = "ConcrexDriver";

/// Where the length of an array lies, and the address of its elements.
const LENGTH: u64 = 4;
const ELEMENTS: u64 = 8;

/// The text of the class; none for a program that starts with `main`.
pub(super) fn driver(counterexample: &Counterexample, class: &str) -> Option<String> {
    let Entry::Function {
        name, arguments, ..
    } = &counterexample.entry
    else {
        return None;
    };
    let name = name.split('(').next().unwrap_or(name);
    let method = name.rsplit('.').next().unwrap_or(name);
    let heap = Heap {
        objects: &counterexample.objects,
    };
    let mut body = String::new();
    for (index, object) in heap.objects.iter().enumerate() {
        if let Some(made) = heap.make(object) {
            let _ = writeln!(body, "        Object o{index} = {made};");
        }
    }
    for (index, object) in heap.objects.iter().enumerate() {
        heap.fill(index, object, &mut body);
    }
    let is_this = |argument: &&Argument| argument.name == "this";
    let this = arguments.first().filter(is_this);
    let rest = &arguments[usize::from(this.is_some())..];
    let receiver = this.map_or("null".to_string(), |this| heap.value(&this.ty, this));
    let types: Vec<String> = rest.iter().map(|a| format!("\"{}\"", a.ty)).collect();
    let values: Vec<String> = rest.iter().map(|a| heap.value(&a.ty, a)).collect();
    let _ = writeln!(
        body,
        "        call(\"{class}\", \"{method}\", new String[] {{{}}}, {receiver}, new Object[] \
         {{{}}});",
        types.join(", "),
        values.join(", ")
    );
    Some(TEMPLATE.replace("BODY\n", &body))
}

struct Heap<'a> {
    objects: &'a [Object],
}

impl Heap<'_> {
    fn cell<'o>(&self, object: &'o Object, offset: u64) -> Option<&'o Cell> {
        object.cells.iter().find(|cell| cell.offset == offset)
    }

    fn bits(&self, object: &Object, offset: u64) -> u128 {
        match self.cell(object, offset).map(|cell| &cell.value) {
            Some(Datum::Bits(bits)) => *bits,
            _ => 0,
        }
    }

    fn target<'o>(&'o self, object: &Object, offset: u64) -> Option<&'o Object> {
        match self.cell(object, offset).map(|cell| &cell.value) {
            Some(Datum::Pointer { object, .. }) => self.objects.get(*object),
            _ => None,
        }
    }

    /// How an object is made; the elements of arrays are made with the arrays.
    fn make(&self, object: &Object) -> Option<String> {
        let ty = object.ty.as_str();
        if let Some(element) = ty.strip_suffix("[]") {
            let length = self.bits(object, LENGTH) as u32 as i32;
            return Some(format!("array(\"{element}\", {length})"));
        }
        match ty {
            "java.lang.String" => {
                let array = object.cells.iter().find_map(|cell| match cell.value {
                    Datum::Pointer { object, .. } => self.objects.get(object),
                    _ => None,
                });
                let length = array.map_or(0, |array| self.bits(array, LENGTH)) as usize;
                let elements = array.and_then(|array| self.target(array, ELEMENTS));
                let byte = |index: usize| {
                    let bits = elements.map_or(0, |bytes| self.bits(bytes, index as u64));
                    (bits as u8 as i8).to_string()
                };
                let bytes: Vec<String> = (0..length).map(byte).collect();
                Some(format!("string(new byte[] {{{}}})", bytes.join(", ")))
            }
            "boolean" | "byte" | "char" | "short" | "int" | "long" | "float" | "double" => None,
            _ if object.elements == 1 && !is_elements(self.objects, object) => {
                Some(format!("make(\"{ty}\")"))
            }
            _ => None,
        }
    }

    /// Sets what an object holds.
    fn fill(&self, index: usize, object: &Object, body: &mut String) {
        if self.make(object).is_none() || object.ty == "java.lang.String" {
            return;
        }
        if let Some(element) = object.ty.strip_suffix("[]") {
            let Some(elements) = self.target(object, ELEMENTS) else {
                return;
            };
            for cell in &elements.cells {
                let at = cell.offset / elements.element_size.max(1);
                let value = self.datum(element, cell);
                let _ = writeln!(
                    body,
                    "        java.lang.reflect.Array.set(o{index}, {at}, {value});"
                );
            }
            return;
        }
        for cell in &object.cells {
            let Some(field) = cell.path.strip_prefix("[0].") else {
                continue;
            };
            if field == "class" && cell.offset == 0 {
                continue;
            }
            let value = self.datum(&cell.ty, cell);
            let _ = writeln!(body, "        set(o{index}, \"{field}\", {value});");
        }
    }

    fn datum(&self, ty: &str, cell: &Cell) -> String {
        match &cell.value {
            Datum::Bits(bits) => literal(ty, cell.scalar, *bits),
            Datum::Pointer { object, .. } => format!("o{object}"),
            _ => "null".to_string(),
        }
    }

    fn value(&self, ty: &str, argument: &Argument) -> String {
        match &argument.value {
            Datum::Bits(bits) => literal(ty, argument.scalar, *bits),
            Datum::Pointer { object, .. } => format!("o{object}"),
            _ => "null".to_string(),
        }
    }
}

/// Whether an object holds the elements of an array.
fn is_elements(objects: &[Object], object: &Object) -> bool {
    objects.iter().any(|array| {
        array.ty.ends_with("[]")
            && array.cells.iter().any(|cell| match cell.value {
                Datum::Pointer { object: target, .. } => {
                    cell.offset == ELEMENTS
                        && objects.get(target).is_some_and(|t| std::ptr::eq(t, object))
                }
                _ => false,
            })
    })
}

const TEMPLATE: &str = r#"import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

public final class ConcrexDriver {
    public static void main(String[] args) throws Throwable {
BODY
    }

    private static Object make(String type) throws Exception {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return ((sun.misc.Unsafe) field.get(null)).allocateInstance(Class.forName(type));
    }

    private static Object array(String element, int length) throws Exception {
        return java.lang.reflect.Array.newInstance(type(element), length);
    }

    private static String string(byte[] bytes) {
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    private static Class<?> type(String name) throws Exception {
        if (name.endsWith("[]")) {
            return array(name.substring(0, name.length() - 2), 0).getClass();
        }
        for (Class<?> known : new Class<?>[] {boolean.class, byte.class, char.class, short.class,
                int.class, long.class, float.class, double.class}) {
            if (known.getName().equals(name)) return known;
        }
        return Class.forName(name);
    }

    private static void set(Object object, String name, Object value) throws Exception {
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
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

    private static void call(String type, String name, String[] types, Object receiver, Object[] values)
            throws Throwable {
        search:
        for (Method method : Class.forName(type).getDeclaredMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (!method.getName().equals(name) || parameters.length != types.length) continue;
            for (int i = 0; i < types.length; i++) {
                if (!parameters[i].getTypeName().equals(types[i])) continue search;
            }
            method.setAccessible(true);
            try {
                method.invoke(receiver, values);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            return;
        }
        throw new NoSuchMethodException(name);
    }
}
"#;
