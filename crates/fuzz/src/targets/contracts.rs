//! Contracts: reading them, deciding them, and making code of them.

use super::{Target, TextReader, project};
use crate::mutate::Language;
use contract::{
    Answer, Formula, Numeral, Place, Reference, Root, Structure, check_code, decide, decide_of,
    java_check, resolve,
};
use frontend_c::preprocess::Preprocessed;
use frontend_c::{Options, load_preprocessed};
use ir::{ContractText, FloatKind, Program, Span, Type, TypeId};
use logic::{FloatFormat, Sort, TermId, Terms};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The text of a contract to what it means and to code.
pub(super) const CONTRACTS: Target = Target {
    name: "contracts",
    prepare: |_| {
        let read = |file: &str| {
            let path = project("crates/fuzz/seeds/contracts").join(file);
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let unit = Preprocessed {
            text: read("data.c")?.into_bytes(),
            name: "data.i".to_string(),
        };
        let program =
            load_preprocessed(unit, &Options::default()).map_err(|error| error.to_string())?;
        let seeds = read("seeds.txt")?;
        let seeds = seeds.split("---\n").map(|text| text.as_bytes().to_vec());
        Ok(Box::new(TextReader {
            seeds: seeds.collect(),
            language: &CONTRACT,
            read: move |text: &[u8]| check(program.clone(), text),
        }))
    },
};

/// The line in which the contract starts.
const LINE: u32 = 10;
/// The heaps that a formula is decided on.
const HEAPS: u64 = 3;
/// How many objects such a heap has.
const NODES: u64 = 3;

fn check(mut program: Program, text: &[u8]) {
    let Some(id) = program.find("f") else {
        return;
    };
    let procedure = &mut program.procedures[id.0 as usize];
    procedure.contracts.push(ContractText {
        text: String::from_utf8_lossy(text).into(),
        span: Span {
            line: LINE,
            column: 1,
            end_line: LINE,
            end_column: 1,
            file: procedure.span.file,
        },
    });
    let (contract, errors) = resolve(&program, id);
    for error in errors {
        assert!(
            error.span.line >= LINE,
            "{error} is nowhere: {:?}",
            error.span
        );
        assert!(!error.to_string().is_empty(), "an error says nothing");
    }
    let result = match program[id].ty.map(|ty| program.types.get(ty)) {
        Some(Type::Function { result, .. }) => Some(*result),
        _ => None,
    };
    let formulas = contract.clauses.iter().map(|clause| &clause.formula);
    for formula in formulas {
        use_formula(&program, formula);
        (0..HEAPS).for_each(|seed| {
            let _ = decide(formula, &mut Heap::new(&program, id, result, seed));
        });
    }
    for invariant in &contract.invariants {
        let mut heap = Heap::new(&program, id, result, 0);
        let _ = decide_of(&invariant.formula, 0, &mut heap);
    }
}

fn use_formula(program: &Program, formula: &Formula) {
    let name = |root: Root| match root {
        Root::Parameter(local) => Some(format!("p{}", local.0)),
        Root::Result => Some("result".to_string()),
        Root::Global(global, _) => Some(format!("g{}", global.0)),
    };
    let _ = check_code(program, formula, "cx_", &name);
    let _ = java_check(program, formula, "before", &name);
}

/// A heap of a few objects, of which everything follows from a number.
struct Heap<'p> {
    program: &'p Program,
    procedure: ir::ProcedureId,
    result: Option<TypeId>,
    terms: Terms,
    seed: u64,
}

impl<'p> Heap<'p> {
    fn new(
        program: &'p Program,
        procedure: ir::ProcedureId,
        result: Option<TypeId>,
        seed: u64,
    ) -> Heap<'p> {
        Heap {
            program,
            procedure,
            result,
            terms: Terms::new(),
            seed,
        }
    }

    /// A number that says everything of a place.
    fn draw(&self, at: &Place<u64>) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seed, format!("{at:?}")).hash(&mut hasher);
        hasher.finish()
    }

    fn declared(&self, at: Place<u64>) -> Option<TypeId> {
        match at {
            Place::Parameter(local) => Some(self.program[self.procedure][local].ty),
            Place::Result => self.result,
            Place::Global(global, _) => Some(self.program[global].ty),
            Place::Field { field, .. } => {
                let record = self.program.types.record(field.record);
                record
                    .fields
                    .get(field.index as usize)
                    .map(|field| field.ty)
            }
            Place::Element { element, .. } => Some(element),
            Place::Length { .. } => None,
        }
    }

    fn sort(&self, at: Place<u64>) -> Sort {
        let Some(ty) = self.declared(at) else {
            return Sort::Bv(64);
        };
        match self.program.types.get(ty) {
            Type::Int { width, .. } => Sort::Bv(width.bits()),
            Type::Float(kind) => Sort::Float(format(*kind)),
            _ => Sort::Bv(64),
        }
    }
}

fn format(kind: FloatKind) -> FloatFormat {
    match kind {
        FloatKind::F16 => FloatFormat::HALF,
        FloatKind::F32 => FloatFormat::SINGLE,
        FloatKind::F64 => FloatFormat::DOUBLE,
        FloatKind::F80 => FloatFormat::EXTENDED,
        FloatKind::F128 => FloatFormat::QUAD,
    }
}

impl Structure for Heap<'_> {
    type Node = u64;

    fn reference(&mut self, at: Place<u64>) -> Answer<Reference<u64>> {
        let draw = self.draw(&at);
        let node = draw / 8 % NODES;
        Answer::Known(match draw % 8 {
            0 => return Answer::Undecided,
            1 | 2 => Reference::Null,
            3 => {
                let condition = self.terms.var(&format!("c{node}"), Sort::Bool);
                Reference::Choice(vec![(condition, Some(node))])
            }
            _ => Reference::Node(node),
        })
    }

    fn number(&mut self, at: Place<u64>) -> Answer<Numeral> {
        let draw = self.draw(&at);
        let sort = self.sort(at);
        let term = match (draw % 4, sort) {
            (0, _) => return Answer::Undecided,
            (1 | 2, Sort::Bv(width)) => self.terms.bv(width, (draw / 4 % 5).into()),
            _ => self.terms.var(&format!("v{}", draw / 4 % 5), sort),
        };
        let exists = match draw % 7 {
            0 => TermId::FALSE,
            _ => TermId::TRUE,
        };
        Answer::Known(Numeral { term, exists })
    }

    fn terms(&mut self) -> &mut Terms {
        &mut self.terms
    }
}

static CONTRACT: Language = Language {
    tokens: include_str!("../../seeds/contracts/tokens.txt"),
    nesting: &[
        ("(", ")"),
        ("not ", ""),
        ("- ", ""),
        ("old(", ")"),
        ("# ", ""),
        ("all v: x.*next | ", ""),
        ("some i: 0..3 | ", ""),
        ("x = ", ""),
        ("n + ", ""),
        ("true and ", ""),
        ("n = 0 => ", ""),
        ("", ".next"),
        ("", ".*next"),
        ("", "[0]"),
        ("p(", ")"),
        ("pred q(a) = ", ";"),
    ],
};
