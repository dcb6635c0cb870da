//! A theme: its templates, texts and assets, with its manifest and section schemas.
//!
//! Everything is read once at start; an error in a theme's own files is a build error, which the tests find.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::http::HeaderValue;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use kernel::Lang;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use site::theme::{BundledTheme, Manifest, SectionSchema, ThemeFiles, parse_theme_file, theme_file, theme_paths};

/// A file under `/assets/`.
pub(crate) struct Asset {
    pub(crate) kind: HeaderValue,
    pub(crate) body: Bytes,
    pub(crate) gzip: Option<Bytes>,
}

/// A theme, loaded and checked.
pub(crate) struct Theme {
    pub(crate) manifest: &'static Manifest,
    pub(crate) schemas: &'static HashMap<String, SectionSchema>,
    pub(crate) templates: Vec<(String, String)>,
    /// `icons/NAME.svg` by name, as template values.
    pub(crate) icons: HashMap<String, minijinja::Value>,
    pub(crate) texts: HashMap<Lang, HashMap<String, Phrase>>,
    pub(crate) assets: HashMap<String, Asset>,
    /// `/assets/one/<hash of all assets>/`: a changed file changes every URL.
    pub(crate) asset_base: String,
}

/// A text of the theme, with the plural forms of its language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Phrase {
    /// The same for every number.
    One(String),
    /// zero, one, two, few, many, other (contracts/locale.md §3).
    Many([String; 6]),
}

/// The order of [`Phrase::Many`].
pub(crate) const PLURALS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The theme of every store, until there are several to choose from.
pub(crate) static ONE: LazyLock<Arc<Theme>> = LazyLock::new(|| Arc::new(load(BundledTheme::default_theme())));

fn load(bundled: &'static BundledTheme) -> Theme {
    let id = &bundled.manifest.id;
    let templates = theme_paths(id, "", ".html")
        .into_iter()
        .filter_map(|path| {
            let template = theme_file(&format!("{id}/{path}"))?;
            Some((path, template))
        })
        .collect();
    let icons = theme_paths(id, "icons/", ".svg")
        .into_iter()
        .filter_map(|path| {
            let drawing = theme_file(&format!("{id}/{path}"))?.trim_end().to_owned();
            Some((path.strip_prefix("icons/")?.strip_suffix(".svg")?.to_owned(), minijinja::Value::from_safe_string(drawing)))
        })
        .collect();
    let texts = [Lang::Ar, Lang::En]
        .into_iter()
        .map(|lang| {
            let mut flat = HashMap::new();
            flatten("", &parse_theme_file::<Value>(&format!("{id}/locales/{}.json", lang.code())), &mut flat);
            (lang, flat)
        })
        .collect();
    let mut assets = HashMap::new();
    let mut digest = Sha256::new();
    for path in theme_paths(id, "assets/", "") {
        let Some(file) = ThemeFiles::get(&format!("{id}/{path}")) else { continue };
        digest.update(id.as_bytes());
        digest.update(path.as_bytes());
        digest.update(&file.data);
        let name = path.strip_prefix("assets/").unwrap_or(&path).to_owned();
        let is_text = name.ends_with(".js") || name.ends_with(".css");
        let body = if is_text { minify(&file.data) } else { Bytes::from(file.data.into_owned()) };
        let kind = kind_of(&name);
        let gzip = kind.starts_with("text/").then(|| crate::cache::gzip(&body, 9));
        assets.insert(name, Asset { kind: HeaderValue::from_static(kind), body, gzip });
    }
    let hash = URL_SAFE_NO_PAD.encode(&digest.finalize()[..9]);
    let asset_base = format!("/assets/{id}/{hash}/");
    Theme { manifest: &bundled.manifest, schemas: &bundled.schemas, templates, icons, texts, assets, asset_base }
}

/// Strips indentation and comment lines from a script or stylesheet, to reduce its size. No string of a theme's script spans several
/// lines (a test checks that).
fn minify(source: &[u8]) -> Bytes {
    let text = String::from_utf8_lossy(source);
    let is_comment = |l: &str| l.starts_with("//") || (l.starts_with("/*") && l.trim_end().ends_with("*/"));
    let lines = text.lines().map(str::trim_start).filter(|l| !l.is_empty() && !is_comment(l));
    Bytes::from(lines.collect::<Vec<_>>().join("\n"))
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
    /// A text in a language; the key itself when it is missing, so that the mistake is visible and nothing breaks.
    pub(crate) fn say(&self, lang: Lang, key: &str, n: Option<i64>) -> String {
        match self.texts.get(&lang).and_then(|t| t.get(key)) {
            Some(Phrase::One(text)) => text.clone(),
            Some(Phrase::Many(forms)) => forms[kernel::locale::plural(lang, n.unwrap_or(0))].clone(),
            None => key.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Texts;
    use site::theme::{Kind, Setting, Zone};

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
        for (name, schema) in theme.schemas {
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
        let defaults = BundledTheme::default_theme().default_sections();
        assert_eq!(defaults.len(), ONE.manifest.defaults.len(), "a default names a preset that is not there");
        for d in defaults {
            let schema = &ONE.schemas[&d.section];
            let blocks: Vec<site::theme::Block> = serde_json::from_value(d.blocks).unwrap();
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
            // Texts belong to the locales: no Arabic in a template.
            assert!(!source.chars().any(|c| ('\u{600}'..='\u{6FF}').contains(&c)), "{path} holds a text of its own");
        }
    }

    #[test]
    fn every_icon_a_template_draws_is_there() {
        let mut count = 0;
        for (path, source) in &ONE.templates {
            for call in source.split("icon(").skip(1) {
                for name in call.split(')').next().unwrap().split('\'').skip(1).step_by(2) {
                    assert!(ONE.icons.contains_key(name), "{path} draws {name}");
                    count += 1;
                }
            }
        }
        assert!(count > 40, "{count}");
    }

    #[test]
    fn no_text_of_a_script_goes_over_several_lines() {
        for path in ThemeFiles::iter().filter(|p| p.ends_with(".js")) {
            let script = String::from_utf8(ThemeFiles::get(&path).unwrap().data.into_owned()).unwrap();
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
