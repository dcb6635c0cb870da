//! The journal's entity kinds of this slice.

platform::entities! {
    pub(super) COUPON "coupon" Coupon Coupon "/coupons/edit/{id}";
}
