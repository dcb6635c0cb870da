//! Walking the customers of an export and keeping its parts.

use std::collections::HashMap;

use bytes::Bytes;
use jiff::tz::TimeZone;
use kernel::{CustomerExportId, CustomerId, Lang, Page, StoreId, StoreScope};
use web::list::ListQuery;

use super::rows::{Beside, Writing};
use super::store::{self, Export};
use crate::App;
use crate::catalog::export::model::{Cell, Format, Status};
use crate::catalog::export::{csv_part, xlsx_part};
use crate::customers::filter::{Chosen, Cond};
use crate::customers::keyset::Window;
use crate::customers::labels;
use crate::customers::list::{self, Sort};
use crate::customers::model::{Channel, Customer};
use crate::customers::query::{self, FILTERS, SORTS};
use crate::customers::segments::Asking;
use crate::stores;

/// Customers in one part.
const PART: i64 = 500;

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The key of a part.
pub(super) fn key(store: StoreId, id: CustomerExportId, part: i64) -> String {
    format!("{}/{part:06}", folder(store, id))
}

/// The folder of an export's parts.
pub(super) fn folder(store: StoreId, id: CustomerExportId) -> String {
    format!("{store}/customer-exports/{id}")
}

/// The next customers of an export, and how many there are as far as they are counted.
pub(super) async fn page(app: &App, scope: &StoreScope, export: &Export) -> web::ApiResult<Page<Customer>> {
    let mut query = ListQuery::parse("/customers", &export.query)?;
    query.page = kernel::PageRequest { per_page: PART, cursor: export.cursor.clone(), ..kernel::PageRequest::default() };
    query.check(SORTS, FILTERS)?;
    if query.sort.is_none() {
        query.is_descending = true;
    }
    let sort = Sort::parse(query.sort.as_deref());
    let profile = stores::profile(app.db().conn(), scope).await?;
    let segment = query::segment(app.db().conn(), scope, &query).await?;
    // "The last days" are those before the export began, in every part of it.
    let wanted = query::read(&query, segment.as_ref(), &Asking { profile: &profile, now: export.created_at })?;
    Window::of(&query, sort.both(false), sort == Sort::Name)?;
    let (scope, items) = (scope.clone(), export.items.0.clone());
    let read = async move |c: db::Conn<'_>| {
        let chosen = if items.is_empty() {
            query::find(c, &scope, wanted.clone()).await?
        } else {
            Chosen::of(c, &scope, vec![Cond::Found(items.clone())], Vec::new()).await?
        };
        match Window::of(&query, sort.both(chosen.is_led()), sort == Sort::Name) {
            Ok(window) => list::page(c, &scope, &chosen, sort, &window).await,
            Err(_) => Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None }),
        }
    };
    Ok(app.db().report(read).await?)
}

/// The rows of some customers, in their order.
async fn rows(app: &App, scope: &StoreScope, writing: &Writing, found: &[Customer]) -> Result<Vec<Vec<Cell>>, Failed> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let c = app.db().conn();
    let ids: Vec<CustomerId> = found.iter().map(|row| row.id).collect();
    let mut beside: HashMap<CustomerId, Beside> = HashMap::new();
    // As many as the tags of a page of customers are read for at once.
    for some in ids.chunks(100) {
        for (id, tag) in labels::tags_of(c, scope, some).await? {
            beside.entry(id).or_default().tags.push(tag);
        }
    }
    for (id, name) in store::groups(c, scope, &ids).await? {
        beside.entry(id).or_default().groups.push(name);
    }
    for (id, word) in store::agreed(c, scope, &ids).await? {
        beside.entry(id).or_default().channels.extend(Channel::parse(&word));
    }
    let none = Beside::default();
    Ok(found.iter().map(|row| writing.row(row, beside.get(&row.id).unwrap_or(&none))).collect())
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
            let sheet = if lang == Lang::Ar { "العملاء" } else { "Customers" };
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
