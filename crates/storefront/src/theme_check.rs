//! What a theme must be, for its author: `rawaj theme check` lists what is wrong, and the themes of the program have nothing wrong
//! (TH-02 to TH-05, docs/themes.md).

use std::collections::{BTreeSet, HashMap};

use kernel::{Currency, Lang, Texts};
use minijinja::Value;
use serde_json::Map;
use site::theme::{Block, Kind, Manifest, SectionSchema, Setting, ThemeDefinition, ThemeFolder, ThemeProblem, Zone};

use crate::engine::{Context, LoadedTheme, context, safe, value};
use crate::theme::{Phrase, Theme};

/// Pages that a section may be on.
const PAGES: [&str; 4] = ["all", "index", "product", "collection"];
/// Sections that every theme has: pages stand on them.
const NEEDED: [&str; 4] = ["look", "header", "product", "collection"];
/// Sections that stand on the data of their page and are not rendered here.
const OF_A_PAGE: [&str; 2] = ["product", "collection"];
/// Most bytes of a theme's styles and of its scripts, as they are sent.
const MOST_STYLE: usize = 30_000;
const MOST_SCRIPT: usize = 25_000;

/// What is wrong with a theme; empty when nothing is.
#[must_use]
pub fn check(folder: &ThemeFolder) -> Vec<ThemeProblem> {
    let (loaded, definition) = match LoadedTheme::load(folder).and_then(|loaded| Ok((loaded, ThemeDefinition::load(folder)?))) {
        Ok(loaded) => loaded,
        Err(problem) => return vec![problem],
    };
    let mut found = Problems::default();
    let theme = &loaded.theme;
    found.texts_of("theme.json", "name", &theme.manifest.name);
    found.texts_of("theme.json", "description", &theme.manifest.description);
    for name in NEEDED.iter().filter(|name| !theme.schemas.contains_key(**name)) {
        found.add(format!("sections/{name}.json"), "is missing");
    }
    for (name, schema) in sorted(&theme.schemas) {
        found.schema(theme, name, schema);
    }
    found.defaults(theme, &definition);
    found.locales(theme);
    for (path, source) in &theme.templates {
        found.template(theme, path, source);
    }
    found.assets(theme, folder);
    for (name, schema) in sorted(&theme.schemas) {
        found.rendered(&loaded, name, schema);
    }
    found.0
}

fn sorted(schemas: &HashMap<String, SectionSchema>) -> Vec<(&String, &SectionSchema)> {
    let mut all: Vec<_> = schemas.iter().collect();
    all.sort_by_key(|(name, _)| name.as_str());
    all
}

fn is_arabic(text: &str) -> bool {
    text.chars().any(|c| ('\u{600}'..='\u{6FF}').contains(&c))
}

#[derive(Default)]
struct Problems(Vec<ThemeProblem>);

impl Problems {
    fn add(&mut self, file: impl Into<String>, text: impl Into<String>) {
        self.0.push(ThemeProblem::new(file, text));
    }

    /// Both languages, the Arabic one in Arabic.
    fn texts_of(&mut self, file: &str, what: &str, texts: &Texts) {
        if texts.ar.trim().is_empty() || texts.en.trim().is_empty() {
            self.add(file, format!("{what} lacks a language"));
        } else if !is_arabic(&texts.ar) {
            self.add(file, format!("{what} is not Arabic: {}", texts.ar));
        }
    }

    fn schema(&mut self, theme: &Theme, name: &str, schema: &SectionSchema) {
        let file = format!("sections/{name}.json");
        self.texts_of(&file, "name", &schema.name);
        self.texts_of(&file, "description", &schema.description);
        for page in schema.pages.iter().filter(|page| !PAGES.contains(&page.as_str())) {
            self.add(&file, format!("there is no page {page}"));
        }
        self.settings(&file, "settings", &schema.settings);
        for block in &schema.blocks {
            self.texts_of(&file, &format!("block {}", block.kind), &block.name);
            self.settings(&file, &format!("block {}", block.kind), &block.settings);
        }
        if schema.presets.is_empty() {
            self.add(&file, "has no preset: it cannot be added");
        }
        for preset in &schema.presets {
            self.texts_of(&file, &format!("preset {}", preset.id), &preset.name);
            for fault in schema.check(&preset.settings, &preset.blocks) {
                self.add(&file, format!("preset {}: {}: {}", preset.id, fault.path, fault.reason.message().en));
            }
        }
        for icon in schema.settings.iter().chain(schema.blocks.iter().flat_map(|b| &b.settings)) {
            if let Kind::Icon { options } = &icon.kind {
                for option in options.iter().filter(|option| !theme.icons.contains_key(*option)) {
                    self.add(&file, format!("{}: there is no icon {option}", icon.id));
                }
            }
        }
        let template = format!("sections/{name}.html");
        if schema.zone != Zone::Settings && !theme.templates.iter().any(|(path, _)| *path == template) {
            self.add(template, "is missing");
        }
    }

    fn settings(&mut self, file: &str, of: &str, settings: &[Setting]) {
        let mut ids = BTreeSet::new();
        for s in settings {
            let what = format!("{of}.{}", s.id);
            if !ids.insert(&s.id) {
                self.add(file, format!("{what} stands there twice"));
            }
            self.texts_of(file, &format!("{what} label"), &s.label);
            if let Some(hint) = &s.hint {
                self.texts_of(file, &format!("{what} hint"), hint);
            }
            if let Some(group) = &s.group {
                self.texts_of(file, &format!("{what} group"), group);
            }
            if s.kind.check(&s.default).is_err() {
                self.add(file, format!("{what}: its default is no value of its type"));
            }
            if let Kind::Select { options } = &s.kind {
                for option in options {
                    self.texts_of(file, &format!("{what} option {}", option.value), &option.label);
                }
            }
            let is_half = |map: &Map<String, serde_json::Value>| {
                !map.is_empty() && ["ar", "en"].iter().any(|lang| !map.contains_key(*lang))
            };
            if s.default.as_object().is_some_and(is_half) {
                self.add(file, format!("{what}: its default lacks a language"));
            }
            if let Some(shown_if) = &s.shown_if
                && !settings.iter().any(|other| other.id == shown_if.setting)
            {
                self.add(file, format!("{what}: shown_if names {}, which is not there", shown_if.setting));
            }
        }
    }

    /// The sections of a new store.
    fn defaults(&mut self, theme: &Theme, definition: &ThemeDefinition) {
        if definition.default_sections().len() != theme.manifest.defaults.len() {
            self.add("theme.json", "a default names a section or a preset that is not there");
        }
        for default in definition.default_sections() {
            let Some(schema) = theme.schemas.get(&default.section) else { continue };
            if schema.zone != default.zone || !schema.pages.contains(&default.page) {
                self.add("theme.json", format!("{} cannot stand there on {}", default.section, default.page));
            }
        }
    }

    /// The same texts with the same places to fill in both languages.
    fn locales(&mut self, theme: &Theme) {
        let (ar, en) = (&theme.texts[&Lang::Ar], &theme.texts[&Lang::En]);
        let slots = |p: &Phrase| -> BTreeSet<String> {
            let text = match p {
                Phrase::One(text) => text,
                Phrase::Many(forms) => &forms[5],
            };
            text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(slot, _)| slot.to_owned())).collect()
        };
        let mut keys: Vec<&String> = ar.keys().chain(en.keys()).collect();
        keys.sort();
        keys.dedup();
        for key in keys {
            match (ar.get(key), en.get(key)) {
                (Some(ar), Some(en)) if slots(ar) == slots(en) => {}
                (Some(_), Some(_)) => self.add("locales/ar.json", format!("{key}: its places differ from the English")),
                (None, _) => self.add("locales/ar.json", format!("{key} is missing")),
                (_, None) => self.add("locales/en.json", format!("{key} is missing")),
            }
        }
    }

    fn template(&mut self, theme: &Theme, path: &str, source: &str) {
        for (at, _) in source.match_indices("t('") {
            let is_word = source[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let Some((key, after)) = source[at + 3..].split_once('\'') else { continue };
            if !is_word && !after.trim_start().starts_with('~') && !theme.texts[&Lang::Ar].contains_key(key) {
                self.add(path, format!("asks for the text {key}, which is not there"));
            }
        }
        if is_arabic(source) {
            self.add(path, "holds a text of its own: texts belong to locales/");
        }
        for call in source.split("icon(").skip(1) {
            for name in call.split(')').next().unwrap_or_default().split('\'').skip(1).step_by(2) {
                if !theme.icons.contains_key(name) {
                    self.add(path, format!("draws the icon {name}, which is not there"));
                }
            }
        }
        if source.contains(" style=\"") || source.contains(" onclick=") || source.contains("javascript:") {
            self.add(path, "has a style or a script of its own, which the policy of pages refuses");
        }
        for rest in source.split("<script").skip(1) {
            let tag = rest.split('>').next().unwrap_or_default();
            if !["src=", "application/json", "application/ld+json"].iter().any(|kind| tag.contains(kind)) {
                self.add(path, format!("<script{tag}> is refused by the policy of pages"));
            }
        }
    }

    fn assets(&mut self, theme: &Theme, folder: &ThemeFolder) {
        let Manifest { styles, preload, .. } = &theme.manifest;
        for name in styles.iter().chain(preload.values().flatten()).filter(|name| !theme.assets.contains_key(*name)) {
            self.add("theme.json", format!("there is no assets/{name}"));
        }
        let sent = |suffix: &str| -> usize {
            let of_kind = theme.assets.iter().filter(|(name, _)| name.ends_with(suffix));
            of_kind.map(|(_, asset)| asset.gzip.as_ref().map_or(asset.body.len(), bytes::Bytes::len)).sum()
        };
        for (suffix, most) in [(".css", MOST_STYLE), (".js", MOST_SCRIPT)] {
            let bytes = sent(suffix);
            if bytes > most {
                self.add("assets/", format!("{bytes} bytes of {suffix} are sent; {most} at most"));
            }
        }
        // Assets lose their comments and indentation line by line.
        for path in folder.paths("assets/", ".js") {
            let script = folder.text(path).unwrap_or_default();
            if script.lines().any(|line| line.matches('`').count() % 2 == 1 && !line.trim_start().starts_with("//")) {
                self.add(path, "a text in backticks goes over several lines");
            }
        }
    }

    /// Each preset of a section in both languages, on a store without products and pictures.
    fn rendered(&mut self, loaded: &LoadedTheme, name: &str, schema: &SectionSchema) {
        if schema.zone == Zone::Settings || OF_A_PAGE.contains(&name) {
            return;
        }
        let template = format!("sections/{name}.html");
        for preset in &schema.presets {
            for lang in [Lang::Ar, Lang::En] {
                let blocks: Vec<Value> = preset.blocks.iter().map(|block| block_view(schema, block, lang)).collect();
                let section = context! {
                    id => "sec_0000000000001", kind => name, settings => settings_view(&schema.settings, &schema.fill(&preset.settings), lang),
                    blocks => blocks, is_first => false, is_near => false, products => Vec::<String>::new(),
                    categories => Vec::<String>::new(), more => "/collections",
                };
                let store = context! { name => "متجر", phone => "", email => "", address => "", vat_rate => 1_500, prices_include_vat => true };
                let links = context! { home => "/", cart => "/cart", checkout => "/checkout", search => "/search", collections => "/collections" };
                let context = context! {
                    section => section, store => store, links => links, menus => Context::new(), lang => lang.code(), year => 2026,
                };
                if let Err(e) = loaded.engine.render(&template, lang, Currency::SAR, context) {
                    self.add(&template, format!("preset {} in {}: {e}", preset.id, lang.code()));
                }
            }
        }
    }
}

fn block_view(schema: &SectionSchema, block: &Block, lang: Lang) -> Value {
    let fields = schema.blocks.iter().find(|b| b.kind == block.kind).map_or(&[][..], |b| &b.settings);
    context! { id => block.id, type => block.kind, mark => "", settings => settings_view(fields, &schema.fill_block(block), lang) }
}

/// Settings as templates get them, without pictures.
fn settings_view(fields: &[Setting], values: &Map<String, serde_json::Value>, lang: Lang) -> Value {
    let text = |v: &serde_json::Value| match v.as_str() {
        Some(text) => text.to_owned(),
        None => v[lang.code()].as_str().unwrap_or_default().to_owned(),
    };
    let one = |s: &Setting| {
        let v = values.get(&s.id).unwrap_or(&s.default);
        match &s.kind {
            Kind::Text { .. } | Kind::Textarea { .. } => Value::from(text(v)),
            Kind::Richtext { .. } => safe(text(v)),
            Kind::Image => Value::from(()),
            Kind::Date => context! { iso => "2026-12-31T21:00:00Z", ms => 1_798_750_800_000_i64, text => "31", is_past => false },
            _ => value(v),
        }
    };
    fields.iter().map(|s| (s.id.clone(), one(s))).collect::<std::collections::BTreeMap<_, _>>().into()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn th_05_the_themes_of_the_program_have_nothing_wrong() {
        let ids = ThemeFolder::bundled_ids();
        assert!(ids.contains(&"one".to_owned()));
        for id in ids {
            let problems = check(&ThemeFolder::bundled(&id));
            assert!(problems.is_empty(), "{id}: {problems:#?}");
        }
    }

    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let target = to.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                copy(&entry.path(), &target);
            } else {
                std::fs::copy(entry.path(), target).unwrap();
            }
        }
    }

    /// A copy of the theme, changed.
    fn problems_after(change: impl FnOnce(&Path)) -> Vec<String> {
        let dir = tempfile::tempdir().unwrap();
        let theme = dir.path().join("one");
        copy(Path::new("../../themes/one"), &theme);
        change(&theme);
        check(&ThemeFolder::read(&theme).unwrap()).iter().map(ToString::to_string).collect()
    }

    fn replace(theme: &Path, file: &str, from: &str, to: &str) {
        let path = theme.join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    #[test]
    fn th_05_what_an_author_gets_wrong_is_named_with_its_file() {
        type Change = fn(&Path);
        let attempts: [(Change, &str); 9] = [
            (|_| {}, ""),
            (
                |theme| replace(theme, "sections/hero.html", "<section", "<section style=\"color:red\""),
                "sections/hero.html: has a style",
            ),
            (
                |theme| replace(theme, "sections/hero.html", "<section", "<script>alert(1)</script><section"),
                "sections/hero.html: <script>",
            ),
            (|theme| replace(theme, "sections/hero.html", "{{", "{{ t('no.such') }}{{"), "asks for the text no.such"),
            (|theme| replace(theme, "sections/hero.html", "{{", "{{ icon('nosuch') }}{{"), "draws the icon nosuch"),
            (|theme| replace(theme, "sections/hero.html", "{% endif %}", ""), "sections/hero.html: "),
            (|theme| replace(theme, "sections/hero.json", "\"zone\"", "\"zones\""), "sections/hero.json: "),
            (|theme| std::fs::remove_file(theme.join("sections/header.json")).unwrap(), "sections/header.json: is missing"),
            (|theme| replace(theme, "locales/en.json", "\"skip\"", "\"skipped\""), "header.skip"),
        ];
        for (change, text) in attempts {
            let problems = problems_after(change);
            match text {
                "" => assert!(problems.is_empty(), "{problems:?}"),
                text => assert!(problems.iter().any(|p| p.contains(text)), "{text}: {problems:?}"),
            }
        }
    }

    #[test]
    fn the_theme_of_a_new_store_is_light() {
        let theme = Theme::load(&ThemeFolder::bundled("one")).unwrap();
        let sent = |name: &str| theme.assets[name].gzip.as_ref().unwrap().len();
        assert!(sent("one.css") < 15_000 && sent("one.js") < 8_000);
        assert!(theme.schemas.len() >= 24, "{}", theme.schemas.len());
    }
}
