//! Product filters of lists, as conditions of a statement.

use db::Sql;
use kernel::{CategoryId, ProductId, StoreScope};

use super::hits::Hits;
use crate::model::State;

/// Product filter; the default matches all.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProductFilter {
    pub(crate) states: Vec<State>,
    pub(crate) stock: Vec<StockLevel>,
    /// The store's low-stock threshold, for products without their own.
    pub(crate) low_stock_at: i64,
    pub(crate) product_type: Option<&'static str>,
    pub(crate) categories: Option<Vec<CategoryId>>,
    pub(crate) min_price: Option<i64>,
    pub(crate) max_price: Option<i64>,
    pub(crate) ids: Option<Vec<ProductId>>,
    pub(crate) except: Option<ProductId>,
    pub(crate) is_on_sale: bool,
    /// Folded options, each with folded values of which a product must have one.
    pub(crate) options: Vec<(String, Vec<String>)>,
    pub(crate) search: String,
}

/// A stock level filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StockLevel {
    Out,
    Low,
    In,
}

impl ProductFilter {
    fn apply(&self, mut sql: Sql) -> Sql {
        sql = sql.raw(" AND deleted_at IS NULL");
        if self.states.is_empty() {
            sql = sql.raw(" AND archived_at IS NULL");
        } else {
            sql = sql.raw(" AND (");
            for (i, state) in self.states.iter().enumerate() {
                sql = sql.raw(if i == 0 { "" } else { " OR " }).raw(state.condition());
            }
            sql = sql.raw(")");
        }
        if !self.stock.is_empty() {
            sql = sql.raw(" AND (");
            for (i, level) in self.stock.iter().enumerate() {
                sql = sql.raw(if i == 0 { "" } else { " OR " });
                sql = match level {
                    StockLevel::Out => sql.raw("(stock <= 0 AND NOT has_unlimited_qty)"),
                    // Two conditions, each with an index of its own.
                    StockLevel::Low => sql
                        .arg("(NOT has_unlimited_qty AND ((low_stock_at IS NULL AND stock > 0 AND stock <= ?)", self.low_stock_at)
                        .raw(" OR (low_stock_at IS NOT NULL AND stock > 0 AND stock <= low_stock_at)))"),
                    StockLevel::In => sql.raw("(stock > 0 OR has_unlimited_qty)"),
                };
            }
            sql = sql.raw(")");
        }
        sql = sql
            .opt(" AND product_type = ?", self.product_type)
            .opt(" AND list_price >= ?", self.min_price)
            .opt(" AND list_price <= ?", self.max_price);
        sql = sql.opt(" AND id <> ?", self.except);
        if self.is_on_sale {
            sql = sql.raw(" AND is_on_sale");
        }
        if let Some(ids) = &self.ids {
            sql = sql.list(" AND id IN ", ids.clone(), "");
        }
        sql
    }

    /// Adds the filter's conditions to a statement on `products`.
    pub(super) fn narrow(&self, scope: &StoreScope, hits: &Hits, mut sql: Sql) -> Sql {
        sql = self.apply(sql);
        if let Some(categories) = &self.categories {
            sql = sql.arg(" AND id IN (SELECT product_id FROM product_categories WHERE store_id = ?", scope.store()).list(
                " AND category_id IN ",
                categories.clone(),
                ")",
            );
        }
        for (option, values) in &self.options {
            sql = sql
                .arg(" AND id IN (SELECT product_id FROM product_option_values WHERE store_id = ?", scope.store())
                .arg(" AND option_key = ?", option.clone())
                .list(" AND value_key IN ", values.clone(), ")");
        }
        hits.narrow(scope, sql)
    }

    /// Whether only states are filtered: then the stored counters have the number.
    pub(super) fn states_only(&self) -> bool {
        let Self {
            states: _,
            stock,
            low_stock_at: _,
            product_type,
            categories,
            min_price,
            max_price,
            ids,
            except,
            is_on_sale,
            options,
            search,
        } = self;
        stock.is_empty()
            && product_type.is_none()
            && categories.is_none()
            && min_price.is_none()
            && max_price.is_none()
            && ids.is_none()
            && except.is_none()
            && !is_on_sale
            && options.is_empty()
            && search.is_empty()
    }
}
