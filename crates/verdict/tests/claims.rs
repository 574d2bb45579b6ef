//! Which claims a program has.

use expect_test::expect;
use ir::build::ProcedureBuilder;
use ir::{
    AccessMode, Check, ClaimKind, ClaimSet, Condition, Contents, Expr, FileId, NewObject, Op,
    Origin, ProcedureId, Program, Scalar, Span, Storage, Target, Width,
};
use verdict::ProgramClaims;

#[test]
fn checks_and_allocations_are_claims_and_library_calls_are_counted() {
    let mut program = Program::default();
    program.files.intern("a.c", Origin::User);
    let malloc = library_malloc(&mut program);
    let wrapper = library_wrapper(&mut program, malloc);

    let mut main = ProcedureBuilder::new("main", &mut program);
    let p = main.local("p", Scalar::Pointer);
    main.span(line(3));
    main.push(Op::Call {
        dest: Some(p),
        target: Target::Direct(wrapper),
        arguments: Vec::new(),
    });
    main.span(line(4));
    let access = Condition::Access {
        address: Expr::Local(p),
        size: Expr::int(Width::W64, 4),
        align: 4,
        mode: AccessMode::Read,
    };
    main.push(check(access.clone(), ClaimKind::Null));
    main.push(check(access, ClaimKind::Null));
    main.span(line(5));
    main.push(check(Condition::Holds(Expr::TRUE), ClaimKind::Overflow));
    main.push(Op::Return(None));
    let main = main.finish();
    program.procedures.push(main);

    let claims = ProgramClaims::of(&program, ClaimSet::usual());
    let list: Vec<String> = claims
        .listed
        .iter()
        .map(|claim| {
            format!(
                "{} {}\n",
                claim.kind(),
                claim.id.place().display(&program.files)
            )
        })
        .collect();
    expect![[r#"
        leak a.c:3:5
        null a.c:4:5
        invalid-deref a.c:4:5
        bounds a.c:4:5
        use-after-free a.c:4:5
        use-after-scope a.c:4:5
        misaligned a.c:4:5
        overflow a.c:5:5
        1 library calls
    "#]]
    .assert_eq(&(list.concat() + &format!("{} library calls\n", claims.library_calls)));

    let overflow = "overflow".parse().expect("a property");
    assert_eq!(ProgramClaims::of(&program, overflow).listed.len(), 1);
}

fn library_malloc(program: &mut Program) -> ProcedureId {
    let mut malloc = ProcedureBuilder::new("malloc", program);
    malloc.origin(Origin::Library);
    let p = malloc.local("p", Scalar::Pointer);
    let object = NewObject {
        size: Expr::int(Width::W64, 4),
        align: 16,
        storage: Storage::Heap,
        contents: Contents::Uninitialised,
        ty: None,
        name: None,
    };
    malloc.push(Op::Alloc { dest: p, object });
    malloc.push(check(Condition::NothingLeaked, ClaimKind::Leak));
    malloc.push(check(Condition::EverythingFreed, ClaimKind::NotFreed));
    malloc.push(Op::Return(Some(Expr::Local(p))));
    add(program, malloc)
}

fn library_wrapper(program: &mut Program, malloc: ProcedureId) -> ProcedureId {
    let mut wrapper = ProcedureBuilder::new("strdup", program);
    wrapper.origin(Origin::Library);
    let p = wrapper.local("p", Scalar::Pointer);
    wrapper.push(Op::Call {
        dest: Some(p),
        target: Target::Direct(malloc),
        arguments: Vec::new(),
    });
    wrapper.push(Op::Return(Some(Expr::Local(p))));
    add(program, wrapper)
}

fn add(program: &mut Program, builder: ProcedureBuilder) -> ProcedureId {
    let procedure = builder.finish();
    program.procedures.push(procedure);
    ProcedureId(program.procedures.len() as u32 - 1)
}

fn check(condition: Condition, kind: ClaimKind) -> Op {
    Op::Check(Box::new(Check {
        condition,
        kind,
        subject: "x".into(),
        operands: Vec::new(),
    }))
}

fn line(line: u32) -> Span {
    Span {
        file: FileId(0),
        line,
        column: 5,
        end_line: line,
        end_column: 9,
    }
}
