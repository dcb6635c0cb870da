//! What the journal calls the things of this slice.

platform::entities! {
    pub CART "cart" Cart Cart "/carts/view/{id}";
}
