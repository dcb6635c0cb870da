//! Server-sent events to open dashboards: a signal that the store has changed, without the change itself.
//!
//! Invariant: a stream carries nothing of another store, and ends within 20 seconds of the session or membership it was opened
//! with, and before the first event after it. A topic is sent only to callers who may read some of it at that moment.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, Sse};
use db::{Topics, Touched};
use futures_util::Stream;
use futures_util::stream::unfold;
use kernel::StoreScope;
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Instant, sleep, timeout_at};
use web::{Ability, Action, Caller, Subject, effective};

use super::store;
use platform::App;
use platform::identity;

/// Interval of a comment that keeps proxies from closing an idle stream; the session is checked each time.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Debounce: changes this close together are one event.
const GATHER: Duration = Duration::from_millis(150);

const ALL: Topics = Topics(u8::MAX);

struct Listener {
    app: App,
    scope: StoreScope,
    caller: Caller,
    feed: Receiver<Touched>,
}

/// Each topic with its word and the subjects of its records; what shoppers see needs no permission.
const NAMED: [(Topics, &str, &[Subject]); 5] = [
    (Topics::STOREFRONT, "storefront", &[]),
    (Topics::SALES, "sales", &[Subject::Order, Subject::Cart, Subject::Customer, Subject::Coupon, Subject::Product]),
    (Topics::CATALOG, "catalog", &[Subject::Product, Subject::Category, Subject::Media]),
    (Topics::THEME, "theme", &[Subject::Theme]),
    (
        Topics::PROGRESS,
        "progress",
        &[Subject::Order, Subject::Cart, Subject::Customer, Subject::Product, Subject::Media, Subject::Setting],
    ),
];

/// The words of the topics that these abilities may subscribe to.
fn words(topics: Topics, abilities: &[Ability]) -> Vec<&'static str> {
    let can_see = |subject: &Subject| abilities.iter().any(|a| a.covers(Action::Read, *subject));
    let visible =
        NAMED.into_iter().filter(|(topic, _, about)| topics.has(*topic) && (about.is_empty() || about.iter().any(can_see)));
    visible.map(|(_, word, _)| word).collect()
}

impl Listener {
    /// The topics of a change, if it concerns this store. Store zero means that anything may have changed.
    fn concerns(&self, touched: Touched) -> Option<Topics> {
        match touched.store {
            store if store == self.scope.store() => Some(touched.topics),
            store if store.raw() == 0 => Some(ALL),
            _ => None,
        }
    }

    /// Waits for changes of this store and collects those that follow within [`GATHER`]; `None` after a heartbeat without any.
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

    /// The caller's current abilities; none when the stream must end.
    async fn abilities(&self) -> Option<Vec<Ability>> {
        let (c, now) = (self.app.db().conn(), self.app.env().now());
        if !identity::is_session_live(c, self.caller.session, now).await.unwrap_or(false) {
            return None;
        }
        let abilities = store::find_abilities(c, &self.scope, self.caller.user).await.ok()??;
        Some(effective(&self.caller.role, abilities))
    }
}

/// Server-sent events: `data: {"topics": ["sales"]}`.
pub(super) fn open(app: App, scope: StoreScope, caller: Caller) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let feed = app.db().subscribe();
    let listener = Listener { app, scope, caller, feed };
    Sse::new(unfold((listener, true), async |(mut listener, is_first)| {
        // The first event comes at once: the client polls what happened before the stream was open.
        let event = if is_first {
            Event::default().comment("open")
        } else {
            let changes = listener.changes().await.ok()?;
            let abilities = listener.abilities().await?;
            match changes.map(|topics| words(topics, &abilities)).filter(|topics| !topics.is_empty()) {
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
        let all = [Ability { action: Action::Read, subject: Subject::All }];
        assert_eq!(words(ALL, &all), ["storefront", "sales", "catalog", "theme", "progress"]);
        assert_eq!(words(Topics::SALES.and(Topics::CATALOG), &all), ["sales", "catalog"]);
        assert!(words(Topics::default(), &all).is_empty());
    }

    #[test]
    fn f3_a_topic_is_heard_by_who_may_read_some_of_it() {
        let words_with = |subject| words(ALL, &[Ability { action: Action::Manage, subject }]);
        assert_eq!(words_with(Subject::Auth), ["storefront"]);
        assert_eq!(words_with(Subject::Category), ["storefront", "catalog"]);
        assert_eq!(words_with(Subject::Coupon), ["storefront", "sales"]);
    }
}
