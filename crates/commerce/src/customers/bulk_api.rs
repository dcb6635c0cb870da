//! One action over many customers, each on its own, with a result a row.

use axum::Json;
use axum::extract::State;
use futures_util::StreamExt;
use kernel::{CustomerGroupId, CustomerId, Lang, StoreScope};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::data;
use web::message::common;
use web::{Allowed, ApiError, ApiResult, Data, ErrorBody, FieldErrors, JsonIn, Message};

use super::api::Update;
use super::model::{Channel, CustomerGroup, MOST_TAGS, Source};
use super::write::{CustomerError, log, tags};
use super::{care, labels};
use crate::App;
use crate::journal::{Act, Entry};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(edit_customers))
}

const TOO_MANY_TAGS: Message = Message::new("لا يحمل العميل أكثر من {max} وسمًا.", "A customer has at most {max} tags.");

/// What is done to each customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum CustomerActionKind {
    /// `change`, `tags`.
    Tags,
    /// `change`, `group_id`.
    Group,
    /// `channel`, `is_granted`, `source`.
    Consent,
}

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum CustomerChange {
    /// It is given.
    Add,
    /// It is taken away.
    Remove,
}

/// One action over many customers; which of the other fields it needs, the kind says.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerActionIn {
    kind: CustomerActionKind,
    #[serde(default)]
    change: Option<CustomerChange>,
    #[serde(default)]
    tags: Option<Vec<String>>,
    #[serde(default)]
    group_id: Option<CustomerGroupId>,
    #[serde(default)]
    channel: Option<Channel>,
    #[serde(default)]
    is_granted: Option<bool>,
    #[serde(default)]
    source: Option<Source>,
}

/// Customers and what is done to each.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerBulkIn {
    /// 1 to 100.
    items: Vec<CustomerId>,
    action: CustomerActionIn,
}

/// How it went with one customer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CustomerResult {
    id: CustomerId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
}

/// How each item of a bulk call ended, in order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CustomerResults {
    results: Vec<CustomerResult>,
}

/// An action that can be carried out.
#[derive(Debug, Clone)]
enum Action {
    /// Folded word and text.
    Tags(CustomerChange, Vec<(String, String)>),
    Group(CustomerChange, CustomerGroup),
    Consent(Channel, bool, Source),
}

fn need<T: Copy>(errors: &mut FieldErrors, path: &str, value: Option<T>) -> Option<T> {
    if value.is_none() {
        errors.add(format!("action.{path}"), common::REQUIRED);
    }
    value
}

async fn read(app: &App, scope: &StoreScope, sent: CustomerActionIn) -> ApiResult<Action> {
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
    };
    errors.finish()?;
    action.ok_or_else(|| ApiError::field("action", common::REQUIRED))
}

/// Carries an action out on one customer; a row that it does not change is right as it is.
async fn carry_out(app: &App, scope: &StoreScope, id: CustomerId, action: Action) -> Result<(), CustomerError> {
    if let Action::Consent(channel, is_granted, source) = action {
        return care::consent(app, scope, id, (channel, is_granted, source)).await;
    }
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            care::take(c, &at, id, env.now()).await?;
            let (was, is) = match &action {
                Action::Consent(..) => return Ok(()),
                Action::Tags(change, words) => {
                    let before = names(labels::tags_of(c, &at, &[id]).await?);
                    for (key, word) in words {
                        match change {
                            CustomerChange::Add => labels::insert_tag(c, &at, id, key, word).await?,
                            CustomerChange::Remove => labels::delete_tag(c, &at, id, key).await?,
                        };
                    }
                    let after = names(labels::tags_of(c, &at, &[id]).await?);
                    if after.len() > MOST_TAGS {
                        let fault = FieldErrors::one("action.tags", TOO_MANY_TAGS.with("max", MOST_TAGS));
                        return Err(CustomerError::Fields(fault));
                    }
                    (json!({ "tags": before }), json!({ "tags": after }))
                }
                Action::Group(change, group) => {
                    let before = labels::groups_of(c, &at, id).await?;
                    match change {
                        CustomerChange::Add => labels::join_group(c, &at, id, group.id).await?,
                        CustomerChange::Remove => labels::leave_group(c, &at, id, group.id).await?,
                    };
                    let after = labels::groups_of(c, &at, id).await?;
                    let names = |all: &[CustomerGroup]| all.iter().map(|g| g.name.clone()).collect::<Vec<_>>();
                    (json!({ "groups": names(&before) }), json!({ "groups": names(&after) }))
                }
            };
            if was != is {
                log(c, &env, &at, id, Entry::new(Act::Update, "customer", id).before(was).after(is)).await?;
            }
            Ok(())
        })
        .await
}

fn names(tags: Vec<(CustomerId, String)>) -> Vec<String> {
    tags.into_iter().map(|(_, tag)| tag).collect()
}

/// Gives or takes tags, a group or a consent, for up to 100 customers, each on its own.
#[utoipa::path(post, path = "/customers/bulk", tag = "Customer", request_body = CustomerBulkIn, responses(
    (status = 200, body = Data<CustomerResults>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
async fn edit_customers(
    State(app): State<App>,
    who: Allowed<Update>,
    JsonIn(sent): JsonIn<CustomerBulkIn>,
) -> ApiResult<Json<Data<CustomerResults>>> {
    if sent.items.is_empty() || sent.items.len() > 100 {
        return Err(ApiError::field("items", common::INVALID_ITEM));
    }
    let action = read(&app, &who.scope, sent.action).await?;
    let lang: Lang = web::lang::current();
    // A few at a time: they share commits, and no other store waits for a hundred in a row.
    let results = futures_util::stream::iter(sent.items)
        .map(|id| {
            let (app, scope, action) = (app.clone(), who.scope.clone(), action.clone());
            async move {
                match carry_out(&app, &scope, id, action).await {
                    Ok(()) => CustomerResult { id, is_ok: true, message: None, code: None },
                    Err(e) => {
                        // What is wrong with a row is said itself, not that something is.
                        let own = match &e {
                            CustomerError::Fields(fields) => fields.iter().find_map(|(_, all)| all.first().cloned()),
                            _ => None,
                        };
                        let e = ApiError::from(e);
                        let message = own.as_ref().unwrap_or_else(|| e.message()).get(lang).to_owned();
                        CustomerResult { id, is_ok: false, message: Some(message), code: Some(e.code()) }
                    }
                }
            }
        })
        .buffered(8)
        .collect()
        .await;
    Ok(data(CustomerResults { results }))
}
