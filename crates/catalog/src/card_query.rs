//! What a grid of the storefront asks for.

use kernel::{CategoryId, ProductId};

use super::model::{Category, ProductOrder};

/// How a grid is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CardSort {
    /// Newest first.
    #[default]
    Newest,
    /// Cheapest first.
    PriceUp,
    /// Dearest first.
    PriceDown,
    /// By name.
    Name,
    /// As the merchant put the products of this category, by hand.
    ByHand(CategoryId),
    /// How well it fits the words of a search, what is sold out last; without words, the newest. The best 300.
    Relevance,
}

impl CardSort {
    /// The order that the merchant gave a category.
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
    /// Of these categories: one with those below it is [`crate::with_descendants`].
    pub within: Option<Vec<CategoryId>>,
    /// Words, folded; each must begin a word of the product.
    pub search: String,
    /// The order.
    pub sort: CardSort,
    /// At least this, minor units.
    pub min_price: Option<i64>,
    /// At most this, minor units.
    pub max_price: Option<i64>,
    /// Options with the values of which a product has one that can be bought, both folded; every option is a condition.
    pub options: Vec<(String, Vec<String>)>,
    /// Leaves out what is sold out.
    pub only_in_stock: bool,
    /// Only what is sold below its regular price now.
    pub only_on_sale: bool,
    /// Just these products, in this order, 100 at most (theme sections).
    pub ids: Option<Vec<ProductId>>,
    /// Left out: the product whose page asks for similar ones.
    pub except: Option<ProductId>,
    /// Cards a page, 100 at most.
    pub limit: i64,
    /// Cards to skip, 1000 at most; ignored with a cursor.
    pub offset: i64,
    /// `next` of the window before, or with `is_backward` `prev` of the one after.
    pub cursor: Option<String>,
    /// The window ends before the cursor.
    pub is_backward: bool,
    /// Count how many there are in all, up to [`kernel::Page::COUNT_CAP`].
    pub is_counted: bool,
}
