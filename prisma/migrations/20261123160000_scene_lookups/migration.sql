-- Custodians find scenes by any part of their title, and performers who entered an age below 18.
CREATE INDEX collab_scenes_title_search ON collab_scenes USING gin (search_fold(title) gin_trgm_ops);
CREATE INDEX ledger_entries_under_age ON ledger_entries (subject_id, at) WHERE action = 'identity_check.refused_under_age';
CREATE INDEX identity_checks_under_age ON identity_checks (user_id, decided_at) WHERE rejection_reason = 'under_age';
