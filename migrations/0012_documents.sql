-- Invoices and credit notes: each row is written once, with everything that is printed in it, and never changed.
CREATE TABLE documents (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  year BIGINT NOT NULL,
  number BIGINT NOT NULL,
  invoice_id BIGINT,
  total BIGINT NOT NULL,
  vat BIGINT NOT NULL,
  content TEXT NOT NULL,
  issued_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, kind, year, number),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX documents_by_order ON documents (store_id, order_id, id);
CREATE INDEX documents_by_invoice ON documents (store_id, invoice_id, id) WHERE invoice_id IS NOT NULL;
-- The last number given, for each kind and year of the store's own time: it goes up in the transaction of the document.
CREATE TABLE document_counters (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  kind TEXT NOT NULL,
  year BIGINT NOT NULL,
  last_number BIGINT NOT NULL,
  PRIMARY KEY (store_id, kind, year)
);
