-- Who a customer of the payment processor is: a person who subscribes, or a partner that pays the platform fee.
CREATE TABLE payment_customers (
  -- The processor's id.
  id text PRIMARY KEY,
  -- `stripe` or `simulated`: customers of one are unknown to the other.
  driver text NOT NULL,
  user_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The card that later charges go to, as the processor last showed it.
  card_id text,
  card_brand text,
  card_last4 text,
  card_expiry_month integer,
  card_expiry_year integer,
  -- Looks at the processor are numbered as they begin. Only the one that began last may write what it saw: one that began
  -- before it may have seen less.
  looks_begun bigint NOT NULL DEFAULT 0,
  looks_written bigint NOT NULL DEFAULT 0,
  looked_at timestamptz(3),
  -- When to look without having been told to; null: not before something happens.
  look_again_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payment_customers_owner CHECK (num_nonnulls(user_id, partner_id) = 1),
  CONSTRAINT payment_customers_card CHECK (
    num_nulls(card_id, card_brand, card_last4, card_expiry_month, card_expiry_year) IN (0, 5)),
  CONSTRAINT payment_customers_looks CHECK (looks_written <= looks_begun)
);
CREATE UNIQUE INDEX payment_customers_user ON payment_customers (driver, user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX payment_customers_partner ON payment_customers (driver, partner_id) WHERE partner_id IS NOT NULL;
CREATE INDEX payment_customers_user_id_idx ON payment_customers (user_id);
CREATE INDEX payment_customers_partner_id_idx ON payment_customers (partner_id);
CREATE INDEX payment_customers_look_again ON payment_customers (driver, look_again_at) WHERE look_again_at IS NOT NULL;

CREATE TYPE payment_checkout_mode AS ENUM ('subscription', 'setup');
CREATE TYPE payment_checkout_status AS ENUM ('open', 'complete', 'expired');

-- A page of the processor's on which somebody pays or saves a card. Its id is the idempotency key under which it is opened.
CREATE TABLE payment_checkouts (
  id text PRIMARY KEY,
  customer_id text NOT NULL REFERENCES payment_customers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  mode payment_checkout_mode NOT NULL,
  status payment_checkout_status NOT NULL DEFAULT 'open',
  -- What is paid each month; null where nothing is.
  cents integer,
  -- The path of ours to which the person comes back.
  return_to text NOT NULL,
  -- The processor's id; null until it has answered.
  processor_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payment_checkouts_cents CHECK ((mode = 'subscription') = (cents IS NOT NULL) AND cents > 0)
);
CREATE UNIQUE INDEX payment_checkouts_processor_id ON payment_checkouts (processor_id);
-- One page at a time: a double click comes to the same one.
CREATE UNIQUE INDEX payment_checkouts_open ON payment_checkouts (customer_id, mode) WHERE status = 'open';

CREATE TYPE subscription_status AS ENUM ('active', 'past_due', 'ended');

ALTER TABLE subscriptions
  -- Given by the service, without payment, since when.
  ADD COLUMN complimentary_since timestamptz(3),
  -- What is paid for at the processor; all null until the person has subscribed there.
  ADD COLUMN driver text,
  ADD COLUMN processor_id text,
  ADD COLUMN status subscription_status,
  ADD COLUMN period_end timestamptz(3),
  -- It ends at this moment instead of being renewed.
  ADD COLUMN ends_at timestamptz(3),
  -- Until when a subscription with an unpaid renewal still counts as paid.
  ADD COLUMN grace_ends_at timestamptz(3),
  ADD CONSTRAINT subscriptions_processor CHECK (
    num_nulls(driver, processor_id, status, period_end) IN (0, 4) AND (grace_ends_at IS NULL OR status = 'past_due'));
CREATE UNIQUE INDEX subscriptions_processor_id ON subscriptions (processor_id) WHERE processor_id IS NOT NULL;

-- The simulated processor keeps here what Stripe would keep. Empty where Stripe is configured.
CREATE TABLE simulated_payment_objects (
  id text PRIMARY KEY,
  kind text NOT NULL,
  customer_id text REFERENCES simulated_payment_objects (id) ON DELETE CASCADE ON UPDATE CASCADE,
  body jsonb NOT NULL,
  -- When something happens to it by itself, such as a renewal.
  due_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX simulated_payment_objects_customer ON simulated_payment_objects (customer_id, kind, id);
CREATE INDEX simulated_payment_objects_due ON simulated_payment_objects (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE simulated_payment_keys (
  key text PRIMARY KEY,
  input_sha256 bytea NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);
