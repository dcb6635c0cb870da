//! The journal's entity kinds of this slice.

platform::entities! {
    pub(super) ORDER "order" Order Order "/orders/view/{id}";
    pub(super) ORDER_COMMENT "order_comment" OrderComment Order;
    pub(super) ORDER_BATCH "order_batch" OrderBatch Order "/orders/batches/{id}";
    pub(super) ORDER_VIEW "order_view" OrderView Order;
    pub(super) ORDER_EXPORT "order_export" Export Order;
    pub(super) PAYMENT_CASE "payment_case" PaymentCase Order;
    pub(super) RETURN_REASON "return_reason" ReturnReason Order "/settings/store/returns";
}
