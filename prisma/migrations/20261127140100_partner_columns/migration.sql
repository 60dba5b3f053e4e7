-- Gives children of a partner's tables its id, table by table, each step in a transaction of its own: the column with its trigger,
-- then what rows already have, then NOT NULL, which a checked constraint proves without another scan under a lock. Can be repeated.
DO $$
DECLARE
  child text[];
  page bigint;
  pages bigint;
BEGIN
  FOREACH child SLICE 1 IN ARRAY '{
    {account_holds,account_id,solo_accounts}, {link_requests,account_id,solo_accounts}, {onboarding_links,account_id,solo_accounts},
    {roster_change_items,change_id,roster_changes}, {served_days,account_id,solo_accounts},
    {copy_fingerprints,depiction_id,depictions}, {erased_scene_people,depiction_id,depictions},
    {content_import_findings,import_id,content_imports}, {content_import_handles,import_id,content_imports},
    {webhook_secrets,endpoint_id,webhook_endpoints}, {webhook_endpoint_hours,endpoint_id,webhook_endpoints},
    {platform_invoice_lines,invoice_id,platform_invoices}, {platform_invoice_fees,invoice_id,platform_invoices}}'::text[] LOOP
    CONTINUE WHEN EXISTS (SELECT FROM pg_attribute WHERE attrelid = child[1]::regclass AND attname = 'partner_id' AND attnotnull);
    EXECUTE format('ALTER TABLE %I ADD COLUMN IF NOT EXISTS partner_id text', child[1]);
    EXECUTE format('CREATE OR REPLACE TRIGGER partner_of_parent BEFORE INSERT ON %I FOR EACH ROW WHEN (NEW.partner_id IS NULL)
      EXECUTE FUNCTION partner_of_parent(%L, %L)', child[1], child[3], child[2]);
    COMMIT;
    page := 0;
    pages := pg_relation_size(child[1]::regclass) / current_setting('block_size')::int;
    WHILE page < pages LOOP
      EXECUTE format('UPDATE %I c SET partner_id = p.partner_id FROM %I p WHERE p.id = c.%I AND c.partner_id IS NULL
        AND c.ctid >= %L AND c.ctid < %L', child[1], child[3], child[2], format('(%s,0)', page), format('(%s,0)', page + 200));
      COMMIT;
      page := page + 200;
    END LOOP;
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS of_partner, ADD CONSTRAINT of_partner CHECK (partner_id IS NOT NULL) NOT VALID',
      child[1]);
    COMMIT;
    EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT of_partner', child[1]);
    COMMIT;
    EXECUTE format('ALTER TABLE %I ALTER COLUMN partner_id SET NOT NULL', child[1]);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT of_partner', child[1]);
    COMMIT;
  END LOOP;
END $$;
