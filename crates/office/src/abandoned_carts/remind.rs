//! One reminder about one cart: every reason against it is checked in the transaction that writes it.

use db::{Conn, Topics};
use kernel::slug::percent_encode;
use kernel::{BatchId, CartBatchId, CartId, CartReminderId, Env, Lang, Millis, StoreScope};
use serde_json::json;

use super::link::{self, Goal};
use super::model::{ENDED, IDLE, Plan, Reason, ReminderChannel, ReminderMessage};
use super::schedule::LEAST_GAP;
use super::store::{self, NewReminder};
use super::{coupon, opt_out, wording};
use commerce::carts;
use commerce::carts::entities;
use commerce::coupons::Buyer;
use customers::{self, Channel as Consent};
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::outbox::{self, Channel, Outgoing};
use platform::stores::StoreProfile;

/// What triggers a reminder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReminderTrigger {
    /// The merchant, for one cart.
    Hand,
    /// The merchant, for all carts that matched.
    Batch(CartBatchId),
    /// The sequence: the message's number, and the shopper's last activity as the schedule saw it.
    Sequence(i64, Millis),
}

impl ReminderTrigger {
    /// Whether a person triggered it, who is told the reason when it is not sent.
    const fn is_asked(self) -> bool {
        !matches!(self, Self::Sequence(..))
    }

    /// The batch id of its journal entry.
    fn batch(self) -> Option<BatchId> {
        match self {
            Self::Batch(id) => Some(BatchId::from_raw(id.raw())),
            Self::Hand | Self::Sequence(..) => None,
        }
    }
}

/// A message to one person.
struct RenderedMessage {
    subject: String,
    body: String,
}

const STOP_AR: &str = "لإيقاف التذكير: ";
const STOP_EN: &str = "To stop these reminders: ";

/// The values of a message's placeholders for one person.
struct TemplateVars<'a> {
    name: &'a str,
    link: &'a str,
    opt_out_link: &'a str,
    /// Empty where no coupon is offered.
    code: &'a str,
}

fn render_message(profile: &StoreProfile, message: &ReminderMessage, language: Lang, vars: &TemplateVars<'_>) -> RenderedMessage {
    let TemplateVars { name, link, opt_out_link, code } = *vars;
    // The link applies the coupon when it restores the cart.
    let link = if code.is_empty() { link.to_owned() } else { format!("{link}?coupon={}", percent_encode(code)) };
    let value = |word: &str| match word {
        "customer_name" => name.to_owned(),
        "store_name" => profile.name.clone(),
        "cart_link" => link.clone(),
        "coupon_code" => code.to_owned(),
        _ => String::new(),
    };
    let body = wording::fill(message.body.get(language), value);
    let prefix = if language == Lang::Ar { STOP_AR } else { STOP_EN };
    let subject = match message.channel {
        ReminderChannel::Sms => String::new(),
        ReminderChannel::Email => wording::fill(message.subject.get(language), value),
    };
    RenderedMessage { subject, body: format!("{body}\n\n{prefix}{opt_out_link}") }
}

/// Prepared before the transaction of a reminder: the key that signs its links may have to be read.
pub(super) struct PreparedReminder {
    id: CartReminderId,
    cart: CartId,
    language: Lang,
    link: String,
    opt_out_link: String,
}

/// Signs the links of a reminder, or returns the reason for not sending it.
///
/// # Errors
/// Of the database.
pub(super) async fn prepare(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: CartId,
) -> db::Result<Result<PreparedReminder, Reason>> {
    if profile.is_demo {
        return Ok(Err(Reason::Demo));
    }
    let Some(known) = carts::store::find(app.db().conn(), scope, cart).await? else { return Ok(Err(Reason::NotFound)) };
    let (id, language) = (app.env().id(), known.language);
    let (link, _) = link::address(app, scope, profile, cart, (Goal::Cart, language)).await?;
    let opt_out_link = opt_out::address(app, scope, profile, id, language).await?;
    Ok(Ok(PreparedReminder { id, cart, language, link, opt_out_link }))
}

/// One reminder about to be written.
#[derive(Clone, Copy)]
pub(super) struct ReminderContext<'a> {
    pub(super) env: &'a Env,
    pub(super) scope: &'a StoreScope,
    pub(super) profile: &'a StoreProfile,
    pub(super) plan: &'a Plan,
    pub(super) prepared: &'a PreparedReminder,
    pub(super) by: ReminderTrigger,
    pub(super) message: &'a ReminderMessage,
}

/// Reminds the shopper of a cart, or returns the reason why not. Nothing is sent twice: a message of the sequence is claimed on
/// the cart.
///
/// # Errors
/// Of the database.
pub(super) async fn send(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    plan: &Plan,
    cart: CartId,
    (by, message): (ReminderTrigger, &ReminderMessage),
) -> db::Result<Result<(), Reason>> {
    let prepared = match prepare(app, scope, profile, cart).await? {
        Ok(prepared) => prepared,
        Err(reason) => return Ok(Err(reason)),
    };
    let (env, at, profile, plan, message) = (app.env().clone(), scope.clone(), profile.clone(), plan.clone(), message.clone());
    let work = async move |c: Conn<'_>| {
        let of =
            ReminderContext { env: &env, scope: &at, profile: &profile, plan: &plan, prepared: &prepared, by, message: &message };
        write(c, &of).await
    };
    app.db().tx(work).await
}

/// Writes a reminder in the caller's transaction, or returns the reason against it.
///
/// # Errors
/// Of the database.
pub(super) async fn write(c: Conn<'_>, of: &ReminderContext<'_>) -> db::Result<Result<(), Reason>> {
    let ReminderContext { env, scope, profile, plan, prepared, by, message } = *of;
    let (now, cart) = (env.now(), prepared.cart);
    let (n, state) = match by {
        ReminderTrigger::Hand | ReminderTrigger::Batch(_) => (0, None),
        ReminderTrigger::Sequence(n, state) => (n, Some(state)),
    };
    let Some(claimed) = store::claim(c, scope, cart, n, state).await? else { return Ok(Err(Reason::Closed)) };
    let Some(contact) = carts::store::find(c, scope, cart).await?.and_then(|k| k.contact) else {
        return Ok(Err(Reason::NoContact));
    };
    let recipient = match message.channel {
        ReminderChannel::Sms => contact.mobile.clone(),
        ReminderChannel::Email => contact.email.clone().unwrap_or_default(),
    };
    // By every address: a number or mailbox that opted out gets no reminder, whichever cart names it.
    let mut addresses = customers::addresses_of(c, scope, &contact.mobile).await?;
    addresses.extend(contact.email.clone());
    addresses.sort();
    addresses.dedup();
    let has_opted_out = store::lock_person(c, scope, &addresses, now).await?;
    let consent = match message.channel {
        ReminderChannel::Sms => Consent::Sms,
        ReminderChannel::Email => Consent::Email,
    };
    let last = claimed.last_reminded_at;
    // Checked at this moment: an expired code is never sent.
    let code = match message.coupon_id {
        Some(id) => {
            let buyer = Buyer { mobile: Some(&contact.mobile), email: contact.email.as_deref(), ..Buyer::default() };
            coupon::code(c, scope, id, buyer, now).await?
        }
        None => Ok(String::new()),
    };
    let against = if has_opted_out {
        Some(Reason::OptedOut)
    } else if customers::is_blocked(c, scope, &contact.mobile, contact.email.as_deref()).await? {
        Some(Reason::Blocked)
    } else if customers::has_ordered_since(c, scope, &contact.mobile, claimed.active_at).await? {
        Some(Reason::Bought)
    } else if by.is_asked() && claimed.active_at > now.plus(-IDLE) {
        Some(Reason::Active)
    } else if by.is_asked() && last.is_some_and(|l| l > now.plus(-LEAST_GAP)) {
        Some(Reason::Recent)
    } else if matches!(by, ReminderTrigger::Batch(_))
        && store::count_of_person(c, scope, &addresses, now.plus(-LEAST_GAP), 1).await? > 0
    {
        // A person with several carts gets a reminder about one of them.
        Some(Reason::Recent)
    } else if !by.is_asked() && last.is_some_and(|l| claimed.active_at > l) {
        Some(Reason::Returned)
    } else if recipient.is_empty() {
        Some(Reason::NoAddress)
    } else if customers::has_refused(c, scope, &contact.mobile, contact.email.as_deref(), consent).await? {
        Some(Reason::Refused)
    } else if store::count_of_person(c, scope, &addresses, now.plus(-plan.cap_days * Millis::DAY), plan.cap).await? >= plan.cap {
        Some(Reason::Capped)
    } else {
        code.as_ref().err().copied()
    };
    let mut new = NewReminder {
        id: prepared.id,
        cart,
        n,
        channel: message.channel,
        mobile: &contact.mobile,
        recipient: &recipient,
        status: "stopped",
        reason: "",
        message: None,
    };
    if let Some(reason) = against {
        // A merchant gets the reason as the answer; the reason of an automatic reminder is stored.
        if !by.is_asked() {
            new.reason = reason.as_str();
            if reason.ends_sequence() {
                store::set_stopped(c, scope, cart, ENDED).await?;
            }
            store::insert_reminder(c, scope, &new, now).await?;
        }
        return Ok(Err(reason));
    }
    let code = code.unwrap_or_default();
    let vars = TemplateVars { name: &contact.name, link: &prepared.link, opt_out_link: &prepared.opt_out_link, code: &code };
    let RenderedMessage { subject, body } = render_message(profile, message, prepared.language, &vars);
    let channel = match message.channel {
        ReminderChannel::Sms => Channel::Sms,
        ReminderChannel::Email => Channel::Email,
    };
    let outgoing = Outgoing { store: Some(scope.store()), channel, recipient: recipient.clone(), subject, body };
    new.message = outbox::enqueue(c, env, &outgoing).await?;
    new.status = "handed_over";
    store::insert_reminder(c, scope, &new, now).await?;
    store::set_reminded(c, scope, cart, now).await?;
    let mut facts = json!({ "reminder": n, "channel": message.channel.as_str() });
    if !code.is_empty() {
        facts["coupon"] = code.into();
    }
    let entry = Entry::new(Act::Update, entities::CART, cart).after(facts).batch(by.batch());
    journal::write(c, scope, now, Topics::SALES, entry).await?;
    Ok(Ok(()))
}
