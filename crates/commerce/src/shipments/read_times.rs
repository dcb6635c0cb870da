//! When a courier is asked about a shipment of which nothing is heard. Pure.

use kernel::Millis;

use super::courier_step::CourierStep;

/// The first pause after something new; each read that brings nothing doubles it.
const FIRST: i64 = Millis::HOUR;
/// The first pause where the courier reports by itself: asking only makes up for what was lost.
const FIRST_WITH_NOTICES: i64 = 12 * Millis::HOUR;
/// The longest pause.
const LONGEST: i64 = Millis::DAY;
/// After so many reads in a row without anything new the courier is not asked any more: a month and a half.
const MOST_SILENT: i64 = 48;

/// Milliseconds until the next read, after so many that brought nothing new; none when the courier is not asked any more.
#[must_use]
pub fn pause(step: Option<CourierStep>, silent_reads: i64, has_notices: bool) -> Option<i64> {
    if step.is_some_and(CourierStep::is_final) || silent_reads >= MOST_SILENT {
        return None;
    }
    let doublings = u32::try_from(silent_reads.clamp(0, 8)).unwrap_or(0);
    let first = if has_notices { FIRST_WITH_NOTICES } else { FIRST };
    Some((first << doublings).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sp_04_pauses_grow_to_a_day_and_end_with_the_delivery() {
        let pauses: Vec<i64> =
            (0..7).filter_map(|n| pause(Some(CourierStep::InTransit), n, false)).map(|ms| ms / Millis::HOUR).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 24, 24]);
        let with_notices: Vec<i64> = (0..3).filter_map(|n| pause(None, n, true)).map(|ms| ms / Millis::HOUR).collect();
        assert_eq!(with_notices, [12, 24, 24]);
        for step in CourierStep::ALL {
            assert_eq!(pause(Some(*step), 0, false).is_none(), step.is_final(), "{step:?}");
            assert_eq!(pause(Some(*step), MOST_SILENT, false), None);
        }
        let whole: i64 = (0..).map_while(|n| pause(Some(CourierStep::Lost), n, false)).sum();
        assert_eq!(whole / Millis::DAY, 44, "a lost parcel is asked about for six weeks");
    }
}
