-- A removal request freezes a production at once, or when a custodian ties it, or after hours without a decision.

ALTER TABLE production_takedowns
  ADD COLUMN freezes_at timestamptz(3),
  ADD COLUMN frozen_at timestamptz(3),
  ADD COLUMN alarmed_at timestamptz(3);

-- Until now, each request froze its production as it was filed. Decided ones can't change, which the trigger ensures.
ALTER TABLE production_takedowns DISABLE TRIGGER production_takedowns_stay_true;
UPDATE production_takedowns SET freezes_at = requested_at, frozen_at = requested_at;
ALTER TABLE production_takedowns ENABLE TRIGGER production_takedowns_stay_true;

ALTER TABLE production_takedowns
  ALTER COLUMN freezes_at SET NOT NULL,
  ADD CONSTRAINT production_takedowns_confirmed_frozen CHECK (confirmed_at IS NULL OR frozen_at IS NOT NULL);

-- What is about to freeze: few rows, which sweeps read every few minutes.
CREATE INDEX production_takedowns_unfrozen ON production_takedowns (freezes_at)
  WHERE frozen_at IS NULL AND rejected_at IS NULL;

-- When custodians were last told.
CREATE INDEX production_takedowns_alarmed_at ON production_takedowns (alarmed_at) WHERE alarmed_at IS NOT NULL;

-- The open requests of a mailbox, which are limited.
CREATE INDEX removal_requests_open_of_email ON removal_requests (email) WHERE status = 'open';
