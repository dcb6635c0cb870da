//! What the pictures of a theme must be, for its author (decision 0082). Pure.

use std::collections::BTreeSet;

use site::theme::{Kind, PICTURES, Picture, PictureSource, SectionSchema, Setting, ThemeFolder, is_picture_name};
use web::Message;

use crate::theme::{Asset, Theme};

/// Most bytes of a picture, as it is sent: it has no smaller copies.
const MOST_PICTURE: usize = 120_000;

pub(crate) const NO_PICTURE: Message = Message::new("لا توجد صورة باسم {name} في القالب.", "the theme has no picture {name}");
const PICTURE_NAME: Message = Message::new(
    "اسم الصورة {name} غير صالح: حروف إنجليزية صغيرة وأرقام وشرطات، وينتهي بـ svg أو webp أو png.",
    "{name} is no name of a picture: lowercase letters, digits and hyphens, and .svg, .webp or .png",
);
const NO_SIZE: Message = Message::new(
    "تعذّرت قراءة مقاس الصورة. اكتب viewBox في ملف SVG، وتأكد أن الملف من النوع الذي يذكره اسمه.",
    "has no size that can be read: an SVG needs a viewBox, and the file must be what its name says",
);
const NOT_LISTED: Message = Message::new(
    "الصورة غير مذكورة في pictures داخل theme.json، فلا نص بديل لها.",
    "is not among the pictures of theme.json, which say what each shows",
);
const HEAVY_PICTURE: Message =
    Message::new("حجم الصورة {bytes} بايت، والحد الأقصى {most}.", "{bytes} bytes are sent; {most} at most for a picture");

/// The pictures that the presets of a section and its defaults name, and the theme does not have.
pub(crate) fn missing(theme: &Theme, schema: &SectionSchema) -> BTreeSet<String> {
    let mut missing = BTreeSet::new();
    let mut look = |fields: &[Setting], values: &serde_json::Map<String, serde_json::Value>| {
        for setting in fields.iter().filter(|s| matches!(s.kind, Kind::Image)) {
            let source = values.get(&setting.id).and_then(Picture::parse).map(|picture| picture.source);
            if let Some(PictureSource::Theme(name)) = source
                && !theme.pictures.contains_key(&name)
            {
                missing.insert(name);
            }
        }
    };
    let defaults = |fields: &[Setting]| fields.iter().map(|s| (s.id.clone(), s.default.clone())).collect();
    look(&schema.settings, &defaults(&schema.settings));
    for kind in &schema.blocks {
        look(&kind.settings, &defaults(&kind.settings));
    }
    for preset in &schema.presets {
        look(&schema.settings, &preset.settings);
        for block in &preset.blocks {
            let fields = schema.blocks.iter().find(|kind| kind.kind == block.kind).map_or(&[][..], |kind| &kind.settings);
            look(fields, &block.settings);
        }
    }
    missing
}

/// What is wrong with the pictures that a manifest lists and with the files of their folder, by file: each is there, is what its name says
/// and is listed.
pub(crate) fn faults(theme: &Theme, folder: &ThemeFolder) -> Vec<(String, Message)> {
    let mut found = Vec::new();
    for name in theme.manifest.pictures.keys() {
        let path = format!("{PICTURES}{name}");
        if !is_picture_name(name) {
            found.push(("theme.json".to_owned(), PICTURE_NAME.with("name", name)));
        } else if folder.bytes(&path).is_none() {
            found.push(("theme.json".to_owned(), NO_PICTURE.with("name", name)));
        } else if !theme.pictures.contains_key(name) {
            found.push((path, NO_SIZE));
        }
    }
    for path in folder.paths(PICTURES, "") {
        let name = path.strip_prefix(PICTURES).unwrap_or(path);
        if !theme.manifest.pictures.contains_key(name) {
            found.push((path.to_owned(), NOT_LISTED));
        }
        let sent = theme.assets.get(&format!("pictures/{name}")).map_or(0, Asset::sent);
        if sent > MOST_PICTURE {
            found.push((path.to_owned(), HEAVY_PICTURE.with("bytes", sent).with("most", MOST_PICTURE)));
        }
    }
    found
}
