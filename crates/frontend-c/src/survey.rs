//! One look over a function's body before it is lowered: which variables need an address, which
//! labels are used as values, and whether a `goto` may lead backwards.

use crate::ast::{
    ArrayLength, BlockItem, Declaration, Declarator, Derivation, Designator, Expr, ExprKind,
    ForInit, Initializer, InitializerItem, Name, Specifiers, Statement, StatementKind, TypeName,
    TypeSpecifier, UnaryOp,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the look has found.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// Names under a `&`. Every variable of such a name in the function lives in memory.
    pub address_taken: FxHashSet<Name>,
    /// How often a name is assigned to. Moving a pointer by `+=` or `++` is not counted.
    pub assignments: FxHashMap<Name, u32>,
    /// The labels under a `&&`, in the order of their numbers.
    pub label_addresses: Vec<Name>,
    /// There is a label, so that code may run again without a loop.
    pub has_labels: bool,
}

/// Looks over a body.
pub(crate) fn survey(body: &Statement) -> Survey {
    let mut survey = Survey::default();
    survey.statement(body);
    survey
}

impl Survey {
    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Label { statement, .. } => {
                self.has_labels = true;
                self.statement(statement);
            }
            StatementKind::Case { statement, .. } | StatementKind::Default(statement) => {
                self.statement(statement);
            }
            StatementKind::Block(items) => items.iter().for_each(|item| self.block_item(item)),
            StatementKind::Expr(expr) | StatementKind::Return(expr) => {
                expr.iter().for_each(|expr| self.expr(expr));
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition);
                self.statement(then);
                otherwise
                    .iter()
                    .for_each(|statement| self.statement(statement));
            }
            StatementKind::Switch { value, body } => {
                self.expr(value);
                self.statement(body);
            }
            StatementKind::While { condition, body }
            | StatementKind::DoWhile { body, condition } => {
                self.expr(condition);
                self.statement(body);
            }
            StatementKind::For {
                init,
                condition,
                step,
                body,
            } => {
                match init {
                    ForInit::None => {}
                    ForInit::Expr(expr) => self.expr(expr),
                    ForInit::Declaration(declaration) => self.declaration(declaration),
                }
                condition
                    .iter()
                    .chain(step)
                    .for_each(|expr| self.expr(expr));
                self.statement(body);
            }
            StatementKind::ComputedGoto(expr) => self.expr(expr),
            StatementKind::Goto(_)
            | StatementKind::Continue
            | StatementKind::Break
            | StatementKind::Asm { .. } => {}
        }
    }

    fn block_item(&mut self, item: &BlockItem) {
        match item {
            BlockItem::Declaration(declaration) => self.declaration(declaration),
            BlockItem::Statement(statement) => self.statement(statement),
            // A nested function may use any variable.
            BlockItem::NestedFunction(function) => self.statement(&function.body),
            BlockItem::LocalLabels(_) => {}
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let Declaration::Variables {
            specifiers,
            declarators,
            ..
        } = declaration
        else {
            return;
        };
        self.specifiers(specifiers);
        for declared in declarators {
            self.declarator(&declared.declarator);
            declared
                .initializer
                .iter()
                .for_each(|initializer| self.initializer(initializer));
        }
    }

    fn specifiers(&mut self, specifiers: &Specifiers) {
        match &specifiers.ty {
            TypeSpecifier::TypeofExpr(expr) => self.expr(expr),
            TypeSpecifier::TypeofType(name) => self.type_name(name),
            _ => {}
        }
    }

    fn declarator(&mut self, declarator: &Declarator) {
        for derivation in &declarator.derivations {
            if let Derivation::Array {
                length: ArrayLength::Expr(length),
                ..
            } = derivation
            {
                self.expr(length);
            }
        }
    }

    fn type_name(&mut self, name: &TypeName) {
        self.specifiers(&name.specifiers);
        self.declarator(&name.declarator);
    }

    fn initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Expr(expr) => self.expr(expr),
            Initializer::List(items, _) => self.items(items),
        }
    }

    fn items(&mut self, items: &[InitializerItem]) {
        for item in items {
            self.designators(&item.designators);
            self.initializer(&item.initializer);
        }
    }

    fn designators(&mut self, designators: &[Designator]) {
        for designator in designators {
            match designator {
                Designator::Member(..) => {}
                Designator::Index(expr) => self.expr(expr),
                Designator::Range(low, high) => {
                    self.expr(low);
                    self.expr(high);
                }
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Address, operand) => {
                if let ExprKind::Name(name) = &operand.kind {
                    self.address_taken.insert(name.clone());
                }
                self.expr(operand);
            }
            ExprKind::Assign(left, right) => {
                if let ExprKind::Name(name) = &left.kind {
                    *self.assignments.entry(name.clone()).or_insert(0) += 1;
                }
                self.expr(left);
                self.expr(right);
            }
            ExprKind::LabelAddress(label) => {
                if !self.label_addresses.contains(label) {
                    self.label_addresses.push(label.clone());
                }
            }
            ExprKind::Name(_)
            | ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::Character { .. }
            | ExprKind::String(_)
            | ExprKind::TypesCompatible(..) => {}
            ExprKind::Generic {
                control,
                associations,
            } => {
                self.expr(control);
                associations.iter().for_each(|(_, value)| self.expr(value));
            }
            ExprKind::Call(function, arguments) => {
                self.expr(function);
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ExprKind::Index(left, right)
            | ExprKind::Binary(_, left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right)
            | ExprKind::CompoundAssign(_, left, right)
            | ExprKind::Comma(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Member(operand, _)
            | ExprKind::Arrow(operand, _)
            | ExprKind::Unary(_, operand)
            | ExprKind::SizeofExpr(operand)
            | ExprKind::AlignofExpr(operand) => self.expr(operand),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.expr(condition);
                then.iter().for_each(|then| self.expr(then));
                self.expr(otherwise);
            }
            ExprKind::Cast(name, operand) | ExprKind::VaArg(operand, name) => {
                self.type_name(name);
                self.expr(operand);
            }
            ExprKind::CompoundLiteral(name, items) => {
                self.type_name(name);
                self.items(items);
            }
            ExprKind::SizeofType(name) | ExprKind::AlignofType(_, name) => self.type_name(name),
            ExprKind::StatementExpr(block) => self.statement(block),
            ExprKind::Offsetof(name, path) => {
                self.type_name(name);
                self.designators(path);
            }
            ExprKind::ChooseExpr(condition, then, otherwise) => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
        }
    }
}
