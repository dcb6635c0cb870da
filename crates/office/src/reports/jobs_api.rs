//! Dead jobs of a store: list, retry, discard.

use axum::Json;
use axum::extract::State;
use db::{Conn, Topics};
use kernel::id::Job;
use kernel::{JobId, Millis};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, Message, PathId, Refusals, Subject};

use super::entities;
use super::model::JOB_SUBJECTS;
use platform::App;
use platform::identity::MessageView;
use platform::journal::{self, Act, Entry};

web::permissions! {
    Read = Read Setting;
    Change = Update Setting;
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_dead_jobs))
        .routes(routes!(retry_many_dead_jobs))
        .routes(routes!(discard_many_dead_jobs))
        .routes(routes!(retry_dead_job))
        .routes(routes!(discard_dead_job))
}

#[derive(Debug, Serialize, ToSchema)]
struct DeadJobView {
    id: JobId,
    /// `run_import`, `make_image_sizes`, ...
    kind: String,
    attempts: i64,
    /// The error of the last attempt, for the server's operator; not in the caller's language.
    last_error: Option<String>,
    created_at: String,
    finished_at: Option<String>,
}

/// The kinds of jobs that the caller may see; none when they may see all.
fn seen_kinds<P>(allowed: &Allowed<P>) -> Option<Vec<&'static str>> {
    if allowed.may_read(Subject::All) {
        return None;
    }
    Some(JOB_SUBJECTS.iter().filter(|(_, subject)| allowed.may_read(*subject)).map(|(kind, _)| *kind).collect())
}

/// How many dead jobs the caller may see, counted to 100.
pub(super) async fn count_seen<P>(c: Conn<'_>, allowed: &Allowed<P>) -> db::Result<i64> {
    jobs::count_dead(c, allowed.scope.store(), seen_kinds(allowed).as_deref()).await
}

/// Dead jobs of the store, the newest first; 100 at most. Only work on records that the caller may read.
#[utoipa::path(get, path = "/jobs/dead", tag = "Store",
    responses((status = 200, body = Data<Vec<DeadJobView>>)))]
async fn list_dead_jobs(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<DeadJobView>>>> {
    let rows = jobs::list_dead(app.db().conn(), allowed.scope.store(), seen_kinds(&allowed).as_deref()).await?;
    let views = rows.into_iter().map(|jobs::DeadJob { id, kind, attempt, last_error, created_at, finished_at }| DeadJobView {
        id,
        kind,
        attempts: attempt,
        last_error,
        created_at: created_at.rfc3339(),
        finished_at: finished_at.map(Millis::rfc3339),
    });
    Ok(data(views.collect()))
}

/// The action on a dead job.
#[derive(Debug, Clone, Copy)]
enum DeadJobAction {
    Retry,
    Discard,
}

/// Retries or discards one dead job, with a journal entry; false when the caller may see none of that id.
async fn settle(app: &App, allowed: &Allowed<Change>, id: JobId, action: DeadJobAction) -> ApiResult<bool> {
    let (scope, env, visible_kinds) = (allowed.scope.clone(), app.env().clone(), seen_kinds(allowed));
    app.db()
        .tx(async move |c| {
            let (store, now) = (scope.store(), env.now());
            let Some(kind) = jobs::find_dead_kind(c, store, id).await? else { return Ok(false) };
            if visible_kinds.as_ref().is_some_and(|kinds| !kinds.contains(&kind.as_str())) {
                return Ok(false);
            }
            let (is_done, act) = match action {
                DeadJobAction::Retry => (jobs::retry_dead(c, store, id, now).await?, Act::UpdateStatus),
                DeadJobAction::Discard => (jobs::delete_dead(c, store, id).await?.is_some(), Act::Delete),
            };
            if is_done {
                let entry = Entry::new(act, entities::JOB, id).before(json!({ "kind": kind, "status": "dead" }));
                let entry =
                    if matches!(action, DeadJobAction::Retry) { entry.after(json!({ "status": "queued" })) } else { entry };
                journal::write(c, &scope, now, Topics::PROGRESS, entry).await?;
            }
            Ok::<_, ApiError>(is_done)
        })
        .await
}

const QUEUED: Message = Message::new("تمت إعادة العملية إلى قائمة الانتظار.", "Queued to run again.");
const DISCARDED: Message = Message::new("تم حذف العملية.", "Discarded.");

/// Retries a dead job.
#[utoipa::path(post, path = "/jobs/dead/{id}/retry", tag = "Store", params(("id" = JobId, Path)),
    responses((status = 200, body = Data<MessageView>), Refusals<404>))]
async fn retry_dead_job(
    State(app): State<App>,
    allowed: Allowed<Change>,
    PathId(id): PathId<Job>,
) -> ApiResult<Json<Data<MessageView>>> {
    if settle(&app, &allowed, id, DeadJobAction::Retry).await? {
        Ok(MessageView::respond(&QUEUED))
    } else {
        Err(ApiError::not_found())
    }
}

/// Discards a dead job.
#[utoipa::path(delete, path = "/jobs/dead/{id}", tag = "Store", params(("id" = JobId, Path)),
    responses((status = 200, body = Data<MessageView>), Refusals<404>))]
async fn discard_dead_job(
    State(app): State<App>,
    allowed: Allowed<Change>,
    PathId(id): PathId<Job>,
) -> ApiResult<Json<Data<MessageView>>> {
    if settle(&app, &allowed, id, DeadJobAction::Discard).await? {
        Ok(MessageView::respond(&DISCARDED))
    } else {
        Err(ApiError::not_found())
    }
}

/// Dead jobs to retry or discard together.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeadJobsIn {
    /// 1 to 100.
    #[schema(min_items = 1, max_items = 100)]
    items: Vec<JobId>,
}

/// The result for one job.
#[derive(Debug, Serialize, ToSchema)]
struct DeadJobResult {
    id: JobId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// The result for each job, in order.
#[derive(Debug, Serialize, ToSchema)]
struct DeadJobResults {
    results: Vec<DeadJobResult>,
}

async fn settle_many(
    app: &App,
    allowed: &Allowed<Change>,
    items: Vec<JobId>,
    action: DeadJobAction,
) -> ApiResult<Json<Data<DeadJobResults>>> {
    if items.is_empty() || items.len() > 100 {
        return Err(ApiError::field("items", common::INVALID_ITEM));
    }
    let mut results = Vec::with_capacity(items.len());
    for id in items {
        let is_ok = settle(app, allowed, id, action).await?;
        let error = (!is_ok).then(ApiError::not_found);
        let message = error.as_ref().map(|e| e.message().get(web::lang::current()).to_owned());
        results.push(DeadJobResult { id, is_ok, message, code: error.map(|e| e.code()) });
    }
    Ok(data(DeadJobResults { results }))
}

/// Retries several dead jobs, each on its own.
#[utoipa::path(post, path = "/jobs/dead/retryMany", tag = "Store", request_body = DeadJobsIn,
    responses((status = 200, body = Data<DeadJobResults>), Refusals<422>))]
async fn retry_many_dead_jobs(
    State(app): State<App>,
    allowed: Allowed<Change>,
    JsonIn(DeadJobsIn { items }): JsonIn<DeadJobsIn>,
) -> ApiResult<Json<Data<DeadJobResults>>> {
    settle_many(&app, &allowed, items, DeadJobAction::Retry).await
}

/// Discards several dead jobs, each on its own.
#[utoipa::path(delete, path = "/jobs/dead/deleteMany", tag = "Store", request_body = DeadJobsIn,
    responses((status = 200, body = Data<DeadJobResults>), Refusals<422>))]
async fn discard_many_dead_jobs(
    State(app): State<App>,
    allowed: Allowed<Change>,
    JsonIn(DeadJobsIn { items }): JsonIn<DeadJobsIn>,
) -> ApiResult<Json<Data<DeadJobResults>>> {
    settle_many(&app, &allowed, items, DeadJobAction::Discard).await
}
