//! The sizes that C leaves to the platform.

use crate::scalar::Width;

/// A data model of a C implementation, with the layout rules of its usual ABI.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// 64-bit `long` and pointers (x86-64 System V).
    #[default]
    Lp64,
    /// 32-bit `int`, `long` and pointers (i386 System V).
    Ilp32,
}

impl DataModel {
    /// The width of an address.
    pub const fn pointer_width(self) -> Width {
        match self {
            DataModel::Lp64 => Width::W64,
            DataModel::Ilp32 => Width::W32,
        }
    }

    /// The bytes of an address.
    pub const fn pointer_bytes(self) -> u64 {
        self.pointer_width().bytes()
    }

    /// The width of `long`.
    pub const fn long_width(self) -> Width {
        self.pointer_width()
    }

    /// The alignment of an 8-byte integer or float inside an object.
    pub const fn eight_byte_align(self) -> u64 {
        match self {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        }
    }

    /// Size and alignment of `long double`.
    pub const fn long_double_layout(self) -> (u64, u64) {
        match self {
            DataModel::Lp64 => (16, 16),
            DataModel::Ilp32 => (12, 4),
        }
    }

    /// The alignment that `malloc` guarantees.
    pub const fn max_align(self) -> u64 {
        16
    }
}
