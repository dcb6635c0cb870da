-- What was booked of a shipment's cash as its customer's payment, by what its courier said and by settlements (decisions 0090, 0098): the
-- difference to what is told later is booked, and nothing twice.
ALTER TABLE shipments ADD COLUMN cash_booked_minor BIGINT NOT NULL DEFAULT 0;
UPDATE shipments SET cash_booked_minor = COALESCE((
  SELECT SUM(r.booked) FROM courier_settlement_rows r
  WHERE r.store_id = shipments.store_id AND r.shipment_id = shipments.id AND r.state IN ('posted', 'kept')
), 0) WHERE settlement_id IS NOT NULL;
