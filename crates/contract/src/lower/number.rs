//! Single integers, which are as large as they need to be.

use ir::{
    BinaryOp, CastOp, Expr, FieldRef, LocalId, Location, Measure, Op, Scalar, Sign, TypeId,
    UnaryOp, Width,
};

use super::reference::{Field, is_null};
use super::writer::{Lowered, Read, Writer, equal, moved};
use crate::typed::{self, ArithmeticOperator, Comparison, Holds, Root};

const WIDE: &str = "its numbers need more than 128 bits";

/// An integer that exists.
#[derive(Clone, Debug)]
pub(super) struct Number {
    value: Value,
    /// So many bits it needs in two's complement.
    bits: u32,
}

#[derive(Clone, Debug)]
enum Value {
    Constant(i128),
    Computed(Expr, Width, Sign),
}

impl Number {
    pub(super) fn constant(value: i128) -> Number {
        let magnitude = if value < 0 { !value } else { value };
        Number {
            value: Value::Constant(value),
            bits: 129 - magnitude.leading_zeros(),
        }
    }

    /// A value of the program.
    fn of(value: Expr, width: Width, sign: Sign) -> Number {
        Number {
            bits: width.bits() + u32::from(sign == Sign::Unsigned),
            value: Value::Computed(value, width, sign),
        }
    }

    fn signed(value: Expr, width: Width, bits: u32) -> Number {
        Number {
            value: Value::Computed(value, width, Sign::Signed),
            bits,
        }
    }

    /// As a signed number of a width that it fits into.
    fn widened(&self, to: Width) -> Expr {
        match &self.value {
            Value::Constant(value) => Expr::int(to, *value),
            Value::Computed(value, width, _) if *width == to => value.clone(),
            Value::Computed(value, _, sign) => {
                let cast = match sign {
                    Sign::Signed => CastOp::SignExtend,
                    Sign::Unsigned => CastOp::ZeroExtend,
                };
                Expr::cast(cast, Scalar::Int(to), value.clone())
            }
        }
    }

    /// The low bits of it.
    pub(super) fn cut(&self, to: Width) -> Expr {
        match &self.value {
            Value::Computed(value, width, _) if *width > to => {
                Expr::cast(CastOp::Truncate, Scalar::Int(to), value.clone())
            }
            _ => self.widened(to),
        }
    }

    /// As an unsigned number of a width, if it is one of those.
    fn unsigned(&self, of: Width) -> Option<Expr> {
        match &self.value {
            Value::Constant(value) => {
                let fits = *value >= 0 && of.bits() < 128 && *value < 1 << of.bits().min(126);
                fits.then(|| Expr::int(of, *value))
            }
            Value::Computed(value, width, Sign::Unsigned) if *width == of => Some(value.clone()),
            Value::Computed(..) => None,
        }
    }

    fn width(&self) -> Option<(Width, Sign)> {
        match &self.value {
            Value::Constant(_) => None,
            Value::Computed(_, width, sign) => Some((*width, *sign)),
        }
    }

    /// Both as numbers that compare by the same operators, and whether these are signed.
    fn alike(&self, other: &Number) -> Lowered<(Expr, Expr, Sign)> {
        let both = [self, other].into_iter().filter_map(Number::width);
        for (width, sign) in both.clone() {
            if sign == Sign::Unsigned
                && let (Some(left), Some(right)) = (self.unsigned(width), other.unsigned(width))
            {
                return Ok((left, right, Sign::Unsigned));
            }
        }
        let need = self.bits.max(other.bits);
        let own = both
            .filter(|(_, sign)| *sign == Sign::Signed)
            .map(|(width, _)| width);
        let width = match own.max() {
            Some(width) if width.bits() >= need => width,
            _ => standard(need)?,
        };
        Ok((self.widened(width), other.widened(width), Sign::Signed))
    }

    /// What follows from the ranges of two numbers.
    fn known(&self, how: Comparison, other: &Number) -> Option<bool> {
        let ((low, high), (least, most)) = (self.range()?, other.range()?);
        match how {
            Comparison::Less => known_less(high < least, low >= most),
            Comparison::AtMost => known_less(high <= least, low > most),
            Comparison::Greater => known_less(low > most, high <= least),
            Comparison::AtLeast => known_less(low >= most, high < least),
            Comparison::Equal | Comparison::NotEqual => match low == high && least == most {
                true => Some((low == least) == (how == Comparison::Equal)),
                false => None,
            },
        }
    }

    /// The least and the largest value, of a number of a usual size.
    fn range(&self) -> Option<(i128, i128)> {
        match &self.value {
            Value::Constant(value) => Some((*value, *value)),
            Value::Computed(..) if self.bits > 100 => None,
            Value::Computed(_, _, Sign::Unsigned) => Some((0, (1 << (self.bits - 1)) - 1)),
            Value::Computed(_, _, Sign::Signed) => {
                Some((-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1))
            }
        }
    }

    /// The condition under which two numbers compare like that.
    pub(super) fn compare(&self, how: Comparison, other: &Number) -> Lowered<Expr> {
        if let Some(holds) = self.known(how, other) {
            return Ok(Expr::Const(ir::Const::int(Width::W1, holds.into())));
        }
        let (left, right, sign) = self.alike(other)?;
        let (less, at_most) = match sign {
            Sign::Signed => (BinaryOp::SLt, BinaryOp::SLe),
            Sign::Unsigned => (BinaryOp::ULt, BinaryOp::ULe),
        };
        Ok(match how {
            Comparison::Equal => equal(left, right),
            Comparison::NotEqual => Expr::binary(BinaryOp::Ne, left, right),
            Comparison::Less => Expr::binary(less, left, right),
            Comparison::AtMost => Expr::binary(at_most, left, right),
            Comparison::Greater => Expr::binary(less, right, left),
            Comparison::AtLeast => Expr::binary(at_most, right, left),
        })
    }
}

fn known_less(always: bool, never: bool) -> Option<bool> {
    (always || never).then_some(always)
}

/// A usual width for so many bits.
fn standard(bits: u32) -> Lowered<Width> {
    let usual = [Width::W32, Width::W64, Width::W128];
    let fitting = usual.into_iter().find(|width| width.bits() >= bits);
    fitting.ok_or(WIDE)
}

impl<'a> Writer<'a> {
    /// The value of an integer, where it exists; leads to `no` otherwise.
    pub(super) fn number(&mut self, expr: &'a typed::Expr, no: Location) -> Lowered<Number> {
        match expr {
            typed::Expr::Integer(value) => Ok(Number::constant(*value)),
            typed::Expr::Variable(slot) => self.variable(*slot, |writer, it| writer.number(it, no)),
            typed::Expr::Root(Root::Parameter(local), Holds::Integer(sign)) => {
                self.argument(*local, *sign)
            }
            typed::Expr::Root(Root::Result, Holds::Integer(sign)) => {
                let result = self.result.clone().ok_or("there is no result")?;
                self.given(&result, *sign)
            }
            typed::Expr::Root(Root::Global(global, _), Holds::Integer(sign)) => {
                let read = self.read(self.program[*global].ty)?;
                self.read_number(Expr::Global(*global), &read, *sign)
            }
            typed::Expr::Field {
                base,
                paths,
                holds: Holds::Integer(sign),
                ..
            } => {
                let [path] = &paths[..] else {
                    return Err("it speaks of sets");
                };
                let base = self.reference(base)?;
                self.number_at(base, path, *sign, no)
            }
            typed::Expr::Element {
                array,
                index,
                element,
                holds: Holds::Integer(sign),
                ..
            } => {
                let address = self.element(array, index, *element, no)?;
                let read = self.read(*element)?;
                self.read_number(address, &read, *sign)
            }
            typed::Expr::Length { array, element, .. } => self.length(array, *element, no),
            typed::Expr::Arithmetic(operator, left, right) => {
                let (left, right) = (self.number(left, no)?, self.number(right, no)?);
                self.arithmetic(*operator, &left, &right, no)
            }
            typed::Expr::Negate(inner) => {
                let inner = self.number(inner, no)?;
                let width = standard(inner.bits + 1)?;
                let value = Expr::unary(UnaryOp::Neg, inner.widened(width));
                Ok(Number::signed(value, width, inner.bits + 1))
            }
            _ => Err("it speaks of sets"),
        }
    }

    fn argument(&self, local: LocalId, sign: Sign) -> Lowered<Number> {
        let argument = self.arguments.get(local.0 as usize);
        let argument = argument.ok_or("there are too few arguments")?;
        self.given(argument, sign)
    }

    /// What a procedure takes or gives.
    fn given(&self, value: &Expr, sign: Sign) -> Lowered<Number> {
        match self.scalar(value) {
            Scalar::Int(width) => Ok(Number::of(value.clone(), width, sign)),
            Scalar::Float(_) | Scalar::Pointer => Err("what is given is no number"),
        }
    }

    /// The integer in a field of what a reference leads to.
    pub(super) fn number_at(
        &mut self,
        base: Expr,
        path: &[FieldRef],
        sign: Sign,
        no: Location,
    ) -> Lowered<Number> {
        let (offset, field) = Field::of(self.program, path)?;
        self.need(is_null(&base).negate(), no)?;
        let read = Read {
            field: Some(field.name),
            ..self.read(field.ty)?
        };
        self.read_number(moved(self.program, base, offset), &read, sign)
    }

    fn read_number(&mut self, address: Expr, read: &Read, sign: Sign) -> Lowered<Number> {
        let Scalar::Int(width) = read.scalar else {
            return Err("it reads something that is no number");
        };
        let value = Expr::Local(self.load(address, read)?);
        Ok(Number::of(value, width, sign))
    }

    /// How many elements there are from a pointer to the end of its object; none behind null.
    fn length(&mut self, array: &'a typed::Expr, element: TypeId, no: Location) -> Lowered<Number> {
        let size = self.size(element)?;
        let base = self.reference(array)?;
        if let Expr::Global(id) = base {
            return Ok(Number::constant((self.program[id].size / size).into()));
        }
        let word = self.program.data_model.pointer_width();
        if let Some((_, length)) = self.lengths.iter().find(|(known, _)| *known == base) {
            return Ok(Number::signed(length.clone(), word, word.bits()));
        }
        let room = self.temporary(Scalar::Int(word), self.types.word);
        let (gone, there, done) = (self.location(), self.location(), self.location());
        self.branch(is_null(&base), gone, there);
        self.at(gone);
        self.push_to(Op::Assign(room, Expr::int(word, 0)), done);
        self.at(there);
        self.push(Op::Measure {
            dest: room,
            measure: Measure::Room,
            address: base,
        });
        self.go(done);
        self.at(done);
        // There is no object.
        let nowhere = equal(Expr::Local(room), Expr::int(word, -1));
        self.need(nowhere.negate(), no)?;
        let length = match size {
            1 => Expr::Local(room),
            size => {
                let size = Expr::int(word, size.into());
                Expr::binary(BinaryOp::UDiv, Expr::Local(room), size)
            }
        };
        // No object takes half of the addresses.
        Ok(Number::signed(length, word, word.bits()))
    }

    fn arithmetic(
        &mut self,
        operator: ArithmeticOperator,
        left: &Number,
        right: &Number,
        no: Location,
    ) -> Lowered<Number> {
        let bits = match operator {
            ArithmeticOperator::Multiply => left.bits + right.bits,
            _ => left.bits.max(right.bits) + 1,
        };
        let width = standard(bits)?;
        let (left, right) = (left.widened(width), right.widened(width));
        let op = match operator {
            ArithmeticOperator::Add => BinaryOp::Add,
            ArithmeticOperator::Subtract => BinaryOp::Sub,
            ArithmeticOperator::Multiply => BinaryOp::Mul,
            ArithmeticOperator::Divide => BinaryOp::SDiv,
            ArithmeticOperator::Remainder => BinaryOp::SRem,
        };
        if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            // There is no quotient by zero.
            let zero = Expr::int(width, 0);
            self.need(Expr::binary(BinaryOp::Ne, right.clone(), zero), no)?;
        }
        Ok(Number::signed(Expr::binary(op, left, right), width, bits))
    }
}
