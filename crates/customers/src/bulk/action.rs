//! What can be done to many customers, and how it is done to one of them.

use db::Conn;
use kernel::{BatchId, CustomerGroupId, CustomerId, Env, StoreScope};
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::message::common;
use web::schema;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::consent;
use crate::entities;
use crate::model::{Channel, CustomerGroup, MOST_TAGS, Source};
use crate::write::{CustomerError, log, tags, words};
use crate::{consents_notes, labels, store};
use platform::App;
use platform::journal::{Act, Entry};

pub(super) const TOO_MANY_TAGS: Message =
    Message::new("الحد الأقصى {max} وسمًا لكل عميل.", "Limit reached: {max} tags per customer.");

const WITHDRAW_ONLY: Message = Message::new(
    "يمكن تسجيل الموافقة للعملاء المحددين فقط، وسحبها لكل المطابقين.",
    "Consent can be recorded for selected customers only. For all matching, it can only be withdrawn.",
);

/// What is done to each customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CustomerActionKind {
    /// `change`, `tags`.
    Tags,
    /// `change`, `group_id`.
    Group,
    /// `channel`, `is_granted`, `source`. Of all that match it is only taken back (`is_granted: false`), with a `reason` for the
    /// staff; whoever did not agree stays as they are.
    Consent,
    /// `change`, and a `reason` to add. Who is blocked already keeps their reason.
    Block,
}

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CustomerChange {
    /// It is given.
    Add,
    /// It is taken away.
    Remove,
}

/// One action over many customers; which of the other fields it needs, the kind says.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CustomerActionIn {
    pub(super) kind: CustomerActionKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) change: Option<CustomerChange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<schema::Line<60>>>, max_items = 50)]
    pub(super) tags: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) group_id: Option<CustomerGroupId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) channel: Option<Channel>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) is_granted: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<Source>,
    /// For the staff; the shopper is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::RequiredLongText<500>>)]
    pub(super) reason: Option<String>,
}

/// An action that can be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Action {
    /// Folded word and text.
    Tags(CustomerChange, Vec<(String, String)>),
    Group(CustomerChange, CustomerGroup),
    Consent(Channel, bool, Source),
    /// Of all that match; with the reason.
    Withdraw(Channel, Source, String),
    /// With the reason, or taken off.
    Block(Option<String>),
}

fn need<T: Copy>(errors: &mut FieldErrors, path: &str, value: Option<T>) -> Option<T> {
    if value.is_none() {
        errors.add(format!("action.{path}"), common::REQUIRED);
    }
    value
}

/// Reads an action, and proves that its group is the store's.
pub(super) async fn read(app: &App, scope: &StoreScope, sent: &CustomerActionIn) -> ApiResult<Action> {
    let mut errors = FieldErrors::new();
    let e = &mut errors;
    let action = match sent.kind {
        CustomerActionKind::Tags => {
            let change = need(e, "change", sent.change);
            let tags = tags(e, "action.tags", sent.tags.as_deref().unwrap_or_default());
            if tags.is_empty() && e.is_empty() {
                e.add("action.tags", common::REQUIRED);
            }
            change.map(|change| Action::Tags(change, tags))
        }
        CustomerActionKind::Group => {
            let (change, id) = (need(e, "change", sent.change), need(e, "group_id", sent.group_id));
            let group = match id {
                Some(id) => labels::find_group(app.db().conn(), scope, id).await?,
                None => None,
            };
            if group.is_none() && id.is_some() {
                e.add("action.group_id", common::NO_SUCH);
            }
            change.zip(group).map(|(change, group)| Action::Group(change, group))
        }
        CustomerActionKind::Consent => {
            let (channel, source) = (need(e, "channel", sent.channel), need(e, "source", sent.source));
            let is_granted = need(e, "is_granted", sent.is_granted);
            channel.zip(source).zip(is_granted).map(|((channel, source), is)| Action::Consent(channel, is, source))
        }
        CustomerActionKind::Block => match need(e, "change", sent.change) {
            Some(CustomerChange::Add) => match words("action.reason", sent.reason.as_deref().unwrap_or_default(), 500) {
                Ok(reason) => Some(Action::Block(Some(reason))),
                Err(fault) => return Err(fault.into()),
            },
            Some(CustomerChange::Remove) => Some(Action::Block(None)),
            None => None,
        },
    };
    errors.finish()?;
    action.ok_or_else(|| ApiError::field("action", common::REQUIRED))
}

/// Reads the action of a batch: what people agreed to is only taken back by one, for a reason.
pub(super) async fn read_for_all(app: &App, scope: &StoreScope, sent: &CustomerActionIn) -> ApiResult<Action> {
    let Action::Consent(channel, is_granted, source) = read(app, scope, sent).await? else {
        return read(app, scope, sent).await;
    };
    let mut errors = FieldErrors::new();
    if is_granted {
        errors.add("action.is_granted", WITHDRAW_ONLY);
    }
    // Whoever says it by hand was told it in another way.
    if source == Source::Import {
        errors.add("action.source", common::NOT_A_CHOICE);
    }
    let reason = words("action.reason", sent.reason.as_deref().unwrap_or_default(), 500);
    errors.finish()?;
    Ok(Action::Withdraw(channel, source, reason?))
}

/// The names of a customer's tags.
pub(super) async fn tag_names(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> db::Result<Vec<String>> {
    Ok(labels::list_tags_of(c, scope, &[id]).await?.into_iter().map(|(_, tag)| tag).collect())
}

fn group_names(groups: &[CustomerGroup]) -> Vec<String> {
    groups.iter().map(|g| g.name.clone()).collect()
}

/// An entry about a customer of a batch.
pub(super) fn entry(id: CustomerId, batch: Option<BatchId>) -> Entry {
    Entry::new(Act::Update, entities::CUSTOMER, id).batch(batch)
}

/// A tag by its folded word, with its text.
type Tag = (String, String);

/// Gives and takes tags, by folded word and text; false when nothing was to change. Nothing is written when they would be too many.
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

/// Puts a customer into a group or takes them out of it; false when they were so.
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

/// Puts a customer on the blocklist or takes them off it; false when they were so.
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
    // Since when is kept beside it: an undo brings back exactly that.
    let was = json!({ "is_blocked": before.blocked_at.is_some(), "reason": before.block_reason, "since": before.blocked_at });
    let is = json!({ "is_blocked": since.is_some(), "reason": reason, "since": since });
    log(c, env, scope, id, entry(id, batch).before(was).after(is)).await?;
    Ok(true)
}

/// Carries an action out on one customer, in the caller's transaction; false when nothing was to change.
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
            // Only a batch asks for it.
            None => Ok(false),
        },
        Action::Block(reason) => {
            change_block(c, env, scope, id, reason.as_deref().map(|reason| (env.now(), reason)), batch).await
        }
    }
}

/// What kind of act over many customers it is; what it does stands in its action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BatchAct {
    /// An act of the merchant's.
    Act,
    /// Another batch taken back.
    Undo,
}

impl BatchAct {
    /// The word in the table.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Act => "act",
            Self::Undo => "undo",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        [Self::Act, Self::Undo].into_iter().find(|kind| kind.as_str() == word)
    }
}

db::stored_words! {
    BatchAct, "batches" "kind";
}
