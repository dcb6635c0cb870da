//! The journal entity kinds of this slice.

platform::entities! {
    pub(super) MENU "menu" Menu Menu "/menus/{id}";
}
