//! Merging two records of one person (CU-01), in one transaction. The rule for each field is in `merge_model`.

use db::Conn;
use kernel::{CustomerId, StoreScope};
use serde_json::json;

use super::entities;
use super::merge_model::{MOST_ORDERS, MergeError, Refusal, Side, outcome};
use super::merge_store;
use super::references::{Merged, Referrers};
use super::store::{self, contacts, labels};
use super::write::{CustomerError, log};
use platform::App;
use platform::journal::{Act, Entry};
use platform::search::{self, Index};

/// Reads a record; `None` when it does not exist.
pub(super) async fn side(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> db::Result<Option<Side>> {
    let Some(customer) = store::find(c, scope, id).await? else { return Ok(None) };
    Ok(Some(Side {
        customer,
        tags: labels::list_tags_of(c, scope, &[id]).await?.into_iter().map(|(_, tag)| tag).collect(),
        groups: labels::list_groups_of(c, scope, id).await?,
        consents: labels::list_consents(c, scope, id).await?,
        contacts: contacts::list_contacts(c, scope, id).await?,
    }))
}

/// Locks both rows, the lower id first so that two merges cannot deadlock, and reads them.
async fn take(
    c: Conn<'_>,
    scope: &StoreScope,
    ids: (CustomerId, CustomerId),
    versions: (i64, i64),
    now: kernel::Millis,
) -> Result<(Side, Side), MergeError> {
    let mut order = [ids.0, ids.1];
    order.sort_unstable_by_key(|id| id.raw());
    for id in order {
        if !store::lock(c, scope, id, now).await? {
            let merged = merge_store::find_merged_into(c, scope, id).await?.is_some();
            return Err(if merged { MergeError::Already } else { CustomerError::NotFound.into() });
        }
    }
    let (survivor, gone) = (side(c, scope, ids.0).await?, side(c, scope, ids.1).await?);
    let (Some(survivor), Some(gone)) = (survivor, gone) else { return Err(CustomerError::NotFound.into()) };
    // Locking a row raises its version by one.
    if (survivor.customer.version - 1, gone.customer.version - 1) != versions {
        return Err(CustomerError::Stale.into());
    }
    Ok((survivor, gone))
}

/// Merges `gone` into `survivor`, both as they were read at `versions`. It cannot be undone.
pub(super) async fn merge(
    app: &App,
    scope: &StoreScope,
    (survivor, gone): (CustomerId, CustomerId),
    versions: (i64, i64),
) -> Result<(), MergeError> {
    let (env, at) = (app.env().clone(), scope.clone());
    let referrers = app.ports.get::<Referrers>()?;
    app.db()
        .tx(async move |c| {
            if survivor == gone {
                let is_there = store::find(c, &at, survivor).await?.is_some();
                return Err(if is_there { MergeError::Refused(Refusal::Same) } else { CustomerError::NotFound.into() });
            }
            let now = env.now();
            if store::find(c, &at, gone).await?.is_some_and(|g| g.orders_count > MOST_ORDERS) {
                return Err(MergeError::Refused(Refusal::Orders));
            }
            // Orders are locked before customers, as in every change of an order.
            let held = referrers.lock_orders(c, &at, gone).await?;
            let (was, other) = take(c, &at, (survivor, gone), versions, now).await?;
            let is = outcome(&was, &other).map_err(MergeError::Refused)?;
            let moved = referrers.count(c, &at, gone, &[]).await?;
            // An order placed between the two statements would be locked after its customer, against the lock order.
            if moved.orders != held {
                return Err(CustomerError::Stale.into());
            }
            let (addresses, notes) = merge_store::count_moving(c, &at, gone).await?;
            merge_store::move_addresses(c, &at, survivor, gone).await?;
            merge_store::move_notes(c, &at, survivor, gone).await?;
            merge_store::move_labels(c, &at, gone, &was, &is).await?;
            merge_store::set_consents(c, &at, survivor, gone, &is.consents).await?;
            merge_store::move_words(c, &at, survivor, gone).await?;
            search::delete(c, at.store(), Index::Customer, gone.raw()).await?;
            referrers.repoint(c, &at, Merged { survivor, gone, at: now }).await?;
            for id in [survivor, gone] {
                contacts::delete_all(c, &at, id).await?;
            }
            merge_store::insert_merge(c, &at, survivor, gone, now).await?;
            merge_store::delete(c, &at, gone).await?;
            store::update_merged(c, &at, &is.customer, now).await?;
            for contact in &is.contacts {
                contacts::insert(c, &at, survivor, contact, now).await?;
            }
            let g = &other.customer;
            let merged = json!({
                "name": g.name, "mobile": g.mobile, "email": g.email,
                "orders": moved.orders, "addresses": addresses, "notes": notes,
            });
            let entry = Entry::new(Act::Delete, entities::CUSTOMER, gone)
                .before(json!({ "name": g.name }))
                .after(json!({ "merged_into": survivor }));
            platform::journal::write(c, &at, now, db::Topics::SALES, entry).await?;
            log(c, &env, &at, survivor, Entry::new(Act::Update, entities::CUSTOMER, survivor).after(json!({ "merged": merged })))
                .await?;
            Ok(())
        })
        .await
}
