//! The journal entity kinds of this slice.

platform::entities! {
    pub(super) PAGE "page" ContentPage Page "/settings/store/pages/{id}";
}
