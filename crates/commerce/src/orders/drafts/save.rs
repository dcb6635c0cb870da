//! Creating, changing and deleting a draft. Each is one transaction with its journal entry.

use db::{Conn, Topics};
use kernel::{OrderId, StoreScope, money};
use serde_json::json;
use web::message::common;
use web::{FieldErrors, Message};

use super::build::{Built, blank, build};
use super::model::{Content, NO_SUCH, errors_of};
use super::read::read;
use super::store;
use super::wire::OrderDraftIn;
use crate::orders::activity;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::orders::status::{InvalidTransition, Status};
use crate::orders::store as orders;
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores::StoreProfile;

const EMPTY: Message = Message::new("أضف بندًا واحدًا على الأقل.", "Add at least one line.");

/// Minimum for saving: a customer and a line, and no product of another store. Other problems are reported with the draft, and
/// keep it from being placed.
fn check(content: &Content, built: &Built) -> Result<(), OrderError> {
    let mut errors = errors_of(built.problems.iter().filter(|p| p.code == NO_SUCH)).unwrap_or_else(FieldErrors::new);
    if content.customer_id.is_none() {
        errors.add("customer_id", common::REQUIRED);
    }
    if content.lines.is_empty() {
        errors.add("items", EMPTY);
    }
    if errors.is_empty() { Ok(()) } else { Err(OrderError::Fields(errors)) }
}

/// The content as it is stored: lines with the current names of their goods.
fn with_current_names(content: &Content, built: &Built) -> Content {
    let mut content = content.clone();
    for (line, goods) in content.lines.iter_mut().zip(&built.goods) {
        if let Some(g) = goods {
            line.name = g.name.clone();
            line.option_values.clone_from(&g.options);
        }
    }
    content
}

/// Reads the draft of an order for a change.
pub(super) async fn open(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    version: Option<i64>,
    to: Status,
) -> Result<(Order, store::Draft), OrderError> {
    if !orders::lock(c, scope, id).await? {
        return Err(OrderError::NotFound);
    }
    let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let draft = store::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    if order.status != Status::Draft {
        return Err(InvalidTransition { from: order.status, to }.into());
    }
    if version.is_some_and(|v| v != order.version) {
        return Err(OrderError::Stale);
    }
    Ok((order, draft))
}

/// Creates a draft.
///
/// # Errors
/// [`OrderError`]; nothing was written then.
pub(super) async fn create(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    sent: OrderDraftIn,
) -> Result<OrderId, OrderError> {
    let content = read(sent, profile, None).map_err(OrderError::Fields)?;
    insert(app, scope, profile, content, None).await
}

/// Inserts a new draft, perhaps a copy of an order.
pub(super) async fn insert(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    content: Content,
    origin: Option<OrderId>,
) -> Result<OrderId, OrderError> {
    let (at, env, profile) = (scope.clone(), app.env().clone(), profile.clone());
    let id: OrderId = env.id();
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let built = build(c, &at, &profile, blank(&profile, id, now), &content, (now, None)).await?;
            check(&content, &built)?;
            orders::count_status(c, &at, Status::Draft, 1).await?;
            let (number, seq) = orders::claim_numbers(c, &at, 1).await?;
            let order = Order { number, seq, ..built.order.clone() };
            orders::insert(c, &at, &order, profile.currency, None, "").await?;
            orders::insert_items(c, &at, id, order.created_at, &built.items).await?;
            store::insert(c, &at, id, &with_current_names(&content, &built), origin).await?;
            let after =
                json!({ "number": number, "status": Status::Draft, "total": money::format(order.total, profile.currency) });
            journal::write_at(c, &at, now, Topics::SALES, seq, Entry::new(Act::Create, entities::ORDER, id).after(after)).await?;
            Ok(id)
        })
        .await
}

/// Replaces a draft as a whole.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn update(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: OrderId,
    sent: OrderDraftIn,
) -> Result<(), OrderError> {
    let (at, env, profile) = (scope.clone(), app.env().clone(), profile.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let (before, draft) = open(c, &at, id, sent.version, Status::Draft).await?;
            let content = read(sent.clone(), &profile, Some(&draft.content.0)).map_err(OrderError::Fields)?;
            let built = build(c, &at, &profile, Order { updated_at: now, ..before.clone() }, &content, (now, None)).await?;
            check(&content, &built)?;
            let content = with_current_names(&content, &built);
            if content == draft.content.0 && built.order.total == before.total {
                return Ok(());
            }
            write(c, &at, before.version, &built).await?;
            store::set_content(c, &at, id, &content).await?;
            let amount = |n| money::format(n, profile.currency);
            let entry = Entry::new(Act::Update, entities::ORDER, id)
                .before(json!({ "total": amount(before.total) }))
                .after(json!({ "total": amount(built.order.total), "draft": true }));
            activity::log(c, &at, id, now, entry, None).await
        })
        .await
}

/// Writes the computed order and lines.
pub(super) async fn write(c: Conn<'_>, scope: &StoreScope, version: i64, built: &Built) -> Result<(), OrderError> {
    if !store::update_order(c, scope, version, &built.order).await? {
        return Err(OrderError::Stale);
    }
    store::delete_items(c, scope, built.order.id).await?;
    Ok(orders::insert_items(c, scope, built.order.id, built.order.created_at, &built.items).await?)
}

/// Deletes a draft; its number is not reused.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn delete(app: &App, scope: &StoreScope, id: OrderId, version: Option<i64>) -> Result<(), OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let (order, _) = open(c, &at, id, version, Status::Cancelled).await?;
            store::delete(c, &at, id).await?;
            orders::count_status(c, &at, Status::Draft, -1).await?;
            let entry =
                Entry::new(Act::Delete, entities::ORDER, id).before(json!({ "number": order.number, "status": Status::Draft }));
            journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}
