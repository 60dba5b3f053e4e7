-- Custodians look decided checks up by the beginning of an address. The unique index is in the order of the database's
-- language, in which a beginning is not a range.
CREATE INDEX users_email_prefix_idx ON users (email text_pattern_ops);
