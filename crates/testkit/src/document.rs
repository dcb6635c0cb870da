//! The OpenAPI document as generated tests read it: operations, schemas, and values that match them.

use serde_json::{Map, Value, json};

/// The OpenAPI document of the server, as JSON.
pub struct Document(Value);

/// One operation of the document.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The `operationId`: `update_product`.
    pub id: String,
    /// The HTTP method in upper case.
    pub method: String,
    /// The path template: `/products/{id}`.
    pub path: String,
    /// The document requires no token.
    pub is_open: bool,
    /// Schema of its JSON body.
    pub body: Option<Value>,
    /// Its body is multipart.
    pub is_upload: bool,
    /// Names and schemas of its path parameters.
    pub path_params: Vec<(String, Value)>,
    /// Names and schemas of its query parameters.
    pub query_params: Vec<(String, Value)>,
    /// Documented statuses.
    pub statuses: Vec<u16>,
    /// Schema of the body of its 409.
    pub conflict: Option<Value>,
}

impl Operation {
    /// The path with its parameters filled.
    #[must_use]
    pub fn path_with(&self, mut value: impl FnMut(&str, &Value) -> String) -> String {
        self.path_params
            .iter()
            .fold(self.path.clone(), |path, (name, schema)| path.replace(&format!("{{{name}}}"), &value(name, schema)))
    }
}

/// The prefix of an id's schema: `prd` of `^prd_[...]{13}$`.
#[must_use]
pub fn id_prefix(schema: &Value) -> Option<&str> {
    schema["pattern"].as_str()?.strip_prefix('^')?.split_once("_[").map(|(prefix, _)| prefix)
}

/// A value for a parameter of a path that is no id.
#[must_use]
pub fn path_word(name: &str) -> &'static str {
    match name {
        "provider" => "BOSTA",
        "theme" => "one",
        "page" => "index",
        "number" => "1",
        "policy" => "privacy",
        "courier" => "BOSTA",
        _ => "store_name",
    }
}

impl Document {
    /// Generates the document from the server's routes.
    #[must_use]
    pub fn current() -> Self {
        Self(serde_json::to_value(server::openapi()).unwrap())
    }

    /// Every operation, in the document's order.
    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        let paths = self.0["paths"].as_object().unwrap();
        paths
            .iter()
            .flat_map(|(path, methods)| methods.as_object().unwrap().iter().map(|(m, o)| self.operation(path, m, o)))
            .collect()
    }

    /// The operations that a walk over all of them asks: every one, or those whose path begins with one of `TEST_PATHS` (separated by
    /// `|`), where `cargo xtask test` knows that a change reaches no others.
    #[must_use]
    pub fn reached_operations(&self) -> Vec<Operation> {
        let all = self.operations();
        let Ok(reached) = std::env::var("TEST_PATHS") else { return all };
        let starts: Vec<&str> = reached.split('|').collect();
        all.into_iter().filter(|op| starts.iter().any(|start| op.path.starts_with(start))).collect()
    }

    fn operation(&self, path: &str, method: &str, o: &Value) -> Operation {
        let content = &self.resolve(&o["requestBody"])["content"];
        let params = |location: &str| -> Vec<(String, Value)> {
            let all = o["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
            let of_location = all.iter().filter(|p| p["in"] == location);
            of_location.map(|p| (p["name"].as_str().unwrap().to_owned(), self.resolve(&p["schema"]).clone())).collect()
        };
        Operation {
            id: o["operationId"].as_str().unwrap_or_default().to_owned(),
            method: method.to_uppercase(),
            path: path.to_owned(),
            is_open: o["security"].as_array().is_some_and(|s| s.iter().any(|r| r.as_object().is_some_and(Map::is_empty))),
            body: content.get("application/json").map(|c| c["schema"].clone()),
            is_upload: content.get("multipart/form-data").is_some(),
            path_params: params("path"),
            query_params: params("query"),
            conflict: self.resolve(&o["responses"]["409"])["content"].get("application/json").map(|c| c["schema"].clone()),
            statuses: o["responses"].as_object().unwrap().keys().filter_map(|s| s.parse().ok()).collect(),
        }
    }

    /// Follows `$ref`s of a schema.
    #[must_use]
    pub fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(r) => self.resolve(self.0.pointer(&r[1..]).unwrap_or_else(|| panic!("{r} leads nowhere"))),
            None => schema,
        }
    }

    /// The fields of an object's schema: name, schema, required. Parts of `allOf` are merged.
    #[must_use]
    pub fn fields(&self, schema: &Value) -> Vec<(String, Value, bool)> {
        let schema = self.without_null(schema);
        if let Some(parts) = schema["allOf"].as_array() {
            return parts.iter().flat_map(|p| self.fields(p)).collect();
        }
        let required: Vec<&str> =
            schema["required"].as_array().map(|r| r.iter().filter_map(Value::as_str).collect()).unwrap_or_default();
        let properties = schema["properties"].as_object();
        properties.into_iter().flatten().map(|(name, s)| (name.clone(), s.clone(), required.contains(&name.as_str()))).collect()
    }

    /// Where an answer differs from its schema: dotted paths of undocumented fields, and of required ones that are missing.
    #[must_use]
    pub fn unknown_fields(&self, schema: &Value, answer: &Value) -> Vec<String> {
        let schema = self.resolve(schema);
        for word in ["oneOf", "anyOf"] {
            if let Some(parts) = schema[word].as_array() {
                let found = parts.iter().map(|part| self.unknown_fields(part, answer)).min_by_key(Vec::len);
                return if answer.is_null() { Vec::new() } else { found.unwrap_or_default() };
            }
        }
        match answer {
            Value::Array(all) => all.iter().flat_map(|one| self.unknown_fields(&schema["items"], one)).collect(),
            Value::Object(all) if schema.get("properties").is_some() || schema.get("allOf").is_some() => {
                let fields = self.fields(schema);
                let missing = fields.iter().filter(|(name, _, is_required)| *is_required && !all.contains_key(name));
                let mut wrong: Vec<String> = missing.map(|(name, ..)| format!("{name} is missing")).collect();
                for (name, value) in all {
                    match fields.iter().find(|(field, ..)| field == name) {
                        Some((_, schema, _)) => {
                            wrong.extend(self.unknown_fields(schema, value).into_iter().map(|path| format!("{name}.{path}")));
                        }
                        None => wrong.push(name.clone()),
                    }
                }
                wrong
            }
            _ => Vec::new(),
        }
    }

    /// The schema without references and without the alternative `null`.
    #[must_use]
    pub fn without_null(&self, schema: &Value) -> Value {
        let schema = self.resolve(schema);
        for word in ["oneOf", "anyOf"] {
            if let Some(parts) = schema[word].as_array() {
                let first = parts.iter().find(|p| self.resolve(p)["type"] != "null");
                return first.map_or(Value::Null, |p| self.without_null(p));
            }
        }
        schema.clone()
    }

    /// The schema's type, leaving `null` aside.
    #[must_use]
    pub fn kind(&self, schema: &Value) -> String {
        let schema = self.without_null(schema);
        match &schema["type"] {
            Value::String(t) => t.clone(),
            Value::Array(all) => all.iter().filter_map(Value::as_str).find(|t| *t != "null").unwrap_or("").to_owned(),
            _ if schema.get("allOf").is_some() || schema.get("properties").is_some() => "object".into(),
            _ => String::new(),
        }
    }

    /// A valid value, with the required fields only.
    #[must_use]
    pub fn sample(&self, schema: &Value) -> Value {
        let plain = self.without_null(schema);
        if let Some(choice) = plain["enum"].as_array().and_then(|e| e.first()) {
            return choice.clone();
        }
        match self.kind(schema).as_str() {
            "string" => match id_prefix(&plain) {
                Some(prefix) => json!(format!("{prefix}_0000000000001")),
                None => json!("1"),
            },
            "integer" | "number" => plain.get("minimum").cloned().unwrap_or(json!(1)),
            "boolean" => json!(true),
            "array" => {
                let items = self.sample(&plain["items"]);
                json!([items])
            }
            "object" => self
                .fields(&plain)
                .into_iter()
                .filter(|(.., is_required)| *is_required)
                .map(|(name, s, _)| (name, self.sample(&s)))
                .collect(),
            _ => Value::Null,
        }
    }
}
