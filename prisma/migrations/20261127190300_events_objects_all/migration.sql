-- squawk-ignore-file renaming-table, require-concurrent-index-creation, require-concurrent-index-deletion
-- What an event is about, in the order of time, and what it names beside that.
CREATE INDEX webhook_events_about ON webhook_events (partner_id, (objects[1]), id);
CREATE INDEX webhook_events_beside ON webhook_events USING gin (partner_id, (objects[2:]));
DROP INDEX webhook_events_objects;

DO $$
DECLARE
  dated text;
  index text;
BEGIN
  SELECT 'webhook_events' || to_char(day, '_YYYYMMDD') INTO STRICT dated
  FROM pg_class, generate_series(-100, 100) n, LATERAL (SELECT partition_day((now() AT TIME ZONE 'UTC')::date) + 28 * n AS day) days
  WHERE oid = 'webhook_events_oldest'::regclass
    AND pg_get_expr(relpartbound, oid) LIKE '%TO (''evt_' || first_id_of(day + 28) || ''')';
  FOR index IN SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid
    WHERE indrelid = 'webhook_events_oldest'::regclass AND relname LIKE 'webhook_events_oldest_%' LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', index, replace(index, 'webhook_events_oldest', dated));
  END LOOP;
  EXECUTE format('ALTER TABLE webhook_events_oldest RENAME TO %I', dated);
END $$;
