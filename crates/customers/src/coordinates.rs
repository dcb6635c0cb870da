//! Parses coordinates from what people paste: numbers, or the share link of a map. Pure.

use kernel::digits::to_latin;

use super::address::{GeoLocation, is_degrees};

/// Decimals that are kept: about a centimetre.
const DECIMALS: usize = 7;

/// Parses coordinates in any digits (`24.7136, 46.6753`), a `geo:` URI, or a full map link. A short link has no coordinates until
/// it is opened, which this does not do.
#[must_use]
pub fn read(text: &str) -> Option<GeoLocation> {
    let text = to_latin(text.trim()).replace(['،', '؛'], ",").replace("%2C", ",").replace("%2c", ",").replace('٫', ".");
    if text.len() > 2_000 {
        return None;
    }
    if !text.contains("://") {
        let (location, rest) = pair(text.strip_prefix("geo:").unwrap_or(&text), &[',', ' '])?;
        return (rest.is_empty() || rest.starts_with(['?', ';'])).then_some(location);
    }
    // The marker of a place takes precedence over the map's viewport.
    if let Some((_, after)) = text.split_once("!3d")
        && let Some((lat, rest)) = number(after)
        && let Some((lng, _)) = rest.strip_prefix("!4d").and_then(number)
    {
        return location(lat, lng);
    }
    let named = ["q=", "query=", "ll=", "daddr=", "destination=", "center=", "mlat="];
    let of_name = |name: &&str| {
        let at = text.match_indices(*name).find(|(n, _)| text[..*n].ends_with(['?', '&']))?.0;
        let value = text[at + name.len()..].trim_start_matches("loc:");
        if *name == "mlat=" {
            let (lat, rest) = number(value)?;
            return location(lat, number(rest.strip_prefix("&mlon=")?)?.0);
        }
        pair(value, &[',', '+', ' ']).map(|(location, _)| location)
    };
    named.iter().find_map(of_name).or_else(|| pair(text.split_once("/@")?.1, &[',']).map(|(location, _)| location)).or_else(
        || {
            // `/maps/search/24.71,+46.67` and `/maps/place/24.71,46.67`.
            let at = ["/search/", "/place/", "/dir//"].iter().find_map(|p| text.split_once(p))?.1;
            pair(at, &[',', '+', ' ']).map(|(location, _)| location)
        },
    )
}

fn pair<'a>(text: &'a str, between: &[char]) -> Option<(GeoLocation, &'a str)> {
    let (lat, rest) = number(text.trim_start())?;
    let (lng, rest) = number(rest.trim_start_matches(between))?;
    // One number alone is no coordinate pair: other text separates them.
    Some((location(lat, lng)?, rest.trim_end()))
}

/// A number at the beginning, and the rest of the text.
fn number(text: &str) -> Option<(&str, &str)> {
    let sign = usize::from(text.starts_with(['-', '+']));
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(sign);
    if !(1..=3).contains(&whole) {
        return None;
    }
    let mut end = sign + whole;
    if text[end..].starts_with('.') {
        let fraction = digits(end + 1);
        end = if fraction > 0 { end + 1 + fraction } else { end };
    }
    Some((&text[..end], &text[end..]))
}

/// Checks the bounds and cuts the decimals to those that are kept.
fn location(lat: &str, lng: &str) -> Option<GeoLocation> {
    let cut = |text: &str| {
        let text = text.trim_start_matches('+');
        match text.split_once('.') {
            Some((whole, fraction)) => format!("{whole}.{}", &fraction[..fraction.len().min(DECIMALS)]),
            None => text.to_owned(),
        }
    };
    let (lat, lng) = (cut(lat), cut(lng));
    (is_degrees(&lat, 90) && is_degrees(&lng, 180)).then_some(GeoLocation { lat, lng })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lat_lng(text: &str) -> Option<(String, String)> {
        read(text).map(|g| (g.lat, g.lng))
    }

    #[test]
    fn cu_01_a_place_is_read_from_what_people_paste() {
        let riyadh = Some(("24.7136".to_owned(), "46.6753".to_owned()));
        for text in [
            "24.7136, 46.6753",
            "24.7136,46.6753",
            " 24.7136 46.6753 ",
            "٢٤٫٧١٣٦، ٤٦٫٦٧٥٣",
            "geo:24.7136,46.6753?z=17",
            "https://www.google.com/maps?q=24.7136,46.6753",
            "https://www.google.com/maps/search/?api=1&query=24.7136%2C46.6753",
            "https://maps.google.com/?ll=24.7136,46.6753&z=15",
            "https://www.google.com/maps/@24.7136,46.6753,17z",
            "https://www.google.com/maps/place/X/@24.1,46.1,17z/data=!3m1!4b1!4m5!3m4!1s0x0:0x0!8m2!3d24.7136!4d46.6753",
            "https://maps.apple.com/?q=Home&ll=24.7136,46.6753",
            "https://www.google.com/maps/search/24.7136,+46.6753",
            "https://www.openstreetmap.org/?mlat=24.7136&mlon=46.6753#map=17",
        ] {
            assert_eq!(lat_lng(text), riyadh, "{text}");
        }
        assert_eq!(lat_lng("-33.86881234567,151.2"), Some(("-33.8688123".into(), "151.2".into())));
        for text in [
            "",
            "24.7",
            "الرياض",
            "91, 46",
            "24, 181",
            "https://maps.app.goo.gl/abc",
            "24.7136 شارع 46",
            "1234,5",
            "https://x.com/?seq=1",
        ] {
            assert_eq!(lat_lng(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn cu_01_any_text_is_a_place_on_earth_or_none(text in "\\PC{0,80}") {
            if let Some(g) = read(&text) {
                prop_assert!(is_degrees(&g.lat, 90) && is_degrees(&g.lng, 180));
            }
        }

        #[test]
        fn cu_01_every_place_is_read_back(lat in -90_000_000_i64..=90_000_000, lng in -180_000_000_i64..=180_000_000) {
            let text = |n: i64| format!("{}{}.{:06}", if n < 0 { "-" } else { "" }, n.abs() / 1_000_000, n.abs() % 1_000_000);
            let (lat, lng) = (text(lat), text(lng));
            for written in [format!("{lat}, {lng}"), format!("https://maps.google.com/maps?q={lat},{lng}&z=3")] {
                prop_assert_eq!(read(&written), Some(GeoLocation { lat: lat.clone(), lng: lng.clone() }));
            }
        }
    }
}
