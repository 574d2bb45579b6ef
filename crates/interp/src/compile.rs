//! From procedures to register code.

mod definite;
mod expr;
mod fuse;
mod op;

use crate::code::{Home, Ins, Parts, Reg, Routine, SINK};
use definite::Definite;
use ir::{
    DataModel, EdgeId, Expr, LocalId, LocalScalars, Location, Op, Procedure, Program, Scalar,
    UnaryOp, Width,
};

/// The code of a procedure.
pub(crate) fn procedure(program: &Program, procedure: &Procedure) -> Routine {
    let mut compiler = Compiler::new(program, procedure);
    compiler.place_all();
    compiler.finish()
}

/// The most values that are kept in registers.
const MOST_KNOWN: u32 = 24;

/// The most edges that one instruction counts.
const MOST_COST: u32 = 60_000;

struct Compiler<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
    definite: Definite,
    routine: Routine,
    /// The edge that is being compiled.
    site: EdgeId,
    /// Where it starts.
    at: Location,
    /// The first register for intermediate values, the first that lives no longer than an edge,
    /// and the next free one.
    first_temporary: Reg,
    first_of_edge: Reg,
    next_temporary: Reg,
    /// Expressions whose values are in registers until the end of the straight-line code.
    known: Vec<(Expr, Reg)>,
    /// The edge that was compiled last.
    last: Option<EdgeId>,
    /// Edges that no instruction has counted yet.
    pending: u32,
    /// Where the code of each location starts.
    placed: Vec<Option<u32>>,
    /// Jumps to locations whose code is not there yet.
    fixups: Vec<(usize, Location)>,
    /// How many edges lead to each location.
    incoming: Vec<u32>,
    /// Whether a cycle goes through the location.
    heads: Vec<bool>,
}

impl LocalScalars for Compiler<'_> {
    fn local_scalar(&self, local: LocalId) -> Scalar {
        self.procedure[local].scalar
    }

    fn pointer_width(&self) -> Width {
        self.model().pointer_width()
    }
}

impl<'p> Compiler<'p> {
    fn new(program: &'p Program, procedure: &'p Procedure) -> Compiler<'p> {
        let definite = Definite::of(procedure);
        let (homes, first_temporary) = assign_homes(procedure, &definite);
        let mut incoming = vec![0; procedure.locations()];
        incoming[procedure.entry.0 as usize] = 1;
        for edge in &procedure.edges {
            incoming[edge.to.0 as usize] += 1;
        }
        Compiler {
            program,
            procedure,
            definite,
            routine: Routine {
                code: Vec::new(),
                sites: Vec::new(),
                frame: first_temporary,
                homes,
                calls: Vec::new(),
                maths: Vec::new(),
            },
            site: EdgeId(0),
            at: procedure.entry,
            first_temporary,
            first_of_edge: first_temporary,
            next_temporary: first_temporary,
            known: Vec::new(),
            last: None,
            pending: 0,
            placed: vec![None; procedure.locations()],
            fixups: Vec::new(),
            incoming,
            heads: loop_heads(procedure),
        }
    }

    fn finish(mut self) -> Routine {
        for (index, location) in self.fixups {
            let target = self.placed[location.0 as usize].unwrap_or(0);
            if let Some(to) = self.routine.code[index].target_mut() {
                *to = target;
            }
        }
        self.routine
    }

    fn model(&self) -> DataModel {
        self.program.data_model
    }

    fn home(&self, local: LocalId) -> Home {
        self.routine.homes[local.0 as usize]
    }

    /// A register, or two, for an intermediate value. It lives until the end of the edge.
    fn temporary(&mut self, parts: Parts) -> Reg {
        let register = self.next_temporary;
        self.next_temporary += parts.count();
        self.routine.frame = self.routine.frame.max(self.next_temporary);
        register
    }

    fn emit(&mut self, ins: Ins) -> usize {
        self.routine.code.push(ins);
        self.routine.sites.push(self.site);
        self.routine.code.len() - 1
    }

    fn here(&self) -> u32 {
        self.routine.code.len() as u32
    }

    /// Lets a jump lead to what comes next.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        if let Some(target) = self.routine.code[jump].target_mut() {
            *target = here;
        }
    }

    /// The edges to count at this point.
    fn take_cost(&mut self) -> u16 {
        std::mem::take(&mut self.pending) as u16
    }

    /// Counts the edges so far.
    fn count_now(&mut self) {
        if self.pending > 0 {
            let cost = self.take_cost();
            let jump = self.emit(Ins::Jump { cost, target: 0 });
            self.land(jump);
        }
    }

    fn place_all(&mut self) {
        let mut waiting = vec![self.procedure.entry];
        while let Some(location) = waiting.pop() {
            if self.placed[location.0 as usize].is_none() {
                self.place_from(location, &mut waiting);
            }
        }
    }

    /// Compiles a location and what follows it, until there is nothing new to follow.
    fn place_from(&mut self, mut location: Location, waiting: &mut Vec<Location>) {
        self.forget_known();
        loop {
            let index = location.0 as usize;
            if let Some(target) = self.placed[index] {
                let cost = self.take_cost();
                self.emit(Ins::Jump { cost, target });
                return;
            }
            if self.incoming[index] > 1 {
                self.count_now();
                self.forget_known();
            } else if self.pending > MOST_COST {
                self.count_now();
            }
            self.placed[index] = Some(self.here());
            if self.heads[index] {
                self.emit(Ins::Poll);
            }
            let procedure = self.procedure;
            let next = match procedure.outgoing[index].as_slice() {
                [] => {
                    self.dead_end(location);
                    None
                }
                [edge] => self.single(*edge),
                [first, second] if complementary(procedure, *first, *second) => {
                    Some(self.two_ways(*first, *second, waiting))
                }
                edges => {
                    self.many_ways(edges, waiting);
                    None
                }
            };
            match next {
                Some(next) => location = next,
                None => return,
            }
        }
    }

    /// The end of a procedure that is reached without a return, or the end of everything.
    fn dead_end(&mut self, location: Location) {
        let cost = self.take_cost();
        if location == self.procedure.exit {
            self.emit(Ins::Return {
                parts: 0,
                cost,
                src: SINK,
                flag: SINK,
            });
        } else {
            self.emit(Ins::Stuck);
        }
    }

    /// A branch: falls through into the first.
    fn two_ways(&mut self, first: EdgeId, second: EdgeId, waiting: &mut Vec<Location>) -> Location {
        self.enter(first);
        let edge = &self.procedure[first];
        let otherwise = self.procedure[second].to;
        if let Op::Assume(condition) = &edge.op {
            let cost = self.take_cost();
            let jump = self.jump_unless(condition, cost);
            self.fixups.push((jump, otherwise));
        }
        waiting.push(otherwise);
        edge.to
    }

    /// Several assumptions, tried one after the other.
    fn many_ways(&mut self, edges: &[EdgeId], waiting: &mut Vec<Location>) {
        let mut cost = 0;
        for (index, id) in edges.iter().enumerate() {
            self.enter(*id);
            if index == 0 {
                cost = self.take_cost();
            }
            self.pending = 0;
            let edge = &self.procedure[*id];
            if let Op::Assume(condition) = &edge.op {
                let jump = self.jump_if(condition, cost);
                cost = 0;
                self.fixups.push((jump, edge.to));
                waiting.push(edge.to);
            }
        }
        self.emit(Ins::Stuck);
    }

    /// Starts the compilation of an edge.
    fn enter(&mut self, edge: EdgeId) {
        if let Some(last) = self.last.replace(edge) {
            self.forget_what_changed(last);
        }
        self.site = edge;
        self.at = self.procedure[edge].from;
        self.next_temporary = self.first_of_edge;
        self.pending += 1;
    }

    /// Drops the known values that depend on what the edge sets.
    fn forget_what_changed(&mut self, edge: EdgeId) {
        let op = &self.procedure[edge].op;
        let changed = match op {
            Op::Forget(local) => Some(*local),
            op => op.dest(),
        };
        let Some(changed) = changed else { return };
        self.known.retain(|(expr, _)| {
            let mut depends = false;
            expr.for_each_local(&mut |local| depends |= local == changed);
            !depends
        });
    }

    fn forget_known(&mut self) {
        self.known.clear();
        self.first_of_edge = self.first_temporary;
    }

    /// A register that keeps its value to the end of the straight-line code, if there is room.
    /// To be asked for before any other of the edge.
    fn lasting(&mut self) -> Option<Reg> {
        if self.first_of_edge - self.first_temporary >= MOST_KNOWN {
            return None;
        }
        let register = self.temporary(Parts::One);
        self.first_of_edge = self.next_temporary;
        Some(register)
    }

    /// The edge after an edge, if nothing else leads there and nothing else goes on from there.
    fn only_next(&self, edge: EdgeId) -> Option<EdgeId> {
        let to = self.procedure[edge].to.0 as usize;
        match self.procedure.outgoing[to].as_slice() {
            [next] if self.incoming[to] == 1 => Some(*next),
            _ => None,
        }
    }
}

/// Where the locals live: the sink, the parameters, their flags, then everything else.
fn assign_homes(procedure: &Procedure, definite: &Definite) -> (Vec<Home>, Reg) {
    let mut tracked = vec![false; procedure.locals.len()];
    for edge in &procedure.edges {
        definite::for_each_asked(&edge.op, &mut |local| {
            if !definite.at(edge.from, local) {
                tracked[local.0 as usize] = true;
            }
        });
    }
    let parameters = procedure.signature.parameters.len();
    let mut next = SINK + 1;
    let mut take = |count: u32| {
        let slot = next;
        next += count;
        slot
    };
    let mut homes: Vec<Home> = Vec::with_capacity(procedure.locals.len());
    for local in procedure.locals.iter().take(parameters) {
        let parts = Parts::of(local.scalar);
        homes.push(Home {
            slot: take(parts.count()),
            flag: SINK,
            parts,
        });
    }
    for (home, tracked) in homes.iter_mut().zip(&tracked) {
        let flag = take(1);
        home.flag = if *tracked { flag } else { SINK };
    }
    for (index, local) in procedure.locals.iter().enumerate().skip(parameters) {
        let parts = Parts::of(local.scalar);
        let slot = take(parts.count());
        homes.push(Home {
            slot,
            flag: if tracked[index] { take(1) } else { SINK },
            parts,
        });
    }
    (homes, next)
}

/// The registers of the parameters of a procedure that takes these: their slots, and after all of
/// them their flags. [`assign_homes`] places them so for every procedure.
pub(crate) fn parameter_homes(parameters: &[Scalar]) -> Vec<Home> {
    let mut slot = SINK + 1;
    let mut homes: Vec<Home> = parameters
        .iter()
        .map(|scalar| {
            let parts = Parts::of(*scalar);
            let home = Home {
                slot,
                flag: SINK,
                parts,
            };
            slot += parts.count();
            home
        })
        .collect();
    for home in &mut homes {
        home.flag = slot;
        slot += 1;
    }
    homes
}

fn complementary(procedure: &Procedure, first: EdgeId, second: EdgeId) -> bool {
    match (&procedure[first].op, &procedure[second].op) {
        (Op::Assume(first), Op::Assume(second)) => negates(first, second) || negates(second, first),
        _ => false,
    }
}

fn negates(condition: &Expr, negation: &Expr) -> bool {
    match (condition, negation) {
        (Expr::Const(ir::Const::TRUE), Expr::Const(ir::Const::FALSE)) => true,
        (condition, Expr::Unary(UnaryOp::Not, inner)) => **inner == *condition,
        _ => false,
    }
}

/// The locations that a depth-first walk comes back to: one on every cycle.
fn loop_heads(procedure: &Procedure) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut heads = vec![false; procedure.locations()];
    let mut marks = vec![Mark::New; procedure.locations()];
    let mut path = vec![(procedure.entry, 0)];
    marks[procedure.entry.0 as usize] = Mark::Open;
    while let Some((location, next)) = path.last_mut() {
        let outgoing = &procedure.outgoing[location.0 as usize];
        let Some(edge) = outgoing.get(*next) else {
            marks[location.0 as usize] = Mark::Done;
            path.pop();
            continue;
        };
        *next += 1;
        let to = procedure[*edge].to;
        match marks[to.0 as usize] {
            Mark::Open => heads[to.0 as usize] = true,
            Mark::Done => {}
            Mark::New => {
                marks[to.0 as usize] = Mark::Open;
                path.push((to, 0));
            }
        }
    }
    heads
}

#[cfg(test)]
mod tests;
