-- When the payer was mailed that a fee is unpaid.
ALTER TABLE scene_fees ADD COLUMN mailed_at timestamptz(3);
CREATE INDEX scene_fees_payer_mailed ON scene_fees (payer_id, mailed_at) WHERE mailed_at IS NOT NULL;
CREATE INDEX scene_fees_partner_mailed ON scene_fees (partner_id, mailed_at) WHERE mailed_at IS NOT NULL AND payer_id IS NULL;
