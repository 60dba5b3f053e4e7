import { PrismaPg } from "@prisma/adapter-pg";
import type { Client } from "pg";
import { z } from "zod";
import { sealFacts } from "@/lib/domain/id-facts";
import { DOCUMENT_TYPES } from "@/lib/domain/identity/documents";
import { hexOf } from "@/lib/platform/crypto";
import { PrismaClient } from "@/prisma/generated/client";

const BATCH = 200;
const LONGEST_BATCH_MS = 60_000;

const Plain = z.object({
  id: z.string(),
  userId: z.string(),
  birthDate: z.date().nullable(),
  documentType: z.enum(DOCUMENT_TYPES).nullable(),
  documentCountry: z.string().nullable(),
  documentExpiry: z.date().nullable(),
});

/**
 * Seals what earlier versions kept in plain columns, and empties these. Each batch is its own transaction, so a killed run
 * continues with the next. `client` and `ownerUrl` are the database owner's. Returns how many checks it sealed.
 */
export async function sealPlainFacts(client: Client, ownerUrl: string): Promise<number> {
  const db = new PrismaClient({ adapter: new PrismaPg({ connectionString: ownerUrl, max: 1 }) });
  try {
    let sealed = 0;
    for (let done = BATCH; done === BATCH; sealed += done) done = await sealBatch(db);
    await refuseDifferences(client);
    // Overwritten values stay on disk until the tables are rewritten.
    if (sealed > 0) await client.query("vacuum full identity_checks, identities");
    return sealed;
  } finally {
    await db.$disconnect();
  }
}

function sealBatch(db: PrismaClient): Promise<number> {
  return db.$transaction(
    async (tx) => {
      const found = await tx.$queryRaw`
        SELECT id, user_id AS "userId", birth_date AS "birthDate", document_type::text AS "documentType",
          document_country AS "documentCountry", document_expiry AS "documentExpiry"
        FROM identity_checks
        WHERE facts IS NULL AND num_nonnulls(birth_date, document_type, document_country, document_expiry) > 0
        ORDER BY id LIMIT ${BATCH} FOR UPDATE`;
      const checks = z.array(Plain).parse(found);
      const rows: { id: string; facts: string }[] = [];
      for (const { id, userId, ...facts } of checks) {
        rows.push({ id, facts: hexOf(await sealFacts(tx, { id, userId }, facts)) });
      }
      // An identity repeats its check's dates. It is emptied only if they match.
      await tx.$executeRaw`
        UPDATE identities i SET birth_date = NULL, document_expiry = NULL FROM identity_checks c
        WHERE c.id = i.check_id AND c.id = ANY (${rows.map(({ id }) => id)})
          AND (i.birth_date, i.document_expiry) IS NOT DISTINCT FROM (c.birth_date, c.document_expiry)`;
      await tx.$executeRaw`
        UPDATE identity_checks c SET facts = decode(n.facts, 'hex'),
          birth_date = NULL, document_type = NULL, document_country = NULL, document_expiry = NULL
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n(id text, facts text) WHERE c.id = n.id`;
      return rows.length;
    },
    { timeout: LONGEST_BATCH_MS },
  );
}

async function refuseDifferences(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "select check_id as id from identities where num_nonnulls(birth_date, document_expiry) > 0 limit 3",
  );
  if (rows.length === 0) return;
  throw new Error(
    `identities differ in birth date or expiry from their checks (${rows.map(({ id }) => id).join(", ")}); ` +
      "correct the identities first, so that nothing is lost",
  );
}
