//! The classes of a program: their members, their order, and where their fields lie.

mod resolve;

use crate::classpath::{Author, ClassPath, Found};
use crate::code::{self, Code};
use crate::descriptor::{JavaType, MethodType};
use crate::error::LoadError;
use cafebabe::attributes::{AttributeData, BootstrapMethodEntry};
use cafebabe::constant_pool::LiteralConstant;
use cafebabe::{ClassAccessFlags, ClassFile, FieldAccessFlags, MethodAccessFlags};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::rc::Rc;

/// The size of what every object starts with: the number of its class, and, in an array, its
/// length.
pub(crate) const HEADER: u64 = 8;
/// Where the number of the class lies.
pub(crate) const CLASS_OFFSET: u64 = 0;
/// Where the length of an array lies; of other objects, nothing.
pub(crate) const LENGTH_OFFSET: u64 = 4;

/// A class of a [`World`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ClassId(pub(crate) u32);

/// A method of a [`World`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct MethodId {
    pub(crate) class: ClassId,
    pub(crate) index: u32,
}

/// A field of a [`World`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct FieldId {
    pub(crate) class: ClassId,
    pub(crate) index: u32,
}

/// A class, an interface, or the class of an array type.
pub(crate) struct Class<'a> {
    pub(crate) name: Rc<str>,
    pub(crate) superclass: Option<ClassId>,
    pub(crate) interfaces: Vec<ClassId>,
    pub(crate) flags: ClassAccessFlags,
    pub(crate) author: Author,
    /// The type of the elements, of an array's class.
    pub(crate) element: Option<JavaType>,
    pub(crate) fields: Vec<Field<'a>>,
    pub(crate) methods: Vec<Method<'a>>,
    pub(crate) bootstraps: Rc<[BootstrapMethodEntry<'a>]>,
    /// What it says of its parameters.
    pub(crate) signature: Option<Cow<'a, str>>,
    /// The name of its source file, without a folder.
    pub(crate) source: Option<Rc<str>>,
    /// What it is inside of another class.
    pub(crate) inner: Option<Inner>,
    /// Where the next field of a subclass may start.
    pub(crate) end: u64,
    pub(crate) instances: Instances,
    /// The JVM makes it while the program runs, and names it as it likes.
    pub(crate) is_hidden: bool,
    /// The class whose code it was made for, of one that no file holds.
    pub(crate) made_for: Option<ClassId>,
}

/// How many objects of a class there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instances {
    /// As many as are made.
    Any,
    /// A single one, which whoever makes one gets.
    One,
}

/// A class inside of another.
pub(crate) struct Inner {
    /// The class whose member it is; none for a class inside of a method.
    pub(crate) outer: Option<Rc<str>>,
    /// Its name in the source; none for an anonymous class.
    pub(crate) name: Option<Rc<str>>,
    /// Its flags in the source.
    pub(crate) flags: u16,
}

/// A field.
pub(crate) struct Field<'a> {
    pub(crate) name: Rc<str>,
    pub(crate) ty: JavaType,
    pub(crate) is_static: bool,
    pub(crate) is_private: bool,
    pub(crate) is_final: bool,
    /// Whether no source declares it, but the compiler.
    pub(crate) is_synthetic: bool,
    /// Whether it is a constant of an enum.
    pub(crate) is_enum_constant: bool,
    pub(crate) constant: Option<LiteralConstant<'a>>,
    /// Its type with parameters.
    pub(crate) signature: Option<Cow<'a, str>>,
    /// Where it lies in an object; 0 for a static field.
    pub(crate) offset: u64,
}

/// A method.
pub(crate) struct Method<'a> {
    pub(crate) name: Rc<str>,
    pub(crate) descriptor: Rc<str>,
    pub(crate) ty: MethodType,
    /// Its type with parameters.
    pub(crate) signature: Option<Cow<'a, str>>,
    pub(crate) flags: MethodAccessFlags,
    pub(crate) code: Option<Rc<Code<'a>>>,
    /// The method of the library model that replaces it.
    pub(crate) patch: Option<MethodId>,
}

impl Method<'_> {
    pub(crate) fn is_static(&self) -> bool {
        self.flags.contains(MethodAccessFlags::STATIC)
    }

    pub(crate) fn is_abstract(&self) -> bool {
        self.flags.contains(MethodAccessFlags::ABSTRACT)
    }

    pub(crate) fn is_synchronized(&self) -> bool {
        self.flags.contains(MethodAccessFlags::SYNCHRONIZED)
    }

    pub(crate) fn is_native(&self) -> bool {
        self.flags.contains(MethodAccessFlags::NATIVE)
    }

    pub(crate) fn is_public(&self) -> bool {
        self.flags.contains(MethodAccessFlags::PUBLIC)
    }

    fn is_private(&self) -> bool {
        self.flags.contains(MethodAccessFlags::PRIVATE)
    }

    /// Whether only the classes of its package see it.
    fn is_of_package(&self) -> bool {
        let wider =
            MethodAccessFlags::PUBLIC | MethodAccessFlags::PROTECTED | MethodAccessFlags::PRIVATE;
        !self.flags.intersects(wider)
    }
}

impl<'a> Class<'a> {
    /// A class without members that the JVM makes itself.
    pub(crate) fn empty(name: &str) -> Class<'a> {
        Class {
            name: name.into(),
            superclass: None,
            interfaces: Vec::new(),
            flags: ClassAccessFlags::empty(),
            author: Author::Jdk,
            element: None,
            fields: Vec::new(),
            methods: Vec::new(),
            bootstraps: Rc::new([]),
            signature: None,
            source: None,
            inner: None,
            end: HEADER,
            instances: Instances::Any,
            is_hidden: false,
            made_for: None,
        }
    }

    pub(crate) fn is_interface(&self) -> bool {
        self.flags.contains(ClassAccessFlags::INTERFACE)
    }

    pub(crate) fn is_abstract(&self) -> bool {
        self.flags.contains(ClassAccessFlags::ABSTRACT)
    }

    pub(crate) fn is_enum(&self) -> bool {
        self.flags.contains(ClassAccessFlags::ENUM)
    }

    /// As Java source writes it.
    pub(crate) fn display_name(&self) -> String {
        JavaType::class(&self.name).to_string()
    }

    /// The package that it is in; empty for the unnamed one.
    pub(crate) fn package(&self) -> &str {
        self.name
            .rsplit_once('/')
            .map_or("", |(package, _)| package)
    }

    /// The same without the packages and classes around it.
    pub(crate) fn simple_name(&self) -> &str {
        let inner = self.inner.as_ref().and_then(|inner| inner.name.as_deref());
        inner.unwrap_or_else(|| self.name.rsplit('/').next().unwrap_or(&self.name))
    }
}

/// All classes that have been loaded.
pub(crate) struct World<'a> {
    path: &'a ClassPath,
    classes: Vec<Class<'a>>,
    index: FxHashMap<Rc<str>, ClassId>,
    /// The classes that wait for those above them.
    loading: Vec<Rc<str>>,
}

impl<'a> World<'a> {
    pub(crate) fn new(path: &'a ClassPath) -> World<'a> {
        World {
            path,
            classes: Vec::new(),
            index: FxHashMap::default(),
            loading: Vec::new(),
        }
    }

    pub(crate) fn class(&self, id: ClassId) -> &Class<'a> {
        &self.classes[id.0 as usize]
    }

    pub(crate) fn method(&self, id: MethodId) -> &Method<'a> {
        &self.class(id.class).methods[id.index as usize]
    }

    /// Who wrote the code that a class is, or was made for.
    pub(crate) fn author(&self, id: ClassId) -> Author {
        let class = self.class(id);
        match class.made_for {
            Some(origin) => self.author(origin),
            None => class.author,
        }
    }

    /// Whether code is the user's, or what stands for a part of it: a method reference, or a
    /// concatenation.
    pub(crate) fn is_users(&self, id: ClassId) -> bool {
        self.author(id) == Author::User
    }

    /// Whether a class is one of the model that stand for the machine, and for nothing of the JDK.
    pub(crate) fn is_of_machine(&self, id: ClassId) -> bool {
        self.author(id) == Author::Model && self.class(id).name.starts_with("concrex/")
    }

    pub(crate) fn field(&self, id: FieldId) -> &Field<'a> {
        &self.class(id.class).fields[id.index as usize]
    }

    pub(crate) fn classes(&self) -> impl Iterator<Item = (ClassId, &Class<'a>)> {
        let numbered = self.classes.iter().enumerate();
        numbered.map(|(index, class)| (ClassId(index as u32), class))
    }

    /// The class of that name, if it has been loaded.
    pub(crate) fn find(&self, name: &str) -> Option<ClassId> {
        self.index.get(name).copied()
    }

    /// Loads a class and everything above it.
    pub(crate) fn load(&mut self, name: &str) -> Result<ClassId, LoadError> {
        if let Some(id) = self.find(name) {
            return Ok(id);
        }
        if name.starts_with('[') {
            return self.load_array(name);
        }
        let missing = || LoadError::NoClass(name.replace('/', "."));
        let found = self.path.find(name).ok_or_else(missing)?;
        let place = found.place.clone();
        let author = found.author;
        let mut file = code::parse(&found)?;
        if &*file.this_class != name {
            let why = format!("it holds the class {}", file.this_class.replace('/', "."));
            return Err(LoadError::Malformed { name: place, why });
        }
        if self.loading.iter().any(|other| **other == *name) {
            let why = "it is above itself".to_string();
            return Err(LoadError::Malformed { name: place, why });
        }
        self.loading.push(name.into());
        let above = self.load_above(&file);
        self.loading.pop();
        let (superclass, interfaces) = above?;
        let start = superclass.map_or(HEADER, |id| self.class(id).end);
        let (fields, end) = lay_out(fields_of(&mut file, &place)?, start);
        let methods = methods_of(&mut file, &place)?;
        let mut class = Class {
            name: name.into(),
            superclass,
            interfaces,
            flags: file.access_flags,
            author,
            element: None,
            fields,
            methods,
            bootstraps: Rc::new([]),
            signature: None,
            source: None,
            inner: None,
            end,
            instances: Instances::Any,
            is_hidden: false,
            made_for: None,
        };
        for attribute in file.attributes {
            match attribute.data {
                AttributeData::BootstrapMethods(entries) => class.bootstraps = entries.into(),
                AttributeData::Signature(text) => class.signature = Some(text),
                AttributeData::SourceFile(name) => class.source = Some((*name).into()),
                AttributeData::InnerClasses(entries) => {
                    let own = entries.into_iter().find(|e| *e.inner_class_info == *name);
                    class.inner = own.map(|entry| Inner {
                        outer: entry.outer_class_info.map(|outer| (*outer).into()),
                        name: entry.inner_name.map(|name| (*name).into()),
                        flags: entry.access_flags.bits(),
                    });
                }
                _ => {}
            }
        }
        let id = self.add(class);
        self.patch(id)?;
        Ok(id)
    }

    /// Loads the superclass and the interfaces of a class.
    fn load_above(
        &mut self,
        file: &ClassFile<'a>,
    ) -> Result<(Option<ClassId>, Vec<ClassId>), LoadError> {
        let superclass = match &file.super_class {
            Some(superclass) => Some(self.load(superclass)?),
            None => None,
        };
        let interfaces = file.interfaces.iter().map(|name| self.load(name));
        let interfaces = interfaces.collect::<Result<Vec<ClassId>, LoadError>>()?;
        Ok((superclass, interfaces))
    }

    /// Adds a class that was made or read.
    pub(crate) fn add(&mut self, class: Class<'a>) -> ClassId {
        let id = ClassId(self.classes.len() as u32);
        self.index.insert(class.name.clone(), id);
        self.classes.push(class);
        id
    }

    fn load_array(&mut self, name: &str) -> Result<ClassId, LoadError> {
        let element = JavaType::class(name).element();
        let element = element.ok_or_else(|| LoadError::NoClass(name.to_string()))?;
        if let JavaType::Reference(class) = &element {
            self.load(class)?;
        }
        let interfaces = vec![
            self.load("java/lang/Cloneable")?,
            self.load("java/io/Serializable")?,
        ];
        let object = self.load("java/lang/Object")?;
        Ok(self.add(Class {
            superclass: Some(object),
            interfaces,
            flags: ClassAccessFlags::PUBLIC | ClassAccessFlags::FINAL,
            element: Some(element),
            ..Class::empty(name)
        }))
    }

    /// Replaces methods of the JDK by those of the model.
    fn patch(&mut self, id: ClassId) -> Result<(), LoadError> {
        let name = format!("concrex/patch/{}", self.class(id).name);
        let replacement = self.path.find(&name);
        let is_models = replacement.is_some_and(|found| found.author == Author::Model);
        if self.class(id).author != Author::Jdk || !is_models {
            return Ok(());
        }
        let patch = self.load(&name)?;
        let receiver = JavaType::Reference(self.class(id).name.clone());
        for index in 0..self.class(id).methods.len() {
            let method = &self.class(id).methods[index];
            let mut ty = method.ty.clone();
            if !method.is_static() {
                ty.parameters.insert(0, receiver.clone());
            }
            let replacement = self.declared(patch, &method.name, &ty.descriptor());
            self.classes[id.0 as usize].methods[index].patch = replacement;
        }
        Ok(())
    }
}

/// Gives the fields of an object their places.
fn lay_out(mut fields: Vec<Field<'_>>, start: u64) -> (Vec<Field<'_>>, u64) {
    let mut end = start;
    for field in fields.iter_mut().filter(|field| !field.is_static) {
        let bytes = field.ty.bytes();
        field.offset = end.next_multiple_of(bytes);
        end = field.offset + bytes;
    }
    (fields, end)
}

fn fields_of<'a>(file: &mut ClassFile<'a>, place: &str) -> Result<Vec<Field<'a>>, LoadError> {
    let fields = std::mem::take(&mut file.fields).into_iter();
    fields
        .map(|field| {
            let (mut constant, mut signature) = (None, None);
            for attribute in field.attributes {
                match attribute.data {
                    AttributeData::ConstantValue(value) => constant = Some(value),
                    AttributeData::Signature(text) => signature = Some(text),
                    _ => {}
                }
            }
            Ok(Field {
                name: (*field.name).into(),
                ty: JavaType::parse(&field.descriptor.to_string())
                    .ok_or_else(|| code::malformed(place, "a field has no valid type"))?,
                is_static: field.access_flags.contains(FieldAccessFlags::STATIC),
                is_private: field.access_flags.contains(FieldAccessFlags::PRIVATE),
                is_final: field.access_flags.contains(FieldAccessFlags::FINAL),
                is_synthetic: field.access_flags.contains(FieldAccessFlags::SYNTHETIC),
                is_enum_constant: field.access_flags.contains(FieldAccessFlags::ENUM),
                constant,
                signature,
                offset: 0,
            })
        })
        .collect()
}

fn methods_of<'a>(file: &mut ClassFile<'a>, place: &str) -> Result<Vec<Method<'a>>, LoadError> {
    let methods = std::mem::take(&mut file.methods).into_iter();
    methods
        .map(|method| {
            let descriptor = method.descriptor.to_string();
            let (mut code, mut signature) = (None, None);
            for attribute in method.attributes {
                match attribute.data {
                    AttributeData::Code(found) => code = Some(found),
                    AttributeData::Signature(text) => signature = Some(text),
                    _ => {}
                }
            }
            Ok(Method {
                name: (*method.name).into(),
                ty: MethodType::parse(&descriptor)
                    .ok_or_else(|| code::malformed(place, "a method has no valid type"))?,
                descriptor: descriptor.into(),
                signature,
                flags: method.access_flags,
                code: code
                    .map(|code| Code::of(code, place))
                    .transpose()?
                    .map(Rc::new),
                patch: None,
            })
        })
        .collect()
}

impl Found<'_> {
    /// What to call it in messages.
    pub(crate) fn name(&self) -> &str {
        &self.place
    }
}
