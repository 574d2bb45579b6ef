//! The objects of classes.

use crate::classpath::Author;
use crate::descriptor::JavaType;
use crate::lower::Lowering;
use crate::lower::literal::Layout;
use crate::lower::types::ARRAY_SIZE;
use crate::world::CLASS_OFFSET;
use ir::GlobalId;

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
        if let Some(offset) = self.offset_of(class, "modifiers") {
            layout.int(offset, facts.modifiers);
        }
        let flags = [
            ("primitive", ty.boxed().is_some()),
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

    fn class_facts(&self, ty: &JavaType) -> ClassFacts {
        let JavaType::Reference(internal) = ty else {
            return ClassFacts {
                name: ty.to_string(),
                simple_name: ty.to_string(),
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
        let flags = found.map_or(0, |class| class.flags.bits());
        ClassFacts {
            is_anonymous: inner.is_some_and(|inner| inner.name.is_none()),
            is_local: inner.is_some_and(|inner| inner.name.is_some() && inner.outer.is_none()),
            simple_name,
            superclass: above.map(|id| JavaType::Reference(self.world.class(id).name.clone())),
            declaring: outer.map(JavaType::Reference),
            modifiers: inner.map_or(flags, |inner| inner.flags).into(),
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
    modifiers: u32,
    is_anonymous: bool,
    is_local: bool,
    is_users: bool,
}
