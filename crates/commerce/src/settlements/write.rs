//! Creating, changing and deleting settlements.

use db::Topics;
use jiff::civil::Date;
use kernel::fold::fold;
use kernel::{CourierSettlementId, Currency, Millis, StoreScope, UserId};
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::entities;
use super::kind::Sheets;
use super::model::State;
use super::row_store;
use super::store::{self, Settlement};
use super::wire::{CourierSettlementIn, CourierSettlementView};
use platform::imports;
use platform::journal::{self, Act, Entry};
use platform::{App, stores};
use web::fields::{amount, between, line};

const NOT_A_DAY: Message = Message::new("أدخل تاريخًا مثل 2026-11-29.", "Enter a date like 2026-11-29.");
const TAKEN: Message = Message::new("هذا الملف مستخدم في تسوية أخرى.", "Another settlement has this sheet.");
const FIXED: Message = Message::new("لا يمكن تغيير ملف التسوية.", "A settlement's sheet can't be changed.");
const POSTED: Message = Message::new("تم ترحيل هذه التسوية، فلا يمكن تعديلها.", "This settlement is posted and can't be changed.");
const STAYS: Message = Message::new(
    "تم ترحيل هذه التسوية، فلا يمكن حذفها. يمكنك التراجع عن ترحيلها.",
    "This settlement was posted and can't be deleted. Its posting can be undone.",
);
const STAYS_UNDONE: Message = Message::new(
    "هذه التسوية محفوظة لأن ترحيلها تم ثم تم التراجع عنه، فلا يمكن حذفها.",
    "This settlement was posted and undone. It is kept and can't be deleted.",
);
const AT_WORK: Message = Message::new(
    "الملف قيد الفحص الآن. انتظر حتى ينتهي ثم احذف التسوية.",
    "The sheet is being checked. Wait until it finishes, then delete the settlement.",
);
/// Rows that are deleted in one transaction.
const ROWS_AT_ONCE: i64 = 500;
/// Days after which a payment is late, unless the merchant agreed on others.
const LATE_AFTER_DAYS: i64 = 14;

/// Why a settlement was not written.
#[derive(Debug, thiserror::Error)]
enum WriteError {
    #[error("invalid fields")]
    Fields(FieldErrors),
    #[error("no such settlement")]
    NotFound,
    #[error("stale version")]
    Stale(Box<Settlement>),
    #[error("posted")]
    Posted,
    #[error("not deleted: {0:?} is no draft")]
    Kept(State),
    #[error("its sheet is being read")]
    AtWork,
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<WriteError> for ApiError {
    fn from(e: WriteError) -> Self {
        match e {
            WriteError::Fields(fields) => Self::invalid(fields),
            WriteError::NotFound => Self::not_found(),
            WriteError::Stale(current) => Self::stale().with_current(&CourierSettlementView::from_settlement(&current)),
            WriteError::Posted => Self::conflict("settlement_posted", POSTED),
            WriteError::Kept(State::Undone) => Self::conflict("settlement_undone", STAYS_UNDONE),
            WriteError::Kept(_) => Self::conflict("settlement_posted", STAYS),
            WriteError::AtWork => Self::conflict("import_at_work", AT_WORK),
            WriteError::Db(e) if e.is_unique_violation() => Self::field("sheet_id", TAKEN),
            WriteError::Db(e) => e.into(),
        }
    }
}

/// The calendar day of a text, as it is stored.
fn day(errors: &mut FieldErrors, text: &str) -> String {
    match text.trim().parse::<Date>() {
        Ok(day) if (2000..=2100).contains(&day.year()) => day.to_string(),
        _ => {
            errors.add("remitted_on", NOT_A_DAY);
            String::new()
        }
    }
}

/// Applies a request; absent fields stay.
fn apply(s: &mut Settlement, sent: &CourierSettlementIn, currency: Currency) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::new();
    if let Some(text) = &sent.courier {
        s.courier = line(&mut errors, "courier", text, 60, true);
    }
    if let Some(text) = &sent.reference {
        s.reference = line(&mut errors, "reference", text, 80, false);
    }
    if let Some(text) = &sent.remitted_on {
        s.remitted_on = day(&mut errors, text);
    }
    if let Some(total) = &sent.total {
        s.stated_total = total.as_deref().map(|text| amount(&mut errors, "total", text, currency));
    }
    if let Some(days) = sent.late_after_days {
        s.late_after_days = between(&mut errors, "late_after_days", days, 0, 365);
    }
    if let Some(fee) = &sent.agreed_fee {
        s.agreed_fee = fee.as_deref().map(|text| amount(&mut errors, "agreed_fee", text, currency));
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Creates the settlement of a sheet; terms that are not sent are those of the courier's newest settlement.
///
/// # Errors
/// 422 for invalid fields, a sheet that the store does not have or that has a settlement; of the database.
pub(super) async fn create(
    app: &App,
    scope: &StoreScope,
    user: UserId,
    sent: CourierSettlementIn,
) -> ApiResult<CourierSettlementId> {
    let c = app.db().conn();
    let mut errors = FieldErrors::new();
    for (path, is_missing) in
        [("sheet_id", sent.sheet_id.is_none()), ("courier", sent.courier.is_none()), ("remitted_on", sent.remitted_on.is_none())]
    {
        if is_missing {
            errors.add(path, common::REQUIRED);
        }
    }
    errors.finish()?;
    let sheet_id = sent.sheet_id.ok_or_else(|| ApiError::field("sheet_id", common::REQUIRED))?;
    let file_name = match imports::file_name::<Sheets>(c, scope, sheet_id).await {
        Ok(name) => name,
        Err(e) if e.status() == web::StatusCode::NOT_FOUND => return Err(ApiError::field("sheet_id", common::NO_SUCH)),
        Err(e) => return Err(e),
    };
    let (currency, now) = (stores::get_profile(c, scope).await?.currency, app.env().now());
    let mut settlement = Settlement {
        id: app.env().id(),
        sheet_id,
        file_name,
        courier: String::new(),
        reference: String::new(),
        remitted_on: String::new(),
        currency,
        stated_total: None,
        late_after_days: LATE_AFTER_DAYS,
        agreed_fee: None,
        state: State::Draft,
        created_by: user,
        created_at: now,
        posted_by_name: None,
        posted_at: None,
        undone_at: None,
        version: 1,
    };
    if let Some(before) = store::find_newest(c, scope, &fold(sent.courier.as_deref().unwrap_or_default())).await? {
        (settlement.late_after_days, settlement.agreed_fee) = (before.late_after_days, before.agreed_fee);
    }
    apply(&mut settlement, &sent, currency).map_err(ApiError::invalid)?;
    let (at, id) = (scope.clone(), settlement.id);
    app.db()
        .tx(async move |c| {
            store::insert(c, &at, &settlement, &fold(&settlement.courier)).await?;
            let entry = Entry::new(Act::Create, entities::COURIER_SETTLEMENT, id);
            let entry = entry.after(CourierSettlementView::from_settlement(&settlement));
            journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok::<_, WriteError>(())
        })
        .await?;
    Ok(id)
}

/// Changes a settlement that is not posted.
///
/// # Errors
/// 404, 409 when it is stale or posted, 422 for invalid fields; of the database.
pub(super) async fn update(app: &App, scope: &StoreScope, id: CourierSettlementId, sent: CourierSettlementIn) -> ApiResult<()> {
    let (at, now): (StoreScope, Millis) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            let before = store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?;
            if sent.version.is_some_and(|v| v != before.version) {
                return Err(WriteError::Stale(Box::new(before)));
            }
            if before.state != State::Draft {
                return Err(WriteError::Posted);
            }
            if sent.sheet_id.is_some_and(|sheet| sheet != before.sheet_id) {
                return Err(WriteError::Fields(FieldErrors::one("sheet_id", FIXED)));
            }
            let mut settlement = before.clone();
            apply(&mut settlement, &sent, before.currency).map_err(WriteError::Fields)?;
            if !store::update(c, &at, &settlement, &fold(&settlement.courier), now).await? {
                return Err(WriteError::Stale(Box::new(store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?)));
            }
            settlement.version += 1;
            let entry = Entry::new(Act::Update, entities::COURIER_SETTLEMENT, id)
                .before(CourierSettlementView::from_settlement(&before))
                .after(CourierSettlementView::from_settlement(&settlement));
            journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok(())
        })
        .await?;
    Ok(())
}

/// Deletes a draft with its rows, some at a time: until the last of them is gone it is a draft, whose check finds them again. Its sheet is
/// deleted when its time is over, as every one.
///
/// # Errors
/// 404; 409 once it was posted, and while its sheet is being read; of the database.
pub(super) async fn delete(app: &App, scope: &StoreScope, id: CourierSettlementId) -> ApiResult<()> {
    while !delete_some(app, scope, id).await? {}
    Ok(())
}

/// Deletes some rows of a draft, and the draft where these were the last; whether it is gone.
async fn delete_some(app: &App, scope: &StoreScope, id: CourierSettlementId) -> Result<bool, WriteError> {
    let (at, now): (StoreScope, Millis) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            let draft = store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?;
            if draft.state != State::Draft {
                return Err(WriteError::Kept(draft.state));
            }
            if imports::is_at_work::<Sheets>(c, &at, draft.sheet_id).await? {
                return Err(WriteError::AtWork);
            }
            if row_store::delete_some(c, &at, id, ROWS_AT_ONCE).await? == ROWS_AT_ONCE.unsigned_abs() {
                return Ok(false);
            }
            if !store::delete(c, &at, id).await? {
                // Its posting began meanwhile, or another call deleted it.
                let now = store::find(c, &at, id).await?;
                return Err(now.map_or(WriteError::NotFound, |settlement| WriteError::Kept(settlement.state)));
            }
            let entry = Entry::new(Act::Delete, entities::COURIER_SETTLEMENT, id);
            let entry = entry.before(CourierSettlementView::from_settlement(&draft));
            journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok(true)
        })
        .await
}
