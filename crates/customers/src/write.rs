//! Creating and changing customers by hand, with tags and groups, each in one transaction with its journal entry.

use std::collections::BTreeSet;

use db::{Conn, Topics};
use kernel::fold::fold;
use kernel::rules::Rule;
use kernel::text_guard::{Lines, clean};
use kernel::{CustomerGroupId, CustomerId, Env, Lang, StoreScope};
use serde_json::{Map, Value, json};
use web::message::common;
use web::{ApiError, FieldErrors, Message};

use super::entities;
use super::model::{Customer, CustomerGroup, LONGEST_WORD, MOST_GROUPS, MOST_TAGS};
use super::search::words_of;
use super::search_store;
use super::store::contacts::{self, Contact, ContactKind};
use super::store::{self, Written, labels, refusals};
use super::wire::CustomerIn;
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::search::{self, Index};
use web::fields::{guard_message, line, mobile};

const NO_CONTACT: Message = Message::new("اكتب رقم الجوال أو البريد الإلكتروني.", "Enter a mobile number or an email address.");
const NOT_AN_EMAIL: Message = Message::new("اكتب بريدًا إلكترونيًا صحيحًا.", "Enter a valid email address.");
const TAKEN: Message = Message::new("هذا الرقم مسجَّل لعميل آخر في متجرك.", "Another customer of your store has this number.");
const TOO_MANY: Message = Message::new("الحد الأقصى {max}.", "At most {max}.");

/// The message for a change of an erased record.
pub(super) const ERASED: Message =
    Message::new("تم محو بيانات هذا العميل، ولا يمكن تعديلها.", "This customer's data was erased and can't be changed.");

/// Why a customer was not written. Nothing changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum CustomerError {
    /// Invalid fields.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// The store has no such customer.
    #[error("no such customer")]
    NotFound,
    /// Its version is not the one that the caller read.
    #[error("stale version")]
    Stale,
    /// It was erased.
    #[error("erased")]
    Erased,
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<CustomerError> for ApiError {
    fn from(e: CustomerError) -> Self {
        match e {
            CustomerError::Fields(fields) => Self::invalid(fields),
            CustomerError::NotFound => Self::not_found(),
            CustomerError::Stale => Self::stale(),
            CustomerError::Erased => Self::conflict("customer_erased", ERASED),
            CustomerError::Db(e) => e.into(),
        }
    }
}

/// The editable fields of a customer, validated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) name: String,
    pub(super) mobile: Option<String>,
    pub(super) email: Option<String>,
    pub(super) language: Lang,
    /// Sorted by folded text.
    pub(super) tags: Vec<String>,
    pub(super) groups: BTreeSet<CustomerGroupId>,
}

/// A normalized tag, and the folded word that identifies it; `None` when it is blank.
pub(super) fn tag(errors: &mut FieldErrors, path: &str, text: &str) -> Option<(String, String)> {
    let text = line(errors, path, text, LONGEST_WORD, false).replace(',', " ");
    let key = fold(&text);
    (!key.is_empty()).then_some((key, text))
}

/// Tags without repetitions, in the order given.
pub(super) fn tags(errors: &mut FieldErrors, path: &str, sent: &[String]) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    if sent.len() > MOST_TAGS {
        errors.add(path, TOO_MANY.with("max", MOST_TAGS));
        return out;
    }
    for (i, text) in sent.iter().enumerate() {
        if let Some(found) = tag(errors, &format!("{path}.{i}"), text)
            && !out.iter().any(|(key, _)| *key == found.0)
        {
            out.push(found);
        }
    }
    out
}

/// Applies the fields that were sent to a customer; absent ones are unchanged.
fn apply(before: &Fields, sent: &CustomerIn, country: &str, known: &[CustomerGroup]) -> Result<Fields, FieldErrors> {
    let mut errors = FieldErrors::new();
    let e = &mut errors;
    let mut out = before.clone();
    if let Some(text) = &sent.name {
        out.name = line(e, "name", text, 100, true);
    } else if out.name.is_empty() {
        e.add("name", common::REQUIRED);
    }
    if let Some(text) = &sent.mobile {
        out.mobile = if text.trim().is_empty() { None } else { Some(mobile(e, "mobile", text, country)) };
    }
    if let Some(text) = &sent.email {
        let email = line(e, "email", text, 254, false).to_lowercase();
        if !Rule::Email.accepts(&email) {
            e.add("email", NOT_AN_EMAIL);
        }
        out.email = Some(email).filter(|text| !text.is_empty());
    }
    if let Some(word) = &sent.language {
        match Lang::parse(word) {
            Some(language) => out.language = language,
            None => e.add("language", common::NOT_A_CHOICE),
        }
    }
    if let Some(sent) = &sent.tags {
        out.tags = tags(e, "tags", sent).into_iter().map(|(_, text)| text).collect();
        out.tags.sort_by_key(|text| fold(text));
    }
    if let Some(ids) = &sent.group_ids {
        if ids.len() > MOST_GROUPS {
            e.add("group_ids", TOO_MANY.with("max", MOST_GROUPS));
        } else {
            for (i, _) in ids.iter().enumerate().filter(|(_, id)| known.iter().all(|g| g.id != **id)) {
                e.add(format!("group_ids.{i}"), common::NO_SUCH);
            }
            out.groups = ids.iter().copied().collect();
        }
    }
    if errors.is_empty() && out.mobile.is_none() && out.email.is_none() {
        errors.add("mobile", NO_CONTACT);
    }
    if errors.is_empty() { Ok(out) } else { Err(errors) }
}

/// The differing fields for the journal: before, after.
pub(super) fn journal_facts(before: Option<&Fields>, after: &Fields, known: &[CustomerGroup]) -> (Value, Value) {
    let (mut was, mut is) = (Map::new(), Map::new());
    let names = |groups: &BTreeSet<CustomerGroupId>| -> Value {
        known.iter().filter(|g| groups.contains(&g.id)).map(|g| g.name.clone()).collect()
    };
    let facts = |f: &Fields| {
        [
            ("name", json!(f.name)),
            ("mobile", json!(f.mobile)),
            ("email", json!(f.email)),
            ("language", json!(f.language)),
            ("tags", json!(f.tags)),
            ("groups", names(&f.groups)),
        ]
    };
    let old = before.map(facts);
    for (i, (key, value)) in facts(after).into_iter().enumerate() {
        let earlier = old.as_ref().map(|all| all[i].1.clone());
        if earlier.as_ref() != Some(&value) {
            if let Some(earlier) = earlier {
                was.insert(key.to_owned(), earlier);
            }
            is.insert(key.to_owned(), value);
        }
    }
    (Value::Object(was), Value::Object(is))
}

async fn refuse_taken(c: Conn<'_>, scope: &StoreScope, id: CustomerId, mobile: Option<&str>) -> Result<(), CustomerError> {
    let Some(mobile) = mobile else { return Ok(()) };
    match store::find_by_mobile(c, scope, mobile).await? {
        Some(other) if other != id => Err(CustomerError::Fields(FieldErrors::one("mobile", TAKEN))),
        _ => Ok(()),
    }
}

/// Another customer took the number between the check and the write: the same error as a number taken before.
pub(super) fn taken(e: db::Error) -> CustomerError {
    if e.is_unique_violation() { CustomerError::Fields(FieldErrors::one("mobile", TAKEN)) } else { e.into() }
}

/// Deletes a further contact that the record itself now has.
pub(super) async fn forget_further(c: Conn<'_>, scope: &StoreScope, id: CustomerId, after: &Fields) -> db::Result<()> {
    let own = [(ContactKind::Mobile, &after.mobile), (ContactKind::Email, &after.email)];
    for (kind, value) in own.into_iter().filter_map(|(kind, value)| value.clone().map(|value| (kind, value))) {
        contacts::delete(c, scope, id, &Contact { kind, value }).await?;
    }
    Ok(())
}

pub(super) async fn set_labels(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    before: &Fields,
    after: &Fields,
) -> db::Result<()> {
    // A changed tag is deleted first: its spelling may have changed under the same folded word.
    for gone in before.tags.iter().filter(|t| !after.tags.contains(t)) {
        labels::delete_tag(c, scope, id, &fold(gone)).await?;
    }
    for new in after.tags.iter().filter(|t| !before.tags.contains(t)) {
        labels::insert_tag(c, scope, id, &fold(new), new).await?;
    }
    for gone in before.groups.difference(&after.groups) {
        labels::delete_membership(c, scope, id, *gone).await?;
    }
    for new in after.groups.difference(&before.groups) {
        labels::insert_membership(c, scope, id, *new).await?;
    }
    Ok(())
}

pub(super) async fn log(c: Conn<'_>, env: &Env, scope: &StoreScope, id: CustomerId, entry: Entry) -> db::Result<()> {
    let seq = journal::write(c, scope, env.now(), Topics::SALES, entry).await?;
    store::set_seq(c, scope, id, seq).await
}

/// Creates a customer by hand.
pub(super) async fn create(
    app: &App,
    scope: &StoreScope,
    country: String,
    language: Lang,
    sent: CustomerIn,
) -> Result<CustomerId, CustomerError> {
    let (env, at) = (app.env().clone(), scope.clone());
    let id: CustomerId = env.id();
    app.db()
        .tx(async move |c| {
            let known = labels::list_groups(c, &at).await?;
            let nobody =
                Fields { name: String::new(), mobile: None, email: None, language, tags: Vec::new(), groups: BTreeSet::new() };
            let after = apply(&nobody, &sent, &country, &known).map_err(CustomerError::Fields)?;
            refuse_taken(c, &at, id, after.mobile.as_deref()).await?;
            let Fields { name, mobile, email, language, .. } = &after;
            let written = Written { id, name, mobile: mobile.as_deref(), email: email.as_deref(), language: *language };
            store::insert(c, &at, &written, env.now()).await.map_err(taken)?;
            let words = words_of(name, mobile.as_deref().unwrap_or_default());
            search::insert(c, at.store(), Index::Customer, id.raw(), &words).await?;
            refusals::insert_opt_outs(c, &at, id, mobile.as_deref(), email.as_deref(), env.now()).await?;
            set_labels(c, &at, id, &nobody, &after).await?;
            let (_, is) = journal_facts(None, &after, &known);
            log(c, &env, &at, id, Entry::new(Act::Create, entities::CUSTOMER, id).after(is)).await?;
            Ok(id)
        })
        .await
}

pub(super) async fn fields_of(c: Conn<'_>, scope: &StoreScope, customer: &Customer) -> db::Result<Fields> {
    let tags = labels::list_tags_of(c, scope, &[customer.id]).await?;
    let groups = labels::list_groups_of(c, scope, customer.id).await?;
    Ok(Fields {
        name: customer.name.clone(),
        mobile: customer.mobile.clone(),
        email: customer.email.clone(),
        language: customer.language(),
        tags: tags.into_iter().map(|(_, tag)| tag).collect(),
        groups: groups.into_iter().map(|g| g.id).collect(),
    })
}

/// Changes a customer. Names under which they ordered still find them.
pub(super) async fn change(
    app: &App,
    scope: &StoreScope,
    id: CustomerId,
    country: String,
    sent: CustomerIn,
) -> Result<(), CustomerError> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let customer = store::find(c, &at, id).await?.ok_or(CustomerError::NotFound)?;
            if customer.erased_at.is_some() {
                return Err(CustomerError::Erased);
            }
            if sent.version.is_some_and(|v| v != customer.version) {
                return Err(CustomerError::Stale);
            }
            let known = labels::list_groups(c, &at).await?;
            let before = fields_of(c, &at, &customer).await?;
            let after = apply(&before, &sent, &country, &known).map_err(CustomerError::Fields)?;
            if after == before {
                return Ok(());
            }
            refuse_taken(c, &at, id, after.mobile.as_deref()).await?;
            let Fields { name, mobile, email, language, .. } = &after;
            let written = Written { id, name, mobile: mobile.as_deref(), email: email.as_deref(), language: *language };
            if !store::update(c, &at, &written, customer.version, env.now()).await.map_err(taken)? {
                return Err(CustomerError::Stale);
            }
            if before.name != after.name || before.mobile != after.mobile {
                if let Some(old) = before.mobile.as_deref().filter(|_| before.mobile != after.mobile) {
                    search_store::delete_mobile(c, &at, id, old).await?;
                }
                let words = words_of(name, mobile.as_deref().unwrap_or_default());
                search::insert(c, at.store(), Index::Customer, id.raw(), &words).await?;
            }
            forget_further(c, &at, id, &after).await?;
            set_labels(c, &at, id, &before, &after).await?;
            let (was, is) = journal_facts(Some(&before), &after, &known);
            log(c, &env, &at, id, Entry::new(Act::Update, entities::CUSTOMER, id).before(was).after(is)).await?;
            Ok(())
        })
        .await
}

/// Validates a required multi-line text and cleans it.
pub(super) fn words(path: &str, text: &str, max: usize) -> Result<String, CustomerError> {
    let text =
        clean(text, max, Lines::Many).map_err(|fault| CustomerError::Fields(FieldErrors::one(path, guard_message(fault))))?;
    if text.is_empty() { Err(CustomerError::Fields(FieldErrors::one(path, common::REQUIRED))) } else { Ok(text) }
}
