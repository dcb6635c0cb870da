//! The model of products and categories. Pure; the rules are in `check`.
//!
//! `product` the fields · `option` options and their values · `category` categories · `links` addresses · `pricing` prices and
//! what lists keep of them · `state` states of a product's life · `translation` which texts a language lacks.

mod category;
mod links;
mod option;
mod pricing;
mod product;
mod state;
mod translation;

pub use category::{Category, ProductOrder};
pub use links::Links;
pub use option::{OptionValue, ProductOption};
pub(crate) use option::{both_languages, or};
pub use pricing::{Listing, Price, is_sale_open, price, variant_price};
pub use product::{
    DynamicField, FieldType, Product, ProductDraft, ProductInput, ProductType, Seo, Snapshot, VariantDraft, WeightUnit,
};
pub use state::State;
pub use translation::Untranslated;
pub(crate) use translation::{MissingTexts, to_words};
