//! Erasure of a person (CU-01): all rows about them are deleted or scrubbed in one transaction, with a journal entry; their files
//! are deleted right after it, by a job enqueued in that transaction.

use std::collections::HashSet;

use ::documents::{Buyer, Document};
use db::{Conn, Topics};
use jobs::Enqueue;
use kernel::text_guard::{Lines, clean};
use kernel::{CustomerId, Env, ImportId, Lang, OrderId, StoreScope, Texts};
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::message::common;
use web::{ApiError, FieldErrors, Message};

use super::blockers::{self, Blocker};
use super::erase_store as store;
use super::export_store;
use super::files::EraseFilesJob;
use super::import_files;
use super::mentions;
use super::person::{self, Person};
use super::person_store::OwnOrder;
use crate::abandoned_carts;
use catalog::OptionValue;
use commerce::orders::OrderItem;
use commerce::{carts, orders};
use customers::entities;
use customers::{self, Address, labels, refusals, words_of};
use platform::journal::{self, Act, Entry};
use platform::search::{self, Index};
use platform::{App, stores};
use web::fields::guard_message;

/// The replacement of a name.
pub(super) const ERASED_NAME: Message = Message::new("عميل محذوف", "Deleted customer");

/// The replacement of a custom line's name that mentions the person.
const CUSTOM_LINE: Message = Message::new("بند مخصص", "Custom item");

/// The reason of an erasure, from a closed list, so that the journal names nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ErasureReason {
    /// They asked for it.
    PersonAsked,
    /// They withdrew their consent.
    ConsentWithdrawn,
    /// The store no longer needs the data.
    NoLongerNeeded,
    /// It should not have been kept.
    KeptByMistake,
}

/// The request.
#[derive(Debug, Clone)]
pub(super) struct ErasureRequest {
    pub(super) reason: ErasureReason,
    /// Where the request is filed; names nobody.
    pub(super) reference: String,
    /// The name, number or e-mail address of the record, typed.
    pub(super) confirmation: String,
    /// The version that was read.
    pub(super) version: i64,
}

/// What became of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Erased {
    /// It had no orders, and was deleted.
    pub(super) is_gone: bool,
    pub(super) orders: i64,
}

/// Why nothing was erased. Nothing has changed then, except that open carts may have been deleted.
#[derive(Debug, thiserror::Error)]
pub(super) enum EraseError {
    #[error("no such customer")]
    NotFound,
    #[error("stale version")]
    Stale,
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// Something blocks it.
    #[error("blocked")]
    Blocked(Vec<Blocker>),
    #[error(transparent)]
    Api(#[from] ApiErrorBox),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// An error of another slice that ends the erasure.
#[derive(Debug, thiserror::Error)]
#[error("refused by another slice")]
pub(super) struct ApiErrorBox(pub(super) Box<ApiError>);

const NOT_THE_NAME: Message = Message::new(
    "اكتب اسم العميل أو رقم جواله أو بريده كما هو في سجله.",
    "Type the customer's name, mobile number or email exactly as shown.",
);
const NAMES_THEM: Message = Message::new(
    "لا تكتب هنا اسم العميل أو رقمه: هذا النص يبقى في السجل بعد المحو.",
    "Don't include the customer's name or number: this text stays in the log.",
);

/// Whether the typed confirmation is the record's: its name in any spelling, its number in any digits, its e-mail address.
fn is_confirmed(person: &Person, input: &str) -> bool {
    let is_same = |stored: &str| !stored.is_empty() && kernel::fold::fold(stored) == kernel::fold::fold(input);
    let digits = |text: &str| kernel::digits::digits_only(text).trim_start_matches('0').to_owned();
    let typed_digits = digits(input);
    let is_number = |stored: &str| typed_digits.len() >= 7 && digits(stored).ends_with(&typed_digits);
    let k = &person.customer;
    is_same(&k.name) || k.email.as_deref().is_some_and(is_same) || k.mobile.as_deref().is_some_and(is_number)
}

fn check(person: &Person, request: &ErasureRequest) -> Result<String, EraseError> {
    let mut errors = FieldErrors::new();
    if request.confirmation.trim().is_empty() {
        errors.add("confirmation", common::REQUIRED);
    } else if !is_confirmed(person, request.confirmation.trim()) {
        errors.add("confirmation", NOT_THE_NAME);
    }
    let reference = clean(&request.reference, 100, Lines::Single).unwrap_or_else(|fault| {
        errors.add("reference", guard_message(fault));
        String::new()
    });
    if person.known.is_in(&reference) {
        errors.add("reference", NAMES_THEM);
    }
    if errors.is_empty() { Ok(reference) } else { Err(EraseError::Fields(errors)) }
}

/// Erases the person of a record.
pub(super) async fn erase(app: &App, scope: &StoreScope, id: CustomerId, request: ErasureRequest) -> Result<Erased, EraseError> {
    let c = app.db().conn();
    let before = person::find(c, scope, id).await?.ok_or(EraseError::NotFound)?;
    if before.customer.version != request.version {
        return Err(EraseError::Stale);
    }
    check(&before, &request)?;
    let blocking = blockers::list_blockers(c, scope, &before).await?;
    if !blocking.is_empty() {
        return Err(EraseError::Blocked(blocking));
    }
    let language = stores::get_profile(c, scope).await?.default_language;
    let unrelated_imports = import_files::list_unrelated(app, scope, &before).await?;
    let mut keys = open_carts(app, scope, &before).await?;
    let (inner, at) = (app.clone(), scope.clone());
    keys.sort_unstable();
    app.db()
        .tx(async move |c| erase_in(c, &inner, &at, &before, &request, (language, &unrelated_imports), keys.clone()).await)
        .await
}

/// Deletes open carts as the merchant would, and releases the reservations of their checkouts. Returns the files that were
/// uploaded for them.
async fn open_carts(app: &App, scope: &StoreScope, person: &Person) -> Result<Vec<String>, EraseError> {
    let mut keys = Vec::new();
    for cart in person.carts.iter().filter(|cart| !cart.is_ordered()) {
        let id = cart.id;
        let answers = store::list_cart_answers(app.db().conn(), scope, id).await?;
        let (at, files) = (scope.clone(), answers.into_iter().filter_map(|a| a.file).collect::<Vec<_>>());
        let work = async move |c: Conn<'_>| {
            store::delete_cart_messages(c, &at, id).await?;
            let mut names = Vec::new();
            for file in &files {
                names.extend(store::delete_file(c, &at, file.id).await?);
            }
            Ok::<_, db::Error>(names)
        };
        let names: Vec<String> = app.db().tx(work).await?;
        keys.extend(names.iter().map(|name| carts::file_key(scope.store(), name)));
        match abandoned_carts::delete_cart(app, scope, id).await {
            Ok(()) => {}
            // Swept or ordered meanwhile: the order is handled below.
            Err(e) if matches!(e.code(), "not_found" | "cart_ordered") => {}
            Err(e) => return Err(ApiErrorBox(Box::new(e)).into()),
        }
    }
    Ok(keys)
}

async fn erase_in(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    before: &Person,
    request: &ErasureRequest,
    (language, silent): (Lang, &[ImportId]),
    mut keys: Vec<String>,
) -> Result<Erased, EraseError> {
    let (env, now, id) = (app.env(), app.env().now(), before.customer.id);
    // Calls to providers, carts, then orders, then the person: the lock order of every change (0026).
    let mut order_ids: Vec<_> = before.orders.iter().map(|order| order.id).collect();
    order_ids.sort_unstable();
    for order in &order_ids {
        store::erase_provider_data(c, scope, *order).await?;
    }
    store::lock_carts(c, scope, before.carts.iter().map(|cart| cart.id)).await?;
    for order in order_ids {
        orders::lock(c, scope, order).await?;
    }
    if !customers::store::lock(c, scope, id, now).await? {
        return Err(EraseError::NotFound);
    }
    // With what only the carts knew, which are deleted by now.
    let person = person::find(c, scope, id).await?.ok_or(EraseError::NotFound)?.merged_with(before);
    // Locking the row increments its version.
    if person.customer.version - 1 != request.version {
        return Err(EraseError::Stale);
    }
    let reference = check(&person, request)?;
    let blocking = blockers::list_blockers(c, scope, &person).await?;
    if !blocking.is_empty() {
        return Err(EraseError::Blocked(blocking));
    }
    let placeholder = ERASED_NAME;
    let name = placeholder.get(language);
    keep_refusals(c, scope, &person).await?;
    for cart in person.carts.iter().filter(|cart| cart.is_ordered()) {
        store::delete_cart_messages(c, scope, cart.id).await?;
        store::erase_cart(c, scope, cart.id).await?;
        store::erase_from_journal(c, scope, ("cart", cart.id.raw()), &person.known, name).await?;
    }
    for order in &person.orders {
        keys.extend(empty_order(c, env, scope, &person, order, name).await?);
    }
    for contact in person.contacts() {
        store::delete_messages(c, scope, &contact).await?;
        store::delete_contact(c, scope, &contact).await?;
        store::erase_invitations(c, scope, &contact, now).await?;
    }
    for mobile in &person.mobiles {
        store::delete_number(c, scope, mobile).await?;
    }
    store::delete_record_details(c, scope, id).await?;
    for record in person.records() {
        store::erase_from_journal(c, scope, ("customer", record.raw()), &person.known, name).await?;
        keys.extend(export_store::delete_of(c, scope, record).await?);
    }
    store::erase_searches(c, scope, &person.known).await?;
    mentions::replace_mentions(c, scope, &person.known, name, now).await?;
    let folders = store::delete_exports(c, scope).await?;
    let mut imports = Vec::new();
    let untouched_imports = import_files::list_untouched(c, scope, &person, silent).await?;
    for (import, key) in store::delete_imports(c, scope, &untouched_imports).await? {
        store::erase_from_journal(c, scope, ("customer_import", import.raw()), &person.known, name).await?;
        imports.push(import);
        keys.push(key);
    }
    let orders = i64::try_from(person.orders.len()).unwrap_or(i64::MAX);
    let is_gone = person.orders.is_empty();
    if is_gone {
        store::delete_record(c, scope, id).await?;
    } else {
        store::erase_record(c, scope, id, name, now).await?;
        search::insert(c, scope.store(), Index::Customer, id.raw(), &words_of(name, "")).await?;
    }
    jobs::enqueue(c, env, &EraseFilesJob { store: scope.store(), keys, folders, imports }, Enqueue::for_store(scope.store()))
        .await?;
    let journal_fact = json!({ "erased": true, "why": request.reason, "reference": reference, "orders": orders });
    let seq =
        journal::write(c, scope, now, Topics::SALES, Entry::new(Act::Delete, entities::CUSTOMER, id).after(journal_fact)).await?;
    if !is_gone {
        customers::store::set_seq(c, scope, id, seq).await?;
    }
    if let Some(begun) = blockers::begun_since(c, scope, now, &untouched_imports).await? {
        return Err(EraseError::Blocked(vec![begun]));
    }
    Ok(Erased { is_gone, orders })
}

/// Whether the person refused something that outlives the record.
pub(super) async fn has_refusals(c: Conn<'_>, scope: &StoreScope, person: &Person) -> db::Result<bool> {
    if person.customer.blocked_at.is_some() {
        return Ok(true);
    }
    if labels::list_consents(c, scope, person.customer.id).await?.iter().any(|consent| !consent.is_granted) {
        return Ok(true);
    }
    for contact in person.contacts() {
        if store::find_opted_out_at(c, scope, &contact).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// People who opted out are not written to again, and blocked ones stay blocked: only a hash of the number is kept for that.
async fn keep_refusals(c: Conn<'_>, scope: &StoreScope, person: &Person) -> db::Result<()> {
    let contacts = person.contacts();
    for consent in labels::list_consents(c, scope, person.customer.id).await?.iter().filter(|consent| !consent.is_granted) {
        refusals::insert(c, scope, &contacts, (consent.channel.as_str(), consent.source.as_str()), consent.at).await?;
    }
    if let Some(since) = person.customer.blocked_at {
        refusals::insert(c, scope, &contacts, (refusals::BLOCKED, ""), since).await?;
    }
    for contact in &contacts {
        if let Some(at) = store::find_opted_out_at(c, scope, contact).await? {
            refusals::insert(c, scope, std::slice::from_ref(contact), (refusals::REMINDERS, ""), at).await?;
        }
    }
    Ok(())
}

/// Removes the person from an order, except what was sold, for how much, to which city, and when. Returns the keys of its files,
/// to be deleted with it.
async fn empty_order(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    person: &Person,
    order: &OwnOrder,
    name: &str,
) -> db::Result<Vec<String>> {
    let id: OrderId = order.id;
    let address = order.address.0.as_ref().map(|a| Address {
        name: name.to_owned(),
        country: a.country.clone(),
        region: a.region.clone(),
        city: a.city.clone(),
        ..Address::default()
    });
    store::erase_order(c, scope, id, name, address.as_ref(), env.now()).await?;
    store::erase_order_details(c, scope, id, name).await?;
    store::delete_tags(c, scope, id, &person.known).await?;
    store::erase_undo_steps(c, scope, id, &person.known).await?;
    let receipts = store::delete_receipts(c, scope, id).await?;
    let mut keys: Vec<String> = receipts.iter().map(|stored| orders::receipt_key(scope.store(), stored)).collect();
    let mut options: Vec<OptionValue> = Vec::new();
    let (line_name, mut renamed) = (Texts::new(CUSTOM_LINE.get(Lang::Ar), CUSTOM_LINE.get(Lang::En)), Vec::new());
    for row in store::list_lines(c, scope, id).await? {
        // A product's name is not personal data; a name typed by hand for one order may be.
        let is_theirs = person.known.is_in(&row.name.0.ar) || person.known.is_in(&row.name.0.en);
        if row.product_id == OrderItem::NO_PRODUCT && is_theirs {
            store::update_line_name(c, scope, id, row.line, &line_name).await?;
            renamed.push(row.line);
        }
        options.extend(row.option_values.0);
        if row.fields.0.is_empty() {
            continue;
        }
        for file in row.fields.0.iter().filter_map(|answer| answer.file.as_ref()) {
            let stored = store::delete_file(c, scope, file.id).await?;
            keys.extend(stored.iter().map(|stored| carts::file_key(scope.store(), stored)));
        }
        store::erase_line(c, scope, id, row.line).await?;
    }
    let option_values: HashSet<&str> = options.iter().map(|option| option.value.as_str()).collect();
    for (document, content) in store::list_documents(c, scope, id).await? {
        let mut content = without_buyer(content.0, person, &option_values, name);
        for line in content.lines.iter_mut().filter(|line| renamed.contains(&line.line)) {
            line.name = line_name.clone();
        }
        store::update_document(c, scope, document, &content).await?;
    }
    store::erase_from_journal(c, scope, ("order", id.raw()), &person.known, name).await?;
    for comment in store::list_comments(c, scope, id).await? {
        store::erase_from_journal(c, scope, ("order_comment", comment), &person.known, name).await?;
    }
    Ok(keys)
}

/// A simplified tax invoice or its credit note without what the law does not require: the buyer, and texts in their own words.
/// Goods, amounts, VAT, seller, number, times, the QR code, and the reason of a credit note are required.
fn without_buyer(content: Document, person: &Person, option_values: &HashSet<&str>, name: &str) -> Document {
    let mut lines = content.lines;
    for line in &mut lines {
        line.details.retain(|detail| option_values.contains(detail.value.as_str()));
    }
    let reason = if person.known.is_in(&content.reason) { String::new() } else { content.reason };
    let buyer = Buyer { name: name.to_owned(), country: content.buyer.country, ..Buyer::default() };
    Document { buyer, lines, reason, note: String::new(), ..content }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cu_01_nobody_has_a_name_in_both_languages() {
        assert_eq!((ERASED_NAME.get(Lang::Ar), ERASED_NAME.get(Lang::En)), ("عميل محذوف", "Deleted customer"));
    }
}
