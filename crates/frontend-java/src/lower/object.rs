//! Objects: making, reading and writing them, and asking for their classes.

use super::body::{Body, Entry, Refused, Step, Text};
use super::call::shown_class;
use super::claims::Claim;
use super::exception::place;
use super::instruction::pushed_boolean;
use super::types::{ARRAY_SIZE, field_ref, record_of};
use super::{Lowering, memory_scalar, scalar};
use crate::classpath::Author;
use crate::descriptor::{JavaType, Kind};
use crate::world::{CLASS_OFFSET, ClassId, FieldId, Instances, LENGTH_OFFSET};
use cafebabe::constant_pool::MemberRef;
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, CastOp, ClaimKind, Contents, Expr, Global, GlobalId, GlobalOrigin, LocalId,
    Mutability, NewObject, Op, Scalar, Storage, Width,
};

const INT: Scalar = Scalar::Int(Width::W32);

/// Reads a value of a type from memory into a local of its kind.
pub(super) fn load_value(
    builder: &mut ProcedureBuilder,
    place: ir::Place,
    ty: &JavaType,
) -> LocalId {
    let dest = builder.temporary(memory_scalar(ty));
    builder.push(Op::Load { dest, place });
    if memory_scalar(ty) == scalar(ty.kind()) {
        return dest;
    }
    let extend = match ty {
        JavaType::Boolean | JavaType::Char => CastOp::ZeroExtend,
        _ => CastOp::SignExtend,
    };
    let wide = builder.temporary(INT);
    builder.push(Op::Assign(wide, Expr::cast(extend, INT, Expr::Local(dest))));
    wide
}

/// A value of its kind as it is in memory.
pub(super) fn memory_value(value: Expr, ty: &JavaType) -> Expr {
    match memory_scalar(ty) {
        narrow @ Scalar::Int(Width::W8 | Width::W16) => Expr::cast(CastOp::Truncate, narrow, value),
        _ => value,
    }
}

/// An object of a class: its number and zeros.
pub(super) fn allocate(
    lowering: &mut Lowering<'_, '_>,
    builder: &mut ProcedureBuilder,
    class: ClassId,
) -> LocalId {
    let size = match lowering.world.class(class).element {
        Some(_) => ARRAY_SIZE,
        None => lowering.world.class(class).end.next_multiple_of(8),
    };
    let record = record_of(lowering, class);
    let ty = lowering.program.types.intern(ir::Type::Record(record));
    let dest = builder.temporary(Scalar::Pointer);
    builder.push(Op::Alloc {
        dest,
        object: NewObject {
            size: Expr::int(Width::W64, size.into()),
            align: 8,
            storage: Storage::Internal,
            contents: Contents::Zero,
            ty: Some(ty),
            name: None,
        },
    });
    let number = lowering.tags.number(class);
    builder.push(Op::Store {
        place: place(Expr::Local(dest), CLASS_OFFSET, INT),
        value: Expr::int(Width::W32, number.into()),
    });
    dest
}

impl Lowering<'_, '_> {
    /// Whether the number of an object's class is that of a class below `name`.
    pub(super) fn is_instance(&self, tag: &Expr, name: &str) -> Expr {
        match self.world.find(name) {
            Some(class) => {
                let ranges = self.tags.ranges(|id| self.world.is_below(id, class));
                self.tags.is_in(tag, &ranges)
            }
            None => Expr::FALSE,
        }
    }

    /// The global of a static field.
    pub(super) fn static_field(&mut self, id: FieldId) -> GlobalId {
        if let Some(global) = self.statics.get(&id) {
            return *global;
        }
        let class = self.world.class(id.class).display_name();
        let field = self.world.field(id);
        let (name, ty, constant) = (field.name.clone(), field.ty.clone(), field.constant.clone());
        let mutability = match field.is_final && constant.is_some() {
            true => Mutability::Constant,
            false => Mutability::Mutable,
        };
        let declared = self.type_of(&ty);
        let mut layout = super::literal::Layout::default();
        if let Some(constant) = constant {
            use cafebabe::constant_pool::LiteralConstant::*;
            match constant {
                Integer(value) => {
                    let bytes = value.to_le_bytes();
                    layout.bytes(0, &bytes[..ty.bytes().min(4) as usize]);
                }
                Long(value) => layout.bytes(0, &value.to_le_bytes()),
                Float(value) => layout.bytes(0, &value.to_bits().to_le_bytes()),
                Double(value) => layout.bytes(0, &value.to_bits().to_le_bytes()),
                String(text) => {
                    let string = self.string(&text);
                    layout.address(0, string);
                }
                StringBytes(_) => {}
            }
        }
        let span = self.line_span(id.class, 0);
        let global = self.global(Global {
            name: format!("{class}.{name}").into(),
            ty: declared,
            size: ty.bytes(),
            align: ty.bytes(),
            mutability,
            origin: GlobalOrigin::Variable,
            visibility: ir::Visibility::Everywhere,
            data: layout.finish(),
            span,
        });
        self.statics.insert(id, global);
        global
    }
}

impl<'a> Body<'_, '_, 'a> {
    /// The class of that name, which must be there.
    pub(super) fn class(&self, name: &str) -> Step<ClassId> {
        let found = self.lowering.world.find(name);
        let missing = || {
            format!(
                "the class {} is not on the class path",
                name.replace('/', ".")
            )
        };
        found.ok_or_else(|| Refused::new(missing()))
    }

    fn field(&self, member: &MemberRef<'a>) -> Step<FieldId> {
        let class = self.class(&member.class_name)?;
        let name = &member.name_and_type.name;
        let world = self.lowering.world;
        let found = world.resolve_field(class, name);
        let found = found.ok_or_else(|| Refused::new(format!("there is no field {name}")))?;
        match self.author != Author::User || world.may_use(self.method.class, found) {
            true => Ok(found),
            false => Err(Refused::new(format!("the field {name} is private"))),
        }
    }

    pub(super) fn get_static(&mut self, member: &MemberRef<'a>) -> Step<()> {
        let field = self.field(member)?;
        self.initialise(field.class);
        let found = self.lowering.world.field(field);
        if &*found.name == "$assertionsDisabled" && found.is_synthetic && self.is_users() {
            // The claims are about assertions, whether the JVM checks them or not.
            self.push_value(Self::int(0), Kind::Int);
            return Ok(());
        }
        let global = self.lowering.static_field(field);
        let ty = self.lowering.world.field(field).ty.clone();
        let place = place(Expr::Global(global), 0, memory_scalar(&ty));
        let value = load_value(&mut self.builder, place, &ty);
        let class = shown_class(&member.class_name);
        let text = format!("{class}.{}", member.name_and_type.name);
        self.push(Entry::new(Expr::Local(value), ty.kind()).named(text));
        Ok(())
    }

    /// Whether the code is the user's, or was made for a part of it.
    pub(super) fn is_users(&self) -> bool {
        self.lowering.world.is_users(self.method.class)
    }

    pub(super) fn put_static(&mut self, member: &MemberRef<'a>) -> Step<()> {
        let field = self.field(member)?;
        let ty = self.lowering.world.field(field).ty.clone();
        let value = self.take(ty.kind())?;
        let value = self.settle(value);
        self.initialise(field.class);
        let global = self.lowering.static_field(field);
        self.builder.push(Op::Store {
            place: place(Expr::Global(global), 0, memory_scalar(&ty)),
            value: memory_value(value.expr, &ty),
        });
        Ok(())
    }

    fn field_place(&mut self, object: Expr, field: FieldId) -> (ir::Place, JavaType) {
        let found = self.lowering.world.field(field);
        let (ty, offset) = (found.ty.clone(), found.offset);
        let mut place = place(object, offset, memory_scalar(&ty));
        place.field = field_ref(self.lowering, field);
        (place, ty)
    }

    pub(super) fn get_field(&mut self, member: &MemberRef<'a>) -> Step<()> {
        let field = self.field(member)?;
        let object = self.take(Kind::Reference)?;
        let object = self.settle(object);
        let name = self.lowering.world.field(field).name.clone();
        self.need(&object, &format!("Cannot read field \"{name}\""));
        let text = object.name().map(|owner| format!("{owner}.{name}"));
        let (place, ty) = self.field_place(object.expr, field);
        let value = load_value(&mut self.builder, place, &ty);
        let mut entry = Entry::new(Expr::Local(value), ty.kind());
        entry.text = text.map(|text| Text::Name(text.into()));
        self.push(entry);
        Ok(())
    }

    pub(super) fn put_field(&mut self, member: &MemberRef<'a>) -> Step<()> {
        let field = self.field(member)?;
        let kind = self.lowering.world.field(field).ty.kind();
        let value = self.take(kind)?;
        let object = self.take(Kind::Reference)?;
        let (value, object) = (self.settle(value), self.settle(object));
        let name = self.lowering.world.field(field).name.clone();
        self.need(&object, &format!("Cannot assign field \"{name}\""));
        let (place, ty) = self.field_place(object.expr, field);
        self.builder.push(Op::Store {
            place,
            value: memory_value(value.expr, &ty),
        });
        Ok(())
    }

    pub(super) fn new_object(&mut self, name: &str) -> Step<()> {
        let class = self.class(name)?;
        if self.lowering.world.class(class).instances == Instances::One {
            let object = self.lowering.lone_object(class);
            let mut entry = Entry::new(Expr::Global(object), Kind::Reference);
            entry.is_given = true;
            self.push(entry);
            return Ok(());
        }
        self.initialise(class);
        if self.lowering.world.has_finalizer(class) {
            let look = self.lowering.machine_call("finalizable", Vec::new(), None);
            self.builder.push(look);
        }
        let object = allocate(self.lowering, &mut self.builder, class);
        if self.is_users() && JavaType::unboxed(name).is_some() {
            // A box that is made so is no other one.
            self.builder.push(Op::Store {
                place: place(Expr::Local(object), LENGTH_OFFSET, INT),
                value: Self::int(1),
            });
        }
        let mut entry = Entry::new(Expr::Local(object), Kind::Reference);
        entry.is_given = true;
        entry.made = Some(class);
        self.push(entry);
        Ok(())
    }

    /// The number of the class of an object.
    fn tag_of(&mut self, object: &Expr) -> Expr {
        let place = place(object.clone(), CLASS_OFFSET, INT);
        Expr::Local(load_value(&mut self.builder, place, &JavaType::Int))
    }

    pub(super) fn check_cast(&mut self, ty: &JavaType) -> Step<()> {
        let object = self.take(Kind::Reference)?;
        let object = self.settle(object);
        let JavaType::Reference(name) = ty else {
            return Err(Refused::invalid("a cast to a primitive type"));
        };
        self.class(name)?;
        let everything = self.lowering.is_instance(&Expr::TRUE, name) == Expr::TRUE;
        if object.expr != Expr::NULL && !everything {
            let is_given = Expr::binary(BinaryOp::Ne, object.expr.clone(), Expr::NULL);
            let (given, done) = self.builder.branch(is_given);
            self.builder.at(given);
            let tag = self.tag_of(&object.expr);
            let fits = self.lowering.is_instance(&tag, name);
            let class = self.lowering.class_object(ty);
            let subject = object.name().unwrap_or("").to_string();
            let claim = Claim::new(ClaimKind::ClassCast, subject);
            let arguments = vec![object.expr.clone(), Expr::Global(class)];
            self.unless(fits, |body| body.raise("classCast", arguments, claim));
            self.builder.push_to(Op::Skip, done);
        }
        self.push(object);
        Ok(())
    }

    pub(super) fn instance_of(&mut self, ty: &JavaType) -> Step<()> {
        let object = self.take(Kind::Reference)?;
        let object = self.settle(object);
        let JavaType::Reference(name) = ty else {
            return Err(Refused::invalid("a test of a primitive type"));
        };
        self.class(name)?;
        let answer = self.builder.temporary(Scalar::BOOL);
        self.builder.push(Op::Assign(answer, Expr::FALSE));
        let is_given = Expr::binary(BinaryOp::Ne, object.expr.clone(), Expr::NULL);
        let (given, done) = self.builder.branch(is_given);
        self.builder.at(given);
        let tag = self.tag_of(&object.expr);
        let fits = self.lowering.is_instance(&tag, name);
        self.builder.push_to(Op::Assign(answer, fits), done);
        self.push(pushed_boolean(Expr::Local(answer)));
        Ok(())
    }
}
