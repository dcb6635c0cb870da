//! Low-stock notices to the owner: when the threshold is crossed, at most once a day per product.

use jobs::{Job, JobResult, Outcome, Registry};
use kernel::{Actor, Millis, ProductId, StoreId, StoreScope};
use serde::{Deserialize, Serialize};
use web::Message;

use super::notice_store as store;
use platform::App;
use platform::outbox::{self, Channel, Outgoing};
use platform::stores::{self, access};

/// Notifies the owner that a product's stock is low, if it still is. Running it twice notifies once.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct LowStockJob {
    pub(super) store: StoreId,
    pub(super) product: ProductId,
}

impl Job for LowStockJob {
    const KIND: &'static str = "tell_low_stock";
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(send_notice);
}

const SUBJECT: Message = Message::new("مخزون «{name}» منخفض", "“{name}” is running low");
const LOW: Message = Message::new(
    "المتبقي من «{name}» في متجر {store}: {n}. حد التنبيه: {at}.\n{link}",
    "Only {n} of “{name}” left in {store}. Your alert is set at {at}.\n{link}",
);
const OUT: Message = Message::new("نفد مخزون «{name}» في متجر {store}.\n{link}", "“{name}” in {store} is out of stock.\n{link}");

async fn send_notice(app: App, job: LowStockJob) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    let c = app.db().conn();
    let Some(row) = store::find_low(c, &scope, job.product).await? else { return Ok(Outcome::Done) };
    let profile = stores::get_profile(c, &scope).await?;
    let at = row.low_stock_at.unwrap_or(profile.settings.low_stock_at);
    let (now, day_ago) = (app.env().now(), app.env().now().plus(-Millis::DAY));
    if row.stock > at || row.told_at.is_some_and(|told_at| told_at > day_ago) {
        return Ok(Outcome::Done);
    }
    let (channel, recipient) = match access::find_owner_contact(c, &scope).await? {
        Some((Some(email), _)) => (Channel::Email, email),
        Some((None, Some(mobile))) => (Channel::Sms, mobile),
        _ => return Ok(Outcome::Done),
    };
    let lang = profile.default_language;
    let link = format!("{}/products/edit/{}", app.base.platform_url(), job.product);
    let text = |message: &Message| {
        let filled = message.get(lang).replace("{n}", &row.stock.to_string()).replace("{at}", &at.to_string());
        filled.replace("{link}", &link).replace("{name}", row.name.0.get(lang)).replace("{store}", &profile.name)
    };
    let body = if row.stock > 0 { text(&LOW) } else { text(&OUT) };
    let subject = if channel == Channel::Email { text(&SUBJECT) } else { String::new() };
    let (env, product) = (app.env().clone(), job.product);
    app.db()
        .tx(async move |c| {
            if !store::claim_notice(c, &scope, product, now, day_ago).await? {
                return Ok(());
            }
            let message = Outgoing {
                store: Some(scope.store()),
                channel,
                recipient: recipient.clone(),
                subject: subject.clone(),
                body: body.clone(),
            };
            outbox::enqueue(c, &env, &message).await.map(|_| ())
        })
        .await?;
    Ok(Outcome::Done)
}
