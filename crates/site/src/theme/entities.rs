//! What the journal calls the things of this slice.

platform::entities! {
    SECTION "section" Section Theme;
}
