//! Random formulas over everything that the solver decides.

use logic::{
    Bits, FloatClass, FloatFormat, Function, FunctionDecl, Op, RoundingMode, Sort, TermId, Terms,
};

/// A small generator of random numbers: the same from the same seed.
#[derive(Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// One of several.
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn bits(&mut self, width: u32) -> Bits {
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        match self.below(4) {
            0 => Bits::new(width, u128::from(self.next() % 4)),
            1 => Bits::new(width, u128::from(self.next() % 4)).neg(),
            2 => Bits::new(width, 1).shl(&Bits::new(
                width,
                u128::from(self.next()) % u128::from(width),
            )),
            _ => Bits::new(width, wide),
        }
    }
}

/// What a formula is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// Bit-vectors alone.
    Vectors,
    /// Bit-vectors with arrays and functions.
    Arrays,
    /// Floats and bit-vectors.
    Floats,
}

/// Builds formulas whose terms are kept as they are built.
#[derive(Debug)]
pub(crate) struct Generator<'a> {
    terms: &'a mut Terms,
    random: &'a mut Random,
    width: u32,
    /// Index and element width.
    array: (u32, u32),
    format: FloatFormat,
    function: Function,
    family: Family,
}

const WIDTHS: [u32; 8] = [1, 7, 8, 16, 32, 33, 64, 128];

impl<'a> Generator<'a> {
    /// A generator for one formula.
    pub(crate) fn new(terms: &'a mut Terms, random: &'a mut Random, family: Family) -> Self {
        let width = random.pick(&WIDTHS);
        let array = (random.pick(&[1, 2, 8, 32]), random.pick(&[1, 8, 16]));
        let formats = [
            FloatFormat::MINI,
            FloatFormat::HALF,
            FloatFormat::SINGLE,
            FloatFormat::DOUBLE,
            FloatFormat::EXTENDED,
            FloatFormat::QUAD,
        ];
        let format = match random.below(10) {
            0..4 => FloatFormat::MINI,
            4..7 => FloatFormat::HALF,
            _ => random.pick(&formats),
        };
        let domain = vec![Sort::Bv(array.1), Sort::Bool];
        let function = terms.declare(FunctionDecl {
            name: "f".into(),
            domain,
            range: Sort::Bv(array.1),
        });
        Self {
            terms,
            random,
            width,
            array,
            format,
            function,
            family,
        }
    }

    /// A random Boolean term.
    pub(crate) fn formula(&mut self, depth: u32) -> TermId {
        if depth == 0 {
            let name = self.random.pick(&["p", "q"]);
            return self.terms.var(name, Sort::Bool);
        }
        match self.random.below(12) {
            0 => {
                let a = self.formula(depth - 1);
                self.op(Op::Not, &[a])
            }
            1 | 2 => {
                let (a, b) = (self.formula(depth - 1), self.formula(depth - 1));
                self.op(Op::And, &[a, b])
            }
            3 => {
                let [c, a, b] = [(); 3].map(|()| self.formula(depth - 1));
                self.op(Op::Ite, &[c, a, b])
            }
            4 => {
                let (a, b) = (self.formula(depth - 1), self.formula(depth - 1));
                self.op(Op::Eq, &[a, b])
            }
            _ => self.atom(depth - 1),
        }
    }

    /// A variable set equal to a random term.
    pub(crate) fn definition(&mut self, depth: u32) -> TermId {
        if self.family == Family::Floats && self.random.below(2) == 0 {
            let variable = self.terms.var("u", Sort::Float(self.format));
            let value = self.float(depth);
            return self.op(Op::Eq, &[variable, value]);
        }
        let width = self.some_width();
        let variable = self.variable(width);
        let value = self.vector(width, depth);
        self.op(Op::Eq, &[variable, value])
    }

    fn variable(&mut self, width: u32) -> TermId {
        let name = self.random.pick(&["x", "y", "z"]);
        self.terms.var(&format!("{name}{width}"), Sort::Bv(width))
    }

    fn atom(&mut self, depth: u32) -> TermId {
        match self.family {
            Family::Arrays if self.random.below(4) == 0 => {
                let (a, b) = (self.array(depth), self.array(depth));
                self.op(Op::Eq, &[a, b])
            }
            Family::Floats if self.random.below(3) != 0 => {
                let class = self.random.pick(&FloatClass::ALL);
                let a = self.float(depth);
                let op = self
                    .random
                    .pick(&[Op::FpLt, Op::FpLe, Op::FpEq, Op::Eq, Op::FpIs(class)]);
                if op == Op::FpIs(class) {
                    return self.op(op, &[a]);
                }
                let b = self.float(depth);
                self.op(op, &[a, b])
            }
            _ => {
                let width = self.some_width();
                let op = self.random.pick(&[
                    Op::Eq,
                    Op::BvUlt,
                    Op::BvSlt,
                    Op::BvUlt,
                    Op::BvSlt,
                    Op::BvUmulo,
                    Op::BvSmulo,
                ]);
                let op = if width > 16 && matches!(op, Op::BvUmulo | Op::BvSmulo) {
                    Op::Eq
                } else {
                    op
                };
                let (a, b) = (self.vector(width, depth), self.vector(width, depth));
                self.op(op, &[a, b])
            }
        }
    }

    fn some_width(&mut self) -> u32 {
        match self.family {
            Family::Arrays => self.random.pick(&[self.array.0, self.array.1]),
            _ => self.width,
        }
    }

    fn vector(&mut self, width: u32, depth: u32) -> TermId {
        if depth == 0 || self.random.below(8) == 0 {
            return match self.random.below(3) {
                0 => {
                    let bits = self.random.bits(width);
                    self.terms.value(Sort::Bv(width), bits)
                }
                _ => self.variable(width),
            };
        }
        match self.random.below(9) {
            0 => self.sliced(width, depth - 1),
            1 if self.family == Family::Arrays && width == self.array.1 => {
                if self.random.below(3) == 0 {
                    let (a, c) = (self.vector(width, depth - 1), self.formula(depth - 1));
                    return self.op(Op::Apply(self.function), &[a, c]);
                }
                let (a, i) = (self.array(depth - 1), self.vector(self.array.0, depth - 1));
                self.op(Op::Select, &[a, i])
            }
            1 if self.family == Family::Floats && width <= 128 => self.of_float(width, depth - 1),
            2 => {
                let (c, a, b) = (
                    self.formula(depth - 1),
                    self.vector(width, depth - 1),
                    self.vector(width, depth - 1),
                );
                self.op(Op::Ite, &[c, a, b])
            }
            3 => {
                let op = self.random.pick(&[Op::BvNot, Op::BvNeg]);
                let a = self.vector(width, depth - 1);
                self.op(op, &[a])
            }
            _ => {
                let cheap = [
                    Op::BvAnd,
                    Op::BvOr,
                    Op::BvXor,
                    Op::BvAdd,
                    Op::BvShl,
                    Op::BvLshr,
                    Op::BvAshr,
                ];
                let costly = [
                    Op::BvMul,
                    Op::BvUdiv,
                    Op::BvUrem,
                    Op::BvSdiv,
                    Op::BvSrem,
                    Op::BvSmod,
                ];
                let a = self.vector(width, depth - 1);
                if self.random.below(3) != 0 {
                    let op = self.random.pick(&cheap);
                    let b = self.vector(width, depth - 1);
                    return self.op(op, &[a, b]);
                }
                let op = self.random.pick(&costly);
                let b = match self.random.below(8) {
                    0 => self.variable(width),
                    1 | 2 if width > 8 => self.few_bits(width),
                    _ if width > 8 => {
                        let bits = self.random.bits(width);
                        self.terms.value(Sort::Bv(width), bits)
                    }
                    _ => self.vector(width, depth - 1),
                };
                self.op(op, &[a, b])
            }
        }
    }

    /// A bit-vector of more than eight bits of which all but a few are constant.
    fn few_bits(&mut self, width: u32) -> TermId {
        let few = self.variable(4);
        let low = 1 + self.random.below(width as usize - 6) as u32;
        let [low, high] = [low, width - 4 - low].map(|w| {
            let bits = self.random.bits(w);
            self.terms.value(Sort::Bv(w), bits)
        });
        let upper = self.op(Op::Concat, &[high, few]);
        self.op(Op::Concat, &[upper, low])
    }

    /// A bit-vector made of parts of others.
    fn sliced(&mut self, width: u32, depth: u32) -> TermId {
        let by = 1 + self.random.below(4) as u32;
        match self.random.below(4) {
            0 => {
                let a = self.vector(width + by, depth);
                let low = self.random.below(by as usize + 1) as u32;
                self.op(
                    Op::Extract {
                        high: low + width - 1,
                        low,
                    },
                    &[a],
                )
            }
            1 if width > by => {
                let a = self.vector(width - by, depth);
                self.op(Op::ZeroExtend(by), &[a])
            }
            2 if width > by => {
                let a = self.vector(width - by, depth);
                self.op(Op::SignExtend(by), &[a])
            }
            3 if width > by => {
                let (a, b) = (self.vector(width - by, depth), self.vector(by, depth));
                self.op(Op::Concat, &[a, b])
            }
            _ => self.vector(width, depth),
        }
    }

    fn array(&mut self, depth: u32) -> TermId {
        let (index, element) = self.array;
        if depth == 0 || self.random.below(4) == 0 {
            let name = self.random.pick(&["a", "b"]);
            return self.terms.var(name, Sort::Array { index, element });
        }
        match self.random.below(6) {
            0 => {
                let e = self.vector(element, depth - 1);
                self.op(Op::ConstArray(index), &[e])
            }
            1 => {
                let (c, a, b) = (
                    self.formula(depth - 1),
                    self.array(depth - 1),
                    self.array(depth - 1),
                );
                self.op(Op::Ite, &[c, a, b])
            }
            _ => {
                let (a, i, e) = (
                    self.array(depth - 1),
                    self.vector(index, depth - 1),
                    self.vector(element, depth - 1),
                );
                self.op(Op::Store, &[a, i, e])
            }
        }
    }

    fn mode(&mut self) -> TermId {
        if self.random.below(3) == 0 {
            return self.terms.var("rm", Sort::RoundingMode);
        }
        let mode = self.random.pick(&RoundingMode::ALL);
        self.terms.rounding_mode(mode)
    }

    fn float(&mut self, depth: u32) -> TermId {
        let format = self.format;
        if depth == 0 || self.random.below(5) == 0 {
            if self.random.below(3) == 0 {
                let bits = self.random.bits(format.width());
                return self
                    .terms
                    .value(Sort::Float(format), logic::float::canonical(format, &bits));
            }
            let name = self.random.pick(&["u", "v"]);
            return self.terms.var(name, Sort::Float(format));
        }
        let rm = self.mode();
        // Where all bits are unknown, these are beyond any solver's patience in
        // wide formats.
        if self.random.below(4) == 0 {
            return if format.significand_bits() <= 11 {
                let [a, b, c] = [depth - 1, depth - 1, 0].map(|depth| self.float(depth));
                self.costly(rm, a, b, c)
            } else {
                let [a, b, c] = [(); 3].map(|()| {
                    let bits = self.few_bits(format.width());
                    self.op(Op::FpFromBits(format), &[bits])
                });
                self.costly(rm, a, b, c)
            };
        }
        let a = self.float(depth - 1);
        match self.random.below(10) {
            0 => self.op(Op::FpAbs, &[a]),
            1 => self.op(Op::FpNeg, &[a]),
            2 => {
                let b = self.float(depth - 1);
                self.extremum(a, b)
            }
            3 => self.op(Op::FpRoundToIntegral, &[rm, a]),
            4 => {
                let (c, b) = (self.formula(depth - 1), self.float(depth - 1));
                self.op(Op::Ite, &[c, a, b])
            }
            5 => {
                let x = self.vector(self.width, depth - 1);
                let op = self
                    .random
                    .pick(&[Op::FpFromSbv(format), Op::FpFromUbv(format)]);
                self.op(op, &[rm, x])
            }
            6 => {
                let x = self.vector(format.width(), 0);
                self.op(Op::FpFromBits(format), &[x])
            }
            7 | 8 => {
                let b = self.float(depth - 1);
                self.op(Op::FpAdd, &[rm, a, b])
            }
            _ => {
                let other = self.random.pick(&[FloatFormat::MINI, FloatFormat::SINGLE]);
                let wide = self.op(Op::FpToFp(other), &[rm, a]);
                self.op(Op::FpToFp(format), &[rm, wide])
            }
        }
    }

    /// An operation that takes large circuits.
    fn costly(&mut self, rm: TermId, a: TermId, b: TermId, c: TermId) -> TermId {
        // A remainder takes a step for each value of the exponent.
        let kinds = if self.format.exponent_bits() <= 8 {
            5
        } else {
            4
        };
        match self.random.below(kinds) {
            0 => self.op(Op::FpMul, &[rm, a, b]),
            1 => self.op(Op::FpDiv, &[rm, a, b]),
            2 => self.op(Op::FpFma, &[rm, a, b, c]),
            3 => self.op(Op::FpSqrt, &[rm, a]),
            _ => self.op(Op::FpRem, &[a, b]),
        }
    }

    /// Minimum or maximum where SMT-LIB says what it is.
    fn extremum(&mut self, a: TermId, b: TermId) -> TermId {
        let op = self.random.pick(&[Op::FpMin, Op::FpMax]);
        let zeros = [a, b].map(|x| self.op(Op::FpIs(FloatClass::Zero), &[x]));
        let open = self.op(Op::And, &zeros);
        let value = self.op(op, &[a, b]);
        self.op(Op::Ite, &[open, a, value])
    }

    /// A bit-vector from a float, where SMT-LIB says what it is.
    fn of_float(&mut self, width: u32, depth: u32) -> TermId {
        let (format, rm, a) = (self.format, self.mode(), self.float(depth));
        if width == format.width() && self.random.below(2) == 0 {
            let nan = self.op(Op::FpIs(FloatClass::Nan), &[a]);
            let (bits, zero) = (self.op(Op::FpToBits, &[a]), self.terms.bv(width, 0));
            return self.op(Op::Ite, &[nan, zero, bits]);
        }
        // Bounds that are well within the integers and the format.
        let bias = (1u32 << (format.exponent_bits() - 1)) - 1;
        let high = (width.max(2) - 2).min(bias);
        let power = |p: u32| u128::from(p + bias) << (format.significand_bits() - 1);
        let sign = 1u128 << (format.width() - 1);
        let signed = width > 1 && self.random.below(2) == 0;
        let (op, low) = if signed {
            (Op::FpToSbv(width), sign | power(high))
        } else {
            (Op::FpToUbv(width), 0)
        };
        let value = |bits| Bits::new(format.width(), bits);
        let low = self.terms.value(Sort::Float(format), value(low));
        let high = self.terms.value(Sort::Float(format), value(power(high)));
        let (above, below) = (self.op(Op::FpLe, &[low, a]), self.op(Op::FpLe, &[a, high]));
        let within = self.op(Op::And, &[above, below]);
        let (integer, zero) = (self.op(op, &[rm, a]), self.terms.bv(width, 0));
        self.op(Op::Ite, &[within, integer, zero])
    }

    #[expect(
        clippy::expect_used,
        reason = "every call above is well-sorted by construction"
    )]
    fn op(&mut self, op: Op, args: &[TermId]) -> TermId {
        self.terms.raw(op, args).expect("generated well-sorted")
    }
}
