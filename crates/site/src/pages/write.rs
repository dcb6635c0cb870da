//! Creates, changes, deletes, restores and publishes pages, each in one transaction with its journal entry (ST-08).

use db::{Conn, Topics};
use jobs::Enqueue;
use kernel::text_guard::Lines;
use kernel::{ContentPageId, Env, Lang, Millis, StoreId, StoreScope, Texts};
use serde_json::{Value, json};
use web::fields::{guard_message, texts};
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::entities;
use super::jobs::PublishPage;
use super::model::{MOST, MOST_CONTENT, MOST_TITLE, Page, Status};
use super::wire::{PageIn, PageSeoIn, PageView, Site};
use super::{slugs, store};
use platform::journal::{self, Act, Entry};
use platform::{App, stores};

const FULL: Message = Message::new(
    "اكتمل الحد الأقصى: {max} صفحة. احذف ما لا تحتاج إليه.",
    "Limit reached: a store can have {max} pages. Delete some you no longer need.",
);
const NO_LETTERS: Message = Message::new("اكتب حروفًا أو أرقامًا.", "Use letters or digits.");
const POLICY_TAKEN: Message = Message::new("توجد صفحة أخرى لهذه السياسة.", "Another page already states this policy.");
const NOT_A_TIME: Message = Message::new("اختر تاريخًا ووقتًا صحيحين.", "Choose a valid date and time.");
const NO_TIME: Message = Message::new("اختر موعد نشر الصفحة.", "Choose when the page is published.");
const PAST: Message = Message::new("اختر وقتًا لم يأتِ بعد.", "Choose a time in the future.");

/// A page with its addresses.
pub(super) type Stored = (Page, Texts);

/// The storefront's address and languages, and the store's default language.
pub(super) async fn site(app: &App, scope: &StoreScope) -> db::Result<Site> {
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    Ok(Site {
        origin: app.base.store_url(&profile.slug),
        default_language: profile.default_language,
        languages: profile.languages,
    })
}

/// An empty page that shoppers see.
pub(super) fn blank(id: ContentPageId, now: Millis) -> Page {
    Page {
        id,
        title: Texts::default(),
        content: Texts::default(),
        status: Status::Published,
        publish_at: None,
        policy: None,
        meta_title: Texts::default(),
        meta_description: Texts::default(),
        template: None,
        created_at: now,
        updated_at: now,
        deleted_at: None,
        version: 1,
    }
}

/// Sanitised HTML in both languages.
fn html(errors: &mut FieldErrors, sent: &Texts) -> Texts {
    let mut clean = |lang: &str, text: &str| {
        platform::html::clean(text, MOST_CONTENT).unwrap_or_else(|fault| {
            errors.add(format!("content.{lang}"), guard_message(fault));
            String::new()
        })
    };
    Texts { ar: clean("ar", &sent.ar), en: clean("en", &sent.en) }
}

/// The slugs as they are stored.
fn requested(errors: &mut FieldErrors, sent: &Texts) -> Texts {
    let mut out = Texts::default();
    for (lang, text) in [(Lang::Ar, &sent.ar), (Lang::En, &sent.en)] {
        let path = format!("slugs.{}", lang.code());
        let before = errors.iter().count();
        let text = web::fields::line(errors, &path, text, 200, false);
        if text.is_empty() || errors.iter().count() > before {
            continue;
        }
        match kernel::slug::slugify(&text) {
            Some(slug) => out.set(lang, slug),
            None => errors.add(path, NO_LETTERS),
        }
    }
    out
}

/// Applies what was sent; the slugs are assigned in the transaction.
fn apply(page: &mut Page, sent: &PageIn, language: Lang, now: Millis) -> Result<Texts, FieldErrors> {
    let PageIn { title, content, slugs, status, publish_at, policy, seo, template, version: _ } = sent;
    let mut errors = FieldErrors::new();
    let e = &mut errors;
    if let Some(sent) = title {
        page.title = texts(e, "title", sent, MOST_TITLE, Lines::Single, false);
    }
    if page.title.exact(language).is_empty() && e.is_empty() {
        e.add(format!("title.{}", language.code()), common::REQUIRED);
    }
    if let Some(sent) = content {
        page.content = html(e, sent);
    }
    let slugs = requested(e, &slugs.clone().unwrap_or_default());
    if let Some(PageSeoIn { meta_title, meta_description }) = seo {
        if let Some(sent) = meta_title {
            page.meta_title = texts(e, "seo.meta_title", sent, 200, Lines::Single, false);
        }
        if let Some(sent) = meta_description {
            page.meta_description = texts(e, "seo.meta_description", sent, 500, Lines::Single, false);
        }
    }
    if let Some(sent) = template {
        match web::fields::template(sent.as_deref()) {
            Ok(template) => page.template = template,
            Err(message) => e.add("template", message),
        }
    }
    page.policy = policy.unwrap_or(page.policy);
    page.status = status.unwrap_or(page.status);
    if let Some(sent) = publish_at {
        page.publish_at = match sent.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            None => None,
            Some(text) => Millis::parse(text).or_else(|| {
                e.add("publish_at", NOT_A_TIME);
                None
            }),
        };
    }
    let is_new_time = status.is_some() || publish_at.is_some();
    match page.status {
        Status::Scheduled if e.is_empty() => match page.publish_at {
            None => e.add("publish_at", NO_TIME),
            Some(at) if is_new_time && at <= now => e.add("publish_at", PAST),
            Some(_) => {}
        },
        Status::Scheduled => {}
        Status::Draft | Status::Published => page.publish_at = None,
    }
    if errors.is_empty() { Ok(slugs) } else { Err(errors) }
}

/// A page's fields in the journal.
fn journal_fields((page, slugs): &Stored) -> Value {
    json!({
        "title": page.title, "content": page.content, "slugs": slugs, "status": page.status, "publish_at": page.publish_at.map(Millis::rfc3339),
        "policy": page.policy, "meta_title": page.meta_title, "meta_description": page.meta_description,
        "template": page.template,
    })
}

/// The fields that differ, before and after.
fn differences(before: &Stored, after: &Stored) -> (Value, Value) {
    // With the title on both sides: it names the page in the log.
    let (mut from, mut to) = (json!({ "title": before.0.title }), json!({ "title": after.0.title }));
    if let (Value::Object(before), Value::Object(after)) = (journal_fields(before), journal_fields(after)) {
        for (key, now) in after {
            let previous = before.get(&key).cloned().unwrap_or(Value::Null);
            if previous != now {
                from[&key] = previous;
                to[&key] = now;
            }
        }
    }
    (from, to)
}

async fn log(c: Conn<'_>, scope: &StoreScope, now: Millis, entry: Entry) -> db::Result<()> {
    journal::write(c, scope, now, Topics::STOREFRONT, entry).await.map(|_| ())
}

async fn check_policy(c: Conn<'_>, scope: &StoreScope, page: &Page) -> ApiResult<()> {
    let Some(policy) = page.policy else { return Ok(()) };
    match store::find_by_policy(c, scope, policy).await? {
        Some(other) if other.id != page.id => Err(ApiError::field("policy", POLICY_TAKEN)),
        _ => Ok(()),
    }
}

/// Another page took the policy or an address after the check (PostgreSQL).
fn is_taken(e: db::Error) -> ApiError {
    if e.is_unique_violation() { ApiError::field("policy", POLICY_TAKEN) } else { e.into() }
}

/// Schedules the publication of a page in the caller's transaction.
async fn schedule(c: Conn<'_>, env: &Env, store: StoreId, page: &Page) -> db::Result<()> {
    if let (Status::Scheduled, Some(at)) = (page.status, page.publish_at) {
        let options = Enqueue { run_at: Some(at), ..Enqueue::for_store(store) };
        jobs::enqueue(c, env, &PublishPage { store, page: page.id }, options).await?;
    }
    Ok(())
}

async fn check_room(c: Conn<'_>, scope: &StoreScope) -> ApiResult<()> {
    let most = i64::try_from(MOST).unwrap_or(i64::MAX);
    if store::count(c, scope, most).await? >= most {
        return Err(ApiError::conflict("too_many_pages", FULL.with("max", MOST)));
    }
    Ok(())
}

/// Creates a page.
///
/// # Errors
/// 422 with its fields; 409 when the store has too many.
pub(super) async fn create(app: &App, scope: &StoreScope, sent: &PageIn, site: &Site) -> ApiResult<Stored> {
    let (env, at) = (app.env().clone(), scope.clone());
    let now = env.now();
    let mut page = blank(env.id(), now);
    let slugs = apply(&mut page, sent, site.default_language, now).map_err(ApiError::invalid)?;
    app.db()
        .tx(async move |c| {
            check_room(c, &at).await?;
            check_policy(c, &at, &page).await?;
            insert(c, &env, &at, page.clone(), &slugs).await
        })
        .await
}

/// Inserts a page with its addresses, its publication and its journal entry.
pub(super) async fn insert(c: Conn<'_>, env: &Env, scope: &StoreScope, page: Page, requested: &Texts) -> ApiResult<Stored> {
    let now = page.created_at;
    store::insert(c, scope, &page).await.map_err(is_taken)?;
    let slugs = slugs::assign(c, scope, (page.id, &page.title), requested, now).await?.map_err(ApiError::invalid)?;
    schedule(c, env, scope.store(), &page).await?;
    let stored = (page, slugs);
    log(c, scope, now, Entry::new(Act::Create, entities::PAGE, stored.0.id).after(journal_fields(&stored))).await?;
    Ok(stored)
}

/// Changes a page; an identical request changes nothing.
///
/// # Errors
/// 404, 409 when it is stale, 422 with its fields.
pub(super) async fn update(app: &App, scope: &StoreScope, id: ContentPageId, sent: PageIn, site: &Site) -> ApiResult<Stored> {
    let (env, at, site) = (app.env().clone(), scope.clone(), site.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let page = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            let before = (page, store::find_slugs(c, &at, id).await?);
            let stale = || ApiError::stale().with_current(&PageView::from_page(before.0.clone(), before.1.clone(), &site));
            if sent.version.is_some_and(|v| v != before.0.version) {
                return Err(stale());
            }
            let mut page = before.0.clone();
            let requested = apply(&mut page, &sent, site.default_language, now).map_err(ApiError::invalid)?;
            check_policy(c, &at, &page).await?;
            let assigned = slugs::assign(c, &at, (id, &page.title), &requested, now).await?;
            let mut after = (page, assigned.map_err(ApiError::invalid)?);
            if after == before {
                return Ok(after);
            }
            (after.0.updated_at, after.0.version) = (now, before.0.version + 1);
            if !store::update(c, &at, &after.0).await.map_err(is_taken)? {
                return Err(stale());
            }
            if (after.0.status, after.0.publish_at) != (before.0.status, before.0.publish_at) {
                schedule(c, &env, at.store(), &after.0).await?;
            }
            let (was, is) = differences(&before, &after);
            log(c, &at, now, Entry::new(Act::Update, entities::PAGE, id).before(was).after(is)).await?;
            Ok(after)
        })
        .await
}

/// Deletes a page. Menu links to it are left out of the storefront; its addresses are kept for a restore.
///
/// # Errors
/// 404.
pub(super) async fn delete(app: &App, scope: &StoreScope, id: ContentPageId) -> ApiResult<()> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let page = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            let stored = (page, store::find_slugs(c, &at, id).await?);
            if !store::set_deleted(c, &at, id, Some(now), now).await? {
                return Err(ApiError::not_found());
            }
            let entry = Entry::new(Act::Delete, entities::PAGE, id).before(journal_fields(&stored));
            Ok(log(c, &at, now, entry).await?)
        })
        .await
}

/// Restores a deleted page; where another page has its address by now, it gets a new one.
///
/// # Errors
/// 404; 409 when there are too many; 422 with `policy` when another page states it now.
pub(super) async fn restore(app: &App, scope: &StoreScope, id: ContentPageId) -> ApiResult<Stored> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let deleted = store::find_any(c, &at, id).await?.filter(|page| page.deleted_at.is_some());
            let mut page = deleted.ok_or_else(ApiError::not_found)?;
            check_room(c, &at).await?;
            check_policy(c, &at, &page).await?;
            if !store::set_deleted(c, &at, id, None, now).await.map_err(is_taken)? {
                return Err(ApiError::not_found());
            }
            let slugs = slugs::assign(c, &at, (id, &page.title), &Texts::default(), now).await?.map_err(ApiError::invalid)?;
            // The moment may have passed while it was deleted: its job has found nothing to publish.
            schedule(c, &env, at.store(), &page).await?;
            (page.deleted_at, page.updated_at, page.version) = (None, now, page.version + 1);
            let stored = (page, slugs);
            log(c, &at, now, Entry::new(Act::Create, entities::PAGE, id).after(journal_fields(&stored))).await?;
            Ok(stored)
        })
        .await
}
