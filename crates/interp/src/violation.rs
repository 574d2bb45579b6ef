//! What went wrong, in sentences.

use crate::memory::{Fault, Maker, Mode, Object, Status};
use crate::outcome::{Frame, Note, Violation};
use crate::prepare::Interpreter;
use crate::render;
use crate::state::State;
use crate::value::{ObjectId, Pointer, Provenance, Value};
use ir::{Check, ClaimKind, GlobalOrigin, Op, Origin, Program, Span, TypeId};
use std::fmt::Write;

/// What is wrong.
pub(crate) enum Failure {
    /// The condition of the check, over values, does not hold.
    Condition,
    /// A local has no value.
    Uninitialised,
    /// Memory cannot be accessed so.
    Access {
        pointer: Pointer,
        size: u64,
        align: u64,
        mode: Mode,
        fault: Fault,
    },
    /// Memory cannot be freed so.
    Free { pointer: Pointer, kind: ClaimKind },
    /// Two pointers do not belong together, or too much so.
    Pointers { first: Pointer, second: Pointer },
    /// Nothing of the right type can be called there.
    Call { target: Pointer },
    /// Heap objects are left over.
    Leak(Vec<ObjectId>),
}

impl Failure {
    /// The kind of claim that is violated by it.
    pub(crate) fn kind(&self, check: Option<&Check>) -> ClaimKind {
        match self {
            Failure::Access {
                fault: Fault::Claim(kind),
                ..
            }
            | Failure::Free { kind, .. } => *kind,
            Failure::Call { target } if target.provenance == Provenance::Null => ClaimKind::Null,
            Failure::Call { .. } => ClaimKind::InvalidCall,
            _ => check.map_or(ClaimKind::Assertion, |check| check.kind),
        }
    }
}

/// Where it went wrong.
pub(crate) struct Scene<'a> {
    pub(crate) interpreter: &'a Interpreter<'a>,
    pub(crate) state: &'a State,
    pub(crate) stack: Vec<Frame>,
    pub(crate) span: Span,
    pub(crate) check: Option<&'a Check>,
    pub(crate) values: Vec<(TypeId, String, Value)>,
}

/// The violation with everything that explains it.
pub(crate) fn explain(scene: &Scene<'_>, failure: &Failure, kind: ClaimKind) -> Violation {
    // What is left over at the end is nobody's fault in particular.
    let library = match failure {
        Failure::Leak(_) => None,
        _ => scene.library_function(),
    };
    let subject = match (library, scene.check) {
        (None, Some(check)) => check.subject.clone(),
        _ => "".into(),
    };
    let sentence = scene.sentence(failure, kind, &subject);
    let message = match library {
        Some(function) => format!("in `{function}`: {sentence}"),
        None => sentence,
    };
    // The variables of the library say nothing to its users.
    let values = match library {
        Some(_) => Vec::new(),
        None => scene
            .values
            .iter()
            .map(|(ty, name, value)| (name.clone(), render::value(scene, *ty, *value)))
            .collect(),
    };
    Violation {
        kind,
        message,
        span: scene.span,
        subject,
        stack: scene.stack.clone(),
        values,
        notes: scene.notes(failure),
    }
}

/// The name of an object, for people.
pub(crate) fn object_name(program: &Program, state: &State, id: ObjectId) -> String {
    state
        .memory
        .object(id)
        .map_or_else(String::new, |object| name_of(program, object))
}

fn name_of(program: &Program, object: &Object) -> String {
    match object.maker {
        Maker::Global(id) => {
            let global = &program[id];
            match global.origin {
                GlobalOrigin::StringLiteral => "a string literal".to_string(),
                GlobalOrigin::Variable
                | GlobalOrigin::Kept
                | GlobalOrigin::Undefined
                | GlobalOrigin::Chosen => {
                    format!("`{}`", global.name)
                }
            }
        }
        Maker::Procedure(id) => format!("the function `{}`", program[id].name),
        Maker::Stack => match stack_name(program, object) {
            Some(name) => format!("`{name}`"),
            None => "a local object".to_string(),
        },
        Maker::Heap => "allocated memory".to_string(),
        Maker::Internal => "memory of the library".to_string(),
    }
}

/// The variable that a stack object is.
pub(crate) fn stack_name<'p>(program: &'p Program, object: &Object) -> Option<&'p str> {
    let site = object.made?;
    match &program[site.procedure][site.edge].op {
        Op::Alloc { object, .. } => object.name.as_deref(),
        _ => None,
    }
}

impl Scene<'_> {
    fn program(&self) -> &Program {
        self.interpreter.program
    }

    /// The function that the user called, if it went wrong inside of the library.
    fn library_function(&self) -> Option<&str> {
        let program = self.program();
        let is_user = |frame: &Frame| program[frame.procedure].origin == Origin::User;
        let user = self.stack.iter().position(is_user)?;
        let called = self.stack.get(user.checked_sub(1)?)?;
        Some(&program[called.procedure].name)
    }

    pub(crate) fn object(&self, pointer: Pointer) -> Option<&Object> {
        match pointer.provenance {
            Provenance::Object(id) => self.state.memory.object(id),
            Provenance::Null | Provenance::None => None,
        }
    }

    fn sentence(&self, failure: &Failure, kind: ClaimKind, subject: &str) -> String {
        match failure {
            Failure::Condition => condition_sentence(kind, subject, self.check),
            Failure::Uninitialised => match kind {
                ClaimKind::MissingReturn => {
                    about(subject, "has no value: the function returned none")
                }
                _ => about(subject, "is used before it has a value"),
            },
            Failure::Access {
                pointer,
                size,
                align,
                mode,
                ..
            } => {
                let what = self.access_sentence(kind, *pointer, *size, *align, *mode);
                about(subject, &what)
            }
            Failure::Free { pointer, kind } => about(subject, &self.free_sentence(*kind, *pointer)),
            Failure::Pointers { first, second } => {
                let (first, second) = (
                    render::pointer(self, *first),
                    render::pointer(self, *second),
                );
                let title = kind.title();
                match subject {
                    "" => format!("{title}: {first} and {second}"),
                    subject => format!("{title} in `{subject}`: {first} and {second}"),
                }
            }
            Failure::Call { target } => about(subject, &self.call_sentence(*target)),
            Failure::Leak(objects) => match (kind, objects.len()) {
                (ClaimKind::NotFreed, 1) => "allocated memory is not freed at the end".to_string(),
                (ClaimKind::NotFreed, count) => {
                    format!("{count} pieces of allocated memory are not freed at the end")
                }
                (_, 1) => "allocated memory that nothing points to is never freed".to_string(),
                (_, count) => {
                    format!(
                        "{count} pieces of allocated memory that nothing points to are never freed"
                    )
                }
            },
        }
    }

    fn access_sentence(
        &self,
        kind: ClaimKind,
        pointer: Pointer,
        size: u64,
        align: u64,
        mode: Mode,
    ) -> String {
        let verb = match mode {
            Mode::Read => "reads",
            Mode::Write => "writes",
        };
        let action = format!("{verb} {}", bytes(size));
        let Some(object) = self.object(pointer) else {
            return match kind {
                ClaimKind::Null if pointer.address == 0 => {
                    format!("{action} through a null pointer")
                }
                ClaimKind::Null => {
                    format!("{action} at offset {} of a null pointer", pointer.address)
                }
                _ => format!(
                    "{action} at address {:#x}, where no object is",
                    pointer.address
                ),
            };
        };
        let offset = pointer.address.wrapping_sub(object.base) as i64;
        let name = name_of(self.program(), object);
        let sized = match object.maker {
            Maker::Heap | Maker::Internal => format!("{name} of {}", bytes(object.size)),
            _ => format!("{name}, which has {}", bytes(object.size)),
        };
        match kind {
            ClaimKind::UseAfterFree => {
                format!("{action} at offset {offset} of memory that was freed")
            }
            ClaimKind::UseAfterScope => format!("{action} of {name}, whose life has ended"),
            ClaimKind::ReadOnly if object.status == Status::Constant => {
                format!("{action} of {name}, which is constant")
            }
            ClaimKind::Misaligned => format!(
                "{action} at offset {offset} of {name}, where the address is not a multiple of {align}"
            ),
            ClaimKind::InvalidDereference => format!("{action} of {name}"),
            _ => format!("{action} at offset {offset} of {sized}"),
        }
    }

    fn free_sentence(&self, kind: ClaimKind, pointer: Pointer) -> String {
        if kind == ClaimKind::DoubleFree {
            return "frees memory that was freed before".to_string();
        }
        let Some(object) = self.object(pointer) else {
            return format!(
                "frees the address {:#x}, where no object is",
                pointer.address
            );
        };
        let name = name_of(self.program(), object);
        match object.maker {
            Maker::Heap => {
                let offset = pointer.address.wrapping_sub(object.base) as i64;
                format!("frees an address at offset {offset} of allocated memory, not its start")
            }
            _ => format!("frees {name}, which was not allocated"),
        }
    }

    fn call_sentence(&self, target: Pointer) -> String {
        match self.object(target) {
            None if target.provenance == Provenance::Null => {
                "calls through a null pointer".to_string()
            }
            None => format!(
                "calls the address {:#x}, where no function is",
                target.address
            ),
            Some(object) => match object.maker {
                Maker::Procedure(id) => {
                    format!(
                        "calls `{}` as a function of another type",
                        self.program()[id].name
                    )
                }
                _ => format!(
                    "calls {}, which is not a function",
                    name_of(self.program(), object)
                ),
            },
        }
    }

    fn notes(&self, failure: &Failure) -> Vec<Note> {
        match failure {
            Failure::Access { pointer, .. } | Failure::Free { pointer, .. } => self
                .object(*pointer)
                .map(|object| self.object_notes(object))
                .unwrap_or_default(),
            Failure::Pointers { first, second } => {
                let other = (first.provenance != second.provenance).then_some(second);
                let objects = [Some(first), other].into_iter().flatten();
                objects
                    .filter_map(|pointer| self.object(*pointer))
                    .flat_map(|object| self.object_notes(object))
                    .collect()
            }
            Failure::Leak(objects) => {
                let mut notes: Vec<Note> = Vec::new();
                for object in objects {
                    let object = self.state.memory.object(*object);
                    for note in object
                        .map(|object| self.object_notes(object))
                        .unwrap_or_default()
                    {
                        if !notes.iter().any(|known| known.span == note.span) {
                            notes.push(note);
                        }
                    }
                }
                notes
            }
            Failure::Condition | Failure::Uninitialised | Failure::Call { .. } => Vec::new(),
        }
    }

    /// Where an object comes from, and where its life ended.
    fn object_notes(&self, object: &Object) -> Vec<Note> {
        let program = self.program();
        let span_of = |site: crate::memory::Site| {
            let procedure = &program[site.procedure];
            (procedure.origin == Origin::User).then(|| procedure[site.edge].span)
        };
        let mut notes = Vec::new();
        match object.maker {
            Maker::Heap => notes.push(Note {
                message: format!("allocated here: {}", bytes(object.size)),
                span: object.made.and_then(span_of),
            }),
            Maker::Stack => {
                if let Some(span) = object.made.and_then(span_of) {
                    let name = stack_name(program, object);
                    let what = name.map_or("declared".to_string(), |name| {
                        format!("`{name}` is declared")
                    });
                    notes.push(Note {
                        message: format!("{what} here"),
                        span: Some(span),
                    });
                }
            }
            Maker::Global(id) if program.files.origin(program[id].span) == Origin::User => {
                let global = &program[id];
                if global.origin == GlobalOrigin::Variable {
                    let message = format!("`{}` is defined here", global.name);
                    notes.push(Note {
                        message,
                        span: Some(global.span),
                    });
                }
            }
            Maker::Global(_) | Maker::Procedure(_) | Maker::Internal => {}
        }
        let ended = match object.status {
            Status::Freed => Some("freed here"),
            Status::Ended => Some("its life ended here"),
            _ => None,
        };
        if let Some(message) = ended {
            let span = object.ended.and_then(span_of);
            notes.push(Note {
                message: message.to_string(),
                span,
            });
        }
        notes
    }
}

/// A sentence about the subject, or without one.
fn about(subject: &str, what: &str) -> String {
    match subject {
        "" => what.to_string(),
        subject => format!("`{subject}` {what}"),
    }
}

fn condition_sentence(kind: ClaimKind, subject: &str, check: Option<&Check>) -> String {
    let text = check.map_or("", |check| &*check.subject);
    // The library's own checks carry their message as their subject.
    if subject.is_empty() && !text.is_empty() {
        return text.to_string();
    }
    match kind {
        _ if subject.is_empty() => kind.title().to_string(),
        ClaimKind::Assertion => format!("the assertion `{subject}` does not hold"),
        ClaimKind::Precondition => format!("the precondition `{subject}` does not hold"),
        ClaimKind::Postcondition => format!("the postcondition `{subject}` does not hold"),
        ClaimKind::Unreachable => format!("`{subject}` is called"),
        ClaimKind::ErrorLabel => "the label `ERROR` is reached".to_string(),
        ClaimKind::Overflow | ClaimKind::DivisionOverflow => {
            about(subject, "is outside of the range of its type")
        }
        ClaimKind::Division => about(subject, "divides by zero"),
        ClaimKind::Shift => about(subject, "shifts by an amount that its type does not allow"),
        ClaimKind::Bounds | ClaimKind::InnerBounds => about(subject, "is outside of the array"),
        ClaimKind::FloatToInt => about(subject, "does not fit into the integer type"),
        ClaimKind::VlaBound => about(subject, "is the size of an array, and not positive"),
        kind => format!("{}: `{subject}`", kind.title()),
    }
}

fn bytes(count: u64) -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = write!(text, "{count} byte{}", if count == 1 { "" } else { "s" });
    text
}
