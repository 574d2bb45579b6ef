//! The state in which an exploration starts.

use super::cells::{Background, Cell, Cells, Content};
use super::codec::Codec;
use super::context::Context;
use super::heap::{Contents, Given, Heap, Life, Made, Object};
use super::path::Path;
use super::state::{Frame, State};
use super::value::{Base, Num, ObjectId, Pointer, Value};
use crate::environment::{Caller, is_variable};
use ir::{DatumValue, Global, GlobalId, Procedure};
use std::sync::Arc;

impl Context<'_> {
    /// At the entry of the program, with its globals; `None` without an entry.
    pub(crate) fn start(&mut self) -> Option<State> {
        let program = self.program;
        let entry = program.entry?;
        let procedure: &Procedure = &program[entry];
        let mut state = State {
            frame: Frame {
                procedure: entry,
                location: procedure.entry,
                locals: vec![Value::Undefined; procedure.locals.len()],
                objects: Vec::new(),
                caller: None,
                depth: 0,
            },
            heap: Heap::default(),
            path: Path::default(),
            inputs: Arc::default(),
            parameters: Arc::default(),
            exposed: Arc::default(),
            choice: None,
            arbitrary: 0,
            steps: 0,
            forks: 0,
            given: 0,
            examined: 0,
            nodes: 0,
            turns: 0,
            delays: 0,
        };
        for (index, global) in program.globals.iter().enumerate() {
            let object = self.global(GlobalId(index as u32), global);
            state.heap.add(object);
        }
        Some(state)
    }

    fn global(&mut self, id: GlobalId, global: &Global) -> Object {
        let is_variable =
            self.setting.caller == Caller::Unknown && is_variable(self.program, global);
        let is_arbitrary = is_variable && self.setting.globals.is_arbitrary(id);
        let is_given = is_arbitrary || is_variable && self.setting.globals.is_exposed(id);
        let cells = match is_arbitrary {
            true => Cells::new(Background::Unknown),
            false => self.initial_cells(global),
        };
        Object {
            size: Num::Const(global.size.into()),
            align: global.align,
            life: Life::Live,
            made: Made::Global(id),
            mutability: global.mutability,
            contents: Contents::Cells(cells),
            given: is_given.then(|| Given {
                ty: Some(global.ty),
                string: None,
                initial: Vec::new(),
            }),
        }
    }

    /// What the initialiser of a global puts into it.
    pub(crate) fn initial_cells(&mut self, global: &Global) -> Cells {
        let mut cells = Cells::new(Background::Zero);
        let width = self.width();
        let mut codec = Codec {
            terms: &mut self.terms,
            width,
            exposed: Vec::new(),
        };
        for datum in &global.data {
            let (size, content) = content(&datum.value, width);
            cells.put(&mut codec, datum.offset, Cell { size, content });
        }
        cells
    }
}

fn content(value: &DatumValue, width: u32) -> (u64, Content) {
    let pointer = |base, offset: i64| {
        let offset = Num::Const(offset as u64 as u128 & super::codec::mask(width));
        let value = Value::Pointer(Pointer { base, offset });
        (u64::from(width / 8), Content::of(value))
    };
    match value {
        DatumValue::Bytes(bytes) => (bytes.len() as u64, Content::Bytes(bytes[..].into(), 0)),
        DatumValue::Global(id, offset) => pointer(Base::Object(ObjectId(id.0)), *offset),
        DatumValue::Procedure(id) => pointer(Base::Procedure(*id), 0),
    }
}
