//! The merchant's list of reasons for returns.

use db::{Conn, Topics};
use kernel::text_guard::Lines;
use kernel::{Env, ReturnReasonId, StoreScope, Texts};
use serde_json::json;
use web::{ApiError, FieldErrors, Message};

use super::store::{self, ReasonRow};
use super::wire::{ReturnReasonIn, ReturnReasonView};
use crate::orders::entities;
use platform::App;
use platform::journal::{self, Act, Entry};
use web::fields::{between, texts};

/// The most reasons of a store.
const MOST: usize = 50;

const FULL: Message =
    Message::new("اكتمل الحد الأقصى للأسباب. احذف سببًا قبل إضافة غيره.", "Limit reached: delete a reason before adding another.");

/// Reasons of a new store; the merchant can change them.
const DEFAULTS: &[(&str, &str)] = &[
    ("تالف أو معيب", "Damaged or faulty"),
    ("منتج غير المطلوب", "Wrong item received"),
    ("المقاس غير مناسب", "Wrong size"),
    ("لا يطابق الوصف", "Not as described"),
    ("لم يعد مرغوبًا", "No longer wanted"),
    ("رفض العميل الاستلام", "Refused at delivery"),
];

/// Why a reason was not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReasonError {
    /// Invalid fields.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// The store has no such reason.
    #[error("no such reason")]
    NotFound,
    /// It is stale: it changed since it was read.
    #[error("stale version")]
    Stale(Box<ReasonRow>),
    /// The store has too many reasons.
    #[error("too many reasons")]
    Full,
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<ReasonError> for ApiError {
    fn from(e: ReasonError) -> Self {
        match e {
            ReasonError::Fields(fields) => Self::invalid(fields),
            ReasonError::NotFound => Self::not_found(),
            ReasonError::Stale(row) => Self::stale().with_current(&ReturnReasonView::from_row(*row)),
            ReasonError::Full => Self::conflict("too_many_return_reasons", FULL),
            ReasonError::Db(e) => e.into(),
        }
    }
}

/// Inserts the reasons of a new store.
///
/// # Errors
/// Of the database.
pub async fn insert_defaults(c: Conn<'_>, env: &Env, scope: &StoreScope) -> db::Result<()> {
    for ((ar, en), display_order) in DEFAULTS.iter().zip(1..) {
        let reason = ReasonRow { id: env.id(), name: Texts::new(*ar, *en), is_active: true, display_order, version: 1 };
        store::insert_reason(c, scope, &reason, env.now()).await?;
    }
    Ok(())
}

/// Applies a request to a reason; absent fields stay.
fn apply(reason: &mut ReasonRow, sent: ReturnReasonIn) -> Result<(), ReasonError> {
    let ReturnReasonIn { name, is_active, display_order, version: _ } = sent;
    let mut errors = FieldErrors::new();
    let name = name.unwrap_or_else(|| reason.name.clone());
    reason.name = texts(&mut errors, "name", &name, 100, Lines::Single, true);
    reason.is_active = is_active.unwrap_or(reason.is_active);
    if let Some(n) = display_order {
        reason.display_order = between(&mut errors, "display_order", n, 0, 1_000_000);
    }
    if errors.is_empty() { Ok(()) } else { Err(ReasonError::Fields(errors)) }
}

fn journal_fields(reason: &ReasonRow) -> serde_json::Value {
    json!({ "name": reason.name, "is_active": reason.is_active, "display_order": reason.display_order })
}

pub(super) async fn create(app: &App, scope: &StoreScope, sent: ReturnReasonIn) -> Result<ReasonRow, ReasonError> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let all = store::list_reasons(c, &at).await?;
            if all.len() >= MOST {
                return Err(ReasonError::Full);
            }
            let last = all.iter().map(|r| r.display_order).max().unwrap_or(0);
            let mut reason =
                ReasonRow { id: env.id(), name: Texts::default(), is_active: true, display_order: last + 1, version: 1 };
            apply(&mut reason, sent.clone())?;
            store::insert_reason(c, &at, &reason, env.now()).await?;
            let entry = Entry::new(Act::Create, entities::RETURN_REASON, reason.id).after(journal_fields(&reason));
            journal::write(c, &at, env.now(), Topics::SALES, entry).await?;
            Ok(reason)
        })
        .await
}

pub(super) async fn change(
    app: &App,
    scope: &StoreScope,
    id: ReturnReasonId,
    sent: ReturnReasonIn,
) -> Result<ReasonRow, ReasonError> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let all = store::list_reasons(c, &at).await?;
            let before = all.into_iter().find(|r| r.id == id).ok_or(ReasonError::NotFound)?;
            if sent.version.is_some_and(|v| v != before.version) {
                return Err(ReasonError::Stale(Box::new(before)));
            }
            let mut reason = before.clone();
            apply(&mut reason, sent.clone())?;
            if journal_fields(&reason) == journal_fields(&before) {
                return Ok(before);
            }
            if !store::update_reason(c, &at, &reason, env.now()).await? {
                return Err(ReasonError::Stale(Box::new(before)));
            }
            let entry = Entry::new(Act::Update, entities::RETURN_REASON, id)
                .before(journal_fields(&before))
                .after(journal_fields(&reason));
            journal::write(c, &at, env.now(), Topics::SALES, entry).await?;
            Ok(ReasonRow { version: reason.version + 1, ..reason })
        })
        .await
}

/// Deletes a reason; returns made with it keep its name.
pub(super) async fn remove(app: &App, scope: &StoreScope, id: ReturnReasonId) -> Result<(), ReasonError> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let all = store::list_reasons(c, &at).await?;
            let before = all.into_iter().find(|r| r.id == id).ok_or(ReasonError::NotFound)?;
            if !store::delete_reason(c, &at, id).await? {
                return Err(ReasonError::NotFound);
            }
            let entry = Entry::new(Act::Delete, entities::RETURN_REASON, id).before(journal_fields(&before));
            journal::write(c, &at, env.now(), Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}
