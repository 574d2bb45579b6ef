//! Which values can meet: classes of references and of numbers.
//!
//! References that are assigned to or compared with each other lead to objects of one class, and so do
//! the fields at one offset of these objects. Each class of objects becomes a sort of the relational
//! language, and each of its offsets a relation; classes that never meet share no formula. Numbers are
//! put into classes in the same way, with what is done to them.

use super::region::{Refusal, Region, callee};
use ir::{
    BinaryOp, CastOp, Condition, Const, Edge, Expr, GlobalId, LocalId, Op, Place, ProcedureId,
    Scalar, Span, Storage, UnaryOp,
};
use std::collections::{BTreeMap, BTreeSet};

/// Something that holds values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Holder {
    Local(ProcedureId, LocalId),
    Result(ProcedureId),
    /// The address of a global.
    Address(GlobalId),
}

/// A class of values, by its number before anything was united.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Class(pub(crate) usize);

/// What is done to the numbers of a class.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Use {
    /// The most bits that hold one.
    pub(crate) bits: u32,
    /// The fewest; 0 if nothing is known yet.
    pub(crate) fewest_bits: u32,
    /// Whether contracts speak of them as numbers with a sign, and without.
    pub(crate) told_signed: bool,
    pub(crate) told_unsigned: bool,
    /// What they are compared with or set to, as bits with a sign.
    pub(crate) constants: BTreeSet<i128>,
    /// Whether they are computed with.
    pub(crate) is_arithmetic: bool,
    /// Whether they are ordered as numbers with a sign, and without.
    pub(crate) is_signed: bool,
    pub(crate) is_unsigned: bool,
}

#[derive(Clone, Debug, Default)]
struct Node {
    parent: Option<usize>,
    /// What the objects hold that references of the class lead to.
    fields: BTreeMap<u64, FieldNode>,
    /// Whether the program makes such objects.
    is_allocated: bool,
    /// The globals among them.
    globals: BTreeSet<GlobalId>,
    used: Use,
}

/// What is at an offset of objects.
#[derive(Clone, Copy, Debug)]
struct FieldNode {
    scalar: Scalar,
    node: usize,
    /// Whether anybody looks at it.
    is_read: bool,
}

/// Whether a field is looked at or only set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Read,
    Write,
}

/// The classes of a program.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    nodes: Vec<Node>,
    holders: BTreeMap<Holder, usize>,
}

impl Classes {
    /// Puts the values of a region into classes.
    pub(crate) fn of(region: &Region<'_>) -> Result<Classes, Refusal> {
        let mut classes = Classes::default();
        for id in region.procedures() {
            for (_, edge) in region.edges(id) {
                classes.operation(region, id, edge)?;
            }
        }
        Ok(classes)
    }

    fn new_node(&mut self) -> Class {
        self.nodes.push(Node::default());
        Class(self.nodes.len() - 1)
    }

    /// The class of what something holds.
    pub(crate) fn holder(&mut self, holder: Holder) -> Class {
        let new = self.nodes.len();
        let node = *self.holders.entry(holder).or_insert(new);
        if node == new {
            self.new_node();
            if let Holder::Address(global) = holder {
                self.nodes[node].globals.insert(global);
            }
        }
        self.root(Class(node))
    }

    /// The class of what something holds, if it is known.
    pub(crate) fn known(&self, holder: Holder) -> Option<Class> {
        self.holders
            .get(&holder)
            .map(|node| self.root(Class(*node)))
    }

    /// The class that another has become part of.
    pub(crate) fn root(&self, class: Class) -> Class {
        let mut at = class.0;
        while let Some(parent) = self.nodes[at].parent {
            at = parent;
        }
        Class(at)
    }

    /// The class of what is at an offset of the objects of a class.
    pub(crate) fn field(
        &mut self,
        class: Class,
        offset: u64,
        (scalar, purpose): (Scalar, Purpose),
        span: Span,
    ) -> Result<Class, Refusal> {
        let root = self.root(class);
        let is_read = purpose == Purpose::Read;
        if let Some(known) = self.nodes[root.0].fields.get_mut(&offset) {
            if known.scalar != scalar {
                let what = "memory that is accessed with different types";
                return Err(Refusal::new(span, what));
            }
            known.is_read |= is_read;
            let node = known.node;
            return Ok(self.root(Class(node)));
        }
        let new = self.new_node();
        if let Scalar::Int(width) = scalar {
            self.nodes[new.0].used.held_in(width.bits());
        }
        let field = FieldNode {
            scalar,
            node: new.0,
            is_read,
        };
        self.nodes[root.0].fields.insert(offset, field);
        Ok(new)
    }

    /// What the objects of a class hold that anybody looks at: offset, type and class.
    pub(crate) fn fields(&self, class: Class) -> impl Iterator<Item = (u64, Scalar, Class)> {
        let fields = &self.nodes[self.root(class).0].fields;
        fields
            .iter()
            .filter(|(_, field)| field.is_read)
            .map(|(offset, field)| (*offset, field.scalar, self.root(Class(field.node))))
    }

    /// Everything that holds values, with its class.
    pub(crate) fn holders(&self) -> impl Iterator<Item = (Holder, Class)> {
        self.holders
            .iter()
            .map(|(holder, node)| (*holder, self.root(Class(*node))))
    }

    /// Whether the program makes objects of a class.
    pub(crate) fn is_allocated(&self, class: Class) -> bool {
        self.nodes[self.root(class).0].is_allocated
    }

    /// The globals among the objects of a class.
    pub(crate) fn globals(&self, class: Class) -> impl Iterator<Item = GlobalId> {
        self.nodes[self.root(class).0].globals.iter().copied()
    }

    /// What is done to the numbers of a class.
    pub(crate) fn used(&self, class: Class) -> &Use {
        &self.nodes[self.root(class).0].used
    }

    /// Notes what is done to the numbers of a class.
    pub(crate) fn note(&mut self, class: Class, change: impl FnOnce(&mut Use)) {
        let root = self.root(class);
        change(&mut self.nodes[root.0].used);
    }

    /// All classes of objects that have fields or are globals.
    pub(crate) fn roots(&self) -> impl Iterator<Item = Class> {
        let nodes = self.nodes.iter().enumerate();
        nodes
            .filter(|(_, node)| node.parent.is_none())
            .map(|(index, _)| Class(index))
    }

    /// Values of both classes meet.
    pub(crate) fn unite(&mut self, a: Class, b: Class, span: Span) -> Result<(), Refusal> {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (self.root(a), self.root(b));
            if a == b {
                continue;
            }
            let merged = std::mem::take(&mut self.nodes[b.0]);
            self.nodes[b.0].parent = Some(a.0);
            let into = &mut self.nodes[a.0];
            into.is_allocated |= merged.is_allocated;
            into.globals.extend(merged.globals);
            into.used.absorb(merged.used);
            for (offset, field) in merged.fields {
                match self.nodes[a.0].fields.get_mut(&offset) {
                    None => _ = self.nodes[a.0].fields.insert(offset, field),
                    Some(known) if known.scalar == field.scalar => {
                        known.is_read |= field.is_read;
                        open.push((Class(known.node), Class(field.node)));
                    }
                    Some(_) => {
                        let what = "memory that is accessed with different types";
                        return Err(Refusal::new(span, what));
                    }
                }
            }
        }
        Ok(())
    }

    fn operation(
        &mut self,
        region: &Region<'_>,
        id: ProcedureId,
        edge: &Edge,
    ) -> Result<(), Refusal> {
        let span = edge.span;
        let refuse = |what: &str| Err(Refusal::new(span, what));
        let local = |local: LocalId| Holder::Local(id, local);
        match &edge.op {
            Op::Skip | Op::Forget(_) | Op::Halt(_) => Ok(()),
            Op::Assign(dest, value) => self.assign(local(*dest), id, value, span),
            Op::Load { dest, place } if region.is_exception(place) => {
                self.holder(local(*dest));
                Ok(())
            }
            Op::Load { dest, place } => {
                let (class, offset) = self.place(id, place, span)?;
                let field = self.field(class, offset, (place.scalar, Purpose::Read), span)?;
                let dest = self.holder(local(*dest));
                self.unite(field, dest, span)
            }
            Op::Store { place, .. } if region.is_exception(place) => {
                refuse("an exception that is thrown and not left")
            }
            Op::Store { place, value } => {
                let (class, offset) = self.place(id, place, span)?;
                let field = self.field(class, offset, (place.scalar, Purpose::Write), span)?;
                self.flows(field, id, value, span)
            }
            Op::Alloc { dest, object } if object.storage != Storage::Stack => {
                let class = self.holder(local(*dest));
                self.nodes[class.0].is_allocated = true;
                Ok(())
            }
            Op::Alloc { .. } => refuse("a variable whose address is taken"),
            Op::Assume(condition) => self.expr(id, condition, span).map(drop),
            Op::Check(check) => self.check(id, &check.condition, span),
            Op::Call {
                dest, arguments, ..
            } => {
                let Some(called) = callee(edge) else {
                    return refuse("a call of a function by its address");
                };
                for (index, argument) in (0..).zip(arguments) {
                    let parameter = Holder::Local(called, LocalId(index));
                    self.assign(parameter, id, argument, span)?;
                }
                match dest {
                    Some(dest) => {
                        let (dest, result) = (
                            self.holder(local(*dest)),
                            self.holder(Holder::Result(called)),
                        );
                        self.unite(dest, result, span)
                    }
                    None => Ok(()),
                }
            }
            Op::Return(None) => Ok(()),
            Op::Return(Some(value)) => self.assign(Holder::Result(id), id, value, span),
            Op::Copy { .. } | Op::Fill { .. } => refuse("memory that is copied or filled"),
            Op::Free(_) | Op::EndScope(_) => refuse("memory whose life ends"),
            Op::Protect(_) | Op::Measure { .. } => refuse("a look at the extent of memory"),
            Op::Input { .. } | Op::InputString { .. } => refuse("an input on the way"),
            Op::Output { .. } => refuse("an output"),
            Op::Havoc { function, .. } => {
                refuse(&format!("the function `{function}`, which is not defined"))
            }
            Op::Unsupported(what) => refuse(what),
        }
    }

    /// A check that fails ends an execution. What it says of numbers is used where it can be.
    fn check(&mut self, id: ProcedureId, condition: &Condition, span: Span) -> Result<(), Refusal> {
        match condition {
            Condition::Holds(condition) if is_simple(condition) => {
                self.expr(id, condition, span).map(drop)
            }
            Condition::Access { address, .. } => self.address(id, address, span).map(drop),
            _ => Ok(()),
        }
    }

    fn assign(
        &mut self,
        holder: Holder,
        id: ProcedureId,
        value: &Expr,
        span: Span,
    ) -> Result<(), Refusal> {
        let class = self.holder(holder);
        self.flows(class, id, value, span)
    }

    /// A value becomes one of a class.
    fn flows(
        &mut self,
        class: Class,
        id: ProcedureId,
        value: &Expr,
        span: Span,
    ) -> Result<(), Refusal> {
        match value {
            Expr::Const(constant) => {
                self.constant(class, *constant);
                Ok(())
            }
            Expr::If(condition, then, otherwise) => {
                self.expr(id, condition, span)?;
                self.flows(class, id, then, span)?;
                self.flows(class, id, otherwise, span)
            }
            Expr::Cast(CastOp::ZeroExtend, _, condition) if is_condition(condition) => {
                self.expr(id, condition, span)?;
                self.note(class, |used| used.constants.extend([0, 1]));
                Ok(())
            }
            _ => match self.expr(id, value, span)? {
                Some(other) => self.unite(class, other, span),
                None => Ok(()),
            },
        }
    }

    fn constant(&mut self, class: Class, constant: Const) {
        if let Const::Int(width, bits) = constant {
            self.note(class, |used| {
                used.constants.insert(width.sign_extend(bits));
                used.held_in(width.bits());
            });
        }
    }

    /// The class of an expression that is not a constant or a condition.
    fn expr(&mut self, id: ProcedureId, expr: &Expr, span: Span) -> Result<Option<Class>, Refusal> {
        let refuse = |what: &str| Err(Refusal::new(span, what));
        match expr {
            Expr::Const(_) => Ok(None),
            Expr::Local(local) => Ok(Some(self.holder(Holder::Local(id, *local)))),
            Expr::Global(global) => Ok(Some(self.holder(Holder::Address(*global)))),
            Expr::Unary(UnaryOp::Not, inner) => self.expr(id, inner, span),
            Expr::Binary(op, left, right) => self.binary(id, *op, left, right, span),
            Expr::Cast(CastOp::SignExtend, to, inner) => {
                let class = self.expr(id, inner, span)?;
                if let (Some(class), Some(width)) = (class, to.width()) {
                    self.note(class, |used| {
                        used.held_in(width.bits());
                        used.is_arithmetic = true;
                    });
                }
                Ok(class)
            }
            Expr::If(..) | Expr::Cast(CastOp::ZeroExtend, ..) => {
                let class = self.new_node();
                if !matches!(expr, Expr::Cast(_, _, inner) if !is_condition(inner)) {
                    self.flows(class, id, expr, span)?;
                    return Ok(Some(class));
                }
                refuse("a number that is changed to another type")
            }
            Expr::Offset(..) => refuse("an address inside of an object"),
            _ => refuse("an operation on numbers that is not translated"),
        }
    }

    fn binary(
        &mut self,
        id: ProcedureId,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Result<Option<Class>, Refusal> {
        use BinaryOp::*;
        if matches!(op, And | Or) && is_condition(left) {
            self.expr(id, left, span)?;
            self.expr(id, right, span)?;
            return Ok(None);
        }
        if !matches!(op, Add | Sub | Eq | Ne | ULt | ULe | SLt | SLe) {
            let what = "an operation on numbers that is not translated";
            return Err(Refusal::new(span, what));
        }
        let (a, b) = (self.expr(id, left, span)?, self.expr(id, right, span)?);
        let class = match (a, b) {
            (Some(a), Some(b)) => {
                self.unite(a, b, span)?;
                a
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return Ok(None),
        };
        for side in [left, right] {
            if let Expr::Const(constant) = side {
                self.constant(class, *constant);
            }
        }
        self.note(class, |used| {
            used.is_arithmetic |= matches!(op, Add | Sub);
            used.is_signed |= matches!(op, SLt | SLe);
            used.is_unsigned |= matches!(op, ULt | ULe);
        });
        Ok(matches!(op, Add | Sub).then_some(class))
    }

    fn place(
        &mut self,
        id: ProcedureId,
        place: &Place,
        span: Span,
    ) -> Result<(Class, u64), Refusal> {
        let refuse = |what: &str| Err(Refusal::new(span, what));
        if place.bits.is_some() {
            return refuse("a bit-field");
        }
        if matches!(place.scalar, Scalar::Float(_)) {
            return refuse("a float");
        }
        self.address(id, &place.address, span)
    }

    /// The class that an address leads to, and how far into the object.
    fn address(
        &mut self,
        id: ProcedureId,
        address: &Expr,
        span: Span,
    ) -> Result<(Class, u64), Refusal> {
        let Some((base, offset)) = split(address) else {
            return Err(Refusal::new(span, "an element of an array"));
        };
        match self.expr(id, base, span)? {
            Some(class) => Ok((class, offset)),
            None => Err(Refusal::new(span, "an address that is a constant")),
        }
    }
}

impl Use {
    /// So many bits hold one.
    pub(crate) fn held_in(&mut self, bits: u32) {
        self.bits = self.bits.max(bits);
        self.fewest_bits = match self.fewest_bits {
            0 => bits,
            fewest => fewest.min(bits),
        };
    }

    fn absorb(&mut self, other: Use) {
        for bits in [other.bits, other.fewest_bits] {
            if bits > 0 {
                self.held_in(bits);
            }
        }
        self.told_signed |= other.told_signed;
        self.told_unsigned |= other.told_unsigned;
        self.constants.extend(other.constants);
        self.is_arithmetic |= other.is_arithmetic;
        self.is_signed |= other.is_signed;
        self.is_unsigned |= other.is_unsigned;
    }
}

/// An address as a reference and a known distance.
pub(crate) fn split(address: &Expr) -> Option<(&Expr, u64)> {
    match address {
        Expr::Offset(base, distance) => {
            let (base, offset) = split(base)?;
            let Expr::Const(Const::Int(width, bits)) = **distance else {
                return None;
            };
            let offset = i128::from(offset) + width.sign_extend(bits);
            Some((base, u64::try_from(offset).ok()?))
        }
        _ => Some((address, 0)),
    }
}

/// Whether an expression is a condition.
pub(crate) fn is_condition(expr: &Expr) -> bool {
    use BinaryOp::*;
    match expr {
        Expr::Const(constant) => constant.scalar() == Scalar::BOOL,
        Expr::Unary(UnaryOp::Not, inner) => is_condition(inner),
        Expr::Binary(And | Or, left, _) => is_condition(left),
        Expr::Binary(op, ..) => matches!(op, Eq | Ne | ULt | ULe | SLt | SLe),
        _ => false,
    }
}

/// Whether a condition that ends executions if it fails is worth translating: comparisons are.
pub(crate) fn is_simple(condition: &Expr) -> bool {
    match condition {
        Expr::Unary(UnaryOp::Not, inner) => is_simple(inner),
        Expr::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
            is_simple(left) && is_simple(right)
        }
        Expr::Binary(op, left, right) => {
            let is_atom = |it: &Expr| matches!(it, Expr::Local(_) | Expr::Const(_));
            is_condition(condition)
                && !matches!(op, BinaryOp::Add)
                && is_atom(left)
                && is_atom(right)
        }
        _ => false,
    }
}
