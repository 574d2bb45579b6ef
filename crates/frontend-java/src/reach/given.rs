//! Which classes the environment can give objects of.

use super::{Reach, is_followed, object_type};
use crate::classpath::Author;
use crate::descriptor::{JavaType, MethodType};
use crate::signature::Generic;
use crate::world::{Class, ClassId};
use cafebabe::bytecode::Opcode;
use std::rc::Rc;

/// What is given for a list.
pub(crate) const LIST: &str = "java/util/ArrayList";

/// What is given by its text besides strings.
pub(crate) const TEXTS: [&str; 2] = ["java/lang/StringBuilder", "java/lang/StringBuffer"];

/// What can be asked for where a list is given.
pub(crate) const LISTS: [&str; 6] = [
    "java/lang/Iterable",
    "java/util/Collection",
    "java/util/SequencedCollection",
    "java/util/List",
    "java/util/AbstractList",
    LIST,
];

const OBJECT: &str = "java/lang/Object";

/// Values of the library that are given where anything of their kind can be.
const USUAL: [&str; 2] = ["java/lang/String", "java/lang/Integer"];

impl<'a> Reach<'_, 'a> {
    /// The environment can give values of a type: objects of the user's classes, constants of
    /// enums, arrays, strings, boxed numbers, and what the library has lists for.
    pub(crate) fn give(&mut self, ty: &JavaType) {
        let JavaType::Reference(name) = ty else {
            return;
        };
        let Ok(top) = self.world.load(name) else {
            return;
        };
        if let Some(element) = self.world.class(top).element.clone() {
            if self.give_class(top) {
                self.give(&element);
            }
            return;
        }
        self.give_constants(top);
        if self.world.class(top).author != Author::User {
            let list = LISTS.contains(&&**name).then_some(LIST);
            for known in USUAL.into_iter().chain(list) {
                let _ = self.world.load(known);
            }
        }
        let classes = self.world.classes();
        let below = classes.filter(|(id, class)| {
            is_given_for(class, self.world.class(top)) && self.world.is_below(*id, top)
        });
        let below: Vec<ClassId> = below.map(|(id, _)| id).collect();
        for class in below {
            if !self.give_class(class) {
                continue;
            }
            match self.world.class(class).author {
                Author::User => self.give_fields(class),
                _ => self.give_parts(class),
            }
        }
    }

    /// The environment can give objects of just this class. Whether that is new.
    fn give_class(&mut self, class: ClassId) -> bool {
        if self.reached.given.contains(&class) {
            return false;
        }
        self.reached.given.push(class);
        if self.world.class(class).element.is_none() {
            self.initialise(class);
        }
        self.instantiate(class);
        true
    }

    /// The environment can give what an object of a class holds.
    fn give_fields(&mut self, class: ClassId) {
        let mut at = Some(class);
        while let Some(id) = at {
            let fields = self.world.class(id).fields.iter();
            let fields = fields.filter(|field| !field.is_static);
            let types: Vec<JavaType> = fields
                .flat_map(|field| {
                    let generic = field.signature.as_deref().and_then(Generic::parse);
                    let named = generic.map_or_else(Vec::new, |generic| generic.named());
                    named.into_iter().chain([field.ty.clone()])
                })
                .collect();
            types.iter().for_each(|ty| self.give(ty));
            at = self.world.class(id).superclass;
        }
    }

    /// What the library's own objects are made of cannot be given, but is there.
    fn give_parts(&mut self, class: ClassId) {
        self.instantiate_named("[B");
        if &*self.world.class(class).name == LIST {
            self.instantiate_named("[Ljava/lang/Object;");
            self.give(&JavaType::class(OBJECT));
        }
    }

    /// Where anything can be given, so can what the program asks about. A program that nobody gives
    /// anything makes its own objects, when it comes to that.
    pub(super) fn give_tested(&mut self) {
        if self.reached.given.is_empty() && self.reached.enums.is_empty() {
            return;
        }
        let object = self.world.find(OBJECT);
        if object.is_some_and(|object| self.reached.given.contains(&object)) {
            let tested = self.tested.clone();
            tested.iter().for_each(|ty| self.give(ty));
        }
        // What is an array of a parameter inside of a class is one of a known type outside.
        let tested = self.tested.iter().filter(|ty| ty.element().is_some());
        let arrays: Vec<JavaType> = tested.cloned().collect();
        arrays.iter().for_each(|ty| self.give(ty));
    }

    /// An array may be one of a class below: who stores in it can tell, and who asks for its class.
    pub(super) fn give_arrays_below(&mut self) {
        if !self.tells_arrays {
            return;
        }
        let given = self.reached.given.clone();
        for array in given {
            let Some(JavaType::Reference(element)) = self.world.class(array).element.clone() else {
                continue;
            };
            let Some(top) = self.world.find(&element) else {
                continue;
            };
            let is_array = self.world.class(top).element.is_some();
            let classes = self.world.classes();
            let below = classes.filter(|(id, class)| {
                let is_candidate = match is_array {
                    // An array of arrays may be an array of arrays of arrays, and so on: one
                    // dimension more than the program asks for is enough.
                    true => {
                        let is_deeper = dimensions(&class.name) > dimensions(&element);
                        self.reached.given.contains(id)
                            && !(is_deeper && self.widened.contains(&class.name))
                    }
                    false => {
                        class.author == Author::User && self.world.class(top).author == Author::User
                    }
                };
                is_candidate && *id != top && self.world.is_below(*id, top)
            });
            let names = below.map(|(_, class)| JavaType::Reference(class.name.clone()).array());
            let names: Vec<Rc<str>> = names.collect();
            for name in names {
                let ty = JavaType::Reference(name.clone());
                let is_new = self
                    .world
                    .find(&name)
                    .is_none_or(|id| !self.reached.given.contains(&id));
                if is_new {
                    self.widened.insert(name);
                }
                self.give(&ty);
            }
        }
    }

    /// The environment can give the constants of the enums below a class: of the user's, and of the
    /// library's where one is asked for.
    fn give_constants(&mut self, top: ClassId) {
        let is_asked_for = |id: ClassId, class: &Class<'_>| match class.author {
            Author::User => &*self.world.class(top).name != OBJECT,
            _ => id == top && is_followed(self.world, id),
        };
        let classes = self.world.classes();
        let enums = classes.filter(|(id, class)| {
            class.is_enum() && is_asked_for(*id, class) && self.world.is_below(*id, top)
        });
        let enums: Vec<ClassId> = enums.map(|(id, _)| id).collect();
        for class in enums {
            if !self.reached.enums.contains(&class) {
                self.reached.enums.push(class);
                self.initialise(class);
            }
        }
    }

    /// The interfaces that the user's code makes lambdas for.
    pub(super) fn lambdas(&self) -> Vec<ClassId> {
        let users = self.world.classes();
        let users = users.filter(|(_, class)| class.author == Author::User);
        let methods = users.flat_map(|(_, class)| &class.methods);
        let codes = methods.filter_map(|method| method.code.as_ref());
        let made = codes
            .flat_map(|code| &code.opcodes)
            .filter_map(|(_, opcode)| match opcode {
                Opcode::Invokedynamic(site) => {
                    MethodType::parse(&site.name_and_type.descriptor)?.result
                }
                _ => None,
            });
        let mut lambdas: Vec<ClassId> = made
            .filter_map(|ty| match ty {
                JavaType::Reference(name) => self.world.find(&name),
                _ => None,
            })
            .filter(|id| self.world.class(*id).is_interface())
            .collect();
        lambdas.sort_unstable();
        lambdas.dedup();
        lambdas
    }

    /// What code could find out about the objects that it was given.
    pub(super) fn scan_questions(&mut self, opcode: &Opcode<'a>) {
        match opcode {
            Opcode::Checkcast(ty) | Opcode::Instanceof(ty) => {
                let ty = object_type(ty);
                if ty != JavaType::class(OBJECT) && !self.tested.contains(&ty) {
                    self.tested.push(ty);
                }
            }
            Opcode::Aastore => self.tells_arrays = true,
            // The library stores, too.
            Opcode::Invokestatic(method)
            | Opcode::Invokevirtual(method)
            | Opcode::Invokeinterface(method, _) => {
                let name = &*method.name_and_type.name;
                let takes_array = method
                    .name_and_type
                    .descriptor
                    .contains("[Ljava/lang/Object;");
                self.tells_arrays |= takes_array
                    || matches!(name, "arraycopy" | "getClass")
                    || method.class_name == "java/lang/reflect/Array";
            }
            _ => {}
        }
    }
}

/// Whether the environment gives objects of a class where one of another above it is asked for.
fn is_given_for(class: &Class<'_>, top: &Class<'_>) -> bool {
    let (name, top_name) = (&*class.name, &*top.name);
    if class.is_abstract() || class.is_interface() {
        return false;
    }
    match class.author {
        // Of the user's classes, those that the program asks about are given for any object.
        Author::User => !class.is_enum() && top_name != OBJECT,
        _ if name == top_name => {
            JavaType::is_value_class(name)
                || name == OBJECT
                || TEXTS.contains(&name)
                || name == LIST
        }
        _ => USUAL.contains(&name) || name == LIST && LISTS.contains(&top_name),
    }
}

/// Of an array type's name; 0 of a class's.
fn dimensions(name: &str) -> usize {
    name.chars().take_while(|c| *c == '[').count()
}
