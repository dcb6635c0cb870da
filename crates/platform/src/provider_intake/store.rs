//! Every statement on endpoints and events.

use std::collections::BTreeMap;

use db::{Conn, Json, Result, Row, p};
use kernel::id::ProviderEvent as ProviderEventKind;
use kernel::{Millis, OrderId, ProviderEndpointId, ProviderEventId, StoreId, StoreScope, least_id};

use super::model::{BodyEncoding, Endpoint, EventState, ProviderEvent, decoded, encoded};

/// The most events of a list.
const MOST_LISTED: i64 = 50;
/// Events that one transaction of the sweep deletes or empties.
const SWEPT: i64 = 500;

/// Inserts an endpoint; false where its owner has one of this provider.
pub(super) async fn insert_endpoint(c: Conn<'_>, endpoint: &Endpoint) -> Result<bool> {
    let sql = "INSERT INTO provider_endpoints (store_id, id, provider, owner_kind, owner_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
               ON CONFLICT (store_id, owner_kind, owner_id, provider) DO NOTHING";
    let Endpoint { id, store, provider, owner_kind, owner_id, created_at } = endpoint;
    Ok(c.exec(sql, p![*store, *id, provider, owner_kind, *owner_id, *created_at]).await? == 1)
}

/// The endpoint of an owner.
pub(super) async fn find_endpoint_of(
    c: Conn<'_>,
    scope: &StoreScope,
    (owner_kind, owner_id): (&str, i64),
    provider: &str,
) -> Result<Option<Endpoint>> {
    let sql = "SELECT id, store_id, provider, owner_kind, owner_id, created_at FROM provider_endpoints \
               WHERE store_id = ?1 AND owner_kind = ?2 AND owner_id = ?3 AND provider = ?4";
    c.opt(sql, p![scope.store(), owner_kind, owner_id, provider]).await
}

/// The endpoint of any store with an id.
pub(super) async fn find_endpoint(c: Conn<'_>, id: ProviderEndpointId) -> Result<Option<Endpoint>> {
    let sql = "SELECT id, store_id, provider, owner_kind, owner_id, created_at FROM provider_endpoints WHERE id = ?1";
    c.opt(sql, p![id]).await
}

/// Deletes the endpoints of an owner; how many there were.
pub(super) async fn delete_endpoints(c: Conn<'_>, scope: &StoreScope, (owner_kind, owner_id): (&str, i64)) -> Result<u64> {
    let sql = "DELETE FROM provider_endpoints WHERE store_id = ?1 AND owner_kind = ?2 AND owner_id = ?3";
    c.exec(sql, p![scope.store(), owner_kind, owner_id]).await
}

impl db::FromRow for ProviderEvent {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let (id, endpoint, provider, owner_kind, owner_id) = (row.get()?, row.get()?, row.get()?, row.get()?, row.get()?);
        let (dedupe_key, method, query) = (row.get()?, row.get()?, row.get()?);
        let Json(headers) = row.get::<Json<BTreeMap<String, String>>>()?;
        let (body, encoding): (String, BodyEncoding) = (row.get()?, row.get()?);
        Ok(Self {
            id,
            endpoint,
            provider,
            owner_kind,
            owner_id,
            dedupe_key,
            method,
            query,
            headers,
            body: decoded(body, encoding),
            state: row.get()?,
            reason: row.get()?,
            order_id: row.get()?,
            received_at: row.get()?,
            processed_at: row.get()?,
        })
    }
}

/// Inserts an event; false where it was received before.
pub(super) async fn insert(c: Conn<'_>, store: StoreId, event: &ProviderEvent) -> Result<bool> {
    let sql = "INSERT INTO provider_events (store_id, id, endpoint_id, provider, owner_kind, owner_id, dedupe_key, method, query, headers, \
               body, body_encoding, state, reason, order_id, has_content, received_at, processed_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, TRUE, ?16, ?17) \
               ON CONFLICT (store_id, endpoint_id, dedupe_key) DO NOTHING";
    let ProviderEvent { id, endpoint, provider, owner_kind, owner_id, dedupe_key, method, query, headers, body, .. } = event;
    let (text, encoding) = encoded(body);
    let params = p![
        store,
        *id,
        *endpoint,
        provider,
        owner_kind,
        *owner_id,
        dedupe_key,
        method,
        query,
        Json(headers),
        text,
        encoding.as_str(),
        event.state.as_str(),
        event.reason,
        event.order_id,
        event.received_at,
        event.processed_at
    ];
    Ok(c.exec(sql, params).await? == 1)
}

/// The event with an id, which nobody else changes until the transaction ends.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, id: ProviderEventId) -> Result<Option<ProviderEvent>> {
    let sql = "SELECT id, endpoint_id, provider, owner_kind, owner_id, dedupe_key, method, query, headers, body, body_encoding, state, reason, \
               order_id, received_at, processed_at FROM provider_events WHERE store_id = ?1 AND id = ?2 FOR NO KEY UPDATE";
    c.opt(sql, p![scope.store(), id]).await
}

/// The newest events of an endpoint that came after a moment; 50 at most.
pub(super) async fn list_since(
    c: Conn<'_>,
    scope: &StoreScope,
    endpoint: ProviderEndpointId,
    moment: Millis,
) -> Result<Vec<ProviderEvent>> {
    // By the store's ids, the newest first: the index of the endpoint would have all of its events sorted.
    let sql = "SELECT id, endpoint_id, provider, owner_kind, owner_id, dedupe_key, method, query, headers, body, body_encoding, state, reason, \
               order_id, received_at, processed_at FROM provider_events WHERE store_id = ?1 AND id >= ?2 AND +endpoint_id = ?3 \
               ORDER BY id DESC LIMIT ?4";
    c.all(sql, p![scope.store(), least_id::<ProviderEventKind>(moment), endpoint, MOST_LISTED]).await
}

/// Marks an event as processed.
pub(super) async fn set_processed(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProviderEventId,
    order: Option<OrderId>,
    now: Millis,
) -> Result<()> {
    let sql =
        "UPDATE provider_events SET state = ?3, reason = '', order_id = ?4, processed_at = ?5 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, EventState::Processed.as_str(), order, now]).await?;
    Ok(())
}

/// Marks an event as dead, unless it was processed.
pub(super) async fn set_dead(c: Conn<'_>, scope: &StoreScope, id: ProviderEventId, reason: &str) -> Result<()> {
    let sql = "UPDATE provider_events SET state = ?3, reason = ?4 WHERE store_id = ?1 AND id = ?2 AND state <> ?5";
    c.exec(sql, p![scope.store(), id, EventState::Dead.as_str(), reason, EventState::Processed.as_str()]).await?;
    Ok(())
}

/// Empties some processed events of any store that came before a moment; how many.
pub(super) async fn erase_content_before(c: Conn<'_>, moment: Millis) -> Result<usize> {
    let sql = "SELECT store_id, id FROM provider_events WHERE has_content = TRUE AND received_at < ?1 AND state = 'processed' \
               ORDER BY received_at LIMIT ?2";
    let old: Vec<(StoreId, ProviderEventId)> = c.all(sql, p![moment, SWEPT]).await?;
    for (store, id) in &old {
        let sql = "UPDATE provider_events SET body = '', query = '', headers = '{}', has_content = FALSE WHERE store_id = ?1 AND id = ?2";
        c.exec(sql, p![*store, *id]).await?;
    }
    Ok(old.len())
}

/// Deletes some events of any store that came before a moment and that nobody works on; how many.
pub(super) async fn delete_before(c: Conn<'_>, moment: Millis) -> Result<usize> {
    let sql =
        "SELECT store_id, id FROM provider_events WHERE received_at < ?1 AND state <> 'waiting' ORDER BY received_at LIMIT ?2";
    let old: Vec<(StoreId, ProviderEventId)> = c.all(sql, p![moment, SWEPT]).await?;
    for (store, id) in &old {
        c.exec("DELETE FROM provider_events WHERE store_id = ?1 AND id = ?2", p![*store, *id]).await?;
    }
    Ok(old.len())
}
