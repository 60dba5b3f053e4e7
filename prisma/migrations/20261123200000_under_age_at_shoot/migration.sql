-- Custodians find performers who were not 18 on the day of a shoot.
CREATE INDEX ledger_entries_under_age_at_shoot ON ledger_entries (subject_id, at)
  WHERE action = 'scene_performer.under_age_at_shoot';
