//! Initialisers: flattened to leaves with their places, then stored or turned into data.

mod image;
mod padding;

use super::layout::BitField;
use super::{Lowerer, Rvalue};
use crate::ast::{self, Designator, Encoding, Initializer, InitializerItem, StringLiteral};
use crate::error::{Diagnostic, Lowered};
use crate::types::{Kind, Length, Type};
use ir::{Expr, Op, Span};
use std::ops::RangeInclusive;

/// The most values that ranges such as `[0 ... 9] = 1` may make of an initialiser: more do not fit
/// into memory.
const MOST_LEAVES: usize = 1 << 22;

/// An initialiser, borrowed: of a declaration, or of a compound literal.
#[derive(Clone, Copy)]
pub(super) enum Init<'a> {
    Expr(&'a ast::Expr),
    List(&'a [InitializerItem], Span),
}

impl<'a> From<&'a Initializer> for Init<'a> {
    fn from(initializer: &'a Initializer) -> Init<'a> {
        match initializer {
            Initializer::Expr(expr) => Init::Expr(expr),
            Initializer::List(items, span) => Init::List(items, *span),
        }
    }
}

/// One scalar, string or record of an initialiser, and where it goes.
struct Leaf<'a> {
    offset: u64,
    ty: Type,
    bits: Option<BitField>,
    value: LeafValue<'a>,
}

impl<'a> Leaf<'a> {
    fn new(offset: u64, ty: &Type, bits: Option<BitField>, value: LeafValue<'a>) -> Leaf<'a> {
        Leaf {
            offset,
            ty: ty.clone(),
            bits,
            value,
        }
    }
}

enum LeafValue<'a> {
    Expr(&'a ast::Expr),
    String(&'a StringLiteral),
}

/// The items of one braced list, read from the front.
struct Cursor<'a> {
    items: &'a [InitializerItem],
    next: usize,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Option<&'a InitializerItem> {
        self.items.get(self.next)
    }
}

/// Whether the subobjects being filled have braces of their own, or share their parent's.
#[derive(Clone, Copy, PartialEq)]
enum Braces {
    Own,
    Elided,
}

/// A subobject that a designator names.
struct Designated<'a> {
    indices: RangeInclusive<u64>,
    rest: &'a [Designator],
}

impl Lowerer {
    /// The type with the length that its initialiser gives it.
    pub(super) fn completed_by(&mut self, ty: Type, initializer: Init<'_>) -> Lowered<Type> {
        let Kind::Array(element, Length::Unknown) = &ty.kind else {
            return Ok(ty);
        };
        let element = (**element).clone();
        let count = match (string_of(initializer), initializer) {
            (Some(string), _) if is_string_element(&element, string, self) => {
                string.units.len() as u64 + 1
            }
            (_, Init::List(items, _)) => {
                let mut cursor = Cursor { items, next: 0 };
                self.speculate(|this| {
                    this.fill(&ty, 0, &mut cursor, Braces::Own, &[], &mut Vec::new())
                })?
            }
            (_, Init::Expr(expr)) => {
                let actual = self.type_of(expr)?;
                return if actual.is_array() {
                    Ok(actual.qualified(element.is_const, element.is_volatile))
                } else {
                    Err(Diagnostic::error(
                        expr.span,
                        "an array cannot be initialised by this",
                    ))
                };
            }
        };
        Ok(element.array_of(count))
    }

    fn leaves<'a>(&mut self, ty: &Type, initializer: Init<'a>) -> Lowered<Vec<Leaf<'a>>> {
        let mut leaves = Vec::new();
        match (initializer, string_of(initializer)) {
            (_, Some(string)) if self.takes_string(ty, string) => {
                leaves.push(Leaf::new(0, ty, None, LeafValue::String(string)));
            }
            (Init::List(items, _), _) => {
                let mut cursor = Cursor { items, next: 0 };
                if ty.is_scalar() || self.is_complex(ty) {
                    self.scalar_leaf(ty, 0, None, initializer, &mut leaves)?;
                } else {
                    self.fill(ty, 0, &mut cursor, Braces::Own, &[], &mut leaves)?;
                }
            }
            (Init::Expr(expr), _) => leaves.push(Leaf::new(0, ty, None, LeafValue::Expr(expr))),
        }
        Ok(leaves)
    }

    /// Fills the subobjects of an aggregate in order (6.7.9). `designators` name the subobject
    /// that the first item goes to. Gives the number of elements of an array that were reached.
    fn fill<'a>(
        &mut self,
        ty: &Type,
        offset: u64,
        cursor: &mut Cursor<'a>,
        braces: Braces,
        mut designators: &'a [Designator],
        leaves: &mut Vec<Leaf<'a>>,
    ) -> Lowered<u64> {
        let (mut index, mut reached) = (0u64, 0u64);
        while let Some(item) = cursor.peek() {
            let named = match designators {
                [] if item.designators.is_empty() => None,
                [] if braces == Braces::Elided => break,
                [] => Some(self.designated(ty, &item.designators)?),
                first => Some(self.designated(ty, first)?),
            };
            designators = &[];
            let Some(named) = named else {
                let Some((sub, at, bits)) = self.subobject(ty, index, item.span)? else {
                    break;
                };
                let before = cursor.next;
                self.initialize(&sub, offset + at, bits, cursor, leaves)?;
                if cursor.next == before
                    && let Kind::Array(_, length) = &ty.kind
                {
                    // An element that takes no value: no other does, and there may be billions.
                    if matches!(length, Length::Unknown) {
                        let message = "an array whose length follows from elements without values";
                        return Err(Diagnostic::unsupported(item.span, message));
                    }
                    break;
                }
                index = if self.is_union(ty) {
                    u64::MAX
                } else {
                    index + 1
                };
                reached = reached.max(index);
                continue;
            };
            let (start, leaves_before) = (cursor.next, leaves.len());
            for index in named.indices.clone() {
                if leaves.len() >= MOST_LEAVES {
                    let message = format!("an initialiser of more than {MOST_LEAVES} values");
                    return Err(Diagnostic::unsupported(item.span, message));
                }
                cursor.next = start;
                let Some((sub, at, bits)) = self.subobject(ty, index, item.span)? else {
                    return Err(Diagnostic::error(
                        item.span,
                        "this designator is out of range",
                    ));
                };
                if named.rest.is_empty() {
                    self.initialize(&sub, offset + at, bits, cursor, leaves)?;
                } else {
                    self.fill(
                        &sub,
                        offset + at,
                        cursor,
                        Braces::Elided,
                        named.rest,
                        leaves,
                    )?;
                }
                if leaves.len() == leaves_before {
                    // What gives the first element no value gives none to the others.
                    break;
                }
            }
            if cursor.next == start {
                let message = "a value for a member that holds none";
                return Err(Diagnostic::unsupported(item.span, message));
            }
            reached = reached.max(named.indices.end() + 1);
            index = if self.is_union(ty) {
                u64::MAX
            } else {
                named.indices.end() + 1
            };
        }
        if braces == Braces::Own {
            cursor.next = cursor.items.len();
        }
        Ok(reached)
    }

    fn is_union(&self, ty: &Type) -> bool {
        match ty.kind {
            Kind::Record(id) => self.records[id.0 as usize].kind == ast::RecordKind::Union,
            _ => false,
        }
    }

    fn designated<'a>(
        &mut self,
        ty: &Type,
        designators: &'a [Designator],
    ) -> Lowered<Designated<'a>> {
        let (Some(first), rest) = (
            designators.first(),
            designators.get(1..).unwrap_or_default(),
        ) else {
            return Err(Diagnostic::error(Span::NONE, "an empty designator"));
        };
        match (first, &ty.kind) {
            (Designator::Index(expr), Kind::Array(..)) => {
                let index = self.designator_index(expr)?;
                Ok(Designated {
                    indices: index..=index,
                    rest,
                })
            }
            (Designator::Range(low, high), Kind::Array(..)) => {
                let indices = self.designator_index(low)?..=self.designator_index(high)?;
                if indices.is_empty() {
                    // Nothing would be taken from the list, over and over.
                    return Err(Diagnostic::error(
                        low.span,
                        "this range of indices is empty",
                    ));
                }
                Ok(Designated { indices, rest })
            }
            (Designator::Member(name, span), Kind::Record(record)) => {
                let path = self.find_member(*record, name).ok_or_else(|| {
                    Diagnostic::error(*span, format!("there is no member `{name}`"))
                })?;
                let index = path[0] as u64;
                // Inside an anonymous member, the same designator goes on.
                let rest = if path.len() > 1 { designators } else { rest };
                Ok(Designated {
                    indices: index..=index,
                    rest,
                })
            }
            (Designator::Member(_, span), _) => Err(Diagnostic::error(
                *span,
                "a member designator for what is not a struct",
            )),
            (Designator::Index(expr) | Designator::Range(expr, _), _) => Err(Diagnostic::error(
                expr.span,
                "an index designator for what is not an array",
            )),
        }
    }

    fn designator_index(&mut self, expr: &ast::Expr) -> Lowered<u64> {
        let value = self.constant_integer(expr)?;
        u64::try_from(value)
            .ok()
            .filter(|index| *index < 1 << 32)
            .ok_or_else(|| Diagnostic::error(expr.span, "this index is out of range"))
    }

    /// The subobject with this index: its type, offset and bits.
    fn subobject(
        &self,
        ty: &Type,
        index: u64,
        span: Span,
    ) -> Lowered<Option<(Type, u64, Option<BitField>)>> {
        match &ty.kind {
            Kind::Array(element, length) => {
                if matches!(length, Length::Constant(length) if index >= *length) {
                    return Ok(None);
                }
                let size = self.size_of(element, span)?;
                let offset = size.checked_mul(index);
                let fits = |offset: &u64| *offset <= self.largest_object() - size;
                let offset = offset
                    .filter(fits)
                    .ok_or_else(|| Diagnostic::error(span, "the array is too large"))?;
                Ok(Some(((**element).clone(), offset, None)))
            }
            Kind::Record(record) => {
                let members = &self.records[record.0 as usize].members;
                let member = usize::try_from(index)
                    .ok()
                    .and_then(|index| members.get(index));
                Ok(member.map(|member| (member.ty.clone(), member.offset, member.bits)))
            }
            _ => Err(Diagnostic::error(
                span,
                "too many braces or values in this initialiser",
            )),
        }
    }

    /// Initialises one subobject with the next item, or with as many as it needs.
    fn initialize<'a>(
        &mut self,
        ty: &Type,
        offset: u64,
        bits: Option<BitField>,
        cursor: &mut Cursor<'a>,
        leaves: &mut Vec<Leaf<'a>>,
    ) -> Lowered<()> {
        let Some(item) = cursor.peek() else {
            return Ok(());
        };
        let initializer = Init::from(&item.initializer);
        if let Some(string) = string_of(initializer).filter(|s| self.takes_string(ty, s)) {
            cursor.next += 1;
            leaves.push(Leaf::new(offset, ty, bits, LeafValue::String(string)));
            return Ok(());
        }
        if ty.is_scalar() || self.is_complex(ty) {
            cursor.next += 1;
            return self.scalar_leaf(ty, offset, bits, initializer, leaves);
        }
        match initializer {
            Init::List(items, _) => {
                cursor.next += 1;
                let mut inner = Cursor { items, next: 0 };
                self.fill(ty, offset, &mut inner, Braces::Own, &[], leaves)?;
            }
            Init::Expr(expr) => {
                if self.initializes_whole(ty, expr)? {
                    cursor.next += 1;
                    leaves.push(Leaf::new(offset, ty, bits, LeafValue::Expr(expr)));
                } else if self.has_no_members(ty) {
                    // An empty struct takes no value: the item is for the next subobject.
                } else {
                    self.fill(ty, offset, cursor, Braces::Elided, &[], leaves)?;
                }
            }
        }
        Ok(())
    }

    fn has_no_members(&self, ty: &Type) -> bool {
        match &ty.kind {
            Kind::Record(id) => self.records[id.0 as usize].members.is_empty(),
            Kind::Array(_, Length::Constant(0)) => true,
            _ => false,
        }
    }

    /// Whether the expression is a value of this record (or array) type as a whole.
    fn initializes_whole(&mut self, ty: &Type, expr: &ast::Expr) -> Lowered<bool> {
        if !matches!(ty.kind, Kind::Record(_) | Kind::Array(..)) || is_literal(expr) {
            return Ok(false);
        }
        let actual = self.type_of(expr)?;
        Ok(match (&ty.kind, &actual.kind) {
            (Kind::Record(a), Kind::Record(b)) => a == b,
            (Kind::Array(..), Kind::Array(..)) => {
                matches!(expr.kind, ast::ExprKind::CompoundLiteral(..))
            }
            _ => false,
        })
    }

    fn scalar_leaf<'a>(
        &mut self,
        ty: &Type,
        offset: u64,
        bits: Option<BitField>,
        initializer: Init<'a>,
        leaves: &mut Vec<Leaf<'a>>,
    ) -> Lowered<()> {
        match initializer {
            Init::Expr(expr) => {
                leaves.push(Leaf::new(offset, ty, bits, LeafValue::Expr(expr)));
                Ok(())
            }
            Init::List(items, _) => match items.first() {
                Some(item) => {
                    self.scalar_leaf(ty, offset, bits, Init::from(&item.initializer), leaves)
                }
                None => Ok(()),
            },
        }
    }

    fn takes_string(&self, ty: &Type, string: &StringLiteral) -> bool {
        ty.element()
            .is_some_and(|element| is_string_element(element, string, self))
    }

    /// The value of `int x = e` or `int x = { e }`.
    pub(super) fn scalar_initializer(
        &mut self,
        ty: &Type,
        initializer: Init<'_>,
    ) -> Lowered<Rvalue> {
        match initializer {
            Init::Expr(expr) => {
                let value = self.rvalue(expr)?;
                let value = self.assigned_value(value, ty, expr)?;
                Ok(value)
            }
            Init::List(items, span) => match items.first() {
                Some(item) => self.scalar_initializer(ty, Init::from(&item.initializer)),
                None => self.zero(ty, span),
            },
        }
    }

    /// Stores an initialiser into an object at run time.
    pub(super) fn automatic_initializer(
        &mut self,
        address: Expr,
        ty: &Type,
        initializer: Init<'_>,
        span: Span,
    ) -> Lowered<()> {
        let leaves = self.leaves(ty, initializer)?;
        let whole = matches!(initializer, Init::Expr(_)) && string_of(initializer).is_none();
        if !whole && !ty.is_scalar() {
            let size = self.size_expr(ty, span)?;
            let byte = Expr::int(ir::Width::W8, 0);
            self.emit(
                Op::Fill {
                    to: address.clone(),
                    byte,
                    size,
                },
                span,
            );
            self.forget_padding(&address, ty, span)?;
        }
        for leaf in leaves {
            self.store_leaf(&address, leaf, span)?;
        }
        Ok(())
    }

    fn store_leaf(&mut self, base: &Expr, leaf: Leaf<'_>, span: Span) -> Lowered<()> {
        let address = self.byte_offset(base.clone(), leaf.offset);
        match leaf.value {
            LeafValue::String(string) => {
                let room = self.size_of(&leaf.ty, span)?;
                let (bytes, _) = self.string_bytes(string);
                let size = room.min(bytes.len() as u64);
                let global = self.string_global(string, span);
                let width = self.model.pointer_width();
                let size = Expr::int(width, i128::from(size));
                self.emit(
                    Op::Copy {
                        to: address,
                        from: Expr::Global(global),
                        size,
                    },
                    span,
                );
                Ok(())
            }
            LeafValue::Expr(expr) => {
                let value = self.rvalue(expr)?;
                self.check_float_fits(&value, &leaf.ty, leaf.bits, expr.span);
                let value = self.assigned_value(value, &leaf.ty, expr)?;
                self.store_known(address, &leaf.ty, leaf.bits, value, expr)
            }
        }
    }

    /// The bytes of a string literal with its terminator, and the size of a unit.
    pub(super) fn string_bytes(&self, string: &StringLiteral) -> (Vec<u8>, u64) {
        let unit = self.string_unit(string.encoding);
        let units = string.units.iter().copied().chain([0]);
        let bytes = units
            .flat_map(|value| value.to_le_bytes().into_iter().take(unit))
            .collect();
        (bytes, unit as u64)
    }

    fn string_unit(&self, encoding: Encoding) -> usize {
        match encoding {
            Encoding::Plain => 1,
            Encoding::Utf16 => 2,
            Encoding::Wide | Encoding::Utf32 => 4,
        }
    }
}

fn string_of<'a>(initializer: Init<'a>) -> Option<&'a StringLiteral> {
    match initializer {
        Init::Expr(ast::Expr {
            kind: ast::ExprKind::String(string),
            ..
        }) => Some(string),
        Init::Expr(_) => None,
        Init::List([item], _) if item.designators.is_empty() => match &item.initializer {
            Initializer::Expr(expr) => string_of(Init::Expr(expr)),
            Initializer::List(..) => None,
        },
        Init::List(..) => None,
    }
}

fn is_string_element(element: &Type, string: &StringLiteral, lowerer: &Lowerer) -> bool {
    match &element.kind {
        Kind::Integer(integer) => {
            integer.width(lowerer.model).bytes() == lowerer.string_unit(string.encoding) as u64
        }
        _ => false,
    }
}

/// Literals are never records: asking for their type is not worth the time in long tables.
fn is_literal(expr: &ast::Expr) -> bool {
    use ast::ExprKind::{Character, Float, Integer, String};
    matches!(
        expr.kind,
        Integer(_) | Float(_) | Character { .. } | String(_)
    )
}
