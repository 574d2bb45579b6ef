use super::{DataModel, MacroOption, PreprocessError, PreprocessOptions, preprocess};
use std::path::{Path, PathBuf};

struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new(name: &str) -> TemporaryFolder {
        let folder = std::env::temp_dir().join(format!("concrex-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        TemporaryFolder(folder)
    }

    fn write(&self, name: &str, text: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The lines of the output that are neither empty nor markers.
fn lines(path: &Path, options: &PreprocessOptions) -> Vec<String> {
    let text = preprocess(path, options).unwrap().text;
    let text = String::from_utf8_lossy(&text).into_owned();
    let is_code = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    text.lines()
        .filter(is_code)
        .map(|line| line.trim().to_owned())
        .collect()
}

#[test]
fn options_reach_the_compiler() {
    let folder = TemporaryFolder::new("options");
    let source =
        b"#include <a.h>\n#include <b.h>\n#include \"c.h\"\nX Y __SIZEOF_POINTER__ __SIZE_TYPE__\n";
    let file = folder.write("main file.c", source);
    folder.write("c.h", b"c_beside");
    folder.write("one/a.h", b"a_one");
    folder.write("two/a.h", b"a_two");
    folder.write("two/b.h", b"b_two");
    folder.write("lib/b.h", b"b_lib");
    folder.write("two/c.h", b"c_two");
    let mut options = PreprocessOptions {
        include_dirs: vec![folder.0.join("one"), folder.0.join("two")],
        macros: vec![
            MacroOption::Define("X=x y".into()),
            MacroOption::Define("Y".into()),
            MacroOption::Undefine("Y".into()),
        ],
        library_include: Some(folder.0.join("lib")),
        ..PreprocessOptions::default()
    };
    let expected = ["a_one", "b_two", "c_beside", "x y Y 8 long unsigned int"];
    assert_eq!(lines(&file, &options), expected);
    options.data_model = DataModel::Ilp32;
    assert_eq!(lines(&file, &options)[3], "x y Y 4 unsigned int");
    options.include_dirs.pop();
    options.include_dirs.push(folder.0.join("one"));
    assert_eq!(lines(&file, &options)[1], "b_lib");
}

#[test]
fn preprocessed_files_are_read_as_they_are() {
    let folder = TemporaryFolder::new("as-is");
    let text = b"#define X\nX \xff\0 \"\xe9\"\n";
    let file = folder.write("a.i", text);
    assert_eq!(
        preprocess(&file, &PreprocessOptions::default())
            .unwrap()
            .text,
        text
    );
}

#[test]
fn bytes_survive() {
    let folder = TemporaryFolder::new("bytes");
    let file = folder.write("latin.c", b"char *s = \"caf\xe9\"; /* \xe9 */\n");
    let text = preprocess(&file, &PreprocessOptions::default())
        .unwrap()
        .text;
    assert!(text.windows(6).any(|window| window == b"\"caf\xe9\""));
}

#[test]
fn errors_are_for_people() {
    let folder = TemporaryFolder::new("errors");
    let missing_header = folder.write("h.c", b"\n#include \"nope.h\"\n");
    let stop = folder.write("e.c", b"#error stop here\n");
    let good = folder.write("good.c", b"int x;\n");
    let default = PreprocessOptions::default();
    let no_compiler = PreprocessOptions {
        compiler: "/none/cc".into(),
        ..PreprocessOptions::default()
    };
    let place = folder.0.display();
    let cases: [(&Path, &PreprocessOptions, String); 5] = [
        (
            Path::new("/none/x.c"),
            &default,
            "/none/x.c: no such file".into(),
        ),
        (&folder.0, &default, format!("{place}: not a file")),
        (
            &missing_header,
            &default,
            format!("{place}/h.c:2:10: fatal error: nope.h: No such file or directory"),
        ),
        (
            &stop,
            &default,
            format!("{place}/e.c:1:2: error: #error stop here"),
        ),
        (
            &good,
            &no_compiler,
            "cannot run '/none/cc', which preprocesses C: No such file or directory (os error 2)"
                .into(),
        ),
    ];
    for (path, options, expected) in cases {
        let error: PreprocessError = preprocess(path, options).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}
