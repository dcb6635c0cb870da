//! The button that opens a chat with the store. Pure.

use kernel::slug::percent_encode;
use minijinja::Value;

use crate::engine::context;

/// The settings of the button.
pub(crate) struct WhatsApp {
    /// The number in international form, digits alone.
    number: String,
    /// What the shopper's message begins with.
    greeting: String,
    /// `start` or `end`.
    side: String,
    /// `all`, `phone` or `desktop`.
    screens: String,
}

impl WhatsApp {
    /// From the settings of the look; `None` where they have no number that can be one.
    pub(crate) fn from_look(look: &Value) -> Option<Self> {
        let text = |name: &str| look.get_attr(name).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        let number = number(&text("whatsapp_number"))?;
        Some(Self { number, greeting: text("whatsapp_text"), side: text("whatsapp_side"), screens: text("whatsapp_on") })
    }

    /// The address of a chat that begins with the greeting and `about`: a product's name and its address.
    pub(crate) fn url(&self, about: &[&str]) -> String {
        let words = std::iter::once(self.greeting.as_str()).chain(about.iter().copied());
        let text: Vec<&str> = words.map(str::trim).filter(|part| !part.is_empty()).collect();
        if text.is_empty() {
            return format!("https://wa.me/{}", self.number);
        }
        format!("https://wa.me/{}?text={}", self.number, percent_encode(&text.join("\n")))
    }

    /// As the page's frame shows it.
    pub(crate) fn view(&self, about: &[&str]) -> Value {
        context! { url => self.url(about), side => self.side, screens => self.screens }
    }
}

/// Digits of a number as people write it: with a plus, `00`, spaces, in digits of any script.
fn number(written: &str) -> Option<String> {
    let latin = kernel::digits::to_latin(written.trim());
    if latin.chars().any(|c| !(c.is_ascii_digit() || matches!(c, '+' | ' ' | '-' | '(' | ')'))) {
        return None;
    }
    let digits: String = latin.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.strip_prefix("00").unwrap_or(&digits);
    // E.164: fifteen digits at most; one that begins with zero is of a country, not of the world.
    ((8..=15).contains(&digits.len()) && !digits.starts_with('0')).then(|| digits.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn th_04_a_number_is_read_as_people_write_it_and_only_in_international_form() {
        for written in ["+966 55 123 4567", "00966551234567", "966-551234567", "٩٦٦٥٥١٢٣٤٥٦٧"] {
            assert_eq!(number(written).as_deref(), Some("966551234567"), "{written}");
        }
        for written in ["", "0551234567", "+966", "javascript:1", "1234567890123456"] {
            assert_eq!(number(written), None, "{written}");
        }
    }

    #[test]
    fn th_04_a_chat_begins_with_what_it_is_about() {
        let look = context! { whatsapp_number => "+966551234567", whatsapp_text => "مرحبًا", whatsapp_side => "end", whatsapp_on => "all" };
        let button = WhatsApp::from_look(&look).unwrap();
        let url = button.url(&["عطر & عود", "https://a.example/products/x"]);
        let text = url.strip_prefix("https://wa.me/966551234567?text=").unwrap();
        assert!(!text.contains(['&', ' ', '#', '"']), "{text}");
        let text = form_urlencoded::parse(format!("t={text}").as_bytes()).next().unwrap().1.into_owned();
        assert_eq!(text, "مرحبًا\nعطر & عود\nhttps://a.example/products/x");
        assert!(WhatsApp::from_look(&context! { whatsapp_number => "5" }).is_none());
    }
}
