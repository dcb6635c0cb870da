//! Parses cells: yes and no, dates, weights.

use jiff::civil::{Date, DateTime, Time};
use kernel::digits::{canonical_decimal, to_latin};
use kernel::fold::fold;
use kernel::money;

use super::model::WeightUnit;

/// Yes and no as the platforms and people write them.
pub(super) fn read_flag(cell: &str) -> Option<bool> {
    match fold(cell).as_str() {
        "true" | "yes" | "y" | "1" | "on" | "نعم" | "ظاهر" | "منشور" | "متوفر" | "صح" | "مفعل" => {
            Some(true)
        }
        "false" | "no" | "n" | "0" | "off" | "لا" | "مخفي" | "غير منشور" | "غير متوفر" | "خطا" | "غير مفعل" => {
            Some(false)
        }
        _ => None,
    }
}

/// ISO dates with or without a time, day/month/year, and the day numbers of a sheet saved from Excel.
pub(super) fn read_moment(cell: &str, ends: bool) -> Option<DateTime> {
    let cell = to_latin(cell);
    let at_edge = |date: Date| date.to_datetime(if ends { Time::constant(23, 59, 59, 0) } else { Time::midnight() });
    if let Ok(number) = canonical_decimal(&cell) {
        return read_day_number(&number, ends);
    }
    let (day, time) = cell.split_once(['T', ' ']).map_or((&*cell, ""), |(day, time)| (day, time.trim()));
    let parts: Vec<&str> = day.split(['-', '/', '.']).collect();
    let [first, second, third] = parts[..] else { return None };
    let number = |part: &str| (part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse::<i16>().ok())?;
    let (year, month, day) = if first.len() == 4 { (first, second, third) } else { (third, second, first) };
    if year.len() != 4 {
        return None;
    }
    let date = Date::new(number(year)?, i8::try_from(number(month)?).ok()?, i8::try_from(number(day)?).ok()?).ok()?;
    if time.is_empty() {
        return Some(at_edge(date));
    }
    let clock: Vec<i8> = time
        .split([' ', '+', 'Z', '.'])
        .next()?
        .split(':')
        .map(|part| number(part).and_then(|n| i8::try_from(n).ok()))
        .collect::<Option<_>>()?;
    let [hour, minute, ref rest @ ..] = clock[..] else { return None };
    let time = Time::new(hour, minute, rest.first().copied().unwrap_or(0), 0).ok()?;
    Some(date.to_datetime(time))
}

/// Days since 1899-12-30, with the time of day as fraction, as Excel saves dates.
fn read_day_number(number: &str, ends: bool) -> Option<DateTime> {
    let (days, fraction) = number.split_once('.').unwrap_or((number, ""));
    let days: i32 = days.parse().ok()?;
    // 1982 to 2064: a number outside of it is a typing error, not a date.
    if !(30_000..60_000).contains(&days) {
        return None;
    }
    let date = jiff::civil::date(1899, 12, 30).checked_add(jiff::Span::new().days(days)).ok()?;
    if fraction.is_empty() {
        return Some(date.to_datetime(if ends { Time::constant(23, 59, 59, 0) } else { Time::midnight() }));
    }
    let digits = &fraction[..fraction.len().min(9)];
    let scale = 10_i64.pow(u32::try_from(digits.len()).ok()?);
    let seconds = (digits.parse::<i64>().ok()? * 86_400 + scale / 2) / scale;
    date.to_datetime(Time::midnight()).checked_add(jiff::Span::new().seconds(seconds)).ok()
}

/// The unit that a cell names.
pub(super) fn read_weight_unit(cell: &str) -> Option<WeightUnit> {
    match fold(cell).as_str() {
        "g" | "gm" | "gr" | "gram" | "grams" | "جم" | "غ" | "غم" | "جرام" | "غرام" => Some(WeightUnit::G),
        "kg" | "kgs" | "kilogram" | "kilograms" | "كجم" | "كغ" | "كغم" | "كيلو" | "كيلوجرام" | "كيلوغرام" | "كيلو جرام" => {
            Some(WeightUnit::Kg)
        }
        "lb" | "lbs" | "pound" | "pounds" | "رطل" | "باوند" => Some(WeightUnit::Lb),
        "oz" | "ounce" | "ounces" | "اونصه" => Some(WeightUnit::Oz),
        _ => None,
    }
}

/// Converts a decimal of a unit to grams, rounded half up. Digits past the sixth decimal are below a milligram.
pub(super) fn to_grams(number: &str, unit: WeightUnit) -> Option<i64> {
    // Hundred-thousandths of a gram in a unit; the pound is defined as 453.59237 g.
    let unit_size: i128 = match unit {
        WeightUnit::G => 100_000,
        WeightUnit::Kg => 100_000_000,
        WeightUnit::Lb => 45_359_237,
        WeightUnit::Oz => 2_834_952,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.len() > 12 {
        return None;
    }
    let millionths: String = fraction.chars().chain("000000".chars()).take(6).collect();
    let value = whole.parse::<i128>().ok()? * 1_000_000 + millionths.parse::<i128>().ok()?;
    Some(money::div_half_up(value * unit_size, 100_000_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_every_platform_are_read() {
        let date = |text: &str| read_moment(text, false).map(|moment| moment.to_string());
        let end = |text: &str| read_moment(text, true).map(|moment| moment.to_string());
        assert_eq!(date("2026-03-01").as_deref(), Some("2026-03-01T00:00:00"));
        assert_eq!(end("2026-03-31").as_deref(), Some("2026-03-31T23:59:59"));
        assert_eq!(date("٣١/٠٣/٢٠٢٦").as_deref(), Some("2026-03-31T00:00:00"));
        assert_eq!(date("1-2-2026").as_deref(), Some("2026-02-01T00:00:00"));
        assert_eq!(end("2026-03-31T10:30:00+03:00").as_deref(), Some("2026-03-31T10:30:00"));
        assert_eq!(date("2026-03-31 10:30").as_deref(), Some("2026-03-31T10:30:00"));
        assert_eq!(date("45384").as_deref(), Some("2024-04-02T00:00:00"));
        assert_eq!(date("45384.3478").as_deref(), Some("2024-04-02T08:20:50"));
        for bad in ["2026-13-01", "31/02/2026", "tomorrow", "1/2/26", "5", "2026-03-31 25:00", "2026-03-31 noon"] {
            assert_eq!(date(bad), None, "{bad}");
        }
    }

    #[test]
    fn weights_become_grams_exactly() {
        assert_eq!(to_grams("0.6", WeightUnit::Kg), Some(600));
        assert_eq!(to_grams("350", WeightUnit::G), Some(350));
        assert_eq!(to_grams("0.5", WeightUnit::G), Some(1));
        assert_eq!(to_grams("1", WeightUnit::Lb), Some(454));
        assert_eq!(to_grams("2", WeightUnit::Lb), Some(907));
        assert_eq!(to_grams("8", WeightUnit::Oz), Some(227));
        assert_eq!(read_weight_unit("كجم"), Some(WeightUnit::Kg));
        assert_eq!(read_weight_unit("جم"), Some(WeightUnit::G));
        assert_eq!(read_weight_unit("طن"), None);
    }

    #[test]
    fn yes_and_no_in_both_languages() {
        for yes in ["TRUE", "Yes", "نعم", "1", "١", "y", "ظاهر"] {
            assert_eq!(read_flag(yes), Some(true), "{yes}");
        }
        for no in ["false", "No", "لا", "0", "مخفي"] {
            assert_eq!(read_flag(no), Some(false), "{no}");
        }
        assert_eq!(read_flag("maybe"), None);
    }
}
