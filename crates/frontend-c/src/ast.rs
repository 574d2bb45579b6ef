//! The syntax of C as the parser hands it to the lowering: names are resolved no further than
//! telling types from objects, constants are not folded, nothing has been checked.

use ir::Span;
use std::rc::Rc;

/// An identifier. Shared, since a name occurs many times.
pub type Name = Rc<str>;

/// One translation unit.
#[derive(Debug, Default)]
pub struct Unit {
    /// Its external declarations, in order.
    pub items: Vec<Item>,
    /// The parts that could not be parsed; each cost one external declaration.
    pub errors: Vec<SyntaxError>,
}

/// What the parser could not read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where it was found.
    pub span: Span,
    /// What was found and what was expected, for a person: `expected ';', found '}'`.
    pub message: String,
    /// The function in whose definition it is, if the parser got far enough to know: the
    /// function counts as defined, but cannot be executed.
    pub function: Option<Name>,
}

/// An external declaration.
#[derive(Debug)]
pub enum Item {
    /// `int f(int x) { … }`
    Function(Box<Function>),
    /// Any other declaration.
    Declaration(Declaration),
    /// Top-level `asm("…");`
    Asm(Span),
    /// `#pragma weak` and the like, which change what names stand for.
    Pragma(Span),
}

/// A function definition.
#[derive(Debug)]
pub struct Function {
    /// The specifiers before the declarator.
    pub specifiers: Specifiers,
    /// Its declarator; the innermost derivation of the name is a function.
    pub declarator: Declarator,
    /// K&R parameter declarations between the declarator and the body.
    pub old_parameters: Vec<Declaration>,
    /// Always a [`StatementKind::Block`].
    pub body: Statement,
    /// A `/*@ … */` contract right before the definition: its text without the delimiters.
    pub contract: Option<Contract>,
    /// From the first specifier to the closing brace.
    pub span: Span,
}

/// The text of a `/*@ … */` comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    /// What stands between the delimiters.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A declaration: specifiers and any number of declarators, or a `_Static_assert`.
#[derive(Debug)]
pub enum Declaration {
    /// `static const int a = 1, *p;`
    Variables {
        /// The specifiers that all declarators share.
        specifiers: Specifiers,
        /// The declarators with their initialisers; none for `struct s { … };`.
        declarators: Vec<InitDeclarator>,
        /// A contract right before it, which is that of a function it declares.
        contract: Option<Contract>,
        /// The whole declaration.
        span: Span,
    },
    /// `_Static_assert(e, "message");`
    StaticAssert {
        /// The condition.
        condition: Expr,
        /// The message, if given.
        message: Option<String>,
        /// The whole declaration.
        span: Span,
    },
}

/// A declarator and its initialiser.
#[derive(Debug)]
pub struct InitDeclarator {
    /// The declarator.
    pub declarator: Declarator,
    /// What stands after `=`.
    pub initializer: Option<Initializer>,
}

/// Declaration specifiers: storage class, type, qualifiers, attributes, in any order.
#[derive(Debug)]
pub struct Specifiers {
    /// `typedef`, `static`, …; at most one but for `_Thread_local`.
    pub storage: Option<Storage>,
    /// `_Thread_local`, `__thread`.
    pub thread_local: bool,
    /// `inline`, `__inline`, …
    pub inline: bool,
    /// `_Noreturn`.
    pub noreturn: bool,
    /// The type; [`TypeSpecifier::Int`] with [`Specifiers::implicit_int`] where none was given.
    pub ty: TypeSpecifier,
    /// No type specifier was written.
    pub implicit_int: bool,
    /// `const`, `volatile`, …
    pub qualifiers: Qualifiers,
    /// `_Alignas` operands.
    pub alignas: Vec<Alignas>,
    /// `__attribute__((…))` in specifier position.
    pub attributes: Vec<Attribute>,
    /// The specifiers.
    pub span: Span,
}

/// The operand of `_Alignas`.
#[derive(Debug)]
pub enum Alignas {
    /// `_Alignas(double)`
    Type(TypeName),
    /// `_Alignas(16)`
    Value(Expr),
}

/// A storage class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// `typedef`
    Typedef,
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// `auto`
    Auto,
    /// `register`
    Register,
}

/// Type qualifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Qualifiers {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `restrict`
    pub is_restrict: bool,
    /// `_Atomic`
    pub is_atomic: bool,
}

/// A type specifier, the keywords already combined (`long unsigned int` is
/// [`TypeSpecifier::ULong`]).
#[derive(Debug)]
pub enum TypeSpecifier {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SChar,
    /// `unsigned char`
    UChar,
    /// `short`
    Short,
    /// `unsigned short`
    UShort,
    /// `int`
    Int,
    /// `unsigned`
    UInt,
    /// `long`
    Long,
    /// `unsigned long`
    ULong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    ULongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UInt128,
    /// `float`, `_Float32`
    Float,
    /// `double`, `_Float64`, `_Float32x`
    Double,
    /// `long double`, `_Float64x`
    LongDouble,
    /// `__float128`, `_Float128`
    Float128,
    /// `_Float16`
    Float16,
    /// `_Complex T`, a type that is parsed but not supported.
    Complex(Box<TypeSpecifier>),
    /// `__builtin_va_list`
    VaList,
    /// A `typedef` name that is in scope.
    Typedef(Name),
    /// `struct` or `union`, defined here or referred to.
    Record(Box<Record>),
    /// `enum`, defined here or referred to.
    Enum(Box<Enum>),
    /// `typeof(e)`
    TypeofExpr(Box<Expr>),
    /// `typeof(T)`
    TypeofType(Box<TypeName>),
    /// `_Atomic(T)`
    Atomic(Box<TypeName>),
    /// `__auto_type`
    AutoType,
}

/// Struct or union.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// `struct tag { members }`.
#[derive(Debug)]
pub struct Record {
    /// `struct` or `union`.
    pub kind: RecordKind,
    /// The tag, if any.
    pub tag: Option<Name>,
    /// The members, if this defines the type.
    pub members: Option<Vec<Member>>,
    /// `__attribute__` of the type (`packed`, `aligned`, …).
    pub attributes: Vec<Attribute>,
    /// Where.
    pub span: Span,
}

/// A member declaration.
#[derive(Debug)]
pub enum Member {
    /// `int a, b : 3;`, or an anonymous struct or union when there are no declarators.
    Fields {
        /// The type part.
        specifiers: Specifiers,
        /// The members.
        declarators: Vec<MemberDeclarator>,
    },
    /// `_Static_assert` inside a struct: condition and message.
    StaticAssert(Declaration),
}

/// A member's declarator.
#[derive(Debug)]
pub struct MemberDeclarator {
    /// Absent in an unnamed bit-field.
    pub declarator: Option<Declarator>,
    /// The width of a bit-field.
    pub width: Option<Expr>,
    /// Where.
    pub span: Span,
}

/// `enum tag { constants }`.
#[derive(Debug)]
pub struct Enum {
    /// The tag, if any.
    pub tag: Option<Name>,
    /// The constants, if this defines the type.
    pub constants: Option<Vec<Enumerator>>,
    /// `__attribute__` of the type.
    pub attributes: Vec<Attribute>,
    /// Where.
    pub span: Span,
}

/// `NAME = value`.
#[derive(Debug)]
pub struct Enumerator {
    /// The constant's name.
    pub name: Name,
    /// Its value, if written.
    pub value: Option<Expr>,
    /// Where.
    pub span: Span,
}

/// `__attribute__((name(arguments)))`, or `[[name(arguments)]]`.
#[derive(Debug)]
pub struct Attribute {
    /// The name without surrounding underscores: `__packed__` is `packed`.
    pub name: Name,
    /// The arguments that are expressions; other tokens (as in `format(printf, 1, 2)`, where
    /// `printf` is an identifier expression) are kept where they parse and dropped otherwise.
    pub arguments: Vec<Expr>,
}

/// A declarator: a name and the derivations around it.
#[derive(Debug)]
pub struct Declarator {
    /// The declared name; absent in an abstract declarator.
    pub name: Option<Name>,
    /// What is derived from the specified type, in the order in which it is read in English:
    /// `int *a[3]` is `[Array(3), Pointer]`, "array of 3 pointers to"; `int (*f)(void)` is
    /// `[Pointer, Function]`.
    pub derivations: Vec<Derivation>,
    /// `__attribute__`s and `asm` labels after the declarator.
    pub attributes: Vec<Attribute>,
    /// `asm("label")`
    pub asm_label: Option<String>,
    /// The whole declarator (the name where there is one).
    pub span: Span,
}

/// One step of a declarator.
#[derive(Debug)]
pub enum Derivation {
    /// `*` with qualifiers.
    Pointer(Qualifiers),
    /// `[…]`
    Array {
        /// The length.
        length: ArrayLength,
        /// Qualifiers inside the brackets, of a parameter.
        qualifiers: Qualifiers,
        /// `static` inside the brackets, of a parameter.
        is_static: bool,
    },
    /// `(…)`
    Function(Parameters),
}

/// What stands between the brackets of an array declarator.
#[derive(Debug)]
pub enum ArrayLength {
    /// `[]`
    Unspecified,
    /// `[*]`
    Star,
    /// `[e]`, constant or variable.
    Expr(Box<Expr>),
}

/// The parameters of a function declarator.
#[derive(Debug)]
pub enum Parameters {
    /// `(int a, …)`, or `(void)` with an empty list.
    Prototype {
        /// The parameters.
        list: Vec<Parameter>,
        /// `...` at the end.
        variadic: bool,
    },
    /// K&R: `(a, b)`, or `()` with an empty list.
    Names(Vec<(Name, Span)>),
}

/// A parameter of a prototype.
#[derive(Debug)]
pub struct Parameter {
    /// Its specifiers.
    pub specifiers: Specifiers,
    /// Its declarator, perhaps abstract.
    pub declarator: Declarator,
    /// Where.
    pub span: Span,
}

/// A type name, as in a cast.
#[derive(Debug)]
pub struct TypeName {
    /// Its specifiers.
    pub specifiers: Specifiers,
    /// Its abstract declarator.
    pub declarator: Declarator,
    /// Where.
    pub span: Span,
}

/// An initialiser.
#[derive(Debug)]
pub enum Initializer {
    /// `= e`
    Expr(Expr),
    /// `= { … }`
    List(Vec<InitializerItem>, Span),
}

/// An element of a braced initialiser.
#[derive(Debug)]
pub struct InitializerItem {
    /// `.a[2] =`; empty when there is none.
    pub designators: Vec<Designator>,
    /// The value.
    pub initializer: Initializer,
    /// Where.
    pub span: Span,
}

/// A designator.
#[derive(Debug)]
pub enum Designator {
    /// `.name` (or the old `name:`)
    Member(Name, Span),
    /// `[index]`
    Index(Expr),
    /// `[first ... last]`
    Range(Expr, Expr),
}

/// A statement.
#[derive(Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug)]
pub enum StatementKind {
    /// `name: statement`; a label before `}` or a declaration labels an empty statement.
    Label {
        /// The label.
        name: Name,
        /// What is labelled.
        statement: Box<Statement>,
    },
    /// `case low ... high:`
    Case {
        /// The value, or the lowest.
        low: Expr,
        /// The highest, in a GNU range.
        high: Option<Expr>,
        /// What is labelled.
        statement: Box<Statement>,
    },
    /// `default:`
    Default(Box<Statement>),
    /// `{ … }`
    Block(Vec<BlockItem>),
    /// `e;`, or `;`
    Expr(Option<Expr>),
    /// `if`
    If {
        /// The condition.
        condition: Expr,
        /// When it holds.
        then: Box<Statement>,
        /// When it does not.
        otherwise: Option<Box<Statement>>,
    },
    /// `switch`
    Switch {
        /// What is compared.
        value: Expr,
        /// The body, with its `case`s anywhere inside.
        body: Box<Statement>,
    },
    /// `while`
    While {
        /// The condition.
        condition: Expr,
        /// The body.
        body: Box<Statement>,
    },
    /// `do … while`
    DoWhile {
        /// The body.
        body: Box<Statement>,
        /// The condition.
        condition: Expr,
    },
    /// `for`
    For {
        /// The first part.
        init: ForInit,
        /// The condition.
        condition: Option<Expr>,
        /// The step.
        step: Option<Expr>,
        /// The body.
        body: Box<Statement>,
    },
    /// `goto label;`
    Goto(Name),
    /// `goto *e;`
    ComputedGoto(Expr),
    /// `continue;`
    Continue,
    /// `break;`
    Break,
    /// `return e;`
    Return(Option<Expr>),
    /// `asm(…)`: whether its template is empty (a mere barrier).
    Asm {
        /// The template string is empty and there are no outputs.
        is_barrier: bool,
    },
}

/// The first part of a `for`.
#[derive(Debug)]
pub enum ForInit {
    /// Nothing.
    None,
    /// An expression.
    Expr(Expr),
    /// A declaration.
    Declaration(Box<Declaration>),
}

/// An item of a block.
#[derive(Debug)]
pub enum BlockItem {
    /// A declaration.
    Declaration(Declaration),
    /// A statement.
    Statement(Statement),
    /// A nested function (GNU), parsed but not supported.
    NestedFunction(Box<Function>),
    /// `__label__ a, b;`
    LocalLabels(Vec<Name>),
}

/// An expression.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// Which alignment is asked for. They differ on i386 alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// `_Alignof`: what every object of the type has.
    Least,
    /// `__alignof__`: what a variable of the type has.
    Preferred,
}

/// The kinds of expressions. Parentheses leave no trace but in spans.
#[derive(Debug)]
pub enum ExprKind {
    /// A name that is not a type.
    Name(Name),
    /// An integer constant.
    Integer(IntegerLiteral),
    /// A floating constant.
    Float(FloatLiteral),
    /// A character constant, its value as an `int` (or the wide type's).
    Character {
        /// The value, as C defines it for its encoding (multi-character constants as gcc does).
        value: i64,
        /// `L'x'` and friends.
        encoding: Encoding,
    },
    /// Adjacent string literals, joined.
    String(StringLiteral),
    /// `_Generic(e, T: a, default: b)`
    Generic {
        /// The controlling expression.
        control: Box<Expr>,
        /// The associations; `None` is `default`.
        associations: Vec<(Option<TypeName>, Expr)>,
    },
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `f(a, b)`
    Call(Box<Expr>, Vec<Expr>),
    /// `e.m`
    Member(Box<Expr>, Name),
    /// `e->m`
    Arrow(Box<Expr>, Name),
    /// A prefix or postfix operator.
    Unary(UnaryOp, Box<Expr>),
    /// A binary operator, without `&&`, `||`, `,` and assignments.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a && b`
    And(Box<Expr>, Box<Expr>),
    /// `a || b`
    Or(Box<Expr>, Box<Expr>),
    /// `a = b`
    Assign(Box<Expr>, Box<Expr>),
    /// `a += b` and friends.
    CompoundAssign(BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`; GNU `c ?: b` has no middle.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `(T)e`
    Cast(Box<TypeName>, Box<Expr>),
    /// `(T){ … }`
    CompoundLiteral(Box<TypeName>, Vec<InitializerItem>),
    /// `sizeof e`
    SizeofExpr(Box<Expr>),
    /// `sizeof(T)`
    SizeofType(Box<TypeName>),
    /// `_Alignof e` (GNU)
    AlignofExpr(Box<Expr>),
    /// `_Alignof(T)`, `__alignof__(T)`
    AlignofType(Alignment, Box<TypeName>),
    /// `({ … })`
    StatementExpr(Box<Statement>),
    /// `__builtin_va_arg(list, T)`
    VaArg(Box<Expr>, Box<TypeName>),
    /// `__builtin_offsetof(T, a.b[3])`
    Offsetof(Box<TypeName>, Vec<Designator>),
    /// `__builtin_types_compatible_p(T, U)`
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_choose_expr(c, a, b)`
    ChooseExpr(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `&&label`
    LabelAddress(Name),
}

/// Prefix and postfix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `&e`
    Address,
    /// `*e`
    Deref,
    /// `+e`
    Plus,
    /// `-e`
    Minus,
    /// `~e`
    Complement,
    /// `!e`
    Not,
    /// `++e`
    PreIncrement,
    /// `--e`
    PreDecrement,
    /// `e++`
    PostIncrement,
    /// `e--`
    PostDecrement,
    /// `__real__ e`
    Real,
    /// `__imag__ e`
    Imaginary,
}

/// Binary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
}

/// An integer constant as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntegerLiteral {
    /// Its value.
    pub value: u128,
    /// Written in decimal: then it is never unsigned without a `u`.
    pub decimal: bool,
    /// `u`
    pub unsigned: bool,
    /// The length suffix.
    pub length: IntegerLength,
    /// GNU imaginary suffix `i` or `j`.
    pub imaginary: bool,
}

/// The length suffix of an integer constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntegerLength {
    /// None.
    Int,
    /// `l`
    Long,
    /// `ll`
    LongLong,
}

/// A floating constant as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FloatLiteral {
    /// Digits, point and exponent without suffix, decimal or `0x` hexadecimal.
    pub text: Rc<str>,
    /// The suffix.
    pub format: FloatFormat,
    /// GNU imaginary suffix.
    pub imaginary: bool,
}

/// The suffix of a floating constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatFormat {
    /// `f`, `f32`
    Float,
    /// none, `f64`, `f32x`
    Double,
    /// `l`, `f64x`
    LongDouble,
    /// `q`, `f128`
    Float128,
}

/// The prefix of a character or string literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// none (and `u8` of a string)
    Plain,
    /// `L`
    Wide,
    /// `u`
    Utf16,
    /// `U`
    Utf32,
}

/// A string literal, escapes resolved, adjacent literals joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StringLiteral {
    /// Its prefix.
    pub encoding: Encoding,
    /// The code units (bytes, or wide characters), without the terminator.
    pub units: Vec<u32>,
}
