//! A program as a graph of actions on structures (the paper's Table 6).

use super::classes::{Class, Classes, Field};
use super::condition::{Address, Reader, behind};
use super::flatten::Flat;
use super::heaps::Given;
use super::promote::Promoted;
use super::roles::{Roles, on_stack};
use super::spec::{Scope, Spec};
use super::words::{Paths, UNKNOWN, V, W, Words};
use super::{checks, promote};
use contract::Moment;
use ir::liveness::LocalSet;
use ir::{
    ClaimKind, ClaimSet, Contents, EdgeId, Expr, LocalId, Op, Program, Scalar, Span, Storage,
};
use shape::{Action, Formula, Graph, IS_NEW, Location, Predicate, Var};
use std::collections::BTreeMap;

/// What a message of the analysis is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Report {
    /// A check of the program may fail in a way.
    Check(EdgeId, ClaimKind),
    /// A clause of the contract may not hold.
    Postcondition(Span),
    /// What was taken to hold of all heaps may not hold.
    Broken(Broken),
}

/// What may not hold of all heaps although it was taken to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Broken {
    /// Paths of this number may lead round in a circle.
    Circle(usize),
    /// Paths of this number may lead to an object in two ways.
    Sharing(usize),
    /// An object of the caller's is read of which nothing is known.
    Beyond,
}

/// A program as a graph of actions.
pub(super) struct Translation {
    pub(super) graph: Graph,
    /// What messages are about, by edge of the graph and claim.
    pub(super) reports: BTreeMap<(usize, usize), Report>,
    /// Operations of the program that are not followed, by where the graph comes to them.
    pub(super) left: Vec<(Location, EdgeId)>,
    /// Where the locations of the program are in the graph.
    pub(super) locations: Vec<Location>,
}

/// What a translation needs to know.
pub(super) struct Source<'a> {
    pub(super) program: &'a Program,
    pub(super) flat: &'a Flat,
    pub(super) promoted: &'a Promoted,
    pub(super) classes: &'a Classes<'a>,
    pub(super) roles: &'a Roles,
    pub(super) spec: &'a Spec,
    pub(super) words: &'a Words,
    pub(super) given: &'a Given,
    pub(super) selected: ClaimSet,
}

impl Source<'_> {
    /// Whether what ends forgets what it holds: a contract may still speak of it.
    pub(super) fn cuts_freed(&self) -> bool {
        self.spec.ensures.is_empty()
    }
}

/// Translates a program.
pub(super) fn translate(source: &Source<'_>) -> Translation {
    let mut graph = Graph::default();
    let start = graph.location("start");
    let locations = 0..source.flat.procedure.locations();
    let locations: Vec<Location> = locations
        .map(|index| graph.location(format!("l{index}")))
        .collect();
    let mut translator = Translator {
        source,
        reader: Reader {
            words: source.words,
            roles: source.roles,
        },
        live: promote::live(source.flat, source.promoted),
        translation: Translation {
            graph,
            reports: BTreeMap::new(),
            left: Vec::new(),
            locations,
        },
    };
    let first = translator.translation.locations[source.flat.procedure.entry.0 as usize];
    let begin = translator.beginning();
    let made = translator.make_numbers(start);
    translator.translation.graph.edge(made, begin, first);
    for index in 0..source.flat.procedure.edges.len() {
        translator.edge(EdgeId(index as u32));
    }
    translator.translation
}

pub(super) struct Translator<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) reader: Reader<'a>,
    live: Vec<LocalSet>,
    translation: Translation,
}

/// An action with what its claims are about.
#[derive(Default)]
pub(super) struct Step {
    pub(super) action: Action,
    pub(super) reports: Vec<Report>,
}

impl Step {
    pub(super) fn new(action: Action) -> Step {
        Step {
            action,
            reports: Vec::new(),
        }
    }

    /// Reports if a formula may hold.
    pub(super) fn report(&mut self, violation: Formula, report: Report) {
        if violation != Formula::FALSE {
            let action = std::mem::take(&mut self.action);
            self.action = action.report_if(violation, "");
            self.reports.push(report);
        }
    }
}

impl Translator<'_> {
    /// At the start, nothing has a value.
    fn beginning(&self) -> Action {
        let entry = self.source.flat.procedure.entry;
        let live = &self.live[entry.0 as usize];
        let mut action = Action::new("start");
        for (local, unset) in &self.source.words.unset {
            if live.contains(*local) && !self.source.promoted.contains(*local) {
                action = action.update(*unset, &[], Formula::TRUE);
            }
        }
        action
    }

    pub(super) fn location(&mut self) -> Location {
        self.translation.graph.location("")
    }

    /// Adds an action to the graph.
    pub(super) fn add(&mut self, from: Location, step: Step, to: Location) {
        let index = self.translation.graph.edges().len();
        for (claim, report) in step.reports.iter().enumerate() {
            self.translation.reports.insert((index, claim), *report);
        }
        self.translation.graph.edge(from, step.action, to);
    }

    fn edge(&mut self, id: EdgeId) {
        let edge = &self.source.flat.procedure[id];
        let from = self.translation.locations[edge.from.0 as usize];
        let to = self.translation.locations[edge.to.0 as usize];
        match &edge.op {
            Op::Halt(_) => return,
            Op::Unsupported(_) => return self.translation.left.push((from, id)),
            Op::Havoc { .. } if !edge.op.is_idle_call() => self.translation.left.push((from, id)),
            Op::Assume(condition) if *condition == Expr::FALSE => return,
            _ => {}
        }
        let mut steps = self.steps(id);
        let mut last = steps.pop().unwrap_or_default();
        last.action = self.forget_dead(id, last.action);
        steps.push(last);
        let mut at = from;
        let count = steps.len();
        if let Op::Input { dest, .. } = &edge.op
            && let Some(pointer) = self.source.words.pointers.get(dest)
        {
            at = super::given::build(self, *dest, *pointer, at);
        }
        for (index, step) in steps.into_iter().enumerate() {
            let next = match index + 1 == count {
                true => to,
                false => self.location(),
            };
            self.add(at, step, next);
            at = next;
        }
    }

    /// Locals that do not matter any more tell nothing apart.
    fn forget_dead(&self, id: EdgeId, mut action: Action) -> Action {
        let edge = &self.source.flat.procedure[id];
        let (before, after) = (
            &self.live[edge.from.0 as usize],
            &self.live[edge.to.0 as usize],
        );
        let set = match &edge.op {
            Op::Forget(local) => Some(*local),
            op => op.dest(),
        };
        let is_dead = |local: &LocalId| {
            (before.contains(*local) || set == Some(*local)) && !after.contains(*local)
        };
        let words = self.source.words;
        let sets = words.pointers.iter().chain(&words.values);
        let sets: Vec<Predicate> = sets.filter(|(l, _)| is_dead(l)).map(|(_, p)| *p).collect();
        let propositions = words.flags.iter().chain(&words.unset);
        let propositions: Vec<Predicate> = propositions
            .filter(|(l, _)| is_dead(l))
            .map(|(_, p)| *p)
            .collect();
        action.updates.retain(|update| {
            !sets.contains(&update.predicate) && !propositions.contains(&update.predicate)
        });
        for predicate in sets {
            action = action.update(predicate, &[V], Formula::FALSE);
        }
        for predicate in propositions {
            action = action.update(predicate, &[], Formula::FALSE);
        }
        action
    }

    /// What an edge does, one after the other.
    fn steps(&self, id: EdgeId) -> Vec<Step> {
        let flat = self.source.flat;
        if let Some(call) = &flat.call {
            if id == call.enter {
                return self.enter(&call.parameters);
            }
            if id == call.leave {
                return vec![self.leave(call.result)];
            }
        }
        let edge = &flat.procedure[id];
        let title = Action::new(format!("{}", id.0));
        match &edge.op {
            Op::Assign(dest, value) => vec![Step::new(self.assign(*dest, value, title))],
            Op::Forget(local) => vec![Step::new(self.forget(*local, title))],
            Op::Load { dest, place } => {
                let mut step = Step::new(self.load(*dest, &place.address, title));
                self.report_beyond(&mut step, &place.address);
                vec![step]
            }
            Op::Store { place, value } => self.store(&place.address, place.scalar, value),
            Op::Alloc { dest, object } => {
                let is_owned = object.storage == Storage::Heap;
                let is_blank = object.contents == Contents::Uninitialised;
                vec![Step::new(self.allocate(*dest, is_owned, is_blank, title))]
            }
            Op::Free(address) => self.end(address),
            Op::EndScope(local) => self.end(&Expr::Local(*local)),
            Op::Assume(condition) => {
                let truth = self.reader.truth(condition);
                vec![Step::new(title.focus(truth.clone()).assume(truth))]
            }
            Op::Check(check) => checks::steps(self, id, check),
            Op::Input { dest, .. } if self.source.words.pointers.contains_key(dest) => {
                vec![Step::new(title)]
            }
            Op::Input { dest, .. } if self.number(*dest).is_some() => self.input(*dest, title),
            op => match op.dest() {
                Some(dest) => vec![Step::new(self.any(dest, title))],
                None => vec![Step::new(title)],
            },
        }
    }

    fn assign(&self, dest: LocalId, value: &Expr, mut action: Action) -> Action {
        let words = self.source.words;
        if let Some(pointer) = words.pointers.get(&dest) {
            action = action.update(*pointer, &[V], self.target(value));
        }
        if let Some(flag) = words.flags.get(&dest) {
            action = action.update(*flag, &[], self.reader.truth(value));
        }
        if let Some(known) = words.values.get(&dest) {
            let own = self.source.roles.values.get(&dest);
            let value = self.reader.value(value);
            let value = value.filter(|(_, field)| field.is_none_or(|it| own == Some(&it)));
            let value = value.map(|(known, _)| known.at([V]));
            action = action.update(*known, &[V], value.unwrap_or(Formula::FALSE));
        }
        if let Some(unset) = words.unset.get(&dest) {
            action = action.update(*unset, &[], self.reader.unset(value));
        }
        action
    }

    /// That an address leads to an object.
    fn target(&self, value: &Expr) -> Formula {
        match (self.reader.address(value), value) {
            (Address::Null, _) => Formula::FALSE,
            (Address::Pointer(pointer), _) => pointer.at([V]),
            (Address::Other, Expr::If(condition, then, otherwise)) => {
                let condition = self.reader.truth(condition);
                condition.if_else(self.target(then), self.target(otherwise))
            }
            (Address::Other, _) => UNKNOWN,
        }
    }

    fn forget(&self, local: LocalId, action: Action) -> Action {
        let words = self.source.words;
        let mut action = self.any(local, action);
        if let Some(pointer) = words.pointers.get(&local) {
            action.updates.retain(|update| update.predicate != *pointer);
            action = action.update(*pointer, &[V], Formula::FALSE);
        }
        if let Some(unset) = words.unset.get(&local) {
            action.updates.retain(|update| update.predicate != *unset);
            action = action.update(*unset, &[], Formula::TRUE);
        }
        action
    }

    /// A local takes a value of which nothing is known.
    pub(super) fn any(&self, dest: LocalId, mut action: Action) -> Action {
        let words = self.source.words;
        if let Some(pointer) = words.pointers.get(&dest) {
            action = action.update(*pointer, &[V], UNKNOWN);
        }
        if let Some(flag) = words.flags.get(&dest) {
            action = action.update(*flag, &[], UNKNOWN);
        }
        if let Some(known) = words.values.get(&dest) {
            action = action.update(*known, &[V], Formula::FALSE);
        }
        if let Some(unset) = words.unset.get(&dest) {
            action = action.update(*unset, &[], UNKNOWN);
        }
        action
    }

    /// The pointer and the field of an address, if its objects are described.
    pub(super) fn field(&self, address: &Expr) -> Option<(Predicate, Field)> {
        let (local, field) = self.source.classes.field(address)?;
        Some((*self.source.words.pointers.get(&local)?, field))
    }

    /// That a node is an object, and none of which nothing is known.
    pub(super) fn an_object(&self, node: Var) -> Formula {
        let object = self.not_a_number(node);
        match &self.source.words.given {
            Some(given) => object.and(given.beyond.at([node]).not()),
            None => object,
        }
    }

    /// That a node is an object.
    pub(super) fn not_a_number(&self, node: Var) -> Formula {
        match self.source.words.is_number {
            Some(number) => number.at([node]).not(),
            None => Formula::TRUE,
        }
    }

    /// Any object, or none.
    pub(super) fn any_object(&self) -> Formula {
        self.an_object(V).and(UNKNOWN)
    }

    /// Reports that an object is read, or read from, of which nothing is known.
    fn report_beyond(&self, step: &mut Step, address: &Expr) {
        let words = self.source.words;
        let (Some(given), Some((base, field))) = (&words.given, self.field(address)) else {
            return;
        };
        if !matches!(self.source.given, Given::Shaped(shaped) if shaped.has_others) {
            return;
        }
        let beyond = |object: Formula| object.and(given.beyond.at([V])).exists(V);
        let mut read = beyond(base.at([V]));
        if let Some(link) = words.fields.get(&field) {
            read = read.or(beyond(behind(base, *link)));
        }
        step.report(read, Report::Broken(Broken::Beyond));
    }

    fn load(&self, dest: LocalId, address: &Expr, action: Action) -> Action {
        let words = self.source.words;
        let mut action = self.any(dest, action);
        let Some((base, field)) = self.field(address) else {
            return action;
        };
        if let Some(unset) = words.unset.get(&dest) {
            let blank = words.blanks.get(&field);
            let blank = blank.map(|blank| base.at([V]).and(blank.at([V])).exists(V));
            action.updates.retain(|update| update.predicate != *unset);
            action = action.update(*unset, &[], blank.unwrap_or(Formula::FALSE));
        }
        if let (Some(pointer), Some(step)) = (words.pointers.get(&dest), words.fields.get(&field)) {
            let target = behind(base, *step);
            action.updates.retain(|update| update.predicate != *pointer);
            action = action.focus(target.clone()).update(*pointer, &[V], target);
        }
        if let Some(known) = words.values.get(&dest)
            && self.source.roles.values.get(&dest) == Some(&field)
        {
            action.updates.retain(|update| update.predicate != *known);
            action = action.update(*known, &[V], base.at([V]));
        }
        action
    }

    fn store(&self, address: &Expr, scalar: Scalar, value: &Expr) -> Vec<Step> {
        let words = self.source.words;
        let Some((base, field)) = self.field(address) else {
            return vec![Step::default()];
        };
        let mut steps = Vec::new();
        if let (Scalar::Pointer, Some(step)) = (scalar, words.fields.get(&field)) {
            let cut = step.at([V, W]).and(base.at([V]).not());
            let clear = Action::new("clear").focus(behind(base, *step));
            steps.push(Step::new(clear.update(*step, &[V, W], cut)));
            match self.reader.address(value) {
                Address::Null => {}
                Address::Pointer(target) => steps.push(self.link(base, *step, field, target)),
                Address::Other => steps.push(self.link_anywhere(base, *step, field)),
            }
        }
        if words.orders.contains_key(&field) {
            steps.push(Step::new(self.store_number(base, field, value)));
            steps.extend(self.sharpen(base));
        }
        if let Some(blank) = words.blanks.get(&field) {
            let unset = self.reader.unset(value);
            let now = base.at([V]).if_else(unset, blank.at([V]));
            steps.push(Step::new(Action::new("value").update(*blank, &[V], now)));
        }
        if steps.is_empty() {
            steps.push(Step::default());
        }
        steps
    }

    /// A field of an object, which leads nowhere, leads to another object.
    pub(super) fn link(
        &self,
        base: Predicate,
        step: Predicate,
        field: Field,
        target: Predicate,
    ) -> Step {
        let linked = step.at([V, W]).or(base.at([V]).and(target.at([W])));
        let mut link = Step::new(Action::new("link").update(step, &[V, W], linked));
        let ends = base.at([V]).and(target.at([W]));
        let circle = |paths: &Paths| {
            let back = paths.star.at([W, V]);
            ends.clone().and(back).exists(W).exists(V)
        };
        self.report_broken(&mut link, field, &target.at([W]), &circle);
        link
    }

    /// A field of an object, which leads nowhere, leads to any object.
    fn link_anywhere(&self, base: Predicate, step: Predicate, field: Field) -> Step {
        let any = step.at([V, W]).or(base.at([V]).and(UNKNOWN));
        let mut link = Step::new(Action::new("any").update(step, &[V, W], any));
        self.report_broken(&mut link, field, &UNKNOWN, &|_| base.at([V]).exists(V));
        link
    }

    /// Reports where a link may close a circle, or lead to an object that something leads to.
    fn report_broken(
        &self,
        link: &mut Step,
        field: Field,
        target: &Formula,
        circle: &dyn Fn(&Paths) -> Formula,
    ) {
        for (index, paths) in self.source.words.paths.iter().enumerate() {
            if !paths.fields.contains(&field) {
                continue;
            }
            if paths.is_acyclic {
                link.report(circle(paths), Report::Broken(Broken::Circle(index)));
            }
            if paths.is_unshared {
                let led = target.clone().and(paths.step.at([V, W]));
                let led = led.exists(W).exists(V);
                link.report(led, Report::Broken(Broken::Sharing(index)));
            }
        }
    }

    /// Tells apart what is said of an object that has changed.
    pub(super) fn sharpen(&self, object: Predicate) -> Option<Step> {
        let bodies = &self.source.words.bodies;
        let mut action = Action::new("sharpen");
        for body in bodies {
            action = action.focus(object.at([V]).and(body.at([V])));
        }
        (!bodies.is_empty()).then(|| Step::new(action))
    }

    fn allocate(&self, dest: LocalId, is_owned: bool, is_blank: bool, action: Action) -> Action {
        let words = self.source.words;
        let action = self.assign(dest, &Expr::TRUE, action);
        let Some(pointer) = words.pointers.get(&dest) else {
            return action;
        };
        let mut action = self.fresh(*pointer, action);
        if let Some(owned) = words.owned.filter(|_| is_owned) {
            action = action.update(owned, &[V], owned.at([V]).or(IS_NEW.at([V])));
        }
        let class = self.source.roles.pointers[&dest];
        if is_blank {
            for (_, blank) in words
                .blanks
                .iter()
                .filter(|(field, _)| field.class == class)
            {
                action = action.update(*blank, &[V], blank.at([V]).or(IS_NEW.at([V])));
            }
        }
        action
    }

    /// A pointer leads to a new object, which holds any numbers.
    pub(super) fn fresh(&self, pointer: Predicate, mut action: Action) -> Action {
        action.updates.retain(|update| update.predicate != pointer);
        action = action.allocate().update(pointer, &[V], IS_NEW.at([V]));
        for order in self.source.words.orders.values() {
            let is_new = IS_NEW.at([V]).or(IS_NEW.at([W]));
            let among = V.equals(W).if_else(Formula::TRUE, UNKNOWN);
            action = action.update(*order, &[V, W], is_new.if_else(among, order.at([V, W])));
        }
        action
    }

    /// The life of an object ends: nothing is reached through it any more.
    fn end(&self, address: &Expr) -> Vec<Step> {
        let words = self.source.words;
        let (Some(freed), Address::Pointer(pointer)) = (words.freed, self.reader.address(address))
        else {
            return vec![Step::default()];
        };
        let ended = freed.at([V]).or(pointer.at([V]));
        let mut steps = vec![Step::new(Action::new("end").update(freed, &[V], ended))];
        for step in words.fields.values().filter(|_| self.source.cuts_freed()) {
            let cut = step.at([V, W]).and(pointer.at([V]).not());
            let clear = Action::new("cut").focus(behind(pointer, *step));
            steps.push(Step::new(clear.update(*step, &[V, W], cut)));
        }
        steps
    }

    /// The entry is called: its parameters are kept, its preconditions hold, and what the contract says of the
    /// start is recorded.
    fn enter(&self, parameters: &[Expr]) -> Vec<Step> {
        let Source { spec, words, .. } = *self.source;
        let mut keep = Action::new("parameters");
        for (local, predicate) in &words.parameters {
            let value = parameters.get(local.0 as usize);
            let value = value.map_or(UNKNOWN, |value| self.target(value));
            keep = keep.update(*predicate, &[V], value);
        }
        for (local, predicate) in &words.parameter_numbers {
            let value = parameters.get(local.0 as usize);
            let value = value.and_then(|value| self.reader.value(value));
            let value = value.map_or(Formula::FALSE, |(known, _)| known.at([V]));
            keep = keep.update(*predicate, &[V], value);
        }
        let scope = self.scope(None, Moment::Entry);
        let mut steps = vec![Step::new(keep)];
        if !words.parameter_numbers.is_empty() {
            let mut tell = Action::new("tell");
            for body in &words.bodies {
                tell = tell.focus(self.an_object(V).and(body.at([V])));
            }
            steps.push(Step::new(tell));
        }
        for formula in &spec.requires {
            let formula = scope.formula(formula, &mut Vec::new());
            let requires = Action::new("requires").focus(formula.clone());
            steps.push(Step::new(requires.assume(formula)));
        }
        let mut record = Action::new("record");
        for (predicate, set) in words.recorded.iter().zip(&spec.recorded) {
            let set = scope.set(set, V, &mut Vec::new());
            record = record.update(*predicate, &[V], set.unwrap_or(UNKNOWN));
        }
        for (local, predicate) in &words.parameters {
            if !spec.kept.contains(local) {
                record = record.update(*predicate, &[V], Formula::FALSE);
            }
        }
        steps.push(Step::new(record));
        steps
    }

    /// The entry has returned: its postconditions hold.
    fn leave(&self, result: Option<LocalId>) -> Step {
        let Source { spec, words, .. } = *self.source;
        let result = result.and_then(|result| words.pointers.get(&result).copied());
        let scope = self.scope(result, Moment::Exit);
        let mut step = Step::new(Action::new("ensures"));
        // Fields that were never written lead nowhere here, and anywhere in an execution.
        let blanks = words.blanks.iter();
        let blanks = blanks.filter(|(field, _)| words.fields.contains_key(field));
        let unset = Formula::any_of(blanks.map(|(_, blank)| blank.at([V]).exists(V)));
        let unreadable = unset.or(self.dangling(result));
        let ends = self.ends_well();
        for (formula, span) in &spec.ensures {
            let formula = scope.formula(formula, &mut Vec::new());
            let violation = formula.not().or(unreadable.clone()).and(ends.clone());
            step.report(violation, Report::Postcondition(*span));
        }
        let numbers = words.parameter_numbers.values();
        for predicate in words
            .parameters
            .values()
            .chain(&words.recorded)
            .chain(numbers)
        {
            step.action = step.action.update(*predicate, &[V], Formula::FALSE);
        }
        step
    }

    /// That no exception is under way.
    fn ends_well(&self) -> Formula {
        let start = self.source.program.start;
        let exception = start.and_then(|start| self.source.promoted.whole(start.exception));
        match exception {
            Some(exception) => self.reader.truth(&Expr::Local(exception)).not(),
            None => Formula::TRUE,
        }
    }

    /// That a contract may come to an object whose life has ended: what it reads there is not what an execution reads.
    fn dangling(&self, result: Option<Predicate>) -> Formula {
        let Source { words, roles, .. } = *self.source;
        let is_local =
            |class: &Class| on_stack(&self.source.flat.procedure, self.source.classes, *class);
        if roles.classes.iter().any(is_local) {
            return UNKNOWN;
        }
        let Some(freed) = words.freed else {
            return Formula::FALSE;
        };
        let followed = &self.source.spec.followed;
        let parameters = words.parameters.iter();
        let parameters = parameters.filter(|(local, _)| followed.contains(local));
        let recorded = words.recorded.iter();
        let recorded = recorded.filter(|_| self.source.spec.follows_recorded);
        let roots = result.iter().chain(parameters.map(|(_, root)| root));
        let roots = roots.chain(recorded);
        let held = roots.map(|root| root.at([V]));
        let linked = words
            .fields
            .values()
            .map(|field| field.at([W, V]).and(freed.at([W]).not()).exists(W));
        let reached = Formula::any_of(held.chain(linked));
        freed.at([V]).and(reached).exists(V)
    }

    fn scope(&self, result: Option<Predicate>, now: Moment) -> Scope<'_> {
        Scope {
            spec: self.source.spec,
            words: self.source.words,
            program: self.source.program,
            classes: self.source.classes,
            result,
            now,
            is_body: false,
        }
    }

    /// The parameter that a local is passed for, and those whose values were chosen before.
    pub(super) fn parameter(&self, chosen: LocalId) -> Option<(LocalId, Vec<LocalId>)> {
        let flat = self.source.flat;
        let parameters = &flat.call.as_ref()?.parameters;
        let passed = |local: LocalId| {
            let edges = flat.procedure.edges.iter();
            if edges.filter(|edge| edge.op.dest() == Some(local)).count() != 1 {
                return None;
            }
            let mut edges = flat.procedure.edges.iter();
            let taken = edges.find_map(|edge| match &edge.op {
                Op::Assign(dest, Expr::Local(value)) if *value == local => Some(*dest),
                _ => None,
            })?;
            let is_it = |value: &Expr| *value == Expr::Local(taken);
            let index = parameters.iter().position(is_it)?;
            Some(LocalId(index as u32))
        };
        let own = passed(chosen)?;
        // What every execution starts with, in its order.
        let mut before = Vec::new();
        let mut at = flat.procedure.entry;
        while let [next] = &*flat.procedure.outgoing[at.0 as usize] {
            let edge = &flat.procedure[*next];
            match &edge.op {
                Op::Input { dest, .. } if *dest == chosen => return Some((own, before)),
                Op::Input { dest, .. } => before.extend(passed(*dest)),
                _ => {}
            }
            at = edge.to;
        }
        Some((own, Vec::new()))
    }

    /// The fields of a class that lead to objects that are described.
    pub(super) fn fields(&self, class: Class) -> Vec<(Field, Predicate)> {
        let fields = self.source.words.fields.iter();
        let fields = fields.filter(|(field, _)| field.class == class);
        fields
            .map(|(field, predicate)| (*field, *predicate))
            .collect()
    }
}
