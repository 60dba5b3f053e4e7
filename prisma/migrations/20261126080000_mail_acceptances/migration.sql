-- What a mail server accepted, so that a job that is repeated after a crash doesn't send it again.
CREATE TABLE mail_acceptances (
  mail_id text PRIMARY KEY,
  accepted_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
