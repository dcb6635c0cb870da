-- Courier cash (decision 0090): what couriers have paid out of the cash that they collected, per shipment, and the remittance sheets that say so.
ALTER TABLE shipments ADD COLUMN delivered_at BIGINT;
-- The tracking number as it is compared: letters and digits alone, ASCII digits, capitals (shipments::tracking_key).
ALTER TABLE shipments ADD COLUMN tracking_key TEXT NOT NULL DEFAULT '';
-- Of the cash collected, what settlements say was paid out; and the courier's fees with their VAT.
ALTER TABLE shipments ADD COLUMN remitted_minor BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shipments ADD COLUMN courier_fee_minor BIGINT NOT NULL DEFAULT 0;
-- The latest posted settlement with a row of it.
ALTER TABLE shipments ADD COLUMN settlement_id BIGINT;
-- False where its order owes nothing and no settlement says otherwise: the merchant has recorded the money by hand.
ALTER TABLE shipments ADD COLUMN is_cash_due BOOLEAN NOT NULL DEFAULT TRUE;

UPDATE shipments SET delivered_at = (SELECT MIN(e.at) FROM shipment_events e WHERE e.store_id = shipments.store_id
  AND e.shipment_id = shipments.id AND e.status = 'delivered') WHERE status = 'delivered';
UPDATE shipments SET delivered_at = updated_at WHERE status = 'delivered' AND delivered_at IS NULL;
UPDATE shipments SET is_cash_due = FALSE WHERE EXISTS (SELECT 1 FROM orders o WHERE o.store_id = shipments.store_id
  AND o.id = shipments.order_id AND o.payment_status = 'paid');
UPDATE shipments SET tracking_key = UPPER(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(tracking_no, '٠', '0'), '۰', '0'), '١', '1'), '۱', '1'), '٢', '2'), '۲', '2'), '٣', '3'), '۳', '3'), '٤', '4'), '۴', '4'), '٥', '5'), '۵', '5'), '٦', '6'), '۶', '6'), '٧', '7'), '۷', '7'), '٨', '8'), '۸', '8'), '٩', '9'), '۹', '9'), ' ', ''), '-', ''), '_', ''), '/', ''), '.', ''), '#', ''))
  WHERE tracking_no <> '';

CREATE INDEX shipments_by_tracking ON shipments (store_id, tracking_key) WHERE tracking_key <> '';
CREATE INDEX shipments_courier_cash ON shipments (store_id, delivered_at, id)
  WHERE status = 'delivered' AND provider <> 'PICKUP' AND is_cash_due AND cod_amount > remitted_minor;

-- A courier's remittance: the sheet's file and columns are its import.
CREATE TABLE courier_settlements (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  sheet_id BIGINT NOT NULL,
  file_name TEXT NOT NULL,
  courier TEXT NOT NULL,
  -- Folded, to find the terms of the same courier.
  courier_key TEXT NOT NULL,
  reference TEXT NOT NULL,
  -- A day of the store's calendar: 2026-11-29.
  remitted_on TEXT NOT NULL,
  currency TEXT NOT NULL,
  -- What the bank received; null where it was not said.
  stated_total BIGINT,
  late_after_days BIGINT NOT NULL,
  -- Per parcel, with VAT; null where none is agreed.
  agreed_fee BIGINT,
  state TEXT NOT NULL,
  created_by BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  posted_by_name TEXT,
  posted_at BIGINT,
  undone_at BIGINT,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX courier_settlements_by_sheet ON courier_settlements (store_id, sheet_id);
CREATE INDEX courier_settlements_by_courier ON courier_settlements (store_id, courier_key, id);

CREATE TABLE courier_settlement_rows (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  settlement_id BIGINT NOT NULL,
  -- Record of the file, from 1, and its line in a spreadsheet.
  position BIGINT NOT NULL,
  line BIGINT NOT NULL,
  waybill TEXT NOT NULL,
  reference TEXT NOT NULL,
  -- As the sheet writes them.
  paid_on TEXT NOT NULL,
  courier_status TEXT NOT NULL,
  collected BIGINT NOT NULL,
  fee BIGINT NOT NULL,
  net BIGINT NOT NULL,
  verdict TEXT NOT NULL,
  -- What is missing (short), too much (over), paid a second time (twice), or above the agreed fee.
  difference BIGINT NOT NULL,
  -- From the delivery to the remittance.
  days BIGINT,
  remarks TEXT NOT NULL,
  order_id BIGINT,
  order_number BIGINT,
  shipment_id BIGINT,
  shipment_n BIGINT,
  -- found | posted | undone | kept
  state TEXT NOT NULL,
  -- What the posting booked as the customer's payment, its entry, and what was before.
  booked BIGINT NOT NULL,
  booked_entry BIGINT,
  was_paid BOOLEAN NOT NULL,
  was_cash_due BOOLEAN NOT NULL,
  PRIMARY KEY (store_id, settlement_id, position),
  FOREIGN KEY (store_id, settlement_id) REFERENCES courier_settlements (store_id, id)
);
CREATE INDEX courier_settlement_rows_by_verdict ON courier_settlement_rows (store_id, settlement_id, verdict, position);
CREATE INDEX courier_settlement_rows_by_shipment ON courier_settlement_rows (store_id, shipment_id, settlement_id) WHERE shipment_id IS NOT NULL;
