//! Structures that differ only in the numbering of their atoms.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};

use super::structure::{Atom, Structure};
use super::symbol::{RelSym, Symbol};

/// What can be said of an atom without numbering: equal for corresponding atoms.
type Colour = u64;

impl Structure {
    /// A number that isomorphic structures share. Others may share it too.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut colours: Vec<Colour> = self.colours().into_values().collect();
        colours.sort_unstable();
        let mut hasher = DefaultHasher::new();
        (colours, &self.ints, &self.props).hash(&mut hasher);
        hasher.finish()
    }

    /// Whether renaming atoms within their sorts makes the structures equal.
    #[must_use]
    pub fn is_isomorphic(&self, other: &Structure) -> bool {
        if self.universe != other.universe || self.ints != other.ints || self.props != other.props {
            return false;
        }
        let (mine, theirs) = (self.colours(), other.colours());
        let mut candidates: BTreeMap<Colour, Vec<Atom>> = BTreeMap::new();
        for (&atom, &colour) in &theirs {
            candidates.entry(colour).or_default().push(atom);
        }
        // The rarest colours first: they leave the least choice.
        let mut order: Vec<(Atom, Colour)> = mine.into_iter().collect();
        order.sort_by_key(|(_, colour)| candidates.get(colour).map_or(0, Vec::len));
        let mut renaming = HashMap::new();
        self.extend(other, &order, &candidates, &mut renaming)
    }

    /// Finds images for the atoms of `order`, given the images of those before them.
    fn extend(
        &self,
        other: &Structure,
        order: &[(Atom, Colour)],
        candidates: &BTreeMap<Colour, Vec<Atom>>,
        renaming: &mut HashMap<Atom, Atom>,
    ) -> bool {
        let Some(((atom, colour), rest)) = order.split_first() else {
            return self.renamed(renaming) == *other;
        };
        for &image in candidates.get(colour).into_iter().flatten() {
            if renaming.values().any(|&taken| taken == image) {
                continue;
            }
            renaming.insert(*atom, image);
            if self.agrees(other, *atom, renaming) && self.extend(other, rest, candidates, renaming)
            {
                return true;
            }
            renaming.remove(atom);
        }
        false
    }

    /// Whether the pairs of `atom` with the atoms renamed so far are the same on both sides.
    fn agrees(&self, other: &Structure, atom: Atom, renaming: &HashMap<Atom, Atom>) -> bool {
        let contains = |s: &Structure, r: &RelSym, pair| {
            s.rels.get(r).is_some_and(|pairs| pairs.contains(&pair))
        };
        let image = renaming[&atom];
        self.rels.keys().chain(other.rels.keys()).all(|r| {
            renaming.iter().all(|(&b, &b_image)| {
                contains(self, r, (atom, b)) == contains(other, r, (image, b_image))
                    && contains(self, r, (b, atom)) == contains(other, r, (b_image, image))
            })
        })
    }

    fn renamed(&self, renaming: &HashMap<Atom, Atom>) -> Structure {
        let rename = |a: &Atom| renaming.get(a).copied().unwrap_or(*a);
        let mut renamed = self.clone();
        for members in renamed.sets.values_mut() {
            *members = members.iter().map(rename).collect();
        }
        for pairs in renamed.rels.values_mut() {
            *pairs = pairs.iter().map(|(a, b)| (rename(a), rename(b))).collect();
        }
        for values in renamed.data.values_mut() {
            *values = values
                .iter()
                .map(|(a, &value)| (rename(a), value))
                .collect();
        }
        renamed
    }

    /// Colours the atoms by their sets and data, then by the colours around them until as many
    /// rounds have passed as there are atoms.
    fn colours(&self) -> HashMap<Atom, Colour> {
        let mut colours: HashMap<Atom, Colour> = HashMap::new();
        for sort in self.sorts() {
            for atom in self.atoms(sort) {
                colours.insert(atom, hash(&(sort.id(), self.own_facts(atom))));
            }
        }
        for _ in 0..colours.len() {
            colours = colours
                .keys()
                .map(|&a| (a, self.recoloured(a, &colours)))
                .collect();
        }
        colours
    }

    fn own_facts(&self, atom: Atom) -> (Vec<u64>, Vec<(u64, i128)>) {
        let sets = self
            .sets
            .iter()
            .filter(|(_, members)| members.contains(&atom));
        let data = self
            .data
            .iter()
            .filter_map(|(d, values)| Some((d.id(), *values.get(&atom)?)));
        (sets.map(|(s, _)| s.id()).collect(), data.collect())
    }

    fn recoloured(&self, atom: Atom, colours: &HashMap<Atom, Colour>) -> Colour {
        let mut around = Vec::new();
        for (r, pairs) in &self.rels {
            for (a, b) in pairs {
                if *a == atom {
                    around.push((Symbol::id(r), true, colours.get(b)));
                }
                if *b == atom {
                    around.push((Symbol::id(r), false, colours.get(a)));
                }
            }
        }
        around.sort_unstable();
        hash(&(colours.get(&atom), around))
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
