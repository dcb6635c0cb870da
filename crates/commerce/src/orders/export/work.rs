//! Walking the orders of an export and keeping its parts.

use std::collections::HashMap;

use bytes::Bytes;
use jiff::tz::TimeZone;
use kernel::{Lang, OrderExportId, OrderId, Page, StoreId, StoreScope};
use web::list::ListQuery;

use super::rows::{Line, Writing};
use super::store::{self, Export};
use crate::App;
use crate::catalog::export::model::{Cell, Format, Status};
use crate::catalog::export::{csv_part, xlsx_part};
use crate::customers::keyset::Window;
use crate::orders::list::{self, Asking, Condition, Filters};
use crate::orders::marks;
use crate::orders::model::Row;
use crate::stores;

/// Orders in one part.
const PART: i64 = 500;

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The key of a part.
pub(super) fn key(store: StoreId, id: OrderExportId, part: i64) -> String {
    format!("{}/{part:06}", folder(store, id))
}

/// The folder of an export's parts.
pub(super) fn folder(store: StoreId, id: OrderExportId) -> String {
    format!("{store}/order-exports/{id}")
}

/// The next orders of an export, and how many there are as far as they are counted.
pub(super) async fn page(app: &App, scope: &StoreScope, export: &Export) -> web::ApiResult<Page<Row>> {
    let c = app.db().conn();
    let mut query = ListQuery::parse("/orders", &export.query)?;
    query.page = kernel::PageRequest { per_page: PART, cursor: export.cursor.clone(), ..kernel::PageRequest::default() };
    query.check(list::SORTS, list::FILTERS)?;
    if query.sort.is_none() {
        query.is_descending = true;
    }
    let sort = list::sort(&query);
    let profile = stores::profile(c, scope).await?;
    // Days are those of the moment in which the export was asked for.
    let asking = Asking { profile: &profile, user: export.created_by, now: export.created_at };
    let filters = if export.items.0.is_empty() {
        list::filters(&query, &asking)?
    } else {
        Filters { groups: vec![vec![Condition::Ids(export.items.0.clone())]], search: String::new() }
    };
    let window = Window::of(&query, sort.both(), false)?;
    let scope = scope.clone();
    Ok(app.db().report(async move |c| list::list(c, &scope, &filters, sort, &window).await).await?)
}

/// The rows of some orders, in their order.
async fn rows(app: &App, scope: &StoreScope, writing: &Writing, found: &[Row]) -> Result<Vec<Vec<Cell>>, Failed> {
    let c = app.db().conn();
    let ids: Vec<OrderId> = found.iter().map(|row| row.id).collect();
    let lines: HashMap<OrderId, Line> = store::lines(c, scope, &ids).await?.into_iter().map(|line| (line.id, line)).collect();
    let marks = marks::of_page(c, scope, found).await?;
    let row = |row: &Row| {
        let assignee = row.assignee_id.and_then(|id| marks.members.get(&id)).map(String::as_str);
        let sums = marks.money.get(&row.id).copied().unwrap_or_default();
        let tags = marks.tags.get(&row.id).map_or(&[][..], Vec::as_slice);
        lines.get(&row.id).map(|line| writing.row(line, sums, tags, assignee))
    };
    Ok(found.iter().filter_map(row).collect())
}

/// Writes the next part of an export and says in it how far it has come. Nothing of the database is changed.
pub(super) async fn write_part(app: &App, scope: &StoreScope, export: &mut Export) -> Result<(), Failed> {
    let lang = Lang::parse(&export.lang).unwrap_or_default();
    let format = export.format();
    let is_first = export.parts == 0;
    let page = page(app, scope, export).await.map_err(|e| e.message().en.to_string())?;
    let profile = stores::profile(app.db().conn(), scope).await?;
    let zone = TimeZone::get(&profile.timezone).unwrap_or(TimeZone::UTC);
    let writing = Writing { lang, format, currency: profile.currency, zone, columns: export.columns.0.clone() };
    let mut all: Vec<Vec<Cell>> = if is_first { vec![writing.header()] } else { Vec::new() };
    all.extend(rows(app, scope, &writing, &page.items).await?);
    let is_last = page.next_cursor.is_none();
    let (mut frame, columns) = (export.frame.0, export.columns.0.len());
    let made = tokio::task::spawn_blocking(move || {
        let bytes = match format {
            Format::Csv => {
                let mut bytes = if is_first { csv_part::MARK.to_vec() } else { Vec::new() };
                bytes.extend(csv_part::rows(&all, &mut frame));
                bytes
            }
            Format::Xlsx => {
                let mut xml = if is_first { xlsx_part::opening(lang, columns.max(5)) } else { String::new() };
                xlsx_part::rows(&mut xml, &all, &mut frame);
                xlsx_part::pack(xml, is_last, &mut frame)
            }
        };
        (bytes, frame)
    });
    let (bytes, frame) = made.await?;
    export.frame.0 = frame;
    export.done += i64::try_from(page.items.len())?;
    export.cursor = page.next_cursor;
    // Part 0 is the head of a workbook, which is known when all else is.
    export.parts += 1;
    put(app, scope, export, export.parts, bytes).await?;
    if format == Format::Xlsx && frame.rows > xlsx_part::MOST_ROWS {
        end(app, export, Status::Failed);
    } else if is_last {
        if format == Format::Xlsx {
            let sheet = if lang == Lang::Ar { "الطلبات" } else { "Orders" };
            let Some((head, tail)) = xlsx_part::around(sheet, &frame) else {
                end(app, export, Status::Failed);
                return Ok(());
            };
            put(app, scope, export, 0, head).await?;
            export.parts += 1;
            put(app, scope, export, export.parts, tail).await?;
        }
        end(app, export, Status::Done);
    }
    Ok(())
}

fn end(app: &App, export: &mut Export, status: Status) {
    status.as_str().clone_into(&mut export.status);
    export.finished_at = Some(app.env().now());
    export.cursor = None;
}

async fn put(app: &App, scope: &StoreScope, export: &mut Export, part: i64, bytes: Vec<u8>) -> Result<(), Failed> {
    export.size_bytes += i64::try_from(bytes.len())?;
    app.blobs.put(&key(scope.store(), export.id, part), Bytes::from(bytes)).await?;
    Ok(())
}
