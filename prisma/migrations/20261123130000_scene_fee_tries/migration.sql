-- A try is always sent with the customer and card of its first call, so that a repeat can't charge twice. A charge that the
-- bank or we took back is kept, because a dispute can be won.

ALTER TABLE scene_fees
  ADD COLUMN customer_id text REFERENCES payment_customers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD COLUMN card_id text,
  ADD COLUMN reversed_charge_id text,
  ADD CONSTRAINT scene_fees_tried CHECK (
    num_nulls(tried_at, customer_id, card_id) IN (0, 3) AND (tried_at IS NULL OR try > 0)
    AND (status = 'charging') = (next_try_at IS NOT NULL));

CREATE UNIQUE INDEX scene_fees_reversed_charge_id_key ON scene_fees (reversed_charge_id);
