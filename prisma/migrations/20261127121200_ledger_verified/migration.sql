-- How far each chain of the ledger was verified, with the hash of that entry: where the next verification goes on.
CREATE TABLE ledger_verified (
  chain int NOT NULL, position bigint NOT NULL, hash bytea NOT NULL, at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_verified_pkey PRIMARY KEY (chain),
  CONSTRAINT ledger_verified_shape CHECK (position > 0 AND octet_length(hash) = 32));
-- What was verified once is never taken back: fewer entries than that are missing ones.
CALL never('UPDATE', 'ledger_verified', 'ledger_verified_grows', 'a chain stays verified', 'NEW.position < OLD.position');
CALL never('DELETE', 'ledger_verified', 'ledger_verified_grows', 'a chain stays verified');
