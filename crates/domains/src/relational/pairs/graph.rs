//! Bounds of literals and of sums of two literals, in split normal form.

use crate::linear::Var;

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Literal {
    pub(super) var: Var,
    pub(super) sign: Sign,
}

/// Which of the two a literal is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Sign {
    Plus,
    Minus,
}

impl Literal {
    pub(super) fn plus(var: Var) -> Literal {
        let sign = Sign::Plus;
        Literal { var, sign }
    }

    pub(super) fn minus(var: Var) -> Literal {
        Literal::plus(var).negated()
    }

    pub(super) fn negated(self) -> Literal {
        let sign = match self.sign {
            Sign::Plus => Sign::Minus,
            Sign::Minus => Sign::Plus,
        };
        Literal { sign, ..self }
    }
}

/// The sum of two literals of different variables, the smaller one first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Pair(Literal, Literal);

impl Pair {
    /// The sum, if the variables differ.
    pub(super) fn new(one: Literal, other: Literal) -> Option<Pair> {
        (one.var != other.var).then(|| Pair(one.min(other), one.max(other)))
    }

    pub(super) fn literals(self) -> [Literal; 2] {
        [self.0, self.1]
    }

    /// Whether it is a difference of two variables.
    pub(super) fn is_difference(self) -> bool {
        self.0.sign != self.1.sign
    }

    fn mentions(self, var: Var) -> bool {
        self.0.var == var || self.1.var == var
    }

    fn other(self, literal: Literal) -> Option<Literal> {
        match literal {
            _ if literal == self.0 => Some(self.1),
            _ if literal == self.1 => Some(self.0),
            _ => None,
        }
    }
}

/// No assignment is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Empty;

/// Upper bounds of literals and of pairs of them.
///
/// Split normal form (Gange et al., *Exploiting sparsity in difference-bound matrices*, 2016): the
/// pairs are closed among themselves, the bounds are closed under the pairs, and a pair is stored only
/// where its bound is less than the sum of its literals' bounds. So variables of known range that have
/// nothing to do with each other cost no pair, and the form of a set is unique. With sums of equal sign
/// this is the tight strong closure of octagons (Bagnara, Hill and Zaffanella, 2009): their
/// strengthening step is what the sum of two bounds implies.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Graph {
    /// Sorted by literal.
    bounds: Vec<(Literal, i128)>,
    /// Sorted by pair.
    pairs: Vec<(Pair, i128)>,
}

impl Graph {
    pub(super) fn bounds(&self) -> &[(Literal, i128)] {
        &self.bounds
    }

    pub(super) fn pairs(&self) -> &[(Pair, i128)] {
        &self.pairs
    }

    /// A graph of constraints that need not be closed, for widening.
    pub(super) fn unclosed(bounds: Vec<(Literal, i128)>, pairs: Vec<(Pair, i128)>) -> Graph {
        Graph { bounds, pairs }
    }

    /// The closed form.
    pub(super) fn closed(&self) -> Result<Graph, Empty> {
        let mut closed = Graph::default();
        closed.meet(self)?;
        Ok(closed)
    }

    pub(super) fn bound(&self, literal: Literal) -> Option<i128> {
        let at = self.bounds.binary_search_by_key(&literal, |one| one.0);
        at.ok().map(|at| self.bounds[at].1)
    }

    /// The bound of a pair that is stored.
    pub(super) fn stored(&self, pair: Pair) -> Option<i128> {
        let at = self.pairs.binary_search_by_key(&pair, |one| one.0);
        at.ok().map(|at| self.pairs[at].1)
    }

    /// The bound of a pair that the bounds of its literals imply.
    pub(super) fn implied(&self, pair: Pair) -> Option<i128> {
        self.bound(pair.0)?.checked_add(self.bound(pair.1)?)
    }

    /// The least known bound of a pair.
    pub(super) fn distance(&self, pair: Pair) -> Option<i128> {
        smaller(self.stored(pair), self.implied(pair))
    }

    /// `literal <= bound`.
    pub(super) fn add_bound(&mut self, literal: Literal, bound: i128) -> Result<(), Empty> {
        let mut changed = Vec::new();
        self.tighten(literal, bound, &mut changed)?;
        self.propagate(changed)
    }

    /// `pair <= bound`, closed again by the paths that use the new edge.
    pub(super) fn add_pair(&mut self, pair: Pair, bound: i128) -> Result<(), Empty> {
        if self.distance(pair).is_some_and(|known| known <= bound) {
            return Ok(());
        }
        let Pair(one, two) = pair;
        let opposite = Pair::new(one.negated(), two.negated()).and_then(|pair| self.distance(pair));
        if opposite
            .and_then(|opposite| opposite.checked_add(bound))
            .is_some_and(|cycle| cycle < 0)
        {
            return Err(Empty);
        }
        let mut shorter = Vec::new();
        let mut halves = Vec::new();
        let before = self.paths_to(one);
        let after = self.paths_to(two);
        for (left, a) in &before {
            for (right, b) in &after {
                let sum = a.checked_add(*b).and_then(|sum| sum.checked_add(bound));
                let Some(sum) = sum else { continue };
                match Pair::new(*left, *right) {
                    Some(pair) if self.distance(pair).is_none_or(|known| sum < known) => {
                        shorter.push((pair, sum));
                    }
                    Some(_) => {}
                    // Twice a literal has an even bound: this is where integers are tightened.
                    None if left == right => halves.push((*left, sum.div_euclid(2))),
                    None if sum < 0 => return Err(Empty),
                    None => {}
                }
            }
        }
        self.merge(shorter);
        for (literal, partner) in [(one, two), (two, one)] {
            let other = self.bound(partner.negated());
            if let Some(sum) = other.and_then(|other| other.checked_add(bound)) {
                halves.push((literal, sum));
            }
        }
        let mut changed = Vec::new();
        for (literal, bound) in halves {
            self.tighten(literal, bound, &mut changed)?;
        }
        self.propagate(changed)
    }

    /// The literals that are at most this one and a constant, with the constants.
    fn paths_to(&self, literal: Literal) -> Vec<(Literal, i128)> {
        let mut paths = vec![(literal, 0)];
        paths.extend(self.partners(literal.negated()));
        paths
    }

    /// The literals that have a pair with this one, with the bound.
    fn partners(&self, literal: Literal) -> impl Iterator<Item = (Literal, i128)> {
        let pairs = self.pairs.iter();
        pairs.filter_map(move |(pair, bound)| Some((pair.other(literal)?, *bound)))
    }

    /// Sets a bound if it is news.
    fn tighten(
        &mut self,
        literal: Literal,
        bound: i128,
        changed: &mut Vec<Literal>,
    ) -> Result<(), Empty> {
        match self.bounds.binary_search_by_key(&literal, |one| one.0) {
            Ok(at) if self.bounds[at].1 <= bound => return Ok(()),
            Ok(at) => self.bounds[at].1 = bound,
            Err(at) => self.bounds.insert(at, (literal, bound)),
        }
        changed.push(literal);
        let opposite = self.bound(literal.negated());
        match opposite.and_then(|opposite| opposite.checked_add(bound)) {
            Some(width) if width < 0 => Err(Empty),
            _ => Ok(()),
        }
    }

    /// Takes the news of some bounds along the pairs, and pairs away that the bounds now imply. One
    /// step is enough, as the pairs are closed.
    fn propagate(&mut self, mut changed: Vec<Literal>) -> Result<(), Empty> {
        for literal in changed.clone() {
            let Some(bound) = self.bound(literal) else {
                continue;
            };
            let partners: Vec<(Literal, i128)> = self.partners(literal.negated()).collect();
            for (partner, distance) in partners {
                if let Some(sum) = distance.checked_add(bound) {
                    self.tighten(partner, sum, &mut changed)?;
                }
            }
        }
        if !changed.is_empty() {
            let mut pairs = std::mem::take(&mut self.pairs);
            pairs.retain(|(pair, bound)| {
                let is_touched = changed.contains(&pair.0) || changed.contains(&pair.1);
                !is_touched || self.implied(*pair).is_none_or(|implied| *bound < implied)
            });
            self.pairs = pairs;
        }
        Ok(())
    }

    /// Adds pairs, of which the least bounds stay.
    fn merge(&mut self, mut news: Vec<(Pair, i128)>) {
        news.sort_unstable();
        news.dedup_by_key(|one| one.0);
        let mut added = Vec::new();
        for (pair, bound) in news {
            match self.pairs.binary_search_by_key(&pair, |one| one.0) {
                Ok(at) => self.pairs[at].1 = self.pairs[at].1.min(bound),
                Err(_) => added.push((pair, bound)),
            }
        }
        if !added.is_empty() {
            self.pairs.extend(added);
            // Two sorted runs: this sort merges them in linear time.
            self.pairs.sort_by_key(|one| one.0);
        }
    }

    pub(super) fn mentions(&self, var: Var) -> bool {
        let bounds = self.bounds.iter().any(|(literal, _)| literal.var == var);
        bounds || self.pairs.iter().any(|(pair, _)| pair.mentions(var))
    }

    /// Forgets the variables that are not kept. What they implied between others is stored already.
    pub(super) fn keep(&mut self, keep: impl Fn(Var) -> bool) {
        self.bounds.retain(|(literal, _)| keep(literal.var));
        self.pairs
            .retain(|(Pair(one, two), _)| keep(one.var) && keep(two.var));
    }

    /// `var := var + by`. A bound that becomes too large goes away.
    pub(super) fn shift(&mut self, var: Var, by: i128) {
        let moved = |literal: Literal, bound: i128| match (literal.var == var, literal.sign) {
            (false, _) => Some(bound),
            (true, Sign::Plus) => bound.checked_add(by),
            (true, Sign::Minus) => bound.checked_sub(by),
        };
        self.bounds.retain_mut(|(literal, bound)| {
            let new = moved(*literal, *bound);
            *bound = new.unwrap_or(*bound);
            new.is_some()
        });
        self.pairs.retain_mut(|(Pair(one, two), bound)| {
            let new = moved(*one, *bound).and_then(|bound| moved(*two, bound));
            *bound = new.unwrap_or(*bound);
            new.is_some()
        });
    }

    /// Writes `to` where `from` stood.
    pub(super) fn rename(&mut self, from: Var, to: Var) {
        let renamed = |literal: Literal| match literal.var == from {
            true => Literal { var: to, ..literal },
            false => literal,
        };
        for (literal, _) in &mut self.bounds {
            *literal = renamed(*literal);
        }
        for (pair, _) in &mut self.pairs {
            let [one, two] = pair.literals().map(renamed);
            *pair = Pair(one.min(two), one.max(two));
        }
        self.bounds.sort_unstable();
        self.pairs.sort_unstable();
    }

    /// Adds what the other knows.
    pub(super) fn meet(&mut self, other: &Graph) -> Result<(), Empty> {
        for (literal, bound) in &other.bounds {
            self.add_bound(*literal, *bound)?;
        }
        for (pair, bound) in &other.pairs {
            self.add_pair(*pair, *bound)?;
        }
        Ok(())
    }

    /// Whether the other, which is closed, knows everything that is stored here.
    pub(super) fn includes(&self, other: &Graph) -> bool {
        let known = |known: Option<i128>, bound: i128| known.is_some_and(|known| known <= bound);
        let mut bounds = self.bounds.iter();
        let mut pairs = self.pairs.iter();
        bounds.all(|(literal, bound)| known(other.bound(*literal), *bound))
            && pairs.all(|(pair, bound)| known(other.distance(*pair), *bound))
    }

    /// What both know; both are closed, and so is the result.
    pub(super) fn join(&self, other: &Graph, is_allowed: impl Fn(Pair) -> bool) -> Graph {
        let mut bounds = Vec::with_capacity(self.bounds.len());
        let (mut grown, mut shrunk) = (Vec::new(), Vec::new());
        for (literal, left) in &self.bounds {
            let Some(right) = other.bound(*literal) else {
                continue;
            };
            bounds.push((*literal, right.max(*left)));
            match right.cmp(left) {
                std::cmp::Ordering::Greater => grown.push(*literal),
                std::cmp::Ordering::Less => shrunk.push(*literal),
                std::cmp::Ordering::Equal => {}
            }
        }
        let joined = Graph::unclosed(bounds, Vec::new());
        let stored = self.pairs.iter().chain(&other.pairs).map(|(pair, _)| *pair);
        // Where one literal went up and another down, their sum is known better than from the joined
        // bounds: i = j = 0 and i = j = 1 give i = j.
        let moved = grown.iter().flat_map(|one| {
            let pairs = shrunk.iter().filter_map(|two| Pair::new(*one, *two));
            pairs.filter(|pair| is_allowed(*pair))
        });
        let mut candidates: Vec<Pair> = stored.chain(moved).collect();
        candidates.sort_unstable();
        candidates.dedup();
        let pairs = candidates.into_iter().filter_map(|pair| {
            let bound = self.distance(pair)?.max(other.distance(pair)?);
            let is_news = joined.implied(pair).is_none_or(|implied| bound < implied);
            is_news.then_some((pair, bound))
        });
        let pairs = pairs.collect();
        Graph { pairs, ..joined }
    }
}

/// The smaller of two bounds, either of which may be missing.
pub(super) fn smaller(one: Option<i128>, other: Option<i128>) -> Option<i128> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
