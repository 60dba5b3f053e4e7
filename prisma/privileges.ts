import type { Client } from "pg";

/** The schemas of the service's tables and of the job queue. */
export const OWN_SCHEMAS = ["public", "graphile_worker"];

type Privilege = "SELECT" | "INSERT" | "UPDATE" | "DELETE";

const EVERYTHING: readonly Privilege[] = ["SELECT", "INSERT", "UPDATE", "DELETE"];

/**
 * The tables on which the application may not read and write every row. It may truncate and alter none, nor add triggers. The
 * ledger grows only through `ledger_append`, which runs as the owner.
 */
export const APPLICATION_MAY: Readonly<Record<string, readonly Privilege[]>> = {
  "public._prisma_migrations": ["SELECT"],
  "public.age_proofs": ["SELECT", "INSERT"],
  "public.alerts": ["SELECT", "INSERT", "UPDATE"],
  "public.attestations": ["SELECT", "INSERT", "DELETE"],
  "public.certificate_keys": ["SELECT", "INSERT", "UPDATE"],
  "public.certificates": ["SELECT", "INSERT", "UPDATE"],
  "public.check_notes": ["SELECT", "INSERT"],
  "public.erased_depictions": ["SELECT", "INSERT", "UPDATE"],
  "public.erased_scene_people": ["SELECT", "INSERT"],
  "public.examination_looks": ["SELECT", "INSERT"],
  "public.examination_mails": ["SELECT", "INSERT"],
  "public.examination_orders": ["SELECT", "INSERT", "UPDATE"],
  "public.examination_productions": ["SELECT", "INSERT"],
  "public.examination_questions": ["SELECT", "INSERT", "UPDATE"],
  "public.examination_reports": ["SELECT", "INSERT"],
  "public.examination_scope": ["SELECT", "INSERT", "UPDATE"],
  "public.examinations": ["SELECT", "INSERT", "UPDATE"],
  "public.golden_checks": ["SELECT", "INSERT", "UPDATE"],
  "public.golden_reviews": ["SELECT", "INSERT", "UPDATE"],
  "public.hash_imports": ["SELECT", "INSERT"],
  "public.hash_sources": ["SELECT", "INSERT", "UPDATE"],
  "public.inspection_productions": ["SELECT", "INSERT"],
  "public.inspections": ["SELECT", "INSERT"],
  "public.ledger_checkpoints": ["SELECT", "INSERT"],
  "public.ledger_cosignatures": ["SELECT", "INSERT"],
  "public.ledger_entries": ["SELECT"],
  "public.ledger_heads": ["SELECT"],
  "public.ledger_keys": ["SELECT", "INSERT", "UPDATE"],
  "public.ledger_leaves": ["SELECT", "INSERT"],
  "public.ledger_nodes": ["SELECT", "INSERT"],
  "public.ledger_stamps": ["SELECT", "INSERT"],
  "public.ledger_verified": ["SELECT", "INSERT", "UPDATE"],
  "public.legal_holds": ["SELECT", "INSERT", "UPDATE"],
  "public.looks": ["SELECT", "INSERT"],
  "public.package_keys": ["SELECT", "INSERT", "UPDATE"],
  "public.platform_invoice_fees": ["SELECT", "INSERT"],
  "public.producer_invitations": ["SELECT", "INSERT", "UPDATE"],
  "public.producer_partners": ["SELECT", "INSERT"],
  "public.producers": ["SELECT", "INSERT", "UPDATE"],
  "public.production_partners": ["SELECT", "INSERT", "UPDATE"],
  "public.production_takedowns": ["SELECT", "INSERT", "UPDATE"],
  "public.productions": ["SELECT", "INSERT", "UPDATE"],
  "public.record_package_records": ["SELECT", "INSERT", "UPDATE", "DELETE"],
  "public.record_package_scope": ["SELECT", "INSERT", "DELETE"],
  "public.record_packages": ["SELECT", "INSERT", "UPDATE"],
  "public.release_copies": ["SELECT", "INSERT", "DELETE"],
  "public.removal_decisions": ["SELECT", "INSERT"],
  "public.removal_false_matches": ["SELECT", "INSERT", "DELETE"],
  "public.removal_item_targets": ["SELECT", "INSERT"],
  "public.removal_items": ["SELECT", "INSERT", "UPDATE"],
  "public.removal_messages": ["SELECT", "INSERT", "UPDATE"],
  "public.removal_notes": ["SELECT", "INSERT", "UPDATE"],
  "public.removal_reports": ["SELECT", "INSERT"],
  "public.removal_requests": ["SELECT", "INSERT", "UPDATE"],
  "public.removal_targets": ["SELECT", "INSERT"],
  "public.scene_extensions": ["SELECT", "INSERT", "DELETE"],
  "public.samples": ["SELECT", "INSERT"],
  "public.seal_holds": ["SELECT", "INSERT", "UPDATE"],
  "public.sealed_packages": ["SELECT", "INSERT", "UPDATE"],
  "public.shared_hash_items": ["SELECT", "INSERT"],
  "public.shared_hashes": ["SELECT", "INSERT", "UPDATE"],
  "public.signing_certificates": ["SELECT", "INSERT"],
  "public.signing_keys": ["SELECT", "INSERT", "UPDATE"],
  "public.statement_versions": ["SELECT", "INSERT"],
  "public.storage_keys": ["SELECT", "INSERT", "UPDATE"],
  "public.takedown_checks": ["SELECT", "INSERT"],
  "public.takedowns": ["SELECT", "INSERT", "UPDATE"],
  "public.verification_jobs": ["SELECT", "INSERT", "DELETE"],
  "graphile_worker.migrations": ["SELECT"],
  "graphile_worker.jobs": ["SELECT"],
};

/** Tables hidden from the read-only role: they hold sessions, secrets or keys. */
export const HIDDEN_FROM_READERS: readonly string[] = [
  "public.authenticators",
  "public.certificate_keys",
  "public.hosted_visits",
  "public.identity_marks",
  "public.ledger_keys",
  "public.package_keys",
  "public.person_keys",
  "public.photo_handoffs",
  "public.recovery_codes",
  "public.removal_drafts",
  "public.removal_messages",
  "public.removal_notes",
  "public.removal_requests",
  "public.secret_fingerprints",
  "public.sessions",
  "public.sign_in_accounts",
  "public.signing_keys",
  "public.storage_keys",
  "public.totp_secrets",
  "public.verification_tokens",
  "public.webhook_secrets",
];

type Role = { name: string; writes: boolean };
type Held = { role: string; table: string; may: Privilege[] };

/**
 * Grants the application and read-only roles what they need, and revokes anything more. Default privileges, which `setUpRoles`
 * sets, tell which roles these are; without any, this does nothing. `client` is the owner's.
 */
export async function applyPrivileges(client: Client): Promise<void> {
  const roles = await rolesOf(client);
  if (roles.length === 0 || !(await isMigrated(client))) return;
  await client.query("begin");
  try {
    for (const { name } of roles.filter(({ writes }) => writes)) await openJobs(client, name);
    const writers = new Set(roles.flatMap(({ name, writes }) => (writes ? [name] : [])));
    for (const { role, table, may } of await privilegesOf(client, roles)) {
      const wanted = wantedOf(table, writers.has(role));
      if (wanted.join() === may.join()) continue;
      const to = client.escapeIdentifier(role);
      const quoted = table.split(".").map(client.escapeIdentifier).join(".");
      await client.query(`revoke all on ${quoted} from ${to}`);
      if (wanted.length > 0) await client.query(`grant ${wanted.join(", ")} on ${quoted} to ${to}`);
    }
    await restrictFunctions(client, [...writers]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function isMigrated(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>("select to_regclass('graphile_worker.jobs') is not null as is");
  return rows[0]?.is ?? false;
}

/** What a role should be allowed to do with a table. */
function wantedOf(table: string, writes: boolean): readonly Privilege[] {
  if (writes) return APPLICATION_MAY[table] ?? EVERYTHING;
  return table.startsWith("public.") && !HIDDEN_FROM_READERS.includes(table) ? ["SELECT"] : [];
}

async function rolesOf(client: Client): Promise<Role[]> {
  const { rows } = await client.query<Role>(
    `select r.rolname as name, bool_or(a.privilege_type = 'INSERT') as writes
     from pg_default_acl d cross join aclexplode(d.defaclacl) a join pg_roles r on r.oid = a.grantee
     where d.defaclrole = current_user::regrole and d.defaclnamespace = 'public'::regnamespace and d.defaclobjtype = 'r'
       and a.grantee <> d.defaclrole
     group by 1 order by 1`,
  );
  return rows;
}

async function privilegesOf(client: Client, roles: readonly Role[]): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `select r.role, n.nspname || '.' || c.relname as table,
       array(select p from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
             where has_table_privilege(r.role, c.oid, p)) as may
     from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join unnest($1::text[]) as r(role)
     where n.nspname = any ($2) and c.relkind in ('r', 'p', 'v', 'm') and c.relowner = current_user::regrole`,
    [roles.map(({ name }) => name), OWN_SCHEMAS],
  );
  return rows;
}

// The job queue's tables have row-level security: without a policy, only their owner sees rows.
async function openJobs(client: Client, application: string): Promise<void> {
  const to = client.escapeIdentifier(application);
  const policy = client.escapeIdentifier(`for ${application}`);
  await client.query(`grant usage on schema graphile_worker to ${to}`);
  await client.query(`grant usage, select on all sequences in schema graphile_worker to ${to}`);
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
     where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid and $1::regrole = any (p.polroles))`,
    [to],
  );
  for (const { table } of rows) {
    await client.query(`create policy ${policy} on ${table} to ${to} using (true) with check (true)`);
  }
}

// Only the application may call functions that run as the owner.
async function restrictFunctions(client: Client, applications: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = any ($1::regnamespace[]) and p.prosecdef and p.proowner = current_user::regrole`,
    [OWN_SCHEMAS],
  );
  for (const { name } of rows) {
    await client.query(`revoke execute on function ${name} from public`);
    for (const role of applications) {
      await client.query(`grant execute on function ${name} to ${client.escapeIdentifier(role)}`);
    }
  }
}
