//! The schemas of a theme's sections: settings and blocks, their allowed values and defaults (TH-03, TH-04). Pure; the theme
//! editor renders its inputs from them and `check` validates what it sends.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Texts;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::kind::{Kind, Reason, is_empty};
use super::model::{Block, Zone};

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
    /// How a section is read that was stored before its kind had blocks.
    #[serde(default)]
    pub before_blocks: Option<BeforeBlocks>,
    /// Presets to add.
    pub presets: Vec<Preset>,
}

/// How a section is read that was stored before its kind had blocks (decision 0079).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeforeBlocks {
    /// The preset whose blocks it has.
    pub preset: String,
    /// Where its former settings went: a block's id for whether that block is shown, `block.setting` for a value.
    pub settings: BTreeMap<String, String>,
}

const fn ten() -> u32 {
    10
}

/// A kind of block.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ThemeBlockSchema)]
pub struct BlockSchema {
    /// The value of [`Block::kind`].
    #[serde(rename = "type")]
    pub kind: String,
    /// Its name in the editor.
    pub name: Texts,
    /// Most of this kind in a section; as many as the section may have when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// What the editor says while the section shows no block of this kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Texts>,
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

/// Shows a setting's input only while another setting of the same list has one of these values.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ThemeShownIf)]
pub struct ShownIf {
    /// The other setting's key.
    pub setting: String,
    /// Its values that show the input.
    pub values: Vec<Value>,
}

/// A setting, with its input in the editor.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = ThemeSetting)]
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
    /// The heading above this and the following settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Texts>,
    /// It must not be empty (editor 5).
    #[serde(default)]
    pub is_required: bool,
    /// When its input is shown; always when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown_if: Option<ShownIf>,
    /// The value when none is stored.
    pub default: Value,
}

/// A value that violates the schema, by its dotted path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// `heading.ar`, `blocks.0.settings.url`.
    pub path: String,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Most blocks of a section, whatever its schema says.
pub const MOST_BLOCKS: u32 = 50;

/// A map of settings or a list of blocks as it is stored, and what is wrong with what was sent.
pub type Cleaned<T> = (T, Vec<Fault>);

impl SectionSchema {
    /// The faults of settings and blocks; empty when all are valid.
    #[must_use]
    pub fn check(&self, settings: &Map<String, Value>, blocks: &[Block]) -> Vec<Fault> {
        let (stored, mut faults) = self.clean(settings);
        faults.extend(self.check_period(&stored, settings));
        faults.extend(self.clean_blocks(blocks).1);
        faults
    }

    /// Settings as they are stored: texts trimmed, HTML sanitised.
    #[must_use]
    pub fn clean(&self, settings: &Map<String, Value>) -> Cleaned<Map<String, Value>> {
        cleaned(&self.settings, settings, "")
    }

    /// The fault of the section's own period in all of its settings, when some of it was sent.
    pub(super) fn check_period(&self, settings: &Map<String, Value>, sent: &Map<String, Value>) -> Option<Fault> {
        fault_of_period(&self.settings, settings, "").filter(|_| PERIOD.iter().any(|id| sent.contains_key(*id)))
    }

    /// Blocks as they are stored, with all of their settings.
    #[must_use]
    pub fn clean_blocks(&self, blocks: &[Block]) -> Cleaned<Vec<Block>> {
        let mut faults = Vec::new();
        let most = self.most_blocks.min(MOST_BLOCKS);
        if blocks.len() > most as usize {
            faults.push(Fault { path: "blocks".into(), reason: Reason::Range(0, i64::from(most)) });
            return (Vec::new(), faults);
        }
        // Without blocks it would be read as one from before there were any.
        if blocks.is_empty() && self.before_blocks.is_some() {
            faults.push(Fault { path: "blocks".into(), reason: Reason::Range(1, i64::from(most)) });
        }
        let mut ids = BTreeSet::new();
        let mut out = Vec::with_capacity(blocks.len());
        for (i, block) in blocks.iter().enumerate() {
            let is_id = (1..=40).contains(&block.id.len())
                && block.id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
            if !is_id || !ids.insert(&block.id) {
                faults.push(Fault { path: format!("blocks.{i}.id"), reason: Reason::Choice });
            }
            match self.blocks.iter().find(|b| b.kind == block.kind) {
                Some(schema) => {
                    if let Some(most) = schema.most.filter(|_| !self.has_room(&blocks[..i], &block.kind)) {
                        faults.push(Fault { path: format!("blocks.{i}.type"), reason: Reason::Often(most) });
                    }
                    let (settings, found) = cleaned(&schema.settings, &block.settings, &format!("blocks.{i}.settings."));
                    faults.extend(found);
                    faults.extend(fault_of_period(&schema.settings, &settings, &format!("blocks.{i}.settings.")));
                    out.push(Block { settings, ..block.clone() });
                }
                None => faults.push(Fault { path: format!("blocks.{i}.type"), reason: Reason::Choice }),
            }
        }
        (out, faults)
    }

    /// Whether one more block of a kind fits beside these others.
    #[must_use]
    pub fn has_room(&self, others: &[Block], kind: &str) -> bool {
        let most = self.blocks.iter().find(|b| b.kind == kind).and_then(|b| b.most);
        most.is_none_or(|most| others.iter().filter(|b| b.kind == kind).count() < most as usize)
    }

    /// The blocks of a stored section. One that was stored before its kind had blocks gets those of a preset, with what its
    /// former settings said: it is drawn and edited as if they had been written.
    #[must_use]
    pub fn stored_blocks(&self, settings: &Map<String, Value>, stored: Vec<Block>) -> Vec<Block> {
        let Some(before) = self.before_blocks.as_ref().filter(|_| stored.is_empty()) else { return stored };
        let Some(preset) = self.presets.iter().find(|p| p.id == before.preset) else { return stored };
        let mut blocks = preset.blocks.clone();
        for (former, target) in &before.settings {
            let Some(value) = settings.get(former) else { continue };
            let (id, setting) = target.split_once('.').map_or((target.as_str(), None), |(id, setting)| (id, Some(setting)));
            let Some(block) = blocks.iter_mut().find(|b| b.id == id) else { continue };
            let Some(setting) = setting else {
                block.is_active = value.as_bool().unwrap_or(block.is_active);
                continue;
            };
            let kind = self.blocks.iter().find(|b| b.kind == block.kind);
            let fits = kind.and_then(|b| b.settings.iter().find(|s| s.id == setting)).is_some_and(|s| s.kind.fits(value));
            if fits {
                block.settings.insert(setting.to_owned(), value.clone());
            }
        }
        blocks
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

    /// What taking one of the presets changes in a section that draws nothing itself: the settings that one of the presets names. What
    /// none speaks of, the store's number for chats among them, is not a look's to change.
    #[must_use]
    pub fn look(&self, preset: &Preset) -> Map<String, Value> {
        self.look_settings(&preset.settings)
    }

    /// The settings that one of the presets names, out of those of a section; completed by defaults.
    #[must_use]
    pub fn look_settings(&self, settings: &Map<String, Value>) -> Map<String, Value> {
        let is_named = |id: &String| self.presets.iter().any(|p| p.settings.contains_key(id));
        self.fill(settings).into_iter().filter(|(id, _)| is_named(id)).collect()
    }

    /// The section's setting with this id.
    #[must_use]
    pub fn setting(&self, id: &str) -> Option<&Setting> {
        self.settings.iter().find(|s| s.id == id)
    }
}

fn filled(schema: &[Setting], values: &Map<String, Value>) -> Map<String, Value> {
    // A value of an earlier schema that is no longer valid falls back to the default too: a page never breaks on its settings.
    let fits = |s: &Setting, v: &&Value| s.kind.fits(v);
    schema.iter().map(|s| (s.id.clone(), values.get(&s.id).filter(|v| fits(s, v)).unwrap_or(&s.default).clone())).collect()
}

/// The two days of a period: settings of type `date` with these ids in one list.
const PERIOD: [&str; 2] = ["starts_at", "ends_at"];

/// The fault of a period that ends before it begins: nothing would ever be shown.
fn fault_of_period(schema: &[Setting], values: &Map<String, Value>, prefix: &str) -> Option<Fault> {
    let day = |id: &str| {
        schema.iter().find(|s| s.id == id && matches!(s.kind, Kind::Date))?;
        values.get(id)?.as_str().filter(|day| !day.is_empty())
    };
    // Written alike, they sort as texts.
    let [starts, ends] = PERIOD.map(day);
    (ends? <= starts?).then(|| Fault { path: format!("{prefix}{}", PERIOD[1]), reason: Reason::Ends })
}

fn cleaned(schema: &[Setting], values: &Map<String, Value>, prefix: &str) -> Cleaned<Map<String, Value>> {
    let (mut out, mut faults) = (Map::new(), Vec::new());
    for (id, value) in values {
        let path = format!("{prefix}{id}");
        let Some(setting) = schema.iter().find(|s| s.id == *id) else {
            faults.push(Fault { path, reason: Reason::Unknown });
            continue;
        };
        match setting.kind.clean(value) {
            Ok(value) if setting.is_required && is_empty(&value) => faults.push(Fault { path, reason: Reason::Required }),
            Ok(value) => {
                out.insert(id.clone(), value);
            }
            Err((inner, reason)) => {
                faults.push(Fault { path: if inner.is_empty() { path } else { format!("{path}.{inner}") }, reason });
            }
        }
    }
    (out, faults)
}

#[cfg(test)]
mod tests {
    use kernel::text_guard::{Lines, clean};
    use serde_json::json;

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
        let too_long = Reason::Text(clean("12345678901", 10, Lines::Single).unwrap_err());
        let hidden = Reason::Text(clean("a\u{202E}b", 10, Lines::Single).unwrap_err());
        for (settings, path, reason) in [
            (json!({"nothing": 1}), "nothing", Reason::Unknown),
            (json!({"heading": "plain"}), "heading", Reason::Type),
            (json!({"heading": {"fr": "x"}}), "heading", Reason::Unknown),
            (json!({"heading": {"en": "a\u{202E}b"}}), "heading.en", hidden),
            (json!({"heading": {"ar": "١٢٣٤٥٦٧٨٩٠١"}}), "heading.ar", too_long),
            (json!({"limit": 9}), "limit", Reason::Range(2, 8)),
            (json!({"limit": "4"}), "limit", Reason::Type),
            (json!({"limit": 2.5}), "limit", Reason::Type),
            (json!({"url": "javascript:alert(1)"}), "url", Reason::Address),
            (json!({"url": "//evil.example"}), "url", Reason::Address),
            (json!({"color": "red"}), "color", Reason::Type),
            (json!({"color": "#fff;}x"}), "color", Reason::Type),
            (json!({"tone": "loud"}), "tone", Reason::Choice),
        ] {
            assert_eq!(s.check(&map(settings.clone()), &[]), [Fault { path: path.into(), reason }], "{settings}");
        }
        assert!(
            s.check(&map(json!({"heading": {"ar": "أهلًا"}, "limit": 8, "url": "/collections", "color": "#A0b1C2"})), &[])
                .is_empty()
        );
    }

    #[test]
    fn st_09_a_period_ends_after_it_begins() {
        let day = |id: &str| json!({"id": id, "type": "date", "label": {"ar": "أ", "en": "a"}, "default": ""});
        let days = json!([day("starts_at"), day("ends_at")]);
        let s: SectionSchema = serde_json::from_value(json!({
            "name": {"ar": "أ", "en": "a"}, "description": {"ar": "أ", "en": "a"}, "pages": ["index"], "zone": "sortable",
            "settings": days, "most_blocks": 2, "blocks": [{"type": "item", "name": {"ar": "أ", "en": "a"}, "settings": days}], "presets": [],
        }))
        .unwrap();
        for (starts, ends, is_right) in [
            ("2026-12-31T10:00", "2026-12-01T10:00", false),
            ("2026-12-01T10:00", "2026-12-01T10:00", false),
            ("2026-12-01T10:00", "2026-12-01T10:01", true),
            ("", "2026-12-01T10:00", true),
            ("2026-12-01T10:00", "", true),
        ] {
            let settings = map(json!({"starts_at": starts, "ends_at": ends}));
            let block = Block { id: "a".into(), kind: "item".into(), is_active: true, settings: settings.clone() };
            let fault = |path: &str| Fault { path: path.into(), reason: Reason::Ends };
            let faults = if is_right { Vec::new() } else { vec![fault("ends_at"), fault("blocks.0.settings.ends_at")] };
            assert_eq!(s.check(&settings, &[block]), faults, "{starts} {ends}");
        }
        // A patch of one of them meets the other as it is stored; one of neither is not stopped by it.
        let stored = map(json!({"starts_at": "2026-12-31T10:00", "ends_at": "2026-12-01T10:00"}));
        assert!(s.check_period(&stored, &map(json!({"starts_at": "2026-12-31T10:00"}))).is_some());
        assert!(s.check_period(&stored, &Map::new()).is_none());
    }

    #[test]
    fn th_03_blocks_are_of_known_kinds_and_few() {
        let s = schema();
        let block = |id: &str, kind: &str| Block { id: id.into(), kind: kind.into(), is_active: true, settings: Map::new() };
        assert!(s.check(&Map::new(), &[block("a", "item")]).is_empty());
        assert_eq!(s.check(&Map::new(), &[block("a", "slide")])[0].path, "blocks.0.type");
        assert_eq!(s.check(&Map::new(), &[block("a", "item"), block("b", "item")])[0].reason, Reason::Range(0, 1));
        let twice = SectionSchema { most_blocks: 9, ..schema() }.check(&Map::new(), &[block("a", "item"), block("a", "item")]);
        assert_eq!(twice, [Fault { path: "blocks.1.id".into(), reason: Reason::Choice }]);
    }

    #[test]
    fn th_03_a_kind_of_block_stands_as_often_as_it_may() {
        let mut s = SectionSchema { most_blocks: 9, ..schema() };
        s.blocks[0].most = Some(2);
        let block = |id: &str| Block { id: id.into(), kind: "item".into(), is_active: false, settings: Map::new() };
        assert!(s.check(&Map::new(), &[block("a"), block("b")]).is_empty());
        let faults = s.check(&Map::new(), &[block("a"), block("b"), block("c")]);
        assert_eq!(faults, [Fault { path: "blocks.2.type".into(), reason: Reason::Often(2) }]);
    }

    #[test]
    fn th_03_a_section_from_before_its_blocks_says_what_its_settings_said() {
        let text = json!({"id": "text", "type": "text", "label": {"ar": "أ", "en": "a"}, "max_length": 10, "default": ""});
        let kind = |name: &str, settings: Value| json!({"type": name, "name": {"ar": "أ", "en": "a"}, "settings": settings});
        let block = |id: &str| json!({"id": id, "type": id, "is_active": true, "settings": {}});
        let s: SectionSchema = serde_json::from_value(json!({
            "name": {"ar": "أ", "en": "a"}, "description": {"ar": "أ", "en": "a"}, "pages": ["product"], "zone": "pre", "settings": [],
            "most_blocks": 3, "blocks": [kind("stock", json!([])), kind("note", json!([text]))],
            "before_blocks": {"preset": "default", "settings": {"show_stock": "stock", "note": "note.text", "gone": "note.none"}},
            "presets": [{"id": "default", "name": {"ar": "أ", "en": "a"}, "settings": {}, "blocks": [block("stock"), block("note")]}],
        }))
        .unwrap();
        let former = map(json!({"show_stock": false, "note": "سلام", "gone": 1}));
        let blocks = s.stored_blocks(&former, Vec::new());
        assert_eq!(blocks.iter().map(|b| (b.id.as_str(), b.is_active)).collect::<Vec<_>>(), [("stock", false), ("note", true)]);
        assert_eq!(Value::Object(blocks[1].settings.clone()), json!({"text": "سلام"}));
        assert!(
            s.stored_blocks(&map(json!({"note": 5})), Vec::new())[1].settings.is_empty(),
            "a value of another type is left out"
        );
        let own = vec![blocks[1].clone()];
        assert_eq!(s.stored_blocks(&former, own.clone()), own, "blocks that were written stay as they are");
        assert_eq!(s.check(&Map::new(), &[]), [Fault { path: "blocks".into(), reason: Reason::Range(1, 3) }]);
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
