//! Saved views of the orders list: filters, search, order and columns under a name, a person's own or the team's (OR-01).
//!
//! Table: `order_views`. Invariant: what a view asks of the list can be asked; a view deleted by mistake comes back as it was.

mod api;

use std::collections::BTreeMap;

use db::{Conn, Json, Result, Topics, p, row};
use kernel::slug::percent_encode;
use kernel::text_guard::{Lines, clean};
use kernel::{Millis, OrderViewId, StoreScope, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, ListQuery, Message};

use super::list::{self, Asking};
use platform::App;
use platform::journal::{self, Act, Entry, entity};
use platform::stores;
use web::fields::guard_message;
use web::schema;

pub(super) use api::routes;

/// A person, and the team, keep as many.
const MOST: i64 = 50;
/// A name has as many characters.
const LONGEST: usize = 60;
/// A view shows as many columns.
const MOST_COLUMNS: usize = 30;

const TOO_MANY: Message = Message::new("اكتمل الحد الأقصى: {max} طريقة عرض محفوظة.", "Limit reached: {max} saved views.");
const NOT_COLUMNS: Message = Message::new("عمود غير معروف.", "Unknown column.");
const NOT_ALL: Message = Message::new("أرسل كل طرق العرض، كلًا منها مرة واحدة.", "Send every view, each once.");

web::schema_types! {
    /// A parameter of the list that a view keeps.
    OrderViewKey => schema::text(format!(r"^(sort|search|where|filter\[({})\](\[(gte|lte|gt|lt)\])?)$", list::FILTERS.join("|")), None);
}

/// What a view keeps of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderViewContent)]
pub struct Content {
    /// The list's query, without pages: `{"filter[status]": "PEND", "sort": "-total", "search": "...", "where": "..."}`.
    #[serde(default)]
    #[schema(value_type = BTreeMap<OrderViewKey, String>)]
    query: BTreeMap<String, String>,
    /// Names of columns in their order; the usual ones when empty.
    #[serde(default)]
    #[schema(max_items = 30, pattern = "^[a-z_]{1,30}$")]
    columns: Vec<String>,
}

/// A view as it is kept.
#[derive(Debug, Clone)]
pub(super) struct View {
    id: OrderViewId,
    owner_id: Option<UserId>,
    name: String,
    content: Json<Content>,
    position: i64,
    version: i64,
}
row!(View { id, owner_id, name, content, position, version });

/// A view that is wanted.
#[derive(Debug, Clone)]
pub(super) struct ViewDraft {
    pub(super) name: Option<String>,
    pub(super) is_shared: Option<bool>,
    pub(super) content: Option<Content>,
    pub(super) version: Option<i64>,
}

/// The views that a person sees: their own, then the team's, each in their order.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, user: UserId) -> Result<Vec<View>> {
    let sql = "SELECT id, owner_id, name, content, position, version FROM order_views WHERE store_id = ?1 AND owner_id = ?2 \
               AND deleted_at IS NULL ORDER BY position, id LIMIT 50";
    let mut views: Vec<View> = c.all(sql, p![scope.store(), user]).await?;
    let sql = "SELECT id, owner_id, name, content, position, version FROM order_views WHERE store_id = ?1 AND owner_id IS NULL \
               AND deleted_at IS NULL ORDER BY position, id LIMIT 50";
    views.extend(c.all::<View>(sql, p![scope.store()]).await?);
    Ok(views)
}

async fn find(c: Conn<'_>, scope: &StoreScope, id: OrderViewId, is_deleted: bool) -> Result<Option<View>> {
    let sql = "SELECT id, owner_id, name, content, position, version FROM order_views WHERE store_id = ?1 AND id = ?2 \
               AND (deleted_at IS NOT NULL) = ?3";
    c.opt(sql, p![scope.store(), id, is_deleted]).await
}

/// A view that somebody may see: their own or the team's. Another person's is not there.
async fn seen(c: Conn<'_>, scope: &StoreScope, user: UserId, id: OrderViewId, is_deleted: bool) -> ApiResult<View> {
    match find(c, scope, id, is_deleted).await? {
        Some(view) if view.owner_id.is_none_or(|owner| owner == user) => Ok(view),
        _ => Err(ApiError::not_found()),
    }
}

fn check_name(name: &str) -> ApiResult<String> {
    let name = clean(name, LONGEST, Lines::Single).map_err(|fault| ApiError::field("name", guard_message(fault)))?;
    if name.is_empty() { Err(ApiError::field("name", common::REQUIRED)) } else { Ok(name) }
}

/// What a view asks of the list is read as the list would read it.
async fn check_content(app: &App, scope: &StoreScope, user: UserId, content: &Content) -> ApiResult<()> {
    let is_column = |name: &String| (1..=30).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    if content.columns.len() > MOST_COLUMNS || !content.columns.iter().all(is_column) {
        return Err(ApiError::field("content.columns", NOT_COLUMNS));
    }
    let pairs = content.query.iter().map(|(key, value)| format!("{}={}", percent_encode(key), percent_encode(value)));
    let read = || -> ApiResult<ListQuery> {
        let is_known = |key: &String| matches!(key.as_str(), "sort" | "search" | "where") || key.starts_with("filter[");
        if content.query.len() > 30 || !content.query.keys().all(is_known) {
            return Err(ApiError::field("content.query", common::UNKNOWN_FILTER));
        }
        let query = ListQuery::parse("/orders", &pairs.collect::<Vec<_>>().join("&"))?;
        query.check(list::SORTS, list::FILTERS)?;
        Ok(query)
    };
    let query = read()?;
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    list::filters(&query, &Asking { profile: &profile, user, now: app.env().now() })?;
    Ok(())
}

async fn next_position(c: Conn<'_>, scope: &StoreScope, owner: Option<UserId>) -> ApiResult<i64> {
    let sql = "SELECT COUNT(*), COALESCE(MAX(position), 0) FROM order_views WHERE store_id = ?1 AND COALESCE(owner_id, 0) = ?2 \
               AND deleted_at IS NULL";
    let (n, last): (i64, i64) = c.one(sql, p![scope.store(), owner.unwrap_or(UserId::from_raw(0))]).await?;
    if n >= MOST {
        return Err(ApiError::field("name", TOO_MANY.with("max", MOST)));
    }
    Ok(last + 1)
}

async fn log(c: Conn<'_>, scope: &StoreScope, now: Millis, act: Act, view: &View) -> Result<()> {
    let entry =
        Entry::new(act, entity::ORDER_VIEW, view.id).after(json!({ "name": view.name, "is_shared": view.owner_id.is_none() }));
    journal::write(c, scope, now, Topics::SALES, entry).await?;
    Ok(())
}

/// Keeps a new view.
pub(super) async fn create(app: &App, scope: &StoreScope, user: UserId, wanted: ViewDraft) -> ApiResult<View> {
    let name = check_name(wanted.name.as_deref().unwrap_or_default())?;
    let content = wanted.content.unwrap_or_default();
    check_content(app, scope, user, &content).await?;
    let owner = if wanted.is_shared == Some(true) { None } else { Some(user) };
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let position = next_position(c, &at, owner).await?;
            let view =
                View { id: env.id(), owner_id: owner, name: name.clone(), content: Json(content.clone()), position, version: 1 };
            let sql = "INSERT INTO order_views (store_id, id, owner_id, name, content, position, created_by, created_at, updated_at, version) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, 1)";
            c.exec(sql, p![at.store(), view.id, owner, view.name, Json(content.clone()), position, user, now]).await?;
            log(c, &at, now, Act::Create, &view).await?;
            Ok::<_, ApiError>(view)
        })
        .await
}

/// Changes a view: its name, what it asks, whose it is.
pub(super) async fn update(app: &App, scope: &StoreScope, user: UserId, id: OrderViewId, wanted: ViewDraft) -> ApiResult<View> {
    let ViewDraft { name, is_shared, content, version } = wanted;
    let name = name.as_deref().map(check_name).transpose()?;
    if let Some(content) = &content {
        check_content(app, scope, user, content).await?;
    }
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let mut view = seen(c, &at, user, id, false).await?;
            if version.is_some_and(|v| v != view.version) {
                return Err(ApiError::stale().with_current(&api::OrderViewOut::of(view)));
            }
            let owner = match is_shared {
                Some(true) => None,
                Some(false) => Some(user),
                None => view.owner_id,
            };
            if owner != view.owner_id {
                view.position = next_position(c, &at, owner).await?;
                view.owner_id = owner;
            }
            if let Some(name) = &name {
                view.name.clone_from(name);
            }
            if let Some(content) = &content {
                view.content = Json(content.clone());
            }
            let sql = "UPDATE order_views SET owner_id = ?3, name = ?4, content = ?5, position = ?6, updated_at = ?7, version = version + 1 \
                       WHERE store_id = ?1 AND id = ?2 AND version = ?8 AND deleted_at IS NULL";
            let content = Json(view.content.0.clone());
            let changed =
                c.exec(sql, p![at.store(), id, view.owner_id, view.name, content, view.position, now, view.version]).await?;
            if changed == 0 {
                return Err(ApiError::stale());
            }
            view.version += 1;
            log(c, &at, now, Act::Update, &view).await?;
            Ok(view)
        })
        .await
}

/// Takes a view away, or brings back one that was.
pub(super) async fn set_deleted(
    app: &App,
    scope: &StoreScope,
    user: UserId,
    id: OrderViewId,
    is_deleted: bool,
) -> ApiResult<View> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let mut view = seen(c, &at, user, id, !is_deleted).await?;
            if !is_deleted {
                next_position(c, &at, view.owner_id).await?;
            }
            let sql =
                "UPDATE order_views SET deleted_at = ?3, updated_at = ?4, version = version + 1 WHERE store_id = ?1 AND id = ?2";
            c.exec(sql, p![at.store(), id, is_deleted.then_some(now), now]).await?;
            view.version += 1;
            log(c, &at, now, if is_deleted { Act::Delete } else { Act::Create }, &view).await?;
            Ok::<_, ApiError>(view)
        })
        .await
}

/// Puts a person's own views, or the team's, in another order.
pub(super) async fn sort(app: &App, scope: &StoreScope, user: UserId, is_shared: bool, items: Vec<OrderViewId>) -> ApiResult<()> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let mut views: Vec<View> = list(c, &at, user).await?;
            views.retain(|v| v.owner_id.is_none() == is_shared);
            if let Some(at) = items.iter().position(|id| !views.iter().any(|v| v.id == *id)) {
                return Err(ApiError::invalid(FieldErrors::one(format!("items.{at}"), common::NO_SUCH)));
            }
            if items.len() != views.len() || !views.iter().all(|v| items.contains(&v.id)) {
                return Err(ApiError::invalid(FieldErrors::one("items", NOT_ALL)));
            }
            for (position, id) in (1_i64..).zip(&items) {
                let sql = "UPDATE order_views SET position = ?3, updated_at = ?4 WHERE store_id = ?1 AND id = ?2";
                c.exec(sql, p![at.store(), *id, position, now]).await?;
            }
            if let Some(view) = views.first() {
                log(c, &at, now, Act::Update, view).await?;
            }
            Ok(())
        })
        .await
}

/// Whether a view is the team's; none when the person does not see it.
pub(super) async fn is_shared(c: Conn<'_>, scope: &StoreScope, user: UserId, id: OrderViewId) -> ApiResult<bool> {
    let view = match find(c, scope, id, false).await? {
        Some(view) => Some(view),
        None => find(c, scope, id, true).await?,
    };
    match view {
        Some(view) if view.owner_id.is_none_or(|owner| owner == user) => Ok(view.owner_id.is_none()),
        _ => Err(ApiError::not_found()),
    }
}
