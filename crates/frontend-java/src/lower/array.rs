//! Arrays: making, reading and writing them.

use super::body::{Body, Entry, Refused, Step, Text};
use super::claims::Claim;
use super::exception::place;
use super::object::{allocate, load_value, memory_value};
use super::types::ELEMENTS_OFFSET;
use super::{Lowering, Work, memory_scalar};
use crate::descriptor::{JavaType, Kind};
use crate::world::{CLASS_OFFSET, ClassId, LENGTH_OFFSET};
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, CastOp, ClaimKind, Contents, Expr, LocalId, NewObject, Op, Origin, Procedure, Scalar,
    Storage, Target, Width,
};

const INT: Scalar = Scalar::Int(Width::W32);

/// An array of a length that is not negative.
pub(super) fn allocate_array(
    lowering: &mut Lowering<'_, '_>,
    builder: &mut ProcedureBuilder,
    class: ClassId,
    length: Expr,
) -> LocalId {
    if lowering.observed.exhaustion {
        let look = lowering.machine_call("allocate", vec![length.clone()], None);
        builder.push(look);
    }
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

impl Body<'_, '_, '_> {
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
}
