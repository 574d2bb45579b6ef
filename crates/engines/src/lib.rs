//! The methods that settle claims about programs of [`ir`].

pub mod explore;
