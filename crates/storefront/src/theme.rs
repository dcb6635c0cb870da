//! A theme: its templates, texts and assets, with its manifest and section schemas. Those of the program are read once at start.

use std::collections::HashMap;

use axum::http::HeaderValue;
use bytes::Bytes;
use kernel::Lang;
use serde_json::Value;
use site::theme::{ThemeDefinition, ThemeFolder, ThemeProblem, parse_file};

/// A file under `/assets/`.
pub(crate) struct Asset {
    pub(crate) kind: HeaderValue,
    pub(crate) body: Bytes,
    pub(crate) gzip: Option<Bytes>,
}

impl Asset {
    /// Its bytes as they are sent to a browser that accepts gzip.
    pub(crate) fn sent(&self) -> usize {
        self.gzip.as_ref().map_or(self.body.len(), Bytes::len)
    }
}

/// A theme's files, read.
pub(crate) struct Theme {
    pub(crate) definition: ThemeDefinition,
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

/// Strips indentation and comment lines from a script or stylesheet, to reduce its size. No string of a theme's script spans several
/// lines (a test checks that).
fn minify(source: &[u8]) -> Bytes {
    let text = String::from_utf8_lossy(source);
    let is_comment = |l: &str| l.starts_with("//") || (l.starts_with("/*") && l.trim_end().ends_with("*/"));
    let lines = text.lines().map(str::trim_start).filter(|l| !l.is_empty() && !is_comment(l));
    Bytes::from(lines.collect::<Vec<_>>().join("\n"))
}

/// The media type of a drawing.
pub(crate) const DRAWING: &str = "image/svg+xml";

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or("") {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "woff2" => "font/woff2",
        "svg" => DRAWING,
        "webp" => "image/webp",
        "png" => "image/png",
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

/// What a theme declares is its own: `theme.manifest`, `theme.schemas`.
impl std::ops::Deref for Theme {
    type Target = ThemeDefinition;

    fn deref(&self) -> &ThemeDefinition {
        &self.definition
    }
}

impl Theme {
    /// Reads a theme's files.
    ///
    /// # Errors
    /// The first file that is missing or cannot be read.
    pub(crate) fn load(folder: &ThemeFolder) -> Result<Self, ThemeProblem> {
        let definition = ThemeDefinition::load(folder)?;
        let template = |path: &str| Some((path.to_owned(), folder.text(path)?));
        let templates = folder.paths("", ".html").into_iter().filter_map(template).collect();
        let icon = |path: &str| {
            let drawing = folder.text(path)?.trim_end().to_owned();
            let name = path.strip_prefix("icons/")?.strip_suffix(".svg")?;
            Some((name.to_owned(), minijinja::Value::from_safe_string(drawing)))
        };
        let icons = folder.paths("icons/", ".svg").into_iter().filter_map(icon).collect();
        let mut texts = HashMap::new();
        for lang in [Lang::Ar, Lang::En] {
            let mut flat = HashMap::new();
            flatten("", &parse_file::<Value>(folder, &format!("locales/{}.json", lang.code()))?, &mut flat);
            texts.insert(lang, flat);
        }
        let mut assets = HashMap::new();
        for path in folder.paths("assets/", "") {
            let Some(bytes) = folder.bytes(path) else { continue };
            let name = path.strip_prefix("assets/").unwrap_or(path).to_owned();
            let is_text = name.ends_with(".js") || name.ends_with(".css");
            let body = if is_text { minify(bytes) } else { Bytes::from(bytes.to_vec()) };
            let kind = kind_of(&name);
            let gzip = (kind.starts_with("text/") || kind == DRAWING).then(|| crate::cache::gzip(&body, 9));
            assets.insert(name, Asset { kind: HeaderValue::from_static(kind), body, gzip });
        }
        let asset_base = format!("/assets/{}/{}/", folder.id(), definition.assets_hash);
        Ok(Self { definition, templates, icons, texts, assets, asset_base })
    }

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

    #[test]
    fn comments_and_indentation_are_not_sent() {
        let small = minify(b"/* one */\n  a{b:c}\n\n  // two\n  d();\n");
        assert_eq!(&small[..], b"a{b:c}\nd();");
    }
}
