//! Products as a kind of import (`Imported`).

use db::Conn;
use kernel::{Env, ImportId, Lang, ProductId, StoreScope};
use web::message::Message;

use super::apply::{self, Paths, Restored};
use super::formats::{self, Field, FileError, Mapping, Table, default_mapping, detect};
use super::prepare::{Prepared, RowPlan, prepare};
use super::reading::{Item, Source};
use super::{images, match_keys_store};
use crate::batches;
use crate::category_removal::{self, ProductDisposition};
use crate::errors::CatalogError;
use platform::App;
use platform::imports::model::{Mode, RowMessage, RowOutcome};
use platform::imports::reading::RecordSelection;
use platform::imports::rows::{NewRow, Written};
use platform::imports::work::Pass;
use platform::imports::{Failed, Import, Imported, Words};
use platform::stores::StoreProfile;

/// The import of products.
pub(super) struct Products;

impl Imported for Products {
    const WORDS: &'static Words = &Words {
        name: "product",
        entity: crate::entities::IMPORT,
        check: "check_import",
        run: "run_import",
        undo: "undo_import",
        file_name: "products.csv",
        mark: "",
    };
    const MODES: &'static [Mode] = &[Mode::Both, Mode::Create, Mode::Update];

    type Field = Field;
    type Mapping = Mapping;
    type Source = Source;
    type Item = Item;
    type Prepared = Prepared;
    type Chunk = Paths;
    type Undo = Restored;
    type Error = CatalogError;

    fn table(bytes: &[u8]) -> Result<Table, FileError> {
        formats::read_table(bytes)
    }

    fn guess(table: &Table) -> Mapping {
        default_mapping(table, detect(table))
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

    fn guess_language(table: &Table, mapping: &mut Mapping) {
        if let Some(language) = formats::language_of(table, mapping) {
            mapping.language = Some(language);
        }
    }

    fn language(mapping: &Mapping, of_store: Lang) -> Option<Lang> {
        mapping.asks_language().then(|| mapping.language.unwrap_or(of_store))
    }

    fn set_language(mapping: &mut Mapping, language: Lang) {
        mapping.language = Some(language);
    }

    fn has_mark(mapping: &Mapping) -> bool {
        mapping.has_mark()
    }

    fn may_repeat(field: Field) -> bool {
        formats::may_repeat(field)
    }

    fn check(mapping: &Mapping, columns: usize, mode: Mode) -> Result<(), Message> {
        mapping
            .check_columns(columns, mode == Mode::Update)
            .map_err(|e| Message { ar: e.message(Lang::Ar).into(), en: e.message(Lang::En).into() })
    }

    fn offered() -> Vec<Field> {
        Field::offered()
    }

    fn label(field: Field, lang: Lang) -> String {
        field.label(lang)
    }

    fn group(field: Field) -> &'static str {
        field.group()
    }

    fn source(profile: &StoreProfile, table: Table, mapping: Mapping, mode: Mode) -> Source {
        Source::new(profile, table, mapping, mode)
    }

    fn items(source: &Source, selection: &RecordSelection) -> Result<(Vec<Item>, usize), Message> {
        source.items(selection)
    }

    fn table_of(source: &Source) -> &Table {
        &source.table
    }

    fn records(item: &Item) -> Vec<u32> {
        match &item.read {
            Ok(read) => read.0.records.clone(),
            Err(failed) => failed.records.clone(),
        }
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
        prepare(c, scope, import, &source.rules, items).await
    }

    fn outcome(prepared: &Prepared) -> RowOutcome {
        prepared.outcome()
    }

    fn noted(prepared: &Prepared) -> NewRow {
        apply::noted(prepared)
    }

    fn refuse(prepared: &mut Prepared, messages: Vec<RowMessage>) {
        prepared.what = RowPlan::Refused(messages);
    }

    async fn write(pass: &Pass, c: Conn<'_>, paths: &mut Paths, prepared: &Prepared) -> Result<NewRow, CatalogError> {
        apply::write(pass, c, paths, prepared).await
    }

    fn fault(source: &Source, e: CatalogError) -> Result<Vec<RowMessage>, CatalogError> {
        apply::refusal(e, |faults| source.rules.messages(faults))
    }

    fn is_stale(e: &CatalogError) -> bool {
        matches!(e, CatalogError::Stale | CatalogError::NotFound)
    }

    fn database(e: &CatalogError) -> Option<&db::Error> {
        match e {
            CatalogError::Db(e) => Some(e),
            _ => None,
        }
    }

    async fn undo_row(
        pass: &Pass,
        c: Conn<'_>,
        restored: &mut Restored,
        row: &Written,
    ) -> Result<Result<(), Message>, CatalogError> {
        apply::undo_row(pass, c, restored, row).await
    }

    /// Removes categories that the import created and that are empty now.
    async fn undone(app: &App, pass: &Pass, reached: i64) -> Result<(), Failed> {
        for id in match_keys_store::list_created_categories(app.db().conn(), &pass.scope, pass.import).await? {
            let pass = pass.clone();
            let removed = app.db().tx(async move |c| {
                if pass.lock(c, reached).await? && match_keys_store::is_bare_category(c, &pass.scope, id).await? {
                    category_removal::remove_category(c, &pass.env, &pass.scope, id, ProductDisposition::default()).await?;
                }
                Ok::<_, CatalogError>(())
            });
            match removed.await {
                // Removed or changed by the merchant meanwhile.
                Ok(()) | Err(CatalogError::NotFound | CatalogError::Stale) => {}
                Err(e) => return Err(e.into()),
            }
        }
        Ok(())
    }

    async fn started(c: Conn<'_>, env: &Env, scope: &StoreScope, import: &Import) -> db::Result<()> {
        batches::rows::note_import(c, env, scope, import.id, &import.file_name).await
    }

    async fn pictures(c: Conn<'_>, scope: &StoreScope, import: ImportId) -> db::Result<(i64, i64)> {
        images::count(c, scope, import).await
    }

    fn product(subject: i64) -> Option<ProductId> {
        Some(ProductId::from_raw(subject))
    }
}
