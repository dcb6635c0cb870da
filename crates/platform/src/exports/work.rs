//! Writes parts of a file and stores them.

use bytes::Bytes;
use jiff::tz::TimeZone;
use kernel::{ExportId, Lang, Page, StoreId, StoreScope};

use super::kind::{Exported, Failed};
use super::model::{Cell, Format, Frame, Status};
use super::store::Export;
use super::writing::Writing;
use super::{csv_part, xlsx_part};
use crate::{App, pending_uploads, stores};

/// The key of a part. Each write gets a new name: a stale worker that writes a part after another worker has overwrites nothing.
pub(super) fn key<K: Exported>(store: StoreId, export: &Export, part: i64) -> String {
    let name = usize::try_from(part).ok().and_then(|at| export.part_names.0.get(at)).filter(|name| !name.is_empty());
    let folder = folder::<K>(store, export.id);
    name.map_or_else(|| format!("{folder}/{part:06}"), |name| format!("{folder}/{part:06}-{name}"))
}

/// The keys of the parts of an export after the first `from`.
pub(super) fn written_since<K: Exported>(store: StoreId, export: &Export, from: i64) -> Vec<String> {
    let has_name =
        |part: &i64| usize::try_from(*part).is_ok_and(|at| export.part_names.0.get(at).is_some_and(|name| !name.is_empty()));
    std::iter::once(0).chain(from + 1..=export.parts).filter(has_name).map(|part| key::<K>(store, export, part)).collect()
}

/// Deletes these parts: another worker has advanced the export, whose file consists of other parts.
pub(super) async fn delete_parts<K: Exported>(app: &App, scope: &StoreScope, export: &Export, from: i64) -> Result<(), Failed> {
    for key in written_since::<K>(scope.store(), export, from) {
        app.blobs.delete(&key).await?;
    }
    Ok(())
}

/// The folder of an export's parts.
pub(super) fn folder<K: Exported>(store: StoreId, id: ExportId) -> String {
    format!("{store}/{}/{id}", K::WORDS.folder)
}

/// Writes a page as the next part of an export and updates its progress in memory. Nothing in the database is changed.
pub(super) async fn write_part<K: Exported>(
    app: &App,
    scope: &StoreScope,
    export: &mut Export,
    page: Page<K::Row>,
) -> Result<(), Failed> {
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    let writing = Writing::<K> {
        lang: export.lang,
        format: export.format(),
        currency: profile.currency,
        zone: TimeZone::get(&profile.timezone).unwrap_or(TimeZone::UTC),
        columns: export.columns::<K>()?,
    };
    let (lang, format) = (writing.lang, writing.format);
    let (done, cursor) = (i64::try_from(page.items.len())?, page.next_cursor);
    let rows = K::rows(app, scope, &writing, page.items).await?;
    let header = (export.parts == 0).then(|| K::header(&writing));
    let is_last = cursor.is_none();
    let mut frame = export.frame.0;
    let written = tokio::task::spawn_blocking(move || (piece(lang, format, header, &rows, is_last, &mut frame), frame));
    let (bytes, frame) = written.await?;
    export.frame.0 = frame;
    export.done += done;
    export.cursor = cursor;
    // Part 0 is the head of a workbook, which is only known at the end.
    export.parts += 1;
    put::<K>(app, scope, export, export.parts, bytes).await?;
    if format == Format::Xlsx && frame.rows > xlsx_part::MOST_ROWS {
        end(app, export, Status::Failed);
    } else if is_last {
        if format == Format::Xlsx {
            let Some((head, tail)) = xlsx_part::envelope(K::WORDS.sheet.get(lang), &frame) else {
                end(app, export, Status::Failed);
                return Ok(());
            };
            put::<K>(app, scope, export, 0, head).await?;
            export.parts += 1;
            put::<K>(app, scope, export, export.parts, tail).await?;
        }
        end(app, export, Status::Done);
    }
    Ok(())
}

/// Rows as a part of a file; the first one has the captions.
fn piece(lang: Lang, format: Format, header: Option<Vec<Cell>>, rows: &[Vec<Cell>], is_last: bool, frame: &mut Frame) -> Vec<u8> {
    match format {
        Format::Csv => {
            let mut bytes = Vec::new();
            if let Some(header) = header {
                bytes.extend(csv_part::MARK);
                bytes.extend(csv_part::rows(&[header], frame));
            }
            bytes.extend(csv_part::rows(rows, frame));
            bytes
        }
        Format::Xlsx => {
            let mut xml = String::new();
            if let Some(header) = header {
                // The widths of the first columns are set one by one, so there are five at least.
                xml = xlsx_part::opening(lang, header.len().max(5));
                xlsx_part::rows(&mut xml, &[header], frame);
            }
            xlsx_part::rows(&mut xml, rows, frame);
            xlsx_part::pack(xml, is_last, frame)
        }
    }
}

fn end(app: &App, export: &mut Export, status: Status) {
    export.status = status;
    export.finished_at = Some(app.env().now());
    export.cursor = None;
}

async fn put<K: Exported>(app: &App, scope: &StoreScope, export: &mut Export, part: i64, bytes: Vec<u8>) -> Result<(), Failed> {
    let (at, names) = (usize::try_from(part)?, &mut export.part_names.0);
    names.resize(names.len().max(at + 1), String::new());
    let mut name = app.env().token();
    name.truncate(12);
    names[at] = name;
    export.size_bytes += i64::try_from(bytes.len())?;
    // The row may be deleted by the time a stale worker comes here, and with it the folder that would have been deleted.
    let key = key::<K>(scope.store(), export, part);
    pending_uploads::note(app, scope, &key).await?;
    app.blobs.put(&key, Bytes::from(bytes)).await?;
    Ok(())
}
