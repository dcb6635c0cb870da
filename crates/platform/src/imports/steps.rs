//! The merchant's actions on an import: upload, map, check, start, retry, undo.

use std::collections::{BTreeMap, HashSet};

use bytes::Bytes;
use db::{Conn, Topics};
use kernel::text_guard::{self, Lines};
use kernel::{Env, ImportId, Lang, StoreScope, UserId};
use web::message::{Message, common};
use web::{ApiError, FieldErrors, StatusCode};

use super::jobs as work;
use super::kind::Imported;
use super::model::{Column, InvalidTransition, Mode, Status, Step, column_names};
use super::sheet::{FileError, Table, file_message};
use super::store::{self, Import, NewImport};
use super::tasks::{CheckImportJob, RunImportJob, Task, UndoImportJob};
use crate::App;
use crate::journal::{self, Act, Entry};
use crate::pending_uploads;

/// Sample cells shown for a column.
const SAMPLES: usize = 3;

const NOT_NOW: Message = Message::new("غير متاح وحالة الاستيراد «{status}».", "Not available while the import is “{status}”.");
const BUSY: Message =
    Message::new("يوجد استيراد آخر قيد التنفيذ. انتظر حتى ينتهي.", "Another import is running. Wait until it finishes.");
const NOTHING_FAILED: Message = Message::new("لا توجد صفوف فاشلة لإعادة المحاولة.", "There are no failed rows to retry.");
const NOTHING_WRITTEN: Message = Message::new("لا يوجد ما يمكن التراجع عنه في هذا الاستيراد.", "This import has nothing to undo.");
const TOO_LATE: Message = Message::new(
    "انتهت مدة حفظ هذا الاستيراد، فلا يمكن التراجع عنه ولا إعادة تشغيله. ارفع الملف من جديد.",
    "This import has expired and can't be undone or run again. Upload the file again.",
);
const NO_COLUMN: Message = Message::new("عمود غير معروف في الملف.", "Unknown column.");
const TAKEN_FIELD: Message = Message::new("عمود آخر مربوط بهذا الحقل.", "Another column is already mapped to this field.");

/// A failure of an import use case.
#[derive(Debug, thiserror::Error)]
pub(super) enum ImportError {
    /// No such import in this store.
    #[error("no such import in this store")]
    NotFound,
    /// The file is refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// Columns or fields that do not fit.
    #[error("the mapping does not fit")]
    Mapping(FieldErrors),
    /// Not allowed in this state.
    #[error(transparent)]
    Transition(#[from] InvalidTransition),
    /// Another import of the store is writing.
    #[error("another import of the store is at work")]
    Busy,
    /// Nothing to retry.
    #[error("no failed rows")]
    NothingFailed,
    /// Nothing to undo.
    #[error("nothing was written")]
    NothingWritten,
    /// Its rows have expired, or are about to.
    #[error("its time is over")]
    TooLate,
    /// Of the database.
    #[error(transparent)]
    Db(#[from] db::Error),
    /// Of the blob store.
    #[error(transparent)]
    Blob(#[from] gateways::BlobError),
    /// Storing the file took so long that the upload was given up.
    #[error("the upload took too long")]
    TooSlow,
    /// The stored mapping cannot be read.
    #[error("the mapping cannot be read: {0}")]
    Stored(#[from] serde_json::Error),
    /// A blocking task was cancelled or panicked.
    #[error("the file could not be read: {0}")]
    Thread(#[from] tokio::task::JoinError),
}

/// The label of a state on the screen.
pub(super) fn status_word(status: Status) -> Message {
    match status {
        Status::Mapping => Message::new("ربط الأعمدة", "mapping"),
        Status::Checking => Message::new("قيد الفحص", "checking"),
        Status::Checked => Message::new("تم الفحص", "checked"),
        Status::Running => Message::new("قيد الاستيراد", "running"),
        Status::Done => Message::new("مكتمل", "done"),
        Status::Failed => Message::new("متعثر", "failed"),
        Status::Undoing => Message::new("قيد التراجع", "undoing"),
        Status::Undone => Message::new("تم التراجع عنه", "undone"),
    }
}

impl From<ImportError> for ApiError {
    fn from(e: ImportError) -> Self {
        match e {
            ImportError::NotFound => Self::not_found(),
            ImportError::File(e @ FileError::TooLarge { .. }) => too_large(&file_message(&e)),
            ImportError::File(e) => {
                let message = file_message(&e);
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, e.code(), message.clone())
                    .with_fields(FieldErrors::one("file", message))
            }
            ImportError::Mapping(errors) => Self::invalid(errors),
            ImportError::Transition(InvalidTransition { from, step: _ }) => {
                let word = status_word(from);
                let message = Message {
                    ar: NOT_NOW.with("status", word.get(Lang::Ar)).ar,
                    en: NOT_NOW.with("status", word.get(Lang::En)).en,
                };
                Self::conflict("illegal_transition", message)
            }
            ImportError::Busy => Self::conflict("import_at_work", BUSY),
            ImportError::NothingFailed => Self::conflict("nothing_failed", NOTHING_FAILED),
            ImportError::NothingWritten => Self::conflict("nothing_written", NOTHING_WRITTEN),
            ImportError::TooLate => Self::conflict("too_late", TOO_LATE),
            ImportError::Db(e) => e.into(),
            ImportError::Blob(e) => Self::unavailable(&e),
            e @ ImportError::TooSlow => Self::unavailable(&e),
            e @ (ImportError::Stored(_) | ImportError::Thread(_)) => Self::internal(&e),
        }
    }
}

/// 413 for a file above the size limit.
pub(super) fn too_large(message: &Message) -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large", message.clone())
}

/// The acting user, for the journal entries of background work.
#[derive(Debug, Clone)]
pub struct ActingUser {
    pub(super) scope: StoreScope,
    pub(super) user: UserId,
    pub(super) name: String,
}

fn columns_of(table: &Table) -> Vec<Column> {
    let names = column_names(&table.headers);
    names.into_iter().enumerate().map(|(i, name)| Column { name, samples: table.samples(i, SAMPLES) }).collect()
}

/// Stores a file and inserts its import.
pub(super) async fn upload<K: Imported>(
    app: &App,
    acting_user: &ActingUser,
    file_name: &str,
    bytes: Bytes,
) -> Result<ImportId, ImportError> {
    let bytes_copy = bytes.clone();
    let table = tokio::task::spawn_blocking(move || K::table(&bytes)).await??;
    let fingerprint = format!("{}{}", K::WORDS.mark, table.header_fingerprint());
    let remembered = store::find_mapping(app.db().conn(), &acting_user.scope, &fingerprint)
        .await?
        .and_then(|mapping| serde_json::from_value::<K::Mapping>(mapping).ok())
        .filter(|mapping| K::check(mapping, table.headers.len(), Mode::Update).is_ok());
    let is_mapping_remembered = remembered.is_some();
    let mut mapping = remembered.unwrap_or_else(|| K::guess(&table));
    K::guess_language(&table, &mut mapping);
    let id: ImportId = app.env().id();
    let new = NewImport {
        id,
        file_name: shown_name(file_name, K::WORDS.file_name),
        storage_key: format!("{}/imports/{id}.csv", acting_user.scope.store()),
        header_fingerprint: fingerprint,
        columns: columns_of(&table),
        is_mapping_remembered,
        format: K::format(&mapping),
        mapping: serde_json::to_value(&mapping)?,
        records: i64::try_from(table.rows.len()).unwrap_or(i64::MAX),
        created_by: acting_user.user,
    };
    // Blob before row: a row always has its file. If the row is never inserted, the pending upload has the file deleted: it may
    // hold personal data.
    pending_uploads::note(app, &acting_user.scope, &new.storage_key).await?;
    app.blobs.put(&new.storage_key, bytes_copy).await?;
    let (scope, now, key) = (acting_user.scope.clone(), app.env().now(), new.storage_key.clone());
    let written = app
        .db()
        .tx(async move |c| {
            if !pending_uploads::arrived(c, &scope, &new.storage_key).await? {
                return Err(ImportError::TooSlow);
            }
            store::insert::<K>(c, &scope, now, &new).await?;
            let entry = Entry::new(Act::Create, K::WORDS.entity, new.id)
                .after(serde_json::json!({ "file_name": new.file_name, "format": new.format, "records": new.records }));
            journal::write(c, &scope, now, Topics::PROGRESS, entry).await?;
            Ok(())
        })
        .await;
    // After a database error the row may be committed all the same: the pending upload is only deleted with it, so the sweep is
    // right either way.
    if !matches!(written, Ok(()) | Err(ImportError::Db(_))) {
        app.blobs.delete(&key).await?;
    }
    written.map(|()| id)
}

fn shown_name(name: &str, default_name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let tidy: String = last.chars().filter(|c| !c.is_control() && !kernel::digits::is_invisible(*c)).take(150).collect();
    let tidy = text_guard::clean(&tidy, 150, Lines::Single).unwrap_or_default();
    if tidy.is_empty() { default_name.to_owned() } else { tidy }
}

/// The mapping with the merchant's changes; columns that are not named keep their field.
fn changed<K: Imported>(
    import: &Import,
    mut mapping: K::Mapping,
    mapping_in: &BTreeMap<String, Option<String>>,
    mode: Mode,
    language: Option<Lang>,
) -> Result<K::Mapping, FieldErrors> {
    let mut errors = FieldErrors::new();
    if let Some(language) = language {
        K::set_language(&mut mapping, language);
    }
    let columns = K::columns_mut(&mut mapping);
    for (name, code) in mapping_in {
        let path = format!("mapping.{name}");
        let at = import.columns.0.iter().position(|column| column.name == *name).filter(|at| *at < columns.len());
        let field: Result<Option<K::Field>, _> = code.as_deref().map(str::parse).transpose();
        match (at, field) {
            (None, _) => errors.add(path, NO_COLUMN),
            (_, Err(_)) => errors.add(path, common::NOT_A_CHOICE),
            (Some(at), Ok(field)) => columns[at] = field,
        }
    }
    let mut mapped_fields: HashSet<K::Field> = HashSet::new();
    for (column, field) in import.columns.0.iter().zip(columns.iter()) {
        if let Some(field) = field
            && !mapped_fields.insert(*field)
            && !K::may_repeat(*field)
            && mapping_in.contains_key(&column.name)
        {
            errors.add(format!("mapping.{}", column.name), TAKEN_FIELD);
        }
    }
    if !K::MODES.contains(&mode) {
        errors.add("mode", common::NOT_A_CHOICE);
    }
    if errors.is_empty()
        && let Err(message) = K::check(&mapping, import.columns.0.len(), mode)
    {
        errors.add("mapping", message);
    }
    if errors.is_empty() { Ok(mapping) } else { Err(errors) }
}

async fn get<K: Imported>(c: Conn<'_>, scope: &StoreScope, id: ImportId) -> Result<Import, ImportError> {
    store::find::<K>(c, scope, id).await?.ok_or(ImportError::NotFound)
}

fn has_written(import: &Import) -> bool {
    import.created_count + import.updated_count > 0 && import.status() != Status::Checked
}

/// Maps columns to fields, and stores the mapping for the next file with this header.
pub(super) async fn map<K: Imported>(
    app: &App,
    acting_user: &ActingUser,
    id: ImportId,
    columns: BTreeMap<String, Option<String>>,
    mode: Option<Mode>,
    language: Option<Lang>,
) -> Result<(), ImportError> {
    let (scope, now) = (acting_user.scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            let import = get::<K>(c, &scope, id).await?;
            let from = import.status();
            if from == Status::Failed && has_written(&import) {
                return Err(InvalidTransition { from, step: Step::Map }.into());
            }
            let is_empty = import.created_count + import.updated_count + import.failed_count == 0;
            let to = from.take(if from == Status::Done && is_empty { Step::Reopen } else { Step::Map })?;
            let mode = mode.unwrap_or_else(|| import.mode());
            let mapping = changed::<K>(&import, import.mapping::<K>()?, &columns, mode, language).map_err(ImportError::Mapping)?;
            let bytes_copy = serde_json::to_value(&mapping)?;
            if !store::set_mapping(c, &scope, now, id, from, to, (&bytes_copy, K::format(&mapping)), mode).await? {
                return Err(InvalidTransition { from, step: Step::Map }.into());
            }
            store::upsert_mapping(c, &scope, now, &import.header_fingerprint, &bytes_copy).await?;
            let entry = Entry::new(Act::Update, K::WORDS.entity, id)
                .before(serde_json::json!({ "mapping": import.mapping.0["columns"], "language": import.mapping.0["language"], "mode": import.mode() }))
                .after(serde_json::json!({ "mapping": bytes_copy["columns"], "language": bytes_copy["language"], "mode": mode }));
            journal::write(c, &scope, now, Topics::PROGRESS, entry).await?;
            Ok(())
        })
        .await
}

/// Background work that a merchant starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// The dry run, with the current mapping.
    Check,
    /// The run: writes all items of the file.
    Start,
    /// The retry of failed rows.
    Retry,
    /// The undo.
    Undo,
}

/// Begins background work on an import.
pub(super) async fn begin<K: Imported>(
    app: &App,
    acting_user: &ActingUser,
    id: ImportId,
    operation: Begin,
) -> Result<(), ImportError> {
    let (acting, env) = (acting_user.clone(), app.env().clone());
    let result = app.db().tx(async move |c| begin_in::<K>(c, &env, &acting, id, operation).await).await;
    match result {
        Err(ImportError::Db(e)) if e.is_unique_violation() => Err(ImportError::Busy),
        result => result,
    }
}

async fn begin_in<K: Imported>(
    c: Conn<'_>,
    env: &Env,
    acting_user: &ActingUser,
    id: ImportId,
    operation: Begin,
) -> Result<(), ImportError> {
    let ActingUser { scope, user, name } = acting_user;
    let import = get::<K>(c, scope, id).await?;
    let from = import.status();
    let step = match operation {
        Begin::Check => Step::Check,
        Begin::Start => Step::Start,
        Begin::Retry => Step::Retry,
        Begin::Undo => Step::Undo,
    };
    let to = from.take(step)?;
    let now = env.now();
    if K::KEPT.is_some_and(|bytes_copy| import.created_at.plus(bytes_copy.millis) <= now) {
        return Err(ImportError::TooLate);
    }
    let written = import.created_count + import.updated_count;
    let (done, is_fresh) = match operation {
        // An import that is done without having written anything can be checked again with other columns; one that wrote
        // something cannot.
        Begin::Check if matches!(from, Status::Failed | Status::Done) && has_written(&import) => {
            return Err(InvalidTransition { from, step }.into());
        }
        Begin::Check | Begin::Start => (0, true),
        Begin::Retry if import.failed_count == 0 => return Err(ImportError::NothingFailed),
        Begin::Retry => (import.total - import.failed_count, false),
        Begin::Undo if written == 0 => return Err(ImportError::NothingWritten),
        Begin::Undo => (import.total - written, false),
    };
    let Some(pass) = store::begin_pass(c, scope, now, id, from, to, done, is_fresh).await? else {
        return Err(InvalidTransition { from, step }.into());
    };
    if operation == Begin::Start {
        K::started(c, env, scope, &import).await?;
    }
    let (operator, ip) = (scope.actor().operator.clone(), scope.actor().ip.clone());
    let task = Task { store: scope.store(), import: id, pass, user: *user, name: name.clone(), operator, ip };
    match operation {
        Begin::Check => work::enqueue(c, env, scope.store(), &CheckImportJob::<K>::new(task)).await?,
        Begin::Start | Begin::Retry => {
            work::enqueue(c, env, scope.store(), &RunImportJob::<K>::new(task, operation == Begin::Retry)).await?;
        }
        Begin::Undo => work::enqueue(c, env, scope.store(), &UndoImportJob::<K>::new(task)).await?,
    }
    let entry = Entry::new(Act::UpdateStatus, K::WORDS.entity, id)
        .before(serde_json::json!({ "status": from }))
        .after(serde_json::json!({ "status": to }));
    journal::write(c, scope, now, Topics::PROGRESS, entry).await?;
    Ok(())
}

/// Whether the import can be undone.
pub(super) fn can_undo(import: &Import) -> bool {
    import.status().take(Step::Undo).is_ok() && import.created_count + import.updated_count > 0
}
