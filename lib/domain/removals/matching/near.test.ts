import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Prisma } from "@/lib/platform/db";
import { flipped, hashOf } from "@/lib/testing/picture-hashes";
import { ownerClient } from "@/lib/testing/sql";
import { near } from "./near";

const COUNT = 400;
let client: pg.Client;

beforeAll(async () => {
  client = await ownerClient();
  // Hides the table itself, with the same database indexes.
  await client.query("CREATE TEMP TABLE copy_hashes (LIKE public.copy_hashes INCLUDING INDEXES)");
  const hashes = Array.from({ length: COUNT }, (_, n) => flipped(hashOf(n % 8), n % 45));
  await client.query(
    `INSERT INTO copy_hashes SELECT n::text, 'p', 0, NULL, hash::bit(256), array_fill(hash::bit(256), ARRAY[7]), 90, n % 3 = 0
     FROM unnest($1::text[]) WITH ORDINALITY AS h (hash, n)`,
    [hashes],
  );
  await client.query("SET enable_seqscan = off");
});
afterAll(() => client.end());

it.each([0, 5, 10, 20, 31])("finds by database indexes what a scan finds within %i bits", async (most) => {
  const wanted = Array.from({ length: 40 }, (_, n) => flipped(hashOf(n % 10), n % 4));
  const among = Prisma.sql`unnest(${wanted}::bit(256)[]) WITH ORDINALITY AS w (pdq, n)`;
  const look = Prisma.sql`SELECT DISTINCT w.n, h.depiction_id AS id, h.bits FROM ${among} CROSS JOIN LATERAL (${near("copy_hashes", Prisma.sql`w.pdq`, most)}) AS h ORDER BY 1, 2`;
  const scan = Prisma.sql`SELECT w.n, h.depiction_id AS id, bit_count(h.pdq # w.pdq)::int AS bits FROM ${among} JOIN copy_hashes h ON bit_count(h.pdq # w.pdq) <= ${most} ORDER BY 1, 2`;
  const found = (await client.query(look.text, look.values)).rows;
  expect(found.length).toBeGreaterThan(30);
  expect(found).toEqual((await client.query(scan.text, scan.values)).rows);
  const plan = await client.query({ text: `EXPLAIN ${look.text}`, values: look.values, rowMode: "array" });
  expect(plan.rows.join("\n")).not.toMatch(/Seq Scan on copy_hashes/);
});

it("finds what requests are about by database indexes of their own", async () => {
  const look = Prisma.sql`SELECT DISTINCT h.depiction_id AS id FROM (VALUES (${hashOf(0)}::bit(256))) AS w (pdq)
    CROSS JOIN LATERAL (${near("meant_copy_hashes", Prisma.sql`w.pdq`, 31)}) AS h ORDER BY 1`;
  const scan = Prisma.sql`SELECT h.depiction_id AS id FROM copy_hashes h WHERE bit_count(h.pdq # ${hashOf(0)}::bit(256)) <= 31 AND h.is_meant ORDER BY 1`;
  const found = (await client.query(look.text, look.values)).rows;
  expect(found.length).toBeGreaterThan(10);
  expect(found).toEqual((await client.query(scan.text, scan.values)).rows);
  const { rows } = await client.query<{ name: string }>(
    "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'copy_hashes'::regclass AND indpred IS NOT NULL",
  );
  expect(rows).toHaveLength(11);
  const plan = await client.query({ text: `EXPLAIN ${look.text}`, values: look.values, rowMode: "array" });
  for (const { name } of rows) expect(plan.rows.join("\n")).toContain(name);
});

it("refuses a distance that the database indexes don't find", () => {
  expect(() => near("copy_hashes", Prisma.sql`''`, 32)).toThrow(RangeError);
});
