//! The journal's entity kinds of this slice.

platform::entities! {
    pub(super) COURIER_SETTLEMENT "courier_settlement" CourierSettlement Order;
    pub(super) COURIER_SHEET "courier_sheet" Import Order;
    pub(super) COURIER_CLAIM "courier_claim" Export Order;
}
