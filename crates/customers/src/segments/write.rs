//! Creating, changing, deleting and restoring a segment, each in one transaction with its journal entry.

use db::{Conn, Json, Topics};
use kernel::{CustomerGroupId, CustomerSegmentId, Millis, StoreScope};
use serde_json::json;
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::names;
use super::rules::{Compare, Field, Groups, Rule, RuleContext, conditions};
use super::store::{self, MOST, Segment};
use super::wire::{SegmentView, without_codes};
use crate::entities;
use crate::purchases::Purchases;
use crate::store::labels;
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores;
use web::fields::line;

/// Longest name, in characters.
const LONGEST: usize = 60;

const TOO_MANY: Message = Message::new("اكتمل الحد الأقصى: {max} شريحة.", "Limit reached: a store can have {max} segments.");

/// The fields of a segment that were sent; absent ones are unchanged.
#[derive(Debug, Clone, Default)]
pub(super) struct SegmentDraft {
    pub(super) name: Option<String>,
    pub(super) groups: Option<Groups>,
    pub(super) version: Option<i64>,
}

fn name_of(errors: &mut FieldErrors, sent: &str) -> String {
    line(errors, "name", sent, LONGEST, true)
}

/// Checks that rules can be parsed and that their groups are the store's.
pub(super) async fn check(c: Conn<'_>, scope: &StoreScope, groups: &Groups, context: &RuleContext<'_>) -> ApiResult<()> {
    conditions(groups, context).map_err(ApiError::invalid)?;
    let known = labels::list_groups(c, scope).await?;
    refuse_unknown(groups, Field::Group, |rule| {
        let is_known = |id: &String| id.trim().parse::<CustomerGroupId>().is_ok_and(|id| known.iter().any(|k| k.id == id));
        rule.values.iter().all(is_known)
    })
}

fn refuse_unknown(groups: &Groups, field: Field, is_known: impl Fn(&Rule) -> bool) -> ApiResult<()> {
    let mut errors = FieldErrors::new();
    for (g, rules) in groups.iter().enumerate() {
        for (r, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.field == field) {
            if !is_known(rule) {
                errors.add(format!("groups.{g}.{r}.values"), common::NO_SUCH);
            }
        }
    }
    errors.finish()
}

/// The rules to store: checked, normalized, and with names. What the earlier rules named may be gone by now.
async fn whole(
    c: Conn<'_>,
    scope: &StoreScope,
    purchases: &dyn Purchases,
    (sent, before): (&Groups, &Groups),
    context: &RuleContext<'_>,
) -> ApiResult<Groups> {
    check(c, scope, sent, context).await?;
    let mut groups = normalize(sent.clone());
    let names = names::resolve_names(c, scope, purchases, &[&groups]).await?;
    for field in [Field::Product, Field::Category, Field::Coupon] {
        refuse_unknown(&groups, field, |rule| names.has(rule, before))?;
    }
    names.write(&mut groups, before);
    Ok(groups)
}

/// Normalizes rules: trimmed values, and no empty parts.
fn normalize(mut groups: Groups) -> Groups {
    for rule in groups.iter_mut().flatten() {
        for value in &mut rule.values {
            *value = value.trim().to_owned();
        }
        if rule.op == Compare::Never {
            rule.values.clear();
        }
        let mut seen = Vec::new();
        rule.values.retain(|v| {
            !seen.contains(v) && {
                seen.push(v.clone());
                true
            }
        });
    }
    groups
}

async fn log(c: Conn<'_>, scope: &StoreScope, now: Millis, entry: Entry) -> db::Result<()> {
    journal::write(c, scope, now, Topics::SALES, entry).await.map(|_| ())
}

fn journal_fact(segment: &Segment) -> serde_json::Value {
    json!({ "name": segment.name, "groups": segment.rules.0 })
}

async fn refuse_too_many(c: Conn<'_>, scope: &StoreScope) -> ApiResult<()> {
    if store::count(c, scope).await? >= MOST {
        return Err(ApiError::field("name", TOO_MANY.with("max", MOST)));
    }
    Ok(())
}

pub(super) async fn create(app: &App, scope: &StoreScope, draft: SegmentDraft) -> ApiResult<Segment> {
    let (env, at) = (app.env().clone(), scope.clone());
    let mut errors = FieldErrors::new();
    let name = name_of(&mut errors, draft.name.as_deref().unwrap_or_default());
    errors.finish()?;
    let groups = draft.groups.unwrap_or_default();
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    let purchases = app.ports.get::<dyn Purchases>()?;
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let groups = whole(c, &at, &*purchases, (&groups, &Groups::new()), &RuleContext { profile: &profile, now }).await?;
            refuse_too_many(c, &at).await?;
            let (name, rules) = (name.clone(), Json(groups));
            let segment = Segment { id: env.id(), name, rules, created_at: now, updated_at: now, version: 1 };
            store::insert(c, &at, &segment).await?;
            log(c, &at, now, Entry::new(Act::Create, entities::CUSTOMER_SEGMENT, segment.id).after(journal_fact(&segment)))
                .await?;
            Ok::<_, ApiError>(segment)
        })
        .await
}

/// Changes a segment; on a version conflict the current one is returned, with coupon codes if the caller may see them.
pub(super) async fn update(
    app: &App,
    scope: &StoreScope,
    id: CustomerSegmentId,
    draft: SegmentDraft,
    sees_codes: bool,
) -> ApiResult<Segment> {
    let (env, at) = (app.env().clone(), scope.clone());
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    let purchases = app.ports.get::<dyn Purchases>()?;
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let before = store::find(c, &at, id, false).await?.ok_or_else(ApiError::not_found)?;
            if draft.version.is_some_and(|v| v != before.version) {
                let now = if sees_codes { before } else { without_codes(before) };
                return Err(ApiError::stale().with_current(&SegmentView::from_segment(&now)));
            }
            let mut after = before.clone();
            if let Some(name) = &draft.name {
                let mut errors = FieldErrors::new();
                after.name = name_of(&mut errors, name);
                errors.finish()?;
            }
            if let Some(groups) = &draft.groups {
                after.rules =
                    Json(whole(c, &at, &*purchases, (groups, &before.rules.0), &RuleContext { profile: &profile, now }).await?);
            }
            if journal_fact(&after) == journal_fact(&before) {
                return Ok(before);
            }
            after.updated_at = now;
            after.version = before.version + 1;
            if !store::update(c, &at, &after).await? {
                return Err(ApiError::stale());
            }
            let entry =
                Entry::new(Act::Update, entities::CUSTOMER_SEGMENT, id).before(journal_fact(&before)).after(journal_fact(&after));
            log(c, &at, now, entry).await?;
            Ok(after)
        })
        .await
}

/// Deletes a segment, or restores a deleted one.
pub(super) async fn set_deleted(app: &App, scope: &StoreScope, id: CustomerSegmentId, is_deleted: bool) -> ApiResult<Segment> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let mut segment = store::find(c, &at, id, !is_deleted).await?.ok_or_else(ApiError::not_found)?;
            if !is_deleted {
                refuse_too_many(c, &at).await?;
            }
            if !store::set_deleted(c, &at, id, is_deleted.then_some(now), now).await? {
                return Err(ApiError::not_found());
            }
            segment.version += 1;
            segment.updated_at = now;
            let entry = if is_deleted {
                Entry::new(Act::Delete, entities::CUSTOMER_SEGMENT, id).before(journal_fact(&segment))
            } else {
                Entry::new(Act::Create, entities::CUSTOMER_SEGMENT, id).after(journal_fact(&segment))
            };
            log(c, &at, now, entry).await?;
            Ok(segment)
        })
        .await
}
