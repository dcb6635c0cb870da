//! Applying an action to one customer.

use db::Conn;
use kernel::{BatchId, CustomerGroupId, CustomerId, Env, StoreScope};
use serde_json::json;
use web::{FieldErrors, Message};

use super::action::{Action, CustomerChange, entry};
use super::consent;
use crate::consents_notes;
use crate::model::{CustomerGroup, MOST_TAGS};
use crate::store::{self, labels};
use crate::write::{CustomerError, log};
use platform::App;

const TOO_MANY_TAGS: Message = Message::new("الحد الأقصى {max} وسمًا لكل عميل.", "Limit reached: {max} tags per customer.");

/// The names of a customer's tags.
async fn tag_names(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> db::Result<Vec<String>> {
    Ok(labels::list_tags_of(c, scope, &[id]).await?.into_iter().map(|(_, tag)| tag).collect())
}

fn group_names(groups: &[CustomerGroup]) -> Vec<String> {
    groups.iter().map(|g| g.name.clone()).collect()
}

/// A tag: its folded word and its text.
type Tag = (String, String);

/// Adds and removes tags, by folded word and text; false when nothing changed. Nothing is written when there would be too many.
pub(super) async fn change_tags(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: CustomerId,
    (add, remove): (&[Tag], &[Tag]),
    batch: Option<BatchId>,
) -> Result<bool, CustomerError> {
    let has = tag_names(c, scope, id).await?;
    let has = |key: &str| has.iter().any(|tag| kernel::fold::fold(tag) == key);
    if !add.iter().any(|(key, _)| !has(key)) && !remove.iter().any(|(key, _)| has(key)) {
        return Ok(false);
    }
    consents_notes::take(c, scope, id, env.now()).await?;
    let before = tag_names(c, scope, id).await?;
    let key_of = |tag: &String| kernel::fold::fold(tag);
    let new = add.iter().filter(|(key, _)| !before.iter().any(|tag| key_of(tag) == *key)).count();
    let gone = remove.iter().filter(|(key, _)| before.iter().any(|tag| key_of(tag) == *key)).count();
    if new > 0 && before.len() + new - gone > MOST_TAGS {
        return Err(CustomerError::Fields(FieldErrors::one("action.tags", TOO_MANY_TAGS.with("max", MOST_TAGS))));
    }
    for (key, _) in remove {
        labels::delete_tag(c, scope, id, key).await?;
    }
    for (key, word) in add {
        labels::insert_tag(c, scope, id, key, word).await?;
    }
    let after = tag_names(c, scope, id).await?;
    log(c, env, scope, id, entry(id, batch).before(json!({ "tags": before })).after(json!({ "tags": after }))).await?;
    Ok(true)
}

/// Adds a customer to a group or removes them; false when nothing changed.
pub(super) async fn change_group(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: CustomerId,
    (group, is_in): (CustomerGroupId, bool),
    batch: Option<BatchId>,
) -> Result<bool, CustomerError> {
    let before = labels::list_groups_of(c, scope, id).await?;
    if before.iter().any(|g| g.id == group) == is_in {
        return Ok(false);
    }
    consents_notes::take(c, scope, id, env.now()).await?;
    if is_in {
        labels::insert_membership(c, scope, id, group).await?;
    } else {
        labels::delete_membership(c, scope, id, group).await?;
    }
    let after = labels::list_groups_of(c, scope, id).await?;
    let (was, is) = (json!({ "groups": group_names(&before) }), json!({ "groups": group_names(&after) }));
    log(c, env, scope, id, entry(id, batch).before(was).after(is)).await?;
    Ok(true)
}

/// Blocks or unblocks a customer; false when nothing changed.
pub(super) async fn change_block(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: CustomerId,
    to: Option<(kernel::Millis, &str)>,
    batch: Option<BatchId>,
) -> Result<bool, CustomerError> {
    let before = store::find(c, scope, id).await?.ok_or(CustomerError::NotFound)?;
    if before.erased_at.is_some() {
        return Err(CustomerError::Erased);
    }
    if before.blocked_at.is_some() == to.is_some() {
        return Ok(false);
    }
    let (since, reason) = to.map_or((None, ""), |(since, reason)| (Some(since), reason));
    store::set_block(c, scope, id, since, reason, env.now()).await?;
    // The time of the block is stored too, so that an undo restores exactly that.
    let was = json!({ "is_blocked": before.blocked_at.is_some(), "reason": before.block_reason, "since": before.blocked_at });
    let is = json!({ "is_blocked": since.is_some(), "reason": reason, "since": since });
    log(c, env, scope, id, entry(id, batch).before(was).after(is)).await?;
    Ok(true)
}

/// Applies an action to one customer, in the caller's transaction; false when nothing changed.
pub(super) async fn change(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    id: CustomerId,
    action: &Action,
    batch: Option<BatchId>,
) -> Result<bool, CustomerError> {
    let env = app.env();
    if store::find(c, scope, id).await?.is_none() {
        return Err(CustomerError::NotFound);
    }
    match action {
        Action::Tags(CustomerChange::Add, words) => change_tags(c, env, scope, id, (words, &[]), batch).await,
        Action::Tags(CustomerChange::Remove, words) => change_tags(c, env, scope, id, (&[], words), batch).await,
        Action::Group(change, group) => change_group(c, env, scope, id, (group.id, *change == CustomerChange::Add), batch).await,
        Action::Consent(channel, is_granted, source) => {
            consents_notes::consent_in(c, app, scope, id, (*channel, *is_granted, *source)).await.map(|()| true)
        }
        Action::Withdraw(channel, source, reason) => match batch {
            Some(batch) => consent::withdraw(c, env, scope, id, (*channel, *source, reason), batch).await,
            // Only batches send it.
            None => Ok(false),
        },
        Action::Block(reason) => {
            change_block(c, env, scope, id, reason.as_deref().map(|reason| (env.now(), reason)), batch).await
        }
    }
}
