-- The simulated processor is gone, and with it what it sold. Where a customer of its has become one of Stripe's since, the
-- simulated one is over.
UPDATE payment_customers c SET gone_at = now(), look_again_at = NULL
WHERE driver = 'simulated' AND gone_at IS NULL AND EXISTS (
  SELECT FROM payment_customers s
  WHERE s.driver <> 'simulated' AND s.gone_at IS NULL AND (s.user_id = c.user_id OR s.partner_id = c.partner_id));
-- The others are looked at as soon as there is a worker. Nobody knows them any more, so what they paid for ends, and what
-- they owe is void, as if they had been deleted at the processor.
UPDATE payment_customers SET look_again_at = now() WHERE driver = 'simulated' AND gone_at IS NULL;

DROP INDEX payment_customers_user;
DROP INDEX payment_customers_partner;
DROP INDEX payment_customers_look_again;
ALTER TABLE payment_customers DROP COLUMN driver;
CREATE UNIQUE INDEX payment_customers_user ON payment_customers (user_id) WHERE user_id IS NOT NULL AND gone_at IS NULL;
CREATE UNIQUE INDEX payment_customers_partner ON payment_customers (partner_id) WHERE partner_id IS NOT NULL AND gone_at IS NULL;
CREATE INDEX payment_customers_look_again ON payment_customers (look_again_at) WHERE look_again_at IS NOT NULL;

DROP INDEX subscriptions_simulated;
ALTER TABLE subscriptions
  DROP CONSTRAINT subscriptions_processor,
  DROP COLUMN driver,
  ADD CONSTRAINT subscriptions_processor CHECK (
    num_nulls(processor_id, status, period_end) IN (0, 3) AND (grace_ends_at IS NULL OR status = 'past_due'));

DROP TABLE simulated_payment_objects;
DROP TABLE simulated_payment_keys;
