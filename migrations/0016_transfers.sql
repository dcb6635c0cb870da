-- Papers follow the money of their order (OR-08): the refund that a credit note follows; what an invoice's lines were made from;
-- the last entry of the ledger that a document says, 0 for those issued by hand and those from before.
ALTER TABLE documents ADD COLUMN refund_id BIGINT;
ALTER TABLE documents ADD COLUMN basis TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN entries_until BIGINT NOT NULL DEFAULT 0;
