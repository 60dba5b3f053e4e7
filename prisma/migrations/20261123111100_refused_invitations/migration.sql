-- The mail server refused the address for good.
ALTER TABLE scene_performers ADD COLUMN mail_refused_at timestamptz(3);
