//! The library model: C of our own in `library/`, read when a program needs it.

use crate::ast::{Item, Unit};
use crate::lower::Lowerer;
use crate::parse::parse;
use ir::{DataModel, Origin, SourceMap};
use std::collections::HashMap;

/// A file of the model, preprocessed for both data models.
struct LibraryFile {
    name: &'static str,
    lp64: &'static [u8],
    ilp32: &'static [u8],
}

const FILES: &[LibraryFile] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The parsed model. A unit is taken out when it is linked in.
#[derive(Default)]
pub(crate) struct Library {
    units: Vec<Option<Unit>>,
    /// Which unit defines a function or variable.
    definitions: HashMap<String, usize>,
}

impl Library {
    fn read(files: &mut SourceMap, model: DataModel) -> Library {
        let mut library = Library::default();
        for file in FILES {
            let text = match model {
                DataModel::Lp64 => file.lp64,
                DataModel::Ilp32 => file.ilp32,
            };
            let unit = parse(text, &format!("<library>/{}", file.name), files, Origin::Library);
            let index = library.units.len();
            for name in unit.items.iter().flat_map(defined_names) {
                library.definitions.insert(name, index);
            }
            library.units.push(Some(unit));
        }
        library
    }
}

impl Lowerer {
    /// Links in the unit of the model that defines a name, if there is one.
    pub(crate) fn load_library_unit(&mut self, name: &str) {
        let library = match self.library.take() {
            Some(library) => library,
            None => Library::read(&mut self.program.files, self.program.data_model),
        };
        let library = self.library.insert(library);
        let unit = library.definitions.get(name).and_then(|index| library.units[*index].take());
        if let Some(unit) = unit {
            self.add_unit_beside(unit, Origin::Library);
        }
    }
}

/// The names with external linkage that an item defines.
fn defined_names(item: &Item) -> Vec<String> {
    use crate::ast::{Declaration, Derivation, Storage};
    let hidden = |storage| matches!(storage, Some(Storage::Static | Storage::Typedef));
    match item {
        Item::Function(function) if !hidden(function.specifiers.storage) => {
            function.declarator.name.iter().map(ToString::to_string).collect()
        }
        Item::Declaration(Declaration::Variables { specifiers, declarators, .. })
            if !hidden(specifiers.storage) && specifiers.storage != Some(Storage::Extern) =>
        {
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
