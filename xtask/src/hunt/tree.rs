//! Random programs as trees of lines, so that they can be taken apart again.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) nodes: Vec<Node>,
    pub(crate) heap: Heap,
    pub(crate) start: Start,
}

/// Whether a program allocates memory, which could leak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heap {
    Used,
    Unused,
}

/// Where the verifier starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// All inputs and what they range over are in the program.
    Main,
    /// A function that anybody calls; the program's own main, which only the truth is found with,
    /// is one of many callers.
    Entry(String),
}

/// A part of a program. Every part is a whole number of lines in both renderings, so that a line
/// has the same number in both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// A line, with the inputs written as [`Rendering`] says.
    Line(String),
    /// That an expression does not have some value.
    Claim(Claim),
    /// What stands between two lines.
    Block {
        open: String,
        body: Vec<Node>,
        close: String,
    },
    /// Two ways.
    Branch {
        condition: String,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
}

/// A place where the value of an expression is recorded, and later claimed not to be something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    pub(crate) site: Site,
    pub(crate) expression: String,
}

/// The number of a claim.
pub(crate) type Site = usize;

/// The values that claims rule out.
pub(crate) type Constants = BTreeMap<Site, i64>;

pub(crate) fn line(text: impl Into<String>) -> Node {
    Node::Line(text.into())
}

pub(crate) fn block(open: impl Into<String>, body: Vec<Node>) -> Node {
    Node::Block {
        open: open.into(),
        body,
        close: "}".to_string(),
    }
}

pub(crate) fn branch(condition: impl Into<String>, then: Vec<Node>, otherwise: Vec<Node>) -> Node {
    Node::Branch {
        condition: condition.into(),
        then,
        otherwise,
    }
}

/// What a language writes for inputs and claims. Inputs are written in a program as
/// `$in{TYPE,LOW,COUNT}` (any of so many values from the lowest; the program restricts it),
/// `$choice` (any truth value) and `$loop` (the same, as the condition of a loop that changes
/// nothing more after a few iterations).
pub(crate) trait Rendering {
    fn input(&self, ty: &str, low: &str, count: &str) -> String;
    fn choice(&self) -> String;
    fn repeat(&self) -> String;
    fn claim(&self, claim: &Claim) -> String;
}

/// A program as text, and where its claims are.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) claims: BTreeMap<u32, Site>,
}

impl Program {
    pub(crate) fn render(&self, rendering: &dyn Rendering) -> Text {
        let mut writer = Writer {
            rendering,
            text: String::new(),
            line: 0,
            claims: BTreeMap::new(),
        };
        writer.nodes(&self.nodes, 0);
        Text {
            text: writer.text,
            claims: writer.claims,
        }
    }
}

struct Writer<'a> {
    rendering: &'a dyn Rendering,
    text: String,
    line: u32,
    claims: BTreeMap<u32, Site>,
}

impl Writer<'_> {
    fn nodes(&mut self, nodes: &[Node], depth: usize) {
        nodes.iter().for_each(|node| self.node(node, depth));
    }

    fn node(&mut self, node: &Node, depth: usize) {
        match node {
            Node::Line(text) => self.line(text, depth),
            Node::Claim(claim) => {
                let text = self.rendering.claim(claim);
                self.line(&text, depth);
                self.claims.insert(self.line, claim.site);
            }
            Node::Block { open, body, close } => {
                self.line(open, depth);
                self.nodes(body, depth + 1);
                self.line(close, depth);
            }
            Node::Branch {
                condition,
                then,
                otherwise,
            } => {
                self.line(&format!("if ({condition}) {{"), depth);
                self.nodes(then, depth + 1);
                if !otherwise.is_empty() {
                    self.line("} else {", depth);
                    self.nodes(otherwise, depth + 1);
                }
                self.line("}", depth);
            }
        }
    }

    fn line(&mut self, text: &str, depth: usize) {
        let text = with_inputs(text, self.rendering);
        let _ = writeln!(self.text, "{:indent$}{text}", "", indent = 4 * depth);
        self.line += 1;
    }
}

/// A line with its inputs as the language writes them.
fn with_inputs(text: &str, rendering: &dyn Rendering) -> String {
    let mut rest = text;
    let mut written = String::new();
    while let Some((before, after)) = rest.split_once('$') {
        written.push_str(before);
        if let Some(after) = after.strip_prefix("choice") {
            written.push_str(&rendering.choice());
            rest = after;
        } else if let Some(after) = after.strip_prefix("loop") {
            written.push_str(&rendering.repeat());
            rest = after;
        } else if let Some((ty, low, count, after)) = input(after) {
            written.push_str(&rendering.input(ty, low, count));
            rest = after;
        } else {
            written.push('$');
            rest = after;
        }
    }
    written.push_str(rest);
    written
}

/// The parts of `in{TYPE,LOW,COUNT}`, and what comes after it.
fn input(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (inside, after) = text.strip_prefix("in{")?.split_once('}')?;
    let mut parts = inside.split(',');
    Some((parts.next()?, parts.next()?, parts.next()?, after))
}
