//! What follows from what a contract says of an object, in a form that sharpens structures.

use super::classes::{Classes, Field};
use super::spec::{field_of, number_of};
use super::words::{V, W, Words};
use contract::{Comparison, Expr, Formula as Said, Holds};
use ir::{FieldRef, Program, Sign};
use shape::{Formula, Predicate};

/// Adds the laws that follow from what is said of an object and the one behind a field of it.
///
/// `v.f = null or v.d <= v.f.d` says of the object behind `f` that it is at least `v`, and `v.f = null or
/// v.f.g = v` that its `g` leads back: its definition says so, too, but of an object that exists, which
/// sharpens nothing.
pub(super) fn add_laws(
    words: &mut Words,
    program: &Program,
    classes: &Classes<'_>,
    said: &Said,
    body: Predicate,
) {
    let reader = Reader { program, classes };
    let parts = match said {
        Said::All(parts) => &**parts,
        said => std::slice::from_ref(said),
    };
    for part in parts {
        let Some((field, behind)) = reader.behind(words, part) else {
            continue;
        };
        let Some(link) = words.fields.get(&field) else {
            continue;
        };
        let holds = body.at([V]).and(link.at([V, W]));
        words.vocabulary.rule(holds, behind);
    }
}

struct Reader<'a> {
    program: &'a Program,
    classes: &'a Classes<'a>,
}

impl Reader<'_> {
    /// A field of the object, and what holds of it and the object behind that field, if there is one.
    fn behind(&self, words: &Words, said: &Said) -> Option<(Field, Formula)> {
        let (null, said) = match said {
            Said::Any(parts) => match &**parts {
                [one, other] => match (self.null(one), self.null(other)) {
                    (Some(field), None) => (Some(field), other),
                    (None, Some(field)) => (Some(field), one),
                    _ => return None,
                },
                _ => return None,
            },
            said => (None, said),
        };
        let (field, formula) = self.related(words, said)?;
        null.is_none_or(|null| null == field)
            .then_some((field, formula))
    }

    /// The field that is said to be null.
    fn null(&self, said: &Said) -> Option<Field> {
        match said {
            Said::Same(place, Expr::Null) | Said::Same(Expr::Null, place) => self.next(place),
            _ => None,
        }
    }

    fn related(&self, words: &Words, said: &Said) -> Option<(Field, Formula)> {
        match said {
            Said::Same(Expr::Field { base, paths, .. }, Expr::Variable(0))
            | Said::Same(Expr::Variable(0), Expr::Field { base, paths, .. }) => {
                let back = words.fields.get(&self.only(paths)?)?;
                Some((self.next(base)?, back.at([W, V])))
            }
            Said::Compare(how, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                let order = words.orders.get(&left.1).filter(|_| left.1 == right.1)?;
                let (field, is_turned) = match (left.0, right.0) {
                    (None, Some(field)) => (field, false),
                    (Some(field), None) => (field, true),
                    _ => return None,
                };
                let [up, down] = match is_turned {
                    false => [order.at([V, W]), order.at([W, V])],
                    true => [order.at([W, V]), order.at([V, W])],
                };
                let related = match how {
                    Comparison::AtMost => up,
                    Comparison::AtLeast => down,
                    Comparison::Less => down.not(),
                    Comparison::Greater => up.not(),
                    Comparison::Equal | Comparison::NotEqual => return None,
                };
                Some((field, related))
            }
            _ => None,
        }
    }

    /// A number of the object, or of the one behind a field, and the field that it is in.
    fn number(&self, expr: &Expr) -> Option<(Option<Field>, Field)> {
        let Expr::Field {
            base,
            paths,
            holds: Holds::Integer(Sign::Signed),
            ..
        } = expr
        else {
            return None;
        };
        let [path] = &**paths else {
            return None;
        };
        let own = number_of(self.program, self.classes, path)?;
        match &**base {
            Expr::Variable(0) => Some((None, own)),
            base => Some((Some(self.next(base)?), own)),
        }
    }

    /// The field of the object that a place is.
    fn next(&self, place: &Expr) -> Option<Field> {
        match place {
            Expr::Field { base, paths, .. } if **base == Expr::Variable(0) => self.only(paths),
            _ => None,
        }
    }

    fn only(&self, paths: &[Vec<FieldRef>]) -> Option<Field> {
        match paths {
            [path] => field_of(self.program, self.classes, path),
            _ => None,
        }
    }
}
