//! The journal entity kinds of this slice.

platform::entities! {
    pub(super) SECTION "section" Section Theme "/theme/editor";
    pub(super) THEME "theme" InstalledTheme Theme "/theme/editor";
}
