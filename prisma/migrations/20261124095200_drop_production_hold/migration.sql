-- Nothing reads it: a legal hold is on the scenes and records of a production.
ALTER TABLE productions DROP COLUMN legal_hold;
