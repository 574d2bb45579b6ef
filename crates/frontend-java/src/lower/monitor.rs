//! Monitors, where the program can see who holds them. There is one thread, so nobody waits for one.

use super::body::{Body, Step};
use crate::descriptor::{JavaType, Kind};
use ir::{Expr, LocalId, Op, Scalar};

/// What is done with a monitor.
#[derive(Clone, Copy)]
pub(super) enum Hold {
    Begin,
    End,
}

impl Hold {
    /// The method of the model that keeps account of it.
    fn name(self) -> &'static str {
        match self {
            Hold::Begin => "lock",
            Hold::End => "unlock",
        }
    }
}

impl Body<'_, '_, '_> {
    /// `monitorenter` and `monitorexit`.
    pub(super) fn monitor(&mut self, hold: Hold) -> Step<()> {
        let object = self.take(Kind::Reference)?;
        let object = self.settle(object);
        self.need(
            &object,
            match hold {
                Hold::Begin => "Cannot enter synchronized block",
                Hold::End => "Cannot exit synchronized block",
            },
        );
        if self.lowering.observed.monitors {
            self.hold(hold, object.expr);
        }
        Ok(())
    }

    /// A `synchronized` method begins or ends, with or without an exception under way.
    pub(super) fn hold_method(&mut self, hold: Hold) {
        let method = self.lowering.world.method(self.method);
        if !self.lowering.observed.monitors || !method.is_synchronized() {
            return;
        }
        let object = match method.is_static() {
            true => {
                let name = self.lowering.world.class(self.method.class).name.clone();
                let class = self.lowering.class_object(&JavaType::Reference(name));
                Expr::Global(class)
            }
            false => Expr::Local(LocalId(0)),
        };
        let pending = self.builder.temporary(Scalar::Pointer);
        let place = self.lowering.pending_place();
        self.builder.push(Op::Load {
            dest: pending,
            place: place.clone(),
        });
        // The model's own code runs without an exception under way.
        self.builder.push(Op::Store {
            place: place.clone(),
            value: Expr::NULL,
        });
        self.hold(hold, object);
        self.builder.push(Op::Store {
            place,
            value: Expr::Local(pending),
        });
    }

    fn hold(&mut self, hold: Hold, object: Expr) {
        let call = self.lowering.machine_call(hold.name(), vec![object], None);
        self.builder.push(call);
    }
}
