import type { Client } from "pg";
import { openSigner, readKeySet } from "@/lib/domain/productions/certificates";
import { signCertificate } from "@/lib/domain/productions/certificates/certificate-jwt";
import { sha256Hex } from "@/lib/platform/crypto";
import { DAY_MS } from "@/lib/platform/duration";
import { makeKeys, warm } from "./database";

/** A production with a genuine certificate, one of its performers, and a key of its partner. */
export type ProductionTarget = {
  productionId: string;
  partnerId: string;
  key: string;
  email: string;
  certificate: string;
};

const PARTNERS = 200;
const PERFORMERS = 100_000;
const BATCH = 100_000;
const TABLES = ["productions", "production_partners", "production_performers", "partner_performers", "certificates"];
// What a certificate's text takes. Those that no request sends are filled with it.
const TEXT_LENGTH = 1_200;

/** An id of 25 characters for a number. */
const idOf = (kind: string, n: string): string => `'${kind}' || lpad((${n})::text, 24, '0')`;
const partnerOf = (n: string): string => idOf("a", `(${n}) % ${PARTNERS}`);
// A performer works for one partner.
const emailOf = (n: string): string => `'performer' || ((${n}) % ${PERFORMERS}) || '@example.com'`;

/**
 * Makes documented productions, each of one partner, with two performers and a certificate, bypassing guards, because their
 * scenes and packages don't matter here. Keeps them from an earlier run.
 */
export async function makeProductions(client: Client, count: number): Promise<void> {
  const { rows } = await client.query<{ count: string }>("SELECT count(*) FROM productions");
  if (Number(rows[0]?.count) === count) return;
  await client.query("SET session_replication_role = replica; SET synchronous_commit = off");
  await client.query(`TRUNCATE ${TABLES.join()}, producers, partners CASCADE`);
  await client.query(`INSERT INTO partners (id, name, plan, status)
    SELECT ${partnerOf("n")}, 'Platform ' || n, 'platform_pays', 'active' FROM generate_series(0, ${PARTNERS - 1}) n`);
  await client.query(`INSERT INTO producers (id, user_id, name, created_at)
    SELECT ${idOf("b", "n")}, ${idOf("b", "n")}, 'Producer ' || n, now() FROM generate_series(0, ${PARTNERS - 1}) n`);
  for (let from = 0; from < count; from += BATCH) {
    const series = `generate_series(${from}, ${Math.min(from + BATCH, count) - 1}) n`;
    await client.query(`INSERT INTO productions (id, producer_id, title, production_date, status, documented_at, created_at)
      SELECT ${idOf("c", "n")}, ${idOf("b", `n % ${PARTNERS}`)}, 'Production ' || n, now(), 'documented', now(), now() FROM ${series}`);
    await client.query(`INSERT INTO production_partners (production_id, partner_id, linked_at)
      SELECT ${idOf("c", "n")}, ${partnerOf("n")}, now() FROM ${series}`);
    await client.query(`INSERT INTO production_performers (id, production_id, email, scene_id, added_at)
      SELECT ${idOf("d", "n * 2 + role")}, ${idOf("c", "n")}, ${emailOf(`n + role * ${PARTNERS}`)}, ${idOf("e", "n")}, now()
      FROM ${series}, generate_series(0, 1) role`);
    // What triggers keep.
    await client.query(`INSERT INTO partner_performers (partner_id, email, production_id)
      SELECT ${partnerOf("n")}, ${emailOf(`n + role * ${PARTNERS}`)}, ${idOf("c", "n")} FROM ${series}, generate_series(0, 1) role`);
    await client.query(`INSERT INTO certificates (id, production_id, origin, package_id, attestation_id, kid, jwt, issued_at, expires_at)
      SELECT ${idOf("f", "n")}, ${idOf("c", "n")}, 'documented', ${idOf("g", "n")}, ${idOf("h", "n")}, 'none',
        repeat('e', ${TEXT_LENGTH}), now(), now() + interval '365 days' FROM ${series}`);
  }
  await client.query("SET session_replication_role = DEFAULT; RESET synchronous_commit");
  await client.query(`VACUUM ANALYZE ${TABLES.join()}`);
}

/** Productions spread over all, with certificates signed anew and new API keys. */
export async function makeProductionTargets(
  client: Client,
  { productions, targets }: { productions: number; targets: number },
): Promise<{ targets: ProductionTarget[]; keySet: string }> {
  const keys = await makeKeys(client);
  const now = Date.now();
  const signer = await openSigner();
  const made: ProductionTarget[] = [];
  for (let n = 0; n < targets; n++) {
    const place = (n * 7919) % targets;
    const apart = Math.floor(productions / targets);
    // Not a multiple of the number of partners.
    const at = place * apart + (place % apart);
    const [productionId, certificateId, partnerId] = [
      ["c", at],
      ["f", at],
      ["a", at % PARTNERS],
    ].map(([kind, number]) => `${kind}${String(number).padStart(24, "0")}`) as [string, string, string];
    const contents = {
      productionId,
      certificateId,
      performerCount: 2,
      documentedAt: new Date(now - DAY_MS),
      sealedAt: new Date(now),
      archiveSha256: sha256Hex(productionId),
    };
    const { jwt } = await signCertificate(contents, signer);
    const key = keys.get(partnerId)?.[n % (keys.get(partnerId)?.length ?? 1)];
    if (!key) throw new Error(`The partner ${partnerId} has no key.`);
    made.push({ productionId, partnerId, key, email: `performer${at % PERFORMERS}@example.com`, certificate: jwt });
  }
  await client.query("SET session_replication_role = replica");
  await client.query(
    `UPDATE certificates c SET jwt = t.jwt, kid = (SELECT kid FROM certificate_keys WHERE retires_at IS NULL)
     FROM unnest($1::text[], $2::text[]) AS t(production_id, jwt) WHERE c.production_id = t.production_id`,
    [made.map(({ productionId }) => productionId), made.map(({ certificate }) => certificate)],
  );
  await client.query("SET session_replication_role = DEFAULT");
  await warm(client, [...TABLES, "partners", "producers"]);
  const { keys: set } = await readKeySet();
  return { targets: made, keySet: JSON.stringify(set) };
}
