-- Papers follow the money of their order (OR-08): the refund that a credit note follows; what an invoice's lines were made from;
-- the last entry of the ledger that a document says, 0 for those issued by hand and those from before.
ALTER TABLE documents ADD COLUMN refund_id BIGINT;
ALTER TABLE documents ADD COLUMN basis TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN entries_until BIGINT NOT NULL DEFAULT 0;

-- The store's bank accounts, to which shoppers transfer (PY-04). `iban` in capitals and without blanks, empty where there is none.
CREATE TABLE bank_accounts (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  bank_name TEXT NOT NULL,
  beneficiary_name TEXT NOT NULL,
  account_number TEXT NOT NULL,
  iban TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
-- Every store has the method, closed until it has an account and opens it.
INSERT INTO payment_methods (store_id, id, provider, name, instructions, is_active, fixed_fees, ratio_fees, add_vat_to_payment_charges,
    disable_on_first_order, display_order, created_at, updated_at, version)
  SELECT id, 2, 'BANK', '{"ar":"تحويل بنكي","en":"Bank transfer"}', '{"ar":"","en":""}', FALSE, 0, 0, FALSE, FALSE, 2, created_at, created_at, 1
  FROM stores;

-- Receipts of transfers that shoppers sent for an order (OR-09): waiting, accepted, refused. `sha256` is of the bytes as they were
-- sent; `likeness` are four parts of what the picture looks like, null for what is no picture.
CREATE TABLE order_receipts (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  status TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  stored TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  likeness_0 BIGINT,
  likeness_1 BIGINT,
  likeness_2 BIGINT,
  likeness_3 BIGINT,
  amount BIGINT,
  reason TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  sent_at BIGINT NOT NULL,
  decided_at BIGINT,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX order_receipts_by_order ON order_receipts (store_id, order_id, id);
CREATE INDEX order_receipts_waiting ON order_receipts (store_id, order_id) WHERE status = 'waiting';
CREATE INDEX order_receipts_by_sha256 ON order_receipts (store_id, sha256, id);
CREATE INDEX order_receipts_by_likeness_0 ON order_receipts (store_id, likeness_0, id);
CREATE INDEX order_receipts_by_likeness_1 ON order_receipts (store_id, likeness_1, id);
CREATE INDEX order_receipts_by_likeness_2 ON order_receipts (store_id, likeness_2, id);
CREATE INDEX order_receipts_by_likeness_3 ON order_receipts (store_id, likeness_3, id);
