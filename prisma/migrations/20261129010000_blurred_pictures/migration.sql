-- Whether pictures of people open blurred and grey for a custodian, until they press them.
ALTER TABLE users ADD COLUMN blurs_pictures boolean NOT NULL DEFAULT true;
