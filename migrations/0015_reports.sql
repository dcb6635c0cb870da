-- What the reports read: visits of the storefront, and sales by hour.

-- The key with which visitors of a day are marked. A day is a calendar day of the stores, counted from 1970; days of
-- stores far apart overlap. Key and marks are deleted once the day is over everywhere: then no mark leads to anybody.
CREATE TABLE visit_salts (
  day BIGINT PRIMARY KEY,
  salt TEXT NOT NULL
);
-- Who has been counted on a day.
CREATE TABLE visit_marks (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  day BIGINT NOT NULL,
  mark BIGINT NOT NULL,
  PRIMARY KEY (store_id, day, mark)
);
CREATE INDEX visit_marks_by_day ON visit_marks (day);
-- Hours since 1970. A visitor stands in the hour of the day's first page, so hours of a day add up to its visitors.
CREATE TABLE visit_hours (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  hour BIGINT NOT NULL,
  views BIGINT NOT NULL,
  visitors BIGINT NOT NULL,
  PRIMARY KEY (store_id, hour)
);

-- Sales by the hour in which the order came. What of an order stands there is kept on the order: its total as it was
-- counted (none: no sale), and whether it is its customer's first.
CREATE TABLE sales_hours (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  hour BIGINT NOT NULL,
  orders BIGINT NOT NULL,
  sales BIGINT NOT NULL,
  first_orders BIGINT NOT NULL,
  PRIMARY KEY (store_id, hour)
);
ALTER TABLE orders ADD COLUMN counted_total BIGINT;
ALTER TABLE orders ADD COLUMN is_first BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE orders SET counted_total = total WHERE status NOT IN ('DRFT', 'CNCL', 'RFSD', 'RTRN');
UPDATE orders SET is_first = TRUE WHERE status <> 'DRFT' AND NOT EXISTS (SELECT 1 FROM orders e WHERE e.store_id = orders.store_id
  AND e.customer_id = orders.customer_id AND e.status <> 'DRFT'
  AND (e.created_at < orders.created_at OR (e.created_at = orders.created_at AND e.id < orders.id)));
INSERT INTO sales_hours (store_id, hour, orders, sales, first_orders)
  SELECT store_id, created_at / 3600000, COUNT(*), CAST(SUM(total) AS BIGINT), CAST(SUM(CASE WHEN is_first THEN 1 ELSE 0 END) AS BIGINT)
  FROM orders WHERE counted_total IS NOT NULL GROUP BY 1, 2;
-- What a period's orders are by status, payment and place: read from the index alone.
CREATE INDEX orders_for_reports ON orders (store_id, created_at, status, payment_provider, city, total, id);
