-- What a courier is told of a parcel besides 0017 (OR-06, decision 0097). Texts may be empty; the value is in minor units, 0 where it is not told.
ALTER TABLE shipments ADD COLUMN second_phone TEXT NOT NULL DEFAULT '';
ALTER TABLE shipments ADD COLUMN description TEXT NOT NULL DEFAULT '';
ALTER TABLE shipments ADD COLUMN declared_value BIGINT NOT NULL DEFAULT 0;
-- The parcel's own address, where it was exchanged after the booking: an address as orders have it, or null.
ALTER TABLE shipments ADD COLUMN address TEXT NOT NULL DEFAULT 'null';
-- What the courier was asked to change and has not confirmed, or null.
ALTER TABLE shipments ADD COLUMN pending_change TEXT NOT NULL DEFAULT 'null';
-- A stable word of why the courier did not book, change or cancel; its own words stay in booking_error.
ALTER TABLE shipments ADD COLUMN booking_code TEXT NOT NULL DEFAULT '';

UPDATE shipments SET booking_code = 'unreachable', booking_error = '' WHERE booking = 'failed' AND booking_error = 'unreachable';

-- The parcels that are matched with a sheet of tracking numbers.
CREATE INDEX shipments_ready_by_provider ON shipments (store_id, provider, id) WHERE status = 'ready';
