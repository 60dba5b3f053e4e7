-- The days on which a creator whom the platform pays for was active, once that has ended: the platform fee goes by days, and
-- whoever is not active on the day of an invoice has been active on others.
CREATE TABLE served_days (
  account_id text NOT NULL REFERENCES solo_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  first_day date NOT NULL,
  -- The last day counts.
  last_day date NOT NULL,
  PRIMARY KEY (account_id, last_day, first_day),
  CONSTRAINT served_days_in_order CHECK (first_day <= last_day)
);

-- When a partner was last let in again: the days on which it was not are not counted.
ALTER TABLE partners ADD COLUMN counted_since timestamptz(3);

-- For how many days a line charges. Not all of those from the first to the last, where a creator was away between.
ALTER TABLE platform_invoice_lines ADD COLUMN days integer;
UPDATE platform_invoice_lines SET days = ends - starts;
ALTER TABLE platform_invoice_lines ALTER COLUMN days SET NOT NULL,
  ADD CONSTRAINT platform_invoice_lines_charged_days CHECK (days > 0 AND days <= ends - starts);
