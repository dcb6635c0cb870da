//! Reminders by hand, and the reminders that were sent.

use axum::Json;
use axum::extract::State;
use futures_util::StreamExt as _;
use kernel::{CartId, CouponId, Lang, Page, PageRequest, StoreScope, Texts};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, FieldErrors, JsonIn, ListQuery, Listed, Message, Refusals};

use super::model::{ReminderChannel, ReminderMessage};
use super::page::CartReminderRow;
use super::remind::{self, ReminderTrigger};
use super::{coupon, plan, store};
use platform::{App, stores};
use web::keyset::{COUNTED, capped};
use web::schema;

web::permissions! { Read = Read Cart; Update = Update Cart; }

web::list_params! {
    /// Query parameters of the list of sent reminders.
    CartReminderListParams => &["at"];
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(remind_carts)).routes(routes!(list_cart_reminders))
}

/// Carts whose shoppers are reminded now.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CartRemindIn {
    /// 1 to 100.
    #[schema(min_items = 1, max_items = 100)]
    items: Vec<CartId>,
    channel: ReminderChannel,
    /// Of an e-mail.
    #[serde(default)]
    #[schema(value_type = schema::LineTexts<120>)]
    subject: Texts,
    /// With the placeholders of the plan's messages; `{{cart_link}}` is needed, and `{{coupon_code}}` with a coupon.
    #[schema(value_type = schema::RequiredLongTexts<600>)]
    body: Texts,
    /// The coupon that is offered; it must be usable now.
    coupon_id: Option<CouponId>,
}

/// The result for one cart.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CartRemindResult {
    id: CartId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
}

/// The result for each cart, in order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CartRemindResults {
    results: Vec<CartRemindResult>,
}

const HOW_MANY: Message = Message::new("اختر سلة واحدة على الأقل و100 على الأكثر.", "Choose 1 to 100 carts.");

/// A message that is sent by hand.
pub(super) fn now(channel: ReminderChannel, subject: Texts, body: Texts, coupon_id: Option<CouponId>) -> ReminderMessage {
    ReminderMessage { delay_minutes: 60, channel, subject, body, coupon_id }
}

/// Checks such a message, and that its coupon can be used now.
///
/// # Errors
/// Of the database.
pub(super) async fn check(
    app: &App,
    scope: &StoreScope,
    errors: &mut FieldErrors,
    sent: ReminderMessage,
) -> db::Result<ReminderMessage> {
    let mut faults = FieldErrors::new();
    let message = plan::message(&mut faults, "", sent);
    for (path, messages) in faults.iter() {
        for message in messages {
            errors.add(path.trim_start_matches('.'), message.clone());
        }
    }
    if let Some(id) = message.coupon_id
        && let Some(against) = coupon::against(app.db().conn(), scope, id, app.env().now()).await?
    {
        errors.add("coupon_id", against);
    }
    Ok(message)
}

/// Reminds the shoppers of carts now, each on its own. Quiet hours apply to the plan alone, not to reminders by hand. Shoppers
/// who opted out, are blocked, ordered since, were reminded within the hour or reached the cap get no message, and are reported.
#[utoipa::path(post, path = "/carts/remind", tag = "Cart", request_body = CartRemindIn, responses(
    (status = 200, body = Data<CartRemindResults>), Refusals<422>,
))]
async fn remind_carts(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<CartRemindIn>,
) -> ApiResult<Json<Data<CartRemindResults>>> {
    let CartRemindIn { items, channel, subject, body, coupon_id } = sent;
    let mut errors = FieldErrors::new();
    if items.is_empty() || items.len() > 100 {
        errors.add("items", HOW_MANY);
    }
    let message = now(channel, subject, body, coupon_id);
    let message = check(&app, &allowed.scope, &mut errors, message).await?;
    errors.finish()?;
    let c = app.db().conn();
    let (profile, plan) = (stores::get_profile(c, &allowed.scope).await?, store::get_plan(c, &allowed.scope).await?);
    let lang: Lang = web::lang::current();
    let (app, scope, profile, plan, message) = (&app, &allowed.scope, &profile, &plan, &message);
    let results: Vec<Result<CartRemindResult, db::Error>> = futures_util::stream::iter(items)
        .map(|id| async move {
            let sent = remind::send(app, scope, profile, plan, id, (ReminderTrigger::Hand, message)).await?;
            let against = sent.err();
            let message = against.map(|reason| reason.message().get(lang).to_owned());
            Ok(CartRemindResult { id, is_ok: against.is_none(), message, code: against.map(super::model::Reason::as_str) })
        })
        .buffered(4)
        .collect()
        .await;
    let results = results.into_iter().collect::<Result<_, _>>()?;
    Ok(data(CartRemindResults { results }))
}

/// The reminders of the store's carts, the newest first, by page or `cursor`.
#[utoipa::path(get, path = "/cart-reminders", tag = "Cart", params(CartReminderListParams), responses(
    (status = 200, body = Listed<CartReminderRow>), Refusals<422>,
))]
async fn list_cart_reminders(
    State(app): State<App>,
    allowed: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<CartReminderRow>>> {
    query.check(&["at"], &[])?;
    let c = app.db().conn();
    let before = match &query.page.cursor {
        None => i64::MAX,
        Some(cursor) => cursor.parse().map_err(|_| ApiError::field("cursor", common::NO_SUCH))?,
    };
    let offset = if query.page.cursor.is_some() { 0 } else { query.offset().min(PageRequest::MAX_OFFSET) };
    let mut rows = store::list_reminders(c, &allowed.scope, before, query.page.per_page + 1, offset).await?;
    let (total, is_total_capped) = capped(store::count_reminders(c, &allowed.scope, COUNTED).await?);
    let most = usize::try_from(query.page.per_page).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    let next_cursor = rows.last().filter(|_| has_more).map(|r| r.id.raw().to_string());
    let items = rows.into_iter().map(CartReminderRow::from).collect();
    Ok(Json(query.answer(Page { items, total, is_total_capped, next_cursor })))
}
