-- What acts over many orders would take back, found by the order: an erasure takes the person out of it.
CREATE INDEX order_batch_items_by_order ON order_batch_items (store_id, order_id);
