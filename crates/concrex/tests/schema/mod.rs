//! The part of JSON Schema that `docs/report.schema.json` uses.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use serde_json::Value;

/// Panics at the first place where the document is not as the schema says.
pub(crate) fn validate(schema: &Value, document: &Value) {
    Validator { root: schema }.check(schema, document, "document");
}

struct Validator<'a> {
    root: &'a Value,
}

impl Validator<'_> {
    fn check(&self, schema: &Value, value: &Value, place: &str) {
        if let Some(reference) = schema["$ref"].as_str() {
            let pointer = reference.trim_start_matches('#');
            let target = self
                .root
                .pointer(pointer)
                .unwrap_or_else(|| panic!("no {reference}"));
            return self.check(target, value, place);
        }
        for keyword in schema.as_object().into_iter().flatten() {
            self.check_keyword(keyword.0, keyword.1, schema, value, place);
        }
    }

    fn check_keyword(
        &self,
        keyword: &str,
        rule: &Value,
        schema: &Value,
        value: &Value,
        place: &str,
    ) {
        match keyword {
            "type" => {
                let allowed = rule
                    .as_array()
                    .cloned()
                    .unwrap_or_else(|| vec![rule.clone()]);
                let fits = allowed.iter().any(|name| is_of_type(value, name));
                assert!(fits, "{place}: {value} is not of type {rule}");
            }
            "const" => assert_eq!(value, rule, "{place}"),
            "enum" => {
                let listed = rule.as_array().is_some_and(|values| values.contains(value));
                assert!(listed, "{place}: {value} is none of {rule}");
            }
            // Without meaning for what is not an object.
            "required" => {
                for name in rule
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                {
                    let there = value
                        .as_object()
                        .is_none_or(|fields| fields.contains_key(name));
                    assert!(there, "{place}: no {name}");
                }
            }
            "properties" => {
                for (name, schema) in rule.as_object().into_iter().flatten() {
                    if let Some(field) = value.get(name) {
                        self.check(schema, field, &format!("{place}.{name}"));
                    }
                }
            }
            "additionalProperties" => {
                assert_eq!(
                    rule,
                    &Value::Bool(false),
                    "{place}: only `false` is understood"
                );
                for name in value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| name)
                {
                    assert!(
                        schema["properties"].get(name).is_some(),
                        "{place}: extra {name}"
                    );
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(rule, item, &format!("{place}[{index}]"));
                }
            }
            "minimum" => {
                let least = rule.as_f64().unwrap_or(f64::NAN);
                assert!(
                    value.as_f64().is_none_or(|number| number >= least),
                    "{place}: {value}"
                );
            }
            "$schema" | "$id" | "$defs" | "title" | "description" => {}
            other => panic!("{place}: the schema uses `{other}`, which this test cannot check"),
        }
    }
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("null") => value.is_null(),
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_u64() || value.is_i64(),
        _ => panic!("the type {name} is not one of JSON Schema's"),
    }
}
