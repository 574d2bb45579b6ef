//! Grounding: what a formula means in one universe, as a circuit.
//!
//! Each case mirrors the evaluation of `logic::relational` in a structure, with a wire in the
//! place of a truth value.

use std::rc::Rc;

use logic::relational::{
    Data, DataKind, Formula, FormulaKind, Int, IntKind, Kind, Multiplicity, Quantifier, Rel,
    RelKind, Set, SetKind, SetOp, Shared, Size, Var, deep,
};
use rustc_hash::FxHashMap;

use crate::sat::Limits;

use super::circuit::{Bool, Circuit};
use super::integer::{Bits, Number};
use super::matrix::{AtomId, Matrix, Vector};
use super::stage::{Key, Memo, Wiring};
use super::updates::Updated;

/// The limits were exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

type Result<T> = std::result::Result<T, Stopped>;

pub(super) struct Grounding<'a> {
    pub(super) wiring: Wiring<'a>,
    pub(super) memo: &'a mut Memo,
    limits: &'a Limits,
    bound: FxHashMap<Var, AtomId>,
    steps: u32,
}

impl<'a> Grounding<'a> {
    pub(super) fn new(wiring: Wiring<'a>, memo: &'a mut Memo, limits: &'a Limits) -> Self {
        Grounding {
            wiring,
            memo,
            limits,
            bound: FxHashMap::default(),
            steps: 0,
        }
    }

    /// The circuit's wire that is true when the formula is.
    pub(super) fn formula(&mut self, formula: &Formula) -> Result<Bool> {
        let key = self.key(formula);
        if let Some(&known) = self.memo.formulas.get(&key) {
            return Ok(known);
        }
        self.breathe()?;
        let wire = deep(|| self.compute_formula(formula))?;
        self.memo.formulas.insert(key, wire);
        Ok(wire)
    }

    fn compute_formula(&mut self, formula: &Formula) -> Result<Bool> {
        Ok(match formula.kind() {
            FormulaKind::Const(value) => Bool::constant(*value),
            FormulaKind::Prop(prop) => self.wiring.inputs.prop(self.wiring.circuit, prop),
            FormulaKind::SetIn(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                a.within(self.circuit(), &b)
            }
            FormulaKind::SetEq(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                let (there, back) = (a.within(self.circuit(), &b), b.within(self.circuit(), &a));
                self.circuit().and2(there, back)
            }
            FormulaKind::RelIn(a, b) => {
                let (a, b) = (self.rel(a)?, self.rel(b)?);
                a.within(self.circuit(), &b)
            }
            FormulaKind::RelEq(a, b) => {
                let (a, b) = (self.rel(a)?, self.rel(b)?);
                let (there, back) = (a.within(self.circuit(), &b), b.within(self.circuit(), &a));
                self.circuit().and2(there, back)
            }
            FormulaKind::SetSize(size, s) => {
                let wires: Vec<Bool> = self.set(s)?.wires().collect();
                let known = if s.is_lone() {
                    Multiplicity::Lone
                } else {
                    Multiplicity::Any
                };
                has_size(self.circuit(), *size, &wires, known)
            }
            FormulaKind::RelSize(size, r) => {
                let wires: Vec<Bool> = self.rel(r)?.wires().collect();
                has_size(self.circuit(), *size, &wires, Multiplicity::Any)
            }
            FormulaKind::Compare(how, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                a.compare(self.circuit(), *how, &b)
            }
            FormulaKind::Not(f) => !self.formula(f)?,
            FormulaKind::And(parts) => {
                let parts = self.formulas(parts)?;
                self.circuit().and(parts)
            }
            FormulaKind::Or(parts) => {
                let parts = self.formulas(parts)?;
                self.circuit().or(parts)
            }
            FormulaKind::Implies(a, b) => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                self.circuit().implies(a, b)
            }
            FormulaKind::Iff(a, b) => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                self.circuit().iff(a, b)
            }
            FormulaKind::Quantified(quantifier, v, range, body) => {
                let range = self.set(range)?;
                let mut parts = Vec::new();
                for (atom, member) in range.iter() {
                    let body = self.with(v, atom, |g| g.formula(body))?;
                    parts.push(match quantifier {
                        Quantifier::All => self.circuit().implies(member, body),
                        Quantifier::Some => self.circuit().and2(member, body),
                    });
                }
                match quantifier {
                    Quantifier::All => self.circuit().and(parts),
                    Quantifier::Some => self.circuit().or(parts),
                }
            }
        })
    }

    fn formulas(&mut self, parts: &[Formula]) -> Result<Vec<Bool>> {
        parts.iter().map(|f| self.formula(f)).collect()
    }

    fn set(&mut self, set: &Set) -> Result<Rc<Vector>> {
        let key = self.key(set);
        if let Some(known) = self.memo.sets.get(&key) {
            return Ok(Rc::clone(known));
        }
        self.breathe()?;
        let vector = Rc::new(deep(|| self.compute_set(set))?);
        self.memo.sets.insert(key, Rc::clone(&vector));
        Ok(vector)
    }

    fn compute_set(&mut self, set: &Set) -> Result<Vector> {
        Ok(match set.kind() {
            SetKind::Empty => Vector::default(),
            SetKind::Universe => self.wiring.everything(),
            SetKind::Sort(sort) => self.wiring.sort(sort),
            SetKind::Symbol(s) => self.wiring.set(s),
            SetKind::Var(v) => self
                .bound
                .get(v)
                .map_or_else(Vector::default, |&atom| Vector::singleton(atom)),
            SetKind::Combine(op, a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                a.combine(self.circuit(), *op, &b)
            }
            SetKind::Image(s, r) => return self.image(s, r),
            SetKind::Comprehension(v, range, body) => {
                let mut entries = Vec::new();
                for (atom, member) in self.set(range)?.iter() {
                    let body = self.with(v, atom, |g| g.formula(body))?;
                    entries.push((atom, self.circuit().and2(member, body)));
                }
                entries.into_iter().collect()
            }
        })
    }

    /// `s.r`. Reachability from a few atoms is cheaper than the whole closure, unless the atoms
    /// are known, as those of bound variables are: then all of them share the closure's rows.
    fn image(&mut self, s: &Set, r: &Rel) -> Result<Vector> {
        let from = self.set(s)?;
        let step = match r.kind() {
            RelKind::Closure(step) | RelKind::ReflexiveClosure(step) if !from.is_constant() => step,
            _ => {
                let r = self.rel(r)?;
                return Ok(from.image(self.circuit(), &r));
            }
        };
        let reached = match self.updated(step)? {
            Some(updated) => updated.reach(self.circuit(), &from),
            None => {
                let step = self.rel(step)?;
                from.reach(self.circuit(), &step)
            }
        };
        Ok(match r.kind() {
            RelKind::ReflexiveClosure(_) => from.combine(self.circuit(), SetOp::Union, &reached),
            _ => reached,
        })
    }

    fn rel(&mut self, rel: &Rel) -> Result<Rc<Matrix>> {
        let key = self.key(rel);
        if let Some(known) = self.memo.rels.get(&key) {
            return Ok(Rc::clone(known));
        }
        self.breathe()?;
        let matrix = Rc::new(deep(|| self.compute_rel(rel))?);
        self.memo.rels.insert(key, Rc::clone(&matrix));
        Ok(matrix)
    }

    fn compute_rel(&mut self, rel: &Rel) -> Result<Matrix> {
        Ok(match rel.kind() {
            RelKind::Empty => Matrix::default(),
            RelKind::Identity => self.identity(),
            RelKind::Symbol(r) => self.wiring.rel(r),
            RelKind::Combine(op, a, b) => {
                let (a, b) = (self.rel(a)?, self.rel(b)?);
                a.combine(self.circuit(), *op, &b)
            }
            RelKind::Product(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                Matrix::product(self.circuit(), &a, &b)
            }
            RelKind::Transpose(r) => self.rel(r)?.transpose(),
            RelKind::Compose(a, b) => {
                let (a, b) = (self.rel(a)?, self.rel(b)?);
                a.compose(self.circuit(), &b)
            }
            RelKind::Closure(r) => self.closure(r)?,
            RelKind::ReflexiveClosure(r) => {
                let closure = self.closure(r)?;
                let identity = self.identity();
                closure.combine(self.circuit(), SetOp::Union, &identity)
            }
            RelKind::Override(a, b) => {
                let (a, b) = (self.rel(a)?, self.rel(b)?);
                a.overridden_by(self.circuit(), &b)
            }
            RelKind::Update(r, at, to) => {
                let (r, at, to) = (self.rel(r)?, self.set(at)?, self.set(to)?);
                r.update(self.circuit(), &at, &to)
            }
        })
    }

    fn closure(&mut self, r: &Rel) -> Result<Matrix> {
        match self.updated(r)? {
            Some(updated) => {
                let atoms = self.wiring.everything();
                Ok(updated.closure(self.circuit(), &atoms))
            }
            None => Ok(self.rel(r)?.closure(self.circuit())),
        }
    }

    /// The relation as updates of another, if it is that and reachability gains by it.
    fn updated(&mut self, mut r: &Rel) -> Result<Option<Updated>> {
        let mut updates = Vec::new();
        while let RelKind::Update(before, at, to) = r.kind() {
            updates.push((self.set(at)?, self.set(to)?));
            r = before;
        }
        if updates.is_empty() {
            return Ok(None);
        }
        updates.reverse();
        let relation = self.rel(r)?;
        Ok(Updated::new(self.circuit(), &relation, &updates))
    }

    fn identity(&mut self) -> Matrix {
        Matrix::identity(self.wiring.everything().iter())
    }

    /// The field of every atom of the universe, by number.
    fn data(&mut self, data: &Data) -> Result<Rc<Vec<Number>>> {
        let key = self.key(data);
        if let Some(known) = self.memo.data.get(&key) {
            return Ok(Rc::clone(known));
        }
        self.breathe()?;
        let column = Rc::new(deep(|| self.compute_data(data))?);
        self.memo.data.insert(key, Rc::clone(&column));
        Ok(column)
    }

    fn compute_data(&mut self, data: &Data) -> Result<Vec<Number>> {
        let universe = self.wiring.universe;
        Ok(match data.kind() {
            DataKind::Constant(value) => {
                vec![Number::defined(Bits::constant(*value)); universe.len()]
            }
            DataKind::Symbol(d) => {
                let mut column = vec![Number::absent(); universe.len()];
                for i in universe.places(&d.decl().sort) {
                    let place = universe.id(&d.decl().sort, i) as usize;
                    column[place] = Number::defined(self.wiring.value(d, i));
                }
                column
            }
            DataKind::Update(d, at, value) => {
                let (d, at, value) = (self.data(d)?, self.set(at)?, self.int(value)?);
                let mut column = d.to_vec();
                for (atom, here) in at.iter() {
                    let old = &mut column[atom as usize];
                    *old = old.updated(self.circuit(), here, &value);
                }
                column
            }
        })
    }

    fn int(&mut self, int: &Int) -> Result<Rc<Number>> {
        let key = self.key(int);
        if let Some(known) = self.memo.ints.get(&key) {
            return Ok(Rc::clone(known));
        }
        self.breathe()?;
        let number = Rc::new(deep(|| self.compute_int(int))?);
        self.memo.ints.insert(key, Rc::clone(&number));
        Ok(number)
    }

    fn compute_int(&mut self, int: &Int) -> Result<Number> {
        Ok(match int.kind() {
            IntKind::Const(value) => Number::defined(Bits::constant(*value)),
            IntKind::Symbol(i) => Number::defined(self.wiring.inputs.int(self.wiring.circuit, i)),
            IntKind::Value(s, d) => {
                let (members, column) = (self.set(s)?, self.data(d)?);
                let choices: Vec<(Bool, &Number)> = members
                    .iter()
                    .map(|(atom, member)| (member, &column[atom as usize]))
                    .collect();
                let mut number = Number::select(self.circuit(), &choices);
                if !s.is_lone() {
                    let wires: Vec<Bool> = members.wires().collect();
                    let lone = self.circuit().at_most_one(&wires);
                    number.defined = self.circuit().and2(number.defined, lone);
                }
                number
            }
            IntKind::Count(s) => {
                let s = self.set(s)?;
                Number::defined(Bits::count(self.circuit(), s.wires()))
            }
            IntKind::CountPairs(r) => {
                let r = self.rel(r)?;
                Number::defined(Bits::count(self.circuit(), r.wires()))
            }
            IntKind::Add(ty, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                let bits = a.bits.add(self.circuit(), *ty, &b.bits);
                Number {
                    bits,
                    defined: self.circuit().and2(a.defined, b.defined),
                }
            }
            IntKind::Sub(ty, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                let bits = a.bits.sub(self.circuit(), *ty, &b.bits);
                Number {
                    bits,
                    defined: self.circuit().and2(a.defined, b.defined),
                }
            }
        })
    }

    fn circuit(&mut self) -> &mut Circuit {
        self.wiring.circuit
    }

    fn key<K: Kind>(&self, node: &Shared<K>) -> Key {
        let free = node.free_vars().iter().map(|v| self.bound.get(v).copied());
        (node.address(), free.collect())
    }

    fn with<T>(&mut self, v: &Var, atom: AtomId, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.bound.insert(v.clone(), atom);
        let result = body(self);
        match outer {
            Some(outer) => self.bound.insert(v.clone(), outer),
            None => self.bound.remove(v),
        };
        result
    }

    /// Looks at the limits now and then.
    fn breathe(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(256) && self.limits.exceeded() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }
}

/// When so many of the wires are true; `known` says how many can be for other reasons.
fn has_size(c: &mut Circuit, size: Size, wires: &[Bool], known: Multiplicity) -> Bool {
    let some = c.or(wires.iter().copied());
    let lone = match size {
        Size::No => return !some,
        Size::Some => return some,
        Size::One | Size::Lone if known.at_most_one() => Bool::TRUE,
        Size::One | Size::Lone => c.at_most_one(wires),
    };
    match size {
        Size::One => c.and2(some, lone),
        _ => lone,
    }
}
