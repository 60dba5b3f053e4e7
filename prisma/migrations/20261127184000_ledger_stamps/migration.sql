-- What a time-stamp authority said about a day's checkpoint (RFC 3161): its whole answer. `tsa` is the authority's address.
CREATE TABLE ledger_stamps (
  day date NOT NULL, size bigint NOT NULL, tsa text NOT NULL, response bytea NOT NULL, at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_stamps_pkey PRIMARY KEY (day),
  CONSTRAINT ledger_stamps_size_fkey FOREIGN KEY (size) REFERENCES ledger_checkpoints (size) ON DELETE RESTRICT ON UPDATE RESTRICT);
CREATE UNIQUE INDEX ledger_stamps_size_key ON ledger_stamps (size);

CALL never('UPDATE OR DELETE', 'ledger_stamps', 'ledger_append_only', 'the ledger is append-only');
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger_stamps
  EXECUTE FUNCTION refuse('retention', '%1$s is a table of record and is never truncated');
