//! One instruction.

use super::body::{Body, Entry, Refused, Step, Text};
use super::jump::{Flow, Side};
use super::monitor::Hold;
use super::numbers::{boolean, compare, float, float32, narrow};
use crate::descriptor::{JavaType, Kind};
use crate::descriptor::{object_type, primitive};
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::{LiteralConstant, Loadable};
use ir::{BinaryOp, CastOp, Expr, Op, UnaryOp, Width};

impl<'a> Body<'_, '_, 'a> {
    /// Translates an instruction; `next` is where the following one is.
    pub(super) fn instruction(&mut self, opcode: &Opcode<'a>, next: usize) -> Step<Flow> {
        use BinaryOp::*;
        use Kind::{Double, Float, Int, Long, Reference};
        match opcode {
            Opcode::Nop => {}
            Opcode::AconstNull => self.push(Entry::new(Expr::NULL, Reference).named("null")),
            Opcode::IconstM1 => self.constant(-1),
            Opcode::Iconst0 => self.constant(0),
            Opcode::Iconst1 => self.constant(1),
            Opcode::Iconst2 => self.constant(2),
            Opcode::Iconst3 => self.constant(3),
            Opcode::Iconst4 => self.constant(4),
            Opcode::Iconst5 => self.constant(5),
            Opcode::Bipush(value) => self.constant((*value).into()),
            Opcode::Sipush(value) => self.constant((*value).into()),
            Opcode::Lconst0 => self.push_value(Expr::int(Width::W64, 0), Long),
            Opcode::Lconst1 => self.push_value(Expr::int(Width::W64, 1), Long),
            Opcode::Fconst0 => self.push_value(float32(0.0), Float),
            Opcode::Fconst1 => self.push_value(float32(1.0), Float),
            Opcode::Fconst2 => self.push_value(float32(2.0), Float),
            Opcode::Dconst0 => self.push_value(float(Double, 0.0), Double),
            Opcode::Dconst1 => self.push_value(float(Double, 1.0), Double),
            Opcode::Ldc(constant) | Opcode::LdcW(constant) | Opcode::Ldc2W(constant) => {
                self.load_constant(constant)?;
            }

            Opcode::Iload(slot) => self.load(*slot, Int),
            Opcode::Lload(slot) => self.load(*slot, Long),
            Opcode::Fload(slot) => self.load(*slot, Float),
            Opcode::Dload(slot) => self.load(*slot, Double),
            Opcode::Aload(slot) => self.load(*slot, Reference),
            Opcode::Istore(slot) => self.store(*slot, Int, next)?,
            Opcode::Lstore(slot) => self.store(*slot, Long, next)?,
            Opcode::Fstore(slot) => self.store(*slot, Float, next)?,
            Opcode::Dstore(slot) => self.store(*slot, Double, next)?,
            Opcode::Astore(slot) => self.store(*slot, Reference, next)?,
            Opcode::Iinc(slot, by) => {
                let local = self.variable(*slot, Int, self.at);
                self.keep_from(local);
                let sum = Expr::binary(Add, Expr::Local(local), Self::int((*by).into()));
                self.builder.push(Op::Assign(local, sum));
            }

            Opcode::Pop => {
                self.pop()?;
            }
            Opcode::Pop2 => {
                if !self.pop()?.kind.is_wide() {
                    self.pop()?;
                }
            }
            Opcode::Dup => self.duplicate(1, 0)?,
            Opcode::DupX1 => self.duplicate(1, 1)?,
            Opcode::DupX2 => self.duplicate(1, 2)?,
            Opcode::Dup2 => self.duplicate(2, 0)?,
            Opcode::Dup2X1 => self.duplicate(2, 1)?,
            Opcode::Dup2X2 => self.duplicate(2, 2)?,
            Opcode::Swap => {
                let (second, first) = (self.pop()?, self.pop()?);
                self.push(second);
                self.push(first);
            }

            Opcode::Iadd => self.binary(Int, Add, "+")?,
            Opcode::Ladd => self.binary(Long, Add, "+")?,
            Opcode::Isub => self.binary(Int, Sub, "-")?,
            Opcode::Lsub => self.binary(Long, Sub, "-")?,
            Opcode::Imul => self.binary(Int, Mul, "*")?,
            Opcode::Lmul => self.binary(Long, Mul, "*")?,
            Opcode::Iand => self.binary(Int, And, "&")?,
            Opcode::Land => self.binary(Long, And, "&")?,
            Opcode::Ior => self.binary(Int, Or, "|")?,
            Opcode::Lor => self.binary(Long, Or, "|")?,
            Opcode::Ixor => self.binary(Int, Xor, "^")?,
            Opcode::Lxor => self.binary(Long, Xor, "^")?,
            Opcode::Fadd => self.binary(Float, FAdd, "+")?,
            Opcode::Dadd => self.binary(Double, FAdd, "+")?,
            Opcode::Fsub => self.binary(Float, FSub, "-")?,
            Opcode::Dsub => self.binary(Double, FSub, "-")?,
            Opcode::Fmul => self.binary(Float, FMul, "*")?,
            Opcode::Dmul => self.binary(Double, FMul, "*")?,
            Opcode::Fdiv => self.binary(Float, FDiv, "/")?,
            Opcode::Ddiv => self.binary(Double, FDiv, "/")?,
            Opcode::Frem => self.remainder(Float)?,
            Opcode::Drem => self.remainder(Double)?,
            Opcode::Idiv => self.divide(Int, SDiv, "/")?,
            Opcode::Ldiv => self.divide(Long, SDiv, "/")?,
            Opcode::Irem => self.divide(Int, SRem, "%")?,
            Opcode::Lrem => self.divide(Long, SRem, "%")?,
            Opcode::Ishl => self.shift(Int, Shl)?,
            Opcode::Lshl => self.shift(Long, Shl)?,
            Opcode::Ishr => self.shift(Int, AShr)?,
            Opcode::Lshr => self.shift(Long, AShr)?,
            Opcode::Iushr => self.shift(Int, LShr)?,
            Opcode::Lushr => self.shift(Long, LShr)?,
            Opcode::Ineg => self.unary(Int, |x| Expr::unary(UnaryOp::Neg, x))?,
            Opcode::Lneg => self.unary(Long, |x| Expr::unary(UnaryOp::Neg, x))?,
            Opcode::Fneg => self.unary(Float, |x| Expr::unary(UnaryOp::FNeg, x))?,
            Opcode::Dneg => self.unary(Double, |x| Expr::unary(UnaryOp::FNeg, x))?,

            Opcode::I2b => self.unary(Int, |x| narrow(x, Width::W8, CastOp::SignExtend))?,
            Opcode::I2s => self.unary(Int, |x| narrow(x, Width::W16, CastOp::SignExtend))?,
            Opcode::I2c => self.unary(Int, |x| narrow(x, Width::W16, CastOp::ZeroExtend))?,
            Opcode::I2l => self.convert(Int, Long)?,
            Opcode::I2f => self.convert(Int, Float)?,
            Opcode::I2d => self.convert(Int, Double)?,
            Opcode::L2i => self.convert(Long, Int)?,
            Opcode::L2f => self.convert(Long, Float)?,
            Opcode::L2d => self.convert(Long, Double)?,
            Opcode::F2i => self.convert(Float, Int)?,
            Opcode::F2l => self.convert(Float, Long)?,
            Opcode::F2d => self.convert(Float, Double)?,
            Opcode::D2i => self.convert(Double, Int)?,
            Opcode::D2l => self.convert(Double, Long)?,
            Opcode::D2f => self.convert(Double, Float)?,

            Opcode::Lcmp => {
                let (a, b) = self.operands(Long)?;
                let less = Expr::binary(SLt, a.expr.clone(), b.expr.clone());
                let equal = Expr::binary(Eq, a.expr, b.expr);
                self.push_value(compare(less, equal), Int);
            }
            Opcode::Fcmpl => self.compare_floats(Float, -1)?,
            Opcode::Fcmpg => self.compare_floats(Float, 1)?,
            Opcode::Dcmpl => self.compare_floats(Double, -1)?,
            Opcode::Dcmpg => self.compare_floats(Double, 1)?,

            Opcode::Ifeq(j) => return self.branch_zero(Eq, Side::Straight, *j),
            Opcode::Ifne(j) => return self.branch_zero(Ne, Side::Straight, *j),
            Opcode::Iflt(j) => return self.branch_zero(SLt, Side::Straight, *j),
            Opcode::Ifle(j) => return self.branch_zero(SLe, Side::Straight, *j),
            Opcode::Ifgt(j) => return self.branch_zero(SLt, Side::Swapped, *j),
            Opcode::Ifge(j) => return self.branch_zero(SLe, Side::Swapped, *j),
            Opcode::IfIcmpeq(j) => return self.branch_ints(Eq, Side::Straight, *j),
            Opcode::IfIcmpne(j) => return self.branch_ints(Ne, Side::Straight, *j),
            Opcode::IfIcmplt(j) => return self.branch_ints(SLt, Side::Straight, *j),
            Opcode::IfIcmple(j) => return self.branch_ints(SLe, Side::Straight, *j),
            Opcode::IfIcmpgt(j) => return self.branch_ints(SLt, Side::Swapped, *j),
            Opcode::IfIcmpge(j) => return self.branch_ints(SLe, Side::Swapped, *j),
            Opcode::IfAcmpeq(j) => return self.branch_references(Eq, *j),
            Opcode::IfAcmpne(j) => return self.branch_references(Ne, *j),
            Opcode::Ifnull(j) => return self.branch_null(Eq, *j),
            Opcode::Ifnonnull(j) => return self.branch_null(Ne, *j),
            Opcode::Goto(j) => {
                self.go_to(self.target(*j))?;
                return Ok(Flow::Elsewhere);
            }
            Opcode::Lookupswitch(table) => {
                let cases = table.match_offsets.iter();
                let cases = cases.map(|(key, j)| (*key, self.target(*j))).collect();
                return self.switch(cases, self.target(table.default));
            }
            Opcode::Tableswitch(table) => {
                let keys = (0..).map(|index: i32| table.low.wrapping_add(index));
                let cases = keys.zip(&table.jumps);
                let cases = cases.map(|(key, j)| (key, self.target(*j))).collect();
                return self.switch(cases, self.target(table.default));
            }

            Opcode::Ireturn => return self.give_back(Some(Int)),
            Opcode::Lreturn => return self.give_back(Some(Long)),
            Opcode::Freturn => return self.give_back(Some(Float)),
            Opcode::Dreturn => return self.give_back(Some(Double)),
            Opcode::Areturn => return self.give_back(Some(Reference)),
            Opcode::Return => return self.give_back(None),
            Opcode::Athrow => {
                self.athrow()?;
                return Ok(Flow::Elsewhere);
            }

            Opcode::Getstatic(field) => self.get_static(field)?,
            Opcode::Putstatic(field) => self.put_static(field)?,
            Opcode::Getfield(field) => self.get_field(field)?,
            Opcode::Putfield(field) => self.put_field(field)?,
            Opcode::New(class) => self.new_object(class)?,
            Opcode::Newarray(element) => self.new_array(&primitive(*element))?,
            Opcode::Anewarray(element) => self.new_array(&object_type(element))?,
            Opcode::Multianewarray(array, dimensions) => {
                self.new_multi_array(&object_type(array), *dimensions)?;
            }
            Opcode::Arraylength => self.array_length()?,
            Opcode::Iaload => self.load_element(&JavaType::Int)?,
            Opcode::Laload => self.load_element(&JavaType::Long)?,
            Opcode::Faload => self.load_element(&JavaType::Float)?,
            Opcode::Daload => self.load_element(&JavaType::Double)?,
            Opcode::Aaload => self.load_element(&JavaType::class("java/lang/Object"))?,
            Opcode::Baload => self.load_element(&JavaType::Byte)?,
            Opcode::Caload => self.load_element(&JavaType::Char)?,
            Opcode::Saload => self.load_element(&JavaType::Short)?,
            Opcode::Iastore => self.store_element(&JavaType::Int)?,
            Opcode::Lastore => self.store_element(&JavaType::Long)?,
            Opcode::Fastore => self.store_element(&JavaType::Float)?,
            Opcode::Dastore => self.store_element(&JavaType::Double)?,
            Opcode::Aastore => self.store_element(&JavaType::class("java/lang/Object"))?,
            Opcode::Bastore => self.store_element(&JavaType::Byte)?,
            Opcode::Castore => self.store_element(&JavaType::Char)?,
            Opcode::Sastore => self.store_element(&JavaType::Short)?,
            Opcode::Checkcast(ty) => self.check_cast(&object_type(ty))?,
            Opcode::Instanceof(ty) => self.instance_of(&object_type(ty))?,
            Opcode::Monitorenter => self.monitor(Hold::Begin)?,
            Opcode::Monitorexit => self.monitor(Hold::End)?,

            Opcode::Invokestatic(method) => self.invoke_static(method)?,
            Opcode::Invokespecial(method) => self.invoke_special(method)?,
            Opcode::Invokevirtual(method) | Opcode::Invokeinterface(method, _) => {
                self.invoke_virtual(method)?;
            }
            Opcode::Invokedynamic(site) => self.invoke_dynamic(site)?,
            Opcode::Jsr(_) | Opcode::Ret(_) => {
                return Err(Refused::new(
                    "subroutines, as compilers before Java 6 made them",
                ));
            }
            Opcode::Breakpoint | Opcode::Impdep1 | Opcode::Impdep2 => {
                return Err(Refused::invalid("a reserved instruction"));
            }
        }
        Ok(Flow::Next)
    }

    fn constant(&mut self, value: i64) {
        let entry = Entry::new(Self::int(value), Kind::Int);
        self.push(entry.named(value.to_string()));
    }

    fn load_constant(&mut self, constant: &Loadable<'a>) -> Step<()> {
        match constant {
            Loadable::LiteralConstant(LiteralConstant::Integer(value)) => {
                self.constant((*value).into());
            }
            Loadable::LiteralConstant(LiteralConstant::Long(value)) => {
                self.push_value(Expr::int(Width::W64, (*value).into()), Kind::Long);
            }
            Loadable::LiteralConstant(LiteralConstant::Float(value)) => {
                self.push_value(float32(*value), Kind::Float);
            }
            Loadable::LiteralConstant(LiteralConstant::Double(value)) => {
                self.push_value(float(Kind::Double, *value), Kind::Double);
            }
            Loadable::LiteralConstant(LiteralConstant::String(text)) => {
                let string = self.lowering.string(text);
                let mut entry = Entry::new(Expr::Global(string), Kind::Reference);
                entry.is_given = true;
                entry.literal = Some((&**text).into());
                self.push(entry.named(format!("\"{text}\"")));
            }
            Loadable::LiteralConstant(LiteralConstant::StringBytes(bytes)) => {
                let units =
                    modified_utf8(bytes).ok_or_else(|| Refused::invalid("a broken string"))?;
                let string = self.lowering.string_of(&units);
                let mut entry = Entry::new(Expr::Global(string), Kind::Reference);
                entry.is_given = true;
                self.push(entry);
            }
            Loadable::ClassInfo(name) => {
                let class = self.lowering.class_object(&JavaType::class(name));
                let mut entry = Entry::new(Expr::Global(class), Kind::Reference);
                entry.is_given = true;
                self.push(entry);
            }
            _ => return Err(Refused::new("a method handle or dynamic constant")),
        }
        Ok(())
    }

    fn load(&mut self, slot: u16, kind: Kind) {
        let local = self.variable(slot, kind, self.at);
        let mut entry = Entry::new(Expr::Local(local), kind);
        entry.text = Some(match self.code.variable(slot, self.at) {
            Some(variable) => Text::Name(variable.name.clone()),
            None => Text::Made(format!("<local{slot}>").into()),
        });
        self.push(entry);
    }

    fn store(&mut self, slot: u16, kind: Kind, next: usize) -> Step<()> {
        let entry = self.take(kind)?;
        let local = self.variable(slot, kind, next);
        if entry.expr == Expr::Local(local) {
            return Ok(());
        }
        self.keep_from(local);
        let from_given = match entry.expr {
            Expr::Local(from) => self.given.contains(&from),
            _ => false,
        };
        match entry.is_given || from_given {
            true => self.given.insert(local),
            false => self.given.remove(&local),
        };
        self.builder.push(Op::Assign(local, entry.expr));
        Ok(())
    }

    /// Copies the top words below further words; a wide value is two words.
    fn duplicate(&mut self, words: usize, below: usize) -> Step<()> {
        let top = self.pop_words(words)?;
        let top: Vec<Entry> = top.into_iter().map(|entry| self.settle(entry)).collect();
        let under = self.pop_words(below)?;
        self.stack.extend(top.iter().cloned());
        self.stack.extend(under);
        self.stack.extend(top);
        Ok(())
    }

    /// Pops so many words, the deepest first.
    fn pop_words(&mut self, words: usize) -> Step<Vec<Entry>> {
        let mut entries = Vec::new();
        let mut left = words;
        while left > 0 {
            let entry = self.pop()?;
            let size = 1 + usize::from(entry.kind.is_wide());
            left = left
                .checked_sub(size)
                .ok_or_else(|| Refused::invalid("half of a value"))?;
            entries.insert(0, entry);
        }
        Ok(entries)
    }
}

/// The code units of a string that is not valid UTF-16.
fn modified_utf8(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut units = Vec::new();
    let mut rest = bytes;
    loop {
        let (unit, length) = match rest {
            [] => return Some(units),
            [a, ..] if *a < 0x80 => (u16::from(*a), 1),
            [a, b, ..] if a & 0xe0 == 0xc0 => (u16::from(a & 0x1f) << 6 | u16::from(b & 0x3f), 2),
            [a, b, c, ..] if a & 0xf0 == 0xe0 => {
                let high = u16::from(a & 0x0f) << 12 | u16::from(b & 0x3f) << 6;
                (high | u16::from(c & 0x3f), 3)
            }
            _ => return None,
        };
        units.push(unit);
        rest = &rest[length..];
    }
}

/// A condition on the stack.
pub(super) fn pushed_boolean(condition: Expr) -> Entry {
    Entry::new(boolean(condition), Kind::Int)
}
