import { expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { certify } from "@/lib/testing/certificates";
import { makePartner, systemCtx } from "@/lib/testing/factories";
import { makeProduction } from "@/lib/testing/productions";
import { asOwner, ownerClient } from "@/lib/testing/sql";
import { revokeCertificate } from "./revoke-certificate";

/** A production with a superseded and a CURRENT certificate, perhaps revoked. */
async function twice({ revoked = false } = {}): Promise<string> {
  const production = await makeProduction({ performers: [], depictions: 0 });
  await certify(production);
  await certify(production);
  if (revoked) await revokeCertificate(systemCtx(), { productionId: production.id, reason: "x" });
  return production.id;
}

const COLUMNS = "production_id, status, origin, package_id, attestation_id, kid, jwt, issued_at, expires_at";
const again = (status: string, more = "") =>
  `INSERT INTO certificates (id, ${COLUMNS}) SELECT 'another', ${COLUMNS.replace("status", `'${status}'`)}
   FROM certificates WHERE production_id = $1 AND superseded_by_id IS NOT NULL ${more}`;
const REVOKE =
  "status = 'REVOKED', revoked_at = now(), reason = 'unspecified', listed_as = 'revocation', listed_at = now()";

it.each([
  ["a certificate is kept", "DELETE FROM certificates WHERE production_id = $1"],
  ["keeps what it says", "UPDATE certificates SET jwt = jwt || 'A' WHERE production_id = $1"],
  ["keeps what it says", "UPDATE certificates SET expires_at = expires_at + interval '1 day' WHERE production_id = $1"],
  ["keeps what it says", "UPDATE certificates SET package_id = NULL WHERE production_id = $1"],
  [
    "stays ended",
    "UPDATE certificates SET status = 'CURRENT', superseded_at = NULL, superseded_by_id = NULL WHERE production_id = $1 AND status = 'SUPERSEDED'",
  ],
  [
    "how a certificate ended",
    "UPDATE certificates SET superseded_at = now() WHERE production_id = $1 AND status = 'SUPERSEDED'",
  ],
  [
    "how a certificate ended",
    `UPDATE certificates SET ${REVOKE}, superseded_by_id = NULL WHERE production_id = $1 AND status = 'SUPERSEDED'`,
  ],
  ["certificates_listed", "UPDATE certificates SET status = 'REVOKED', revoked_at = now() WHERE production_id = $1"],
  [
    "certificates_listed_at",
    `UPDATE certificates SET ${REVOKE.replace(", listed_at = now()", "")} WHERE production_id = $1`,
  ],
  [
    "certificates_reason",
    `UPDATE certificates SET ${REVOKE.replace("unspecified", "because")} WHERE production_id = $1`,
  ],
  ["certificates_current", again("CURRENT")],
])("the database refuses, because of “%s”: %s", async (words, sql) => {
  await expect(asOwner(sql, [await twice()])).rejects.toThrow(words);
});

it.each([
  [
    "stays ended",
    "UPDATE certificates SET status = 'SUPERSEDED', revoked_at = NULL, listed_as = NULL, listed_at = NULL WHERE production_id = $1 AND superseded_at IS NOT NULL",
  ],
  [
    "how a certificate ended",
    "UPDATE certificates SET revoked_at = revoked_at + interval '1 day' WHERE production_id = $1",
  ],
  [
    "how a certificate ended",
    "UPDATE certificates SET listed_at = listed_at + interval '1 day' WHERE production_id = $1",
  ],
  ["how a certificate ended", "UPDATE certificates SET reason = 'removal_request:1' WHERE production_id = $1"],
  ["only a documented production", again("CURRENT")],
])("after a revocation, the database refuses, because of “%s”: %s", async (words, sql) => {
  await expect(asOwner(sql, [await twice({ revoked: true })])).rejects.toThrow(words);
});

it("the database refuses to empty the table, and a certificate about another production's package", async () => {
  await expect(asOwner("TRUNCATE certificates CASCADE")).rejects.toThrow("never truncated");
  const [mine, theirs] = [await twice(), await twice()];
  const sql = `
    INSERT INTO certificates (id, ${COLUMNS}, superseded_at)
    SELECT $2, $3, 'SUPERSEDED', origin, package_id, attestation_id, kid, jwt, issued_at, expires_at, now()
    FROM certificates WHERE production_id = $1 LIMIT 1`;
  await expect(asOwner(sql, [theirs, newId(), mine])).rejects.toThrow("about a sealed package of its production");
});

it("the database refuses to commit a revocation or a link that took too long", async () => {
  const productionId = await twice();
  const partner = await makePartner();
  const client = await ownerClient();
  try {
    // A minute later by its clock.
    await client.query("CREATE SCHEMA later");
    await client.query(`CREATE FUNCTION later.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
      $$ SELECT pg_catalog.clock_timestamp() + interval '1 minute' $$`);
    await client.query("SET search_path = later, pg_catalog, public");
    await client.query("BEGIN");
    await client.query(`UPDATE certificates SET ${REVOKE} WHERE production_id = $1`, [productionId]);
    await expect(client.query("COMMIT")).rejects.toThrow("a revocation is committed within 30 seconds");
    await client.query("BEGIN");
    await client.query("INSERT INTO production_partners VALUES ($1, $2, now())", [productionId, partner.id]);
    await expect(client.query("COMMIT")).rejects.toThrow("a link is committed within 30 seconds");
  } finally {
    await client.query("DROP SCHEMA later CASCADE");
    await client.end();
  }
});
