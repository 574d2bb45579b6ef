//! The vocabulary of the formulas: a sort for each class of objects, a relation for each of their
//! fields.
//!
//! "Java objects are encoded as Alloy variables and Java fields are encoded as Alloy relations"
//! (Section 5).

use super::classes::{Class, Classes, Holder};
use super::numbers::Numbering;
use super::region::Refusal;
use crate::symbolic::layout;
use ir::{
    GlobalId, LocalId, Origin, ProcedureId, Program, RecordId, Rest, Scalar, Span, Type, TypeId,
};
use logic::relational::{
    Data, DataSym, IntType, Multiplicity, Properties, Rel, RelSym, Set, SetSym, Sort,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A class of objects.
pub(crate) struct Objects {
    pub(crate) class: Class,
    pub(crate) sort: Sort,
    /// How many there are at most.
    pub(crate) most: u32,
    /// What an object of the caller's can be.
    pub(crate) records: Vec<RecordId>,
    /// Which of the records each is, if there are several.
    pub(crate) kind: Option<DataSym>,
    /// Whether the program makes such objects.
    pub(crate) is_allocated: bool,
    /// The globals among them.
    pub(crate) globals: Vec<(GlobalId, SetSym)>,
}

/// A field of a class of objects.
pub(crate) struct Field {
    /// Whose.
    pub(crate) owner: usize,
    pub(crate) offset: u64,
    pub(crate) scalar: Scalar,
    pub(crate) holds: Holds,
    pub(crate) name: String,
}

/// What a field, a variable or a result holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Holds {
    /// References to objects.
    Reference(usize),
    /// Numbers.
    Number(Class),
}

/// The vocabulary.
pub(crate) struct Schema<'p> {
    pub(crate) program: &'p Program,
    pub(crate) classes: Classes,
    pub(crate) objects: Vec<Objects>,
    pub(crate) fields: Vec<Field>,
    numberings: BTreeMap<Class, Numbering>,
    sorts: BTreeMap<Class, usize>,
    field_of: BTreeMap<(usize, u64), usize>,
    /// What the environment does not give, of all that it could.
    pub(crate) left_out: BTreeSet<Arc<str>>,
}

impl<'p> Schema<'p> {
    /// The vocabulary for calls of a procedure, with so many objects of each class.
    pub(crate) fn new(
        program: &'p Program,
        classes: Classes,
        start: ProcedureId,
        scope: u32,
    ) -> Result<Schema<'p>, Refusal> {
        let mut schema = Schema {
            program,
            classes,
            objects: Vec::new(),
            fields: Vec::new(),
            numberings: BTreeMap::new(),
            sorts: BTreeMap::new(),
            field_of: BTreeMap::new(),
            left_out: BTreeSet::new(),
        };
        schema.collect(scope);
        schema.find_records(start)?;
        schema.number(start)?;
        Ok(schema)
    }

    /// Sorts and fields.
    fn collect(&mut self, scope: u32) {
        self.note_zeros();
        let roots: Vec<Class> = self.classes.roots().collect();
        for class in roots {
            let globals: Vec<GlobalId> = self.classes.globals(class).collect();
            let has_fields = self.classes.fields(class).next().is_some();
            if has_fields || !globals.is_empty() || self.classes.is_allocated(class) {
                self.add_objects(class, scope, &globals);
            }
        }
        let holders: Vec<(Holder, Class)> = self.classes.holders().collect();
        for (holder, class) in holders {
            if self.scalar_of(holder) == Some(Scalar::Pointer) {
                self.objects_of(class, scope);
            }
        }
        for owner in 0..self.objects.len() {
            let class = self.objects[owner].class;
            let fields: Vec<(u64, Scalar, Class)> = self.classes.fields(class).collect();
            for (offset, scalar, held) in fields {
                let holds = match scalar {
                    Scalar::Pointer => Holds::Reference(self.objects_of(held, scope)),
                    _ => Holds::Number(held),
                };
                self.field_of.insert((owner, offset), self.fields.len());
                self.fields.push(Field {
                    owner,
                    offset,
                    scalar,
                    holds,
                    name: format!("at{offset}"),
                });
            }
        }
    }

    /// New objects hold zeros.
    fn note_zeros(&mut self) {
        let roots: Vec<Class> = self.classes.roots().collect();
        for class in roots {
            if !self.classes.is_allocated(class) {
                continue;
            }
            let fields: Vec<(u64, Scalar, Class)> = self.classes.fields(class).collect();
            for (_, scalar, held) in fields {
                if scalar != Scalar::Pointer {
                    self.classes.note(held, |used| _ = used.constants.insert(0));
                }
            }
        }
    }

    fn scalar_of(&self, holder: Holder) -> Option<Scalar> {
        match holder {
            Holder::Local(procedure, local) => Some(self.program[procedure][local].scalar),
            Holder::Result(procedure) => self.program[procedure].signature.result,
            Holder::Address(_) => Some(Scalar::Pointer),
        }
    }

    fn add_objects(&mut self, class: Class, scope: u32, globals: &[GlobalId]) -> usize {
        let index = self.objects.len();
        let sort = Sort::new(format!("Object{index}"));
        let address = |id: &GlobalId| {
            let name = format!("&{}", self.program[*id].name);
            (*id, SetSym::new(name, &sort, Multiplicity::One))
        };
        let globals: Vec<(GlobalId, SetSym)> = globals.iter().map(address).collect();
        self.objects.push(Objects {
            class,
            most: scope + globals.len() as u32,
            records: Vec::new(),
            kind: None,
            is_allocated: self.classes.is_allocated(class),
            globals,
            sort,
        });
        self.sorts.insert(class, index);
        index
    }

    /// The objects of a class, which may have nothing that anybody looks at.
    fn objects_of(&mut self, class: Class, scope: u32) -> usize {
        match self.sorts.get(&class) {
            Some(known) => *known,
            None => self.add_objects(class, scope, &[]),
        }
    }

    /// What the objects can be that the caller gives, from the declared types of what leads to them.
    fn find_records(&mut self, start: ProcedureId) -> Result<(), Refusal> {
        let procedure = &self.program[start];
        let mut found: BTreeMap<usize, BTreeSet<RecordId>> = BTreeMap::new();
        let mut open: Vec<(usize, TypeId, Span)> = Vec::new();
        for (index, scalar) in (0..).zip(&procedure.signature.parameters) {
            let local = &procedure[LocalId(index)];
            let holder = Holder::Local(start, LocalId(index));
            if let (Scalar::Pointer, Some(class)) = (scalar, self.classes.known(holder))
                && let Some(objects) = self.sorts.get(&class)
                && let Some(target) = layout::target(self.program, local.ty)
            {
                open.push((*objects, target, local.span));
            }
        }
        while let Some((objects, target, span)) = open.pop() {
            for record in variants(self.program, target, span)? {
                self.left_out.extend(left_out(self.program, target));
                if !found.entry(objects).or_default().insert(record) {
                    continue;
                }
                let links = self.links(objects, record);
                open.extend(links.into_iter().map(|(to, target)| (to, target, span)));
            }
        }
        for (objects, records) in found {
            let objects = &mut self.objects[objects];
            objects.records = records.into_iter().collect();
            if objects.records.len() > 1 {
                let width = usize::BITS - objects.records.len().leading_zeros();
                let ty = IntType::unsigned(width as u8);
                objects.kind = Some(DataSym::new("class", &objects.sort, ty));
            }
        }
        self.note_truth_values(start);
        self.name_fields();
        Ok(())
    }

    /// What is a truth value is zero or one.
    fn note_truth_values(&mut self, start: ProcedureId) {
        let fields = self.fields.iter().filter_map(|field| {
            let Holds::Number(class) = field.holds else {
                return None;
            };
            let records = &self.objects[field.owner].records;
            let mut types = records.iter().filter_map(|it| self.leaf(*it, field.offset));
            types.any(|ty| self.is_truth_value(ty)).then_some(class)
        });
        let locals = (0..).zip(&self.program[start].locals);
        let parameters = locals.filter_map(|(index, local)| {
            let class = self.classes.known(Holder::Local(start, LocalId(index)))?;
            self.is_truth_value(local.ty).then_some(class)
        });
        let classes: Vec<Class> = fields.chain(parameters).collect();
        for class in classes {
            self.classes
                .note(class, |used| used.constants.extend([0, 1]));
        }
        self.note_rules();
    }

    /// What objects always hold are constants.
    fn note_rules(&mut self) {
        let mut found: Vec<(Class, i128)> = Vec::new();
        for field in &self.fields {
            let Holds::Number(class) = field.holds else {
                continue;
            };
            let records = self.objects[field.owner].records.iter();
            let constants = records.filter_map(|it| super::start::rule(self, *it, field.offset));
            found.extend(constants.map(|constant| (class, constant)));
        }
        for (class, constant) in found {
            self.classes
                .note(class, |used| _ = used.constants.insert(constant));
        }
    }

    /// Whether a declared type has two values only.
    pub(crate) fn is_truth_value(&self, ty: TypeId) -> bool {
        match self.program.types.get(ty) {
            Type::Int { name, .. } => name == "_Bool" || name == "boolean",
            _ => false,
        }
    }

    /// What the references in an object of a record lead to.
    fn links(&self, objects: usize, record: RecordId) -> Vec<(usize, TypeId)> {
        let fields = self.fields.iter().filter(|field| field.owner == objects);
        let link = |field: &Field| {
            let Holds::Reference(to) = field.holds else {
                return None;
            };
            let leaf = self.leaf(record, field.offset)?;
            Some((to, layout::target(self.program, leaf)?))
        };
        fields.filter_map(link).collect()
    }

    /// The declared type of what is at an offset of a record.
    pub(crate) fn leaf(&self, record: RecordId, offset: u64) -> Option<TypeId> {
        let ty = self.program.types.find(&Type::Record(record))?;
        let leaf = layout::only_leaf_at(self.program, ty, offset)?;
        (leaf.offset == offset).then_some(leaf.ty)
    }

    /// Fields and sorts have the names of the source, where it names them.
    fn name_fields(&mut self) {
        for index in 0..self.fields.len() {
            let Field { owner, offset, .. } = self.fields[index];
            let records = &self.objects[owner].records;
            let mut names = records.iter().filter_map(|record| {
                let fields = &self.program.types.record(*record).fields;
                let field = fields.iter().find(|field| field.offset == offset)?;
                Some(field.name.clone())
            });
            if let Some(name) = names.next() {
                self.fields[index].name = name;
            }
        }
    }

    /// How numbers are represented.
    fn number(&mut self, start: ProcedureId) -> Result<(), Refusal> {
        let mut chosen: BTreeMap<Class, u32> = BTreeMap::new();
        for field in &self.fields {
            if let Holds::Number(class) = field.holds {
                *chosen.entry(class).or_default() += self.objects[field.owner].most;
            }
        }
        let procedure = &self.program[start];
        for index in 0..procedure.signature.parameters.len() as u32 {
            let holder = Holder::Local(start, LocalId(index));
            if let Some(class) = self.classes.known(holder) {
                *chosen.entry(class).or_default() += 1;
            }
        }
        self.note_widths();
        for class in self.classes.roots() {
            let used = self.classes.used(class);
            let is_signed = used.told_signed || used.is_signed || used.is_arithmetic;
            if used.told_unsigned && (is_signed || used.fewest_bits != used.bits) {
                let what = "a contract about numbers that have a sign elsewhere";
                return Err(Refusal::new(procedure.span, what));
            }
            let chosen = chosen.get(&class).copied().unwrap_or_default();
            let Some(numbering) = Numbering::new(self.classes.used(class), chosen) else {
                let what = "numbers of more than 64 bits";
                return Err(Refusal::new(procedure.span, what));
            };
            self.numberings.insert(class, numbering);
        }
        Ok(())
    }

    /// How many bits variables have.
    fn note_widths(&mut self) {
        let holders: Vec<(Holder, Class)> = self.classes.holders().collect();
        for (holder, class) in holders {
            if let Some(Scalar::Int(width)) = self.scalar_of(holder) {
                self.classes.note(class, |used| used.held_in(width.bits()));
            }
        }
    }

    /// How the numbers of a class are represented.
    pub(crate) fn numbering(&self, class: Class) -> Option<&Numbering> {
        self.numberings.get(&self.classes.root(class))
    }

    /// What something of a type holds that is of a class.
    pub(crate) fn holds(&self, scalar: Scalar, class: Class) -> Option<Holds> {
        match scalar {
            Scalar::Pointer => self.sorts.get(&class).copied().map(Holds::Reference),
            _ => Some(Holds::Number(class)),
        }
    }

    /// The objects that references of a class lead to.
    pub(crate) fn sort_of(&self, class: Class) -> Option<usize> {
        self.sorts.get(&self.classes.root(class)).copied()
    }

    /// A field of a class of objects.
    pub(crate) fn field(&self, owner: usize, offset: u64) -> Option<usize> {
        self.field_of.get(&(owner, offset)).copied()
    }

    /// The address of a global.
    pub(crate) fn address(&self, id: GlobalId) -> Option<Set> {
        let class = self.classes.known(Holder::Address(id))?;
        let objects = &self.objects[self.sort_of(class)?];
        let found = objects.globals.iter().find(|(global, _)| *global == id);
        found.map(|(_, symbol)| Set::from(symbol))
    }

    /// A new value of a field, of which nothing is known.
    pub(crate) fn unknown_field(&self, field: usize, version: usize) -> FieldValue {
        let field = &self.fields[field];
        let from = &self.objects[field.owner].sort;
        let name = match version {
            0 => field.name.clone(),
            _ => format!("{}_{version}", field.name),
        };
        match field.holds {
            Holds::Reference(to) => {
                let to = &self.objects[to].sort;
                let properties = Properties::partial_function();
                FieldValue::Links(Rel::from(&RelSym::new(name, (from, to), properties)))
            }
            Holds::Number(class) => {
                FieldValue::Numbers(Data::from(&DataSym::new(name, from, self.int_type(class))))
            }
        }
    }

    /// The type of the numbers of a class.
    pub(crate) fn int_type(&self, class: Class) -> IntType {
        let numbering = self.numbering(class);
        numbering.map_or(IntType::signed(64), Numbering::ty)
    }

    /// Whether a global belongs to the library, whose variables may hold anything.
    pub(crate) fn is_librarys(&self, id: GlobalId) -> bool {
        self.program.files.origin(self.program[id].span) == Origin::Library
    }
}

/// What a field holds, of all objects at once.
#[derive(Clone, Debug)]
pub(crate) enum FieldValue {
    Links(Rel),
    Numbers(Data),
}

/// The records of which an object can be that the caller gives for a type.
pub(crate) fn variants(
    program: &Program,
    target: TypeId,
    span: Span,
) -> Result<Vec<RecordId>, Refusal> {
    let refuse = |what: String| Err(Refusal::new(span, what));
    let types = &program.types;
    let shown = types.display(target).to_string();
    let Type::Record(record) = types.get(target) else {
        return refuse(format!("a caller that gives an address of `{shown}`"));
    };
    let Some(given) = types.given(target) else {
        return Ok(vec![*record]);
    };
    if !given.held.is_empty() || types.array(*record).is_some() {
        return refuse(format!("a caller that gives an object of `{shown}`"));
    }
    if let Rest::Needed(what) = &given.rest {
        return refuse(what.clone());
    }
    for variant in &given.variants {
        let ty = types.find(&Type::Record(*variant));
        let is_plain = ty.and_then(|ty| types.given(ty)).is_some_and(|given| {
            given.making == ir::Making::ByFields
                && given.bound.is_none()
                && given.rules.iter().all(|(offset, _)| *offset == 0)
        });
        if !is_plain {
            let name = &types.record(*variant).name;
            return refuse(format!("a caller that gives an object of `{name}`"));
        }
    }
    Ok(given.variants.clone())
}

/// What the caller could give for a type and is not given.
fn left_out(program: &Program, target: TypeId) -> Option<Arc<str>> {
    match &program.types.given(target)?.rest {
        Rest::LeftOut(what) => Some(what.clone()),
        Rest::Nothing | Rest::Needed(_) => None,
    }
}
