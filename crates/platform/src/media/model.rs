//! Pictures as the rest of the program sees them. Pure.

use std::collections::BTreeMap;

use kernel::{MediaId, StoreId, Texts};
use serde::{Deserialize, Serialize};

/// The processing state of a picture (ME-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MediaStatus)]
pub enum Status {
    /// Its copies are being made; the original is there already.
    Processing,
    /// Every copy is there.
    Ready,
    /// Its copies could not be made; the original is shown.
    Failed,
}

impl Status {
    /// The word in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Processing => "processing",
            Self::Ready => "ready",
            Self::Failed => "failed",
        }
    }

    /// Reads the word in the table.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Processing, Self::Ready, Self::Failed].into_iter().find(|status| status.as_str() == word)
    }
}

/// A smaller copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Size {
    /// Pixels.
    pub(super) width: u32,
    /// Pixels.
    pub(super) height: u32,
    /// File name of the WebP copy.
    pub(super) name: String,
    /// File name of the AVIF copy, once it is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) avif: Option<String>,
}

/// A picture as pages show it. URLs are paths of the same host: `/media/{store}/{name}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct MediaView {
    /// Its id.
    pub id: MediaId,
    /// The original, upright and without metadata.
    pub url: String,
    /// WebP copies by width; none is wider than the original.
    pub urls: BTreeMap<String, String>,
    /// AVIF copies by width; made last, all of them or none.
    pub avif: BTreeMap<String, String>,
    /// Width of the original, in pixels.
    pub width: i64,
    /// Height of the original, in pixels.
    pub height: i64,
    /// `processing` while the copies are made.
    pub status: Status,
    /// The original file name.
    pub file_name: String,
    /// The alternative text.
    pub alt: Texts,
}

impl MediaView {
    /// The smallest copy at least `width` pixels wide, else the original.
    #[must_use]
    pub fn at_least(&self, width: u32) -> &str {
        self.urls
            .iter()
            .filter_map(|(w, url)| w.parse::<u32>().ok().filter(|w| *w >= width).map(|w| (w, url)))
            .min_by_key(|(w, _)| *w)
            .map_or(self.url.as_str(), |(_, url)| url.as_str())
    }

    /// For `srcset`: the WebP copies with their widths, narrowest first; empty when there are none.
    #[must_use]
    pub fn srcset(&self) -> String {
        srcset(&self.urls)
    }

    /// As [`MediaView::srcset`], of the AVIF copies.
    #[must_use]
    pub fn avif_srcset(&self) -> String {
        srcset(&self.avif)
    }
}

fn srcset(urls: &BTreeMap<String, String>) -> String {
    let mut all: Vec<(i64, &str)> = urls.iter().filter_map(|(w, url)| w.parse().ok().map(|w: i64| (w, url.as_str()))).collect();
    all.sort_unstable();
    all.iter().map(|(w, url)| format!("{url} {w}w")).collect::<Vec<_>>().join(", ")
}

/// The prefix of every file name of a picture. A replaced picture keeps its id and gets new names, so that no cache serves the
/// stale one.
pub(super) fn stem(id: MediaId, revision: i64) -> String {
    if revision <= 1 { id.to_string() } else { format!("{id}_r{revision}") }
}

/// The URL path of a stored picture, the same on every host.
#[must_use]
pub fn image_url(store: StoreId, name: &str) -> String {
    format!("/media/{store}/{name}")
}

/// The key of a picture in the blob store.
pub(super) fn image_key(store: StoreId, name: &str) -> String {
    format!("{store}/media/{name}")
}

/// The blob key of a private file.
pub(super) fn file_key(store: StoreId, name: &str) -> String {
    format!("{store}/files/{name}")
}

db::stored_words! {
    Status, "media" "status";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> MediaView {
        let urls = [("320", "/a"), ("640", "/b"), ("1280", "/c")].map(|(w, u)| (w.to_owned(), u.to_owned())).into();
        MediaView {
            id: MediaId::from_raw(1),
            url: "/o".into(),
            urls,
            avif: [("640".to_owned(), "/d".to_owned())].into(),
            width: 2000,
            height: 1000,
            status: Status::Ready,
            file_name: String::new(),
            alt: Texts::default(),
        }
    }

    #[test]
    fn a_replaced_picture_has_names_of_its_own() {
        let id = MediaId::from_raw(1);
        assert_eq!(stem(id, 1), id.to_string());
        assert_ne!(format!("{}_320", stem(id, 1)), stem(id, 320));
    }

    #[test]
    fn the_smallest_copy_that_is_large_enough_is_chosen() {
        assert_eq!(view().at_least(100), "/a");
        assert_eq!(view().at_least(641), "/c");
        assert_eq!(view().at_least(1281), "/o");
        assert_eq!(view().srcset(), "/a 320w, /b 640w, /c 1280w");
        assert_eq!(view().avif_srcset(), "/d 640w");
    }
}
