import type { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ownerClient } from "@/lib/testing/sql";

// What a cluster distributes by `partner_id`, such as Citus, or what a cell with its own database for a group of partners has: see
// decision 058. Each table is either one partner's or shared by all.

/** Every key of these tables has `partner_id`, and every foreign key among them leads to the same partner's row. */
const OF_PARTNER = words`
  partner_members partner_invitations saved_filters api_keys
  solo_accounts account_holds link_requests onboarding_links roster_changes roster_change_items served_days
  depictions index_entries erased_depictions erased_scene_people copy_fingerprints copy_hashes content_matches search_records
  content_imports content_import_findings content_import_handles upload_sessions
  webhook_events webhook_endpoints webhook_secrets webhook_deliveries webhook_attempts
  webhook_endpoint_hours webhook_delivery_hours webhook_replays webhook_edits rehearsals deadline_rehearsals
  platform_invoices platform_invoice_lines platform_invoice_fees
  request_log`;

/** Why all partners share a table. */
const GLOBAL: Record<string, string[]> = {
  "the list of partners itself": words`partners`,
  "a person has one account for all partners": words`users sessions sign_in_accounts verification_tokens spent_challenges authenticators
      totp_secrets recovery_codes factor_tries`,
  "a person is verified once, for all partners": words`identities identity_checks identity_photos identity_marks identity_duplicates document_readings photo_handoffs check_notes person_keys person_aliases alerts`,
  "a person agrees and is asked on their own, often to several partners": words`attestations hosted_visits`,
  "a creator's statement covers all partners": words`statements statement_versions`,
  "a creator subscribes once for all partners, and the processor names its customers without ours": words`subscriptions subscription_refunds payment_customers payment_checkouts vendor_messages`,
  "other partners extend, publish and pay for a scene, and its performers may be at none": words`collab_scenes scene_performers scene_extensions scene_publications scene_index_entries release_copies verification_jobs
      scene_fees scene_fee_charges`,
  "a producer works for several partners, and a production is linked to several": words`producers producer_invitations producer_partners productions production_partners production_performers
      production_depictions production_takedowns partner_performers sealed_packages seal_holds age_proofs package_keys certificates`,
  "a removal request names records of several partners, and productions": words`removal_drafts removal_requests removal_targets wanted_hashes removal_items removal_item_targets removal_false_matches removal_messages removal_notes removal_decisions
      removal_reports takedowns takedown_checks`,
  "hashes of intimate images are shared by the whole service": words`hash_sources hash_source_keys hash_imports listed_hashes listed_matches shared_hashes
      shared_hash_items hash_submissions`,
  "custodians work for the whole service": words`legal_holds looks inspections inspection_productions
      examinations examination_scope examination_looks examination_productions examination_reports
      examination_orders examination_questions examination_mails samples
      record_packages record_package_scope record_package_records
      readiness_gaps readiness_days readiness_runs lost_copies copy_checks golden_checks golden_reviews`,
  "the ledger proves all partners' histories together": words`ledger_entries ledger_heads ledger_verified
      ledger_leaves ledger_nodes ledger_checkpoints ledger_cosignatures ledger_stamps ledger_keys`,
  "work and secrets of the service": words`
      search_queue mail_acceptances storage_keys signing_certificates signing_keys certificate_keys secret_fingerprints`,
};

/** Foreign keys from shared tables to a partner's: they go when tables are distributed. Composite, so that the partner is known. */
const UNTIL_DISTRIBUTED = ["collab_scenes_upload_session_id_fkey", "collab_scenes_uploader_fkey"];

/** Keys that the version before names in an ON CONFLICT. A later migration adds the partner, once no process runs it. */
const NEXT_RELEASE = ["link_requests_account_id_key", "webhook_endpoint_hours_pkey"];

function words([text = ""]: TemplateStringsArray): string[] {
  return text.trim().split(/\s+/);
}

let client: Client;
beforeAll(async () => {
  client = await ownerClient();
});
afterAll(() => client.end());

const TABLES = `
  SELECT relname AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND relname <> '_prisma_migrations' ORDER BY 1`;

it("declares each table as a partner's or shared", async () => {
  const { rows } = await client.query<{ name: string }>(TABLES);
  const declared = [...OF_PARTNER, ...Object.values(GLOBAL).flat()];
  expect(declared.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

const KEYS = `
  SELECT i.indrelid::regclass::text AS table, c.relname AS name, i.indisprimary AS primary,
    EXISTS (SELECT FROM pg_attribute a WHERE attrelid = indrelid AND attname = 'partner_id' AND attnotnull
      AND attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1])) AS partnered
  FROM pg_index i JOIN pg_class c ON c.oid = indexrelid WHERE indisunique AND indrelid::regclass::text = ANY ($1) ORDER BY 2`;

it("has the partner in each primary and unique key of a partner's table", async () => {
  const { rows } = await client.query<{ table: string; name: string; primary: boolean; partnered: boolean }>(KEYS, [
    OF_PARTNER,
  ]);
  expect(rows.filter(({ partnered }) => !partnered).map(({ name }) => name)).toEqual(NEXT_RELEASE);
  expect(rows.flatMap(({ table, primary }) => (primary ? [table] : [])).toSorted()).toEqual(OF_PARTNER.toSorted());
});

// Of each column that a foreign key compares: whether it is the partner's on both sides.
const FOREIGN_KEYS = `
  SELECT conname AS name, conrelid::regclass::text AS from, confrelid::regclass::text AS to, convalidated AS validated,
    EXISTS (SELECT FROM unnest(conkey, confkey) AS pair (here, there)
      JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = here JOIN pg_attribute b ON b.attrelid = confrelid AND b.attnum = there
      WHERE a.attname = 'partner_id' AND b.attname = 'partner_id') AS partnered
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND confrelid::regclass::text = ANY ($1) ORDER BY 1`;

it("leads from a partner's table to the same partner's rows only, and from shared ones to none", async () => {
  const { rows } = await client.query<{
    name: string;
    from: string;
    to: string;
    validated: boolean;
    partnered: boolean;
  }>(FOREIGN_KEYS, [OF_PARTNER]);
  expect(rows.length).toBeGreaterThan(15);
  const unpartnered = rows.filter(({ partnered, validated }) => !partnered || !validated);
  expect(unpartnered.map(({ name }) => name)).toEqual([]);
  const shared = rows.filter(({ from }) => !OF_PARTNER.includes(from));
  expect(shared.map(({ name }) => name)).toEqual(UNTIL_DISTRIBUTED);
});
