//! Videos in settings and in texts: what templates get of them, and what the page's policy must admit. Pure.

use minijinja::Value;
use platform::video::Video;
use serde_json::Map;
use site::theme::{Kind, Section, Setting};

use crate::cache::Embeds;
use crate::current_store::Store;
use crate::engine::context;

/// A video: the player of its provider, or the file with its type; and where it is watched without scripts.
pub(super) fn view(video: &Video) -> Value {
    let mime = match video {
        Video::File { mime, .. } => *mime,
        Video::Youtube { .. } | Video::Vimeo { .. } => "",
    };
    context! { player => video.player(), mime => mime, url => video.address() }
}

/// What a page must admit in its policy to show a video.
pub(super) fn embeds_of(video: &Video) -> Embeds {
    let is_file = matches!(video, Video::File { .. });
    Embeds { has_frames: !is_file, has_media: is_file }
}

/// What a page must admit in its policy to show the videos of this section's settings. Those of its texts bring their own marks.
pub(crate) fn embeds(store: &Store, section: &Section) -> Embeds {
    let Some(schema) = store.theme.theme.schemas.get(&section.section) else { return Embeds::default() };
    let mut embeds = Embeds::default();
    let mut add = |fields: &[Setting], values: &Map<String, serde_json::Value>| {
        for setting in fields.iter().filter(|setting| matches!(setting.kind, Kind::Video)) {
            if let Some(video) = values.get(&setting.id).and_then(|v| Video::parse(v.as_str()?)) {
                embeds.add(embeds_of(&video));
            }
        }
    };
    add(&schema.settings, &section.settings);
    for block in section.blocks.iter().filter(|block| block.is_active) {
        if let Some(kind) = schema.blocks.iter().find(|b| b.kind == block.kind) {
            add(&kind.settings, &block.settings);
        }
    }
    embeds
}
