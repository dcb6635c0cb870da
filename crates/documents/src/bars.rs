//! Code 128 (ISO/IEC 15417) barcodes of tracking numbers, in code sets B and C.

/// The widths of bar, space, bar, ... of each symbol, in modules; the last one is the stop symbol.
const PATTERNS: [&str; 107] = [
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312", "231212",
    "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212", "223112", "312131",
    "311222", "321122", "321221", "312212", "322112", "322211", "212123", "212321", "232121", "111323", "131123", "131321",
    "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331", "132131", "113123", "113321", "133121",
    "313121", "211331", "231131", "213113", "213311", "213131", "311123", "311321", "331121", "312113", "312311", "332111",
    "314111", "221411", "431111", "111224", "111422", "121124", "121421", "141122", "141221", "112214", "112412", "122114",
    "122411", "142112", "142211", "241211", "221114", "413111", "241112", "134111", "111242", "121142", "121241", "114212",
    "124112", "124211", "411212", "421112", "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113",
    "114311", "411113", "411311", "113141", "114131", "311141", "411131", "211412", "211214", "211232", "2331112",
];

const TO_C: usize = 99;
const TO_B: usize = 100;
const START_B: usize = 104;
const START_C: usize = 105;
const STOP: usize = 106;

/// The dark bars of a code, each with its first module and length; and the code's width in modules without the quiet zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bars {
    pub(crate) modules: i32,
    pub(crate) dark: Vec<(i32, i32)>,
}

/// The symbols of a text without start, check and stop symbol: pairs of digits in set C where that is shorter.
fn symbols(text: &[u8]) -> Vec<usize> {
    let digits_from = |at: usize| text[at..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut out = Vec::with_capacity(text.len() + 2);
    let is_c_first = digits_from(0) >= 4 || (digits_from(0) == text.len() && text.len() == 2);
    out.push(if is_c_first { START_C } else { START_B });
    let (mut at, mut is_c) = (0, is_c_first);
    while at < text.len() {
        let digits = digits_from(at);
        if is_c && digits >= 2 {
            out.push(usize::from(text[at] - b'0') * 10 + usize::from(text[at + 1] - b'0'));
            at += 2;
            continue;
        }
        if is_c {
            out.push(TO_B);
            is_c = false;
        } else if digits >= 6 || (digits >= 4 && at + digits == text.len()) {
            // An odd digit is encoded in set B, so that the rest are pairs.
            if digits % 2 == 1 {
                out.push(usize::from(text[at] - b' '));
                at += 1;
            }
            out.push(TO_C);
            is_c = true;
            continue;
        }
        out.push(usize::from(text[at] - b' '));
        at += 1;
    }
    out
}

/// The bars of a text; `None` for an empty text and for one that is not printable ASCII.
pub(crate) fn bars(text: &str) -> Option<Bars> {
    if text.is_empty() || !text.bytes().all(|b| (b' '..=b'~').contains(&b)) {
        return None;
    }
    let mut symbols = symbols(text.as_bytes());
    let check = symbols.iter().enumerate().map(|(n, s)| n.max(1) * s).sum::<usize>() % 103;
    symbols.extend([check, STOP]);
    let (mut at, mut dark) = (0, Vec::new());
    for symbol in symbols {
        for (n, width) in PATTERNS.get(symbol)?.bytes().enumerate() {
            let width = i32::from(width - b'0');
            if n % 2 == 0 {
                dark.push((at, width));
            }
            at += width;
        }
    }
    Some(Bars { modules: at, dark })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Decodes bars, as a scanner does.
    fn scan(bars: &Bars) -> Option<String> {
        let mut widths = Vec::new();
        for (n, (from, len)) in bars.dark.iter().enumerate() {
            widths.push(*len);
            widths.extend(bars.dark.get(n + 1).map(|(next, _)| next - from - len));
        }
        let body = widths.len() - 7;
        let word = |part: &[i32]| part.iter().map(ToString::to_string).collect::<String>();
        let symbol = |part: &[i32]| PATTERNS.iter().position(|p| *p == word(part));
        assert_eq!(symbol(&widths[body..]), Some(STOP));
        let symbols: Vec<usize> = widths[..body].chunks(6).map(symbol).collect::<Option<_>>()?;
        let (check, data) = symbols.split_last()?;
        assert_eq!(data.iter().enumerate().map(|(n, s)| n.max(1) * s).sum::<usize>() % 103, *check);
        let mut is_c = data[0] == START_C;
        let mut out = String::new();
        for s in &data[1..] {
            match (is_c, *s) {
                (true, TO_B) => is_c = false,
                (false, TO_C) => is_c = true,
                (true, n) => out.push_str(&format!("{n:02}")),
                (false, n) => out.push(char::from(u8::try_from(n).ok()? + b' ')),
            }
        }
        Some(out)
    }

    #[test]
    fn or_06_known_codes_have_their_known_check_symbols() {
        // The usual example "PJJ123C" has the check value 54 in set A, whose start value is one less than that of set B.
        let mut symbols = symbols(b"PJJ123C");
        assert_eq!(symbols, [START_B, 48, 42, 42, 17, 18, 19, 35]);
        symbols.remove(0);
        let sum: usize = START_B + symbols.iter().enumerate().map(|(n, s)| (n + 1) * s).sum::<usize>();
        assert_eq!(sum % 103, 55);
    }

    #[test]
    fn or_06_every_symbol_is_eleven_modules_and_the_stop_thirteen() {
        for (n, p) in PATTERNS.iter().enumerate() {
            let wide: u8 = p.bytes().map(|b| b - b'0').sum();
            assert_eq!(wide, if n == STOP { 13 } else { 11 }, "{n}");
            assert_eq!(PATTERNS.iter().filter(|o| *o == p).count(), 1);
        }
    }

    #[test]
    fn or_06_digits_are_written_two_in_a_symbol() {
        let short = bars("12345678").unwrap().modules;
        assert_eq!(short, 11 + 4 * 11 + 11 + 13);
        assert!(bars("").is_none() && bars("رقم").is_none());
    }

    proptest! {
        #[test]
        fn or_06_whatever_is_written_is_read_back(text in "[ -~]{1,40}|[0-9]{1,30}|[A-Z]{2}[0-9]{9}EG|[0-9]{4,6}-[0-9]{1,2}") {
            prop_assert_eq!(scan(&bars(&text).unwrap()), Some(text));
        }
    }
}
