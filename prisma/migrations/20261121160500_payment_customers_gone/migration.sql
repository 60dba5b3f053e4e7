-- Since when the processor has not known a customer any more: somebody deleted it there. Its owner may become a new one.
ALTER TABLE payment_customers ADD COLUMN gone_at timestamptz(3);
DROP INDEX payment_customers_user;
DROP INDEX payment_customers_partner;
CREATE UNIQUE INDEX payment_customers_user ON payment_customers (driver, user_id) WHERE user_id IS NOT NULL AND gone_at IS NULL;
CREATE UNIQUE INDEX payment_customers_partner ON payment_customers (driver, partner_id) WHERE partner_id IS NOT NULL AND gone_at IS NULL;
