-- A platform's invoice charges the fees of its scenes, each once, beside its creators. Fees have a table of their own, because
-- the lines of creators tell which days are charged. An invoice may charge fees alone.

CREATE TYPE platform_invoice_fee_kind AS ENUM ('scene', 'onboarding', 'verification');

CREATE TABLE platform_invoice_fees (
  invoice_id text NOT NULL REFERENCES platform_invoices (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  scene_fee_id text NOT NULL REFERENCES scene_fees (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  kind platform_invoice_fee_kind NOT NULL,
  cents integer NOT NULL CONSTRAINT platform_invoice_fees_cents CHECK (cents > 0),
  PRIMARY KEY (scene_fee_id, kind)
);
CREATE INDEX platform_invoice_fees_of_invoice ON platform_invoice_fees (invoice_id, scene_fee_id, kind);

ALTER TABLE platform_invoices
  ADD COLUMN scene_count integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT platform_invoices_line_count_check,
  ADD CONSTRAINT platform_invoices_not_empty CHECK (line_count >= 0 AND scene_count >= 0 AND line_count + scene_count > 0);

-- Fees are added only to an invoice that was never sent, and only those billed to its platform.
CREATE FUNCTION platform_invoice_fees_fit() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM platform_invoices i JOIN scene_fees f ON f.partner_id = i.partner_id
    WHERE i.id = NEW.invoice_id AND i.status = 'draft' AND i.customer_id IS NULL
      AND f.id = NEW.scene_fee_id AND f.billed_to = 'platform_invoice') THEN
    RAISE EXCEPTION 'this invoice does not charge this fee' USING ERRCODE = 'check_violation', CONSTRAINT = 'platform_invoice_fees_fit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER platform_invoice_fees_fit BEFORE INSERT ON platform_invoice_fees FOR EACH ROW EXECUTE FUNCTION platform_invoice_fees_fit();

-- What an invoice charged never changes. A void invoice keeps its fees too: they were paid another way, or given up.
CREATE FUNCTION platform_invoice_fees_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a fee stays on its invoice' USING ERRCODE = 'check_violation', CONSTRAINT = 'platform_invoice_fees_stay';
END $$;
CREATE TRIGGER platform_invoice_fees_stay BEFORE UPDATE OR DELETE ON platform_invoice_fees FOR EACH ROW EXECUTE FUNCTION platform_invoice_fees_stay();
CREATE TRIGGER platform_invoice_fees_not_truncated BEFORE TRUNCATE ON platform_invoice_fees FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
