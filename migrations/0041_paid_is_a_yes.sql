-- Who has paid all of a cash order has said yes: nobody is asked first any more (`order_confirmations.state` is also 'paid').
UPDATE order_confirmations SET state = 'paid' WHERE state IN ('waiting', 'unreachable', 'wrong_number') AND EXISTS (
  SELECT 1 FROM orders o WHERE o.store_id = order_confirmations.store_id AND o.id = order_confirmations.order_id AND o.status = 'PEND' AND o.payment_status = 'paid'
);
