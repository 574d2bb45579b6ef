//! Abstractions: what is kept of a state so that only finitely many shapes are left.
//!
//! Lists (Definitions 8 and 9), arrays taken as lists (Algorithm 3, Definition 10), and general
//! structures (Section 6.3): every maximal connected set of objects without an interruption
//! becomes one summary node. An interruption is an object that a local points to or that is
//! pointed to twice. The numbers of a summary node are those of any object it stands for; the
//! numbers of locals are forgotten (Section 6.1.2).

use super::graph::{GivenContent, Graph, Item, Kind, Kindred, Node, NodeId, Place, Storage, To};
use crate::symbolic::cells::Background;
use crate::symbolic::context::Context;
use crate::symbolic::heap::{Contents, Life};
use crate::symbolic::state::State;
use crate::symbolic::value::{Num, ObjectId};
use ir::Mutability;
use logic::{Sort, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The abstraction of a state's graph.
pub(super) fn abstracted(context: &mut Context<'_>, state: &mut State, exact: &Graph) -> Graph {
    let mut graph = exact.clone();
    let numbers: Vec<Num> = exact
        .roots
        .iter()
        .filter_map(|item| match item {
            Item::Number(num, _, 0) => Some(*num),
            _ => None,
        })
        .collect();
    graph.roots.retain(|item| matches!(item, Item::Pointer(..)));
    graph.ended = None;
    for node in &mut graph.nodes {
        let is_past = |place: &Place| matches!(place, Place::Initially(..));
        node.entries.retain(|(place, _)| !is_past(place));
    }
    for index in 0..graph.nodes.len() {
        expand_array(context, state, &mut graph, NodeId(index), &numbers);
        let node = &mut graph.nodes[index];
        let is_extent = |place: &Place| matches!(place, Place::Size | Place::Length);
        node.entries.retain(|(place, _)| !is_extent(place));
    }
    summarise(context, &mut graph);
    graph
}

/// Algorithm 3: an array as a list of its elements, with a node `n*` wherever elements may be
/// missing. Integers that are the index of an element are roots that point to it.
fn expand_array(
    context: &mut Context<'_>,
    state: &mut State,
    graph: &mut Graph,
    array: NodeId,
    numbers: &[Num],
) {
    let object = graph.nodes[array.0].object;
    let Contents::Elements(elements) = &state.heap.get(object).contents else {
        return;
    };
    let indices: Vec<Num> = elements.cells.iter().map(|(index, _)| *index).collect();
    // One element at the start is an object, not an array.
    if matches!(indices[..], [] | [Num::Const(0)]) {
        return;
    }
    let length = elements.length;
    let mut first_of: FxHashMap<usize, NodeId> = FxHashMap::default();
    let mut chain: Vec<NodeId> = Vec::new();
    let add = |graph: &mut Graph, chain: &mut Vec<NodeId>, node: Node| {
        graph.nodes.push(node);
        let id = NodeId(graph.nodes.len() - 1);
        chain.push(id);
        id
    };
    let kind = graph.nodes[array.0].kind.clone();
    for (position, index) in indices.iter().enumerate() {
        let adjacent = match position.checked_sub(1) {
            None => is_equal(context, state, *index, Num::ZERO),
            Some(before) => {
                let next = context.add(indices[before], Num::Const(1));
                is_equal(context, state, *index, next)
            }
        };
        if !adjacent {
            add(graph, &mut chain, untouched(object));
        }
        let entries = graph.nodes[array.0].entries.iter();
        let own: Vec<(Place, Item)> = entries
            .filter_map(|(place, item)| match place {
                Place::At(at, offset) if at == index => {
                    Some((Place::At(Num::ZERO, *offset), item.clone()))
                }
                _ => None,
            })
            .collect();
        let node = Node {
            object,
            kind: kind.clone(),
            entries: own,
            as_given: FxHashSet::default(),
            never_written: FxHashSet::default(),
        };
        let id = add(graph, &mut chain, node);
        first_of.insert(position, id);
    }
    if let Some(last) = indices.last() {
        let end = context.add(*last, Num::Const(1));
        if !is_equal(context, state, end, length) {
            add(graph, &mut chain, untouched(object));
        }
    }
    link(graph, array, &chain);
    // What points to the array points to its first element.
    if let Some(first) = chain.first() {
        graph.roots.push(Item::Pointer(To::Node(*first), Num::ZERO));
    }
    for number in numbers {
        let mut root = Item::Undefined(0);
        for (position, index) in indices.iter().enumerate() {
            if is_index(context, state, *number, *index) {
                root = Item::Pointer(To::Node(first_of[&position]), Num::ZERO);
                break;
            }
        }
        graph.roots.push(root);
    }
}

fn link(graph: &mut Graph, array: NodeId, chain: &[NodeId]) {
    let mut previous = array;
    graph.nodes[array.0].entries.clear();
    for id in chain {
        let next = Item::Pointer(To::Node(*id), Num::ZERO);
        graph.nodes[previous.0].entries.push((Place::Next, next));
        previous = *id;
    }
    let end = Item::Pointer(To::Null, Num::ZERO);
    graph.nodes[previous.0].entries.push((Place::Next, end));
}

/// `n*`: elements that were not accessed.
fn untouched(object: ObjectId) -> Node {
    Node {
        object,
        kind: Kind {
            made: Kindred::Untouched,
            life: Life::Live,
            align: 1,
            mutability: Mutability::Mutable,
            background: Background::Undefined,
            storage: Storage::Cells,
            content: GivenContent::None,
        },
        entries: Vec::new(),
        as_given: FxHashSet::default(),
        never_written: FxHashSet::default(),
    }
}

/// Whether two numbers of the width of an address are always equal.
fn is_equal(context: &mut Context<'_>, state: &mut State, a: Num, b: Num) -> bool {
    if let (Num::Const(a), Num::Const(b)) = (a, b) {
        return a == b;
    }
    let width = context.width();
    let (a, b) = (
        a.term(&mut context.terms, width),
        b.term(&mut context.terms, width),
    );
    let different = context.terms.ne(a, b);
    matches!(context.possible(&state.path, different), Ok(None))
}

/// Whether a number, sign-extended, is always an index.
fn is_index(context: &mut Context<'_>, state: &mut State, number: Num, index: Num) -> bool {
    let width = context.width();
    match number {
        Num::Const(_) => is_equal(context, state, number, index),
        Num::Term(term) => {
            let have = context.terms.width(term);
            if have > width {
                return false;
            }
            let wide = context.terms.sign_extend(width - have, term);
            let wide = Num::of(&context.terms, wide);
            is_equal(context, state, wide, index)
        }
    }
}

/// Replaces every maximal uninterrupted part by a summary node.
fn summarise(context: &mut Context<'_>, graph: &mut Graph) {
    let plain = uninterrupted(graph);
    let mut done: FxHashSet<NodeId> = FxHashSet::default();
    let mut instead: FxHashMap<NodeId, NodeId> = FxHashMap::default();
    for index in 0..graph.nodes.len() {
        let start = NodeId(index);
        if !plain.contains(&start)
            || done.contains(&start)
            || has_plain_parent(graph, start, &plain)
        {
            continue;
        }
        let members = part(graph, start, &plain);
        done.extend(&members);
        if members.len() > 1 {
            let summary = summary_of(context, graph, &members);
            graph.nodes[start.0] = summary;
            instead.extend(members.iter().map(|member| (*member, start)));
        }
    }
    redirect(graph, &instead);
}

fn successors(node: &Node) -> impl Iterator<Item = NodeId> {
    node.entries.iter().filter_map(|(_, item)| match item {
        Item::Pointer(To::Node(id), _) => Some(*id),
        _ => None,
    })
}

/// The nodes that are no interruptions (Definition 8, Section 6.3): objects of the heap that
/// exactly one other points to, and no local or global.
fn uninterrupted(graph: &Graph) -> FxHashSet<NodeId> {
    let mut incoming = vec![0u32; graph.nodes.len()];
    for node in &graph.nodes {
        successors(node).for_each(|to| incoming[to.0] += 1);
    }
    for item in &graph.roots {
        if let Item::Pointer(To::Node(id), _) = item {
            incoming[id.0] += 2;
        }
    }
    for (_, node) in &graph.anchors {
        incoming[node.0] += 2;
    }
    let is_heap = |node: &Node| matches!(node.kind.made, Kindred::Heap(_) | Kindred::Environment);
    graph
        .nodes
        .iter()
        .enumerate()
        .filter(|(index, node)| incoming[*index] == 1 && is_heap(node))
        .map(|(index, _)| NodeId(index))
        .collect()
}

fn has_plain_parent(graph: &Graph, node: NodeId, plain: &FxHashSet<NodeId>) -> bool {
    let kind = &graph.nodes[node.0].kind;
    graph.nodes.iter().enumerate().any(|(index, parent)| {
        plain.contains(&NodeId(index))
            && parent.kind == *kind
            && successors(parent).any(|child| child == node)
    })
}

/// The uninterrupted nodes of one kind that a node leads to, itself first.
fn part(graph: &Graph, start: NodeId, plain: &FxHashSet<NodeId>) -> Vec<NodeId> {
    let kind = &graph.nodes[start.0].kind;
    let mut members = vec![start];
    let mut next = 0;
    while let Some(id) = members.get(next).copied() {
        next += 1;
        for child in successors(&graph.nodes[id.0]) {
            if plain.contains(&child)
                && graph.nodes[child.0].kind == *kind
                && !members.contains(&child)
            {
                members.push(child);
            }
        }
    }
    members
}

/// The node that stands for several: the pointers that lead out of them, and numbers that are
/// those of one of them (Definition 9).
fn summary_of(context: &mut Context<'_>, graph: &mut Graph, members: &[NodeId]) -> Node {
    let first = graph.nodes[members[0].0].clone();
    let mut entries: Vec<(Place, Item)> = Vec::new();
    let mut variables: Vec<(Place, TermId, u32)> = Vec::new();
    for (place, item) in &first.entries {
        match item {
            Item::Number(num, size, 0) => {
                let everywhere = members.iter().all(|member| {
                    matches!(
                        entry(&graph.nodes[member.0], *place),
                        Some(Item::Number(_, other, 0)) if other == size
                    )
                });
                if !everywhere {
                    continue;
                }
                let width = match num {
                    Num::Term(term) => context.terms.width(*term),
                    Num::Const(_) => 8 * *size as u32,
                };
                let name = format!("~{}.{}", members[0].0, variables.len());
                let variable = context.terms.var(&name, Sort::Bv(width));
                entries.push((*place, Item::Number(Num::Term(variable), *size, 0)));
                variables.push((*place, variable, width));
                let numbers = members.iter().filter_map(|member| {
                    match entry(&graph.nodes[member.0], *place) {
                        Some(Item::Number(num, ..)) => Some(*num),
                        _ => None,
                    }
                });
                let numbers = numbers.collect();
                graph.members.push((variable, numbers));
            }
            Item::Pointer(..) => {
                let mut ways: Vec<Item> = Vec::new();
                for member in members {
                    if let Some(way @ Item::Pointer(to, _)) = entry(&graph.nodes[member.0], *place)
                        && !matches!(to, To::Node(id) if members.contains(id))
                        && !ways.contains(way)
                    {
                        ways.push(way.clone());
                    }
                }
                for (index, way) in ways.into_iter().enumerate() {
                    let place = match (index, place) {
                        (0, place) => *place,
                        (_, Place::At(_, offset)) => Place::Further(*offset, index as u32),
                        (_, other) => *other,
                    };
                    entries.push((place, way));
                }
            }
            _ => {}
        }
    }
    let fact = alternatives(context, graph, members, &variables);
    graph.facts.push(fact);
    Node {
        object: first.object,
        kind: first.kind,
        entries,
        as_given: FxHashSet::default(),
        never_written: FxHashSet::default(),
    }
}

/// Definition 9: the variables have the values of one of the members.
fn alternatives(
    context: &mut Context<'_>,
    graph: &Graph,
    members: &[NodeId],
    variables: &[(Place, TermId, u32)],
) -> TermId {
    let mut any = TermId::FALSE;
    for member in members {
        let mut all = TermId::TRUE;
        for (place, variable, width) in variables {
            let Some(Item::Number(num, ..)) = entry(&graph.nodes[member.0], *place) else {
                continue;
            };
            let value = num.term(&mut context.terms, *width);
            if context.terms.width(value) == *width {
                let same = context.terms.eq(*variable, value);
                all = context.terms.and(all, same);
            }
        }
        any = context.terms.or(any, all);
    }
    any
}

fn entry(node: &Node, place: Place) -> Option<&Item> {
    let found = node.entries.iter().find(|(at, _)| *at == place);
    found.map(|(_, item)| item)
}

/// Lets what pointed to members of summaries point to these.
fn redirect(graph: &mut Graph, instead: &FxHashMap<NodeId, NodeId>) {
    let change = |item: &mut Item| {
        if let Item::Pointer(To::Node(id), _) = item
            && let Some(summary) = instead.get(id)
        {
            *id = *summary;
        }
    };
    graph.roots.iter_mut().for_each(change);
    for node in &mut graph.nodes {
        node.entries.iter_mut().for_each(|(_, item)| change(item));
    }
}
