//! Claims: what couriers owe, as a file (an `Exported` kind).

use db::Conn;
use kernel::{Page, PageRequest, ShipmentId, StoreScope};
use web::ApiResult;
use web::list::ListQuery;

use super::cash::OpenShipment;
use super::{cash_api, entities};
use crate::couriers::names;
use platform::App;
use platform::exports::{Cell, ExportQuery, Exported, Failed, Words, Writing};

web::permissions! { Export_ = Export Order; }

platform::export_columns! {
    CourierClaimColumn;
    Courier "شركة الشحن" "Courier";
    Waybill "رقم البوليصة" "Waybill";
    Shipment "رقم الشحنة" "Shipment";
    Order "رقم الطلب" "Order number";
    DeliveredAt "تاريخ التسليم" "Delivered on";
    Collected "المبلغ المحصل" "Collected";
    Remitted "المبلغ المحول" "Remitted";
    Missing "المتبقي" "Missing";
    Days "الأيام" "Days";
    Currency "العملة" "Currency";
}

/// Claims as a kind of export.
pub(super) struct Claims;

/// Shipments in one part.
const PART: i64 = 500;

impl Exported for Claims {
    const WORDS: &'static Words = platform::export_words!("courier_claim", "courier-claims", entity entities::COURIER_CLAIM, folder "courier-claims",
        sheet ("مطالبات الشحن", "Courier claims"), nothing ("لا توجد مبالغ لدى شركات الشحن.", "Couriers hold no cash of this store."));
    const MOST_ITEMS: usize = 0;
    type Permission = Export_;
    type Item = kernel::id::Shipment;
    type Row = OpenShipment;
    type Column = Column;

    /// Claims are made by the list's query alone.
    async fn known(_: Conn<'_>, _: &StoreScope, _: &[ShipmentId]) -> db::Result<Vec<ShipmentId>> {
        Ok(Vec::new())
    }

    async fn page(app: &App, scope: &StoreScope, request: &ExportQuery<Self>) -> ApiResult<Page<OpenShipment>> {
        let mut query = ListQuery::parse("/courier-cash/shipments", &request.query)?;
        query.page = PageRequest { per_page: PART, cursor: request.cursor.clone(), ..PageRequest::default() };
        query.check(&[], cash_api::FILTERS)?;
        cash_api::page(app, scope, &query, request.at).await
    }

    async fn rows(app: &App, _: &StoreScope, w: &Writing<Self>, found: Vec<OpenShipment>) -> Result<Vec<Vec<Cell>>, Failed> {
        let now = app.env().now();
        let row = |s: &OpenShipment| {
            let cell = |column: &Column| match column {
                Column::Courier => w.text(&names::shown_name(s.provider, &s.courier_name, w.lang)),
                Column::Waybill => w.text(&s.tracking_no),
                Column::Shipment => w.text(&format!("{}-{}", s.order_number, s.n)),
                Column::Order => Cell::from(s.order_number),
                Column::DeliveredAt => w.moment(Some(s.delivered_at)),
                Column::Collected => w.amount(s.cash),
                Column::Remitted => w.amount(s.remitted),
                Column::Missing => w.amount(s.missing()),
                Column::Days => Cell::from(s.days(now)),
                Column::Currency => w.text(w.currency.code()),
            };
            w.columns.iter().map(cell).collect()
        };
        Ok(found.iter().map(row).collect())
    }
}
