//! The methods that a record has without writing them.

use super::OBJECT;
use crate::assemble::Assembler;
use crate::descriptor::JavaType;
use crate::world::World;
use cafebabe::bytecode::Opcode;

/// A record, and its components in order.
pub(super) struct Record {
    pub(super) class: String,
    pub(super) components: Vec<(String, JavaType)>,
}

impl Record {
    fn get(&self, code: &mut Assembler<'_>, slot: u16, component: &(String, JavaType)) {
        code.push(Opcode::Aload(slot));
        code.get_field(&self.class, &component.0, &component.1);
    }

    pub(super) fn text(&self, code: &mut Assembler<'_>, world: &World<'_>) {
        let class = world.find(&self.class).map(|id| world.class(id));
        let simple = class.map_or(self.class.as_str(), |class| class.simple_name());
        let mut before = format!("{simple}[");
        for (index, component) in self.components.iter().enumerate() {
            code.string(&format!("{before}{}=", component.0));
            if index > 0 {
                code.join();
            }
            self.get(code, 0, component);
            code.text(&component.1);
            code.join();
            before = ", ".to_string();
        }
        match self.components.is_empty() {
            true => code.string(&format!("{before}]")),
            false => {
                code.string("]");
                code.join();
            }
        }
    }

    pub(super) fn hash(&self, code: &mut Assembler<'_>) {
        code.int(0);
        for component in &self.components {
            code.int(31);
            code.push(Opcode::Imul);
            self.get(code, 0, component);
            match component.1.boxed() {
                Some(boxed) => {
                    let descriptor = format!("({})I", component.1.descriptor());
                    code.call_static(boxed, "hashCode", &descriptor);
                }
                None => {
                    code.call_static("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
                }
            }
            code.push(Opcode::Iadd);
        }
    }

    /// As the JDK 17 compares: an object is equal to itself, whatever its components say, and the
    /// last component is compared first.
    pub(super) fn equality(&self, code: &mut Assembler<'_>) {
        let mut differ = Vec::new();
        code.push(Opcode::Aload(0));
        code.push(Opcode::Aload(1));
        let other = code.jump(Opcode::IfAcmpne(0));
        code.int(1);
        code.push(Opcode::Ireturn);
        code.land(other);
        let class = cafebabe::constant_pool::ObjectArrayType::BinaryName(self.class.clone().into());
        code.push(Opcode::Aload(1));
        code.push(Opcode::Instanceof(class));
        differ.push(code.jump(Opcode::Ifeq(0)));
        for component in self.components.iter().rev() {
            self.get(code, 0, component);
            self.get(code, 1, component);
            match &component.1 {
                JavaType::Reference(_) => {
                    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                    code.call_static("java/util/Objects", "equals", descriptor);
                    differ.push(code.jump(Opcode::Ifeq(0)));
                }
                JavaType::Long => {
                    code.push(Opcode::Lcmp);
                    differ.push(code.jump(Opcode::Ifne(0)));
                }
                JavaType::Float | JavaType::Double => {
                    let (boxed, ty) = (component.1.boxed(), component.1.descriptor());
                    code.call_static(boxed.unwrap_or(OBJECT), "compare", &format!("({ty}{ty})I"));
                    differ.push(code.jump(Opcode::Ifne(0)));
                }
                _ => differ.push(code.jump(Opcode::IfIcmpne(0))),
            }
        }
        code.int(1);
        code.push(Opcode::Ireturn);
        differ.into_iter().for_each(|jump| code.land(jump));
        code.int(0);
    }
}
