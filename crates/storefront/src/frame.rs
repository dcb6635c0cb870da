//! The rendered frame around every page of a store; `layout` renders it.

use std::sync::Arc;

use axum::http::HeaderMap;
use minijinja::Value;

use crate::cache::Embeds;
use crate::view::Image;
use crate::whatsapp::WhatsApp;

/// Placeholder in the header for this page's URL in the other language. No text of a merchant holds a control character.
pub(crate) const OTHER: &str = "\u{2}other\u{2}";

/// The rendered parts of the frame, and the template context of the store.
pub(crate) struct Layout {
    pub(crate) pre: String,
    pub(crate) post: String,
    /// When what it shows changes without a write: an announcement begins or ends.
    pub(crate) until: Option<i64>,
    /// The theme's tokens as CSS; its hash is in the page's policy.
    pub(crate) tokens: String,
    pub(crate) primary: String,
    pub(crate) paper: String,
    pub(crate) store: Value,
    pub(crate) links: Value,
    /// The frame above and below the checkout, which has no other links.
    pub(crate) plain_pre: String,
    pub(crate) plain_post: String,
    /// Headers of every page in this frame.
    pub(crate) headers: Arc<HeaderMap>,
    pub(crate) script_texts: Value,
    /// What the sections around every page show from elsewhere.
    pub(crate) embeds: Embeds,
    /// The settings of the look section, of which some are no colours: what cards show, what adding to the cart does.
    pub(crate) look: Value,
    /// The button that opens a chat with the store.
    pub(crate) whatsapp: Option<WhatsApp>,
    pub(crate) logo: Option<Image>,
    pub(crate) favicon: Option<Image>,
    pub(crate) favicon_size: (i64, i64),
}
