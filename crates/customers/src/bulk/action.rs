//! Bulk actions on customers.

use kernel::{BatchId, CustomerGroupId, CustomerId, StoreScope};
use serde::{Deserialize, Serialize};
use web::message::common;
use web::schema;
use web::{ApiError, ApiResult, FieldErrors, Message};

use crate::entities;
use crate::model::{Channel, CustomerGroup, Source};
use crate::store::labels;
use crate::write::{tags, words};
use platform::App;
use platform::journal::{Act, Entry};

const WITHDRAW_ONLY: Message = Message::new(
    "يمكن تسجيل الموافقة للعملاء المحددين فقط، وسحبها لكل المطابقين.",
    "Consent can be recorded for selected customers only. For all matching, it can only be withdrawn.",
);

/// What a bulk action does to each customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CustomerActionKind {
    /// Adds or removes tags: `change`, `tags`.
    Tags,
    /// Adds to a group or removes from it: `change`, `group_id`.
    Group,
    /// Records consent: `channel`, `is_granted`, `source`. For all matching customers it can only be withdrawn (`is_granted:
    /// false`), with a `reason` for the staff; customers who have not granted it are unchanged.
    Consent,
    /// Blocks or unblocks: `change`, and a `reason` when adding. A customer who is blocked already keeps the earlier reason.
    Block,
}

/// Whether a tag, group or block is added or removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CustomerChange {
    /// Add.
    Add,
    /// Remove.
    Remove,
}

/// One action on many customers; the kind determines which of the other fields are required.
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
    /// For the staff; the shopper never sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::RequiredLongText<500>>)]
    pub(super) reason: Option<String>,
}

/// A validated action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Action {
    /// Folded word and text.
    Tags(CustomerChange, Vec<(String, String)>),
    Group(CustomerChange, CustomerGroup),
    Consent(Channel, bool, Source),
    /// Withdraws consent, for all matching customers; with the reason.
    Withdraw(Channel, Source, String),
    /// Blocks with this reason, or unblocks.
    Block(Option<String>),
}

fn need<T: Copy>(errors: &mut FieldErrors, path: &str, value: Option<T>) -> Option<T> {
    if value.is_none() {
        errors.add(format!("action.{path}"), common::REQUIRED);
    }
    value
}

/// Parses an action, and checks that its group is the store's.
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

/// Parses the action of a batch, which may only withdraw consent, with a reason.
pub(super) async fn read_for_all(app: &App, scope: &StoreScope, sent: &CustomerActionIn) -> ApiResult<Action> {
    let Action::Consent(channel, is_granted, source) = read(app, scope, sent).await? else {
        return read(app, scope, sent).await;
    };
    let mut errors = FieldErrors::new();
    if is_granted {
        errors.add("action.is_granted", WITHDRAW_ONLY);
    }
    // `import` is reserved for files; a person learned of it in another way.
    if source == Source::Import {
        errors.add("action.source", common::NOT_A_CHOICE);
    }
    let reason = words("action.reason", sent.reason.as_deref().unwrap_or_default(), 500);
    errors.finish()?;
    Ok(Action::Withdraw(channel, source, reason?))
}

/// A journal entry about a customer of a batch.
pub(super) fn entry(id: CustomerId, batch: Option<BatchId>) -> Entry {
    Entry::new(Act::Update, entities::CUSTOMER, id).batch(batch)
}

/// The kind of a batch; its effect is in its action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BatchAct {
    /// An action of the merchant.
    Act,
    /// The undo of another batch.
    Undo,
}

impl BatchAct {
    /// The value in the table.
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
