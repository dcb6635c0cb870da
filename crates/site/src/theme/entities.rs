//! The journal entity kinds of this slice.

platform::entities! {
    SECTION "section" Section Theme;
}
