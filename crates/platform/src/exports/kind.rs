//! What a slice declares about its exports.

use ::web::message::Message;
use db::Conn;
use kernel::id;
use kernel::{Id, Millis, Page, StoreScope, UserId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use web::{ApiResult, Permission, Subject};

use super::model::Cell;
use super::writing::Writing;
use crate::App;
use crate::journal::entity::Entity;

/// Why a part could not be written, for the job's log.
pub type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The names of a kind in code, tables and messages. Made by [`words`].
#[derive(Debug)]
pub struct Words {
    /// In the table: `order`.
    pub name: &'static str,
    /// In the file's name and the journal: `orders`.
    pub plural: &'static str,
    /// In the journal.
    pub entity: Entity<id::Export>,
    /// The job that writes large files: `write_order_export`.
    pub job: &'static str,
    /// The schedule that deletes expired files: `expire_order_exports`.
    pub expiry: &'static str,
    /// The blob folder of the parts, under the store's folder.
    pub folder: &'static str,
    /// The name of a workbook's sheet.
    pub sheet: Message,
    /// The message when there is nothing to write.
    pub nothing: Message,
}

/// `export_words!("order", "orders", entity entities::ORDER_EXPORT, folder "order-exports", sheet ("الطلبات", "Orders"), nothing ("...", "..."))`.
#[macro_export]
macro_rules! export_words {
    ($name:literal, $plural:literal, entity $entity:path, folder $folder:literal, sheet ($sheet_ar:literal, $sheet_en:literal),
        nothing ($nothing_ar:literal, $nothing_en:literal)) => {
        &$crate::exports::Words {
            name: $name,
            plural: $plural,
            entity: $entity,
            job: concat!("write_", $name, "_export"),
            expiry: concat!("expire_", $name, "_exports"),
            folder: $folder,
            sheet: ::web::message::Message::new($sheet_ar, $sheet_en),
            nothing: ::web::message::Message::new($nothing_ar, $nothing_en),
        }
    };
}

/// A column that may be chosen, with its caption. Made by [`export_columns!`].
pub trait Column: Copy + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// All, in the order of the file.
    const ALL: &'static [Self];

    /// Its caption.
    fn caption(self) -> Message;
}

/// The enum of a file's columns: `export_columns! { OrderExportColumn; Number "رقم الطلب" "Order"; ... }`, named so in the API's document.
#[macro_export]
macro_rules! export_columns {
    ($schema:ident; $($v:ident $ar:literal $en:literal;)*) => {
        /// A column of the file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = $schema)]
        #[expect(missing_docs, reason = "the captions say it")]
        pub enum Column { $($v),* }

        impl $crate::exports::Column for Column {
            const ALL: &'static [Self] = &[$(Self::$v),*];

            fn caption(self) -> ::web::message::Message {
                match self { $(Self::$v => ::web::message::Message::new($ar, $en)),* }
            }
        }
    };
}

/// The query of an export, and where the next page begins.
pub struct ExportQuery<K: Exported> {
    /// The query of the list, as it was sent; ignored where rows were chosen.
    pub query: String,
    /// Chosen rows; empty takes those of the query.
    pub items: Vec<Id<K::Item>>,
    /// The cursor of the page before; none for the first.
    pub cursor: Option<String>,
    /// Who asked: "mine" and the like refer to them.
    pub by: UserId,
    /// When: "today" and the like refer to this moment, however long the work takes.
    pub at: Millis,
}

/// A kind of record that can be exported.
pub trait Exported: Sized + Send + Sync + 'static {
    /// Its names.
    const WORDS: &'static Words;
    /// How many can be chosen.
    const MOST_ITEMS: usize = 500;
    /// The permission to export it.
    type Permission: Permission;
    /// The id kind of its records.
    type Item: kernel::id::Kind;
    /// A record as its list returns it.
    type Row: Send;
    /// The columns that can be chosen.
    type Column: Column;

    /// The subject of a column, where it differs from that of the records: it is written for, and its file read by, callers who
    /// may read that as well.
    #[must_use]
    fn subject(_: Self::Column) -> Option<Subject> {
        None
    }

    /// Those of the ids that exist in the store.
    fn known(
        c: Conn<'_>,
        scope: &StoreScope,
        ids: &[Id<Self::Item>],
    ) -> impl Future<Output = db::Result<Vec<Id<Self::Item>>>> + Send;

    /// The next page of the query; its total is only read on the first one.
    ///
    /// # Errors
    /// 422 for a query that the list does not take.
    fn page(
        app: &App,
        scope: &StoreScope,
        request: &ExportQuery<Self>,
    ) -> impl Future<Output = ApiResult<Page<Self::Row>>> + Send;

    /// The captions of the file.
    #[must_use]
    fn header(writing: &Writing<Self>) -> Vec<Cell> {
        writing.columns.iter().map(|column| Cell::Text(column.caption().get(writing.lang).to_owned())).collect()
    }

    /// The rows of the file for the records of a page, in their order.
    ///
    /// # Errors
    /// Of the database.
    fn rows(
        app: &App,
        scope: &StoreScope,
        writing: &Writing<Self>,
        found: Vec<Self::Row>,
    ) -> impl Future<Output = Result<Vec<Vec<Cell>>, Failed>> + Send;
}
