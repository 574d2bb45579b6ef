//! A fixed part of the comparison with another solver; the long run is the
//! example `fuzz`.

#[path = "../examples/fuzz/compare.rs"]
mod compare;
#[path = "../examples/fuzz/generate.rs"]
mod generate;

use compare::{Checked, Verdict, compare};
use solve::external::External;

/// Formulas that were once answered with a wrong model.
const FOUND: [u64; 3] = [100_274, 101_369, 102_557];

#[test]
fn agrees_with_z3() {
    let found = std::process::Command::new("z3")
        .arg("--version")
        .output()
        .is_ok();
    if !found {
        eprintln!("z3 is not installed: only this solver's own answers are compared");
    }
    let mut z3 = External::new("z3");
    let mut checked = Checked::default();
    let mut agreed = 0;
    for seed in (0..150).chain(FOUND) {
        match compare(seed, found.then_some(&mut z3), &mut checked) {
            Ok(Verdict::Agreed(_)) => agreed += 1,
            Ok(_) => {}
            Err(report) => panic!("{report}"),
        }
    }
    assert!(checked.models > 0 && checked.cores > 0, "{checked:?}");
    // How many the other solver decides in its time depends on the machine.
    assert!(!found || agreed > 0, "z3 decided nothing");
}
