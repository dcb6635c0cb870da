//! The themed shop: routing by host, templates, section schemas, cart and checkout pages, page cache (decisions §1.2, §6, §9).
//!
//! Every page works without JavaScript. Pages that are the same for everybody are cached, by store, generation and URL
//! ([`cache`]); pages of one shopper (cart, checkout, order) are rendered for each request and never cached.
//!
//! To add a page: a file in `pages/` with its template in `themes/<theme>/pages/`, and its arm in `router::public_page` or
//! `router::shopper_page`.
//!
//! Sub-slices, lower first (docs/decisions/0067): a file imports files of its own sub-slice and of lower ones, by name.
//! `cargo xtask check-arch` reads these lines.
//!
//! texts and templates: cache < theme < escape < `outbound_tags` < `editor_assets` < `theme_guard` < `template_limits` < engine < `theme_sample` < error < highlight
//! the store behind a request: `current_store` < dev < request < upload
//! what templates see: view < seo < whatsapp < frame < `page_sample` < `section_sample` < `template_check` < `picture_check` < `theme_check`
//! what is kept of every store: shop < sections < menus < layout
//! pages, and the way to them: pages < errors < failure < views < addresses < redirects < dispatch < preview < router < service

mod addresses;
mod cache;
mod current_store;
mod dev;
mod dispatch;
mod editor_assets;
mod engine;
mod error;
mod errors;
mod escape;
mod failure;
mod frame;
mod highlight;
mod layout;
mod menus;
mod outbound_tags;
mod page_sample;
mod pages;
mod picture_check;
mod preview;
mod redirects;
mod request;
mod router;
mod section_sample;
mod sections;
mod seo;
mod service;
mod shop;
mod template_check;
mod template_limits;
mod theme;
mod theme_check;
mod theme_guard;
mod theme_sample;
mod upload;
mod view;
mod views;
mod whatsapp;

pub use dev::DevTheme;
pub use service::Storefront;
pub use theme_check::{StorefrontChecker, check as check_theme};
