//! Trust in cash orders: what a number's orders came to, the score made of it, and the merchant's rules (OR-01, decisions §5).
//!
//! Tables: `phone_outcomes`. Rules are the setting `cod_rules`, read with the store's profile. Invariants: counters move in the
//! transaction of the outcome they count; a checkout reads them in one statement; score and rules are pure.
//!
//! To add a reason: a variant of [`Code`], its points in [`score`], its words in `words`.

mod api;
mod deposit;
mod rules;
mod score;
mod store;
mod wire;
mod words;

use db::Conn;
use kernel::{Millis, OrderId, StoreScope};

pub use deposit::{Deposit, Split};
pub use rules::{Action, CASH, Rule, RuleCondition, RuleInput, Rules, Verdict, is_cash};
pub use score::{AddressQuality, Band, Code, History, OrderSignals, Reason, START, Score, score, usual_high_value};
pub use store::Tally;
pub use wire::{ReasonView, RulesIn, RulesView, ScoreView};

use platform::stores::StoreProfile;

/// What is known of a number now, for an order that is about to be placed or for the number alone.
///
/// # Errors
/// Of the database.
pub async fn history(c: Conn<'_>, scope: &StoreScope, mobile: &str, now: Millis) -> db::Result<History> {
    store::history(c, scope, mobile, now.plus(-Millis::DAY), now, None).await
}

/// What is known of a number now, as it concerns an order that was placed then.
///
/// # Errors
/// Of the database.
pub async fn history_for(
    c: Conn<'_>,
    scope: &StoreScope,
    mobile: &str,
    order: OrderId,
    placed: Millis,
    is_first: bool,
) -> db::Result<History> {
    let known = store::history(c, scope, mobile, placed.plus(-Millis::DAY), placed, Some(order)).await?;
    Ok(History { has_ordered: !is_first, ..known })
}

/// Counts outcomes of a number. A part of the transaction in which they came about.
///
/// # Errors
/// Of the database.
pub async fn note(c: Conn<'_>, scope: &StoreScope, mobile: &str, tally: Tally, now: Millis) -> db::Result<()> {
    if tally == Tally::default() || mobile.is_empty() {
        return Ok(());
    }
    store::add(c, scope, mobile, tally, now).await
}

/// A store's rules.
///
/// # Errors
/// Of rules that cannot be read.
pub fn rules_of(profile: &StoreProfile) -> db::Result<Rules> {
    Rules::read(&profile.settings.cod_rules)
}

/// From here on an order of a store is large, in minor units.
#[must_use]
pub fn high_value(rules: &Rules, profile: &StoreProfile) -> i64 {
    rules.high_value.unwrap_or_else(|| usual_high_value(profile.currency))
}

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
