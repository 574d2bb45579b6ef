//! The native methods whose code depends on all classes or all places of the program: they are
//! translated when everything else is.

use super::{INT, OBJECT, load};
use crate::descriptor::JavaType;
use crate::error::LoadError;
use crate::lower::array::{allocate_array, scaled};
use crate::lower::exception::place;
use crate::lower::literal::Layout;
use crate::lower::numbers::boolean;
use crate::lower::object::load_value;
use crate::lower::{Lowering, Work};
use crate::world::{CLASS_OFFSET, MethodId, World};
use ir::build::ProcedureBuilder;
use ir::{BinaryOp, Expr, GlobalId, LocalId, Op, Procedure, ProcedureId, Scalar, Target, Width};

/// What is known only when everything else is translated.
#[derive(Default)]
pub(in crate::lower) struct Tables {
    pub(super) late: Vec<(ProcedureId, MethodId)>,
}

/// The native methods whose code depends on all classes or all places.
pub(super) const LATE: [&str; 9] = [
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
    /// Translates what was left for the end.
    pub(in crate::lower) fn late_natives(&mut self) -> Result<(), LoadError> {
        // What is translated for the others adds places.
        let is_of_places = |world: &World<'_>, id| world.method(id).name.starts_with("site");
        while !self.tables.late.is_empty() {
            let late = &self.tables.late;
            let other = late
                .iter()
                .position(|(_, id)| !is_of_places(self.world, *id));
            let (procedure, id) = self.tables.late.swap_remove(other.unwrap_or(0));
            self.program.procedures[procedure.0 as usize] = self.late_native(id);
            self.drain()?;
        }
        Ok(())
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
            // Not all types that have objects are loaded: `void` is none at all.
            _ if to == from => true,
            (JavaType::Reference(to), JavaType::Reference(from)) => {
                match (self.world.find(to), self.world.find(from)) {
                    (Some(to), Some(from)) => self.world.is_below(from, to),
                    _ => false,
                }
            }
            _ => false,
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
}

/// Returns a value if the argument is an object.
fn when_same(builder: &mut ProcedureBuilder, argument: Expr, object: GlobalId, value: Expr) {
    let same = Expr::binary(BinaryOp::Eq, argument, Expr::Global(object));
    let (here, next) = builder.branch(same);
    builder.at(here);
    builder.push(Op::Return(Some(value)));
    builder.at(next);
}
