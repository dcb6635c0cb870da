//! Nudges to open dashboards: something of your store has changed, ask what.
//!
//! Invariant: a stream says nothing of another store, and ends within 20 seconds of the session or membership it was
//! opened with, and before the first nudge after it.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, Sse};
use db::{Topics, Touched};
use futures_util::Stream;
use futures_util::stream::unfold;
use kernel::{SessionId, StoreScope, UserId};
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Instant, sleep, timeout_at};

use super::store;
use crate::App;
use crate::identity;

/// A comment that keeps proxies from closing a quiet stream; the session is looked at each time.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Changes that follow one another this closely are one nudge.
const GATHER: Duration = Duration::from_millis(150);

const ALL: Topics = Topics(u8::MAX);

struct Listener {
    app: App,
    scope: StoreScope,
    user: UserId,
    session: SessionId,
    feed: Receiver<Touched>,
}

/// The words of the topics.
fn words(topics: Topics) -> Vec<&'static str> {
    let named = [
        (Topics::STOREFRONT, "storefront"),
        (Topics::SALES, "sales"),
        (Topics::CATALOG, "catalog"),
        (Topics::PROGRESS, "progress"),
    ];
    named.into_iter().filter(|(t, _)| topics.has(*t)).map(|(_, word)| word).collect()
}

impl Listener {
    /// What of this store a change concerns. Store zero means that anything may have changed.
    fn concerns(&self, touched: Touched) -> Option<Topics> {
        match touched.store {
            store if store == self.scope.store() => Some(touched.topics),
            store if store.raw() == 0 => Some(ALL),
            _ => None,
        }
    }

    /// Waits for changes of this store and gathers those that follow at once; `None` when it stayed quiet.
    async fn changes(&mut self) -> Result<Option<Topics>, RecvError> {
        let until = Instant::now() + HEARTBEAT;
        let mut topics = loop {
            match timeout_at(until, self.feed.recv()).await {
                Err(_) => return Ok(None),
                Ok(Err(RecvError::Lagged(_))) => break ALL,
                Ok(Err(e)) => return Err(e),
                Ok(Ok(touched)) => {
                    if let Some(topics) = self.concerns(touched) {
                        break topics;
                    }
                }
            }
        };
        sleep(GATHER).await;
        loop {
            match self.feed.try_recv() {
                Ok(touched) => topics = topics.and(self.concerns(touched).unwrap_or_default()),
                Err(TryRecvError::Lagged(_)) => topics = ALL,
                Err(TryRecvError::Empty | TryRecvError::Closed) => return Ok(Some(topics)),
            }
        }
    }

    async fn may_go_on(&self) -> bool {
        let (c, now) = (self.app.db().conn(), self.app.env().now());
        let is_live = identity::is_session_live(c, self.session, now).await.unwrap_or(false);
        is_live && store::is_member(c, &self.scope, self.user).await.unwrap_or(false)
    }
}

/// Server-sent events: `data: {"topics": ["sales"]}`.
pub(super) fn open(
    app: App,
    scope: StoreScope,
    user: UserId,
    session: SessionId,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let feed = app.db().subscribe();
    let listener = Listener { app, scope, user, session, feed };
    Sse::new(unfold((listener, true), async |(mut listener, is_first)| {
        // The first event comes at once: whatever happened before the stream was open is asked for now.
        let event = if is_first {
            Event::default().comment("open")
        } else {
            let changes = listener.changes().await.ok()?;
            if !listener.may_go_on().await {
                return None;
            }
            match changes.map(words) {
                Some(topics) => Event::default().data(json!({ "topics": topics }).to_string()),
                None => Event::default().comment("quiet"),
            }
        };
        Some((Ok(event), (listener, false)))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_has_its_word() {
        assert_eq!(words(ALL), ["storefront", "sales", "catalog", "progress"]);
        assert_eq!(words(Topics::SALES.and(Topics::CATALOG)), ["sales", "catalog"]);
        assert!(words(Topics::default()).is_empty());
    }
}
