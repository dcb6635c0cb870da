//! Message to the merchant about a pending receipt, unless it was decided by then.

use db::Conn;
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Env, OrderId, StoreId, StoreScope};
use serde::{Deserialize, Serialize};
use web::Message;

use crate::orders::store as orders;
use platform::App;
use platform::outbox::{self, Channel, Outgoing};
use platform::stores::{self, access};

/// A receipt that was uploaded.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct ReceiptSentJob {
    store: StoreId,
    order: OrderId,
}

impl Job for ReceiptSentJob {
    const KIND: &'static str = "receipt_sent";
}

const SUBJECT: Message = Message::new("إيصال تحويل للطلب {n}", "Transfer receipt for order {n}");
const TEXT: Message = Message::new(
    "وصل إيصال تحويل للطلب {n} في متجر {store}. راجعه واقبله أو ارفضه:\n{link}",
    "You have a new transfer receipt for order {n} in {store}. Accept or reject it:\n{link}",
);

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(notify);
}

/// Enqueues the message in the receipt's own transaction.
pub(super) async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, order: OrderId) -> db::Result<()> {
    jobs::enqueue(c, env, &ReceiptSentJob { store: scope.store(), order }, Enqueue::for_store(scope.store())).await?;
    Ok(())
}

async fn notify(app: App, job: ReceiptSentJob) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    let c = app.db().conn();
    let Some(order) = orders::find(c, &scope, job.order).await? else { return Ok(Outcome::Done) };
    // Decided meanwhile: nothing to send.
    if !super::store::list(c, &scope, job.order).await?.iter().any(|r| r.status == "waiting") {
        return Ok(Outcome::Done);
    }
    let (channel, recipient) = match access::find_owner_contact(c, &scope).await? {
        Some((Some(email), _)) => (Channel::Email, email),
        Some((None, Some(mobile))) => (Channel::Sms, mobile),
        _ => return Ok(Outcome::Done),
    };
    let profile = stores::get_profile(c, &scope).await?;
    let link = format!("{}/orders/view/{}", app.base.platform_url(), job.order);
    let text = |message: &Message| {
        let filled = message.get(profile.default_language).replace("{n}", &order.number.to_string());
        filled.replace("{link}", &link).replace("{store}", &profile.name)
    };
    let subject = if channel == Channel::Email { text(&SUBJECT) } else { String::new() };
    let message = Outgoing { store: Some(scope.store()), channel, recipient, subject, body: text(&TEXT) };
    let env = app.env().clone();
    app.db().tx(async move |c| outbox::enqueue(c, &env, &message).await).await?;
    Ok(Outcome::Done)
}
