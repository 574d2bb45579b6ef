//! From what is written to what is meant: names are looked up in the program, and types decide
//! what the operators are.

mod expr;
mod invariants;
mod operators;
mod types;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use ir::{ContractText, Procedure, ProcedureId, Program, Span};

use crate::error::{Error, Problem};
use crate::lex::Fault;
use crate::parse::{Loss, MAX_DEPTH, parse};
use crate::structure::Moment;
use crate::syntax::{self, ClauseKind, ExprKind, Extent, Parsed};
use crate::typed::{Clause, Contract, Formula};
use types::Ty;

/// The contract of a procedure, one without clauses if nothing is written, and everything that is
/// wrong with it and with the invariants of classes. A clause that cannot be understood is not
/// among those of the contract.
///
/// Predicates are shared: those of every contract of the program can be used, the procedure's own
/// first.
pub fn resolve(program: &Program, procedure: ProcedureId) -> (Contract, Vec<Error>) {
    let procedure = &program[procedure];
    let own: Vec<Written> = procedure
        .contracts
        .iter()
        .filter(|text| is_contract(&text.text))
        .map(Written::new)
        .collect();
    let classes = invariants::of_classes(program);
    let mut errors: Vec<Error> = Vec::new();
    for written in own.iter().chain(classes.iter().map(|(_, written)| written)) {
        errors.extend(written.lost());
        errors.extend(written.repeated_predicates());
    }
    let mut definitions: Vec<Definition> = own.iter().flat_map(Written::define).collect();
    definitions.extend(shared_predicates(program, &procedure.contracts));
    let source = match own.first().or(classes.first().map(|(_, written)| written)) {
        Some(written) => written.source.clone(),
        None => return (Contract::default(), Vec::new()),
    };
    let mut resolver = Resolver {
        program,
        procedure,
        source,
        definitions: &definitions,
        scope: Vec::new(),
        inside: Inside::Procedure,
        when: When::Requires,
        active: Vec::new(),
        nesting: 0,
        tallest: 0,
        instances: HashMap::new(),
    };
    let mut contract = Contract::default();
    for written in &own {
        let is_of_class = classes.iter().any(|(_, class)| class.is_same(written));
        for clause in &written.parsed.clauses {
            if is_of_class && clause.kind == ClauseKind::Invariant {
                continue;
            }
            for &(when, moment) in moments(clause.kind) {
                resolver.source = written.source.clone();
                match resolver.clause(clause, when) {
                    Ok(formula) => contract.clauses.push(Clause {
                        kind: clause.kind,
                        moment,
                        formula,
                        text: written.text_of(clause),
                        span: written.source.span(clause.formula.extent),
                    }),
                    Err(error) => errors.push(error.of(clause)),
                }
            }
        }
    }
    resolver.invariants(&classes, &mut contract, &mut errors);
    errors.sort_by_key(|error| error.span);
    errors.dedup();
    (contract, errors)
}

/// Whether a comment is a contract, perhaps a wrong one, and no mark for another tool: those have
/// no blank before their name, as in `//@Override` and `/*@null@*/`.
fn is_contract(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    text.starts_with(char::is_whitespace)
        || words.any(|word| matches!(word, "requires" | "ensures" | "invariant" | "pred"))
}

/// A contract with what it says, as far as that needs no program.
struct Written {
    parsed: Parsed,
    losses: Vec<Loss>,
    source: Rc<Source>,
}

impl Written {
    fn new(text: &ContractText) -> Written {
        let (parsed, losses) = parse(&text.text);
        let source = Rc::new(Source::new(text, &parsed));
        Written {
            parsed,
            losses,
            source,
        }
    }

    fn is_same(&self, other: &Written) -> bool {
        self.source.span == other.source.span && self.source.text == other.source.text
    }

    fn text_of(&self, clause: &syntax::Clause) -> Arc<str> {
        clause.formula.extent.of(&self.source.text).into()
    }

    /// What cannot be read.
    fn lost(&self) -> impl Iterator<Item = Error> {
        let losses = self.losses.iter().cloned();
        losses.map(|(lost, fault)| Error {
            lost,
            ..self.source.error(fault)
        })
    }

    /// Its predicates.
    fn define(&self) -> Vec<Definition> {
        let predicates = self.parsed.predicates.iter();
        predicates
            .map(|predicate| Definition {
                predicate: predicate.clone(),
                source: self.source.clone(),
            })
            .collect()
    }

    fn repeated_predicates(&self) -> Vec<Error> {
        let predicates = &self.parsed.predicates;
        let names = predicates.iter().map(|predicate| &predicate.name);
        let repeated = names.enumerate().filter(|(index, name)| {
            let mut before = predicates[..*index].iter();
            before.any(|other| other.name.text == name.text)
        });
        repeated
            .map(|(_, name)| {
                let problem = Problem::PredicateTwice(name.text.to_string());
                self.source.error((name.extent, problem))
            })
            .collect()
    }
}

fn moments(kind: ClauseKind) -> &'static [(When, Moment)] {
    match kind {
        ClauseKind::Requires => &[(When::Requires, Moment::Entry)],
        ClauseKind::Ensures => &[(When::Ensures, Moment::Exit)],
        ClauseKind::Invariant => &[
            (When::Requires, Moment::Entry),
            (When::Invariant, Moment::Exit),
        ],
    }
}

/// The predicates of the other contracts of a program.
fn shared_predicates(program: &Program, but: &[ContractText]) -> Vec<Definition> {
    let of_procedures = program.procedures.iter().flat_map(|p| &p.contracts);
    let records = program.types.records();
    let of_classes = records.flat_map(|(_, record)| &record.invariants);
    let mut seen: Vec<&ContractText> = but.iter().collect();
    let mut found = Vec::new();
    for text in of_procedures.chain(of_classes) {
        // A class has the invariants of those above it.
        if !seen.contains(&text) {
            seen.push(text);
            found.extend(Written::new(text).define());
        }
    }
    found
}

/// A predicate and the contract that it is written in.
struct Definition {
    predicate: Arc<syntax::Predicate>,
    source: Rc<Source>,
}

/// The text of a contract and its place in the user's file.
struct Source {
    text: Arc<str>,
    span: Span,
    /// What is indexed somewhere in it, without blanks: a reference that is used as an array.
    arrays: HashSet<String>,
}

/// The length of `/*@`, which the span of a contract starts with.
const OPENING: u32 = 3;

impl Source {
    fn new(text: &ContractText, parsed: &Parsed) -> Source {
        let mut source = Source {
            text: text.text.clone(),
            span: text.span,
            arrays: HashSet::new(),
        };
        let mut arrays = HashSet::new();
        let bodies = parsed.predicates.iter().map(|p| &p.body);
        for formula in parsed.clauses.iter().map(|c| &c.formula).chain(bodies) {
            source.collect_arrays(formula, &mut arrays);
        }
        source.arrays = arrays;
        source
    }

    fn collect_arrays(&self, expr: &syntax::Expr, arrays: &mut HashSet<String>) {
        if let ExprKind::Index(array, _) = &expr.kind {
            arrays.insert(self.compact(array.extent));
        }
        for child in expr.children() {
            self.collect_arrays(child, arrays);
        }
    }

    fn compact(&self, extent: Extent) -> String {
        let text = extent.of(&self.text).chars();
        text.filter(|c| !c.is_whitespace()).collect()
    }

    fn is_used_as_array(&self, expr: &syntax::Expr) -> bool {
        self.arrays.contains(&self.compact(expr.extent))
    }

    fn error(&self, (extent, problem): Fault) -> Error {
        Error {
            span: self.span(extent),
            problem,
            lost: None,
        }
    }

    fn span(&self, extent: Extent) -> Span {
        let (line, column) = self.position(extent.start);
        let (end_line, end_column) = self.position(extent.end);
        Span {
            file: self.span.file,
            line,
            column,
            end_line,
            end_column,
        }
    }

    fn position(&self, offset: usize) -> (u32, u32) {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let lines = before.bytes().filter(|&b| b == b'\n').count() as u32;
        match before.rfind('\n') {
            Some(newline) => (self.span.line + lines, (offset - newline) as u32),
            None => (self.span.line, self.span.column + OPENING + offset as u32),
        }
    }
}

/// What the context of an expression allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum When {
    Requires,
    Ensures,
    /// Inside of `old`.
    Old,
    /// An invariant when the procedure returns.
    Invariant,
}

impl When {
    fn moment(self) -> Moment {
        match self {
            When::Requires | When::Old => Moment::Entry,
            When::Ensures | When::Invariant => Moment::Exit,
        }
    }
}

/// Which names an expression can use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inside {
    /// The parameters of the procedure, and what is global.
    Procedure,
    /// The arguments of the predicate, and what is global.
    Predicate,
    /// The object, the only variable, with its fields, and what is global.
    Invariant,
}

type Resolve<T> = Result<T, Error>;

/// A predicate for arguments of certain types.
#[derive(Clone)]
struct Instance {
    body: Arc<Formula>,
    /// How deeply it is nested, its own predicates included.
    height: usize,
}

struct Resolver<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
    source: Rc<Source>,
    definitions: &'p [Definition],
    /// The variables, outermost first.
    scope: Vec<(Arc<str>, Ty)>,
    inside: Inside,
    when: When,
    /// The predicates that are being resolved.
    active: Vec<usize>,
    /// How deeply the predicates that are being resolved are nested.
    nesting: usize,
    /// The height of the tallest predicate in the current body.
    tallest: usize,
    instances: HashMap<(usize, Vec<Ty>, When), Instance>,
}

impl<'p> Resolver<'p> {
    fn clause(&mut self, clause: &syntax::Clause, when: When) -> Resolve<Formula> {
        self.when = when;
        self.scope.clear();
        self.formula(&clause.formula)
    }

    /// The body of a predicate for arguments of these types.
    fn instance(&mut self, name: &syntax::Name, arguments: &[Ty]) -> Resolve<Arc<Formula>> {
        let index = self.definition(name, arguments.len())?;
        let key = (index, arguments.to_vec(), self.when);
        let instance = match self.instances.get(&key) {
            Some(known) => known.clone(),
            None => {
                let instance = self.instantiate(index, name, arguments)?;
                self.instances.insert(key, instance.clone());
                instance
            }
        };
        self.tallest = self.tallest.max(instance.height);
        match instance.height > MAX_DEPTH {
            true => Err(self.error(name.extent, Problem::TooDeep)),
            false => Ok(instance.body),
        }
    }

    /// Which predicate is meant, if it can be used with so many arguments here.
    fn definition(&self, name: &syntax::Name, arguments: usize) -> Resolve<usize> {
        let names = || self.definitions.iter().map(|d| &d.predicate.name.text);
        let text = name.text.to_string();
        let Some(index) = names().position(|known| *known == name.text) else {
            let known: BTreeSet<String> = names().map(|known| known.to_string()).collect();
            let known = known.into_iter().collect();
            let problem = Problem::UnknownPredicate { name: text, known };
            return Err(self.error(name.extent, problem));
        };
        let expected = self.definitions[index].predicate.parameters.len();
        if expected != arguments {
            let problem = Problem::Arguments {
                name: text,
                expected,
                found: arguments,
            };
            return Err(self.error(name.extent, problem));
        }
        match self.active.contains(&index) {
            true => Err(self.error(name.extent, Problem::RecursivePredicate(text))),
            false => Ok(index),
        }
    }

    fn instantiate(
        &mut self,
        index: usize,
        name: &syntax::Name,
        arguments: &[Ty],
    ) -> Resolve<Instance> {
        let definitions: &'p [Definition] = self.definitions;
        let definition = &definitions[index];
        let predicate = &definition.predicate;
        let depth = predicate.body.depth;
        if self.nesting + depth > MAX_DEPTH {
            return Err(self.error(name.extent, Problem::TooDeep));
        }
        let parameters = predicate.parameters.iter().map(|name| name.text.clone());
        let scope = parameters.zip(arguments.iter().copied()).collect();
        let outer = Outer {
            scope: std::mem::replace(&mut self.scope, scope),
            source: std::mem::replace(&mut self.source, definition.source.clone()),
            inside: std::mem::replace(&mut self.inside, Inside::Predicate),
            tallest: std::mem::take(&mut self.tallest),
        };
        self.active.push(index);
        self.nesting += depth;
        let body = self.formula(&predicate.body);
        self.nesting -= depth;
        self.active.pop();
        let height = depth + std::mem::replace(&mut self.tallest, outer.tallest);
        self.scope = outer.scope;
        self.source = outer.source;
        self.inside = outer.inside;
        Ok(Instance {
            body: Arc::new(body?),
            height,
        })
    }

    fn error(&self, extent: Extent, problem: Problem) -> Error {
        self.source.error((extent, problem))
    }
}

/// What is put aside while the body of a predicate is resolved.
struct Outer {
    scope: Vec<(Arc<str>, Ty)>,
    source: Rc<Source>,
    inside: Inside,
    tallest: usize,
}
