//! From a structure to the heap that the caller has to build.

use super::schema::{FieldValue, Holds, Schema};
use super::start::{Beginning, Start};
use super::value::Value;
use crate::symbolic::witness::cell;
use ir::{LocalId, Making, RecordId, Scalar, Type};
use logic::relational::{Atom, Data, Multiplicity, Rel, Set, SetSym, Structure};
use std::collections::BTreeMap;
use verdict::{Argument, Datum, Object, Witness};

/// An object: its class and its atom.
type Place = (usize, Atom);

/// What the caller does in a structure.
pub(crate) fn witness(
    schema: &Schema<'_>,
    start: &Start,
    beginning: &Beginning,
    structure: &Structure,
) -> Witness {
    let mut builder = Builder {
        schema,
        beginning,
        structure,
        numbers: BTreeMap::new(),
        places: Vec::new(),
    };
    let values = beginning.arguments.iter().zip(&start.parameters);
    let arguments = values.zip(0..).map(|((value, parameter), index)| {
        let local = &schema.program[start.procedure][LocalId(index)];
        Argument {
            name: parameter.name.to_string(),
            ty: schema.program.types.display(parameter.ty).to_string(),
            scalar: local.scalar,
            value: builder.argument(value, local.scalar, (start, index)),
        }
    });
    let arguments = arguments.collect();
    let mut objects = Vec::new();
    // Objects that the last ones lead to are added behind them.
    while objects.len() < builder.places.len() {
        let place = builder.places[objects.len()];
        objects.push(builder.object(place));
    }
    Witness {
        arguments,
        objects,
        ..Witness::default()
    }
}

struct Builder<'a, 'p> {
    schema: &'a Schema<'p>,
    beginning: &'a Beginning,
    structure: &'a Structure,
    numbers: BTreeMap<Place, usize>,
    places: Vec<Place>,
}

impl Builder<'_, '_> {
    fn argument(&mut self, value: &Value, scalar: Scalar, (start, index): (&Start, u32)) -> Datum {
        match value {
            Value::Reference(set) => {
                let atom = self.structure.eval_set(set).into_iter().next();
                match (atom, scalar) {
                    (Some(atom), _) => self.pointer(atom),
                    (None, Scalar::Pointer) => Datum::Null,
                    (None, _) => Datum::Bits(0),
                }
            }
            Value::Number(number) => {
                let holder = super::classes::Holder::Local(start.procedure, LocalId(index));
                let class = self.schema.classes.known(holder);
                let numbering = class.and_then(|class| self.schema.numbering(class));
                let value = self.structure.eval_int(number).unwrap_or_default();
                Datum::Bits(numbering.map_or(0, |it| it.bits_of(value)))
            }
        }
    }

    fn pointer(&mut self, atom: Atom) -> Datum {
        let objects = self.schema.objects.iter();
        let class = objects.enumerate().find(|(_, it)| atom.is_of(&it.sort));
        let Some((class, _)) = class else {
            return Datum::Null;
        };
        let next = self.places.len();
        let object = *self.numbers.entry((class, atom)).or_insert(next);
        if object == next {
            self.places.push((class, atom));
        }
        Datum::Pointer { object, offset: 0 }
    }

    fn object(&mut self, (class, atom): Place) -> Object {
        let record = self.record(class, atom);
        let types = &self.schema.program.types;
        let ty = record.and_then(|record| types.find(&Type::Record(record)));
        let size = ty.and_then(|ty| types.size(ty, self.schema.program.data_model));
        let mut cells = Vec::new();
        for index in 0..self.schema.fields.len() {
            let field = &self.schema.fields[index];
            let (Some(record), Some(ty)) = (record, ty) else {
                continue;
            };
            let is_held = self.schema.leaf(record, field.offset).is_some()
                || super::start::rule(self.schema, record, field.offset).is_some();
            if field.owner != class || !is_held {
                continue;
            }
            let (offset, scalar) = (field.offset, field.scalar);
            let value = self.held(index, atom);
            cells.push(cell(self.schema.program, ty, (offset, scalar), value));
        }
        cells.sort_by_key(|cell| cell.offset);
        Object {
            ty: ty.map_or_else(|| "char".to_string(), |ty| types.display(ty).to_string()),
            element_size: size.unwrap_or(1),
            elements: 1,
            cells,
            making: Making::ByFields,
        }
    }

    /// What an object is.
    fn record(&self, class: usize, atom: Atom) -> Option<RecordId> {
        let objects = &self.schema.objects[class];
        let index = match &objects.kind {
            Some(kind) => self.structure.value(kind, atom)?,
            None => 0,
        };
        objects.records.get(usize::try_from(index).ok()?).copied()
    }

    fn held(&mut self, field: usize, atom: Atom) -> Datum {
        let holds = self.schema.fields[field].holds;
        match (&self.beginning.before.fields[field], holds) {
            (FieldValue::Links(links), _) => self.link(links, atom),
            (FieldValue::Numbers(data), Holds::Number(class)) => {
                let value = self.number(data, field, atom);
                let numbering = self.schema.numbering(class);
                Datum::Bits(numbering.map_or(0, |it| it.bits_of(value)))
            }
            (FieldValue::Numbers(_), Holds::Reference(_)) => Datum::Bits(0),
        }
    }

    fn link(&mut self, links: &Rel, atom: Atom) -> Datum {
        let pairs = self.structure.eval_rel(links);
        let target = pairs.into_iter().find(|(from, _)| *from == atom);
        match target {
            Some((_, to)) => self.pointer(to),
            None => Datum::Null,
        }
    }

    fn number(&self, data: &Data, field: usize, atom: Atom) -> i128 {
        let owner = self.schema.fields[field].owner;
        let one = SetSym::new("one", &self.schema.objects[owner].sort, Multiplicity::One);
        let mut probe = self.structure.clone();
        probe.define_set(&one, [atom]);
        probe
            .eval_int(&Set::from(&one).value(data))
            .unwrap_or_default()
    }
}
