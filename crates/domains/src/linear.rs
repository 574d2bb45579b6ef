//! Linear expressions and constraints over mathematical integers.

use std::fmt;

/// A variable of a numeric domain: a mathematical integer. What it stands for is its user's to know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(pub u32);

/// A sum of multiples of variables and a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Linear {
    /// Sorted by variable, without zeros.
    terms: Vec<(Var, i128)>,
    constant: i128,
}

impl Linear {
    /// A constant.
    pub fn constant(constant: i128) -> Linear {
        Linear {
            terms: Vec::new(),
            constant,
        }
    }

    /// A variable.
    pub fn var(var: Var) -> Linear {
        Linear {
            terms: vec![(var, 1)],
            constant: 0,
        }
    }

    /// Its variables with their coefficients, none of which is zero, sorted.
    pub fn terms(&self) -> &[(Var, i128)] {
        &self.terms
    }

    /// What it is where all variables are zero.
    pub fn offset(&self) -> i128 {
        self.constant
    }

    /// The coefficient of a variable.
    pub fn coefficient(&self, var: Var) -> i128 {
        match self.terms.binary_search_by_key(&var, |(var, _)| *var) {
            Ok(at) => self.terms[at].1,
            Err(_) => 0,
        }
    }

    /// The constant that it is, if it has no variables.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The sum, unless a number becomes too large.
    pub fn add(&self, other: &Linear) -> Option<Linear> {
        let constant = self.constant.checked_add(other.constant)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let term = match (left.peek(), right.peek()) {
                (Some((a, _)), Some((b, _))) if a == b => {
                    let (var, x) = *left.next()?;
                    let (_, y) = *right.next()?;
                    (var, x.checked_add(y)?)
                }
                (Some((a, _)), Some((b, _))) if a > b => *right.next()?,
                (Some(_), _) => *left.next()?,
                (None, Some(_)) => *right.next()?,
                (None, None) => break,
            };
            if term.1 != 0 {
                terms.push(term);
            }
        }
        Some(Linear { terms, constant })
    }

    /// The multiple, unless a number becomes too large.
    pub fn times(&self, factor: i128) -> Option<Linear> {
        if factor == 0 {
            return Some(Linear::constant(0));
        }
        let terms = self.terms.iter();
        let terms = terms.map(|(var, one)| Some((*var, one.checked_mul(factor)?)));
        Some(Linear {
            terms: terms.collect::<Option<Vec<(Var, i128)>>>()?,
            constant: self.constant.checked_mul(factor)?,
        })
    }

    /// The difference, unless a number becomes too large.
    pub fn sub(&self, other: &Linear) -> Option<Linear> {
        self.add(&other.times(-1)?)
    }

    /// So much more, unless a number becomes too large.
    pub fn plus(&self, constant: i128) -> Option<Linear> {
        self.add(&Linear::constant(constant))
    }

    /// The part, where nothing is left over.
    pub fn divided(&self, by: i128) -> Option<Linear> {
        let part = |number: i128| (number.checked_rem(by)? == 0).then(|| number / by);
        let terms = self.terms.iter();
        let terms = terms.map(|(var, factor)| Some((*var, part(*factor)?)));
        Some(Linear {
            terms: terms.collect::<Option<Vec<(Var, i128)>>>()?,
            constant: part(self.constant)?,
        })
    }

    /// With another expression in the place of a variable, unless a number becomes too large.
    pub fn substitute(&self, var: Var, by: &Linear) -> Option<Linear> {
        match self.coefficient(var) {
            0 => Some(self.clone()),
            factor => {
                let mut rest = self.clone();
                rest.terms.retain(|(other, _)| *other != var);
                rest.add(&by.times(factor)?)
            }
        }
    }

    /// Its value where variables have these values, unless a number becomes too large.
    pub fn value(&self, of: impl Fn(Var) -> i128) -> Option<i128> {
        let mut terms = self.terms.iter();
        terms.try_fold(self.constant, |sum, (var, factor)| {
            sum.checked_add(factor.checked_mul(of(*var))?)
        })
    }
}

/// What a constraint says of its expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// It is at least zero.
    AtLeastZero,
    /// It is zero.
    Zero,
}

/// A linear constraint over integers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constraint {
    /// What is constrained.
    pub linear: Linear,
    /// How.
    pub relation: Relation,
}

impl Constraint {
    /// `linear >= 0`.
    pub fn at_least_zero(linear: Linear) -> Constraint {
        Constraint {
            linear,
            relation: Relation::AtLeastZero,
        }
    }

    /// `linear = 0`.
    pub fn zero(linear: Linear) -> Constraint {
        Constraint {
            linear,
            relation: Relation::Zero,
        }
    }

    /// `left <= right`, unless a number becomes too large.
    pub fn at_most(left: &Linear, right: &Linear) -> Option<Constraint> {
        Some(Constraint::at_least_zero(right.sub(left)?))
    }

    /// `left = right`, unless a number becomes too large.
    pub fn equal(left: &Linear, right: &Linear) -> Option<Constraint> {
        Some(Constraint::zero(left.sub(right)?))
    }

    /// Whether it holds where variables have these values; `None` if a number becomes too large.
    pub fn holds(&self, of: impl Fn(Var) -> i128) -> Option<bool> {
        let value = self.linear.value(of)?;
        Some(match self.relation {
            Relation::AtLeastZero => value >= 0,
            Relation::Zero => value == 0,
        })
    }
}

/// The integers between two ends, either of which may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// The least, if there is one.
    pub min: Option<i128>,
    /// The greatest, if there is one.
    pub max: Option<i128>,
}

impl Range {
    /// All integers.
    pub const ALL: Range = Range {
        min: None,
        max: None,
    };

    /// From one to another, both included.
    pub fn new(min: i128, max: i128) -> Range {
        Range {
            min: Some(min),
            max: Some(max),
        }
    }

    /// Those in both.
    #[must_use]
    pub fn meet(self, other: Range) -> Range {
        let larger = |a: Option<i128>, b: Option<i128>| a.max(b);
        let smaller = |a: Option<i128>, b: Option<i128>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Range {
            min: larger(self.min, other.min),
            max: smaller(self.max, other.max),
        }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        matches!((self.min, self.max), (Some(min), Some(max)) if min > max)
    }

    /// Whether a number is among them.
    pub fn contains(self, number: i128) -> bool {
        self.min.is_none_or(|min| min <= number) && self.max.is_none_or(|max| number <= max)
    }

    /// What an expression is where each variable is in its range.
    pub fn of(linear: &Linear, range: impl Fn(Var) -> Range) -> Range {
        let mut sum = Range::new(linear.offset(), linear.offset());
        let add = |a: Option<i128>, b: Option<i128>, factor: i128| {
            a?.checked_add(b?.checked_mul(factor)?)
        };
        for (var, factor) in linear.terms() {
            let Range { min, max } = range(*var);
            let (low, high) = match *factor > 0 {
                true => (min, max),
                false => (max, min),
            };
            sum.min = add(sum.min, low, *factor);
            sum.max = add(sum.max, high, *factor);
        }
        sum
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for (Var(var), factor) in &self.terms {
            let sign = match (is_first, *factor < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            match factor.unsigned_abs() {
                1 => write!(f, "{sign}x{var}")?,
                factor => write!(f, "{sign}{factor}x{var}")?,
            }
            is_first = false;
        }
        match (is_first, self.constant) {
            (true, constant) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant) if constant < 0 => write!(f, " - {}", constant.unsigned_abs()),
            (false, constant) => write!(f, " + {constant}"),
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.relation {
            Relation::AtLeastZero => write!(f, "{} >= 0", self.linear),
            Relation::Zero => write!(f, "{} = 0", self.linear),
        }
    }
}
