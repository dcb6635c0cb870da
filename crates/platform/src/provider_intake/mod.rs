//! The one intake for what payment providers and couriers report (PY-03, SP-04; docs/decisions/0086): callbacks, webhooks.
//!
//! A provider reports to an endpoint, one for each connected account. What comes is checked with the account's secrets, stored as it
//! came and answered at once; a job processes it. A slice implements [`CallbackReader`] for its providers.
//!
//! Tables: `provider_endpoints`, `provider_events`.
//! Invariants: nothing is stored that the account did not sign. One report is stored once, however often it comes. Its effect and its
//! mark are written in one transaction, once, in any order with others. The address holds no secret. Contents are personal data of
//! shoppers: they stand in no log, are in no export, and are erased after 30 days or with the customer of their order.
//! Lock order: the event's row before the order's (docs/decisions/0026).
//!
//! A provider whose kind is there (gateway, courier) needs nothing here: its reader asks the registry of its kind. To add a kind: an
//! implementation of [`CallbackReader`] and its line in `server::compose::ports`.

mod api;
mod jobs;
mod model;
mod port;
mod receive;
mod store;
mod tables;

use db::Conn;
use kernel::{Env, Millis, ProviderEndpointId, StoreScope};

pub use api::router;
pub use jobs::register;
pub use model::{Endpoint, EventState, ProviderEvent};
pub use port::{CallbackReader, CallbackReaders, IncomingRequest, Processed, RejectedCallback, RejectionKind, Verified};
pub use tables::TABLES;

use crate::secrets::Owner;

/// Where the addresses begin, on the platform's own host.
pub const PATH: &str = "/hooks";

/// The endpoint of an account at a provider, in the caller's transaction; it is made where there is none.
///
/// # Errors
/// Of the database.
pub async fn get_or_insert_endpoint(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    owner: Owner,
    provider: &str,
) -> db::Result<Endpoint> {
    let key = (owner.kind(), owner.id());
    if let Some(endpoint) = store::find_endpoint_of(c, scope, key, provider).await? {
        return Ok(endpoint);
    }
    let endpoint = Endpoint {
        id: ProviderEndpointId::from_raw(i64::from_be_bytes(env.random_bytes()) & i64::MAX),
        store: scope.store(),
        provider: provider.to_owned(),
        owner_kind: key.0.to_owned(),
        owner_id: key.1,
        created_at: env.now(),
    };
    if store::insert_endpoint(c, &endpoint).await? {
        return Ok(endpoint);
    }
    store::find_endpoint_of(c, scope, key, provider).await?.ok_or(db::Error::NotFound)
}

/// The endpoint of an account at a provider.
///
/// # Errors
/// Of the database.
pub async fn find_endpoint(c: Conn<'_>, scope: &StoreScope, owner: Owner, provider: &str) -> db::Result<Option<Endpoint>> {
    store::find_endpoint_of(c, scope, (owner.kind(), owner.id()), provider).await
}

/// The endpoint that a path names by the provider, in any case of letters, and by its id.
///
/// # Errors
/// Of the database.
pub async fn find_endpoint_at(c: Conn<'_>, provider: &str, endpoint: &str) -> db::Result<Option<Endpoint>> {
    let Ok(id) = endpoint.parse::<ProviderEndpointId>() else { return Ok(None) };
    let found = store::find_endpoint(c, id).await?;
    Ok(found.filter(|endpoint| endpoint.provider.eq_ignore_ascii_case(provider)))
}

/// What came to an endpoint after a moment, the newest first; 50 at most. Contents are personal data: what people see of them is for
/// the slice that reads them.
///
/// # Errors
/// Of the database.
pub async fn list_events(
    c: Conn<'_>,
    scope: &StoreScope,
    endpoint: ProviderEndpointId,
    moment: Millis,
) -> db::Result<Vec<ProviderEvent>> {
    store::list_since(c, scope, endpoint, moment).await
}

/// Deletes the endpoints of an account that is disconnected: what comes there is refused from then on.
///
/// # Errors
/// Of the database.
pub async fn delete_endpoints(c: Conn<'_>, scope: &StoreScope, owner: Owner) -> db::Result<u64> {
    store::delete_endpoints(c, scope, (owner.kind(), owner.id())).await
}
