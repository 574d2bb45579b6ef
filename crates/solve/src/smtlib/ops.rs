//! The operations of the theories, by name.

use logic::{
    Bits, FloatClass, FloatFormat, FunctionDecl, Op, RoundingMode, Sort, SortError, TermId, Terms,
};

use num_bigint::{BigInt, Sign};

use super::Error;
use super::convert::{self, Converter};
use super::sexpr::{Kind, Node, Source};

/// A constant that is a plain symbol.
pub(super) fn constant(terms: &mut Terms, name: &str) -> Option<TermId> {
    match name {
        "true" => return Some(TermId::TRUE),
        "false" => return Some(TermId::FALSE),
        _ => {}
    }
    mode(name).map(|mode| terms.rounding_mode(mode))
}

/// Whether a symbol is a constant of the theories, which cannot be declared anew.
pub(super) fn is_reserved(name: &str) -> bool {
    matches!(name, "true" | "false") || mode(name).is_some()
}

fn mode(name: &str) -> Option<RoundingMode> {
    RoundingMode::ALL
        .into_iter()
        .find(|m| m.name() == name || m.long_name() == name)
}

/// `#x…` and `#b…`.
pub(super) fn literal(
    c: &mut Converter<'_, '_>,
    node: Node,
    digits: &str,
    radix: u32,
) -> Result<TermId, Error> {
    let width = digits.len() as u32 * if radix == 16 { 4 } else { 1 };
    let value = num_bigint::BigUint::parse_bytes(digits.as_bytes(), radix);
    match value {
        Some(value) if width <= logic::MAX_WIDTH => Ok(c
            .terms
            .value(Sort::Bv(width), Bits::from_big(width, &value))),
        _ => Err(c.source.error(node, "this literal is too wide")),
    }
}

/// `(_ bv5 32)`, `(_ +oo 8 24)` and the like.
pub(super) fn indexed_constant(
    c: &mut Converter<'_, '_>,
    node: Node,
    list: &[Node],
) -> Result<TermId, Error> {
    let name = list.get(1).and_then(|&n| c.source.symbol(n)).unwrap_or("");
    let index = |i: usize| list.get(i).and_then(|&n| c.source.numeral(n));
    if let (Some(digits), Some(width), 3) = (name.strip_prefix("bv"), index(2), list.len()) {
        let value = num_bigint::BigUint::parse_bytes(digits.as_bytes(), 10);
        return match value {
            Some(value)
                if (1..=logic::MAX_WIDTH).contains(&width) && value.bits() <= u64::from(width) =>
            {
                Ok(c.terms
                    .value(Sort::Bv(width), Bits::from_big(width, &value)))
            }
            _ => Err(c.source.error(node, "this is no bit-vector constant")),
        };
    }
    let format = index(2)
        .zip(index(3))
        .and_then(|(e, s)| FloatFormat::new(e, s));
    if let (Some(format), 4) = (format, list.len()) {
        let (eb, fraction) = (format.exponent_bits(), format.significand_bits() - 1);
        let infinity = ((1u128 << eb) - 1) << fraction;
        let sign = 1u128 << (format.width() - 1);
        let bits = match name {
            "+oo" => infinity,
            "-oo" => infinity | sign,
            "+zero" => 0,
            "-zero" => sign,
            "NaN" => infinity | 1,
            _ => return Err(c.source.error(node, "this is no constant")),
        };
        return Ok(c.terms.fp_value(format, bits));
    }
    Err(c
        .source
        .error(node, "this is no constant that is supported here"))
}

/// Whether a list is `((_ to_fp e s) rm 0.1)`: the one place for real numbers.
pub(super) fn is_real_conversion(source: &Source<'_>, list: &[Node]) -> bool {
    let [head, _, value] = list else { return false };
    let Some([_, name, ..]) = source.list(*head) else {
        return false;
    };
    source.symbol(*name) == Some("to_fp") && Ratio::read(source, *value).is_some()
}

/// A real number, not in lowest terms.
struct Ratio {
    numerator: BigInt,
    denominator: BigInt,
}

impl Ratio {
    /// `1`, `0.1`, `(/ 1 3)`, or one of these negated.
    fn read(source: &Source<'_>, node: Node) -> Option<Self> {
        let Kind::List(list) = source.kind(node) else {
            return Self::literal(source, node);
        };
        match *list {
            [minus, value] if source.symbol(minus) == Some("-") => {
                let value = match source.list(value) {
                    Some(&[over, a, b]) => Self::quotient(source, over, a, b)?,
                    _ => Self::literal(source, value)?,
                };
                Some(value.negated())
            }
            [over, a, b] => Self::quotient(source, over, a, b),
            _ => None,
        }
    }

    fn quotient(source: &Source<'_>, over: Node, a: Node, b: Node) -> Option<Self> {
        let part = |node: Node| match source.list(node) {
            Some(&[minus, value]) if source.symbol(minus) == Some("-") => {
                Self::literal(source, value).map(Self::negated)
            }
            _ => Self::literal(source, node),
        };
        let (a, b) = (part(a)?, part(b)?);
        (source.symbol(over) == Some("/")).then(|| Self {
            numerator: a.numerator * b.denominator,
            denominator: a.denominator * b.numerator,
        })
    }

    fn literal(source: &Source<'_>, node: Node) -> Option<Self> {
        let (whole, fraction) = match source.kind(node) {
            Kind::Numeral(whole) => (whole, ""),
            Kind::Decimal(text) => text.split_once('.')?,
            _ => return None,
        };
        let places = u32::try_from(fraction.len()).ok()?;
        Some(Self {
            numerator: format!("{whole}{fraction}").parse().ok()?,
            denominator: BigInt::from(10).pow(places),
        })
    }

    fn negated(self) -> Self {
        Self {
            numerator: -self.numerator,
            denominator: self.denominator,
        }
    }
}

pub(super) fn real_conversion(
    c: &mut Converter<'_, '_>,
    node: Node,
    list: &[Node],
) -> Result<TermId, Error> {
    let head = c.source.list(list[0]).unwrap_or(&[]);
    let index = |i: usize| head.get(i).and_then(|&n| c.source.numeral(n));
    let format = index(2)
        .zip(index(3))
        .and_then(|(e, s)| FloatFormat::new(e, s));
    let mode = c.source.symbol(list[1]).and_then(mode);
    let (Some(format), Some(mode)) = (format, mode) else {
        return Err(c.source.error(
            node,
            "real numbers need a supported format and a constant rounding mode",
        ));
    };
    let value = Ratio::read(c.source, list[2]).and_then(|ratio| {
        let numerator = match ratio.denominator.sign() {
            Sign::Minus => -ratio.numerator,
            _ => ratio.numerator,
        };
        logic::float::from_ratio(format, mode, &numerator, ratio.denominator.magnitude())
    });
    match value {
        Some(bits) => Ok(c.terms.value(Sort::Float(format), bits)),
        None => Err(c.source.error(list[2], "this is no number")),
    }
}

/// An operation of the theories on converted arguments.
pub(super) fn apply(
    c: &mut Converter<'_, '_>,
    node: Node,
    head: Node,
    nodes: &[Node],
    args: &[TermId],
) -> Result<TermId, Error> {
    let source = c.source;
    let result = match source.kind(head) {
        Kind::Symbol(name) => named(c.terms, name, args),
        Kind::List(&[mark, name, sort]) if source.symbol(mark) == Some("as") => {
            let sort = convert::sort(source, c.scope, sort)?;
            match (source.symbol(name), sort) {
                (Some("const"), Sort::Array { index, element })
                    if args.iter().all(|&a| c.terms.sort(a) == Sort::Bv(element)) =>
                {
                    c.terms.try_build(Op::ConstArray(index), args).map(Some)
                }
                _ => Ok(None),
            }
        }
        Kind::List(&[mark, name, ref indices @ ..]) if source.symbol(mark) == Some("_") => {
            let indices: Option<Vec<u32>> = indices.iter().map(|&n| source.numeral(n)).collect();
            match (source.symbol(name), indices) {
                (Some(name), Some(indices)) => indexed(c.terms, name, &indices, args),
                _ => Ok(None),
            }
        }
        _ => Ok(None),
    };
    match result {
        Ok(Some(term)) => Ok(term),
        Ok(None) => {
            let count = nodes.len();
            let plural = if count == 1 { "" } else { "s" };
            Err(source.error(
                head,
                format!(
                    "{} is no function of {count} argument{plural}",
                    source.shown(head)
                ),
            ))
        }
        Err(error) => Err(source.error(node, error.to_string())),
    }
}

type Applied = Result<Option<TermId>, SortError>;

fn indexed(t: &mut Terms, name: &str, indices: &[u32], args: &[TermId]) -> Applied {
    let format = |e: u32, s: u32| FloatFormat::new(e, s);
    let op = match (name, indices, args) {
        ("extract", &[high, low], _) => Op::Extract { high, low },
        ("zero_extend", &[n], _) => Op::ZeroExtend(n),
        ("sign_extend", &[n], _) => Op::SignExtend(n),
        ("rotate_left" | "rotate_right" | "repeat", &[n], &[a]) => return twisted(t, name, n, a),
        ("to_fp", &[e, s], &[a]) => {
            let Some(format) = format(e, s) else {
                return Ok(None);
            };
            return t.try_build(Op::FpFromBits(format), &[a]).map(Some);
        }
        ("to_fp", &[e, s], &[_, a]) => match (format(e, s), t.sort(a)) {
            (Some(format), Sort::Float(_)) => Op::FpToFp(format),
            (Some(format), _) => Op::FpFromSbv(format),
            (None, _) => return Ok(None),
        },
        ("to_fp_unsigned", &[e, s], _) => match format(e, s) {
            Some(format) => Op::FpFromUbv(format),
            None => return Ok(None),
        },
        ("fp.to_sbv", &[w], &[rm, a]) => return to_integer(t, Op::FpToSbv(w), w, rm, a),
        ("fp.to_ubv", &[w], &[rm, a]) => return to_integer(t, Op::FpToUbv(w), w, rm, a),
        _ => return Ok(None),
    };
    t.try_build(op, args).map(Some)
}

fn twisted(t: &mut Terms, name: &str, n: u32, a: TermId) -> Applied {
    let Sort::Bv(width) = t.sort(a) else {
        return Err(SortError {
            operation: name.to_owned(),
            arguments: vec![t.sort(a)],
        });
    };
    match name {
        "rotate_left" => Ok(Some(t.rotate_left(n, a))),
        "rotate_right" => Ok(Some(t.rotate_right(n, a))),
        _ if n == 0 || n.saturating_mul(width) > logic::MAX_WIDTH => Ok(None),
        _ => Ok(Some((1..n).fold(a, |acc, _| t.concat(acc, a)))),
    }
}

/// A conversion whose result SMT-LIB leaves open where the number does not fit:
/// there it is an uninterpreted function of the arguments.
fn to_integer(t: &mut Terms, op: Op, width: u32, rm: TermId, a: TermId) -> Applied {
    let specified = t.try_build(op, &[rm, a])?;
    let Sort::Float(format) = t.sort(a) else {
        return Ok(Some(specified));
    };
    if t.as_value(specified).is_some_and(|bits| !bits.is_zero()) {
        return Ok(Some(specified));
    }
    // In range: the rounded value is at least `low` and below `high`, powers of
    // two that the format may be too small to exceed.
    let integral = t.fp_round_to_integral(rm, a);
    let (low, high) = match op {
        Op::FpToSbv(_) => (Some((width - 1, true)), width - 1),
        _ => (None, width),
    };
    let above = match low.map(|(power, negative)| power_of_two(t, format, power, negative)) {
        Some(Some(low)) => t.fp_le(low, integral),
        Some(None) => TermId::TRUE,
        None => {
            let zero = t.fp_value(format, 0);
            t.fp_le(zero, integral)
        }
    };
    let below = match power_of_two(t, format, high, false) {
        Some(high) => t.fp_lt(integral, high),
        None => TermId::TRUE,
    };
    let finite = t.fp_is_finite(a);
    let within = t.and_all([above, below, finite]);
    let open = t.declare(FunctionDecl {
        name: format!("{}.{width}.unspecified", op.name()),
        domain: vec![Sort::RoundingMode, Sort::Float(format)],
        range: Sort::Bv(width),
    });
    let anything = t.apply(open, &[rm, a]);
    Ok(Some(t.ite(within, specified, anything)))
}

/// The float `2^power`, negated or not, if it is finite.
fn power_of_two(t: &mut Terms, format: FloatFormat, power: u32, negative: bool) -> Option<TermId> {
    let bias = (1u32 << (format.exponent_bits() - 1)) - 1;
    if power > bias {
        return None;
    }
    let exponent = u128::from(power + bias) << (format.significand_bits() - 1);
    let sign = u128::from(negative) << (format.width() - 1);
    Some(t.fp_value(format, sign | exponent))
}

/// `fp.min` and `fp.max` of zeros of both signs may be either.
fn extremum(t: &mut Terms, op: Op, a: TermId, b: TermId) -> Applied {
    let specified = t.try_build(op, &[a, b])?;
    let Sort::Float(format) = t.sort(a) else {
        return Ok(Some(specified));
    };
    let (zero_a, zero_b) = (t.fp_is(FloatClass::Zero, a), t.fp_is(FloatClass::Zero, b));
    let apart = t.ne(a, b);
    let open = t.and_all([zero_a, zero_b, apart]);
    let choice = t.declare(FunctionDecl {
        name: format!("{}.unspecified", op.name()),
        domain: vec![Sort::Float(format); 2],
        range: Sort::Bool,
    });
    let first = t.apply(choice, &[a, b]);
    let either = t.ite(first, a, b);
    Ok(Some(t.ite(open, either, specified)))
}

fn named(t: &mut Terms, name: &str, args: &[TermId]) -> Applied {
    use Op::*;
    // Operations that are kept under their own names.
    let kept = [
        Not,
        Ite,
        BvNot,
        BvNeg,
        BvUdiv,
        BvUrem,
        BvSdiv,
        BvSrem,
        BvSmod,
        BvShl,
        BvLshr,
        BvAshr,
        BvUlt,
        BvSlt,
        BvUmulo,
        BvSmulo,
        Select,
        Store,
        FpAbs,
        FpNeg,
        FpAdd,
        FpMul,
        FpDiv,
        FpFma,
        FpSqrt,
        FpRem,
        FpRoundToIntegral,
        FpToBits,
    ];
    let classes = FloatClass::ALL.map(FpIs);
    if let Some(op) = kept.into_iter().chain(classes).find(|op| op.name() == name) {
        return t.try_build(op, args).map(Some);
    }
    match (name, args) {
        ("fp.min", &[a, b]) => extremum(t, FpMin, a, b),
        ("fp.max", &[a, b]) => extremum(t, FpMax, a, b),
        ("fp", &[sign, exponent, fraction]) => {
            let bits = t.try_build(Concat, &[sign, exponent])?;
            let (eb, sb) = (t.width(exponent), t.width(fraction) + 1);
            let bits = t.try_build(Concat, &[bits, fraction])?;
            match FloatFormat::new(eb, sb).filter(|_| t.width(sign) == 1) {
                Some(format) => t.try_build(FpFromBits(format), &[bits]).map(Some),
                None => Ok(None),
            }
        }
        ("and", _) => chain(t, args, And, TermId::TRUE),
        ("or", _) => negated(t, args, And),
        ("xor", [_, _, ..]) => fold(t, args, |t, a, b| {
            // What can be conjoined is Boolean.
            let sorted = t.check_sort(And, &[a, b]);
            sorted.map_err(|error| SortError {
                operation: "xor".to_owned(),
                ..error
            })?;
            let same = t.try_build(Eq, &[a, b])?;
            t.try_build(Not, &[same])
        }),
        ("=>", [rest @ .., last]) if !rest.is_empty() => rest
            .iter()
            .rev()
            .try_fold(*last, |acc, &a| {
                let no = t.try_build(Not, &[acc])?;
                let broken = t.try_build(And, &[a, no])?;
                t.try_build(Not, &[broken])
            })
            .map(Some),
        ("=", [_, _, ..]) => pairs(t, args, |t, a, b| t.try_build(Eq, &[a, b])),
        ("distinct", [_, _, ..]) => distinct(t, args),
        ("bvand", [_, _, ..]) => chain_all(t, args, BvAnd),
        ("bvor", [_, _, ..]) => chain_all(t, args, BvOr),
        ("bvxor", [_, _, ..]) => chain_all(t, args, BvXor),
        ("bvadd", [_, _, ..]) => chain_all(t, args, BvAdd),
        ("bvmul", [_, _, ..]) => chain_all(t, args, BvMul),
        ("concat", [_, _, ..]) => chain_all(t, args, Concat),
        ("fp.leq", [_, _, ..]) => pairs(t, args, |t, a, b| t.try_build(FpLe, &[a, b])),
        ("fp.lt", [_, _, ..]) => pairs(t, args, |t, a, b| t.try_build(FpLt, &[a, b])),
        ("fp.geq", [_, _, ..]) => pairs(t, args, |t, a, b| t.try_build(FpLe, &[b, a])),
        ("fp.gt", [_, _, ..]) => pairs(t, args, |t, a, b| t.try_build(FpLt, &[b, a])),
        ("fp.eq", [_, _, ..]) => pairs(t, args, |t, a, b| t.try_build(FpEq, &[a, b])),
        (_, &[a, b]) => binary(t, name, a, b),
        (_, &[rm, a, b]) if name == "fp.sub" => {
            let b = t.try_build(FpNeg, &[b])?;
            t.try_build(FpAdd, &[rm, a, b]).map(Some)
        }
        ("bvnego", &[a]) if matches!(t.sort(a), Sort::Bv(_)) => Ok(Some(t.bv_nego(a))),
        _ => Ok(None),
    }
}

/// Binary operations on bit-vectors that are expressed by others.
fn binary(t: &mut Terms, name: &str, a: TermId, b: TermId) -> Applied {
    let build: fn(&mut Terms, TermId, TermId) -> TermId = match name {
        "bvsub" => Terms::bv_sub,
        "bvule" => Terms::bv_ule,
        "bvugt" => |t, a, b| t.bv_ult(b, a),
        "bvuge" => |t, a, b| t.bv_ule(b, a),
        "bvsle" => Terms::bv_sle,
        "bvsgt" => |t, a, b| t.bv_slt(b, a),
        "bvsge" => |t, a, b| t.bv_sle(b, a),
        "bvnand" => |t, a, b| {
            let both = t.bv_and(a, b);
            t.bv_not(both)
        },
        "bvnor" => |t, a, b| {
            let either = t.bv_or(a, b);
            t.bv_not(either)
        },
        "bvxnor" => |t, a, b| {
            let apart = t.bv_xor(a, b);
            t.bv_not(apart)
        },
        "bvcomp" => |t, a, b| {
            let same = t.eq(a, b);
            t.bool_to_bv(same)
        },
        "bvuaddo" => Terms::bv_uaddo,
        "bvsaddo" => Terms::bv_saddo,
        "bvusubo" => Terms::bv_usubo,
        "bvssubo" => Terms::bv_ssubo,
        "bvsdivo" => Terms::bv_sdivo,
        _ => return Ok(None),
    };
    match (t.sort(a), t.sort(b)) {
        (Sort::Bv(v), Sort::Bv(w)) if v == w => Ok(Some(build(t, a, b))),
        (x, y) => Err(SortError {
            operation: name.to_owned(),
            arguments: vec![x, y],
        }),
    }
}

type Binary = fn(&mut Terms, TermId, TermId) -> Result<TermId, SortError>;

fn fold(t: &mut Terms, args: &[TermId], f: Binary) -> Applied {
    let Some((&first, rest)) = args.split_first() else {
        return Ok(None);
    };
    rest.iter()
        .try_fold(first, |acc, &a| f(t, acc, a))
        .map(Some)
}

fn chain(t: &mut Terms, args: &[TermId], op: Op, unit: TermId) -> Applied {
    args.iter()
        .try_fold(unit, |acc, &a| t.try_build(op, &[acc, a]))
        .map(Some)
}

fn chain_all(t: &mut Terms, args: &[TermId], op: Op) -> Applied {
    let Some((&first, rest)) = args.split_first() else {
        return Ok(None);
    };
    rest.iter()
        .try_fold(first, |acc, &a| t.try_build(op, &[acc, a]))
        .map(Some)
}

fn negated(t: &mut Terms, args: &[TermId], op: Op) -> Applied {
    let mut none = TermId::TRUE;
    for &a in args {
        let no = t.try_build(Op::Not, &[a])?;
        none = t.try_build(op, &[none, no])?;
    }
    t.try_build(Op::Not, &[none]).map(Some)
}

/// The conjunction of a relation between neighbours.
fn pairs(t: &mut Terms, args: &[TermId], f: Binary) -> Applied {
    let mut all = TermId::TRUE;
    for pair in args.windows(2) {
        let holds = f(t, pair[0], pair[1])?;
        all = t.and(all, holds);
    }
    Ok(Some(all))
}

fn distinct(t: &mut Terms, args: &[TermId]) -> Applied {
    for pair in args.windows(2) {
        t.check_sort(Op::Eq, pair)?;
    }
    Ok(Some(t.distinct(args)))
}
