use super::check;

#[test]
fn precedence_and_associativity() {
    check(
        "int x = $;",
        &[
            ("a + b * c - d", "x: int = ((a Add (b Mul c)) Sub d)"),
            (
                "a << 1 + b < c == d & e ^ f | g",
                "x: int = ((((((a Shl (1 Add b)) Lt c) Eq d) BitAnd e) BitXor f) BitOr g)",
            ),
            ("a || b && c | d", "x: int = (a || (b && (c BitOr d)))"),
            (
                "a ? b, c : d ? e : f",
                "x: int = (a ? (b , c) : (d ? e : f))",
            ),
            ("a ?: b ?: c", "x: int = (a ?  : (b ?  : c))"),
            ("a = b += c", "x: int = (a = (b Add= c))"),
            ("a ? b : c = d", "x: int = ((a ? b : c) = d)"),
            ("-a[1]++", "x: int = Minus(PostIncrement(a[1]))"),
            ("*p->q.r(1, (2, 3))", "x: int = Deref(p->q.r(1, (2 , 3)))"),
            (
                "!~+-*&++a",
                "x: int = Not(Complement(Plus(Minus(Deref(Address(PreIncrement(a)))))))",
            ),
            ("a - - b", "x: int = (a Sub Minus(b))"),
            ("a<:1:>", "x: int = a[1]"),
            ("&&here", "x: int = &&here"),
            ("a && &&b", "x: int = (a && &&b)"),
            (
                "__real__ z + __imag z",
                "x: int = (Real(z) Add Imaginary(z))",
            ),
            ("__extension__ (a)", "x: int = a"),
        ],
    );
}

#[test]
fn types_in_expressions() {
    check(
        "typedef struct s { int a; } T; int x = $;",
        &[
            ("(T)(y)", "x: int = cast<T>(y)"),
            ("(y)(T2)", "x: int = y(T2)"),
            ("(unsigned)-1", "x: int = cast<uint>(Minus(1))"),
            ("(T){ 1, .a = 2 }.a", "x: int = <T>{1, .a = 2}.a"),
            ("sizeof(T)", "x: int = sizeof<T>"),
            ("sizeof(T[3]) - 1", "x: int = (sizeof<array of 3 T> Sub 1)"),
            ("sizeof (T){1}.a", "x: int = sizeof(<T>{1}.a)"),
            ("sizeof (y)[0]", "x: int = sizeof(y[0])"),
            ("sizeof y + 1", "x: int = (sizeof(y) Add 1)"),
            (
                "__alignof__(int *) + _Alignof y",
                "x: int = (alignof<pointer to int> Add alignof(y))",
            ),
            (
                "__builtin_offsetof(T, a.b[2]->c)",
                "x: int = offsetof<T>(.a.b[2][0].c)",
            ),
            (
                "__builtin_va_arg(ap, T *)",
                "x: int = va_arg(ap, pointer to T)",
            ),
            (
                "__builtin_types_compatible_p(T, int[])",
                "x: int = compatible<T, array of ? int>",
            ),
            ("__builtin_choose_expr(1, a, b)", "x: int = choose(1, a, b)"),
            (
                "_Generic(y, int: 1, T *: 2, default: 3)",
                "x: int = generic(y, int: 1, pointer to T: 2, default: 3)",
            ),
            ("({ T t; t.a; })", "x: int = ({ <t: T> t.a; })"),
            (
                "(int (*)(T))0",
                "x: int = cast<pointer to function(T) returning int>(0)",
            ),
            ("(int (T))0", "x: int = cast<function(T) returning int>(0)"),
        ],
    );
}

#[test]
fn constants() {
    check(
        "int x = $;",
        &[
            (
                "0x1Fu + 017 + 0b101UL + 10lLU",
                "x: int = (((31u Add 15) Add 5ul) Add 10ull)",
            ),
            ("0", "x: int = 0"),
            ("18446744073709551616", "x: int = 18446744073709551616"),
            ("5i + 5LLi", "x: int = (5i Add 5lli)"),
            ("7ui64 + 7i8", "x: int = (7ull Add 7)"),
            (
                "1.5F + .5e+3 + 1.l",
                "x: int = ((1.5:float Add .5e+3:double) Add 1.:longdouble)",
            ),
            (
                "1e5f128 + 2.0Q + 0x1.8P-3f",
                "x: int = ((1e5:float128 Add 2.0:float128) Add 0x1.8p-3:float)",
            ),
            (
                "1.0fi + 1.0if + 2.5f32x",
                "x: int = ((1.0:floati Add 1.0:floati) Add 2.5:double)",
            ),
            (
                "'a' + '\\n' + '\\377' + '\\x80' + '\\0'",
                "x: int = ((((plain'97' Add plain'10') Add plain'-1') Add plain'-128') Add plain'0')",
            ),
            (
                "'ab' + 'abcd' + '\\'' + '\"'",
                "x: int = (((plain'24930' Add plain'1633837924') Add plain'39') Add plain'34')",
            ),
            (
                "L'é' + u'\\u00e9' + U'\\U0001F600' + L'\\xffffffff'",
                "x: int = (((wide'233' Add utf16'233') Add utf32'128512') Add wide'-1')",
            ),
            (
                "\"a\\tb\" \"\\x41\" \"\\1012\\e\"",
                "x: int = \"a\\tbAA2\\u{1b}\"",
            ),
            (
                "\"a\" L\"é\" \"\\u00e9\"",
                "x: int = wide\"a\\u{e9}\\u{e9}\"",
            ),
            ("u\"\\U0001F600\"", "x: int = utf16\"??\""),
            ("u8\"é\"", "x: int = \"\\u{c3}\\u{a9}\""),
            ("\"\\\"/*\\\\\"", "x: int = \"\\\"/*\\\\\""),
            ("R\"x(a\\n)\"b)x\"", "x: int = \"a\\\\n)\\\"b\""),
        ],
    );
}
