//! The schemas of a theme's sections: settings and blocks, their allowed values and defaults (TH-03, TH-04). Pure; the theme
//! editor renders its inputs from them and `check` validates what it sends.

use std::collections::BTreeSet;

use kernel::text_guard::{Lines, clean};
use kernel::{CategoryId, MediaId, ProductId, Texts};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::model::{Block, Zone};
use crate::menus::is_address;

/// A kind of section.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionSchema {
    /// Its name in the editor.
    pub name: Texts,
    /// Its purpose, for the editor.
    pub description: Texts,
    /// Pages that may have it; `all` for every page.
    pub pages: Vec<String>,
    /// Its zone on the page.
    pub zone: Zone,
    /// Most instances on a page.
    #[serde(default = "ten")]
    pub most: u32,
    /// Data the storefront loads for it: `products`, `categories`, `related`.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Its settings, in the editor's order.
    pub settings: Vec<Setting>,
    /// Most blocks of a section.
    #[serde(default)]
    pub most_blocks: u32,
    /// Kinds of blocks.
    #[serde(default)]
    pub blocks: Vec<BlockSchema>,
    /// Presets to add.
    pub presets: Vec<Preset>,
}

const fn ten() -> u32 {
    10
}

/// A kind of block.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockSchema {
    /// The value of [`Block::kind`].
    #[serde(rename = "type")]
    pub kind: String,
    /// Its name in the editor.
    pub name: Texts,
    /// Its settings.
    pub settings: Vec<Setting>,
}

/// A preset: a filled-in section to add.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Unique within the schema.
    pub id: String,
    /// Its name in the editor.
    pub name: Texts,
    /// Settings that differ from the defaults.
    pub settings: Map<String, Value>,
    /// Its initial blocks.
    pub blocks: Vec<Block>,
}

/// A setting, with its input in the editor.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setting {
    /// Its key in a section's settings.
    pub id: String,
    /// Its value type.
    #[serde(flatten)]
    pub kind: Kind,
    /// The label above the input.
    pub label: Texts,
    /// A hint below the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Texts>,
    /// The value when none is stored.
    pub default: Value,
}

/// An option of a select.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The stored value.
    pub value: String,
    /// The displayed label.
    pub label: Texts,
}

/// The value type of a setting.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Kind {
    /// One line.
    Text {
        /// `{"ar", "en"}` instead of a string.
        #[serde(default)]
        is_translatable: bool,
        /// Most characters.
        max_length: usize,
    },
    /// Several lines.
    Textarea {
        /// `{"ar", "en"}` instead of a string.
        #[serde(default)]
        is_translatable: bool,
        /// Most characters.
        max_length: usize,
    },
    /// HTML, restricted to the allow-list.
    Richtext {
        /// `{"ar", "en"}` instead of a string.
        #[serde(default)]
        is_translatable: bool,
        /// Most characters.
        max_length: usize,
    },
    /// A whole number.
    Number {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// A whole number on a slider.
    Range {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Step of the slider.
        step: i64,
    },
    /// True or false.
    Checkbox,
    /// One of several options.
    Select {
        /// The options.
        options: Vec<Choice>,
    },
    /// `#rrggbb`.
    Color,
    /// A media id or null.
    Image,
    /// A product id or null.
    Product,
    /// A category id or null.
    Category,
    /// Product ids.
    Products {
        /// Most products.
        max: usize,
    },
    /// A URL: a path of the store, `https:`, `mailto:` or `tel:`; empty for none.
    Url,
}

/// A value that violates the schema, by its dotted path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// `heading.ar`, `blocks.0.settings.url`.
    pub path: String,
    /// `unknown`, `type`, `length`, `range`, `choice`, `text`.
    pub reason: &'static str,
}

impl SectionSchema {
    /// The faults of settings and blocks; empty when all are valid.
    #[must_use]
    pub fn check(&self, settings: &Map<String, Value>, blocks: &[Block]) -> Vec<Fault> {
        let mut faults = check_settings(&self.settings, settings, "");
        if blocks.len() > self.most_blocks as usize {
            faults.push(Fault { path: "blocks".into(), reason: "range" });
        }
        let mut ids = BTreeSet::new();
        for (i, block) in blocks.iter().enumerate() {
            if !ids.insert(&block.id) {
                faults.push(Fault { path: format!("blocks.{i}.id"), reason: "choice" });
            }
            match self.blocks.iter().find(|b| b.kind == block.kind) {
                Some(schema) => {
                    faults.extend(check_settings(&schema.settings, &block.settings, &format!("blocks.{i}.settings.")));
                }
                None => faults.push(Fault { path: format!("blocks.{i}.type"), reason: "choice" }),
            }
        }
        faults
    }

    /// All settings of a section: stored values, completed by defaults.
    #[must_use]
    pub fn fill(&self, settings: &Map<String, Value>) -> Map<String, Value> {
        filled(&self.settings, settings)
    }

    /// All settings of a block, completed by defaults.
    #[must_use]
    pub fn fill_block(&self, block: &Block) -> Map<String, Value> {
        self.blocks.iter().find(|b| b.kind == block.kind).map(|b| filled(&b.settings, &block.settings)).unwrap_or_default()
    }

    /// The setting with this id, in the section or, with a block's kind, in that block.
    #[must_use]
    pub fn setting(&self, block: Option<&str>, id: &str) -> Option<&Setting> {
        match block {
            None => &self.settings,
            Some(kind) => &self.blocks.iter().find(|b| b.kind == kind)?.settings,
        }
        .iter()
        .find(|s| s.id == id)
    }
}

fn filled(schema: &[Setting], values: &Map<String, Value>) -> Map<String, Value> {
    // A value of an earlier schema that is no longer valid falls back to the default too: a page never breaks on its settings.
    let fits = |s: &Setting, v: &&Value| s.kind.check(v).is_ok();
    schema.iter().map(|s| (s.id.clone(), values.get(&s.id).filter(|v| fits(s, v)).unwrap_or(&s.default).clone())).collect()
}

fn check_settings(schema: &[Setting], values: &Map<String, Value>, prefix: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (id, value) in values {
        let path = format!("{prefix}{id}");
        match schema.iter().find(|s| s.id == *id) {
            None => faults.push(Fault { path, reason: "unknown" }),
            Some(setting) => {
                if let Err((inner, reason)) = setting.kind.check(value) {
                    faults.push(Fault { path: if inner.is_empty() { path } else { format!("{path}.{inner}") }, reason });
                }
            }
        }
    }
    faults
}

impl Kind {
    /// Validates a value.
    ///
    /// # Errors
    /// The path inside the value, and the reason.
    pub fn check(&self, value: &Value) -> Result<(), (&'static str, &'static str)> {
        let text = |v: &Value, max: usize, lines: Lines| match v.as_str() {
            Some(t) => clean(t, max, lines).map(|_| ()).map_err(|_| "text"),
            None => Err("type"),
        };
        let id = |v: &Value, ok: fn(&str) -> bool| match v {
            Value::Null => Ok(()),
            Value::String(t) if ok(t) => Ok(()),
            _ => Err(("", "type")),
        };
        match self {
            Self::Text { is_translatable, max_length }
            | Self::Textarea { is_translatable, max_length }
            | Self::Richtext { is_translatable, max_length } => {
                let lines = if matches!(self, Self::Text { .. }) { Lines::Single } else { Lines::Many };
                if !is_translatable {
                    return text(value, *max_length, lines).map_err(|r| ("", r));
                }
                let Some(map) = value.as_object() else { return Err(("", "type")) };
                if map.keys().any(|k| k != "ar" && k != "en") {
                    return Err(("", "unknown"));
                }
                for lang in ["ar", "en"] {
                    if let Some(v) = map.get(lang) {
                        text(v, *max_length, lines).map_err(|r| (lang, r))?;
                    }
                }
                Ok(())
            }
            Self::Number { min, max } | Self::Range { min, max, .. } => match value.as_i64() {
                Some(n) if (*min..=*max).contains(&n) => Ok(()),
                Some(_) => Err(("", "range")),
                None => Err(("", "type")),
            },
            Self::Checkbox => value.as_bool().map(|_| ()).ok_or(("", "type")),
            Self::Select { options } => {
                value.as_str().filter(|v| options.iter().any(|o| o.value == *v)).map(|_| ()).ok_or(("", "choice"))
            }
            Self::Color => {
                let is_color = |t: &str| t.len() == 7 && t.starts_with('#') && t[1..].bytes().all(|b| b.is_ascii_hexdigit());
                value.as_str().filter(|t| is_color(t)).map(|_| ()).ok_or(("", "type"))
            }
            Self::Image => id(value, |t| t.parse::<MediaId>().is_ok()),
            Self::Product => id(value, |t| t.parse::<ProductId>().is_ok()),
            Self::Category => id(value, |t| t.parse::<CategoryId>().is_ok()),
            Self::Products { max } => {
                let Some(list) = value.as_array() else { return Err(("", "type")) };
                if list.len() > *max {
                    return Err(("", "range"));
                }
                let is_product = |v: &Value| v.as_str().is_some_and(|t| t.parse::<ProductId>().is_ok());
                if list.iter().all(is_product) { Ok(()) } else { Err(("", "type")) }
            }
            Self::Url => match value.as_str() {
                Some(t) if t.is_empty() || is_address(t) => text(value, 2_000, Lines::Single).map_err(|r| ("", r)),
                _ => Err(("", "type")),
            },
        }
    }

    /// An empty value of this type, for the editor's new blocks.
    #[must_use]
    pub fn empty(&self) -> Value {
        match self {
            Self::Text { is_translatable: true, .. }
            | Self::Textarea { is_translatable: true, .. }
            | Self::Richtext { is_translatable: true, .. } => {
                json!({})
            }
            Self::Text { .. } | Self::Textarea { .. } | Self::Richtext { .. } | Self::Url => json!(""),
            Self::Number { min, .. } | Self::Range { min, .. } => json!(min),
            Self::Checkbox => json!(false),
            Self::Select { options } => options.first().map_or(Value::Null, |o| json!(o.value)),
            Self::Color => json!("#000000"),
            Self::Image | Self::Product | Self::Category => Value::Null,
            Self::Products { .. } => json!([]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> SectionSchema {
        serde_json::from_value(json!({
            "name": {"ar": "أ", "en": "a"}, "description": {"ar": "أ", "en": "a"}, "pages": ["index"], "zone": "sortable",
            "settings": [
                {"id": "heading", "type": "text", "label": {"ar": "أ", "en": "a"}, "is_translatable": true, "max_length": 10, "default": {"ar": "سلام"}},
                {"id": "limit", "type": "range", "label": {"ar": "أ", "en": "a"}, "min": 2, "max": 8, "step": 1, "default": 4},
                {"id": "url", "type": "url", "label": {"ar": "أ", "en": "a"}, "default": ""},
                {"id": "color", "type": "color", "label": {"ar": "أ", "en": "a"}, "default": "#ffffff"},
                {"id": "tone", "type": "select", "label": {"ar": "أ", "en": "a"}, "options": [{"value": "plain", "label": {"ar": "أ", "en": "a"}}], "default": "plain"}
            ],
            "most_blocks": 1,
            "blocks": [{"type": "item", "name": {"ar": "أ", "en": "a"}, "settings": []}],
            "presets": []
        }))
        .unwrap()
    }

    fn map(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn th_04_each_wrong_value_is_named_by_its_path() {
        let s = schema();
        for (settings, path, reason) in [
            (json!({"nothing": 1}), "nothing", "unknown"),
            (json!({"heading": "plain"}), "heading", "type"),
            (json!({"heading": {"fr": "x"}}), "heading", "unknown"),
            (json!({"heading": {"en": "a\u{202E}b"}}), "heading.en", "text"),
            (json!({"heading": {"ar": "١٢٣٤٥٦٧٨٩٠١"}}), "heading.ar", "text"),
            (json!({"limit": 9}), "limit", "range"),
            (json!({"limit": "4"}), "limit", "type"),
            (json!({"limit": 2.5}), "limit", "type"),
            (json!({"url": "javascript:alert(1)"}), "url", "type"),
            (json!({"url": "//evil.example"}), "url", "type"),
            (json!({"color": "red"}), "color", "type"),
            (json!({"color": "#fff;}x"}), "color", "type"),
            (json!({"tone": "loud"}), "tone", "choice"),
        ] {
            assert_eq!(s.check(&map(settings.clone()), &[]), [Fault { path: path.into(), reason }], "{settings}");
        }
        assert!(
            s.check(&map(json!({"heading": {"ar": "أهلًا"}, "limit": 8, "url": "/collections", "color": "#A0b1C2"})), &[])
                .is_empty()
        );
    }

    #[test]
    fn th_03_blocks_are_of_known_kinds_and_few() {
        let s = schema();
        let block = |id: &str, kind: &str| Block { id: id.into(), kind: kind.into(), is_active: true, settings: Map::new() };
        assert!(s.check(&Map::new(), &[block("a", "item")]).is_empty());
        assert_eq!(s.check(&Map::new(), &[block("a", "slide")])[0].path, "blocks.0.type");
        assert_eq!(s.check(&Map::new(), &[block("a", "item"), block("a", "item")]).len(), 2);
    }

    #[test]
    fn a_value_that_no_longer_fits_takes_the_default() {
        let filled = schema().fill(&map(json!({"limit": 99, "tone": "plain", "gone": 1})));
        assert_eq!(
            Value::Object(filled),
            json!({"heading": {"ar": "سلام"}, "limit": 4, "url": "", "color": "#ffffff", "tone": "plain"})
        );
    }
}
