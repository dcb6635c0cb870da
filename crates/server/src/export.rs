//! `rawaj export`: everything of one store in one tar file: `data/{table}.jsonl` with a row a line, `media/...` as uploaded and
//! resized, and `about.json`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Read as _, Seek as _, Write};
use std::path::Path;

use db::Db;
use gateways::BlobError;
use kernel::StoreId;
use platform::{App, stores};

use crate::program::StartError;

/// Writes a store into a tar file; returns the numbers of rows and files.
///
/// # Errors
/// When no store has the label, or the file cannot be written.
pub async fn export(app: &App, slug: &str, to: &Path) -> Result<(usize, usize), StartError> {
    let store = stores::find_id_by_slug(app.db().conn(), slug).await?.ok_or_else(|| format!("no store is called {slug}"))?;
    let part = to.with_extension("part");
    let mut tar = Tar(BufWriter::new(create(&part).map_err(|e| format!("cannot write {}: {e}", part.display()))?));
    let counts = tables(app.db(), store, &part, &mut tar).await?;
    let mut files = 0;
    for key in app.blobs.list(&store.to_string()).await? {
        let bytes = match app.blobs.get(&key).await {
            Ok(bytes) => bytes,
            // Deleted since the rows were read: they may still reference it.
            Err(BlobError::NotFound) => continue,
            Err(e) => return Err(format!("{key} cannot be read, the export is not whole: {e}").into()),
        };
        let name = key.split_once('/').map_or(key.as_str(), |(_, rest)| rest);
        tar.file(name, bytes.len() as u64, &mut bytes.as_ref())?;
        files += 1;
    }
    let rows = counts.values().sum();
    let manifest = serde_json::json!({ "store": store, "slug": slug, "rows": counts, "files": files,
        "money": "minor units of the store's currency", "times": "milliseconds since 1970-01-01T00:00:00Z" });
    let manifest = serde_json::to_vec_pretty(&manifest)?;
    tar.file("about.json", manifest.len() as u64, &mut manifest.as_slice())?;
    tar.end()?;
    std::fs::rename(&part, to)?;
    Ok((rows, files))
}

/// Writes each table's rows into the tar; returns the rows by table.
async fn tables(db: &Db, store: StoreId, part: &Path, tar: &mut Tar) -> Result<BTreeMap<String, usize>, StartError> {
    // A tar entry needs its size before its content: the rows are written to a temporary file first.
    let path = part.with_extension("rows");
    let mut rows = BufWriter::new(File::options().create(true).truncate(true).read(true).write(true).open(&path)?);
    let mut found: Vec<(String, usize, u64)> = Vec::new();
    let declared: Vec<db::Table> = office::tables().collect();
    db.export(store, &declared, &mut |table, line| {
        if found.last().is_none_or(|(name, ..)| name != table) {
            found.push((table.to_owned(), 0, 0));
        }
        if let Some((_, count, bytes)) = found.last_mut() {
            *count += 1;
            *bytes += line.len() as u64 + 1;
        }
        rows.write_all(line.as_bytes())?;
        rows.write_all(b"\n")
    })
    .await?;
    let mut rows = rows.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    rows.rewind()?;
    for (table, _, bytes) in &found {
        tar.file(&format!("data/{table}.jsonl"), *bytes, &mut (&mut rows).take(*bytes))?;
    }
    std::fs::remove_file(&path)?;
    Ok(found.into_iter().map(|(table, count, _)| (table, count)).collect())
}

/// A tar file (POSIX ustar) of plain files.
struct Tar(BufWriter<File>);

impl Tar {
    fn file(&mut self, name: &str, size: u64, content: &mut impl std::io::Read) -> Result<(), StartError> {
        self.0.write_all(&header(name, size)?)?;
        let copied = std::io::copy(content, &mut self.0)?;
        if copied != size {
            return Err(format!("{name} changed while it was written").into());
        }
        let rest = usize::try_from(size.next_multiple_of(512) - size)?;
        self.0.write_all(&[0; 512][..rest])?;
        Ok(())
    }

    fn end(mut self) -> std::io::Result<()> {
        self.0.write_all(&[0; 1024])?;
        self.0.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()
    }
}

fn header(name: &str, size: u64) -> Result<[u8; 512], StartError> {
    // The size field has eleven octal digits.
    if name.len() > 100 || size >= 1 << 33 {
        return Err(format!("{name} does not fit a tar file").into());
    }
    let mut out = [0u8; 512];
    let mut put = |at: usize, text: &[u8]| out[at..at + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(136, b"00000000000\0");
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000");
    let sum: u32 = out.iter().map(|b| u32::from(*b)).sum();
    out[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(out)
}

/// A new file that its owner alone can read: it holds everything of a store.
fn create(path: &Path) -> std::io::Result<File> {
    let file = File::create(path)?;
    crate::folder::keep_private(path)?;
    Ok(file)
}
