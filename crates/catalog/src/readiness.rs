//! Why a product is not for sale: what stops a sale, and what only makes one less likely. Pure.

use kernel::Lang;
use serde::Serialize;

use super::model::{ProductDraft, ProductType};

/// What stands between a product and a sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadinessCode {
    /// It is in the archive.
    Archived,
    /// It is switched off.
    Inactive,
    /// It is not shown in the store.
    Unpublished,
    /// It is shown later; `at` says when.
    Scheduled,
    /// Of a product with options nothing can be bought.
    NoActiveVariant,
    /// It costs nothing, or no price is written.
    NoPrice,
    /// Nothing is left.
    NoStock,
    /// Less is left than the fewest pieces of an order.
    BelowMinimum,
    /// It must be sent, and no shipping method is active.
    NoShipping,
    /// No picture.
    NoImage,
    /// A language of the store lacks texts that another has; `language` says which.
    MissingTranslation,
}

impl ReadinessCode {
    /// It stops every sale; without that it is advice.
    #[must_use]
    pub const fn is_stop(self) -> bool {
        !matches!(self, Self::NoImage | Self::MissingTranslation)
    }

    /// The field of the form that mends it; none where it is mended elsewhere.
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

/// One thing to mend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct ReadinessReason {
    /// What.
    pub code: ReadinessCode,
    /// It stops every sale; without that it is advice.
    pub is_stop: bool,
    /// The field that mends it, by its path in the form.
    pub field: Option<String>,
    /// Of a missing translation.
    pub language: Option<Lang>,
}

/// What the rule needs to know of the store.
#[derive(Debug, Clone, Default)]
pub struct StoreFacts {
    /// Its languages.
    pub languages: Vec<Lang>,
    /// A shipping method is active.
    pub has_shipping: bool,
}

/// Everything that stands between the product and a sale, the most telling first; nothing when it is on sale and complete.
/// `stop`s are exactly what keeps a shopper from buying one order of it (the sale rules of `sell` and the cart's limits).
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
        // The limits are the product's, over its variants: several of them may make up an order.
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
