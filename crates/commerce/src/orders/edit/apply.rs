//! Applying an edit: order, lines, stock, ledger and journal in one transaction.

use db::Conn;
use kernel::{Currency, Env, OrderId, StoreScope, money};
use serde_json::{Value, json};
use web::FieldErrors;
use web::message::common;

use super::coupon;
use super::draft::{self, Draft, EditError};
use super::model::{Edited, LineChange};
use super::store;
use super::wire::OrderEditIn;
use crate::coupons::{self, CouponUseError};
use crate::orders::activity;
use crate::orders::addresses;
use crate::orders::cascade::cash::settle_cash;
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::fulfilment::roll_up::catch_up;
use crate::orders::ledger;
use crate::orders::ledger::model::{Draft as LedgerDraft, Kind, SumsChange};
use crate::orders::model::{Order, OrderItem};
use crate::orders::retry;
use crate::orders::store as orders;
use crate::orders::{documents, order_confirmation, sold};
use catalog::stock::{self, Pieces, Reason, StockPosting};
use platform::App;
use platform::journal::{Act, Entry};
use platform::stores::StoreProfile;
use web::fields::amount;

/// Applies a previewed edit.
pub(super) async fn apply(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: OrderId,
    sent: OrderEditIn,
) -> Result<(), EditError> {
    match apply_once(app, scope, profile, id, sent.clone()).await {
        Err(EditError::Order(e)) if retry::release_expired(app, scope, &e).await? => {
            apply_once(app, scope, profile, id, sent).await
        }
        answer => answer,
    }
}

async fn apply_once(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: OrderId,
    sent: OrderEditIn,
) -> Result<(), EditError> {
    let note = activity::note(sent.note.as_deref())?;
    let (at, env, profile) = (scope.clone(), app.env().clone(), profile.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let draft = draft::read(c, &at, &profile, id, sent.clone(), now).await?;
            let Draft { order: before, edited, sums, coupon_change } = &draft;
            check_total(&draft, &profile, sent.total.as_deref())?;
            if !edited.is_changed(before) {
                return Ok(());
            }
            let mut after = edited.order.clone();
            let by = LedgerDraft { kind: Kind::Adjustment, amount: after.total - before.total, vat: after.vat - before.vat };
            let mut adjusted_sums = *sums;
            adjusted_sums.add(by);
            if before.status.holds_stock() {
                after.payment_status = adjusted_sums.status_after(before.payment_status);
            }
            if !store::update_order(c, &at, before, &after, now).await? {
                return Err(OrderError::Stale.into());
            }
            let (sums_before, mut sums) = (*sums, *sums);
            if before.status.holds_stock() {
                documents::enqueue_charge_changed(c, &env, &at, id).await?;
            }
            if before.status.holds_stock() && (by.amount, by.vat) != (0, 0) {
                ledger::entries::write(c, &at, id, now, &mut sums, &[by], (note.as_deref(), None)).await?;
            }
            order_confirmation::deposit::settle(c, &at, before, &sums, now).await?;
            if before.status.holds_stock() {
                move_stock(c, &env, &at, before, edited).await?;
                sold::follow_money(c, &env, &at, before, SumsChange { before: &sums_before, after: &sums }).await?;
            }
            write_lines(c, &at, &edited.order, edited).await?;
            if before.address != after.address {
                addresses::gate::recheck(c, &at, &profile, &after, now).await?;
            }
            let mut last = DeferredWrites::default();
            last.add_entry(edit_entry(before, edited, profile.currency), note.as_deref());
            settle_cash(c, &at, before, SumsChange { before: &sums_before, after: &sums }, now, &mut last).await?;
            catch_up(c, &env, &at, id, &mut last).await?;
            if let Some(coupon_change) = coupon_change {
                let (customer, buyer) = (before.customer_id, coupon::buyer(before));
                coupons::move_use(c, &env, &at, id, customer, coupon_change, buyer).await.map_err(|e| refused(e, &profile))?;
            }
            last.settle();
            Ok(last.write(c, &at, id, now).await?)
        })
        .await
}

/// The last use of a coupon was claimed by another order, or the coupon was changed.
fn refused(e: CouponUseError, profile: &StoreProfile) -> EditError {
    match e {
        CouponUseError::Refused(refusal) => {
            OrderError::Fields(FieldErrors::one("coupon_code", refusal.explained(profile.currency))).into()
        }
        CouponUseError::Changed => OrderError::Stale.into(),
        CouponUseError::Db(e) => e.into(),
    }
}

/// Checks that the total is the one of the preview.
fn check_total(draft: &Draft, profile: &StoreProfile, total: Option<&str>) -> Result<(), EditError> {
    let mut errors = FieldErrors::new();
    let total = match total {
        None => {
            errors.add("total", common::REQUIRED);
            0
        }
        Some(text) => amount(&mut errors, "total", text, profile.currency),
    };
    if !errors.is_empty() {
        return Err(OrderError::Fields(errors).into());
    }
    if total == draft.edited.order.total { Ok(()) } else { Err(EditError::Changed(Box::new(draft.preview(profile)))) }
}

/// Stock is taken and returned in the order of products, so that two orders never deadlock.
async fn move_stock(c: Conn<'_>, env: &Env, scope: &StoreScope, order: &Order, edited: &Edited) -> Result<(), EditError> {
    let mut moved_lines: Vec<(&OrderItem, i64)> = edited.lines.iter().filter_map(|l| Some((l.item()?, l.stock(true)))).collect();
    moved_lines.sort_by_key(|(i, _)| (i.product_id, i.variant_id, i.line));
    let mut posting = StockPosting::new(Reason::Sale).order(order.id, order.number);
    let mut returned = StockPosting::new(Reason::Cancellation).order(order.id, order.number);
    for (item, n) in moved_lines {
        let pieces =
            Pieces { product: item.product_id, variant: item.variant_id, qty: n.abs(), reserved: 0, has_priority: false };
        if n > 0 && !stock::take(c, scope, &mut posting, pieces).await?.is_taken() {
            return Err(OrderError::OutOfStock.into());
        }
        if n < 0 {
            stock::restock(c, scope, &mut returned, pieces).await?;
        }
    }
    posting.write(c, env, scope).await?;
    returned.write(c, env, scope).await?;
    Ok(())
}

async fn write_lines(c: Conn<'_>, scope: &StoreScope, order: &Order, edited: &Edited) -> db::Result<()> {
    let mut new = Vec::new();
    for LineChange { before, after, .. } in &edited.lines {
        match (before, after) {
            (Some(before), Some(after)) if before != after => store::update_item(c, scope, order.id, after).await?,
            (Some(before), None) => store::delete_item(c, scope, order.id, before.line).await?,
            (None, Some(after)) => new.push(after.clone()),
            _ => {}
        }
    }
    orders::insert_items(c, scope, order.id, order.created_at, &new).await
}

/// The changes, as the journal stores them.
fn edit_entry(before: &Order, edited: &Edited, currency: Currency) -> Entry {
    let after = &edited.order;
    let amount = |n| money::format(n, currency);
    let (mut old, mut new) = (json!({}), json!({}));
    let mut put = |key: &str, a: Value, b: Value| {
        if a != b {
            old[key] = a;
            new[key] = b;
        }
    };
    put("total", json!(amount(before.total)), json!(amount(after.total)));
    put("discount", json!(amount(before.discount)), json!(amount(after.discount)));
    let coupon = |order: &Order| order.coupon.as_ref().map(|k| json!({ "code": k.code, "discount": amount(k.discount) }));
    put("coupon", json!(coupon(before)), json!(coupon(after)));
    put("shipping_fees", json!(amount(before.shipping_fees)), json!(amount(after.shipping_fees)));
    put("payment_fees", json!(amount(before.payment_fees)), json!(amount(after.payment_fees)));
    put("address", json!(before.address), json!(after.address));
    let changed: Vec<&LineChange> = edited.lines.iter().filter(|l| l.is_changed()).collect();
    let side = |item: &OrderItem, reason: Option<&String>| json!({ "line": item.line, "name": item.name, "quantity": item.quantity, "unit_price": amount(item.unit_price), "reason": reason });
    let lines_before: Vec<Value> = changed.iter().filter_map(|l| l.before.as_ref()).map(|i| side(i, None)).collect();
    let is: Vec<Value> = changed.iter().filter_map(|l| Some(side(l.after.as_ref()?, l.reason.as_ref()))).collect();
    put("items", json!(lines_before), json!(is));
    Entry::new(Act::Update, entities::ORDER, before.id).before(old).after(new)
}
