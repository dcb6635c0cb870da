//! The audit log of a store: which member did what, when, and from where (GU-11, decisions §2).

use axum::Json;
use axum::extract::State;
use kernel::{Millis, Page, PageRequest, UserId};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, ListQuery, Listed, Refusals, Subject};

use site::theme::ThemeDefinition;

use super::entities;
use super::store::{self, AuditRow};
use platform::App;

web::permissions! { Read = Read Acl; }

web::list_params! {
    /// Query parameters of the audit log.
    AuditListParams => &["at"];
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_audit))
}

/// An action of a member.
#[derive(Debug, Serialize, ToSchema)]
struct AuditView {
    /// The sequence number of the journal entry.
    seq: i64,
    at: String,
    /// comment | create | update | `update_status` | `update_payment_status` | delete.
    action: String,
    /// `order`, `product`, `setting`, `member`, `session`, ...
    subject: &'static str,
    /// The record that was changed; label, page and fields are null or empty for callers who may not read it.
    id: Option<String>,
    /// The dashboard's page of the record; null where it has none.
    page: Option<String>,
    /// The record's number, name or address: that of the entry, else of the record's first entry; null where neither holds one.
    label: Option<String>,
    /// The member in whose name it was done, by their name at the time.
    actor: String,
    /// The operator of the platform who impersonated the member.
    operator: Option<String>,
    /// The IP address; null for callers who may not see members' details, and for entries older than the feature.
    ip: Option<String>,
    /// Names of the fields that changed.
    fields: Vec<String>,
}

/// The names of a theme of the program; the id of one that the merchant uploaded, whose files are not looked up for it.
fn theme_name(id: &str) -> serde_json::Value {
    match ThemeDefinition::find(id) {
        Some(theme) => serde_json::json!(theme.manifest.name),
        None => serde_json::json!(id),
    }
}

/// The name or number in an entry, else in the first entry of its record.
fn label(row: &AuditRow) -> Option<String> {
    let sides = [row.after.as_ref(), row.before.as_ref(), row.first.as_ref()];
    let read = |key: &str| sides.iter().flatten().find_map(|side| side.0.get(key).filter(|v| !v.is_null()).cloned());
    if row.subject == "order" {
        return read("number").map(|n| n.to_string());
    }
    let own = match row.subject.as_str() {
        "page" => read("title"),
        "job" => read("kind"),
        "redirect" | "missed_address" => read("address"),
        "theme" => read("theme").map(|id| theme_name(id.as_str().unwrap_or_default())),
        _ => None,
    };
    match read("name").or(own)? {
        serde_json::Value::String(text) => Some(text),
        serde_json::Value::Object(texts) => {
            let lang = web::lang::current().code();
            texts.get(lang).or_else(|| texts.values().next()).and_then(|t| t.as_str()).map(str::to_owned)
        }
        _ => None,
    }
}

/// The actions of the team, the newest first, without shoppers' orders and background work. Filter: member (id).
#[utoipa::path(get, path = "/access-control/audit", tag = "Access", params(AuditListParams),
    responses((status = 200, body = Listed<AuditView>), Refusals<422>))]
async fn list_audit(State(app): State<App>, allowed: Allowed<Read>, query: ListQuery) -> ApiResult<Json<Listed<AuditView>>> {
    query.check(&["at"], &["member"])?;
    let member: Option<UserId> = match query.values("member") {
        None => None,
        Some([one]) => Some(one.parse().map_err(|_| ApiError::field("filter[member]", common::NO_SUCH))?),
        Some(_) => return Err(ApiError::field("filter[member]", common::NO_SUCH)),
    };
    let before = match &query.page.cursor {
        None => i64::MAX,
        Some(cursor) => cursor.parse().map_err(|_| ApiError::field("cursor", common::NO_SUCH))?,
    };
    let offset = if query.page.cursor.is_some() { 0 } else { query.offset().min(PageRequest::MAX_OFFSET) };
    let c = app.db().conn();
    let mut rows = store::list_audit(c, &allowed.scope, member, before, query.page.per_page + 1, offset).await?;
    let total = store::count_audit(c, &allowed.scope, member).await?;
    let most = usize::try_from(query.page.per_page).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    let next_cursor = rows.last().filter(|_| has_more).map(|r| r.seq.to_string());
    let items = rows.into_iter().map(|row| view(row, &allowed)).collect::<db::Result<_>>()?;
    let cap = Page::<AuditView>::COUNT_CAP;
    let page = Page { items, total: total.min(cap), is_total_capped: total > cap, next_cursor };
    Ok(Json(query.answer(page)))
}

fn view(row: AuditRow, allowed: &Allowed<Read>) -> db::Result<AuditView> {
    let sees_details = allowed.may_read(Subject::Staff);
    let label = label(&row);
    let AuditRow { seq, at, subject, subject_id, action, actor_name, operator_name, ip, before, after, first: _ } = row;
    let at: Millis = at;
    let kind = entities::find(&subject)?;
    let is_seen = allowed.may_read(kind.subject);
    let mut fields: Vec<String> = Vec::new();
    let value = |side: &Option<db::Json<serde_json::Value>>, key: &str| side.as_ref().and_then(|side| side.0.get(key).cloned());
    for side in [&before, &after].into_iter().flatten().filter(|_| is_seen) {
        for key in side.0.as_object().into_iter().flat_map(|map| map.keys()) {
            // A name that stands on both sides says which record it is.
            if value(&before, key) != value(&after, key) && !fields.contains(key) && fields.len() < 30 {
                fields.push(key.clone());
            }
        }
    }
    Ok(AuditView {
        seq,
        at: at.rfc3339(),
        id: is_seen.then(|| kind.id(subject_id)),
        page: kind.page_of(subject_id).filter(|_| is_seen),
        label: label.filter(|_| is_seen && sees_details),
        action,
        subject: kind.word,
        actor: actor_name,
        operator: operator_name,
        ip: ip.filter(|_| sees_details),
        fields,
    })
}
