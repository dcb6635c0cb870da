//! The journal entity kinds of this slice.

platform::entities! {
    pub(super) REDIRECT "redirect" Redirect Page "/settings/store/redirects";
    pub(super) MISSED_ADDRESS "missed_address" MissedAddress Page "/settings/store/redirects";
}
