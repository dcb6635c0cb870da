//! COD risk: outcomes of a phone number's orders, its trust score, and the merchant's rules (OR-01, decisions §5).
//!
//! Tables: `phone_outcomes`. Rules are the setting `cod_rules`, read with the store's profile. Invariants: counters are updated
//! in the transaction of the outcome they count; score and rules are pure. A checkout reads the counters in one statement, with
//! the orders of the last 24 hours: that is `orders::order_confirmation::history_store`.
//!
//! To add a reason: a variant of [`Code`], its points in [`score`], its words in `words`.

mod api;
mod deposit;
mod rules;
mod score;
mod store;
mod tables;
mod wire;
mod words;

use db::Conn;
use kernel::{Millis, StoreScope};

pub use deposit::{Deposit, Split};
pub use rules::{Action, CASH, Rule, RuleCondition, RuleInput, Rules, Verdict, is_cash};
pub use score::{AddressQuality, Band, Code, History, OrderSignals, Reason, START, Score, score, usual_high_value};
pub use store::OutcomeCounts;
pub use tables::TABLES;
pub use wire::{ReasonView, RulesIn, RulesView, ScoreView};

use platform::stores::StoreProfile;

/// Adds outcomes to a number's counters, in the transaction that causes them.
///
/// # Errors
/// Of the database.
pub async fn note(c: Conn<'_>, scope: &StoreScope, mobile: &str, tally: OutcomeCounts, now: Millis) -> db::Result<()> {
    if tally == OutcomeCounts::default() || mobile.is_empty() {
        return Ok(());
    }
    store::insert(c, scope, mobile, tally, now).await
}

/// A store's rules.
///
/// # Errors
/// When the stored rules cannot be parsed.
pub fn rules_of(profile: &StoreProfile) -> db::Result<Rules> {
    Rules::read(&profile.settings.cod_rules)
}

/// The value from which an order of the store counts as large, in minor units.
#[must_use]
pub fn high_value(rules: &Rules, profile: &StoreProfile) -> i64 {
    rules.high_value.unwrap_or_else(|| usual_high_value(profile.currency))
}

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
