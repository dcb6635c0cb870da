//! What a shopper sees of an order placed.

use db::Conn;
use kernel::{OrderId, StoreScope};

use super::model::OrderPage;
use super::status::Status;
use super::store;

/// The order behind a shopper's link: its id and the hash of its access token. Three statements.
///
/// # Errors
/// Of the database.
pub async fn for_shopper(c: Conn<'_>, scope: &StoreScope, id: OrderId, access_hash: &str) -> db::Result<Option<OrderPage>> {
    let Some(order) = store::find_by_access(c, scope, id, access_hash).await? else { return Ok(None) };
    let items = store::list_items(c, scope, id).await?;
    let moves = store::list_activity(c, scope, id).await?;
    let history = moves
        .into_iter()
        .filter(|a| matches!(a.action.as_str(), "create" | "update_status"))
        .filter_map(|a| Some((a.at, Status::parse(a.after?.0.get("status")?.as_str()?)?)))
        .collect();
    Ok(Some(OrderPage { order, items, history }))
}
