//! What verifiers' functions say about pointers: which bytes may be accessed, where in which object
//! they lead.

use super::builtin::KnownCall;
use super::{Lowerer, Rvalue};
use crate::error::Lowered;
use crate::fold;
use crate::types::{Integer, Type};
use ir::{BinaryOp, CastOp, ClaimKind, Condition, Expr, Measure, Op, Scalar, Span, UnaryOp};

impl Lowerer {
    /// A question about pointers, if the call is one.
    pub(super) fn pointer_query(
        &mut self,
        name: &str,
        call: KnownCall<'_>,
    ) -> Lowered<Option<Rvalue>> {
        let family = ["__CPROVER_", "__ESBMC_"];
        let Some(question) = family.iter().find_map(|family| name.strip_prefix(family)) else {
            return Ok(None);
        };
        let size_type = Type::integer(Integer::size_t(self.model));
        Ok(Some(match question {
            "r_ok" | "w_ok" | "rw_ok" => {
                let pointer = self.queried(call, 0)?;
                let room = self.room(name, &pointer, call.span())?;
                let size = self.queried_size(call)?;
                let nothing = Expr::int(self.model.pointer_width(), 0);
                let nothing = fold::binary(BinaryOp::Eq, size.clone(), nothing);
                let fits = fold::binary(BinaryOp::ULe, size, room.clone());
                let exists = fold::binary(BinaryOp::Ne, room, self.no_room());
                let ok = fold::binary(BinaryOp::And, fits, exists);
                let ok = fold::binary(BinaryOp::Or, nothing, ok);
                let ok = self.boolean(ok);
                self.convert(ok, &Type::BOOL, call.span())?
            }
            "OBJECT_SIZE" | "get_object_size" => {
                let pointer = self.queried(call, 0)?;
                let size = self.size_of_object(&pointer, call.span())?;
                Rvalue::new(size, size_type)
            }
            "POINTER_OFFSET" => {
                let pointer = self.queried(call, 0)?;
                let offset = self.measured(Measure::Offset, &pointer, call.span())?;
                Rvalue::new(offset, size_type)
            }
            "POINTER_OBJECT" => {
                let start = self.start_of_object(call, 0)?;
                let number = Scalar::Int(self.model.pointer_width());
                let number = fold::cast(CastOp::PointerToInt, number, start);
                Rvalue::new(number, size_type)
            }
            "same_object" => {
                let first = self.start_of_object(call, 0)?;
                let second = self.start_of_object(call, 1)?;
                let same = self.boolean(fold::binary(BinaryOp::Eq, first, second));
                self.convert(same, &Type::BOOL, call.span())?
            }
            _ => return Ok(None),
        }))
    }

    /// The pointer that is asked about.
    fn queried(&mut self, call: KnownCall<'_>, index: usize) -> Lowered<Expr> {
        let pointer = Type::VOID.pointer_to();
        let value = self.typed_argument(call, index, &pointer)?;
        let value = self.stable(Rvalue::new(value, pointer), call.span())?;
        Ok(value.expr)
    }

    /// How many bytes are asked about: those of what the pointer points to, if nothing is said.
    fn queried_size(&mut self, call: KnownCall<'_>) -> Lowered<Expr> {
        if call.arguments.len() > 1 {
            return self.size_argument(call, 1);
        }
        let argument = call.argument(0)?;
        let ty = self.if_pure(|this| this.rvalue(argument))?;
        let ty = ty.and_then(|value| value.ty.pointee().cloned());
        let size = match ty {
            Some(ty) => self.size_of(&ty, call.span())?,
            None => 1,
        };
        Ok(self.size_value(size).expr)
    }

    /// How many bytes can be accessed from an address on. CBMC claims that its functions are not
    /// asked about pointers that lead nowhere.
    fn room(&mut self, name: &str, pointer: &Expr, span: Span) -> Lowered<Expr> {
        let room = self.measured(Measure::Room, pointer, span)?;
        if name.starts_with("__CPROVER_") {
            let is_null = fold::binary(BinaryOp::Eq, pointer.clone(), Expr::NULL);
            let leads = fold::binary(BinaryOp::Ne, room.clone(), self.no_room());
            let valid = fold::binary(BinaryOp::Or, is_null, leads);
            let subject = format!("the pointer that `{name}` is asked about");
            let kind = ClaimKind::Precondition;
            self.check(Condition::Holds(valid), kind, &subject, Vec::new(), span);
        }
        Ok(room)
    }

    /// The size of the object that a pointer leads into; zero for a null pointer.
    fn size_of_object(&mut self, pointer: &Expr, span: Span) -> Lowered<Expr> {
        let room = self.measured(Measure::Room, pointer, span)?;
        let offset = self.measured(Measure::Offset, pointer, span)?;
        let leads_nowhere = fold::binary(BinaryOp::Eq, room.clone(), self.no_room());
        let not_null = fold::binary(BinaryOp::Ne, pointer.clone(), Expr::NULL);
        let is_lost = fold::binary(BinaryOp::And, leads_nowhere.clone(), not_null);
        let (lost, known) = self.builder().branch(is_lost, span);
        self.builder().resume(lost);
        let what = "the size of an object into which a pointer does not lead".into();
        self.builder().finish(Op::Unsupported(what), span);
        self.builder().resume(known);
        let nothing = Expr::int(self.model.pointer_width(), 0);
        let whole = fold::binary(BinaryOp::Add, offset, room);
        Ok(Expr::If(
            Box::new(leads_nowhere),
            Box::new(nothing),
            Box::new(whole),
        ))
    }

    /// What is measured where nothing can be accessed.
    fn no_room(&self) -> Expr {
        fold::unary(UnaryOp::Not, Expr::int(self.model.pointer_width(), 0))
    }

    /// The start of the object that a pointer leads into.
    fn start_of_object(&mut self, call: KnownCall<'_>, index: usize) -> Lowered<Expr> {
        let pointer = self.queried(call, index)?;
        let offset = self.measured(Measure::Offset, &pointer, call.span())?;
        let back = fold::unary(UnaryOp::Neg, offset);
        Ok(fold::offset(pointer, back))
    }

    fn measured(&mut self, measure: Measure, pointer: &Expr, span: Span) -> Lowered<Expr> {
        let size = Type::integer(Integer::size_t(self.model));
        let dest = self.temporary(&size, span)?;
        let op = Op::Measure {
            dest,
            measure,
            address: pointer.clone(),
        };
        self.emit(op, span);
        Ok(Expr::Local(dest))
    }
}
