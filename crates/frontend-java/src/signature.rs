//! Generic types, as the `Signature` attributes of class files write them (JVMS 4.7.9.1).

use crate::descriptor::JavaType;
use std::rc::Rc;

/// A type that may have parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Generic {
    Primitive(JavaType),
    /// A class, and what its parameters are: those of the classes around it first. None if nothing
    /// is said of them.
    Class(Rc<str>, Vec<Generic>),
    Array(Box<Generic>),
    /// A parameter of a class or a method, by its name.
    Variable(Rc<str>),
    /// Whatever the parameter allows.
    Any,
}

/// A parameter of a class or a method, and what it is at least.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Rc<str>,
    pub(crate) bound: Generic,
}

/// What a class says of its parameters and of what is above it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassSignature {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) above: Vec<Generic>,
}

/// What a method says of its own parameters and of the types it takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct MethodSignature {
    pub(crate) variables: Vec<Parameter>,
    pub(crate) parameters: Vec<Generic>,
}

impl Generic {
    /// Reads the signature of a field.
    pub(crate) fn parse(text: &str) -> Option<Generic> {
        let mut reader = Reader::new(text);
        let ty = reader.ty()?;
        reader.rest.is_empty().then_some(ty)
    }

    /// The type without what it says of parameters; `None` if it is one.
    pub(crate) fn erased(&self) -> Option<JavaType> {
        match self {
            Generic::Primitive(ty) => Some(ty.clone()),
            Generic::Class(name, _) => Some(JavaType::Reference(name.clone())),
            Generic::Array(element) => Some(JavaType::Reference(element.erased()?.array())),
            Generic::Variable(_) | Generic::Any => None,
        }
    }

    /// Whether it depends on what a parameter is.
    pub(crate) fn has_variable(&self) -> bool {
        match self {
            Generic::Variable(_) => true,
            Generic::Class(_, arguments) => arguments.iter().any(Generic::has_variable),
            Generic::Array(element) => element.has_variable(),
            Generic::Primitive(_) | Generic::Any => false,
        }
    }

    /// All types that it names, without parameters.
    pub(crate) fn named(&self) -> Vec<JavaType> {
        let inside = match self {
            Generic::Class(_, arguments) => arguments.iter().flat_map(Generic::named).collect(),
            Generic::Array(element) => element.named(),
            Generic::Primitive(_) | Generic::Variable(_) | Generic::Any => Vec::new(),
        };
        self.erased().into_iter().chain(inside).collect()
    }

    /// The same with other types for parameters.
    pub(crate) fn with(&self, parameters: &[Parameter], types: &[Generic]) -> Generic {
        match self {
            Generic::Variable(name) => {
                let index = parameters.iter().rposition(|known| known.name == *name);
                let found = index.and_then(|index| types.get(index));
                found.cloned().unwrap_or(Generic::Any)
            }
            Generic::Class(name, arguments) => {
                let arguments = arguments.iter().map(|ty| ty.with(parameters, types));
                Generic::Class(name.clone(), arguments.collect())
            }
            Generic::Array(element) => Generic::Array(Box::new(element.with(parameters, types))),
            Generic::Primitive(_) | Generic::Any => self.clone(),
        }
    }
}

impl ClassSignature {
    pub(crate) fn parse(text: &str) -> Option<ClassSignature> {
        let mut reader = Reader::new(text);
        let parameters = reader.parameters()?;
        let mut above = Vec::new();
        while !reader.rest.is_empty() {
            above.push(reader.ty()?);
        }
        Some(ClassSignature { parameters, above })
    }
}

impl MethodSignature {
    pub(crate) fn parse(text: &str) -> Option<MethodSignature> {
        let mut reader = Reader::new(text);
        let variables = reader.parameters()?;
        reader.take("(")?;
        let mut parameters = Vec::new();
        while reader.take(")").is_none() {
            parameters.push(reader.ty()?);
        }
        Some(MethodSignature {
            variables,
            parameters,
        })
    }
}

/// How deep types may be inside each other: an array has no more dimensions.
const DEEPEST: usize = 255;

struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader {
            rest: text,
            depth: 0,
        }
    }

    fn take(&mut self, prefix: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(prefix)?;
        Some(())
    }

    /// Up to one of these characters, which stays.
    fn name(&mut self, ends: &[char]) -> Option<&'t str> {
        let (name, rest) = self.rest.split_at(self.rest.find(ends)?);
        self.rest = rest;
        Some(name)
    }

    /// `<T:Ljava/lang/Object;U::Ljava/lang/Runnable;>`, or nothing.
    fn parameters(&mut self) -> Option<Vec<Parameter>> {
        let mut parameters = Vec::new();
        if self.take("<").is_none() {
            return Some(parameters);
        }
        while self.take(">").is_none() {
            let name = self.name(&[':'])?.into();
            let mut bound = None;
            while self.take(":").is_some() {
                // Before the interfaces, a class may be left out.
                if !self.rest.starts_with(':') {
                    let ty = self.ty()?;
                    bound = bound.or(Some(ty));
                }
            }
            let object = || Generic::Class("java/lang/Object".into(), Vec::new());
            parameters.push(Parameter {
                name,
                bound: bound.unwrap_or_else(object),
            });
        }
        Some(parameters)
    }

    fn ty(&mut self) -> Option<Generic> {
        self.depth += 1;
        let ty = (self.depth <= DEEPEST).then(|| self.any_type())?;
        self.depth -= 1;
        ty
    }

    fn any_type(&mut self) -> Option<Generic> {
        if self.take("T").is_some() {
            let name = self.name(&[';'])?.into();
            self.take(";")?;
            return Some(Generic::Variable(name));
        }
        if self.take("[").is_some() {
            return Some(Generic::Array(Box::new(self.ty()?)));
        }
        if self.take("L").is_some() {
            return self.class();
        }
        let letter = self.rest.get(..1)?;
        self.rest = &self.rest[1..];
        JavaType::parse(letter).map(Generic::Primitive)
    }

    /// `java/util/Map<TK;TV;>.Entry<TK;TV;>;` behind its `L`.
    fn class(&mut self) -> Option<Generic> {
        let mut name = self.name(&['<', ';', '.'])?.to_string();
        let mut arguments = Vec::new();
        loop {
            if self.take("<").is_some() {
                while self.take(">").is_none() {
                    arguments.push(self.argument()?);
                }
            } else if self.take(".").is_some() {
                name.push('$');
                name.push_str(self.name(&['<', ';', '.'])?);
            } else {
                self.take(";")?;
                return Some(Generic::Class(name.into(), arguments));
            }
        }
    }

    fn argument(&mut self) -> Option<Generic> {
        if self.take("*").is_some() {
            return Some(Generic::Any);
        }
        if self.take("-").is_some() {
            self.ty()?;
            return Some(Generic::Any);
        }
        // What is taken from `? extends T` is a `T`.
        let _ = self.take("+");
        self.ty()
    }
}

#[cfg(test)]
mod tests {
    use super::{ClassSignature, Generic, MethodSignature};

    #[test]
    fn signatures_are_read() {
        let parsed = Generic::parse("La/Map<TK;[I>.Entry<+La/B;*>;");
        let expected = "Some(Class(\"a/Map$Entry\", [Variable(\"K\"), Array(Primitive(Int)), \
                        Class(\"a/B\", []), Any]))";
        assert_eq!(format!("{parsed:?}"), expected);

        let class = ClassSignature::parse("<T::Lc/D<TT;>;U:Lc/E;:Lc/F;>Lg/H<TT;>;Li/J;");
        let class = class.unwrap_or_default();
        assert_eq!((class.parameters.len(), class.above.len()), (2, 2));

        let method = MethodSignature::parse("<T:Ljava/lang/Object;>(TT;JLa/B<TT;>;)V^La/E;");
        assert_eq!(method.unwrap_or_default().parameters.len(), 3);
    }

    #[test]
    fn damaged_signatures_are_none() {
        for text in [
            "", "L", "La", "La<", "La<;>;", "[", "T", "Q", "é", "II", "<T>",
        ] {
            assert_eq!(Generic::parse(text), None, "{text}");
            assert!(MethodSignature::parse(text).is_none(), "{text}");
        }
    }
}
