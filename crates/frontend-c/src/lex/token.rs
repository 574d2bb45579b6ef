//! The kinds of tokens, and how keywords are spelt.

/// Declares the kinds with the text that messages show for them.
macro_rules! token_kinds {
    ($($kind:ident $text:literal)*) => {
        /// What a token is. Keywords with several spellings are one kind.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(crate) enum TokenKind {
            $(#[doc = $text] $kind,)*
        }

        impl TokenKind {
            /// How a message names the kind.
            pub(crate) fn text(self) -> &'static str {
                match self {
                    $(TokenKind::$kind => $text,)*
                }
            }
        }
    };
}

token_kinds! {
    End "the end of the file"
    Identifier "an identifier"
    Number "a number"
    Character "a character constant"
    String "a string literal"
    Unterminated "an unterminated literal"
    Stray "a stray character"

    LParen "'('" RParen "')'" LBracket "'['" RBracket "']'" LBrace "'{'" RBrace "'}'"
    Semicolon "';'" Comma "','" Colon "':'" Question "'?'" Dot "'.'" Arrow "'->'"
    Ellipsis "'...'" Hash "'#'" Tilde "'~'" Not "'!'" PlusPlus "'++'" MinusMinus "'--'"
    Star "'*'" Slash "'/'" Percent "'%'" Plus "'+'" Minus "'-'" Shl "'<<'" Shr "'>>'"
    Less "'<'" Greater "'>'" LessEqual "'<='" GreaterEqual "'>='" EqualEqual "'=='"
    NotEqual "'!='" Amp "'&'" Caret "'^'" Bar "'|'" AndAnd "'&&'" OrOr "'||'"
    Equal "'='" StarEqual "'*='" SlashEqual "'/='" PercentEqual "'%='" PlusEqual "'+='"
    MinusEqual "'-='" ShlEqual "'<<='" ShrEqual "'>>='" AmpEqual "'&='" CaretEqual "'^='"
    BarEqual "'|='"

    Auto "'auto'" Break "'break'" Case "'case'" Char "'char'" Const "'const'"
    Continue "'continue'" Default "'default'" Do "'do'" Double "'double'" Else "'else'"
    Enum "'enum'" Extern "'extern'" Float "'float'" For "'for'" Goto "'goto'" If "'if'"
    Inline "'inline'" Int "'int'" Long "'long'" Register "'register'" Restrict "'restrict'"
    Return "'return'" Short "'short'" Signed "'signed'" Sizeof "'sizeof'" Static "'static'"
    Struct "'struct'" Switch "'switch'" Typedef "'typedef'" Union "'union'"
    Unsigned "'unsigned'" Void "'void'" Volatile "'volatile'" While "'while'"
    Alignas "'_Alignas'" Alignof "'_Alignof'" Atomic "'_Atomic'" Bool "'_Bool'"
    Complex "'_Complex'" Generic "'_Generic'" Noreturn "'_Noreturn'"
    StaticAssert "'_Static_assert'" ThreadLocal "'_Thread_local'"

    Asm "'asm'" Attribute "'__attribute__'" AutoType "'__auto_type'" Imaginary "'__imag__'"
    Int128 "'__int128'" Label "'__label__'" Real "'__real__'" Typeof "'typeof'"
    VaArg "'__builtin_va_arg'" Offsetof "'__builtin_offsetof'"
    TypesCompatible "'__builtin_types_compatible_p'" ChooseExpr "'__builtin_choose_expr'"

    Ignored "an annotation without meaning"
    IgnoredCall "an annotation without meaning and its argument"
}

impl TokenKind {
    /// Whether the name of such a token may still be a word: an attribute may be called `const`.
    pub(crate) fn is_word(self) -> bool {
        self == TokenKind::Identifier || self as u8 >= TokenKind::Auto as u8
    }
}

/// Every spelling of every keyword.
pub(super) const KEYWORDS: &[(&str, TokenKind)] = {
    use TokenKind::*;
    &[
        ("auto", Auto),
        ("break", Break),
        ("case", Case),
        ("char", Char),
        ("const", Const),
        ("__const", Const),
        ("__const__", Const),
        ("continue", Continue),
        ("default", Default),
        ("do", Do),
        ("double", Double),
        ("else", Else),
        ("enum", Enum),
        ("extern", Extern),
        ("float", Float),
        ("for", For),
        ("goto", Goto),
        ("if", If),
        ("inline", Inline),
        ("__inline", Inline),
        ("__inline__", Inline),
        ("__forceinline", Inline),
        ("int", Int),
        ("long", Long),
        ("register", Register),
        ("restrict", Restrict),
        ("__restrict", Restrict),
        ("__restrict__", Restrict),
        ("return", Return),
        ("short", Short),
        ("signed", Signed),
        ("__signed", Signed),
        ("__signed__", Signed),
        ("sizeof", Sizeof),
        ("static", Static),
        ("struct", Struct),
        ("switch", Switch),
        ("typedef", Typedef),
        ("union", Union),
        ("unsigned", Unsigned),
        ("void", Void),
        ("volatile", Volatile),
        ("__volatile", Volatile),
        ("__volatile__", Volatile),
        ("while", While),
        ("_Alignas", Alignas),
        ("_Alignof", Alignof),
        ("__alignof", Alignof),
        ("__alignof__", Alignof),
        ("_Atomic", Atomic),
        ("_Bool", Bool),
        ("_Complex", Complex),
        ("__complex", Complex),
        ("__complex__", Complex),
        ("_Generic", Generic),
        ("_Noreturn", Noreturn),
        ("_Static_assert", StaticAssert),
        ("_Thread_local", ThreadLocal),
        ("__thread", ThreadLocal),
        ("asm", Asm),
        ("__asm", Asm),
        ("__asm__", Asm),
        ("__attribute", Attribute),
        ("__attribute__", Attribute),
        ("__auto_type", AutoType),
        ("__imag", Imaginary),
        ("__imag__", Imaginary),
        ("__int128", Int128),
        ("__label__", Label),
        ("__real", Real),
        ("__real__", Real),
        ("typeof", Typeof),
        ("__typeof", Typeof),
        ("__typeof__", Typeof),
        ("__builtin_va_arg", VaArg),
        ("__builtin_offsetof", Offsetof),
        ("__builtin_types_compatible_p", TypesCompatible),
        ("__builtin_choose_expr", ChooseExpr),
        ("__extension__", Ignored),
        ("__cdecl", Ignored),
        ("__stdcall", Ignored),
        ("__fastcall", Ignored),
        ("__thiscall", Ignored),
        ("__vectorcall", Ignored),
        ("__unaligned", Ignored),
        ("__ptr32", Ignored),
        ("__ptr64", Ignored),
        ("__w64", Ignored),
        ("_Pragma", IgnoredCall),
        ("__pragma", IgnoredCall),
        ("__declspec", IgnoredCall),
    ]
};
