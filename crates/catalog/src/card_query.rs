//! The query of a storefront grid.

use kernel::{CategoryId, ProductId};

use super::model::{Category, ProductOrder};

/// The sort order of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CardSort {
    /// Newest first.
    #[default]
    Newest,
    /// Cheapest first.
    PriceUp,
    /// Dearest first.
    PriceDown,
    /// By folded name.
    Name,
    /// The manual order of this category's products.
    ByHand(CategoryId),
    /// Relevance to the search words, sold out products last; without words, the newest. At most the best 300.
    Relevance,
}

impl CardSort {
    /// The sort order that the merchant gave a category.
    #[must_use]
    pub const fn for_category(category: &Category) -> Self {
        match category.product_order {
            ProductOrder::Manual => Self::ByHand(category.id),
            ProductOrder::Newest => Self::Newest,
            ProductOrder::PriceUp => Self::PriceUp,
            ProductOrder::PriceDown => Self::PriceDown,
            ProductOrder::Name => Self::Name,
        }
    }
}

/// Which products a grid shows.
#[derive(Debug, Clone, Default)]
pub struct CardQuery {
    /// In one of these categories; a category with its subcategories is [`crate::with_descendants`].
    pub within: Option<Vec<CategoryId>>,
    /// Folded search words; each must be a prefix of a word of the product.
    pub search: String,
    /// The sort order.
    pub sort: CardSort,
    /// At least this, minor units.
    pub min_price: Option<i64>,
    /// At most this, minor units.
    pub max_price: Option<i64>,
    /// Options with values, all folded: a product needs a purchasable variant with one of the values; all options must hold.
    pub options: Vec<(String, Vec<String>)>,
    /// Leaves out sold out products.
    pub only_in_stock: bool,
    /// Only products that are on sale now.
    pub only_on_sale: bool,
    /// Only these products, in this order, 100 at most (theme sections).
    pub ids: Option<Vec<ProductId>>,
    /// Excluded: the product on whose page similar ones are shown.
    pub except: Option<ProductId>,
    /// Cards per page, 100 at most.
    pub limit: i64,
    /// Cards to skip, 1000 at most; ignored with a cursor.
    pub offset: i64,
    /// A cursor: `next` of the window before, or with `is_backward` `prev` of the one after.
    pub cursor: Option<String>,
    /// The window ends before the cursor.
    pub is_backward: bool,
    /// Whether to count all matches, up to [`kernel::Page::COUNT_CAP`].
    pub is_counted: bool,
}
