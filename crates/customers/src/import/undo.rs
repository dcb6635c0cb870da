//! Undoing what an import wrote, when the customer was neither changed nor has ordered since.

use std::collections::BTreeSet;

use db::Conn;
use kernel::{CustomerId, Millis};
use web::message::Message;

use super::apply::{Before, Entries};
use super::store;
use crate::entities;
use crate::model::{Consent, Customer};
use crate::references::Referrers;
use crate::search::words_of;
use crate::store::{self as slice, Written as Own, labels};
use crate::write::{CustomerError, Fields, fields_of, journal_facts, set_labels};
use platform::imports::rows::Written;
use platform::imports::work::Pass;
use platform::journal::{Act, Entry};
use platform::search::{self, Index};

const CHANGED_SINCE: Message =
    Message::new("تغيّر العميل بعد الاستيراد، فتم تخطيه.", "The customer was changed after the import. Skipped.");
const ORDERED_SINCE: Message =
    Message::new("للعميل طلبات بعد الاستيراد، فتم تخطيه.", "The customer has ordered since the import. Skipped.");
const REMOVED_SINCE: Message = Message::new("تم حذف العميل بعد الاستيراد.", "The customer was deleted after the import.");

/// Undoes what a row wrote, or says why not.
pub(super) async fn undo_row(
    pass: &Pass,
    c: Conn<'_>,
    entries: &mut Entries,
    row: &Written,
) -> Result<Result<(), Message>, CustomerError> {
    let id = CustomerId::from_raw(row.subject_id);
    let Some(customer) = slice::find(c, &pass.scope, id).await? else {
        // A new customer who is removed already is in the state that undo would reach.
        return Ok(if row.is_new() { Ok(()) } else { Err(REMOVED_SINCE) });
    };
    if customer.erased_at.is_some() {
        return Ok(Err(REMOVED_SINCE));
    }
    if row.is_new() && pass.ports.get::<Referrers>()?.has_orders(c, &pass.scope, id).await? {
        return Ok(Err(ORDERED_SINCE));
    }
    if customer.version != row.subject_version {
        return Ok(Err(CHANGED_SINCE));
    }
    // The personal file would outlive the record.
    if row.is_new() && pass.ports.get::<Referrers>()?.has_personal_file(c, &pass.scope, id).await? {
        return Ok(Err(CHANGED_SINCE));
    }
    if row.is_new() {
        store::delete(c, &pass.scope, id).await?;
        entries.add(pass, id, Entry::new(Act::Delete, entities::CUSTOMER, id));
        return Ok(Ok(()));
    }
    let Some(before) = &row.before else { return Ok(Err(CHANGED_SINCE)) };
    let before: Before =
        serde_json::from_value(before.0.clone()).map_err(|e| db::Error::Column { column: 4, reason: e.to_string() })?;
    if before.orders != customer.orders_count {
        return Ok(Err(ORDERED_SINCE));
    }
    restore(pass, c, entries, &customer, before).await?;
    Ok(Ok(()))
}

async fn restore(
    pass: &Pass,
    c: Conn<'_>,
    entries: &mut Entries,
    customer: &Customer,
    before: Before,
) -> Result<(), CustomerError> {
    let (Pass { env, scope, .. }, id) = (pass, customer.id);
    let groups = labels::list_groups(c, scope).await?;
    let is = fields_of(c, scope, customer).await?;
    let was = Fields {
        name: before.name,
        mobile: before.mobile,
        email: before.email,
        language: before.language,
        tags: before.tags,
        // A group that was deleted meanwhile is not joined again.
        groups: before.groups.into_iter().filter(|id| groups.iter().any(|g| g.id == *id)).collect::<BTreeSet<_>>(),
    };
    let Fields { name, mobile, email, language, .. } = &was;
    let own = Own { id, name, mobile: mobile.as_deref(), email: email.as_deref(), language: *language };
    if !slice::update(c, scope, &own, customer.version, env.now()).await? {
        return Err(CustomerError::Stale);
    }
    if is.name != *name || is.mobile != *mobile {
        if let Some(gone) = is.mobile.as_deref().filter(|_| is.mobile != *mobile) {
            crate::search_store::delete_mobile(c, scope, id, gone).await?;
        }
        let words = words_of(name, mobile.as_deref().unwrap_or_default());
        search::insert(c, scope.store(), Index::Customer, id.raw(), &words).await?;
    }
    set_labels(c, scope, id, &is, &was).await?;
    store::set_city(c, scope, id, (&before.city, &before.country)).await?;
    for (channel, consent) in before.consents {
        match consent {
            Some((is_granted, source, at)) => {
                store::update_consent(c, scope, id, &Consent { channel, is_granted, source, at: Millis(at) }).await?;
            }
            None => store::delete_consent(c, scope, id, channel).await?,
        }
    }
    if let Some(address) = before.address {
        slice::delete_address(c, scope, id, address).await?;
    }
    if let Some(note) = before.note {
        labels::delete_note(c, scope, id, note).await?;
    }
    let (from, to) = journal_facts(Some(&is), &was, &groups);
    entries.add(pass, id, Entry::new(Act::Update, entities::CUSTOMER, id).before(from).after(to));
    Ok(())
}
