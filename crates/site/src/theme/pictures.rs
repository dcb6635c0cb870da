//! Pictures that a theme brings along (decision 0082): what its sections show until the merchant has some. Pure.
//!
//! A setting names one as `theme:hero.svg`; `pictures` of the manifest lists them with what they show, and the files are in
//! `assets/pictures/`. Nothing outside of that folder can be named.

use std::collections::BTreeMap;

use kernel::Texts;

use super::folder::ThemeFolder;

/// Where they are in a theme's folder.
pub const FOLDER: &str = "assets/pictures/";
/// What a setting's value begins with that names one.
const PREFIX: &str = "theme:";
/// Most characters of a name.
const MOST_NAME: usize = 60;
/// Most pixels of a side: what is larger is no size.
const MOST_SIDE: u32 = 10_000;

/// A picture of a theme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThemePicture {
    /// What it shows, for whoever does not see it.
    pub alt: Texts,
    /// Its size in pixels, so that a page keeps its place free.
    pub width: u32,
    /// Its height.
    pub height: u32,
}

/// Whether a text can be a picture's name: a file of the folder itself, of a kind that pages show.
#[must_use]
pub fn is_picture_name(name: &str) -> bool {
    let is_stem =
        |stem: &str| !stem.is_empty() && stem.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let is_file = |(stem, extension)| is_stem(stem) && matches!(extension, "svg" | "webp" | "png");
    name.len() <= MOST_NAME && name.rsplit_once('.').is_some_and(is_file)
}

/// The name in a setting's value: `theme:hero.svg`.
pub(super) fn name_of(id: &str) -> Option<&str> {
    id.strip_prefix(PREFIX).filter(|name| is_picture_name(name))
}

/// As a setting names it.
pub(super) fn id_of(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// The pictures that a manifest lists and the theme has; the check of a theme names the others.
pub(super) fn read(folder: &ThemeFolder, listed: &BTreeMap<String, Texts>) -> BTreeMap<String, ThemePicture> {
    let one = |(name, alt): (&String, &Texts)| {
        let bytes = folder.bytes(&format!("{FOLDER}{name}")).filter(|_| is_picture_name(name))?;
        let (width, height) = size(name, bytes)?;
        Some((name.clone(), ThemePicture { alt: alt.clone(), width, height }))
    };
    listed.iter().filter_map(one).collect()
}

/// Its width and height; `None` of what is no picture of the kind that its name says.
fn size(name: &str, bytes: &[u8]) -> Option<(u32, u32)> {
    let (width, height) = match name.rsplit_once('.')?.1 {
        "svg" => svg_size(std::str::from_utf8(bytes).ok()?)?,
        "png" => png_size(bytes)?,
        "webp" => webp_size(bytes)?,
        _ => return None,
    };
    let is_side = |side: &u32| (1..=MOST_SIDE).contains(side);
    (is_side(&width) && is_side(&height)).then_some((width, height))
}

/// The size of its view box, or the one that it names where it has none.
fn svg_size(text: &str) -> Option<(u32, u32)> {
    let start = text.find("<svg")?;
    let tag = &text[start..start + text[start..].find('>')?];
    let attribute = |name: &str| tag.split_once(&format!(" {name}=\""))?.1.split_once('"').map(|(value, _)| value);
    if let Some(view) = attribute("viewBox") {
        let mut numbers = view.split([' ', ',']).filter(|part| !part.is_empty()).skip(2).map(whole);
        return Some((numbers.next()??, numbers.next()??));
    }
    Some((whole(attribute("width")?)?, whole(attribute("height")?)?))
}

/// A length in pixels, without its decimals.
fn whole(text: &str) -> Option<u32> {
    let text = text.trim().trim_end_matches("px");
    text.split_once('.').map_or(text, |(whole, _)| whole).parse().ok()
}

fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let side = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
    (header.get(4..8)? == b"IHDR").then_some(())?;
    Some((side(8)?, side(12)?))
}

/// Of the three kinds of `WebP` files.
fn webp_size(bytes: &[u8]) -> Option<(u32, u32)> {
    (bytes.get(..4)? == b"RIFF" && bytes.get(8..12)? == b"WEBP").then_some(())?;
    let byte = |at: usize| bytes.get(at).copied().map(u32::from);
    match bytes.get(12..16)? {
        b"VP8 " => Some(((byte(26)? | byte(27)? << 8) & 0x3FFF, (byte(28)? | byte(29)? << 8) & 0x3FFF)),
        b"VP8L" => {
            let bits = u32::from_le_bytes(bytes.get(21..25)?.try_into().ok()?);
            Some(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
        }
        b"VP8X" => {
            let side = |at: usize| Some((byte(at)? | byte(at + 1)? << 8 | byte(at + 2)? << 16) + 1);
            Some((side(24)?, side(27)?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn th_05_a_picture_is_a_file_of_the_folder_and_nothing_else() {
        assert_eq!(name_of("theme:hero.svg"), Some("hero.svg"));
        assert_eq!(name_of("theme:slide-2.webp"), Some("slide-2.webp"));
        for bad in [
            "theme:../hero.svg",
            "theme:a/hero.svg",
            "theme:/hero.svg",
            "theme:hero.html",
            "theme:.svg",
            "theme:a%2f.svg",
            "theme:",
            "hero.svg",
            "theme:hero..svg",
        ] {
            assert_eq!(name_of(bad), None, "{bad}");
        }
        assert_eq!(name_of(&format!("theme:{}.svg", "a".repeat(60))), None);
    }

    #[test]
    fn th_05_the_size_of_a_picture_is_known_before_it_is_loaded() {
        let svg = |tag: &str| size("a.svg", format!("<?xml version=\"1.0\"?><{tag}><rect width=\"9\"/></svg>").as_bytes());
        assert_eq!(svg(r#"svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1920 900""#), Some((1920, 900)));
        assert_eq!(svg(r#"svg width="64px" height="32.5""#), Some((64, 32)));
        assert_eq!(svg(r#"svg viewBox="0 0 0 900""#), None);
        assert_eq!(svg("svg"), None);
        let png = [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], &640_u32.to_be_bytes(), &480_u32.to_be_bytes()].concat();
        assert_eq!(size("a.png", &png), Some((640, 480)));
        assert_eq!(size("a.webp", &png), None, "the name says what it is");
        let webp = |kind: &[u8], rest: &[u8]| size("a.webp", &[b"RIFF\0\0\0\0WEBP", kind, b"\0\0\0\0", rest].concat());
        assert_eq!(webp(b"VP8 ", &[0, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0xe0, 1]), Some((640, 480)));
        assert_eq!(webp(b"VP8L", &[&[0x2f][..], &(0x27f_u32 | 0x1df << 14).to_le_bytes()].concat()), Some((640, 480)));
        assert_eq!(webp(b"VP8X", &[0, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0]), Some((640, 480)));
        assert_eq!(webp(b"VP8X", &[0]), None);
    }
}
