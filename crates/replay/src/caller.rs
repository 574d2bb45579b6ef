//! The unknown caller of a function, as a C file: it includes the source that defines the
//! function, so that everything there can be named, builds the recorded heap and calls.

use crate::environment::{PROVIDE, chosen_value};
use crate::literal::{self, literal, plain_type};
use crate::world::Giving;
use ir::Scalar;
use std::fmt::Write;
use std::path::Path;
use verdict::{Argument, Cell, Counterexample, Datum, Entry, Object, Postcondition};

/// How memory is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// By the declared types: `object0->next = object1;`.
    Typed,
    /// By offsets, where a type has no name or a member is constant.
    Bytes,
}

/// Whether the caller has to ask for its surroundings first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surroundings {
    /// They are defined in another file.
    Provided,
    /// There are none.
    None,
}

/// What the file says of a postcondition that does not hold.
pub(crate) const VIOLATED: &str = "postcondition violated";

/// The file, without its head comment; `None` if it is the system that calls.
///
/// It includes the source by the given name, if that is not its own.
pub(crate) fn caller(
    counterexample: &Counterexample,
    style: Style,
    surroundings: Surroundings,
    included: Option<&Path>,
    giving: Giving,
) -> Option<String> {
    let Entry::Function {
        name,
        file,
        arguments,
        result,
    } = &counterexample.entry
    else {
        return None;
    };
    let mut text = include(included.unwrap_or(file));
    if surroundings == Surroundings::Provided {
        let _ = writeln!(text, "\nvoid {PROVIDE}(void);");
    }
    if let Some(first) = counterexample.ensures.first()
        && !first.support.is_empty()
    {
        let _ = write!(text, "\n{}", first.support);
    }
    if giving == Giving::Chosen {
        text.push_str("\nunsigned long long concrex_choose(unsigned bits);\n");
    }
    if !counterexample.objects.is_empty() {
        let _ = write!(text, "\n{ALLOCATE}");
    }
    text.push_str("\nint main(void)\n{\n");
    let mut body = Body {
        text: String::new(),
        style,
        giving,
        objects: &counterexample.objects,
    };
    if surroundings == Surroundings::Provided {
        body.line(&format!("{PROVIDE}();"));
    }
    body.objects();
    for global in &counterexample.globals {
        for cell in &global.cells {
            body.global_cell(&global.name, cell);
        }
    }
    body.call(name, arguments, result.as_deref(), &counterexample.ensures);
    body.line("return 0;");
    text.push_str(&body.text);
    text.push_str("}\n");
    Some(text)
}

/// The caller's memory. Without it the call that was recorded cannot be made, and what a null pointer
/// does in its place shows nothing.
const ALLOCATE: &str = "\
static void *concrex_allocate(unsigned long count, unsigned long size)
{
    extern int dprintf(int file, const char *format, ...);
    extern void _Exit(int status);
    void *memory = __builtin_calloc(count, size);
    if (!memory) {
        dprintf(2, \"concrex: not confirmed: there is no memory for what the caller gives\\n\");
        _Exit(0);
    }
    return memory;
}
";

/// The function's own `main` makes room for ours.
fn include(file: &Path) -> String {
    format!(
        "#define main concrex_original_main\n#include \"{}\"\n#undef main\n",
        file.display()
    )
}

struct Body<'a> {
    text: String,
    style: Style,
    giving: Giving,
    objects: &'a [Object],
}

impl Body<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "    {line}");
    }

    /// The heap: first every object, then what they hold, which may be each other. The pointers
    /// are static, so that nothing of the caller's is ever lost.
    fn objects(&mut self) {
        for (index, object) in self.objects.iter().enumerate() {
            let name = name_of(index);
            match self.style == Style::Typed && is_nameable(&object.ty) {
                true => {
                    let ty = declared(&object.ty);
                    self.line(&format!(
                        "_Static_assert(sizeof({ty}) == {}, \"the size of an element\");",
                        object.element_size
                    ));
                    self.line(&format!("static {};", pointer_to(&ty, &name)));
                    self.line(&format!(
                        "{name} = concrex_allocate({}, sizeof *{name});",
                        object.elements
                    ));
                }
                false => {
                    let size = object.element_size.saturating_mul(object.elements);
                    self.line(&format!("static void *{name};"));
                    self.line(&format!("{name} = concrex_allocate(1, {size});"));
                }
            }
        }
        for (index, object) in self.objects.iter().enumerate() {
            for cell in &object.cells {
                self.object_cell(index, object, cell);
            }
        }
    }

    fn object_cell(&mut self, index: usize, object: &Object, cell: &Cell) {
        let name = name_of(index);
        if self.style == Style::Bytes || cell.path.is_empty() || !is_nameable(&object.ty) {
            return self.bytes(&name, cell);
        }
        let value = self.datum(cell.scalar, &cell.ty, &cell.value);
        match cell.path.strip_prefix('.') {
            Some(member) => self.line(&format!("{name}->{member} = {value};")),
            None => self.line(&format!("{name}{} = {value};", cell.path)),
        }
    }

    fn global_cell(&mut self, name: &str, cell: &Cell) {
        if self.style == Style::Bytes {
            return self.bytes(&format!("&{name}"), cell);
        }
        let value = self.datum(cell.scalar, &cell.ty, &cell.value);
        self.line(&format!("{name}{} = {value};", cell.path));
    }

    /// A store by offset, which needs no name, no alignment and no permission.
    fn bytes(&mut self, base: &str, cell: &Cell) {
        let value = self.datum(cell.scalar, &cell.ty, &cell.value);
        let place = format!("(char *){base} + {}", cell.offset);
        match (plain_type(cell.scalar), &cell.value) {
            (Some(ty), _) => {
                let bytes = match cell.scalar {
                    Scalar::Float(kind) => kind.bytes().to_string(),
                    _ => format!("sizeof({ty})"),
                };
                self.line(&format!(
                    "__builtin_memcpy({place}, &({ty}){{ {} }}, {bytes});",
                    cast(cell.scalar, &value)
                ));
            }
            (None, Datum::Bits(bits)) => {
                let size = cell.scalar.width().map_or(16, ir::Width::bytes) as usize;
                let bytes = literal::string(&bits.to_le_bytes()[..size.min(16)]);
                self.line(&format!("__builtin_memcpy({place}, {bytes}, {size});"));
            }
            (None, _) => {}
        }
    }

    fn lines(&mut self, text: &str) {
        text.lines().for_each(|line| self.line(line));
    }

    fn call(
        &mut self,
        name: &str,
        arguments: &[Argument],
        result: Option<&str>,
        ensures: &[Postcondition],
    ) {
        let mut list = Vec::new();
        for argument in arguments {
            let value = match self.giving {
                Giving::Recorded => self.datum(argument.scalar, &argument.ty, &argument.value),
                Giving::Chosen => chosen_value(&argument.ty, argument.scalar),
            };
            // Named, they can be read in an expression of a postcondition.
            if ensures.is_empty() {
                list.push(value);
            } else {
                let declaration = declare(&argument.ty, &argument.name);
                self.line(&format!("{declaration} = {value};"));
                list.push(argument.name.clone());
            }
        }
        for postcondition in ensures {
            self.lines(&postcondition.before);
        }
        let call = format!("{name}({})", list.join(", "));
        match result {
            // What it gives is the caller's, and not lost.
            Some(ty) => {
                let declaration = match is_nameable(ty) {
                    true => declare(ty, "result"),
                    false => format!("__typeof__({call}) result"),
                };
                self.line(&format!("static {declaration};"));
                self.line(&format!("result = {call};"));
            }
            None => self.line(&format!("{call};")),
        }
        if !ensures.is_empty() {
            self.line("extern int dprintf(int file, const char *format, ...);");
        }
        for Postcondition {
            text, after, holds, ..
        } in ensures
        {
            let text = literal::string(text.as_bytes());
            self.lines(after);
            self.line(&format!("if (!({holds})) {{"));
            self.line(&format!(
                "    dprintf(2, \"concrex: {VIOLATED}: %s\\n\", {text});"
            ));
            self.line("    __builtin_abort();");
            self.line("}");
        }
    }

    fn datum(&self, scalar: Scalar, ty: &str, value: &Datum) -> String {
        match value {
            Datum::Bits(bits) => literal(scalar, ty, *bits),
            Datum::Null => "0".to_string(),
            Datum::Function(name) => name.clone(),
            Datum::Pointer { object, offset } => moved(name_of(*object), *offset),
            Datum::Global { name, offset } => moved(format!("&{name}"), *offset),
            Datum::Held(name) => name.clone(),
        }
    }
}

/// The name of an object, the same as in traces.
pub(crate) fn name_of(object: usize) -> String {
    format!("object{object}")
}

fn moved(base: String, offset: i64) -> String {
    match offset {
        0 if base.starts_with('&') => format!("(void *){base}"),
        0 => base,
        offset => format!("(void *)((char *){base} + {offset})"),
    }
}

/// A value for a compound literal: functions and typed pointers become plain addresses.
fn cast(scalar: Scalar, value: &str) -> String {
    match scalar {
        Scalar::Pointer => format!("(void *)({value})"),
        _ => value.to_string(),
    }
}

/// Whether a type has a size and a name outside of where it is defined.
fn is_nameable(ty: &str) -> bool {
    !ty.is_empty() && ty != "void" && !ty.contains('<')
}

/// A type that a name can simply follow.
fn declared(ty: &str) -> String {
    match ty.contains(['[', '(']) {
        true => format!("__typeof__({ty})"),
        false => ty.to_string(),
    }
}

fn declare(ty: &str, name: &str) -> String {
    let ty = declared(ty);
    match ty.ends_with('*') {
        true => format!("{ty}{name}"),
        false => format!("{ty} {name}"),
    }
}

fn pointer_to(ty: &str, name: &str) -> String {
    match ty.ends_with('*') {
        true => format!("{ty}*{name}"),
        false => format!("{ty} *{name}"),
    }
}
