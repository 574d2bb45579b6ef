//! What of the machine's bookkeeping a program can see: it is kept only where somebody looks.

use super::Start;
use crate::descriptor::JavaType;
use crate::reach::Reached;
use crate::world::{ClassId, MethodId, World};
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::MemberRef;

/// Methods of `Object` and `Thread` whose result depends on who holds a monitor, with the classes
/// that hold their code.
const ASKS_FOR_MONITORS: [(&str, &str); 4] = [
    ("concrex/patch/java/lang/Object", "notify"),
    ("concrex/patch/java/lang/Object", "notifyAll"),
    ("concrex/patch/java/lang/Object", "wait"),
    ("java/lang/Thread", "holdsLock"),
];

/// The classes of the errors that there is no memory, or no stack.
const EXHAUSTION: [&str; 5] = [
    "java/lang/OutOfMemoryError",
    "java/lang/StackOverflowError",
    "java/lang/VirtualMachineError",
    "java/lang/Error",
    "java/lang/Throwable",
];

/// Classes of the library that compare references only to spare themselves a call of `equals`: for
/// boxes, which are equal if they are the same, both have the same result.
const SHORTCUTS: [&str; 12] = [
    "java/lang/String",
    "java/util/AbstractMap",
    "java/util/AbstractList",
    "java/util/AbstractSet",
    "java/util/Arrays",
    "java/util/HashMap",
    "java/util/ImmutableCollections",
    "java/util/LinkedHashMap",
    "java/util/Objects",
    "java/util/Optional",
    "java/util/TreeMap",
    "java/util/concurrent/ConcurrentHashMap",
];

/// What the program can see.
pub(super) struct Observed {
    /// Boxes of numbers, whose identity is a matter of their value.
    pub(super) boxes: bool,
    /// Who holds the monitor of an object.
    pub(super) monitors: bool,
    /// The calls under way when an exception was made.
    pub(super) traces: Traces,
    /// Whether there was memory for an array, and stack for a call.
    pub(super) exhaustion: bool,
}

/// What has to be known of stack traces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Traces {
    /// They are printed, if at all: the frames that an exception leaves will do.
    Printed,
    /// The program reads them, and they begin in `main`.
    Read,
    /// The program reads them, and nobody knows what is below the method that it starts with.
    Unknown,
}

impl Observed {
    pub(super) fn of(world: &World<'_>, reached: &Reached, start: &Start) -> Observed {
        let methods = || reached.methods.iter().copied();
        let redirects = methods().any(|id| redirects_errors(world, id));
        let reads = methods().any(|id| reads_traces(world, id, redirects));
        let traces = match (reads, start) {
            (false, _) => Traces::Printed,
            (true, Start::Main(_)) => Traces::Read,
            (true, Start::Any(_)) => Traces::Unknown,
        };
        Observed {
            boxes: methods().any(|id| makes_boxes(world, id))
                || reached.given.iter().any(|class| {
                    let name = &world.class(*class).name;
                    JavaType::unboxed(name).is_some()
                }),
            monitors: methods().any(|id| asks_for_monitors(world, id)),
            traces,
            exhaustion: methods().any(|id| catches_exhaustion(world, id)),
        }
    }

    /// Whether code of a class may find out whether two references are the same box.
    pub(super) fn compares_boxes(&self, world: &World<'_>, class: ClassId) -> bool {
        let is_shortcut = || {
            let name = &*world.class(class).name;
            let outer = name.split('$').next().unwrap_or(name);
            !world.is_users(class) && (SHORTCUTS.contains(&outer) || world.is_of_machine(class))
        };
        self.boxes && !is_shortcut()
    }
}

/// Whether a method is one that gives a box for a number.
fn makes_boxes(world: &World<'_>, id: MethodId) -> bool {
    let class = &world.class(id.class).name;
    let boxed = class.strip_prefix("concrex/patch/").unwrap_or(class);
    &*world.method(id).name == "valueOf" && JavaType::unboxed(boxed).is_some()
}

fn asks_for_monitors(world: &World<'_>, id: MethodId) -> bool {
    let class = &*world.class(id.class).name;
    ASKS_FOR_MONITORS.contains(&(class, &*world.method(id).name))
}

/// Whether a method is the one after which standard error is what the program says.
fn redirects_errors(world: &World<'_>, id: MethodId) -> bool {
    &*world.class(id.class).name == "java/lang/System" && &*world.method(id).name == "setErr"
}

/// Whether code of the user's goes on after there was no memory or no stack: it catches the error, or
/// has something to do before it lets the error pass.
fn catches_exhaustion(world: &World<'_>, id: MethodId) -> bool {
    let code = world
        .method(id)
        .code
        .clone()
        .filter(|_| world.is_users(id.class));
    code.is_some_and(|code| {
        code.handlers.iter().any(|handler| match &handler.class {
            Some(class) => EXHAUSTION.contains(&&**class),
            None => !code.only_unlocks(handler.target),
        })
    })
}

/// Whether code of the user's gets hold of the frames of an exception, or of their text.
fn reads_traces(world: &World<'_>, id: MethodId, redirects: bool) -> bool {
    if !world.is_users(id.class) {
        return false;
    }
    let reads = |method: &MemberRef<'_>| {
        let reference = &method.name_and_type;
        match &*reference.name {
            "getStackTrace" => true,
            "printStackTrace" => redirects || &*reference.descriptor != "()V",
            "dumpStack" => redirects,
            _ => false,
        }
    };
    let code = world.method(id).code.clone();
    code.is_some_and(|code| {
        code.opcodes.iter().any(|(_, opcode)| match opcode {
            Opcode::Invokevirtual(method)
            | Opcode::Invokestatic(method)
            | Opcode::Invokespecial(method)
            | Opcode::Invokeinterface(method, _) => reads(method),
            _ => false,
        })
    })
}
