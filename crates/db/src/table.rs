//! What the program knows of a table besides its columns (docs/decisions/0055).
//!
//! The slice that owns a table declares it in its const `TABLES`; each crate gathers those of its slices, `server::compose::tables`
//! all of them. Code that traverses the whole schema (reset, erasure, export of a store, tests, the architecture check) reads that list.
//!
//! To add a table: its migration, and its line in the `TABLES` of the slice. A test compares the list with the migrated schema.

/// A table and what is true of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// As SQL names it.
    pub name: &'static str,
    /// It has a column `store_id`.
    pub has_store: bool,
    /// Tables that its foreign keys name, but for `stores`.
    pub references: &'static [&'static str],
    /// Whether it holds personal data of shoppers, and what an erasure does with it.
    pub personal: Personal,
    /// What a reset of the demo store does with a store's rows.
    pub on_reset: OnReset,
    /// Why a store's export leaves it out.
    pub left_out: Option<&'static str>,
    /// Why slices to the right write rows of their own into it.
    pub shared: Option<&'static str>,
}

/// Personal data of a shopper in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Personal {
    /// It holds none.
    No,
    /// An erasure writes to it.
    Erased,
    /// An erasure leaves it as it is; the reason.
    Exempt(&'static str),
}

/// What a reset of the demo store does with a store's rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnReset {
    /// It deletes them.
    Delete,
    /// It deletes those that meet this condition.
    DeleteWhere(&'static str),
    /// It keeps them; the reason. Also for tables in which no store has rows.
    Keep(&'static str),
}

impl Table {
    /// A table of stores' rows: a reset deletes them, a store's export holds them, nobody's personal data is in it.
    #[must_use]
    pub const fn of_store(name: &'static str) -> Self {
        Self {
            name,
            has_store: true,
            references: &[],
            personal: Personal::No,
            on_reset: OnReset::Delete,
            left_out: None,
            shared: None,
        }
    }

    /// A table of the platform's: no store owns rows of it.
    #[must_use]
    pub const fn of_platform(name: &'static str) -> Self {
        Self { has_store: false, on_reset: OnReset::Keep("no store's rows"), ..Self::of_store(name) }
    }

    /// Its foreign keys name these tables, and `stores`.
    #[must_use]
    pub const fn references(self, references: &'static [&'static str]) -> Self {
        Self { references, ..self }
    }

    /// It holds personal data of shoppers, which an erasure takes out.
    #[must_use]
    pub const fn personal(self) -> Self {
        Self { personal: Personal::Erased, ..self }
    }

    /// It holds personal data of shoppers that an erasure leaves, for this reason.
    #[must_use]
    pub const fn personal_exempt(self, reason: &'static str) -> Self {
        Self { personal: Personal::Exempt(reason), ..self }
    }

    /// A reset leaves its rows, for this reason.
    #[must_use]
    pub const fn kept_on_reset(self, reason: &'static str) -> Self {
        Self { on_reset: OnReset::Keep(reason), ..self }
    }

    /// A reset deletes only the rows that meet this condition.
    #[must_use]
    pub const fn reset_where(self, condition: &'static str) -> Self {
        Self { on_reset: OnReset::DeleteWhere(condition), ..self }
    }

    /// A store's export leaves it out, for this reason.
    #[must_use]
    pub const fn left_out(self, reason: &'static str) -> Self {
        Self { left_out: Some(reason), ..self }
    }

    /// Slices to the right write their own rows into it, for this reason.
    #[must_use]
    pub const fn shared(self, reason: &'static str) -> Self {
        Self { shared: Some(reason), ..self }
    }
}

/// The tables in an order in which they may be emptied: a table comes before those that it references.
#[must_use]
pub fn deletion_order(tables: &[Table]) -> Vec<Table> {
    let mut waiting: Vec<Table> = tables.to_vec();
    let mut out = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let is_named = |table: &Table| waiting.iter().any(|t| t.name != table.name && t.references.contains(&table.name));
        let (free, rest): (Vec<Table>, Vec<Table>) = waiting.iter().partition(|table| !is_named(table));
        if free.is_empty() {
            // Tables that reference each other: none of them can be first.
            out.extend(rest);
            break;
        }
        out.extend(free);
        waiting = rest;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_emptied_before_those_that_it_references() {
        let tables = [
            Table::of_store("customers"),
            Table::of_store("orders").references(&["customers"]),
            Table::of_store("order_items").references(&["orders"]),
            Table::of_store("pages"),
        ];
        let names: Vec<&str> = deletion_order(&tables).iter().map(|t| t.name).collect();
        assert_eq!(names, ["order_items", "pages", "orders", "customers"]);
    }
}
