//! Test helpers of this slice, also for the slices to its right.

#[cfg(feature = "testing")]
pub use crate::filter::tests as filter;
use kernel::{Currency, Lang, StoreId};

use platform::stores::{StoreProfile, StoreSettings};

/// A store profile for tests.
#[must_use]
pub fn profile(country: &str, currency: Currency, settings: StoreSettings) -> StoreProfile {
    StoreProfile {
        id: StoreId::from_raw(1),
        slug: "test".into(),
        name: "متجر".into(),
        currency,
        country: country.into(),
        timezone: "Asia/Riyadh".into(),
        default_language: Lang::Ar,
        languages: vec![Lang::Ar, Lang::En],
        is_ready: true,
        is_demo: false,
        is_url_ready: true,
        is_theme_ready: true,
        feature_flags: Vec::new(),
        version: 1,
        settings,
    }
}
