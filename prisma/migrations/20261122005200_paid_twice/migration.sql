-- What a person paid for a second subscription beside the one that goes on. Written before the processor is asked to pay it
-- back, so that a process that dies on the way leaves nothing forgotten.
CREATE TABLE subscription_refunds (
  -- The processor's id of the second subscription.
  subscription_id text PRIMARY KEY,
  customer_id text NOT NULL REFERENCES payment_customers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  found_at timestamptz(3) NOT NULL,
  -- The processor's id of the refund; null where nothing had been paid.
  refund_id text,
  cents integer CHECK (cents >= 0),
  done_at timestamptz(3)
);
CREATE INDEX subscription_refunds_waiting ON subscription_refunds (customer_id) WHERE done_at IS NULL;

-- What the simulation sold, for when a processor that takes money is configured.
CREATE INDEX subscriptions_simulated ON subscriptions (user_id) WHERE driver = 'simulated' AND status IN ('active', 'past_due');
