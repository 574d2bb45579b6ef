//! The functions of the host's `libm` that Rust's standard library does not offer as such.
#![allow(unsafe_code)]

/// Of `double`.
pub(crate) mod double {
    // SAFETY: these are functions of ISO C with exactly these types; they take and give numbers
    // and have no preconditions.
    #[link(name = "m")]
    unsafe extern "C" {
        pub(crate) safe fn acosh(x: f64) -> f64;
        pub(crate) safe fn asinh(x: f64) -> f64;
        pub(crate) safe fn atanh(x: f64) -> f64;
        pub(crate) safe fn erf(x: f64) -> f64;
        pub(crate) safe fn erfc(x: f64) -> f64;
        pub(crate) safe fn lgamma(x: f64) -> f64;
        pub(crate) safe fn tgamma(x: f64) -> f64;
    }
}

/// Of `float`.
pub(crate) mod single {
    // SAFETY: as above.
    #[link(name = "m")]
    unsafe extern "C" {
        #[link_name = "acoshf"]
        pub(crate) safe fn acosh(x: f32) -> f32;
        #[link_name = "asinhf"]
        pub(crate) safe fn asinh(x: f32) -> f32;
        #[link_name = "atanhf"]
        pub(crate) safe fn atanh(x: f32) -> f32;
        #[link_name = "erff"]
        pub(crate) safe fn erf(x: f32) -> f32;
        #[link_name = "erfcf"]
        pub(crate) safe fn erfc(x: f32) -> f32;
        #[link_name = "lgammaf"]
        pub(crate) safe fn lgamma(x: f32) -> f32;
        #[link_name = "tgammaf"]
        pub(crate) safe fn tgamma(x: f32) -> f32;
    }
}
