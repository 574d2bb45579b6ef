//! Which methods can run and which classes can have objects: rapid type analysis from the entry.

mod given;

pub(crate) use given::{LIST, LISTS, TEXTS};

use crate::assemble::VM;
use crate::classpath::Author;
use crate::code::Code;
use crate::descriptor::{JavaType, object_type, primitive};
use crate::dynamic;
use crate::error::LoadError;
use crate::world::{ClassId, MethodId, World};
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::{LiteralConstant, Loadable, MemberRef};
use contain::Patience;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Methods of the model that the machine itself calls, by name.
const CALLED_BY_THE_MACHINE: [&str; 24] = [
    "nullPointer",
    "arrayIndex",
    "negativeArraySize",
    "arithmetic",
    "classCast",
    "arrayStore",
    "initializerError",
    "initializedInVain",
    "stackOverflow",
    "same",
    "raised",
    "frame",
    "enterFrame",
    "leaveFrame",
    "lock",
    "unlock",
    "usually",
    "decode",
    "decodeAll",
    "endLine",
    "allocate",
    "overflow",
    "finalizable",
    "uncaught",
];

/// Parts of the JDK that are not followed: a program that runs into them is not supported.
const NOT_FOLLOWED: [&str; 20] = [
    "java/lang/invoke/",
    "java/lang/reflect/",
    "java/lang/module/",
    "java/lang/ref/",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/net/",
    "java/nio/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/concurrent/ForkJoin",
    "java/util/logging/",
    "java/util/zip/",
    "java/util/jar/",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "javax/",
    "jdk/internal/",
    "sun/",
];

/// What of it is followed nevertheless.
const FOLLOWED: [&str; 4] = [
    "sun/security/action/",
    "jdk/internal/util/",
    "jdk/internal/math/",
    "jdk/internal/misc/",
];

/// What can run.
pub(crate) struct Reached {
    /// The methods that can run, in the order in which they were found.
    pub(crate) methods: Vec<MethodId>,
    /// The classes that objects can have.
    pub(crate) instantiated: Vec<ClassId>,
    /// The classes whose initialisers can run.
    pub(crate) initialised: FxHashSet<ClassId>,
    /// The classes whose objects the environment can give.
    pub(crate) given: Vec<ClassId>,
    /// The enums whose constants the environment can give.
    pub(crate) enums: Vec<ClassId>,
    /// The interfaces that lambdas of the user's are objects of, whether they can run or not.
    pub(crate) lambdas: Vec<ClassId>,
    /// The methods that `invokedynamic` instructions call, or why they cannot be called.
    pub(crate) dynamic: FxHashMap<(MethodId, usize), Result<MethodId, String>>,
}

/// Finds what can run.
pub(crate) struct Reach<'w, 'a> {
    world: &'w mut World<'a>,
    reached: Reached,
    methods: FxHashSet<MethodId>,
    classes: FxHashSet<ClassId>,
    /// The virtual calls: on objects of a class, of a method.
    calls: Vec<(ClassId, MethodId)>,
    known_calls: FxHashSet<(ClassId, MethodId)>,
    next: usize,
    /// The types that the user's code asks objects about.
    tested: Vec<JavaType>,
    /// Whether the user's code can tell of what class an array of references is.
    tells_arrays: bool,
    /// The arrays that are given only because one of a class above is.
    widened: FxHashSet<Rc<str>>,
}

impl<'w, 'a> Reach<'w, 'a> {
    pub(crate) fn new(world: &'w mut World<'a>) -> Reach<'w, 'a> {
        Reach {
            world,
            reached: Reached {
                methods: Vec::new(),
                instantiated: Vec::new(),
                initialised: FxHashSet::default(),
                given: Vec::new(),
                enums: Vec::new(),
                lambdas: Vec::new(),
                dynamic: FxHashMap::default(),
            },
            methods: FxHashSet::default(),
            classes: FxHashSet::default(),
            calls: Vec::new(),
            known_calls: FxHashSet::default(),
            next: 0,
            tested: Vec::new(),
            tells_arrays: false,
            widened: FxHashSet::default(),
        }
    }

    /// Everything that can run once the roots can.
    ///
    /// # Errors
    ///
    /// If there is no time left.
    pub(crate) fn finish(mut self, patience: &Patience) -> Result<Reached, LoadError> {
        self.machine();
        loop {
            while let Some(method) = self.reached.methods.get(self.next).copied() {
                LoadError::if_late(patience)?;
                self.next += 1;
                self.scan(method);
            }
            let before = (self.reached.given.len(), self.reached.enums.len());
            self.give_tested();
            self.give_arrays_below();
            if before == (self.reached.given.len(), self.reached.enums.len()) {
                self.reached.lambdas = self.lambdas();
                return Ok(self.reached);
            }
        }
    }

    /// What the machine itself needs.
    fn machine(&mut self) {
        for name in [
            "java/lang/String",
            "[B",
            "java/lang/Class",
            "java/lang/Object",
        ] {
            self.instantiate_named(name);
            if let Some(class) = self.world.find(name) {
                self.initialise(class);
            }
        }
        CALLED_BY_THE_MACHINE
            .iter()
            .for_each(|name| self.machine_method(name));
    }

    /// A method of the model that the machine itself calls.
    pub(crate) fn machine_method(&mut self, name: &str) {
        let Ok(class) = self.world.load(VM) else {
            return;
        };
        let methods = self.world.class(class).methods.iter();
        if let Some(index) = methods.clone().position(|method| &*method.name == name) {
            self.initialise(class);
            self.method(MethodId {
                class,
                index: index as u32,
            });
        }
    }

    /// A method can be called.
    pub(crate) fn method(&mut self, method: MethodId) {
        let method = self.world.method(method).patch.unwrap_or(method);
        if self.methods.insert(method) {
            self.reached.methods.push(method);
        }
    }

    /// An object of a class can be made.
    pub(crate) fn instantiate(&mut self, class: ClassId) {
        if !self.classes.insert(class) {
            return;
        }
        self.reached.instantiated.push(class);
        // A constant with a body is of a class of its own below the enum.
        let above = self.world.class(class).superclass;
        [Some(class), above]
            .into_iter()
            .flatten()
            .for_each(|class| self.constants(class));
        for index in 0..self.calls.len() {
            let (receiver, method) = self.calls[index];
            self.dispatch(class, receiver, method);
        }
    }

    /// The constants of an enum can be asked for by its class.
    fn constants(&mut self, class: ClassId) {
        let values = format!("()[L{};", self.world.class(class).name);
        let values = self.world.declared(class, "values", &values);
        if let Some(values) = values.filter(|_| self.world.class(class).is_enum()) {
            self.initialise(class);
            self.method(values);
        }
    }

    pub(crate) fn instantiate_named(&mut self, name: &str) {
        if let Ok(class) = self.world.load(name) {
            self.instantiate(class);
        }
    }

    /// A class can be initialised, and what is above it before it.
    pub(crate) fn initialise(&mut self, class: ClassId) {
        if !self.reached.initialised.insert(class) {
            return;
        }
        if let Some(initialiser) = self.world.declared(class, "<clinit>", "()V") {
            self.method(initialiser);
        }
        let above: Vec<ClassId> = self
            .world
            .class(class)
            .superclass
            .into_iter()
            .chain(self.world.class(class).interfaces.clone())
            .collect();
        above.into_iter().for_each(|id| self.initialise(id));
    }

    /// A call of a method on an object that is at least of a class.
    fn call(&mut self, receiver: ClassId, method: MethodId) {
        if !self.known_calls.insert((receiver, method)) {
            return;
        }
        self.calls.push((receiver, method));
        for index in 0..self.reached.instantiated.len() {
            self.dispatch(self.reached.instantiated[index], receiver, method);
        }
    }

    fn dispatch(&mut self, dynamic: ClassId, receiver: ClassId, method: MethodId) {
        if self.world.is_below(dynamic, receiver)
            && let Some(selected) = self.world.select(dynamic, method)
        {
            self.method(selected);
        }
    }

    fn scan(&mut self, id: MethodId) {
        if !is_followed(self.world, id.class) {
            return;
        }
        let Some(code) = self.world.method(id).code.clone() else {
            return;
        };
        for handler in &code.handlers {
            if let Some(class) = &handler.class {
                let _ = self.world.load(class);
            }
        }
        self.scan_code(id, &code);
    }

    fn scan_code(&mut self, id: MethodId, code: &Rc<Code<'a>>) {
        // `values()` of an enum asks nothing about what it was given: its array is its own.
        let is_constants = self.world.class(id.class).is_enum()
            && self.world.method(id).is_static()
            && &*self.world.method(id).name == "values";
        let asks = self.world.is_users(id.class) && !is_constants;
        for (at, opcode) in &code.opcodes {
            if asks {
                self.scan_questions(opcode);
            }
            match opcode {
                Opcode::New(class) => {
                    if let Ok(class) = self.world.load(class) {
                        self.initialise(class);
                        self.instantiate(class);
                    }
                }
                Opcode::Getstatic(field) | Opcode::Putstatic(field) => {
                    if let Ok(class) = self.world.load(&field.class_name)
                        && let Some(field) =
                            self.world.resolve_field(class, &field.name_and_type.name)
                    {
                        self.initialise(field.class);
                    }
                }
                Opcode::Getfield(field) | Opcode::Putfield(field) => {
                    let _ = self.world.load(&field.class_name);
                }
                Opcode::Invokestatic(method) => {
                    if let Some((_, method)) = self.resolve(method) {
                        self.initialise(method.class);
                        self.method(method);
                    }
                }
                Opcode::Invokespecial(method) => {
                    if let Some((_, method)) = self.resolve(method) {
                        self.method(method);
                    }
                }
                Opcode::Invokevirtual(method) | Opcode::Invokeinterface(method, _) => {
                    if let Some((receiver, method)) = self.resolve(method) {
                        self.call(receiver, method);
                    }
                }
                Opcode::Invokedynamic(site) => {
                    let made = dynamic::desugar(self.world, id.class, site);
                    if let Ok(method) = &made {
                        self.method(*method);
                    }
                    self.reached.dynamic.insert((id, *at), made);
                }
                Opcode::Ldc(constant) | Opcode::LdcW(constant) => match constant {
                    Loadable::ClassInfo(class) => {
                        if let Ok(class) = self.world.load(class) {
                            self.constants(class);
                        }
                    }
                    Loadable::LiteralConstant(LiteralConstant::String(_)) => {}
                    _ => {}
                },
                Opcode::Newarray(element) => {
                    self.instantiate_named(&primitive(*element).array());
                }
                Opcode::Anewarray(element) => {
                    self.instantiate_named(&object_type(element).array());
                }
                Opcode::Multianewarray(array, dimensions) => {
                    let mut ty = object_type(array);
                    for _ in 0..*dimensions {
                        if let JavaType::Reference(name) = &ty {
                            self.instantiate_named(name);
                        }
                        match ty.element() {
                            Some(element) => ty = element,
                            None => break,
                        }
                    }
                }
                Opcode::Checkcast(ty) | Opcode::Instanceof(ty) => {
                    if let JavaType::Reference(name) = object_type(ty) {
                        let _ = self.world.load(&name);
                    }
                }
                _ => {}
            }
        }
    }

    fn resolve(&mut self, member: &MemberRef<'a>) -> Option<(ClassId, MethodId)> {
        let class = self.world.load(&member.class_name).ok()?;
        let reference = &member.name_and_type;
        let method = self
            .world
            .resolve(class, &reference.name, &reference.descriptor)?;
        Some((class, method))
    }
}

/// Whether a method is one that the machine itself calls.
pub(crate) fn is_called_by_machine(world: &World<'_>, id: MethodId) -> bool {
    let name = &*world.method(id).name;
    &*world.class(id.class).name == VM && CALLED_BY_THE_MACHINE.contains(&name)
}

/// Whether the code of a class is executed.
pub(crate) fn is_followed(world: &World<'_>, class: ClassId) -> bool {
    let author = world.author(class);
    let class = world.class(class);
    author != Author::Jdk
        || FOLLOWED.iter().any(|prefix| class.name.starts_with(prefix))
        || !NOT_FOLLOWED
            .iter()
            .any(|prefix| class.name.starts_with(prefix))
}
