import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyLedger } from "@/lib/domain/core/ledger";
import { superuserClient } from "@/lib/testing/sql";
import { integrateAll } from "@/lib/testing/transparency";
import { verifyLog } from ".";

// A superuser, because triggers can't stop one. Verification exists for this case.
let superuser: pg.Client;
beforeAll(async () => {
  superuser = await superuserClient();
  await superuser.query("SET session_replication_role = replica");
});
afterAll(() => superuser.end());

/** The result of a verification after a change of a table, which is then undone. */
async function afterTampering(table: string, sql: string) {
  await superuser.query(`CREATE TEMP TABLE kept AS TABLE ${table}`);
  try {
    expect((await superuser.query(sql)).rowCount, "the tampering itself works").toBeGreaterThan(0);
    return await verifyLog();
  } finally {
    await superuser.query(`DELETE FROM ${table}; INSERT INTO ${table} TABLE kept; DROP TABLE kept`);
  }
}

it("verifies, and counts the leaves", async () => {
  await integrateAll(300);
  const before = await verifyLog();
  expect(before).toMatchObject({ ok: true, firstBroken: null });
  await integrateAll(2);
  expect(await verifyLog()).toEqual({ ok: true, leaves: before.leaves + 2, firstBroken: null });
});

it("finds an entry that was changed together with its chain, which hashes don't", async () => {
  await integrateAll(10);
  await superuser.query("CREATE TEMP TABLE kept_heads AS TABLE ledger_heads");
  await superuser.query("CREATE TEMP TABLE kept_verified AS TABLE ledger_verified; DELETE FROM ledger_verified");
  const lastOfChain =
    "(SELECT chain, max(position) AS position FROM ledger_entries GROUP BY chain ORDER BY chain LIMIT 1)";
  const result = await afterTampering(
    "ledger_entries",
    `WITH last AS ${lastOfChain}, changed AS (
       UPDATE ledger_entries e SET reason = 'Curiosity', hash = ledger_hash(e.prev_hash, e.chain, e.position, e.at, e.seq, e.actor_kind,
         e.actor_id, e.action, e.subject_kind, e.subject_id, e.partner_id, 'Curiosity', e.request_id, e.detail)
       FROM last WHERE (e.chain, e.position) = (last.chain, last.position) RETURNING e.chain, e.hash)
     UPDATE ledger_heads h SET hash = changed.hash FROM changed WHERE h.chain = changed.chain`,
  );
  expect(result.firstBroken).toMatchObject({ problem: "leaf" });
  await superuser.query("DELETE FROM ledger_heads; INSERT INTO ledger_heads TABLE kept_heads");
  await superuser.query("INSERT INTO ledger_verified TABLE kept_verified");
  expect([(await verifyLedger()).ok, (await verifyLog()).ok]).toEqual([true, true]);
});

it.each([
  ["ledger_entries", "DELETE FROM ledger_entries WHERE seq = (SELECT min(seq) FROM ledger_entries)", "leaf"],
  ["ledger_leaves", "UPDATE ledger_leaves SET salt = sha256(salt) WHERE index = 3", "leaf"],
  ["ledger_leaves", "DELETE FROM ledger_leaves WHERE index = 5", "leaf"],
  ["ledger_leaves", "DELETE FROM ledger_leaves WHERE index = (SELECT max(index) FROM ledger_leaves)", "checkpoint"],
  ["ledger_leaves", "DELETE FROM ledger_leaves", "checkpoint"],
  ["ledger_nodes", "UPDATE ledger_nodes SET hash = sha256(hash)", "tile"],
  ["ledger_nodes", "DELETE FROM ledger_nodes", "tile"],
  ["ledger_checkpoints", "UPDATE ledger_checkpoints SET root = sha256(root)", "checkpoint"],
])("in %s, finds: %s", async (table, sql, problem) => {
  await integrateAll(300);
  expect((await afterTampering(table, sql)).firstBroken).toMatchObject({ problem });
  expect((await verifyLog()).ok, "undone").toBe(true);
});
