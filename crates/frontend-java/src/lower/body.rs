//! The code of a method, instruction by instruction.
//!
//! The operand stack exists only here: its entries are expressions over locals. Where control
//! flow meets, they are in locals of their own, one for each depth and kind.

use super::monitor::Hold;
use super::{Lowering, scalar};
use crate::classpath::Author;
use crate::code::Code;
use crate::descriptor::{JavaType, Kind};
use crate::error::LoadError;
use crate::reach;
use crate::world::{ClassId, MethodId};
use ir::build::ProcedureBuilder;
use ir::{Const, Expr, LocalId, Location, Op, Procedure, Scalar, Span, TypeId, Width};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Why code cannot be translated.
pub(super) enum Refused {
    /// It is not supported: an execution that comes there ends.
    Unsupported(String),
    /// The class file is broken.
    Invalid(String),
}

pub(super) type Step<T> = Result<T, Refused>;

impl Refused {
    pub(super) fn new(why: impl Into<String>) -> Refused {
        Refused::Unsupported(why.into())
    }

    pub(super) fn invalid(why: impl Into<String>) -> Refused {
        Refused::Invalid(why.into())
    }
}

/// A value on the operand stack.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) expr: Expr,
    pub(super) kind: Kind,
    /// How the source calls it.
    pub(super) text: Option<Text>,
    /// It is known not to be null.
    pub(super) is_given: bool,
    /// The class of an object that was just made.
    pub(super) made: Option<ClassId>,
    /// The text of a string literal.
    pub(super) literal: Option<Rc<str>>,
}

/// How a value is called in messages.
#[derive(Clone)]
pub(super) enum Text {
    /// By an expression: `this.next`.
    Name(Rc<str>),
    /// As what a method returned: `List.next()`.
    Returned(Rc<str>),
    /// As a variable that the compiler made: `<local4>`.
    Made(Rc<str>),
}

impl Entry {
    pub(super) fn new(expr: Expr, kind: Kind) -> Entry {
        Entry {
            expr,
            kind,
            text: None,
            is_given: false,
            made: None,
            literal: None,
        }
    }

    pub(super) fn named(self, text: impl Into<Rc<str>>) -> Entry {
        Entry {
            text: Some(Text::Name(text.into())),
            ..self
        }
    }

    /// The expression that the source has for it.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.text {
            Some(Text::Name(text) | Text::Returned(text)) => Some(text),
            Some(Text::Made(_)) | None => None,
        }
    }
}

/// The translation of one method.
pub(super) struct Body<'l, 'w, 'a> {
    pub(super) lowering: &'l mut Lowering<'w, 'a>,
    pub(super) method: MethodId,
    pub(super) author: Author,
    pub(super) code: Rc<Code<'a>>,
    pub(super) builder: ProcedureBuilder,
    pub(super) stack: Vec<Entry>,
    /// Where the instruction that is translated is.
    pub(super) at: usize,
    variables: FxHashMap<(u16, Kind, Option<Rc<str>>), LocalId>,
    parked: FxHashMap<(usize, Kind), LocalId>,
    labels: FxHashMap<usize, Location>,
    /// The instructions where something starts, with the kinds on the stack there.
    waiting: Vec<(usize, Vec<Kind>)>,
    begun: FxHashSet<usize>,
    pub(super) handlers: FxHashMap<Vec<usize>, Location>,
    /// Locals that are known not to be null here.
    pub(super) given: FxHashSet<LocalId>,
    types: Vec<(LocalId, TypeId)>,
}

impl<'w, 'a> Lowering<'w, 'a> {
    /// The procedure of a method.
    pub(super) fn method(&mut self, id: MethodId) -> Procedure {
        let method = self.world.method(id);
        if method.is_native() || method.code.is_none() {
            return self.native(id);
        }
        if !reach::is_followed(self.world, id.class) {
            let what = format!("{} of the JDK is not modelled", self.method_name(id));
            return self.refused(id, &what);
        }
        match Body::translate(self, id) {
            Ok(procedure) => procedure,
            Err(Refused::Unsupported(why)) => {
                let what = format!("{}: {why}", self.method_name(id));
                self.refused(id, &what)
            }
            Err(Refused::Invalid(why)) => {
                let what = format!("{}: invalid bytecode: {why}", self.method_name(id));
                if self.world.class(id.class).author == Author::User {
                    let name = self.world.class(id.class).display_name();
                    let why = format!("method {}: {why}", self.world.method(id).name);
                    self.invalid = Some(LoadError::Malformed { name, why });
                }
                self.refused(id, &what)
            }
        }
    }

    /// A procedure that cannot be executed.
    pub(super) fn refused(&mut self, id: MethodId, what: &str) -> Procedure {
        let mut builder = self.builder(id);
        let code = self.world.method(id).code.clone();
        let line = code.map_or(0, |code| code.first_line());
        let span = self.line_span(id.class, line);
        builder.span(span);
        builder.push(Op::Unsupported(what.into()));
        if self.world.class(id.class).author == Author::User {
            self.program.unsupported.push(ir::Unsupported {
                span,
                what: what.into(),
            });
        }
        self.finish_returning(builder, id)
    }

    /// A builder with the parameters of a method.
    pub(super) fn builder(&mut self, id: MethodId) -> ProcedureBuilder {
        let name = self.method_name(id);
        let mut builder = ProcedureBuilder::new(&name, &mut self.program);
        builder.origin(self.origin(id.class));
        let method = self.world.method(id);
        if !method.is_static() {
            builder.parameter("this", Scalar::Pointer);
        }
        for (index, ty) in method.ty.parameters.iter().enumerate() {
            builder.parameter(&format!("p{index}"), scalar(ty.kind()));
        }
        if let Some(result) = &method.ty.result {
            builder.result(scalar(result.kind()));
        }
        builder
    }

    /// Ends with a value that nobody looks at.
    pub(super) fn finish_returning(
        &mut self,
        mut builder: ProcedureBuilder,
        id: MethodId,
    ) -> Procedure {
        let result = self.world.method(id).ty.result.as_ref();
        let value = result.map(|ty| zero(ty.kind()));
        builder.push(Op::Return(value));
        builder.finish()
    }

    /// `List.add`, as a stack trace names it.
    pub(super) fn method_name(&self, id: MethodId) -> String {
        let class = self.world.class(id.class).display_name();
        format!("{class}.{}", self.world.method(id).name)
    }
}

/// The zero of a kind.
pub(super) fn zero(kind: Kind) -> Expr {
    zero_of(scalar(kind))
}

/// The zero of a scalar.
pub(super) fn zero_of(scalar: Scalar) -> Expr {
    match scalar {
        Scalar::Int(width) => Expr::int(width, 0),
        Scalar::Pointer => Expr::NULL,
        Scalar::Float(kind) => Expr::Const(Const::Float(kind, 0)),
    }
}

impl<'l, 'w, 'a> Body<'l, 'w, 'a> {
    fn translate(lowering: &'l mut Lowering<'w, 'a>, id: MethodId) -> Step<Procedure> {
        let method = lowering.world.method(id);
        let code = method.code.clone();
        let code = code.ok_or_else(|| Refused::new("a method without code"))?;
        let author = lowering.world.class(id.class).author;
        let builder = lowering.builder(id);
        let mut body = Body {
            lowering,
            method: id,
            author,
            code,
            builder,
            stack: Vec::new(),
            at: 0,
            variables: FxHashMap::default(),
            parked: FxHashMap::default(),
            labels: FxHashMap::default(),
            waiting: Vec::new(),
            begun: FxHashSet::default(),
            handlers: FxHashMap::default(),
            given: FxHashSet::default(),
            types: Vec::new(),
        };
        body.parameters();
        body.leaders();
        body.hold_method(Hold::Begin);
        let first = body.code.opcodes.first().map_or(0, |(at, _)| *at);
        body.go_to(first)?;
        while let Some((at, kinds)) = body.waiting.pop() {
            let location = body.label(at);
            body.builder.at(location);
            body.given.clear();
            body.stack.clear();
            for (depth, kind) in kinds.into_iter().enumerate() {
                let local = body.parked(depth, kind);
                body.stack.push(Entry::new(Expr::Local(local), kind));
            }
            body.run(at)?;
        }
        let types = body.types;
        let mut procedure = body.builder.finish();
        for (local, ty) in types {
            procedure.locals[local.0 as usize].ty = ty;
        }
        Ok(procedure)
    }

    /// Parameters are the variables of the first slots.
    fn parameters(&mut self) {
        let lowering = &self.lowering;
        let method = lowering.world.method(self.method);
        let mut parameters: Vec<JavaType> = Vec::new();
        if !method.is_static() {
            let class = lowering.world.class(self.method.class);
            parameters.push(JavaType::Reference(class.name.clone()));
        }
        parameters.extend(method.ty.parameters.iter().cloned());
        let is_static = method.is_static();
        let span = self
            .lowering
            .line_span(self.method.class, self.code.first_line());
        self.builder.span(span);
        let mut slot = 0;
        for (index, ty) in parameters.iter().enumerate() {
            let local = LocalId(index as u32);
            let name = self.code.variable(slot, 0).map(|v| v.name.clone());
            if let Some(name) = &name {
                self.builder.rename(local, name);
            }
            self.variables.insert((slot, ty.kind(), name), local);
            let declared = self.lowering.type_of(ty);
            self.types.push((local, declared));
            if index == 0 && !is_static {
                self.given.insert(local);
            }
            slot += 1 + u16::from(ty.kind().is_wide());
        }
    }

    /// Every instruction that is jumped to gets a location.
    fn leaders(&mut self) {
        let code = self.code.clone();
        for (at, opcode) in &code.opcodes {
            for target in super::jump::targets(*at, opcode) {
                self.label(target);
            }
        }
        for handler in &code.handlers {
            self.label(handler.target);
        }
    }

    /// The location of an instruction that is jumped to.
    pub(super) fn label(&mut self, at: usize) -> Location {
        if let Some(location) = self.labels.get(&at) {
            return *location;
        }
        let location = self.builder.location();
        self.labels.insert(at, location);
        location
    }

    /// Translates from an instruction on, until control goes elsewhere.
    fn run(&mut self, start: usize) -> Step<()> {
        let code = self.code.clone();
        let index = code.opcodes.binary_search_by_key(&start, |(at, _)| *at);
        let mut index = index.map_err(|_| Refused::invalid("a jump into an instruction"))?;
        loop {
            let Some((at, opcode)) = code.opcodes.get(index) else {
                return Err(Refused::invalid("it has no end"));
            };
            // What is jumped to starts anew, except where this stretch itself starts.
            if *at != start && self.labels.contains_key(at) {
                return self.go_to(*at);
            }
            self.at = *at;
            let span = self.span();
            self.builder.span(span);
            match self.instruction(opcode, code.next(index)) {
                Ok(super::jump::Flow::Next) => index += 1,
                Ok(super::jump::Flow::Elsewhere) => return Ok(()),
                Err(Refused::Unsupported(why)) => {
                    self.stop(&why);
                    return Ok(());
                }
                Err(invalid) => return Err(invalid),
            }
        }
    }

    /// Ends the stretch where an execution cannot go on.
    fn stop(&mut self, why: &str) {
        self.builder.push(Op::Unsupported(why.into()));
        if self.author == Author::User {
            let span = self.span();
            self.lowering.program.unsupported.push(ir::Unsupported {
                span,
                what: why.into(),
            });
        }
        let result = &self.lowering.world.method(self.method).ty.result;
        let value = result.as_ref().map(|ty| zero(ty.kind()));
        self.builder.push(Op::Return(value));
    }

    /// Ends the stretch with a jump.
    pub(super) fn go_to(&mut self, at: usize) -> Step<()> {
        self.park();
        let kinds: Vec<Kind> = self.stack.iter().map(|entry| entry.kind).collect();
        let location = self.label(at);
        self.builder.push_to(Op::Skip, location);
        self.expect(at, kinds);
        Ok(())
    }

    /// An instruction will be translated, with these kinds on the stack.
    pub(super) fn expect(&mut self, at: usize, kinds: Vec<Kind>) {
        if self.begun.insert(at) {
            self.waiting.push((at, kinds));
        }
    }

    /// Puts every entry of the stack into the local of its depth.
    pub(super) fn park(&mut self) {
        // An entry may be in the local of another depth: all are read before any is written.
        for depth in 0..self.stack.len() {
            let kind = self.stack[depth].kind;
            let home = self.parked(depth, kind);
            if self.stack[depth].expr == Expr::Local(home) {
                continue;
            }
            self.keep_from(home);
            let value = self.stack[depth].expr.clone();
            self.builder.push(Op::Assign(home, value));
            self.stack[depth].expr = Expr::Local(home);
        }
    }

    /// The local for the stack at a depth.
    pub(super) fn parked(&mut self, depth: usize, kind: Kind) -> LocalId {
        if let Some(local) = self.parked.get(&(depth, kind)) {
            return *local;
        }
        let local = self.builder.temporary(scalar(kind));
        self.parked.insert((depth, kind), local);
        local
    }

    /// Entries of the stack that speak of a local keep its present value.
    pub(super) fn keep_from(&mut self, local: LocalId) {
        for depth in 0..self.stack.len() {
            let mut mentions = false;
            self.stack[depth]
                .expr
                .for_each_local(&mut |found| mentions |= found == local);
            if mentions {
                let kind = self.stack[depth].kind;
                let value = self.stack[depth].expr.clone();
                let kept = self.temporary(kind, value);
                self.stack[depth].expr = Expr::Local(kept);
            }
        }
    }

    /// A new local with a value.
    pub(super) fn temporary(&mut self, kind: Kind, value: Expr) -> LocalId {
        let local = self.builder.temporary(scalar(kind));
        self.builder.push(Op::Assign(local, value));
        local
    }

    /// The same value, cheap to repeat.
    pub(super) fn settle(&mut self, entry: Entry) -> Entry {
        match entry.expr {
            Expr::Const(_) | Expr::Local(_) | Expr::Global(_) => entry,
            _ => {
                let local = self.temporary(entry.kind, entry.expr.clone());
                Entry {
                    expr: Expr::Local(local),
                    ..entry
                }
            }
        }
    }

    pub(super) fn push(&mut self, entry: Entry) {
        self.stack.push(entry);
    }

    pub(super) fn push_value(&mut self, expr: Expr, kind: Kind) {
        self.push(Entry::new(expr, kind));
    }

    pub(super) fn pop(&mut self) -> Step<Entry> {
        let entry = self.stack.pop();
        entry.ok_or_else(|| Refused::invalid("the stack is empty"))
    }

    /// Pops a value of a kind.
    pub(super) fn take(&mut self, kind: Kind) -> Step<Entry> {
        let entry = self.pop()?;
        match entry.kind == kind {
            true => Ok(entry),
            false => Err(Refused::invalid("a value of another type")),
        }
    }

    /// The local of a slot. What is stored is known by its name after the instruction.
    pub(super) fn variable(&mut self, slot: u16, kind: Kind, at: usize) -> LocalId {
        let found = self.code.variable(slot, at);
        let found = found.filter(|variable| variable.ty.kind() == kind);
        let found = found.map(|variable| (variable.name.clone(), variable.ty.clone()));
        let name = found.as_ref().map(|(name, _)| name.clone());
        let key = (slot, kind, name.clone());
        if let Some(local) = self.variables.get(&key) {
            return *local;
        }
        let local = match &name {
            Some(name) => self.builder.local(name, scalar(kind)),
            None => self.builder.temporary(scalar(kind)),
        };
        if let Some((_, ty)) = found {
            let declared = self.lowering.type_of(&ty);
            self.types.push((local, declared));
        }
        self.variables.insert(key, local);
        local
    }

    /// The line of the instruction that is translated.
    pub(super) fn line(&self) -> u32 {
        self.code.line(self.at)
    }

    pub(super) fn span(&mut self) -> Span {
        let line = self.line();
        self.lowering.line_span(self.method.class, line)
    }

    /// An integer of 32 bits.
    pub(super) fn int(value: i64) -> Expr {
        Expr::int(Width::W32, value.into())
    }
}
