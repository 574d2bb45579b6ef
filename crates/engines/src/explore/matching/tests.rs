//! Subsumption against the enumeration of all executions of small states.

use super::graph::Graph;
use super::numeric;
use crate::symbolic::Setting;
use crate::symbolic::cells::{Background, Cells};
use crate::symbolic::codec::object_address;
use crate::symbolic::context::Context;
use crate::symbolic::heap::{Contents, Elements, Extent, Heap, Life, Made, Object};
use crate::symbolic::leak;
use crate::symbolic::state::State;
use crate::symbolic::value::{Num, ObjectId, Pointer, Value};
use ir::build::ProcedureBuilder;
use ir::{
    Check, ClaimKind, Condition, LocalId, Mutability, Op, ProcedureId, Program, Scalar, Span, Width,
};
use logic::{Assignment, Bits, Sort, TermId, Terms};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Each variable has so many values.
const VALUES: u64 = 3;
const NUMBERS: [LocalId; 2] = [LocalId(0), LocalId(1)];
const POINTERS: [LocalId; 2] = [LocalId(2), LocalId(3)];

/// A number: a variable or nothing, and what is added.
#[derive(Clone, Copy, Debug)]
enum Number {
    Sum(Option<usize>, u64),
    /// The address of an object.
    Address(usize),
}

/// What an object is like.
#[derive(Clone, Debug)]
struct Thing {
    made: Made,
    life: Life,
    /// In elements of eight bytes.
    length: Number,
    contents: Shape,
}

#[derive(Clone, Debug)]
enum Shape {
    /// A number, and perhaps a pointer to another object.
    Cells(Number, Option<usize>),
    /// One element that is not zero.
    Element(Number, Number),
}

/// A fact about two variables.
#[derive(Clone, Copy, Debug)]
enum Fact {
    Equal(usize, usize),
    Less(usize, usize),
    Is(usize, u64),
}

#[derive(Clone, Debug)]
struct Sketch {
    numbers: [Number; 2],
    pointers: [Option<usize>; 2],
    things: [Thing; 2],
    facts: Vec<Fact>,
}

fn number() -> impl Strategy<Value = Number> {
    let sum = (prop::option::of(0..3usize), 0..2u64);
    prop_oneof![
        6 => sum.prop_map(|(variable, plus)| Number::Sum(variable, plus)),
        1 => (0..2usize).prop_map(Number::Address),
    ]
}

fn plain() -> impl Strategy<Value = Number> {
    let sum = (prop::option::of(0..3usize), 0..2u64);
    sum.prop_map(|(variable, plus)| Number::Sum(variable, plus))
}

fn thing() -> impl Strategy<Value = Thing> {
    let made = select(vec![Made::Heap(Span::NONE), Made::Stack, Made::Internal]);
    let life = prop_oneof![4 => Just(Life::Live), 1 => Just(Life::Freed)];
    let contents = prop_oneof![
        (number(), prop::option::of(0..2usize)).prop_map(|(n, to)| Shape::Cells(n, to)),
        (plain(), number()).prop_map(|(index, n)| Shape::Element(index, n)),
    ];
    (made, life, plain(), contents).prop_map(|(made, life, length, contents)| Thing {
        made,
        life,
        length,
        contents,
    })
}

fn fact() -> impl Strategy<Value = Fact> {
    let two = (0..3usize, 0..3usize);
    prop_oneof![
        two.clone().prop_map(|(a, b)| Fact::Equal(a, b)),
        two.prop_map(|(a, b)| Fact::Less(a, b)),
        (0..3usize, 0..VALUES).prop_map(|(a, value)| Fact::Is(a, value)),
    ]
}

fn sketch() -> impl Strategy<Value = Sketch> {
    let pointer = || prop::option::of(0..2usize);
    (
        [number(), number()],
        [pointer(), pointer()],
        [thing(), thing()],
        prop::collection::vec(fact(), 0..2),
    )
        .prop_map(|(numbers, pointers, things, facts)| Sketch {
            numbers,
            pointers,
            things,
            facts,
        })
}

/// A state and a variation of it, so that some are subsumed.
fn pair() -> impl Strategy<Value = (Sketch, Sketch)> {
    (sketch(), sketch(), 0..64u32).prop_map(|(general, other, same)| {
        let mut special = other;
        let keep = |bit: u32| same >> bit & 1 == 1;
        if keep(0) {
            special.numbers = general.numbers;
        }
        if keep(1) {
            special.pointers = general.pointers;
        }
        for index in 0..2 {
            if keep(2 + index) {
                special.things[index as usize] = general.things[index as usize].clone();
            }
        }
        if keep(4) {
            special.facts.extend(general.facts.clone());
        }
        (general, special)
    })
}

/// A procedure that reads all its locals.
fn program() -> Program {
    let mut program = Program::default();
    let mut builder = ProcedureBuilder::new("f", &mut program);
    let word = Scalar::Int(Width::W64);
    for name in ["a", "b"] {
        builder.local(name, word);
    }
    for name in ["p", "q"] {
        builder.local(name, Scalar::Pointer);
    }
    for local in NUMBERS.into_iter().chain(POINTERS) {
        builder.push(Op::Check(Box::new(Check {
            condition: Condition::Initialised(local),
            kind: ClaimKind::Uninitialised,
            subject: "".into(),
            operands: Vec::new(),
        })));
    }
    builder.push(Op::Return(None));
    program.procedures.push(builder.finish());
    program.entry = Some(ProcedureId(0));
    program
}

struct Maker<'c, 'p> {
    context: &'c mut Context<'p>,
    variables: [TermId; 3],
    objects: [ObjectId; 2],
}

impl Maker<'_, '_> {
    fn number(&mut self, number: Number) -> Num {
        let terms = &mut self.context.terms;
        match number {
            Number::Sum(None, plus) => Num::Const(plus.into()),
            Number::Sum(Some(variable), plus) => {
                let plus = terms.bv(64, plus.into());
                let sum = terms.bv_add(self.variables[variable], plus);
                Num::of(terms, sum)
            }
            Number::Address(thing) => Num::Term(object_address(terms, 64, self.objects[thing])),
        }
    }

    fn object(&mut self, thing: &Thing) -> Object {
        let length = self.number(thing.length);
        let length = self.context.add(length, Num::Const(4));
        let length = length.term(&mut self.context.terms, 64);
        let eight = self.context.terms.bv(64, 8);
        let size = self.context.terms.bv_mul(length, eight);
        let word = Scalar::Int(Width::W64);
        let contents = match thing.contents {
            Shape::Cells(number, to) => {
                let number = Value::Bits(self.number(number));
                let pointer = match to {
                    Some(to) => Value::Pointer(Pointer::to(self.objects[to])),
                    None => Value::Undefined,
                };
                let mut cells = Cells::new(Background::Zero);
                self.context.with_codec_only(|codec| {
                    cells.store(codec, 0, word, number);
                    cells.store(codec, 8, Scalar::Pointer, pointer);
                });
                Contents::Cells(cells)
            }
            Shape::Element(index, number) => {
                let (index, number) = (self.number(index), self.number(number));
                let mut cells = Cells::new(Background::Zero);
                self.context.with_codec_only(|codec| {
                    cells.store(codec, 0, word, Value::Bits(number));
                });
                Contents::Elements(Elements {
                    stride: 8,
                    length: Num::of(&self.context.terms, length),
                    extent: Extent::Stated,
                    background: Background::Zero,
                    cells: vec![(index, cells)],
                })
            }
        };
        Object {
            size: Num::of(&self.context.terms, size),
            align: 8,
            life: thing.life,
            made: thing.made,
            mutability: Mutability::Mutable,
            contents,
            given: None,
        }
    }

    fn state(&mut self, sketch: &Sketch) -> Option<State> {
        let mut state = self.context.start()?;
        for (id, thing) in self.objects.into_iter().zip(&sketch.things) {
            let object = self.object(thing);
            assert_eq!(state.heap.add(object), id);
            if thing.made == Made::Stack && thing.life == Life::Live {
                state.frame.objects.push(id);
            }
        }
        for (local, number) in NUMBERS.into_iter().zip(sketch.numbers) {
            let number = self.number(number);
            state.set(local, Value::Bits(number));
        }
        for (local, to) in POINTERS.into_iter().zip(sketch.pointers) {
            let pointer = to.map_or(Pointer::NULL, |to| Pointer::to(self.objects[to]));
            state.set(local, Value::Pointer(pointer));
        }
        let terms = &mut self.context.terms;
        let values = terms.bv(64, VALUES.into());
        for variable in self.variables {
            let small = terms.bv_ult(variable, values);
            state.path.assume(terms, small);
        }
        for fact in &sketch.facts {
            let fact = match *fact {
                Fact::Equal(a, b) => terms.eq(self.variables[a], self.variables[b]),
                Fact::Less(a, b) => terms.bv_ult(self.variables[a], self.variables[b]),
                Fact::Is(a, value) => {
                    let value = terms.bv(64, value.into());
                    terms.eq(self.variables[a], value)
                }
            };
            state.path.assume(terms, fact);
        }
        Some(state)
    }
}

/// Everything that can be seen of one execution of a state: objects are numbered as they are come to.
struct Seen<'s> {
    terms: &'s Terms,
    state: &'s State,
    given: &'s Assignment,
    order: Vec<ObjectId>,
}

impl Seen<'_> {
    fn text(mut self) -> String {
        let mut text = String::new();
        for local in NUMBERS.into_iter().chain(POINTERS) {
            let value = self.value(self.state.local(local));
            let _ = write!(text, "{value} ");
        }
        let mut next = 0;
        while let Some(id) = self.order.get(next).copied() {
            next += 1;
            let object = self.state.heap.get(id);
            let owned = self.state.frame.objects.contains(&id);
            let size = self.bits(object.size);
            let _ = write!(
                text,
                "| {:?} {:?} {owned} {size}:",
                object.made, object.life
            );
            match &object.contents {
                Contents::Cells(cells) => {
                    text += " cells";
                    for value in cells.values() {
                        let _ = write!(text, " {}", self.value(value));
                    }
                    let _ = write!(text, " {}", cells.values().count());
                }
                Contents::Elements(elements) => {
                    for (index, cells) in &elements.cells {
                        let index = self.bits(*index);
                        for value in cells.values() {
                            let _ = write!(text, " [{index}] {}", self.value(value));
                        }
                    }
                }
            }
        }
        text
    }

    fn name(&mut self, id: ObjectId) -> usize {
        let known = self.order.iter().position(|known| *known == id);
        known.unwrap_or_else(|| {
            self.order.push(id);
            self.order.len() - 1
        })
    }

    fn value(&mut self, value: Value) -> String {
        match value {
            Value::Undefined => "nothing".to_string(),
            Value::Pointer(pointer) => match pointer.object() {
                Some(id) => format!("to {}+{}", self.name(id), self.bits(pointer.offset)),
                None => "null".to_string(),
            },
            Value::Bits(num) => {
                let leads_to = leak::led_to(self.terms, value);
                match leads_to[..] {
                    [id] => format!("address of {}", self.name(id)),
                    _ => self.bits(num).to_string(),
                }
            }
        }
    }

    fn bits(&self, num: Num) -> u128 {
        match num {
            Num::Const(bits) => bits,
            Num::Term(term) => {
                let value = self.terms.eval(term, self.given);
                value.bits().and_then(Bits::to_u128).unwrap_or_default()
            }
        }
    }
}

/// What can be seen of each execution of a state.
fn executions(terms: &Terms, state: &State, variables: [TermId; 3]) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for code in 0..VALUES.pow(3) {
        let mut given = Assignment::default();
        for (position, variable) in variables.into_iter().enumerate() {
            let value = code / VALUES.pow(position as u32) % VALUES;
            let bits = logic::Value::Bits(Bits::new(64, value.into()));
            given.variables.insert(variable, bits);
        }
        let mut conjuncts = state.path.conjuncts().iter();
        if conjuncts.all(|condition| terms.eval(*condition, &given).is_true()) {
            let execution = Seen {
                terms,
                state,
                given: &given,
                order: Vec::new(),
            };
            seen.insert(execution.text());
        }
    }
    seen
}

/// Whether the first state subsumes the second; then the second has no execution of its own.
fn check(general: &Sketch, special: &Sketch) -> Result<bool, TestCaseError> {
    let program = program();
    let setting = Setting::default();
    let mut context = Context::new(&program, &setting);
    let variables = ["x", "y", "z"].map(|name| context.terms.var(name, Sort::Bv(64)));
    let objects = [ObjectId(0), ObjectId(1)];
    let mut maker = Maker {
        context: &mut context,
        variables,
        objects,
    };
    let states = [maker.state(general), maker.state(special)];
    let [Some(mut general), Some(mut special)] = states else {
        return Err(TestCaseError::fail("no start"));
    };
    let initial = Heap::default();
    let old = Graph::of(&mut context, &mut general, &initial);
    let new = Graph::of(&mut context, &mut special, &initial);
    let path = general.path.clone();
    let all = executions(&context.terms, &general, variables);
    if all.is_empty() || !numeric::subsumes(&mut context, (&old, &path), (&new, &mut special.path))
    {
        return Ok(false);
    }
    let special = executions(&context.terms, &special, variables);
    let own: Vec<&String> = special.difference(&all).collect();
    prop_assert!(own.is_empty(), "only the special state has {:?}", own);
    Ok(!special.is_empty())
}

/// A state that is dropped has no execution that the other one has not.
#[test]
fn a_subsumed_state_has_no_executions_of_its_own() {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(4096));
    let subsumed = Cell::new(0);
    let result = runner.run(&pair(), |(general, special)| {
        subsumed.set(subsumed.get() + u32::from(check(&general, &special)?));
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
    // Enough of them are subsumed for that to say something.
    assert!(subsumed.get() > 100, "only {} are subsumed", subsumed.get());
}
