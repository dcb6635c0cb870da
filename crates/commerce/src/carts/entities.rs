//! The journal's entity kinds of this slice.

platform::entities! {
    pub CART "cart" Cart Cart "/carts/view/{id}";
}
