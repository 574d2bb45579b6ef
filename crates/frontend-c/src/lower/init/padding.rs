//! What an initialiser leaves open: the bytes of an automatic object that belong to no member (6.2.6.1).

use super::super::Lowerer;
use crate::ast::RecordKind;
use crate::error::Lowered;
use crate::types::{Kind, Length, Type};
use ir::{Contents, Expr, NewObject, Op, Span, Storage};

impl Lowerer {
    /// Forgets what is in the padding of an object, all of whose elements hold the same.
    pub(super) fn forget_padding(&mut self, at: &Expr, ty: &Type, span: Span) -> Lowered<()> {
        if !self.has_padding(ty, span)? {
            return Ok(());
        }
        match &ty.kind {
            Kind::Record(id) => {
                for (from, to) in self.gaps(ty, span)? {
                    let gap = self.byte_offset(at.clone(), from);
                    self.forget_bytes(gap, to - from, span)?;
                }
                let record = &self.records[id.0 as usize];
                if record.kind == RecordKind::Union {
                    return Ok(());
                }
                for member in record.members.clone() {
                    let inner = self.byte_offset(at.clone(), member.offset);
                    self.forget_padding(&inner, &member.ty, span)?;
                }
            }
            Kind::Array(element, Length::Constant(length)) => {
                self.forget_padding(at, element, span)?;
                self.repeat_first(at, self.size_of(element, span)?, *length, span);
            }
            _ => {}
        }
        Ok(())
    }

    /// Copies the first element of an array over all others: one, then two, then four at a time.
    fn repeat_first(&mut self, at: &Expr, size: u64, length: u64, span: Span) {
        let mut done = 1;
        while done < length {
            let next = done.min(length - done);
            let to = self.byte_offset(at.clone(), done * size);
            let width = self.model.pointer_width();
            let size = Expr::int(width, i128::from(next * size));
            let from = at.clone();
            self.emit(Op::Copy { to, from, size }, span);
            done += next;
        }
    }

    /// Makes bytes hold nothing.
    pub(in super::super) fn forget_bytes(
        &mut self,
        to: Expr,
        bytes: u64,
        span: Span,
    ) -> Lowered<()> {
        if bytes == 0 {
            return Ok(());
        }
        let nothing = self.temporary(&Type::VOID.pointer_to(), span)?;
        let size = Expr::int(self.model.pointer_width(), i128::from(bytes));
        let object = NewObject {
            size: size.clone(),
            align: 1,
            storage: Storage::Stack,
            contents: Contents::Uninitialised,
            ty: None,
            name: None,
        };
        let from = Expr::Local(nothing);
        let dest = nothing;
        self.emit(Op::Alloc { dest, object }, span);
        self.emit(Op::Copy { to, from, size }, span);
        self.emit(Op::EndScope(nothing), span);
        Ok(())
    }

    fn has_padding(&self, ty: &Type, span: Span) -> Lowered<bool> {
        match &ty.kind {
            Kind::Array(element, Length::Constant(1..)) => self.has_padding(element, span),
            Kind::Record(id) => {
                let record = &self.records[id.0 as usize];
                if !self.gaps(ty, span)?.is_empty() {
                    return Ok(true);
                }
                if record.kind == RecordKind::Union {
                    return Ok(false);
                }
                let mut members = record.members.iter();
                members.try_fold(false, |found, member| {
                    Ok(found || self.has_padding(&member.ty, span)?)
                })
            }
            _ => Ok(false),
        }
    }

    /// The bytes of a record, from and to, in which no member lies. The unused bits in the unit of a bit-field count as
    /// its own.
    fn gaps(&self, ty: &Type, span: Span) -> Lowered<Vec<(u64, u64)>> {
        let Kind::Record(id) = &ty.kind else {
            return Ok(Vec::new());
        };
        let mut covered = Vec::new();
        for member in &self.records[id.0 as usize].members {
            let bytes = match (&member.bits, &member.ty.kind) {
                (Some(bits), _) => bits.unit.bytes(),
                // A flexible array, which has no room in the record itself.
                (None, Kind::Array(_, length)) if !matches!(length, Length::Constant(_)) => 0,
                (None, _) => self.size_of(&member.ty, span)?,
            };
            covered.push((member.offset, member.offset + bytes));
        }
        covered.sort_unstable();
        let (mut gaps, mut end) = (Vec::new(), 0);
        for (from, to) in covered {
            if end < from {
                gaps.push((end, from));
            }
            end = end.max(to);
        }
        let size = self.size_of(ty, span)?;
        if end < size {
            gaps.push((end, size));
        }
        Ok(gaps)
    }
}
