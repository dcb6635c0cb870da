//! Remittance sheets as a kind of import (`Imported`).

use db::{Conn, Topics};
use kernel::{CourierSettlementId, Env, ImportId, Lang, Millis, OrderId, StoreScope};
use serde_json::json;
use web::message::Message;

use super::captions::{self, Mapping};
use super::entities;
use super::field::Field;
use super::model::State;
use super::posting::{self, PostingError};
use super::prepare::{Prepared, RowPlan, prepare};
use super::source::{Item, Source};
use super::{row_store, store};
use crate::orders::{self, CourierCashWrites};
use platform::App;
use platform::imports::kind::{Failed, Retention};
use platform::imports::model::{Mode, RowMessage, RowOutcome};
use platform::imports::reading::RecordSelection;
use platform::imports::rows::{NewRow, Written};
use platform::imports::sheet::{self, FileError, MAX_BYTES, Table};
use platform::imports::work::Pass;
use platform::imports::{Import, Imported, Words};
use platform::journal::{self, Act, Entry};
use platform::stores::StoreProfile;

/// The import of remittance sheets.
pub(super) struct Sheets;

async fn settlement_of(pass: &Pass, c: Conn<'_>) -> db::Result<Option<CourierSettlementId>> {
    Ok(store::find_by_sheet(c, &pass.scope, pass.import).await?.map(|settlement| settlement.id))
}

fn moved(id: CourierSettlementId, from: State, to: State) -> Entry {
    let entry = Entry::new(Act::UpdateStatus, entities::COURIER_SETTLEMENT, id);
    entry.before(json!({ "state": from })).after(json!({ "state": to }))
}

impl Imported for Sheets {
    const WORDS: &'static Words = &Words {
        name: "courier_sheet",
        entity: entities::COURIER_SHEET,
        check: "check_courier_sheet",
        run: "post_courier_sheet",
        undo: "undo_courier_sheet",
        file_name: "remittance.csv",
        mark: "courier:",
    };
    const MODES: &'static [Mode] = &[Mode::Update];
    // The sheet may name shoppers: it is kept only as long as an undo is useful. The settlement and its rows stay.
    const KEPT: Option<Retention> = Some(Retention { expiry: "expire_courier_sheets", millis: 30 * Millis::DAY });

    type Field = Field;
    type Mapping = Mapping;
    type Source = Source;
    type Item = Item;
    type Prepared = Prepared;
    type Chunk = CourierCashWrites;
    type Undo = CourierCashWrites;
    type Error = PostingError;

    fn table(bytes: &[u8]) -> Result<Table, FileError> {
        sheet::read(bytes, MAX_BYTES, captions::looks_like_header)
    }

    fn guess(table: &Table) -> Mapping {
        captions::guess(table)
    }

    fn format(_: &Mapping) -> &'static str {
        "unknown"
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
        captions::check(mapping, columns)
    }

    fn offered() -> Vec<Field> {
        Field::ALL.to_vec()
    }

    fn label(field: Field, lang: Lang) -> String {
        field.label(lang).to_owned()
    }

    fn group(_: Field) -> &'static str {
        "remittance"
    }

    fn source(profile: &StoreProfile, table: Table, mapping: Mapping, _: Mode) -> Source {
        Source::new(profile, table, &mapping)
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
        posting::row_of(prepared, prepared.outcome())
    }

    async fn note_findings(pass: &Pass, c: Conn<'_>, chunk: &[Prepared]) -> db::Result<()> {
        for prepared in chunk {
            if let RowPlan::MatchedRow(matched) = &prepared.plan {
                let row = matched.stored(prepared.position, prepared.line);
                row_store::upsert(c, &pass.scope, matched.settlement, &row).await?;
            }
        }
        Ok(())
    }

    async fn clear_findings(pass: &Pass, c: Conn<'_>, limit: i64) -> db::Result<u64> {
        match settlement_of(pass, c).await? {
            Some(id) => row_store::delete_some(c, &pass.scope, id, limit).await,
            None => Ok(0),
        }
    }

    fn refuse(prepared: &mut Prepared, messages: Vec<RowMessage>) {
        prepared.plan = RowPlan::Refused(messages);
    }

    async fn begin(pass: &Pass, c: Conn<'_>, chunk: &[Prepared]) -> Result<(), PostingError> {
        let order = |prepared: &Prepared| match &prepared.plan {
            RowPlan::MatchedRow(matched) => matched.target().map(|target| target.order_id),
            RowPlan::Refused(_) | RowPlan::Total => None,
        };
        let orders: Vec<OrderId> = chunk.iter().filter_map(order).collect();
        Ok(orders::lock_for_courier_cash(c, &pass.scope, orders).await?)
    }

    async fn write(
        pass: &Pass,
        c: Conn<'_>,
        writes: &mut CourierCashWrites,
        prepared: &Prepared,
    ) -> Result<NewRow, PostingError> {
        posting::write(pass, c, writes, prepared).await
    }

    async fn close(pass: &Pass, c: Conn<'_>, writes: CourierCashWrites) -> Result<(), PostingError> {
        Ok(writes.write(c, &pass.scope, pass.env.now()).await?)
    }

    fn fault(_: &Source, e: PostingError) -> Result<Vec<RowMessage>, PostingError> {
        posting::fault(e)
    }

    fn is_stale(e: &PostingError) -> bool {
        matches!(e, PostingError::Stale)
    }

    fn database(e: &PostingError) -> Option<&db::Error> {
        match e {
            PostingError::Db(e) => Some(e),
            PostingError::Stale | PostingError::Order(_) => None,
        }
    }

    async fn begin_undo(pass: &Pass, c: Conn<'_>, chunk: &[Written]) -> Result<(), PostingError> {
        posting::lock_booked(pass, c, chunk).await
    }

    async fn undo_row(
        pass: &Pass,
        c: Conn<'_>,
        writes: &mut CourierCashWrites,
        row: &Written,
    ) -> Result<Result<(), Message>, PostingError> {
        posting::undo_row(pass, c, writes, row).await
    }

    async fn close_undo(pass: &Pass, c: Conn<'_>, writes: CourierCashWrites) -> Result<(), PostingError> {
        Ok(writes.write(c, &pass.scope, pass.env.now()).await?)
    }

    async fn started(c: Conn<'_>, env: &Env, scope: &StoreScope, import: &Import) -> db::Result<()> {
        let now = env.now();
        if let Some(id) = store::set_posted(c, scope, import.id, &scope.actor().name, now).await? {
            journal::write(c, scope, now, Topics::SALES, moved(id, State::Draft, State::Posted)).await?;
        }
        Ok(())
    }

    async fn undone(app: &App, pass: &Pass, reached: i64) -> Result<(), Failed> {
        let pass = pass.clone();
        app.db()
            .tx(async move |c| {
                let now = pass.env.now();
                if !pass.lock(c, reached).await? {
                    return Ok(());
                }
                if let Some(id) = store::set_undone(c, &pass.scope, pass.import, now).await? {
                    journal::write(c, &pass.scope, now, Topics::SALES, moved(id, State::Posted, State::Undone)).await?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
        Ok(())
    }
}
