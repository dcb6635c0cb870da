//! Why a picture could not be fetched, in words for the merchant. Pure.

use gateways::FetchError;
use kernel::Lang;
use serde::{Deserialize, Serialize};
use web::message::Message;

/// The reason as stored with the picture, in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::import) struct Reason {
    pub(super) ar: String,
    pub(super) en: String,
}

impl Reason {
    pub(super) fn from_message(message: &Message) -> Self {
        Self { ar: message.get(Lang::Ar).to_owned(), en: message.get(Lang::En).to_owned() }
    }

    /// Parses the stored reason; of a picture from before reasons were stored, only that it failed.
    pub(super) fn read(stored: Option<&str>) -> Option<Self> {
        Some(serde_json::from_str(stored?).unwrap_or_else(|_| Self::from_message(&UNKNOWN)))
    }

    pub(super) fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ar => &self.ar,
            Lang::En => &self.en,
        }
    }
}

const UNKNOWN: Message = Message::new("تعذّر تنزيل الصورة.", "The image couldn't be downloaded.");
const OFF: Message = Message::new("تنزيل الصور متوقف على هذا الخادم.", "Image downloads are turned off on this server.");
const REFUSED: Message = Message::new("الرابط ليس رابط ويب عامًا.", "The link isn't a public URL.");
const UNREACHABLE: Message = Message::new("تعذّر الوصول إلى الموقع.", "The site couldn't be reached.");
const TOO_SLOW: Message = Message::new("تأخر الموقع في الرد.", "The site took too long to respond.");
const GONE: Message = Message::new("الصورة غير موجودة على الموقع ({code}).", "Image not found ({code}).");
const FORBIDDEN: Message = Message::new("الموقع لا يسمح بالتنزيل ({code}).", "The site doesn't allow downloads ({code}).");
const STATUS: Message = Message::new("رد الموقع بخطأ ({code}).", "The site returned an error ({code}).");
const TOO_LARGE: Message = Message::new("حجم الصورة أكبر من {max} ميجابايت.", "The image is larger than {max} MB.");
const REDIRECTS: Message = Message::new("الرابط يحيل إلى روابط كثيرة.", "The link redirects too many times.");

/// The reason for a failed request.
pub(super) fn fetch_failure(e: FetchError) -> Reason {
    let message = match e {
        FetchError::Off => OFF,
        FetchError::Refused => REFUSED,
        FetchError::Unreachable => UNREACHABLE,
        FetchError::TooSlow => TOO_SLOW,
        FetchError::Status(code @ (404 | 410)) => GONE.with("code", code),
        FetchError::Status(code @ (401 | 403)) => FORBIDDEN.with("code", code),
        FetchError::Status(code) => STATUS.with("code", code),
        FetchError::TooLarge => TOO_LARGE.with("max", gateways::fetch::MOST_BYTES / 1_048_576),
        FetchError::TooManyRedirects => REDIRECTS,
    };
    Reason::from_message(&message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pr_09_a_picture_says_why_it_did_not_come() {
        assert_eq!(fetch_failure(FetchError::Status(404)).en, "Image not found (404).");
        assert_eq!(fetch_failure(FetchError::TooLarge).en, "The image is larger than 5 MB.");
        let stored = serde_json::to_string(&fetch_failure(FetchError::TooSlow)).unwrap();
        assert_eq!(Reason::read(Some(&stored)), Some(fetch_failure(FetchError::TooSlow)));
        assert_eq!(Reason::read(Some("the host answered 404")).unwrap().en, "The image couldn't be downloaded.");
        assert_eq!(Reason::read(None), None);
    }
}
