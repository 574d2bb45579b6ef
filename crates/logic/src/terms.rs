//! The term store: every term is kept once and named by a small handle.

use std::fmt;
use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::bits::Bits;
use crate::op::Op;
use crate::sort::{RoundingMode, Sort};

/// A handle to a term of one [`Terms`] store. Equal handles are equal terms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(u32);

impl TermId {
    /// The constant `false`, in every store.
    pub const FALSE: Self = Self(0);
    /// The constant `true`, in every store.
    pub const TRUE: Self = Self(1);

    /// A dense index: terms are numbered from zero in order of creation, arguments first.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The name of a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(u32);

/// An uninterpreted function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Function(u32);

/// A constant's bits, kept once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueId(u32);

/// The declaration of an uninterpreted function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionDecl {
    /// Its name.
    pub name: String,
    /// The sorts of its arguments; no arrays.
    pub domain: Vec<Sort>,
    /// The sort of its result; not an array.
    pub range: Sort,
}

/// An operation that does not apply to its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortError {
    /// What was applied.
    pub operation: String,
    /// To what.
    pub arguments: Vec<Sort>,
}

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not apply to (", self.operation)?;
        for (i, sort) in self.arguments.iter().enumerate() {
            write!(f, "{}{sort}", if i == 0 { "" } else { " " })?;
        }
        write!(f, ")")
    }
}

impl std::error::Error for SortError {}

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    sort: Sort,
    args_start: u32,
    args_len: u32,
}

/// A store of hash-consed terms.
///
/// Terms are only ever added. The functions that build them normalise: constants
/// are folded, arguments of commutative operations ordered, and the rules of
/// [`crate::rules`] applied.
///
/// ```
/// use logic::{Sort, Terms};
///
/// let mut terms = Terms::new();
/// let x = terms.var("x", Sort::Bv(8));
/// let one = terms.bv(8, 1);
/// let a = terms.bv_add(x, one);
/// let b = terms.bv_add(one, x);
/// assert_eq!(a, b);
/// assert_eq!(terms.bv_sub(a, one), x);
/// ```
pub struct Terms {
    nodes: Vec<Node>,
    args: Vec<TermId>,
    table: HashTable<TermId>,
    values: Vec<Bits>,
    value_table: HashTable<ValueId>,
    names: Vec<String>,
    symbols: FxHashMap<String, Symbol>,
    functions: Vec<FunctionDecl>,
    fresh: u32,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terms")
            .field("len", &self.nodes.len())
            .finish_non_exhaustive()
    }
}

impl Terms {
    /// A store that holds only the two truth values.
    #[must_use]
    pub fn new() -> Self {
        let mut terms = Self {
            nodes: Vec::new(),
            args: Vec::new(),
            table: HashTable::new(),
            values: Vec::new(),
            value_table: HashTable::new(),
            names: Vec::new(),
            symbols: FxHashMap::default(),
            functions: Vec::new(),
            fresh: 0,
        };
        let no = terms.value(Sort::Bool, Bits::from_bool(false));
        let yes = terms.value(Sort::Bool, Bits::from_bool(true));
        debug_assert_eq!((no, yes), (TermId::FALSE, TermId::TRUE));
        terms
    }

    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there are always the truth values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operation at the head of a term.
    #[must_use]
    pub fn op(&self, term: TermId) -> Op {
        self.nodes[term.index()].op
    }

    /// The sort of a term.
    #[must_use]
    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The arguments of a term.
    #[must_use]
    pub fn args(&self, term: TermId) -> &[TermId] {
        let node = &self.nodes[term.index()];
        &self.args[node.args_start as usize..][..node.args_len as usize]
    }

    /// The bits of a constant term.
    #[must_use]
    pub fn as_value(&self, term: TermId) -> Option<&Bits> {
        match self.op(term) {
            Op::Value(id) => Some(&self.values[id.0 as usize]),
            _ => None,
        }
    }

    /// The width of a bit-vector term, and the bits of any other sort but arrays, which have none.
    #[must_use]
    pub fn width(&self, term: TermId) -> u32 {
        self.sort(term).bits().unwrap_or(0)
    }

    /// The name behind a symbol.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// The name of a variable term.
    #[must_use]
    pub fn var_name(&self, term: TermId) -> Option<&str> {
        match self.op(term) {
            Op::Var(symbol) => Some(self.name(symbol)),
            _ => None,
        }
    }

    /// The declaration of a function.
    #[must_use]
    pub fn function(&self, function: Function) -> &FunctionDecl {
        &self.functions[function.0 as usize]
    }

    /// The variable of that name and sort. One name with two sorts is two variables.
    pub fn var(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = match self.symbols.get(name) {
            Some(&symbol) => symbol,
            None => {
                let symbol = Symbol(self.names.len() as u32);
                self.names.push(name.to_owned());
                self.symbols.insert(name.to_owned(), symbol);
                symbol
            }
        };
        self.intern(Op::Var(symbol), sort, &[])
    }

    /// A variable whose name, begun with `prefix`, is not in use.
    pub fn fresh_var(&mut self, prefix: &str, sort: Sort) -> TermId {
        loop {
            self.fresh += 1;
            let name = format!("{prefix}!{}", self.fresh);
            if !self.symbols.contains_key(&name) {
                return self.var(&name, sort);
            }
        }
    }

    /// Declares an uninterpreted function. An identical declaration is the same function.
    pub fn declare(&mut self, decl: FunctionDecl) -> Function {
        let known = self.functions.iter().position(|f| *f == decl);
        Function(known.unwrap_or_else(|| {
            self.functions.push(decl);
            self.functions.len() - 1
        }) as u32)
    }

    /// A constant. The bits must be as many as the sort takes.
    pub fn value(&mut self, sort: Sort, bits: Bits) -> TermId {
        debug_assert_eq!(sort.bits(), Some(bits.width()));
        let hash = hash_of(&bits);
        let values = &self.values;
        let found = self
            .value_table
            .find(hash, |id| values[id.0 as usize] == bits)
            .copied();
        let id = found.unwrap_or_else(|| {
            let id = ValueId(self.values.len() as u32);
            self.values.push(bits);
            let values = &self.values;
            self.value_table
                .insert_unique(hash, id, |id| hash_of(&values[id.0 as usize]));
            id
        });
        self.intern(Op::Value(id), sort, &[])
    }

    /// A bit-vector constant.
    pub fn bv(&mut self, width: u32, value: u128) -> TermId {
        self.value(Sort::Bv(width), Bits::new(width, value))
    }

    /// A truth value.
    #[must_use]
    pub fn bool(&self, value: bool) -> TermId {
        if value { TermId::TRUE } else { TermId::FALSE }
    }

    /// A rounding mode constant.
    pub fn rounding_mode(&mut self, mode: RoundingMode) -> TermId {
        let bits = Bits::new(RoundingMode::BITS, mode.code().into());
        self.value(Sort::RoundingMode, bits)
    }

    /// The sort that `op` would have on `args`.
    ///
    /// # Errors
    ///
    /// If `op` does not apply to them.
    pub fn check_sort(&self, op: Op, args: &[TermId]) -> Result<Sort, SortError> {
        let sorts: Vec<Sort> = args.iter().map(|&a| self.sort(a)).collect();
        let sort = match op {
            Op::Apply(f) if self.function(f).domain == sorts => Some(self.function(f).range),
            Op::Apply(_) => None,
            _ => op.result_sort(&sorts),
        };
        sort.ok_or_else(|| SortError {
            operation: self.describe(op),
            arguments: sorts,
        })
    }

    fn describe(&self, op: Op) -> String {
        match op {
            Op::Apply(f) => self.function(f).name.clone(),
            Op::Extract { high, low } => format!("(_ extract {high} {low})"),
            Op::ZeroExtend(n) | Op::SignExtend(n) | Op::FpToSbv(n) | Op::FpToUbv(n) => {
                format!("(_ {} {n})", op.name())
            }
            _ => op.name().to_owned(),
        }
    }

    /// Keeps a term as it is, without normalising it.
    ///
    /// # Errors
    ///
    /// If `op` does not apply to `args`.
    pub fn raw(&mut self, op: Op, args: &[TermId]) -> Result<TermId, SortError> {
        let sort = self.check_sort(op, args)?;
        Ok(self.intern(op, sort, args))
    }

    pub(crate) fn intern(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let hash = hash_node(op, sort, args);
        let (nodes, pool) = (&self.nodes, &self.args);
        let same = |id: &TermId| {
            let node = &nodes[id.index()];
            node.op == op && node.sort == sort && args_of(pool, node) == args
        };
        if let Some(&id) = self.table.find(hash, same) {
            return id;
        }
        let id = TermId(self.nodes.len() as u32);
        let args_start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        self.nodes.push(Node {
            op,
            sort,
            args_start,
            args_len: args.len() as u32,
        });
        let (nodes, pool) = (&self.nodes, &self.args);
        self.table.insert_unique(hash, id, |id| {
            let node = &nodes[id.index()];
            hash_node(node.op, node.sort, args_of(pool, node))
        });
        id
    }
}

fn args_of<'a>(pool: &'a [TermId], node: &Node) -> &'a [TermId] {
    &pool[node.args_start as usize..][..node.args_len as usize]
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

fn hash_node(op: Op, sort: Sort, args: &[TermId]) -> u64 {
    hash_of(&(op, sort, args))
}
