//! Creates, updates, deletes and sorts views.

use db::{Conn, Json, Result, Topics};
use kernel::slug::percent_encode;
use kernel::text_guard::{Lines, clean};
use kernel::{Millis, OrderViewId, StoreScope, UserId};
use serde_json::json;
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, ListQuery, Message};

use super::model::{Content, OrderViewOut, View, ViewDraft};
use super::store;
use crate::orders::entities;
use crate::orders::list::{self, FilterContext};
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores;
use web::fields::guard_message;

/// The most views of a user, and of the team.
const MOST: i64 = 50;
/// The most characters of a name.
const LONGEST: usize = 60;
/// The most columns of a view.
const MOST_COLUMNS: usize = 30;

const TOO_MANY: Message = Message::new("اكتمل الحد الأقصى: {max} طريقة عرض محفوظة.", "Limit reached: {max} saved views.");
const NOT_COLUMNS: Message = Message::new("عمود غير معروف.", "Unknown column.");
const NOT_ALL: Message = Message::new("أرسل كل طرق العرض، كلًا منها مرة واحدة.", "Send every view, each once.");

/// A view that the user can see: their own or the team's. Another user's counts as missing.
async fn find_visible(c: Conn<'_>, scope: &StoreScope, user: UserId, id: OrderViewId, is_deleted: bool) -> ApiResult<View> {
    match store::find(c, scope, id, is_deleted).await? {
        Some(view) if view.owner_id.is_none_or(|owner| owner == user) => Ok(view),
        _ => Err(ApiError::not_found()),
    }
}

fn check_name(name: &str) -> ApiResult<String> {
    let name = clean(name, LONGEST, Lines::Single).map_err(|fault| ApiError::field("name", guard_message(fault)))?;
    if name.is_empty() { Err(ApiError::field("name", common::REQUIRED)) } else { Ok(name) }
}

/// Validates the query of a view by parsing it as the list does.
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
    list::filters(&query, &FilterContext { profile: &profile, user, now: app.env().now() })?;
    Ok(())
}

async fn next_position(c: Conn<'_>, scope: &StoreScope, owner: Option<UserId>) -> ApiResult<i64> {
    let (n, last) = store::get_last_position(c, scope, owner).await?;
    if n >= MOST {
        return Err(ApiError::field("name", TOO_MANY.with("max", MOST)));
    }
    Ok(last + 1)
}

async fn log(c: Conn<'_>, scope: &StoreScope, now: Millis, act: Act, view: &View) -> Result<()> {
    let entry =
        Entry::new(act, entities::ORDER_VIEW, view.id).after(json!({ "name": view.name, "is_shared": view.owner_id.is_none() }));
    journal::write(c, scope, now, Topics::SALES, entry).await?;
    Ok(())
}

/// Creates a view.
pub(super) async fn create(app: &App, scope: &StoreScope, user: UserId, draft: ViewDraft) -> ApiResult<View> {
    let name = check_name(draft.name.as_deref().unwrap_or_default())?;
    let content = draft.content.unwrap_or_default();
    check_content(app, scope, user, &content).await?;
    let owner = if draft.is_shared == Some(true) { None } else { Some(user) };
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let position = next_position(c, &at, owner).await?;
            let view =
                View { id: env.id(), owner_id: owner, name: name.clone(), content: Json(content.clone()), position, version: 1 };
            store::insert(c, &at, &view, user, now).await?;
            log(c, &at, now, Act::Create, &view).await?;
            Ok::<_, ApiError>(view)
        })
        .await
}

/// Changes a view: its name, its content, its owner.
pub(super) async fn update(app: &App, scope: &StoreScope, user: UserId, id: OrderViewId, draft: ViewDraft) -> ApiResult<View> {
    let ViewDraft { name, is_shared, content, version } = draft;
    let name = name.as_deref().map(check_name).transpose()?;
    if let Some(content) = &content {
        check_content(app, scope, user, content).await?;
    }
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let mut view = find_visible(c, &at, user, id, false).await?;
            if version.is_some_and(|v| v != view.version) {
                return Err(ApiError::stale().with_current(&OrderViewOut::from_view(view)));
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
            if !store::update(c, &at, &view, now).await? {
                return Err(ApiError::stale());
            }
            view.version += 1;
            log(c, &at, now, Act::Update, &view).await?;
            Ok(view)
        })
        .await
}

/// Deletes or restores a view.
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
            let mut view = find_visible(c, &at, user, id, !is_deleted).await?;
            if !is_deleted {
                next_position(c, &at, view.owner_id).await?;
            }
            store::set_deleted(c, &at, id, is_deleted, now).await?;
            view.version += 1;
            log(c, &at, now, if is_deleted { Act::Delete } else { Act::Create }, &view).await?;
            Ok::<_, ApiError>(view)
        })
        .await
}

/// Reorders a user's own views, or the team's.
pub(super) async fn sort(app: &App, scope: &StoreScope, user: UserId, is_shared: bool, items: Vec<OrderViewId>) -> ApiResult<()> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let mut views: Vec<View> = store::list(c, &at, user).await?;
            views.retain(|v| v.owner_id.is_none() == is_shared);
            if let Some(at) = items.iter().position(|id| !views.iter().any(|v| v.id == *id)) {
                return Err(ApiError::invalid(FieldErrors::one(format!("items.{at}"), common::NO_SUCH)));
            }
            if items.len() != views.len() || !views.iter().all(|v| items.contains(&v.id)) {
                return Err(ApiError::invalid(FieldErrors::one("items", NOT_ALL)));
            }
            for (position, id) in (1_i64..).zip(&items) {
                store::set_position(c, &at, *id, position, now).await?;
            }
            if let Some(view) = views.first() {
                log(c, &at, now, Act::Update, view).await?;
            }
            Ok(())
        })
        .await
}

/// Whether a view is the team's; none when the user cannot see it.
pub(super) async fn is_shared(c: Conn<'_>, scope: &StoreScope, user: UserId, id: OrderViewId) -> ApiResult<bool> {
    let view = match store::find(c, scope, id, false).await? {
        Some(view) => Some(view),
        None => store::find(c, scope, id, true).await?,
    };
    match view {
        Some(view) if view.owner_id.is_none_or(|owner| owner == user) => Ok(view.owner_id.is_none()),
        _ => Err(ApiError::not_found()),
    }
}
