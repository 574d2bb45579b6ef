//! Writing instructions: for the code that `invokedynamic` stands for.

use crate::descriptor::{JavaType, Kind, MethodType};
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::{LiteralConstant, Loadable, MemberRef, NameAndType, ObjectArrayType};

/// The class of the library model that the machine itself calls.
pub(crate) const VM: &str = "concrex/Vm";

/// Instructions one after the other; jumps are patched when their target is known.
pub(crate) struct Assembler<'a> {
    opcodes: Vec<Opcode<'a>>,
}

/// A jump whose target is not known yet.
pub(crate) struct Jump(usize);

impl<'a> Assembler<'a> {
    pub(crate) fn new() -> Assembler<'a> {
        Assembler {
            opcodes: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, opcode: Opcode<'a>) {
        self.opcodes.push(opcode);
    }

    pub(crate) fn finish(self) -> crate::code::Code<'a> {
        crate::code::Code::made(self.opcodes)
    }

    pub(crate) fn load(&mut self, kind: Kind, slot: u16) {
        self.push(match kind {
            Kind::Int => Opcode::Iload(slot),
            Kind::Long => Opcode::Lload(slot),
            Kind::Float => Opcode::Fload(slot),
            Kind::Double => Opcode::Dload(slot),
            Kind::Reference => Opcode::Aload(slot),
        });
    }

    pub(crate) fn give_back(&mut self, result: Option<&JavaType>) {
        self.push(match result.map(JavaType::kind) {
            None => Opcode::Return,
            Some(Kind::Int) => Opcode::Ireturn,
            Some(Kind::Long) => Opcode::Lreturn,
            Some(Kind::Float) => Opcode::Freturn,
            Some(Kind::Double) => Opcode::Dreturn,
            Some(Kind::Reference) => Opcode::Areturn,
        });
    }

    pub(crate) fn discard(&mut self, ty: &JavaType) {
        self.push(match ty.kind().is_wide() {
            true => Opcode::Pop2,
            false => Opcode::Pop,
        });
    }

    pub(crate) fn int(&mut self, value: i32) {
        let constant = LiteralConstant::Integer(value);
        self.push(Opcode::Ldc(Loadable::LiteralConstant(constant)));
    }

    pub(crate) fn string(&mut self, text: &str) {
        let constant = LiteralConstant::String(text.to_string().into());
        self.push(Opcode::Ldc(Loadable::LiteralConstant(constant)));
    }

    pub(crate) fn call_static(&mut self, class: &str, name: &str, descriptor: &str) {
        self.push(Opcode::Invokestatic(member(class, name, descriptor)));
    }

    pub(crate) fn call_virtual(&mut self, class: &str, name: &str, descriptor: &str) {
        self.push(Opcode::Invokevirtual(member(class, name, descriptor)));
    }

    pub(crate) fn get_field(&mut self, class: &str, name: &str, ty: &JavaType) {
        self.push(Opcode::Getfield(member(class, name, &ty.descriptor())));
    }

    pub(crate) fn put_field(&mut self, class: &str, name: &str, ty: &JavaType) {
        self.push(Opcode::Putfield(member(class, name, &ty.descriptor())));
    }

    /// A jump to be patched: `make` gets the distance.
    pub(crate) fn jump(&mut self, opcode: Opcode<'a>) -> Jump {
        self.push(opcode);
        Jump(self.opcodes.len() - 1)
    }

    /// A jump leads here.
    pub(crate) fn land(&mut self, jump: Jump) {
        let distance = (self.opcodes.len() - jump.0) as i32;
        match &mut self.opcodes[jump.0] {
            Opcode::Ifeq(to)
            | Opcode::Ifne(to)
            | Opcode::IfIcmpne(to)
            | Opcode::IfIcmpgt(to)
            | Opcode::IfAcmpne(to)
            | Opcode::Ifnonnull(to) => *to = distance,
            _ => {}
        }
    }

    /// Pushes the value on the stack through the conversions that a method handle makes.
    pub(crate) fn adapt(&mut self, from: &JavaType, to: &JavaType) {
        match (from, to) {
            (JavaType::Reference(from), JavaType::Reference(to)) => {
                if from != to && &**to != "java/lang/Object" {
                    self.cast(to);
                }
            }
            (JavaType::Reference(class), to) => {
                let known = JavaType::unboxed(class);
                let from = known.clone().unwrap_or_else(|| to.clone());
                let boxed = match (&known, &from) {
                    // Of what is not known, the JVM takes any number.
                    (None, from) if !matches!(from, JavaType::Boolean | JavaType::Char) => {
                        "java/lang/Number"
                    }
                    _ => match from.boxed() {
                        Some(boxed) => boxed,
                        None => return,
                    },
                };
                if &**class != boxed {
                    self.cast(boxed);
                }
                let name = format!("{from}Value");
                self.call_virtual(boxed, &name, &format!("(){}", from.descriptor()));
                self.widen(from.kind(), to.kind());
            }
            (from, JavaType::Reference(_)) => {
                let Some(boxed) = from.boxed() else { return };
                let descriptor = format!("({})L{boxed};", from.descriptor());
                self.call_static(boxed, "valueOf", &descriptor);
            }
            (from, to) => self.widen(from.kind(), to.kind()),
        }
    }

    fn cast(&mut self, class: &str) {
        self.push(Opcode::Checkcast(ObjectArrayType::BinaryName(
            class.to_string().into(),
        )));
    }

    fn widen(&mut self, from: Kind, to: Kind) {
        let opcode = match (from, to) {
            (Kind::Int, Kind::Long) => Opcode::I2l,
            (Kind::Int, Kind::Float) => Opcode::I2f,
            (Kind::Int, Kind::Double) => Opcode::I2d,
            (Kind::Long, Kind::Float) => Opcode::L2f,
            (Kind::Long, Kind::Double) => Opcode::L2d,
            (Kind::Float, Kind::Double) => Opcode::F2d,
            _ => return,
        };
        self.push(opcode);
    }

    /// Makes a string of the value on the stack.
    pub(crate) fn text(&mut self, ty: &JavaType) {
        let parameter = match ty {
            JavaType::Byte | JavaType::Short => "I".to_string(),
            JavaType::Reference(name) if &**name != "java/lang/String" => {
                "Ljava/lang/Object;".to_string()
            }
            other => other.descriptor(),
        };
        let descriptor = format!("({parameter})Ljava/lang/String;");
        self.call_static(VM, "text", &descriptor);
    }

    /// Makes a new string of the one on the stack.
    pub(crate) fn fresh(&mut self) {
        let descriptor = "(Ljava/lang/String;)Ljava/lang/String;";
        self.call_static(VM, "fresh", descriptor);
    }

    /// Joins the two strings on the stack.
    pub(crate) fn join(&mut self) {
        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
        self.call_static(VM, "concat", descriptor);
    }
}

/// The slots of the parameters, with their types.
pub(crate) fn slots_of(ty: &MethodType, first: u16) -> Vec<(u16, JavaType)> {
    let mut slot = first;
    let mut slots = Vec::new();
    for parameter in &ty.parameters {
        slots.push((slot, parameter.clone()));
        slot += 1 + u16::from(parameter.kind().is_wide());
    }
    slots
}

pub(crate) fn member<'a>(class: &str, name: &str, descriptor: &str) -> MemberRef<'a> {
    MemberRef {
        class_name: class.to_string().into(),
        name_and_type: NameAndType {
            name: name.to_string().into(),
            descriptor: descriptor.to_string().into(),
        },
    }
}
