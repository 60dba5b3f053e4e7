-- Which MASTER_KEY and AUTH_SECRET belong to this database. A process with another one doesn't start.
CREATE TABLE secret_fingerprints (
  name text NOT NULL CHECK (name IN ('MASTER_KEY', 'AUTH_SECRET')),
  fingerprint text NOT NULL,
  recorded_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (name, fingerprint)
);
