//! Orders: placed by shoppers from carts, processed by the merchant (OR-01..07, decisions §5).
//!
//! Tables: `orders`, `order_items`, `order_entries`, those of `returns`, of `online_payments`, `order_tags`, `order_views`, those of `comments` and `batches`; the
//! order numbers of `store_counters`, the order rows of `status_counts`; those of `order_confirmation` and of `addresses`.
//! Invariants: an order's goods are taken from stock from the moment it is placed until it is cancelled or returned; its status
//! moves only along [`Status::next`]; its sums change by an edit only; every change is in the journal, in the same transaction.
//!
//! To add a status: a row in `status::statuses!`, and in decisions §5.
//!
//! Sub-slices, lower first (docs/decisions/0060): a file imports files of its own sub-slice and of lower ones, by name and not through
//! this file; `api` files stand above all of them. `cargo xtask check-arch` reads these lines.
//!
//! what an order is: status < model < error < moves < `cart_sale`
//! rows: store < `sync_sales` < `bought_store` < `purchases_store` < `references_store` < `tags_store` < tables < entities
//! what each change writes: activity < retry < `deferred_writes` < documents < `shopper_link`
//! money and goods that came back: ledger < returns < sold < billing
//! what a move takes along: addresses < cascade < `order_confirmation`
//! moves: transition < payment < `courier_cash`
//! around an order: comments < transfers < `tags_assignee` < list
//! what moves orders: `overdue_deposits` < fulfilment < `return_parcels` < `courier_tracking` < `after_sales` < `online_payments` < `call_queue`
//! from a cart to an order: review < page < place
//! the whole order as it is shown: wire < `activity_wire` < detail < `with_parts`
//! what the team does: edit < drafts < `status_change` < batches < export < views
//! calls: `tags_assignee_api` < `files_api` < api

mod activity;
mod activity_wire;
mod addresses;
mod after_sales;
mod api;
#[cfg(any(test, feature = "testing"))]
pub mod arithmetic_tests;
mod batches;
mod billing;
mod bought_store;
mod call_queue;
mod cart_sale;
mod cascade;
mod comments;
mod courier_cash;
pub mod courier_tracking;
mod deferred_writes;
mod detail;
mod documents;
mod drafts;
mod edit;
mod entities;
mod error;
mod export;
mod files_api;
mod fulfilment;
mod ledger;
mod list;
mod model;
mod moves;
pub mod online_payments;
mod order_confirmation;
mod overdue_deposits;
mod page;
mod payment;
mod place;
mod purchases_store;
#[cfg(test)]
mod purchases_tests;
mod references_store;
mod retry;
mod return_parcels;
mod returns;
mod review;
mod shopper_link;
mod sold;
mod status;
mod status_change;
mod store;
mod sync_sales;
mod tables;
mod tags_assignee;
mod tags_assignee_api;
mod tags_store;
mod transfers;
mod transition;
mod views;
mod wire;
mod with_parts;

pub use addresses::{
    AddressLink, OpenAddress, SentAddress, complete as complete_address, count_held as count_held_addresses,
    look_at_all as look_at_addresses, open_link as open_address,
};
pub use billing::{Bill, Billed, Change, ChargeComponent, ChargeReason, Part, bill};
pub use cart_sale::CartSale;
pub use comments::{comment_without_names, count_unread_mentions};
pub use courier_cash::{
    BookedPayment, CourierCash, CourierCashWrites, lock_for_courier_cash, record_courier_cash, revert_courier_cash,
};
pub use documents::{InvoiceDueJob, find_many, list_invoiceable, lock, note_issued};
pub use drafts::{
    DraftChoice, DraftCoupon, DraftCouponAgainst, DraftLink, DraftReview, OpenDraft, ShownDraft, confirm as confirm_draft,
    open_link as open_draft, review_link as review_draft,
};
pub use entities::ENTITIES;
pub use error::OrderError;
pub use fulfilment::{CourierEvent, Tracked, track};
pub use model::{BalanceSummary, DepositDue, Order, OrderCoupon, OrderItem, OrderPage, ShopperNote};
pub use order_confirmation::{count_due as count_due_confirmations, insert_sample as insert_sample_confirmations, verdict};
pub use overdue_deposits::cancel_overdue as cancel_overdue_deposits;
pub use page::{for_shopper, open};
pub use place::{PlaceError, Placed, place, place_by_merchant, place_draft};
pub use purchases_store::StoredPurchases;
pub use references_store::OrderReferences;
pub use return_parcels::{ReturnStep, TrackedReturn, track as track_returns};
pub use returns::insert_defaults as insert_return_reasons;
pub use review::{Expected, Review, parcel, review, review_of};
pub use shopper_link::path as shopper_path;
pub use status::{InvalidTransition, PaymentStatus, Status};
pub use sync_sales::{recount as recount_sales, settle as settle_sales};
pub use tables::TABLES;
pub use transfers::key as receipt_key;
pub use transfers::{
    SendError, Sent, count_waiting as count_waiting_receipts, for_shopper as receipts_for_shopper, send as send_receipt,
};
pub use with_parts::{OrderWithParts, with_parts};

/// The amounts that orders still owe, in minor units; one statement.
///
/// # Errors
/// Of the database.
pub async fn owed_of(
    c: db::Conn<'_>,
    scope: &kernel::StoreScope,
    orders: &[kernel::OrderId],
) -> db::Result<std::collections::HashMap<kernel::OrderId, i64>> {
    let sums = ledger::store::list_sums(c, scope, orders.iter().copied()).await?;
    Ok(sums.into_iter().map(|(id, sums)| (id, sums.owed())).collect())
}

/// The orders among these whose money is not settled: something is owed or overpaid. One statement.
///
/// # Errors
/// Of the database.
pub async fn unsettled_of(
    c: db::Conn<'_>,
    scope: &kernel::StoreScope,
    orders: &[kernel::OrderId],
) -> db::Result<std::collections::HashSet<kernel::OrderId>> {
    let sums = ledger::store::list_sums(c, scope, orders.iter().copied()).await?;
    Ok(sums.into_iter().filter(|(_, sums)| sums.owed() != 0 || sums.overpaid() != 0).map(|(id, _)| id).collect())
}

/// Inserts the ledger entries of a sample order, which is written in its final status.
///
/// # Errors
/// Of the database.
pub async fn insert_sample_entries(c: db::Conn<'_>, scope: &kernel::StoreScope, order: kernel::OrderId) -> db::Result<()> {
    ledger::store::insert_as_it_stands(c, scope, order).await
}

/// The kinds of calls to couriers that shipments and return parcels make.
#[must_use]
pub fn courier_calls() -> Vec<std::sync::Arc<dyn platform::provider_calls::ProviderCall>> {
    let mut calls = cascade::courier::calls();
    calls.extend(return_parcels::calls());
    calls
}

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    let list = api::routes().merge(tags_assignee_api::routes()).merge(views::routes()).merge(export::routes());
    list.merge(files_api::routes())
        .merge(batches::routes())
        .merge(comments::routes())
        .merge(edit::routes())
        .merge(ledger::routes())
        .merge(fulfilment::routes())
        .merge(after_sales::routes())
        .merge(returns::routes())
        .merge(call_queue::routes())
        .merge(order_confirmation::routes())
        .merge(transfers::routes())
        .merge(drafts::routes())
        .merge(addresses::routes())
        .merge(online_payments::routes())
        .merge(courier_tracking::routes())
        .merge(return_parcels::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<platform::App>) {
    batches::register(registry);
    comments::register(registry);
    export::register(registry);
    order_confirmation::register(registry);
    overdue_deposits::register(registry);
    cascade::register(registry);
    transfers::register(registry);
    online_payments::register(registry);
    courier_tracking::register(registry);
    return_parcels::register(registry);
    addresses::register(registry);
    sync_sales::register(registry);
}
