//! Calls of methods.

use super::body::{Body, Entry, Refused, Step, Text};
use super::claims::Claim;
use super::dispatch::Callee;
use super::scalar;
use super::{Lowering, Work};
use crate::classpath::Author;
use crate::descriptor::{JavaType, Kind};
use crate::world::{ClassId, MethodId};
use cafebabe::constant_pool::{InvokeDynamic, MemberRef};
use ir::{ClaimKind, Expr, Op, ProcedureId, Target};
use std::rc::Rc;

/// Whether a call has an object that it is made on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Receiver {
    None,
    Object,
}

impl<'a> Body<'_, '_, 'a> {
    fn resolve(&self, member: &MemberRef<'a>, receiver: Receiver) -> Step<(ClassId, MethodId)> {
        let class = self.class(&member.class_name)?;
        let reference = &member.name_and_type;
        let world = self.lowering.world;
        let found = world.resolve(class, &reference.name, &reference.descriptor);
        let missing = || {
            let class = world.class(class).display_name();
            format!("there is no method {class}.{}", reference.name)
        };
        let found = found.ok_or_else(|| Refused::new(missing()))?;
        // JVMS 6.5: an IncompatibleClassChangeError.
        if world.method(found).is_static() != (receiver == Receiver::None) {
            let is = match receiver {
                Receiver::None => "is not static",
                Receiver::Object => "is static",
            };
            let class = world.class(class).display_name();
            return Err(Refused::new(format!(
                "the method {class}.{} {is}",
                reference.name
            )));
        }
        Ok((class, found))
    }

    /// Pops the arguments of a method, the first one first.
    fn arguments(&mut self, method: MethodId) -> Step<Vec<Entry>> {
        let parameters = self.lowering.world.method(method).ty.parameters.clone();
        let mut arguments = Vec::new();
        for ty in parameters.iter().rev() {
            let argument = self.take(ty.kind())?;
            arguments.insert(0, argument);
        }
        Ok(arguments)
    }

    pub(super) fn invoke_static(&mut self, member: &MemberRef<'a>) -> Step<()> {
        let (_, method) = self.resolve(member, Receiver::None)?;
        let arguments = self.arguments(method)?;
        if self.intrinsic(method, &arguments)? {
            return Ok(());
        }
        let arguments = self.settled(arguments);
        self.initialise(method.class);
        let callee = self.lowering.procedure(Work::Method(method));
        let named = self.signature(member, method);
        self.call(callee, method, arguments, named);
        Ok(())
    }

    pub(super) fn invoke_special(&mut self, member: &MemberRef<'a>) -> Step<()> {
        let (_, method) = self.resolve(member, Receiver::Object)?;
        let arguments = self.arguments(method)?;
        let receiver = self.take(Kind::Reference)?;
        let receiver = self.settle(receiver);
        let named = self.signature(member, method);
        self.need(&receiver, &cannot_invoke(&named));
        let made = receiver.made.map(|_| receiver.expr.clone());
        let mut all = vec![receiver];
        all.extend(self.settled(arguments));
        self.decode_by_default(method, &all[1..]);
        let callee = self.lowering.procedure(Work::Method(method));
        self.call(callee, method, all, named);
        if let (Some(made), true) = (made, is_throwable(self.lowering, method)) {
            self.constructed(made);
        }
        Ok(())
    }

    pub(super) fn invoke_virtual(&mut self, member: &MemberRef<'a>) -> Step<()> {
        let (class, method) = self.resolve(member, Receiver::Object)?;
        let arguments = self.arguments(method)?;
        let receiver = self.take(Kind::Reference)?;
        let receiver = self.settle(receiver);
        let arguments = self.settled(arguments);
        let named = self.signature(member, method);
        self.need(&receiver, &cannot_invoke(&named));
        let callee = match self.lowering.callee(class, method) {
            Callee::One(method) => self.lowering.procedure(Work::Method(method)),
            Callee::Many => self.lowering.procedure(Work::Dispatch(class, method)),
        };
        let mut all = vec![receiver];
        all.extend(arguments);
        self.call(callee, method, all, named);
        Ok(())
    }

    pub(super) fn invoke_dynamic(&mut self, _site: &InvokeDynamic<'a>) -> Step<()> {
        let found = self.lowering.reached.dynamic.get(&(self.method, self.at));
        let method = match found {
            Some(Ok(method)) => *method,
            Some(Err(why)) => return Err(Refused::new(why.clone())),
            None => return Err(Refused::new("a call site that was not seen")),
        };
        let arguments = self.arguments(method)?;
        let arguments = self.settled(arguments);
        let callee = self.lowering.procedure(Work::Method(method));
        self.call(callee, method, arguments, "".into());
        // How the JVM names the result is no concern of the source.
        if let Some(result) = self.stack.last_mut() {
            result.text = None;
            result.is_given = true;
        }
        Ok(())
    }

    /// Arguments that stay what they are while others are computed.
    fn settled(&mut self, arguments: Vec<Entry>) -> Vec<Entry> {
        arguments
            .into_iter()
            .map(|entry| self.settle(entry))
            .collect()
    }

    /// A method as the JVM's messages name it, by the class that the instruction names and not by
    /// the one that declares it: `String.charAt(int)`.
    fn signature(&self, member: &MemberRef<'a>, method: MethodId) -> Rc<str> {
        let method = self.lowering.world.method(method);
        let class = shown_class(&member.class_name);
        let parameters = method.ty.parameters.iter().map(|ty| {
            // The JVM shortens by the beginning: `java.lang.StringBuilder` is shortened as well.
            let name = ty.to_string();
            match name.strip_prefix("java.lang.") {
                Some(rest) if rest.starts_with("Object") || rest.starts_with("String") => {
                    rest.to_string()
                }
                _ => name,
            }
        });
        let list = parameters.collect::<Vec<String>>().join(", ");
        format!("{class}.{}({list})", method.name).into()
    }

    fn call(
        &mut self,
        callee: ProcedureId,
        method: MethodId,
        arguments: Vec<Entry>,
        named: Rc<str>,
    ) {
        let world = self.lowering.world;
        let result = world.method(method).ty.result.clone();
        let dest = result
            .as_ref()
            .map(|ty| self.builder.temporary(scalar(ty.kind())));
        self.enter_frame();
        self.builder.push(Op::Call {
            dest,
            target: Target::Direct(callee),
            arguments: arguments.iter().map(|entry| entry.expr.clone()).collect(),
        });
        self.leave_frame();
        let claim = self.library_claim(method);
        self.after_call(claim);
        if let (Some(dest), Some(ty)) = (dest, result) {
            let mut entry = Entry::new(Expr::Local(dest), ty.kind());
            entry.text = Some(Text::Returned(named));
            self.push(entry);
        }
    }

    /// A call into the library claims that no exception comes out of it.
    fn library_claim(&self, method: MethodId) -> Option<Claim> {
        let world = self.lowering.world;
        let class = world.class(method.class);
        let name = &world.method(method).name;
        if class.author == Author::User
            || &**name == "<init>" && is_throwable(self.lowering, method)
        {
            return None;
        }
        let subject = match &**name {
            "<init>" => format!("new {}", class.simple_name()),
            name => name.to_string(),
        };
        Some(Claim {
            parses: parses(self.lowering, method),
            ..Claim::new(ClaimKind::Exception, subject)
        })
    }
}

/// `Cannot invoke "String.length()"`.
fn cannot_invoke(signature: &str) -> String {
    format!("Cannot invoke \"{signature}\"")
}

/// A class of the constant pool as the JVM's messages name it: `String`, `java.util.List`, `[I`.
pub(super) fn shown_class(name: &str) -> String {
    match name {
        "java/lang/Object" => "Object".to_string(),
        "java/lang/String" => "String".to_string(),
        name => name.replace('/', "."),
    }
}

/// Whether a method of the library makes a number of a text.
fn parses(lowering: &Lowering<'_, '_>, method: MethodId) -> bool {
    let world = lowering.world;
    let number = world.find("java/lang/Number");
    let is_text = |ty: &JavaType| {
        matches!(
            &*ty.to_string(),
            "java.lang.String" | "java.lang.CharSequence" | "char[]"
        )
    };
    number.is_some_and(|top| world.is_below(method.class, top))
        && world.method(method).ty.parameters.iter().any(is_text)
}

fn is_throwable(lowering: &Lowering<'_, '_>, method: MethodId) -> bool {
    let throwable = lowering.world.find("java/lang/Throwable");
    throwable.is_some_and(|top| lowering.world.is_below(method.class, top))
}
