//! What the environment may give for each type.

use super::Lowering;
use super::generics::Known;
use super::types::{ELEMENTS_OFFSET, record_for, record_of};
use crate::classpath::Author;
use crate::descriptor::JavaType;
use crate::reach::{LIST, TEXTS};
use crate::world::{CLASS_OFFSET, ClassId, FieldId, LENGTH_OFFSET};
use ir::{Given, GlobalId, Making, RecordId, Rest, Rule, Type};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The most classes that a bound lists.
const MOST_LISTED: usize = 6;

/// The most elements that lists are given with. Longer ones would tell more only of what does not
/// fit in memory.
const LONGEST_LIST: u32 = 1000;

impl Lowering<'_, '_> {
    /// Says of each type what the environment may give for it.
    pub(super) fn say_what_is_given(&mut self) {
        for class in &self.reached.given {
            record_of(self, *class);
        }
        let enums = self.reached.enums.iter();
        let constants: Vec<FieldId> = enums.flat_map(|id| self.world.constants(*id)).collect();
        let constants: Vec<(ClassId, GlobalId)> = constants
            .into_iter()
            .chain(self.booleans())
            .map(|field| (field.class, self.static_field(field)))
            .collect();
        let mut done: FxHashSet<RecordId> = FxHashSet::default();
        // What is given for one type can be a type that was not there before.
        loop {
            let records = self.types.records.iter();
            let records = records.filter(|(_, record)| !done.contains(record));
            let mut new: Vec<(Known, RecordId)> = records.map(|(k, r)| (k.clone(), *r)).collect();
            if new.is_empty() {
                break;
            }
            new.sort_by_key(|(_, record)| *record);
            for (known, record) in new {
                done.insert(record);
                self.program.types.intern(Type::Record(record));
                let given = self.given(&known, record, &constants);
                self.program.types.set_given(record, given);
            }
        }
    }

    /// The two objects that nearly every Boolean is, if the environment can give one.
    fn booleans(&self) -> Vec<FieldId> {
        let class = self.world.find("java/lang/Boolean");
        let Some(class) = class.filter(|class| self.reached.given.contains(class)) else {
            return Vec::new();
        };
        let fields = (0..).zip(&self.world.class(class).fields);
        let fields = fields.filter(|(_, field)| matches!(&*field.name, "TRUE" | "FALSE"));
        fields.map(|(index, _)| FieldId { class, index }).collect()
    }

    /// Whether the program uses static fields that hold objects, and the environment gives objects:
    /// it does not give those.
    pub(super) fn holds_own(&self) -> bool {
        let mut fields = self.statics.keys();
        let is_object = |ty: &JavaType| match ty {
            JavaType::Reference(name) => {
                let class = self.world.find(name);
                class.is_none_or(|class| !self.reached.enums.contains(&class))
            }
            _ => false,
        };
        !self.reached.given.is_empty()
            && fields.any(|id| {
                let field = self.world.field(*id);
                self.world.is_users(id.class)
                    && !field.is_synthetic
                    && !field.is_enum_constant
                    && field.constant.is_none()
                    && is_object(&field.ty)
            })
    }

    fn given(
        &mut self,
        known: &Known,
        record: RecordId,
        constants: &[(ClassId, GlobalId)],
    ) -> Given {
        let class = known.class();
        let (variants, names) = self.variants(known, record);
        let held = constants
            .iter()
            .filter(|(id, _)| self.world.is_below(*id, class));
        let held: Vec<GlobalId> = match known {
            Known::One(..) => Vec::new(),
            _ => held.map(|(_, global)| *global).collect(),
        };
        let is_listed = !variants.is_empty() || !held.is_empty();
        Given {
            rest: match known {
                Known::One(..) => self.left_out(class, &names),
                _ => self.rest(class, &names, is_listed),
            },
            variants,
            held,
            making: match self.world.is_record(class) {
                true => Making::ByConstructor,
                false => Making::ByFields,
            },
            bound: self.bound(class),
            rules: self.rules(known),
        }
    }

    /// The records that an object of a type can be, and what their classes are called.
    fn variants(&mut self, known: &Known, record: RecordId) -> (Vec<RecordId>, Vec<String>) {
        match known {
            Known::Part(..) => return (vec![record], Vec::new()),
            Known::One(_, one) => {
                let name = self.world.class(*one).display_name();
                return (vec![record_of(self, *one)], vec![name]);
            }
            Known::Class(..) | Known::Array(..) => {}
        }
        let given = self.reached.given.iter().copied();
        let below = given.filter(|id| self.world.is_below(*id, known.class()));
        let below: Vec<(ClassId, Known)> = below
            .filter_map(|id| match id == known.class() {
                true => Some((id, known.clone())),
                false => Some((id, self.below(id, known)?)),
            })
            .collect();
        below
            .into_iter()
            .map(|(id, known)| {
                let name = self.world.class(id).display_name();
                (record_for(self, &known), name)
            })
            .unzip()
    }

    /// What else than the objects that are listed an object of a class could be.
    fn rest(&self, class: ClassId, names: &[String], is_listed: bool) -> Rest {
        let found = self.world.class(class);
        let name = found.display_name();
        match (self.is_closed(class), is_listed) {
            (true, true) => Rest::Nothing,
            (true, false) if found.is_enum() => Rest::Nothing,
            (true, false) => Rest::Needed(format!(
                "an object of the type {name}, which no class here is"
            )),
            (false, true) if found.element.is_some() => {
                Rest::LeftOut(format!("arrays for {name} of that very class").into())
            }
            (false, true) => self.left_out(class, names),
            (false, false) => {
                Rest::Needed(format!("an object of the type {name} that the caller gave"))
            }
        }
    }

    /// Only objects of these classes are given for one.
    fn left_out(&self, class: ClassId, names: &[String]) -> Rest {
        let name = self.world.class(class).display_name();
        if let [only] = names {
            return Rest::LeftOut(format!("objects for {name} of the class {only}").into());
        }
        let shown = names[..names.len().min(MOST_LISTED)].join(", ");
        let more = match names.len() > MOST_LISTED {
            true => ", …",
            false => "",
        };
        Rest::LeftOut(format!("objects for {name} of the classes {shown}{more}").into())
    }

    /// Whether all classes below one are known, and can be given.
    fn is_closed(&self, class: ClassId) -> bool {
        let found = self.world.class(class);
        match &found.element {
            Some(JavaType::Reference(element)) => {
                let element = self.world.find(element);
                element.is_some_and(|element| self.is_closed(element))
            }
            Some(_) => true,
            None => {
                JavaType::is_value_class(&found.name)
                    || found.author == Author::User && !self.is_lambda(class)
                    || self.reached.enums.contains(&class)
                    || TEXTS.contains(&&*found.name)
            }
        }
    }

    /// Whether a lambda of the program can be an object of a type: those are not given.
    fn is_lambda(&self, class: ClassId) -> bool {
        let mut lambdas = self.reached.lambdas.iter();
        lambdas.any(|lambda| self.world.is_below(*lambda, class))
    }

    /// What is given of a class whose objects could hold more: a string has two encodings.
    fn bound(&self, class: ClassId) -> Option<Arc<str>> {
        let name = &*self.world.class(class).name;
        let is_text = name == "java/lang/String" || TEXTS.contains(&name);
        match name {
            LIST => Some(format!("lists of at most {LONGEST_LIST} elements").into()),
            "java/lang/String" => Some("strings of Latin-1 characters that are no literals".into()),
            _ => is_text.then(|| "full builders of Latin-1 characters".into()),
        }
    }

    /// What holds of the fields of every object of a class.
    fn rules(&self, known: &Known) -> Vec<(u64, Rule)> {
        let class = known.class();
        let number = self.tags.number(class);
        let mut rules = vec![(CLASS_OFFSET, Rule::Is(number.into()))];
        let found = self.world.class(class);
        if found.element.is_some() {
            let count = LENGTH_OFFSET;
            let length = match known {
                Known::Part(_, Some(_)) => Rule::AtMost(LONGEST_LIST),
                _ => Rule::NotNegative,
            };
            rules.push((LENGTH_OFFSET, length));
            rules.push((ELEMENTS_OFFSET, Rule::Elements { count }));
        }
        let length_of = |array: &str| {
            let pointer = self.offset_of(class, array).unwrap_or_default();
            let offset = LENGTH_OFFSET;
            Rule::Same { pointer, offset }
        };
        let fields: &[(&str, Rule)] = match &*found.name {
            "java/lang/String" => &[
                ("value", Rule::Own),
                ("coder", Rule::Is(0)),
                ("hash", Rule::Is(0)),
                ("hashIsZero", Rule::Is(0)),
            ],
            // What there is room for beyond the contents is nobody's business.
            name if TEXTS.contains(&name) => &[
                ("value", Rule::Own),
                ("coder", Rule::Is(0)),
                ("maybeLatin1", Rule::Is(0)),
                ("toStringCache", Rule::Is(0)),
                ("count", length_of("value")),
            ],
            LIST => &[
                ("elementData", Rule::Own),
                ("modCount", Rule::Is(0)),
                ("size", length_of("elementData")),
            ],
            _ => &[],
        };
        let fields = fields.iter();
        rules.extend(fields.filter_map(|(name, rule)| Some((self.offset_of(class, name)?, *rule))));
        rules
    }
}
