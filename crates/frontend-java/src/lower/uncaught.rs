//! Exceptions that nobody catches: the claim at the place that one came from does not hold, of the
//! kind that its class and the place make.

use super::exception::place;
use super::object::load_value;
use super::{Lowering, Site, Work};
use crate::classpath::Author;
use crate::descriptor::JavaType;
use crate::world::{CLASS_OFFSET, ClassId, MethodId};
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, Caller, Check, ClaimKind, Condition, Const, EdgeId, Expr, LocalId, Op, Origin,
    Procedure, ProcedureId, Scalar, Span, Target, Width,
};
use std::collections::HashMap;
use std::sync::Arc;

const INT: Scalar = Scalar::Int(Width::W32);

/// The kinds that the class of an exception alone decides: every class has one of them.
const BY_CLASS: [ClaimKind; 6] = [
    ClaimKind::Assertion,
    ClaimKind::NumberFormat,
    ClaimKind::StackOverflow,
    ClaimKind::Exception,
    ClaimKind::Error,
    ClaimKind::CheckedException,
];

/// The place that an exception first came by, and the number of its class.
#[derive(Clone, Copy)]
struct Escaped {
    site: LocalId,
    tag: LocalId,
}

impl Escaped {
    /// Whether it came by elsewhere, or is none of these.
    fn is_not(self, site: usize, of_kind: Expr) -> Expr {
        let number = Expr::int(Width::W32, site as i128);
        let elsewhere = Expr::binary(BinaryOp::Ne, Expr::Local(self.site), number);
        match of_kind == Expr::TRUE {
            true => elsewhere,
            false => Expr::binary(BinaryOp::Or, elsewhere, of_kind.negate()),
        }
    }
}

impl Lowering<'_, '_> {
    /// The kind of claim that an exception of a class violates, wherever it comes from.
    pub(super) fn kind_of(&self, class: ClassId) -> ClaimKind {
        let is_below = |name: &str| {
            let top = self.world.find(name);
            top.is_some_and(|top| self.world.is_below(class, top))
        };
        match &*self.world.class(class).name {
            "java/lang/AssertionError" => ClaimKind::Assertion,
            "java/lang/NumberFormatException" => ClaimKind::NumberFormat,
            "java/lang/StackOverflowError" => ClaimKind::StackOverflow,
            _ if is_below("java/lang/RuntimeException") => ClaimKind::Exception,
            _ if is_below("java/lang/Error") => ClaimKind::Error,
            _ => ClaimKind::CheckedException,
        }
    }

    /// Whether an exception of a class violates a claim of this kind at the place that makes it.
    fn violates(&self, class: ClassId, kind: ClaimKind) -> bool {
        match raised_class(kind) {
            Some(raised) => self.world.find(raised) == Some(class),
            None => self.kind_of(class) == kind,
        }
    }

    /// Checks all claims about exceptions after the one that ended the program.
    pub(super) fn uncaught(&mut self, builder: &mut ProcedureBuilder, exception: LocalId) {
        builder.push(Op::Load {
            dest: exception,
            place: self.pending_place(),
        });
        builder.push(Op::Store {
            place: self.pending_place(),
            value: Expr::NULL,
        });
        let Some(first) = self.site_place(exception) else {
            return;
        };
        let class = place(Expr::Local(exception), CLASS_OFFSET, INT);
        let escaped = Escaped {
            site: load_value(builder, first, &JavaType::Int),
            tag: load_value(builder, class, &JavaType::Int),
        };
        let mut conditions = Conditions::default();
        for (method, first, last) in self.users_places() {
            let number = |n: usize| Expr::int(Width::W32, n as i128);
            let distance = Expr::binary(BinaryOp::Sub, Expr::Local(escaped.site), number(first));
            let is_here = Expr::binary(BinaryOp::ULe, distance, number(last - first));
            let (here, next) = builder.branch(is_here);
            builder.at(here);
            let checker = self.checker(method, first..=last, &mut conditions);
            self.program.procedures.push(checker);
            let checker = ProcedureId(self.program.procedures.len() as u32 - 1);
            builder.push(Op::Call {
                dest: None,
                target: Target::Direct(checker),
                arguments: vec![Expr::Local(escaped.site), Expr::Local(escaped.tag)],
            });
            for site in first..=last {
                self.check_others(builder, site, escaped, &mut conditions);
            }
            builder.push_to(Op::Skip, next);
            builder.at(next);
        }
        self.check_others(builder, 0, escaped, &mut conditions);
        builder.span(Span::NONE);
    }

    /// Where exceptions start or first come by, by place. An unknown caller may give exceptions that have
    /// come by anywhere.
    pub(super) fn causes(&self) -> Vec<(Span, ProcedureId, EdgeId)> {
        let start = self.program.start;
        if start.is_none_or(|start| start.caller != Caller::System) {
            return Vec::new();
        }
        let raisers = [Work::Raise(Author::User), Work::Pass(Author::User)];
        let raisers: Vec<ProcedureId> = raisers
            .iter()
            .filter_map(|work| self.procedures.get(work).copied())
            .collect();
        let mut found = Vec::new();
        for (id, procedure) in self.program.procedures() {
            for (index, edge) in procedure.edges.iter().enumerate() {
                let Op::Call {
                    target: Target::Direct(callee),
                    arguments,
                    ..
                } = &edge.op
                else {
                    continue;
                };
                if let (true, [_, Expr::Const(Const::Int(_, site))]) =
                    (raisers.contains(callee), &arguments[..])
                    && let Some(site) = self.sites.get(*site as usize)
                {
                    found.push((site.span, id, EdgeId(index as u32)));
                }
            }
        }
        found
    }

    /// The ranges of places in each of the user's methods.
    fn users_places(&self) -> Vec<(MethodId, usize, usize)> {
        let mut found = Vec::new();
        let mut first = 0;
        while first < self.sites.len() {
            let method = self.sites[first].method;
            let same = |site: &Site| site.method == method;
            let length = self.sites[first..].iter().take_while(|s| same(s)).count();
            let last = first + length - 1;
            let is_user = |method: &MethodId| self.world.class(method.class).author == Author::User;
            found.extend(method.filter(is_user).map(|method| (method, first, last)));
            first = last + 1;
        }
        found
    }

    /// A procedure of one of the user's methods that takes what has escaped, and checks what the
    /// places of the method claim.
    fn checker(
        &mut self,
        method: MethodId,
        places: std::ops::RangeInclusive<usize>,
        conditions: &mut Conditions,
    ) -> Procedure {
        let name = self.method_name(method);
        let mut builder = ProcedureBuilder::new(&name, &mut self.program);
        builder.origin(Origin::User);
        let escaped = Escaped {
            site: builder.hidden_parameter(INT),
            tag: builder.hidden_parameter(INT),
        };
        for number in places {
            let kinds = self.claimed(number);
            let site = &self.sites[number];
            let Some(claim) = &site.claim else {
                continue;
            };
            builder.span(site.span);
            for kind in kinds {
                let of_kind = conditions.of(self, escaped.tag, &[], kind);
                builder.push(check(escaped.is_not(number, of_kind), kind, &claim.subject));
            }
        }
        builder.push(Op::Return(None));
        builder.finish()
    }

    /// The kinds of exceptions that a place claims not to escape.
    fn claimed(&self, site: usize) -> Vec<ClaimKind> {
        match &self.sites[site].claim {
            None => Vec::new(),
            Some(claim) if claim.parses => vec![ClaimKind::NumberFormat, claim.kind],
            Some(claim) => vec![claim.kind],
        }
    }

    /// An exception that nobody catches is a violation even if its place claims nothing about its
    /// class: that of an initialiser which failed there, and all that a library may throw. This is
    /// listed only if it happens, so the checks stand where the program starts.
    fn check_others(
        &self,
        builder: &mut ProcedureBuilder,
        site: usize,
        escaped: Escaped,
        conditions: &mut Conditions,
    ) {
        let claimed = self.claimed(site);
        let (span, subject) = match &self.sites[site].claim {
            Some(claim) => (self.sites[site].span, claim.subject.clone()),
            // A class is used here whose initialiser failed before.
            None if !self.sites[site].span.is_none() => (self.sites[site].span, "".into()),
            None => (
                Span::NONE,
                "an exception from a place that is not known".into(),
            ),
        };
        builder.span(span);
        for kind in BY_CLASS {
            if claimed.contains(&kind) {
                continue;
            }
            let of_kind = conditions.of(self, escaped.tag, &claimed, kind);
            if of_kind != Expr::FALSE {
                builder.push(check(escaped.is_not(site, of_kind), kind, &subject));
            }
        }
    }
}

/// The class of the exception that the instructions of this kind of claim raise.
fn raised_class(kind: ClaimKind) -> Option<&'static str> {
    Some(match kind {
        ClaimKind::NullPointer => "java/lang/NullPointerException",
        ClaimKind::ArrayIndex => "java/lang/ArrayIndexOutOfBoundsException",
        ClaimKind::NegativeArraySize => "java/lang/NegativeArraySizeException",
        ClaimKind::ClassCast => "java/lang/ClassCastException",
        ClaimKind::ArrayStore => "java/lang/ArrayStoreException",
        ClaimKind::Arithmetic => "java/lang/ArithmeticException",
        _ => return None,
    })
}

fn check(condition: Expr, kind: ClaimKind, subject: &Arc<str>) -> Op {
    Op::Check(Box::new(Check {
        condition: Condition::Holds(condition),
        kind,
        subject: subject.clone(),
        operands: Vec::new(),
    }))
}

/// What numbers of classes are asked for: many places ask the same.
#[derive(Default)]
struct Conditions {
    known: HashMap<(LocalId, Vec<ClaimKind>, ClaimKind), Expr>,
}

impl Conditions {
    /// Whether a class is of a kind, and violates none of those that were checked before.
    fn of(
        &mut self,
        lowering: &Lowering<'_, '_>,
        tag: LocalId,
        before: &[ClaimKind],
        kind: ClaimKind,
    ) -> Expr {
        let key = (tag, before.to_vec(), kind);
        let make = || {
            let ranges = lowering.tags.ranges(|class| {
                let mut before = before.iter();
                lowering.violates(class, kind) && !before.any(|k| lowering.violates(class, *k))
            });
            lowering.tags.is_in(&Expr::Local(tag), &ranges)
        };
        self.known.entry(key).or_insert_with(make).clone()
    }
}
