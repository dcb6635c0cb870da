//! What the journal calls the things of this slice.

platform::entities! {
    PAGE "page" ContentPage Page;
    MENU "menu" Menu Menu;
}
