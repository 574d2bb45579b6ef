//! SMT-LIB 2.6 output.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::eval::Value;
use crate::float;
use crate::op::Op;
use crate::sort::{FloatFormat, RoundingMode, Sort};
use crate::terms::{TermId, Terms};

impl Terms {
    /// The term in SMT-LIB; what occurs more than once is bound by `let`.
    #[must_use]
    pub fn to_smt(&self, term: TermId) -> String {
        let shared = self.shared(&[term]);
        let mut out = String::new();
        let mut names: FxHashMap<TermId, String> = FxHashMap::default();
        for &s in &shared {
            let name = format!("?{}", names.len() + 1);
            let _ = write!(out, "(let (({name} ");
            self.write_smt(s, &names, &mut out);
            out.push_str(")) ");
            names.insert(s, name);
        }
        self.write_smt(term, &names, &mut out);
        out.extend(std::iter::repeat_n(')', shared.len()));
        out
    }

    /// A script that declares what `assertions` need and asserts them; without
    /// `check-sat`, so that it can be continued.
    #[must_use]
    pub fn to_smt_script(&self, assertions: &[TermId]) -> String {
        let mut out = String::new();
        for var in self.free_vars(assertions) {
            let name = quote(self.var_name(var).unwrap_or_default());
            let _ = writeln!(out, "(declare-fun {name} () {})", self.sort(var));
        }
        for function in self.functions_in(assertions) {
            let decl = self.function(function);
            let domain: Vec<String> = decl.domain.iter().map(Sort::to_string).collect();
            let (name, domain) = (quote(&decl.name), domain.join(" "));
            let _ = writeln!(out, "(declare-fun {name} ({domain}) {})", decl.range);
        }
        let mut names: FxHashMap<TermId, String> = FxHashMap::default();
        for term in self.shared(assertions) {
            let name = format!("?{}", names.len() + 1);
            let _ = write!(out, "(define-fun {name} () {} ", self.sort(term));
            self.write_smt(term, &names, &mut out);
            out.push_str(")\n");
            names.insert(term, name);
        }
        for &assertion in assertions {
            out.push_str("(assert ");
            self.write_smt(assertion, &names, &mut out);
            out.push_str(")\n");
        }
        out
    }

    /// Compound terms that are used more than once below `roots`, arguments first.
    fn shared(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        let below = self.subterms(roots);
        for &term in &below {
            for &arg in self.args(term) {
                *uses.entry(arg).or_default() += 1;
            }
        }
        let twice = |t: &TermId| uses.get(t).is_some_and(|&n| n > 1) && !self.args(*t).is_empty();
        below.into_iter().filter(twice).collect()
    }

    fn write_smt(&self, root: TermId, names: &FxHashMap<TermId, String>, out: &mut String) {
        enum Piece {
            Term(TermId),
            Text(String),
        }
        let mut stack = vec![Piece::Term(root)];
        while let Some(piece) = stack.pop() {
            let term = match piece {
                Piece::Text(text) => {
                    out.push_str(&text);
                    continue;
                }
                Piece::Term(term) => term,
            };
            if let Some(name) = names.get(&term).filter(|_| term != root) {
                out.push_str(name);
                continue;
            }
            if let Some(bits) = self.as_value(term) {
                out.push_str(&value_to_smt(self.sort(term), bits));
                continue;
            }
            if let Some(name) = self.var_name(term) {
                out.push_str(&quote(name));
                continue;
            }
            let (before, after) = self.head(term);
            out.push_str(&before);
            stack.push(Piece::Text(after));
            for (i, &arg) in self.args(term).iter().enumerate().rev() {
                stack.push(Piece::Term(arg));
                let gap = match self.op(term) {
                    Op::BvUmulo | Op::BvSmulo if i == 1 => ") (?r ",
                    _ if i == 0 => "",
                    _ => " ",
                };
                stack.push(Piece::Text(gap.to_owned()));
            }
        }
    }

    /// What stands before and after the arguments of a compound term.
    fn head(&self, term: TermId) -> (String, String) {
        let op = self.op(term);
        let close = |head: String| (format!("({head} "), ")".to_owned());
        let to_fp = |name: &str, f: FloatFormat| {
            close(format!(
                "(_ {name} {} {})",
                f.exponent_bits(),
                f.significand_bits()
            ))
        };
        match op {
            Op::Apply(f) => match self.args(term) {
                [] => (quote(&self.function(f).name), String::new()),
                _ => close(quote(&self.function(f).name)),
            },
            Op::Extract { high, low } => close(format!("(_ extract {high} {low})")),
            Op::ZeroExtend(n) | Op::SignExtend(n) | Op::FpToSbv(n) | Op::FpToUbv(n) => {
                close(format!("(_ {} {n})", op.name()))
            }
            Op::ConstArray(_) => close(format!("(as const {})", self.sort(term))),
            Op::FpFromBits(f) | Op::FpToFp(f) | Op::FpFromSbv(f) => to_fp("to_fp", f),
            Op::FpFromUbv(f) => to_fp("to_fp_unsigned", f),
            Op::BvUmulo | Op::BvSmulo => overflow(op, self.width(self.args(term)[0])),
            _ => close(op.name().to_owned()),
        }
    }
}

/// Overflow of products by a product of twice the width: the predicates
/// themselves are younger than most solvers.
fn overflow(op: Op, width: u32) -> (String, String) {
    let product =
        |extend: &str| format!("(bvmul ((_ {extend} {width}) ?l) ((_ {extend} {width}) ?r))");
    let claim = match op {
        Op::BvUmulo => {
            let high = format!(
                "((_ extract {} {width}) {})",
                2 * width - 1,
                product("zero_extend")
            );
            format!("(not (= {high} {}))", Bits::zero(width))
        }
        _ => format!(
            "(not (= {} ((_ sign_extend {width}) (bvmul ?l ?r))))",
            product("sign_extend")
        ),
    };
    ("(let ((?l ".to_owned(), format!(")) {claim})"))
}

/// A value in SMT-LIB.
impl Value {
    /// The value, known to be of `sort`, in SMT-LIB.
    #[must_use]
    pub fn to_smt(&self, sort: Sort) -> String {
        match self {
            Value::Bits(bits) => value_to_smt(sort, bits),
            Value::Array(array) => array.to_string(),
        }
    }
}

fn value_to_smt(sort: Sort, bits: &Bits) -> String {
    match sort {
        Sort::Bool => bits.is_one().to_string(),
        Sort::RoundingMode => RoundingMode::from_code(bits.to_u128().unwrap_or(0))
            .name()
            .to_owned(),
        Sort::Float(format) => float_to_smt(format, bits),
        Sort::Bv(_) | Sort::Array { .. } => bits.to_string(),
    }
}

fn float_to_smt(format: FloatFormat, bits: &Bits) -> String {
    let (eb, sb) = (format.exponent_bits(), format.significand_bits());
    let fraction = bits.extract(sb - 2, 0);
    let exponent = bits.extract(format.width() - 2, sb - 1);
    if float::is_nan(format, bits) {
        return format!("(_ NaN {eb} {sb})");
    }
    if exponent.is_ones() || exponent.is_zero() && fraction.is_zero() {
        let sign = if bits.sign() { '-' } else { '+' };
        let name = if exponent.is_ones() { "oo" } else { "zero" };
        return format!("(_ {sign}{name} {eb} {sb})");
    }
    let sign = bits.extract(format.width() - 1, format.width() - 1);
    format!("(fp {sign} {exponent} {fraction})")
}

/// A name as an SMT-LIB symbol, in bars where it needs them.
#[must_use]
pub fn quote(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let simple = name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit());
    if simple && !name.is_empty() {
        name.to_owned()
    } else {
        format!("|{}|", name.replace(['|', '\\'], "_"))
    }
}
