-- Limits that operators raised for a partner. Null is what the contract promises, and nobody gets less.
ALTER TABLE partners
  ADD COLUMN key_limit int CONSTRAINT partners_key_limit_check CHECK (key_limit BETWEEN 300 AND 600000),
  ADD COLUMN address_limit int CONSTRAINT partners_address_limit_check CHECK (address_limit BETWEEN 1200 AND 600000),
  ADD COLUMN endpoint_concurrency int CONSTRAINT partners_endpoint_concurrency_check CHECK (endpoint_concurrency BETWEEN 8 AND 256);
