-- Custodians find productions by any part of their title, and by the start of a performer's address.
CREATE INDEX productions_title_search ON productions USING gin (search_fold(title) gin_trgm_ops);
CREATE INDEX production_performers_email_prefix ON production_performers (email text_pattern_ops, production_id);
