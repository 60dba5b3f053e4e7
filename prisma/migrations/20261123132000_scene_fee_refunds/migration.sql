-- If a creator pays a disputed fee again and the dispute is then won, the fee is paid twice. The second charge is kept until it
-- is refunded.

ALTER TABLE scene_fees
  ADD COLUMN second_charge_id text,
  ADD COLUMN second_refund_id text,
  ADD CONSTRAINT scene_fees_refunded CHECK (second_refund_id IS NULL OR second_charge_id IS NOT NULL);

CREATE UNIQUE INDEX scene_fees_second_charge_id_key ON scene_fees (second_charge_id);
CREATE INDEX scene_fees_refund_owed ON scene_fees (id) WHERE second_charge_id IS NOT NULL AND second_refund_id IS NULL;
