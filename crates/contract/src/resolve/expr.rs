//! Names, fields, closures, elements and quantifiers.

use std::sync::Arc;

use ir::{
    ArrayParts, FieldRef, FloatKind, Global, GlobalId, GlobalOrigin, LocalId, Origin, RecordId,
    Sign, Type, TypeId, Visibility,
};

use super::invariants::THIS;
use super::types::{
    Kind, Layout, Size, Target, Ty, describe, field_names, find_field, held, target_type,
};
use super::{Inside, Resolve, Resolver, When};
use crate::error::Problem;
use crate::syntax::{self, ExprKind, Extent, Name, Quantifier, Relation, Steps};
use crate::typed::{Expr, Formula, Holds, Link, Reach, Root};

/// A formula, or an expression and its type.
pub(super) enum Meaning {
    Formula(Formula),
    Expr(Expr, Ty),
}

/// The number of bits that the length of an array or the size of a set is given.
const SIZE_BITS: u32 = 129;

impl Resolver<'_> {
    pub(super) fn meaning(&mut self, expr: &syntax::Expr) -> Resolve<Meaning> {
        let (meaning, ty) = match &expr.kind {
            ExprKind::Null => (Expr::Null, Ty::NULL),
            ExprKind::Integer(value) => {
                let bits = i128::BITS - value.leading_zeros() + 1;
                (Expr::Integer(*value), Ty::one(Kind::Integers(bits)))
            }
            ExprKind::Decimal(text) => (
                Expr::Decimal(text.clone()),
                Ty::one(Kind::Floats(FloatKind::F64)),
            ),
            ExprKind::Name(name) => self.name(name, expr.extent)?,
            ExprKind::Result => self.result(expr.extent)?,
            ExprKind::Old(inner) => return self.old(inner, expr.extent),
            ExprKind::Follow(base, relation) => self.follow(base, relation)?,
            ExprKind::Index(array, index) => self.element(array, index)?,
            ExprKind::Prefix(syntax::Prefix::Count, set) => self.count(set)?,
            ExprKind::Prefix(syntax::Prefix::Negate, inner) => self.negate(inner)?,
            ExprKind::Binary(operator, left, right) => {
                return self.binary(*operator, left, right, expr.extent);
            }
            ExprKind::Truth(value) => return Ok(Meaning::Formula(Formula::Constant(*value))),
            ExprKind::Prefix(syntax::Prefix::Not, inner) => {
                let inner = self.formula(inner)?;
                return Ok(Meaning::Formula(Formula::Not(Box::new(inner))));
            }
            ExprKind::All(parts) => {
                return Ok(Meaning::Formula(Formula::All(self.formulas(parts)?)));
            }
            ExprKind::Any(parts) => {
                return Ok(Meaning::Formula(Formula::Any(self.formulas(parts)?)));
            }
            ExprKind::Multiplicity(multiplicity, set) => {
                let (set, _) = self.expr(set)?;
                return Ok(Meaning::Formula(Formula::Multiplicity(*multiplicity, set)));
            }
            ExprKind::Quantified {
                quantifier,
                names,
                domain,
                body,
            } => {
                let formula = self.quantified(*quantifier, names, domain, body)?;
                return Ok(Meaning::Formula(formula));
            }
            ExprKind::Call(name, arguments) => {
                return Ok(Meaning::Formula(self.call(name, arguments)?));
            }
        };
        Ok(Meaning::Expr(meaning, ty))
    }

    pub(super) fn expr(&mut self, expr: &syntax::Expr) -> Resolve<(Expr, Ty)> {
        match self.meaning(expr)? {
            Meaning::Expr(expr, ty) => Ok((expr, ty)),
            Meaning::Formula(_) => {
                let (found, expected) = ("a formula".to_owned(), "a value or a set".to_owned());
                Err(self.error(expr.extent, Problem::Mismatch { found, expected }))
            }
        }
    }

    fn formulas(&mut self, parts: &[syntax::Expr]) -> Resolve<Vec<Formula>> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn call(&mut self, name: &Name, arguments: &[syntax::Expr]) -> Resolve<Formula> {
        let (mut values, mut types) = (Vec::new(), Vec::new());
        for argument in arguments {
            let (value, ty) = self.expr(argument)?;
            values.push(value);
            types.push(ty);
        }
        let body = self.instance(name, &types)?;
        Ok(Formula::Call(values, body))
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        names: &[Name],
        domain: &syntax::Expr,
        body: &syntax::Expr,
    ) -> Resolve<Formula> {
        // The domain of a second variable does not depend on the first: `all u, v: S`.
        let (set, ty) = self.expr(domain)?;
        let outer = self.scope.len();
        for name in names {
            self.scope.push((name.text.clone(), Ty::one(ty.kind)));
        }
        let body = self.formula(body);
        self.scope.truncate(outer);
        let nested = match quantifier {
            Quantifier::No => Quantifier::Some,
            other => other,
        };
        let mut formula = body?;
        for _ in names {
            formula = Formula::Quantified {
                quantifier: nested,
                domain: set.clone(),
                body: Box::new(formula),
            };
        }
        Ok(match quantifier {
            Quantifier::No => Formula::Not(Box::new(formula)),
            Quantifier::All | Quantifier::Some => formula,
        })
    }

    fn old(&mut self, inner: &syntax::Expr, extent: Extent) -> Resolve<Meaning> {
        if self.when != When::Ensures {
            return Err(self.error(extent, Problem::OldWithoutEnsures));
        }
        self.when = When::Old;
        let meaning = self.meaning(inner);
        self.when = When::Ensures;
        meaning
    }
}

/// Names.
impl Resolver<'_> {
    fn name(&mut self, name: &Arc<str>, extent: Extent) -> Resolve<(Expr, Ty)> {
        if let Some(slot) = self.scope.iter().rposition(|(known, _)| known == name) {
            return Ok((Expr::Variable(slot), self.scope[slot].1));
        }
        if self.inside == Inside::Procedure
            && let Some(local) = self.parameter(name)
        {
            let ty = self.procedure[local].ty;
            return self.root(Root::Parameter(local), ty, extent);
        }
        if self.inside != Inside::Predicate
            && let Some(field) = self.field_of_this(name, extent)
        {
            return field;
        }
        if let Some((global, ty)) = self.global(name) {
            return self.root(Root::Global(global, self.when.moment()), ty, extent);
        }
        let known = self.known_names();
        let name = name.to_string();
        Err(self.error(extent, Problem::UnknownName { name, known }))
    }

    fn parameter(&self, name: &str) -> Option<LocalId> {
        let parameters = self.procedure.signature.parameters.len();
        let mut locals = self.procedure.locals.iter().take(parameters);
        let found = locals.position(|local| local.name.as_deref() == Some(name))?;
        Some(LocalId(found as u32))
    }

    /// In a method the fields of its object can be named alone.
    fn field_of_this(&mut self, name: &str, extent: Extent) -> Option<Resolve<(Expr, Ty)>> {
        let (this, ty) = self.this(extent)?;
        let Kind::References(Target::Record(record), _) = ty.kind else {
            return None;
        };
        find_field(self.program, record, name)?;
        let field = Name {
            text: name.into(),
            extent,
        };
        Some(self.fields(this, ty, &[field]))
    }

    /// The object that a method or an invariant is about.
    fn this(&mut self, extent: Extent) -> Option<(Expr, Ty)> {
        if self.inside == Inside::Invariant {
            let (_, ty) = self.scope.first()?;
            return Some((Expr::Variable(0), *ty));
        }
        let this = self.parameter(THIS)?;
        let ty = self.procedure[this].ty;
        self.root(Root::Parameter(this), ty, extent).ok()
    }

    /// A global, or a static field of the class that the procedure belongs to.
    fn global(&self, name: &str) -> Option<(GlobalId, TypeId)> {
        let class = self.procedure.name.rsplit_once('.').map(|(class, _)| class);
        let of_class = class.map(|class| format!("{class}.{name}"));
        let globals = self.program.globals.iter().enumerate();
        let named: Vec<(usize, &Global)> = globals
            .filter(|(_, global)| {
                let is_named = &*global.name == name || Some(&*global.name) == of_class.as_deref();
                is_named
                    && global.origin != GlobalOrigin::StringLiteral
                    && global.visibility != Visibility::Block
            })
            .collect();
        let of_file = |global: &Global| {
            global.visibility == Visibility::File && global.span.file == self.procedure.span.file
        };
        let of_all = |global: &Global| global.visibility == Visibility::Everywhere;
        // Of several that headers define for their own files, nobody knows which is meant.
        let only = named.first().filter(|_| named.len() == 1);
        let mut found = named.iter().filter(|(_, global)| of_file(global));
        let mut others = named.iter().filter(|(_, global)| of_all(global));
        let (found, global) = found.next().or_else(|| others.next()).or(only)?;
        Some((GlobalId(*found as u32), global.ty))
    }

    /// `Class.field`.
    fn static_field(&self, base: &syntax::Expr, relation: &Relation) -> Option<(GlobalId, TypeId)> {
        let (ExprKind::Name(class), Steps::One, [field]) =
            (&base.kind, relation.steps, &relation.fields[..])
        else {
            return None;
        };
        let is_variable = self.scope.iter().any(|(known, _)| known == class);
        match is_variable || self.parameter(class).is_some() {
            true => None,
            false => self.global(&format!("{class}.{}", field.text)),
        }
    }

    fn known_names(&self) -> Vec<String> {
        let mut known: Vec<String> = self
            .scope
            .iter()
            .map(|(name, _)| name.to_string())
            .collect();
        if self.inside == Inside::Procedure {
            let parameters = self.procedure.signature.parameters.len();
            let locals = self.procedure.locals.iter().take(parameters);
            known.extend(locals.filter_map(|local| Some(local.name.as_ref()?.to_string())));
        }
        let globals = self.program.globals.iter();
        let variables = globals.filter(|global| {
            global.origin != GlobalOrigin::StringLiteral
                && self.program.files.origin(global.span) == Origin::User
        });
        known.extend(variables.map(|global| global.name.to_string()));
        known
    }

    fn result(&mut self, extent: Extent) -> Resolve<(Expr, Ty)> {
        let result = self.procedure.ty.map(|ty| self.program.types.get(ty));
        let Some(&Type::Function { result, .. }) = result else {
            return Err(self.error(extent, Problem::NoResult));
        };
        if *self.program.types.get(result) == Type::Void {
            return Err(self.error(extent, Problem::NoResult));
        }
        if self.when != When::Ensures {
            return Err(self.error(extent, Problem::ResultTooEarly));
        }
        self.root(Root::Result, result, extent)
    }

    fn root(&mut self, root: Root, ty: TypeId, extent: Extent) -> Resolve<(Expr, Ty)> {
        let Some((holds, kind)) = held(self.program, ty) else {
            return Err(self.unsupported(ty, extent));
        };
        Ok((Expr::Root(root, holds), Ty::one(kind)))
    }

    fn unsupported(&self, ty: TypeId, extent: Extent) -> crate::Error {
        let name = self.program.types.display(ty).to_string();
        self.error(extent, Problem::UnsupportedType(name))
    }
}

/// Fields and elements.
impl Resolver<'_> {
    fn follow(&mut self, base: &syntax::Expr, relation: &Relation) -> Resolve<(Expr, Ty)> {
        if let Some((global, ty)) = self.static_field(base, relation) {
            return self.root(Root::Global(global, self.when.moment()), ty, base.extent);
        }
        let (base, ty) = self.expr(base)?;
        let reach = match relation.steps {
            Steps::One => return self.fields(base, ty, &relation.fields),
            Steps::AnyNumber => Reach::Reflexive,
            Steps::AtLeastOne => Reach::Irreflexive,
        };
        self.closure(base, ty, reach, &relation.fields)
    }

    /// `e.f`, and `e.(f + g)` for `e.f + e.g`.
    fn fields(&mut self, base: Expr, ty: Ty, fields: &[Name]) -> Resolve<(Expr, Ty)> {
        if ty.kind == Kind::Null {
            return Ok((Expr::Null, Ty::NULL));
        }
        if let (Kind::References(target, Layout::Array), [field]) = (ty.kind, fields)
            && &*field.text == "length"
            && let Some(element) = target_type(self.program, target)
        {
            return Ok(self.length(base, element));
        }
        let (mut paths, mut held) = (Vec::new(), None);
        for field in fields {
            let (path, holds, kind) = self.field(ty, field)?;
            match held {
                Some((_, other)) if other != kind => {
                    let problem = Problem::Incomparable {
                        left: describe(self.program, Ty::one(other)),
                        right: describe(self.program, Ty::one(kind)),
                    };
                    return Err(self.error(field.extent, problem));
                }
                _ => held = Some((holds, kind)),
            }
            paths.push(path);
        }
        let Some((holds, kind)) = held else {
            return Ok((Expr::Null, Ty::NULL));
        };
        let size = match paths.len() {
            1 => ty.size,
            _ => Size::Any,
        };
        let expr = Expr::Field {
            base: Box::new(base),
            paths,
            holds,
            moment: self.when.moment(),
        };
        Ok((expr, Ty { kind, size }))
    }

    fn field(&self, ty: Ty, field: &Name) -> Resolve<(Vec<FieldRef>, Holds, Kind)> {
        let record = self.record(ty, field)?;
        let Some((path, declared)) = find_field(self.program, record, &field.text) else {
            return Err(self.unknown_field(record, field));
        };
        match held(self.program, declared) {
            Some((holds, kind)) => Ok((path, holds, kind)),
            None => Err(self.unsupported(declared, field.extent)),
        }
    }

    fn record(&self, ty: Ty, field: &Name) -> Resolve<RecordId> {
        match ty.kind {
            Kind::References(Target::Record(record), _) => Ok(record),
            _ => {
                let found = describe(self.program, ty);
                let field_name = field.text.to_string();
                let problem = Problem::NoFields {
                    found,
                    field: field_name,
                };
                Err(self.error(field.extent, problem))
            }
        }
    }

    fn unknown_field(&self, record: RecordId, field: &Name) -> crate::Error {
        let problem = Problem::UnknownField {
            record: self.program.types.record(record).name.clone(),
            field: field.text.to_string(),
            known: field_names(self.program, record),
        };
        self.error(field.extent, problem)
    }

    fn closure(
        &mut self,
        base: Expr,
        ty: Ty,
        reach: Reach,
        fields: &[Name],
    ) -> Resolve<(Expr, Ty)> {
        let [first, ..] = fields else {
            return Ok((base, ty));
        };
        if ty.kind == Kind::Null {
            return Ok((Expr::Null, Ty::NULL));
        }
        let start = self.record(ty, first)?;
        let links = self.links(start, fields)?;
        let mut reached: Vec<RecordId> = links.iter().map(|link| link.to).collect();
        if reach == Reach::Reflexive {
            reached.push(start);
        }
        let target = match reached.iter().all(|record| *record == reached[0]) {
            true => Target::Record(reached[0]),
            false => Target::Mixed,
        };
        let expr = Expr::Closure {
            base: Box::new(base),
            start,
            reach,
            links,
            moment: self.when.moment(),
        };
        let kind = Kind::References(target, Layout::Unknown);
        Ok((
            expr,
            Ty {
                kind,
                size: Size::Any,
            },
        ))
    }

    /// The links of every record that can be reached: `table.*(first + next)` goes from the table
    /// to its nodes, and from node to node.
    fn links(&mut self, start: RecordId, fields: &[Name]) -> Resolve<Vec<Link>> {
        let (mut records, mut links) = (vec![start], Vec::new());
        let mut used = vec![false; fields.len()];
        let mut next = 0;
        while let Some(&from) = records.get(next) {
            next += 1;
            for (field, used) in fields.iter().zip(&mut used) {
                let Some((path, ty)) = find_field(self.program, from, &field.text) else {
                    continue;
                };
                *used = true;
                let to = self.link_target(ty, field)?;
                if !records.contains(&to) {
                    records.push(to);
                }
                let link = Link { from, path, to };
                if !links.contains(&link) {
                    links.push(link);
                }
            }
        }
        match fields.iter().zip(used).find(|(_, used)| !used) {
            Some((field, _)) => Err(self.unknown_field(start, field)),
            None => Ok(links),
        }
    }

    fn link_target(&self, ty: TypeId, field: &Name) -> Resolve<RecordId> {
        let held = held(self.program, ty);
        if let Some((_, Kind::References(Target::Record(record), _))) = held {
            return Ok(record);
        }
        let found = match held {
            Some((_, kind)) => describe(self.program, Ty::one(kind)),
            None => format!("of type `{}`", self.program.types.display(ty)),
        };
        let name = field.text.to_string();
        Err(self.error(field.extent, Problem::NotALink { field: name, found }))
    }

    fn element(&mut self, array: &syntax::Expr, index: &syntax::Expr) -> Resolve<(Expr, Ty)> {
        let (base, ty) = self.expr(array)?;
        let element = match ty.kind {
            Kind::References(target, _) if ty.is_single() => target_type(self.program, target),
            _ => None,
        };
        let Some(element) = element else {
            return Err(self.mismatch(array.extent, ty, "an array"));
        };
        let (base, element) = match self.array(ty) {
            Some(parts) => (
                self.part(base, parts.elements, Holds::Reference),
                parts.element,
            ),
            None => (base, element),
        };
        let Some((holds, kind)) = held(self.program, element) else {
            return Err(self.unsupported(element, array.extent));
        };
        let (index, _) = self.integer(index)?;
        let expr = Expr::Element {
            array: Box::new(base),
            index: Box::new(index),
            element,
            holds,
            moment: self.when.moment(),
        };
        Ok((expr, Ty::one(kind)))
    }

    /// `#e`: of a pointer the number of elements it leads to; of a set that operators make, the
    /// number of its members. In Java a reference that leads to no array is a set of one.
    fn count(&mut self, set: &syntax::Expr) -> Resolve<(Expr, Ty)> {
        let (expr, ty) = self.expr(set)?;
        if let Some(parts) = self.array(ty) {
            let length = self.part(expr, parts.length, Holds::Integer(Sign::Signed));
            return Ok((length, Ty::one(Kind::Integers(SIZE_BITS))));
        }
        if let Kind::References(target, layout) = ty.kind
            && ty.is_single()
            && (layout == Layout::Array
                || matches!(target, Target::Other(_))
                || self.source.is_used_as_array(set)
                || self.program.start.is_none() && is_pointer(set))
            && let Some(element) = target_type(self.program, target)
        {
            return Ok(self.length(expr, element));
        }
        let count = Expr::Count(Box::new(expr));
        Ok((count, Ty::one(Kind::Integers(SIZE_BITS))))
    }

    /// The parts of the array that a single reference leads to, in a language where it has some.
    fn array(&self, ty: Ty) -> Option<ArrayParts> {
        match ty.kind {
            Kind::References(Target::Record(record), _) if ty.is_single() => {
                self.program.types.array(record)
            }
            _ => None,
        }
    }

    fn part(&self, base: Expr, field: FieldRef, holds: Holds) -> Expr {
        Expr::Field {
            base: Box::new(base),
            paths: vec![vec![field]],
            holds,
            moment: self.when.moment(),
        }
    }

    fn length(&self, array: Expr, element: TypeId) -> (Expr, Ty) {
        let expr = match self.declared_length(&array) {
            Some(length) => Expr::Integer(length.into()),
            None => Expr::Length {
                array: Box::new(array),
                element,
                moment: self.when.moment(),
            },
        };
        (expr, Ty::one(Kind::Integers(SIZE_BITS)))
    }

    /// The length of an array that is a field, and ends before its record does.
    fn declared_length(&self, array: &Expr) -> Option<u64> {
        let Expr::Field { paths, .. } = array else {
            return None;
        };
        let [path] = &paths[..] else {
            return None;
        };
        let field = path.last()?;
        let record = self.program.types.record(field.record);
        match self
            .program
            .types
            .get(record.fields[field.index as usize].ty)
        {
            Type::Array(_, Some(length @ 1..)) => Some(*length),
            _ => None,
        }
    }

    pub(super) fn mismatch(&self, extent: Extent, ty: Ty, expected: &str) -> crate::Error {
        let problem = Problem::Mismatch {
            found: describe(self.program, ty),
            expected: expected.to_owned(),
        };
        self.error(extent, problem)
    }
}

/// Whether an expression names a pointer, instead of making a set of some.
fn is_pointer(expr: &syntax::Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Result | ExprKind::Index(..) => true,
        ExprKind::Old(inner) => is_pointer(inner),
        ExprKind::Follow(_, relation) => relation.steps == syntax::Steps::One,
        _ => false,
    }
}
