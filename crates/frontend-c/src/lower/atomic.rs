//! gcc's atomic builtins, on one thread.

use super::arith::Written;
use super::builtin::KnownCall;
use super::place::{Lvalue, Memory};
use super::{Lowerer, Rvalue};
use crate::ast::BinaryOp;
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::Type;
use ir::Expr;

/// What a read-modify-write operation gives.
#[derive(Clone, Copy, PartialEq)]
enum Gives {
    Old,
    New,
}

impl Lowerer {
    /// `__sync_…` and `__atomic_…`.
    pub(super) fn atomic(&mut self, name: &str, call: KnownCall<'_>) -> Lowered<Option<Rvalue>> {
        let unsupported = || Diagnostic::unsupported(call.span(), format!("`{name}`"));
        let stem = name
            .trim_start_matches("__sync_")
            .trim_start_matches("__atomic_");
        if matches!(stem, "synchronize" | "thread_fence" | "signal_fence") {
            return Ok(Some(Rvalue::void()));
        }
        if matches!(stem, "is_lock_free" | "always_lock_free") {
            return Ok(Some(self.integer_value(1, &Type::BOOL)));
        }
        let (place, ty) = self.atomic_place(call)?;
        let value = match stem {
            "load_n" => self.load(place, call.argument(0)?)?,
            "load" => {
                let value = self.load(place, call.argument(0)?)?;
                let to = self.place_behind(call, 1, &ty)?;
                self.store(&to, value, call.argument(1)?)?;
                Rvalue::void()
            }
            "store" => {
                let from = self.place_behind(call, 1, &ty)?;
                let value = self.load(from, call.argument(1)?)?;
                self.store(&place, value, call.argument(0)?)?;
                Rvalue::void()
            }
            "exchange" => {
                let (from, to) = (
                    self.place_behind(call, 1, &ty)?,
                    self.place_behind(call, 2, &ty)?,
                );
                let value = self.load(from, call.argument(1)?)?;
                let value = self.stable(value, call.span())?;
                let old = self.load(place.clone(), call.argument(0)?)?;
                let old = self.stable(old, call.span())?;
                self.store(&place, value, call.argument(0)?)?;
                self.store(&to, old, call.argument(2)?)?;
                Rvalue::void()
            }
            "compare_exchange" => {
                let from = self.place_behind(call, 2, &ty)?;
                let desired = self.load(from, call.argument(2)?)?;
                self.compare_exchange(place, &ty, desired, call)?
            }
            "store_n" => {
                let value = self.rvalue_of_type(call.argument(1)?, &ty)?;
                self.store(&place, value, call.argument(0)?)?;
                Rvalue::void()
            }
            "lock_release" | "clear" => {
                let zero = self.zero(&ty, call.span())?;
                self.store(&place, zero, call.argument(0)?)?;
                Rvalue::void()
            }
            "lock_test_and_set" | "exchange_n" => self.exchange(place, &ty, call)?,
            "test_and_set" => {
                let old = self.load(place.clone(), call.argument(0)?)?;
                let old = self.stable(old, call.span())?;
                let one = Rvalue::new(Expr::int(ir::Width::W32, 1), Type::INT);
                let one = self.convert(one, &ty, call.span())?;
                self.store(&place, one, call.argument(0)?)?;
                self.convert(old, &Type::BOOL, call.span())?
            }
            "val_compare_and_swap" => self.compare_and_swap(place, &ty, call)?.0,
            "bool_compare_and_swap" => {
                let swapped = self.compare_and_swap(place, &ty, call)?.1;
                self.convert(swapped, &Type::BOOL, call.span())?
            }
            "compare_exchange_n" => {
                let desired = self.rvalue_of_type(call.argument(2)?, &ty)?;
                self.compare_exchange(place, &ty, desired, call)?
            }
            _ => match fetch_operation(stem) {
                Some((op, gives)) => self.fetch_and_modify(place, &ty, op, gives, call)?,
                None => return Err(unsupported()),
            },
        };
        Ok(Some(value))
    }

    fn atomic_place(&mut self, call: KnownCall<'_>) -> Lowered<(Lvalue, Type)> {
        let pointer = self.rvalue(call.argument(0)?)?;
        let pointer = self.stable(pointer, call.span())?;
        let Some(target) = pointer
            .ty
            .pointee()
            .filter(|target| target.is_scalar() || target.is_void())
        else {
            return Err(Diagnostic::unsupported(
                call.span(),
                "an atomic operation on this type",
            ));
        };
        let ty = if target.is_void() {
            Type::BOOL
        } else {
            target.unqualified()
        };
        let align = self.align_of(&ty);
        Ok((
            Lvalue::Memory(Memory::pointed(pointer.expr, ty.clone(), align)),
            ty,
        ))
    }

    /// What an argument points to.
    fn place_behind(&mut self, call: KnownCall<'_>, index: usize, ty: &Type) -> Lowered<Lvalue> {
        let pointer = self.rvalue(call.argument(index)?)?;
        let pointer = self.stable(pointer, call.span())?;
        let align = self.align_of(ty);
        let memory = Memory::pointed(pointer.expr, ty.clone(), align);
        Ok(Lvalue::Memory(memory))
    }

    fn exchange(&mut self, place: Lvalue, ty: &Type, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let value = self.rvalue_of_type(call.argument(1)?, ty)?;
        let old = self.load(place.clone(), call.argument(0)?)?;
        let old = self.stable(old, call.span())?;
        self.store(&place, value, call.argument(0)?)?;
        Ok(old)
    }

    /// The old value, and whether it was the expected one and has been replaced.
    fn compare_and_swap(
        &mut self,
        place: Lvalue,
        ty: &Type,
        call: KnownCall<'_>,
    ) -> Lowered<(Rvalue, Rvalue)> {
        let expected = self.rvalue_of_type(call.argument(1)?, ty)?;
        let desired = self.rvalue_of_type(call.argument(2)?, ty)?;
        let (expected, desired) = (
            self.stable(expected, call.span())?,
            self.stable(desired, call.span())?,
        );
        let old = self.load(place.clone(), call.argument(0)?)?;
        let old = self.stable(old, call.span())?;
        let same = self.replace_if_same(&place, &old, expected, desired, call)?;
        Ok((old, same))
    }

    /// Stores the desired value if the old one is the expected one; whether it is.
    fn replace_if_same(
        &mut self,
        place: &Lvalue,
        old: &Rvalue,
        expected: Rvalue,
        desired: Rvalue,
        call: KnownCall<'_>,
    ) -> Lowered<Rvalue> {
        let same = fold::binary(ir::BinaryOp::Eq, old.expr.clone(), expected.expr);
        let same = self.boolean(same);
        let same = self.stable(same, call.span())?;
        let truth = self.truth(same.clone(), call.span())?;
        let kept = Box::new(old.expr.clone());
        let replaced = Expr::If(Box::new(truth), Box::new(desired.expr), kept);
        let replaced = Rvalue::new(replaced, old.ty.clone());
        self.store(place, replaced, call.argument(0)?)?;
        Ok(same)
    }

    /// `__atomic_compare_exchange`: the expected value is behind a pointer, and is replaced by what
    /// was found.
    fn compare_exchange(
        &mut self,
        place: Lvalue,
        ty: &Type,
        desired: Rvalue,
        call: KnownCall<'_>,
    ) -> Lowered<Rvalue> {
        let expected_place = self.place_behind(call, 1, ty)?;
        let desired = self.stable(desired, call.span())?;
        let expected = self.load(expected_place.clone(), call.argument(1)?)?;
        let old = self.load(place.clone(), call.argument(0)?)?;
        let old = self.stable(old, call.span())?;
        let same = self.replace_if_same(&place, &old, expected, desired, call)?;
        self.store(&expected_place, old, call.argument(1)?)?;
        self.convert(same, &Type::BOOL, call.span())
    }

    fn fetch_and_modify(
        &mut self,
        place: Lvalue,
        ty: &Type,
        op: FetchOp,
        gives: Gives,
        call: KnownCall<'_>,
    ) -> Lowered<Rvalue> {
        let operand_expr = call.argument(1)?;
        let operand = self.rvalue(operand_expr)?;
        let old = self.load(place.clone(), call.argument(0)?)?;
        let old = self.stable(old, call.span())?;
        // Atomic arithmetic wraps around: no claims about overflow.
        let silent = std::mem::replace(&mut self.function.silent, true);
        let binary = match op {
            FetchOp::Binary(op) => op,
            FetchOp::Nand => BinaryOp::BitAnd,
        };
        let written = Written {
            op: binary,
            whole: call.expr,
            left: call.argument(0)?,
            right: operand_expr,
        };
        let result = self.binary_values(written, old.clone(), operand);
        self.function.silent = silent;
        let mut result = self.convert(result?, ty, call.span())?;
        if op == FetchOp::Nand {
            result.expr = fold::unary(ir::UnaryOp::Not, result.expr);
        }
        let new = self.store(&place, result, call.argument(0)?)?;
        Ok(if gives == Gives::Old { old } else { new })
    }
}

#[derive(Clone, Copy, PartialEq)]
enum FetchOp {
    Binary(BinaryOp),
    Nand,
}

fn fetch_operation(stem: &str) -> Option<(FetchOp, Gives)> {
    let (name, gives) = if let Some(name) = stem.strip_prefix("fetch_and_") {
        (name, Gives::Old)
    } else if let Some(name) = stem.strip_suffix("_and_fetch") {
        (name, Gives::New)
    } else if let Some(name) = stem.strip_suffix("_fetch") {
        (name, Gives::New)
    } else {
        (stem.strip_prefix("fetch_")?, Gives::Old)
    };
    let op = match name {
        "add" => FetchOp::Binary(BinaryOp::Add),
        "sub" => FetchOp::Binary(BinaryOp::Sub),
        "or" => FetchOp::Binary(BinaryOp::BitOr),
        "and" => FetchOp::Binary(BinaryOp::BitAnd),
        "xor" => FetchOp::Binary(BinaryOp::BitXor),
        "nand" => FetchOp::Nand,
        _ => return None,
    };
    Some((op, gives))
}
