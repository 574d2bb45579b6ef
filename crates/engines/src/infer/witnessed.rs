//! The states of a trace as formulas: `toConstraint` of Figure 8.
//!
//! Formulas cannot name the objects of a trace, so each gets a name: a set of its own. Objects that are
//! alike may change places, which changes nothing.

use super::schema::{FieldValue, Schema};
use super::value::Value;
use logic::relational::{
    Atom, Data, Formula, Int, IntSym, IntType, Multiplicity, Rel, Set, SetSym, Structure,
};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// A trace whose objects have names.
pub(crate) struct Valued<'a, 'p> {
    schema: &'a Schema<'p>,
    trace: &'a Structure,
    /// By class and number.
    names: BTreeMap<(usize, u32), Set>,
    probe: RefCell<Structure>,
    versions: Cell<usize>,
}

impl<'a, 'p> Valued<'a, 'p> {
    pub(crate) fn new(schema: &'a Schema<'p>, trace: &'a Structure) -> Valued<'a, 'p> {
        let mut names = BTreeMap::new();
        for (index, objects) in schema.objects.iter().enumerate() {
            for atom in trace.atoms(&objects.sort) {
                let name = format!("{}{}", objects.sort.name(), atom.index());
                let symbol = SetSym::new(name, &objects.sort, Multiplicity::One);
                names.insert((index, atom.index()), Set::from(&symbol));
            }
        }
        Valued {
            schema,
            trace,
            names,
            probe: RefCell::new(trace.clone()),
            versions: Cell::new(0),
        }
    }

    fn version(&self) -> usize {
        self.versions.set(self.versions.get() + 1);
        self.versions.get()
    }

    /// Different objects have different names, and globals those that they have in the trace.
    pub(crate) fn distinct(&self) -> Formula {
        let all: Vec<(&(usize, u32), &Set)> = self.names.iter().collect();
        let mut parts = Vec::new();
        for (position, (one, name)) in all.iter().enumerate() {
            let others = all[position + 1..]
                .iter()
                .filter(|(other, _)| other.0 == one.0);
            parts.extend(others.map(|(_, other)| name.within(*other).not()));
        }
        for (index, objects) in self.schema.objects.iter().enumerate() {
            for (_, symbol) in &objects.globals {
                let address = Set::from(symbol);
                // What the trace does not mention may be anywhere.
                let here = self.members(&address, index);
                if !is_empty(&here) {
                    parts.push(address.equals(here));
                }
            }
        }
        Formula::conjunction(parts)
    }

    fn name(&self, objects: usize, atom: Atom) -> Set {
        let known = self.names.get(&(objects, atom.index()));
        known.cloned().unwrap_or_else(Set::null)
    }

    /// The members that a set has in the trace.
    fn members(&self, set: &Set, objects: usize) -> Set {
        let members = self.trace.eval_set(set);
        let sort = &self.schema.objects[objects].sort;
        let own = members.into_iter().filter(|atom| atom.is_of(sort));
        own.fold(Set::null(), |all, atom| {
            match all.is_lone() && is_empty(&all) {
                true => self.name(objects, atom),
                false => &all + &self.name(objects, atom),
            }
        })
    }

    /// A new name for a value, with what the trace says of it.
    pub(crate) fn named(&self, value: &Value, given: &mut Vec<Formula>) -> Value {
        match value {
            Value::Reference(set) => {
                let atom = self.trace.eval_set(set).into_iter().next();
                let objects = self.schema.objects.iter();
                let class = atom.and_then(|atom| {
                    objects
                        .enumerate()
                        .find(|(_, objects)| atom.is_of(&objects.sort))
                });
                let Some((class, objects)) = class else {
                    return Value::Reference(Set::null());
                };
                let name = format!("r{}", self.version());
                let symbol = SetSym::new(name, &objects.sort, Multiplicity::Lone);
                let named = Set::from(&symbol);
                given.push(named.equals(self.members(set, class)));
                Value::Reference(named)
            }
            Value::Number(number) => {
                let symbol = IntSym::new(format!("n{}", self.version()), IntType::signed(64));
                let named = Int::from(&symbol);
                let known = self.trace.eval_int(number).unwrap_or_default();
                given.push(named.equals(Int::from(known)));
                Value::Number(named)
            }
        }
    }

    /// The same for the objects that there are.
    pub(crate) fn named_live(&self, objects: usize, set: &Set, given: &mut Vec<Formula>) -> Set {
        let name = format!("live{}", self.version());
        let sort = &self.schema.objects[objects].sort;
        let named = Set::from(&SetSym::new(name, sort, Multiplicity::Any));
        given.push(named.equals(self.members(set, objects)));
        named
    }

    /// The same for a field.
    pub(crate) fn named_field(
        &self,
        field: usize,
        value: &FieldValue,
        given: &mut Vec<Formula>,
    ) -> FieldValue {
        let named = self.schema.unknown_field(field, self.version());
        match (&named, value) {
            (FieldValue::Links(named), FieldValue::Links(value)) => {
                self.links(field, named, value, given);
            }
            (FieldValue::Numbers(named), FieldValue::Numbers(value)) => {
                self.numbers(field, named, value, given);
            }
            _ => {}
        }
        named
    }

    fn links(&self, field: usize, named: &Rel, value: &Rel, given: &mut Vec<Formula>) {
        let it = &self.schema.fields[field];
        let super::schema::Holds::Reference(to) = it.holds else {
            return;
        };
        let pairs = self.trace.eval_rel(value);
        for atom in self.trace.atoms(&self.schema.objects[it.owner].sort) {
            let reached = pairs.iter().find(|(from, _)| *from == atom);
            let led = self.name(it.owner, atom).dot(named);
            given.push(match reached {
                Some((_, target)) => led.equals(self.name(to, *target)),
                None => led.is_null(),
            });
        }
    }

    fn numbers(&self, field: usize, named: &Data, value: &Data, given: &mut Vec<Formula>) {
        let owner = self.schema.fields[field].owner;
        let sort = &self.schema.objects[owner].sort;
        let one = SetSym::new("one", sort, Multiplicity::One);
        let asked = Set::from(&one).value(value);
        for atom in self.trace.atoms(sort) {
            let mut probe = self.probe.borrow_mut();
            probe.define_set(&one, [atom]);
            let known = probe.eval_int(&asked).unwrap_or_default();
            let held = self.name(owner, atom).value(named);
            given.push(held.equals(Int::from(known)));
        }
    }
}

fn is_empty(set: &Set) -> bool {
    matches!(set.kind(), logic::relational::SetKind::Empty)
}
