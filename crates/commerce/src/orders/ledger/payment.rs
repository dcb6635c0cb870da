//! Recording a payment by hand, in full or in part (OR-05).

use db::Topics;
use kernel::{Currency, Lang, OrderId, StoreScope, money};
use serde_json::json;
use web::{FieldErrors, Message};

use super::wire::PaymentIn;
use super::{Above, Sums, store};
use crate::App;
use crate::customers::amount;
use crate::journal::{self, Act, Entry};
use crate::orders::change::{self, OrderError};
use crate::orders::papers;
use crate::orders::status::PaymentStatus;
use crate::orders::store as orders;

const ABOVE_OWED: Message = Message::new("المستحق على الطلب {amount} فقط.", "Only {amount} is owed on this order.");
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
            let mut sums: Sums = store::sums(c, &at, id).await?;
            if sums.owed() == 0 {
                return Err(OrderError::NothingOwed);
            }
            let draft = sums.pay(wanted.unwrap_or(sums.owed())).map_err(|Above(owed)| {
                OrderError::Fields(FieldErrors::one("amount", with_amount(&ABOVE_OWED, owed, currency)))
            })?;
            let is_settled = draft.amount == sums.owed();
            let payment = if is_settled { PaymentStatus::Paid } else { order.payment_status };
            if !orders::update_status(c, &at, &order, order.status, payment, now).await? {
                return Err(OrderError::Stale);
            }
            papers::tell_invoice_due(c, &env, &at, id, order.status, payment).await?;
            super::write(c, &at, id, now, &mut sums, &[draft], (note.as_deref(), None)).await?;
            let entry = Entry::new(Act::UpdatePaymentStatus, "order", id)
                .before(json!({ "payment_status": order.payment_status }))
                .after(json!({ "payment_status": payment, "payment": money::format(draft.amount, currency) }));
            let entry = match &note {
                Some(text) => entry.note(text.clone()),
                None => entry,
            };
            let seq = journal::write(c, &at, now, Topics::SALES, entry).await?;
            orders::set_seq(c, &at, id, seq).await?;
            Ok(sums.count)
        })
        .await
}
