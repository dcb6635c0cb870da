//! The themes inside the program: templates, section schemas, texts and assets of `themes/`.
//!
//! Everything is read once at start; a fault in a theme's own files is a fault of the build, which the tests find.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use axum::http::HeaderValue;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use commerce::theme::{DefaultSection, SectionSchema};
use kernel::{Lang, Texts};
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// `themes/` of the repository.
#[derive(RustEmbed)]
#[folder = "../../themes"]
pub(crate) struct Files;

/// `theme.json`.
#[derive(Debug, Deserialize)]
pub(crate) struct Manifest {
    /// The folder's name.
    pub(crate) id: String,
    /// As the dashboard lists it.
    #[allow(dead_code, reason = "read by the tests; the theme chooser of the dashboard reads it next")]
    pub(crate) name: Texts,
    /// Large and small radius by the choice of the look section.
    pub(crate) radius: BTreeMap<String, (String, String)>,
    /// Factor of all spacing.
    pub(crate) density: BTreeMap<String, String>,
    /// Shape of product pictures.
    pub(crate) ratio: BTreeMap<String, String>,
    /// CSS font families.
    pub(crate) fonts: BTreeMap<String, String>,
    /// What a new store starts with.
    defaults: Vec<DefaultPlace>,
}

#[derive(Debug, Deserialize)]
struct DefaultPlace {
    page: String,
    zone: String,
    section: String,
    #[serde(default)]
    preset: Option<String>,
}

/// A file under `/assets/`.
pub(crate) struct Asset {
    pub(crate) kind: HeaderValue,
    pub(crate) body: Bytes,
    pub(crate) gzip: Option<Bytes>,
}

/// A theme, read and checked.
pub(crate) struct Theme {
    pub(crate) manifest: Manifest,
    pub(crate) schemas: HashMap<String, SectionSchema>,
    pub(crate) templates: Vec<(String, String)>,
    pub(crate) texts: HashMap<Lang, HashMap<String, Phrase>>,
    pub(crate) assets: HashMap<String, Asset>,
    /// `/assets/one/<hash of all assets>/`: a changed file changes every address.
    pub(crate) asset_base: String,
}

/// A text of the theme, in the plural forms that its language has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Phrase {
    /// The same for every number.
    One(String),
    /// zero, one, two, few, many, other (contracts/locale.md §3).
    Many([String; 6]),
}

/// The order of [`Phrase::Many`].
pub(crate) const PLURALS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The theme of every store until there are more to choose from.
pub(crate) static ONE: LazyLock<Arc<Theme>> = LazyLock::new(|| Arc::new(load("one")));

fn text(path: &str) -> Option<String> {
    Files::get(path).map(|f| String::from_utf8_lossy(&f.data).into_owned())
}

fn load(id: &str) -> Theme {
    let under = |folder: &str, suffix: &str| -> Vec<(String, String)> {
        let prefix = format!("{id}/{folder}");
        let mut all: Vec<(String, String)> = Files::iter()
            .filter(|p| p.starts_with(&prefix) && p.ends_with(suffix))
            .filter_map(|p| Some((p.strip_prefix(&format!("{id}/"))?.to_owned(), text(&p)?)))
            .collect();
        all.sort();
        all
    };
    let manifest: Manifest = parse(&format!("{id}/theme.json"));
    let schemas = under("sections/", ".json")
        .into_iter()
        .map(|(path, _)| (stem(&path).to_owned(), parse(&format!("{id}/{path}"))))
        .collect();
    let texts = [Lang::Ar, Lang::En]
        .into_iter()
        .map(|lang| {
            let mut flat = HashMap::new();
            flatten("", &parse::<Value>(&format!("{id}/locales/{}.json", lang.code())), &mut flat);
            (lang, flat)
        })
        .collect();
    let mut assets = HashMap::new();
    let mut digest = Sha256::new();
    let prefix = format!("{id}/assets/");
    let mut names: Vec<String> = Files::iter().filter(|p| p.starts_with(&prefix)).map(|p| p.into_owned()).collect();
    names.sort();
    for path in names {
        let Some(file) = Files::get(&path) else { continue };
        digest.update(path.as_bytes());
        digest.update(&file.data);
        let name = path[prefix.len()..].to_owned();
        let body = if name.ends_with(".js") { lean(&file.data) } else { Bytes::from(file.data.into_owned()) };
        let kind = kind_of(&name);
        let gzip = kind.starts_with("text/").then(|| crate::cache::gzip(&body, 9));
        assets.insert(name, Asset { kind: HeaderValue::from_static(kind), body, gzip });
    }
    let hash = URL_SAFE_NO_PAD.encode(&digest.finalize()[..9]);
    let asset_base = format!("/assets/{}/{hash}/", manifest.id);
    Theme { manifest, schemas, templates: under("", ".html"), texts, assets, asset_base }
}

/// A script without its indentation and the lines that are comments: shoppers download what runs. No text of a theme's script
/// goes over several lines (a test looks).
fn lean(script: &[u8]) -> Bytes {
    let text = String::from_utf8_lossy(script);
    let lines = text.lines().map(str::trim_start).filter(|l| !l.is_empty() && !l.starts_with("//"));
    Bytes::from(lines.collect::<Vec<_>>().join("\n"))
}

/// A theme's own JSON. A file that cannot be read stops the program at start, where it is seen: it is compiled in.
#[expect(clippy::panic, reason = "files of the build, not input; a test loads them all")]
fn parse<T: serde::de::DeserializeOwned>(path: &str) -> T {
    let body = text(path).unwrap_or_else(|| panic!("themes/{path} is missing"));
    serde_json::from_str(&body).unwrap_or_else(|e| panic!("themes/{path}: {e}"))
}

fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or("") {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "woff2" => "font/woff2",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

fn flatten(prefix: &str, value: &Value, out: &mut HashMap<String, Phrase>) {
    let Some(map) = value.as_object() else { return };
    if PLURALS.iter().all(|p| map.contains_key(*p)) {
        let forms = PLURALS.map(|p| map[p].as_str().unwrap_or_default().to_owned());
        out.insert(prefix.to_owned(), Phrase::Many(forms));
        return;
    }
    for (key, inner) in map {
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match inner {
            Value::String(text) => {
                out.insert(path, Phrase::One(text.clone()));
            }
            _ => flatten(&path, inner, out),
        }
    }
}

impl Theme {
    /// The sections that a new store starts with.
    pub(crate) fn defaults(&self) -> Vec<DefaultSection> {
        self.manifest
            .defaults
            .iter()
            .filter_map(|place| {
                let schema = self.schemas.get(&place.section)?;
                let preset = match &place.preset {
                    Some(id) => schema.presets.iter().find(|p| p.id == *id)?,
                    None => schema.presets.first()?,
                };
                Some(DefaultSection {
                    page: place.page.clone(),
                    zone: place.zone.clone(),
                    section: place.section.clone(),
                    name: preset.name.clone(),
                    settings: Value::Object(preset.settings.clone()),
                    blocks: serde_json::to_value(&preset.blocks).unwrap_or_default(),
                })
            })
            .collect()
    }

    /// A text in a language; the key itself when there is none, so that a slip is seen and nothing breaks.
    pub(crate) fn say(&self, lang: Lang, key: &str, n: Option<i64>) -> String {
        match self.texts.get(&lang).and_then(|t| t.get(key)) {
            Some(Phrase::One(text)) => text.clone(),
            Some(Phrase::Many(forms)) => forms[crate::locale::plural(lang, n.unwrap_or(0))].clone(),
            None => key.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use commerce::theme::{Kind, Setting, Zone};

    fn both(t: &Texts, what: &str) {
        assert!(!t.ar.trim().is_empty() && !t.en.trim().is_empty(), "{what} lacks a language: {t:?}");
        assert!(t.ar.chars().any(|c| ('\u{600}'..='\u{6FF}').contains(&c)), "{what} is not Arabic: {}", t.ar);
    }

    fn check_setting(what: &str, s: &Setting) {
        both(&s.label, &format!("{what}.{} label", s.id));
        if let Some(hint) = &s.hint {
            both(hint, &format!("{what}.{} hint", s.id));
        }
        assert_eq!(s.kind.check(&s.default), Ok(()), "default of {what}.{}", s.id);
        if let Kind::Select { options } = &s.kind {
            for o in options {
                both(&o.label, &format!("{what}.{} option {}", s.id, o.value));
            }
        }
        if let Some(map) = s.default.as_object().filter(|m| !m.is_empty()) {
            assert!(map.contains_key("ar") && map.contains_key("en"), "default of {what}.{} lacks a language", s.id);
        }
    }

    #[test]
    fn th_02_the_schemas_are_valid_and_speak_both_languages() {
        let theme = &*ONE;
        assert!(theme.schemas.len() >= 11, "{:?}", theme.schemas.keys());
        both(&theme.manifest.name, "theme");
        for (name, schema) in &theme.schemas {
            both(&schema.name, name);
            both(&schema.description, name);
            for page in &schema.pages {
                assert!(["all", "index", "product", "collection"].contains(&page.as_str()), "{name}: {page}");
            }
            for s in &schema.settings {
                check_setting(name, s);
            }
            for block in &schema.blocks {
                both(&block.name, name);
                for s in &block.settings {
                    check_setting(&format!("{name}/{}", block.kind), s);
                }
            }
            assert!(!schema.presets.is_empty(), "{name} cannot be added");
            for preset in &schema.presets {
                both(&preset.name, name);
                assert_eq!(schema.check(&preset.settings, &preset.blocks), [], "{name}/{}", preset.id);
            }
            if schema.zone != Zone::Settings {
                let file = format!("sections/{name}.html");
                assert!(theme.templates.iter().any(|(path, _)| *path == file), "{file} is missing");
            }
        }
    }

    #[test]
    fn th_03_the_default_sections_pass_their_schemas() {
        let defaults = ONE.defaults();
        assert_eq!(defaults.len(), ONE.manifest.defaults.len(), "a default names a preset that is not there");
        for d in defaults {
            let schema = &ONE.schemas[&d.section];
            let blocks: Vec<commerce::theme::Block> = serde_json::from_value(d.blocks).unwrap();
            assert_eq!(schema.check(d.settings.as_object().unwrap(), &blocks), [], "{}", d.section);
            assert_eq!(schema.zone.as_str(), d.zone, "{}", d.section);
            assert!(schema.pages.contains(&d.page), "{} cannot stand on {}", d.section, d.page);
        }
    }

    #[test]
    fn the_texts_are_complete_in_both_languages() {
        let (ar, en) = (&ONE.texts[&Lang::Ar], &ONE.texts[&Lang::En]);
        let keys = |t: &HashMap<String, Phrase>| {
            let mut all: Vec<String> = t.keys().cloned().collect();
            all.sort();
            all
        };
        assert_eq!(keys(ar), keys(en));
        let slots = |p: &Phrase| -> std::collections::BTreeSet<String> {
            let all = match p {
                Phrase::One(t) => t.clone(),
                Phrase::Many(forms) => forms[5].clone(),
            };
            all.split('{').skip(1).filter_map(|r| r.split_once('}').map(|(s, _)| s.to_owned())).collect()
        };
        for (key, phrase) in ar {
            assert_eq!(slots(phrase), slots(&en[key]), "{key}");
        }
    }

    #[test]
    fn every_text_a_template_asks_for_is_there() {
        for (path, source) in &ONE.templates {
            for (at, _) in source.match_indices("t('") {
                let is_word = source[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                let (key, after) = source[at + 3..].split_once('\'').unwrap();
                if is_word || after.trim_start().starts_with('~') {
                    continue;
                }
                assert!(ONE.texts[&Lang::Ar].contains_key(key), "{path} asks for {key}");
            }
            // Texts live in the locales: no Arabic in a template.
            assert!(!source.chars().any(|c| ('\u{600}'..='\u{6FF}').contains(&c)), "{path} holds a text of its own");
        }
    }

    #[test]
    fn no_text_of_a_script_goes_over_several_lines() {
        for path in Files::iter().filter(|p| p.ends_with(".js")) {
            let script = String::from_utf8(Files::get(&path).unwrap().data.into_owned()).unwrap();
            assert!(script.lines().all(|l| l.matches('`').count() % 2 == 0 || l.trim_start().starts_with("//")), "{path}");
        }
    }

    #[test]
    fn the_theme_is_light() {
        let size = |n: &str| ONE.assets[n].body.len();
        assert!(size("one.css") + size("one.js") < 60_000);
        let sent = |n: &str| ONE.assets[n].gzip.as_ref().unwrap().len();
        assert!(sent("one.css") + sent("one.js") < 15_000);
    }

    #[test]
    fn no_template_needs_an_inline_style_or_script() {
        for (path, source) in &ONE.templates {
            assert!(!source.contains(" style=\"") && !source.contains(" onclick="), "{path}");
            for rest in source.split("<script").skip(1) {
                let tag = rest.split('>').next().unwrap();
                assert!(tag.contains("src=") || tag.contains("application/json"), "{path}: <script{tag}>");
            }
        }
    }
}
