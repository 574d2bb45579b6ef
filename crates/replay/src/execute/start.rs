//! The start of a program that an unknown caller enters: it builds the recorded heap and calls.

use super::Misfit;
use ir::build::ProcedureBuilder;
use ir::{
    CastOp, Check, ClaimKind, Condition, Const, Contents, Edge, EdgeId, Expr, Global, GlobalId,
    GlobalOrigin, Halt, LocalId, Location, Mutability, NewObject, Op, Place, Procedure,
    ProcedureId, Program, Scalar, SourceKind, Span, Storage, Target, Type, Width,
};
use verdict::{Argument, Cell, Counterexample, Datum, Entry};

/// Replaces the program's start by one that does what the recorded caller did.
pub(super) fn build(program: &mut Program, counterexample: &Counterexample) -> Result<(), Misfit> {
    let Entry::Function {
        name, arguments, ..
    } = &counterexample.entry
    else {
        return Ok(());
    };
    if program.start.is_some() {
        return give_arguments(program, counterexample, arguments);
    }
    let callee = program
        .find(name)
        .ok_or_else(|| Misfit::NoFunction(name.clone()))?;
    let span = end_of_start(program);
    let kept = add_roots(program, counterexample.objects.len() + 1);
    let mut builder = ProcedureBuilder::new("<start>", program);
    builder.span(span);
    let mut start = Start::building(program, builder, kept, counterexample)?;
    start.call(name, callee, arguments)?;
    if matches!(counterexample.violation.kind, ClaimKind::Leak) {
        start.check_leaks();
    }
    let status = Expr::int(Width::W32, 0);
    start.builder.push(Op::Halt(Halt::Exit(status)));
    let procedure = start.builder.finish();
    // In the place of the program's own start, so that procedures keep their numbers.
    match program.entry {
        Some(entry) => program.procedures[entry.0 as usize] = procedure,
        None => {
            program.entry = Some(ProcedureId(program.procedures.len() as u32));
            program.procedures.push(procedure);
        }
    }
    Ok(())
}

/// Where the program's own start has more to do than to call: it is left as it is, but for the
/// arguments, which a procedure builds that is called when the first of them is asked for. What the
/// program has made before is there then.
fn give_arguments(
    program: &mut Program,
    counterexample: &Counterexample,
    arguments: &[Argument],
) -> Result<(), Misfit> {
    let Some(entry) = program.entry else {
        return Err(Misfit::NoFunction("<start>".to_string()));
    };
    let kept = add_roots(program, counterexample.objects.len() + 1);
    let given = add_roots(program, arguments.len());
    let builder = ProcedureBuilder::new("<caller>", program);
    let mut start = Start::building(program, builder, kept, counterexample)?;
    for (index, argument) in arguments.iter().enumerate() {
        let value = start.value(argument.scalar, &argument.value, &argument.name)?;
        let place = start.slot(given, index, argument.scalar);
        start.builder.push(Op::Store { place, value });
    }
    start.builder.push(Op::Return(None));
    let places: Vec<Place> = arguments
        .iter()
        .enumerate()
        .map(|(index, argument)| start.slot(given, index, argument.scalar))
        .collect();
    let caller = start.builder.finish();
    let id = ProcedureId(program.procedures.len() as u32);
    program.procedures.push(caller);
    let own = &mut program.procedures[entry.0 as usize];
    let mut places = places.into_iter();
    let mut first = None;
    for (index, edge) in own.edges.iter_mut().enumerate() {
        if let Op::Input { dest, source, .. } = &edge.op
            && source.kind == SourceKind::Parameter
        {
            let misfit = || Misfit::Arguments(source.name.to_string());
            let place = places.next().ok_or_else(misfit)?;
            edge.op = Op::Load { dest: *dest, place };
            first.get_or_insert(EdgeId(index as u32));
        }
    }
    if let Some(first) = first {
        call_before(own, first, id);
    }
    Ok(())
}

/// Calls a procedure without parameters before an edge is taken.
fn call_before(own: &mut Procedure, edge: EdgeId, callee: ProcedureId) {
    let called = Location(own.outgoing.len() as u32);
    let call = EdgeId(own.edges.len() as u32);
    let from = std::mem::replace(&mut own.edges[edge.0 as usize].from, called);
    own.outgoing.push(vec![edge]);
    for outgoing in &mut own.outgoing[from.0 as usize] {
        if *outgoing == edge {
            *outgoing = call;
        }
    }
    own.edges.push(Edge {
        from,
        to: called,
        op: Op::Call {
            dest: None,
            target: Target::Direct(callee),
            arguments: Vec::new(),
        },
        span: Span::NONE,
    });
}

/// The caller's own pointers to its objects, so that nothing of the caller's is ever lost.
fn add_roots(program: &mut Program, count: usize) -> GlobalId {
    let word = program.data_model.pointer_bytes();
    let void = program.types.intern(Type::Void);
    let pointer = program.types.intern(Type::Pointer(void));
    let ty = program
        .types
        .intern(Type::Array(pointer, Some(count as u64)));
    program.globals.push(Global {
        name: "<caller>".into(),
        ty,
        size: word * count as u64,
        align: word,
        mutability: Mutability::Mutable,
        origin: GlobalOrigin::Variable,
        visibility: ir::Visibility::Everywhere,
        data: Vec::new(),
        span: Span::NONE,
    });
    GlobalId(program.globals.len() as u32 - 1)
}

/// The place of the program's own start: where the function has done everything.
fn end_of_start(program: &Program) -> Span {
    let start = program.entry.map(|entry| &program[entry]);
    let last = start.and_then(|start| start.edges.last());
    last.map_or(Span::NONE, |edge| edge.span)
}

struct Start<'p> {
    program: &'p Program,
    builder: ProcedureBuilder,
    kept: GlobalId,
    /// The addresses of the caller's objects.
    objects: Vec<LocalId>,
}

impl<'p> Start<'p> {
    /// A procedure that begins by building what is there before the call.
    fn building(
        program: &'p Program,
        builder: ProcedureBuilder,
        kept: GlobalId,
        counterexample: &Counterexample,
    ) -> Result<Start<'p>, Misfit> {
        let mut start = Start {
            program,
            builder,
            kept,
            objects: Vec::new(),
        };
        start.choose_variables();
        start.allocate(counterexample);
        start.fill(counterexample)?;
        Ok(start)
    }

    /// What is in variables that nobody defines is an input like any other.
    fn choose_variables(&mut self) {
        if let Some(filling) = self.program.find(ir::CHOOSE_VARIABLES) {
            self.builder.push(Op::Call {
                dest: None,
                target: Target::Direct(filling),
                arguments: Vec::new(),
            });
        }
    }

    fn allocate(&mut self, counterexample: &Counterexample) {
        for (index, object) in counterexample.objects.iter().enumerate() {
            let size = object.element_size.saturating_mul(object.elements);
            let dest = self.builder.temporary(Scalar::Pointer);
            let object = NewObject {
                size: self.word(i128::from(size)),
                align: self.program.data_model.max_align(),
                storage: Storage::Heap,
                contents: Contents::Zero,
                ty: None,
                name: None,
            };
            self.builder.push(Op::Alloc { dest, object });
            self.keep(index, Expr::Local(dest));
            self.objects.push(dest);
        }
    }

    fn fill(&mut self, counterexample: &Counterexample) -> Result<(), Misfit> {
        for (index, object) in counterexample.objects.iter().enumerate() {
            for cell in &object.cells {
                let base = Expr::Local(self.objects[index]);
                self.store(base, cell, &cell.path)?;
            }
        }
        for global in &counterexample.globals {
            let id = self.global(&global.name)?;
            for cell in &global.cells {
                self.store(Expr::Global(id), cell, &global.name)?;
            }
        }
        Ok(())
    }

    fn call(
        &mut self,
        name: &str,
        callee: ProcedureId,
        arguments: &[Argument],
    ) -> Result<(), Misfit> {
        let signature = &self.program[callee].signature;
        let given = arguments.iter().map(|argument| argument.scalar);
        if !signature.parameters.iter().copied().eq(given) {
            return Err(Misfit::Arguments(name.to_string()));
        }
        let values = arguments
            .iter()
            .map(|argument| self.value(argument.scalar, &argument.value, &argument.name))
            .collect::<Result<Vec<Expr>, Misfit>>()?;
        let result = signature.result;
        let dest = result.map(|scalar| self.builder.temporary(scalar));
        self.builder.push(Op::Call {
            dest,
            target: Target::Direct(callee),
            arguments: values,
        });
        if let (Some(dest), Some(Scalar::Pointer)) = (dest, result) {
            self.keep(self.objects.len(), Expr::Local(dest));
        }
        Ok(())
    }

    fn check_leaks(&mut self) {
        self.builder.push(Op::Check(Box::new(Check {
            condition: Condition::NothingLeaked,
            kind: ClaimKind::Leak,
            subject: "".into(),
            operands: Vec::new(),
        })));
    }

    /// Remembers a pointer of the caller's.
    fn keep(&mut self, index: usize, value: Expr) {
        let word = self.program.data_model.pointer_bytes();
        let offset = self.word((word * index as u64).into());
        let address = Expr::Offset(Box::new(Expr::Global(self.kept)), Box::new(offset));
        self.builder.push(Op::Store {
            place: plain(address, Scalar::Pointer),
            value,
        });
    }

    /// The place of an argument.
    fn slot(&self, given: GlobalId, index: usize, scalar: Scalar) -> Place {
        let word = self.program.data_model.pointer_bytes();
        let offset = self.word((word * index as u64).into());
        let address = Expr::Offset(Box::new(Expr::Global(given)), Box::new(offset));
        plain(address, scalar)
    }

    fn store(&mut self, base: Expr, cell: &Cell, name: &str) -> Result<(), Misfit> {
        let value = self.value(cell.scalar, &cell.value, name)?;
        let offset = self.word(cell.offset.into());
        let address = Expr::Offset(Box::new(base), Box::new(offset));
        self.builder.push(Op::Store {
            place: plain(address, cell.scalar),
            value,
        });
        Ok(())
    }

    fn value(&mut self, scalar: Scalar, datum: &Datum, name: &str) -> Result<Expr, Misfit> {
        let misfit = || Misfit::Value(name.to_string());
        let value = match (datum, scalar) {
            (Datum::Bits(bits), Scalar::Int(width)) => {
                return Ok(Expr::Const(Const::Int(width, width.truncate(*bits))));
            }
            (Datum::Bits(bits), Scalar::Float(kind)) => {
                return Ok(Expr::Const(Const::Float(kind, *bits)));
            }
            (Datum::Bits(0) | Datum::Null, _) => Expr::NULL,
            (Datum::Bits(bits), Scalar::Pointer) => {
                let width = self.program.data_model.pointer_width();
                let bits = Expr::Const(Const::Int(width, width.truncate(*bits)));
                Expr::cast(CastOp::IntToPointer, Scalar::Pointer, bits)
            }
            (Datum::Pointer { object, offset }, _) => {
                let base = self.objects.get(*object);
                let base = base.ok_or(Misfit::NoObject(*object))?;
                self.moved(Expr::Local(*base), *offset)
            }
            (Datum::Global { name, offset }, _) => {
                self.moved(Expr::Global(self.global(name)?), *offset)
            }
            (Datum::Held(name), _) => {
                let address = Expr::Global(self.global(name)?);
                let dest = self.builder.temporary(Scalar::Pointer);
                let place = plain(address, Scalar::Pointer);
                self.builder.push(Op::Load { dest, place });
                Expr::Local(dest)
            }
            (Datum::Function(name), _) => {
                let found = self.program.find(name);
                Expr::Procedure(found.ok_or_else(|| Misfit::NoFunction(name.clone()))?)
            }
        };
        match scalar {
            Scalar::Pointer => Ok(value),
            Scalar::Int(_) | Scalar::Float(_) => Err(misfit()),
        }
    }

    fn moved(&self, base: Expr, offset: i64) -> Expr {
        match offset {
            0 => base,
            offset => Expr::Offset(Box::new(base), Box::new(self.word(offset.into()))),
        }
    }

    fn global(&self, name: &str) -> Result<GlobalId, Misfit> {
        let found = self
            .program
            .globals
            .iter()
            .position(|global| &*global.name == name);
        match found {
            Some(index) => Ok(GlobalId(index as u32)),
            None => Err(Misfit::NoGlobal(name.to_string())),
        }
    }

    fn word(&self, value: i128) -> Expr {
        Expr::int(self.program.data_model.pointer_width(), value)
    }
}

fn plain(address: Expr, scalar: Scalar) -> Place {
    Place {
        address,
        scalar,
        bits: None,
        field: None,
    }
}
