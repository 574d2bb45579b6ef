//! What `invokedynamic` stands for: each call site becomes a call of a method that is made here.
//!
//! The standard bootstrap methods are known: lambdas and method references, string concatenation,
//! the methods of records, and `switch` over patterns.

mod record;

use crate::assemble::{Assembler, slots_of};
use crate::descriptor::{JavaType, MethodType};
use crate::world::{Class, ClassId, Field, Instances, Method, MethodId, World};
use cafebabe::attributes::BootstrapMethodEntry;
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::{
    BootstrapArgument, InvokeDynamic, LiteralConstant, MethodHandle, ReferenceKind,
};
use cafebabe::{ClassAccessFlags, MethodAccessFlags};
use record::Record;
use std::rc::Rc;

const OBJECT: &str = "java/lang/Object";

/// The method that a call site means, or what is not supported about it.
pub(crate) fn desugar<'a>(
    world: &mut World<'a>,
    owner: ClassId,
    site: &InvokeDynamic<'a>,
) -> Result<MethodId, String> {
    let bootstraps = world.class(owner).bootstraps.clone();
    let bootstrap = bootstraps
        .get(usize::from(site.attr_index))
        .ok_or("a call site without a bootstrap method")?;
    let ty = MethodType::parse(&site.name_and_type.descriptor).ok_or("an invalid call site")?;
    let site = Site {
        owner,
        name: site.name_and_type.name.to_string(),
        ty,
        bootstrap,
    };
    let method = &bootstrap.method;
    match (&*method.class_name, &*method.member_ref.name) {
        ("java/lang/invoke/LambdaMetafactory", _) => site.lambda(world),
        ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
            let code = site.concatenation()?;
            site.method(world, code)
        }
        ("java/lang/invoke/StringConcatFactory", "makeConcat") => {
            let recipe = "\u{1}".repeat(site.ty.parameters.len());
            let code = site.concatenate(&recipe, &[])?;
            site.method(world, code)
        }
        ("java/lang/runtime/ObjectMethods", _) => {
            let code = site.record_method(world)?;
            site.method(world, code)
        }
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
            let code = site.pattern_switch()?;
            site.method(world, code)
        }
        (class, name) => Err(format!(
            "`invokedynamic` with the bootstrap method {}.{name}",
            class.replace('/', ".")
        )),
    }
}

/// The words of all frames that method handles need on the JVM where we have a method: `equals` of a
/// record with one component fills 118 000 words with 702 calls, of which the record's own frames are 15.
const HANDLES_FRAME_WORDS: u32 = 160;

struct Site<'s, 'a> {
    owner: ClassId,
    name: String,
    ty: MethodType,
    bootstrap: &'s BootstrapMethodEntry<'a>,
}

impl<'a> Site<'_, 'a> {
    /// A class of its own for what the site needs.
    fn class(&self, world: &World<'a>, what: &str) -> Class<'a> {
        let number = world.classes().count();
        Class {
            superclass: world.find(OBJECT),
            flags: ClassAccessFlags::FINAL | ClassAccessFlags::SYNTHETIC,
            made_for: Some(self.owner),
            ..Class::empty(&format!(
                "{}$${what}${number}",
                world.class(self.owner).name
            ))
        }
    }

    /// A static method of the type of the site.
    fn method(&self, world: &mut World<'a>, code: Assembler<'a>) -> Result<MethodId, String> {
        let mut class = self.class(world, "Dynamic");
        let mut code = code.finish();
        code.frame_words = HANDLES_FRAME_WORDS;
        class.methods.push(Method {
            name: self.name.as_str().into(),
            descriptor: self.ty.descriptor().into(),
            ty: self.ty.clone(),
            flags: MethodAccessFlags::STATIC,
            code: Some(Rc::new(code)),
            signature: None,
            patch: None,
        });
        let class = world.add(class);
        Ok(MethodId { class, index: 0 })
    }

    /// A class with a field for each captured value, a method that makes an object of it, and the
    /// method of the interface.
    fn lambda(&self, world: &mut World<'a>) -> Result<MethodId, String> {
        let invalid = "an invalid lambda";
        let (erased, target, instantiated) = match &self.bootstrap.arguments[..] {
            [
                BootstrapArgument::MethodType(erased),
                BootstrapArgument::MethodHandle(target),
                BootstrapArgument::MethodType(instantiated),
                ..,
            ] => (erased, target, instantiated),
            _ => return Err(invalid.to_string()),
        };
        let erased = MethodType::parse(erased).ok_or(invalid)?;
        let instantiated = MethodType::parse(instantiated).ok_or(invalid)?;
        let Some(JavaType::Reference(interface)) = &self.ty.result else {
            return Err(invalid.to_string());
        };
        let mut class = self.class(world, "Lambda");
        class.is_hidden = true;
        if self.ty.parameters.is_empty() {
            // JLS 15.27.4 leaves open whether each evaluation makes an object. HotSpot makes one
            // for a call site that captures nothing, and as many as evaluations otherwise.
            class.instances = Instances::One;
        }
        for interface in [interface.to_string()].into_iter().chain(self.markers()) {
            let interface = world.load(&interface).map_err(|error| error.to_string())?;
            class.interfaces.push(interface);
        }
        for (index, ty) in self.ty.parameters.iter().enumerate() {
            let offset = class.end.next_multiple_of(ty.bytes());
            class.end = offset + ty.bytes();
            class.fields.push(Field {
                name: format!("c{index}").into(),
                ty: ty.clone(),
                is_static: false,
                is_private: false,
                is_final: true,
                is_synthetic: true,
                is_enum_constant: false,
                constant: None,
                signature: None,
                offset,
            });
        }
        let body = self.lambda_body(&class, target, &erased, &instantiated)?;
        let maker = self.lambda_maker(&class);
        class.methods.push(Method {
            name: "make".into(),
            descriptor: self.ty.descriptor().into(),
            ty: self.ty.clone(),
            flags: MethodAccessFlags::STATIC,
            code: Some(Rc::new(maker.finish())),
            signature: None,
            patch: None,
        });
        class.methods.push(Method {
            name: self.name.as_str().into(),
            descriptor: erased.descriptor().into(),
            ty: erased,
            flags: MethodAccessFlags::PUBLIC,
            code: Some(Rc::new(body.finish())),
            signature: None,
            patch: None,
        });
        let class = world.add(class);
        Ok(MethodId { class, index: 0 })
    }

    /// The interfaces besides its own that a lambda implements (of `altMetafactory`).
    fn markers(&self) -> Vec<String> {
        const SERIALIZABLE: i32 = 1;
        const MARKERS: i32 = 2;
        let mut markers = Vec::new();
        let Some(BootstrapArgument::LiteralConstant(LiteralConstant::Integer(flags))) =
            self.bootstrap.arguments.get(3)
        else {
            return markers;
        };
        if flags & SERIALIZABLE != 0 {
            markers.push("java/io/Serializable".to_string());
        }
        if flags & MARKERS != 0 {
            let named = self.bootstrap.arguments.iter().skip(5);
            markers.extend(named.map_while(|argument| match argument {
                BootstrapArgument::ClassInfo(name) => Some(name.to_string()),
                _ => None,
            }));
        }
        markers
    }

    fn lambda_maker(&self, class: &Class<'a>) -> Assembler<'a> {
        let mut code = Assembler::new();
        code.push(Opcode::New(class.name.to_string().into()));
        for (field, (slot, ty)) in class.fields.iter().zip(slots_of(&self.ty, 0)) {
            code.push(Opcode::Dup);
            code.load(ty.kind(), slot);
            code.put_field(&class.name, &field.name, &ty);
        }
        code.give_back(self.ty.result.as_ref());
        code
    }

    fn lambda_body(
        &self,
        class: &Class<'a>,
        target: &MethodHandle<'a>,
        erased: &MethodType,
        instantiated: &MethodType,
    ) -> Result<Assembler<'a>, String> {
        let invalid = "an invalid method reference";
        let owner = JavaType::class(&target.class_name);
        let member = &target.member_ref;
        let ty = MethodType::parse(&member.descriptor).ok_or(invalid)?;
        let mut code = Assembler::new();
        let mut expected = ty.parameters.clone();
        let mut result = ty.result.clone();
        match target.kind {
            ReferenceKind::InvokeStatic => {}
            ReferenceKind::NewInvokeSpecial => {
                code.push(Opcode::New(target.class_name.to_string().into()));
                code.push(Opcode::Dup);
                result = Some(owner);
            }
            ReferenceKind::InvokeVirtual
            | ReferenceKind::InvokeInterface
            | ReferenceKind::InvokeSpecial => expected.insert(0, owner),
            _ => return Err("a method reference to a field".to_string()),
        }
        let mut expected = expected.into_iter();
        for field in &class.fields {
            let wanted = expected.next().ok_or(invalid)?;
            code.push(Opcode::Aload(0));
            code.get_field(&class.name, &field.name, &field.ty);
            code.adapt(&field.ty, &wanted);
        }
        let given = slots_of(erased, 1)
            .into_iter()
            .zip(&instantiated.parameters);
        for ((slot, ty), instantiated) in given {
            let wanted = expected.next().ok_or(invalid)?;
            code.load(ty.kind(), slot);
            code.adapt(&ty, instantiated);
            code.adapt(instantiated, &wanted);
        }
        let reference =
            crate::assemble::member(&target.class_name, &member.name, &member.descriptor);
        code.push(match target.kind {
            ReferenceKind::InvokeStatic => Opcode::Invokestatic(reference),
            ReferenceKind::InvokeVirtual => Opcode::Invokevirtual(reference),
            ReferenceKind::InvokeInterface => Opcode::Invokeinterface(reference, 0),
            _ => Opcode::Invokespecial(reference),
        });
        match (&result, &erased.result) {
            (Some(result), Some(wanted)) => {
                let instantiated = instantiated.result.as_ref().unwrap_or(wanted);
                code.adapt(result, instantiated);
                code.adapt(instantiated, wanted);
            }
            (Some(result), None) => code.discard(result),
            _ => {}
        }
        code.give_back(erased.result.as_ref());
        Ok(code)
    }

    fn concatenation(&self) -> Result<Assembler<'a>, String> {
        match self.bootstrap.arguments.split_first() {
            Some((
                BootstrapArgument::LiteralConstant(LiteralConstant::String(recipe)),
                constants,
            )) => self.concatenate(recipe, constants),
            _ => Err("an invalid string concatenation".to_string()),
        }
    }

    /// `\u{1}` in the recipe is the next argument, `\u{2}` the next constant.
    fn concatenate(
        &self,
        recipe: &str,
        constants: &[BootstrapArgument<'a>],
    ) -> Result<Assembler<'a>, String> {
        let invalid = "an invalid string concatenation";
        let mut code = Assembler::new();
        let mut arguments = slots_of(&self.ty, 0).into_iter();
        let mut constants = constants.iter();
        let mut pieces = 0;
        let mut literal = String::new();
        let flush = |code: &mut Assembler<'a>, literal: &mut String, pieces: &mut usize| {
            if !literal.is_empty() {
                code.string(literal);
                literal.clear();
                add_piece(code, pieces);
            }
        };
        for character in recipe.chars() {
            match character {
                '\u{1}' => {
                    flush(&mut code, &mut literal, &mut pieces);
                    let (slot, ty) = arguments.next().ok_or(invalid)?;
                    code.load(ty.kind(), slot);
                    code.text(&ty);
                    add_piece(&mut code, &mut pieces);
                }
                '\u{2}' => match constants.next().ok_or(invalid)? {
                    BootstrapArgument::LiteralConstant(constant) => {
                        literal.push_str(&constant_text(constant).ok_or(invalid)?);
                    }
                    _ => return Err("a constant of a string concatenation".to_string()),
                },
                other => literal.push(other),
            }
        }
        flush(&mut code, &mut literal, &mut pieces);
        match pieces {
            0 => code.string(""),
            // Whatever the piece is, the result is a string of its own.
            1 => code.fresh(),
            _ => {}
        }
        code.give_back(self.ty.result.as_ref());
        Ok(code)
    }

    /// `toString`, `hashCode` or `equals` of a record.
    fn record_method(&self, world: &World<'a>) -> Result<Assembler<'a>, String> {
        let invalid = "an invalid method of a record";
        let (class, names, handles) = match &self.bootstrap.arguments[..] {
            [
                BootstrapArgument::ClassInfo(class),
                BootstrapArgument::LiteralConstant(LiteralConstant::String(names)),
                handles @ ..,
            ] => (class, names, handles),
            _ => return Err(invalid.to_string()),
        };
        let components = names.split(';').filter(|name| !name.is_empty());
        let components = components
            .zip(handles)
            .map(|(name, handle)| match handle {
                BootstrapArgument::MethodHandle(handle) => {
                    let ty = JavaType::parse(&handle.member_ref.descriptor).ok_or(invalid)?;
                    Ok((name.to_string(), ty))
                }
                _ => Err(invalid),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let record = Record {
            class: class.to_string(),
            components,
        };
        let mut code = Assembler::new();
        match self.name.as_str() {
            "toString" => record.text(&mut code, world),
            "hashCode" => record.hash(&mut code),
            "equals" => record.equality(&mut code),
            _ => return Err(invalid.to_string()),
        }
        code.give_back(self.ty.result.as_ref());
        Ok(code)
    }

    /// The index of the first label from the second argument on that fits the first; -1 for null.
    fn pattern_switch(&self) -> Result<Assembler<'a>, String> {
        let mut code = Assembler::new();
        code.push(Opcode::Aload(0));
        let given = code.jump(Opcode::Ifnonnull(0));
        code.push(Opcode::IconstM1);
        code.push(Opcode::Ireturn);
        code.land(given);
        for (index, label) in self.bootstrap.arguments.iter().enumerate() {
            code.push(Opcode::Iload(1));
            code.int(index as i32);
            let passed = code.jump(Opcode::IfIcmpgt(0));
            code.push(Opcode::Aload(0));
            match label {
                BootstrapArgument::ClassInfo(class) => {
                    let class = match JavaType::class(class).element() {
                        Some(_) => return Err("a `switch` over array types".to_string()),
                        None => class.to_string().into(),
                    };
                    let ty = cafebabe::constant_pool::ObjectArrayType::BinaryName(class);
                    code.push(Opcode::Instanceof(ty));
                }
                BootstrapArgument::LiteralConstant(LiteralConstant::String(text))
                    if &*self.bootstrap.method.member_ref.name == "enumSwitch" =>
                {
                    code.call_virtual("java/lang/Enum", "name", "()Ljava/lang/String;");
                    code.string(text);
                    code.call_virtual(OBJECT, "equals", "(Ljava/lang/Object;)Z");
                }
                BootstrapArgument::LiteralConstant(LiteralConstant::String(text)) => {
                    code.string(text);
                    code.call_virtual(OBJECT, "equals", "(Ljava/lang/Object;)Z");
                }
                BootstrapArgument::LiteralConstant(LiteralConstant::Integer(value)) => {
                    code.int(*value);
                    code.adapt(&JavaType::Int, &JavaType::class(OBJECT));
                    code.call_virtual(OBJECT, "equals", "(Ljava/lang/Object;)Z");
                }
                _ => return Err("this kind of label in a `switch`".to_string()),
            }
            let unfit = code.jump(Opcode::Ifeq(0));
            code.int(index as i32);
            code.push(Opcode::Ireturn);
            code.land(passed);
            code.land(unfit);
        }
        code.int(self.bootstrap.arguments.len() as i32);
        code.push(Opcode::Ireturn);
        Ok(code)
    }
}

fn add_piece(code: &mut Assembler<'_>, pieces: &mut usize) {
    if *pieces > 0 {
        code.join();
    }
    *pieces += 1;
}

fn constant_text(constant: &LiteralConstant<'_>) -> Option<String> {
    Some(match constant {
        LiteralConstant::Integer(value) => value.to_string(),
        LiteralConstant::Long(value) => value.to_string(),
        LiteralConstant::String(text) => text.to_string(),
        _ => return None,
    })
}
