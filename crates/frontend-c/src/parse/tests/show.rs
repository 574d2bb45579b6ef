//! Syntax as text: expressions in full parentheses, declarators in English.

use crate::ast::*;

pub(super) fn declaration(declaration: &Declaration) -> String {
    match declaration {
        Declaration::StaticAssert {
            condition, message, ..
        } => {
            format!(
                "assert {} {}",
                expr(condition),
                message.as_deref().unwrap_or("-")
            )
        }
        Declaration::Variables {
            specifiers,
            declarators,
            ..
        } => {
            let base = self::specifiers(specifiers);
            if declarators.is_empty() {
                return base;
            }
            let one = |item: &InitDeclarator| {
                let mut text = declarator(&item.declarator, &base);
                if let Some(label) = &item.declarator.asm_label {
                    text += &format!(" asm {label}");
                }
                if let Some(value) = &item.initializer {
                    text += &format!(" = {}", initializer(value));
                }
                text
            };
            join(declarators.iter().map(one), "; ")
        }
    }
}

/// `name: array of 3 pointer to int`
pub(super) fn declarator(declarator: &Declarator, base: &str) -> String {
    let mut text = String::new();
    if let Some(name) = &declarator.name {
        text += &format!("{name}: ");
    }
    for derivation in &declarator.derivations {
        text += &self::derivation(derivation);
    }
    text += base;
    attributes(&mut text, &declarator.attributes);
    text
}

fn derivation(derivation: &Derivation) -> String {
    match derivation {
        Derivation::Pointer(qualifiers) => format!("{}pointer to ", self::qualifiers(*qualifiers)),
        Derivation::Array {
            length,
            qualifiers,
            is_static,
        } => {
            let length = match length {
                ArrayLength::Unspecified => "?".to_owned(),
                ArrayLength::Star => "*".to_owned(),
                ArrayLength::Expr(length) => expr(length),
            };
            let qualifiers = self::qualifiers(*qualifiers);
            format!(
                "{qualifiers}{}array of {length} ",
                if *is_static { "static " } else { "" }
            )
        }
        Derivation::Function(Parameters::Names(names)) => {
            format!(
                "function({}) returning ",
                join(names.iter().map(|(name, _)| name.to_string()), ", ")
            )
        }
        Derivation::Function(Parameters::Prototype { list, variadic }) => {
            let one = |parameter: &Parameter| {
                declarator(&parameter.declarator, &specifiers(&parameter.specifiers))
            };
            let dots = variadic.then(|| "...".to_owned());
            let list: Vec<String> = list.iter().map(one).chain(dots).collect();
            let list = if list.is_empty() {
                "void".to_owned()
            } else {
                list.join(", ")
            };
            format!("function({list}) returning ")
        }
    }
}

fn qualifiers(qualifiers: Qualifiers) -> String {
    let words = [
        (qualifiers.is_const, "const "),
        (qualifiers.is_volatile, "volatile "),
        (qualifiers.is_restrict, "restrict "),
        (qualifiers.is_atomic, "atomic "),
    ];
    words
        .iter()
        .filter(|(is_set, _)| *is_set)
        .map(|(_, word)| *word)
        .collect()
}

pub(super) fn specifiers(specifiers: &Specifiers) -> String {
    let mut text = String::new();
    if let Some(storage) = specifiers.storage {
        text += &format!("{storage:?} ").to_lowercase();
    }
    let words = [
        (specifiers.thread_local, "thread "),
        (specifiers.inline, "inline "),
        (specifiers.noreturn, "noreturn "),
        (specifiers.implicit_int, "implicit "),
    ];
    text.extend(
        words
            .iter()
            .filter(|(is_set, _)| *is_set)
            .map(|(_, word)| *word),
    );
    for alignas in &specifiers.alignas {
        text += &match alignas {
            Alignas::Type(ty) => format!("alignas({}) ", type_name(ty)),
            Alignas::Value(value) => format!("alignas({}) ", expr(value)),
        };
    }
    text += &qualifiers(specifiers.qualifiers);
    text += &ty(&specifiers.ty);
    attributes(&mut text, &specifiers.attributes);
    text
}

fn attributes(text: &mut String, attributes: &[Attribute]) {
    for attribute in attributes {
        let arguments = join(attribute.arguments.iter().map(expr), ", ");
        *text += &format!(" @{}({arguments})", attribute.name);
    }
}

fn ty(ty: &TypeSpecifier) -> String {
    match ty {
        TypeSpecifier::Complex(inner) => format!("complex {}", self::ty(inner)),
        TypeSpecifier::Typedef(name) => name.to_string(),
        TypeSpecifier::Record(record) => self::record(record),
        TypeSpecifier::Enum(of) => {
            let mut text = format!("enum {}", of.tag.as_deref().unwrap_or("-"));
            if let Some(constants) = &of.constants {
                let one = |constant: &Enumerator| match &constant.value {
                    Some(value) => format!("{} = {}", constant.name, expr(value)),
                    None => constant.name.to_string(),
                };
                text += &format!(" {{{}}}", join(constants.iter().map(one), ", "));
            }
            attributes(&mut text, &of.attributes);
            text
        }
        TypeSpecifier::TypeofExpr(of) => format!("typeof({})", expr(of)),
        TypeSpecifier::TypeofType(of) => format!("typeof({})", type_name(of)),
        TypeSpecifier::Atomic(of) => format!("atomic({})", type_name(of)),
        simple => format!("{simple:?}").to_lowercase(),
    }
}

fn record(record: &Record) -> String {
    let kind = match record.kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    };
    let mut text = format!("{kind} {}", record.tag.as_deref().unwrap_or("-"));
    if let Some(members) = &record.members {
        text += &format!(" {{{}}}", join(members.iter().map(member), "; "));
    }
    attributes(&mut text, &record.attributes);
    text
}

fn member(member: &Member) -> String {
    match member {
        Member::StaticAssert(assertion) => declaration(assertion),
        Member::Fields {
            specifiers,
            declarators,
        } => {
            let base = self::specifiers(specifiers);
            if declarators.is_empty() {
                return base;
            }
            let one = |field: &MemberDeclarator| {
                let name = match &field.declarator {
                    Some(declarator) => self::declarator(declarator, &base),
                    None => base.clone(),
                };
                match &field.width {
                    Some(width) => format!("{name} : {}", expr(width)),
                    None => name,
                }
            };
            join(declarators.iter().map(one), "; ")
        }
    }
}

pub(super) fn type_name(ty: &TypeName) -> String {
    declarator(&ty.declarator, &specifiers(&ty.specifiers))
}

fn initializer(value: &Initializer) -> String {
    match value {
        Initializer::Expr(value) => expr(value),
        Initializer::List(items, _) => format!("{{{}}}", self::items(items)),
    }
}

fn items(items: &[InitializerItem]) -> String {
    let one = |item: &InitializerItem| {
        let designators: String = item.designators.iter().map(designator).collect();
        let equal = if designators.is_empty() { "" } else { " = " };
        format!("{designators}{equal}{}", initializer(&item.initializer))
    };
    join(items.iter().map(one), ", ")
}

fn designator(designator: &Designator) -> String {
    match designator {
        Designator::Member(name, _) => format!(".{name}"),
        Designator::Index(index) => format!("[{}]", expr(index)),
        Designator::Range(first, last) => format!("[{} ... {}]", expr(first), expr(last)),
    }
}

pub(super) fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Integer(literal) => {
            let unsigned = if literal.unsigned { "u" } else { "" };
            let length = match literal.length {
                IntegerLength::Int => "",
                IntegerLength::Long => "l",
                IntegerLength::LongLong => "ll",
            };
            let imaginary = if literal.imaginary { "i" } else { "" };
            format!("{}{unsigned}{length}{imaginary}", literal.value)
        }
        ExprKind::Float(literal) => {
            let imaginary = if literal.imaginary { "i" } else { "" };
            format!("{}:{:?}{imaginary}", literal.text, literal.format).to_lowercase()
        }
        ExprKind::Character { value, encoding } => format!("{encoding:?}'{value}'").to_lowercase(),
        ExprKind::String(literal) => {
            let text: String = literal
                .units
                .iter()
                .map(|&unit| {
                    char::from_u32(unit)
                        .unwrap_or('?')
                        .escape_default()
                        .to_string()
                })
                .collect();
            let prefix = format!("{:?}", literal.encoding)
                .to_lowercase()
                .replace("plain", "");
            format!("{prefix}\"{text}\"")
        }
        ExprKind::Generic {
            control,
            associations,
        } => {
            let one = |(ty, value): &(Option<TypeName>, Expr)| {
                let ty = ty.as_ref().map_or("default".to_owned(), type_name);
                format!("{ty}: {}", expr(value))
            };
            format!(
                "generic({}, {})",
                expr(control),
                join(associations.iter().map(one), ", ")
            )
        }
        ExprKind::Index(array, index) => format!("{}[{}]", expr(array), expr(index)),
        ExprKind::Call(callee, arguments) => {
            format!(
                "{}({})",
                expr(callee),
                join(arguments.iter().map(expr), ", ")
            )
        }
        ExprKind::Member(of, name) => format!("{}.{name}", expr(of)),
        ExprKind::Arrow(of, name) => format!("{}->{name}", expr(of)),
        ExprKind::Unary(operator, operand) => format!("{operator:?}({})", expr(operand)),
        ExprKind::Binary(operator, left, right) => {
            format!("({} {operator:?} {})", expr(left), expr(right))
        }
        ExprKind::And(left, right) => format!("({} && {})", expr(left), expr(right)),
        ExprKind::Or(left, right) => format!("({} || {})", expr(left), expr(right)),
        ExprKind::Assign(left, right) => format!("({} = {})", expr(left), expr(right)),
        ExprKind::CompoundAssign(operator, left, right) => {
            format!("({} {operator:?}= {})", expr(left), expr(right))
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            let then = then.as_deref().map_or(String::new(), expr);
            format!("({} ? {then} : {})", expr(condition), expr(otherwise))
        }
        ExprKind::Comma(left, right) => format!("({} , {})", expr(left), expr(right)),
        ExprKind::Cast(ty, operand) => format!("cast<{}>({})", type_name(ty), expr(operand)),
        ExprKind::CompoundLiteral(ty, items) => {
            format!("<{}>{{{}}}", type_name(ty), self::items(items))
        }
        ExprKind::SizeofExpr(operand) => format!("sizeof({})", expr(operand)),
        ExprKind::SizeofType(ty) => format!("sizeof<{}>", type_name(ty)),
        ExprKind::AlignofExpr(operand) => format!("alignof({})", expr(operand)),
        ExprKind::AlignofType(_, ty) => format!("alignof<{}>", type_name(ty)),
        ExprKind::StatementExpr(block) => format!("({})", statement(block)),
        ExprKind::VaArg(list, ty) => format!("va_arg({}, {})", expr(list), type_name(ty)),
        ExprKind::Offsetof(ty, path) => {
            let path: String = path.iter().map(designator).collect();
            format!("offsetof<{}>({path})", type_name(ty))
        }
        ExprKind::TypesCompatible(left, right) => {
            format!("compatible<{}, {}>", type_name(left), type_name(right))
        }
        ExprKind::ChooseExpr(condition, then, otherwise) => {
            format!(
                "choose({}, {}, {})",
                expr(condition),
                expr(then),
                expr(otherwise)
            )
        }
        ExprKind::LabelAddress(name) => format!("&&{name}"),
    }
}

pub(super) fn statement(s: &Statement) -> String {
    let maybe = |e: &Option<Expr>| e.as_ref().map_or(String::new(), expr);
    match &s.kind {
        StatementKind::Label { name, statement } => {
            format!("{name}: {}", self::statement(statement))
        }
        StatementKind::Case {
            low,
            high,
            statement,
        } => {
            let high = high
                .as_ref()
                .map_or(String::new(), |high| format!(" ... {}", expr(high)));
            format!("case {}{high}: {}", expr(low), self::statement(statement))
        }
        StatementKind::Default(statement) => format!("default: {}", self::statement(statement)),
        StatementKind::Block(items) => {
            format!(
                "{{ {}}}",
                items
                    .iter()
                    .map(|item| block_item(item) + " ")
                    .collect::<String>()
            )
        }
        StatementKind::Expr(value) => format!("{};", maybe(value)),
        StatementKind::If {
            condition,
            then,
            otherwise,
        } => {
            let otherwise = otherwise
                .as_ref()
                .map_or(String::new(), |s| format!(" else {}", statement(s)));
            format!("if {} {}{otherwise}", expr(condition), statement(then))
        }
        StatementKind::Switch { value, body } => {
            format!("switch {} {}", expr(value), statement(body))
        }
        StatementKind::While { condition, body } => {
            format!("while {} {}", expr(condition), statement(body))
        }
        StatementKind::DoWhile { body, condition } => {
            format!("do {} while {};", statement(body), expr(condition))
        }
        StatementKind::For {
            init,
            condition,
            step,
            body,
        } => {
            let init = match init {
                ForInit::None => String::new(),
                ForInit::Expr(init) => expr(init),
                ForInit::Declaration(init) => declaration(init),
            };
            format!(
                "for ({init}; {}; {}) {}",
                maybe(condition),
                maybe(step),
                statement(body)
            )
        }
        StatementKind::Goto(name) => format!("goto {name};"),
        StatementKind::ComputedGoto(target) => format!("goto *{};", expr(target)),
        StatementKind::Continue => "continue;".to_owned(),
        StatementKind::Break => "break;".to_owned(),
        StatementKind::Return(value) => format!("return {};", maybe(value)),
        StatementKind::Asm { is_barrier: true } => "barrier;".to_owned(),
        StatementKind::Asm { is_barrier: false } => "asm;".to_owned(),
    }
}

fn block_item(item: &BlockItem) -> String {
    match item {
        BlockItem::Declaration(declaration) => format!("<{}>", self::declaration(declaration)),
        BlockItem::Statement(statement) => self::statement(statement),
        BlockItem::NestedFunction(function) => self::function(function),
        BlockItem::LocalLabels(names) => {
            format!(
                "labels {};",
                join(names.iter().map(|name| name.to_string()), ", ")
            )
        }
    }
}

pub(super) fn function(f: &Function) -> String {
    let head = declarator(&f.declarator, &specifiers(&f.specifiers));
    let old = f
        .old_parameters
        .iter()
        .map(|d| format!(" <{}>", declaration(d)))
        .collect::<String>();
    format!("{head}{old} {}", statement(&f.body))
}

fn join(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}
