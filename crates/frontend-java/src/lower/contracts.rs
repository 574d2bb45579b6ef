//! Contracts: the comments of the user's sources, at the procedures and records that they are about.

use super::generics::Known;
use super::types::record_of;
use super::{Lowering, Work};
use crate::classpath::Author;
use crate::comments::{self, Comment, Position};
use crate::world::{ClassId, FieldId, MethodId};
use ir::{ContractText, FileId, Span, Type};
use rustc_hash::FxHashSet;

impl Lowering<'_, '_> {
    /// Gives every method of the user's its contract, and every class its invariants.
    pub(super) fn contracts(&mut self) {
        let mut files: Vec<FileId> = Vec::new();
        for class in self.users_classes() {
            files.extend(self.file(class));
        }
        files.sort();
        files.dedup();
        for file in files {
            let text = self
                .program
                .files
                .get(file)
                .and_then(|file| file.text.clone());
            for comment in comments::contracts(text.as_deref().unwrap_or_default()) {
                self.contract(file, &comment);
            }
        }
    }

    /// The classes of the user's that have a record.
    fn users_classes(&self) -> Vec<ClassId> {
        let mut classes: Vec<ClassId> = self.types.records.keys().map(Known::class).collect();
        classes.sort();
        classes.dedup();
        classes.retain(|class| self.world.class(*class).author == Author::User);
        classes
    }

    /// Constants of classes, which the compiler has put in the place of their names in the code.
    fn constants(&mut self) {
        for class in self.users_classes() {
            let fields = self.world.class(class).fields.iter().enumerate();
            let constants: Vec<FieldId> = fields
                .filter(|(_, field)| field.is_static && field.constant.is_some())
                .map(|(index, _)| FieldId {
                    class,
                    index: index as u32,
                })
                .collect();
            for field in constants {
                self.static_field(field);
            }
        }
    }

    /// What the start of the program returns, and constants: contracts can speak of them.
    pub(super) fn declare(&mut self, method: MethodId) {
        record_of(self, method.class);
        self.constants();
        let declared = self.world.method(method).ty.result.clone();
        let result = match declared {
            Some(ty) => self.type_of(&ty),
            None => self.program.types.intern(Type::Void),
        };
        let procedure = self.procedure(Work::Method(method));
        let locals = &self.program[procedure].locals;
        let count = self.program[procedure].signature.parameters.len();
        let parameters = locals.iter().take(count).map(|local| local.ty).collect();
        let ty = self.program.types.intern(Type::Function {
            result,
            parameters,
            variadic: false,
        });
        self.program.procedures[procedure.0 as usize].ty = Some(ty);
    }

    fn contract(&mut self, file: FileId, comment: &Comment) {
        let words: FxHashSet<&str> = comment
            .text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        let text = ContractText {
            text: comment.text.as_str().into(),
            span: span(file, comment.start, comment.end),
        };
        let says_of_call = words.contains("requires") || words.contains("ensures");
        let says_of_class = words.contains("invariant") || words.contains("pred");
        // What is none of these is told of when the method is looked at.
        let is_of_call = says_of_call || !says_of_class;
        if is_of_call && let Some(method) = self.method_after(comment) {
            let work = Work::Method(method);
            if let Some(procedure) = self.procedures.get(&work) {
                let procedure = &mut self.program.procedures[procedure.0 as usize];
                procedure.contracts.push(text.clone());
            }
        }
        if words.contains("invariant") || !is_of_call {
            let Some(owner) = self.world.find(&comment.class) else {
                return;
            };
            for (known, record) in &self.types.records {
                if self.world.is_below(known.class(), owner) {
                    let record = self.program.types.record_mut(*record);
                    record.invariants.push(text.clone());
                }
            }
        }
    }

    /// The method that a comment stands before: the first of its name from there on.
    fn method_after(&self, comment: &Comment) -> Option<MethodId> {
        let method = comment.before.as_ref()?;
        let class = self.world.find(&comment.class)?;
        let simple = comment.class.rsplit(['/', '$']).next();
        let name = match simple == Some(&*method.name) {
            true => "<init>",
            false => &method.name,
        };
        let methods = self.world.class(class).methods.iter().enumerate();
        let named = methods.filter(|(_, found)| &*found.name == name);
        let lines = named.filter_map(|(index, found)| {
            let line = found.code.as_ref()?.start_line();
            (line >= method.line).then_some((line, index as u32))
        });
        let (_, index) = lines.min()?;
        Some(MethodId { class, index })
    }
}

fn span(file: FileId, start: Position, end: Position) -> Span {
    Span {
        file,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}
