//! Which method a program starts with.

use crate::error::LoadError;
use crate::lower::Start;
use crate::world::{ClassId, MethodId, World};

const MAIN: &str = "([Ljava/lang/String;)V";

/// The method that `entry` names, or the only `main` there is.
pub(crate) fn find_start(
    world: &World<'_>,
    classes: &[ClassId],
    entry: Option<&str>,
) -> Result<Start, LoadError> {
    match entry {
        None | Some("main") => only_main(world, classes),
        Some(entry) => named(world, classes, entry),
    }
}

fn only_main(world: &World<'_>, classes: &[ClassId]) -> Result<Start, LoadError> {
    let mains = classes.iter().filter_map(|class| main_of(world, *class));
    let mains: Vec<MethodId> = mains.collect();
    match mains[..] {
        [only] => Ok(Start::Main(only)),
        _ => {
            let names = mains.iter().map(|id| world.class(id.class).display_name());
            Err(LoadError::NoMain(names.collect()))
        }
    }
}

fn named(world: &World<'_>, classes: &[ClassId], entry: &str) -> Result<Start, LoadError> {
    let all: Vec<Names> = classes
        .iter()
        .flat_map(|class| methods_of(world, *class))
        .map(|method| Names::of(world, method))
        .collect();
    let meant: Vec<&Names> = all.iter().filter(|names| names.fit(entry)).collect();
    match meant[..] {
        [only] => Ok(
            match main_of(world, only.method.class) == Some(only.method) {
                true => Start::Main(only.method),
                false => Start::Any(only.method),
            },
        ),
        [] => {
            let is_meant = |id: &&ClassId| world.class(**id).display_name() == entry;
            let class = classes.iter().find(is_meant);
            match class.and_then(|class| main_of(world, *class)) {
                Some(main) => Ok(Start::Main(main)),
                None => Err(LoadError::NoEntry {
                    name: entry.to_string(),
                    candidates: all.into_iter().map(|names| names.short).collect(),
                }),
            }
        }
        _ => Err(LoadError::Ambiguous {
            name: entry.to_string(),
            candidates: meant.iter().map(|names| names.full.clone()).collect(),
        }),
    }
}

/// The method that `java` would start a class with.
fn main_of(world: &World<'_>, class: ClassId) -> Option<MethodId> {
    let found = world.declared(class, "main", MAIN);
    found.filter(|id| world.method(*id).is_static() && world.method(*id).is_public())
}

/// The methods of a class that have code.
fn methods_of(world: &World<'_>, class: ClassId) -> impl Iterator<Item = MethodId> {
    let methods = world.class(class).methods.iter().enumerate();
    let with_code = methods.filter(|(_, method)| method.code.is_some());
    with_code.map(move |(index, _)| MethodId {
        class,
        index: index as u32,
    })
}

/// What a method can be called by.
struct Names {
    method: MethodId,
    /// `Class.method`
    short: String,
    /// `Class.method(int,java.lang.String)`
    full: String,
    /// `Class.method(ILjava/lang/String;)V`
    exact: String,
}

impl Names {
    fn of(world: &World<'_>, id: MethodId) -> Names {
        let class = world.class(id.class).display_name();
        let method = world.method(id);
        let parameters = method.ty.parameter_list(",");
        Names {
            method: id,
            short: format!("{class}.{}", method.name),
            full: format!("{class}.{}({parameters})", method.name),
            exact: format!("{class}.{}{}", method.name, method.descriptor),
        }
    }

    fn fit(&self, name: &str) -> bool {
        let own = [&self.short, &self.full, &self.exact];
        own.iter().any(|own| *own == name)
    }
}
