//! A procedure as a set of constraints (the *translation* of Figure 1).
//!
//! "Variables and fields are renamed whenever their values are updated", and "each control point is
//! encoded as a boolean variable" (Section 5). Each constraint stands for one step of the procedure, so
//! that an unsatisfiable core is a part of the procedure.

use super::classes::{Holder, is_simple, split};
use super::frame::{Frames, class_of, field_of};
use super::region::{Refusal, Region, callee};
use super::schema::{FieldValue, Holds, Schema};
use super::unroll::Unrolled;
use super::value::{Locals, Memory, Reader, Value, union};
use ir::{
    Condition, Contents, Edge, EdgeId, Expr, LocalId, Op, Procedure, ProcedureId, Span,
    liveness::LocalSet,
};
use logic::relational::{Formula, Int, IntSym, Multiplicity, Prop, Set, SetSym};
use std::collections::BTreeMap;

/// Which step of an unrolled procedure: the same in every translation of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Step {
    node: usize,
    /// Of what the node is a copy.
    location: ir::Location,
    /// Which edge from the node, or which of the executions that meet there.
    way: Way,
    item: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Way {
    Edge(usize),
    Meeting(usize),
}

impl Step {
    /// The step of the procedure that it is a copy of. Executions that meet are told apart by what
    /// is unrolled, so all that meet at a place count as one.
    pub(crate) fn original(self) -> (ir::Location, Option<Way>, usize) {
        let way = Some(self.way).filter(|way| matches!(way, Way::Edge(_)));
        (self.location, way, self.item)
    }
}

/// A step of a procedure.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    pub(crate) step: Step,
    pub(crate) formula: Formula,
    /// The source that it stands for.
    pub(crate) span: Span,
}

/// A call on the way.
#[derive(Clone, Debug)]
pub(crate) struct CallPoint {
    pub(crate) edge: EdgeId,
    pub(crate) callee: ProcedureId,
    /// Whether it is reached.
    pub(crate) guard: Formula,
    pub(crate) arguments: Vec<Value>,
    pub(crate) before: Memory,
    pub(crate) after: Memory,
    pub(crate) result: Option<Value>,
    pub(crate) span: Span,
}

/// What a call of a procedure does, with the calls in it opaque.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) calls: Vec<CallPoint>,
    pub(crate) after: Memory,
    pub(crate) result: Option<Value>,
}

/// How a procedure is called.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// Whether it is called at all.
    pub(crate) guard: Formula,
    pub(crate) arguments: Vec<Value>,
    pub(crate) before: Memory,
    /// What there is to be afterwards, if somebody has named it already.
    pub(crate) after: Option<(Memory, Option<Value>)>,
}

/// What all translations share.
pub(crate) struct Translator<'a, 'p> {
    pub(crate) region: &'a Region<'p>,
    pub(crate) schema: &'a Schema<'p>,
    pub(crate) frames: &'a Frames,
    pub(crate) unrolled: &'a BTreeMap<ProcedureId, Unrolled>,
    pub(crate) live: &'a BTreeMap<ProcedureId, Vec<LocalSet>>,
}

/// Where the result is kept until the end.
const RESULT: LocalId = LocalId(u32::MAX);

/// Items of meetings, by what they are about: fields, objects, locals.
const LIVE: usize = 1 << 20;
const LOCALS: usize = 1 << 21;

#[derive(Clone)]
struct State {
    guard: Formula,
    memory: Memory,
    locals: Locals,
}

impl<'p> Translator<'_, 'p> {
    /// Translates a call of a procedure; calls to any procedure that `is_cut` names end there.
    pub(crate) fn translate(
        &self,
        id: ProcedureId,
        call: Call,
        is_cut: &dyn Fn(ProcedureId) -> bool,
    ) -> Result<Body, Refusal> {
        let procedure = &self.region.program[id];
        let Some(unrolled) = self.unrolled.get(&id) else {
            return Err(Refusal::new(procedure.span, "a procedure out of reach"));
        };
        let mut work = Work {
            shared: self,
            id,
            procedure,
            is_cut,
            body: Body {
                constraints: Vec::new(),
                calls: Vec::new(),
                after: call.before.clone(),
                result: None,
            },
            versions: 0,
            at: Step {
                node: 0,
                location: procedure.entry,
                way: Way::Edge(0),
                item: 0,
            },
        };
        let locals = (0..).map(LocalId).zip(call.arguments).collect();
        let entry = State {
            guard: call.guard,
            memory: call.before,
            locals,
        };
        work.run(unrolled, entry, call.after)?;
        Ok(work.body)
    }
}

struct Work<'a, 't, 'p> {
    shared: &'a Translator<'t, 'p>,
    id: ProcedureId,
    procedure: &'p Procedure,
    is_cut: &'a dyn Fn(ProcedureId) -> bool,
    body: Body,
    versions: usize,
    /// The step that is being translated.
    at: Step,
}

impl Work<'_, '_, '_> {
    fn run(
        &mut self,
        unrolled: &Unrolled,
        entry: State,
        after: Option<(Memory, Option<Value>)>,
    ) -> Result<(), Refusal> {
        let mut arrived: Vec<Vec<State>> = vec![Vec::new(); unrolled.nodes.len()];
        let guard = entry.guard.clone();
        match arrived.first_mut() {
            Some(first) => first.push(entry),
            // Nothing comes to the end within the bound.
            None => {
                self.constrain(guard.not(), self.procedure.span);
                return Ok(());
            }
        }
        for (index, node) in unrolled.nodes.iter().enumerate() {
            self.at.node = index;
            self.at.location = node.location;
            let states = std::mem::take(&mut arrived[index]);
            if node.location == self.procedure.exit {
                self.finish(&guard, states, after);
                break;
            }
            let Some(state) = self.merge(states, node.location) else {
                continue;
            };
            for (edge, to) in self.branch(&state, &node.edges)? {
                arrived[to].push(edge);
            }
        }
        Ok(())
    }

    /// The next constraint of the step that is being translated.
    fn constrain(&mut self, formula: Formula, span: Span) {
        let step = self.at;
        self.at.item += 1;
        self.body.constraints.push(Constraint {
            step,
            formula,
            span,
        });
    }

    fn go_to(&mut self, way: Way, item: usize) {
        self.at.way = way;
        self.at.item = item;
    }

    /// Follows the edges from a node.
    fn branch(
        &mut self,
        state: &State,
        edges: &[(EdgeId, usize)],
    ) -> Result<Vec<(State, usize)>, Refusal> {
        let mut states = Vec::new();
        self.go_to(Way::Edge(0), 0);
        if let [(edge, to)] = edges {
            states.extend(self.follow(state.clone(), *edge)?.map(|state| (state, *to)));
            return Ok(states);
        }
        let mut ways = Vec::new();
        for (number, (edge, to)) in edges.iter().enumerate() {
            self.go_to(Way::Edge(number), 0);
            let line = self.procedure[*edge].span.line;
            let taken = Formula::from(&Prop::new(format!("line{line}_{}", self.versions)));
            self.versions += 1;
            let taken_from = State {
                guard: taken.clone(),
                ..state.clone()
            };
            let span = self.procedure[*edge].span;
            self.constrain(taken.implies(&state.guard), span);
            ways.push(taken);
            states.extend(self.follow(taken_from, *edge)?.map(|state| (state, *to)));
        }
        if let Some((edge, _)) = edges.first() {
            self.go_to(Way::Edge(edges.len()), 0);
            let span = self.procedure[*edge].span;
            let some = Formula::disjunction(ways);
            self.constrain(state.guard.implies(some), span);
        }
        Ok(states)
    }

    fn reader<'s>(&'s self, state: &'s State, span: Span) -> Reader<'s, 's> {
        Reader {
            schema: self.shared.schema,
            procedure: self.id,
            locals: &state.locals,
            span,
        }
    }

    /// What an operation does; `None` if nothing comes behind it.
    fn follow(&mut self, mut state: State, edge: EdgeId) -> Result<Option<State>, Refusal> {
        let it: &Edge = &self.procedure[edge];
        let span = it.span;
        match &it.op {
            Op::Assume(condition) => {
                let holds = self.reader(&state, span).condition(condition)?;
                self.constrain(state.guard.implies(holds), span);
            }
            Op::Check(check) => self.check(&state, &check.condition, span)?,
            Op::Assign(dest, value) => {
                let value = self.assigned(&state, *dest, value, span)?;
                set(&mut state, *dest, value);
            }
            Op::Forget(local) => _ = state.locals.remove(local),
            Op::Load { dest, place } if self.shared.region.is_exception(place) => {
                let null = Value::Reference(Set::null());
                set(&mut state, *dest, Some(null));
            }
            Op::Load { dest, place } => {
                let from = self.base(&state, &place.address, span)?;
                let field = field_of(self.shared.schema, self.id, place);
                let value = field.map(|field| match &state.memory.fields[field] {
                    FieldValue::Links(links) => Value::Reference(from.dot(links)),
                    FieldValue::Numbers(numbers) => Value::Number(from.value(numbers)),
                });
                set(&mut state, *dest, value);
            }
            Op::Store { place, value } => {
                let at = self.base(&state, &place.address, span)?;
                if let Some(field) = field_of(self.shared.schema, self.id, place) {
                    self.store(&mut state, field, &at, value, span)?;
                }
            }
            Op::Alloc { dest, object } => {
                self.allocate(&mut state, *dest, object.contents, span);
            }
            Op::Call { dest, .. } => return self.call(state, edge, *dest, span),
            Op::Return(Some(value)) => {
                let holder = Holder::Result(self.id);
                let class = self.shared.schema.classes.known(holder);
                let value = self.choice(&state, value, class, span)?;
                state.locals.insert(RESULT, value);
            }
            _ => {}
        }
        Ok(Some(state))
    }

    /// A check that fails ends an execution, so it holds behind it.
    fn check(&mut self, state: &State, condition: &Condition, span: Span) -> Result<(), Refusal> {
        let holds = match condition {
            Condition::Holds(condition) if is_simple(condition) => {
                self.reader(state, span).condition(condition)?
            }
            Condition::Access { address, .. } => self.base(state, address, span)?.is_null().not(),
            _ => return Ok(()),
        };
        self.constrain(state.guard.implies(holds), span);
        Ok(())
    }

    fn base(&self, state: &State, address: &Expr, span: Span) -> Result<Set, Refusal> {
        match split(address) {
            Some((base, _)) => self.reader(state, span).reference(base),
            None => Err(Refusal::new(span, "an element of an array")),
        }
    }

    fn assigned(
        &mut self,
        state: &State,
        dest: LocalId,
        value: &Expr,
        span: Span,
    ) -> Result<Option<Value>, Refusal> {
        let holder = Holder::Local(self.id, dest);
        let class = self.shared.schema.classes.known(holder);
        // What nothing was written to holds nothing that anybody looks at.
        if let Expr::Local(from) = value
            && !state.locals.contains_key(from)
        {
            return Ok(None);
        }
        self.choice(state, value, class, span).map(Some)
    }

    /// A value that may depend on a condition.
    fn choice(
        &mut self,
        state: &State,
        value: &Expr,
        class: Option<super::classes::Class>,
        span: Span,
    ) -> Result<Value, Refusal> {
        let (condition, then, otherwise) = match value {
            Expr::If(condition, then, otherwise) => {
                let then = self.choice(state, then, class, span)?;
                let otherwise = self.choice(state, otherwise, class, span)?;
                (condition, then, otherwise)
            }
            Expr::Cast(ir::CastOp::ZeroExtend, to, condition) => {
                let Some(width) = to.width() else {
                    return Err(Refusal::new(span, "a change of type"));
                };
                let of = |value| {
                    self.reader(state, span)
                        .value(&Expr::int(width, value), class)
                };
                (condition, of(1)?, of(0)?)
            }
            _ => return self.reader(state, span).value(value, class),
        };
        let condition = self.reader(state, span).condition(condition)?;
        let chosen = match (&then, class) {
            (Value::Reference(_), Some(class)) => self.new_reference("t", class),
            (Value::Number(_), Some(class)) => Some(self.new_number("t", class)),
            _ => None,
        };
        let Some(chosen) = chosen else {
            return Err(Refusal::new(span, "a choice of constants"));
        };
        let guard = &state.guard;
        let yes = guard.and(&condition).implies(chosen.equals(&then));
        let no = guard
            .and(condition.not())
            .implies(chosen.equals(&otherwise));
        self.constrain(yes.and(no), span);
        Ok(chosen)
    }

    fn name(&mut self, base: &str) -> String {
        self.versions += 1;
        format!("{base}_{}", self.versions)
    }

    fn new_reference(&mut self, base: &str, class: super::classes::Class) -> Option<Value> {
        let objects = self.shared.schema.sort_of(class)?;
        let name = self.name(base);
        let sort = &self.shared.schema.objects[objects].sort;
        let symbol = SetSym::new(name, sort, Multiplicity::Lone);
        Some(Value::Reference(Set::from(&symbol)))
    }

    fn new_number(&mut self, base: &str, class: super::classes::Class) -> Value {
        let name = self.name(base);
        let symbol = IntSym::new(name, self.shared.schema.int_type(class));
        Value::Number(Int::from(&symbol))
    }

    fn new_field(&mut self, field: usize) -> FieldValue {
        self.versions += 1;
        self.shared.schema.unknown_field(field, self.versions)
    }

    /// The objects of the class that a field belongs to.
    fn sort_of(&self, field: usize) -> Set {
        let owner = self.shared.schema.fields[field].owner;
        Set::from(&self.shared.schema.objects[owner].sort)
    }

    fn store(
        &mut self,
        state: &mut State,
        field: usize,
        at: &Set,
        value: &Expr,
        span: Span,
    ) -> Result<(), Refusal> {
        let class = match self.shared.schema.fields[field].holds {
            Holds::Number(class) => Some(class),
            Holds::Reference(objects) => Some(self.shared.schema.objects[objects].class),
        };
        let value = self.choice(state, value, class, span)?;
        let updated = match (&state.memory.fields[field], value) {
            (FieldValue::Links(old), Value::Reference(to)) => FieldValue::Links(old.update(at, to)),
            (FieldValue::Numbers(old), Value::Number(value)) => {
                FieldValue::Numbers(old.update(at, value))
            }
            _ => return Err(Refusal::new(span, "memory of another type")),
        };
        // The field is renamed: this is the one constraint that says what its new name means.
        let renamed = self.new_field(field);
        let sort = self.sort_of(field);
        let means = renamed.equals(&updated, &sort);
        self.constrain(state.guard.implies(means), span);
        state.memory.fields[field] = renamed;
        Ok(())
    }

    fn allocate(&mut self, state: &mut State, dest: LocalId, contents: Contents, span: Span) {
        let class = self
            .shared
            .schema
            .classes
            .known(Holder::Local(self.id, dest));
        let Some(objects) = class.and_then(|class| self.shared.schema.sort_of(class)) else {
            return;
        };
        let Some(Value::Reference(new)) = class.and_then(|class| self.new_reference("new", class))
        else {
            return;
        };
        if let Some(live) = &state.memory.live[objects] {
            let is_new = new.is_null().not().and(new.within(live).not());
            let live = union(live, &new);
            self.constrain(state.guard.implies(is_new), span);
            state.memory.live[objects] = Some(live);
        }
        if contents == Contents::Zero {
            self.clear(state, objects, &new, span);
        }
        state.locals.insert(dest, Value::Reference(new));
    }

    /// A new object holds zeros.
    fn clear(&mut self, state: &mut State, objects: usize, new: &Set, span: Span) {
        for field in 0..self.shared.schema.fields.len() {
            let it = &self.shared.schema.fields[field];
            if it.owner != objects {
                continue;
            }
            let cleared = match (&state.memory.fields[field], it.holds) {
                (FieldValue::Links(old), _) => FieldValue::Links(old.update(new, Set::null())),
                (FieldValue::Numbers(old), Holds::Number(class)) => {
                    let numbering = self.shared.schema.numbering(class);
                    let zero = numbering.and_then(|it| it.constant(0)).unwrap_or(0);
                    FieldValue::Numbers(old.update(new, Int::from(zero)))
                }
                (FieldValue::Numbers(_), Holds::Reference(_)) => continue,
            };
            let renamed = self.new_field(field);
            let sort = self.sort_of(field);
            let means = renamed.equals(&cleared, &sort);
            self.constrain(state.guard.implies(means), span);
            state.memory.fields[field] = renamed;
        }
    }

    /// An opaque call: its specification keeps the frame (Figure 7), and whatever it may change gets
    /// a new name of which nothing is known.
    fn call(
        &mut self,
        mut state: State,
        edge: EdgeId,
        dest: Option<LocalId>,
        span: Span,
    ) -> Result<Option<State>, Refusal> {
        let it: &Edge = &self.procedure[edge];
        let (Some(callee), Op::Call { arguments, .. }) = (callee(it), &it.op) else {
            return Err(Refusal::new(span, "a call of a function by its address"));
        };
        if (self.is_cut)(callee) {
            self.constrain(state.guard.not(), span);
            return Ok(None);
        }
        let mut values = Vec::new();
        for (index, argument) in (0..).zip(arguments) {
            let holder = Holder::Local(callee, LocalId(index));
            let class = self.shared.schema.classes.known(holder);
            let class = class.or_else(|| class_of(self.shared.schema, self.id, argument));
            values.push(self.choice(&state, argument, class, span)?);
        }
        let before = state.memory.clone();
        self.havoc(&mut state, callee, span);
        let result = self.result_of(callee);
        if let Some(dest) = dest {
            set(&mut state, dest, result.clone());
        }
        self.body.calls.push(CallPoint {
            edge,
            callee,
            guard: state.guard.clone(),
            arguments: values,
            before,
            after: state.memory.clone(),
            result,
            span,
        });
        Ok(Some(state))
    }

    /// `$return <- ?`.
    fn result_of(&mut self, callee: ProcedureId) -> Option<Value> {
        let class = self.shared.schema.classes.known(Holder::Result(callee))?;
        match self.shared.region.program[callee].signature.result? {
            ir::Scalar::Pointer => self.new_reference("return", class),
            _ => Some(self.new_number("return", class)),
        }
    }

    /// `?.field <- ?` for each field that a call may change.
    fn havoc(&mut self, state: &mut State, callee: ProcedureId, span: Span) {
        let frame = self.shared.frames.of_procedure(callee);
        for objects in frame.objects.iter().copied() {
            let sort = &self.shared.schema.objects[objects].sort;
            if let Some(live) = state.memory.live[objects].clone() {
                let name = self.name("live");
                let after = Set::from(&SetSym::new(name, sort, Multiplicity::Any));
                // Objects stay.
                self.constrain(state.guard.implies(live.within(&after)), span);
                state.memory.live[objects] = Some(after);
            }
        }
        for field in &frame.fields {
            let renamed = self.new_field(*field);
            state.memory.fields[*field] = renamed;
        }
        let closed = closed(self.shared.schema, &state.memory, &frame.fields);
        for formula in closed {
            self.constrain(state.guard.implies(formula), span);
        }
    }

    /// One state for all executions that come to a node: where they differ, a new name.
    fn merge(&mut self, mut states: Vec<State>, location: ir::Location) -> Option<State> {
        if states.len() < 2 {
            return states.pop();
        }
        let live = &self.shared.live[&self.id][location.0 as usize];
        let guard = Formula::disjunction(states.iter().map(|state| state.guard.clone()));
        let first = &states[0];
        let fields = (0..first.memory.fields.len()).map(|field| {
            let versions: Vec<FieldValue> = states
                .iter()
                .map(|it| it.memory.fields[field].clone())
                .collect();
            self.merged_field(field, &states, &versions)
        });
        let fields = fields.collect();
        let objects = (0..first.memory.live.len()).map(|objects| {
            let versions: Option<Vec<Set>> = states
                .iter()
                .map(|it| it.memory.live[objects].clone())
                .collect();
            Some(self.merged_live(objects, &states, &versions?))
        });
        let objects = objects.collect();
        let known = first.locals.keys().copied();
        let wanted = known.filter(|local| *local == RESULT || live.contains(*local));
        let wanted: Vec<LocalId> = wanted.collect();
        let mut locals = Locals::new();
        for local in wanted {
            let versions: Option<Vec<Value>> = states
                .iter()
                .map(|it| it.locals.get(&local).cloned())
                .collect();
            if let Some(value) = versions.and_then(|it| self.merged_local(local, &states, &it)) {
                locals.insert(local, value);
            }
        }
        let memory = Memory {
            fields,
            live: objects,
        };
        Some(State {
            guard,
            memory,
            locals,
        })
    }

    fn merged_field(
        &mut self,
        field: usize,
        states: &[State],
        versions: &[FieldValue],
    ) -> FieldValue {
        if versions.iter().all(|it| it.is(&versions[0])) {
            return versions[0].clone();
        }
        let merged = self.new_field(field);
        let sort = self.sort_of(field);
        for (way, (state, version)) in states.iter().zip(versions).enumerate() {
            let same = merged.equals(version, &sort);
            self.go_to(Way::Meeting(way), field);
            self.constrain(state.guard.implies(same), self.procedure.span);
        }
        merged
    }

    fn merged_live(&mut self, objects: usize, states: &[State], versions: &[Set]) -> Set {
        if versions
            .iter()
            .all(|it| it.address() == versions[0].address())
        {
            return versions[0].clone();
        }
        let name = self.name("live");
        let sort = &self.shared.schema.objects[objects].sort;
        let merged = Set::from(&SetSym::new(name, sort, Multiplicity::Any));
        for (way, (state, version)) in states.iter().zip(versions).enumerate() {
            self.go_to(Way::Meeting(way), LIVE + objects);
            self.constrain(
                state.guard.implies(merged.equals(version)),
                self.procedure.span,
            );
        }
        merged
    }

    fn merged_local(
        &mut self,
        local: LocalId,
        states: &[State],
        versions: &[Value],
    ) -> Option<Value> {
        if versions.iter().all(|it| it.is(&versions[0])) {
            return Some(versions[0].clone());
        }
        let (holder, name) = match local {
            RESULT => (Holder::Result(self.id), "return".into()),
            _ => {
                let name = self.procedure[local].name.clone();
                (Holder::Local(self.id, local), name.unwrap_or("t".into()))
            }
        };
        let class = self.shared.schema.classes.known(holder)?;
        let merged = match versions[0] {
            Value::Reference(_) => self.new_reference(&name, class)?,
            Value::Number(_) => self.new_number(&name, class),
        };
        for (way, (state, version)) in states.iter().zip(versions).enumerate() {
            let same = merged.equals(version);
            self.go_to(Way::Meeting(way), LOCALS + local.0 as usize);
            self.constrain(state.guard.implies(same), self.procedure.span);
        }
        Some(merged)
    }

    /// The end: what there is afterwards gets the names that the caller has for it.
    fn finish(
        &mut self,
        guard: &Formula,
        states: Vec<State>,
        after: Option<(Memory, Option<Value>)>,
    ) {
        self.go_to(Way::Edge(0), 0);
        let arrives = Formula::disjunction(states.iter().map(|state| state.guard.clone()));
        if arrives.address() != guard.address() {
            self.constrain(guard.implies(arrives), self.procedure.span);
        }
        let Some((memory, result)) = after else {
            if let Some(state) = self.merge(states, self.procedure.exit) {
                self.body.result = state.locals.get(&RESULT).cloned();
                self.body.after = state.memory;
            }
            return;
        };
        for (way, state) in states.iter().enumerate() {
            self.hand_over(way, state, &memory, result.as_ref());
        }
        self.body.after = memory;
        self.body.result = result;
    }

    fn hand_over(&mut self, way: usize, state: &State, after: &Memory, result: Option<&Value>) {
        let span = self.procedure.span;
        for field in 0..after.fields.len() {
            let (there, here) = (&after.fields[field], &state.memory.fields[field]);
            if !there.is(here) {
                let sort = self.sort_of(field);
                let same = there.equals(here, &sort);
                self.go_to(Way::Meeting(way), field);
                self.constrain(state.guard.implies(same), span);
            }
        }
        for (objects, (there, here)) in after.live.iter().zip(&state.memory.live).enumerate() {
            if let (Some(there), Some(here)) = (there, here)
                && there.address() != here.address()
            {
                self.go_to(Way::Meeting(way), LIVE + objects);
                self.constrain(state.guard.implies(there.equals(here)), span);
            }
        }
        if let (Some(there), Some(here)) = (result, state.locals.get(&RESULT)) {
            self.go_to(Way::Meeting(way), LOCALS + RESULT.0 as usize);
            self.constrain(state.guard.implies(there.equals(here)), span);
        }
    }
}

fn set(state: &mut State, dest: LocalId, value: Option<Value>) {
    match value {
        Some(value) => _ = state.locals.insert(dest, value),
        None => _ = state.locals.remove(&dest),
    }
}

/// Objects that there are lead to objects that there are, where the program makes some.
pub(crate) fn closed<'f>(
    schema: &Schema<'_>,
    memory: &Memory,
    fields: impl IntoIterator<Item = &'f usize>,
) -> Vec<Formula> {
    let fields = fields.into_iter();
    fields
        .filter_map(|index| {
            let (field, value) = (&schema.fields[*index], &memory.fields[*index]);
            let (Holds::Reference(to), FieldValue::Links(links)) = (field.holds, value) else {
                return None;
            };
            let there = memory.live[to].as_ref()?;
            let sort = Set::from(&schema.objects[field.owner].sort);
            let here = memory.live[field.owner].clone().unwrap_or(sort);
            Some(here.dot(links).within(there))
        })
        .collect()
}
