//! The choice of a domain of relations, by name.

use crate::analysis::{Findings, Options, Stopped, analyze};
use crate::relational::equations::Equations;
use crate::relational::octagons::Octagons;
use crate::relational::polyhedra::Polyhedra;
use crate::relational::zones::Zones;
use crate::relational::{Independent, Relational};
use ir::Program;
use std::str::FromStr;

/// Which relations between numbers an analysis knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Domain {
    /// None: each number has an interval, a congruence and known bits.
    Intervals,
    /// Differences of two.
    #[default]
    Zones,
    /// Sums and differences of two.
    Octagons,
    /// All linear ones.
    Polyhedra,
}

impl Domain {
    /// All of them.
    pub const ALL: [Domain; 4] = [
        Domain::Intervals,
        Domain::Zones,
        Domain::Octagons,
        Domain::Polyhedra,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Domain::Intervals => Independent::NAME,
            Domain::Zones => Zones::NAME,
            Domain::Octagons => Octagons::NAME,
            Domain::Polyhedra => Polyhedra::NAME,
        }
    }

    /// Analyses a program with it.
    ///
    /// # Errors
    ///
    /// If the analysis was stopped before the result is one.
    pub fn analyze(self, program: &Program, options: &Options<'_>) -> Result<Findings, Stopped> {
        match self {
            Domain::Intervals => analyze::<Independent>(program, options),
            Domain::Zones => analyze::<Equations<Zones>>(program, options),
            Domain::Octagons => analyze::<Equations<Octagons>>(program, options),
            Domain::Polyhedra => analyze::<Polyhedra>(program, options),
        }
    }
}

impl FromStr for Domain {
    type Err = String;

    fn from_str(name: &str) -> Result<Domain, String> {
        let found = Domain::ALL.into_iter().find(|domain| domain.name() == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = Domain::ALL.iter().map(|domain| domain.name()).collect();
            format!("a domain is one of {}, not `{name}`", names.join(", "))
        })
    }
}
