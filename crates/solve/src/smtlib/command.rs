//! Carrying out the commands of a script.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use logic::{Assignment, Evaluator, Function, FunctionDecl, Sort, TermId, Terms, quote};

use super::convert::{self, Converter};
use super::scope::{Meaning, Scope};
use super::sexpr::{Kind, Node, Source};
use super::{Error, Options, Status, model, ops};
use crate::layers::Outcome;
use crate::sat::Limits;
use crate::session::{Session, minimise};
use crate::solver::Statistics;

/// The state of a script.
pub(super) struct Script {
    options: Options,
    terms: Terms,
    solver: Box<dyn Session>,
    scope: Scope,
    /// What each open scope has declared and named; the first is the outermost.
    frames: Vec<Frame>,
    last: Last,
    time_limit: Option<Duration>,
    print_success: bool,
    minimal_cores: bool,
    global_declarations: bool,
}

#[derive(Default)]
struct Frame {
    constants: Vec<TermId>,
    functions: Vec<Function>,
    /// Assertions with names: they are assumed at each check, so that cores can tell.
    named: Vec<(String, TermId)>,
}

/// What can be asked about the last check.
enum Last {
    Nothing,
    Sat(Arc<Assignment>),
    Unsat(Vec<TermId>),
    Unknown,
}

/// What a command answers, or that it ends the script.
enum Reply {
    Silent,
    Text(String),
    Exit,
}

impl Script {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            time_limit: options.time_limit,
            options: options.clone(),
            terms: Terms::new(),
            solver: options.backend.session(),
            scope: Scope::default(),
            frames: vec![Frame::default()],
            last: Last::Nothing,
            print_success: false,
            minimal_cores: false,
            global_declarations: false,
        }
    }

    pub(super) fn run(&mut self, text: &str, out: &mut dyn Write) -> io::Result<Status> {
        let mut source = Source::new(text);
        let mut status = Status::Success;
        while let Some(command) = source.read() {
            let (reply, readable) = match command {
                Ok(node) => (self.command(&source, node), true),
                Err(error) => (Err(error), false),
            };
            match reply {
                Ok(Reply::Silent) if self.print_success => writeln!(out, "success")?,
                Ok(Reply::Silent) => {}
                Ok(Reply::Text(text)) => writeln!(out, "{text}")?,
                Ok(Reply::Exit) => break,
                Err(error) => {
                    status = Status::Errors;
                    writeln!(
                        out,
                        "(error \"{}\")",
                        error.to_string().replace('"', "\"\"")
                    )?;
                }
            }
            out.flush()?;
            if !readable {
                break;
            }
        }
        Ok(status)
    }

    fn command(&mut self, source: &Source<'_>, node: Node) -> Result<Reply, Error> {
        let list = source.list(node).unwrap_or(&[]);
        let name = list.first().and_then(|&n| source.symbol(n));
        let Some(name) = name else {
            return Err(source.error(node, "expected a command"));
        };
        let args = &list[1..];
        match (name, args) {
            ("set-logic", &[logic]) => self.set_logic(source, logic),
            ("set-option", &[key, value]) => Ok(self.set_option(source, key, value)),
            ("set-info", _) => Ok(Reply::Silent),
            ("get-info", &[key]) => self.get_info(source, key),
            ("echo", &[text]) => match source.kind(text) {
                Kind::Text(text) => Ok(Reply::Text(format!("\"{text}\""))),
                _ => Err(source.error(text, "echo takes a string")),
            },
            ("declare-const", &[name, sort]) => self.declare(source, name, &[], sort),
            ("declare-fun", &[name, domain, sort]) => match source.list(domain) {
                Some(domain) => self.declare(source, name, domain, sort),
                None => Err(source.error(domain, "expected the sorts of the arguments")),
            },
            ("define-sort", &[name, parameters, sort]) => {
                self.define_sort(source, name, parameters, sort)
            }
            ("define-const", &[name, sort, body]) => self.define(source, name, &[], sort, body),
            ("define-fun", &[name, parameters, sort, body]) => match source.list(parameters) {
                Some(parameters) => self.define(source, name, parameters, sort, body),
                None => Err(source.error(parameters, "expected the parameters")),
            },
            ("assert", &[term]) => self.assert(source, term),
            ("check-sat", &[]) => self.check(source, node, &[]),
            ("check-sat-assuming", &[literals]) => {
                let Some(literals) = source.list(literals) else {
                    return Err(source.error(literals, "expected a list of literals"));
                };
                let assumptions: Vec<TermId> = literals
                    .iter()
                    .map(|&n| self.boolean(source, n))
                    .collect::<Result<_, _>>()?;
                self.check(source, node, &assumptions)
            }
            ("get-model", &[]) => self.get_model(source, node),
            ("get-value", &[list]) => self.get_value(source, list),
            ("get-unsat-core", &[]) => self.get_core(source, node),
            ("get-unsat-assumptions", &[]) => self.get_core_assumptions(source, node),
            ("push" | "pop", levels @ ([] | [_])) => self.scopes(source, node, name, levels),
            ("reset", &[]) => {
                *self = Self::new(&self.options);
                Ok(Reply::Silent)
            }
            ("reset-assertions", &[]) => {
                self.reset_assertions();
                Ok(Reply::Silent)
            }
            ("exit", &[]) => Ok(Reply::Exit),
            _ => Err(source.error(
                node,
                format!(
                    "`{name}` with {} arguments is no command that is supported",
                    args.len()
                ),
            )),
        }
    }

    /// Back to no assertions and no open scopes, and to no declarations either
    /// unless they are global.
    fn reset_assertions(&mut self) {
        self.solver = self.options.backend.session();
        self.last = Last::Nothing;
        while self.frames.len() > 1 {
            self.pop_names();
        }
        match self.global_declarations {
            true => self.frames.iter_mut().for_each(|f| f.named.clear()),
            false => {
                self.scope = Scope::default();
                self.frames = vec![Frame::default()];
            }
        }
    }

    /// Forgets what the innermost scope has declared. What is global moves outwards.
    fn pop_names(&mut self) {
        let (Some(inner), Some(outer)) = (self.frames.pop(), self.frames.last_mut()) else {
            return;
        };
        if self.global_declarations {
            outer.constants.extend(inner.constants);
            outer.functions.extend(inner.functions);
            self.scope
                .pop_keeping(|name| inner.named.iter().all(|(n, _)| n != name));
        } else {
            self.scope.pop();
        }
    }

    fn set_logic(&mut self, source: &Source<'_>, logic: Node) -> Result<Reply, Error> {
        let name = source.symbol(logic).unwrap_or("");
        let mut rest = name.strip_prefix("QF_").unwrap_or(name);
        if name == "ALL" {
            return Ok(Reply::Silent);
        }
        for theory in ["A", "UF", "BV", "FP"] {
            rest = rest.strip_prefix(theory).unwrap_or(rest);
        }
        if rest.is_empty() && name.starts_with("QF_") && name != "QF_" {
            Ok(Reply::Silent)
        } else {
            Err(source.error(
                logic,
                format!("the logic {} is not supported", source.shown(logic)),
            ))
        }
    }

    fn set_option(&mut self, source: &Source<'_>, key: Node, value: Node) -> Reply {
        let on = source.symbol(value) == Some("true");
        match source.kind(key) {
            Kind::Keyword("print-success") => self.print_success = on,
            Kind::Keyword("minimal-unsat-cores") => self.minimal_cores = on,
            Kind::Keyword("global-declarations") => self.global_declarations = on,
            Kind::Keyword("timeout") => {
                self.time_limit = source
                    .numeral(value)
                    .map(|ms| Duration::from_millis(ms.into()));
            }
            Kind::Keyword(
                "produce-models"
                | "produce-unsat-cores"
                | "produce-unsat-assumptions"
                | "produce-assignments"
                | "random-seed"
                | "verbosity",
            ) => {}
            _ => return Reply::Text("unsupported".to_owned()),
        }
        Reply::Silent
    }

    fn get_info(&mut self, source: &Source<'_>, key: Node) -> Result<Reply, Error> {
        Ok(Reply::Text(match source.kind(key) {
            Kind::Keyword("name") => "(:name \"concrex\")".to_owned(),
            Kind::Keyword("version") => format!("(:version \"{}\")", env!("CARGO_PKG_VERSION")),
            Kind::Keyword("authors") => "(:authors \"the Concrex developers\")".to_owned(),
            Kind::Keyword("error-behavior") => "(:error-behavior continued-execution)".to_owned(),
            Kind::Keyword("assertion-stack-levels") => {
                format!("(:assertion-stack-levels {})", self.frames.len() - 1)
            }
            Kind::Keyword("reason-unknown") if matches!(self.last, Last::Unknown) => {
                "(:reason-unknown timeout)".to_owned()
            }
            Kind::Keyword("all-statistics") => match self.solver.statistics() {
                Some(statistics) => shown(&statistics),
                None => "()".to_owned(),
            },
            Kind::Keyword(_) => "unsupported".to_owned(),
            _ => return Err(source.error(key, "get-info takes a keyword")),
        }))
    }

    fn declare(
        &mut self,
        source: &Source<'_>,
        name: Node,
        domain: &[Node],
        range: Node,
    ) -> Result<Reply, Error> {
        let symbol = self.fresh_symbol(source, name)?;
        let range = convert::sort(source, &self.scope, range)?;
        let mut sorts = Vec::new();
        for &node in domain {
            let sort = convert::sort(source, &self.scope, node)?;
            if sort.bits().is_none() {
                return Err(source.error(node, "functions of arrays are not supported"));
            }
            sorts.push(sort);
        }
        let frame = self.frames.last_mut();
        let meaning = if sorts.is_empty() {
            let term = self.terms.var(symbol, range);
            if let Some(frame) = frame {
                frame.constants.push(term);
            }
            Meaning::Term(term)
        } else if range.bits().is_none() {
            return Err(source.error(name, "functions that return arrays are not supported"));
        } else {
            let decl = FunctionDecl {
                name: symbol.to_owned(),
                domain: sorts,
                range,
            };
            let function = self.terms.declare(decl);
            if let Some(frame) = frame {
                frame.functions.push(function);
            }
            Meaning::Function(function)
        };
        self.scope.declare(symbol, meaning);
        Ok(Reply::Silent)
    }

    fn define_sort(
        &mut self,
        source: &Source<'_>,
        name: Node,
        parameters: Node,
        sort: Node,
    ) -> Result<Reply, Error> {
        if source.list(parameters) != Some(&[]) {
            return Err(source.error(parameters, "sorts with parameters are not supported"));
        }
        let Some(symbol) = source.symbol(name) else {
            return Err(source.error(name, "expected a name"));
        };
        let sort = convert::sort(source, &self.scope, sort)?;
        if self.scope.define_sort(symbol, sort) {
            Ok(Reply::Silent)
        } else {
            Err(source.error(name, format!("`{symbol}` is already in use")))
        }
    }

    fn define(
        &mut self,
        source: &Source<'_>,
        name: Node,
        parameters: &[Node],
        range: Node,
        body: Node,
    ) -> Result<Reply, Error> {
        let symbol = self.fresh_symbol(source, name)?;
        let range = convert::sort(source, &self.scope, range)?;
        let mut variables = Vec::new();
        let mut names = Vec::new();
        for &parameter in parameters {
            let Some(&[name, sort]) = source.list(parameter) else {
                return Err(source.error(parameter, "expected (name sort)"));
            };
            let sort = convert::sort(source, &self.scope, sort)?;
            let Some(name) = source.symbol(name) else {
                return Err(source.error(name, "expected a name"));
            };
            names.push(name);
            variables.push(self.terms.fresh_var(name, sort));
        }
        for (name, &variable) in names.iter().zip(&variables) {
            self.scope.bind(name, variable);
        }
        let term = self.term(source, body)?;
        if self.terms.sort(term) != range {
            let found = self.terms.sort(term);
            return Err(source.error(body, format!("this is of sort {found}, not {range}")));
        }
        let meaning = if variables.is_empty() {
            Meaning::Term(term)
        } else {
            Meaning::Macro(variables, term)
        };
        self.scope.declare(symbol, meaning);
        Ok(Reply::Silent)
    }

    fn fresh_symbol<'a>(&self, source: &'a Source<'_>, name: Node) -> Result<&'a str, Error> {
        let Some(symbol) = source.symbol(name) else {
            return Err(source.error(name, "expected a name"));
        };
        match self.scope.meaning(symbol) {
            None if !ops::is_reserved(symbol) => Ok(symbol),
            _ => Err(source.error(name, format!("`{symbol}` is already in use"))),
        }
    }

    fn term(&mut self, source: &Source<'_>, node: Node) -> Result<TermId, Error> {
        let mut converter = Converter {
            source,
            scope: &mut self.scope,
            terms: &mut self.terms,
            named: Vec::new(),
        };
        converter.term(node)
    }

    fn boolean(&mut self, source: &Source<'_>, node: Node) -> Result<TermId, Error> {
        let term = self.term(source, node)?;
        match self.terms.sort(term) {
            Sort::Bool => Ok(term),
            other => Err(source.error(node, format!("this is of sort {other}, not Bool"))),
        }
    }

    fn assert(&mut self, source: &Source<'_>, node: Node) -> Result<Reply, Error> {
        self.last = Last::Nothing;
        let mut converter = Converter {
            source,
            scope: &mut self.scope,
            terms: &mut self.terms,
            named: Vec::new(),
        };
        let term = converter.term(node)?;
        let named = converter.named;
        if self.terms.sort(term) != Sort::Bool {
            let found = self.terms.sort(term);
            return Err(source.error(node, format!("this is of sort {found}, not Bool")));
        }
        match named.into_iter().find(|(_, t)| *t == term) {
            Some(name) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.named.push(name);
                }
            }
            None => self.solver.assert(term),
        }
        Ok(Reply::Silent)
    }

    fn check(
        &mut self,
        source: &Source<'_>,
        node: Node,
        assumptions: &[TermId],
    ) -> Result<Reply, Error> {
        let deadline = self
            .time_limit
            .and_then(|limit| Instant::now().checked_add(limit));
        self.solver.set_limits(Limits {
            deadline,
            interrupt: self.options.interrupt.clone(),
        });
        let named = self
            .frames
            .iter()
            .flat_map(|f| f.named.iter().map(|(_, t)| *t));
        let all: Vec<TermId> = named.chain(assumptions.iter().copied()).collect();
        let (last, text) = match self.solver.check(&self.terms, &all) {
            Outcome::Sat(model) => (Last::Sat(model), "sat"),
            Outcome::Unsat(core) if self.minimal_cores => {
                let core = minimise(&mut *self.solver, &self.terms, core);
                (Last::Unsat(core), "unsat")
            }
            Outcome::Unsat(core) => (Last::Unsat(core), "unsat"),
            Outcome::Unknown => {
                self.last = Last::Unknown;
                if let Some(failure) = self.solver.failure() {
                    return Err(source.error(node, failure.to_string()));
                }
                (Last::Unknown, "unknown")
            }
        };
        self.last = last;
        Ok(Reply::Text(text.to_owned()))
    }

    fn get_model(&self, source: &Source<'_>, node: Node) -> Result<Reply, Error> {
        let Last::Sat(model) = &self.last else {
            return Err(source.error(node, "there is no model: the last check did not answer sat"));
        };
        let constants: Vec<TermId> = self
            .frames
            .iter()
            .flat_map(|f| f.constants.iter().copied())
            .collect();
        let functions: Vec<Function> = self
            .frames
            .iter()
            .flat_map(|f| f.functions.iter().copied())
            .collect();
        Ok(Reply::Text(model::definitions(
            &self.terms,
            &constants,
            &functions,
            model,
        )))
    }

    fn get_value(&mut self, source: &Source<'_>, list: Node) -> Result<Reply, Error> {
        let Some(nodes) = source.list(list) else {
            return Err(source.error(list, "expected a list of terms"));
        };
        let terms: Vec<TermId> = nodes
            .iter()
            .map(|&n| self.term(source, n))
            .collect::<Result<_, _>>()?;
        let Last::Sat(model) = &self.last else {
            return Err(source.error(list, "there is no model: the last check did not answer sat"));
        };
        let mut evaluator = Evaluator::new(&self.terms, model);
        let pairs: Vec<String> = terms
            .iter()
            .zip(nodes)
            .map(|(&term, &node)| {
                let value = evaluator.eval(term).to_smt(self.terms.sort(term));
                format!("({} {value})", source.text(node))
            })
            .collect();
        Ok(Reply::Text(format!("({})", pairs.join(" "))))
    }

    fn core(&self, source: &Source<'_>, node: Node) -> Result<&[TermId], Error> {
        match &self.last {
            Last::Unsat(core) => Ok(core),
            _ => Err(source.error(
                node,
                "there is no core: the last check did not answer unsat",
            )),
        }
    }

    fn get_core(&self, source: &Source<'_>, node: Node) -> Result<Reply, Error> {
        let core = self.core(source, node)?;
        let named = self.frames.iter().flat_map(|f| &f.named);
        let names: Vec<String> = named
            .filter(|(_, t)| core.contains(t))
            .map(|(name, _)| quote(name))
            .collect();
        Ok(Reply::Text(format!("({})", names.join(" "))))
    }

    fn get_core_assumptions(&self, source: &Source<'_>, node: Node) -> Result<Reply, Error> {
        let core = self.core(source, node)?;
        let named = |t: &&TermId| {
            !self
                .frames
                .iter()
                .any(|f| f.named.iter().any(|(_, n)| n == *t))
        };
        let shown: Vec<String> = core
            .iter()
            .filter(named)
            .map(|&t| self.terms.to_smt(t))
            .collect();
        Ok(Reply::Text(format!("({})", shown.join(" "))))
    }

    fn scopes(
        &mut self,
        source: &Source<'_>,
        node: Node,
        name: &str,
        levels: &[Node],
    ) -> Result<Reply, Error> {
        let count = match levels {
            [] => 1,
            [level, ..] => match source.numeral(*level) {
                Some(count) if count <= 1 << 16 => count,
                _ => return Err(source.error(*level, "expected a number of scopes")),
            },
        };
        self.last = Last::Nothing;
        if name == "pop" && count as usize >= self.frames.len() {
            let open = self.frames.len() - 1;
            return Err(source.error(node, format!("cannot pop {count} scopes, {open} are open")));
        }
        for _ in 0..count {
            if name == "push" {
                self.solver.push();
                self.scope.push();
                self.frames.push(Frame::default());
            } else {
                self.solver.pop();
                self.pop_names();
            }
        }
        Ok(Reply::Silent)
    }
}

fn shown(statistics: &Statistics) -> String {
    format!(
        "(:checks {} :refinements {} :gates {} :variables {} :clauses {} :conflicts {})",
        statistics.checks,
        statistics.refinements,
        statistics.gates,
        statistics.sat.variables,
        statistics.sat.clauses,
        statistics.sat.conflicts
    )
}
