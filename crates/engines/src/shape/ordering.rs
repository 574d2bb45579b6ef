//! What operations do to the order of numbers.

use super::classes::Field;
use super::numbers::Number;
use super::translate::{Step, Translator};
use super::words::{U, UNKNOWN, V, W};
use ir::{Expr, LocalId};
use shape::{Action, Formula, IS_NEW, Location, Predicate};

impl Translator<'_> {
    /// Numbers that are in no object have nodes from the start; gives the location behind that.
    pub(super) fn make_numbers(&mut self, mut at: Location) -> Location {
        let words = self.source.words;
        let mut known: Vec<(i128, Predicate)> = Vec::new();
        for (number, predicate) in &words.numbers {
            let mut action = self.fresh(*predicate, Action::new("number"));
            if let Some(is_number) = words.is_number {
                let all = is_number.at([V]).or(IS_NEW.at([V]));
                action = action.update(is_number, &[V], all);
            }
            if let Number::Constant(value) = number {
                for order in words.orders.values() {
                    let ordered = order_among(*order, *value, &known);
                    action.updates.retain(|update| update.predicate != *order);
                    action = action.update(*order, &[V, W], ordered);
                }
                known.push((*value, *predicate));
            }
            let next = self.location();
            self.add(at, Step::new(action), next);
            at = next;
        }
        at
    }

    /// An object has another number in a field: the one of another object, or any.
    pub(super) fn store_number(&self, base: Predicate, field: Field, value: &Expr) -> Action {
        let known = self
            .reader
            .value(value)
            .filter(|(_, other)| other.is_none_or(|it| it == field));
        self.order_anew(base, field, known.map(|(known, _)| known))
    }

    /// A node has the number of another, or any, in a field.
    fn order_anew(&self, base: Predicate, field: Field, known: Option<Predicate>) -> Action {
        let words = self.source.words;
        let order = words.orders[&field];
        let through = |from: Formula| match known {
            Some(known) => {
                let is_known = known.at([U]).exists(U);
                let related = known.at([U]).and(from).exists(U);
                is_known.if_else(related, UNKNOWN)
            }
            None => UNKNOWN,
        };
        let (up, down) = (through(order.at([U, W])), through(order.at([V, U])));
        let is_other = base.at([V]).or(base.at([W]));
        let same = base.at([W]).if_else(Formula::TRUE, up);
        let anew = base.at([V]).if_else(same, down);
        let changed = is_other.if_else(anew, order.at([V, W]));
        let mut action = Action::new("number").update(order, &[V, W], changed);
        for parameter in words.parameter_numbers.values() {
            let kept = parameter.at([V]).and(base.at([V]).not());
            action = action.update(*parameter, &[V], kept);
        }
        for (local, other) in &words.values {
            if self.source.roles.values.get(local) == Some(&field) {
                let kept = other.at([V]).and(base.at([V]).not());
                action = action.update(*other, &[V], kept);
            }
        }
        action
    }

    /// The node of what the environment chooses for a local.
    pub(super) fn number(&self, local: LocalId) -> Option<Predicate> {
        let number = self.source.words.numbers.get(&Number::Input(local))?;
        self.source
            .words
            .values
            .contains_key(&local)
            .then_some(*number)
    }

    /// The environment chooses a number: its node holds any, and whatever was known by that node is not.
    pub(super) fn input(&self, dest: LocalId, title: Action) -> Vec<Step> {
        let words = self.source.words;
        let mut steps = Vec::new();
        let Some(number) = self.number(dest) else {
            return steps;
        };
        for field in words.orders.keys() {
            let any = self.order_anew(number, *field, None);
            steps.push(Step::new(any));
        }
        let mut action = self.any(dest, title);
        if let Some(known) = words.values.get(&dest) {
            action.updates.retain(|update| update.predicate != *known);
            action = action.update(*known, &[V], number.at([V]));
        }
        // What the environment chooses is a value.
        if let Some(unset) = words.unset.get(&dest) {
            action.updates.retain(|update| update.predicate != *unset);
            action = action.update(*unset, &[], Formula::FALSE);
        }
        steps.push(Step::new(action));
        steps
    }
}

/// The order of numbers with a new one that is a constant.
fn order_among(order: Predicate, value: i128, known: &[(i128, Predicate)]) -> Formula {
    let mut relation = UNKNOWN;
    for (other, predicate) in known {
        let up = Formula::Constant((value <= *other).into());
        let down = Formula::Constant((*other <= value).into());
        relation = predicate.at([V]).if_else(down, relation);
        relation = predicate.at([W]).if_else(up, relation);
    }
    let is_new = IS_NEW.at([V]).or(IS_NEW.at([W]));
    let among = V.equals(W).if_else(Formula::TRUE, relation);
    is_new.if_else(among, order.at([V, W]))
}
