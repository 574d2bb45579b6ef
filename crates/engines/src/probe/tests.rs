//! The parts of the search.

use super::dictionary::Dictionary;
use super::minimise::minimise;
use super::mutate::mutate;
use super::random::Random;
use super::repetition::{Repetition, ends, parts};
use super::replace::replacements;
use super::testcase::{Form, Stream, Testcase};
use super::text;
use interp::Comparison;
use ir::Width;

fn case(text: &str) -> Testcase {
    Testcase::of_text(text.as_bytes().to_vec())
}

fn text_of(case: &Testcase) -> String {
    let text = case.text().unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

fn replaced(text: &str, comparison: &Comparison) -> Vec<String> {
    let found = replacements(&case(text), comparison);
    found.iter().map(text_of).collect()
}

#[test]
fn numbers_are_found_in_texts() {
    let found = text::numbers(b"a12,-7 99999999999999999999 0x10");
    let found: Vec<i64> = found.into_iter().map(|(_, number)| number).collect();
    assert_eq!(found, [12, -7, 0, 10]);
}

#[test]
fn a_number_in_digits_becomes_what_it_is_compared_with() {
    let found = replaced("x=5;", &Comparison::Numbers(5, 1000));
    assert!(found.contains(&"x=1000;".to_string()), "{found:?}");
    assert!(found.contains(&"x=1001;".to_string()), "{found:?}");
}

#[test]
fn a_negative_number_is_one_of_its_width() {
    let found = replaced("-3", &Comparison::Numbers(0xffff_fffd, 0xffff_fff0));
    assert!(found.contains(&"-16".to_string()), "{found:?}");
}

#[test]
fn bytes_are_replaced_in_either_order() {
    let found = replaced("..\x01\x02..", &Comparison::Numbers(0x0102, 0x4142));
    assert!(found.contains(&"..AB..".to_string()), "{found:?}");
    let found = replaced("..\x01\x02..", &Comparison::Numbers(0x0201, 0x4142));
    assert!(found.contains(&"..BA..".to_string()), "{found:?}");
}

#[test]
fn a_text_becomes_what_it_is_compared_with() {
    let texts = Comparison::Texts(b"abc".to_vec(), b"quit".to_vec());
    let found = replaced("abc 1", &texts);
    assert_eq!(found.first().map(String::as_str), Some("quit 1"));
    // What has no end is as long as the other.
    let texts = Comparison::Texts(b"abcdef and so on".to_vec(), b"PLTE".to_vec());
    assert_eq!(replaced("abcdef", &texts), ["PLTEef"]);
}

#[test]
fn what_is_not_needed_is_left_out() {
    let needs = |case: Testcase| text_of(&case).contains("ab").then_some(case);
    let small = minimise(case("xxxxxxxxabyyyyyyyyyyyyyyy"), 1_000, needs);
    assert_eq!(text_of(&small), "ab");
    let has_five = |case: Testcase| (text_of(&case).len() >= 5).then_some(case);
    assert_eq!(
        text_of(&minimise(case("qwertyuiop"), 1_000, has_five)),
        "00000"
    );
}

#[test]
fn attempts_are_counted() {
    let mut attempts = 0;
    minimise(case(&"x".repeat(1_000)), 10, |_| {
        attempts += 1;
        None
    });
    assert_eq!(attempts, 10);
}

#[test]
fn changes_are_the_same_everywhere() {
    let changed = |seed: u64| {
        let (mut random, dictionary) = (Random::new(seed), Dictionary::default());
        let mut changed = case("put 1\nput 22\n");
        for _ in 0..2_000 {
            mutate(&mut changed, &case("take\n"), &dictionary, &mut random);
        }
        changed
    };
    assert_eq!(changed(1), changed(1));
    assert_ne!(changed(1), changed(2));
}

#[test]
fn nothing_can_be_changed_where_nothing_is() {
    let (mut random, dictionary) = (Random::new(3), Dictionary::default());
    for _ in 0..2_000 {
        mutate(
            &mut Testcase::default(),
            &case("a"),
            &dictionary,
            &mut random,
        );
        let mut empty = case("");
        mutate(&mut empty, &Testcase::default(), &dictionary, &mut random);
        let is_text = matches!(empty.streams.first(), Some((_, Stream::Bytes(_))));
        assert!(is_text);
    }
}

#[test]
fn what_fails_may_be_shorter_than_what_was_tried() {
    let mut values = case("");
    values.streams[0].1 = Stream::Values(vec![7, 9, 11], Form::Int(Width::W32));
    // The program does not ask for the last value any more if that is zero.
    let shortened = minimise(values, 1_000, |mut case| {
        let Stream::Values(values, _) = &mut case.streams[0].1 else {
            return None;
        };
        if values.len() < 3 {
            return None;
        }
        if values[2] == 0 {
            values.pop();
        }
        Some(case)
    });
    assert_eq!(shortened.size(), 2);
}

#[test]
fn lines_are_repeated_as_they_are_and_with_another_name_each_time() {
    let case = case("ab=1\n");
    let all = parts(&case);
    let texts: Vec<String> = all
        .iter()
        .map(|part| text_of(&part.apply(&case, 2)))
        .collect();
    assert!(
        texts.contains(&"ab=1\nab=1\nab=1\n".to_string()),
        "{texts:?}"
    );
    assert!(
        texts.contains(&"abaaa=1\nabaab=1\nab=1\n".to_string()),
        "{texts:?}"
    );
    assert!(texts.contains(&"aaab=1\n".to_string()), "{texts:?}");
}

#[test]
fn names_of_two_kinds_are_made_one_after_the_other() {
    let case = case("v\nw[]\n");
    let all = parts(&case);
    let texts: Vec<String> = all
        .iter()
        .map(|part| text_of(&part.apply(&case, 1)))
        .collect();
    let expected = "vaaa\nvaab\nvaac\nwaaa[]\nv\nw[]\n".to_string();
    assert!(texts.contains(&expected), "{texts:?}");
}

#[test]
fn statements_get_other_names_each_time() {
    let case = case("x=1;y=2;\n");
    let texts: Vec<String> = parts(&case)
        .iter()
        .map(|part| text_of(&part.apply(&case, 2)))
        .collect();
    for expected in ["x=1;x=1;x=1;y=2;\n", "x=1;yaaa=2;yaab=2;y=2;\n"] {
        assert!(texts.contains(&expected.to_string()), "{texts:?}");
    }
}

#[test]
fn lines_are_indented_more_each_time() {
    let case = case("a\n b\n");
    let all = parts(&case);
    let mut deeper = all
        .iter()
        .map(|part| (part, text_of(&part.apply(&case, 3))));
    let deeper = deeper.find(|(_, text)| text == "a\n b\n  b\n   b\n b\n");
    let (part, text) = deeper.expect("the second line begins with a blank");
    assert_eq!(text.len() - "a\n b\n".len(), part.length(3));
}

#[test]
fn brackets_are_nested_before_the_end_of_the_last_line() {
    let case = case("x\n");
    let nested = Repetition::nested(ends(&case)[0], b'(', b')');
    assert_eq!(text_of(&nested.apply(&case, 3)), "x((()))\n");
}

#[test]
fn what_says_nothing_becomes_an_argument() {
    let texts = Comparison::Texts(Vec::new(), b"ftp".to_vec());
    let found = replaced("USER\nPASS\n", &texts);
    assert!(found.contains(&"USER ftp\nPASS\n".to_string()), "{found:?}");
}

#[test]
fn parts_are_repeated_behind_others() {
    let case = case("p1l1");
    let [points, lines] = ["p1p1l1", "p1l1l1"].map(|text| {
        let mut parts = parts(&case).into_iter();
        let found = parts.find(|part| text_of(&part.apply(&case, 1)) == text);
        found.expect("both are parts of the text")
    });
    let many = points.apply(&case, 3);
    let both = lines.behind(&points, 3).apply(&many, 2);
    assert_eq!(text_of(&both), "p1p1p1p1l1l1l1");
}

#[test]
fn a_line_that_became_longer_is_repeated_as_a_whole() {
    let case = case("x\nCWD a\n");
    let mut parts = parts(&case).into_iter();
    let letter = parts.find(|part| text_of(&part.apply(&case, 1)) == "x\nCWD aa\n");
    let letter = letter.expect("it is a part of the text");
    let longer = letter.apply(&case, 2);
    let line = letter.line(&longer).expect("it is a line");
    assert_eq!(text_of(&line.apply(&longer, 1)), "x\nCWD aaa\nCWD aaa\n");
}
