import { PrismaPg } from "@prisma/adapter-pg";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sealDocumentNumber, withFacts } from "@/lib/domain/id-facts";
import { makeEarlierDatabase } from "@/lib/testing/earlier-database";
import { PrismaClient } from "@/prisma/generated/client";
import { migrate } from "./migrate";

// A database as the version before left it: birth dates and documents are in columns of their own.

const LAST_BEFORE = "20261122140000_owners_functions";
const COUNT = 450;

let owner: string;
let client: Client;
let db: PrismaClient;

beforeAll(async () => {
  ({ owner } = await makeEarlierDatabase("sealing", LAST_BEFORE));
  client = new Client({ connectionString: owner });
  await client.connect();
  db = new PrismaClient({ adapter: new PrismaPg({ connectionString: owner }) });
  await client.query(OLD_ROWS, [COUNT]);
  const check = { id: "c1", userId: "u1" };
  await db.$executeRaw`
    UPDATE identity_checks SET document_number = ${await sealDocumentNumber(db, check, "C01X00T47")} WHERE id = 'c1'`;
});

afterAll(async () => {
  await client.end();
  await db.$disconnect();
});

// Each fifth is a draft that says nothing yet, and each third of the rest is approved.
const OLD_ROWS = `
  WITH n AS (SELECT n FROM generate_series(1, $1) n),
  u AS (INSERT INTO users (id, email) SELECT 'u' || n, n || '@example.com' FROM n),
  c AS (INSERT INTO identity_checks (id, user_id, driver, status, legal_name, birth_date, document_type, document_country,
          document_expiry, submitted_at, decided_at)
        SELECT 'c' || n, 'u' || n, 'custodian_review',
          (CASE WHEN n % 5 = 0 THEN 'draft' WHEN n % 3 = 0 THEN 'approved' ELSE 'submitted' END)::identity_check_status,
          'Ada', CASE WHEN n % 5 <> 0 THEN date '1987-03-01' + n::int END, CASE WHEN n % 2 = 0 THEN 'id_card'::document_type END,
          CASE WHEN n % 2 = 0 THEN 'DE' END, CASE WHEN n % 4 = 0 THEN date '2031-01-01' + n::int END, now(),
          CASE WHEN n % 5 <> 0 AND n % 3 = 0 THEN now() END FROM n)
  INSERT INTO identities (user_id, check_id, legal_name, birth_date, document_expiry, verified_at, last_changed_at)
  SELECT 'u' || n, 'c' || n, 'Ada', date '1987-03-01' + n::int, CASE WHEN n % 4 = 0 THEN date '2031-01-01' + n::int END, now(), now()
  FROM n WHERE n % 5 <> 0 AND n % 3 = 0`;

const dayAfter = (day: string, n: number) => new Date(Date.parse(day) + n * 86_400_000);

it("seals everything, resuming where it was killed, and keeps every date and document", async () => {
  await client.query(`
    CREATE FUNCTION killed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$;
    CREATE TRIGGER killed BEFORE UPDATE ON identity_checks FOR EACH ROW WHEN (OLD.id = 'c98') EXECUTE FUNCTION killed()`);
  await expect(migrate(owner)).rejects.toThrow("killed");
  const { rows } = await client.query<{ sealed: number; plain: number }>(
    "SELECT count(facts)::int AS sealed, count(birth_date)::int AS plain FROM identity_checks",
  );
  expect(rows[0]?.sealed).toBeGreaterThan(0);
  expect(rows[0]?.plain).toBeGreaterThan(0);
  await client.query("DROP FUNCTION killed CASCADE");
  await migrate(owner);

  const checks = await withFacts(db, await db.identityCheck.findMany());
  expect(checks).toHaveLength(COUNT);
  for (const { id, birthDate, documentType, documentCountry, documentExpiry } of checks) {
    const n = Number(id.slice(1));
    expect({ id, birthDate, documentType, documentCountry, documentExpiry }).toEqual({
      id,
      birthDate: n % 5 === 0 ? null : dayAfter("1987-03-01", n),
      documentType: n % 2 === 0 ? "id_card" : null,
      documentCountry: n % 2 === 0 ? "DE" : null,
      documentExpiry: n % 4 === 0 ? dayAfter("2031-01-01", n) : null,
    });
  }
});

it("leaves nothing readable, and decided checks as final as before", async () => {
  const { rows } = await client.query<{ said: string }>("SELECT c::text AS said FROM identity_checks c");
  for (const { said } of rows) expect(said).not.toMatch(/19(87|88)-|2031-|id_card|DE/);
  const columns = await client.query("SELECT 1 FROM information_schema.columns WHERE column_name = 'birth_date'");
  expect(columns.rowCount).toBe(0);
  await expect(client.query("UPDATE identity_checks SET facts = 'x' WHERE id = 'c3'")).rejects.toThrow(
    "does not change",
  );
});
