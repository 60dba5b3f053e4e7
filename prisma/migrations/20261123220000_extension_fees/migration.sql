-- A partner that extends a scene pays a fee of its own, also for another partner's scene: one fee of each kind for each scene
-- and partner.

CREATE TYPE scene_fee_kind AS ENUM ('scene', 'extension');

ALTER TABLE scene_fees
  ADD COLUMN kind scene_fee_kind NOT NULL DEFAULT 'scene',
  ADD COLUMN extension_fee_cents integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT scene_fees_scene_fkey,
  ADD CONSTRAINT scene_fees_scene_id_fkey FOREIGN KEY (scene_id) REFERENCES collab_scenes (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT scene_fees_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  DROP CONSTRAINT scene_fees_shape,
  ADD CONSTRAINT scene_fees_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND scene_fee_cents >= 0 AND onboarding_fee_cents >= 0 AND extension_fee_cents >= 0 AND try >= 0
    AND (billed_to = 'uploader_card') = (payer_id IS NOT NULL) AND (status = 'invoiced') = (billed_to = 'platform_invoice')
    AND (status = 'paid') = (paid_at IS NOT NULL) AND (payment_charge_id IS NULL OR status = 'paid')),
  ADD CONSTRAINT scene_fees_kind CHECK (
    (kind = 'extension') = (billed_to = 'partner_card')
    AND CASE kind WHEN 'scene' THEN extension_fee_cents = 0 ELSE scene_fee_cents = 0 AND onboarding_fee_cents = 0 END);

DROP INDEX scene_fees_scene_id_key;
DROP INDEX scene_fees_partner_id_scene_id_key;
CREATE UNIQUE INDEX scene_fees_scene_id_partner_id_kind_key ON scene_fees (scene_id, partner_id, kind);
CREATE UNIQUE INDEX scene_fees_one_scene_fee ON scene_fees (scene_id) WHERE kind = 'scene';
CREATE INDEX scene_fees_partner_id_kind_status_id_idx ON scene_fees (partner_id, kind, status, id);

CREATE OR REPLACE FUNCTION scene_fees_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.kind, NEW.scene_id, NEW.partner_id, NEW.payer_id, NEW.scene_fee_cents, NEW.onboarding_fee_cents,
      NEW.extension_fee_cents, NEW.billed_to, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.kind, OLD.scene_id, OLD.partner_id, OLD.payer_id, OLD.scene_fee_cents, OLD.onboarding_fee_cents,
      OLD.extension_fee_cents, OLD.billed_to, OLD.created_at)
     OR NEW.try < OLD.try THEN
    RAISE EXCEPTION 'what a scene costs does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_fees_stay_true';
  END IF;
  RETURN NEW;
END $$;
