-- Parcels that a courier fetches at the customer's and brings to a warehouse (SP-02, decisions §5; decision 0094). They are no shipments: what
-- was shipped is summed over those.
CREATE TABLE return_parcels (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  -- Number within the order, from 1.
  n BIGINT NOT NULL,
  provider TEXT NOT NULL,
  -- Where it is brought.
  warehouse_id BIGINT NOT NULL,
  package_size TEXT NOT NULL,
  -- Where it is fetched, where that is not the order's address.
  address TEXT NOT NULL,
  items_count BIGINT NOT NULL,
  note TEXT NOT NULL,
  state TEXT NOT NULL,
  -- Why it was not booked or not cancelled: a stable word, and the courier's own words.
  reason TEXT NOT NULL,
  reason_words TEXT NOT NULL,
  is_cancel_requested BOOLEAN NOT NULL,
  tracking_id TEXT NOT NULL,
  tracking_no TEXT NOT NULL,
  -- The tracking number as it is compared.
  tracking_key TEXT NOT NULL,
  tracking_url TEXT NOT NULL,
  -- The courier's last word: a step of ours (empty before there is one), its own code, since when, and why something is in the way.
  step TEXT NOT NULL,
  step_code TEXT NOT NULL,
  step_at BIGINT,
  step_reason TEXT NOT NULL,
  -- What happened to it, the oldest first.
  events TEXT NOT NULL,
  -- When it was read at the courier, and when it is read next; null where nothing follows.
  read_at BIGINT,
  next_read_at BIGINT,
  silent_reads BIGINT NOT NULL,
  has_notices BOOLEAN NOT NULL,
  -- The return that took its goods back.
  return_id BIGINT,
  created_by_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  FOREIGN KEY (store_id, return_id) REFERENCES order_returns (store_id, id)
);
CREATE UNIQUE INDEX return_parcels_by_order ON return_parcels (store_id, order_id, n);
CREATE INDEX return_parcels_by_return ON return_parcels (store_id, return_id) WHERE return_id IS NOT NULL;
CREATE INDEX return_parcels_by_tracking ON return_parcels (store_id, tracking_key, id) WHERE tracking_key <> '';
CREATE INDEX return_parcels_to_read ON return_parcels (next_read_at, store_id, id) WHERE next_read_at IS NOT NULL;

CREATE TABLE return_parcel_lines (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  parcel_id BIGINT NOT NULL,
  line BIGINT NOT NULL,
  quantity BIGINT NOT NULL,
  PRIMARY KEY (store_id, parcel_id, line),
  FOREIGN KEY (store_id, parcel_id) REFERENCES return_parcels (store_id, id)
);
