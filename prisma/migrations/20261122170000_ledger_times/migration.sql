-- A line stays for ever, so none may have a time that no page can show. What is there already is not read again.
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_at_shown
  CHECK (at >= '0001-01-01 00:00:00Z' AND at < '10000-01-01 00:00:00Z') NOT VALID;
