//! The classes through which verifiers' benchmarks ask for inputs, for whoever compiles a program
//! that uses them.

/// Their sources, each with its path below the root of its package. They call `concrex.Vm`.
pub const VOCABULARIES: [(&str, &str); 3] = [
    (
        "org/sosy_lab/sv_benchmarks/Verifier.java",
        include_str!("../model/src/org/sosy_lab/sv_benchmarks/Verifier.java"),
    ),
    (
        "org/cprover/CProver.java",
        include_str!("../model/src/org/cprover/CProver.java"),
    ),
    (
        "org/cprover/CProverString.java",
        include_str!("../model/src/org/cprover/CProverString.java"),
    ),
];
