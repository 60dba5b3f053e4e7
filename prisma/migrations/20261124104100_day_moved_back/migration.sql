-- Custodians find performers whose age on the first day of a production isn't proven, or wasn't compared.
CREATE INDEX ledger_entries_age_in_production ON ledger_entries (subject_id, at)
  WHERE action IN ('person.under_age_in_production', 'person.day_moved_back');
