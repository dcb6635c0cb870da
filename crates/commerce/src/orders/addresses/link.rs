//! The link on which a shopper completes an address without logging in.
//!
//! The token is derived from the order and the link's number, so that a link copied twice is the same one; the table has only its
//! hash. A link may be passed on: it shows the order's number, its city and the gaps, never stored address data, and fields left
//! empty stay unchanged. It is valid until its expiry, while the goods are in the store; a number or country is never changed by
//! it.

use db::Conn;
use kernel::{Actor, Env, Lang, Millis, OrderId, StoreScope};
use serde_json::json;
use web::caller::hash_token;
use web::{FieldErrors, Message};

use super::change;
use super::gate::{gaps_of, goes_by_courier, is_to_ship};
use super::store::{self, Check};
use crate::orders::activity::log;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::orders::store as orders;
use customers::{Address, AddressIn, Gap, Gaps, read_pin};
use platform::App;
use platform::journal::{Act, Entry};
use platform::outbox::{self, Channel, Outgoing};
use platform::stores::StoreProfile;

const PURPOSE: &str = "order address";
/// The most changes by one link.
const MOST_USES: i64 = 20;
/// Minimum interval between two messages.
const BETWEEN_MESSAGES: i64 = 10 * Millis::MINUTE;
/// Validity of a link that is sent, in days.
pub(super) const USUAL_DAYS: i64 = 7;

const NO_PLACE: Message = Message::new(
    "لا يوجد موقع في هذا الرابط. الصق الإحداثيات أو رابط الخريطة كاملًا.",
    "No location found in this link. Paste the coordinates or the full map link.",
);
const TOO_OFTEN: Message = Message::new(
    "تم استخدام هذا الرابط مرات كثيرة. تواصل مع المتجر.",
    "This link was used too many times. Please contact the store.",
);
const NOT_OPEN: Message =
    Message::new("لا يمكن طلب العنوان في حالة الطلب الحالية.", "You can't request the address in this order status.");
const DEMO: Message = Message::new("المتجر التجريبي لا يرسل رسائل.", "The demo store doesn't send messages.");
const SENT_BEFORE: Message = Message::new("تم إرسال الرابط للتو. انتظر 10 دقائق.", "The link was just sent. Wait 10 minutes.");
const NO_CONTACT: Message =
    Message::new("لا يوجد رقم جوال أو بريد إلكتروني في هذا الطلب.", "This order has no mobile number or email address.");
const SUBJECT: Message = Message::new("أكمل عنوان طلبك {n}", "Complete the address of your order {n}");
const TEXT: Message = Message::new(
    "{store}: أكمل عنوانك لنشحن طلبك {n}:\n{link}",
    "{store}: we need your full address to ship order {n}. Complete it here:\n{link}",
);

/// The path in the shopper's language.
fn in_language(profile: &StoreProfile, language: Lang, path: &str) -> String {
    let lang = if profile.languages.contains(&language) { language } else { profile.default_language };
    if lang == profile.default_language { path.to_owned() } else { format!("/{}{path}", lang.code()) }
}

async fn token(app: &App, scope: &StoreScope, id: OrderId, number: i64) -> db::Result<String> {
    app.signer.sign(app, PURPOSE, &format!("{}.{id}.{number}", scope.store())).await
}

/// URL and expiry of an order's newest link; none without a link.
pub(super) async fn address_of(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    language: Lang,
    row: &Check,
) -> db::Result<Option<(String, Millis)>> {
    let Some(until) = row.link_until.filter(|_| row.has_link) else { return Ok(None) };
    let path = format!("/a/{}", token(app, scope, row.order_id, row.link_number).await?);
    Ok(Some((format!("{}{}", app.base.store_url(&profile.slug), in_language(profile, language, &path)), until)))
}

/// Checks that a link may be created: the order goes by courier and its goods are in the store.
fn check_open(order: &Order) -> Result<(), OrderError> {
    if goes_by_courier(order) && is_to_ship(order.status) {
        Ok(())
    } else {
        Err(OrderError::Conflict("address_closed", NOT_OPEN))
    }
}

/// Creates the order's link for a number of days, or extends the current one; an expired link is replaced.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn make(app: &App, scope: &StoreScope, id: OrderId, days: i64) -> Result<(), OrderError> {
    let now = app.env().now();
    let number = match store::find(app.db().conn(), scope, id).await? {
        Some(row) if row.has_link && row.link_until.is_some_and(|until| now < until) => row.link_number,
        Some(row) => row.link_number + 1,
        None => 1,
    };
    let hash = hash_token(&token(app, scope, id, number).await?);
    let until = now.plus(days * Millis::DAY);
    let at = scope.clone();
    app.db()
        .tx(async move |c| {
            if !orders::lock(c, &at, id).await? {
                return Err(OrderError::NotFound);
            }
            let order = orders::find(c, &at, id).await?.ok_or(OrderError::NotFound)?;
            check_open(&order)?;
            store::upsert_link(c, &at, &order, (number, &hash, until), now).await?;
            // The journal has only the expiry: a reader of the journal cannot open the link.
            write_entry(c, &at, id, now, json!({ "address_link": until.rfc3339() })).await
        })
        .await
}

/// Withdraws the link: it stops working.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn withdraw(app: &App, scope: &StoreScope, id: OrderId) -> Result<(), OrderError> {
    let (at, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            if !orders::lock(c, &at, id).await? {
                return Err(OrderError::NotFound);
            }
            if !store::find(c, &at, id).await?.is_some_and(|row| row.has_link) {
                return Ok(());
            }
            store::revoke_link(c, &at, id, now).await?;
            write_entry(c, &at, id, now, json!({ "address_link": null })).await
        })
        .await
}

/// A message with an order's link, ready to send.
#[derive(Debug, Clone)]
pub(in crate::orders) struct PreparedMessage {
    order: OrderId,
    message: Outgoing,
}

/// Sends the link to the shopper, in their language; creates it first where there is none.
///
/// # Errors
/// [`OrderError`]; nothing was sent then.
pub(super) async fn send(app: &App, scope: &StoreScope, profile: &StoreProfile, id: OrderId) -> Result<(), OrderError> {
    let (message, at, env) = (prepare_message(app, scope, profile, id).await?, scope.clone(), app.env().clone());
    app.db().tx(async move |c| send_in(c, &env, &at, &message).await).await
}

/// Prepares the link of an order that is held because of its address; none for an order that is not held.
///
/// # Errors
/// [`OrderError`]; nothing was sent then.
pub(in crate::orders) async fn ready_if_held(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: OrderId,
) -> Result<Option<PreparedMessage>, OrderError> {
    let row = store::find(app.db().conn(), scope, id).await?;
    if row.is_none_or(|row| row.state != store::State::Held) {
        return Ok(None);
    }
    prepare_message(app, scope, profile, id).await.map(Some)
}

/// Creates the link where there is none, and renders the message.
async fn prepare_message(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: OrderId,
) -> Result<PreparedMessage, OrderError> {
    let now = app.env().now();
    let c = app.db().conn();
    let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    check_open(&order)?;
    if profile.is_demo {
        return Err(OrderError::Conflict("demo_store", DEMO));
    }
    let row = store::find(c, scope, id).await?;
    check_sent(row.as_ref(), now)?;
    let (channel, recipient) = match (order.mobile.as_str(), &order.email) {
        ("", None) => return Err(OrderError::Conflict("no_recipient", NO_CONTACT)),
        ("", Some(email)) => (Channel::Email, email.clone()),
        (mobile, _) => (Channel::Sms, mobile.to_owned()),
    };
    if !row.is_some_and(|r| r.has_link && r.link_until.is_some_and(|until| now.plus(Millis::DAY) < until)) {
        make(app, scope, id, USUAL_DAYS).await?;
    }
    let row = store::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let (link, _) = address_of(app, scope, profile, order.language, &row).await?.ok_or(OrderError::NotFound)?;
    let text = |message: &Message| {
        let filled = message.get(order.language).replace("{n}", &order.number.to_string());
        filled.replace("{link}", &link).replace("{store}", &profile.name)
    };
    let subject = if channel == Channel::Email { text(&SUBJECT) } else { String::new() };
    Ok(PreparedMessage {
        order: id,
        message: Outgoing { store: Some(scope.store()), channel, recipient, subject, body: text(&TEXT) },
    })
}

fn check_sent(row: Option<&Check>, now: Millis) -> Result<(), OrderError> {
    match row.and_then(|row| row.link_sent_at) {
        Some(at) if now < at.plus(BETWEEN_MESSAGES) => Err(OrderError::Conflict("sent_recently", SENT_BEFORE)),
        _ => Ok(()),
    }
}

/// Puts a message into the outbox, in the caller's transaction.
///
/// # Errors
/// [`OrderError`], also when one was sent within the last ten minutes.
pub(in crate::orders) async fn send_in(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    message: &PreparedMessage,
) -> Result<(), OrderError> {
    let (id, now) = (message.order, env.now());
    orders::lock(c, scope, id).await?;
    let row = store::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    check_sent(Some(&row), now)?;
    if outbox::enqueue(c, env, &message.message).await?.is_none() {
        return Err(OrderError::Conflict("demo_store", DEMO));
    }
    store::set_sent(c, scope, id, now).await?;
    write_entry(c, scope, id, now, json!({ "address_link_sent": message.message.channel.as_str() })).await
}

async fn write_entry(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    now: Millis,
    details: serde_json::Value,
) -> Result<(), OrderError> {
    log(c, scope, id, now, Entry::new(Act::Update, entities::ORDER, id).after(details), None).await
}

// ---- the shopper's side ----------------------------------------------------------------------------------------------

/// What a link resolves to.
#[derive(Debug)]
pub enum AddressLink {
    /// Not a link of this store, or one that was withdrawn.
    Unknown,
    /// The link has expired.
    Expired,
    /// The goods have left the store, or the order has ended.
    Over,
    /// The address, to be completed.
    Open(Box<OpenAddress>),
}

/// An address that a link opened: only what the holder of the link may see.
#[derive(Debug, Clone)]
pub struct OpenAddress {
    /// The order's displayed number.
    pub number: i64,
    /// Cannot be changed by the link.
    pub country: String,
    /// Current city, where it is known.
    pub city: String,
    /// Gaps that hold the order.
    pub holding: Vec<Gap>,
    /// Hints: gaps that do not hold the order.
    pub mentioned: Vec<Gap>,
    /// Fingerprint of the address when the link was opened; the form carries it to detect stale edits.
    pub fingerprint: String,
}

/// The shopper's input; empty fields stay unchanged.
#[derive(Debug, Clone, Default)]
pub struct Sent {
    /// Used only where the recipient's name is missing.
    pub name: String,
    /// City.
    pub city: String,
    /// District.
    pub district: String,
    /// Street.
    pub street: String,
    /// Building, floor, flat.
    pub building: String,
    /// Saudi short national address.
    pub short_address: String,
    /// Landmark, directions.
    pub details: String,
    /// A map link, or coordinates.
    pub pin: String,
}

fn fingerprint(order: &Order) -> String {
    let mut hash = hash_token(&serde_json::to_string(&order.address).unwrap_or_default());
    hash.truncate(16);
    hash
}

/// The order of a token, if its link is valid.
async fn order_of(c: Conn<'_>, scope: &StoreScope, token: &str, now: Millis) -> db::Result<Result<(Check, Order), AddressLink>> {
    let Some(row) = store::find_by_link(c, scope, &hash_token(token)).await? else { return Ok(Err(AddressLink::Unknown)) };
    let Some(order) = orders::find(c, scope, row.order_id).await? else { return Ok(Err(AddressLink::Unknown)) };
    if !change::may_change(&order, Some(row.state)) {
        return Ok(Err(AddressLink::Over));
    }
    if row.link_until.is_none_or(|until| until <= now) {
        return Ok(Err(AddressLink::Expired));
    }
    Ok(Ok((row, order)))
}

/// Resolves a link.
///
/// # Errors
/// Of the database.
pub async fn open(app: &App, scope: &StoreScope, profile: &StoreProfile, token: &str) -> db::Result<AddressLink> {
    let (_, order) = match order_of(app.db().conn(), scope, token, app.env().now()).await? {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    let found = gaps_of(profile, &order)?;
    let address = order.address.clone().unwrap_or_default();
    let country = if address.country.is_empty() { profile.country.clone() } else { address.country.clone() };
    Ok(AddressLink::Open(Box::new(OpenAddress {
        number: order.number,
        country,
        city: address.city,
        holding: found.holding,
        mentioned: found.mentioned,
        fingerprint: fingerprint(&order),
    })))
}

/// The address with the shopper's input applied.
fn merged(order: &Order, gaps: &Gaps, profile: &StoreProfile, sent: &Sent) -> Result<Address, FieldErrors> {
    let stored = order.address.clone().unwrap_or_else(|| Address {
        name: order.sender_name.clone(),
        mobile: order.mobile.clone(),
        country: profile.country.clone(),
        ..Address::default()
    });
    let is_nobody = gaps.holding.contains(&Gap::Recipient);
    let or = |input: &str, stored: &str| if input.trim().is_empty() { stored.to_owned() } else { input.to_owned() };
    let (geo_location, is_pin_bad) = match sent.pin.trim() {
        "" => (stored.geo_location.clone(), false),
        text => (read_pin(text), read_pin(text).is_none()),
    };
    let form = AddressIn {
        name: if is_nobody { or(&sent.name, &stored.name) } else { stored.name.clone() },
        mobile: stored.mobile.clone(),
        country: stored.country.clone(),
        region: stored.region.clone(),
        city: or(&sent.city, &stored.city),
        district: or(&sent.district, &stored.district),
        street: or(&sent.street, &stored.street),
        building: or(&sent.building, &stored.building),
        short_address: or(&sent.short_address, &stored.short_address),
        postal_code: stored.postal_code.clone(),
        details: or(&sent.details, &stored.details),
        geo_location,
    };
    // The country was agreed when the order was placed: validate for it.
    let mut foreign_profile = profile.clone();
    foreign_profile.settings.allow_worldwide_checkout = true;
    let mut errors = FieldErrors::new();
    if is_pin_bad {
        errors.add("pin", NO_PLACE);
    }
    match form.read(&foreign_profile) {
        Ok(address) if errors.is_empty() => Ok(address),
        Ok(_) => Err(errors),
        Err(wrong) => {
            for (path, messages) in wrong.iter() {
                for message in messages {
                    errors.add(path.to_owned(), message.clone());
                }
            }
            Err(errors)
        }
    }
}

/// Completes an address by its link, in the shopper's name.
///
/// # Errors
/// [`OrderError`]: `NotFound` when the link is not valid any more, `Stale` when the address was changed since it was shown,
/// `Fields` by the names of [`Sent`]; nothing changed then.
pub async fn complete(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    token: &str,
    was_seen: &str,
    sent: Sent,
) -> Result<(), OrderError> {
    let (scope, env, profile) = (scope.clone(), app.env().clone(), profile.clone());
    let (token, was_seen) = (token.to_owned(), was_seen.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let Ok((row, _)) = order_of(c, &scope, &token, now).await? else { return Err(OrderError::NotFound) };
            orders::lock(c, &scope, row.order_id).await?;
            // Read again under the lock.
            let Ok((row, order)) = order_of(c, &scope, &token, now).await? else { return Err(OrderError::NotFound) };
            if row.link_uses >= MOST_USES {
                return Err(OrderError::Conflict("too_often", TOO_OFTEN));
            }
            if fingerprint(&order) != was_seen {
                return Err(OrderError::Stale);
            }
            let address = merged(&order, &gaps_of(&profile, &order)?, &profile, &sent).map_err(OrderError::Fields)?;
            let by = StoreScope::new(scope.store(), Actor::customer(Some(order.customer_id.raw()), order.sender_name.clone()));
            if change::write(c, &env, &by, &profile, &order, address).await? {
                store::increment_uses(c, &by, order.id).await?;
            }
            Ok(())
        })
        .await
}
