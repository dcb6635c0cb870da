//! Settings of calls, and the report of a period's calls.

use axum::Json;
use axum::extract::State as Shared;
use db::Topics;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use kernel::Millis;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, FieldErrors, JsonIn, Message, QueryIn, Refusals};

use super::wire::{FiguresRow, ReportView};
use crate::orders::order_confirmation::model::Calling;
use crate::orders::order_confirmation::store;
use platform::journal::{self, Act, Entry};
use platform::stores::entities;
use platform::{App, stores};

/// Key among the store's settings.
const SETTING: &str = "confirmation";
/// The longest period of the report, in days.
const MOST_DAYS: i32 = 92;
const NOT_A_TIME: Message = Message::new("اكتب الوقت بصيغة 09:30.", "Enter the time as 09:30.");
const NO_TIME: Message = Message::new("اترك ساعة واحدة على الأقل للاتصال.", "Leave at least one hour for calls.");
const NOT_A_DATE: Message = Message::new("اكتب التاريخ بصيغة 2027-01-31.", "Enter the date as 2027-01-31.");
const REVERSED: Message = Message::new("نهاية الفترة قبل بدايتها.", "The end date is before the start date.");
const TOO_LONG: Message = Message::new("الحد الأقصى للفترة 92 يومًا.", "The period can cover up to 92 days.");

web::permissions! { Read = Read Order; Update = Update Setting; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find_confirmation_settings, update_confirmation_settings))
        .routes(routes!(find_confirmation_report))
}

/// Calling hours in the store's time zone, and retries.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationSettings)]
pub struct SettingsView {
    /// `09:00`.
    calls_from: String,
    /// `21:00`.
    calls_until: String,
    /// Hours until the retry after the first unanswered call, 1 to 72.
    first_retry_hours: i64,
    /// Hours until the retry after the second one.
    second_retry_hours: i64,
    version: i64,
}

/// Calling hours and retries to store.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationSettingsIn)]
pub struct SettingsIn {
    /// `09:00`.
    #[schema(value_type = schema::TimeOfDay)]
    calls_from: String,
    /// `21:00`.
    #[schema(value_type = schema::TimeOfDay)]
    calls_until: String,
    /// Hours until the retry after the first unanswered call, 1 to 72.
    #[schema(minimum = 1, maximum = 72)]
    first_retry_hours: i64,
    /// Hours until the retry after the second one.
    #[schema(minimum = 1, maximum = 72)]
    second_retry_hours: i64,
    /// The version it was read at.
    #[serde(default)]
    version: Option<i64>,
}

fn clock(minutes: i64) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn minutes(errors: &mut FieldErrors, path: &str, text: &str) -> i64 {
    let text = kernel::digits::to_latin(text.trim()).into_owned();
    let read = text.split_once(':').filter(|(h, m)| (1..=2).contains(&h.len()) && m.len() == 2).and_then(|(h, m)| {
        let (h, m): (i64, i64) = (h.parse().ok()?, m.parse().ok()?);
        ((0..=23).contains(&h) && (0..60).contains(&m)).then_some(h * 60 + m)
    });
    read.unwrap_or_else(|| {
        errors.add(path, NOT_A_TIME);
        0
    })
}

impl SettingsView {
    fn from_calling(calling: &Calling) -> Self {
        let Calling { from, until, first_retry_hours, second_retry_hours, version } = calling;
        Self {
            calls_from: clock(*from),
            calls_until: clock(*until),
            first_retry_hours: *first_retry_hours,
            second_retry_hours: *second_retry_hours,
            version: *version,
        }
    }
}

impl SettingsIn {
    fn read(self) -> Result<Calling, FieldErrors> {
        let mut errors = FieldErrors::new();
        let e = &mut errors;
        let from = minutes(e, "calls_from", &self.calls_from);
        let until = minutes(e, "calls_until", &self.calls_until);
        let first_retry_hours = web::fields::between(e, "first_retry_hours", self.first_retry_hours, 1, 72);
        let second_retry_hours = web::fields::between(e, "second_retry_hours", self.second_retry_hours, 1, 72);
        if errors.is_empty() && until - from < 60 {
            errors.add("calls_until", NO_TIME);
        }
        let calling = Calling { from, until, first_retry_hours, second_retry_hours, version: 0 };
        if errors.is_empty() { Ok(calling) } else { Err(errors) }
    }
}

/// Calling hours, and the hours until a retry.
#[utoipa::path(get, path = "/confirmations/settings", tag = "Order", responses((status = 200, body = Data<SettingsView>)))]
async fn find_confirmation_settings(Shared(app): Shared<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<SettingsView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    Ok(data(SettingsView::from_calling(&Calling::read(&profile.settings.confirmation)?)))
}

/// Replaces calling hours and retries; calls that are due already stay due.
#[utoipa::path(put, path = "/confirmations/settings", tag = "Order", request_body = SettingsIn, responses(
    (status = 200, body = Data<SettingsView>), (status = 409, body = Conflict<SettingsView>), Refusals<422>,
))]
async fn update_confirmation_settings(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<SettingsIn>,
) -> ApiResult<Json<Data<SettingsView>>> {
    let version = sent.version;
    let requested = sent.read().map_err(ApiError::invalid)?;
    let (scope, env) = (allowed.scope.clone(), app.env().clone());
    let (is_kept, now) = app
        .db()
        .tx(async move |c| {
            let now = env.now();
            // Concurrent saves are serialized, and the second gets 409.
            stores::lock(c, &scope).await?;
            let before = Calling::read(&stores::find_document(c, &scope, SETTING).await?.unwrap_or_default())?;
            if version.is_some_and(|v| v != before.version) {
                return Ok::<_, db::Error>((false, before));
            }
            if before == (Calling { version: before.version, ..requested.clone() }) {
                return Ok((true, before));
            }
            let saved = Calling { version: before.version + 1, ..requested.clone() };
            let value = serde_json::to_value(&saved).unwrap_or_default();
            stores::upsert_document(c, &scope, SETTING, &value, now).await?;
            let entry = Entry::new(Act::Update, entities::SETTING, scope.store());
            let entry = entry.before(json!({ SETTING: before })).after(json!({ SETTING: saved }));
            journal::write(c, &scope, now, Topics::STOREFRONT, entry).await?;
            Ok((true, saved))
        })
        .await?;
    let now = SettingsView::from_calling(&now);
    if is_kept { Ok(data(now)) } else { Err(ApiError::stale().with_current(&now)) }
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct PeriodQuery {
    /// The first day, `2027-01-01`; 30 days up to today by default.
    #[param(value_type = Option<schema::Date>, inline)]
    from: Option<String>,
    /// The last day.
    #[param(value_type = Option<schema::Date>, inline)]
    to: Option<String>,
}

/// The requested days, and their first and last moments.
fn period(query: &PeriodQuery, now: Millis, timezone: &str) -> Result<(Date, Date, Millis, Millis), FieldErrors> {
    let zone = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
    let today = Timestamp::from_millisecond(now.0).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(zone.clone()).date();
    let day = |path: &str, text: Option<&String>| match text.map(|t| (t.len() == 10, t.parse::<Date>())) {
        None => Ok(None),
        Some((true, Ok(day))) if (2000..=9000).contains(&day.year()) => Ok(Some(day)),
        Some(_) => Err(FieldErrors::one(path, NOT_A_DATE)),
    };
    let to = day("to", query.to.as_ref())?.unwrap_or(today);
    let from = day("from", query.from.as_ref())?.unwrap_or_else(|| to.saturating_sub(29.days()));
    let days = from.until(to).map_or(0, |s| s.get_days());
    if from > to {
        return Err(FieldErrors::one("to", REVERSED));
    }
    if days >= MOST_DAYS {
        return Err(FieldErrors::one("from", TOO_LONG));
    }
    let moment = |day: Date| Millis(day.to_zoned(zone.clone()).map_or(0, |z| z.timestamp().as_millisecond()));
    Ok((from, to, moment(from), moment(to.saturating_add(1.days()))))
}

/// The outcomes of each member's calls in a period; undone calls do not count.
#[utoipa::path(get, path = "/confirmations/report", tag = "Order", params(PeriodQuery), responses(
    (status = 200, body = Data<ReportView>), Refusals<422>,
))]
async fn find_confirmation_report(
    Shared(app): Shared<App>,
    allowed: Allowed<Read>,
    QueryIn(query): QueryIn<PeriodQuery>,
) -> ApiResult<Json<Data<ReportView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let (from, to, start, end) = period(&query, app.env().now(), &profile.timezone).map_err(ApiError::invalid)?;
    let scope = allowed.scope.clone();
    let rows = app.db().report(async move |c| store::list_figures(c, &scope, start, end).await).await?;
    Ok(data(ReportView {
        from: from.to_string(),
        to: to.to_string(),
        people: rows.into_iter().map(FiguresRow::from_row).collect(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_desk_calling_hours_are_read_in_any_digits() {
        let sent = |from: &str, until: &str, first| SettingsIn {
            calls_from: from.into(),
            calls_until: until.into(),
            first_retry_hours: first,
            second_retry_hours: 24,
            version: None,
        };
        let read = sent("٩:٣٠", "22:00", 2).read().unwrap();
        assert_eq!((read.from, read.until, read.first_retry_hours), (570, 1_320, 2));
        for bad in [sent("25:00", "22:00", 2), sent("9", "22:00", 2), sent("10:00", "10:30", 2), sent("09:00", "21:00", 0)] {
            assert!(bad.read().is_err());
        }
    }
}
