//! The kinds of claims, and the properties that select among them.

use std::fmt;
use std::str::FromStr;

macro_rules! claim_kinds {
    ($( $(#[$doc:meta])* $variant:ident = $name:literal, $group:ident, $title:literal; )*) => {
        /// What a claim says does not happen.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum ClaimKind { $( $(#[$doc])* $variant, )* }

        impl ClaimKind {
            /// Every kind.
            pub const ALL: &[ClaimKind] = &[ $( ClaimKind::$variant, )* ];

            /// The name in identifiers, options and reports.
            pub const fn name(self) -> &'static str {
                match self { $( ClaimKind::$variant => $name, )* }
            }

            /// The group it is selected by.
            pub const fn group(self) -> Group {
                match self { $( ClaimKind::$variant => Group::$group, )* }
            }

            /// What went wrong when it is violated, in a few words.
            pub const fn title(self) -> &'static str {
                match self { $( ClaimKind::$variant => $title, )* }
            }
        }
    };
}

claim_kinds! {
    /// `assert` and its relatives.
    Assertion = "assert", Assert, "assertion fails";
    /// `reach_error` and its relatives are called.
    Unreachable = "unreachable", Reach, "the error function is called";
    /// A label `ERROR` is reached.
    ErrorLabel = "label", Label, "the label ERROR is reached";
    /// `__builtin_unreachable` is reached.
    UnreachableMarker = "unreachable-marker", Undefined, "a place marked unreachable is reached";
    /// A postcondition of a contract.
    Postcondition = "postcondition", Assert, "the postcondition does not hold";
    /// A precondition of a called function.
    Precondition = "precondition", Assert, "the precondition does not hold";
    /// Access through the null pointer.
    Null = "null", Deref, "null pointer dereference";
    /// Access through an address that belongs to no object.
    InvalidDereference = "invalid-deref", Deref, "dereference of an invalid pointer";
    /// Access outside of the object.
    Bounds = "bounds", Deref, "access outside of the object";
    /// An index leaves an array inside a larger object.
    InnerBounds = "inner-bounds", Deref, "index outside of the array";
    /// Access to memory that was freed.
    UseAfterFree = "use-after-free", Deref, "use after free";
    /// Access to a local whose block has ended.
    UseAfterScope = "use-after-scope", Deref, "use after the end of the object's scope";
    /// A store into a constant object.
    ReadOnly = "readonly", Deref, "write to a constant object";
    /// Access at an address that the type's alignment forbids.
    Misaligned = "misaligned", Undefined, "misaligned access";
    /// `free` of freed memory.
    DoubleFree = "double-free", Free, "double free";
    /// `free` of what `malloc` did not give.
    InvalidFree = "invalid-free", Free, "free of memory that was not allocated";
    /// Allocated memory that nothing points to at the end.
    Leak = "leak", Track, "memory leak";
    /// Allocated memory that is not freed at the end.
    NotFreed = "memcleanup", Cleanup, "memory is not freed at exit";
    /// A value that was never written is used.
    Uninitialised = "uninit", Undefined, "use of an uninitialised value";
    /// Signed arithmetic leaves its type.
    Overflow = "overflow", Overflow, "signed integer overflow";
    /// Integer division by zero.
    Division = "division", Undefined, "division by zero";
    /// `INT_MIN / -1`.
    DivisionOverflow = "division-overflow", Overflow, "signed integer overflow in a division";
    /// Shift by a negative or too large amount, or of a negative value.
    Shift = "shift", Undefined, "invalid shift";
    /// `<` between addresses in different objects.
    PointerComparison = "pointer-comparison", Undefined, "comparison of pointers into different objects";
    /// `-` between addresses in different objects.
    PointerSubtraction = "pointer-subtraction", Undefined, "subtraction of pointers into different objects";
    /// A float whose integral part the integer type cannot hold.
    FloatToInt = "float-to-int", Undefined, "conversion of a float that does not fit";
    /// `memcpy` of overlapping ranges.
    Overlap = "overlap", Undefined, "overlapping memory in a copy";
    /// The value of a function that ended without `return`.
    MissingReturn = "missing-return", Undefined, "use of the value of a function that returned none";
    /// A call through what is not a function of that type.
    InvalidCall = "invalid-call", Deref, "call through an invalid function pointer";
    /// A variable-length array of no or negative length.
    VlaBound = "vla-bound", Undefined, "variable-length array of non-positive size";
    /// An uncaught exception of Java: something is done with null.
    NullPointer = "null-pointer", RuntimeExceptions, "uncaught NullPointerException";
    /// An index outside of an array of Java.
    ArrayIndex = "array-index", RuntimeExceptions, "uncaught ArrayIndexOutOfBoundsException";
    /// An array of negative length.
    NegativeArraySize = "negative-array-size", RuntimeExceptions, "uncaught NegativeArraySizeException";
    /// An object that is not of the class it is cast to.
    ClassCast = "class-cast", RuntimeExceptions, "uncaught ClassCastException";
    /// A value in an array of another class.
    ArrayStore = "array-store", RuntimeExceptions, "uncaught ArrayStoreException";
    /// A division by zero in Java.
    Arithmetic = "arithmetic", RuntimeExceptions, "uncaught ArithmeticException";
    /// A text that is not a number.
    NumberFormat = "number-format", RuntimeExceptions, "uncaught NumberFormatException";
    /// Any other subclass of `RuntimeException` that nobody catches.
    Exception = "exception", RuntimeExceptions, "uncaught exception";
    /// An exception that is neither a `RuntimeException` nor an `Error`.
    CheckedException = "checked-exception", OtherExceptions, "uncaught checked exception";
    /// Too many calls inside each other.
    StackOverflow = "stack-overflow", OtherExceptions, "uncaught StackOverflowError";
    /// Any other `Error` of Java that nobody catches.
    Error = "error", OtherExceptions, "uncaught error";
}

/// Groups of kinds, the units of selection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Assertions and contracts.
    Assert,
    /// `reach_error`.
    Reach,
    /// Label `ERROR`.
    Label,
    /// SV-COMP's `valid-deref`.
    Deref,
    /// SV-COMP's `valid-free`.
    Free,
    /// SV-COMP's `valid-memtrack`.
    Track,
    /// SV-COMP's `valid-memcleanup`.
    Cleanup,
    /// SV-COMP's `no-overflow`.
    Overflow,
    /// Other undefined behaviour.
    Undefined,
    /// SV-COMP's `runtime-exception`: uncaught subclasses of `RuntimeException`.
    RuntimeExceptions,
    /// Other uncaught exceptions.
    OtherExceptions,
}

impl fmt::Display for ClaimKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of claim kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClaimSet(u64);

const _: () = assert!(ClaimKind::ALL.len() <= 64);

impl ClaimSet {
    /// No kind.
    pub const EMPTY: ClaimSet = ClaimSet(0);

    /// All kinds but those that hold only of programs written for them: unfreed memory that is
    /// still reachable, and labels that happen to be called `ERROR`.
    pub fn usual() -> ClaimSet {
        let unusual = [Group::Cleanup, Group::Label];
        ClaimKind::ALL
            .iter()
            .copied()
            .filter(|kind| !unusual.contains(&kind.group()))
            .collect()
    }

    /// The kinds of a group.
    pub fn group(group: Group) -> ClaimSet {
        ClaimKind::ALL
            .iter()
            .copied()
            .filter(|kind| kind.group() == group)
            .collect()
    }

    /// Whether the kind is in it.
    pub fn contains(self, kind: ClaimKind) -> bool {
        self.0 & (1 << kind as u32) != 0
    }

    /// With one more.
    #[must_use]
    pub fn with(self, kind: ClaimKind) -> ClaimSet {
        ClaimSet(self.0 | 1 << kind as u32)
    }

    /// Both together.
    #[must_use]
    pub fn union(self, other: ClaimSet) -> ClaimSet {
        ClaimSet(self.0 | other.0)
    }

    /// Those of `self` that are not in `other`.
    #[must_use]
    pub fn without(self, other: ClaimSet) -> ClaimSet {
        ClaimSet(self.0 & !other.0)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds, in order.
    pub fn iter(self) -> impl Iterator<Item = ClaimKind> {
        ClaimKind::ALL
            .iter()
            .copied()
            .filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<ClaimKind> for ClaimSet {
    fn from_iter<T: IntoIterator<Item = ClaimKind>>(kinds: T) -> ClaimSet {
        kinds.into_iter().fold(ClaimSet::EMPTY, ClaimSet::with)
    }
}

/// A name that `--property` does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownProperty(pub String);

impl fmt::Display for UnknownProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no property `{}`; the properties are ", self.0)?;
        let groups = GROUP_NAMES.iter().map(|(name, _)| *name);
        let names = ["all", "default"].into_iter().chain(groups);
        let kinds = ClaimKind::ALL.iter().map(|kind| kind.name());
        let mut seen = Vec::new();
        for name in names.chain(kinds) {
            if !seen.contains(&name) {
                seen.push(name);
            }
        }
        f.write_str(&seen.join(", "))
    }
}

impl std::error::Error for UnknownProperty {}

const GROUP_NAMES: &[(&str, &[Group])] = &[
    ("unreach-call", &[Group::Reach]),
    ("assert", &[Group::Assert, Group::Reach]),
    ("memsafety", &[Group::Deref, Group::Free, Group::Track]),
    (
        "valid-memsafety",
        &[Group::Deref, Group::Free, Group::Track],
    ),
    ("valid-deref", &[Group::Deref]),
    ("valid-free", &[Group::Free]),
    ("valid-memtrack", &[Group::Track]),
    ("memcleanup", &[Group::Cleanup]),
    ("valid-memcleanup", &[Group::Cleanup]),
    ("overflow", &[Group::Overflow]),
    ("no-overflow", &[Group::Overflow]),
    ("label", &[Group::Label]),
    (
        "undefined",
        &[Group::Deref, Group::Free, Group::Overflow, Group::Undefined],
    ),
    (
        "exceptions",
        &[Group::RuntimeExceptions, Group::OtherExceptions],
    ),
    ("runtime-exception", &[Group::RuntimeExceptions]),
];

impl FromStr for ClaimSet {
    type Err = UnknownProperty;

    /// A group's name, a kind's name, or `all` or `default`.
    fn from_str(name: &str) -> Result<ClaimSet, UnknownProperty> {
        if name == "all" {
            return Ok(ClaimKind::ALL.iter().copied().collect());
        }
        if name == "default" {
            return Ok(ClaimSet::usual());
        }
        if let Some((_, groups)) = GROUP_NAMES.iter().find(|(known, _)| *known == name) {
            let sets = groups.iter().map(|group| ClaimSet::group(*group));
            return Ok(sets.fold(ClaimSet::EMPTY, ClaimSet::union));
        }
        let kind = ClaimKind::ALL.iter().find(|kind| kind.name() == name);
        kind.map(|kind| ClaimSet::EMPTY.with(*kind))
            .ok_or_else(|| UnknownProperty(name.to_string()))
    }
}
