//! Functions of the library that are made for one format. What a literal format says is known, so a call
//! with one becomes the conversions in a row: nothing loops over the format, and what is converted where
//! is told apart by everybody who reads the program.

use std::fmt::Write;

/// A function that takes a format.
struct Family {
    /// Its name, without what glibc puts before it to tell standards apart.
    name: &'static str,
    /// Its parameters; the format is the last.
    parameters: &'static str,
    /// The number of parameters before the format.
    before_format: usize,
    /// Where characters go to, or come from.
    end: End,
}

/// What a format is applied to, as the initialiser of the library's type for it.
enum End {
    Stream(&'static str),
    Buffer(&'static str),
    Source(&'static str),
}

const FAMILIES: [Family; 7] = [
    Family {
        name: "printf",
        parameters: "const char *format",
        before_format: 0,
        end: End::Stream(".stream = stdout"),
    },
    Family {
        name: "fprintf",
        parameters: "FILE *stream, const char *format",
        before_format: 1,
        end: End::Stream(".stream = stream"),
    },
    Family {
        name: "sprintf",
        parameters: "char *buffer, const char *format",
        before_format: 1,
        end: End::Buffer(".buffer = buffer, .capacity = (size_t)-1"),
    },
    Family {
        name: "snprintf",
        parameters: "char *buffer, size_t capacity, const char *format",
        before_format: 2,
        end: End::Buffer(".buffer = buffer, .capacity = capacity"),
    },
    Family {
        name: "scanf",
        parameters: "const char *format",
        before_format: 0,
        end: End::Source(".stream = stdin"),
    },
    Family {
        name: "fscanf",
        parameters: "FILE *stream, const char *format",
        before_format: 1,
        end: End::Source(".stream = stream"),
    },
    Family {
        name: "sscanf",
        parameters: "const char *text, const char *format",
        before_format: 1,
        end: End::Source(".text = text"),
    },
];

fn family(function: &str) -> Option<&'static Family> {
    let prefixes = ["__isoc99_", "__isoc23_"];
    let plain = prefixes
        .iter()
        .find_map(|prefix| function.strip_prefix(prefix));
    let plain = plain.unwrap_or(function);
    FAMILIES.iter().find(|family| family.name == plain)
}

/// Which argument of a function is its format, if it has one.
pub(crate) fn position(function: &str) -> Option<usize> {
    family(function).map(|family| family.before_format)
}

/// The text of a function `name` that does what `function` does with this format. None if the format has
/// something in it that only the general function knows: positions, `%n`, `%m`, mistakes.
pub(crate) fn specialised(function: &str, format: &[u8], name: &str) -> Option<String> {
    let family = family(function)?;
    let body = match family.end {
        End::Stream(sink) => printing(format, sink, "")?,
        End::Buffer(sink) => printing(format, sink, "__concrex_sink_terminate(&sink);")?,
        End::Source(source) => scanning(format, source)?,
    };
    let parameters = family.parameters;
    Some(format!("int {name}({parameters}, ...)\n{{\n{body}}}\n"))
}

/// A format that is read from left to right.
struct Reader<'a> {
    format: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    fn take(&mut self, wanted: u8) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    /// How many bytes follow that are like this; they are taken.
    fn run(&mut self, is_part: impl Fn(u8) -> bool) -> usize {
        let start = self.at;
        while self.peek().is_some_and(&is_part) {
            self.at += 1;
        }
        self.at - start
    }

    /// A decimal number, 0 if there is none; none that is absurdly large, nor the number of a position.
    fn number(&mut self) -> Option<u32> {
        let start = self.at;
        let digits = self.run(|byte| byte.is_ascii_digit());
        if digits > 4 || self.peek() == Some(b'$') {
            return None;
        }
        let digit = |byte: &u8| u32::from(byte - b'0');
        let digits = self.format[start..self.at].iter().map(digit);
        Some(digits.fold(0, |number, digit| number * 10 + digit))
    }

    /// The modifier of a length, by the name that the library has for it.
    fn modifier(&mut self, names: &[(&str, &'static str)], none: &'static str) -> &'static str {
        let rest = &self.format[self.at..];
        let found = names
            .iter()
            .find(|(text, _)| rest.starts_with(text.as_bytes()));
        match found {
            Some((text, name)) => {
                self.at += text.len();
                name
            }
            None => none,
        }
    }
}

/// The longest come first.
const LENGTHS: [(&str, &str); 10] = [
    ("hh", "LENGTH_CHAR"),
    ("h", "LENGTH_SHORT"),
    ("ll", "LENGTH_LONG_LONG"),
    ("l", "LENGTH_LONG"),
    ("q", "LENGTH_LONG_DOUBLE"),
    ("L", "LENGTH_LONG_DOUBLE"),
    ("j", "LENGTH_MAX"),
    ("z", "LENGTH_SIZE"),
    ("Z", "LENGTH_SIZE"),
    ("t", "LENGTH_PTRDIFF"),
];

const SIZES: [(&str, &str); 10] = [
    ("hh", "SIZE_CHAR"),
    ("h", "SIZE_SHORT"),
    ("ll", "SIZE_LONG_LONG"),
    ("l", "SIZE_LONG"),
    ("q", "SIZE_LONG_LONG"),
    ("L", "SIZE_LONG_LONG"),
    ("j", "SIZE_INTMAX"),
    ("z", "SIZE_SIZE"),
    ("Z", "SIZE_SIZE"),
    ("t", "SIZE_PTRDIFF"),
];

/// The body of a function that prints; `close` is what is done at its end in any case.
fn printing(format: &[u8], sink: &str, close: &str) -> Option<String> {
    let mut text = format!(
        "    struct sink sink = {{{sink}}};\n\
         \x20   struct arguments from = {{.positional = 0}};\n\
         \x20   __builtin_va_start(from.list, format);\n"
    );
    let mut reader = Reader { format, at: 0 };
    let mut can_fail = false;
    while reader.peek().is_some() {
        let start = reader.at;
        let literal = reader.run(|byte| byte != b'%');
        if literal > 0 {
            let _ = writeln!(
                text,
                "    __concrex_sink_write(&sink, format + {start}, {literal});"
            );
        }
        if !reader.take(b'%') {
            break;
        }
        if reader.take(b'%') {
            text += "    __concrex_sink_put(&sink, '%');\n";
            continue;
        }
        can_fail = true;
        let specification = specification(&mut reader)?;
        let at = reader.at;
        let _ = write!(
            text,
            "    struct specification s{at} = {specification};\n\
             \x20   if (__concrex_format_one(&sink, &s{at}, &from, 0) < 0) goto failed;\n"
        );
    }
    let _ = write!(
        text,
        "    {close}\n    return __concrex_print_end(&sink);\n"
    );
    if can_fail {
        let _ = write!(text, "failed:\n    {close}\n    return -1;\n");
    }
    Some(text)
}

/// What follows a percent sign in a format of `printf`, as an initialiser.
fn specification(reader: &mut Reader<'_>) -> Option<String> {
    let start = reader.at;
    reader.run(|byte| b"-+ #0'I".contains(&byte));
    let flags = &reader.format[start..reader.at];
    let flag = |flag: u8| u8::from(flags.contains(&flag));
    let (mut width, mut width_argument) = (0, "NO_ARGUMENT");
    if reader.take(b'*') {
        width_argument = "NEXT_ARGUMENT";
    } else {
        width = reader.number()?;
    }
    let (mut precision, mut precision_argument) = (-1, "NO_ARGUMENT");
    if reader.take(b'.') {
        if reader.take(b'*') {
            precision_argument = "NEXT_ARGUMENT";
        } else {
            precision = i64::from(reader.number()?);
        }
    }
    let length = reader.modifier(&LENGTHS, "LENGTH_NONE");
    let letter = reader
        .peek()
        .filter(|letter| b"diuoxXcspeEfFgGaA".contains(letter))?;
    reader.at += 1;
    Some(format!(
        "{{.how = {{.left = {}, .plus = {}, .space = {}, .alternate = {}, .zero = {}, .width = {width}, \
         .precision = {precision}, .length = {length}, .letter = '{}'}}, \
         .width_argument = {width_argument}, .precision_argument = {precision_argument}}}",
        flag(b'-'),
        flag(b'+'),
        flag(b' '),
        flag(b'#'),
        flag(b'0'),
        char::from(letter),
    ))
}

/// The body of a function that scans.
fn scanning(format: &[u8], source: &str) -> Option<String> {
    let mut text = format!(
        "    __builtin_va_list list;\n\
         \x20   __builtin_va_start(list, format);\n\
         \x20   struct source from = {{{source}}};\n\
         \x20   enum outcome outcome;\n"
    );
    let mut converted = 0;
    let mut reader = Reader { format, at: 0 };
    while let Some(byte) = reader.peek() {
        let mut is_counted = false;
        if is_space(byte) {
            reader.run(is_space);
            text += "    __concrex_skip_space(&from);\n";
            continue;
        }
        reader.at += 1;
        if byte != b'%' {
            let _ = writeln!(
                text,
                "    outcome = __concrex_match_character(&from, (char){byte});"
            );
        } else if reader.take(b'%') {
            text += "    __concrex_skip_space(&from);\n    \
                     outcome = __concrex_match_character(&from, '%');\n";
        } else {
            let Directive {
                initialiser,
                target,
            } = directive(&mut reader)?;
            is_counted = target == Target::Next;
            let to = match target {
                Target::Next => "__builtin_va_arg(list, void *)",
                Target::None => "(void *)0",
            };
            let at = reader.at;
            let _ = write!(
                text,
                "    struct directive d{at} = {initialiser};\n    \
                 outcome = __concrex_scan_value(&from, &d{at}, {to});\n"
            );
        }
        let ended = if converted == 0 {
            "outcome == INPUT_ENDED ? -1 : 0".to_string()
        } else {
            converted.to_string()
        };
        let _ = writeln!(text, "    if (outcome != CONVERTED) return {ended};");
        converted += u32::from(is_counted);
    }
    let _ = writeln!(text, "    return {converted};");
    Some(text)
}

/// As the "C" locale has it.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// A conversion of `scanf`.
struct Directive {
    initialiser: String,
    target: Target,
}

/// Where what is converted goes.
#[derive(PartialEq, Eq)]
enum Target {
    Next,
    None,
}

/// What follows a percent sign in a format of `scanf`.
fn directive(reader: &mut Reader<'_>) -> Option<Directive> {
    let target = match reader.take(b'*') {
        true => Target::None,
        false => Target::Next,
    };
    let width = reader.number()?;
    let allocates = u8::from(reader.take(b'm'));
    let size = reader.modifier(&SIZES, "SIZE_NONE");
    let letter = reader.peek()?;
    reader.at += 1;
    let set = match letter {
        b'[' => {
            let set = reader.at;
            reader.take(b'^');
            reader.take(b']');
            reader.run(|byte| byte != b']');
            reader.take(b']').then(|| format!("format + {set}"))?
        }
        _ if b"diuoxXpeEfFgGaAsc".contains(&letter) => "0".to_string(),
        _ => return None,
    };
    let suppressed = u8::from(target == Target::None);
    let letter = char::from(letter);
    let initialiser = format!(
        "{{.suppressed = {suppressed}, .width = {width}, .allocates = {allocates}, .size = {size}, \
         .letter = '{letter}', .set = {set}}}"
    );
    Some(Directive {
        initialiser,
        target,
    })
}

#[cfg(test)]
mod tests {
    use super::{position, specialised};
    use expect_test::expect;

    #[test]
    fn conversions_stand_in_a_row() {
        let text = specialised("__isoc99_sscanf", b"%7s x%*d%%", "f").unwrap_or_default();
        expect![[r#"
            int f(const char *text, const char *format, ...)
            {
                __builtin_va_list list;
                __builtin_va_start(list, format);
                struct source from = {.text = text};
                enum outcome outcome;
                struct directive d3 = {.suppressed = 0, .width = 7, .allocates = 0, .size = SIZE_NONE, .letter = 's', .set = 0};
                outcome = __concrex_scan_value(&from, &d3, __builtin_va_arg(list, void *));
                if (outcome != CONVERTED) return outcome == INPUT_ENDED ? -1 : 0;
                __concrex_skip_space(&from);
                outcome = __concrex_match_character(&from, (char)120);
                if (outcome != CONVERTED) return 1;
                struct directive d8 = {.suppressed = 1, .width = 0, .allocates = 0, .size = SIZE_NONE, .letter = 'd', .set = 0};
                outcome = __concrex_scan_value(&from, &d8, (void *)0);
                if (outcome != CONVERTED) return 1;
                __concrex_skip_space(&from);
                outcome = __concrex_match_character(&from, '%');
                if (outcome != CONVERTED) return 1;
                return 1;
            }
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn what_only_the_general_function_knows_is_left_to_it() {
        let is_made =
            |function: &str, format: &str| specialised(function, format.as_bytes(), "f").is_some();
        for format in [
            "%2$d %1$d",
            "%n",
            "%",
            "%5",
            "%m",
            "%k",
            "%*1$d",
            "%.*2$f",
            "%99999d",
        ] {
            assert!(!is_made("printf", format), "{format}");
        }
        for format in ["%1$d", "%n", "%", "%[abc", "%k", "%'d", "%99999d"] {
            assert!(!is_made("scanf", format), "{format}");
        }
        for format in ["", "%%", "%-5.2f|%+.*lld %s\n", "%#x%c%5p"] {
            assert!(is_made("snprintf", format), "{format}");
        }
        assert_eq!(position("fprintf"), Some(1));
        assert_eq!(position("puts"), None);
    }
}
