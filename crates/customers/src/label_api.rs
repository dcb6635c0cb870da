//! HTTP endpoints of customer groups, and of the values that customers can be filtered by.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use db::{Conn, Topics};
use kernel::id::CustomerGroup as GroupKind;
use kernel::{CustomerGroupId, Env, StoreScope};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, FieldErrors, JsonIn, Message, PathId, Refusals};

use super::api::{Read, Update};
use super::entities;
use super::model::{CustomerGroup, LONGEST_WORD, MOST_GROUPS};
use super::store::labels;
use super::wire::{CustomerGroupIn, CustomerGroupView, CustomerLabels};
use platform::App;
use platform::journal::{self, Act, Entry};
use web::fields::line;

const TAKEN: Message = Message::new("توجد مجموعة أخرى بهذا الاسم.", "Another group has this name.");
const FULL: Message = Message::new(
    "اكتمل الحد الأقصى للمجموعات. احذف مجموعة قبل إضافة غيرها.",
    "Limit reached: delete a group before adding another.",
);

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_customer_labels))
        .routes(routes!(list_customer_groups, create_customer_group))
        .routes(routes!(update_customer_group, delete_customer_group))
}

/// The values that the store's customers can be filtered by: its tags, its groups, their cities.
#[utoipa::path(get, path = "/customer-labels", tag = "Customer", responses((status = 200, body = Data<CustomerLabels>)))]
async fn list_customer_labels(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<CustomerLabels>>> {
    let c = app.db().conn();
    Ok(data(CustomerLabels {
        tags: labels::list_tags(c, &allowed.scope).await?,
        groups: labels::list_groups(c, &allowed.scope).await?,
        cities: labels::list_cities(c, &allowed.scope).await?,
        countries: labels::list_countries(c, &allowed.scope).await?,
    }))
}

/// The store's groups with how many customers each has, by name.
#[utoipa::path(get, path = "/customer-groups", tag = "Customer", responses(
    (status = 200, body = Data<Vec<CustomerGroupView>>),
))]
async fn list_customer_groups(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<CustomerGroupView>>>> {
    let c = app.db().conn();
    let groups = labels::list_groups(c, &allowed.scope).await?;
    let scope = allowed.scope.clone();
    // Counting large groups takes time: it runs on the report connections and blocks no page.
    let counts = app.db().report(async move |c| labels::count_members(c, &scope).await).await?;
    let of = |id: CustomerGroupId| counts.iter().find(|(group, _)| *group == id).map_or(0, |(_, n)| *n);
    Ok(data(groups.into_iter().map(|g| CustomerGroupView { customers_count: of(g.id), group: g }).collect()))
}

fn name(sent: &CustomerGroupIn) -> ApiResult<String> {
    let mut errors = FieldErrors::new();
    let name = line(&mut errors, "name", &sent.name, LONGEST_WORD, true).replace(',', " ");
    errors.finish()?;
    Ok(name)
}

async fn log(c: Conn<'_>, env: &Env, scope: &StoreScope, entry: Entry) -> db::Result<()> {
    journal::write(c, scope, env.now(), Topics::SALES, entry).await.map(|_| ())
}

/// Creates a group.
#[utoipa::path(post, path = "/customer-groups", tag = "Customer", request_body = CustomerGroupIn, responses(
    (status = 201, body = Data<CustomerGroup>), Refusals<409, 422>,
))]
async fn create_customer_group(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<CustomerGroupIn>,
) -> ApiResult<(StatusCode, Json<Data<CustomerGroup>>)> {
    let name = name(&sent)?;
    let (env, at) = (app.env().clone(), allowed.scope.clone());
    let created = app
        .db()
        .tx(async move |c| {
            if labels::list_groups(c, &at).await?.len() >= MOST_GROUPS {
                return Err(ApiError::conflict("too_many_groups", FULL));
            }
            let group = CustomerGroup { id: env.id(), name: name.clone() };
            if !labels::insert_group(c, &at, &group, env.now()).await? {
                return Err(ApiError::field("name", TAKEN));
            }
            let entry = Entry::new(Act::Create, entities::CUSTOMER_GROUP, group.id).after(json!({ "name": group.name }));
            log(c, &env, &at, entry).await?;
            Ok(group)
        })
        .await?;
    Ok((StatusCode::CREATED, data(created)))
}

/// Renames a group.
#[utoipa::path(put, path = "/customer-groups/{id}", tag = "Customer", params(("id" = CustomerGroupId, Path)), request_body = CustomerGroupIn, responses(
    (status = 200, body = Data<CustomerGroup>), Refusals<404, 422>,
))]
async fn update_customer_group(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<GroupKind>,
    JsonIn(sent): JsonIn<CustomerGroupIn>,
) -> ApiResult<Json<Data<CustomerGroup>>> {
    let (env, at) = (app.env().clone(), allowed.scope.clone());
    let renamed = app
        .db()
        .tx(async move |c| {
            let before = labels::find_group(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            let group = CustomerGroup { id, name: name(&sent)? };
            if labels::find_group_by_name(c, &at, &group.name).await?.is_some_and(|other| other != id) {
                return Err(ApiError::field("name", TAKEN));
            }
            if group != before {
                labels::update_group(c, &at, &group).await?;
                let entry = Entry::new(Act::Update, entities::CUSTOMER_GROUP, id);
                let entry = entry.before(json!({ "name": before.name })).after(json!({ "name": group.name }));
                log(c, &env, &at, entry).await?;
            }
            Ok(group)
        })
        .await?;
    Ok(data(renamed))
}

/// Deletes a group; its customers are kept.
#[utoipa::path(delete, path = "/customer-groups/{id}", tag = "Customer", params(("id" = CustomerGroupId, Path)), responses(
    (status = 200, body = Data<CustomerGroup>), Refusals<404>,
))]
async fn delete_customer_group(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<GroupKind>,
) -> ApiResult<Json<Data<CustomerGroup>>> {
    let (env, at) = (app.env().clone(), allowed.scope.clone());
    let gone = app
        .db()
        .tx(async move |c| {
            let group = labels::find_group(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            labels::delete_group(c, &at, id).await?;
            let entry = Entry::new(Act::Delete, entities::CUSTOMER_GROUP, id).before(json!({ "name": group.name }));
            log(c, &env, &at, entry).await?;
            Ok::<_, ApiError>(group)
        })
        .await?;
    Ok(data(gone))
}
