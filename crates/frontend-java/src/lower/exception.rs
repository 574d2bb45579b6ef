//! Exceptions: raising, passing on and catching them.

use super::body::{Body, Entry, Step, Text, zero};
use super::claims::{Claim, Site};
use super::monitor::Hold;
use super::observed::Traces;
use super::{Lowering, Work};
use crate::assemble::VM;
use crate::classpath::Author;
use crate::descriptor::Kind;
use crate::world::CLASS_OFFSET;
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, ClaimKind, Expr, LocalId, Location, Op, Origin, Place, Procedure, Scalar, Span,
    Target, Width,
};

/// The methods of the model's border that keep stack traces.
const TRACES: [&str; 4] = ["enterFrame", "leaveFrame", "raised", "frame"];

/// The place of a value at a constant offset.
pub(super) fn place(address: Expr, offset: u64, scalar: Scalar) -> Place {
    let address = match offset {
        0 => address,
        _ => Expr::Offset(
            Box::new(address),
            Box::new(Expr::int(Width::W64, offset.into())),
        ),
    };
    Place {
        address,
        scalar,
        bits: None,
        field: None,
    }
}

impl Lowering<'_, '_> {
    /// The place of the exception under way.
    pub(super) fn pending_place(&self) -> Place {
        place(Expr::Global(self.pending), 0, Scalar::Pointer)
    }

    /// A call of a method of the model that the machine itself uses.
    pub(super) fn machine_call(
        &mut self,
        name: &str,
        arguments: Vec<Expr>,
        dest: Option<LocalId>,
    ) -> Op {
        let vm = self.world.find(VM);
        let found = vm.and_then(|class| {
            let methods = self.world.class(class).methods.iter();
            let index = methods.clone().position(|method| {
                &*method.name == name && method.ty.parameters.len() == arguments.len()
            })?;
            Some(crate::world::MethodId {
                class,
                index: index as u32,
            })
        });
        match found {
            Some(method) => Op::Call {
                dest,
                target: Target::Direct(self.procedure(Work::Method(method))),
                arguments,
            },
            None => Op::Unsupported(format!("{name} is missing in the library model").into()),
        }
    }

    /// A procedure that takes an exception and a place: the exception is under way, and came by.
    pub(super) fn raiser(&mut self, author: Author, trace: &str) -> Procedure {
        let mut builder = ProcedureBuilder::new("<exception>", &mut self.program);
        builder.origin(Origin::Library);
        let exception = builder.parameter("exception", Scalar::Pointer);
        let site = builder.parameter("site", Scalar::Int(Width::W32));
        // The model's own code runs without an exception under way.
        builder.push(Op::Store {
            place: self.pending_place(),
            value: Expr::NULL,
        });
        let frame = self.machine_call(trace, vec![Expr::Local(exception), Expr::Local(site)], None);
        builder.push(frame);
        builder.push(Op::Store {
            place: self.pending_place(),
            value: Expr::Local(exception),
        });
        if author == Author::User
            && let Some(first) = self.site_place(exception)
        {
            let known = builder.temporary(Scalar::Int(Width::W32));
            builder.push(Op::Load {
                dest: known,
                place: first.clone(),
            });
            let is_first = Expr::binary(BinaryOp::Eq, Expr::Local(known), Expr::int(Width::W32, 0));
            let (first_here, passed) = builder.branch(is_first);
            builder.at(first_here);
            builder.push_to(
                Op::Store {
                    place: first,
                    value: Expr::Local(site),
                },
                passed,
            );
        }
        builder.push(Op::Return(None));
        builder.finish()
    }

    /// Where an exception remembers the place of the user's code that it first came by.
    pub(super) fn site_place(&self, exception: LocalId) -> Option<Place> {
        let throwable = self.world.find("java/lang/Throwable")?;
        let offset = self.offset_of(throwable, "site")?;
        Some(place(
            Expr::Local(exception),
            offset,
            Scalar::Int(Width::W32),
        ))
    }
}

impl Body<'_, '_, '_> {
    /// Raises an exception that a method of the model makes.
    pub(super) fn raise(&mut self, maker: &str, arguments: Vec<Expr>, claim: Claim) {
        let exception = self.builder.temporary(Scalar::Pointer);
        let call = self
            .lowering
            .machine_call(maker, arguments, Some(exception));
        self.enter_frame();
        self.builder.push(call);
        self.leave_frame();
        self.throw(Expr::Local(exception), Some(claim), Work::Raise);
    }

    /// An exception starts here, or comes by.
    fn throw(&mut self, exception: Expr, claim: Option<Claim>, work: fn(Author) -> Work) {
        let site = self.site(claim);
        let has_place = !self.lowering.sites[site as usize].span.is_none();
        // An exception from code without lines is the caller's, like one from the library.
        let author = match self.author {
            Author::User if has_place => Author::User,
            _ => Author::Jdk,
        };
        let raiser = self.lowering.procedure(work(author));
        self.builder.push(Op::Call {
            dest: None,
            target: Target::Direct(raiser),
            arguments: vec![exception, Expr::int(Width::W32, site.into())],
        });
        let handler = self.handler();
        self.builder.push_to(Op::Skip, handler);
    }

    /// Whether the calls of this method are kept: not of those that keep them.
    fn keeps_frames(&self) -> bool {
        let world = self.lowering.world;
        let method = &*world.method(self.method).name;
        let keeps = match &*world.class(self.method.class).name {
            VM => TRACES.contains(&method),
            class => class.starts_with("concrex/Trace") && world.is_of_machine(self.method.class),
        };
        self.lowering.observed.traces == Traces::Read && !keeps
    }

    /// A call begins here, of which stack traces will tell. What the model does is not what the JDK
    /// does, and its places are negative.
    pub(super) fn enter_frame(&mut self) {
        if !self.keeps_frames() {
            return;
        }
        let site = i128::from(self.site(None));
        let site = match self.author {
            Author::Model => -site,
            Author::User | Author::Jdk => site,
        };
        let site = Expr::int(Width::W32, site);
        let enter = self.lowering.machine_call("enterFrame", vec![site], None);
        self.builder.push(enter);
    }

    /// It has ended, with or without an exception under way.
    pub(super) fn leave_frame(&mut self) {
        if self.keeps_frames() {
            let leave = self.lowering.machine_call("leaveFrame", Vec::new(), None);
            self.builder.push(leave);
        }
    }

    /// A number for this place.
    fn site(&mut self, claim: Option<Claim>) -> u32 {
        let line = self.line();
        let subject = claim.as_ref().map_or("", |claim| &*claim.subject);
        let span = self
            .lowering
            .expression_span(self.method.class, line, subject);
        let claim = claim.filter(|_| self.author == Author::User);
        self.lowering.sites.push(Site {
            method: Some(self.method),
            line,
            span,
            claim,
        });
        self.lowering.sites.len() as u32 - 1
    }

    /// Branches on a condition; where it does not hold, `raise` goes on.
    pub(super) fn unless(&mut self, condition: Expr, raise: impl FnOnce(&mut Self)) {
        if condition == Expr::TRUE {
            return;
        }
        let (holds, fails) = self.builder.branch(condition);
        self.builder.at(fails);
        raise(self);
        self.builder.at(holds);
    }

    /// Looks whether a call ended with an exception.
    pub(super) fn after_call(&mut self, claim: Option<Claim>) {
        let pending = self.builder.temporary(Scalar::Pointer);
        let place = self.lowering.pending_place();
        self.builder.push(Op::Load {
            dest: pending,
            place,
        });
        let is_none = Expr::binary(BinaryOp::Eq, Expr::Local(pending), Expr::NULL);
        self.unless(is_none, |body| {
            body.throw(Expr::Local(pending), claim, Work::Pass);
        });
    }

    /// A reference must not be null. `action` says what cannot be done with it, in the words of
    /// the JVM.
    pub(super) fn need(&mut self, entry: &Entry, action: &str) {
        let local = match entry.expr {
            Expr::Local(local) => Some(local),
            _ => None,
        };
        if entry.is_given || local.is_some_and(|local| self.given.contains(&local)) {
            return;
        }
        let because = match &entry.text {
            Some(Text::Name(text) | Text::Made(text)) => {
                format!(" because \"{text}\" is null")
            }
            Some(Text::Returned(text)) => {
                format!(" because the return value of \"{text}\" is null")
            }
            None => String::new(),
        };
        let message = self.lowering.string(&format!("{action}{because}"));
        let claim = Claim::new(ClaimKind::NullPointer, entry.name().unwrap_or(""));
        let is_given = Expr::binary(BinaryOp::Ne, entry.expr.clone(), Expr::NULL);
        self.unless(is_given, |body| {
            body.raise("nullPointer", vec![Expr::Global(message)], claim);
        });
        if let Some(local) = local {
            self.given.insert(local);
        }
    }

    /// Where exceptions of this instruction are handled.
    fn handler(&mut self) -> Location {
        let covers = |h: &crate::code::Handler| h.start <= self.at && self.at < h.end;
        let handlers = self.code.handlers.iter().enumerate();
        let covering: Vec<usize> = handlers
            .filter(|(_, handler)| covers(handler))
            .map(|(index, _)| index)
            .collect();
        if let Some(location) = self.handlers.get(&covering) {
            return *location;
        }
        let location = self.builder.location();
        self.handlers.insert(covering.clone(), location);
        let here = self.builder.here();
        self.builder.at(location);
        // Several lines lead here.
        self.builder.span(Span::NONE);
        self.catch(&covering);
        let span = self.span();
        self.builder.span(span);
        self.builder.at(here);
        location
    }

    /// Asks one handler after the other, and leaves the procedure if none takes the exception.
    fn catch(&mut self, covering: &[usize]) {
        let code = self.code.clone();
        let pending = self.lowering.pending_place();
        if !covering.is_empty() {
            let home = self.parked(0, Kind::Reference);
            self.builder.push(Op::Load {
                dest: home,
                place: pending.clone(),
            });
            let tag = self.builder.temporary(Scalar::Int(Width::W32));
            let class = place(Expr::Local(home), CLASS_OFFSET, Scalar::Int(Width::W32));
            self.builder.push(Op::Load {
                dest: tag,
                place: class,
            });
            for index in covering {
                let handler = &code.handlers[*index];
                let catches = match &handler.class {
                    None => Expr::TRUE,
                    Some(class) => self.lowering.is_instance(&Expr::Local(tag), class),
                };
                if catches == Expr::FALSE {
                    continue;
                }
                let (taken, passed) = match catches == Expr::TRUE {
                    true => (self.builder.here(), None),
                    false => {
                        let (taken, passed) = self.builder.branch(catches);
                        (taken, Some(passed))
                    }
                };
                self.builder.at(taken);
                let target = self.label(handler.target);
                self.builder.push_to(
                    Op::Store {
                        place: pending.clone(),
                        value: Expr::NULL,
                    },
                    target,
                );
                self.expect(handler.target, vec![Kind::Reference]);
                match passed {
                    Some(passed) => self.builder.at(passed),
                    None => return,
                };
            }
        }
        self.hold_method(Hold::End);
        let result = &self.lowering.world.method(self.method).ty.result;
        let value = result.as_ref().map(|ty| zero(ty.kind()));
        self.builder.push(Op::Return(value));
    }

    /// `athrow`.
    pub(super) fn athrow(&mut self) -> Step<()> {
        let exception = self.take(Kind::Reference)?;
        self.need(&exception, "Cannot throw exception");
        let claim = self.thrown(&exception);
        self.throw(exception.expr, claim, Work::Raise);
        Ok(())
    }

    /// An exception was made: its trace starts here.
    pub(super) fn constructed(&mut self, exception: Expr) {
        // What the machine itself makes starts where the machine raises it.
        if self.lowering.world.is_of_machine(self.method.class) {
            return;
        }
        let site = self.site(None);
        let site = Expr::int(Width::W32, site.into());
        let raised = self
            .lowering
            .machine_call("raised", vec![exception, site], None);
        self.builder.push(raised);
    }

    /// What a `throw` claims not to happen. One that passes on what `finally` has caught claims
    /// nothing of its own.
    fn thrown(&mut self, exception: &Entry) -> Option<Claim> {
        let world = self.lowering.world;
        let line = self.line();
        match (exception.made, exception.name()) {
            (Some(class), _) => {
                let kind = self.lowering.kind_of(class);
                let subject = match kind {
                    ClaimKind::Assertion => {
                        let condition = self.lowering.asserted(self.method.class, line);
                        condition.unwrap_or_else(|| "assert".to_string())
                    }
                    _ => {
                        format!("throw new {}", world.class(class).simple_name())
                    }
                };
                Some(Claim::new(kind, subject))
            }
            (None, Some(name)) => Some(Claim::new(ClaimKind::Exception, format!("throw {name}"))),
            // The compiler's own variables have no names where the user's have.
            (None, None) => match exception.text {
                Some(Text::Made(_)) if self.code.names_variables() => None,
                _ => Some(Claim::new(ClaimKind::Exception, "throw")),
            },
        }
    }
}
