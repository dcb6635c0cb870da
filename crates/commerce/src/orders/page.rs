//! A shopper's view of a placed order.

use db::{Conn, StoredWord as _};
use kernel::{OrderId, StoreScope};

use super::comments::read::for_customer;
use super::model::{BalanceSummary, Order, OrderPage};
use super::online_payments::paid_with;
use super::status::Status;
use super::{activity, ledger, order_confirmation, shopper_link, store};
use platform::App;

/// The order of a link, by the token of the checkout or of the merchant's link.
///
/// # Errors
/// Of the database.
pub async fn open(app: &App, scope: &StoreScope, id: OrderId, token: &str) -> db::Result<Option<OrderPage>> {
    let c = app.db().conn();
    if shopper_link::is_signed(app, scope, id, token).await? {
        // A draft is not an order yet: it has its own link.
        return match store::find(c, scope, id).await?.filter(|o| o.status != Status::Draft) {
            Some(order) => Ok(Some(page(c, scope, order).await?)),
            None => Ok(None),
        };
    }
    for_shopper(c, scope, id, &web::caller::hash_token(token)).await
}

/// The order of a shopper's link: its id and the hash of its access token. Five statements, and two more for a cash order under
/// review or for one that was placed to be paid at a gateway.
///
/// # Errors
/// Of the database.
pub async fn for_shopper(c: Conn<'_>, scope: &StoreScope, id: OrderId, access_hash: &str) -> db::Result<Option<OrderPage>> {
    match store::find_by_access(c, scope, id, access_hash).await? {
        Some(order) => Ok(Some(page(c, scope, order).await?)),
        None => Ok(None),
    }
}

async fn page(c: Conn<'_>, scope: &StoreScope, mut order: Order) -> db::Result<OrderPage> {
    let id = order.id;
    order.payment_name = paid_with::get_shown_name(c, scope, &order).await?;
    let items = store::list_items(c, scope, id).await?;
    let moves = activity::list(c, scope, id).await?;
    let notes = for_customer(c, scope, id).await?;
    let mut history = Vec::new();
    for entry in moves.iter().filter(|a| matches!(a.action.as_str(), "create" | "update_status")) {
        if let Some(word) = entry.after.as_ref().and_then(|after| after.0.get("status")?.as_str()) {
            history.push((entry.at, Status::decode(word)?));
        }
    }
    let sums = ledger::store::get_sums(c, scope, id).await?;
    let money = BalanceSummary {
        paid: sums.paid(),
        refunded: sums.refunded(),
        given_up: sums.given_up(),
        owed: sums.owed(),
        overpaid: sums.overpaid(),
    };
    let deposit = order_confirmation::deposit::find_due(c, scope, &order).await?;
    Ok(OrderPage { order, items, history, notes, money, deposit })
}
