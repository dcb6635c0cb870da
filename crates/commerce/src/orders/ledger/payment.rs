//! Recording a payment by hand, in full or in part (OR-05).

use db::Conn;
use kernel::{Currency, Env, Lang, Millis, OrderId, ReceiptId, StoreScope, money};
use serde_json::json;
use web::{FieldErrors, Message};

use super::wire::PaymentIn;
use super::{ExceedsLimit, Sums, store};
use crate::orders::change::{self, OrderError};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::fulfilment;
use crate::orders::model::Order;
use crate::orders::status::{PaymentStatus, Status};
use crate::orders::store as orders;
use crate::orders::{documents, order_confirmation};
use platform::App;
use platform::journal::{Act, Entry, entity};
use web::fields::amount;

const ABOVE_OWED: Message = Message::new("المستحق على الطلب {amount} فقط.", "Only {amount} is due on this order.");
const POSITIVE: Message = Message::new("أدخل مبلغًا أكبر من صفر.", "Enter an amount above zero.");

/// An amount as people of each language write it.
fn amount_text(n: i64, currency: Currency, lang: Lang) -> String {
    match lang {
        Lang::Ar => format!("{}\u{a0}{}", money::format(n, currency), currency.symbol_ar()),
        Lang::En => format!("{}\u{a0}{}", currency.code(), money::format(n, currency)),
    }
}

/// Puts an amount into a message.
pub(in crate::orders) fn with_amount(message: &Message, n: i64, currency: Currency) -> Message {
    let write = |text: &str, lang| text.replace("{amount}", &amount_text(n, currency, lang));
    Message { ar: write(&message.ar, Lang::Ar).into(), en: write(&message.en, Lang::En).into() }
}

/// An amount above zero; none is all that is owed.
fn read(text: Option<&str>, currency: Currency) -> Result<Option<i64>, OrderError> {
    let mut errors = FieldErrors::new();
    let wanted = text.map(|text| amount(&mut errors, "amount", text, currency));
    if errors.is_empty() && wanted == Some(0) {
        errors.add("amount", POSITIVE);
    }
    if errors.is_empty() { Ok(wanted) } else { Err(OrderError::Fields(errors)) }
}

/// Records a payment of what is owed; the order is paid once nothing is.
pub(super) async fn record(
    app: &App,
    scope: &StoreScope,
    id: OrderId,
    sent: PaymentIn,
    currency: Currency,
) -> Result<i64, OrderError> {
    let PaymentIn { amount: text, note, version } = sent;
    let note = change::note(note.as_deref())?;
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let order = orders::find(c, &at, id).await?.ok_or(OrderError::NotFound)?;
            if version.is_some_and(|v| v != order.version) {
                return Err(OrderError::Stale);
            }
            let wanted = read(text.as_deref(), currency)?;
            take(c, &env, &at, &order, wanted, currency, (note.as_deref(), None), now).await
        })
        .await
}

/// Books money that came in, all that is owed unless said, in the caller's transaction; the number of its entry. The order is
/// paid once nothing is owed; a transfer whose receipt was accepted also moves an order that waits for review (decisions §5).
#[expect(clippy::too_many_arguments, reason = "one write of two callers, each of which has all of it in hand")]
pub(in crate::orders) async fn take(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    wanted: Option<i64>,
    currency: Currency,
    (note, receipt): (Option<&str>, Option<ReceiptId>),
    now: Millis,
) -> Result<i64, OrderError> {
    let mut sums: Sums = store::sums(c, scope, order.id).await?;
    if sums.owed() == 0 {
        return Err(OrderError::NothingOwed);
    }
    let draft = sums
        .pay(wanted.unwrap_or(sums.owed()))
        .map_err(|ExceedsLimit(owed)| OrderError::Fields(FieldErrors::one("amount", with_amount(&ABOVE_OWED, owed, currency))))?;
    let is_settled = draft.amount == sums.owed();
    let payment = if is_settled { PaymentStatus::Paid } else { order.payment_status };
    let to = if receipt.is_some() && is_settled && order.status == Status::Pending { Status::Paid } else { order.status };
    if !orders::update_status(c, scope, order, to, payment, now).await? {
        return Err(OrderError::Stale);
    }
    documents::tell_invoice_due(c, env, scope, order.id, to, payment).await?;
    let (before_it, mut last) = (sums, DeferredWrites::default());
    super::write(c, scope, order.id, now, &mut sums, &[draft], (note, None)).await?;
    let is_deposit = order_confirmation::settle(c, scope, order, &sums, now).await?;
    let mut after = json!({ "payment_status": payment, "payment": money::format(draft.amount, currency) });
    let mut before = json!({ "payment_status": order.payment_status });
    if is_deposit {
        after["is_deposit_paid"] = json!(true);
    }
    if let Some(receipt) = receipt {
        after["receipt"] = json!(receipt);
    }
    let mut act = Act::UpdatePaymentStatus;
    if to != order.status {
        change::count_move(c, env, scope, order, to, (&before_it, &sums), &mut last).await?;
        (before["status"], after["status"]) = (json!(order.status), json!(to));
        act = Act::UpdateStatus;
    }
    last.tell(Entry::new(act, entity::ORDER, order.id).before(before).after(after), note);
    fulfilment::settle_cash(c, scope, order, (&before_it, &sums), now, &mut last).await?;
    last.settle();
    last.write(c, scope, order.id, now).await?;
    Ok(sums.count)
}
