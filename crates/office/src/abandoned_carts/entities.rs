//! The journal's entity kinds of this slice.

platform::entities! {
    pub(super) CART_EXPORT "cart_export" Export Cart;
    pub(super) CART_REMINDER_PLAN "cart_reminder_plan" Store Cart "/cart-reminders";
}
