//! Data about a customer beside their fields: consents, block, notes, addresses. Each change is in the journal, in its own
//! transaction.

use db::Conn;
use kernel::{AddressId, CustomerId, CustomerNoteId, StoreScope};
use serde_json::json;
use web::message::common;
use web::{FieldErrors, Message};

use super::address::{Address, AddressIn};
use super::entities;
use super::model::{Channel, Customer, Note, Source};
use super::store::{self, labels};
use super::write::{CustomerError, log, words};
use platform::App;
use platform::journal::{Act, Entry};
use platform::stores::StoreProfile;
use web::fields::line;

const SAME_ADDRESS: Message = Message::new("هذا العنوان محفوظ للعميل من قبل.", "The customer already has this address.");

/// Locks the customer's row until the transaction ends; an erased customer is refused.
pub(super) async fn take(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    now: kernel::Millis,
) -> Result<Customer, CustomerError> {
    if !store::lock(c, scope, id, now).await? {
        return Err(CustomerError::NotFound);
    }
    let customer = store::find(c, scope, id).await?.ok_or(CustomerError::NotFound)?;
    if customer.erased_at.is_some() { Err(CustomerError::Erased) } else { Ok(customer) }
}

/// Records a consent; the same one again only updates time and source.
pub(super) async fn consent_in(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    id: CustomerId,
    (channel, is_granted, source): (Channel, bool, Source),
) -> Result<(), CustomerError> {
    // `import` is reserved for files; a person learned of it in another way.
    if source == Source::Import {
        return Err(CustomerError::Fields(FieldErrors::one("source", common::NOT_A_CHOICE)));
    }
    let env = app.env();
    let now = env.now();
    take(c, scope, id, now).await?;
    let consent = labels::list_consents(c, scope, id).await?.into_iter().find(|s| s.channel == channel);
    labels::set_consent(c, scope, id, channel, is_granted, source, now).await?;
    let before = json!({ "consent": consent.as_ref().map(|_| channel.as_str()), "is_granted": consent.map(|s| s.is_granted) });
    let after = json!({ "consent": channel.as_str(), "is_granted": is_granted, "source": source.as_str() });
    log(c, env, scope, id, Entry::new(Act::Update, entities::CUSTOMER, id).before(before).after(after)).await?;
    Ok(())
}

/// As [`consent_in`], in its own transaction.
pub(super) async fn consent(
    app: &App,
    scope: &StoreScope,
    id: CustomerId,
    decision: (Channel, bool, Source),
) -> Result<(), CustomerError> {
    let (inner, at) = (app.clone(), scope.clone());
    app.db().tx(async move |c| consent_in(c, &inner, &at, id, decision).await).await
}

/// Blocks a customer, or updates the reason; unblocks without one.
pub(super) async fn block(app: &App, scope: &StoreScope, id: CustomerId, reason: Option<String>) -> Result<(), CustomerError> {
    let reason = reason.map(|text| words("reason", &text, 500)).transpose()?;
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let before = store::find(c, &at, id).await?.ok_or(CustomerError::NotFound)?;
            if before.erased_at.is_some() {
                return Err(CustomerError::Erased);
            }
            if reason.is_none() && before.blocked_at.is_none() {
                return Ok(());
            }
            let since = reason.as_ref().map(|_| before.blocked_at.unwrap_or(now));
            store::set_block(c, &at, id, since, reason.as_deref().unwrap_or_default(), now).await?;
            let was = json!({ "is_blocked": before.blocked_at.is_some(), "reason": before.block_reason });
            let is = json!({ "is_blocked": since.is_some(), "reason": reason.clone().unwrap_or_default() });
            log(c, &env, &at, id, Entry::new(Act::Update, entities::CUSTOMER, id).before(was).after(is)).await?;
            Ok(())
        })
        .await
}

/// Adds a note.
pub(super) async fn add_note(app: &App, scope: &StoreScope, id: CustomerId, text: &str) -> Result<Note, CustomerError> {
    let text = words("text", text, 2_000)?;
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            take(c, &at, id, env.now()).await?;
            let author_name = at.actor().name.clone();
            let note = Note { id: env.id(), text: text.clone(), author_name, created_at: env.now() };
            labels::insert_note(c, &at, id, &note).await?;
            log(c, &env, &at, id, Entry::new(Act::Comment, entities::CUSTOMER, id).note(text.clone())).await?;
            Ok(note)
        })
        .await
}

/// Deletes a note; its text stays in the journal.
pub(super) async fn remove_note(
    app: &App,
    scope: &StoreScope,
    id: CustomerId,
    note: CustomerNoteId,
) -> Result<(), CustomerError> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let gone = labels::delete_note(c, &at, id, note).await?.ok_or(CustomerError::NotFound)?;
            store::lock(c, &at, id, env.now()).await?;
            let before = json!({ "note": gone.text, "author": gone.author_name });
            log(c, &env, &at, id, Entry::new(Act::Update, entities::CUSTOMER, id).before(before).after(json!({ "note": null })))
                .await?;
            Ok(())
        })
        .await
}

/// Validates an address written by the merchant; an empty name or number is the customer's own.
fn read(mut sent: AddressIn, customer: &Customer, profile: &StoreProfile) -> Result<Address, CustomerError> {
    if sent.name.trim().is_empty() {
        sent.name.clone_from(&customer.name);
    }
    if sent.mobile.trim().is_empty()
        && let Some(own) = &customer.mobile
    {
        sent.mobile.clone_from(own);
    }
    sent.read(profile).map_err(CustomerError::Fields)
}

/// A short description of an address for the journal, enough to distinguish it from others.
pub(super) fn brief(address: &Address) -> String {
    let Address { city, district, street, short_address, details, .. } = address;
    let mut errors = FieldErrors::new();
    let parts: Vec<&str> =
        [city, district, street, short_address, details].into_iter().map(String::as_str).filter(|t| !t.is_empty()).collect();
    line(&mut errors, "", &parts.join("، "), 200, false)
}

fn same() -> CustomerError {
    CustomerError::Fields(FieldErrors::one("street", SAME_ADDRESS))
}

/// Adds an address to the book, or replaces one.
pub(super) async fn write_address(
    app: &App,
    scope: &StoreScope,
    profile: StoreProfile,
    id: CustomerId,
    address: Option<AddressId>,
    sent: AddressIn,
) -> Result<AddressId, CustomerError> {
    let (env, at) = (app.env().clone(), scope.clone());
    let fresh: AddressId = env.id();
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let customer = take(c, &at, id, now).await?;
            let before = match address {
                Some(own) => Some(store::find_address(c, &at, id, own).await?.ok_or(CustomerError::NotFound)?),
                None => None,
            };
            let written = read(sent.clone(), &customer, &profile)?;
            if store::has_same_address(c, &at, id, &written, address).await? {
                return Err(same());
            }
            match address {
                Some(own) => store::update_address(c, &at, id, own, &written).await?,
                None => store::upsert_address(c, &at, fresh, id, &written, now).await?,
            }
            store::set_city(c, &at, id, &written).await?;
            let was = json!({ "address": before.as_ref().map(brief) });
            let is = json!({ "address": brief(&written) });
            log(c, &env, &at, id, Entry::new(Act::Update, entities::CUSTOMER, id).before(was).after(is)).await?;
            Ok(address.unwrap_or(fresh))
        })
        .await
}

/// Deletes an address of the book; orders that were shipped to it keep theirs.
pub(super) async fn remove_address(
    app: &App,
    scope: &StoreScope,
    id: CustomerId,
    address: AddressId,
) -> Result<(), CustomerError> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let gone = store::find_address(c, &at, id, address).await?.ok_or(CustomerError::NotFound)?;
            store::lock(c, &at, id, env.now()).await?;
            store::delete_address(c, &at, id, address).await?;
            let entry = Entry::new(Act::Update, entities::CUSTOMER, id);
            let entry = entry.before(json!({ "address": brief(&gone) })).after(json!({ "address": null }));
            log(c, &env, &at, id, entry).await?;
            Ok(())
        })
        .await
}
