//! What names mean: methods, fields, and the order of classes.

use super::{ClassId, FieldId, MethodId, World};
use crate::descriptor::JavaType;
use cafebabe::bytecode::Opcode;

impl World<'_> {
    /// The method that a class itself declares.
    pub(crate) fn declared(
        &self,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodId> {
        let methods = &self.class(class).methods;
        let index = methods
            .iter()
            .position(|method| &*method.name == name && &*method.descriptor == descriptor)?;
        Some(MethodId {
            class,
            index: index as u32,
        })
    }

    /// The method that a reference in the constant pool means (JVMS 5.4.3.3 and 5.4.3.4).
    pub(crate) fn resolve(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let mut at = Some(class);
        while let Some(id) = at {
            if let Some(found) = self.declared(id, name, descriptor) {
                return Some(found);
            }
            at = self.class(id).superclass;
        }
        self.in_interfaces(class, name, descriptor)
    }

    /// The method that a call on an object of a class runs (JVMS 5.4.6).
    pub(crate) fn select(&self, dynamic: ClassId, resolved: MethodId) -> Option<MethodId> {
        let method = self.method(resolved);
        if method.is_private() {
            return Some(resolved);
        }
        let mut at = Some(dynamic);
        while let Some(id) = at {
            if let Some(found) = self.declared(id, &method.name, &method.descriptor)
                && self.can_override(found, resolved)
            {
                return (!self.method(found).is_abstract()).then_some(found);
            }
            at = self.class(id).superclass;
        }
        let found = self.in_interfaces(dynamic, &method.name, &method.descriptor)?;
        (!self.method(found).is_abstract()).then_some(found)
    }

    /// Whether a method can run for another of its name and descriptor (JVMS 5.4.5). What only a
    /// package sees is overridden in that package, or by what overrides such a method.
    fn can_override(&self, new: MethodId, old: MethodId) -> bool {
        let (chosen, method) = (self.method(new), self.method(old));
        if chosen.is_private() || chosen.is_static() {
            return false;
        }
        if new == old || !method.is_of_package() {
            return true;
        }
        let package = |id: MethodId| self.class(id.class).package();
        if package(new) == package(old) {
            return true;
        }
        let mut at = self.class(new.class).superclass;
        while let Some(id) = at.filter(|id| *id != old.class) {
            if let Some(between) = self.declared(id, &method.name, &method.descriptor)
                && self.can_override(new, between)
                && self.can_override(between, old)
            {
                return true;
            }
            at = self.class(id).superclass;
        }
        false
    }

    /// The most specific method of the interfaces above a class, one with a body if there is one.
    fn in_interfaces(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let all = self.interfaces_above(class);
        let declared = all
            .iter()
            .filter_map(|id| self.declared(*id, name, descriptor))
            .filter(|id| !self.method(*id).is_private() && !self.method(*id).is_static());
        let mut found: Option<MethodId> = None;
        for candidate in declared {
            let better = match found {
                None => true,
                Some(known) => {
                    let (new, old) = (self.method(candidate), self.method(known));
                    match (new.is_abstract(), old.is_abstract()) {
                        (false, true) => true,
                        (true, false) => false,
                        _ => self.is_below(candidate.class, known.class),
                    }
                }
            };
            if better {
                found = Some(candidate);
            }
        }
        found
    }

    fn interfaces_above(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = Vec::new();
        let mut at = Some(class);
        while let Some(id) = at {
            let mut next: Vec<ClassId> = self.class(id).interfaces.clone();
            if id == class && self.class(id).is_interface() {
                next.push(id);
            }
            while let Some(interface) = next.pop() {
                if !found.contains(&interface) {
                    found.push(interface);
                    next.extend(&self.class(interface).interfaces);
                }
            }
            at = self.class(id).superclass;
        }
        found
    }

    /// The field that a reference in the constant pool means (JVMS 5.4.3.2).
    pub(crate) fn resolve_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let fields = &self.class(class).fields;
        if let Some(index) = fields.iter().position(|field| &*field.name == name) {
            return Some(FieldId {
                class,
                index: index as u32,
            });
        }
        let above = &self.class(class).interfaces;
        above
            .iter()
            .chain(&self.class(class).superclass)
            .find_map(|id| self.resolve_field(*id, name))
    }

    /// Whether the JVM calls a method of the user's when an object of a class is not used any more.
    pub(crate) fn has_finalizer(&self, class: ClassId) -> bool {
        let finalizer = self.resolve(class, "finalize", "()V");
        finalizer.is_some_and(|method| {
            let code = self.method(method).code.as_ref();
            let is_empty = code.is_some_and(|code| {
                let mut opcodes = code.opcodes.iter();
                opcodes.all(|(_, opcode)| matches!(opcode, Opcode::Return))
            });
            self.is_users(method.class) && !is_empty
        })
    }

    /// Whether a class is a record.
    pub(crate) fn is_record(&self, id: ClassId) -> bool {
        let above = self.class(id).superclass;
        above.is_some_and(|above| &*self.class(above).name == "java/lang/Record")
    }

    /// The constants that an enum declares.
    pub(crate) fn constants(&self, class: ClassId) -> impl Iterator<Item = FieldId> {
        let fields = self.class(class).fields.iter().enumerate();
        let constants = fields.filter(|(_, field)| field.is_enum_constant);
        constants.map(move |(index, _)| FieldId {
            class,
            index: index as u32,
        })
    }

    /// Whether a class may use a field: a private one is for the classes of one outermost class.
    pub(crate) fn may_use(&self, class: ClassId, field: FieldId) -> bool {
        let outermost = |id: ClassId| self.class(id).name.split('$').next();
        !self.field(field).is_private || outermost(class) == outermost(field.class)
    }

    /// Whether an object of class `sub` is one of `top`.
    pub(crate) fn is_below(&self, sub: ClassId, top: ClassId) -> bool {
        if sub == top {
            return true;
        }
        let class = self.class(sub);
        if let (Some(element), Some(wanted)) = (&class.element, &self.class(top).element) {
            return match (element, wanted) {
                (JavaType::Reference(element), JavaType::Reference(wanted)) => {
                    match (self.find(element), self.find(wanted)) {
                        (Some(element), Some(wanted)) => self.is_below(element, wanted),
                        _ => false,
                    }
                }
                (element, wanted) => element == wanted,
            };
        }
        class
            .superclass
            .iter()
            .chain(&class.interfaces)
            .any(|above| self.is_below(*above, top))
            || (class.is_interface() && &*self.class(top).name == "java/lang/Object")
    }
}
