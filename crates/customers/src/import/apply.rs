//! Writing prepared customers, in transactions of the import, with the journal entries for its page.
//!
//! The entries of a chunk are written last, after all of its rows: the journal's counter is the hot row
//! (docs/decisions/0026-lock-order.md).

use db::{Conn, Topics};
use kernel::{AddressId, CustomerGroupId, CustomerId, CustomerNoteId, Env, StoreScope};
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::message::Message;

use super::plan::{Change, Existing};
use super::prepare::{Prepared, RowPlan};
use super::store;
use crate::address::Address;
use crate::consents_notes;
use crate::entities;
use crate::model::{Channel, CustomerGroup, MOST_GROUPS, Note, Source};
use crate::search::words_of;
use crate::store::{self as slice, Written as Own, labels, refusals};
use crate::write::{CustomerError, Fields, forget_further, journal_facts, set_labels};
use platform::imports::model::{RowMessage, RowOutcome};
use platform::imports::rows::NewRow;
use platform::imports::work::Pass;
use platform::journal::{self, Act, Entry};
use platform::search::{self, Index};

const CHANGED_NOW: Message = Message::new(
    "تم تعديل العميل أثناء الاستيراد. أعد محاولة هذا الصف.",
    "The customer changed during the import. Retry this row.",
);

/// Journal entries to write at the end of a chunk.
#[derive(Default)]
pub(super) struct Entries(Vec<(Option<CustomerId>, Entry)>);

impl Entries {
    pub(super) fn add(&mut self, pass: &Pass, id: CustomerId, entry: Entry) {
        self.0.push((Some(id), entry.batch(Some(pass.batch()))));
    }

    fn add_beside(&mut self, pass: &Pass, entry: Entry) {
        self.0.push((None, entry.batch(Some(pass.batch()))));
    }

    /// Writes the entries.
    pub(super) async fn write(self, env: &Env, scope: &StoreScope, c: Conn<'_>) -> db::Result<()> {
        for (id, entry) in self.0 {
            let seq = journal::write(c, scope, env.now(), Topics::SALES, entry).await?;
            if let Some(id) = id {
                slice::set_seq(c, scope, id, seq).await?;
            }
        }
        Ok(())
    }
}

/// A consent: granted, source, time.
type ConsentRecord = (bool, Source, i64);

/// What the undo of a row needs: the record before, and what was added to it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Before {
    pub(super) name: String,
    pub(super) mobile: Option<String>,
    pub(super) email: Option<String>,
    pub(super) language: kernel::Lang,
    pub(super) tags: Vec<String>,
    pub(super) groups: Vec<CustomerGroupId>,
    pub(super) city: String,
    pub(super) country: String,
    pub(super) orders: i64,
    /// The consents to the channels that the import wrote: granted, source, time; `None` where there was none.
    pub(super) consents: Vec<(Channel, Option<ConsentRecord>)>,
    pub(super) address: Option<AddressId>,
    pub(super) note: Option<CustomerNoteId>,
}

impl Before {
    fn new(existing: &Existing, change: &Change) -> Self {
        let Existing { customer, fields, consents } = existing;
        let consent_of =
            |channel: Channel| consents.iter().find(|s| s.channel == channel).map(|s| (s.is_granted, s.source, s.at.0));
        Self {
            name: fields.name.clone(),
            mobile: fields.mobile.clone(),
            email: fields.email.clone(),
            language: fields.language,
            tags: fields.tags.clone(),
            groups: fields.groups.iter().copied().collect(),
            city: customer.city.clone(),
            country: customer.country.clone(),
            orders: customer.orders_count,
            consents: change.consents.iter().map(|(channel, _)| (*channel, consent_of(*channel))).collect(),
            address: None,
            note: None,
        }
    }
}

/// The row of a prepared customer.
pub(super) fn row_of(prepared: &Prepared, outcome: RowOutcome) -> NewRow {
    let errors = match &prepared.what {
        RowPlan::Refused(errors) => errors.clone(),
        _ => Vec::new(),
    };
    NewRow {
        position: prepared.position,
        line: prepared.line,
        outcome,
        subject: prepared.customer().map(CustomerId::raw),
        version: None,
        label: prepared.label.clone(),
        errors,
        notes: prepared.messages(),
        before: None,
    }
}

/// Writes a customer; returns the row that records it.
pub(super) async fn write(pass: &Pass, c: Conn<'_>, entries: &mut Entries, prepared: &Prepared) -> Result<NewRow, CustomerError> {
    match &prepared.what {
        RowPlan::Refused(_) => Ok(row_of(prepared, RowOutcome::Failed)),
        RowPlan::Same(_) => Ok(row_of(prepared, RowOutcome::Unchanged)),
        RowPlan::Left(_) => Ok(row_of(prepared, RowOutcome::Skipped)),
        RowPlan::Write(change) => self::change(pass, c, entries, prepared, change).await,
    }
}

/// Another customer took the number between the check and the write: a retry finds them.
fn taken(e: db::Error) -> CustomerError {
    if e.is_unique_violation() { CustomerError::Stale } else { e.into() }
}

async fn change(
    pass: &Pass,
    c: Conn<'_>,
    entries: &mut Entries,
    prepared: &Prepared,
    change: &Change,
) -> Result<NewRow, CustomerError> {
    let Pass { env, scope, .. } = pass;
    let now = env.now();
    let (known, after) = with_groups(pass, c, entries, change).await?;
    let Fields { name, mobile, email, language, .. } = &after;
    let (id, mut before) = match &change.existing {
        None => {
            if let Some(mobile) = mobile
                && slice::find_by_mobile(c, scope, mobile).await?.is_some()
            {
                return Err(CustomerError::Stale);
            }
            let id: CustomerId = env.id();
            let own = Own { id, name, mobile: mobile.as_deref(), email: email.as_deref(), language: *language };
            slice::insert(c, scope, &own, now).await.map_err(taken)?;
            search::insert(c, scope.store(), Index::Customer, id.raw(), &words_of(name, mobile.as_deref().unwrap_or_default()))
                .await?;
            refusals::insert_opt_outs(c, scope, id, mobile.as_deref(), email.as_deref(), now).await?;
            let nobody = Fields { tags: Vec::new(), groups: std::collections::BTreeSet::new(), ..after.clone() };
            set_labels(c, scope, id, &nobody, &after).await?;
            let (_, is) = journal_facts(None, &after, &known);
            entries.add(pass, id, Entry::new(Act::Create, entities::CUSTOMER, id).after(is));
            (id, None)
        }
        Some(existing) => {
            let (id, was) = (existing.customer.id, &existing.fields);
            let own = Own { id, name, mobile: mobile.as_deref(), email: email.as_deref(), language: *language };
            if !slice::update(c, scope, &own, existing.customer.version, now).await.map_err(taken)? {
                return Err(CustomerError::Stale);
            }
            if was.name != *name || was.mobile != *mobile {
                let words = words_of(name, mobile.as_deref().unwrap_or_default());
                search::insert(c, scope.store(), Index::Customer, id.raw(), &words).await?;
            }
            forget_further(c, scope, id, &after).await?;
            set_labels(c, scope, id, was, &after).await?;
            if *was != after {
                let (before, is) = journal_facts(Some(was), &after, &known);
                entries.add(pass, id, Entry::new(Act::Update, entities::CUSTOMER, id).before(before).after(is));
            }
            (id, Some(Before::new(existing, change)))
        }
    };
    let (address, note) = add_details(pass, c, entries, id, change).await?;
    if let Some(before) = &mut before {
        (before.address, before.note) = (address, note);
    }
    let outcome = if before.is_some() { RowOutcome::Updated } else { RowOutcome::Created };
    let version = slice::find(c, scope, id).await?.map(|customer| customer.version);
    let before = before.and_then(|before| serde_json::to_value(before).ok());
    Ok(NewRow { subject: Some(id.raw()), version, before, ..row_of(prepared, outcome) })
}

/// The fields with the groups that the row adds, and all groups of the store.
async fn with_groups(
    pass: &Pass,
    c: Conn<'_>,
    entries: &mut Entries,
    change: &Change,
) -> Result<(Vec<CustomerGroup>, Fields), CustomerError> {
    let Pass { env, scope, .. } = pass;
    let mut known = labels::list_groups(c, scope).await?;
    let mut after = change.after.clone();
    for name in &change.new_groups {
        // An earlier row of the chunk may have created it.
        let id = match labels::find_group_by_name(c, scope, name).await? {
            Some(id) => id,
            None if known.len() >= MOST_GROUPS => continue,
            None => {
                let group = CustomerGroup { id: env.id(), name: name.clone() };
                if !labels::insert_group(c, scope, &group, env.now()).await? {
                    return Err(CustomerError::Stale);
                }
                let entry = Entry::new(Act::Create, entities::CUSTOMER_GROUP, group.id).after(json!({ "name": name }));
                entries.add_beside(pass, entry);
                let id = group.id;
                known.push(group);
                id
            }
        };
        after.groups.insert(id);
    }
    Ok((known, after))
}

/// Adds a row's related data; returns the address and the note that were added.
async fn add_details(
    pass: &Pass,
    c: Conn<'_>,
    entries: &mut Entries,
    id: CustomerId,
    change: &Change,
) -> Result<(Option<AddressId>, Option<CustomerNoteId>), CustomerError> {
    let Pass { env, scope, .. } = pass;
    let now = env.now();
    let mut added = None;
    if let Some(address) = &change.address {
        let fresh: AddressId = env.id();
        slice::upsert_address(c, scope, fresh, id, address, now).await?;
        added = store::find_address_by_key(c, scope, id, &address.key()).await?.filter(|own| *own == fresh);
        let entry = Entry::new(Act::Update, entities::CUSTOMER, id).before(json!({ "address": null }));
        entries.add(pass, id, entry.after(json!({ "address": consents_notes::brief(address) })));
    }
    if let Some((city, country)) = &change.city {
        let address = Address { city: city.clone(), country: country.clone(), ..Address::default() };
        slice::set_city(c, scope, id, &address).await?;
    }
    // A refusal that the record inherited with its number takes precedence over the file.
    let consents = labels::list_consents(c, scope, id).await?;
    for (channel, is_granted) in &change.consents {
        let before = consents.iter().find(|s| s.channel == *channel);
        if *is_granted && before.is_some_and(|s| !s.is_granted) {
            continue;
        }
        labels::set_consent(c, scope, id, *channel, *is_granted, Source::Import, now).await?;
        let was = json!({ "consent": before.map(|_| channel.as_str()), "is_granted": before.map(|s| s.is_granted) });
        let is = json!({ "consent": channel.as_str(), "is_granted": is_granted, "source": Source::Import.as_str() });
        entries.add(pass, id, Entry::new(Act::Update, entities::CUSTOMER, id).before(was).after(is));
    }
    let mut noted = None;
    if let Some(text) = &change.note {
        let note = Note { id: env.id(), text: text.clone(), author_name: scope.actor().name.clone(), created_at: now };
        labels::insert_note(c, scope, id, &note).await?;
        entries.add(pass, id, Entry::new(Act::Comment, entities::CUSTOMER, id).note(text.clone()));
        noted = Some(note.id);
    }
    Ok((added, noted))
}

/// Why a customer who was alone in the transaction could not be written; the error itself when the row did not cause it.
pub(super) fn fault(e: CustomerError) -> Result<Vec<RowMessage>, CustomerError> {
    match e {
        CustomerError::Stale | CustomerError::NotFound | CustomerError::Erased => Ok(vec![RowMessage::new(None, &CHANGED_NOW)]),
        CustomerError::Fields(fields) => {
            Ok(fields.iter().flat_map(|(_, messages)| messages).map(|message| RowMessage::new(None, message)).collect())
        }
        CustomerError::Db(e) if e.is_unique_violation() => Ok(vec![RowMessage::new(None, &CHANGED_NOW)]),
        e @ CustomerError::Db(_) => Err(e),
    }
}
