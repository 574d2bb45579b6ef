//! The native methods of the library model: what Java cannot say.

mod class_object;
mod input;
mod late;

use class_object::VOID;
use late::LATE;
pub(super) use late::Tables;

use super::array::{allocate_elements, scaled};
use super::body::{Body, Entry, Refused, Step};
use super::exception::place;
use super::numbers::boolean;
use super::object::load_value;
use super::types::ELEMENTS_OFFSET;
use super::{Lowering, Work, scalar};
use crate::assemble::VM;
use crate::classpath::Author;
use crate::descriptor::{JavaType, Kind};
use crate::world::{CLASS_OFFSET, LENGTH_OFFSET, MethodId};
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, CastOp, Expr, FloatKind, Halt, LocalId, MathFunction, Measure, Op, Pace, Procedure,
    Scalar, SourceKind, Width,
};

const INT: Scalar = Scalar::Int(Width::W32);
const OBJECT: &str = "java/lang/Object";

/// The name of what Java leaves open of a result, in the smallest steps.
const INACCURACY: &str = "Math";

/// The name of what differs from one machine to the next; 0 is the usual.
const MACHINE: &str = "the machine";

/// What the user's code can ask about the machine that it runs on, with a method of the library that
/// its own code calls for other reasons.
const ASKS_FOR_MACHINE: [(&str, &str); 7] = [
    ("java/lang/Boolean", "getBoolean"),
    ("java/lang/Integer", "getInteger"),
    ("java/lang/Long", "getLong"),
    ("java/lang/System", "getProperty"),
    ("java/lang/System", "lineSeparator"),
    ("java/nio/charset/Charset", "defaultCharset"),
    ("java/util/Locale", "getDefault"),
];

/// The writers whose objects end lines as the machine does.
const ENDS_LINES: [&str; 2] = ["java/io/BufferedWriter", "java/io/PrintWriter"];

/// The most arguments that a program is given.
const MOST_ARGUMENTS: u32 = 15;

impl Lowering<'_, '_> {
    /// The procedure of a native method.
    pub(super) fn native(&mut self, id: MethodId) -> Procedure {
        let is_ours = &*self.world.class(id.class).name == VM;
        let is_users = self.world.class(id.class).author == Author::User;
        let name = self.world.method(id).name.clone();
        if is_ours && LATE.contains(&&*name) {
            let procedure = self.procedure(Work::Method(id));
            self.tables.late.push((procedure, id));
            return Procedure::empty();
        }
        let done = match (is_ours, &*name) {
            (true, _) => self.machine_native(id),
            (false, "registerNatives" | "initIDs") if !is_users => {
                let builder = self.builder(id);
                Some(self.finish_returning(builder, id))
            }
            _ => None,
        };
        match done {
            Some(procedure) => procedure,
            None => {
                let what = format!("the native method {}", self.method_name(id));
                self.refused(id, &what)
            }
        }
    }

    fn machine_native(&mut self, id: MethodId) -> Option<Procedure> {
        let name = self.world.method(id).name.clone();
        let result = self.world.method(id).ty.result.clone();
        let mut builder = self.builder(id);
        let argument = |index: u32| Expr::Local(LocalId(index));
        let value = match &*name {
            "write" => {
                let from = element_address(&mut builder, argument(1), argument(2), 1);
                builder.push(Op::Output {
                    stream: argument(0),
                    from,
                    size: scaled(argument(3), 1),
                });
                None
            }
            "readByte" => Some(self.input(&mut builder, SourceKind::Stdin, "System.in", None)),
            "argumentCount" => {
                let kind = SourceKind::ArgumentCount;
                let count = self.input(&mut builder, kind, "args", None);
                let own = Expr::binary(BinaryOp::Sub, count, Expr::int(Width::W32, 1));
                let most = Expr::int(Width::W32, MOST_ARGUMENTS.into());
                let few = Expr::binary(BinaryOp::ULe, own.clone(), most);
                builder.push(Op::Assume(few));
                Some(own)
            }
            "argument" => {
                let name = self.argument_name(argument(0));
                Some(self.argument_string(&mut builder, name))
            }
            "traces" => Some(Expr::int(Width::W32, self.observed.traces as i128)),
            "isExplicit" => Some(load(&mut builder, argument(0), LENGTH_OFFSET)),
            "randomBits" => Some(self.input(&mut builder, SourceKind::Random, "Random", None)),
            "clock" => {
                let ty = JavaType::Long;
                Some(self.input_of(&mut builder, SourceKind::Clock, "clock", &ty, None))
            }
            "inaccuracy" => {
                let kind = SourceKind::Other;
                Some(self.input(&mut builder, kind, INACCURACY, None))
            }
            "unusual" => {
                let kind = SourceKind::Other;
                Some(self.input(&mut builder, kind, MACHINE, None))
            }
            "unspecified" => {
                let kind = SourceKind::Other;
                Some(self.input(&mut builder, kind, "the library", None))
            }
            "identityHash" => {
                let kind = SourceKind::Other;
                Some(self.input(&mut builder, kind, "System.identityHashCode", None))
            }
            name if name.starts_with("nondet") => {
                let ty = result.clone()?;
                Some(self.input_of(&mut builder, SourceKind::Nondet, name, &ty, None))
            }
            "assume" => {
                let zero = Expr::int(Width::W32, 0);
                let condition = Expr::binary(BinaryOp::Ne, argument(0), zero);
                builder.push(Op::Assume(condition));
                None
            }
            "later" => {
                builder.pace(Pace::Late);
                None
            }
            "exit" => {
                builder.push(Op::Halt(Halt::Exit(argument(0))));
                None
            }
            "classId" => Some(load(&mut builder, argument(0), CLASS_OFFSET)),
            "arrayLength" => Some(load(&mut builder, argument(0), LENGTH_OFFSET)),
            "elementSize" => {
                let tag = load(&mut builder, argument(0), CLASS_OFFSET);
                let sizes = [1, 2, 4, 8];
                let result = sizes.into_iter().fold(Expr::int(Width::W32, 0), |rest, n| {
                    let is_size = self.array_test(&tag, |element| element.bytes() == n);
                    super::numbers::choose(is_size, Expr::int(Width::W32, n.into()), rest)
                });
                Some(result)
            }
            "holdsReferences" => {
                let tag = load(&mut builder, argument(0), CLASS_OFFSET);
                let test = self.array_test(&tag, |ty| ty.kind() == Kind::Reference);
                Some(boolean(test))
            }
            "copy" => {
                copy(&mut builder, argument);
                None
            }
            "clone" => Some(self.clone_object(&mut builder, argument(0))),
            "floatBits" | "bitsFloat" | "doubleBits" | "bitsDouble" => {
                let to = scalar(result.as_ref()?.kind());
                Some(Expr::cast(CastOp::Bits, to, argument(0)))
            }
            _ => return None,
        };
        let is_void = result.is_none();
        builder.push(Op::Return(match (is_void, value) {
            (true, _) => None,
            (false, value) => value,
        }));
        Some(builder.finish())
    }

    /// Whether a number is that of an array class with elements for which something holds.
    fn array_test(&self, tag: &Expr, holds: impl Fn(&JavaType) -> bool) -> Expr {
        let ranges = self.tags.ranges(|class| {
            let element = &self.world.class(class).element;
            element.as_ref().is_some_and(&holds)
        });
        self.tags.is_in(tag, &ranges)
    }

    /// A copy of an object; of an array, with a copy of its elements.
    fn clone_object(&mut self, builder: &mut ProcedureBuilder, object: Expr) -> Expr {
        let copy = copied(builder, object.clone());
        let tag = load(builder, object.clone(), CLASS_OFFSET);
        let is_array = self.array_test(&tag, |_| true);
        let (array, done) = builder.branch(is_array);
        builder.at(array);
        let ty = JavaType::class(OBJECT);
        let elements = place(object, ELEMENTS_OFFSET, Scalar::Pointer);
        let elements = load_value(builder, elements, &ty);
        let elements = copied(builder, Expr::Local(elements));
        builder.push_to(
            Op::Store {
                place: place(Expr::Local(copy), ELEMENTS_OFFSET, Scalar::Pointer),
                value: Expr::Local(elements),
            },
            done,
        );
        builder.at(done);
        Expr::Local(copy)
    }
}

fn load(builder: &mut ProcedureBuilder, object: Expr, offset: u64) -> Expr {
    Expr::Local(load_value(
        builder,
        place(object, offset, INT),
        &JavaType::Int,
    ))
}

/// The address of an element, unchecked.
fn element_address(builder: &mut ProcedureBuilder, array: Expr, index: Expr, bytes: u64) -> Expr {
    let elements = place(array, ELEMENTS_OFFSET, Scalar::Pointer);
    let elements = load_value(builder, elements, &JavaType::class(OBJECT));
    Expr::Offset(
        Box::new(Expr::Local(elements)),
        Box::new(scaled(index, bytes)),
    )
}

/// Copies elements from an array to another: for each size of elements, since products with a
/// constant are what the engines understand best.
fn copy(builder: &mut ProcedureBuilder, argument: impl Fn(u32) -> Expr) {
    for bytes in [1, 2, 4, 8] {
        let size = Expr::int(Width::W32, i128::from(bytes));
        let is_size = Expr::binary(BinaryOp::Eq, argument(5), size);
        let (here, next) = builder.branch(is_size);
        builder.at(here);
        let from = element_address(builder, argument(0), argument(1), bytes);
        let to = element_address(builder, argument(2), argument(3), bytes);
        builder.push(Op::Copy {
            to,
            from,
            size: scaled(argument(4), bytes),
        });
        builder.push(Op::Return(None));
        builder.at(next);
    }
}

/// An object with the same bytes.
fn copied(builder: &mut ProcedureBuilder, object: Expr) -> LocalId {
    let size = builder.temporary(Scalar::Int(Width::W64));
    builder.push(Op::Measure {
        dest: size,
        measure: Measure::Size,
        address: object.clone(),
    });
    let copy = allocate_elements(builder, Expr::Local(size));
    builder.push(Op::Copy {
        to: Expr::Local(copy),
        from: object,
        size: Expr::Local(size),
    });
    copy
}

impl Body<'_, '_, '_> {
    /// Methods that need their arguments as they stand in the code; whether this is one.
    pub(super) fn intrinsic(&mut self, method: MethodId, arguments: &[Entry]) -> Step<bool> {
        let world = self.lowering.world;
        let class = &*world.class(method.class).name;
        let name = &*world.method(method).name;
        let literal = arguments.first().and_then(|entry| entry.literal.clone());
        if self.is_users() && ASKS_FOR_MACHINE.contains(&(class, name)) {
            let call = self.lowering.machine_call("usually", Vec::new(), None);
            self.builder.push(call);
        }
        if !self.is_users() && (class, name) == ("java/lang/System", "lineSeparator") {
            self.end_line();
        }
        match (class, name, literal) {
            (VM, "unsupported", Some(what)) => {
                self.builder.push(Op::Unsupported((&*what).into()));
            }
            (VM, "math1" | "math2", Some(function)) => {
                let function = MathFunction::named(&function)
                    .ok_or_else(|| Refused::new("an unknown mathematical function"))?;
                let operands = arguments[1..].iter().map(|entry| entry.expr.clone());
                let value = Expr::Math(function, FloatKind::F64, operands.collect());
                self.push_value(value, Kind::Double);
            }
            ("java/lang/Class", "getPrimitiveClass", Some(name)) => {
                let primitives = JavaType::PRIMITIVES.iter();
                let ty = primitives.clone().find(|ty| ty.to_string() == *name);
                let value = match ty {
                    Some(ty) => Expr::Global(self.lowering.class_object(&ty.clone())),
                    None => Expr::Global(self.lowering.class_object(&JavaType::class(VOID))),
                };
                self.push_value(value, Kind::Reference);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The library ends a line: what it writes so depends on the machine, if somebody reads it.
    fn end_line(&mut self) {
        let class = &*self.lowering.world.class(self.method.class).name;
        let call = match ENDS_LINES.contains(&class) {
            true => {
                let this = vec![Expr::Local(LocalId(0))];
                self.lowering.machine_call("endLine", this, None)
            }
            false => self.lowering.machine_call("usually", Vec::new(), None),
        };
        self.builder.push(call);
    }

    /// The constructors of strings that know no encoding but the machine's.
    pub(super) fn decode_by_default(&mut self, constructor: MethodId, arguments: &[Entry]) {
        let world = self.lowering.world;
        let method = world.method(constructor);
        if &*world.class(constructor.class).name != "java/lang/String" || &*method.name != "<init>"
        {
            return;
        }
        let maker = match &*method.descriptor {
            "([B)V" => "decodeAll",
            "([BII)V" => "decode",
            _ => return,
        };
        let arguments = arguments.iter().map(|entry| entry.expr.clone()).collect();
        let call = self.lowering.machine_call(maker, arguments, None);
        self.builder.push(call);
    }
}
