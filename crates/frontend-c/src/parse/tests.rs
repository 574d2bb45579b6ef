//! The parser's tests: what the syntax means, where it stands, and what is said of what is no C.

mod declarations;
mod errors;
mod expressions;
mod places;
mod robustness;
mod show;
mod statements;

use super::parse;
use crate::ast::{Item, Unit};
use ir::{Origin, SourceMap};

/// Runs `test` where the deepest nesting fits.
fn on_large_stack<T: Send>(test: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(64 << 20)
            .spawn_scoped(scope, test);
        thread.unwrap().join().unwrap()
    })
}

fn read(source: &str) -> Unit {
    parse(
        source.as_bytes(),
        "test.c",
        &mut SourceMap::default(),
        Origin::User,
    )
}

/// The items of a source without errors, as text.
fn shown(source: &str) -> String {
    let unit = read(source);
    assert_eq!(unit.errors, [], "{source}");
    let show = |item: &Item| match item {
        Item::Function(function) => show::function(function),
        Item::Declaration(declaration) => show::declaration(declaration),
        Item::Asm(_) => "asm".to_owned(),
        Item::Pragma(_) => "pragma".to_owned(),
    };
    unit.items.iter().map(show).collect::<Vec<_>>().join("\n")
}

/// Checks that each source, put where `$` is in `frame`, is shown as expected in its last item.
fn check(frame: &str, cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let text = shown(&frame.replace('$', source));
        let last = text.lines().last().unwrap_or_default();
        assert_eq!(last, *expected, "{source}");
    }
}
