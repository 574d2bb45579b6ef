//! From expressions to sorts and terms, without recursion.

use logic::{FloatFormat, MAX_WIDTH, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

use super::scope::{Meaning, Scope};
use super::sexpr::{Kind, Node, Source};
use super::{Error, ops};

/// The sort that an expression names.
pub(super) fn sort(source: &Source<'_>, scope: &Scope, node: Node) -> Result<Sort, Error> {
    let unknown = || {
        source.error(
            node,
            format!("{} is no sort that is supported here", source.shown(node)),
        )
    };
    match source.kind(node) {
        Kind::Symbol("Bool") => Ok(Sort::Bool),
        Kind::Symbol("RoundingMode") => Ok(Sort::RoundingMode),
        Kind::Symbol("Float16") => Ok(Sort::Float(FloatFormat::HALF)),
        Kind::Symbol("Float32") => Ok(Sort::Float(FloatFormat::SINGLE)),
        Kind::Symbol("Float64") => Ok(Sort::Float(FloatFormat::DOUBLE)),
        Kind::Symbol("Float128") => Ok(Sort::Float(FloatFormat::QUAD)),
        Kind::Symbol(name) => scope.sort(name).ok_or_else(unknown),
        Kind::List(&[array, index, element]) if source.symbol(array) == Some("Array") => {
            let plain = |n: Node| match source.list(n) {
                // Arrays of arrays are refused before they are looked into.
                Some([head, ..]) if source.symbol(*head) == Some("Array") => {
                    Err(source.error(n, "arrays of arrays are not supported"))
                }
                _ => sort(source, scope, n)?.bv_width().ok_or_else(|| {
                    source.error(n, "only arrays of bit-vectors by bit-vectors are supported")
                }),
            };
            Ok(Sort::Array {
                index: plain(index)?,
                element: plain(element)?,
            })
        }
        Kind::List(&[mark, name, width]) if source.symbol(mark) == Some("_") => {
            let width = source
                .numeral(width)
                .filter(|w| (1..=MAX_WIDTH).contains(w));
            match (source.symbol(name), width) {
                (Some("BitVec"), Some(width)) => Ok(Sort::Bv(width)),
                (Some("BitVec"), None) => {
                    Err(source.error(node, format!("a width is a number from 1 to {MAX_WIDTH}")))
                }
                _ => Err(unknown()),
            }
        }
        Kind::List(&[mark, name, eb, sb]) if source.symbol(mark) == Some("_") => {
            let format = source.numeral(eb).zip(source.numeral(sb));
            match (
                source.symbol(name),
                format.and_then(|(e, s)| FloatFormat::new(e, s)),
            ) {
                (Some("FloatingPoint"), Some(format)) => Ok(Sort::Float(format)),
                (Some("FloatingPoint"), None) => {
                    Err(source.error(node, "this floating-point format is not supported"))
                }
                _ => Err(unknown()),
            }
        }
        _ => Err(unknown()),
    }
}

/// A step of the conversion; its results are on a stack of terms.
enum Step {
    /// Convert an expression.
    Visit(Node),
    /// Apply the head of a list to its arguments, which have been converted.
    Apply(Node),
    /// Bind the names of a `let` to the terms on the stack, and go into its body.
    Enter(Node),
    /// Forget the names of a `let`.
    Leave(Node),
    /// Give the term on the stack the name that a `!` has for it.
    Annotate(Node),
}

/// Converts expressions to terms.
pub(super) struct Converter<'a, 'b> {
    pub(super) source: &'a Source<'b>,
    pub(super) scope: &'a mut Scope,
    pub(super) terms: &'a mut Terms,
    /// Terms that `!` has given a name.
    pub(super) named: Vec<(String, TermId)>,
}

impl Converter<'_, '_> {
    /// The term that an expression denotes.
    pub(super) fn term(&mut self, node: Node) -> Result<TermId, Error> {
        let result = self.run(node);
        self.scope.unbind_all();
        result
    }

    fn run(&mut self, node: Node) -> Result<TermId, Error> {
        let mut steps = vec![Step::Visit(node)];
        let mut done: Vec<TermId> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Visit(node) => self.visit(node, &mut steps, &mut done)?,
                Step::Apply(node) => {
                    let list = self.source.list(node).unwrap_or(&[]);
                    let args = done.split_off(done.len().saturating_sub(list.len() - 1));
                    done.push(self.apply(node, list[0], &list[1..], &args)?);
                }
                Step::Annotate(node) => {
                    let list = self.source.list(node).unwrap_or(&[]);
                    let term = done.last().copied().unwrap_or(TermId::FALSE);
                    self.annotate(node, term, &list[2..])?;
                }
                Step::Enter(node) => self.enter(node, &mut steps, &mut done)?,
                Step::Leave(node) => {
                    for (name, _) in self.bindings(node)? {
                        self.scope.unbind(&name);
                    }
                }
            }
        }
        done.pop()
            .ok_or_else(|| self.source.error(node, "this is no term"))
    }

    fn visit(
        &mut self,
        node: Node,
        steps: &mut Vec<Step>,
        done: &mut Vec<TermId>,
    ) -> Result<(), Error> {
        let list = match self.source.kind(node) {
            Kind::List([]) => return Err(self.source.error(node, "() is no term")),
            Kind::List(list) => list,
            _ => {
                done.push(self.leaf(node)?);
                return Ok(());
            }
        };
        match self.source.symbol(list[0]) {
            Some("let") => {
                let bindings = self.bindings(node)?;
                steps.push(Step::Enter(node));
                steps.extend(bindings.iter().rev().map(|(_, n)| Step::Visit(*n)));
            }
            Some("!") => {
                let &[_, body, ..] = list else {
                    return Err(self.source.error(node, "`!` takes a term and attributes"));
                };
                steps.extend([Step::Annotate(node), Step::Visit(body)]);
            }
            Some("_") => done.push(ops::indexed_constant(self, node, list)?),
            Some("forall" | "exists") => {
                return Err(self.source.error(node, "quantifiers are not supported"));
            }
            _ if ops::is_real_conversion(self.source, list) => {
                done.push(ops::real_conversion(self, node, list)?);
            }
            _ => {
                steps.push(Step::Apply(node));
                steps.extend(list[1..].iter().rev().map(|n| Step::Visit(*n)));
            }
        }
        Ok(())
    }

    fn annotate(&mut self, node: Node, term: TermId, attributes: &[Node]) -> Result<(), Error> {
        let mut rest = attributes.iter();
        while let Some(&key) = rest.next() {
            match self.source.kind(key) {
                Kind::Keyword("named") => {
                    let name = rest.next().and_then(|&n| self.source.symbol(n));
                    let Some(name) = name else {
                        return Err(self.source.error(key, ":named takes a symbol"));
                    };
                    if !self.scope.declare(name, Meaning::Term(term)) {
                        return Err(self
                            .source
                            .error(key, format!("`{name}` is already in use")));
                    }
                    self.named.push((name.to_owned(), term));
                }
                Kind::Keyword(_) => {
                    rest.next();
                }
                _ => {
                    return Err(self
                        .source
                        .error(node, "an attribute begins with a keyword"));
                }
            }
        }
        Ok(())
    }

    fn enter(
        &mut self,
        node: Node,
        steps: &mut Vec<Step>,
        done: &mut Vec<TermId>,
    ) -> Result<(), Error> {
        let bindings = self.bindings(node)?;
        let values = done.split_off(done.len() - bindings.len());
        for ((name, _), value) in bindings.iter().zip(values) {
            self.scope.bind(name, value);
        }
        let list = self.source.list(node).unwrap_or(&[]);
        steps.push(Step::Leave(node));
        steps.push(Step::Visit(list[2]));
        Ok(())
    }

    /// The names and expressions of a `let`.
    fn bindings(&self, node: Node) -> Result<Vec<(String, Node)>, Error> {
        let malformed = |n: Node| self.source.error(n, "expected (let ((name term) …) term)");
        let Some(&[_, bindings, _]) = self.source.list(node) else {
            return Err(malformed(node));
        };
        let bindings = self
            .source
            .list(bindings)
            .ok_or_else(|| malformed(bindings))?;
        bindings
            .iter()
            .map(|&b| match self.source.list(b) {
                Some(&[name, value]) => match self.source.symbol(name) {
                    Some(name) => Ok((name.to_owned(), value)),
                    None => Err(malformed(b)),
                },
                _ => Err(malformed(b)),
            })
            .collect()
    }

    fn leaf(&mut self, node: Node) -> Result<TermId, Error> {
        match self.source.kind(node) {
            Kind::Hex(digits) => ops::literal(self, node, digits, 16),
            Kind::Binary(digits) => ops::literal(self, node, digits, 2),
            Kind::Symbol(name) => match self.scope.meaning(name) {
                Some(Meaning::Term(term)) => Ok(term),
                Some(Meaning::Function(_) | Meaning::Macro(..)) => Err(self
                    .source
                    .error(node, format!("the function `{name}` needs arguments"))),
                None => ops::constant(self.terms, name)
                    .ok_or_else(|| self.source.error(node, format!("`{name}` is not declared"))),
            },
            _ => Err(self
                .source
                .error(node, format!("{} is no term here", self.source.shown(node)))),
        }
    }

    fn apply(
        &mut self,
        node: Node,
        head: Node,
        nodes: &[Node],
        args: &[TermId],
    ) -> Result<TermId, Error> {
        let meaning = self
            .source
            .symbol(head)
            .and_then(|name| self.scope.meaning(name));
        let mismatch = |e: logic::SortError| self.source.error(node, e.to_string());
        match meaning {
            Some(Meaning::Function(f)) => self
                .terms
                .try_build(logic::Op::Apply(f), args)
                .map_err(mismatch),
            Some(Meaning::Macro(parameters, body)) => {
                let sorts = |list: &[TermId]| -> Vec<Sort> {
                    list.iter().map(|&t| self.terms.sort(t)).collect()
                };
                if sorts(&parameters) != sorts(args) {
                    return Err(self
                        .source
                        .error(node, "the arguments do not fit the definition"));
                }
                let map: FxHashMap<TermId, TermId> =
                    parameters.into_iter().zip(args.iter().copied()).collect();
                Ok(self.terms.substitute(body, &map))
            }
            Some(Meaning::Term(_)) => Err(self.source.error(head, "this is no function")),
            None => ops::apply(self, node, head, nodes, args),
        }
    }
}
