-- Rows of the desk that a clock which was ahead has written are found by when they were written, and do not wait until it is reached.
CREATE INDEX order_confirmations_written ON order_confirmations (updated_at) WHERE state IN ('waiting', 'deposit');
