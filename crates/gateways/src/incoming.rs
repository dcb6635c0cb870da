//! What comes from a provider by itself: requests as they came, and why one was not believed.

/// A request that came from outside, as it came.
#[derive(Debug, Clone, Copy)]
pub struct IncomingRequest<'a> {
    /// Names and values of its headers.
    pub headers: &'a [(&'a str, &'a str)],
    /// What stood behind `?`, still encoded.
    pub query: &'a str,
    /// Its bytes.
    pub body: &'a [u8],
}

impl IncomingRequest<'_> {
    /// The value of a header that is there exactly once.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name));
        let value = values.next()?.1;
        values.next().is_none().then_some(value)
    }
}

/// Why a callback or a return was not believed. An attacker learns nothing from it: answer all of them alike.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallbackError {
    /// There is no signature, or more than one.
    #[error("no signature")]
    SignatureMissing,
    /// The signature is not the merchant's over this content.
    #[error("wrong signature")]
    SignatureWrong,
    /// More bytes than any callback has.
    #[error("too large")]
    TooLarge,
    /// Signed, and still not what the contract describes.
    #[error("unreadable content: {0}")]
    Unreadable(String),
}
