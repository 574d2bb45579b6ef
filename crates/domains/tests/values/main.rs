//! Abstract values against the concrete operators of the reference interpreter.
#![allow(clippy::unwrap_used)]

mod common;
mod conditions;
mod exhaustive;
mod floats;
mod precision;
mod sampled;
mod widening;
