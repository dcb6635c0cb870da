//! Decides what rows of a sheet mean, before anything is written: which shipment, and the verdict.

use std::collections::HashMap;

use db::{Conn, Json};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::{CourierSettlementId, Currency, ImportId, Millis, ShipmentId, StoreScope};
use web::Message;

use super::matching_rules::{Candidates, Match, Reference, SheetCourier};
use super::model::{Finding, Parcel, ParcelState, Remark, Terms, evaluate};
use super::read::SheetRow;
use super::row_model::{Candidate, RowState, SettlementRow};
use super::row_store;
use super::source::{Item, ItemContent, Source};
use super::store::{self, Settlement};
use crate::shipments::{Status, tracking_key};
use platform::imports::model::{RowMessage, RowOutcome};

const NO_SETTLEMENT: Message =
    Message::new("أكمل بيانات التسوية قبل فحص الملف.", "Fill in the settlement before the sheet is checked.");

/// A row of the sheet and what it means for the store.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub(super) position: i64,
    pub(super) line: i64,
    pub(super) label: String,
    pub(super) plan: RowPlan,
}

/// The planned outcome of a row.
#[derive(Debug, Clone)]
pub(super) enum RowPlan {
    /// It cannot be read, or was refused.
    Refused(Vec<RowMessage>),
    /// A sum of the sheet.
    Total,
    /// It has a verdict.
    MatchedRow(Box<MatchedRow>),
}

/// A row with its verdict.
#[derive(Debug, Clone)]
pub(super) struct MatchedRow {
    pub(super) settlement: CourierSettlementId,
    pub(super) courier: String,
    pub(super) currency: Currency,
    pub(super) row: SheetRow,
    pub(super) finding: Finding,
    pub(super) candidate: Option<Candidate>,
}

impl MatchedRow {
    /// The shipment that posting books.
    pub(super) fn target(&self) -> Option<&Candidate> {
        self.candidate.as_ref().filter(|_| self.finding.is_booked)
    }

    /// As it is stored while nothing of it is booked.
    pub(super) fn stored(&self, position: i64, line: i64) -> SettlementRow {
        let Self { row, finding, candidate, .. } = self;
        SettlementRow {
            position,
            line,
            waybill: row.waybill.clone(),
            reference: row.reference.clone(),
            paid_on: row.paid_on.clone(),
            courier_status: row.status.clone(),
            collected: row.amounts.collected,
            fee: row.amounts.fee,
            net: row.amounts.net(),
            verdict: finding.verdict,
            difference: finding.difference,
            days: finding.days,
            remarks: Json(finding.remarks.clone()),
            order_id: candidate.as_ref().map(|s| s.order_id),
            order_number: candidate.as_ref().map(|s| s.order_number),
            shipment_id: candidate.as_ref().map(|s| s.shipment_id),
            shipment_n: candidate.as_ref().map(|s| s.n),
            state: RowState::Found,
            booked: 0,
            booked_entry: None,
            was_paid: false,
            was_cash_due: false,
        }
    }
}

impl Prepared {
    /// The outcome that a dry run reports.
    pub(super) fn outcome(&self) -> RowOutcome {
        match &self.plan {
            RowPlan::Refused(_) => RowOutcome::Failed,
            RowPlan::Total => RowOutcome::Skipped,
            RowPlan::MatchedRow(matched) if matched.target().is_some() => RowOutcome::WouldUpdate,
            RowPlan::MatchedRow(_) => RowOutcome::Unchanged,
        }
    }
}

/// Days between the delivery and the remittance, by the store's calendar.
fn days_between(delivered_at: Millis, remitted_on: Date, zone: &TimeZone) -> Option<i64> {
    let delivered = jiff::Timestamp::from_millisecond(delivered_at.0).ok()?.to_zoned(zone.clone()).date();
    remitted_on.since(delivered).ok().map(|span| i64::from(span.get_days()).max(0))
}

fn state_of(candidate: &Candidate, remitted_on: Option<Date>, zone: &TimeZone) -> ParcelState {
    match candidate.status {
        Status::Delivered => {
            let days = candidate.delivered_at.zip(remitted_on).and_then(|(at, day)| days_between(at, day, zone));
            ParcelState::Delivered(days)
        }
        Status::Refused | Status::Returned | Status::Cancelled => ParcelState::Back,
        Status::Ready | Status::Shipped | Status::OutForDelivery | Status::ReadyForPickup | Status::PickupPostponed => {
            ParcelState::OnTheWay
        }
    }
}

async fn candidates(c: Conn<'_>, scope: &StoreScope, rows: &[&SheetRow]) -> db::Result<Candidates> {
    let mut keys: Vec<String> = rows.iter().map(|row| tracking_key(&row.waybill)).filter(|key| !key.is_empty()).collect();
    let marks = rows.iter().flat_map(|row| [&row.reference, &row.waybill]);
    let mut numbers: Vec<i64> = marks.filter_map(|text| Reference::parse(text)).map(|reference| reference.order).collect();
    keys.sort_unstable();
    keys.dedup();
    numbers.sort_unstable();
    numbers.dedup();
    Ok(Candidates::new(store::list_by_waybill(c, scope, keys).await?, store::list_by_number(c, scope, numbers).await?))
}

/// What earlier rows of the same sheet book, by shipment.
type Earlier = HashMap<ShipmentId, i64>;

struct Context<'a> {
    settlement: &'a Settlement,
    remitted_on: Option<Date>,
    zone: TimeZone,
    courier: SheetCourier,
}

impl Context<'_> {
    fn matched(&self, row: &SheetRow, found: Match<'_>, earlier: &mut Earlier) -> MatchedRow {
        let (candidate, by) = match found {
            Match::Waybill(candidate) => (Some(candidate), None),
            Match::Reference(candidate) => (Some(candidate), Some(Remark::ByReference)),
            Match::Ambiguous => (None, Some(Remark::Ambiguous)),
            Match::None => (None, None),
        };
        let parcel = candidate.map(|s| {
            let before = earlier.get(&s.shipment_id).copied();
            Parcel {
                state: state_of(s, self.remitted_on, &self.zone),
                cash: s.cash,
                remitted: s.remitted + before.unwrap_or(0),
                is_settled: s.settlement_id.is_some() || before.is_some(),
            }
        });
        let terms = Terms { late_after_days: self.settlement.late_after_days, agreed_fee: self.settlement.agreed_fee };
        let mut finding = evaluate(&row.amounts, parcel.as_ref(), terms);
        finding.remarks.extend(by);
        if let Some(s) = candidate {
            if !self.courier.has(s) {
                finding.remarks.push(Remark::OtherCourier);
            }
            if finding.is_booked {
                *earlier.entry(s.shipment_id).or_default() += row.amounts.collected;
            }
        }
        MatchedRow {
            settlement: self.settlement.id,
            courier: self.settlement.courier.clone(),
            currency: self.settlement.currency,
            row: row.clone(),
            finding,
            candidate: candidate.cloned(),
        }
    }
}

/// Compares rows of a sheet with the store.
pub(super) async fn prepare(
    c: Conn<'_>,
    scope: &StoreScope,
    import: ImportId,
    source: &Source,
    items: &[Item],
) -> db::Result<Vec<Prepared>> {
    let Some(settlement) = store::find_by_sheet(c, scope, import).await? else {
        let refused = |item: &Item| Prepared {
            position: item.position,
            line: item.line,
            label: item.label.clone(),
            plan: RowPlan::Refused(vec![RowMessage::new(None, &NO_SETTLEMENT)]),
        };
        return Ok(items.iter().map(refused).collect());
    };
    let rows: Vec<&SheetRow> = items
        .iter()
        .filter_map(|item| match &item.content {
            ItemContent::Row(row) => Some(&**row),
            ItemContent::Total | ItemContent::Unreadable(_) => None,
        })
        .collect();
    let candidates = candidates(c, scope, &rows).await?;
    // A sheet may have our reference in the column of the waybill.
    let find = |row: &SheetRow| {
        let reference = Reference::parse(&row.reference).or_else(|| Reference::parse(&row.waybill));
        candidates.find(&tracking_key(&row.waybill), reference, row.amounts.collected)
    };
    let mut ids: Vec<ShipmentId> = rows
        .iter()
        .filter_map(|row| match find(row) {
            Match::Waybill(s) | Match::Reference(s) => Some(s.shipment_id),
            Match::Ambiguous | Match::None => None,
        })
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let first = items.first().map_or(0, |item| item.position);
    let mut earlier: Earlier = row_store::list_found(c, scope, settlement.id, first, ids).await?.into_iter().collect();
    let context = Context {
        settlement: &settlement,
        remitted_on: settlement.remitted_on.parse().ok(),
        zone: TimeZone::get(&source.timezone).unwrap_or(TimeZone::UTC),
        courier: SheetCourier::new(&settlement.courier, &candidates),
    };
    let plan = |content: &ItemContent, earlier: &mut Earlier| match content {
        ItemContent::Unreadable(messages) => RowPlan::Refused(messages.clone()),
        ItemContent::Total => RowPlan::Total,
        ItemContent::Row(row) => RowPlan::MatchedRow(Box::new(context.matched(row, find(row), earlier))),
    };
    Ok(items
        .iter()
        .map(|item| Prepared {
            position: item.position,
            line: item.line,
            label: item.label.clone(),
            plan: plan(&item.content, &mut earlier),
        })
        .collect())
}
