-- Links that operators make are in nobody's mailbox: they do not count among those that a mailbox may be sent.
ALTER TABLE verification_tokens ADD COLUMN mailed boolean NOT NULL DEFAULT true;
