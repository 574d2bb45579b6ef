//! The native methods of the library model: what Java cannot say.

mod class_object;
mod input;

use super::body::{Body, Entry, Refused, Step};
use super::exception::place;
use super::literal::Layout;
use super::numbers::boolean;
use super::object::{allocate_array, allocate_elements, load_value, scaled};
use super::types::ELEMENTS_OFFSET;
use super::{Lowering, Work, scalar};
use crate::assemble::VM;
use crate::classpath::Author;
use crate::descriptor::{JavaType, Kind};
use crate::world::{CLASS_OFFSET, LENGTH_OFFSET, MethodId};
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, CastOp, Expr, FloatKind, GlobalId, Halt, LocalId, MathFunction, Measure, Op, Pace,
    Procedure, ProcedureId, Scalar, SourceKind, Target, Width,
};

const INT: Scalar = Scalar::Int(Width::W32);
const OBJECT: &str = "java/lang/Object";

/// The name of what Java leaves open of a result, in the smallest steps.
const INACCURACY: &str = "Math";

/// The most arguments that a program is given.
const MOST_ARGUMENTS: u32 = 15;

/// What is known only when everything else is translated.
#[derive(Default)]
pub(super) struct Tables {
    late: Vec<(ProcedureId, MethodId)>,
}

/// The native methods whose code depends on all classes or all places.
const LATE: [&str; 9] = [
    "literals",
    "classOf",
    "newArray",
    "isInstance",
    "isAssignable",
    "enumConstants",
    "siteMethod",
    "siteFile",
    "siteLine",
];

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

    /// Translates what was left for the end.
    pub(super) fn late_natives(&mut self) {
        // What is translated for the others adds places.
        let is_of_places =
            |world: &crate::world::World<'_>, id| world.method(id).name.starts_with("site");
        while !self.tables.late.is_empty() {
            let late = &self.tables.late;
            let other = late
                .iter()
                .position(|(_, id)| !is_of_places(self.world, *id));
            let (procedure, id) = self.tables.late.swap_remove(other.unwrap_or(0));
            self.program.procedures[procedure.0 as usize] = self.late_native(id);
            self.drain();
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

    fn late_native(&mut self, id: MethodId) -> Procedure {
        let name = self.world.method(id).name.clone();
        let mut builder = self.builder(id);
        let argument = |index: u32| Expr::Local(LocalId(index));
        match &*name {
            "classOf" => {
                let classes = self.tags.classes().to_vec();
                let objects = classes.iter().map(|class| {
                    let name = self.world.class(*class).name.clone();
                    Some(self.class_object(&JavaType::Reference(name)))
                });
                let objects: Vec<Option<GlobalId>> = objects.collect();
                let tag = load(&mut builder, argument(0), CLASS_OFFSET);
                let one = Expr::int(Width::W32, 1);
                let index = Expr::binary(BinaryOp::Sub, tag, one);
                self.look_up(&mut builder, "the classes", &objects, index);
            }
            "literals" => {
                let mut known: Vec<GlobalId> = self.strings.values().copied().collect();
                known.sort();
                let mut layout = Layout::default();
                for (at, string) in known.iter().enumerate() {
                    layout.address(at as u64 * 8, *string);
                }
                let size = known.len() as u64 * 8;
                let ty = JavaType::class("java/lang/String");
                let elements = self.static_object("the literals", &ty, size, layout);
                let array = self.array_of("[Ljava/lang/String;", known.len(), elements);
                builder.push(Op::Return(Some(Expr::Global(array))));
            }
            "newArray" => self.new_array_of(&mut builder),
            "isInstance" => {
                let tag = load(&mut builder, argument(1), CLASS_OFFSET);
                for (ty, object) in self.known_class_objects() {
                    let JavaType::Reference(name) = &ty else {
                        continue;
                    };
                    let fits = self.is_instance(&tag, name);
                    when_same(&mut builder, argument(0), object, boolean(fits));
                }
                builder.push(Op::Return(Some(Expr::int(Width::W32, 0))));
            }
            "isAssignable" => {
                let known = self.known_class_objects();
                for (to, object) in &known {
                    let mut below = Expr::FALSE;
                    for (from, other) in &known {
                        if self.is_assignable(to, from) {
                            let same =
                                Expr::binary(BinaryOp::Eq, argument(1), Expr::Global(*other));
                            below = Expr::binary(BinaryOp::Or, below, same);
                        }
                    }
                    when_same(&mut builder, argument(0), *object, boolean(below));
                }
                builder.push(Op::Return(Some(Expr::int(Width::W32, 0))));
            }
            "enumConstants" => self.enum_constants(&mut builder),
            "siteMethod" => {
                let names = (0..self.sites.len()).map(|site| {
                    let method = self.sites[site].method?;
                    let name = self.method_name(method);
                    Some(self.string(&name))
                });
                let names: Vec<Option<GlobalId>> = names.collect();
                self.look_up(&mut builder, "the methods of places", &names, argument(0));
            }
            "siteFile" => {
                let names = (0..self.sites.len()).map(|site| {
                    let method = self.sites[site].method?;
                    let source = self.world.class(method.class).source.clone()?;
                    Some(self.string(&source))
                });
                let names: Vec<Option<GlobalId>> = names.collect();
                self.look_up(&mut builder, "the files of places", &names, argument(0));
            }
            _ => {
                let lines = self.sites.iter().map(|site| match site.line {
                    0 => -1,
                    line => line as i32,
                });
                let bytes: Vec<u8> = lines.flat_map(i32::to_le_bytes).collect();
                let mut layout = Layout::default();
                layout.bytes(0, &bytes);
                let size = bytes.len() as u64;
                let table = self.static_object("the lines of places", &JavaType::Int, size, layout);
                let address = Expr::Offset(
                    Box::new(Expr::Global(table)),
                    Box::new(scaled(argument(0), 4)),
                );
                let line = load_value(&mut builder, place(address, 0, INT), &JavaType::Int);
                builder.push(Op::Return(Some(Expr::Local(line))));
            }
        }
        builder.finish()
    }

    fn known_class_objects(&self) -> Vec<(JavaType, GlobalId)> {
        let known = self.class_objects.iter();
        let mut known: Vec<_> = known.map(|(ty, id)| (ty.clone(), *id)).collect();
        known.sort_by_key(|(_, id)| *id);
        known
    }

    fn is_assignable(&self, to: &JavaType, from: &JavaType) -> bool {
        match (to, from) {
            (JavaType::Reference(to), JavaType::Reference(from)) => {
                match (self.world.find(to), self.world.find(from)) {
                    (Some(to), Some(from)) => self.world.is_below(from, to),
                    _ => false,
                }
            }
            (to, from) => to == from,
        }
    }

    /// Returns the entry of a table of objects.
    fn look_up(
        &mut self,
        builder: &mut ProcedureBuilder,
        name: &str,
        objects: &[Option<GlobalId>],
        index: Expr,
    ) {
        let mut layout = Layout::default();
        for (at, object) in objects.iter().enumerate() {
            if let Some(object) = object {
                layout.address(at as u64 * 8, *object);
            }
        }
        let size = objects.len() as u64 * 8;
        let ty = JavaType::class(OBJECT);
        let table = self.static_object(name, &ty, size, layout);
        let offset = scaled(index, 8);
        let address = Expr::Offset(Box::new(Expr::Global(table)), Box::new(offset));
        let found = load_value(builder, place(address, 0, Scalar::Pointer), &ty);
        builder.push(Op::Return(Some(Expr::Local(found))));
    }

    /// Whether a number is that of an array class with elements for which something holds.
    fn array_test(&self, tag: &Expr, holds: impl Fn(&JavaType) -> bool) -> Expr {
        let ranges = self.tags.ranges(|class| {
            let element = &self.world.class(class).element;
            element.as_ref().is_some_and(&holds)
        });
        self.tags.is_in(tag, &ranges)
    }

    fn new_array_of(&mut self, builder: &mut ProcedureBuilder) {
        let (component, length) = (Expr::Local(LocalId(0)), Expr::Local(LocalId(1)));
        for class in self.tags.classes().to_vec() {
            let Some(element) = self.world.class(class).element.clone() else {
                continue;
            };
            let object = self.class_object(&element);
            let same = Expr::binary(BinaryOp::Eq, component.clone(), Expr::Global(object));
            let (here, next) = builder.branch(same);
            builder.at(here);
            let array = allocate_array(self, builder, class, length.clone());
            builder.push(Op::Return(Some(Expr::Local(array))));
            builder.at(next);
        }
        builder.push(Op::Unsupported(
            "an array of a class chosen at run time".into(),
        ));
        builder.push(Op::Return(Some(Expr::NULL)));
    }

    fn enum_constants(&mut self, builder: &mut ProcedureBuilder) {
        let ty = Expr::Local(LocalId(0));
        for (known, object) in self.known_class_objects() {
            let JavaType::Reference(name) = &known else {
                continue;
            };
            let Some(class) = self.world.find(name) else {
                continue;
            };
            let descriptor = format!("()[L{name};");
            let values = self.world.declared(class, "values", &descriptor);
            let Some(values) = values.filter(|id| self.reached.methods.contains(id)) else {
                continue;
            };
            let same = Expr::binary(BinaryOp::Eq, ty.clone(), Expr::Global(object));
            let (here, next) = builder.branch(same);
            builder.at(here);
            let (_, target) = self.initialisation(class);
            builder.push(Op::Call {
                dest: None,
                target,
                arguments: Vec::new(),
            });
            let array = builder.temporary(Scalar::Pointer);
            let values = self.procedure(Work::Method(values));
            builder.push(Op::Call {
                dest: Some(array),
                target: Target::Direct(values),
                arguments: Vec::new(),
            });
            builder.push(Op::Return(Some(Expr::Local(array))));
            builder.at(next);
        }
        builder.push(Op::Return(Some(Expr::NULL)));
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

/// Returns a value if the argument is an object.
fn when_same(builder: &mut ProcedureBuilder, argument: Expr, object: GlobalId, value: Expr) {
    let same = Expr::binary(BinaryOp::Eq, argument, Expr::Global(object));
    let (here, next) = builder.branch(same);
    builder.at(here);
    builder.push(Op::Return(Some(value)));
    builder.at(next);
}

impl Body<'_, '_, '_> {
    /// Methods that need their arguments as they stand in the code; whether this is one.
    pub(super) fn intrinsic(&mut self, method: MethodId, arguments: &[Entry]) -> Step<bool> {
        let world = self.lowering.world;
        let class = &*world.class(method.class).name;
        let name = &*world.method(method).name;
        let literal = arguments.first().and_then(|entry| entry.literal.clone());
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
                    None => {
                        let void = JavaType::class("void");
                        Expr::Global(self.lowering.class_object(&void))
                    }
                };
                self.push_value(value, Kind::Reference);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
