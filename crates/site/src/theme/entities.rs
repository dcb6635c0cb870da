//! The journal entity kinds of this slice.

platform::entities! {
    pub(super) SECTION "section" Section Theme "/theme/editor?section={id}";
    pub(super) THEME "theme" InstalledTheme Theme "/theme/editor";
}
