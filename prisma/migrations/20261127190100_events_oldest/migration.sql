-- squawk-ignore-file renaming-table
-- Names the partition that has the events of before there were partitions, so that the next migration can build its indexes while others
-- write. Those of the later ones are built with the table's, in moments: they are empty yet.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE %s RENAME TO webhook_events_oldest', (
    SELECT min(inhrelid::regclass::text) FROM pg_inherits
    WHERE inhparent = 'webhook_events'::regclass AND inhrelid::regclass::text ~ '_[0-9]{8}$'));
END $$;
