//! What the journal calls the things of this slice.

platform::entities! {
    pub(super) SHIPPING_METHOD "shipping_method" ShippingMethod Shipping "/shipping-settings/{id}";
}
