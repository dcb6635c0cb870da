//! What the journal calls the things of this slice.

platform::entities! {
    pub(super) COUPON "coupon" Coupon Coupon "/coupons/edit/{id}";
}
