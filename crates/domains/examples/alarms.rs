//! Prints what an analysis cannot prove of a C program: `cargo run -p domains --example alarms FILE [DOMAIN]`.

use domains::relational::zones::Zones;
use domains::relational::{Independent, Relational};
use domains::{Options, analyze};
use ir::{ClaimSet, Program};
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_default();
    let domain = arguments.next().unwrap_or_else(|| "zones".to_string());
    let options = frontend_c::Options::default();
    let loaded = frontend_c::load(&[file.into()], &options);
    match loaded {
        Ok(program) => match domain.as_str() {
            "intervals" => show::<Independent>(&program),
            _ => show::<Zones>(&program),
        },
        Err(error) => eprintln!("{error}"),
    }
}

fn show<R: Relational>(program: &Program) {
    let started = Instant::now();
    let options = Options {
        selected: ClaimSet::usual(),
        is_over: &|| false,
        most_work: 5_000_000,
        keep: domains::Keep::Alarms,
    };
    match analyze::<R>(program, &options) {
        Ok(found) => {
            for alarm in &found.alarms {
                let place = match alarm.span {
                    Some(span) => program.files.display(span).to_string(),
                    None => "library".to_string(),
                };
                println!("{place}: {}", alarm.kind);
            }
            for left in &found.left {
                println!("left: {left:?}");
            }
            println!(
                "{} alarms, {} operations, {} contexts, {:.3} s",
                found.alarms.len(),
                found.work,
                found.contexts,
                started.elapsed().as_secs_f64()
            );
        }
        Err(stopped) => println!("stopped: {stopped:?} after {:?}", started.elapsed()),
    }
}
