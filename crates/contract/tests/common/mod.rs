//! A small program to write contracts for, and heaps in a text notation to decide them on.
#![allow(dead_code, reason = "every test file uses its own part of the fixture")]

pub(crate) mod heap;
pub(crate) mod random;

use ir::{
    ContractText, DataModel, Field, FileId, FloatKind, Global, GlobalOrigin, Local, LocalRole,
    Mutability, Procedure, ProcedureId, Program, RecordId, Scalar, Sign, Signature, Span, Type,
    TypeId, Width,
};

/// ```c
/// struct node { int data; struct node *next, *prev; unsigned char small; double weight;
///               struct { struct node *left, *right; }; int items[4]; };
/// struct table { struct node *first; int size; struct node **buckets; };
/// struct node *head; int counter; int grid[3];
/// struct node *f(struct node *x, struct node *y, int n, unsigned u, int *a, struct node *nodes,
///                struct table *t, double d, void *p);
/// void m(struct node *this, int array[]);
/// ```
pub(crate) fn program(procedure: &str, contract: &str) -> (Program, ProcedureId) {
    let mut program = Program {
        data_model: DataModel::default(),
        ..Program::default()
    };
    program.files.intern("test.c", ir::Origin::User);
    let types = &mut program.types;
    let integer = |width, sign, name: &str| Type::Int {
        width,
        sign,
        name: name.to_owned(),
    };
    let void = types.intern(Type::Void);
    let int = types.intern(integer(Width::W32, Sign::Signed, "int"));
    let unsigned = types.intern(integer(Width::W32, Sign::Unsigned, "unsigned int"));
    let uchar = types.intern(integer(Width::W8, Sign::Unsigned, "unsigned char"));
    let double = types.intern(Type::Float(FloatKind::F64));
    let node = types.add_record("struct node".to_owned());
    let node_type = types.intern(Type::Record(node));
    let node_pointer = types.intern(Type::Pointer(node_type));
    let node_pointers = types.intern(Type::Pointer(node_pointer));
    let children = types.add_record(String::new());
    let children_type = types.intern(Type::Record(children));
    let table = types.add_record("struct table".to_owned());
    let table_type = types.intern(Type::Record(table));
    let table_pointer = types.intern(Type::Pointer(table_type));
    let items = types.intern(Type::Array(int, Some(4)));
    let grid = types.intern(Type::Array(int, Some(3)));
    let int_pointer = types.intern(Type::Pointer(int));
    let void_pointer = types.intern(Type::Pointer(void));
    let array = types.intern(Type::Array(int, None));
    let array_pointer = types.intern(Type::Pointer(array));
    let mut complete = |record: RecordId, fields: &[(&str, TypeId)]| {
        for &(name, ty) in fields {
            types.record_mut(record).fields.push(Field {
                name: name.to_owned(),
                ty,
                offset: 0,
                bits: None,
            });
        }
    };
    complete(
        node,
        &[
            ("data", int),
            ("next", node_pointer),
            ("prev", node_pointer),
            ("small", uchar),
            ("weight", double),
            ("", children_type),
            ("items", items),
        ],
    );
    complete(children, &[("left", node_pointer), ("right", node_pointer)]);
    complete(
        table,
        &[
            ("first", node_pointer),
            ("size", int),
            ("buckets", node_pointers),
        ],
    );
    let globals = [("head", node_pointer), ("counter", int), ("grid", grid)];
    program.globals = globals.map(|(name, ty)| global(name, ty)).into();
    let f = declare(
        &mut program,
        "f",
        node_pointer,
        &[
            ("x", node_pointer),
            ("y", node_pointer),
            ("n", int),
            ("u", unsigned),
            ("a", int_pointer),
            ("nodes", node_pointer),
            ("t", table_pointer),
            ("d", double),
            ("p", void_pointer),
        ],
    );
    let method = [("this", node_pointer), ("array", array_pointer)];
    let m = declare(&mut program, "m", void, &method);
    program.procedures = vec![f, m];
    let id = program.find(procedure).unwrap();
    program.procedures[id.0 as usize]
        .contracts
        .push(ContractText {
            text: contract.into(),
            span: Span {
                file: FileId(0),
                line: 10,
                column: 1,
                end_line: 10,
                end_column: 1,
            },
        });
    (program, id)
}

fn global(name: &str, ty: TypeId) -> Global {
    Global {
        name: name.into(),
        ty,
        size: 8,
        align: 8,
        mutability: Mutability::Mutable,
        origin: GlobalOrigin::Variable,
        visibility: ir::Visibility::Everywhere,
        data: Vec::new(),
        span: Span {
            line: 1,
            ..Span::NONE
        },
    }
}

fn declare(
    program: &mut Program,
    name: &str,
    result: TypeId,
    parameters: &[(&str, TypeId)],
) -> Procedure {
    let scalar = |program: &Program, ty| program.types.scalar(ty).unwrap_or(Scalar::Pointer);
    let locals: Vec<Local> = parameters
        .iter()
        .map(|&(name, ty)| Local {
            name: Some(name.into()),
            scalar: scalar(program, ty),
            ty,
            role: LocalRole::Variable,
            span: Span::NONE,
        })
        .collect();
    Procedure {
        name: name.into(),
        signature: Signature {
            parameters: locals.iter().map(|local| local.scalar).collect(),
            result: program.types.scalar(result),
            variadic: false,
        },
        ty: Some(program.types.intern(Type::Function {
            result,
            parameters: parameters.iter().map(|&(_, ty)| ty).collect(),
            variadic: false,
        })),
        locals,
        ..Procedure::empty()
    }
}
