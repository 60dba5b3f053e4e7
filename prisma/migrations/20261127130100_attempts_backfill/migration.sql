-- In batches that commit, so that nothing waits. Can be repeated.
DO $$
DECLARE
  reached text := '';
BEGIN
  LOOP
    WITH batch AS MATERIALIZED (
      SELECT delivery_id FROM webhook_attempts WHERE delivery_id > reached GROUP BY delivery_id ORDER BY delivery_id LIMIT 2000),
    filled AS (
      UPDATE webhook_attempts a SET partner_id = d.partner_id
      FROM batch JOIN webhook_deliveries d ON d.id = batch.delivery_id
      WHERE a.delivery_id = batch.delivery_id AND a.partner_id IS NULL)
    SELECT max(delivery_id) INTO reached FROM batch;
    EXIT WHEN reached IS NULL;
    COMMIT;
  END LOOP;
END $$;
