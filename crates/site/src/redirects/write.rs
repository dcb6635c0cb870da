//! Creates, changes, deletes and restores redirects, each in one transaction with its journal entry.

use db::Conn;
use kernel::id::Redirect as RedirectKind;
use kernel::{Millis, RedirectId, StoreScope};
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::address::{Target, key, read_address, read_target};
use super::changes::{self, Change, journal_fields, log};
use super::live::is_live;
use super::model::{MOST, MOST_STEPS, Redirect};
use super::wire::{RedirectIn, RedirectView};
use super::{entities, missed_store, store};
use platform::journal::{Act, Entry};
use platform::{App, stores};

pub(super) const FULL: Message = Message::new(
    "اكتمل الحد الأقصى: {max} تحويل. احذف ما لا تحتاج إليه.",
    "Limit reached: a store can have {max} redirects. Delete some you no longer need.",
);
const TAKEN: Message = Message::new("يوجد تحويل لهذا العنوان.", "There's already a redirect for this address.");
pub(super) const LOOP: Message = Message::new(
    "العنوان الجديد يعود إلى العنوان القديم نفسه. اختر عنوانًا آخر.",
    "The new address leads back to the old one. Choose another.",
);

/// The store's own address, which targets may begin with.
pub(super) async fn origin(app: &App, scope: &StoreScope) -> db::Result<String> {
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    Ok(app.base.store_url(&profile.slug))
}

/// A redirect that leads nowhere yet.
pub(super) fn blank(id: RedirectId, now: Millis) -> Redirect {
    Redirect {
        id,
        address: String::new(),
        address_key: String::new(),
        target: String::new(),
        target_key: String::new(),
        is_permanent: true,
        hits: 0,
        last_hit_at: None,
        created_at: now,
        updated_at: now,
        deleted_at: None,
        version: 1,
    }
}

impl Redirect {
    fn set_address(&mut self, address: String) {
        self.address_key = key(&address);
        self.address = address;
    }

    pub(super) fn set_target(&mut self, target: Target) {
        (self.target, self.target_key) = (target.text, target.key);
    }
}

/// Applies what was sent. A new redirect needs both addresses.
fn apply(redirect: &mut Redirect, sent: &RedirectIn, origin: &str) -> Result<(), FieldErrors> {
    let RedirectIn { address, target, is_permanent, version: _ } = sent;
    let mut errors = FieldErrors::new();
    match address {
        Some(sent) => match read_address(sent) {
            Ok(address) => redirect.set_address(address),
            Err(message) => errors.add("address", message),
        },
        None if redirect.address.is_empty() => errors.add("address", common::REQUIRED),
        None => {}
    }
    match target {
        Some(sent) => match read_target(sent, origin) {
            Ok(target) => redirect.set_target(target),
            Err(message) => errors.add("target", message),
        },
        None if redirect.target.is_empty() => errors.add("target", common::REQUIRED),
        None => {}
    }
    redirect.is_permanent = is_permanent.unwrap_or(redirect.is_permanent);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Checks that no other redirect has the address, and sends this one to where its target leads in the end: shoppers are sent on once.
async fn settle(app: &App, c: Conn<'_>, scope: &StoreScope, redirect: &mut Redirect) -> ApiResult<()> {
    let holder = store::find_by_key(c, scope, &redirect.address_key).await?;
    if holder.is_some_and(|other| other.id != redirect.id) {
        return Err(ApiError::field("address", TAKEN));
    }
    let mut at = (redirect.target.clone(), redirect.target_key.clone());
    let mut live_page = None;
    for _ in 0..MOST_STEPS {
        if at.1 == redirect.address_key {
            return Err(ApiError::field("target", LOOP));
        }
        let next = if at.1.is_empty() { None } else { store::find_by_key(c, scope, &at.1).await? };
        let Some(next) = next.filter(|next| next.id != redirect.id) else {
            (redirect.target, redirect.target_key) = live_page.unwrap_or(at);
            return Ok(());
        };
        // Shoppers see the page that is there, and no redirect of it; once it is gone, they must not come back.
        if live_page.is_none() && is_live(app, c, scope, &next.address).await? {
            live_page = Some(at);
        }
        at = (next.target, next.target_key);
    }
    Err(ApiError::field("target", LOOP))
}

/// What follows a redirect that is there now: those that lead to its address lead on, each with an entry of its own, and the address is
/// missed no more. Returns whether the store has a page at the address.
async fn follow(app: &App, c: Conn<'_>, scope: &StoreScope, redirect: &Redirect, now: Millis) -> ApiResult<bool> {
    let is_waiting = is_live(app, c, scope, &redirect.address).await?;
    if !is_waiting {
        let others = store::list_by_target(c, scope, &redirect.address_key).await?.into_iter();
        let led_on = |before: Redirect| {
            let (target, target_key) = (redirect.target.clone(), redirect.target_key.clone());
            Change { after: Redirect { target, target_key, ..before.clone() }, before }
        };
        let others: Vec<Change> = others.filter(|other| other.id != redirect.id).map(led_on).collect();
        changes::write(c, scope, now, &others).await?;
    }
    missed_store::delete_by_key(c, scope, &redirect.address_key).await?;
    Ok(is_waiting)
}

/// Another redirect took the address after the check (PostgreSQL).
pub(super) fn is_taken(e: db::Error) -> ApiError {
    if e.is_unique_violation() { ApiError::field("address", TAKEN) } else { e.into() }
}

async fn check_room(c: Conn<'_>, scope: &StoreScope) -> ApiResult<()> {
    if store::count(c, scope, MOST).await? >= MOST {
        return Err(ApiError::conflict("too_many_redirects", FULL.with("max", MOST)));
    }
    Ok(())
}

/// Creates a redirect.
///
/// # Errors
/// 422 with its fields; 409 when the store has too many.
pub(super) async fn create(app: &App, scope: &StoreScope, sent: &RedirectIn) -> ApiResult<RedirectView> {
    let origin = origin(app, scope).await?;
    let now = app.env().now();
    let mut redirect = blank(app.env().id::<RedirectKind>(), now);
    apply(&mut redirect, sent, &origin).map_err(ApiError::invalid)?;
    let (app, at) = (app.clone(), scope.clone());
    app.db()
        .clone()
        .tx(async move |c| {
            let mut redirect = redirect.clone();
            check_room(c, &at).await?;
            settle(&app, c, &at, &mut redirect).await?;
            store::insert(c, &at, std::slice::from_ref(&redirect)).await.map_err(is_taken)?;
            log(c, &at, now, Entry::new(Act::Create, entities::REDIRECT, redirect.id).after(journal_fields(&redirect))).await?;
            let is_waiting = follow(&app, c, &at, &redirect, now).await?;
            Ok(RedirectView::new(redirect, is_waiting))
        })
        .await
}

/// A redirect, and whether it works.
///
/// # Errors
/// 404.
pub(super) async fn view(app: &App, scope: &StoreScope, id: RedirectId) -> ApiResult<RedirectView> {
    let c = app.db().conn();
    let redirect = store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let is_waiting = is_live(app, c, scope, &redirect.address).await?;
    Ok(RedirectView::new(redirect, is_waiting))
}

/// Changes a redirect; an identical request changes nothing.
///
/// # Errors
/// 404, 409 when it is stale, 422 with its fields.
pub(super) async fn update(app: &App, scope: &StoreScope, id: RedirectId, sent: RedirectIn) -> ApiResult<RedirectView> {
    let origin = origin(app, scope).await?;
    let (app, at) = (app.clone(), scope.clone());
    app.db()
        .clone()
        .tx(async move |c| {
            let now = app.env().now();
            let before = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            let is_waiting = is_live(&app, c, &at, &before.address).await?;
            let stale = || ApiError::stale().with_current(&RedirectView::new(before.clone(), is_waiting));
            if sent.version.is_some_and(|version| version != before.version) {
                return Err(stale());
            }
            let mut after = before.clone();
            apply(&mut after, &sent, &origin).map_err(ApiError::invalid)?;
            settle(&app, c, &at, &mut after).await?;
            if after == before {
                return Ok(RedirectView::new(after, is_waiting));
            }
            (after.updated_at, after.version) = (now, before.version + 1);
            if !store::update(c, &at, &after).await.map_err(is_taken)? {
                return Err(stale());
            }
            let entry =
                Entry::new(Act::Update, entities::REDIRECT, id).before(journal_fields(&before)).after(journal_fields(&after));
            log(c, &at, now, entry).await?;
            let is_waiting = follow(&app, c, &at, &after, now).await?;
            Ok(RedirectView::new(after, is_waiting))
        })
        .await
}

/// Deletes a redirect; [`restore`] brings it back with its hits.
///
/// # Errors
/// 404.
pub(super) async fn delete(app: &App, scope: &StoreScope, id: RedirectId) -> ApiResult<()> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let redirect = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            if !store::set_deleted(c, &at, id, Some(now), now).await? {
                return Err(ApiError::not_found());
            }
            store::delete_forgotten(c, &at, now).await?;
            Ok(log(c, &at, now, Entry::new(Act::Delete, entities::REDIRECT, id).before(journal_fields(&redirect))).await?)
        })
        .await
}

/// Restores a deleted redirect.
///
/// # Errors
/// 404; 409 when there are too many; 422 with `address` when another one has it now, with `target` when it would lead back.
pub(super) async fn restore(app: &App, scope: &StoreScope, id: RedirectId) -> ApiResult<RedirectView> {
    let (app, at) = (app.clone(), scope.clone());
    app.db()
        .clone()
        .tx(async move |c| {
            let now = app.env().now();
            let deleted = store::find_any(c, &at, id).await?.filter(|redirect| redirect.deleted_at.is_some());
            let mut redirect = deleted.ok_or_else(ApiError::not_found)?;
            check_room(c, &at).await?;
            let written = (redirect.target.clone(), redirect.target_key.clone());
            settle(&app, c, &at, &mut redirect).await?;
            if !store::set_deleted(c, &at, id, None, now).await.map_err(is_taken)? {
                return Err(ApiError::not_found());
            }
            (redirect.deleted_at, redirect.updated_at, redirect.version) = (None, now, redirect.version + 1);
            if (&redirect.target, &redirect.target_key) != (&written.0, &written.1) {
                redirect.version += 1;
                store::update(c, &at, &redirect).await.map_err(is_taken)?;
            }
            log(c, &at, now, Entry::new(Act::Create, entities::REDIRECT, id).after(journal_fields(&redirect))).await?;
            let is_waiting = follow(&app, c, &at, &redirect, now).await?;
            Ok(RedirectView::new(redirect, is_waiting))
        })
        .await
}
