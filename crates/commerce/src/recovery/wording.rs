//! What a message may say: words in braces that stand for something, from a closed list (decisions §7). Pure.

use kernel::{Lang, Texts};
use web::{FieldErrors, Message};

/// The words that a reminder knows.
pub(super) const KNOWN: [&str; 3] = ["customer_name", "store_name", "cart_link"];

const UNKNOWN: Message = Message::new("لا نعرف المتغيّر «{word}».", "There is no variable “{word}”.");
const NO_LINK: Message = Message::new("أضف رابط السلة {link} إلى النص.", "The text needs the cart's link {link}.");
const OPEN: Message = Message::new("قوس {{ بلا إغلاق.", "A {{ is never closed.");

/// The pieces of a text: as it is, or a word in braces; none when a brace is never closed.
fn pieces(text: &str) -> Option<Vec<Result<&str, &str>>> {
    let (mut out, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once("{{") {
        let (word, behind) = after.split_once("}}")?;
        out.push(Ok(before));
        out.push(Err(word.trim()));
        rest = behind;
    }
    out.push(Ok(rest));
    Some(out)
}

/// Notes what is wrong with a text in any of its languages; a body must carry the link.
pub(super) fn check(errors: &mut FieldErrors, path: &str, texts: &Texts, needs_link: bool) {
    for lang in [Lang::Ar, Lang::En] {
        let text = if lang == Lang::Ar { &texts.ar } else { &texts.en };
        if text.is_empty() {
            continue;
        }
        let path = format!("{path}.{}", lang.code());
        let Some(pieces) = pieces(text) else {
            errors.add(path, OPEN);
            continue;
        };
        let words: Vec<&str> = pieces.iter().filter_map(|p| p.as_ref().err().copied()).collect();
        if let Some(unknown) = words.iter().find(|w| !KNOWN.contains(w)) {
            errors.add(path, UNKNOWN.with("word", unknown));
        } else if needs_link && !words.contains(&"cart_link") {
            errors.add(path, NO_LINK.with("link", "{{cart_link}}"));
        }
    }
}

/// The text with its words filled in. What is filled in is never read again.
pub(super) fn fill(text: &str, value: impl Fn(&str) -> String) -> String {
    let Some(pieces) = pieces(text) else { return text.to_owned() };
    pieces.into_iter().map(|p| p.map_or_else(&value, str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(ar: &str, en: &str) -> Vec<String> {
        let mut errors = FieldErrors::new();
        check(&mut errors, "body", &Texts::new(ar, en), true);
        errors.iter().map(|(path, m)| format!("{path}: {}", m[0].get(Lang::En))).collect()
    }

    #[test]
    fn ca_03_placeholders_come_from_a_closed_list() {
        assert_eq!(faults("{{cart_link}} {{ customer_name }}", ""), Vec::<String>::new());
        assert_eq!(faults("{{cart_link}} {{coupon_code}}", ""), ["body.ar: There is no variable “coupon_code”."]);
        assert_eq!(faults("", "Hello"), ["body.en: The text needs the cart's link {{cart_link}}."]);
        assert_eq!(faults("{{cart_link", ""), ["body.ar: A {{ is never closed."]);
    }

    #[test]
    fn ca_03_a_name_cannot_bring_a_placeholder() {
        let value = |word: &str| if word == "customer_name" { "{{cart_link}}".to_owned() } else { format!("<{word}>") };
        assert_eq!(fill("{{customer_name}}: {{cart_link}}", value), "{{cart_link}}: <cart_link>");
    }
}
