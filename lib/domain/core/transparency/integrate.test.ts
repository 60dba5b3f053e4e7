import { createPublicKey, verify } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { chainOf, ledgerRow, record } from "@/lib/domain/core/ledger";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { setVariables } from "@/lib/testing/env";
import { ctxFor, systemCtx } from "@/lib/testing/factories";
import { clearMasterKeyUse } from "@/lib/testing/master-key";
import { asOwner, ownerClient, refuseWrites } from "@/lib/testing/sql";
import { recordAbout } from "@/lib/testing/transparency";
import { addLedgerKey, integrate, listLedgerKeys, readCheckpoint, retireLedgerKey, startIntegrating } from ".";
import { commitmentOf } from "./leaf";
import { textOf } from "./note";
import { tilePlace } from "./read-log";
import { leafHash } from "./tree";

const lineOf = (id: string) =>
  ({
    ctx: ctxFor({ kind: "system", name: "test" }, { requestId: newId() }),
    action: "identity_check.started",
    subject: { kind: "identity_check", id },
  }) as const;

const write = (id: string = newId()): Promise<unknown> => inTransaction(async (tx) => record(tx, lineOf(id)));

/** Integrates all there is. */
async function integrateAll(): Promise<number> {
  let all = 0;
  for (let added = await integrate(); added > 0; added = await integrate()) all += added;
  return all;
}

/** What the log must be, whatever happened: a leaf for each entry, once, in the order of its chain, committing to it. */
async function expectWhole(): Promise<void> {
  const [entries, leaves, last] = await Promise.all([
    db.ledgerEntry.findMany(),
    db.ledgerLeaf.findMany({ orderBy: { index: "asc" } }),
    db.ledgerCheckpoint.findFirstOrThrow({ orderBy: { size: "desc" } }),
  ]);
  expect(leaves.map(({ index }) => Number(index))).toEqual(entries.map((_, n) => n));
  expect(Number(last.size)).toBe(entries.length);
  const ends = new Map<number, bigint>();
  const byPlace = new Map(entries.map((entry) => [`${entry.chain} ${entry.position}`, entry]));
  for (const { chain, position, salt, commitment } of leaves) {
    expect(position).toBe((ends.get(chain) ?? 0n) + 1n);
    ends.set(chain, position);
    const entry = byPlace.get(`${chain} ${position}`);
    expect(entry && commitmentOf(entry, salt).equals(commitment)).toBe(true);
  }
}

describe("the integrator", () => {
  it("gives each entry of concurrent writers one leaf, while a slow transaction commits late", async () => {
    const slow = await ownerClient();
    await slow.query("BEGIN");
    // Chain 7, with a lower number than all that follow.
    await slow.query("SELECT ledger_append(7::smallint, $1::jsonb)", [JSON.stringify([ledgerRow(lineOf("slow"))])]);
    // Writers of chain 7 wait for it; those of others don't. Two wait, because more could take every connection.
    const chainOfId = (id: string) => chainOf([ledgerRow(lineOf(id))]);
    const ids = Array.from({ length: 1_000 }, () => newId());
    const [waiting, others] = [ids.filter((id) => chainOfId(id) === 7), ids.filter((id) => chainOfId(id) !== 7)];
    const writing = Promise.all([...waiting.slice(0, 2), ...others.slice(0, 200)].map(write));
    const during: number[] = [];
    for (let tries = 0; tries < 20; tries++) during.push(await integrate());
    expect(during.some((added) => added > 0)).toBe(true);
    const before = await db.ledgerLeaf.count();
    expect(await db.ledgerEntry.count({ where: { subjectId: "slow" } })).toBe(0);
    await slow.query("COMMIT");
    await slow.end();
    await writing;
    await integrateAll();
    await expectWhole();
    const late = await db.ledgerEntry.findFirstOrThrow({ where: { subjectId: "slow" } });
    const { chain, position, seq } = late;
    const leaf = await db.ledgerLeaf.findUniqueOrThrow({ where: { chain_position: { chain, position } } });
    expect(Number(leaf.index)).toBeGreaterThanOrEqual(before);
    const [earlier] = await db.$queryRaw<unknown[]>`
      SELECT FROM ledger_leaves l JOIN ledger_entries e USING (chain, position) WHERE l.index < ${leaf.index} AND e.seq > ${seq} LIMIT 1`;
    expect(earlier, "an entry with a higher number has an earlier leaf").toBeDefined();
  });

  it("is one, when several run", async () => {
    await Promise.all(Array.from({ length: 300 }, () => write()));
    const added = await Promise.all(Array.from({ length: 8 }, integrateAll));
    expect(added.filter((count) => count > 0).length).toBeGreaterThan(0);
    await integrateAll();
    await expectWhole();
  });

  it.each(["ledger_leaves", "ledger_nodes", "ledger_checkpoints"])(
    "that dies before it writes %s leaves nothing behind",
    async (table) => {
      await Promise.all(Array.from({ length: 300 }, () => write()));
      const before = await readCheckpoint();
      const allow = await refuseWrites(table, { on: "INSERT" });
      await expect(integrate()).rejects.toThrow();
      await allow();
      expect(await readCheckpoint()).toBe(before);
      await integrateAll();
      await expectWhole();
    },
  );

  it("signs about once a second while entries come, and doesn't pause while there are many", async () => {
    await integrateAll();
    const count = () => db.ledgerCheckpoint.count();
    const before = await count();
    const integrating = startIntegrating();
    const until = Date.now() + 2_200;
    while (Date.now() < until) await write();
    await integrating.stop();
    expect((await count()) - before).toBeLessThanOrEqual(5);
    await integrateAll();
    await Promise.all(Array.from({ length: 4 }, () => recordAbout(Array.from({ length: 300 }, () => newId()))));
    const [leaves, started] = [await db.ledgerLeaf.count(), Date.now()];
    const again = startIntegrating();
    while ((await db.ledgerLeaf.count()) < leaves + 1_200) await wait(20);
    await again.stop();
    expect(Date.now() - started).toBeLessThan(5_000);
    await expectWhole();
  });

  it("signs nothing new without new entries", async () => {
    await write();
    await integrateAll();
    const before = await readCheckpoint();
    expect(await integrate()).toBe(0);
    expect(await readCheckpoint()).toBe(before);
  });

  it("refuses to continue a tree that isn't the one it signed", async () => {
    await write();
    await integrateAll();
    await write();
    const tamper = (sql: string) =>
      asOwner(
        `BEGIN; ALTER TABLE ledger_leaves DISABLE TRIGGER USER; ${sql}; ALTER TABLE ledger_leaves ENABLE TRIGGER USER; COMMIT`,
      );
    const last = "WHERE index = (SELECT max(index) FROM ledger_leaves)";
    await asOwner("CREATE TABLE kept_leaves AS TABLE ledger_leaves");
    await tamper(`UPDATE ledger_leaves SET commitment = sha256(commitment) ${last}`);
    await expect(integrate()).rejects.toThrow("isn't the one signed");
    await tamper(`DELETE FROM ledger_leaves ${last}`);
    await expect(integrate()).rejects.toThrow("another size");
    await tamper("DELETE FROM ledger_leaves; INSERT INTO ledger_leaves TABLE kept_leaves");
    await asOwner("DROP TABLE kept_leaves");
    await integrateAll();
    await expectWhole();
  });

  it("refuses to go on behind an entry that is gone, instead of leaving it out", async () => {
    const subject = newId();
    for (let n = 0; n < 3; n++) await write(subject);
    const before = await readCheckpoint();
    const middle =
      "position = (SELECT min(position) + 1 FROM ledger_entries WHERE subject_id = $subject) AND chain = (SELECT min(chain) FROM ledger_entries WHERE subject_id = $subject)";
    const tamper = (sql: string) =>
      asOwner(
        `BEGIN; ALTER TABLE ledger_entries DISABLE TRIGGER USER; ${sql.replaceAll("$subject", `'${subject}'`)};
         ALTER TABLE ledger_entries ENABLE TRIGGER USER; COMMIT`,
      );
    await tamper(
      `CREATE TABLE kept_entries AS SELECT * FROM ledger_entries WHERE ${middle}; DELETE FROM ledger_entries WHERE ${middle}`,
    );
    await expect(integrate()).rejects.toThrow("has a gap");
    expect(await readCheckpoint()).toBe(before);
    await tamper("INSERT INTO ledger_entries OVERRIDING SYSTEM VALUE TABLE kept_entries; DROP TABLE kept_entries");
    await integrateAll();
    await expectWhole();
  });
});

it.each(["ledger_leaves", "ledger_nodes", "ledger_checkpoints"])("the database keeps %s as it is", async (table) => {
  await Promise.all(Array.from({ length: 300 }, () => write()));
  await integrateAll();
  await expect(asOwner(`DELETE FROM ${table}`)).rejects.toThrow("append-only");
  await expect(
    asOwner(`UPDATE ${table} SET ${table === "ledger_checkpoints" ? "size" : "index"} = 1e9`),
  ).rejects.toThrow();
  await expect(asOwner(`TRUNCATE ${table} CASCADE`)).rejects.toThrow("never truncated");
});

describe("a key", () => {
  const signersOf = (note: string) =>
    note
      .slice(textOf(note).length + 1)
      .split("\n")
      .filter(Boolean);
  /** Whether a key signed a note, after c2sp.org/signed-note. */
  function signed(note: string, verifierKey: string): boolean {
    const [name = "", keyId = "", ...base64] = verifierKey.split("+");
    const x = Buffer.from(base64.join("+"), "base64").subarray(1).toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return signersOf(note).some((line) => {
      const [, of, signature = ""] = line.split(" ");
      const bytes = Buffer.from(signature, "base64");
      const isOurs = of === name && bytes.subarray(0, 4).toString("hex") === keyId;
      return isOurs && verify(null, Buffer.from(textOf(note)), key, bytes.subarray(4));
    });
  }

  it("signs beside its successor until it retires", async () => {
    await clearMasterKeyUse();
    await write();
    await integrateAll();
    const first = (await readCheckpoint()) ?? "";
    const [old] = await listLedgerKeys();
    const origin = first.split("\n")[0];
    expect(old?.verifierKey).toMatch(new RegExp(`^${origin}\\+[0-9a-f]{8}\\+`));
    expect([signersOf(first).length, signed(first, old?.verifierKey ?? "")]).toEqual([1, true]);
    // Verifiers refuse every checkpoint with a line of such a name.
    for (const name of ["", "two words", "a+b", "a\u00a0b", "a\u0001b", "a\nb"]) {
      await expect(addLedgerKey(systemCtx(), { name }), name).rejects.toMatchObject({ field: "name" });
    }
    const made = await addLedgerKey(systemCtx());
    await expect(addLedgerKey(systemCtx())).rejects.toMatchObject({ code: "rotation_running" });
    await integrateAll();
    const both = (await readCheckpoint()) ?? "";
    expect([old, made].map((key) => signed(both, key?.verifierKey ?? ""))).toEqual([true, true]);
    await retireLedgerKey(systemCtx(), { id: old?.id ?? "" });
    await expect(retireLedgerKey(systemCtx(), { id: old?.id ?? "" })).rejects.toMatchObject({ status: 404 });
    await expect(retireLedgerKey(systemCtx(), { id: made.id })).rejects.toMatchObject({ code: "last_key" });
    await integrateAll();
    const last = (await readCheckpoint()) ?? "";
    expect([old, made].map((key) => signed(last, key?.verifierKey ?? ""))).toEqual([false, true]);
    await expect(asOwner("DELETE FROM ledger_keys")).rejects.toThrow("is kept");
    await expect(asOwner("UPDATE ledger_keys SET retired_at = NULL")).rejects.toThrow("retires once");
    await expect(asOwner("UPDATE ledger_keys SET name = 'another'")).rejects.toThrow("is kept");
  });

  it("keeps the log's name when the base URL changes, until another is configured", async () => {
    await write();
    await integrateAll();
    const name = async () => (await readCheckpoint())?.split("\n")[0];
    const before = await name();
    setVariables({ BASE_URL: "https://moved.example.com" });
    await write();
    await integrateAll();
    expect(await name()).toBe(before);
    setVariables({ LEDGER_ORIGIN: "log.example.com/of/records" });
    await write();
    await integrateAll();
    expect(await name()).toBe("log.example.com/of/records");
  });
});

it.each([
  ["0/000", 0, 0, 256],
  ["1/x001/x234/067", 1, 1234067, 256],
  ["63/999.p/255", 63, 999, 255],
  ["entries/x001/000.p/1", "entries", 1000, 1],
])("reads the tile path %s", (path, level, index, width) => {
  expect(tilePlace(path)).toEqual({ level, index, width });
});

it.each([
  ...["", "0", "0/", "0/0", "0/00", "0/0000", "00/000", "64/000", "-1/000", "0/x000/001", "0/001/002", "0/x001"],
  ...[
    "0/000.p/0",
    "0/000.p/256",
    "0/000.p/01",
    "0/000.p/",
    "0/000.p",
    "0/000/",
    "data/000",
    "0/000?x",
    "0/x001/x001/x001/x001/001",
  ],
])("reads no tile path in “%s”", (path) => {
  expect(tilePlace(path)).toBeNull();
});

it("commits to each field, and to whether it is there", async () => {
  await write();
  const entry = await db.ledgerEntry.findFirstOrThrow();
  const salt = Buffer.alloc(32, 7);
  const base = leafHash(commitmentOf({ ...entry, reason: null }, salt));
  const others = [
    { ...entry, reason: "" },
    { ...entry, reason: null, seq: entry.seq + 1n },
    { ...entry, reason: null, at: new Date(0) },
    { ...entry, reason: null, detail: `${entry.detail} ` },
    { ...entry, reason: entry.requestId, requestId: null },
  ].map((other) => leafHash(commitmentOf(other, salt)));
  others.push(leafHash(commitmentOf({ ...entry, reason: null }, Buffer.alloc(32, 8))));
  expect(new Set([base, ...others].map(String)).size).toBe(others.length + 1);
});
