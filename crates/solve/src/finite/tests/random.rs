//! Random formulas over random vocabularies, the same on every machine.

use logic::relational::*;

pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Two sorts, and a few symbols of every kind.
pub(super) struct Vocabulary {
    sorts: Vec<Sort>,
    sets: Vec<SetSym>,
    rels: Vec<RelSym>,
    data: Vec<DataSym>,
    ints: Vec<IntSym>,
    props: Vec<Prop>,
}

const TYPES: fn(usize) -> IntType = |i| {
    if i == 0 {
        IntType::signed(2)
    } else {
        IntType::unsigned(1)
    }
};

impl Vocabulary {
    pub(super) fn new(random: &mut Random) -> Vocabulary {
        let sorts = vec![Sort::new("A"), Sort::new("B")];
        let multiplicities = [
            Multiplicity::Any,
            Multiplicity::Some,
            Multiplicity::Lone,
            Multiplicity::Lone,
            Multiplicity::One,
        ];
        let properties = [
            Properties::any(),
            Properties::any().acyclic(),
            Properties::any().total().injective(),
            Properties::partial_function(),
            Properties::partial_function().acyclic(),
            Properties::partial_function().injective(),
            Properties::function(),
            Properties::partial_function().acyclic().injective(),
        ];
        // The first sort is the usual one, so that relations compose.
        let sort = |random: &mut Random| sorts[random.below(4) / 3].clone();
        let sets =
            ["x", "y"].map(|name| SetSym::new(name, &sort(random), *random.pick(&multiplicities)));
        let rels = ["f", "g"].map(|name| {
            let columns = (&sort(random), &sort(random));
            RelSym::new(name, columns, *random.pick(&properties))
        });
        let data = ["d"].map(|name| DataSym::new(name, &sort(random), TYPES(random.below(2))));
        let ints = ["k"].map(|name| IntSym::new(name, TYPES(random.below(2))));
        Vocabulary {
            sets: sets.into(),
            rels: rels.into(),
            data: data.into(),
            ints: ints.into(),
            props: vec![Prop::new("p")],
            sorts,
        }
    }

    /// A closed formula of at most this depth.
    pub(super) fn formula(&self, random: &mut Random, depth: usize) -> Formula {
        Generator {
            words: self,
            bound: Vec::new(),
            random,
        }
        .formula(depth)
    }
}

struct Generator<'a> {
    words: &'a Vocabulary,
    bound: Vec<Set>,
    random: &'a mut Random,
}

impl Generator<'_> {
    fn formula(&mut self, depth: usize) -> Formula {
        let d = depth.saturating_sub(1);
        let choices = if depth == 0 { 6 } else { 13 };
        match self.random.below(choices) {
            0 => self.set(d).within(self.set(d)),
            1 => self.set(d).equals(self.set(d)),
            2 => self.set(d).size(self.size()),
            3 => {
                let how = [
                    Comparison::Eq,
                    Comparison::Ne,
                    Comparison::Lt,
                    Comparison::Le,
                    Comparison::Gt,
                    Comparison::Ge,
                ][self.random.below(6)];
                self.int(d).compare(how, self.int(d))
            }
            4 => self.rel(d).within(self.rel(d)),
            5 if self.random.below(3) == 0 => Formula::from(&self.words.props[0]),
            5 => self.rel(d).size(self.size()),
            6 => self.formula(d).not(),
            7 => self.formula(d).and(self.formula(d)),
            8 => self.formula(d).or(self.formula(d)),
            9 => self.formula(d).implies(self.formula(d)),
            10 => self.formula(d).iff(self.formula(d)),
            11 => self.rel(d).equals(self.rel(d)),
            _ => {
                let quantifier = [Quantifier::All, Quantifier::Some][self.random.below(2)];
                let range = self.set(d);
                let (v, body) = self.under(d);
                Formula::quantified(quantifier, v, range, body)
            }
        }
    }

    fn under(&mut self, depth: usize) -> (Var, Formula) {
        let v = Var::new("v");
        self.bound.push(Set::from(&v));
        let body = self.formula(depth);
        self.bound.pop();
        (v, body)
    }

    fn size(&mut self) -> Size {
        [Size::No, Size::Some, Size::One, Size::Lone][self.random.below(4)]
    }

    fn set(&mut self, depth: usize) -> Set {
        if !self.bound.is_empty() && self.random.below(3) == 0 {
            return self.random.pick(&self.bound).clone();
        }
        let d = depth.saturating_sub(1);
        let choices = if depth == 0 { 6 } else { 12 };
        match self.random.below(choices) {
            0..4 => Set::from(self.random.pick(&self.words.sets)),
            4 => Set::from(self.random.pick(&self.words.sorts)),
            5 => [Set::null(), Set::universe()][self.random.below(2)].clone(),
            6 => &self.set(d) + &self.set(d),
            7 => &self.set(d) & &self.set(d),
            8 => &self.set(d) - &self.set(d),
            9 => {
                let range = self.set(d);
                let (v, body) = self.under(d);
                Set::comprehension(v, range, body)
            }
            _ => self.set(d).dot(self.rel(d)),
        }
    }

    fn rel(&mut self, depth: usize) -> Rel {
        let d = depth.saturating_sub(1);
        let choices = if depth == 0 { 6 } else { 16 };
        match self.random.below(choices) {
            0..5 => Rel::from(self.random.pick(&self.words.rels)),
            5 => [Rel::identity(), Rel::empty()][self.random.below(2)].clone(),
            6 => &self.rel(d) + &self.rel(d),
            7 => &self.rel(d) & &self.rel(d),
            8 => &self.rel(d) - &self.rel(d),
            9 => self.set(d).product(self.set(d)),
            10 => self.rel(d).transpose(),
            11 => self.rel(d).compose(self.rel(d)),
            12 => self.rel(d).plus(),
            13 => self.rel(d).star(),
            14 => self.rel(d).overridden_by(self.rel(d)),
            _ => self.rel(d).update(self.set(d), self.set(d)),
        }
    }

    fn int(&mut self, depth: usize) -> Int {
        let d = depth.saturating_sub(1);
        let choices = if depth == 0 { 3 } else { 8 };
        match self.random.below(choices) {
            0 => Int::from([-2, -1, 0, 1, 2, 5][self.random.below(6)]),
            1 => Int::from(&self.words.ints[0]),
            2 => self.set(0).value(self.data(0)),
            3 => self.set(d).value(self.data(d)),
            4 => self.set(d).count(),
            5 => self.rel(d).count(),
            6 => self.int(d).add(TYPES(self.random.below(2)), self.int(d)),
            _ => self.int(d).sub(TYPES(self.random.below(2)), self.int(d)),
        }
    }

    fn data(&mut self, depth: usize) -> Data {
        match self.random.below(if depth == 0 { 2 } else { 4 }) {
            0 if self.random.below(4) == 0 => Data::constant(1),
            0 | 1 => Data::from(&self.words.data[0]),
            _ => self
                .data(depth - 1)
                .update(self.set(depth - 1), self.int(depth - 1)),
        }
    }
}
