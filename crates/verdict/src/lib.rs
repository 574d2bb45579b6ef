//! Claims, counterexamples and what a verdict rests on: data that engines, replays and reports
//! share. Nothing here decides or executes anything.

mod assumption;
mod candidate;
mod claim;
mod claims;
mod counterexample;
mod document;
pub mod evidence;
mod leftovers;
mod names;
mod opening;
mod readable;
mod status;

pub use assumption::{Assumption, enumerated};
pub use candidate::{Candidate, Length, Size, Witness};
pub use claim::{ClaimId, Place};
pub use claims::{Claim, ProgramClaims, Step};
pub use counterexample::{
    Argument, Build, Cell, Claimed, Counterexample, Datum, Entry, GlobalState, Input, JavaBuild,
    OF_MACHINE, Object, Planted, Postcondition, Precondition, SCHEMA,
};
pub use document::ReadError;
pub use evidence::Evidence;
pub use leftovers::{Fill, Leftovers, Uninitialised};
pub use opening::{Bound, Cause, Gap, Openings, Position};
pub use readable::{is_character, is_unsigned, readable};
pub use status::Status;
