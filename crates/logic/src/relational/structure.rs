//! Finite structures: the heaps that formulas speak about.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::symbol::{DataSym, IntSym, Multiplicity, Prop, RelSym, SetSym, Sort};
use super::syntax::{Formula, Rel, Set, Size};

/// An element of the universe: the `index`-th atom of its sort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    sort: u64,
    index: u32,
}

impl Atom {
    /// The `index`-th atom of `sort`.
    #[must_use]
    pub fn new(sort: &Sort, index: u32) -> Atom {
        Atom {
            sort: sort.id(),
            index,
        }
    }

    /// Its number among the atoms of its sort, from zero.
    #[must_use]
    pub fn index(self) -> u32 {
        self.index
    }

    /// An atom that no other is less than.
    pub(super) fn least() -> Atom {
        Atom { sort: 0, index: 0 }
    }

    /// Whether the atom is of this sort.
    #[must_use]
    pub fn is_of(self, sort: &Sort) -> bool {
        self.sort == sort.id()
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.sort, self.index)
    }
}

/// A finite universe and the meaning of symbols in it.
///
/// A symbol that was given no meaning is empty, zero, or false.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Structure {
    pub(super) universe: BTreeMap<Sort, u32>,
    pub(super) sets: BTreeMap<SetSym, BTreeSet<Atom>>,
    pub(super) rels: BTreeMap<RelSym, BTreeSet<(Atom, Atom)>>,
    pub(super) data: BTreeMap<DataSym, BTreeMap<Atom, i128>>,
    pub(super) ints: BTreeMap<IntSym, i128>,
    pub(super) props: BTreeMap<Prop, bool>,
}

/// A declaration that a structure does not respect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The symbol.
    pub symbol: String,
    /// What is declared about it.
    pub declared: &'static str,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is declared {} and is not",
            self.symbol, self.declared
        )
    }
}

impl std::error::Error for Violation {}

impl Structure {
    /// The structure without atoms.
    #[must_use]
    pub fn new() -> Structure {
        Structure::default()
    }

    /// Gives a sort its number of atoms.
    pub fn set_size(&mut self, sort: &Sort, size: u32) {
        self.universe.insert(sort.clone(), size);
    }

    /// How many atoms a sort has.
    #[must_use]
    pub fn size(&self, sort: &Sort) -> u32 {
        self.universe.get(sort).copied().unwrap_or(0)
    }

    /// The atoms of a sort.
    pub fn atoms(&self, sort: &Sort) -> impl Iterator<Item = Atom> + use<> {
        let sort_id = sort.id();
        (0..self.size(sort)).map(move |index| Atom {
            sort: sort_id,
            index,
        })
    }

    /// Every atom.
    pub fn universe(&self) -> impl Iterator<Item = Atom> {
        self.universe.keys().flat_map(|sort| self.atoms(sort))
    }

    /// The sorts that have a size.
    pub fn sorts(&self) -> impl Iterator<Item = &Sort> {
        self.universe.keys()
    }

    /// Gives a set its members.
    pub fn define_set(&mut self, symbol: &SetSym, members: impl IntoIterator<Item = Atom>) {
        self.sets
            .insert(symbol.clone(), members.into_iter().collect());
    }

    /// Gives a relation its pairs.
    pub fn define_rel(&mut self, symbol: &RelSym, pairs: impl IntoIterator<Item = (Atom, Atom)>) {
        self.rels
            .insert(symbol.clone(), pairs.into_iter().collect());
    }

    /// Gives an integer-valued field its values.
    pub fn define_data(
        &mut self,
        symbol: &DataSym,
        values: impl IntoIterator<Item = (Atom, i128)>,
    ) {
        self.data
            .insert(symbol.clone(), values.into_iter().collect());
    }

    /// Gives an integer its value.
    pub fn define_int(&mut self, symbol: &IntSym, value: i128) {
        self.ints.insert(symbol.clone(), value);
    }

    /// Gives a truth value.
    pub fn define_prop(&mut self, symbol: &Prop, value: bool) {
        self.props.insert(symbol.clone(), value);
    }

    /// The members of a declared set.
    pub fn members(&self, symbol: &SetSym) -> impl Iterator<Item = Atom> {
        self.sets.get(symbol).into_iter().flatten().copied()
    }

    /// The pairs of a declared relation.
    pub fn pairs(&self, symbol: &RelSym) -> impl Iterator<Item = (Atom, Atom)> {
        self.rels.get(symbol).into_iter().flatten().copied()
    }

    /// The value of a declared field of one atom, if the atom has the field.
    #[must_use]
    pub fn value(&self, symbol: &DataSym, atom: Atom) -> Option<i128> {
        if !atom.is_of(&symbol.decl().sort) {
            return None;
        }
        let values = self.data.get(symbol);
        Some(
            values
                .and_then(|values| values.get(&atom))
                .copied()
                .unwrap_or(0),
        )
    }

    /// The value of a declared integer.
    #[must_use]
    pub fn int_value(&self, symbol: &IntSym) -> i128 {
        self.ints.get(symbol).copied().unwrap_or(0)
    }

    /// A declared truth value.
    #[must_use]
    pub fn prop(&self, symbol: &Prop) -> bool {
        self.props.get(symbol).copied().unwrap_or(false)
    }

    /// Checks every symbol that was given a meaning against its declaration.
    ///
    /// # Errors
    ///
    /// The first declaration that does not hold.
    pub fn respects_declarations(&self) -> Result<(), Violation> {
        for (symbol, members) in &self.sets {
            let decl = symbol.decl();
            let declared = match decl.size {
                Multiplicity::Any => "a set",
                Multiplicity::Some => "some",
                Multiplicity::Lone => "lone",
                Multiplicity::One => "one",
            };
            ensure(symbol.name(), declared, decl.size.allows(members.len()))?;
            let sorted = members.iter().all(|&a| self.has(&decl.sort, a));
            ensure(symbol.name(), "of its sort", sorted)?;
        }
        for symbol in self.rels.keys() {
            self.respects_relation(symbol)?;
        }
        for (symbol, values) in &self.data {
            let decl = symbol.decl();
            let in_range = values.values().all(|&value| decl.ty.contains(value));
            ensure(symbol.name(), "of its width", in_range)?;
            let sorted = values.keys().all(|&a| self.has(&decl.sort, a));
            ensure(symbol.name(), "of its sort", sorted)?;
        }
        for (symbol, &value) in &self.ints {
            ensure(
                symbol.name(),
                "of its width",
                symbol.decl().ty.contains(value),
            )?;
        }
        Ok(())
    }

    fn respects_relation(&self, symbol: &RelSym) -> Result<(), Violation> {
        let decl = symbol.decl();
        let sorted = self
            .pairs(symbol)
            .all(|(a, b)| self.has(&decl.from, a) && self.has(&decl.to, b));
        ensure(symbol.name(), "of its sorts", sorted)?;
        for (declared, axiom) in axioms(symbol) {
            ensure(symbol.name(), declared, self.holds(&axiom))?;
        }
        Ok(())
    }

    fn has(&self, sort: &Sort, atom: Atom) -> bool {
        atom.is_of(sort) && atom.index < self.size(sort)
    }
}

fn ensure(symbol: &str, declared: &'static str, holds: bool) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation {
            symbol: symbol.to_string(),
            declared,
        })
    }
}

/// What the declared properties of a relation mean, as formulas.
fn axioms(symbol: &RelSym) -> Vec<(&'static str, Formula)> {
    let (r, decl) = (Rel::from(symbol), symbol.decl());
    let (from, to) = (Set::from(&decl.from), Set::from(&decl.to));
    let properties = decl.properties;
    let mut axioms = Vec::new();
    if properties.is_functional() {
        axioms.push(("functional", from.all("a", |a| a.dot(&r).size(Size::Lone))));
    }
    if properties.is_total() {
        axioms.push(("total", from.all("a", |a| a.dot(&r).size(Size::Some))));
    }
    if properties.is_injective() {
        axioms.push((
            "injective",
            to.all("b", |b| b.dot(r.transpose()).size(Size::Lone)),
        ));
    }
    if properties.is_acyclic() {
        axioms.push(("acyclic", (&r.plus() & &Rel::identity()).size(Size::No)));
    }
    axioms
}

impl fmt::Display for Structure {
    /// One line for each symbol: `n = {Node0 -> Node1, Node1 -> Node2}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: BTreeMap<u64, &str> = self
            .universe
            .keys()
            .map(|sort| (sort.id(), sort.name()))
            .collect();
        let name = |atom: &Atom| {
            format!(
                "{}{}",
                names.get(&atom.sort).copied().unwrap_or("?"),
                atom.index
            )
        };
        let mut line =
            |symbol: &str, items: Vec<String>| writeln!(f, "{symbol} = {{{}}}", items.join(", "));
        for sort in self.universe.keys() {
            line(sort.name(), self.atoms(sort).map(|a| name(&a)).collect())?;
        }
        for (symbol, members) in &self.sets {
            line(symbol.name(), members.iter().map(name).collect())?;
        }
        for (symbol, pairs) in &self.rels {
            let pairs = pairs
                .iter()
                .map(|(a, b)| format!("{} -> {}", name(a), name(b)));
            line(symbol.name(), pairs.collect())?;
        }
        for (symbol, values) in &self.data {
            let values = values
                .iter()
                .map(|(a, value)| format!("{} -> {value}", name(a)));
            line(symbol.name(), values.collect())?;
        }
        for (symbol, value) in &self.ints {
            writeln!(f, "{symbol} = {value}")?;
        }
        for (symbol, value) in &self.props {
            writeln!(f, "{symbol} = {value}")?;
        }
        Ok(())
    }
}
