-- Custodians find creators who were not 18 on the day of production that they attested to.
CREATE INDEX ledger_entries_under_age_on_day ON ledger_entries (subject_id, at)
  WHERE action = 'upload_session.under_age_on_day';
