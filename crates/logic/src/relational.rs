//! Relational formulas: first-order logic with transitive closure over sets, binary relations
//! and integer-valued fields, and their meaning in finite structures.
//!
//! This is the language of contracts and of weakest preconditions over linked data. A reference
//! variable is a set of at most one atom and `null` is the empty set; a reference field is a
//! functional relation; a data field gives each atom an integer. An assignment through a
//! reference is a [substitution](Substitution) of `n[x := y]` for `n`.
//!
//! ```
//! use logic::relational::*;
//!
//! let node = Sort::new("Node");
//! let x = Set::from(&SetSym::new("x", &node, Multiplicity::Lone));
//! let n = Rel::from(&RelSym::new("n", (&node, &node), Properties::partial_function()));
//! let data = Data::from(&DataSym::new("data", &node, IntType::signed(32)));
//!
//! let sorted = x.dot(n.star()).all("v", |v| {
//!     let next = v.dot(&n);
//!     next.is_null().or(v.value(&data).at_most(next.value(&data)))
//! });
//! assert_eq!(sorted.to_string(), "all v: x.*n | v.n = null or v.data <= v.n.data");
//! ```

mod attributes;
mod build;
mod collect;
mod eval;
mod isomorphism;
mod print;
mod structure;
mod substitute;
mod symbol;
mod syntax;

#[cfg(test)]
mod tests;

pub use attributes::Kind;
pub use collect::Symbols;
pub use structure::{Atom, Structure, Violation};
pub use substitute::Substitution;
pub use symbol::{
    DataDecl, DataSym, IntDecl, IntSym, IntType, Multiplicity, Prop, PropDecl, Properties, RelDecl,
    RelSym, SetDecl, SetSym, Sign, Sort, SortDecl, Symbol, Var, VarDecl,
};
pub use syntax::{
    Comparison, Data, DataKind, Formula, FormulaKind, Int, IntKind, Quantifier, Rel, RelKind, Set,
    SetKind, SetOp, Shared, Size, deep,
};
