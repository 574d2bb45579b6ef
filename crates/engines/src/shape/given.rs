//! The heaps that an unknown caller gives.
//!
//! A caller is a program, too. Lists are made one object after the other, each in front of those that are there,
//! which makes every list without circles. Other heaps are described at once, as objects whose fields lead
//! anywhere, within what is known of them.

use super::classes::Field;
use super::heaps::{Given, Shaped};
use super::translate::{Step, Translator};
use super::words::{GivenWords, U, UNKNOWN, V, W};
use ir::LocalId;
use shape::{Action, Formula, IS_NEW, Location, Predicate};

/// Builds what a pointer may lead to; gives the location behind it.
pub(super) fn build(
    translator: &mut Translator<'_>,
    chosen: LocalId,
    pointer: Predicate,
    from: Location,
) -> Location {
    let source = translator.source;
    let class = source.roles.pointers[&chosen];
    let fields = translator.fields(class);
    let Some(words) = &source.words.given else {
        return from;
    };
    let is_own = |field: &Field| source.classes.target(*field) == Some(class);
    match (source.given, &*fields) {
        // Objects that lead to others of their own class, in one way.
        (Given::Shaped(_), [(field, step)]) if is_own(field) => {
            list(translator, words, pointer, (*field, *step), from)
        }
        (Given::Shaped(shaped), fields) if fields.iter().all(|(field, _)| is_own(field)) => {
            let parameter = translator.parameter(chosen);
            let made = made(shaped, parameter.as_ref());
            let said = parameter.and_then(|(own, _)| shaped.bodies.get(&own));
            // What parameters are is told when the entry is called, and nothing is said by them before.
            let bodies = said.into_iter().flatten();
            let bodies = bodies.filter(|body| !source.spec.has_parameter(**body));
            let said = bodies.map(|body| source.words.bodies[*body]).collect();
            let kind = Kind { shaped, made, said };
            graph(translator, words, kind, pointer, fields, from)
        }
        _ => anything(translator, pointer, from),
    }
}

/// A list of any length, which may end in what is there.
fn list(
    translator: &mut Translator<'_>,
    words: &GivenWords,
    pointer: Predicate,
    (field, step): (Field, Predicate),
    from: Location,
) -> Location {
    let scratch = words.scratch;
    let any = translator.location();
    let end = translator.location();
    let null = Action::new("null").update(pointer, &[V], Formula::FALSE);
    translator.add(from, Step::new(null), end);
    let some = Action::new("some").update(pointer, &[V], translator.any_object());
    translator.add(from, Step::new(some), any);
    let is_one = pointer.at([V]);
    let one = Action::new("one")
        .focus(is_one.clone())
        .assume(is_one.exists(V));
    translator.add(any, Step::new(one), end);
    let (made, linked) = (translator.location(), translator.location());
    let make = translator.fresh(scratch, Action::new("new"));
    translator.add(end, Step::new(make), made);
    let link = translator.link(scratch, step, field, pointer);
    let link = Step::new(link.action);
    match translator.sharpen(scratch) {
        Some(sharpen) => {
            let between = translator.location();
            translator.add(made, link, between);
            translator.add(between, sharpen, linked);
        }
        None => translator.add(made, link, linked),
    }
    let moved = Action::new("in front").update(pointer, &[V], scratch.at([V]));
    let moved = moved.update(scratch, &[V], Formula::FALSE);
    translator.add(linked, Step::new(moved), end);
    end
}

/// How many objects a caller makes for a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    /// None: it is one of those that are there.
    None,
    /// One at most, which leads nowhere.
    End,
    /// Any number.
    Any,
}

/// What is known of what a caller makes for a parameter.
struct Kind<'a> {
    shaped: &'a Shaped,
    made: Made,
    /// What is said of every object that is made.
    said: Vec<Predicate>,
}

fn made(shaped: &Shaped, parameter: Option<&(LocalId, Vec<LocalId>)>) -> Made {
    let Some((own, before)) = parameter else {
        return Made::Any;
    };
    let within = shaped.within.get(own);
    if within.is_some_and(|holders| holders.iter().any(|holder| before.contains(holder))) {
        Made::None
    } else if shaped.ends.contains(own) {
        Made::End
    } else {
        Made::Any
    }
}

/// Objects of one class whose fields lead anywhere among them and to what is there, without circles where there
/// are none. Along these fields, what was there leads to none of them, since it leads only to what it leads to itself.
fn graph(
    translator: &mut Translator<'_>,
    words: &GivenWords,
    kind: Kind<'_>,
    pointer: Predicate,
    fields: &[(Field, Predicate)],
    mut from: Location,
) -> Location {
    let Kind {
        shaped,
        made: count,
        said,
    } = kind;
    let (made, beyond, scratch) = (words.made, words.beyond, words.scratch);
    let is_new = |predicate: Predicate| predicate.at([V]).or(IS_NEW.at([V]));
    let make = translator.fresh(scratch, Action::new("new"));
    let mut make = make.update(made, &[V], is_new(made));
    // What is said of an object depends on what it leads to, which stays: evaluating it anew would find less.
    let bodies = &translator.source.words.bodies;
    for body in bodies {
        let now = IS_NEW.at([V]).if_else(UNKNOWN, body.at([V]));
        make = make.update(*body, &[V], now);
    }
    match count {
        Made::None => {}
        Made::End => {
            let one = translator.location();
            translator.add(from, Step::new(make), one);
            translator.add(from, Step::default(), one);
            from = one;
        }
        Made::Any => translator.add(from, Step::new(make), from),
    }
    if shaped.has_others && count != Made::None {
        let other = translator.fresh(scratch, Action::new("other"));
        let mut other = other.update(beyond, &[V], is_new(beyond));
        for body in bodies {
            let now = IS_NEW.at([V]).if_else(UNKNOWN, body.at([V]));
            other = other.update(*body, &[V], now);
        }
        translator.add(from, Step::new(other), from);
    }
    let [linked, led, told] = [(); 3].map(|()| translator.location());
    let end = translator.location();
    let mut link = Action::new("anywhere").update(scratch, &[V], Formula::FALSE);
    for (field, step) in fields {
        let now = match (shaped.along.contains(field), count) {
            (true, Made::End) => continue,
            (true, _) => {
                let any = made.at([V]).and(translator.an_object(W));
                step.at([V, W]).or(any.and(UNKNOWN))
            }
            (false, _) => {
                // What was there may also lead to what is made now, which was beyond until then.
                let beyond = step.at([V, U]).and(beyond.at([U])).exists(U);
                let moved = step.at([V, W]).or(made.at([W])).and(UNKNOWN);
                let kept = beyond.if_else(moved, step.at([V, W]));
                let any = translator.not_a_number(W).and(UNKNOWN);
                made.at([V]).if_else(any, kept)
            }
        };
        link = link.update(*step, &[V, W], now);
    }
    // Every heap can be made of no more objects than it is said of.
    for body in bodies {
        let new = match said.contains(body) {
            true => Formula::TRUE,
            false => UNKNOWN,
        };
        let now = made.at([V]).if_else(new, body.at([V]));
        link = link.update(*body, &[V], now);
    }
    // Paths between what was there are as they were, which evaluating them anew would not find.
    for paths in &translator.source.words.paths {
        let any = made.at([V]).and(UNKNOWN);
        let now = match paths.fields.is_subset(&shaped.along) {
            true => paths.star.at([V, W]).or(any),
            false => V.equals(W).if_else(Formula::TRUE, UNKNOWN),
        };
        link = link.update(paths.star, &[V, W], now);
    }
    translator.add(from, Step::new(link), linked);
    let lead = Action::new("lead").update(pointer, &[V], translator.any_object());
    translator.add(linked, Step::new(lead), led);
    let mut tell = Action::new("tell").focus(pointer.at([V]));
    let paths = &translator.source.words.paths;
    let along = paths
        .iter()
        .position(|paths| paths.fields == shaped.along)
        .map(|paths| translator.source.words.reaches(pointer, paths, V));
    if let Some(reached) = &along {
        tell = tell.focus(reached.clone());
    }
    translator.add(led, Step::new(tell), told);
    // What is not led to does not matter.
    let mut keep = Action::new("given").update(made, &[V], Formula::FALSE);
    if let Some(reached) = along {
        keep = keep.retain(V, made.at([V]).not().or(reached));
    }
    for body in bodies {
        keep = keep.focus(made.at([V]).and(body.at([V])));
        keep = keep.update(*body, &[V], body.at([V]));
    }
    translator.add(told, Step::new(keep), end);
    end
}

/// Objects of which nothing is known.
fn anything(translator: &mut Translator<'_>, pointer: Predicate, from: Location) -> Location {
    let (some, end) = (translator.location(), translator.location());
    let make = translator.fresh(pointer, Action::new("new"));
    translator.add(from, Step::new(make), from);
    let mut any = Action::new("any").update(pointer, &[V], translator.any_object());
    for step in translator.source.words.fields.values() {
        let both = translator.an_object(V).and(translator.an_object(W));
        any = any.update(*step, &[V, W], both.and(UNKNOWN));
    }
    translator.add(from, Step::new(any), some);
    translator.add(
        some,
        Step::new(Action::new("one").focus(pointer.at([V]))),
        end,
    );
    end
}
