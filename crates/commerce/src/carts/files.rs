//! Files that shoppers send with a product (PR-06): accepted types, storage and access.
//!
//! Table: `shopper_files`. Blobs: `{store}/shopper/{name}`, not served under any address of the store. The type is detected from
//! the bytes. A file belongs to the order that its line became; files of carts that never became an order are deleted by a job.

use bytes::Bytes;
use db::Conn;
use jobs::{JobResult, Outcome, Registry};
use kernel::{Millis, OrderId, ShopperFileId, StoreId, StoreScope};
use serde::{Deserialize, Serialize};
use web::Message;

use super::file_store::{self, FileRow, NewFile};
use super::model::FieldValue;
use platform::App;

/// Size limit, the same as ME-02's.
pub const MOST_FILE_BYTES: usize = platform::media::MAX_BYTES;
/// Carts live for 30 days; their files are deleted after this time.
const KEPT_WITHOUT_ORDER: i64 = 35 * 24 * Millis::HOUR;

const TOO_LARGE: Message = Message::new("الملف أكبر من 5 ميجابايت.", "The file is larger than 5 MB.");
const KIND: Message = Message::new("الملفات المقبولة: JPG و PNG و WebP و PDF.", "Accepted files: JPG, PNG, WebP and PDF.");
const EMPTY: Message = Message::new("الملف فارغ.", "The file is empty.");

/// A file as the browser uploaded it.
#[derive(Debug, Clone)]
pub struct SentFile {
    /// Index of the dynamic field that it answers, from 0.
    pub field: usize,
    /// The browser's file name; only a label.
    pub name: String,
    /// Content.
    pub bytes: Bytes,
}

/// A file that answers a dynamic field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct FileRef {
    /// The file's id.
    pub id: ShopperFileId,
    /// Size in bytes.
    pub size: i64,
}

/// An accepted file type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    Jpeg,
    Png,
    Webp,
    Pdf,
}

impl FileKind {
    /// Detects the type from the first bytes; file name and declared content type are ignored.
    fn detect(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
            Some(Self::Jpeg)
        } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Some(Self::Webp)
        } else if bytes.starts_with(b"%PDF-") {
            Some(Self::Pdf)
        } else {
            None
        }
    }

    const fn parts(self) -> (&'static str, &'static str) {
        match self {
            Self::Jpeg => ("image/jpeg", "jpg"),
            Self::Png => ("image/png", "png"),
            Self::Webp => ("image/webp", "webp"),
            Self::Pdf => ("application/pdf", "pdf"),
        }
    }
}

/// The detected type, or why the file is refused.
pub(super) fn check(bytes: &[u8]) -> Result<FileKind, Message> {
    if bytes.is_empty() {
        return Err(EMPTY);
    }
    if bytes.len() > MOST_FILE_BYTES {
        return Err(TOO_LARGE);
    }
    FileKind::detect(bytes).ok_or(KIND)
}

/// The displayed file name; its extension follows the detected type.
pub(super) fn shown_name(name: &str, kind: FileKind) -> String {
    let (_, extension) = kind.parts();
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let tidy: String = stem.chars().filter(|c| !c.is_control() && !kernel::digits::is_invisible(*c)).take(100).collect();
    let tidy = kernel::text_guard::clean(&tidy, 100, kernel::text_guard::Lines::Single).unwrap_or_default();
    format!("{}.{extension}", if tidy.is_empty() { "file" } else { &tidy })
}

/// The blob key of a shopper's file.
#[must_use]
pub fn key(store: StoreId, name: &str) -> String {
    format!("{store}/shopper/{name}")
}

/// Stores an accepted file: the blob first, so that a row always has its blob.
pub(super) async fn store_file(
    app: &App,
    scope: &StoreScope,
    sent: SentFile,
    kind: FileKind,
) -> Result<FileRef, super::CartError> {
    let (id, now): (ShopperFileId, Millis) = (app.env().id(), app.env().now());
    let (content_type, extension) = kind.parts();
    let (name, stored) = (shown_name(&sent.name, kind), format!("{id}.{extension}"));
    let size = i64::try_from(sent.bytes.len()).unwrap_or(i64::MAX);
    if let Err(error) = app.blobs.put(&key(scope.store(), &stored), sent.bytes).await {
        tracing::error!(%error, "a shopper's file could not be kept");
        return Err(super::CartError::FileNotKept);
    }
    let (at, file) = (scope.clone(), NewFile { id, file_name: name, content_type, size_bytes: size, storage_key: stored });
    app.db().tx(async move |c| file_store::insert(c, &at, &file, now).await).await?;
    Ok(FileRef { id, size })
}

/// Assigns the files of an order's lines to the order.
///
/// # Errors
/// Of the database.
pub async fn claim(c: Conn<'_>, scope: &StoreScope, order: OrderId, fields: &[FieldValue]) -> db::Result<()> {
    for file in fields.iter().filter_map(|f| f.file.as_ref()) {
        file_store::set_order(c, scope, file.id, order).await?;
    }
    Ok(())
}

/// A file of an order.
#[derive(Debug)]
pub struct OrderFile {
    /// File name, with the extension that fits its type.
    pub name: String,
    /// Detected from its bytes.
    pub content_type: String,
    /// Content.
    pub bytes: Bytes,
}

/// Reads a file of an order; none when the order has no such file.
///
/// # Errors
/// Of the database, or of the blob store.
pub async fn read(
    app: &App,
    scope: &StoreScope,
    order: OrderId,
    id: ShopperFileId,
) -> db::Result<Option<Result<OrderFile, gateways::BlobError>>> {
    let Some(row) = file_store::find(app.db().conn(), scope, order, id).await? else { return Ok(None) };
    let FileRow { file_name: name, content_type, storage_key } = row;
    let bytes = app.blobs.get(&key(scope.store(), &storage_key)).await;
    Ok(Some(bytes.map(|bytes| OrderFile { name, content_type, bytes })))
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("sweep_shopper_files", Millis::HOUR, sweep);
}

/// Deletes files whose cart never became an order, in batches.
async fn sweep(app: App) -> JobResult {
    let before = Millis(app.env().now().0 - KEPT_WITHOUT_ORDER);
    for (store, id, name) in file_store::list_without_order(app.db().conn(), before).await? {
        app.blobs.delete(&key(store, &name)).await?;
        app.db().tx(async move |c| file_store::delete_without_order(c, store, id).await).await?;
    }
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pr_06_the_bytes_say_what_a_file_is() {
        assert_eq!(check(b"%PDF-1.7 x"), Ok(FileKind::Pdf));
        assert_eq!(check(b"\x89PNG\r\n\x1a\nrest"), Ok(FileKind::Png));
        assert_eq!(check(&[0xff, 0xd8, 0xff, 0xe0]), Ok(FileKind::Jpeg));
        assert_eq!(check(b"RIFF\0\0\0\0WEBPVP8 "), Ok(FileKind::Webp));
        for bad in [&b"<html>"[..], b"MZ\x90", b"GIF89a", b"PK\x03\x04", b"<svg xmlns='x'/>", b"RIFF\0\0\0\0AVI "] {
            assert_eq!(check(bad), Err(KIND));
        }
        assert_eq!(check(b""), Err(EMPTY));
        let mut large = b"%PDF-".to_vec();
        large.resize(MOST_FILE_BYTES + 1, 0);
        assert_eq!(check(&large), Err(TOO_LARGE));
        assert_eq!(KIND.get(kernel::Lang::En), "Accepted files: JPG, PNG, WebP and PDF.");
    }

    #[test]
    fn a_name_is_only_a_label_and_ends_as_its_bytes_say() {
        assert_eq!(shown_name("../../etc/شعار.exe", FileKind::Png), "شعار.png");
        assert_eq!(shown_name("a\u{202E}gpj.html", FileKind::Pdf), "agpj.pdf");
        assert_eq!(shown_name("", FileKind::Jpeg), "file.jpg");
        assert!(shown_name(&"ق".repeat(500), FileKind::Webp).chars().count() <= 105);
    }
}
