//! The journal's entity kinds of this slice.

platform::entities! {
    pub(super) SHIPPING_METHOD "shipping_method" ShippingMethod Shipping "/shipping-settings/{id}";
}
