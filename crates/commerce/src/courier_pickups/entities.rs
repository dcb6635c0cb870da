//! The journal's entity kinds of this slice.

platform::entities! {
    pub(super) COURIER_PICKUP "courier_pickup" CourierPickup Order;
}
