//! Compares the solver with another on random formulas:
//! `fuzz [--count N] [--seed S] [--solver z3]`. Every model is evaluated, every
//! core checked, and every formula read back from its text.

mod compare;
mod generate;

use std::process::ExitCode;

use compare::{Checked, Verdict, compare};
use solve::Answer;
use solve::external::External;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let option = |name: &str| {
        args.iter()
            .position(|a| a == name)
            .and_then(|i| args.get(i + 1))
    };
    let number =
        |name: &str, default: u64| option(name).and_then(|v| v.parse().ok()).unwrap_or(default);
    let (count, first) = (number("--count", 1000), number("--seed", 1));
    let mut other = External::new(option("--solver").map_or("z3", String::as_str));
    let mut checked = Checked::default();
    let (mut sat, mut unsat, mut alone, mut undecided, mut wrong) = (0, 0, 0, 0, 0);
    for seed in first..first + count {
        match compare(seed, Some(&mut other), &mut checked) {
            Ok(Verdict::Agreed(Answer::Sat)) => sat += 1,
            Ok(Verdict::Agreed(_)) => unsat += 1,
            Ok(Verdict::Alone(_)) => alone += 1,
            Ok(Verdict::Undecided) => undecided += 1,
            Err(report) => {
                wrong += 1;
                println!("{report}");
            }
        }
        if (seed - first + 1) % 1000 == 0 {
            eprintln!("{} formulas, {wrong} disagreements", seed - first + 1);
        }
    }
    println!(
        "{count} formulas: {sat} sat and {unsat} unsat agreed, {alone} decided here only, {undecided} undecided, {wrong} wrong"
    );
    println!(
        "{} models and {} minimal cores checked",
        checked.models, checked.cores
    );
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
