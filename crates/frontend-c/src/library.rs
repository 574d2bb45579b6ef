//! The library model: C of our own in `library/`, read when a program needs it.

use crate::ast::Unit;
use crate::format;
use crate::lower::Lowerer;
use crate::parse::parse;
use ir::{DataModel, Origin, ProcedureId, SourceMap};
use rustc_hash::FxHashMap;

/// A file of the model, preprocessed for both data models.
struct LibraryFile {
    name: &'static str,
    /// What it defines with external linkage.
    definitions: &'static [&'static str],
    lp64: &'static [u8],
    ilp32: &'static [u8],
}

const FILES: &[LibraryFile] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Which files of the model a program has needed so far.
#[derive(Default)]
pub(crate) struct Library {
    /// Which file defines a function or variable, of the files that are not linked in yet.
    waiting: FxHashMap<&'static str, usize>,
    linked: Vec<bool>,
    /// Functions that are made for one format, by the general function and the format; none where there
    /// is only the general one.
    for_formats: FxHashMap<(String, Vec<u8>), Option<ProcedureId>>,
}

/// The file of the model with the declarations that functions for single formats need.
const FORMATS: &str = "formats.c";

impl Library {
    /// Takes out the file that defines a name.
    fn take(&mut self, name: &str) -> Option<&'static LibraryFile> {
        if self.linked.is_empty() {
            self.linked = vec![false; FILES.len()];
            let names = FILES.iter().enumerate();
            let names =
                names.flat_map(|(index, file)| file.definitions.iter().map(move |n| (*n, index)));
            self.waiting = names.collect();
        }
        let index = *self.waiting.get(name)?;
        let was_linked = std::mem::replace(&mut self.linked[index], true);
        (!was_linked).then(|| &FILES[index])
    }
}

impl LibraryFile {
    fn text(&self, model: DataModel) -> &'static [u8] {
        match model {
            DataModel::Lp64 => self.lp64,
            DataModel::Ilp32 => self.ilp32,
        }
    }

    fn parse(&self, files: &mut SourceMap, model: DataModel) -> Unit {
        self.parse_text(self.text(model), files)
    }

    /// Reads a text that stands in this file.
    fn parse_text(&self, text: &[u8], files: &mut SourceMap) -> Unit {
        let name = format!("<library>/{}", self.name);
        parse(text, &name, files, Origin::Library)
    }
}

impl Lowerer {
    /// Links in the file of the model that defines a name, if there is one.
    pub(crate) fn load_library_unit(&mut self, name: &str) {
        if let Some(file) = self.library.take(name) {
            let unit = file.parse(&mut self.program.files, self.program.data_model);
            self.add_unit_beside(unit, Origin::Library);
        }
    }

    /// The function that does what a function of the library does with one format.
    pub(crate) fn function_for_format(
        &mut self,
        function: &str,
        format: &[u8],
    ) -> Option<ProcedureId> {
        let key = (function.to_string(), format.to_vec());
        if let Some(known) = self.library.for_formats.get(&key) {
            return *known;
        }
        let name = format!("__concrex_{function}_{}", self.library.for_formats.len());
        let made = format::specialised(function, format, &name)
            .and_then(|text| self.define_for_format(&name, &text));
        self.library.for_formats.insert(key, made);
        made
    }

    fn define_for_format(&mut self, name: &str, text: &str) -> Option<ProcedureId> {
        let file = FILES.iter().find(|file| file.name == FORMATS)?;
        let declarations = file.text(self.program.data_model);
        let text = [declarations, text.as_bytes()].concat();
        let unit = file.parse_text(&text, &mut self.program.files);
        self.add_unit_beside(unit, Origin::Library);
        self.library_procedure(name)
    }
}

#[cfg(test)]
mod tests {
    use super::{FILES, LibraryFile};
    use crate::ast::{Declaration, Derivation, Item, Storage};
    use ir::{DataModel, SourceMap};

    /// The names with external linkage that an item defines.
    fn defined_names(item: &Item) -> Vec<String> {
        let hidden = |storage| matches!(storage, Some(Storage::Static | Storage::Typedef));
        match item {
            Item::Function(function) if !hidden(function.specifiers.storage) => function
                .declarator
                .name
                .iter()
                .map(ToString::to_string)
                .collect(),
            Item::Declaration(Declaration::Variables {
                specifiers,
                declarators,
                ..
            }) if !hidden(specifiers.storage) && specifiers.storage != Some(Storage::Extern) => {
                declarators
                    .iter()
                    .map(|declared| &declared.declarator)
                    .filter(|d| !matches!(d.derivations.first(), Some(Derivation::Function(_))))
                    .filter_map(|declarator| declarator.name.as_ref().map(ToString::to_string))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn check(file: &LibraryFile, model: DataModel) {
        let unit = file.parse(&mut SourceMap::default(), model);
        assert!(unit.errors.is_empty(), "{}: {:?}", file.name, unit.errors);
        let mut parsed: Vec<String> = unit.items.iter().flat_map(defined_names).collect();
        parsed.sort();
        parsed.dedup();
        let mut listed = file.definitions.to_vec();
        listed.sort_unstable();
        assert_eq!(listed, parsed, "{}", file.name);
    }

    #[test]
    fn the_list_of_definitions_is_right() {
        for file in FILES {
            check(file, DataModel::Lp64);
            check(file, DataModel::Ilp32);
        }
    }
}
