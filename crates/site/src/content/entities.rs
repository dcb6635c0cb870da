//! The journal entity kinds of this slice.

platform::entities! {
    PAGE "page" ContentPage Page;
    MENU "menu" Menu Menu;
}
