//! Tags and assignee of an order (OR-01, OR-07).
//!
//! Neither is part of what was sold: they do not change the order's version, so that nobody who edits the order gets a conflict.

use std::collections::{HashMap, HashSet};

use db::{Conn, Result};
use kernel::fold::fold;
use kernel::text_guard::{Lines, clean};
use kernel::{Env, OrderId, StoreScope, UserId};
use serde_json::json;
use web::message::common;
use web::{FieldErrors, Message};

use super::activity::log;
use super::entities;
use super::error::OrderError;
use super::ledger::model::LedgerTotals;
use super::ledger::store::list_sums;
use super::model::Row;
use super::tags_store::{self as store, Tag};
use platform::App;
use platform::identity;
use platform::journal::{Act, Entry};
use platform::stores::access;
use web::fields::guard_message;

/// The most tags of an order.
const MOST_TAGS: usize = 20;
/// The most characters of a tag.
const LONGEST: usize = 40;

const TOO_MANY: Message = Message::new("الحد الأقصى {max} وسمًا لكل طلب.", "Limit reached: {max} tags per order.");
const NOT_A_TAG: Message = Message::new("اكتب الوسم بحروف أو أرقام بدون فواصل.", "Tags use letters or digits, without commas.");
const NOT_A_MEMBER: Message = Message::new("هذا الشخص ليس عضوًا في الفريق.", "This person isn't on the team.");

/// Parses tags, each once; `field` names the list in errors.
pub(super) fn read_tags(field: &str, texts: &[String]) -> Result<Vec<Tag>, FieldErrors> {
    let mut errors = FieldErrors::new();
    let mut tags: Vec<Tag> = Vec::new();
    if texts.len() > MOST_TAGS {
        errors.add(field, TOO_MANY.with("max", MOST_TAGS));
        return Err(errors);
    }
    for (at, text) in texts.iter().enumerate() {
        let path = format!("{field}.{at}");
        match clean(text, LONGEST, Lines::Single) {
            Err(fault) => errors.add(path, guard_message(fault)),
            Ok(text) => {
                let key = fold(&text);
                if key.trim().is_empty() || text.contains(',') {
                    errors.add(path, NOT_A_TAG);
                } else if !tags.iter().any(|t| t.key == key) {
                    tags.push(Tag { key, text });
                }
            }
        }
    }
    if errors.is_empty() { Ok(tags) } else { Err(errors) }
}

/// The result of a change of an order's tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tagged {
    pub(super) added: Vec<String>,
    pub(super) removed: Vec<String>,
}

/// Adds tags to an order and removes others; returns which were added and which were removed.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn tag(app: &App, scope: &StoreScope, id: OrderId, add: &[Tag], remove: &[Tag]) -> Result<Tagged, OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    let (add, remove) = (add.to_vec(), remove.to_vec());
    app.db().tx(async move |c| tag_in(c, &env, &at, id, &add, &remove).await).await
}

/// As [`tag`], in the caller's transaction.
pub(super) async fn tag_in(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    add: &[Tag],
    remove: &[Tag],
) -> Result<Tagged, OrderError> {
    let now = env.now();
    // The order is locked first and the store's counters last, as by every change of an order.
    if !super::store::lock(c, scope, id).await? {
        return Err(OrderError::NotFound);
    }
    let placed = store::find_placed_at(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let before = store::list_tags(c, scope, id).await?;
    let removed: Vec<Tag> = before.iter().filter(|t| remove.iter().any(|r| r.key == t.key)).cloned().collect();
    let added: Vec<Tag> = add.iter().filter(|t| !before.iter().any(|b| b.key == t.key)).cloned().collect();
    if removed.is_empty() && added.is_empty() {
        return Ok(Tagged::default());
    }
    if before.len() - removed.len() + added.len() > MOST_TAGS {
        return Err(OrderError::Fields(FieldErrors::one("add", TOO_MANY.with("max", MOST_TAGS))));
    }
    for tag in &removed {
        store::delete_tag(c, scope, id, placed, &tag.key).await?;
    }
    for tag in &added {
        store::insert_tag(c, scope, id, placed, tag).await?;
    }
    let texts = |tags: &[Tag]| tags.iter().map(|t| t.text.clone()).collect::<Vec<_>>();
    let after = store::list_tags(c, scope, id).await?;
    let entry = Entry::new(Act::Update, entities::ORDER, id)
        .before(json!({ "tags": texts(&before) }))
        .after(json!({ "tags": texts(&after) }));
    log(c, scope, id, now, entry, None).await?;
    Ok(Tagged { added: texts(&added), removed: texts(&removed) })
}

/// Assigns an order to a member of the store, or to nobody; returns the previous assignee.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn assign(app: &App, scope: &StoreScope, id: OrderId, to: Option<UserId>) -> Result<Option<UserId>, OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db().tx(async move |c| assign_in(c, &env, &at, id, to).await).await
}

/// The assignee of an order.
pub(super) async fn assignee(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Option<UserId>, OrderError> {
    store::find_assignee(c, scope, id).await?.ok_or(OrderError::NotFound)
}

/// As [`assign`], in the caller's transaction.
pub(super) async fn assign_in(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    to: Option<UserId>,
) -> Result<Option<UserId>, OrderError> {
    let now = env.now();
    let before = assignee(c, scope, id).await?;
    if before == to {
        return Ok(before);
    }
    let name = match to {
        Some(user) => match access::find_member_name(c, scope, user).await? {
            Some(name) => Some(name),
            None => return Err(OrderError::Fields(FieldErrors::one("assignee_id", NOT_A_MEMBER))),
        },
        None => None,
    };
    let previous = names(c, &before.into_iter().collect::<Vec<_>>()).await?.into_values().next();
    store::set_assignee(c, scope, id, to).await?;
    let entry =
        Entry::new(Act::Update, entities::ORDER, id).before(json!({ "assignee": previous })).after(json!({ "assignee": name }));
    log(c, scope, id, now, entry, None).await?;
    Ok(before)
}

/// Names of users, also after they left the store.
pub(super) async fn names(c: Conn<'_>, ids: &[UserId]) -> Result<HashMap<UserId, String>> {
    Ok(identity::list_names(c, ids).await?.into_iter().collect())
}

/// Tags, assignees, money and receipts of a page of orders.
#[derive(Debug, Default)]
pub(super) struct TagsAndAssignees {
    pub(super) tags: HashMap<OrderId, Vec<String>>,
    pub(super) members: HashMap<UserId, String>,
    pub(super) money: HashMap<OrderId, LedgerTotals>,
    /// Orders with a waiting receipt.
    pub(super) receipts: HashSet<OrderId>,
}

/// Reads them for a page: a statement for the tags, one for the money, one for receipts, and one for the users where there are
/// any.
pub(super) async fn of_page(c: Conn<'_>, scope: &StoreScope, rows: &[Row]) -> Result<TagsAndAssignees> {
    let mut out = TagsAndAssignees::default();
    if rows.is_empty() {
        return Ok(out);
    }
    for (id, tag) in store::list_tags_of(c, scope, rows.iter().map(|r| r.id)).await? {
        out.tags.entry(id).or_default().push(tag);
    }
    let mut members: Vec<UserId> = rows.iter().filter_map(|r| r.assignee_id).collect();
    members.sort_unstable();
    members.dedup();
    out.members = names(c, &members).await?;
    out.money = list_sums(c, scope, rows.iter().map(|r| r.id)).await?;
    out.receipts = super::transfers::store::list_waiting(c, scope, rows.iter().map(|r| r.id)).await?.into_iter().collect();
    Ok(out)
}

/// Checks the number of items of a bulk call.
pub(super) fn checked_items<T>(items: &[T]) -> Result<(), web::ApiError> {
    if items.is_empty() || items.len() > 100 {
        return Err(web::ApiError::field("items", common::INVALID_ITEM));
    }
    Ok(())
}

/// Checks that a user is a member of the store.
///
/// # Errors
/// 422 at `field`.
pub(super) async fn check_member(app: &App, scope: &StoreScope, user: UserId, field: &str) -> Result<(), web::ApiError> {
    match access::find_member_name(app.db().conn(), scope, user).await? {
        Some(_) => Ok(()),
        None => Err(web::ApiError::field(field, NOT_A_MEMBER)),
    }
}
