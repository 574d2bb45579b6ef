//! What the environment chooses: numbers, arguments of the program, parameters of a method.

use super::{INT, MOST_ARGUMENTS};
use crate::descriptor::JavaType;
use crate::lower::array::scaled;
use crate::lower::exception::place;
use crate::lower::literal::Layout;
use crate::lower::object::allocate;
use crate::lower::types::ELEMENTS_OFFSET;
use crate::lower::{Lowering, memory_scalar};
use crate::world::LENGTH_OFFSET;
use ir::build::ProcedureBuilder;
use ir::{BinaryOp, CastOp, Expr, Measure, Op, Scalar, Source, SourceKind, TypeId, Width};

impl Lowering<'_, '_> {
    /// The address of the name of an argument, which is its number; the program's own is 0.
    pub(super) fn argument_name(&mut self, argument: Expr) -> Expr {
        const STRIDE: u64 = 4;
        let mut layout = Layout::default();
        for number in 1..=MOST_ARGUMENTS {
            let name = number.to_string();
            layout.bytes(u64::from(number - 1) * STRIDE, name.as_bytes());
        }
        let size = u64::from(MOST_ARGUMENTS) * STRIDE;
        let names = self.static_object("names of arguments", &JavaType::Byte, size, layout);
        let offset = scaled(argument, STRIDE);
        Expr::Offset(Box::new(Expr::Global(names)), Box::new(offset))
    }

    /// A string with the bytes of an argument, which the environment chooses.
    pub(super) fn argument_string(&mut self, builder: &mut ProcedureBuilder, name: Expr) -> Expr {
        let bytes = builder.temporary(Scalar::Pointer);
        let ty = self.types.int;
        builder.push(Op::InputString {
            dest: bytes,
            ty,
            source: Box::new(Source {
                kind: SourceKind::Argument,
                name: "args".into(),
                dynamic_name: Some(name),
                index: None,
            }),
        });
        let size = builder.temporary(Scalar::Int(Width::W64));
        builder.push(Op::Measure {
            dest: size,
            measure: Measure::Size,
            address: Expr::Local(bytes),
        });
        let (Some(string), Some(array)) =
            (self.world.find("java/lang/String"), self.world.find("[B"))
        else {
            return Expr::NULL;
        };
        let value = allocate(self, builder, array);
        let length = Expr::cast(CastOp::Truncate, INT, Expr::Local(size));
        // The terminating zero is not one of its characters.
        let length = Expr::binary(BinaryOp::Sub, length, Expr::int(Width::W32, 1));
        builder.push(Op::Store {
            place: place(Expr::Local(value), LENGTH_OFFSET, INT),
            value: length,
        });
        builder.push(Op::Store {
            place: place(Expr::Local(value), ELEMENTS_OFFSET, Scalar::Pointer),
            value: Expr::Local(bytes),
        });
        let text = allocate(self, builder, string);
        if let Some(offset) = self.offset_of(string, "value") {
            builder.push(Op::Store {
                place: place(Expr::Local(text), offset, Scalar::Pointer),
                value: Expr::Local(value),
            });
        }
        Expr::Local(text)
    }

    /// A value of the environment, an `int` or what becomes one.
    pub(super) fn input(
        &mut self,
        builder: &mut ProcedureBuilder,
        kind: SourceKind,
        name: &str,
        place: Option<(Expr, Expr)>,
    ) -> Expr {
        self.input_of(builder, kind, name, &JavaType::Int, place)
    }

    /// A value of the environment; the number and the index of a byte, where it is one.
    pub(crate) fn input_of(
        &mut self,
        builder: &mut ProcedureBuilder,
        kind: SourceKind,
        name: &str,
        ty: &JavaType,
        place: Option<(Expr, Expr)>,
    ) -> Expr {
        let declared = self.type_of(ty);
        let (dynamic_name, index) = place.unzip();
        let source = Source {
            kind,
            name: name.into(),
            dynamic_name,
            index,
        };
        self.ask(builder, source, ty, declared)
    }

    /// An argument that the environment chooses, of a type and what is declared of it.
    pub(crate) fn parameter(
        &mut self,
        builder: &mut ProcedureBuilder,
        name: &str,
        ty: &JavaType,
        declared: TypeId,
    ) -> Expr {
        let source = Source {
            kind: SourceKind::Parameter,
            name: name.into(),
            dynamic_name: None,
            index: None,
        };
        self.ask(builder, source, ty, declared)
    }

    fn ask(
        &mut self,
        builder: &mut ProcedureBuilder,
        source: Source,
        ty: &JavaType,
        declared: TypeId,
    ) -> Expr {
        let dest = builder.temporary(memory_scalar(ty));
        builder.push(Op::Input {
            dest,
            ty: declared,
            source: Box::new(source),
        });
        match ty {
            JavaType::Boolean => {
                let one = Expr::int(Width::W8, 1);
                builder.push(Op::Assume(Expr::binary(
                    BinaryOp::ULe,
                    Expr::Local(dest),
                    one,
                )));
                Expr::cast(CastOp::ZeroExtend, INT, Expr::Local(dest))
            }
            JavaType::Char => Expr::cast(CastOp::ZeroExtend, INT, Expr::Local(dest)),
            JavaType::Byte | JavaType::Short => {
                Expr::cast(CastOp::SignExtend, INT, Expr::Local(dest))
            }
            _ => Expr::Local(dest),
        }
    }
}
