//! Programs that are hardly more than one thing that verifiers get wrong. In larger programs the same
//! things are rarely decided by what is wrong with them.

mod heap;
mod matching;
mod offset;

use super::scope::Generator;
use crate::hunt::tree::{Node, branch, line};

/// Names of a function's flag and of its hidden state.
const FLAG: &str = "k";

impl Generator {
    /// The body of a main.
    pub(super) fn aimed(&mut self) -> Vec<Node> {
        self.variations = 0;
        let mut body = Vec::new();
        // What else a program does must not matter.
        if self.random.chance(25) {
            let (input, _) = self.input();
            body.push(input);
            self.shared();
            body.extend(self.statements(1, 1));
        }
        body.extend(match self.random.below(9) {
            0 | 1 => self.moving_index(),
            2 => self.two_sizes(),
            3 => self.address_in_integer(),
            4 | 5 => self.two_frames(),
            6 => self.lost_in_dead_local(),
            7 => match self.random.chance(60) {
                true => self.narrow_store(),
                false => self.two_offsets(),
            },
            _ => self.wide_bits(),
        });
        body.push(line("return 0;"));
        body
    }

    /// Two ways in either order, chosen by an input.
    pub(super) fn ways(&mut self, one: Vec<Node>, other: Vec<Node>) -> Node {
        let (condition, first, second) = match self.random.below(4) {
            0 => ("$choice", one, other),
            1 => ("!$choice", one, other),
            2 => ("$choice", other, one),
            _ => ("$choice != 0", other, one),
        };
        match first.is_empty() {
            true => branch(format!("!({condition})"), second, first),
            false => branch(condition, first, second),
        }
    }

    /// The flag, and a loop that sets it.
    pub(super) fn flagged(&mut self) -> (Node, Node) {
        let ty = self
            .random
            .pick(&["int", "int", "unsigned char", "long", "_Bool"]);
        (line(format!("{ty} {FLAG} = 0;")), self.hiding(FLAG))
    }

    /// Statements under the condition that the loop was run, or not.
    pub(super) fn if_flagged(&mut self, then: Vec<Node>) -> Vec<Node> {
        match self.random.chance(80) {
            true => vec![branch(FLAG, then, Vec::new())],
            false => then,
        }
    }
}
