//! Structures for people: as text, and as a drawing.

use std::fmt::Write;

use crate::structure::{Node, Structure};
use crate::truth::Truth;
use crate::vocabulary::{Arity, IS_NEW, Predicate, REMOVED, Trait, Vocabulary};

/// A structure as lines of text: its propositions, its nodes with what may hold of them (`?` marks
/// what is open), and its relations.
pub fn text(structure: &Structure, vocabulary: &Vocabulary) -> String {
    let mut text = String::new();
    let propositions = labels(structure, vocabulary, Arity::Nullary, &[]);
    if !propositions.is_empty() {
        let _ = writeln!(text, "{}", propositions.join(", "));
    }
    for node in 0..structure.len() as Node {
        let summary = if structure.is_summary(node) {
            " (one or more)"
        } else {
            ""
        };
        let values = labels(structure, vocabulary, Arity::Unary, &[node]);
        let _ = writeln!(text, "{node}{summary}: {}", values.join(", "));
    }
    for predicate in shown(vocabulary, Arity::Binary) {
        let pairs: Vec<String> = pairs(structure, predicate)
            .map(|(from, to, truth)| format!("{from} -> {to}{}", mark(truth)))
            .collect();
        if !pairs.is_empty() {
            let _ = writeln!(text, "{}: {}", vocabulary.name(predicate), pairs.join(", "));
        }
    }
    if text.is_empty() {
        "no node\n".to_owned()
    } else {
        text
    }
}

fn shown(vocabulary: &Vocabulary, arity: Arity) -> impl Iterator<Item = Predicate> {
    vocabulary
        .predicates()
        .filter(move |p| p.arity() == arity && ![IS_NEW, REMOVED].contains(p))
}

fn mark(truth: Truth) -> &'static str {
    if truth == Truth::Half { "?" } else { "" }
}

fn labels(
    structure: &Structure,
    vocabulary: &Vocabulary,
    arity: Arity,
    nodes: &[Node],
) -> Vec<String> {
    shown(vocabulary, arity)
        .map(|predicate| (predicate, structure.value(predicate, nodes)))
        .filter(|(_, truth)| truth.may())
        .map(|(predicate, truth)| format!("{}{}", vocabulary.name(predicate), mark(truth)))
        .collect()
}

/// The pairs that a relation may hold of.
fn pairs(
    structure: &Structure,
    predicate: Predicate,
) -> impl Iterator<Item = (Node, Node, Truth)> + '_ {
    let nodes = structure.len() as Node;
    (0..nodes)
        .flat_map(move |from| (0..nodes).map(move |to| (from, to)))
        .map(move |(from, to)| (from, to, structure.value(predicate, &[from, to])))
        .filter(|(_, _, truth)| truth.may())
}

const WIDTH: usize = 210;
const HEIGHT: usize = 190;
const COLUMNS: usize = 4;
const RADIUS: usize = 36;

/// A structure as a drawing (SVG): summary nodes have a double border, and what is open is dashed.
/// Reflexive and transitive relations are not drawn.
pub fn svg(structure: &Structure, vocabulary: &Vocabulary) -> String {
    let rows = structure.len().div_ceil(COLUMNS).max(1);
    let (width, height) = (
        WIDTH * structure.len().clamp(1, COLUMNS),
        HEIGHT * rows + 30,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n"
    );
    let propositions = labels(structure, vocabulary, Arity::Nullary, &[]).join(", ");
    let _ = writeln!(
        svg,
        "<text x=\"8\" y=\"16\">{}</text>",
        escaped(&propositions)
    );
    let drawn = shown(vocabulary, Arity::Binary).filter(|predicate| {
        vocabulary.closure_of(*predicate).is_none()
            && !vocabulary.has(*predicate, Trait::Transitive)
    });
    for (place, predicate) in drawn.enumerate() {
        for (from, to, truth) in pairs(structure, predicate) {
            edge(&mut svg, from, to, truth, vocabulary.name(predicate), place);
        }
    }
    for node in 0..structure.len() as Node {
        circle(&mut svg, structure, vocabulary, node);
    }
    svg.push_str("</svg>\n");
    svg
}

fn centre(node: Node) -> (usize, usize) {
    let place = usize::from(node);
    (
        WIDTH / 2 + place % COLUMNS * WIDTH,
        30 + HEIGHT / 2 + place / COLUMNS * HEIGHT,
    )
}

fn circle(svg: &mut String, structure: &Structure, vocabulary: &Vocabulary, node: Node) {
    let (x, y) = centre(node);
    let mut ring = |radius: usize| {
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"white\" stroke=\"black\"/>"
        );
    };
    ring(RADIUS);
    if structure.is_summary(node) {
        ring(RADIUS - 4);
    }
    let values = labels(structure, vocabulary, Arity::Unary, &[node]);
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{node}</text>"
    );
    for (line, value) in values.iter().enumerate() {
        let below = y + RADIUS + 12 + 11 * line;
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{below}\" text-anchor=\"middle\" font-size=\"9\">{}</text>",
            escaped(value)
        );
    }
}

fn edge(svg: &mut String, from: Node, to: Node, truth: Truth, name: &str, place: usize) {
    let (x1, y1) = centre(from);
    let (x2, y2) = centre(to);
    let dashes = if truth == Truth::Half {
        " stroke-dasharray=\"5 4\""
    } else {
        ""
    };
    let bend = 24 + 14 * place;
    let (path, label) = if from == to {
        let top = y1.saturating_sub(RADIUS + bend);
        let (left, right) = (x1 - RADIUS / 2, x1 + RADIUS / 2);
        let shoulder = y1 - RADIUS * 4 / 5;
        (
            format!("M{left} {shoulder}C{left} {top} {right} {top} {right} {shoulder}"),
            (x1, top + 8),
        )
    } else {
        // From border to border, bent to one side so that the way back is another.
        let (dx, dy) = (x2 as f64 - x1 as f64, y2 as f64 - y1 as f64);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let reach = RADIUS as f64;
        let (sx, sy) = (x1 as f64 + ux * reach, y1 as f64 + uy * reach);
        let (ex, ey) = (x2 as f64 - ux * reach, y2 as f64 - uy * reach);
        let (mx, my) = (
            (sx + ex) / 2.0 + uy * bend as f64,
            (sy + ey) / 2.0 - ux * bend as f64,
        );
        let label = (mx.max(0.0) as usize, my.max(0.0) as usize);
        (
            format!("M{sx:.0} {sy:.0}Q{mx:.0} {my:.0} {ex:.0} {ey:.0}"),
            label,
        )
    };
    let _ = writeln!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"black\" marker-end=\"url(#tip)\"{dashes}/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"9\">{}</text>",
        label.0,
        label.1,
        escaped(name)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
