//! What stands around every page of a store, rendered; `layout` makes it.

use std::sync::Arc;

use axum::http::HeaderMap;
use minijinja::Value;

use crate::view::Image;

/// Stands in the header for the address of this page in the other language. No text of a merchant holds a control character.
pub(crate) const OTHER: &str = "\u{2}other\u{2}";

/// Rendered parts and what all templates know of the store.
pub(crate) struct Layout {
    pub(crate) pre: String,
    pub(crate) post: String,
    /// The theme's tokens as CSS; its hash is in the page's policy.
    pub(crate) tokens: String,
    pub(crate) primary: String,
    pub(crate) paper: String,
    pub(crate) store: Value,
    pub(crate) links: Value,
    /// What stands above and below checkout, which shows no other links.
    pub(crate) plain_pre: String,
    pub(crate) plain_post: String,
    /// Headers of every page in this frame.
    pub(crate) headers: Arc<HeaderMap>,
    pub(crate) script_texts: Value,
    pub(crate) logo: Option<Image>,
    pub(crate) favicon: Option<Image>,
    pub(crate) favicon_size: (i64, i64),
}
