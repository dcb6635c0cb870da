-- Shipments of an order (OR-06): which pieces go together, by whom, and how far they are. `n` counts within the order, and
-- with the order's number is what people call a shipment: 1001-2. Money is in minor units of the store's currency.
CREATE TABLE shipments (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  n BIGINT NOT NULL,
  provider TEXT NOT NULL,
  status TEXT NOT NULL,
  service_type TEXT NOT NULL,
  courier_name TEXT NOT NULL,
  tracking_id TEXT NOT NULL,
  tracking_no TEXT NOT NULL,
  tracking_url TEXT NOT NULL,
  warehouse_id BIGINT NOT NULL,
  package_size TEXT NOT NULL,
  package_weight BIGINT NOT NULL,
  cod_amount BIGINT NOT NULL,
  allow_open_box BOOLEAN NOT NULL,
  pickup_code TEXT NOT NULL,
  received_by TEXT NOT NULL,
  items_count BIGINT NOT NULL,
  note TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, order_id, n),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE TABLE shipment_lines (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  shipment_id BIGINT NOT NULL,
  line BIGINT NOT NULL,
  quantity BIGINT NOT NULL,
  PRIMARY KEY (store_id, shipment_id, line),
  FOREIGN KEY (store_id, shipment_id) REFERENCES shipments (store_id, id)
);
-- The statuses a shipment went through, the first as it was made: what the shopper follows.
CREATE TABLE shipment_events (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  shipment_id BIGINT NOT NULL,
  n BIGINT NOT NULL,
  status TEXT NOT NULL,
  at BIGINT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  note TEXT,
  PRIMARY KEY (store_id, shipment_id, n),
  FOREIGN KEY (store_id, shipment_id) REFERENCES shipments (store_id, id)
);
