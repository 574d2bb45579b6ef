//! What a type is once its parameters are known: a `Node<Integer>` holds an `Integer`, although the
//! class file says `Object`. What is given for it must be what a compiler lets a caller give.

use super::Lowering;
use crate::classpath::Author;
use crate::descriptor::{JavaType, Kind};
use crate::reach::LISTS;
use crate::signature::{ClassSignature, Generic, Parameter};
use crate::world::{ClassId, FieldId};
use std::rc::Rc;

const OBJECT: &str = "java/lang/Object";

/// The static flag of a class inside of another.
const STATIC: u16 = 0x0008;

/// How deep types are told apart inside each other: a class may hold itself with ever more.
const DEEPEST: usize = 4;

/// The fields of the library that hold an array for themselves; of one of references, the elements
/// are what the first parameter of the class says.
const PARTS: [(&str, &str); 3] = [
    ("java/lang/String", "value"),
    ("java/lang/AbstractStringBuilder", "value"),
    ("java/util/ArrayList", "elementData"),
];

/// A reference type of which all is known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Known {
    /// A class, and what the parameters in its scope are: none if that is unknown.
    Class(ClassId, Rc<[Known]>),
    /// An array of this class with elements of a type; `None` for a primitive one.
    Array(ClassId, Option<Rc<Known>>),
    /// The same, as a part of one object that nothing else points to.
    Part(ClassId, Option<Rc<Known>>),
    /// A parameter that is a class at least, given as objects of one class below it: `T extends
    /// Comparable<T>` is not any two things that can be compared with something.
    One(ClassId, ClassId),
}

impl Known {
    pub(super) fn class(&self) -> ClassId {
        match self {
            Known::Class(class, _)
            | Known::Array(class, _)
            | Known::Part(class, _)
            | Known::One(class, _) => *class,
        }
    }

    fn height(&self) -> usize {
        match self {
            Known::Class(_, arguments) => {
                1 + arguments.iter().map(Known::height).max().unwrap_or(0)
            }
            Known::One(..) => 1,
            Known::Array(_, element) | Known::Part(_, element) => {
                1 + element.as_ref().map_or(0, |element| element.height())
            }
        }
    }
}

/// The parameters in a scope, and what they are, if that is known.
#[derive(Clone, Default)]
pub(super) struct Scope {
    parameters: Vec<Parameter>,
    arguments: Rc<[Known]>,
}

impl Scope {
    /// The same with parameters of a method, of which nothing is known.
    pub(super) fn inside(self, parameters: Vec<Parameter>) -> Scope {
        Scope {
            // The inner ones hide the outer ones, and unknown ones must not shift the known.
            parameters: self.parameters.into_iter().chain(parameters).collect(),
            arguments: self.arguments,
        }
    }
}

impl Lowering<'_, '_> {
    /// A class of whose parameters nothing is known.
    pub(super) fn raw(&self, class: ClassId) -> Known {
        match &self.world.class(class).element {
            Some(element) => Known::Array(class, self.raw_of(element).map(Rc::new)),
            None => Known::Class(class, Rc::new([])),
        }
    }

    fn raw_of(&self, ty: &JavaType) -> Option<Known> {
        match ty {
            JavaType::Reference(name) => Some(self.raw(self.world.find(name)?)),
            _ => None,
        }
    }

    /// What a declaration in a scope means: its type without parameters, and its signature.
    pub(super) fn declared(
        &self,
        erased: &JavaType,
        signature: Option<&Generic>,
        scope: &Scope,
    ) -> Option<Known> {
        let JavaType::Reference(name) = erased else {
            return None;
        };
        let class = self.world.find(name)?;
        let raw = self.raw(class);
        let Some(generic) = signature else {
            return Some(raw);
        };
        if let (Some(element), Generic::Array(generic)) = (erased.element(), generic) {
            let element = self.declared(&element, Some(generic), scope);
            let exact = element.as_ref().and_then(|known| self.given_array(known));
            return Some(Known::Array(exact.unwrap_or(class), element.map(Rc::new)));
        }
        let found = self.resolve(generic, scope);
        // A signature may say what it likes.
        let fits = |found: &Known| self.world.is_below(found.class(), class);
        Some(found.filter(fits).unwrap_or(raw))
    }

    /// What a generic type means in a scope.
    fn resolve(&self, generic: &Generic, scope: &Scope) -> Option<Known> {
        match generic {
            Generic::Primitive(_) | Generic::Any => None,
            Generic::Variable(name) => {
                let parameters = scope.parameters.iter();
                let index = parameters.clone().rposition(|known| known.name == *name)?;
                let known = scope.arguments.get(index).cloned();
                known.or_else(|| self.least(&scope.parameters[index].bound))
            }
            Generic::Array(_) => self.erased(generic),
            Generic::Class(name, arguments) => {
                let class = self.world.find(name)?;
                let parameters = self.parameters(class);
                if parameters.len() != arguments.len() || !self.has_parameters(class) {
                    return Some(self.raw(class));
                }
                let arguments = arguments.iter().zip(&parameters);
                let arguments = arguments.map(|(argument, parameter)| {
                    let known = self.resolve(argument, scope);
                    known.or_else(|| self.least(&parameter.bound))
                });
                let arguments: Option<Vec<Known>> = arguments.collect();
                let arguments = arguments.unwrap_or_default();
                match arguments.iter().all(|known| known.height() < DEEPEST) {
                    true => Some(Known::Class(class, arguments.into())),
                    false => Some(self.raw(class)),
                }
            }
        }
    }

    /// The class of the arrays of a type, if they are given.
    fn given_array(&self, element: &Known) -> Option<ClassId> {
        let name = self.world.class(element.class()).name.clone();
        let array = self.world.find(&JavaType::Reference(name).array())?;
        self.reached.given.contains(&array).then_some(array)
    }

    /// What a parameter is of which only the bound is known.
    fn least(&self, bound: &Generic) -> Option<Known> {
        let top = self.erased(bound)?;
        if !bound.has_variable() {
            return Some(top);
        }
        let number = self.world.find("java/lang/Integer");
        let mut below = number.into_iter().chain(self.reached.given.iter().copied());
        let one = below
            .find(|id| self.reached.given.contains(id) && self.world.is_below(*id, top.class()));
        Some(match one {
            Some(one) => Known::One(top.class(), one),
            None => top,
        })
    }

    /// The class of a generic type, without its parameters.
    fn erased(&self, generic: &Generic) -> Option<Known> {
        let erased = generic.erased();
        let name = match &erased {
            Some(JavaType::Reference(name)) => name,
            _ => OBJECT,
        };
        Some(self.raw(self.world.find(name)?))
    }

    /// Whether it matters what the parameters of a class are: of the library, lists hold what they
    /// say, and interfaces ask for classes that are one with the same.
    fn has_parameters(&self, class: ClassId) -> bool {
        let found = self.world.class(class);
        found.author == Author::User || found.is_interface() || LISTS.contains(&&*found.name)
    }

    fn class_signature(&self, class: ClassId) -> Option<ClassSignature> {
        ClassSignature::parse(self.world.class(class).signature.as_deref()?)
    }

    /// The parameters in the scope of a class: those of the classes around it first.
    fn parameters(&self, class: ClassId) -> Vec<Parameter> {
        let found = self.world.class(class);
        let around = found
            .inner
            .as_ref()
            .filter(|inner| inner.flags & STATIC == 0);
        let around = around.and_then(|inner| self.world.find(inner.outer.as_deref()?));
        // The name of a class inside of another is longer, so that this comes to an end.
        let is_around = |id: &ClassId| self.world.class(*id).name.len() < found.name.len();
        let around = around.filter(is_around);
        let mut parameters = around.map_or_else(Vec::new, |around| self.parameters(around));
        parameters.extend(
            self.class_signature(class)
                .map_or_else(Vec::new, |s| s.parameters),
        );
        parameters
    }

    /// The scope inside of a class with these arguments.
    pub(super) fn scope(&self, class: ClassId, arguments: Rc<[Known]>) -> Scope {
        Scope {
            parameters: self.parameters(class),
            arguments,
        }
    }

    /// The class right above another, with what its parameters are there.
    pub(super) fn superclass(&self, class: ClassId, arguments: &Rc<[Known]>) -> Option<Known> {
        let above = self.world.class(class).superclass?;
        let name = self.world.class(above).name.clone();
        let signature = self.class_signature(class);
        let generic = signature
            .as_ref()
            .and_then(|signature| signature.above.first());
        let scope = self.scope(class, arguments.clone());
        self.declared(&JavaType::Reference(name), generic, &scope)
    }

    /// What the type of a field is in an object of its class.
    pub(super) fn type_of_field(&self, field: FieldId, arguments: &Rc<[Known]>) -> Option<Known> {
        let found = self.world.field(field);
        if let JavaType::Reference(array) = &found.ty
            && PARTS.contains(&(&*self.world.class(field.class).name, &*found.name))
        {
            let class = self.world.find(array)?;
            let element = found.ty.element().filter(|ty| ty.kind() == Kind::Reference);
            let element = element.and_then(|element| {
                let known = arguments.first().cloned();
                known.or_else(|| self.raw_of(&element))
            });
            return Some(Known::Part(class, element.map(Rc::new)));
        }
        let is_users = self.world.class(field.class).author == Author::User;
        let signature = found.signature.as_deref().filter(|_| is_users);
        let generic = signature.and_then(Generic::parse);
        let scope = self.scope(field.class, arguments.clone());
        self.declared(&found.ty, generic.as_ref(), &scope)
    }

    /// An object of a class below another, where that one is known: with what follows for the
    /// parameters of the class below. `None` if it is above with other parameters.
    pub(super) fn below(&self, class: ClassId, top: &Known) -> Option<Known> {
        let raw = self.raw(class);
        let Known::Class(top, wanted) = top else {
            return Some(raw);
        };
        if class == *top {
            return Some(Known::Class(class, wanted.clone()));
        }
        let parameters = self.parameters(class);
        let names = parameters.iter();
        let own = names.map(|parameter| Generic::Variable(parameter.name.clone()));
        let Some(seen) = self.seen_as(class, &own.collect::<Vec<_>>(), *top) else {
            return Some(raw);
        };
        if seen.len() != wanted.len() || wanted.is_empty() {
            return Some(raw);
        }
        let mut found: Vec<Option<Known>> = vec![None; parameters.len()];
        for (generic, known) in seen.iter().zip(wanted.iter()) {
            match generic {
                Generic::Variable(name) => {
                    let index = parameters.iter().rposition(|p| p.name == *name)?;
                    found[index].get_or_insert_with(|| known.clone());
                }
                other => {
                    let erased = self.erased(other)?.class();
                    let (up, down) = (known.class(), erased);
                    if !self.world.is_below(down, up) && !self.world.is_below(up, down) {
                        return None;
                    }
                }
            }
        }
        let all = found.into_iter().zip(&parameters);
        let all = all.map(|(known, parameter)| known.or_else(|| self.least(&parameter.bound)));
        let all: Option<Vec<Known>> = all.collect();
        match all.filter(|_| self.has_parameters(class)) {
            Some(arguments) => Some(Known::Class(class, arguments.into())),
            None => Some(raw),
        }
    }

    /// What the parameters of a class above another are, in terms of the lower one's.
    fn seen_as(&self, class: ClassId, own: &[Generic], top: ClassId) -> Option<Vec<Generic>> {
        if class == top {
            return Some(own.to_vec());
        }
        let parameters = self.parameters(class);
        let signature = self.class_signature(class)?;
        signature.above.iter().find_map(|above| {
            let Generic::Class(name, arguments) = above else {
                return None;
            };
            let id = self.world.find(name)?;
            let arguments = arguments.iter().map(|ty| ty.with(&parameters, own));
            let arguments: Vec<Generic> = arguments.collect();
            let found = self.world.class(class);
            let is_above = found.superclass == Some(id) || found.interfaces.contains(&id);
            is_above.then(|| self.seen_as(id, &arguments, top))?
        })
    }
}
