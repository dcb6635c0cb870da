//! The faces of a theme's fonts, read from the rules of its stylesheets: the editor's input shows each font in its own (TH-04). The dashboard's
//! policy admits fonts of its own origin alone, so the files come through its API.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::definition::Manifest;
use super::folder::ThemeFolder;

/// Most faces of a font that the input loads: an alphabet each.
const MOST_FACES: usize = 12;
const ASSETS: &str = "assets/";
/// The weight of the text beside the inputs.
const REGULAR: u32 = 400;

/// A font of a theme, as the choices of a setting name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ThemeFont)]
pub struct Font {
    /// The value of a choice.
    pub(super) value: String,
    /// The families of CSS that pages are set in.
    pub(super) family: String,
    /// The files of the first of these families that has any; none for fonts of the shopper's device.
    pub(super) faces: Vec<Face>,
}

/// A file of a font.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ThemeFontFace)]
pub struct Face {
    /// Its name in addresses: a hash of what it holds.
    pub(super) file: String,
    /// The characters that it is for, as in CSS; all of them when null.
    unicode_range: Option<String>,
}

/// A rule `@font-face` with a file of the theme.
struct Rule {
    family: String,
    /// The file's path in the theme's folder.
    path: String,
    weight: u32,
    is_italic: bool,
    unicode_range: Option<String>,
}

/// The fonts of a theme in the order of their names.
pub(super) fn list(folder: &ThemeFolder, manifest: &Manifest) -> Vec<Font> {
    let sheets = manifest.styles.iter().filter_map(|name| Some((name, folder.text(&format!("{ASSETS}{name}"))?)));
    let rules: Vec<Rule> =
        sheets.flat_map(|(name, css)| rules_of(name, &css)).filter(|r| folder.bytes(&r.path).is_some()).collect();
    let font = |(value, family): (&String, &String)| Font {
        value: value.clone(),
        family: family.clone(),
        faces: families(family)
            .find_map(|name| Some(faces(folder, &rules, &name)).filter(|all| !all.is_empty()))
            .unwrap_or_default(),
    };
    manifest.fonts.iter().map(font).collect()
}

/// The bytes of a face.
pub(super) fn find_file<'f>(folder: &'f ThemeFolder, manifest: &Manifest, file: &str) -> Option<&'f [u8]> {
    let sheets = manifest.styles.iter().filter_map(|name| Some((name, folder.text(&format!("{ASSETS}{name}"))?)));
    let mut paths = sheets.flat_map(|(name, css)| rules_of(name, &css)).map(|rule| rule.path);
    paths.find_map(|path| folder.bytes(&path).filter(|bytes| hash(bytes) == file))
}

fn hash(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(bytes)[..12])
}

/// The names of a list of families, lower case and without quotes.
fn families(list: &str) -> impl Iterator<Item = String> {
    list.split(',').map(|name| name.trim().trim_matches(['"', '\'']).to_ascii_lowercase())
}

/// One face for each alphabet: the upright one whose weight is nearest to that of text.
fn faces(folder: &ThemeFolder, rules: &[Rule], family: &str) -> Vec<Face> {
    let mut chosen: Vec<&Rule> = Vec::new();
    let rank = |rule: &Rule| (rule.is_italic, rule.weight.abs_diff(REGULAR));
    for rule in rules.iter().filter(|rule| rule.family == family) {
        match chosen.iter_mut().find(|other| other.unicode_range == rule.unicode_range) {
            Some(other) if rank(rule) < rank(other) => *other = rule,
            Some(_) => {}
            None => chosen.push(rule),
        }
    }
    let face = |rule: &&Rule| Some(Face { file: hash(folder.bytes(&rule.path)?), unicode_range: rule.unicode_range.clone() });
    chosen.iter().take(MOST_FACES).filter_map(face).collect()
}

/// The rules of a stylesheet, `sheet` its name below `assets/`.
fn rules_of(sheet: &str, css: &str) -> Vec<Rule> {
    let css = without_comments(css);
    let bodies = css.split("@font-face").skip(1).filter_map(|rest| rest.split_once('{')?.1.split('}').next());
    bodies.filter_map(|body| rule_of(sheet, body)).collect()
}

fn without_comments(css: &str) -> String {
    let mut parts = css.split("/*");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once("*/").map_or("", |(_, rest)| rest));
    }
    out
}

fn rule_of(sheet: &str, body: &str) -> Option<Rule> {
    let find = |name: &str| {
        let mut all = body.split(';').filter_map(|declaration| declaration.split_once(':'));
        all.find(|(key, _)| key.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    let mut sources = find("src")?.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
    Some(Rule {
        family: families(find("font-family")?).next()?,
        path: sources.find_map(|source| path_of(sheet, source))?,
        weight: weight_of(find("font-weight").unwrap_or("normal")),
        is_italic: find("font-style").is_some_and(|style| !style.eq_ignore_ascii_case("normal")),
        unicode_range: find("unicode-range").map(str::to_owned),
    })
}

/// A weight; of a range the one that is nearest to that of text.
fn weight_of(text: &str) -> u32 {
    let weights = text.split_whitespace().map(|word| match word.to_ascii_lowercase().as_str() {
        "bold" | "bolder" => 700,
        other => other.parse().unwrap_or(REGULAR),
    });
    let (least, most) = weights.fold((u32::MAX, 0), |(least, most), weight| (least.min(weight), most.max(weight)));
    REGULAR.clamp(least.min(most), most)
}

/// The path of a font's file that a stylesheet names relative to itself.
fn path_of(sheet: &str, source: &str) -> Option<String> {
    let source = source.trim().trim_matches(['"', '\'']);
    let source = source.split(['?', '#']).next().unwrap_or_default();
    let is_font = source.to_ascii_lowercase().ends_with(".woff2");
    if !is_font || source.starts_with('/') || source.contains(':') {
        return None;
    }
    let mut path: Vec<&str> = sheet.split('/').collect();
    path.pop();
    for part in source.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(path.pop()?),
            part => path.push(part),
        }
    }
    Some(format!("{ASSETS}{}", path.join("/")))
}

#[cfg(test)]
mod tests {
    use super::super::definition::ThemeDefinition;
    use super::*;

    #[test]
    fn th_04_each_font_of_each_theme_has_a_face_for_arabic_and_one_for_latin() {
        for id in ThemeFolder::bundled_ids() {
            let folder = ThemeFolder::bundled(&id);
            let manifest = &ThemeDefinition::find(&id).unwrap().manifest;
            let fonts = list(&folder, manifest);
            assert_eq!(fonts.iter().map(|f| &f.value).collect::<Vec<_>>(), manifest.fonts.keys().collect::<Vec<_>>());
            for font in fonts {
                assert_eq!(font.faces.len(), if font.value == "system" { 0 } else { 2 }, "{id} {font:?}");
                for face in font.faces {
                    assert!(find_file(&folder, manifest, &face.file).unwrap().starts_with(b"wOF2"), "{id} {face:?}");
                }
            }
            assert!(find_file(&folder, manifest, "").is_none() && find_file(&folder, manifest, "theme.json").is_none());
        }
    }

    #[test]
    fn th_04_a_rule_is_read_as_browsers_read_it() {
        let css = "/* @font-face{font-family:No;src:url(no.woff2)} */ @font-face { FONT-FAMILY : 'My Font' ;\n font-weight:700;\
                   src: local(\"x\"), url(\"a.woff\") format(\"woff\"), url( './fonts/a-700.woff2?v=1#x' ) }\
                   @font-face{font-family:\"My Font\";font-weight:300 800;unicode-range:U+0600-06FF;src:url(../b.woff2)}\
                   @font-face{font-family:Far;src:url(https://x.example/a.woff2)}@font-face{font-family:Far;src:url(../../../a.woff2)}";
        let rules = rules_of("css/own.css", css);
        let read: Vec<_> = rules.iter().map(|r| (r.family.as_str(), r.path.as_str(), r.weight)).collect();
        assert_eq!(read, [("my font", "assets/css/fonts/a-700.woff2", 700), ("my font", "assets/b.woff2", 400)]);
        assert_eq!(rules[1].unicode_range.as_deref(), Some("U+0600-06FF"));
        assert_eq!(weight_of("bold"), 700);
        assert_eq!(weight_of("500 900"), 500);
    }
}
