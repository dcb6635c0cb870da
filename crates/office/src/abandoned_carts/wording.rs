//! The text of a message: placeholders in braces, from a closed list (decisions §7). Pure.

use kernel::{Lang, Texts};
use web::{FieldErrors, Message};

/// The placeholders of a reminder.
const KNOWN: [&str; 4] = ["customer_name", "store_name", "cart_link", COUPON];
const COUPON: &str = "coupon_code";

const UNKNOWN: Message = Message::new("متغير غير معروف «{word}».", "Unknown variable “{word}”.");
const NO_LINK: Message = Message::new("أضف رابط السلة {link} إلى النص.", "Add the cart link {link} to the text.");
const NO_CODE: Message =
    Message::new("اخترت كوبونًا لهذه الرسالة: أضف رمزه {code} إلى النص.", "Add the coupon code {code} to the text.");
const NO_COUPON: Message =
    Message::new("اختر كوبونًا لهذه الرسالة، أو احذف {code} من النص.", "Choose a coupon for this message or remove {code}.");
const OPEN: Message = Message::new("قوس {{ بلا إغلاق.", "A {{ isn't closed.");

/// The pieces of a text: literal text, or a placeholder; none when a brace is never closed.
fn pieces(text: &str) -> Option<Vec<Result<&str, &str>>> {
    let (mut out, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once("{{") {
        let (word, after_name) = after.split_once("}}")?;
        out.push(Ok(before));
        out.push(Err(word.trim()));
        rest = after_name;
    }
    out.push(Ok(rest));
    Some(out)
}

/// A part of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Of an e-mail; it may have the placeholders of the body.
    Subject,
    /// It must have the link, and the coupon's code where one is offered (MK-03).
    Body,
}

/// Records what is wrong with a text in any of its languages. The coupon's code is only available where one is offered.
pub(super) fn check(errors: &mut FieldErrors, path: &str, texts: &Texts, part: Part, has_coupon: bool) {
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
        } else if !has_coupon && words.contains(&COUPON) {
            errors.add(path, NO_COUPON.with("code", "{{coupon_code}}"));
        } else if part == Part::Body && !words.contains(&"cart_link") {
            errors.add(path, NO_LINK.with("link", "{{cart_link}}"));
        } else if part == Part::Body && has_coupon && !words.contains(&COUPON) {
            errors.add(path, NO_CODE.with("code", "{{coupon_code}}"));
        }
    }
}

/// The text with its placeholders filled in. Inserted values are never parsed again.
pub(super) fn fill(text: &str, value: impl Fn(&str) -> String) -> String {
    let Some(pieces) = pieces(text) else { return text.to_owned() };
    pieces.into_iter().map(|p| p.map_or_else(&value, str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(ar: &str, en: &str) -> Vec<String> {
        faults_of(Part::Body, false, ar, en)
    }

    fn faults_of(part: Part, has_coupon: bool, ar: &str, en: &str) -> Vec<String> {
        let mut errors = FieldErrors::new();
        check(&mut errors, "body", &Texts::new(ar, en), part, has_coupon);
        errors.iter().map(|(path, m)| format!("{path}: {}", m[0].get(Lang::En))).collect()
    }

    #[test]
    fn ca_03_placeholders_come_from_a_closed_list() {
        assert_eq!(faults("{{cart_link}} {{ customer_name }}", ""), Vec::<String>::new());
        assert_eq!(faults("{{cart_link}} {{order_number}}", ""), ["body.ar: Unknown variable “order_number”."]);
        assert_eq!(faults("", "Hello"), ["body.en: Add the cart link {{cart_link}} to the text."]);
        assert_eq!(faults("{{cart_link", ""), ["body.ar: A {{ isn't closed."]);
    }

    /// MK-03: a message that offers a coupon contains its code in every language, and no other message does.
    #[test]
    fn mk_03_a_code_stands_where_a_coupon_is_offered_and_nowhere_else() {
        let both = "{{cart_link}} {{coupon_code}}";
        assert_eq!(faults_of(Part::Body, true, both, both), Vec::<String>::new());
        let missing = "body.en: Add the coupon code {{coupon_code}} to the text.";
        assert_eq!(faults_of(Part::Body, true, both, "{{cart_link}}"), [missing]);
        let idle = "body.ar: Choose a coupon for this message or remove {{coupon_code}}.";
        assert_eq!(faults_of(Part::Body, false, both, ""), [idle]);
        assert_eq!(faults_of(Part::Subject, true, "{{coupon_code}}", "hello"), Vec::<String>::new());
        assert_eq!(faults_of(Part::Subject, false, "{{coupon_code}}", ""), [idle]);
    }

    #[test]
    fn ca_03_a_name_cannot_bring_a_placeholder() {
        let value = |word: &str| if word == "customer_name" { "{{cart_link}}".to_owned() } else { format!("<{word}>") };
        assert_eq!(fill("{{customer_name}}: {{cart_link}}", value), "{{cart_link}}: <cart_link>");
    }
}
