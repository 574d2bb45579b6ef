//! What cannot be settled is unknown, and the report says why.

mod source;
mod support;

use source::check_source;
use std::io::Write;
use std::process::Command;
use support::concrex;

/// Checks a program that nothing can be said of, for this reason.
fn check(options: &[&str], source: &str, reason: &str) {
    check_file(".c", options, source, reason);
}

/// The same of a method of Java that anybody may call.
fn check_java(entry: &str, source: &str, reason: &str) {
    if Command::new("javac").arg("-version").output().is_err() {
        eprintln!("note: there is no JDK; the Java program is skipped");
        return;
    }
    check_file(".java", &["--entry", entry], source, reason);
}

fn check_file(suffix: &str, options: &[&str], source: &str, reason: &str) {
    let said = check_source(suffix, options, source);
    assert_eq!(said.status, Some(3), "{}", said.stderr);
    assert!(said.stdout.contains(reason), "{reason}: {said:?}");
}

/// The same of the body of a Java program's `main`.
fn check_main(body: &str, reason: &str) {
    let source = format!("class Main {{ public static void main(String[] args) {{\n{body}\n}} }}");
    check_java("Main", &source, reason);
}

#[test]
fn the_last_bits_of_mathematical_functions_are_open() {
    check_main(
        "assert Math.sin(1) == 0.8414709848078965;",
        "java -ea does not show it with these inputs: line 2: Math() =",
    );
    check_main(
        "double sum = 0; for (int i = 1; i < 5; i++) sum += Math.exp(i); assert sum > 0;",
        "what depends on the last bits of Math.sin",
    );
    check_main(
        "assert new Object().hashCode() != 4711;",
        "identity hash codes cannot be chosen on the JVM",
    );
}

#[test]
fn contracts_read_nothing_that_has_ended() {
    let reason = "a contract about memory that has been freed, or whose scope has ended";
    let node = "#include <stdlib.h>\nstruct node { struct node *n; int data; };\n";
    let check_function = |function: &str| {
        check(&["--entry", "f"], &format!("{node}{function}"), reason);
    };
    check_function(
        "/*@ requires x != null and x.n != null and x.n != x and x.n.data = 3;
             ensures x.n.data = 3; */
         void f(struct node *x) { free(x->n); }",
    );
    check_function(
        "/*@ requires x != null; ensures x.n.data = 3; */
         void f(struct node *x) { struct node y; y.data = 3; y.n = 0; x->n = &y; }",
    );
    check_function(
        "/*@ requires x != null; ensures x.n.data = 3; */
         void f(struct node *x) { { struct node y = {0, 3}; x->n = &y; } x->data = 1; }",
    );
    check_function(
        "/*@ ensures \\result.data = 3; */
         struct node *f(void) { struct node y = {0, 3}; struct node *p = &y; return p; }",
    );
}

#[test]
fn no_generator_gives_every_sequence() {
    check_main(
        "java.util.Random r = new java.util.Random();
         assert r.nextInt() != 1 || r.nextInt() != 2 || r.nextInt() != 3 || r.nextInt() != 4;",
        "no generator was found that gives such random numbers",
    );
}

#[test]
fn what_depends_on_the_machine_is_not_proved() {
    let reason = "what depends on the machine";
    check_main("assert System.lineSeparator().length() == 1;", reason);
    check_main("assert System.getProperty(\"a.b\") == null;", reason);
    check_main("java.util.Locale.getDefault().getLanguage();", reason);
    check_main("assert \"\\u00e9\".getBytes().length > 0;", reason);
    check_main(
        "Object o = new Object();
         assert new java.lang.ref.WeakReference<>(o).get() == o;",
        "a reference whose object was collected",
    );
    check_main("assert new Thread().getId() > 0;", "the numbers of threads");
}

#[test]
fn what_the_library_asks_the_machine_is_not_proved() {
    let reason = "what depends on the machine";
    let check = |body: &str| check_main(body, reason);
    check(
        "java.util.function.Supplier<java.util.Locale> s = java.util.Locale::getDefault; s.get();",
    );
    check("assert new java.util.Formatter().locale() != null;");
    check("assert new java.util.Scanner(\"1\").locale() != null;");
    check("assert new String(new byte[] {(byte) 0xc3, (byte) 0xa9}).length() == 1;");
    check("assert new String(new byte[] {1, (byte) 0xc3, (byte) 0xa9}, 1, 2).length() == 1;");
    check("assert new java.io.InputStreamReader(System.in).getEncoding().equals(\"UTF8\");");
    check(
        "var b = new java.io.ByteArrayOutputStream(); b.write(0xc3); b.write(0xa9);
         assert b.toString().length() == 1;",
    );
    check(
        "var b = new java.io.ByteArrayOutputStream();
         new java.io.PrintStream(b).print(\"\\u00e9\"); assert b.size() == 2;",
    );
    check(
        "var b = new java.io.ByteArrayOutputStream();
         new java.io.PrintStream(b).println(\"e\"); assert b.size() == 2;",
    );
    check(
        "var w = new java.io.StringWriter();
         new java.io.PrintWriter(w).println(1); assert w.toString().length() == 2;",
    );
    check("assert String.format(\"a%n\").length() == 2;");
}

#[test]
fn what_depends_on_memory_is_not_proved() {
    check_main(
        "boolean full = false;
         try { full = new int[Integer.MAX_VALUE].length == 0; } catch (OutOfMemoryError e) { full = true; }
         assert !full;",
        "an array that is longer than the JVM allows",
    );
    check_main(
        "boolean full = false;
         try { full = new int[1000000000].length == 0; } catch (Throwable e) { full = true; }
         assert !full;",
        "whether there is memory for a large array",
    );
    check_java(
        "Main",
        "class Main {
             static boolean closed;
             protected void finalize() { closed = true; }
             public static void main(String[] args) { new Main(); System.gc(); assert !closed; }
         }",
        "when objects are finalized",
    );
    check_main(
        "Object o = new Object();
         var q = new java.lang.ref.ReferenceQueue<Object>();
         assert !new java.lang.ref.WeakReference<>(o, q).enqueue();",
        "references in queues",
    );
    check_main(
        "long m = Runtime.getRuntime().maxMemory();
         assert (m & 0x80000000L) == 0 || m >= 1L << 62;",
        "a candidate was found and not confirmed",
    );
}

#[test]
fn the_depth_of_the_stack_is_open() {
    check_java(
        "Main",
        "class Main {
             static int calls;
             static int deeper(int n) { calls++; return deeper(n + 1) + 1; }
             public static void main(String[] args) {
                 try { deeper(0); } catch (StackOverflowError e) { }
                 assert calls < 9500;
             }
         }",
        "how deep a recursion goes until the stack overflows",
    );
    // Some stacks hold this, and others do not.
    check_java(
        "Main",
        "class Main {
             static int sum(int n) { return n == 0 ? 0 : 1 + sum(n - 1); }
             public static void main(String[] args) { assert sum(7000) == 7000; }
         }",
        "java -ea does not show it",
    );
    check_main(
        "var list = new java.util.ArrayList<Object>(); list.add(list);
         assert list.hashCode() != 0;",
        "a deep recursion of the library's methods",
    );
}

#[test]
fn traces_are_read_through_a_redirected_stream() {
    let source = "import java.io.*;
         class Main {
             static void fail() {
                 try { throw new RuntimeException(); } catch (RuntimeException e) { e.printStackTrace(); }
             }
             public static void main(String[] args) {
                 var bytes = new ByteArrayOutputStream();
                 System.setErr(new PrintStream(bytes));
                 fail();
                 assert bytes.toString().indexOf(\"Main.main\") < 0;
             }
         }";
    // The JVM says so where nobody sees it.
    check_java("Main", source, "assertion fails, which was not confirmed");
}

#[test]
fn old_locales_with_a_calendar_are_refused() {
    check_main(
        "assert new java.util.Locale(\"ja\", \"JP\", \"JP\").toString().equals(\"ja_JP_JP\");",
        "locales with extensions",
    );
}

#[test]
fn what_the_jvm_leaves_open_is_not_proved() {
    // Which texts the JVM has seen before, and how it names what it makes for lambdas.
    check_main(
        "String s = new StringBuilder(\"un\").append(\"seen\").toString();
         assert s.intern() == s; assert s.equals(\"unseen\");",
        "whether a constant string was used before",
    );
    check_main(
        "Runnable r = () -> {}; assert r.getClass().getName().length() > 0;",
        "the name of a lambda's class",
    );
    check_main(
        "assert String.format(new java.util.Locale(\"en\", \"ZA\"), \"%d\", 1000).length() == 4;",
        "numbers in other languages and countries",
    );
    check_main(
        "var m = new java.util.concurrent.ConcurrentHashMap<Integer, Integer>();
         for (int i = 0; i < 30; i++) m.put(i * 64, i);
         assert m.keySet().iterator().next() == 0;",
        "the order of a ConcurrentHashMap in which many keys collide",
    );
}

#[test]
fn an_object_of_unknown_size_is_not_too_small() {
    check(
        &[],
        "#include <string.h>
         extern struct unknown object;
         int main(void) { memset(&object, 0, 4); return 0; }",
        "the contents of `object`, which is not defined",
    );
}

#[test]
fn functions_of_the_system_do_not_answer_at_will() {
    check(
        &[],
        "#include <assert.h>
         #include <threads.h>
         int main(void) { mtx_t m; assert(mtx_init(&m, mtx_plain) == thrd_success); return 0; }",
        "`mtx_init` of the system's library is not modelled",
    );
}

#[test]
fn annotations_that_change_the_meaning_are_refused() {
    check(
        &[],
        "__attribute__((annotate(\"__ESBMC_inf_size\"))) char memory[1];
         int main(int argc, char **argv) { return memory[argc]; }",
        "an array that an annotation makes infinite",
    );
}

#[test]
fn atomic_words_have_an_alignment_of_their_own() {
    check(
        &["--data-model=ilp32", "--property=label"],
        "int main(void) { if (_Alignof(_Atomic long long) != 8) goto ERROR; return 0; ERROR: return 1; }",
        "an atomic object of 64 bits on a machine of 32",
    );
}

#[test]
fn nothing_is_proved_behind_an_access_that_nobody_asked_about() {
    check(
        &["--property=assert"],
        "#include <assert.h>
         int __VERIFIER_nondet_int(void);
         int main(void) { int a[] = {1, 1}; assert(a[__VERIFIER_nondet_int()] == 1); return 0; }",
        "access outside of the object, which was not asked about",
    );
}

#[test]
fn a_proof_names_what_it_takes_for_granted() {
    let file = "tests/programs/c/inputs/malloc-size-ok.c";
    let said = concrex(["check", "--json", file]);
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    assert!(
        said.stdout.contains("assuming that allocations succeed"),
        "{said:?}"
    );
}

#[test]
fn a_proof_names_the_locale_that_the_library_asks_for() {
    let said = check_source(
        ".java",
        &["--entry", "Main", "--json"],
        "class Main { public static void main(String[] args) {
             assert String.format(\"%.1f\", 1.5).equals(\"1.5\");
         } }",
    );
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    let named = "assuming that the default locale is English";
    assert!(said.stdout.contains(named), "{said:?}");
}

/// Programs that see something of the machine, and what a proof of them assumes of it.
const SURROUNDINGS: [(&str, &str); 8] = [
    (
        "FILE *f = fopen(\"/no/such/folder/file\", \"w\"); assert(f);",
        "that files which exist can be opened and others can be created",
    ),
    (
        "if (getchar() == EOF) assert(feof(stdin));",
        "that reads do not fail and give less than was asked for only at the end",
    ),
    (
        "printf(\"x\"); int failed = fflush(stdout); assert(!failed);",
        "that everything can be written",
    ),
    (
        "time_t at = 0; assert(localtime(&at)->tm_hour == 0);",
        "that the time zone is UTC",
    ),
    ("assert(setlocale(LC_ALL, \"\"));", "that the locale is C"),
    ("assert(!isatty(0));", "that no terminal is connected"),
    ("assert(!environ[0]);", "that `environ` is empty"),
    ("assert(1 + 1 == 2);", ""),
];

#[test]
fn a_proof_names_what_it_takes_for_granted_of_the_machine() {
    for (body, assumed) in SURROUNDINGS {
        let source = format!(
            "#include <assert.h>\n#include <locale.h>\n#include <stdio.h>\n#include <time.h>\n#include <unistd.h>\n
             extern char **environ;\nint main(void) {{ {body} return 0; }}"
        );
        let said = check_source(".c", &["--property=assert", "--challenge=off"], &source);
        assert_eq!(said.status, Some(0), "{body}: {said:?}");
        let named = said
            .stdout
            .lines()
            .find(|line| line.starts_with("assuming "));
        let named = named.unwrap_or_default().trim_start_matches("assuming ");
        assert_eq!(named, assumed, "{body}: {said:?}");
    }
}

#[test]
fn what_only_the_machine_knows_is_not_guessed() {
    check(
        &["--challenge=off"],
        "#include <stdio.h>\n#include <assert.h>
         int main(void) { assert(!popen(\"true\", \"r\")); return 0; }",
        "starting other processes",
    );
    check(
        &["--challenge=off"],
        "#include <stdio.h>\n#include <assert.h>
         int main(void) { char name[L_tmpnam]; assert(tmpnam(name)[0] == '/'); return 0; }",
        "the names that `tmpnam` makes",
    );
}

/// Bodies of `main` that a model which ignores an argument of the library would prove, and why they are open.
const IGNORED_ARGUMENTS: [(&str, &str); 23] = [
    (
        "FILE *f = fopen(\"f\", \"w\"); if (!f) return 0; fputs(\"abc\", f); FILE *g = fopen(\"f\", \"r\");
         assert(g && fgetc(g) == 'a');",
        "what a stream has not written to its file yet",
    ),
    (
        "char c; if (getchar() != EOF) assert(read(0, &c, 1) == 1);",
        "a descriptor whose stream was used",
    ),
    (
        "close(1); assert(putchar('a') == EOF);",
        "writing to a stream whose descriptor is closed",
    ),
    ("assert(ftell(stdin) == -1);", "positions in a standard stream"),
    (
        "FILE *f = tmpfile(); if (!f) return 0; fputs(\"abc\", f); freopen(NULL, \"r\", f); assert(fgetc(f) == EOF);",
        "`freopen` without a name",
    ),
    (
        "FILE *f = fopen(\"/dev/null\", \"r\"); if (!f) return 0; assert(fgetc(f) != EOF);",
        "files of the system",
    ),
    (
        "int r = 0; for (int i = 0; i < 17; i++) r = ungetc('a', stdin); assert(r == EOF);",
        "so many bytes that are put back",
    ),
    (
        "assert(malloc_usable_size(malloc(1)) == 1);",
        "how much memory the allocator gives",
    ),
    (
        "assert(aligned_alloc(1UL << 46, 8));",
        "whether memory of a huge alignment is there",
    ),
    (
        "char text[8]; sprintf(text, \"%b\", 5u); assert(text[0] == 'b');",
        "the binary numbers of `printf`",
    ),
    (
        "char text[8] = {0}; assert(sscanf(\"d\", \"%[a-c-e]\", text) == 0);",
        "a set of `scanf` whose ranges go down or touch each other",
    ),
    (
        "mbstate_t s; memset(&s, 1, sizeof s); assert(mbrtowc(NULL, \"a\", 1, &s) == 1);",
        "a multibyte character of which a part was read before",
    ),
    (
        "struct tm t = {.tm_mday = 100}; assert(asctime(&t)[7] == ' ');",
        "the text of a date that is none",
    ),
    (
        "putenv(\"TZ=EST5\"); tzset(); assert(timezone == 0);",
        "a time zone other than UTC",
    ),
    (
        "static char own[64]; setvbuf(stdout, own, _IOFBF, 64); printf(\"x\"); assert(own[0] == 0);",
        "a buffer of the program's own for a stream",
    ),
    (
        "static char own[BUFSIZ]; setbuf(stdin, own); getchar(); assert(own[0] == 0);",
        "a buffer of the program's own for a stream",
    ),
    (
        "static char state[32]; initstate(1, state, 32); assert(state[0] == 0);",
        "random numbers whose state the program keeps",
    ),
    (
        "static char state[8]; assert(setstate(state) == state);",
        "random numbers whose state the program keeps",
    ),
    (
        "srand(1); int a = rand(); srand(1); assert(a != rand());",
        "random numbers that begin again after the same seed",
    ),
    (
        "srand(5); int a = rand(); srand(6); srand(5); assert(a != rand());",
        "random numbers that begin again after the same seed",
    ),
    (
        "assert(!setlocale(LC_ALL, \"C.UTF-8\"));",
        "locales other than C, which the machine may have or not",
    ),
    (
        "struct timespec now; assert(clock_gettime(-1, &now) == 0);",
        "a clock that only some machines or processes have",
    ),
    (
        "FILE *f = fopen(\"tool\", \"r\"); if (f) assert(access(\"tool\", X_OK) == 0);",
        "whether a file may be executed",
    ),
];

#[test]
fn what_the_library_does_with_an_argument_is_not_ignored() {
    for (body, reason) in IGNORED_ARGUMENTS {
        let source = format!(
            "#define _GNU_SOURCE\n#include <assert.h>\n#include <locale.h>\n#include <malloc.h>\n\
             #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n\
             #include <unistd.h>\n#include <wchar.h>\nint main(void) {{ {body} return 0; }}"
        );
        check(&["--property=assert", "--challenge=off"], &source, reason);
    }
}

#[test]
fn a_proof_names_what_callers_are_taken_not_to_give() {
    let said = check_source(
        ".java",
        &["--entry", "Held.f"],
        "class Held {
             static final Held ONE = new Held();
             static void f(Held given) { assert given != ONE || given == null; }
         }",
    );
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    let named = "that callers give no objects that static fields lead to";
    assert!(said.stdout.contains(named), "{said:?}");
}

#[test]
fn records_are_what_their_constructors_let_through() {
    check_java(
        "Area.half",
        "class Area {
             record Side(int length) {
                 Side { if (length < 0) throw new IllegalArgumentException(); }
             }
             static void half(Side side) { assert side == null || side.length() >= 0; }
         }",
        "the constructor of Area$Side refuses it",
    );
}

#[test]
fn an_interface_without_a_class_can_be_anything() {
    check_java(
        "Button.press",
        "class Button {
             interface Listener { int pressed(); }
             static int press(Listener listener) { return listener == null ? 0 : 1 / listener.pressed(); }
         }",
        "an object of the type Button$Listener, which no class here is",
    );
}

#[test]
fn a_clause_that_is_not_understood_is_not_forgotten() {
    let entry = &["--entry", "half"];
    check(
        entry,
        "/*@ requires x >= 0; ensures \\result <= y; */
         int half(int x) { return x / 2; }",
        "it is not understood: there is no `y` here",
    );
    check(
        entry,
        "/*@ requires \\valid(p); */
         int half(int *p) { return *p / 2; }",
        "p = null; but the contract may exclude it: at",
    );
    check_java(
        "Half.half",
        "class Half {
             //@ ensure \\result <= x;
             static int half(int x) { return x / 2; }
         }",
        "expected `requires`, `ensures`, `invariant` or `pred`, found `ensure`",
    );
}

#[test]
fn the_other_clauses_of_a_contract_hold() {
    let mut file = tempfile::Builder::new()
        .suffix(".c")
        .tempfile()
        .expect("a file can be made");
    let source = "/*@ ensures \\result >= 1; ensures \\result <= y; */
                  int half(int x) { return x / 2; }";
    file.write_all(source.as_bytes())
        .expect("it can be written");
    let path = file.path().display().to_string();
    let said = concrex(["check", "--entry", "half", &path]);
    assert!(
        said.stdout.contains("2 claims (1 refuted, 1 unknown)"),
        "{said:?}"
    );
}

#[test]
fn assembly_outside_of_functions_may_make_other_code_run() {
    check(
        &[],
        "#include <assert.h>
         int ready = 1;
         void spoil(void) { ready = 0; }
         __asm__(\".section .init_array,\\\"aw\\\"\\n\\t.quad spoil\\n\\t.text\");
         int main(void) { assert(ready); return 0; }",
        "assembly at file scope",
    );
}

/// Methods with 200 variables each, of which each calls the next.
#[test]
fn a_long_chain_of_calls_overflows_the_stack() {
    let variables: String = (0..200).map(|i| format!(", v{i} = x")).collect();
    let sum: String = (0..200).map(|i| format!(" + v{i}")).collect();
    let method = |i: u32| {
        let next = i + 1;
        format!(
            "static long m{i}(long x) {{ long v = x{variables}; return m{next}(x){sum} + v; }}\n"
        )
    };
    let chain = |calls: u32| {
        let methods: String = (0..calls).map(method).collect();
        format!(
            "class Main {{ public static void main(String[] args) {{ m0(1); }}\n{methods}
             static long m{calls}(long x) {{ return x; }} }}"
        )
    };
    for (calls, status) in [(100, 0), (400, 1)] {
        let said = check_source(".java", &["--entry", "Main"], &chain(calls));
        assert_eq!(said.status, Some(status), "{calls}: {said:?}");
    }
}
