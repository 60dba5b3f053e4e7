-- A fee's charges that succeeded and don't pay it now: taken back by the bank or us, or to be refunded because an earlier one
-- turned out to be ours after all. A fee may have several of each.

CREATE TYPE scene_fee_charge_status AS ENUM ('reversed', 'refund_owed', 'refunded', 'refund_refused');

CREATE TABLE scene_fee_charges (
  charge_id text PRIMARY KEY,
  fee_id text NOT NULL REFERENCES scene_fees (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  status scene_fee_charge_status NOT NULL,
  refund_id text,
  refusal text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT scene_fee_charges_shape CHECK (
    (status = 'refunded') = (refund_id IS NOT NULL) AND (status = 'refund_refused') = (refusal IS NOT NULL))
);
CREATE INDEX scene_fee_charges_fee_id_idx ON scene_fee_charges (fee_id);
CREATE INDEX scene_fee_charges_refund_owed ON scene_fee_charges (created_at) WHERE status = 'refund_owed';
CREATE TRIGGER scene_fee_charges_not_truncated BEFORE TRUNCATE ON scene_fee_charges FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

INSERT INTO scene_fee_charges (charge_id, fee_id, status, refund_id, created_at)
  SELECT reversed_charge_id, id, 'reversed', NULL::text, now() FROM scene_fees WHERE reversed_charge_id IS NOT NULL
  UNION ALL
  SELECT second_charge_id, id, (CASE WHEN second_refund_id IS NULL THEN 'refund_owed' ELSE 'refunded' END)::scene_fee_charge_status,
    second_refund_id, now()
  FROM scene_fees WHERE second_charge_id IS NOT NULL;

ALTER TABLE scene_fees
  DROP CONSTRAINT scene_fees_refunded,
  DROP COLUMN reversed_charge_id,
  DROP COLUMN second_charge_id,
  DROP COLUMN second_refund_id;
