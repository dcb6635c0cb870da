-- Who is behind a cart that holds pieces: a keyed hash of the network, while it holds. And whether it holds some of its pieces only.
ALTER TABLE carts ADD COLUMN held_by TEXT;
ALTER TABLE carts ADD COLUMN is_held_in_part BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX carts_held_by ON carts (store_id, held_by, held_until) WHERE held_by IS NOT NULL;
CREATE INDEX carts_held_by_mobile ON carts (store_id, mobile, held_until) WHERE held_until IS NOT NULL AND order_id IS NULL AND mobile IS NOT NULL;
