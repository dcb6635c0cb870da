//! Parsing amounts as people write them: `45 ريال`, `SAR 45`, `٤٥٫٥٠ ر.س`. The store's own currency may be written beside the
//! number; a number in another currency is refused, because importing it would set a wrong price.

use kernel::Currency;
use kernel::digits::{ascii_digit, is_invisible};

/// Words beside ISO code, Arabic sign and Arabic name. A word that several currencies share means the store's own when it is one
/// of them.
const WORDS: &[(Currency, &[&str])] = &[
    (Currency::AED, &["dh", "dhs", "dirham", "dirhams", "درهم", "دراهم", "دإ"]),
    (Currency::BHD, &["bd", "dinar", "dinars", "دينار"]),
    (Currency::EGP, &["le", "egp", "e£", "£", "pound", "pounds", "جنيه", "جنيها", "جنيهات", "جم"]),
    (Currency::EUR, &["€", "euro", "euros", "يورو"]),
    (Currency::JOD, &["jd", "dinar", "dinars", "دينار"]),
    (Currency::KWD, &["kd", "dinar", "dinars", "دينار"]),
    (Currency::LBP, &["ll", "lira", "ليره"]),
    (Currency::LYD, &["ld", "dinar", "dinars", "دينار"]),
    (Currency::MAD, &["dh", "dhs", "dirham", "dirhams", "درهم", "دراهم"]),
    (Currency::OMR, &["ro", "riyal", "riyals", "rial", "rials", "ريال", "﷼"]),
    (Currency::QAR, &["qr", "riyal", "riyals", "rial", "rials", "ريال", "﷼"]),
    (Currency::SAR, &["sr", "riyal", "riyals", "rial", "rials", "ريال", "ريالا", "ريالات", "﷼", "\u{20C1}"]),
    (Currency::SYP, &["sp", "lira", "ليره"]),
    (Currency::TND, &["dt", "dinar", "dinars", "دينار"]),
    (Currency::USD, &["$", "us$", "dollar", "dollars", "دولار", "دولارا", "دولارات"]),
    (Currency::YER, &["yr", "riyal", "riyals", "rial", "rials", "ريال", "﷼"]),
];
/// Currencies that no store uses but people write.
const OTHERS: &[&str] =
    &["gbp", "inr", "₹", "try", "₺", "cny", "¥", "iqd", "دع", "dzd", "دج", "sdg", "دينارعراقي", "دينارجزائري", "جنيهسوداني"];

/// The currency written beside a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CurrencyMark {
    /// No currency.
    Nothing,
    /// The store's currency.
    Own,
    /// Another one.
    Other,
}

/// The cell without a currency word before or after the number, and which currency it was.
pub(super) fn split(cell: &str, own: Currency) -> (&str, CurrencyMark) {
    let is_number = |c: char| ascii_digit(c).is_some();
    let (Some(first), Some(last)) = (cell.find(is_number), cell.rfind(is_number)) else { return (cell, CurrencyMark::Nothing) };
    let last = last + cell[last..].chars().next().map_or(1, char::len_utf8);
    let (before, number, behind) = (&cell[..first], &cell[first..last], &cell[last..]);
    // A sign belongs to the number, wherever the currency word is.
    if before.contains(['-', '+', '=', '@', '−', '\'']) {
        return (cell, CurrencyMark::Nothing);
    }
    match (word(before), word(behind)) {
        (w, b) if w.is_empty() && b.is_empty() => (cell, CurrencyMark::Nothing),
        (w, b) if w.is_empty() || b.is_empty() => match find_currency_mark(if w.is_empty() { &b } else { &w }, own) {
            CurrencyMark::Nothing => (cell, CurrencyMark::Nothing),
            currency_mark => (number, currency_mark),
        },
        _ => (cell, CurrencyMark::Nothing),
    }
}

/// Letters and currency signs, lower case, normalized; everything else removed.
fn word(text: &str) -> String {
    let cleaned = text.chars().filter(|c| !c.is_whitespace() && !is_invisible(*c) && !matches!(c, '.' | '٫' | 'ـ'));
    let spelled = cleaned.map(|c| match c {
        'أ' | 'إ' | 'آ' => 'ا',
        'ة' => 'ه',
        'ى' => 'ي',
        other => other,
    });
    spelled.flat_map(char::to_lowercase).collect()
}

fn find_currency_mark(text: &str, own: Currency) -> CurrencyMark {
    let is_of = |currency: Currency| {
        let more = WORDS.iter().find(|(known, _)| *known == currency).map_or(&[][..], |(_, words)| words);
        [currency.code(), currency.symbol_ar(), currency.name_ar()].iter().chain(more).any(|known| word(known) == text)
    };
    if is_of(own) {
        CurrencyMark::Own
    } else if Currency::ALL.iter().any(|other| is_of(*other)) || OTHERS.iter().any(|other| word(other) == text) {
        CurrencyMark::Other
    } else {
        CurrencyMark::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stores_own_currency_is_no_part_of_the_number() {
        for cell in ["45 ريال", "SAR 45", "45SAR", "٤٥ ر.س", "ر.س ٤٥", "45 ريال سعودي", "SR45", "﷼ 45", "45\u{200F} ر.س.\u{200F}"]
        {
            let (number, mark) = split(cell, Currency::SAR);
            assert_eq!((kernel::digits::to_latin(number).as_ref(), mark), ("45", CurrencyMark::Own), "{cell}");
        }
        assert_eq!(split("٤٥٫٥٠ ريال", Currency::SAR), ("٤٥٫٥٠", CurrencyMark::Own));
        assert_eq!(split("1,234.50 KD", Currency::KWD), ("1,234.50", CurrencyMark::Own));
        assert_eq!(split("45 ريال", Currency::QAR), ("45", CurrencyMark::Own));
    }

    #[test]
    fn another_currency_is_told_from_words_that_are_none() {
        for cell in ["45 USD", "$45", "45 دولار", "45 درهم", "KWD 45", "€ 45", "45 ريال قطري", "45 GBP"] {
            assert_eq!(split(cell, Currency::SAR).1, CurrencyMark::Other, "{cell}");
        }
        for cell in ["45 kg", "free", "45 x", "from 45 SAR", "SAR 45 SAR", "-45 SAR", "45", "", "=45SAR", "45 ريال للقطعة"]
        {
            assert_eq!(split(cell, Currency::SAR), (cell, CurrencyMark::Nothing), "{cell}");
        }
    }
}
