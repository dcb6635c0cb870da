-- What a requested refund is for (PY-03): lines, shipping and payment fee with their amounts and VAT, as JSON; null of a refund of an
-- amount alone, and of everything that was not requested here.
ALTER TABLE payment_transactions ADD COLUMN parts TEXT;
