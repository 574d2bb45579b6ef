use super::{on_large_stack, read};
use crate::parse::{HEIGHT_LIMIT, NESTING_LIMIT, parse};
use ir::{Origin, SourceMap};

/// What nests: the source is `before`, `opens` and `closes` repeated with `inside` between, and
/// `after`.
const NESTS: &[(&str, &str, &str, &str, &str)] = &[
    ("int x = ", "(", "1", ")", ";"),
    ("int x = ", "{", "1", "}", ";"),
    ("int x = a", "[a", "", "]", ";"),
    ("int x = ", "f(", "", ")", ";"),
    ("int x = ", "*", "p", "", ";"),
    ("int x = ", "- ", "1", "", ";"),
    ("int x = ", "(int)", "1", "", ";"),
    ("int x = ", "sizeof ", "x", "", ";"),
    ("int x = ", "a ? ", "1", ": b", ";"),
    ("int x = ", "a = ", "1", "", ";"),
    ("int x = ", "({", "1", ";})", ";"),
    ("int x = ", "_Generic(1, int: ", "1", ")", ";"),
    ("int ", "*", "p", "", ";"),
    ("int ", "(", "p", ")", ";"),
    ("int p", "[1]", "", "", ";"),
    ("int f", "(int a", "", ")", ";"),
    ("", "struct {", "int x;", "} a;", ""),
    ("", "typeof(", "int", ")", " x;"),
    ("void f(void) {", "{", "", "}", "}"),
    ("void f(void) {", "if (a) ", ";", "", "}"),
    ("void f(void) {", "while (a) ", ";", "", "}"),
    ("void f(void) {", "do ", ";", " while (a);", "}"),
];

/// What makes a chain in the tree without nesting in the source.
const CHAINS: &[(&str, &str, &str)] = &[
    ("int x = ", "a + ", "1;"),
    ("int x = ", "a ? b : ", "1;"),
    ("int x = f", "()", ";"),
    ("void f(void) { ", "a, ", "1; }"),
    ("void f(void) { ", "if (a) b; else ", "c; }"),
    ("void f(void) { switch (x) { ", "case 1: ", "; } }"),
    ("void f(void) { ", "l: ", "; }"),
];

fn nested(
    (before, opens, inside, closes, after): (&str, &str, &str, &str, &str),
    n: usize,
) -> String {
    format!(
        "{before}{}{inside}{}{after} int ok;",
        opens.repeat(n),
        closes.repeat(n)
    )
}

#[test]
fn deep_nesting_is_refused_in_words() {
    on_large_stack(|| {
        for &nest in NESTS {
            let unit = read(&nested(nest, 100_000));
            let messages: Vec<&str> = unit.errors.iter().map(|error| &*error.message).collect();
            assert_eq!(messages, ["nested too deeply"], "{nest:?}");
            assert_eq!(unit.items.len(), 1, "{nest:?}");
            let unit = read(&nested(nest, NESTING_LIMIT as usize / 3));
            assert_eq!(unit.errors, [], "{nest:?}");
        }
    });
}

#[test]
fn long_chains_are_read() {
    on_large_stack(|| {
        for &(before, link, after) in CHAINS {
            let chain = |n: usize| format!("{before}{}{after} int ok;", link.repeat(n));
            assert_eq!(read(&chain(HEIGHT_LIMIT as usize / 2)).errors, [], "{link}");
            let unit = read(&chain(100_000));
            assert_eq!(unit.errors.len(), 1, "{link}");
            assert_eq!(unit.errors[0].message, "nested too deeply", "{link}");
            assert_eq!(unit.items.len(), 1, "{link}");
        }
        let unit = read(&format!("int x[] = {{ {} }};", "1, ".repeat(300_000)));
        assert_eq!(unit.errors, []);
    });
}

/// A source with a bit of everything.
const SEED: &str = r#"
# 1 "seed.c"
#pragma pack(push, 1)
typedef struct node { struct node *next; int data : 3; } node_t;
static const char *const names[] = { [0] = "a\n\x41", [1 ... 2] = L"b" };
/*@ requires x > 0; */
int f(a, b) int a; register char *b; {
  for (int i = 0, j; i < 10; i++) { if (a) goto out; else a ^= b[i] ? 0x1fUL : -1.5e+3f; }
  switch (a) { case 1: case 'x' ... 'z': __label__ l; l: return sizeof(node_t *); default:; }
out: asm volatile("" : "+r"(a) :: "memory");
  return ({ __typeof__(a) t = (node_t){ .next = 0 }.data; t ?: __builtin_offsetof(node_t, next); });
}
void (*signal(int, void (*)(int)))(int) __attribute__((nothrow, format(printf, 1, 2)));
enum e { A, B = A << 2 } v = _Generic(1, int: B, default: A);
_Static_assert(1 && !0, "fine");
"#;

#[test]
fn damaged_source_never_panics() {
    assert_eq!(read(SEED).errors, []);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let bytes = SEED.as_bytes();
    for length in 0..bytes.len() {
        parse_bytes(&bytes[..length]);
    }
    let tokens: Vec<&str> = SEED.split_inclusive([' ', '\n', '(', ')', ';']).collect();
    for _ in 0..1_000 {
        let mut damaged = bytes.to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(damaged.len());
            match random.below(4) {
                0 => damaged[at] = random.below(256) as u8,
                1 => drop(damaged.remove(at)),
                2 => damaged.insert(at, b"(){}[];,*\"'#\\/\0\n"[random.below(16)]),
                _ => damaged.truncate(at + 1),
            }
        }
        parse_bytes(&damaged);
        let shuffled: String = (0..60)
            .map(|_| tokens[random.below(tokens.len())])
            .collect();
        parse_bytes(shuffled.as_bytes());
        let noise: Vec<u8> = (0..200).map(|_| random.below(256) as u8).collect();
        parse_bytes(&noise);
    }
}

fn parse_bytes(text: &[u8]) {
    parse(text, "damaged.c", &mut SourceMap::default(), Origin::User);
}

/// A xorshift generator: the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}
