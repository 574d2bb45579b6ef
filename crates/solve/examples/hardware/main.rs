//! Compares the float circuits with this machine's own arithmetic:
//! `hardware [--count N]`, N random operand tuples per operation, width and
//! rounding mode, and all pairs of special ones.

mod machine;

use std::process::ExitCode;

use logic::{FloatFormat, Op, RoundingMode, Sort, TermId, Terms};
use machine::{Operation, compute};
use solve::blast::Blaster;
use solve::gates::{Edge, Simulation};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let count = args
        .iter()
        .position(|a| a == "--count")
        .and_then(|i| args.get(i + 1)?.parse().ok());
    let count: usize = count.unwrap_or(100_000);
    if !machine::SUPPORTED {
        println!("skipped: rounding modes are only set on x86-64");
        return ExitCode::SUCCESS;
    }
    let mut wrong = 0;
    for format in [FloatFormat::SINGLE, FloatFormat::DOUBLE] {
        for operation in Operation::ALL {
            let modes: &[RoundingMode] = match operation.rounds() {
                false => &[RoundingMode::NearestEven],
                true => &[
                    RoundingMode::NearestEven,
                    RoundingMode::Up,
                    RoundingMode::Down,
                    RoundingMode::Zero,
                ],
            };
            let (tried, failed) = compare(operation, format, modes, count);
            wrong += failed;
            println!(
                "{:?} at {} bits: {tried} runs, {failed} different",
                operation,
                format.width()
            );
        }
    }
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

struct Circuit {
    blaster: Blaster,
    inputs: Vec<Vec<Edge>>,
    output: Vec<Edge>,
    /// Of the output.
    sort: Sort,
}

impl Circuit {
    fn new(operation: Operation, format: FloatFormat, mode: RoundingMode) -> Self {
        let mut terms = Terms::new();
        let rm = terms.rounding_mode(mode);
        let sort = match operation {
            Operation::FromInteger(width) => Sort::Bv(width),
            _ => Sort::Float(format),
        };
        let operands: Vec<TermId> = ["x", "y", "z"][..operation.arity()]
            .iter()
            .map(|n| terms.var(n, sort))
            .collect();
        let mut args = operands.clone();
        let op = match operation {
            Operation::Add => Op::FpAdd,
            Operation::Sub => {
                args[1] = terms.fp_neg(args[1]);
                Op::FpAdd
            }
            Operation::Mul => Op::FpMul,
            Operation::Div => Op::FpDiv,
            Operation::Sqrt => Op::FpSqrt,
            Operation::Fma => Op::FpFma,
            Operation::Rem => Op::FpRem,
            Operation::RoundToIntegral => Op::FpRoundToIntegral,
            Operation::Min => Op::FpMin,
            Operation::Max => Op::FpMax,
            Operation::Less => Op::FpLt,
            Operation::LessOrEqual => Op::FpLe,
            Operation::Equal => Op::FpEq,
            Operation::Convert => Op::FpToFp(other(format)),
            Operation::FromInteger(_) => Op::FpFromSbv(format),
            Operation::ToInteger(width) => Op::FpToSbv(width),
        };
        if operation.rounds() {
            args.insert(0, rm);
        }
        let result = terms.build(op, &args);
        let mut blaster = Blaster::new();
        let output = blaster.word(&terms, result).to_vec();
        let inputs = operands
            .iter()
            .map(|&v| blaster.inputs(v).unwrap_or(&[]).to_vec())
            .collect();
        Self {
            blaster,
            inputs,
            output,
            sort: terms.sort(result),
        }
    }

    /// Runs the circuit on as many operand tuples as there are lanes.
    fn run(&self, lanes: &mut [u64], tuples: &[[u64; 3]]) -> Vec<u64> {
        for (i, word) in self.inputs.iter().enumerate() {
            for (bit, edge) in word.iter().enumerate() {
                let packed = tuples
                    .iter()
                    .enumerate()
                    .fold(0, |acc, (lane, t)| acc | (t[i] >> bit & 1) << lane);
                lanes[edge.node()] = packed;
            }
        }
        let simulation = Simulation::run(&self.blaster.gates, |node| lanes[node]);
        let bits: Vec<u64> = self.output.iter().map(|&e| simulation.get(e)).collect();
        (0..tuples.len())
            .map(|lane| {
                bits.iter()
                    .enumerate()
                    .fold(0, |acc, (bit, w)| acc | (w >> lane & 1) << bit)
            })
            .collect()
    }
}

fn compare(
    operation: Operation,
    format: FloatFormat,
    modes: &[RoundingMode],
    count: usize,
) -> (usize, usize) {
    let (mut tried, mut failed) = (0, 0);
    for &mode in modes {
        let circuit = Circuit::new(operation, format, mode);
        let mut lanes = vec![0; circuit.blaster.gates.len()];
        let mut check = |tuples: &[[u64; 3]]| {
            for (tuple, ours) in tuples.iter().zip(circuit.run(&mut lanes, tuples)) {
                let theirs = compute(operation, format, mode, *tuple);
                let theirs = match circuit.sort {
                    Sort::Float(format) => canonical(format, theirs),
                    _ => theirs,
                };
                tried += 1;
                if ours != theirs {
                    failed += 1;
                    if failed < 5 {
                        println!(
                            "{operation:?} {mode:?} of {tuple:x?}: {ours:x}, the machine says {theirs:x}"
                        );
                    }
                }
            }
        };
        let specials = specials(format);
        let pairs: Vec<[u64; 3]> = specials
            .iter()
            .flat_map(|&x| specials.iter().map(move |&y| [x, y, y ^ x.rotate_left(7)]))
            .collect();
        let mask = u64::MAX >> (64 - format.width());
        let pairs: Vec<[u64; 3]> = pairs
            .into_iter()
            .map(|[x, y, z]| [x, y, z & mask])
            .collect();
        pairs.chunks(Simulation::LANES).for_each(&mut check);
        let mut random = Random(1);
        for _ in 0..count.div_ceil(modes.len() * Simulation::LANES) {
            let tuples: Vec<[u64; 3]> = (0..Simulation::LANES)
                .map(|_| random.operands(operation, format))
                .collect();
            check(&tuples);
        }
    }
    (tried, failed)
}

/// The other of the two formats.
fn other(format: FloatFormat) -> FloatFormat {
    if format == FloatFormat::SINGLE {
        FloatFormat::DOUBLE
    } else {
        FloatFormat::SINGLE
    }
}

/// NaNs have many encodings; the circuits know one.
fn canonical(format: FloatFormat, bits: u64) -> u64 {
    let value = logic::Bits::new(format.width(), bits.into());
    logic::float::canonical(format, &value)
        .to_u128()
        .unwrap_or(0) as u64
}

/// Zeros, subnormals, the ends of the ranges, ones, infinities, NaN; of both signs.
fn specials(format: FloatFormat) -> Vec<u64> {
    let fraction = format.significand_bits() - 1;
    let top = (1u64 << format.exponent_bits()) - 1;
    let (one, infinity) = ((top >> 1) << fraction, top << fraction);
    let positive = [
        0,
        1,
        2,
        3,
        (1 << fraction) - 1,
        1 << fraction,
        (1 << fraction) + 1,
        one - 1,
        one,
        one + 1,
        one + (1 << fraction),
        one + (1 << (fraction - 1)),
        one - (1 << fraction),
        infinity - 1,
        infinity - (1 << fraction),
        infinity,
        infinity | 1,
        canonical(format, infinity | 1),
    ];
    positive
        .iter()
        .flat_map(|&p| [p, p | 1 << (format.width() - 1)])
        .collect()
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Operands that give an operation something to do.
    fn operands(&mut self, operation: Operation, format: FloatFormat) -> [u64; 3] {
        let [x, y, z] = self.tuple(format);
        match operation {
            // Integers of all magnitudes.
            Operation::FromInteger(width) => {
                let magnitude = self.next() >> (self.next() % 64);
                let signed = if self.next() & 1 == 0 {
                    magnitude
                } else {
                    magnitude.wrapping_neg()
                };
                [signed & (u64::MAX >> (64 - width)), y, z]
            }
            // Floats that are not far from the integers.
            Operation::ToInteger(_) | Operation::RoundToIntegral if self.next() & 3 != 0 => {
                let fraction = format.significand_bits() - 1;
                let bias = (1u64 << (format.exponent_bits() - 1)) - 1;
                let exponent = (bias - 3 + self.next() % 70) << fraction;
                let kept = 1 << (format.width() - 1) | ((1 << fraction) - 1);
                [x & kept | exponent, y, z]
            }
            _ => [x, y, z],
        }
    }

    /// Operands whose exponents are often close, so that there is something to round.
    fn tuple(&mut self, format: FloatFormat) -> [u64; 3] {
        let mask = u64::MAX >> (64 - format.width());
        let fraction = format.significand_bits() - 1;
        let mut tuple = [self.next() & mask, self.next() & mask, self.next() & mask];
        if self.next() & 1 == 0 {
            for i in 1..3 {
                let near = (tuple[0] >> fraction)
                    .wrapping_add(self.next() % 8)
                    .wrapping_sub(4);
                tuple[i] = (near << fraction | tuple[i] & ((1 << fraction) - 1)) & mask;
            }
        }
        tuple
    }
}
