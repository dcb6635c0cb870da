//! A provider that does what it is sent, unless a test says otherwise, and a shop that calls it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use db::{Conn, p};
use futures_util::future::BoxFuture;
use jobs::Failed;
use kernel::{OrderId, ProviderCallId, RefundId, StoreScope};
use platform::App;
use platform::provider_calls::{
    self, CallContext, CallOutcome, CallResult, CallState, Enqueued, Exchange, NewCall, ProviderCall, ProviderCalls, Reason,
    Settlement, StoredCall,
};
use serde_json::json;
use testkit::{Merchant, TestShop};
use tokio::sync::Notify;
use web::Message;

pub(super) const KIND: &str = "fake_refund";

/// What the provider does with the next call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behaviour {
    /// It does it and says so.
    Does,
    /// It does it, and its answer is lost.
    DoesSilently,
    /// It does it, and nothing comes back until it is released.
    Hangs,
    /// It does it, and who called dies of a panic.
    Panics,
    /// It does it, and the effect cannot be written.
    DoesWithoutEffect,
    Refuses,
    IsDown,
}

/// A provider that knows no keys: what is sent twice is done twice.
#[derive(Default)]
pub(super) struct FakeProvider {
    script: Mutex<VecDeque<Behaviour>>,
    times_done: Mutex<BTreeMap<String, usize>>,
    pub(super) calls: AtomicUsize,
    pub(super) settlements: AtomicUsize,
    /// It cannot say whether it did something.
    pub(super) is_silent: Mutex<bool>,
    broken_effects: AtomicUsize,
    pub(super) reached: Notify,
    pub(super) released: Notify,
}

impl FakeProvider {
    pub(super) fn plan(&self, behaviours: impl IntoIterator<Item = Behaviour>) {
        self.script.lock().unwrap().extend(behaviours);
    }

    pub(super) fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    /// How often it did what was sent under a key.
    pub(super) fn times_done(&self, key: &str) -> usize {
        self.times_done.lock().unwrap().get(key).copied().unwrap_or(0)
    }

    fn next(&self) -> Behaviour {
        self.script.lock().unwrap().pop_front().unwrap_or(Behaviour::Does)
    }

    async fn answer(&self, context: CallContext<'_>, call: &StoredCall) -> CallOutcome {
        self.calls.fetch_add(1, Ordering::SeqCst);
        // Yields as a network call does: inside a transaction this would fail.
        tokio::time::sleep(Duration::from_millis(5)).await;
        let behaviour = self.next();
        let (status, answer) = match behaviour {
            Behaviour::Refuses => (Some(422), "too much"),
            Behaviour::IsDown => (None, "no connection"),
            _ => (Some(200), "{\"ok\":true}"),
        };
        context.log.push(Exchange {
            step: "fake.refund",
            at: context.app.env().now(),
            duration_ms: 5,
            target: "POST https://fake.example/refund".into(),
            request: "{\"amount\":500}".into(),
            status,
            answer: answer.into(),
        });
        match behaviour {
            Behaviour::Refuses => return CallOutcome::Refused(Reason::new("amount_too_large", "too much")),
            Behaviour::IsDown => return CallOutcome::Unreachable(Reason::new("unreachable", "no connection")),
            _ => *self.times_done.lock().unwrap().entry(call.key.clone()).or_default() += 1,
        }
        match behaviour {
            Behaviour::DoesSilently => return CallOutcome::Unknown(Reason::code("unknown")),
            Behaviour::Hangs => {
                self.reached.notify_one();
                self.released.notified().await;
            }
            Behaviour::Panics => panic!("the worker dies"),
            Behaviour::DoesWithoutEffect => {
                self.broken_effects.fetch_add(1, Ordering::SeqCst);
            }
            _ => {}
        }
        CallOutcome::Done(json!({"id": 7}))
    }
}

impl ProviderCall for FakeProvider {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(self.answer(context, call))
    }

    fn settle_unknown<'a>(&'a self, _: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, Settlement> {
        Box::pin(async move {
            self.settlements.fetch_add(1, Ordering::SeqCst);
            if *self.is_silent.lock().unwrap() {
                return Settlement::Unknown(Reason::code("unknown"));
            }
            if self.times_done(&call.key) > 0 { Settlement::Done(json!({"id": 7})) } else { Settlement::Repeat }
        })
    }

    /// The effect is a row that can be written once for each end.
    fn apply<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        call: &'a StoredCall,
        result: &'a CallResult,
    ) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            let is_broken = self.broken_effects.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_ok();
            let word = match result {
                CallResult::Done(_) => "done",
                CallResult::Refused(_) => "refused",
                CallResult::Failed(_) => "failed",
            };
            let code = format!("effect {} {word}", call.key);
            let sql = "INSERT INTO store_settings (store_id, code, value, updated_at) VALUES (?1, ?2, 'null', ?3)";
            c.exec(sql, p![scope.store(), code, app.env().now()]).await?;
            if is_broken { Err("the effect cannot be written".into()) } else { Ok(()) }
        })
    }

    fn reopen<'a>(
        &'a self,
        _: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        call: &'a StoredCall,
    ) -> BoxFuture<'a, Result<bool, Failed>> {
        Box::pin(async move {
            let sql = "DELETE FROM store_settings WHERE store_id = ?1 AND code = ?2";
            Ok(c.exec(sql, p![scope.store(), format!("effect {} failed", call.key)]).await? == 1)
        })
    }

    fn message(&self, code: &str) -> Option<Message> {
        (code == "amount_too_large").then_some(Message::new("المبلغ أكبر من المتاح للرد.", "More than can be refunded."))
    }
}

/// A shop with the fake provider, and a merchant.
pub(super) struct Scene {
    pub(super) provider: Arc<FakeProvider>,
    pub(super) shop: TestShop,
    pub(super) merchant: Merchant,
}

impl Scene {
    pub(super) async fn start() -> Self {
        let provider = Arc::<FakeProvider>::default();
        let kind: Arc<dyn ProviderCall> = provider.clone();
        let shop = TestShop::with_ports(|ports| ports.with(Arc::new(ProviderCalls::new([kind])))).await;
        let merchant = shop.merchant().await;
        Self { provider, shop, merchant }
    }

    pub(super) fn order() -> OrderId {
        OrderId::from_raw(41)
    }

    /// Writes a call under a key, in a transaction of its own.
    pub(super) async fn enqueue(&self, key: &str) -> Enqueued {
        self.enqueue_new(new(key)).await
    }

    pub(super) async fn enqueue_new(&self, call: NewCall) -> Enqueued {
        let (env, scope) = (self.shop.env.clone(), self.merchant.scope());
        let work = async move |c: Conn<'_>| provider_calls::enqueue(c, &env, &scope, call.clone()).await;
        self.shop.app.db().tx(work).await.unwrap()
    }

    pub(super) async fn find(&self, id: ProviderCallId) -> StoredCall {
        provider_calls::find(self.shop.app.db().conn(), &self.merchant.scope(), id).await.unwrap().unwrap()
    }

    pub(super) async fn state(&self, id: ProviderCallId) -> CallState {
        self.find(id).await.progress.state
    }

    /// How often an end of a call was written.
    pub(super) async fn effects(&self, key: &str, word: &str) -> i64 {
        let sql = "SELECT COUNT(*) FROM store_settings WHERE store_id = ?1 AND code = ?2";
        let params = p![self.merchant.store, format!("effect {key} {word}")];
        self.shop.app.db().conn().one(sql, params).await.unwrap()
    }

    /// Until the next run is due, and that run.
    pub(super) async fn next_run(&self, id: ProviderCallId) {
        let wait = self.find(id).await.progress.not_before.0 - self.shop.env.now().0;
        self.shop.advance(wait.max(0));
        self.shop.drain_any().await;
    }
}

/// A call about a refund.
pub(super) fn new(key: &str) -> NewCall {
    NewCall::new("PAYMOB", KIND, RefundId::from_raw(7), key).order(Scene::order())
}
