//! Evaluates the COD rules for a cart or a draft, and the score of a placed order.

use db::Conn;
use kernel::{Millis, StoreScope};

use super::history_store;
use crate::carts::Cart;
use crate::cod_risk::{self, Action, AddressQuality, OrderSignals, RuleInput, Score, Verdict};
use crate::orders::cart_sale::CartSale;
use crate::orders::model::Order;
use crate::payments;
use crate::shipping::ShippingOption;
use platform::stores::StoreProfile;

/// The decision of the rules for a cart; no rule applies before its number is known. One statement.
///
/// # Errors
/// Of the database.
pub async fn verdict(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: &Cart,
    sale: CartSale<'_>,
    now: Millis,
) -> db::Result<Verdict> {
    let CartSale { view, shipping, .. } = sale;
    let Some(contact) = cart.contact.as_ref() else { return Ok(Verdict::default()) };
    let rules = cod_risk::rules_of(profile)?;
    let history = history_store::get_history(c, scope, &contact.mobile, now).await?;
    let value = sale.amount(profile);
    let address = cart.address.as_ref().filter(|_| view.requires_shipping && !shipping.is_some_and(ShippingOption::is_pickup));
    let signals = OrderSignals {
        value,
        high_value: cod_risk::high_value(&rules, profile),
        address: address.map(AddressQuality::from_address),
    };
    let city = address.map_or("", |a| a.city.as_str());
    let score = cod_risk::score(&history, Some(&signals));
    payable(c, scope, rules.decide(score, RuleInput { value, city, is_first: !history.has_ordered })).await
}

/// A deposit needs a bank account to transfer it to; without one the order is confirmed instead. One statement where a rule
/// requires a deposit.
async fn payable(c: Conn<'_>, scope: &StoreScope, verdict: Verdict) -> db::Result<Verdict> {
    let is_payable = verdict.action != Action::Deposit || payments::has_account(c, scope).await?;
    Ok(if is_payable { verdict } else { verdict.without_deposit() })
}

/// The decision of the rules for a draft; no rule applies before its number is known. One statement.
pub(in crate::orders) async fn verdict_of(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    order: &Order,
    now: Millis,
) -> db::Result<Verdict> {
    if order.mobile.is_empty() {
        return Ok(Verdict::default());
    }
    let rules = cod_risk::rules_of(profile)?;
    let history = history_store::get_history(c, scope, &order.mobile, now).await?;
    let signals = asked_of(order, cod_risk::high_value(&rules, profile));
    let score = cod_risk::score(&history, Some(&signals));
    let city = order.address.as_ref().map_or("", |a| a.city.as_str());
    payable(c, scope, rules.decide(score, RuleInput { value: signals.value, city, is_first: !history.has_ordered })).await
}

/// The score of a placed order, from current data.
pub(in crate::orders) async fn score_of(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    order: &Order,
    is_first: bool,
) -> db::Result<Score> {
    let history = history_store::get_history_for(c, scope, &order.mobile, order.id, order.created_at, is_first).await?;
    let rules = cod_risk::rules_of(profile)?;
    Ok(cod_risk::score(&history, Some(&asked_of(order, cod_risk::high_value(&rules, profile)))))
}

/// The facts of an order that affect its number's score.
pub(in crate::orders) fn asked_of(order: &Order, high_value: i64) -> OrderSignals {
    OrderSignals {
        value: order.total - order.payment_fees,
        high_value,
        address: order.address.as_ref().map(AddressQuality::from_address),
    }
}
