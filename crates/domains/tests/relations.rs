//! The relational domains against sets of points, against each other and against fixtures.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "relations/elimination.rs"]
mod elimination;
#[path = "relations/fixtures.rs"]
mod fixtures;
#[path = "relations/points.rs"]
mod points;
#[path = "relations/termination.rs"]
mod termination;
