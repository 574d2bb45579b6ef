//! Operations.

use super::expr::Context;
use crate::op::{
    AccessMode, Check, Condition, Contents, Halt, NewObject, Op, Place, Signature, Source, Storage,
    Target,
};
use crate::program::LocalId;
use std::fmt::Write;

impl Context<'_> {
    pub(super) fn op(&self, op: &Op) -> String {
        match op {
            Op::Skip => "skip".to_string(),
            Op::Assign(dest, value) => format!("{} := {}", self.local(*dest), self.expr(value)),
            Op::Forget(local) => format!("forget {}", self.local(*local)),
            Op::Load { dest, place } => {
                format!("{} := load {}", self.local(*dest), self.place(place))
            }
            Op::Store { place, value } => {
                format!("store {} := {}", self.place(place), self.known(value))
            }
            Op::Copy { to, from, size } => format!(
                "copy [{}] := [{}], {} bytes",
                self.expr(to),
                self.expr(from),
                self.known(size)
            ),
            Op::Fill { to, byte, size } => {
                let (to, byte, size) = (self.expr(to), self.known(byte), self.known(size));
                format!("fill [{to}] := {byte}, {size} bytes")
            }
            Op::Alloc { dest, object } => {
                format!("{} := {}", self.local(*dest), self.new_object(object))
            }
            Op::Free(address) => format!("free {}", self.expr(address)),
            Op::EndScope(local) => format!("end scope {}", self.local(*local)),
            Op::Protect(local) => format!("protect {}", self.local(*local)),
            Op::Measure {
                dest,
                measure,
                address,
            } => {
                format!(
                    "{} := {} {}",
                    self.local(*dest),
                    measure.name(),
                    self.expr(address)
                )
            }
            Op::Assume(condition) => format!("assume {}", self.expr(condition)),
            Op::Check(check) => self.check(check),
            Op::Input { dest, source, .. } => {
                format!("{} := input {}", self.local(*dest), self.source(source))
            }
            Op::InputString { dest, source, .. } => {
                let (dest, source) = (self.local(*dest), self.source(source));
                format!("{dest} := input string {source}")
            }
            Op::Output { stream, from, size } => {
                let (stream, from, size) = (self.known(stream), self.expr(from), self.known(size));
                format!("output {stream} [{from}], {size} bytes")
            }
            Op::Call {
                dest,
                target,
                arguments,
            } => {
                let target = match target {
                    Target::Direct(id) => self.names.procedure(*id).to_string(),
                    Target::Indirect(address) => format!("({})", self.expr(address)),
                };
                format!(
                    "{}call {target}({})",
                    self.dest(*dest),
                    self.list(arguments)
                )
            }
            Op::Return(None) => "return".to_string(),
            Op::Return(Some(value)) => format!("return {}", self.expr(value)),
            Op::Havoc {
                dest,
                reachable,
                function,
            } => {
                format!(
                    "{}havoc {function}({})",
                    self.dest(*dest),
                    self.list(reachable)
                )
            }
            Op::Halt(Halt::Exit(status)) => format!("exit {}", self.known(status)),
            Op::Halt(Halt::Abort) => "abort".to_string(),
            Op::Unsupported(what) => format!("unsupported {what:?}"),
        }
    }

    fn dest(&self, dest: Option<LocalId>) -> String {
        dest.map(|dest| format!("{} := ", self.local(dest)))
            .unwrap_or_default()
    }

    fn place(&self, place: &Place) -> String {
        let mut text = format!("{} [{}]", place.scalar, self.expr(&place.address));
        if let Some(bits) = place.bits {
            // Writing into a string does not fail.
            let _ = write!(text, " bits {}+{}", bits.offset, bits.width);
        }
        if let Some(field) = place.field {
            let record = self
                .program
                .types
                .records()
                .find(|(id, _)| *id == field.record);
            let field = record.and_then(|(_, record)| record.fields.get(field.index as usize));
            let _ = write!(text, " .{}", field.map_or("?", |field| &field.name));
        }
        text
    }

    fn new_object(&self, object: &NewObject) -> String {
        let storage = match object.storage {
            Storage::Stack => "stack",
            Storage::Heap => "heap",
            Storage::Internal => "internal",
        };
        let contents = match object.contents {
            Contents::Uninitialised => "",
            Contents::Zero => " zeroed",
        };
        let size = self.known(&object.size);
        let mut text = format!(
            "{storage} object {size} bytes align {}{contents}",
            object.align
        );
        if let Some(name) = &object.name {
            let _ = write!(text, " {name:?}");
        }
        text
    }

    fn source(&self, source: &Source) -> String {
        let mut text = format!("{} {:?}", source.kind.name(), source.name);
        if let Some(name) = &source.dynamic_name {
            let _ = write!(text, " name {}", self.expr(name));
        }
        if let Some(index) = &source.index {
            let _ = write!(text, " at {}", self.known(index));
        }
        text
    }

    fn check(&self, check: &Check) -> String {
        let condition = match &check.condition {
            Condition::Holds(condition) => format!("({})", self.expr(condition)),
            Condition::Initialised(local) => format!("initialised {}", self.local(*local)),
            Condition::Access {
                address,
                size,
                align,
                mode,
            } => {
                let mode = match mode {
                    AccessMode::Read => "read",
                    AccessMode::Write => "write",
                };
                let (address, size) = (self.expr(address), self.known(size));
                format!("{mode} [{address}] {size} bytes align {align}")
            }
            Condition::Freeable(address) => format!("freeable {}", self.expr(address)),
            Condition::SameObject(a, b) => {
                format!("same object {}, {}", self.expr(a), self.expr(b))
            }
            Condition::Disjoint(a, b, size) => {
                let (a, b, size) = (self.expr(a), self.expr(b), self.known(size));
                format!("disjoint [{a}], [{b}], {size} bytes")
            }
            Condition::Callable(address, signature) => {
                format!(
                    "callable {} as {}",
                    self.expr(address),
                    signature_text(signature)
                )
            }
            Condition::NothingLeaked => "nothing leaked".to_string(),
            Condition::EverythingFreed => "everything freed".to_string(),
        };
        // An access is described by its condition: its kinds follow from it.
        match check.condition.kinds() {
            [] => format!(
                "check {} {condition} {:?}",
                check.kind.name(),
                check.subject
            ),
            _ => format!("check {condition} {:?}", check.subject),
        }
    }
}

fn signature_text(signature: &Signature) -> String {
    let mut parameters: Vec<String> = signature.parameters.iter().map(|p| p.to_string()).collect();
    if signature.variadic {
        parameters.push("...".to_string());
    }
    let result = signature
        .result
        .map(|result| format!(" -> {result}"))
        .unwrap_or_default();
    format!("({}){result}", parameters.join(", "))
}
