//! Receiving a callback: known, signed, stored, answered.

use std::sync::Arc;

use ::jobs::Enqueue;
use bytes::Bytes;

use super::jobs::ProcessProviderEventJob;
use super::model::{self, Endpoint, EventState, MOST_TEXT, ProviderEvent};
use super::port::{CallbackReader, CallbackReaders, IncomingRequest, RejectedCallback, Verified};
use super::store;
use crate::App;

/// A callback as it came.
pub(super) struct Callback {
    /// `GET` or `POST`.
    pub(super) method: String,
    /// Names in lower case, and values that are texts.
    pub(super) headers: Vec<(String, String)>,
    pub(super) query: String,
    pub(super) body: Bytes,
}

/// What became of a callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Receipt {
    /// It was stored, and a job works on it.
    Stored,
    /// It was there already.
    Repeated,
}

impl Receipt {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Repeated => "repeated",
        }
    }
}

/// The endpoint that a path names, with who reads what comes there; none where there is none.
pub(super) async fn find_reader(
    app: &App,
    provider: &str,
    endpoint: &str,
) -> db::Result<Option<(Endpoint, Arc<dyn CallbackReader>)>> {
    let Some(endpoint) = super::find_endpoint_at(app.db().conn(), provider, endpoint).await? else { return Ok(None) };
    let reader = app.ports.get::<CallbackReaders>()?.get(app, &endpoint.provider);
    Ok(reader.map(|reader| (endpoint, reader)))
}

/// Checks a callback and stores it with its job; a repetition changes nothing.
pub(super) async fn receive(
    app: &App,
    endpoint: Endpoint,
    reader: &Arc<dyn CallbackReader>,
    callback: Callback,
) -> Result<Receipt, RejectedCallback> {
    let Callback { method, headers, query, body } = callback;
    if query.len() > MOST_TEXT {
        return Err(RejectedCallback::Unreadable("a long query"));
    }
    let pairs: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let request = IncomingRequest { headers: &pairs, query: &query, body: &body };
    let Verified { dedupe_key } = reader.verify(app, &endpoint, request).await?;
    let is_kept = |name: &str, value: &str| value.len() <= MOST_TEXT && reader.kept_headers().contains(&name);
    let kept_headers = pairs.iter().filter(|(name, value)| is_kept(name, value));
    let event = ProviderEvent {
        id: app.env().id(),
        endpoint: endpoint.id,
        provider: endpoint.provider,
        owner_kind: endpoint.owner_kind,
        owner_id: endpoint.owner_id,
        dedupe_key: model::bounded_key(&dedupe_key),
        method,
        headers: kept_headers.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        query,
        body: body.to_vec(),
        state: EventState::Waiting,
        reason: String::new(),
        order_id: None,
        received_at: app.env().now(),
        processed_at: None,
    };
    let (env, store) = (app.env().clone(), endpoint.store);
    let is_new = app
        .db()
        .tx(async move |c| {
            if !store::insert(c, store, &event).await? {
                return Ok(false);
            }
            let job = ProcessProviderEventJob { store, event: event.id };
            ::jobs::enqueue(c, &env, &job, Enqueue::for_store(store)).await?;
            Ok::<_, db::Error>(true)
        })
        .await
        .map_err(|e| RejectedCallback::Unavailable(e.to_string()))?;
    Ok(if is_new { Receipt::Stored } else { Receipt::Repeated })
}
