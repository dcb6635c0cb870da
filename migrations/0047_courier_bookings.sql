-- How far the courier's own booking of a shipment is: by_hand (nobody is asked), waiting, booked, failed. `booking_n` counts the
-- times it was asked for by people, and is a part of the key under which a courier books once.
ALTER TABLE shipments ADD COLUMN booking TEXT NOT NULL DEFAULT 'by_hand';
ALTER TABLE shipments ADD COLUMN booking_error TEXT NOT NULL DEFAULT '';
ALTER TABLE shipments ADD COLUMN booking_n BIGINT NOT NULL DEFAULT 0;
