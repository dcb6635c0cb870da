//! What the data of a section is read from: where it stands, its settings and its blocks.

use kernel::{CategoryId, ProductId};
use serde_json::{Map, Value};
use site::theme::Block;

/// The position of a section, and the page's subject.
#[derive(Default)]
pub(crate) struct SectionPlacement {
    /// The section is the first: its picture is the largest contentful paint.
    pub(crate) is_first: bool,
    /// It is above the fold: its pictures are not loaded lazily.
    pub(crate) is_near: bool,
    /// The product of the page.
    pub(crate) product: Option<ProductId>,
    /// The first category of that product.
    pub(crate) category: Option<CategoryId>,
    /// The related products that the merchant chose.
    pub(crate) related: Vec<ProductId>,
    /// The products in the shopper's cart: they are not suggested.
    pub(crate) in_cart: Vec<ProductId>,
}

/// The shown blocks of a section, each with its settings filled with defaults.
pub(super) type Blocks<'a> = [(&'a Block, Map<String, Value>)];

/// A whole number of the settings, or `default`.
pub(super) fn number(settings: &Map<String, Value>, id: &str, default: i64) -> i64 {
    settings.get(id).and_then(Value::as_i64).unwrap_or(default)
}
