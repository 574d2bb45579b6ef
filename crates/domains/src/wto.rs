//! The order in which the locations of a procedure are visited.
//!
//! A weak topological order (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993):
//! locations in an order in which edges lead forward, with loops as nested components whose heads cut
//! every cycle.

use ir::{Location, Procedure};

/// A part of the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    /// A location that is on no cycle of the component it is in.
    Location(Location),
    /// A loop: its head, and what is visited in an iteration behind it.
    Loop(Location, Vec<Element>),
}

/// The weak topological order of a procedure.
pub(crate) fn weak_topological_order(procedure: &Procedure) -> Vec<Element> {
    let mut search = Search {
        procedure,
        numbers: vec![0; procedure.locations()],
        stack: Vec::new(),
        next: 0,
    };
    let mut order = Vec::new();
    if procedure.locations() > 0 {
        search.visit(procedure.entry, &mut order);
    }
    order.reverse();
    order
}

/// The number of a location that is done.
const DONE: u32 = u32::MAX;

struct Search<'p> {
    procedure: &'p Procedure,
    /// 0 for those that were not visited.
    numbers: Vec<u32>,
    stack: Vec<Location>,
    next: u32,
}

impl Search<'_> {
    fn number(&mut self, location: Location) -> &mut u32 {
        &mut self.numbers[location.0 as usize]
    }

    fn successors(&self, location: Location) -> impl Iterator<Item = Location> + use<'_> {
        self.procedure.outgoing(location).map(|edge| edge.to)
    }

    /// Visits a location and what it leads to; gives the least number of a location on the stack that
    /// it leads back to. The order is made from its end.
    fn visit(&mut self, location: Location, order: &mut Vec<Element>) -> u32 {
        // Procedures can be long, and this is as deep as they are.
        stacker::maybe_grow(64 << 10, 1 << 20, || self.visit_here(location, order))
    }

    fn visit_here(&mut self, location: Location, order: &mut Vec<Element>) -> u32 {
        self.stack.push(location);
        self.next += 1;
        let own = self.next;
        *self.number(location) = own;
        let mut head = own;
        let mut is_loop = false;
        let successors: Vec<Location> = self.successors(location).collect();
        for to in successors {
            let least = match *self.number(to) {
                0 => self.visit(to, order),
                number => number,
            };
            if least <= head {
                head = least;
                is_loop = true;
            }
        }
        if head == own {
            *self.number(location) = DONE;
            let mut last = self.stack.pop();
            if is_loop {
                while let Some(other) = last.filter(|other| *other != location) {
                    *self.number(other) = 0;
                    last = self.stack.pop();
                }
                let body = self.component(location);
                order.push(Element::Loop(location, body));
            } else {
                order.push(Element::Location(location));
            }
        }
        head
    }

    fn component(&mut self, head: Location) -> Vec<Element> {
        let mut body = Vec::new();
        let successors: Vec<Location> = self.successors(head).collect();
        for to in successors {
            if *self.number(to) == 0 {
                self.visit(to, &mut body);
            }
        }
        body.reverse();
        body
    }
}

/// The locations of elements, heads of loops included.
pub(crate) fn locations(elements: &[Element], found: &mut Vec<Location>) {
    for element in elements {
        match element {
            Element::Location(location) => found.push(*location),
            Element::Loop(head, body) => {
                found.push(*head);
                locations(body, found);
            }
        }
    }
}
