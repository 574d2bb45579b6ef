//! C's integer types.

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Int {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

/// All of them, the usual ones more than once.
pub(crate) const INTS: &[Int] = &[
    Int::I8,
    Int::U8,
    Int::I16,
    Int::U16,
    Int::I32,
    Int::I32,
    Int::U32,
    Int::U32,
    Int::I64,
    Int::U64,
];

impl Int {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Int::I8 => "signed char",
            Int::U8 => "unsigned char",
            Int::I16 => "short",
            Int::U16 => "unsigned short",
            Int::I32 => "int",
            Int::U32 => "unsigned",
            Int::I64 => "long long",
            Int::U64 => "unsigned long long",
        }
    }

    pub(crate) fn size(self) -> usize {
        match self {
            Int::I8 | Int::U8 => 1,
            Int::I16 | Int::U16 => 2,
            Int::I32 | Int::U32 => 4,
            Int::I64 | Int::U64 => 8,
        }
    }
}
