//! The customers list (CU-01): every filter, sort and search as indexed SQL.

use db::{Conn, Record as _, Result, Sql};
use kernel::{CustomerId, Page, StoreScope};

use super::filter::cond::Column;
use super::filter::selection::CustomerSelection;
use super::filter::store::count as count_chosen;
use super::model::Customer;
use web::keyset::{COUNTED, Cursor, Key, Sorted, Window, capped};

struct Listed {
    customer: Customer,
    name_key: String,
}
impl db::FromRow for Listed {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self> {
        Ok(Self { customer: Customer::from_row(row)?, name_key: row.get()? })
    }
}

/// The sort order of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Created,
    Name,
    Spent,
    Orders,
}

impl Sort {
    /// Parses the word; without one the newest come first.
    pub(super) fn parse(word: Option<&str>) -> Self {
        match word {
            Some("name") => Self::Name,
            Some("total_spent") => Self::Spent,
            Some("orders_count") => Self::Orders,
            _ => Self::Created,
        }
    }

    /// The sort in both directions; with a driving condition, the sort's own index is not used.
    pub(super) fn directions(self, is_driven: bool) -> (Sorted, Sorted) {
        match (self, is_driven) {
            (Self::Created, false) => web::sorted!("created_at", "id"),
            (Self::Name, false) => web::sorted!("name_key", "id"),
            (Self::Spent, false) => web::sorted!("total_spent", "id"),
            (Self::Orders, false) => web::sorted!("orders_count", "id"),
            (Self::Created, true) => web::sorted!("+created_at", "id"),
            (Self::Name, true) => web::sorted!("name_key || ''", "id"),
            (Self::Spent, true) => web::sorted!("+total_spent", "id"),
            (Self::Orders, true) => web::sorted!("+orders_count", "id"),
        }
    }

    const fn column(self) -> Option<Column> {
        match self {
            Self::Created => Some(Column::Created),
            Self::Name => None,
            Self::Spent => Some(Column::Spent),
            Self::Orders => Some(Column::Orders),
        }
    }

    fn key(self, row: &Listed) -> (Key, i64) {
        let c = &row.customer;
        let key = match self {
            Self::Created => Key::Int(c.created_at.0),
            Self::Name => Key::Text(row.name_key.clone()),
            Self::Spent => Key::Int(c.total_spent),
            Self::Orders => Key::Int(c.orders_count),
        };
        (key, c.id.raw())
    }
}

fn statement(scope: &StoreScope, selection: &CustomerSelection, sort: Sort, window: &Window) -> Sql {
    let sql = Sql::new(db::sql!("SELECT ", Customer::READ, ", name_key FROM customers WHERE"));
    window.limit(window.after(selection.add(sql, scope, sort.column())))
}

/// A page of the chosen customers.
pub(super) async fn list_page(
    c: Conn<'_>,
    scope: &StoreScope,
    selection: &CustomerSelection,
    sort: Sort,
    window: &Window,
) -> Result<Page<Customer>> {
    let rows: Vec<Listed> = statement(scope, selection, sort, window).all(c).await?;
    let total = count(c, scope, selection).await?;
    let page = window.page(rows, capped(total), |row| sort.key(row));
    let Page { items, total, is_total_capped, next_cursor } = page;
    Ok(Page { items: items.into_iter().map(|r| r.customer).collect(), total, is_total_capped, next_cursor })
}

/// The ids of a page, each with its cursor in the order of the list, without a count.
pub(super) async fn list_cursors(
    c: Conn<'_>,
    scope: &StoreScope,
    selection: &CustomerSelection,
    sort: Sort,
    window: &Window,
) -> Result<Vec<(String, CustomerId)>> {
    let rows: Vec<Listed> = statement(scope, selection, sort, window).all(c).await?;
    let most = usize::try_from(window.per_page).unwrap_or(usize::MAX);
    let cursor = |row: &Listed| {
        let (key, id) = sort.key(row);
        (Cursor::write(&key, id), row.customer.id)
    };
    Ok(rows.iter().take(most).map(cursor).collect())
}

/// The number of chosen customers, counted up to the cap of lists.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, selection: &CustomerSelection) -> Result<i64> {
    count_up_to(c, scope, selection, COUNTED).await
}

/// The number of chosen customers, counted up to `most`.
pub(super) async fn count_up_to(c: Conn<'_>, scope: &StoreScope, selection: &CustomerSelection, most: i64) -> Result<i64> {
    count_chosen(c, scope, selection, most).await
}
