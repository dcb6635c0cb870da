//! Why a product is not for sale: blocking reasons, and advice. Pure.

use kernel::Lang;
use serde::Serialize;

use super::model::{ProductDraft, ProductType};

/// A reason why a product does not sell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadinessCode {
    /// It is in the archive.
    Archived,
    /// It is inactive.
    Inactive,
    /// It is unpublished.
    Unpublished,
    /// It is scheduled; `publish_at` says when.
    Scheduled,
    /// It has options, but no variant that can be bought.
    NoActiveVariant,
    /// Its price is zero or missing.
    NoPrice,
    /// It is out of stock.
    NoStock,
    /// Fewer pieces in stock than the minimum of an order.
    BelowMinimum,
    /// It must be shipped, and no shipping method is active.
    NoShipping,
    /// No picture.
    NoImage,
    /// A language of the store lacks texts that another has; `language` says which.
    MissingTranslation,
}

impl ReadinessCode {
    /// Whether it blocks every sale; otherwise it is advice.
    #[must_use]
    pub const fn is_stop(self) -> bool {
        !matches!(self, Self::NoImage | Self::MissingTranslation)
    }

    /// The form field that resolves it; `None` when it is resolved elsewhere.
    #[must_use]
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::Archived | Self::NoShipping => None,
            Self::Inactive => Some("is_active"),
            Self::Unpublished | Self::Scheduled => Some("is_published"),
            Self::NoActiveVariant => Some("variants"),
            Self::NoPrice => Some("regular_price"),
            Self::NoStock => Some("qty"),
            Self::BelowMinimum => Some("min_qty"),
            Self::NoImage => Some("images"),
            Self::MissingTranslation => Some("name"),
        }
    }
}

/// A reason with the place where it is resolved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct ReadinessReason {
    /// The reason.
    pub code: ReadinessCode,
    /// It blocks every sale; otherwise it is advice.
    pub is_stop: bool,
    /// The form field that resolves it, by its path.
    pub field: Option<String>,
    /// The language of a missing translation.
    pub language: Option<Lang>,
}

/// What the rules need to know of the store.
#[derive(Debug, Clone, Default)]
pub struct StoreFacts {
    /// Its languages.
    pub languages: Vec<Lang>,
    /// A shipping method is active.
    pub has_shipping: bool,
}

/// All reasons why the product does not sell, the most important first; empty when it is on sale and complete. Blocking reasons
/// (`is_stop`) are exactly those that prevent a shopper from buying one order of it (the rules of `availability` and the cart's
/// limits).
#[must_use]
pub fn readiness(f: &ProductDraft, store: &StoreFacts) -> Vec<ReadinessReason> {
    let mut out = Vec::new();
    let mut add = |code: ReadinessCode, field: Option<String>, language: Option<Lang>| {
        out.push(ReadinessReason {
            code,
            is_stop: code.is_stop(),
            field: field.or_else(|| code.field().map(str::to_owned)),
            language,
        });
    };
    if f.archived_at.is_some() {
        add(ReadinessCode::Archived, None, None);
    }
    if !f.is_active {
        add(ReadinessCode::Inactive, None, None);
    }
    if !f.is_published {
        add(if f.publish_at.is_some() { ReadinessCode::Scheduled } else { ReadinessCode::Unpublished }, None, None);
    }
    let is_multi = f.product_type == ProductType::Multi;
    let active: Vec<_> = f.variants.iter().enumerate().filter(|(_, v)| v.is_active).collect();
    if is_multi && active.is_empty() {
        add(ReadinessCode::NoActiveVariant, None, None);
    } else {
        let is_priced = |own: Option<i64>| own.or(f.regular_price).is_some();
        let unpriced = if is_multi { active.iter().all(|(_, v)| !is_priced(v.regular_price)) } else { f.regular_price.is_none() };
        if unpriced {
            add(ReadinessCode::NoPrice, None, None);
        }
        let most = if is_multi {
            active.iter().map(|(_, v)| if v.has_unlimited_qty { i64::MAX } else { v.qty }).max().unwrap_or(0)
        } else if f.has_unlimited_qty {
            i64::MAX
        } else {
            f.qty
        };
        // The limits are the product's, over all variants: an order may combine several of them.
        let all = if is_multi {
            active.iter().map(|(_, v)| if v.has_unlimited_qty { i64::MAX } else { v.qty }).fold(0, i64::saturating_add)
        } else {
            most
        };
        let field = is_multi.then(|| active.first().map(|(i, _)| format!("variants.{i}.qty"))).flatten();
        if most <= 0 {
            add(ReadinessCode::NoStock, field, None);
        } else if f.min_qty.is_some_and(|min| all < min) {
            add(ReadinessCode::BelowMinimum, None, None);
        }
    }
    if f.requires_shipping && !store.has_shipping {
        add(ReadinessCode::NoShipping, None, None);
    }
    if f.image_ids.is_empty() && !f.variants.iter().any(|v| v.is_active && v.media_id.is_some()) {
        add(ReadinessCode::NoImage, None, None);
    }
    let missed = f.untranslated();
    for language in &store.languages {
        if let Some(first) = missed.iter().find(|u| u.language == *language) {
            add(ReadinessCode::MissingTranslation, Some(format!("{}.{}", first.field, language.code())), Some(*language));
        }
    }
    out
}
