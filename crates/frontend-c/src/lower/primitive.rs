//! The primitives that the library model is written with: operations of `ir`, spelled as calls.

use super::builtin::KnownCall;
use super::{Lowerer, Rvalue};
use crate::ast::{self, ExprKind};
use crate::error::{Diagnostic, Lowered};
use crate::types::{Integer, Type};
use ir::{
    AccessMode, ClaimKind, Condition, Contents, Expr, Halt, Measure, NewObject, Op, Source,
    SourceKind, Storage, Width,
};

impl Lowerer {
    /// A call of `__concrex_…`.
    pub(super) fn primitive(&mut self, name: &str, call: KnownCall<'_>) -> Lowered<Option<Rvalue>> {
        let span = call.span();
        let pointer = Type::VOID.pointer_to();
        Ok(Some(match name {
            "alloc" => {
                let size = self.size_argument(call, 0)?;
                let align = self.constant_integer(call.argument(1)?).unwrap_or(0);
                let zeroed = self.constant_integer(call.argument(2)?)? != 0;
                if align <= 0 {
                    self.aligned_allocation(size, call)?
                } else {
                    self.allocate(size, align as u64, Storage::Heap, zeroed, span)?
                }
            }
            "alloc_internal" => {
                let size = self.size_argument(call, 0)?;
                self.allocate(size, self.model.max_align(), Storage::Internal, false, span)?
            }
            "free" => {
                let address = self.typed_argument(call, 0, &pointer)?;
                let condition = Condition::Freeable(address.clone());
                self.check(condition, ClaimKind::InvalidFree, "free", Vec::new(), span);
                self.emit(Op::Free(address), span);
                Rvalue::void()
            }
            "free_internal" => {
                let address = self.typed_argument(call, 0, &pointer)?;
                self.emit(Op::Free(address), span);
                Rvalue::void()
            }
            "object_size" => {
                let address = self.typed_argument(call, 0, &pointer)?;
                let size = Type::integer(Integer::size_t(self.model));
                let dest = self.temporary(&size, span)?;
                let measure = Measure::Size;
                self.emit(
                    Op::Measure {
                        dest,
                        measure,
                        address,
                    },
                    span,
                );
                Rvalue::new(Expr::Local(dest), size)
            }
            "copy" => {
                let Range { to, from, size } = self.copied_range(call)?;
                self.emit(Op::Copy { to, from, size }, span);
                Rvalue::void()
            }
            "unsupported" => {
                let ExprKind::String(text) = &call.argument(0)?.kind else {
                    return Ok(None);
                };
                let what: String = text
                    .units
                    .iter()
                    .filter_map(|u| char::from_u32(*u))
                    .collect();
                self.emit(Op::Unsupported(what.into()), span);
                Rvalue::void()
            }
            "copy_disjoint" => self.copy_disjoint(call)?,
            "fill" => {
                let to = self.typed_argument(call, 0, &pointer)?;
                let byte = self.typed_argument(call, 1, &Type::integer(Integer::UChar))?;
                let size = self.size_argument(call, 2)?;
                self.access_check(
                    to.clone(),
                    size.clone(),
                    1,
                    AccessMode::Write,
                    call.argument(0)?,
                );
                self.emit(Op::Fill { to, byte, size }, span);
                Rvalue::void()
            }
            "check" => self.library_check(call)?,
            "assume" => {
                let holds = self.condition(call.argument(0)?)?;
                self.emit(Op::Assume(holds), span);
                Rvalue::void()
            }
            "input_byte" => self.input_byte(call)?,
            "input_string" => self.input_string(call)?,
            "input_value" => self.input_value(call)?,
            "output" => {
                let stream = self.typed_argument(call, 0, &Type::INT)?;
                let from = self.typed_argument(call, 1, &pointer)?;
                let size = self.size_argument(call, 2)?;
                self.access_check(
                    from.clone(),
                    size.clone(),
                    1,
                    AccessMode::Read,
                    call.argument(1)?,
                );
                self.emit(Op::Output { stream, from, size }, span);
                Rvalue::void()
            }
            "exit" => {
                let status = self.typed_argument(call, 0, &Type::INT)?;
                let (leak, freed) = (Condition::NothingLeaked, Condition::EverythingFreed);
                self.check(leak, ClaimKind::Leak, "exit", Vec::new(), span);
                self.check(freed, ClaimKind::NotFreed, "exit", Vec::new(), span);
                self.builder().finish(Op::Halt(Halt::Exit(status)), span);
                Rvalue::void()
            }
            "abort" => {
                self.builder().finish(Op::Halt(Halt::Abort), span);
                Rvalue::void()
            }
            _ => return Ok(None),
        }))
    }

    fn allocate(
        &mut self,
        size: Expr,
        align: u64,
        storage: Storage,
        zeroed: bool,
        span: ir::Span,
    ) -> Lowered<Rvalue> {
        let pointer = Type::VOID.pointer_to();
        let dest = self.temporary(&pointer, span)?;
        let contents = if zeroed {
            Contents::Zero
        } else {
            Contents::Uninitialised
        };
        let object = NewObject {
            size,
            align,
            storage,
            contents,
            ty: None,
            name: None,
        };
        self.emit(Op::Alloc { dest, object }, span);
        Ok(Rvalue::new(Expr::Local(dest), pointer))
    }

    /// The first three arguments of a copy, with the claims that they may be accessed.
    fn copied_range(&mut self, call: KnownCall<'_>) -> Lowered<Range> {
        let pointer = Type::VOID.pointer_to();
        let to = self.typed_argument(call, 0, &pointer)?;
        let from = self.typed_argument(call, 1, &pointer)?;
        let size = self.size_argument(call, 2)?;
        let (read, written) = (call.argument(1)?, call.argument(0)?);
        self.access_check(from.clone(), size.clone(), 1, AccessMode::Read, read);
        self.access_check(to.clone(), size.clone(), 1, AccessMode::Write, written);
        Ok(Range { to, from, size })
    }

    /// `__concrex_copy_disjoint(to, from, n, "message")`.
    fn copy_disjoint(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let Some(message) = literal_text(call.argument(3)?) else {
            return Err(Diagnostic::error(call.span(), "a claim needs a message"));
        };
        let Range { to, from, size } = self.copied_range(call)?;
        let condition = Condition::Disjoint(to.clone(), from.clone(), size.clone());
        let kind = ClaimKind::Overlap;
        self.check(condition, kind, &message, Vec::new(), call.span());
        self.emit(Op::Copy { to, from, size }, call.span());
        Ok(Rvalue::void())
    }

    /// An alignment that is known only at run time: a choice among the powers of two.
    fn aligned_allocation(&mut self, size: Expr, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let span = call.span();
        let pointer = Type::VOID.pointer_to();
        let result = self.temporary(&pointer, span)?;
        let align = self.size_argument(call, 1)?;
        let width = self.model.pointer_width();
        let join = self.builder().location();
        for power in 4..=LARGEST_ALIGNMENT {
            let most = Expr::int(width, 1 << power);
            let fits = crate::fold::binary(ir::BinaryOp::ULe, align.clone(), most);
            let fits = if power == LARGEST_ALIGNMENT {
                Expr::TRUE
            } else {
                fits
            };
            let (taken, next) = self.builder().branch(fits, span);
            self.builder().resume(taken);
            let value = self.allocate(size.clone(), 1 << power, Storage::Heap, false, span)?;
            self.emit(Op::Assign(result, value.expr), span);
            self.builder().jump(join, span);
            self.builder().resume(next);
        }
        self.builder().resume(join);
        Ok(Rvalue::new(Expr::Local(result), pointer))
    }

    /// `__concrex_check(condition, "kind", "message")`.
    fn library_check(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let kind_name = literal_text(call.argument(1)?);
        let message = literal_text(call.argument(2)?);
        let known = ClaimKind::ALL
            .iter()
            .find(|kind| Some(kind.name()) == kind_name.as_deref());
        let (Some(kind), Some(message)) = (known, message) else {
            return Err(Diagnostic::error(
                call.span(),
                "a check needs a kind and a message",
            ));
        };
        if let ExprKind::Call(function, arguments) = &call.argument(0)?.kind
            && matches!(&function.kind, ExprKind::Name(name) if &**name == "__concrex_disjoint")
        {
            let inner = KnownCall {
                expr: call.argument(0)?,
                arguments,
            };
            let pointer = Type::VOID.pointer_to();
            let left = self.typed_argument(inner, 0, &pointer)?;
            let right = self.typed_argument(inner, 1, &pointer)?;
            let size = self.size_argument(inner, 2)?;
            let condition = Condition::Disjoint(left, right, size);
            self.check(condition, *kind, &message, Vec::new(), call.span());
            return Ok(Rvalue::void());
        }
        let holds = self.condition(call.argument(0)?)?;
        self.check(
            Condition::Holds(holds),
            *kind,
            &message,
            Vec::new(),
            call.span(),
        );
        Ok(Rvalue::void())
    }

    fn input_byte(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let (kind, index) = match self.constant_integer(call.argument(0)?)? {
            0 => (SourceKind::Stdin, None),
            4 => (SourceKind::File, Some(self.size_argument(call, 2)?)),
            _ => return Err(Diagnostic::error(call.span(), "no source of bytes")),
        };
        let source = Source {
            kind,
            name: kind.name().into(),
            dynamic_name: self.dynamic_name(kind, call)?,
            index,
        };
        let value = self.input(&Type::INT, source, call.span())?;
        // -1 at the end, else a byte.
        let low = Expr::int(Width::W32, -1);
        let high = Expr::int(Width::W32, 255);
        let above = crate::fold::binary(ir::BinaryOp::SLe, low, value.expr.clone());
        let below = crate::fold::binary(ir::BinaryOp::SLe, value.expr.clone(), high);
        let in_range = crate::fold::binary(ir::BinaryOp::And, above, below);
        self.emit(Op::Assume(in_range), call.span());
        Ok(value)
    }

    fn input_string(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let span = call.span();
        let kind = match self.constant_integer(call.argument(0)?)? {
            1 => SourceKind::Argument,
            3 => SourceKind::Environment,
            _ => return Err(Diagnostic::error(span, "no source of strings")),
        };
        let source = Box::new(Source {
            kind,
            name: kind.name().into(),
            dynamic_name: self.dynamic_name(kind, call)?,
            index: None,
        });
        let pointer = Type::integer(Integer::Char).pointer_to();
        let dest = self.temporary(&pointer, span)?;
        let ty = self.ir_type(&Type::INT);
        self.emit(Op::InputString { dest, ty, source }, span);
        Ok(Rvalue::new(Expr::Local(dest), pointer))
    }

    fn input_value(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let kind = match self.constant_integer(call.argument(0)?)? {
            2 => SourceKind::ArgumentCount,
            3 => SourceKind::EnvironmentExists,
            4 => SourceKind::FileExists,
            5 => SourceKind::Random,
            6 => SourceKind::Clock,
            _ => SourceKind::Other,
        };
        let dynamic_name = self.dynamic_name(kind, call)?;
        let name = literal_text(call.argument(1)?);
        let name = name.as_deref().unwrap_or(kind.name()).into();
        let source = Source {
            kind,
            name,
            dynamic_name,
            index: None,
        };
        let ty = Type::integer(Integer::ULongLong);
        self.input(&ty, source, call.span())
    }

    fn dynamic_name(&mut self, kind: SourceKind, call: KnownCall<'_>) -> Lowered<Option<Expr>> {
        match kind {
            SourceKind::Stdin
            | SourceKind::ArgumentCount
            | SourceKind::Random
            | SourceKind::Clock => Ok(None),
            _ if matches!(call.argument(1)?.kind, ExprKind::String(_)) => Ok(None),
            _ => self
                .typed_argument(call, 1, &Type::VOID.pointer_to())
                .map(Some),
        }
    }
}

/// What is copied where.
struct Range {
    to: Expr,
    from: Expr,
    size: Expr,
}

/// The largest alignment that can be asked for at run time, as a power of two.
const LARGEST_ALIGNMENT: i128 = 16;

fn literal_text(expr: &ast::Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::String(string) => Some(
            string
                .units
                .iter()
                .filter_map(|unit| char::from_u32(*unit))
                .collect(),
        ),
        _ => None,
    }
}
