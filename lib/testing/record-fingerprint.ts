import { writeKeyUses } from "@/lib/domain/keys/touch-key";
import { pool } from "@/lib/platform/db";

/**
 * What the whole record of a test database is, in one value for each table, to prove that something wrote nothing. The
 * request log is left out: every call is in it.
 */
export async function recordFingerprint(): Promise<Record<string, string>> {
  await writeKeyUses();
  const { rows: tables } = await pool().query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and not c.relispartition and n.nspname in ('public', 'graphile_worker') order by 1`,
  );
  const marks: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool().query<{ mark: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as mark
       from (select to_jsonb(r) - 'last_used_at' as t from ${name} r) t`,
    );
    marks[name] = rows[0]?.mark ?? "";
  }
  return marks;
}
