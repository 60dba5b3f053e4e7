-- Since when an account has been active without a break; null while it is not. The platform fee goes by it. What was active
-- before this was written down is not charged for the past.
ALTER TABLE solo_accounts ADD COLUMN active_since timestamptz(3);
UPDATE solo_accounts SET active_since = now() WHERE status = 'active';

-- The service's own people let the fee lapse, whatever the invoices say.
ALTER TABLE partners ADD COLUMN platform_fee_held_at timestamptz(3);

CREATE TYPE platform_invoice_status AS ENUM ('draft', 'open', 'paid', 'void', 'uncollectible');

-- The platform fee of one month. Written before the processor hears of it; its id is the idempotency key there.
CREATE TABLE platform_invoices (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The first day of the month.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  status platform_invoice_status NOT NULL DEFAULT 'draft',
  line_count integer NOT NULL CHECK (line_count > 0),
  total_cents integer NOT NULL CHECK (total_cents >= 0),
  -- Where it is sent: null until the processor is about to be told.
  customer_id text REFERENCES payment_customers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Counted up when a half-made one at the processor is thrown away: part of the key.
  generation integer NOT NULL DEFAULT 0,
  processor_id text,
  number text,
  page_url text,
  pdf_url text,
  -- Why the last try to pay it failed.
  failure text,
  -- How many tries to pay it have failed, and with which card the last of them was.
  tries integer NOT NULL DEFAULT 0,
  tried_card_id text,
  -- When it goes on by itself; null: when something happens.
  next_try_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  opened_at timestamptz(3),
  -- Unpaid at this moment, the fee lapses.
  due_at timestamptz(3),
  paid_at timestamptz(3),
  -- An operator took it as paid by other means.
  settled_at timestamptz(3),
  CONSTRAINT platform_invoices_sent CHECK (processor_id IS NULL OR customer_id IS NOT NULL),
  CONSTRAINT platform_invoices_opened CHECK (status = 'draft' OR (processor_id IS NOT NULL AND opened_at IS NOT NULL AND due_at IS NOT NULL)),
  CONSTRAINT platform_invoices_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);
CREATE UNIQUE INDEX platform_invoices_month ON platform_invoices (partner_id, month);
CREATE UNIQUE INDEX platform_invoices_processor_id ON platform_invoices (processor_id) WHERE processor_id IS NOT NULL;
CREATE INDEX platform_invoices_next_try ON platform_invoices (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX platform_invoices_due ON platform_invoices (due_at) WHERE status IN ('open', 'uncollectible') AND settled_at IS NULL;
CREATE INDEX platform_invoices_customer_id_idx ON platform_invoices (customer_id);

-- What one creator costs on an invoice, from a day on until another, which does not count.
CREATE TABLE platform_invoice_lines (
  invoice_id text NOT NULL REFERENCES platform_invoices (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  account_id text NOT NULL REFERENCES solo_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  external_user_id text NOT NULL,
  starts date NOT NULL,
  ends date NOT NULL,
  cents integer NOT NULL CHECK (cents >= 0),
  PRIMARY KEY (invoice_id, account_id),
  CONSTRAINT platform_invoice_lines_days CHECK (starts < ends)
);
CREATE INDEX platform_invoice_lines_billed_until ON platform_invoice_lines (account_id, ends);

-- Who is held for an unpaid fee: for the sweep that restores them.
CREATE INDEX account_holds_platform_standing ON account_holds (account_id) WHERE kind = 'platform' AND lifted_at IS NULL;
