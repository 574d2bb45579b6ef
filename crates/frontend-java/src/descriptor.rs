//! Types as class files write them.

use cafebabe::bytecode::PrimitiveArrayType;
use cafebabe::constant_pool::ObjectArrayType;
use std::fmt;
use std::rc::Rc;

/// A type of a field, parameter or element.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum JavaType {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// A class by its name with slashes, or an array by its descriptor: `[I`.
    Reference(Rc<str>),
}

/// What a value is on the operand stack and in a local variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Kind {
    /// Whether it takes two slots.
    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }
}

impl JavaType {
    /// Reads a descriptor that is nothing but this type.
    pub(crate) fn parse(text: &str) -> Option<JavaType> {
        match parse_prefix(text)? {
            (ty, "") => Some(ty),
            _ => None,
        }
    }

    /// The type that a class name of a constant pool stands for.
    pub(crate) fn class(name: &str) -> JavaType {
        JavaType::Reference(name.into())
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            JavaType::Boolean
            | JavaType::Byte
            | JavaType::Char
            | JavaType::Short
            | JavaType::Int => Kind::Int,
            JavaType::Long => Kind::Long,
            JavaType::Float => Kind::Float,
            JavaType::Double => Kind::Double,
            JavaType::Reference(_) => Kind::Reference,
        }
    }

    /// How many bytes it takes in an object.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            JavaType::Boolean | JavaType::Byte => 1,
            JavaType::Char | JavaType::Short => 2,
            JavaType::Int | JavaType::Float => 4,
            JavaType::Long | JavaType::Double | JavaType::Reference(_) => 8,
        }
    }

    /// The descriptor.
    pub(crate) fn descriptor(&self) -> String {
        match self {
            JavaType::Boolean => "Z".to_string(),
            JavaType::Byte => "B".to_string(),
            JavaType::Char => "C".to_string(),
            JavaType::Short => "S".to_string(),
            JavaType::Int => "I".to_string(),
            JavaType::Long => "J".to_string(),
            JavaType::Float => "F".to_string(),
            JavaType::Double => "D".to_string(),
            JavaType::Reference(name) if name.starts_with('[') => name.to_string(),
            JavaType::Reference(name) => format!("L{name};"),
        }
    }

    /// The name of the class of arrays with elements of this type.
    pub(crate) fn array(&self) -> Rc<str> {
        format!("[{}", self.descriptor()).into()
    }

    /// The type of the elements, of an array type.
    pub(crate) fn element(&self) -> Option<JavaType> {
        match self {
            JavaType::Reference(name) => JavaType::parse(name.strip_prefix('[')?),
            _ => None,
        }
    }

    /// The class that boxes a value of a primitive type.
    pub(crate) fn boxed(&self) -> Option<&'static str> {
        Some(match self {
            JavaType::Boolean => "java/lang/Boolean",
            JavaType::Byte => "java/lang/Byte",
            JavaType::Char => "java/lang/Character",
            JavaType::Short => "java/lang/Short",
            JavaType::Int => "java/lang/Integer",
            JavaType::Long => "java/lang/Long",
            JavaType::Float => "java/lang/Float",
            JavaType::Double => "java/lang/Double",
            JavaType::Reference(_) => return None,
        })
    }

    /// The primitive type that a class boxes.
    pub(crate) fn unboxed(class: &str) -> Option<JavaType> {
        JavaType::PRIMITIVES
            .iter()
            .find(|ty| ty.boxed() == Some(class))
            .cloned()
    }

    /// Whether objects of a class are nothing but a value: strings and boxes.
    pub(crate) fn is_value_class(class: &str) -> bool {
        class == "java/lang/String" || JavaType::unboxed(class).is_some()
    }

    /// All primitive types.
    pub(crate) const PRIMITIVES: [JavaType; 8] = [
        JavaType::Boolean,
        JavaType::Byte,
        JavaType::Char,
        JavaType::Short,
        JavaType::Int,
        JavaType::Long,
        JavaType::Float,
        JavaType::Double,
    ];
}

/// As Java source writes it, with the full name of a class.
impl fmt::Display for JavaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JavaType::Boolean => f.write_str("boolean"),
            JavaType::Byte => f.write_str("byte"),
            JavaType::Char => f.write_str("char"),
            JavaType::Short => f.write_str("short"),
            JavaType::Int => f.write_str("int"),
            JavaType::Long => f.write_str("long"),
            JavaType::Float => f.write_str("float"),
            JavaType::Double => f.write_str("double"),
            JavaType::Reference(name) => match self.element() {
                Some(element) => write!(f, "{element}[]"),
                None => f.write_str(&name.replace('/', ".")),
            },
        }
    }
}

/// What a method takes and gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MethodType {
    pub(crate) parameters: Vec<JavaType>,
    pub(crate) result: Option<JavaType>,
}

impl MethodType {
    pub(crate) fn parse(text: &str) -> Option<MethodType> {
        let mut rest = text.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let (ty, after) = parse_prefix(rest)?;
            parameters.push(ty);
            rest = after;
        }
        let result = match &rest[1..] {
            "V" => None,
            text => Some(JavaType::parse(text)?),
        };
        Some(MethodType { parameters, result })
    }

    /// The descriptor.
    pub(crate) fn descriptor(&self) -> String {
        let parameters: String = self.parameters.iter().map(JavaType::descriptor).collect();
        let result = self
            .result
            .as_ref()
            .map_or("V".to_string(), JavaType::descriptor);
        format!("({parameters}){result}")
    }

    /// The parameters as people write them: `int, java.lang.String`.
    pub(crate) fn parameter_list(&self, separator: &str) -> String {
        let names: Vec<String> = self.parameters.iter().map(JavaType::to_string).collect();
        names.join(separator)
    }
}

fn parse_prefix(text: &str) -> Option<(JavaType, &str)> {
    let mut characters = text.chars();
    let ty = match characters.next()? {
        'Z' => JavaType::Boolean,
        'B' => JavaType::Byte,
        'C' => JavaType::Char,
        'S' => JavaType::Short,
        'I' => JavaType::Int,
        'J' => JavaType::Long,
        'F' => JavaType::Float,
        'D' => JavaType::Double,
        'L' => {
            let (name, rest) = text[1..].split_once(';')?;
            return Some((JavaType::class(name), rest));
        }
        '[' => {
            let (element, rest) = parse_prefix(characters.as_str())?;
            return Some((JavaType::Reference(element.array()), rest));
        }
        _ => return None,
    };
    Some((ty, characters.as_str()))
}

/// The type of the elements of an array of numbers.
pub(crate) fn primitive(ty: PrimitiveArrayType) -> JavaType {
    match ty {
        PrimitiveArrayType::Boolean => JavaType::Boolean,
        PrimitiveArrayType::Char => JavaType::Char,
        PrimitiveArrayType::Float => JavaType::Float,
        PrimitiveArrayType::Double => JavaType::Double,
        PrimitiveArrayType::Byte => JavaType::Byte,
        PrimitiveArrayType::Short => JavaType::Short,
        PrimitiveArrayType::Int => JavaType::Int,
        PrimitiveArrayType::Long => JavaType::Long,
    }
}

/// The type that an operand of `checkcast` and its relatives names.
pub(crate) fn object_type(ty: &ObjectArrayType<'_>) -> JavaType {
    match ty {
        ObjectArrayType::BinaryName(name) => JavaType::class(name),
        ObjectArrayType::ArrayType(array) => JavaType::class(&array.to_string()),
    }
}
