//! Videos in settings: what templates get of them, and what the page's policy must admit. Pure.

use minijinja::Value;
use serde_json::Map;
use site::theme::{Kind, Section, Setting, Video};

use crate::cache::Embeds;
use crate::current_store::Store;
use crate::engine::context;

/// A video by its address: the player of its provider, or the file with its type; and where it is watched without scripts. Nothing
/// where the address is empty.
pub(super) fn view(address: &str) -> Value {
    let Some(video) = Video::parse(address) else { return Value::from(()) };
    let mime = match &video {
        Video::File { mime, .. } => *mime,
        Video::Youtube { .. } | Video::Vimeo { .. } => "",
    };
    context! { player => video.player(), mime => mime, url => video.address() }
}

/// What a page must admit in its policy to show this section: nothing for one without a video.
pub(crate) fn embeds(store: &Store, section: &Section) -> Embeds {
    let Some(schema) = store.theme.theme.schemas.get(&section.section) else { return Embeds::default() };
    let mut embeds = Embeds::default();
    let mut add = |fields: &[Setting], values: &Map<String, serde_json::Value>| {
        for setting in fields.iter().filter(|setting| matches!(setting.kind, Kind::Video)) {
            let video = values.get(&setting.id).and_then(|v| Video::parse(v.as_str()?));
            let is_file = matches!(video, Some(Video::File { .. }));
            // Which one the editor's frame shows next is not known when its page is sent.
            let is_open = store.is_editing();
            embeds.add(Embeds { has_frames: is_open || video.is_some() && !is_file, has_media: is_open || is_file });
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
