//! Every circuit agrees with evaluation, on random and on special operands.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use logic::{Assignment, Bits, FloatClass, FloatFormat, Op, RoundingMode, Sort, TermId, Terms};
use solve::blast::Blaster;
use solve::gates::Simulation;

/// A small generator: the same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    /// An operand: often one with few or extreme bits.
    fn operand(&mut self, sort: Sort) -> Bits {
        let width = sort.bits().expect("no arrays here");
        match sort {
            Sort::RoundingMode => Bits::new(width, u128::from(self.next() % 5)),
            Sort::Float(format) => {
                let bits = self.float(format);
                logic::float::canonical(format, &bits)
            }
            _ => match self.next() % 4 {
                0 => Bits::new(width, u128::from(self.next() % 8)),
                1 => Bits::new(width, u128::from(self.next() % 8)).neg(),
                2 => Bits::new(width, 1).shl(&Bits::new(
                    width,
                    u128::from(self.next()) % u128::from(width),
                )),
                _ => Bits::new(width, self.wide()),
            },
        }
    }

    fn float(&mut self, format: FloatFormat) -> Bits {
        let (width, fraction) = (format.width(), format.significand_bits() - 1);
        let sign = u128::from(self.next() & 1) << (width - 1);
        let top = (1u128 << format.exponent_bits()) - 1;
        let bias = top >> 1;
        let exponent = match self.next() % 6 {
            0 => 0,
            1 => top,
            2 => 1 + u128::from(self.next() % 3),
            3 => top - 1 - u128::from(self.next() % 3),
            4 => self.wide() & top,
            _ => (bias + u128::from(self.next() % 20)).wrapping_sub(10) & top,
        };
        let mask = (1u128 << fraction) - 1;
        let low = match self.next() % 5 {
            0 => 0,
            1 => mask,
            2 => u128::from(self.next() % 4) & mask,
            3 => 1 << (self.next() % u64::from(fraction)),
            _ => self.wide() & mask,
        };
        Bits::new(width, sign | exponent << fraction | low)
    }
}

fn check(op: Op, sorts: &[Sort], rounds: usize) {
    let mut terms = Terms::new();
    let vars: Vec<TermId> = sorts
        .iter()
        .enumerate()
        .map(|(i, &s)| terms.var(&format!("x{i}"), s))
        .collect();
    let term = terms.raw(op, &vars).expect("well-sorted");
    check_term(&terms, &vars, term, rounds);
}

fn check_term(terms: &Terms, vars: &[TermId], term: TermId, rounds: usize) {
    let mut blaster = Blaster::new();
    let word = blaster.word(terms, term).to_vec();
    let mut random = Random(terms.op(term).name().len() as u64);
    let mut lanes = vec![0u64; blaster.gates.len()];
    for _ in 0..rounds {
        let mut runs = Vec::new();
        lanes.fill(0);
        for lane in 0..Simulation::LANES {
            let mut assignment = Assignment::new();
            for &var in vars {
                let bits = random.operand(terms.sort(var));
                for (i, edge) in blaster.inputs(var).expect("blasted").iter().enumerate() {
                    lanes[edge.node()] |= u64::from(bits.bit(i as u32)) << lane;
                }
                assignment.set(var, bits);
            }
            runs.push(assignment);
        }
        let simulation = Simulation::run(&blaster.gates, |node| lanes[node]);
        for (lane, assignment) in runs.iter().enumerate() {
            let bools: Vec<bool> = word
                .iter()
                .map(|&e| simulation.get(e) >> lane & 1 == 1)
                .collect();
            let expected = terms.eval(term, assignment);
            let operands: Vec<String> = vars
                .iter()
                .map(|v| assignment.variables[v].to_smt(terms.sort(*v)))
                .collect();
            assert_eq!(
                Bits::from_bools(&bools),
                *expected.bits().expect("no array"),
                "{} on {operands:?}",
                terms.to_human(term)
            );
        }
    }
}

#[test]
fn bit_vectors() {
    use Op::*;
    let binary = [
        BvAnd, BvOr, BvXor, BvAdd, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvSmod, BvShl, BvLshr,
        BvAshr, BvUlt, BvSlt, BvUmulo, BvSmulo, Concat, Eq,
    ];
    for width in [1, 2, 7, 8, 16, 32, 33, 64, 128, 130] {
        let rounds = if width < 64 { 20 } else { 3 };
        for op in binary {
            check(op, &[Sort::Bv(width); 2], rounds);
        }
        for op in [
            BvNot,
            BvNeg,
            ZeroExtend(3),
            SignExtend(3),
            Extract {
                high: width - 1,
                low: width / 2,
            },
        ] {
            check(op, &[Sort::Bv(width)], rounds);
        }
        check(Ite, &[Sort::Bool, Sort::Bv(width), Sort::Bv(width)], rounds);
    }
}

#[test]
fn extended_bit_vectors() {
    use Op::*;
    let operations = [
        BvAdd, BvMul, BvSdiv, BvSrem, BvSmod, BvUdiv, BvUrem, BvUmulo, BvSmulo,
    ];
    let extensions = [SignExtend as fn(u32) -> Op, ZeroExtend];
    for (x_width, y_width, width) in [(1, 1, 3), (3, 5, 6), (3, 5, 7), (5, 3, 20), (8, 8, 32)] {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bv(x_width));
        let y = terms.var("y", Sort::Bv(y_width));
        for op in operations {
            for (i, extend_y) in extensions.into_iter().enumerate() {
                let extend_x = extensions[i ^ usize::from(op == BvMul)];
                let mut raw = |op, args: &[TermId]| terms.raw(op, args).expect("well-sorted");
                let wide_x = raw(extend_x(width - x_width), &[x]);
                let wide_y = raw(extend_y(width - y_width), &[y]);
                let result = raw(op, &[wide_x, wide_y]);
                check_term(&terms, &[x, y], result, 20);
            }
        }
        let wide = |terms: &mut Terms, x| terms.raw(SignExtend(width - terms.width(x)), &[x]);
        let (wide_x, wide_y) = (wide(&mut terms, x), wide(&mut terms, y));
        let (wide_x, wide_y) = (wide_x.expect("well-sorted"), wide_y.expect("well-sorted"));
        for factor in [3, u128::MAX, 1 << (width - 1)] {
            let factor = Bits::new(width, factor);
            let factor = terms.value(Sort::Bv(width), factor);
            let mut raw = |op, args: &[TermId]| terms.raw(op, args).expect("well-sorted");
            let multiple = raw(BvMul, &[wide_x, factor]);
            let negated = raw(BvNeg, &[wide_y]);
            let sum = raw(BvAdd, &[multiple, negated]);
            let sum = raw(BvAdd, &[sum, wide_x]);
            check_term(&terms, &[x, y], sum, 20);
        }
    }
}

fn check_floats(format: FloatFormat, rounds: usize) {
    use Op::*;
    let (mode, float) = (Sort::RoundingMode, Sort::Float(format));
    for op in [FpAdd, FpMul, FpDiv] {
        check(op, &[mode, float, float], rounds);
    }
    check(FpFma, &[mode, float, float, float], rounds);
    for op in [FpSqrt, FpRoundToIntegral] {
        check(op, &[mode, float], rounds);
    }
    for op in [FpMin, FpMax, FpLe, FpLt, FpEq, Eq] {
        check(op, &[float, float], rounds);
    }
    for op in [FpAbs, FpNeg, FpToBits]
        .into_iter()
        .chain(FloatClass::ALL.map(FpIs))
    {
        check(op, &[float], rounds);
    }
    check(FpFromBits(format), &[Sort::Bv(format.width())], rounds);
    for width in [1, 8, 32, 64, 128] {
        check(FpFromSbv(format), &[mode, Sort::Bv(width)], rounds);
        check(FpFromUbv(format), &[mode, Sort::Bv(width)], rounds);
        check(FpToSbv(width), &[mode, float], rounds);
        check(FpToUbv(width), &[mode, float], rounds);
    }
    for target in FloatFormat::ALL {
        check(FpToFp(target), &[mode, float], rounds);
    }
}

#[test]
fn small_floats() {
    check_floats(FloatFormat::MINI, 200);
    check_floats(FloatFormat::HALF, 100);
    check_floats(FloatFormat::BFLOAT, 100);
}

#[test]
fn single_and_double() {
    check_floats(FloatFormat::SINGLE, 50);
    check_floats(FloatFormat::DOUBLE, 20);
}

#[test]
fn extended_and_quad() {
    check_floats(FloatFormat::EXTENDED, 10);
    check_floats(FloatFormat::QUAD, 4);
}

#[test]
fn remainders() {
    for (format, rounds) in [
        (FloatFormat::MINI, 200),
        (FloatFormat::HALF, 50),
        (FloatFormat::BFLOAT, 50),
        (FloatFormat::SINGLE, 20),
        (FloatFormat::DOUBLE, 2),
    ] {
        check(Op::FpRem, &[Sort::Float(format); 2], rounds);
    }
}

#[test]
fn every_small_operand_pair() {
    let format = FloatFormat::MINI;
    let mut terms = Terms::new();
    let (x, y) = (
        terms.var("x", Sort::Float(format)),
        terms.var("y", Sort::Float(format)),
    );
    for mode in RoundingMode::ALL {
        let rm = terms.rounding_mode(mode);
        let results = [
            terms.fp_add(rm, x, y),
            terms.fp_mul(rm, x, y),
            terms.fp_div(rm, x, y),
            terms.fp_rem(x, y),
            terms.fp_sqrt(rm, x),
            terms.fp_round_to_integral(rm, x),
        ];
        let mut blaster = Blaster::new();
        let words: Vec<_> = results
            .iter()
            .map(|&r| blaster.word(&terms, r).to_vec())
            .collect();
        let inputs = [x, y].map(|v| blaster.inputs(v).expect("blasted").to_vec());
        for start in (0..1u32 << 16).step_by(Simulation::LANES) {
            let pair = |lane: u32| [(start + lane) & 0xff, (start + lane) >> 8];
            let simulation = Simulation::run(&blaster.gates, |node| {
                let which = inputs
                    .iter()
                    .position(|w| w.iter().any(|e| e.node() == node));
                let Some(which) = which else { return 0 };
                let bit = inputs[which]
                    .iter()
                    .position(|e| e.node() == node)
                    .unwrap_or(0);
                (0..64).fold(0, |acc, l| acc | u64::from(pair(l)[which] >> bit & 1) << l)
            });
            for lane in 0..Simulation::LANES as u32 {
                let mut assignment = Assignment::new();
                for (var, value) in [x, y].into_iter().zip(pair(lane)) {
                    let bits = Bits::new(8, value.into());
                    assignment.set(var, logic::float::canonical(format, &bits));
                }
                let mut evaluator = logic::Evaluator::new(&terms, &assignment);
                for (&result, word) in results.iter().zip(&words) {
                    let bools: Vec<bool> = word
                        .iter()
                        .map(|&e| simulation.get(e) >> lane & 1 == 1)
                        .collect();
                    let expected = evaluator.eval(result);
                    assert_eq!(
                        Some(&Bits::from_bools(&bools)),
                        expected.bits(),
                        "{} {mode:?} on {:x?}",
                        terms.to_human(result),
                        pair(lane)
                    );
                }
            }
        }
    }
}
