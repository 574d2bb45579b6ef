//! Heaps: what is there, and how much of it a structure shows.

use std::collections::{BTreeMap, BTreeSet};

use contract::{Answer, Moment, Numeral, Place, Reference, Structure, Truth, Undecided};
use ir::{FieldRef, GlobalId, LocalId, Procedure, ProcedureId, Program, Type, TypeId};
use logic::{Assignment, Bits, FloatFormat, RoundingMode, Sort, TermId, Terms};

/// A place, with indices as numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Key {
    Parameter(LocalId),
    Result,
    Global(GlobalId, Moment),
    Field(u32, FieldRef, Moment),
    Element(u32, i64, Moment),
    Length(u32, Moment),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    Reference(Option<u32>),
    /// The first if the condition of that name holds, the second if not.
    Choice(String, Option<u32>, Option<u32>),
    Number(i128),
    Decimal(String),
    /// The variable of that name.
    Symbol(String),
}

/// The elements of an array, each with the condition that it is the one at an index.
struct Elements {
    length: i128,
    exists: TermId,
    choices: Vec<(TermId, Key)>,
}

pub(crate) struct Heap<'p> {
    pub(crate) program: &'p Program,
    pub(crate) procedure: &'p Procedure,
    pub(crate) terms: Terms,
    pub(crate) nodes: Vec<String>,
    /// Everything that is there.
    pub(crate) cells: BTreeMap<Key, Cell>,
    /// What the structure does not show.
    pub(crate) hidden: BTreeSet<Key>,
    pub(crate) bounds: BTreeMap<String, (i128, i128)>,
    pub(crate) landmarks: Vec<String>,
}

impl<'p> Heap<'p> {
    pub(crate) fn new(program: &'p Program, procedure: ProcedureId) -> Heap<'p> {
        Heap {
            program,
            procedure: &program[procedure],
            terms: Terms::new(),
            nodes: Vec::new(),
            cells: BTreeMap::new(),
            hidden: BTreeSet::new(),
            bounds: BTreeMap::new(),
            landmarks: Vec::new(),
        }
    }

    /// `x = m; m.next = null; old m.data = 3; m.prev = c ? m : null; #arr = 2; arr[0] = v`, and
    /// `v in 0..3` for bounds, `at i` for a landmark. What is not said is not decided.
    pub(crate) fn parse(program: &'p Program, procedure: ProcedureId, text: &str) -> Heap<'p> {
        let mut heap = Heap::new(program, procedure);
        for line in text.split(['\n', ';']).map(str::trim) {
            if let Some((name, bounds)) = line.split_once(" in ") {
                let (low, high) = bounds.split_once("..").unwrap();
                let bounds = (low.parse().unwrap(), high.parse().unwrap());
                heap.bounds.insert(name.to_owned(), bounds);
            } else if let Some(name) = line.strip_prefix("at ") {
                heap.landmarks.push(name.to_owned());
            } else if !line.is_empty() {
                heap.line(line);
            }
        }
        heap
    }

    fn line(&mut self, line: &str) {
        let (moments, line) = match line.split_once(' ') {
            Some(("old", rest)) => (&[Moment::Entry][..], rest),
            Some(("new", rest)) => (&[Moment::Exit][..], rest),
            _ => (&[Moment::Entry, Moment::Exit][..], line),
        };
        let (place, value) = line.split_once('=').unwrap();
        let (place, value) = (place.trim(), value.trim());
        for &moment in moments {
            let key = self.key(place, moment);
            let cell = self.cell(key, value);
            self.cells.insert(key, cell);
        }
    }

    pub(crate) fn key(&mut self, place: &str, moment: Moment) -> Key {
        if place == "\\result" {
            return Key::Result;
        }
        if let Some(array) = place.strip_prefix('#') {
            return Key::Length(self.node(array), moment);
        }
        if let Some((array, index)) = place.split_once('[') {
            let index = index.trim_end_matches(']').parse().unwrap();
            return Key::Element(self.node(array), index, moment);
        }
        if let Some((node, field)) = place.split_once('.') {
            let field = self.field(field);
            return Key::Field(self.node(node), field, moment);
        }
        let named = |local: &ir::Local| local.name.as_deref() == Some(place);
        if let Some(found) = self.procedure.locals.iter().position(named) {
            return Key::Parameter(LocalId(found as u32));
        }
        let mut globals = self.program.globals.iter();
        let found = globals.position(|global| &*global.name == place).unwrap();
        Key::Global(GlobalId(found as u32), moment)
    }

    fn field(&self, name: &str) -> FieldRef {
        for (record, declared) in self.program.types.records() {
            if let Some(index) = declared.fields.iter().position(|f| f.name == name) {
                let index = index as u32;
                return FieldRef { record, index };
            }
        }
        panic!("no field {name}");
    }

    fn node(&mut self, name: &str) -> u32 {
        if let Some(found) = self.nodes.iter().position(|known| known == name) {
            return found as u32;
        }
        self.nodes.push(name.to_owned());
        self.nodes.len() as u32 - 1
    }

    fn cell(&mut self, key: Key, value: &str) -> Cell {
        if self.holds_reference(key) {
            let mut target = |name: &str| match name.trim() {
                "null" => None,
                name => Some(self.node(name)),
            };
            return match value.split_once('?') {
                None => Cell::Reference(target(value)),
                Some((condition, choice)) => {
                    let (yes, no) = choice.split_once(':').unwrap();
                    Cell::Choice(condition.trim().to_owned(), target(yes), target(no))
                }
            };
        }
        match value.parse() {
            Ok(number) => Cell::Number(number),
            Err(_) if value.contains('.') => Cell::Decimal(value.to_owned()),
            Err(_) => Cell::Symbol(value.to_owned()),
        }
    }

    /// The declared type of a place; none of an element or a length, which are integers here
    /// unless the element was given a node.
    fn declared(&self, key: Key) -> Option<TypeId> {
        match key {
            Key::Parameter(local) => Some(self.procedure[local].ty),
            Key::Result => match self.program.types.get(self.procedure.ty?) {
                Type::Function { result, .. } => Some(*result),
                _ => None,
            },
            Key::Global(global, _) => Some(self.program[global].ty),
            Key::Field(_, field, _) => {
                let record = self.program.types.record(field.record);
                Some(record.fields[field.index as usize].ty)
            }
            Key::Element(..) | Key::Length(..) => None,
        }
    }

    /// An element holds a reference if its array is called `buckets…` or `nodes…`.
    fn holds_reference(&self, key: Key) -> bool {
        if let Key::Element(array, ..) = key {
            let name = &self.nodes[array as usize];
            return name.starts_with("buckets") || name.starts_with("nodes");
        }
        let ty = self.declared(key).map(|ty| self.program.types.get(ty));
        matches!(
            ty,
            Some(Type::Pointer(_) | Type::Record(_) | Type::Array(..))
        )
    }

    fn sort(&self, key: Key) -> Sort {
        match self.declared(key).map(|ty| self.program.types.get(ty)) {
            Some(Type::Int { width, .. }) => Sort::Bv(width.bits()),
            Some(Type::Float(_)) => Sort::Float(FloatFormat::DOUBLE),
            None if matches!(key, Key::Element(..)) => Sort::Bv(32),
            _ => Sort::Bv(64),
        }
    }

    /// What the structure shows.
    fn shown(&self, key: Key) -> Option<Cell> {
        match self.hidden.contains(&key) {
            true => None,
            false => self.cells.get(&key).cloned(),
        }
    }

    fn term(&mut self, key: Key, cell: &Cell) -> TermId {
        let sort = self.sort(key);
        match (cell, sort) {
            (Cell::Number(value), Sort::Bv(width)) => self.terms.bv(width, *value as u128),
            (Cell::Decimal(text), Sort::Float(format)) => {
                let mode = RoundingMode::NearestEven;
                let bits = logic::float::from_decimal(format, mode, text).unwrap();
                self.terms.value(sort, bits)
            }
            (Cell::Symbol(name), _) => self.terms.var(name, sort),
            other => panic!("{other:?} at {key:?}"),
        }
    }

    /// The values of variables as terms see them.
    pub(crate) fn assignment(&mut self, symbols: &BTreeMap<String, i128>) -> Assignment {
        let mut assignment = Assignment::new();
        for (name, &value) in symbols {
            for width in [8, 32, 64] {
                let variable = self.terms.var(name, Sort::Bv(width));
                assignment.set(variable, Bits::from_signed(width, value));
            }
            let condition = self.terms.var(name, Sort::Bool);
            assignment.set(condition, Bits::from_bool(value != 0));
        }
        assignment
    }

    /// A place as the notation has it.
    pub(crate) fn show(&self, place: Place<u32>) -> String {
        let node = |node: u32| self.nodes[node as usize].as_str();
        let (text, moment) = match place {
            Place::Parameter(local) => (
                self.procedure[local].name.clone().unwrap().to_string(),
                None,
            ),
            Place::Result => ("\\result".to_owned(), None),
            Place::Global(global, moment) => (self.program[global].name.to_string(), Some(moment)),
            Place::Field {
                node: at,
                field,
                moment,
            } => {
                let record = self.program.types.record(field.record);
                let name = &record.fields[field.index as usize].name;
                (format!("{}.{name}", node(at)), Some(moment))
            }
            Place::Element {
                array,
                index,
                moment,
                ..
            } => {
                let index = self.terms.to_human(index);
                (format!("{}[{index}]", node(array)), Some(moment))
            }
            Place::Length { array, moment, .. } => (format!("#{}", node(array)), Some(moment)),
        };
        match moment {
            Some(Moment::Entry) => format!("old {text}"),
            _ => text,
        }
    }

    pub(crate) fn show_truth(&self, truth: &Truth<u32>) -> String {
        let Some(undecided) = truth.undecided else {
            assert_eq!(truth.necessary, truth.sufficient);
            return self.terms.to_human(truth.necessary);
        };
        let why = match undecided {
            Undecided::Place(place) => self.show(place),
            Undecided::Range { low, high } => {
                let (low, high) = (self.terms.to_human(low), self.terms.to_human(high));
                format!("{low}..{high}")
            }
            Undecided::Effort => "effort".to_owned(),
        };
        let mut text = format!("undecided {why}");
        if truth.necessary != TermId::TRUE {
            text += &format!(", only if {}", self.terms.to_human(truth.necessary));
        }
        if truth.sufficient != TermId::FALSE {
            text += &format!(", surely if {}", self.terms.to_human(truth.sufficient));
        }
        text
    }

    /// An element at an index that is not a constant: one of those that are there.
    fn element(&mut self, array: u32, index: TermId, moment: Moment) -> Option<Elements> {
        let Cell::Number(length) = self.shown(Key::Length(array, moment))? else {
            return None;
        };
        let mut choices = Vec::new();
        for at in 0..length as i64 {
            let here = self.terms.bv(64, at as u128);
            let condition = self.terms.eq(index, here);
            choices.push((condition, Key::Element(array, at, moment)));
        }
        let exists = self.terms.or_all(
            choices
                .iter()
                .map(|(condition, _)| *condition)
                .collect::<Vec<_>>(),
        );
        Some(Elements {
            length,
            exists,
            choices,
        })
    }
}

fn plain(place: Place<u32>) -> Option<Key> {
    Some(match place {
        Place::Parameter(local) => Key::Parameter(local),
        Place::Result => Key::Result,
        Place::Global(global, moment) => Key::Global(global, moment),
        Place::Field {
            node,
            field,
            moment,
        } => Key::Field(node, field, moment),
        Place::Length { array, moment, .. } => Key::Length(array, moment),
        Place::Element { .. } => return None,
    })
}

impl Structure for Heap<'_> {
    type Node = u32;

    fn reference(&mut self, at: Place<u32>) -> Answer<Reference<u32>> {
        if let Place::Field { node, field, .. } = at
            && self.program.types.record(field.record).fields[field.index as usize]
                .name
                .is_empty()
        {
            return Answer::Known(Reference::Node(node));
        }
        let key = match (plain(at), at) {
            (Some(key), _) => key,
            (
                None,
                Place::Element {
                    array,
                    index,
                    moment,
                    ..
                },
            ) => match self.terms.as_value(index).and_then(Bits::to_i128) {
                Some(index) => Key::Element(array, index as i64, moment),
                None => return self.choice(array, index, moment),
            },
            _ => return Answer::Undecided,
        };
        match self.shown(key) {
            None => Answer::Undecided,
            Some(Cell::Reference(None)) => Answer::Known(Reference::Null),
            Some(Cell::Reference(Some(node))) => Answer::Known(Reference::Node(node)),
            Some(Cell::Choice(condition, yes, no)) => {
                let yes_if = self.terms.var(&condition, Sort::Bool);
                let no_if = self.terms.not(yes_if);
                Answer::Known(Reference::Choice(vec![(yes_if, yes), (no_if, no)]))
            }
            other => panic!("{other:?} at {at:?}"),
        }
    }

    fn number(&mut self, at: Place<u32>) -> Answer<Numeral> {
        let Place::Element {
            array,
            index,
            moment,
            ..
        } = at
        else {
            let key = plain(at).unwrap();
            return match self.shown(key) {
                None => Answer::Undecided,
                Some(cell) => Answer::Known(Numeral::new(self.term(key, &cell))),
            };
        };
        let Some(Elements {
            length,
            exists,
            choices,
        }) = self.element(array, index, moment)
        else {
            return Answer::Undecided;
        };
        if let Some(index) = self.terms.as_value(index).and_then(Bits::to_i128) {
            let key = Key::Element(array, index as i64, moment);
            if !(0..length).contains(&index) {
                let term = self.terms.bv(32, 0);
                let exists = TermId::FALSE;
                return Answer::Known(Numeral { term, exists });
            }
            return match self.shown(key) {
                None => Answer::Undecided,
                Some(cell) => Answer::Known(Numeral::new(self.term(key, &cell))),
            };
        }
        let mut term = self.terms.bv(32, 0);
        for (condition, key) in choices {
            let Some(cell) = self.shown(key) else {
                return Answer::Undecided;
            };
            let value = self.term(key, &cell);
            term = self.terms.ite(condition, value, term);
        }
        Answer::Known(Numeral { term, exists })
    }

    fn terms(&mut self) -> &mut Terms {
        &mut self.terms
    }

    fn bounds(&mut self, term: TermId, _: ir::Sign) -> Option<(i128, i128)> {
        self.bounds.get(self.terms.var_name(term)?).copied()
    }

    fn landmarks(&mut self) -> Vec<TermId> {
        let terms = &mut self.terms;
        self.landmarks
            .iter()
            .map(|name| terms.var(name, Sort::Bv(32)))
            .collect()
    }
}

impl Heap<'_> {
    fn choice(&mut self, array: u32, index: TermId, moment: Moment) -> Answer<Reference<u32>> {
        let Some(Elements { choices, .. }) = self.element(array, index, moment) else {
            return Answer::Undecided;
        };
        let mut all = Vec::new();
        for (condition, key) in choices {
            match self.shown(key) {
                Some(Cell::Reference(node)) => all.push((condition, node)),
                _ => return Answer::Undecided,
            }
        }
        Answer::Known(Reference::Choice(all))
    }
}
