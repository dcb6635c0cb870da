//! What a theme must be, for its author: `rawaj theme check` lists what is wrong, and the themes of the program have nothing wrong
//! (TH-02 to TH-05, docs/themes.md).

use std::collections::{BTreeSet, HashMap};

use kernel::{Currency, Lang, Texts};
use site::theme::{
    Kind, Manifest, PAGES, SectionSchema, Setting, ThemeChecker, ThemeDefinition, ThemeFolder, ThemeProblem, Zone,
    foreign_scripts, plain_page,
};
use web::Message;

use crate::engine::{LoadedTheme, context};
use crate::page_sample;
use crate::picture_check;
use crate::section_sample::{blocks_of_all_kinds, most_options, section_view, written};
use crate::template_check;
use crate::theme::{Phrase, Theme};
use crate::theme_guard::{drawing_fault, guard};
use crate::theme_sample::store_data;

/// Sections that every theme has: pages stand on them.
const NEEDED: [&str; 8] = ["look", "header", "product", "collection", "cart", "search", "page", "not_found"];
/// Most options of a choice, and most presets of a section: each is drawn.
const MOST_OPTIONS: usize = 60;
const MOST_PRESETS: usize = 20;
/// Longest that all sections of a theme may take to be drawn. Those of the program take a second; ten in a build without optimisation beside others.
const LONGEST: std::time::Duration = std::time::Duration::from_mins(1);
/// Most bytes of a theme's styles and of its scripts, as they are sent.
const MOST_STYLE: usize = 30_000;
const MOST_SCRIPT: usize = 25_000;

const NOT_THERE: Message = Message::new("الملف غير موجود.", "is missing");
const ONE_LANGUAGE: Message = Message::new("{what}: تنقصه إحدى اللغتين.", "{what} lacks a language");
const NOT_ARABIC: Message = Message::new("{what}: النص العربي ليس عربيًا: {text}", "{what} is not Arabic: {text}");
const NO_PAGE: Message = Message::new("لا توجد صفحة باسم {page}.", "there is no page {page}");
const NO_PRESET: Message =
    Message::new("لا يحتوي القسم على إعداد جاهز (preset)، فلا يمكن إضافته.", "has no preset: it cannot be added");
const BAD_PRESET: Message = Message::new("الإعداد الجاهز {preset}: {path}: {reason}", "preset {preset}: {path}: {reason}");
const NO_ICON_OPTION: Message = Message::new("{setting}: لا توجد أيقونة باسم {icon}.", "{setting}: there is no icon {icon}");
const TWICE: Message = Message::new("{what} مكرر.", "{what} stands there twice");
const BAD_DEFAULT: Message =
    Message::new("{what}: القيمة الافتراضية لا تناسب نوع الحقل.", "{what}: its default is no value of its type");
const HALF_DEFAULT: Message =
    Message::new("{what}: القيمة الافتراضية تنقصها إحدى اللغتين.", "{what}: its default lacks a language");
const BAD_SHOWN_IF: Message =
    Message::new("{what}: يشير shown_if إلى {setting} وهو غير موجود.", "{what}: shown_if names {setting}, which is not there");
const BAD_DEFAULTS: Message =
    Message::new("تذكر defaults قسمًا أو إعدادًا جاهزًا غير موجود.", "a default names a section or a preset that is not there");
const MISPLACED: Message =
    Message::new("لا يمكن أن يكون القسم {section} في صفحة {page}.", "{section} cannot stand there on {page}");
const OTHER_SLOTS: Message =
    Message::new("{key}: مواضع القيم تختلف عن النص الإنجليزي.", "{key}: its places differ from the English");
const NO_KEY: Message = Message::new("{key} غير موجود.", "{key} is missing");
const NO_TEXT: Message = Message::new("يطلب النص {key} وهو غير موجود.", "asks for the text {key}, which is not there");
const OWN_TEXT: Message =
    Message::new("يحتوي على نص مكتوب فيه. النصوص مكانها locales/.", "holds a text of its own: texts belong to locales/");
const NO_ICON: Message = Message::new("يرسم الأيقونة {icon} وهي غير موجودة.", "draws the icon {icon}, which is not there");
const OWN_STYLE: Message = Message::new(
    "فيه تنسيق أو سكربت مضمّن، وسياسة أمان الصفحات ترفضه.",
    "has a style or a script of its own, which the policy of pages refuses",
);
const OWN_SCRIPT: Message = Message::new("سياسة أمان الصفحات ترفض {tag}.", "{tag} is refused by the policy of pages");
const NO_ASSET: Message = Message::new("الملف assets/{name} غير موجود.", "there is no assets/{name}");
const TOO_HEAVY: Message =
    Message::new("تُرسل {bytes} بايت من {kind}، والحد الأقصى {most}.", "{bytes} bytes of {kind} are sent; {most} at most");
const NO_FONT: Message =
    Message::new("{setting}: لا يحتوي theme.json على الخط {font}.", "{setting}: theme.json has no font {font}");
const BAD_KIND: Message = Message::new("{what}: {reason}", "{what}: {reason}");
const NO_PAGE_SECTION: Message = Message::new("تنقص الصفحة {page} القسم {page}.", "the page {page} lacks the section {page}");
const BACKTICKS: Message = Message::new("نص بين علامتي ` يمتد على أكثر من سطر.", "a text in backticks goes over several lines");
const TOO_MANY_OPTIONS: Message = Message::new("{what}: الخيارات أكثر من {most}.", "{what}: more than {most} options");
const TOO_MANY_PRESETS: Message = Message::new("الإعدادات الجاهزة أكثر من {most}.", "more than {most} presets");
const TOO_LONG: Message = Message::new(
    "يستغرق رسم أقسام القالب وقتًا طويلًا. بسّط القوالب أو قلّل الخيارات.",
    "drawing the theme's sections takes too long: simplify its templates, or offer fewer options",
);
const NOT_DRAWN: Message =
    Message::new("الإعداد الجاهز {preset} بلغة {lang}: \u{2068}{reason}\u{2069}", "preset {preset} in {lang}: {reason}");

/// The name of what is drawn beside the presets, with the number of the options that are chosen.
const WRITTEN: &str = "all blocks ";

/// The check, for calls that take a merchant's theme.
#[derive(Debug, Clone, Copy)]
pub struct StorefrontChecker;

impl ThemeChecker for StorefrontChecker {
    fn check(&self, folder: &ThemeFolder) -> Vec<ThemeProblem> {
        check(folder)
    }
}

/// What is wrong with a theme; empty when nothing is. One that is not of the program is held to the rules of an upload too.
#[must_use]
pub fn check(folder: &ThemeFolder) -> Vec<ThemeProblem> {
    let is_own = ThemeDefinition::find(folder.id()).is_none();
    let load = || if is_own { LoadedTheme::load_own(folder, "/assets/own/") } else { LoadedTheme::load(folder) };
    let mut found = Problems::default();
    if is_own {
        found.foreign(folder);
        // What is refused in a template would be named again by each section that is drawn with it.
        if !found.0.is_empty() {
            return found.0;
        }
    }
    let (loaded, definition) = match load().and_then(|loaded| Ok((loaded, ThemeDefinition::load(folder)?))) {
        Ok(loaded) => loaded,
        Err(problem) => {
            found.0.push(problem);
            return found.0;
        }
    };
    let theme = &loaded.theme;
    found.texts_of("theme.json", "name", &theme.manifest.name);
    found.texts_of("theme.json", "description", &theme.manifest.description);
    for name in NEEDED.iter().filter(|name| !theme.schemas.contains_key(**name)) {
        found.add(format!("sections/{name}.json"), NOT_THERE);
    }
    for (name, schema) in sorted(&theme.schemas) {
        found.schema(theme, name, schema);
    }
    for template in &theme.manifest.templates {
        found.texts_of("theme.json", &format!("template {}", template.key()), &template.name);
    }
    for fault in template_check::faults(theme) {
        found.add("theme.json", fault);
    }
    found.defaults(theme, &definition);
    found.locales(theme);
    for (path, source) in &theme.templates {
        found.template(theme, path, source);
    }
    found.assets(theme, folder);
    for (name, alt) in &theme.manifest.pictures {
        found.texts_of("theme.json", &format!("pictures {name}"), alt);
    }
    for (file, fault) in picture_check::faults(theme, folder) {
        found.add(file, fault);
    }
    let ends = std::time::Instant::now() + LONGEST;
    for (name, schema) in sorted(&theme.schemas) {
        found.rendered(&loaded, (name, schema), ends);
        if std::time::Instant::now() > ends {
            found.add(format!("sections/{name}.html"), TOO_LONG);
            break;
        }
    }
    found.0
}

fn sorted(schemas: &HashMap<String, SectionSchema>) -> Vec<(&String, &SectionSchema)> {
    let mut all: Vec<_> = schemas.iter().collect();
    all.sort_by_key(|(name, _)| name.as_str());
    all
}

/// Fills `{reason}` with a message, in each language.
fn both_languages(text: &Message, reason: &Message) -> Message {
    Message { ar: text.ar.replace("{reason}", &reason.ar).into(), en: text.en.replace("{reason}", &reason.en).into() }
}

fn is_arabic(text: &str) -> bool {
    text.chars().any(|c| ('\u{600}'..='\u{6FF}').contains(&c))
}

#[derive(Default)]
struct Problems(Vec<ThemeProblem>);

impl Problems {
    fn add(&mut self, file: impl Into<String>, text: Message) {
        self.0.push(ThemeProblem::new(file, text));
    }

    /// What a theme that is not of the program may not have, in the files that differ from the program's.
    fn foreign(&mut self, folder: &ThemeFolder) {
        self.0.extend(foreign_scripts(folder));
        for path in folder.paths("", "") {
            let Some(text) = folder.text(path).filter(|text| !ThemeFolder::is_bundled_file(path, text.as_bytes())) else {
                continue;
            };
            if path.ends_with(".html") {
                for fault in guard(&text).faults {
                    self.add(path, fault);
                }
            } else if let Some(fault) = path.ends_with(".svg").then(|| drawing_fault(&text)).flatten() {
                self.add(path, fault);
            }
        }
    }

    /// Both languages, the Arabic one in Arabic.
    fn texts_of(&mut self, file: &str, what: &str, texts: &Texts) {
        if texts.ar.trim().is_empty() || texts.en.trim().is_empty() {
            self.add(file, ONE_LANGUAGE.with("what", what));
        } else if !is_arabic(&texts.ar) {
            self.add(file, NOT_ARABIC.with("what", what).with("text", &texts.ar));
        }
    }

    fn schema(&mut self, theme: &Theme, name: &str, schema: &SectionSchema) {
        let file = format!("sections/{name}.json");
        self.texts_of(&file, "name", &schema.name);
        self.texts_of(&file, "description", &schema.description);
        for page in schema.pages.iter().filter(|page| *page != "all" && !PAGES.contains(&page.as_str())) {
            self.add(&file, NO_PAGE.with("page", page));
        }
        self.settings(&file, "settings", &schema.settings);
        for block in &schema.blocks {
            self.texts_of(&file, &format!("block {}", block.kind), &block.name);
            if let Some(missing) = &block.missing {
                self.texts_of(&file, &format!("block {} missing", block.kind), missing);
            }
            self.settings(&file, &format!("block {}", block.kind), &block.settings);
        }
        if schema.presets.is_empty() {
            self.add(&file, NO_PRESET);
        }
        if schema.presets.len() > MOST_PRESETS {
            self.add(&file, TOO_MANY_PRESETS.with("most", MOST_PRESETS));
        }
        for preset in &schema.presets {
            self.texts_of(&file, &format!("preset {}", preset.id), &preset.name);
            for fault in schema.check(&preset.settings, &preset.blocks) {
                let reason = fault.reason.message();
                let both = BAD_PRESET.with("preset", &preset.id).with("path", fault.path);
                self.add(&file, both_languages(&both, &reason));
            }
        }
        for name in picture_check::missing(theme, schema) {
            self.add(&file, picture_check::NO_PICTURE.with("name", name));
        }
        for font in schema.settings.iter().chain(schema.blocks.iter().flat_map(|b| &b.settings)) {
            if let Kind::Font { options } = &font.kind {
                for option in options.iter().filter(|option| !theme.manifest.fonts.contains_key(&option.value)) {
                    self.add(&file, NO_FONT.with("setting", &font.id).with("font", &option.value));
                }
            }
        }
        for icon in schema.settings.iter().chain(schema.blocks.iter().flat_map(|b| &b.settings)) {
            if let Kind::Icon { options } = &icon.kind {
                for option in options.iter().filter(|option| !theme.icons.contains_key(*option)) {
                    self.add(&file, NO_ICON_OPTION.with("setting", &icon.id).with("icon", option));
                }
            }
        }
        let template = format!("sections/{name}.html");
        if schema.zone != Zone::Settings && !theme.templates.iter().any(|(path, _)| *path == template) {
            self.add(template, NOT_THERE);
        }
    }

    fn settings(&mut self, file: &str, of: &str, settings: &[Setting]) {
        let mut ids = BTreeSet::new();
        for s in settings {
            let what = format!("{of}.{}", s.id);
            if !ids.insert(&s.id) {
                self.add(file, TWICE.with("what", &what));
            }
            self.texts_of(file, &format!("{what} label"), &s.label);
            if let Some(hint) = &s.hint {
                self.texts_of(file, &format!("{what} hint"), hint);
            }
            if let Some(group) = &s.group {
                self.texts_of(file, &format!("{what} group"), group);
            }
            if s.kind.check(&s.default).is_err() {
                self.add(file, BAD_DEFAULT.with("what", &what));
            }
            if let Some(problem) = s.kind.problem() {
                self.add(file, both_languages(&BAD_KIND.with("what", &what), &problem));
            }
            if let Kind::Select { options } | Kind::Font { options } = &s.kind {
                if options.len() > MOST_OPTIONS {
                    self.add(file, TOO_MANY_OPTIONS.with("what", &what).with("most", MOST_OPTIONS));
                }
                for option in options.iter().take(MOST_OPTIONS) {
                    self.texts_of(file, &format!("{what} option {}", option.value), &option.label);
                }
            }
            let is_half = |map: &serde_json::Map<String, serde_json::Value>| {
                !map.is_empty() && ["ar", "en"].iter().any(|lang| !map.contains_key(*lang))
            };
            if s.default.as_object().is_some_and(is_half) {
                self.add(file, HALF_DEFAULT.with("what", &what));
            }
            if let Some(shown_if) = &s.shown_if
                && !settings.iter().any(|other| other.id == shown_if.setting)
            {
                self.add(file, BAD_SHOWN_IF.with("what", &what).with("setting", &shown_if.setting));
            }
        }
    }

    /// The sections of a new store.
    fn defaults(&mut self, theme: &Theme, definition: &ThemeDefinition) {
        if definition.default_sections().len() != theme.manifest.defaults.len() {
            self.add("theme.json", BAD_DEFAULTS);
        }
        // Their main sections show what these pages are for.
        for page in PAGES.iter().filter(|page| NEEDED.contains(page)) {
            if !theme.manifest.defaults.iter().any(|d| d.page == **page && d.section == **page && d.zone == Zone::Pre) {
                self.add("theme.json", NO_PAGE_SECTION.with("page", page));
            }
        }
        for default in definition.default_sections() {
            let Some(schema) = theme.schemas.get(&default.section) else { continue };
            if schema.zone != default.zone || !schema.pages.iter().any(|page| page == plain_page(&default.page)) {
                self.add("theme.json", MISPLACED.with("section", &default.section).with("page", &default.page));
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
                (Some(_), Some(_)) => self.add("locales/ar.json", OTHER_SLOTS.with("key", key)),
                (None, _) => self.add("locales/ar.json", NO_KEY.with("key", key)),
                (_, None) => self.add("locales/en.json", NO_KEY.with("key", key)),
            }
        }
    }

    fn template(&mut self, theme: &Theme, path: &str, source: &str) {
        for (at, _) in source.match_indices("t('") {
            let is_word = source[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let Some((key, after)) = source[at + 3..].split_once('\'') else { continue };
            if !is_word && !after.trim_start().starts_with('~') && !theme.texts[&Lang::Ar].contains_key(key) {
                self.add(path, NO_TEXT.with("key", key));
            }
        }
        if is_arabic(source) {
            self.add(path, OWN_TEXT);
        }
        for call in source.split("icon(").skip(1) {
            for name in call.split(')').next().unwrap_or_default().split('\'').skip(1).step_by(2) {
                if !theme.icons.contains_key(name) {
                    self.add(path, NO_ICON.with("icon", name));
                }
            }
        }
        if source.contains(" style=\"") || source.contains(" onclick=") || source.contains("javascript:") {
            self.add(path, OWN_STYLE);
        }
        for rest in source.split("<script").skip(1) {
            let tag = rest.split('>').next().unwrap_or_default();
            if !["src=", "application/json", "application/ld+json"].iter().any(|kind| tag.contains(kind)) {
                self.add(path, OWN_SCRIPT.with("tag", format!("<script{tag}>")));
            }
        }
    }

    fn assets(&mut self, theme: &Theme, folder: &ThemeFolder) {
        let Manifest { styles, preload, .. } = &theme.manifest;
        for name in styles.iter().chain(preload.values().flatten()).filter(|name| !theme.assets.contains_key(*name)) {
            self.add("theme.json", NO_ASSET.with("name", name));
        }
        let sent = |suffix: &str| -> usize {
            let of_kind = theme.assets.iter().filter(|(name, _)| name.ends_with(suffix));
            of_kind.map(|(_, asset)| asset.sent()).sum()
        };
        for (suffix, most) in [(".css", MOST_STYLE), (".js", MOST_SCRIPT)] {
            let bytes = sent(suffix);
            if bytes > most {
                self.add("assets/", TOO_HEAVY.with("bytes", bytes).with("kind", suffix).with("most", most));
            }
        }
        // Assets lose their comments and indentation line by line.
        for path in folder.paths("assets/", ".js") {
            let script = folder.text(path).unwrap_or_default();
            if script.lines().any(|line| line.matches('`').count() % 2 == 1 && !line.trim_start().starts_with("//")) {
                self.add(path, BACKTICKS);
            }
        }
    }

    /// Each preset of a section in both languages, and each kind of block with its texts written and every option of its choices, on an
    /// empty store and on one that has everything.
    fn rendered(&mut self, loaded: &LoadedTheme, (name, schema): (&str, &SectionSchema), ends: std::time::Instant) {
        if schema.zone == Zone::Settings {
            return;
        }
        let template = format!("sections/{name}.html");
        let presets = schema.presets.iter().map(|preset| (preset.id.clone(), preset.settings.clone(), preset.blocks.clone()));
        let written = (0..most_options(schema).min(MOST_OPTIONS))
            .map(|n| (format!("{WRITTEN}{n}"), written(&schema.settings, n), blocks_of_all_kinds(schema, n)));
        for (preset, settings, blocks) in presets.chain(written) {
            if std::time::Instant::now() > ends {
                return;
            }
            for (lang, is_full) in [(Lang::Ar, false), (Lang::En, false), (Lang::Ar, true), (Lang::En, true)] {
                let section = section_view(schema, name, (&settings, &blocks), (lang, is_full));
                let context = context! {
                    section => section, lang => lang.code(), product => page_sample::product(lang, is_full),
                    collection => page_sample::collection(lang, is_full), page => page_sample::page(lang, is_full), ..store_data(is_full),
                };
                if let Err(e) = loaded.engine.render(&template, lang, Currency::SAR, context) {
                    self.add(&template, NOT_DRAWN.with("preset", &preset).with("lang", lang.code()).with("reason", e.summary()));
                    return;
                }
            }
        }
    }
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
        assert!(sent("one.css") < 17_000 && sent("one.js") < 10_500);
        assert!(theme.schemas.len() >= 24, "{}", theme.schemas.len());
    }
}
