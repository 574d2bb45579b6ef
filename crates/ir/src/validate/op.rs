//! The types of operations.

use super::expr::Types;
use super::{Problem, Wanted};
use crate::expr::Expr;
use crate::op::{Check, Condition, Halt, Op, Place, SourceKind, Target};
use crate::program::LocalId;
use crate::scalar::{Scalar, Width};

const INT: Scalar = Scalar::Int(Width::W32);
const BYTE: Scalar = Scalar::Int(Width::W8);

impl Types<'_> {
    pub(super) fn op(self, op: &Op) -> Result<(), Problem> {
        let (pointer, word) = (Scalar::Pointer, self.word());
        match op {
            Op::Skip | Op::Unsupported(_) | Op::Halt(Halt::Abort) => Ok(()),
            Op::Assign(dest, value) => self.expect(value, self.local(*dest)?),
            Op::Forget(local) => self.local(*local).map(drop),
            Op::Load { dest, place } => {
                self.place(place)?;
                self.is(*dest, place.scalar)
            }
            Op::Store { place, value } => {
                self.place(place)?;
                self.expect(value, place.scalar)
            }
            Op::Copy { to, from, size } => {
                self.expect(to, pointer)?;
                self.expect(from, pointer)?;
                self.expect(size, word)
            }
            Op::Fill { to, byte, size } => {
                self.expect(to, pointer)?;
                self.expect(byte, BYTE)?;
                self.expect(size, word)
            }
            Op::Alloc { dest, object } => {
                alignment(object.align)?;
                self.is(*dest, pointer)?;
                self.expect(&object.size, word)
            }
            Op::Free(address) => self.expect(address, pointer),
            Op::EndScope(local) | Op::Protect(local) => self.is(*local, pointer),
            Op::Measure { dest, address, .. } => {
                self.is(*dest, word)?;
                self.expect(address, pointer)
            }
            Op::Assume(condition) => self.expect(condition, Scalar::BOOL),
            Op::Check(check) => self.check(check),
            Op::Input { dest, ty, source } => {
                self.local(*dest)?;
                self.declared(*ty)?;
                if let Some(name) = &source.dynamic_name {
                    self.expect(name, pointer)?;
                }
                source
                    .index
                    .as_ref()
                    .map_or(Ok(()), |index| self.expect(index, word))
            }
            Op::InputString { dest, ty, source } => {
                self.is(*dest, pointer)?;
                self.declared(*ty)?;
                if let Some(name) = &source.dynamic_name {
                    self.expect(name, pointer)?;
                }
                match (source.kind, &source.index) {
                    (SourceKind::Argument | SourceKind::Environment, None) => Ok(()),
                    _ => Err(Problem::StringSource),
                }
            }
            Op::Output { stream, from, size } => {
                self.expect(stream, INT)?;
                self.expect(from, pointer)?;
                self.expect(size, word)
            }
            Op::Call {
                dest,
                target,
                arguments,
            } => self.call(*dest, target, arguments),
            Op::Return(None) => Ok(()),
            Op::Return(Some(value)) => match self.procedure.signature.result {
                Some(result) if result == self.scalar(value)? => Ok(()),
                _ => Err(Problem::ReturnType),
            },
            Op::Havoc {
                dest, reachable, ..
            } => {
                dest.map_or(Ok(()), |dest| self.local(dest).map(drop))?;
                reachable
                    .iter()
                    .try_for_each(|address| self.expect(address, pointer))
            }
            Op::Halt(Halt::Exit(status)) => self.expect(status, INT),
        }
    }

    /// A local of a certain type.
    fn is(self, local: LocalId, wanted: Scalar) -> Result<(), Problem> {
        let found = self.local(local)?;
        let wanted_type = Wanted::Scalar(wanted);
        if found == wanted {
            Ok(())
        } else {
            Err(Problem::Type {
                wanted: wanted_type,
                found,
            })
        }
    }

    fn declared(self, ty: crate::TypeId) -> Result<(), Problem> {
        let known = (ty.0 as usize) < self.program.types.len();
        if known {
            Ok(())
        } else {
            Err(Problem::UnknownType)
        }
    }

    fn place(self, place: &Place) -> Result<(), Problem> {
        self.expect(&place.address, Scalar::Pointer)?;
        let Some(bits) = place.bits else {
            return Ok(());
        };
        let Scalar::Int(unit) = place.scalar else {
            return Err(Problem::BitRange);
        };
        let end = u32::from(bits.offset) + u32::from(bits.width);
        if bits.width == 0 || end > unit.bits() {
            Err(Problem::BitRange)
        } else {
            Ok(())
        }
    }

    fn call(
        self,
        dest: Option<LocalId>,
        target: &Target,
        arguments: &[Expr],
    ) -> Result<(), Problem> {
        let id = match target {
            Target::Direct(id) => *id,
            Target::Indirect(address) => {
                self.expect(address, Scalar::Pointer)?;
                dest.map_or(Ok(()), |dest| self.local(dest).map(drop))?;
                return arguments
                    .iter()
                    .try_for_each(|argument| self.scalar(argument).map(drop));
            }
        };
        let callee = self.program.procedures.get(id.0 as usize);
        let signature = &callee.ok_or(Problem::UnknownProcedure(id))?.signature;
        let (wanted, found) = (signature.parameters.len(), arguments.len());
        if wanted != found {
            return Err(Problem::Arity { wanted, found });
        }
        for (argument, parameter) in arguments.iter().zip(&signature.parameters) {
            self.expect(argument, *parameter)?;
        }
        match dest {
            Some(dest) if Some(self.local(dest)?) != signature.result => Err(Problem::CallResult),
            _ => Ok(()),
        }
    }

    fn check(self, check: &Check) -> Result<(), Problem> {
        let (pointer, word) = (Scalar::Pointer, self.word());
        match &check.condition {
            Condition::Holds(condition) => self.expect(condition, Scalar::BOOL),
            Condition::Initialised(local) => self.local(*local).map(drop),
            Condition::Access {
                address,
                size,
                align,
                ..
            } => {
                alignment(*align)?;
                self.expect(address, pointer)?;
                self.expect(size, word)
            }
            Condition::Freeable(address) | Condition::Callable(address, _) => {
                self.expect(address, pointer)
            }
            Condition::SameObject(first, second) => {
                self.expect(first, pointer)?;
                self.expect(second, pointer)
            }
            Condition::Disjoint(first, second, size) => {
                self.expect(first, pointer)?;
                self.expect(second, pointer)?;
                self.expect(size, word)
            }
            Condition::NothingLeaked | Condition::EverythingFreed => Ok(()),
        }?;
        for operand in &check.operands {
            self.scalar(&operand.value)?;
            self.declared(operand.ty)?;
        }
        Ok(())
    }
}

fn alignment(align: u64) -> Result<(), Problem> {
    if align.is_power_of_two() {
        Ok(())
    } else {
        Err(Problem::Alignment(align))
    }
}
