//! The code of a method, as the class file has it.

use crate::classpath::Found;
use crate::descriptor::JavaType;
use crate::error::LoadError;
use cafebabe::ClassFile;
use cafebabe::attributes::{AttributeData, CodeData, ExceptionTableEntry};
use cafebabe::bytecode::Opcode;
use std::rc::Rc;

/// The newest version of class files that is read: Java 21 and, since nothing in the format
/// changed, what follows it up to Java 25.
pub(crate) const NEWEST: u16 = 69;
/// The oldest: Java 1.0.2.
const OLDEST: u16 = 45;

/// The words of variables and operands of the small methods that the JVM makes for lambdas.
const MADE_FRAME_WORDS: u32 = 16;

/// The code of a method.
pub(crate) struct Code<'a> {
    /// The instructions, each with its place.
    pub(crate) opcodes: Vec<(usize, Opcode<'a>)>,
    /// Who handles exceptions of which instructions, in the order in which they are asked.
    pub(crate) handlers: Vec<Handler>,
    /// From which instruction on which line, in order.
    lines: Vec<(usize, u32)>,
    variables: Vec<Variable>,
    /// The words of its variables and operands.
    pub(crate) frame_words: u32,
}

/// An entry of the exception table.
pub(crate) struct Handler {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) target: usize,
    /// The class that is caught; every exception, if none is named.
    pub(crate) class: Option<Rc<str>>,
}

/// An entry of the table of local variables.
pub(crate) struct Variable {
    start: usize,
    end: usize,
    slot: u16,
    pub(crate) name: Rc<str>,
    pub(crate) ty: JavaType,
}

impl<'a> Code<'a> {
    /// Whether a handler does nothing but leave a monitor and let the exception pass.
    pub(crate) fn only_unlocks(&self, handler: usize) -> bool {
        let after = self.opcodes.iter().filter(|(at, _)| *at >= handler);
        let mut other = after.map(|(_, opcode)| opcode).skip_while(|opcode| {
            matches!(
                opcode,
                Opcode::Astore(_) | Opcode::Aload(_) | Opcode::Monitorexit
            )
        });
        matches!(other.next(), Some(Opcode::Athrow))
    }

    /// Code that was made, not read. On the JVM, its frame is a small one, if not told otherwise.
    pub(crate) fn made(opcodes: Vec<Opcode<'a>>) -> Code<'a> {
        Code {
            opcodes: opcodes.into_iter().enumerate().collect(),
            handlers: Vec::new(),
            lines: Vec::new(),
            variables: Vec::new(),
            frame_words: MADE_FRAME_WORDS,
        }
    }

    /// The code of a class file.
    pub(crate) fn of(code: CodeData<'a>, place: &str) -> Result<Code<'a>, LoadError> {
        let opcodes = code.bytecode.map(|bytecode| bytecode.opcodes);
        let opcodes = opcodes.ok_or_else(|| malformed(place, "a method has no instructions"))?;
        let mut found = Code {
            opcodes,
            handlers: code.exception_table.into_iter().map(handler).collect(),
            lines: Vec::new(),
            variables: Vec::new(),
            frame_words: u32::from(code.max_locals) + u32::from(code.max_stack),
        };
        for attribute in code.attributes {
            match attribute.data {
                AttributeData::LineNumberTable(lines) => found.lines.extend(
                    lines
                        .iter()
                        .map(|line| (line.start_pc.into(), line.line_number.into())),
                ),
                AttributeData::LocalVariableTable(variables) => {
                    found
                        .variables
                        .extend(variables.into_iter().filter_map(|v| {
                            Some(Variable {
                                start: v.start_pc.into(),
                                end: usize::from(v.start_pc) + usize::from(v.length),
                                slot: v.index,
                                ty: JavaType::parse(&v.descriptor.to_string())?,
                                name: (*v.name).into(),
                            })
                        }));
                }
                _ => {}
            }
        }
        found.lines.sort_unstable();
        Ok(found)
    }

    /// The line that an instruction belongs to; 0 if that is not known.
    pub(crate) fn line(&self, at: usize) -> u32 {
        let after = self.lines.partition_point(|(start, _)| *start <= at);
        after.checked_sub(1).map_or(0, |index| self.lines[index].1)
    }

    /// The first line.
    pub(crate) fn first_line(&self) -> u32 {
        self.lines.iter().map(|(_, line)| *line).min().unwrap_or(0)
    }

    /// The line of the first instruction.
    pub(crate) fn start_line(&self) -> u32 {
        let first = self.lines.iter().min_by_key(|(at, _)| *at);
        first.map_or(0, |(_, line)| *line)
    }

    /// Whether the class file says how the variables are called.
    pub(crate) fn names_variables(&self) -> bool {
        !self.variables.is_empty()
    }

    /// The variable that a slot holds at an instruction.
    pub(crate) fn variable(&self, slot: u16, at: usize) -> Option<&Variable> {
        let mut variables = self.variables.iter();
        variables.find(|v| v.slot == slot && v.start <= at && at < v.end)
    }

    /// The place of the instruction after the one of that index.
    pub(crate) fn next(&self, index: usize) -> usize {
        let next = self.opcodes.get(index + 1);
        next.map_or(usize::MAX, |(at, _)| *at)
    }
}

fn handler(entry: ExceptionTableEntry<'_>) -> Handler {
    Handler {
        start: entry.start_pc.into(),
        end: entry.end_pc.into(),
        target: entry.handler_pc.into(),
        class: entry.catch_type.map(|name| (*name).into()),
    }
}

/// Reads a class file.
pub(crate) fn parse<'a>(found: &Found<'a>) -> Result<ClassFile<'a>, LoadError> {
    if let [0xca, 0xfe, 0xba, 0xbe, _, _, high, low, ..] = found.bytes {
        let version = u16::from_be_bytes([*high, *low]);
        if !(OLDEST..=NEWEST).contains(&version) {
            return Err(LoadError::Version {
                name: found.name().to_string(),
                found: version,
            });
        }
    }
    cafebabe::parse_class(found.bytes).map_err(|error| malformed(found.name(), &error.to_string()))
}

pub(crate) fn malformed(place: &str, why: &str) -> LoadError {
    LoadError::Malformed {
        name: place.to_string(),
        why: why.to_string(),
    }
}
