-- One definition of sales (decisions 13). What an order adds to each hour, by the order and by product; hours hold the sums.

-- Refused at the door without having been paid: counts as cancelled from then on.
ALTER TABLE orders ADD COLUMN refused_at BIGINT;
UPDATE orders SET refused_at = updated_at WHERE status = 'RFSD' AND payment_status <> 'paid';
CREATE TABLE order_sales (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  order_id BIGINT NOT NULL,
  hour BIGINT NOT NULL,
  orders BIGINT NOT NULL,
  first_orders BIGINT NOT NULL,
  pieces BIGINT NOT NULL,
  gross BIGINT NOT NULL,
  discounts BIGINT NOT NULL,
  returns BIGINT NOT NULL,
  shipping BIGINT NOT NULL,
  fees BIGINT NOT NULL,
  vat BIGINT NOT NULL,
  received BIGINT NOT NULL,
  PRIMARY KEY (store_id, order_id, hour),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX order_sales_by_hour ON order_sales (store_id, hour, order_id);
CREATE TABLE order_sale_lines (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  order_id BIGINT NOT NULL,
  hour BIGINT NOT NULL,
  product_id BIGINT NOT NULL,
  pieces BIGINT NOT NULL,
  net BIGINT NOT NULL,
  PRIMARY KEY (store_id, order_id, hour, product_id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX order_sale_lines_by_hour ON order_sale_lines (store_id, hour, product_id, pieces, net);
-- `sales` stays: the total sales.
ALTER TABLE sales_hours ADD COLUMN pieces BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sales_hours ADD COLUMN gross BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sales_hours ADD COLUMN discounts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sales_hours ADD COLUMN returns BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sales_hours ADD COLUMN shipping BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sales_hours ADD COLUMN fees BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sales_hours ADD COLUMN vat BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sales_hours ADD COLUMN received BIGINT NOT NULL DEFAULT 0;
-- Stores are counted anew by the program, which alone knows the definition; hours begin with nothing.
DELETE FROM sales_hours;
CREATE TABLE sales_recounts (
  store_id BIGINT PRIMARY KEY REFERENCES stores (id),
  after_order BIGINT NOT NULL
);
INSERT INTO sales_recounts (store_id, after_order) SELECT DISTINCT store_id, 0 FROM orders;

-- A customer's value is the total sales of their orders: what is charged of them, and nothing of those that were refused unpaid.
-- Until now those counted, and so did what was not owed any more of orders that came back in part. Sums that were imported stay.
CREATE TABLE sales_upgrade AS
  SELECT e.store_id AS store_id, o.customer_id AS customer_id,
    CASE WHEN o.refused_at IS NOT NULL THEN 1 ELSE 0 END AS refused,
    CASE WHEN o.refused_at IS NOT NULL OR e.given_up <= 0 THEN 0 ELSE e.given_up END
      - CASE WHEN o.status = 'RTRN' OR e.worth <= 0 THEN 0 ELSE e.worth END AS delta
  FROM (SELECT store_id, order_id,
      CAST(SUM(CASE WHEN kind IN ('charge', 'adjustment', 'credit') THEN amount ELSE 0 END) AS BIGINT) AS worth,
      CAST(SUM(CASE WHEN kind IN ('charge', 'adjustment', 'credit', 'reversal') THEN amount ELSE 0 END) AS BIGINT) AS given_up
    FROM order_entries GROUP BY store_id, order_id) AS e
  JOIN orders o ON o.store_id = e.store_id AND o.id = e.order_id
  WHERE o.status NOT IN ('DRFT', 'CNCL') AND (o.refused_at IS NOT NULL OR o.status = 'RTRN' OR e.worth <> e.given_up);
CREATE INDEX sales_upgrade_by_customer ON sales_upgrade (store_id, customer_id);
UPDATE customers SET
  total_spent = total_spent + (SELECT CAST(SUM(u.delta) AS BIGINT) FROM sales_upgrade u WHERE u.store_id = customers.store_id AND u.customer_id = customers.id),
  cancelled_count = cancelled_count + (SELECT CAST(SUM(u.refused) AS BIGINT) FROM sales_upgrade u WHERE u.store_id = customers.store_id AND u.customer_id = customers.id)
  WHERE EXISTS (SELECT 1 FROM sales_upgrade u WHERE u.store_id = customers.store_id AND u.customer_id = customers.id);
DROP TABLE sales_upgrade;
