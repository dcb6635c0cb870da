//! Moments as Bosta writes them: milliseconds, RFC 3339, and what JavaScript's `Date` prints.

use kernel::Millis;
use serde_json::Value;

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// 2001 in milliseconds, and 5138 in seconds: a smaller number is seconds.
const LEAST_MS: i64 = 100_000_000_000;

/// A moment; none for what is none.
pub(super) fn read(value: &Value) -> Option<Millis> {
    let text = match value {
        Value::Number(number) => {
            let number = number.as_i64().filter(|number| *number > 0)?;
            return Some(Millis(if number < LEAST_MS { number.checked_mul(1_000)? } else { number }));
        }
        Value::String(text) => text.trim(),
        _ => return None,
    };
    if let Ok(number) = text.parse::<i64>() {
        return read(&Value::from(number));
    }
    Millis::parse(text).or_else(|| printed(text))
}

/// `Sun Nov 29 2026 14:03:22 GMT+0200 (Eastern European Standard Time)`
fn printed(text: &str) -> Option<Millis> {
    let mut words = text.split(' ').skip(1);
    let month = words.next().and_then(|word| MONTHS.iter().position(|month| *month == word))? + 1;
    let (day, year, time) = (words.next()?, words.next()?, words.next()?);
    let zone = words.next()?.strip_prefix("GMT")?;
    let (hours, minutes) = zone.split_at_checked(3)?;
    Millis::parse(&format!("{year}-{month:02}-{day}T{time}{hours}:{minutes}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn sp_04_a_moment_is_read_however_it_is_written() {
        let noon = Millis::parse("2026-11-29T12:03:22Z").unwrap();
        for value in [
            json!(noon.0),
            json!(noon.0 / 1_000),
            json!(noon.0.to_string()),
            json!("2026-11-29T12:03:22.000Z"),
            json!("Sun Nov 29 2026 14:03:22 GMT+0200 (Eastern European Standard Time)"),
            json!("Sun Nov 29 2026 12:03:22 GMT+0000"),
        ] {
            assert_eq!(read(&value), Some(noon), "{value}");
        }
        for value in [json!(null), json!(0), json!(-5), json!(""), json!("soon"), json!("Sun Nov 29"), json!([]), json!(i64::MAX)]
        {
            assert_ne!(read(&value), Some(noon), "{value}");
        }
    }
}
