//! Manual stock changes: a quantity at a location set, raised or lowered with a reason, and transfers between locations.

use db::{Conn, Topics};
use kernel::text_guard::{Lines, clean};
use kernel::{ProductId, StockLocationId, StoreScope, VariantId};
use serde_json::json;
use web::message::common;
use web::{ApiError, FieldErrors, Message};

use super::model::{MOST_QTY, Reason, Step, first_location};
use super::posting::StockPosting;
use super::store::{self, StockRow};
use super::wire::{AdjustIn, Mode, TransferIn};
use crate::entities;
use crate::store::writes;
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores::fault;

const TOO_FEW: Message = Message::new("المتوفر في هذا الموقع {n} فقط.", "Only {n} in stock at this location.");
const SAME_PLACE: Message = Message::new("اختر موقعين مختلفين.", "Choose two different locations.");
const SWITCHED_OFF: Message = Message::new("هذا الموقع غير نشط.", "This location is inactive.");
const NOT_COUNTED: Message = Message::new(
    "كمية هذا المنتج غير محدودة، ولا يوجد مخزون لتعديله.",
    "This product's quantity is unlimited. There is no stock to adjust.",
);

/// Why a manual stock change was refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum StockError {
    /// Invalid fields.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// The store has no such product.
    #[error("no such product")]
    NotFound,
    /// Its stock is not counted.
    #[error("not counted")]
    NotCounted,
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl StockError {
    fn field(path: &str, message: Message) -> Self {
        Self::Fields(FieldErrors::one(path, message))
    }
}

impl From<StockError> for ApiError {
    fn from(e: StockError) -> Self {
        match e {
            StockError::Fields(fields) => Self::invalid(fields),
            StockError::NotFound => Self::not_found(),
            StockError::NotCounted => Self::conflict("not_counted", NOT_COUNTED),
            StockError::Db(e) => e.into(),
        }
    }
}

/// Cleans a remark; blank is `None`.
fn note(text: Option<&str>) -> Result<Option<String>, StockError> {
    let text = clean(text.unwrap_or_default(), 500, Lines::Many).map_err(|f| StockError::field("note", fault(f)))?;
    Ok(Some(text).filter(|t| !t.is_empty()))
}

/// A locked product or variant whose stock is counted, with its levels at locations other than the first.
struct CountedStock {
    product: ProductId,
    variant: Option<VariantId>,
    row: StockRow,
    others: Vec<super::model::Level>,
}

impl CountedStock {
    async fn lock(c: Conn<'_>, scope: &StoreScope, product: ProductId, variant: Option<VariantId>) -> Result<Self, StockError> {
        if writes::lock(c, scope, product, None, false).await?.is_none() {
            return Err(StockError::NotFound);
        }
        let no_such = || StockError::field("variant_id", common::NO_SUCH);
        let row = store::find(c, scope, product, variant).await?.ok_or_else(no_such)?;
        if row.has_unlimited_qty {
            return Err(StockError::NotCounted);
        }
        let others = if row.elsewhere > 0 { store::list_levels(c, scope, product, variant).await? } else { Vec::new() };
        Ok(Self { product, variant, row, others })
    }

    /// Pieces at a location.
    fn qty_at(&self, scope: &StoreScope, location: StockLocationId) -> i64 {
        if location == first_location(scope.store()) {
            return self.row.qty - self.row.elsewhere;
        }
        self.others.iter().find(|l| l.location == location).map_or(0, |l| l.qty)
    }

    /// Changes the pieces at a location by `by`, and the total by `in_all`; returns the product's total and its threshold after
    /// it.
    async fn change(
        &self,
        c: Conn<'_>,
        scope: &StoreScope,
        location: StockLocationId,
        (by, in_all): (i64, i64),
    ) -> Result<Option<(i64, Option<i64>)>, StockError> {
        let is_first = location == first_location(scope.store());
        if !is_first {
            store::move_level(c, scope, self.product, self.variant, location, by).await?;
        }
        let of = (self.variant, self.row.is_active);
        Ok(store::move_qty(c, scope, self.product, of, (in_all, if is_first { 0 } else { by })).await?)
    }
}

/// Checks that the location is the store's and active, and locks it so until the transaction ends.
async fn check_location(c: Conn<'_>, scope: &StoreScope, path: &str, location: StockLocationId) -> Result<(), StockError> {
    if location == first_location(scope.store()) || store::lock_location(c, scope, location).await? {
        return Ok(());
    }
    let is_known = store::list_locations(c, scope).await?.iter().any(|l| l.id == location);
    Err(StockError::field(path, if is_known { SWITCHED_OFF } else { common::NO_SUCH }))
}

fn quantity(qty: i64, least: i64) -> Result<i64, StockError> {
    if (least..=MOST_QTY).contains(&qty) {
        return Ok(qty);
    }
    Err(StockError::field("qty", common::BETWEEN.with("min", least).with("max", MOST_QTY)))
}

/// Sets, raises or lowers the quantity at a location. Setting the current quantity writes nothing.
///
/// # Errors
/// [`StockError`]; nothing changed then.
pub(super) async fn adjust(app: &App, scope: &StoreScope, product: ProductId, sent: AdjustIn) -> Result<(), StockError> {
    let AdjustIn { variant_id, location_id, mode, qty, reason, note: text } = sent;
    let text = note(text.as_deref())?;
    let qty = quantity(qty, i64::from(mode != Mode::Set))?;
    if !reason.is_chosen() {
        return Err(StockError::field("reason", common::NOT_A_CHOICE));
    }
    let (env, at, location) = (app.env().clone(), scope.clone(), location_id.unwrap_or_else(|| first_location(scope.store())));
    app.db()
        .tx(async move |c| {
            let counted = CountedStock::lock(c, &at, product, variant_id).await?;
            check_location(c, &at, "location_id", location).await?;
            let before = counted.qty_at(&at, location);
            let after = match mode {
                Mode::Set => qty,
                Mode::Add => before + qty,
                Mode::Take => before - qty,
            };
            if after < 0 {
                return Err(StockError::field("qty", TOO_FEW.with("n", before)));
            }
            let by = after - before;
            if by == 0 {
                return Ok(());
            }
            quantity(counted.row.qty + by, 0)?;
            let mut posting = StockPosting::new(reason);
            posting.note.clone_from(&text);
            if let Some((stock, own)) = counted.change(c, &at, location, (by, by)).await? {
                posting.add_decrease(product, if counted.row.is_active { stock - by } else { stock }, stock, own);
            }
            let qty_after = counted.row.qty + by;
            posting.push(product, variant_id, Step { location, delta: by, qty_after, location_after: after });
            posting.write(c, &env, &at).await?;
            let entry = Entry::new(Act::Update, entities::PRODUCT, product)
                .before(json!({ "qty": counted.row.qty }))
                .after(json!({ "qty": qty_after }));
            log(c, &env, &at, product, entry, text.clone()).await
        })
        .await
}

/// Transfers goods between two locations; the total is unchanged.
///
/// # Errors
/// [`StockError`]; nothing changed then.
pub(super) async fn transfer(app: &App, scope: &StoreScope, product: ProductId, sent: TransferIn) -> Result<(), StockError> {
    let TransferIn { variant_id, from_location_id: from, to_location_id: to, qty, note: text } = sent;
    let text = note(text.as_deref())?;
    let qty = quantity(qty, 1)?;
    if from == to {
        return Err(StockError::field("to_location_id", SAME_PLACE));
    }
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let counted = CountedStock::lock(c, &at, product, variant_id).await?;
            // Locked in the order of their ids, so that two transfers cannot deadlock.
            let mut locations = [("from_location_id", from), ("to_location_id", to)];
            locations.sort_by_key(|(_, id)| *id);
            for (path, location) in locations {
                check_location(c, &at, path, location).await?;
            }
            let (at_from, at_to) = (counted.qty_at(&at, from), counted.qty_at(&at, to));
            if at_from < qty {
                return Err(StockError::field("qty", TOO_FEW.with("n", at_from)));
            }
            let mut posting = StockPosting::new(Reason::Transfer);
            posting.note.clone_from(&text);
            for (location, by, location_after) in [(from, -qty, at_from - qty), (to, qty, at_to + qty)] {
                counted.change(c, &at, location, (by, 0)).await?;
                // The total is unchanged, also between the two steps of the transfer.
                let qty_after = counted.row.qty;
                posting.push(product, variant_id, Step { location, delta: by, qty_after, location_after });
            }
            posting.write(c, &env, &at).await?;
            let levels_of = |from: i64, to: i64| json!({ "locations": { "from": from, "to": to } });
            let entry = Entry::new(Act::Update, entities::PRODUCT, product)
                .before(levels_of(at_from, at_to))
                .after(levels_of(at_from - qty, at_to + qty));
            log(c, &env, &at, product, entry, text.clone()).await
        })
        .await
}

async fn log(
    c: Conn<'_>,
    env: &kernel::Env,
    scope: &StoreScope,
    product: ProductId,
    entry: Entry,
    note: Option<String>,
) -> Result<(), StockError> {
    let entry = match note {
        Some(text) => entry.note(text),
        None => entry,
    };
    let seq = journal::write(c, scope, env.now(), Topics::CATALOG.and(Topics::STOREFRONT), entry).await?;
    writes::set_seq(c, scope, product, seq).await?;
    Ok(())
}
