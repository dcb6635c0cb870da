//! What couriers of the program are called (docs/decisions/0104). Pure.
//!
//! A courier of the program is one company, whatever the shipping methods are called that go by it. A provider that is none
//! (`CUSTOM`) may be any number of couriers, told apart by the names that the merchant writes.

use gateways::couriers::providers;
use kernel::Lang;
use kernel::fold::fold;

use super::words::ShippingProvider;

/// The own name of a courier of the program; none of any other provider.
#[must_use]
pub fn own_name(provider: ShippingProvider, lang: Lang) -> Option<&'static str> {
    let (description, _) = providers::find(provider.as_str())?;
    Some(match lang {
        Lang::Ar => description.name.ar,
        Lang::En => description.name.en,
    })
}

/// What the courier of a shipment is called: its own name, or what the shipment keeps where it is none of the program.
#[must_use]
pub fn shown_name(provider: ShippingProvider, stored: &str, lang: Lang) -> String {
    own_name(provider, lang).unwrap_or(stored).to_owned()
}

/// The courier of the program that a text names, in either language and however it is spelt.
#[must_use]
pub fn find_by_name(text: &str) -> Option<ShippingProvider> {
    let key = fold(text);
    let has_name = |provider: &ShippingProvider| {
        [Lang::Ar, Lang::En].iter().any(|lang| own_name(*provider, *lang).is_some_and(|name| fold(name) == key))
    };
    ShippingProvider::ALL.iter().copied().find(has_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OR-06: a connected courier has one name, and others have what the merchant writes.
    #[test]
    fn or_06_a_courier_of_the_program_has_its_own_name() {
        assert_eq!(own_name(ShippingProvider::Bosta, Lang::En), Some("Bosta"));
        assert_eq!(shown_name(ShippingProvider::Bosta, "بوسطة إلى الباب", Lang::Ar), "بوسطة");
        assert_eq!(shown_name(ShippingProvider::Custom, "مندوب المدينة", Lang::En), "مندوب المدينة");
        assert_eq!(own_name(ShippingProvider::Pickup, Lang::Ar), None);
        for text in ["بوسطه", " BOSTA ", "Bosta"] {
            assert_eq!(find_by_name(text), Some(ShippingProvider::Bosta), "{text}");
        }
        for text in ["", "Aramex", "بوسطة إلى الباب", "CUSTOM"] {
            assert_eq!(find_by_name(text), None, "{text}");
        }
    }
}
