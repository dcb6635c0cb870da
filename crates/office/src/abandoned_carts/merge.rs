//! A shopper opens a restore link: the lines of their cart are merged into the visitor's cart, and its reminders end.

use db::Conn;
use kernel::{CartId, Env, Lang, Millis, StoreScope};

use super::model::{ENDED, Reason, ReminderChannel};
use super::store::{self, NewReminder};
use commerce::carts::{self, Cart, CartError, Restored, Target};
use platform::App;

/// Merges the lines of `source` into the visitor's cart, or into a new one. When `source` was reminded, its sequence ends: the
/// visitor's cart has one of its own.
///
/// # Errors
/// [`CartError::Closed`] when the visitor's cart has become an order meanwhile; of the database.
pub async fn restore(
    app: &App,
    scope: &StoreScope,
    language: Lang,
    visitor: Option<&Cart>,
    source: CartId,
) -> Result<Restored, CartError> {
    // A shopper who changes the cart has left the checkout.
    carts::reservations::release(app, scope, visitor).await?;
    let env = app.env().clone();
    let (cart, token) = match visitor {
        Some(cart) => (cart.id, None),
        None => (env.id(), Some(env.token())),
    };
    let to = Target { cart, new: token.as_deref().map(web::caller::hash_token), language };
    let at = scope.clone();
    let (items_count, is_merged, left_out) = app
        .db()
        .tx(async move |c| {
            let now = env.now();
            let restored = carts::restore_in(c, &at, &to, source, now).await?;
            end_sequence(c, &env, &at, source, now).await?;
            Ok::<_, CartError>(restored)
        })
        .await?;
    Ok(Restored { cart, token, items_count, is_merged, left_out })
}

/// Ends the sequence of a reminded cart; its page says why.
async fn end_sequence(c: Conn<'_>, env: &Env, scope: &StoreScope, cart: CartId, now: Millis) -> db::Result<()> {
    // The row lock first: a message that is being sent at the same time is then counted already.
    let Some(claimed) = store::claim(c, scope, cart, 0, None).await? else { return Ok(()) };
    if claimed.last_reminded_at.is_none() {
        return Ok(());
    }
    let reminders_done = store::get_reminders_done(c, scope, cart).await?;
    let plan = store::get_plan(c, scope).await?;
    let next = usize::try_from(reminders_done).ok().and_then(|i| plan.messages.get(i)).filter(|_| plan.is_active);
    let Some(next) = next else { return Ok(()) };
    let Some(contact) = carts::store::find(c, scope, cart).await?.and_then(|k| k.contact) else { return Ok(()) };
    store::set_stopped(c, scope, cart, ENDED).await?;
    let recipient = match next.channel {
        ReminderChannel::Sms => contact.mobile.clone(),
        ReminderChannel::Email => contact.email.clone().unwrap_or_default(),
    };
    let new = NewReminder {
        id: env.id(),
        cart,
        n: reminders_done + 1,
        channel: next.channel,
        mobile: &contact.mobile,
        recipient: &recipient,
        status: "stopped",
        reason: Reason::Returned.as_str(),
        message: None,
    };
    store::insert_reminder(c, scope, &new, now).await
}
