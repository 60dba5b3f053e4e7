import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isConsistent, openCheckpoint, parseVerifierKey, verifyProof } from "@/clients/ledger/verify.mjs";
import { entriesToProve, verifyLedger } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { mortalWorker } from "@/lib/testing/mortal-program";
import { randomNumbers, rounds } from "@/lib/testing/random";
import { superuserClient } from "@/lib/testing/sql";
import { integrateAll, recordAbout, tileAt, verifierKeys } from "@/lib/testing/transparency";
import type { LedgerEntry } from "@/prisma/generated/client";
import { readCheckpoint } from ".";
import { commitmentOf } from "./leaf";
import { proveEntries } from "./prove";
import { type Above, Edge, leafHash } from "./tree";

// Somebody who owns the database, the keys and this program rewrites history: alters, removes or adds an entry, and then recomputes all
// that depends on it. Nothing inside shows it. A checkpoint from yesterday does.

const worker = mortalWorker();
const random = randomNumbers();
const below = (limit: number) => Math.floor(random() * limit);

let superuser: pg.Client;
beforeAll(async () => {
  superuser = await superuserClient();
  await superuser.query("SET session_replication_role = replica");
});
afterAll(() => superuser.end());

const TABLES = ["entries", "heads", "verified", "leaves", "nodes", "checkpoints"];

type Line = { entry: LedgerEntry; salt: Uint8Array };

/** The whole log in its order. */
async function readLines(): Promise<Line[]> {
  const [entries, leaves] = [
    await db.ledgerEntry.findMany(),
    await db.ledgerLeaf.findMany({ orderBy: { index: "asc" } }),
  ];
  const byPlace = new Map(entries.map((entry) => [`${entry.chain} ${entry.position}`, entry]));
  return leaves.map(({ chain, position, salt }) => ({
    entry: byPlace.get(`${chain} ${position}`) as LedgerEntry,
    salt,
  }));
}

/** Writes the ledger anew: chains, heads, leaves with the salts that they had, the tree over them, and a tree to go on from. */
async function rewrite(lines: readonly Line[]): Promise<void> {
  await superuser.query(TABLES.map((name) => `DELETE FROM ledger_${name}`).join("; "));
  const ends = new Map<number, bigint>();
  const edge = new Edge(0, []);
  const above: Above[] = [];
  const [entries, leaves] = [[] as object[], [] as object[]];
  for (const [index, { entry, salt }] of lines.entries()) {
    const position = (ends.get(entry.chain) ?? 0n) + 1n;
    ends.set(entry.chain, position);
    const moved = { ...entry, position };
    const commitment = commitmentOf(moved, salt);
    above.push(...edge.append(leafHash(commitment)));
    const { actorKind, actorId, subjectKind, subjectId, partnerId, requestId } = entry;
    entries.push({
      ...{ seq: `${entry.seq}`, chain: entry.chain, position: `${position}`, at: entry.at, action: entry.action },
      ...{ actor_kind: actorKind, actor_id: actorId, subject_kind: subjectKind, subject_id: subjectId },
      ...{ partner_id: partnerId, reason: entry.reason, request_id: requestId, detail: entry.detail },
      ...{ prev_hash: "\\x", hash: "\\x" },
    });
    const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString("hex")}`;
    leaves.push({ index, chain: entry.chain, position: `${position}`, salt: hex(salt), commitment: hex(commitment) });
  }
  const insert = (table: string, rows: readonly object[]) =>
    superuser.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`, [
      JSON.stringify(rows),
    ]);
  const hexes = above.map(({ hash, ...place }) => ({ ...place, hash: `\\x${hash.toString("hex")}` }));
  await insert("ledger_entries", entries);
  await insert("ledger_leaves", leaves);
  await insert("ledger_nodes", hexes);
  await superuser.query(`
    DO $$ DECLARE e ledger_entries; prev bytea; of_chain int; n bigint; BEGIN
      FOR of_chain IN 0..63 LOOP
        prev := sha256(convert_to('ledger chain ' || of_chain, 'UTF8')); n := 0;
        FOR e IN SELECT * FROM ledger_entries WHERE chain = of_chain ORDER BY position LOOP
          UPDATE ledger_entries SET prev_hash = prev, hash = ledger_hash(prev, e.chain, e.position, e.at, e.seq, e.actor_kind, e.actor_id,
            e.action, e.subject_kind, e.subject_id, e.partner_id, e.reason, e.request_id, e.detail)
          WHERE seq = e.seq RETURNING hash, position INTO prev, n;
        END LOOP;
        INSERT INTO ledger_heads VALUES (of_chain, n, prev);
      END LOOP; END $$`);
  await superuser.query(
    "INSERT INTO ledger_checkpoints (size, root, origin, note, at) VALUES ($1, $2, 'localhost:3000/ledger', '', now())",
    [lines.length, edge.root()],
  );
}

/** A forgery among the first entries of the log. */
function forge(lines: readonly Line[], among: number): { how: string; forged: Line[] } {
  const at = below(among);
  const line = lines[at] as Line;
  const before = lines.slice(0, at);
  const after = lines.slice(at + 1);
  switch (below(3)) {
    case 0:
      return { how: `removed ${at}`, forged: [...before, ...after] };
    case 1: {
      const added = {
        entry: { ...line.entry, seq: BigInt(1e9), actorId: newId() },
        salt: Buffer.alloc(32, below(256)),
      };
      return { how: `added after ${at}`, forged: [...before, line, added, ...after] };
    }
    default: {
      const changes: Partial<LedgerEntry>[] = [
        { reason: newId() },
        { actorId: newId() },
        { at: new Date(line.entry.at.getTime() + 1) },
        { detail: `${line.entry.detail} ` },
        { action: "identity_check.approved" },
      ];
      const change = changes[below(changes.length)];
      const how = `altered ${Object.keys(change ?? {})} of ${at}`;
      return { how, forged: [...before, { ...line, entry: { ...line.entry, ...change } }, ...after] };
    }
  }
}

it("a history that its owner rewrote is refused against yesterday's checkpoint, each of 100 times", async () => {
  const ids = Array.from({ length: 700 }, () => newId());
  for (let at = 0; at < ids.length; at += 10) await recordAbout(ids.slice(at, at + 10));
  await integrateAll();
  const trusted = await Promise.all((await verifierKeys()).map(parseVerifierKey));
  const yesterday = await openCheckpoint((await readCheckpoint()) ?? "", trusted);
  const lines = await readLines();
  const today = async () => {
    // A day's work goes on, and the log's own key signs it.
    await integrateAll(3);
    expect((await verifyLedger()).ok).toBe(true);
    return openCheckpoint((await readCheckpoint()) ?? "", trusted);
  };
  await rewrite(lines);
  const honest = await today();
  expect(await isConsistent(yesterday, honest, tileAt), "the same history, written anew").toBe(true);
  const accepted: string[] = [];
  for (let round = 0; round < rounds(100); round++) {
    const { how, forged } = forge(lines, yesterday.size);
    await rewrite(forged);
    const tree = await today();
    expect(tree.size).toBe(forged.length + 3);
    if (await isConsistent(yesterday, tree, tileAt)) accepted.push(how);
  }
  expect(accepted).toEqual([]);
  await rewrite(lines);
  expect(await isConsistent(yesterday, await today(), tileAt)).toBe(true);
});

it("workers that are killed while they integrate leave each entry one leaf", async () => {
  for (let death = 0; death < rounds(4); death++) {
    const ids = Array.from({ length: 3_000 }, () => newId());
    const before = await db.ledgerLeaf.count();
    await recordAbout(ids);
    await worker.start();
    await expect.poll(() => db.ledgerLeaf.count(), { interval: 5 }).toBeGreaterThan(before);
    await worker.kill();
  }
  await integrateAll();
  expect(await db.ledgerLeaf.count()).toBe(await db.ledgerEntry.count());
  const trusted = await Promise.all((await verifierKeys()).map(parseVerifierKey));
  const [last] = await db.ledgerEntry.findMany({ orderBy: { seq: "desc" }, take: 1 });
  const about = [{ kind: "identity_check", ids: [last?.subjectId ?? ""] }] as const;
  for await (const { text } of proveEntries(await entriesToProve("custodian", { about }))) {
    expect((await verifyProof(text, trusted)).entry.subjectId).toBe(last?.subjectId);
  }
});
