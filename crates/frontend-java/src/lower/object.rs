//! Objects and arrays: making, reading and writing them.

use super::body::{Body, Entry, Refused, Step, Text};
use super::claims::Claim;
use super::exception::place;
use super::instruction::pushed_boolean;
use super::types::{ARRAY_SIZE, ELEMENTS_OFFSET, field_ref, record_of};
use super::{Lowering, Work, memory_scalar, scalar};
use crate::classpath::Author;
use crate::descriptor::{JavaType, Kind};
use crate::world::{CLASS_OFFSET, ClassId, FieldId, LENGTH_OFFSET};
use cafebabe::constant_pool::MemberRef;
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, CastOp, ClaimKind, Contents, Expr, Global, GlobalId, GlobalOrigin, LocalId,
    Mutability, NewObject, Op, Origin, Procedure, Scalar, Storage, Target, Width,
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

/// An array of a length that is not negative.
pub(super) fn allocate_array(
    lowering: &mut Lowering<'_, '_>,
    builder: &mut ProcedureBuilder,
    class: ClassId,
    length: Expr,
) -> LocalId {
    let array = allocate(lowering, builder, class);
    builder.push(Op::Store {
        place: place(Expr::Local(array), LENGTH_OFFSET, INT),
        value: length.clone(),
    });
    let element = lowering.world.class(class).element.clone();
    let bytes = element.as_ref().map_or(8, JavaType::bytes);
    let elements = allocate_elements(builder, scaled(length, bytes));
    builder.push(Op::Store {
        place: place(Expr::Local(array), ELEMENTS_OFFSET, Scalar::Pointer),
        value: Expr::Local(elements),
    });
    array
}

/// So many bytes of zeros.
pub(super) fn allocate_elements(builder: &mut ProcedureBuilder, size: Expr) -> LocalId {
    let elements = builder.temporary(Scalar::Pointer);
    builder.push(Op::Alloc {
        dest: elements,
        object: NewObject {
            size,
            align: 8,
            storage: Storage::Internal,
            contents: Contents::Zero,
            ty: None,
            name: None,
        },
    });
    elements
}

/// A number of elements, which is not negative, in bytes.
pub(super) fn scaled(count: Expr, bytes: u64) -> Expr {
    let wide = Expr::cast(CastOp::ZeroExtend, Scalar::Int(Width::W64), count);
    match bytes {
        1 => wide,
        _ => Expr::binary(BinaryOp::Mul, wide, Expr::int(Width::W64, bytes.into())),
    }
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
            data: layout.finish(),
            span,
        });
        self.statics.insert(id, global);
        global
    }

    /// Whether a value, not null, may be stored in an array of references.
    pub(super) fn may_store(&mut self) -> Procedure {
        let mut builder = ProcedureBuilder::new("<may store>", &mut self.program);
        builder.origin(Origin::Library);
        let array = builder.parameter("array", Scalar::Pointer);
        let value = builder.parameter("value", Scalar::Pointer);
        builder.result(Scalar::BOOL);
        let array_tag = load_value(
            &mut builder,
            place(Expr::Local(array), CLASS_OFFSET, INT),
            &JavaType::Int,
        );
        let value_tag = load_value(
            &mut builder,
            place(Expr::Local(value), CLASS_OFFSET, INT),
            &JavaType::Int,
        );
        let mut elements: Vec<(Vec<(u32, u32)>, Expr)> = Vec::new();
        for class in self.tags.classes() {
            let Some(JavaType::Reference(element)) = &self.world.class(*class).element else {
                continue;
            };
            let fits = self.is_instance(&Expr::Local(value_tag), element);
            let number = self.tags.number(*class);
            match elements.iter_mut().find(|(_, known)| *known == fits) {
                Some((numbers, _)) => numbers.push((number, number)),
                None => elements.push((vec![(number, number)], fits)),
            }
        }
        for (numbers, fits) in elements {
            let is_one = self.tags.is_in(&Expr::Local(array_tag), &numbers);
            let (here, next) = builder.branch(is_one);
            builder.at(here);
            builder.push(Op::Return(Some(fits)));
            builder.at(next);
        }
        builder.push(Op::Return(Some(Expr::FALSE)));
        builder.finish()
    }

    /// Makes an array of arrays of the lengths that are given; none is negative.
    pub(super) fn multi_array(&mut self, class: ClassId, dimensions: u8) -> Procedure {
        let mut builder = ProcedureBuilder::new("<new array>", &mut self.program);
        builder.origin(Origin::Library);
        let lengths: Vec<LocalId> = (0..dimensions)
            .map(|_| builder.parameter("length", INT))
            .collect();
        builder.result(Scalar::Pointer);
        let Some((length, rest)) = lengths.split_first() else {
            builder.push(Op::Return(Some(Expr::NULL)));
            return builder.finish();
        };
        let array = allocate_array(self, &mut builder, class, Expr::Local(*length));
        let element = self.world.class(class).element.clone();
        if let (false, Some(JavaType::Reference(element))) = (rest.is_empty(), &element)
            && let Some(element) = self.world.find(element)
        {
            let inner = self.procedure(Work::MultiArray(element, dimensions - 1));
            let elements = load_value(
                &mut builder,
                place(Expr::Local(array), ELEMENTS_OFFSET, Scalar::Pointer),
                &JavaType::class("java/lang/Object"),
            );
            let index = builder.temporary(INT);
            builder.push(Op::Assign(index, Expr::int(Width::W32, 0)));
            let inside = Expr::binary(BinaryOp::SLt, Expr::Local(index), Expr::Local(*length));
            builder.repeat_while(inside, |builder| {
                let part = builder.temporary(Scalar::Pointer);
                builder.push(Op::Call {
                    dest: Some(part),
                    target: Target::Direct(inner),
                    arguments: rest.iter().map(|local| Expr::Local(*local)).collect(),
                });
                let offset = scaled(Expr::Local(index), 8);
                let address = Expr::Offset(Box::new(Expr::Local(elements)), Box::new(offset));
                builder.push(Op::Store {
                    place: place(address, 0, Scalar::Pointer),
                    value: Expr::Local(part),
                });
                let one = Expr::int(Width::W32, 1);
                let next = Expr::binary(BinaryOp::Add, Expr::Local(index), one);
                builder.push(Op::Assign(index, next));
            });
        }
        builder.push(Op::Return(Some(Expr::Local(array))));
        builder.finish()
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

    /// How the source calls a static field.
    fn static_name(&self, field: FieldId) -> String {
        let class = self.lowering.world.class(field.class).display_name();
        format!("{class}.{}", self.lowering.world.field(field).name)
    }

    pub(super) fn get_static(&mut self, member: &MemberRef<'a>) -> Step<()> {
        let field = self.field(member)?;
        self.initialise(field.class);
        if &*member.name_and_type.name == "$assertionsDisabled" && self.is_users() {
            // The claims are about assertions, whether the JVM checks them or not.
            self.push_value(Self::int(0), Kind::Int);
            return Ok(());
        }
        let global = self.lowering.static_field(field);
        let ty = self.lowering.world.field(field).ty.clone();
        let place = place(Expr::Global(global), 0, memory_scalar(&ty));
        let value = load_value(&mut self.builder, place, &ty);
        let text = self.static_name(field);
        self.push(Entry::new(Expr::Local(value), ty.kind()).named(text));
        Ok(())
    }

    pub(super) fn is_users(&self) -> bool {
        self.author == crate::classpath::Author::User
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
        self.initialise(class);
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

    fn not_negative(&mut self, length: &Entry) {
        if let Expr::Const(ir::Const::Int(_, value)) = length.expr
            && value < 1 << 31
        {
            return;
        }
        let subject = length.name().unwrap_or("new").to_string();
        let claim = Claim::new(ClaimKind::NegativeArraySize, subject);
        let is_fine = Expr::binary(BinaryOp::SLe, Self::int(0), length.expr.clone());
        let value = length.expr.clone();
        self.unless(is_fine, |body| {
            body.raise("negativeArraySize", vec![value], claim);
        });
    }

    pub(super) fn new_array(&mut self, element: &JavaType) -> Step<()> {
        let length = self.take(Kind::Int)?;
        let length = self.settle(length);
        let class = self.class(&element.array())?;
        self.not_negative(&length);
        let array = allocate_array(self.lowering, &mut self.builder, class, length.expr);
        let mut entry = Entry::new(Expr::Local(array), Kind::Reference);
        entry.is_given = true;
        self.push(entry);
        Ok(())
    }

    pub(super) fn new_multi_array(&mut self, array: &JavaType, dimensions: u8) -> Step<()> {
        let JavaType::Reference(name) = array else {
            return Err(Refused::invalid("an array of no type"));
        };
        let class = self.class(name)?;
        let mut lengths = Vec::new();
        for _ in 0..dimensions {
            let length = self.take(Kind::Int)?;
            lengths.insert(0, self.settle(length));
        }
        for length in &lengths {
            self.not_negative(length);
        }
        let maker = self.lowering.procedure(Work::MultiArray(class, dimensions));
        let made = self.builder.temporary(Scalar::Pointer);
        self.builder.push(Op::Call {
            dest: Some(made),
            target: Target::Direct(maker),
            arguments: lengths.into_iter().map(|length| length.expr).collect(),
        });
        let mut entry = Entry::new(Expr::Local(made), Kind::Reference);
        entry.is_given = true;
        self.push(entry);
        Ok(())
    }

    fn length_of(&mut self, array: &Expr) -> LocalId {
        let place = place(array.clone(), LENGTH_OFFSET, INT);
        load_value(&mut self.builder, place, &JavaType::Int)
    }

    pub(super) fn array_length(&mut self) -> Step<()> {
        let array = self.take(Kind::Reference)?;
        let array = self.settle(array);
        self.need(&array, "Cannot read the array length");
        let length = self.length_of(&array.expr);
        let mut entry = Entry::new(Expr::Local(length), Kind::Int);
        entry.text = array
            .name()
            .map(|name| Text::Name(format!("{name}.length").into()));
        self.push(entry);
        Ok(())
    }

    /// The address of an element that exists.
    fn element(
        &mut self,
        array: &Entry,
        index: &Entry,
        ty: &JavaType,
        action: &str,
    ) -> (Expr, Option<String>) {
        let kind = match ty {
            JavaType::Reference(_) => "object".to_string(),
            JavaType::Byte => "byte/boolean".to_string(),
            other => other.to_string(),
        };
        let action = format!("{action} {kind} array");
        self.need(array, &action);
        let length = self.length_of(&array.expr);
        let text = match (array.name(), index.name()) {
            (Some(array), Some(index)) => Some(format!("{array}[{index}]")),
            _ => None,
        };
        let claim = Claim::new(ClaimKind::ArrayIndex, text.clone().unwrap_or_default());
        let is_inside = Expr::binary(BinaryOp::ULt, index.expr.clone(), Expr::Local(length));
        let given = vec![index.expr.clone(), Expr::Local(length)];
        self.unless(is_inside, |body| body.raise("arrayIndex", given, claim));
        let elements = place(array.expr.clone(), ELEMENTS_OFFSET, Scalar::Pointer);
        let elements = load_value(
            &mut self.builder,
            elements,
            &JavaType::class("java/lang/Object"),
        );
        let offset = scaled(index.expr.clone(), ty.bytes());
        let address = Expr::Offset(Box::new(Expr::Local(elements)), Box::new(offset));
        (address, text)
    }

    pub(super) fn load_element(&mut self, ty: &JavaType) -> Step<()> {
        let index = self.take(Kind::Int)?;
        let array = self.take(Kind::Reference)?;
        let (index, array) = (self.settle(index), self.settle(array));
        let (address, text) = self.element(&array, &index, ty, "Cannot load from");
        let place = place(address, 0, memory_scalar(ty));
        let value = load_value(&mut self.builder, place, ty);
        let mut entry = Entry::new(Expr::Local(value), ty.kind());
        entry.text = text.map(|text| Text::Name(text.into()));
        self.push(entry);
        Ok(())
    }

    pub(super) fn store_element(&mut self, ty: &JavaType) -> Step<()> {
        let value = self.take(ty.kind())?;
        let index = self.take(Kind::Int)?;
        let array = self.take(Kind::Reference)?;
        let value = self.settle(value);
        let (index, array) = (self.settle(index), self.settle(array));
        let (address, text) = self.element(&array, &index, ty, "Cannot store to");
        if ty.kind() == Kind::Reference && value.expr != Expr::NULL {
            self.check_store(&array, &value, text.unwrap_or_default());
        }
        self.builder.push(Op::Store {
            place: place(address, 0, memory_scalar(ty)),
            value: memory_value(value.expr, ty),
        });
        Ok(())
    }

    fn check_store(&mut self, array: &Entry, value: &Entry, subject: String) {
        let (given, done) =
            self.builder
                .branch(Expr::binary(BinaryOp::Ne, value.expr.clone(), Expr::NULL));
        self.builder.at(given);
        let fits = self.builder.temporary(Scalar::BOOL);
        let check = self.lowering.procedure(Work::MayStore);
        self.builder.push(Op::Call {
            dest: Some(fits),
            target: Target::Direct(check),
            arguments: vec![array.expr.clone(), value.expr.clone()],
        });
        let claim = Claim::new(ClaimKind::ArrayStore, subject);
        let stored = value.expr.clone();
        self.unless(Expr::Local(fits), |body| {
            body.raise("arrayStore", vec![stored], claim);
        });
        self.builder.push_to(Op::Skip, done);
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
