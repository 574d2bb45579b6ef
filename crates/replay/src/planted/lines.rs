//! Lines of a file by the names and numbers that its line markers give them: `# 12 "list.c"` in what has
//! been preprocessed, `#line 12 "list.c"` in what was generated.

use std::path::Path;

/// Where a file has this line of that one, from 0. A preprocessor may spread one line over several.
pub(super) fn find(original: &Path, lines: &[String], file: &Path, line: u32) -> Vec<usize> {
    let mut name = original.to_path_buf();
    let mut number = 1u32;
    let mut found = Vec::new();
    for (index, text) in lines.iter().enumerate() {
        match marker(text) {
            Some((next, named)) => {
                number = next;
                if let Some(named) = named {
                    name = Path::new(named).to_path_buf();
                }
            }
            None => {
                if number == line && name == file {
                    found.push(index);
                }
                number = number.saturating_add(1);
            }
        }
    }
    found
}

/// What a line marker says of the next line: its number, and the file if that is another one.
fn marker(text: &str) -> Option<(u32, Option<&str>)> {
    let rest = text.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let (number, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let quoted = rest.trim_start().strip_prefix('"');
    let named = quoted.and_then(|rest| Some(rest.split_once('"')?.0));
    Some((number.parse().ok()?, named))
}

#[cfg(test)]
mod tests {
    use super::{find, marker};
    use std::path::Path;

    #[test]
    fn reads_markers() {
        assert_eq!(marker("# 12 \"a.c\" 2"), Some((12, Some("a.c"))));
        assert_eq!(marker("  #line 7"), Some((7, None)));
        assert_eq!(marker("#define X 1"), None);
        assert_eq!(marker("#pragma once"), None);
        assert_eq!(marker("# 99999999999"), None);
    }

    #[test]
    fn finds_lines_of_other_files() {
        let text = "one\n# 5 \"b.c\"\nfive\nsix\n# 6 \"b.c\"\nalso six\n# 3 \"a.c\"\nthree";
        let lines: Vec<String> = text.lines().map(str::to_string).collect();
        let at = |file: &str, line| find(Path::new("a.c"), &lines, Path::new(file), line);
        assert_eq!(at("a.c", 1), [0]);
        assert_eq!(at("b.c", 5), [2]);
        assert_eq!(at("b.c", 6), [3, 5]);
        assert_eq!(at("a.c", 3), [7]);
        assert_eq!(at("c.c", 1), Vec::<usize>::new());
    }
}
