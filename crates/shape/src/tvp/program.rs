//! From what a TVP file says to a vocabulary and a graph of actions.

use rustc_hash::FxHashMap;

use super::error::{Error, Position};
use super::resolve::{Bindings, Names, text};
use super::syntax::{
    ActionDeclaration, Declaration, EdgeDeclaration, File, Name, PredicateDeclaration, Report,
    Sentence, UpdateDeclaration,
};
use crate::action::{Action, Allocation, Claim, Update};
use crate::analyse::{Graph, Location};
use crate::formula::{Formula, Var};
use crate::vocabulary::{Arity, IS_NEW, Trait, Vocabulary};

/// A vocabulary may have this many predicates.
const MAX_PREDICATES: usize = 4_000;
/// There may be this many rules.
const MAX_RULES: usize = 20_000;

/// A program that was read from a TVP file.
#[derive(Debug)]
pub struct Program {
    /// Its predicates and laws.
    pub vocabulary: Vocabulary,
    /// Its locations and actions.
    pub graph: Graph,
    /// The locations whose structures the file asks for; all if there are none.
    pub shown: Vec<Location>,
}

/// Puts a program together.
pub(super) fn program(file: &File, start: &Position) -> Result<Program, Error> {
    let mut names = Names::default();
    names.declared(IS_NEW);
    names.repeat(&file.declarations, &Bindings::default(), &mut declare)?;
    let mut assembly = Assembly {
        names,
        actions: file
            .actions
            .iter()
            .map(|action| (&*action.name, action))
            .collect(),
        graph: Graph::default(),
        locations: FxHashMap::default(),
    };
    for edge in &file.edges {
        assembly.edge(edge)?;
    }
    let mut shown = Vec::new();
    for name in &file.shown {
        let found = assembly.locations.get(name).copied();
        shown.push(found.ok_or_else(|| start.error(format!("there is no location {name}")))?);
    }
    Ok(Program {
        vocabulary: assembly.names.vocabulary,
        graph: assembly.graph,
        shown,
    })
}

fn declare(names: &mut Names, item: &Declaration, bindings: &Bindings) -> Result<(), Error> {
    match item {
        Declaration::Set(name, set, position) => {
            let members = names.members(set, bindings, position)?;
            names.sets.insert(name.clone(), members);
            Ok(())
        }
        Declaration::Predicate(declaration) => declare_predicate(names, declaration, bindings),
        Declaration::Rule(body, head, position) => {
            let body = names.formula(body, bindings, position)?;
            let head = names.formula(head, bindings, position)?;
            if names.vocabulary.rules().len() >= MAX_RULES {
                return Err(position.error("too many rules"));
            }
            names.vocabulary.rule(body, head);
            Ok(())
        }
    }
}

fn declare_predicate(
    names: &mut Names,
    declaration: &PredicateDeclaration,
    bindings: &Bindings,
) -> Result<(), Error> {
    let position = &declaration.position;
    let name = declaration.name.bind(bindings).to_string();
    if names.knows(&name) {
        return Err(position.error(format!("the predicate {name} is declared twice")));
    }
    if names.vocabulary.predicates().count() >= MAX_PREDICATES {
        return Err(position.error("too many predicates"));
    }
    let parameters = names.parameters(&declaration.parameters, position)?;
    let arity = match parameters.len() {
        0 => Arity::Nullary,
        1 => Arity::Unary,
        2 => Arity::Binary,
        _ => return Err(position.error("predicates of more than two nodes are not supported")),
    };
    let traits = traits(&declaration.properties, position)?;
    let predicate = match &declaration.definition {
        None => names.vocabulary.core(&name, arity, &traits),
        Some(definition) => {
            let formula = names.formula(definition, bindings, position)?;
            closed(&formula, &parameters, position)?;
            names
                .vocabulary
                .instrument(&name, &parameters, formula, &traits)
        }
    };
    names.declared(predicate);
    Ok(())
}

fn traits(properties: &[String], position: &Position) -> Result<Vec<Trait>, Error> {
    let mut traits = Vec::new();
    for property in properties {
        traits.push(match &**property {
            "unique" => Trait::Unique,
            "function" => Trait::Function,
            "invfunction" => Trait::InverseFunction,
            "acyclic" => Trait::Acyclic,
            "symmetric" => Trait::Symmetric,
            "antisymmetric" => Trait::Antisymmetric,
            "reflexive" => Trait::Reflexive,
            "antireflexive" => Trait::Irreflexive,
            "transitive" => Trait::Transitive,
            "nonabs" => Trait::NonAbstraction,
            "pointer" => Trait::Pointer,
            "abs" | "box" => continue,
            other => return Err(position.error(format!("unknown property `{other}`"))),
        });
    }
    Ok(traits)
}

/// Fails if a formula has a free variable that is not among these.
fn closed(formula: &Formula, allowed: &[Var], position: &Position) -> Result<(), Error> {
    if formula
        .free()
        .iter()
        .all(|variable| allowed.contains(variable))
    {
        return Ok(());
    }
    Err(position.error("a variable of the formula is not bound"))
}

struct Assembly<'f> {
    names: Names,
    actions: FxHashMap<&'f str, &'f ActionDeclaration>,
    graph: Graph,
    locations: FxHashMap<String, Location>,
}

impl Assembly<'_> {
    fn edge(&mut self, edge: &EdgeDeclaration) -> Result<(), Error> {
        let position = &edge.position;
        let name = &edge.action;
        let declared = self.actions.get(&**name).copied();
        let declared =
            declared.ok_or_else(|| position.error(format!("there is no action {name}")))?;
        let (found, wanted) = (edge.arguments.len(), declared.parameters.len());
        if found != wanted {
            return Err(position.error(format!("{name} has {wanted} parameters, not {found}")));
        }
        let parameters = declared.parameters.iter().cloned();
        let bindings: Bindings = parameters.zip(edge.arguments.iter().cloned()).collect();
        let action = self.action(declared, &bindings, position)?;
        let (from, to) = (self.location(&edge.from), self.location(&edge.to));
        self.graph.edge(from, action, to);
        Ok(())
    }

    fn location(&mut self, name: &str) -> Location {
        if let Some(location) = self.locations.get(name) {
            return *location;
        }
        let location = self.graph.location(name);
        self.locations.insert(name.to_owned(), location);
        location
    }

    /// An action with its arguments in place.
    fn action(
        &mut self,
        declared: &ActionDeclaration,
        bindings: &Bindings,
        position: &Position,
    ) -> Result<Action, Error> {
        let names = &mut self.names;
        let mut action = Action::new(text(&declared.title, bindings));
        names.repeat(
            &declared.focus,
            bindings,
            &mut |names, sentence, bindings| {
                action
                    .focus
                    .push(names.formula(sentence, bindings, position)?);
                Ok(())
            },
        )?;
        let mut chosen = Vec::new();
        if let Some(precondition) = &declared.precondition {
            let formula = names.formula(precondition, bindings, position)?;
            chosen = formula.free().into_iter().collect();
            action.precondition = Some(formula);
        }
        for (reports, claims) in [
            (&declared.messages, &mut action.claims),
            (&declared.messages_after, &mut action.claims_after),
        ] {
            names.repeat(reports, bindings, &mut |names, report, bindings| {
                claims.push(claim(names, report, bindings, &chosen, position)?);
                Ok(())
            })?;
        }
        if declared.allocates {
            action.allocation = Allocation::One;
        }
        names.repeat(
            &declared.updates,
            bindings,
            &mut |names, update, bindings| {
                action
                    .updates
                    .extend(updated(names, update, bindings, &chosen)?);
                Ok(())
            },
        )?;
        if let Some(retain) = &declared.retain {
            action.retain = Some(retained(names, retain, bindings, &chosen, position)?);
        }
        Ok(action)
    }
}

fn claim(
    names: &mut Names,
    report: &Report,
    bindings: &Bindings,
    chosen: &[Var],
    position: &Position,
) -> Result<Claim, Error> {
    let violation = names.formula(&report.violation, bindings, position)?;
    closed(&violation, chosen, position)?;
    Ok(Claim {
        violation,
        message: text(&report.message, bindings),
    })
}

fn updated(
    names: &mut Names,
    update: &UpdateDeclaration,
    bindings: &Bindings,
    chosen: &[Var],
) -> Result<Option<Update>, Error> {
    let position = &update.position;
    let name: Name = update.name.bind(bindings);
    let predicate = names.predicate(&name, position)?;
    let parameters = names.parameters(&update.parameters, position)?;
    if parameters.len() != predicate.arity().count() {
        return Err(position.error(format!("{name} is updated with too many or few arguments")));
    }
    let Some(formula) = &update.formula else {
        return Ok(None);
    };
    let formula = names.formula(formula, bindings, position)?;
    let allowed: Vec<Var> = parameters.iter().chain(chosen).copied().collect();
    closed(&formula, &allowed, position)?;
    Ok(Some(Update {
        predicate,
        parameters,
        formula,
    }))
}

fn retained(
    names: &mut Names,
    retain: &Sentence,
    bindings: &Bindings,
    chosen: &[Var],
    position: &Position,
) -> Result<(Var, Formula), Error> {
    let formula = names.formula(retain, bindings, position)?;
    let own: Vec<Var> = formula
        .free()
        .into_iter()
        .filter(|variable| !chosen.contains(variable))
        .collect();
    match *own {
        [variable] => Ok((variable, formula)),
        _ => Err(position.error("%retain needs a formula of one variable")),
    }
}
