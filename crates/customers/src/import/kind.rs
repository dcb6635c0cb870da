//! Customers as a kind of import (`Imported`).

use db::Conn;
use kernel::{CustomerId, ImportId, Lang, Millis, StoreScope};
use web::message::Message;

use super::apply::{self, Entries};
use super::captions::{self, Mapping};
use super::field::Field;
use super::prepare::{Prepared, RowPlan, prepare};
use super::source::{Item, Source};
use super::undo;
use crate::store as customers;
use crate::write::CustomerError;
use platform::imports::kind::Retention;
use platform::imports::model::{Mode, RowMessage, RowOutcome};
use platform::imports::reading::RecordSelection;
use platform::imports::rows::{NewRow, Written};
use platform::imports::sheet::{self, FileError, MAX_BYTES, Table};
use platform::imports::work::Pass;
use platform::imports::{Imported, Words};
use platform::stores::StoreProfile;

const OTHER_FILE: Message = Message::new("هذا الربط محفوظ لملف آخر.", "This mapping belongs to another file.");
const NO_MARK: Message = Message::new(
    "اربط عمودًا يميّز العملاء: الجوال أو البريد الإلكتروني.",
    "Map a column that identifies customers: mobile or email.",
);

/// The import of customers.
pub(super) struct Customers;

impl Imported for Customers {
    const WORDS: &'static Words = &Words {
        name: "customer",
        entity: crate::entities::CUSTOMER_IMPORT,
        check: "check_customer_import",
        run: "run_customer_import",
        undo: "undo_customer_import",
        file_name: "customers.csv",
        mark: "customer:",
    };
    const MODES: &'static [Mode] = &[Mode::Fill, Mode::Both, Mode::Create];
    // The file and its rows are personal data: they are kept only as long as an undo is useful.
    const KEPT: Option<Retention> = Some(Retention { expiry: "expire_customer_imports", millis: 30 * Millis::DAY });

    type Field = Field;
    type Mapping = Mapping;
    type Source = Source;
    type Item = Item;
    type Prepared = Prepared;
    type Chunk = Entries;
    type Undo = Entries;
    type Error = CustomerError;

    fn table(bytes: &[u8]) -> Result<Table, FileError> {
        sheet::read(bytes, MAX_BYTES, captions::looks_like_header)
    }

    fn guess(table: &Table) -> Mapping {
        captions::guess(table)
    }

    fn format(mapping: &Mapping) -> &'static str {
        mapping.format.as_str()
    }

    fn columns(mapping: &Mapping) -> &[Option<Field>] {
        &mapping.columns
    }

    fn columns_mut(mapping: &mut Mapping) -> &mut Vec<Option<Field>> {
        &mut mapping.columns
    }

    fn may_repeat(field: Field) -> bool {
        field.may_repeat()
    }

    fn check(mapping: &Mapping, columns: usize, _: Mode) -> Result<(), Message> {
        if mapping.columns.len() != columns {
            return Err(OTHER_FILE);
        }
        let marks = [Field::Mobile, Field::AddressMobile, Field::Email];
        if mapping.columns.iter().flatten().any(|field| marks.contains(field)) { Ok(()) } else { Err(NO_MARK) }
    }

    fn offered() -> Vec<Field> {
        Field::ALL.to_vec()
    }

    fn label(field: Field, lang: Lang) -> String {
        field.label(lang).to_owned()
    }

    fn group(field: Field) -> &'static str {
        field.group()
    }

    fn source(profile: &StoreProfile, table: Table, mapping: Mapping, mode: Mode) -> Source {
        Source::new(profile, table, &mapping, mode)
    }

    fn items(source: &Source, selection: &RecordSelection) -> Result<(Vec<Item>, usize), Message> {
        Ok(source.items(selection))
    }

    fn table_of(source: &Source) -> &Table {
        &source.table
    }

    fn records(item: &Item) -> Vec<u32> {
        u32::try_from(item.position).into_iter().collect()
    }

    fn position(item: &Item) -> i64 {
        item.position
    }

    async fn prepare(
        c: Conn<'_>,
        scope: &StoreScope,
        import: ImportId,
        source: &Source,
        items: &[Item],
    ) -> db::Result<Vec<Prepared>> {
        prepare(c, scope, import, source, items).await
    }

    fn outcome(prepared: &Prepared) -> RowOutcome {
        prepared.outcome()
    }

    fn noted(prepared: &Prepared) -> NewRow {
        apply::row_of(prepared, prepared.outcome())
    }

    fn refuse(prepared: &mut Prepared, messages: Vec<RowMessage>) {
        prepared.what = RowPlan::Refused(messages);
    }

    async fn begin(pass: &Pass, c: Conn<'_>, chunk: &[Prepared]) -> Result<(), CustomerError> {
        let written = chunk.iter().filter(|prepared| matches!(prepared.what, RowPlan::Write(_)));
        Ok(customers::lock_all(c, &pass.scope, written.filter_map(Prepared::customer).collect()).await?)
    }

    async fn write(pass: &Pass, c: Conn<'_>, entries: &mut Entries, prepared: &Prepared) -> Result<NewRow, CustomerError> {
        apply::write(pass, c, entries, prepared).await
    }

    async fn close(pass: &Pass, c: Conn<'_>, entries: Entries) -> Result<(), CustomerError> {
        Ok(entries.write(&pass.env, &pass.scope, c).await?)
    }

    fn fault(_: &Source, e: CustomerError) -> Result<Vec<RowMessage>, CustomerError> {
        apply::fault(e)
    }

    fn is_stale(e: &CustomerError) -> bool {
        matches!(e, CustomerError::Stale | CustomerError::NotFound)
    }

    fn database(e: &CustomerError) -> Option<&db::Error> {
        match e {
            CustomerError::Db(e) => Some(e),
            _ => None,
        }
    }

    async fn begin_undo(pass: &Pass, c: Conn<'_>, chunk: &[Written]) -> Result<(), CustomerError> {
        let ids = chunk.iter().map(|row| CustomerId::from_raw(row.subject_id));
        Ok(customers::lock_all(c, &pass.scope, ids.collect()).await?)
    }

    async fn undo_row(
        pass: &Pass,
        c: Conn<'_>,
        entries: &mut Entries,
        row: &Written,
    ) -> Result<Result<(), Message>, CustomerError> {
        undo::undo_row(pass, c, entries, row).await
    }

    async fn close_undo(pass: &Pass, c: Conn<'_>, entries: Entries) -> Result<(), CustomerError> {
        Ok(entries.write(&pass.env, &pass.scope, c).await?)
    }

    fn customer(subject: i64) -> Option<CustomerId> {
        Some(CustomerId::from_raw(subject))
    }
}
