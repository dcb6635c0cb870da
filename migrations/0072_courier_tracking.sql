-- How far couriers say that shipments are, and the pickups that they are asked for (SP-02, SP-04; decision 0098).
-- The courier's last word: a step of ours (empty before there is one), its own code, since when, and why something is in the way.
ALTER TABLE shipments ADD COLUMN courier_step TEXT NOT NULL DEFAULT '';
ALTER TABLE shipments ADD COLUMN courier_code TEXT NOT NULL DEFAULT '';
ALTER TABLE shipments ADD COLUMN courier_step_at BIGINT;
ALTER TABLE shipments ADD COLUMN courier_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE shipments ADD COLUMN courier_attempts BIGINT NOT NULL DEFAULT 0;
-- When it was read at the courier: an answer that was read earlier changes nothing any more.
ALTER TABLE shipments ADD COLUMN tracked_at BIGINT;
-- The courier is asked at next_track_at (0: not planned yet), for longer the more reads in a row brought nothing new.
ALTER TABLE shipments ADD COLUMN is_tracked BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE shipments ADD COLUMN next_track_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shipments ADD COLUMN silent_reads BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shipments ADD COLUMN has_notices BOOLEAN NOT NULL DEFAULT FALSE;
-- What the courier says that it collected and charges, and the ledger entry that the collected cash was booked with.
ALTER TABLE shipments ADD COLUMN reported_cash BIGINT;
ALTER TABLE shipments ADD COLUMN reported_fee BIGINT;
ALTER TABLE shipments ADD COLUMN courier_cash_entry BIGINT;
-- A notice names a tracking number: with the id, or the few shipments of a number are looked for among all of the store's.
DROP INDEX shipments_by_tracking;
CREATE INDEX shipments_by_tracking ON shipments (store_id, tracking_key, id) WHERE tracking_key <> '';
CREATE INDEX shipments_to_track ON shipments (next_track_at, store_id, id) WHERE booking = 'booked' AND is_tracked;

-- What happened to a shipment by its courier's account, the oldest first. Labels are the courier's names of a step, empty where we know none.
CREATE TABLE shipment_tracking (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  shipment_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  step TEXT NOT NULL,
  code TEXT NOT NULL,
  label_ar TEXT NOT NULL,
  label_en TEXT NOT NULL,
  words TEXT NOT NULL,
  at BIGINT,
  PRIMARY KEY (store_id, shipment_id, position),
  FOREIGN KEY (store_id, shipment_id) REFERENCES shipments (store_id, id)
);

CREATE TABLE courier_pickups (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  provider TEXT NOT NULL,
  warehouse_id BIGINT NOT NULL,
  -- The courier's id of the warehouse.
  location_id TEXT NOT NULL,
  -- A day in the courier's country: 2026-12-01.
  date TEXT NOT NULL,
  -- Empty for any time of that day.
  slot TEXT NOT NULL,
  contact_name TEXT NOT NULL,
  contact_phone TEXT NOT NULL,
  note TEXT NOT NULL,
  parcels BIGINT NOT NULL,
  state TEXT NOT NULL,
  -- The courier's id and the number that people see; empty until it has confirmed.
  courier_id TEXT NOT NULL,
  number TEXT NOT NULL,
  -- Why it was not requested or not cancelled: a stable word, and the courier's own words.
  reason TEXT NOT NULL,
  reason_words TEXT NOT NULL,
  is_cancel_requested BOOLEAN NOT NULL,
  -- When the courier is asked how far it is; null where nothing follows.
  next_read_at BIGINT,
  created_by_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX courier_pickups_by_provider ON courier_pickups (store_id, provider, date, id);
CREATE INDEX courier_pickups_to_read ON courier_pickups (next_read_at, store_id, id) WHERE next_read_at IS NOT NULL;

CREATE TABLE courier_pickup_shipments (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  pickup_id BIGINT NOT NULL,
  shipment_id BIGINT NOT NULL,
  PRIMARY KEY (store_id, pickup_id, shipment_id),
  FOREIGN KEY (store_id, pickup_id) REFERENCES courier_pickups (store_id, id),
  FOREIGN KEY (store_id, shipment_id) REFERENCES shipments (store_id, id)
);
CREATE INDEX courier_pickup_shipments_by_shipment ON courier_pickup_shipments (store_id, shipment_id);
