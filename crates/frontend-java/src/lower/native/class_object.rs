//! The objects of classes.

use crate::classpath::Author;
use crate::descriptor::JavaType;
use crate::lower::Lowering;
use crate::lower::literal::Layout;
use crate::lower::types::ARRAY_SIZE;
use crate::world::{CLASS_OFFSET, Class, ClassId};
use cafebabe::ClassAccessFlags;
use ir::GlobalId;

/// What `void.class` is the object of; no class can be called so.
pub(super) const VOID: &str = "void";

impl Lowering<'_, '_> {
    /// The object of a class: what `X.class` is.
    pub(crate) fn class_object(&mut self, ty: &JavaType) -> GlobalId {
        if let Some(id) = self.class_objects.get(ty) {
            return *id;
        }
        let name = "java/lang/Class";
        let class = self.world.find(name);
        let size = class.map_or(ARRAY_SIZE, |id| {
            self.world.class(id).end.next_multiple_of(8)
        });
        let shown = format!("{ty}.class");
        let id = self.static_object(&shown, &JavaType::class(name), size, Layout::default());
        self.class_objects.insert(ty.clone(), id);
        let data = self.class_fields(ty);
        self.program.globals[id.0 as usize].data = data;
        id
    }

    fn class_fields(&mut self, ty: &JavaType) -> Vec<ir::Datum> {
        let mut layout = Layout::default();
        let Some(class) = self.world.find("java/lang/Class") else {
            return Vec::new();
        };
        layout.int(CLASS_OFFSET, self.tags.number(class));
        let facts = self.class_facts(ty);
        for (field, text) in [("name", facts.name), ("simpleName", facts.simple_name)] {
            if let Some(offset) = self.offset_of(class, field) {
                let text = self.string(&text);
                layout.address(offset, text);
            }
        }
        let related = [
            ("componentType", ty.element()),
            ("superclass", facts.superclass),
            ("declaringClass", facts.declaring),
        ];
        for (field, related) in related {
            if let (Some(offset), Some(related)) = (self.offset_of(class, field), related) {
                let related = self.class_object(&related);
                layout.address(offset, related);
            }
        }
        if let (Some(offset), false) = (
            self.offset_of(class, "interfaces"),
            facts.interfaces.is_empty() || !self.are_interfaces_read(class),
        ) {
            let interfaces = self.class_array(&facts.interfaces);
            layout.address(offset, interfaces);
        }
        if let Some(offset) = self.offset_of(class, "modifiers") {
            layout.int(offset, facts.modifiers);
        }
        let flags = [
            ("primitive", is_primitive(ty)),
            ("hidden", facts.is_hidden),
            ("generic", facts.is_generic),
            ("anonymous", facts.is_anonymous),
            ("local", facts.is_local),
            ("assertions", facts.is_users),
        ];
        for (field, flag) in flags {
            if let Some(offset) = self.offset_of(class, field) {
                layout.bytes(offset, &[u8::from(flag)]);
            }
        }
        layout.finish()
    }

    /// Whether the program can ask a class for its interfaces.
    fn are_interfaces_read(&self, class: ClassId) -> bool {
        let asked = self
            .world
            .declared(class, "getInterfaces", "()[Ljava/lang/Class;");
        asked.is_some_and(|id| self.reached.methods.contains(&id))
    }

    /// An array of class objects that is there from the start.
    fn class_array(&mut self, types: &[JavaType]) -> GlobalId {
        let mut layout = Layout::default();
        for (at, ty) in types.iter().enumerate() {
            let object = self.class_object(ty);
            layout.address(at as u64 * 8, object);
        }
        let size = types.len() as u64 * 8;
        let ty = JavaType::class("java/lang/Class");
        let elements = self.static_object("elements", &ty, size, layout);
        self.array_of("[Ljava/lang/Class;", types.len(), elements)
    }

    /// The modifiers that the JVM tells of a class.
    fn modifiers(&self, ty: &JavaType, found: Option<&Class<'_>>) -> u32 {
        let fixed = ClassAccessFlags::FINAL | ClassAccessFlags::ABSTRACT;
        let public = u32::from(ClassAccessFlags::PUBLIC.bits());
        let fixed = u32::from(fixed.bits());
        if is_primitive(ty) {
            return public | fixed;
        }
        if let Some(element) = ty.element() {
            // Those of the innermost elements say who may use it, public, private and protected.
            let element_class = match &element {
                JavaType::Reference(name) => self.world.find(name),
                _ => None,
            };
            let element_class = element_class.map(|id| self.world.class(id));
            return self.modifiers(&element, element_class) & 7 | fixed;
        }
        let flags = found.map_or(0, |class| {
            let inner = class.inner.as_ref();
            inner.map_or(class.flags.bits(), |inner| inner.flags)
        });
        u32::from(flags & !ClassAccessFlags::SUPER.bits())
    }

    fn class_facts(&self, ty: &JavaType) -> ClassFacts {
        let JavaType::Reference(internal) = ty else {
            return ClassFacts {
                name: ty.to_string(),
                simple_name: ty.to_string(),
                modifiers: self.modifiers(ty, None),
                ..ClassFacts::default()
            };
        };
        let name = internal.replace('/', ".");
        let found = self.world.find(internal).map(|id| self.world.class(id));
        let inner = found.and_then(|class| class.inner.as_ref());
        let last = name.rsplit('.').next().unwrap_or(&name).to_string();
        let simple_name = match inner {
            Some(inner) => inner.name.as_deref().unwrap_or("").to_string(),
            None => last,
        };
        let above = found.and_then(|class| class.superclass);
        let above = above.filter(|_| !found.is_some_and(|class| class.is_interface()));
        let outer = inner.and_then(|inner| inner.outer.clone());
        let interfaces = found.map_or(&[][..], |class| &class.interfaces);
        let interfaces = interfaces
            .iter()
            .map(|id| JavaType::Reference(self.world.class(*id).name.clone()));
        ClassFacts {
            is_anonymous: inner.is_some_and(|inner| inner.name.is_none()),
            is_local: inner.is_some_and(|inner| inner.name.is_some() && inner.outer.is_none()),
            simple_name,
            superclass: above.map(|id| JavaType::Reference(self.world.class(id).name.clone())),
            declaring: outer.map(JavaType::Reference),
            interfaces: interfaces.collect(),
            modifiers: self.modifiers(ty, found),
            is_hidden: found.is_some_and(|class| class.is_hidden),
            is_generic: found.is_some_and(|class| class.signature.is_some()),
            is_users: found.is_some_and(|c| c.author == Author::User),
            name,
        }
    }
}

/// What a class object tells.
#[derive(Default)]
struct ClassFacts {
    name: String,
    simple_name: String,
    superclass: Option<JavaType>,
    declaring: Option<JavaType>,
    interfaces: Vec<JavaType>,
    modifiers: u32,
    is_hidden: bool,
    /// It, or what is right above it, has parameters or arguments for some.
    is_generic: bool,
    is_anonymous: bool,
    is_local: bool,
    is_users: bool,
}

fn is_primitive(ty: &JavaType) -> bool {
    ty.boxed().is_some() || *ty == JavaType::class(VOID)
}
