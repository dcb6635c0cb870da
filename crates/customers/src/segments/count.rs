//! Capped counts of the customers who match rules.

use db::Conn;
use kernel::StoreScope;
use serde::Serialize;

use crate::filter::cond::Cond;
use crate::filter::selection::CustomerSelection;
use crate::list_store;
use crate::purchases::Purchases;
use platform::App;
use web::keyset::capped;

/// The number of customers who match rules, counted up to the cap of lists.
#[derive(Debug, Clone, Copy, Serialize, utoipa::ToSchema)]
#[schema(as = CustomerSegmentCount)]
pub struct Count {
    pub(super) count: i64,
    /// There are more than `count` says.
    pub(super) is_capped: bool,
}

/// Counts them; without a driving condition every customer of the store may be scanned, so it runs on the report connections and
/// blocks no page.
pub(super) async fn count_matching(app: &App, scope: &StoreScope, groups: Vec<Vec<Cond>>) -> db::Result<Count> {
    let (scope, purchases) = (scope.clone(), app.ports.get::<dyn Purchases>()?);
    app.db()
        .report(async move |c: Conn<'_>| {
            let mut groups = groups.clone();
            let (conds, any) = if groups.len() == 1 { (groups.remove(0), Vec::new()) } else { (Vec::new(), groups) };
            let selection = CustomerSelection::plan(c, &scope, purchases.clone(), conds, any).await?;
            let (count, is_capped) = capped(list_store::count(c, &scope, &selection).await?);
            Ok(Count { count, is_capped })
        })
        .await
}
