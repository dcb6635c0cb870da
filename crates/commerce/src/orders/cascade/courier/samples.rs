//! Rows for the tests of this folder.

use gateways::Service;
use kernel::{Currency, CustomerId, Lang, Millis, OrderId, ShipmentId, StockLocationId, Texts};

use crate::orders::model::{Order, OrderItem};
use crate::orders::status::{PaymentStatus, Status as OrderStatus};
use crate::shipments::{Booking, Shipment, Size, Status};
use crate::shipping::ShippingProvider;

pub(in crate::orders) fn order() -> Order {
    Order {
        id: OrderId::from_raw(7),
        number: 1001,
        status: OrderStatus::Processing,
        payment_status: PaymentStatus::NotPaid,
        customer_id: CustomerId::from_raw(3),
        was_guest_order: true,
        sender_name: "سارة".into(),
        mobile: "+201512345678".into(),
        email: None,
        language: Lang::Ar,
        subtotal: 0,
        discount: 0,
        coupon: None,
        vat: 0,
        shipping_fees: 0,
        payment_fees: 0,
        total: 0,
        vat_rate: 0,
        is_vat_included: true,
        customer_currency: Currency::EGP,
        total_in_customer_currency: 0,
        items_count: 1,
        address: None,
        shipping_method_id: None,
        shipping_provider: "BOSTA".into(),
        shipping_name: Texts::default(),
        delivery_promise: None,
        payment_method_id: None,
        payment_provider: "COD".into(),
        payment_name: Texts::default(),
        note: String::new(),
        created_at: Millis(0),
        updated_at: Millis(0),
        version: 1,
        seq: 0,
    }
}

pub(in crate::orders) fn item() -> OrderItem {
    OrderItem {
        line: 1,
        product_id: OrderItem::NO_PRODUCT,
        variant_id: None,
        name: Texts::default(),
        sku: None,
        option_values: Vec::new(),
        fields: Vec::new(),
        media_id: None,
        unit_price: 0,
        quantity: 1,
        line_total: 0,
        discount: 0,
        coupon_discount: 0,
        refunded_discount: 0,
        refunded_coupon: 0,
        vat: 0,
        vat_rate: 0,
        weight_grams: 0,
        is_stock_taken: true,
        returned: 0,
        restocked: 0,
    }
}

pub(in crate::orders) fn shipment() -> Shipment {
    Shipment {
        id: ShipmentId::from_raw(9),
        order_id: OrderId::from_raw(7),
        n: 1,
        provider: ShippingProvider::Bosta,
        status: Status::Ready,
        service: Service::Deliver,
        courier_name: String::new(),
        tracking_id: String::new(),
        tracking_no: String::new(),
        tracking_url: String::new(),
        warehouse_id: StockLocationId::from_raw(1),
        package_size: Size::Small,
        package_weight: 0,
        cod_amount: 0,
        allow_open_box: false,
        pickup_code: String::new(),
        received_by: String::new(),
        items_count: 1,
        note: String::new(),
        created_at: Millis(0),
        updated_at: Millis(0),
        version: 1,
        booking: Booking::Waiting,
        booking_code: String::new(),
        booking_error: String::new(),
        booking_n: 0,
        second_phone: String::new(),
        description: String::new(),
        declared_value: 0,
        address: None,
        pending_change: None,
    }
}
