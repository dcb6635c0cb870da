-- The return that a requested refund refunds (PY-03); null of every other.
ALTER TABLE payment_transactions ADD COLUMN return_id BIGINT;
