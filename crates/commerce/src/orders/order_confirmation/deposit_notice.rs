//! Messages to a shopper about a deposit: its amount, its deadline and where to send the receipt; and that the order was
//! cancelled without it.

use db::Conn;
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Env, OrderId, StoreId, StoreScope, locale};
use serde::{Deserialize, Serialize};
use web::Message;

use super::deposit::find_due;
use super::model::State;
use super::store;
use crate::orders::shopper_link;
use crate::orders::status::Status;
use crate::orders::store as orders;
use platform::outbox::{self, Channel, Outgoing};
use platform::{App, stores};

/// A deposit is required, or an order was cancelled without it.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct DepositNoticeJob {
    store: StoreId,
    order: OrderId,
    is_cancelled: bool,
}

impl Job for DepositNoticeJob {
    const KIND: &'static str = "deposit_notice";
}

const ASK_SUBJECT: Message = Message::new("عربون طلبك {n} من {store}", "Deposit for your order {n} from {store}");
const ASK: Message = Message::new(
    "استلم {store} طلبك {n}. حوّل العربون {amount} قبل {until} ثم ارفع الإيصال من صفحة الطلب. المتبقي عند الاستلام {door}.\n{link}",
    "We received your order {n} at {store}. Transfer the {amount} deposit before {until} and upload the receipt on the order page. You pay {door} on delivery.\n{link}",
);
const CANCELLED_SUBJECT: Message = Message::new("تم إلغاء طلبك {n} من {store}", "Your order {n} from {store} was canceled");
const CANCELLED: Message = Message::new(
    "تم إلغاء طلبك {n} من {store} لعدم وصول العربون في موعده. إذا حوّلته فتواصل مع المتجر.\n{link}",
    "Your order {n} from {store} was canceled because the deposit wasn't received in time. If you transferred it, please contact the store.\n{link}",
);

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(send_notice);
}

async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, order: OrderId, is_cancelled: bool) -> db::Result<()> {
    let job = DepositNoticeJob { store: scope.store(), order, is_cancelled };
    jobs::enqueue(c, env, &job, Enqueue::for_store(scope.store())).await?;
    Ok(())
}

/// Enqueues the message about the deposit, in the order's own transaction.
pub(super) async fn ask(c: Conn<'_>, env: &Env, scope: &StoreScope, order: OrderId) -> db::Result<()> {
    enqueue(c, env, scope, order, false).await
}

/// Enqueues the message about the cancellation, in its own transaction.
pub(in crate::orders) async fn cancelled(c: Conn<'_>, env: &Env, scope: &StoreScope, order: OrderId) -> db::Result<()> {
    enqueue(c, env, scope, order, true).await
}

async fn send_notice(app: App, job: DepositNoticeJob) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    let c = app.db().conn();
    let profile = stores::get_profile(c, &scope).await?;
    let Some(order) = orders::find(c, &scope, job.order).await? else { return Ok(Outcome::Done) };
    // The demo store sends no messages.
    if profile.is_demo {
        return Ok(Outcome::Done);
    }
    let lang = if profile.languages.contains(&order.language) { order.language } else { profile.default_language };
    let path = shopper_link::path(&app, &scope, order.id).await?;
    let path = if lang == profile.default_language { path } else { format!("/{}{path}", lang.code()) };
    let link = format!("{}{path}", app.base.store_url(&profile.slug));
    let fill = |text: &Message| {
        text.get(lang).replace("{n}", &order.number.to_string()).replace("{store}", &profile.name).replace("{link}", &link)
    };
    let (subject, body) = if job.is_cancelled {
        // The state may have changed since.
        let row = store::find(c, &scope, order.id).await?;
        if order.status != Status::Cancelled || row.is_none_or(|row| row.state != State::Cancelled) {
            return Ok(Outcome::Done);
        }
        (fill(&CANCELLED_SUBJECT), fill(&CANCELLED))
    } else {
        let Some(due) = find_due(c, &scope, &order).await?.filter(|d| d.missing > 0) else { return Ok(Outcome::Done) };
        let amount = |n| locale::amount(n, profile.currency, lang);
        let body = fill(&ASK).replace("{amount}", &amount(due.missing)).replace("{door}", &amount(due.on_delivery));
        let (day, time) = (
            locale::date(due.until, &profile.timezone, &profile.country, lang),
            locale::clock(due.until, &profile.timezone, lang),
        );
        (fill(&ASK_SUBJECT), body.replace("{until}", &format!("{day} {time}")))
    };
    let (channel, recipient, subject) = match order.email.clone() {
        Some(email) => (Channel::Email, email, subject),
        None => (Channel::Sms, order.mobile.clone(), String::new()),
    };
    let message = Outgoing { store: Some(scope.store()), channel, recipient, subject, body };
    let env = app.env().clone();
    app.db().tx(async move |c| outbox::enqueue(c, &env, &message).await).await?;
    Ok(Outcome::Done)
}
