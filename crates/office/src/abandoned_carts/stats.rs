//! Results of reminders, over some days and over as many before.

use jiff::ToSpan as _;
use kernel::{Currency, Millis, StoreScope, money};
use serde::Serialize;

use super::list_api::zone;
use super::store::{self, Recovered};
use platform::{App, stores};

/// The figures of one period.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartRecoveryFigures {
    /// Carts that were first reminded in it.
    reminded: i64,
    /// Those that became an order within seven days of their last reminder.
    recovered: i64,
    /// The sum of these orders; null for callers who may not read orders.
    amount: Option<String>,
    /// Percent of the reminded, one digit after the point: "12.5"; null when none was reminded.
    rate: Option<String>,
}

/// The period and the one before.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartRecovery {
    days: i64,
    now: CartRecoveryFigures,
    before: CartRecoveryFigures,
}

/// Rounded half up.
fn rate(recovered: i64, reminded: i64) -> Option<String> {
    let tenths = (recovered * 2_000 + reminded).checked_div(reminded * 2)?;
    Some(money::format_with(tenths, 1))
}

fn figures(of: Recovered, currency: Currency, sees_orders: bool) -> CartRecoveryFigures {
    let Recovered { reminded, recovered, amount } = of;
    CartRecoveryFigures {
        reminded,
        recovered,
        amount: sees_orders.then(|| money::format(amount, currency)),
        rate: rate(recovered, reminded),
    }
}

pub(super) async fn find(app: &App, scope: &StoreScope, days: i64, sees_orders: bool) -> db::Result<CartRecovery> {
    let (c, now) = (app.db().conn(), app.env().now());
    let profile = stores::get_profile(c, scope).await?;
    let zone = zone(&profile);
    // Whole days of the store; today so far is one of them.
    let start = |back: i64| {
        let today = jiff::Timestamp::from_millisecond(now.0).ok()?.to_zoned(zone.clone()).date();
        let day = today.checked_sub(back.days()).ok()?.to_zoned(zone.clone()).ok()?;
        Some(Millis(day.timestamp().as_millisecond()))
    };
    let from = start(days - 1).unwrap_or(now.plus(-days * Millis::DAY));
    let earlier = start(2 * days - 1).unwrap_or(now.plus(-2 * days * Millis::DAY));
    let (is, previous) =
        tokio::try_join!(store::get_recovered(c, scope, from, now.plus(1)), store::get_recovered(c, scope, earlier, from))?;
    let to_figures = |of| figures(of, profile.currency, sees_orders);
    Ok(CartRecovery { days, now: to_figures(is), before: to_figures(previous) })
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn ca_03_the_rate_is_rounded_half_up_and_none_of_nothing() {
        assert_eq!(
            (rate(1, 8).as_deref(), rate(1, 3).as_deref(), rate(2, 3).as_deref()),
            (Some("12.5"), Some("33.3"), Some("66.7"))
        );
        assert_eq!((rate(0, 0), rate(0, 5).as_deref(), rate(5, 5).as_deref()), (None, Some("0.0"), Some("100.0")));
    }
}
