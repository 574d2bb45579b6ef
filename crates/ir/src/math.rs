//! Functions of mathematical libraries.

macro_rules! functions {
    ($($function:ident $name:literal,)*) => {
        /// Functions of the mathematical library of C, and those of Java's `StrictMath` whose every
        /// bit Java fixes.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[expect(missing_docs, reason = "each is the function of its name")]
        pub enum MathFunction {
            $($function,)*
        }

        impl MathFunction {
            /// All of them.
            pub const ALL: &[MathFunction] = &[$(MathFunction::$function,)*];

            /// The name that C gives to its `double` version, or that Java gives to it.
            pub fn name(self) -> &'static str {
                match self {
                    $(MathFunction::$function => $name,)*
                }
            }
        }
    };
}

functions! {
    Sqrt "sqrt",
    Fabs "fabs",
    Floor "floor",
    Ceil "ceil",
    Trunc "trunc",
    Rint "rint",
    Nearbyint "nearbyint",
    Round "round",
    Fmod "fmod",
    Remainder "remainder",
    Fma "fma",
    Fmin "fmin",
    Fmax "fmax",
    Copysign "copysign",
    Sin "sin",
    Cos "cos",
    Tan "tan",
    Asin "asin",
    Acos "acos",
    Atan "atan",
    Atan2 "atan2",
    Sinh "sinh",
    Cosh "cosh",
    Tanh "tanh",
    Asinh "asinh",
    Acosh "acosh",
    Atanh "atanh",
    Exp "exp",
    Exp2 "exp2",
    Expm1 "expm1",
    Log "log",
    Log2 "log2",
    Log10 "log10",
    Log1p "log1p",
    Pow "pow",
    Cbrt "cbrt",
    Hypot "hypot",
    Tgamma "tgamma",
    Lgamma "lgamma",
    Erf "erf",
    Erfc "erfc",
    StrictSin "StrictMath.sin",
    StrictCos "StrictMath.cos",
    StrictTan "StrictMath.tan",
    StrictAsin "StrictMath.asin",
    StrictAcos "StrictMath.acos",
    StrictAtan "StrictMath.atan",
    StrictAtan2 "StrictMath.atan2",
    StrictSinh "StrictMath.sinh",
    StrictCosh "StrictMath.cosh",
    StrictTanh "StrictMath.tanh",
    StrictExpm1 "StrictMath.expm1",
    StrictLog "StrictMath.log",
    StrictLog10 "StrictMath.log10",
    StrictLog1p "StrictMath.log1p",
}

impl MathFunction {
    /// The function of a name.
    pub fn named(name: &str) -> Option<MathFunction> {
        let mut all = MathFunction::ALL.iter().copied();
        all.find(|function| function.name() == name)
    }

    /// How many arguments it takes.
    pub fn arity(self) -> usize {
        use MathFunction::*;
        match self {
            Fma => 3,
            Fmod | Remainder | Fmin | Fmax | Copysign | Atan2 | Pow | Hypot | StrictAtan2 => 2,
            _ => 1,
        }
    }
}
