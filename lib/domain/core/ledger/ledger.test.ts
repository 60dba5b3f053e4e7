import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import { db, inTransaction, violates } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { ctxFor } from "@/lib/testing/factories";
import { asOwner, superuserClient } from "@/lib/testing/sql";
import { record, verifyLedger } from ".";
import type { LedgerLine } from "./record";

const CHAIN_OF_SUBJECT = { kind: "identity_check", id: "one-chain" } as const;

/** Records entries about one subject, and so in one chain, in this order. */
async function write(count: number, subject: LedgerLine["subject"] = CHAIN_OF_SUBJECT): Promise<bigint[]> {
  const requestIds = Array.from({ length: count }, () => newId());
  for (const requestId of requestIds) {
    await inTransaction(async (tx) =>
      record(tx, {
        ctx: ctxFor({ kind: "staff", userId: newId() }, { requestId }),
        action: "identity_photo.viewed",
        subject,
        partnerId: newId(),
        reason: "Annual review",
        detail: { kind: "document_front" },
      }),
    );
  }
  const rows = await db.ledgerEntry.findMany({ where: { requestId: { in: requestIds } }, orderBy: { seq: "asc" } });
  return rows.map((row) => row.seq);
}

describe("the chain", () => {
  // A superuser, because triggers can't stop one. Verification exists for this case.
  let superuser: pg.Client;
  beforeAll(async () => {
    superuser = await superuserClient();
    await superuser.query("SET session_replication_role = replica");
    await superuser.query("CREATE TEMP TABLE kept_entries AS TABLE ledger_entries WITH NO DATA");
    await superuser.query("CREATE TEMP TABLE kept_heads AS TABLE ledger_heads WITH NO DATA");
  });
  afterAll(() => superuser.end());

  /** The result of a verification after a change, which is then undone. */
  async function afterTampering(sql: string, values: unknown[] = [], how?: { resume: boolean }) {
    await superuser.query("DELETE FROM kept_entries; DELETE FROM kept_heads");
    await superuser.query("INSERT INTO kept_entries TABLE ledger_entries; INSERT INTO kept_heads TABLE ledger_heads");
    try {
      const done = await superuser.query(sql, values);
      expect(done.rowCount, "the tampering itself works").toBeGreaterThan(0);
      return await verifyLedger(how);
    } finally {
      await superuser.query("DELETE FROM ledger_entries; DELETE FROM ledger_heads");
      await superuser.query("INSERT INTO ledger_entries TABLE kept_entries; INSERT INTO ledger_heads TABLE kept_heads");
    }
  }

  let first: bigint, second: bigint, third: bigint;
  beforeEach(async () => {
    [first = 0n, second = 0n, third = 0n] = await write(3);
    expect(await verifyLedger()).toMatchObject({ ok: true, firstBroken: null });
  });

  it("verifies, and counts its rows", async () => {
    const before = await verifyLedger();
    await write(2);
    const after = await verifyLedger();
    expect(after).toEqual({ ok: true, rows: before.rows + 2, firstBroken: null });
  });

  it.each([
    ["at", "at + interval '1 millisecond'"],
    ["actor_kind", "'system'"],
    ["actor_id", "'somebody-else'"],
    ["action", "'identity_photo.exported'"],
    ["subject_kind", "'scene'"],
    ["subject_id", "'another'"],
    ["partner_id", "'another'"],
    ["partner_id", "NULL"],
    ["partner_id", "''"],
    ["reason", "'Curiosity'"],
    ["reason", "NULL"],
    ["request_id", "'another'"],
    ["request_id", "NULL"],
    ["detail", "'{}'"],
    ["detail", "detail || ' '"],
    ["prev_hash", "sha256('x')"],
    ["hash", "sha256('x')"],
  ])("finds %s altered to %s", async (column, value) => {
    const result = await afterTampering(`UPDATE ledger_entries SET ${column} = ${value} WHERE seq = $1`, [second]);
    expect(result.ok).toBe(false);
    expect(result.firstBroken).toMatchObject({ seq: String(second), problem: "altered" });
    expect((await verifyLedger()).ok, "undone").toBe(true);
  });

  it("finds an altered sequence number, chain or position", async () => {
    const seq = await afterTampering("UPDATE ledger_entries SET seq = -1 WHERE seq = $1", [second]);
    expect(seq.firstBroken).toMatchObject({ seq: "-1", problem: "altered" });
    const chain = await afterTampering(
      "UPDATE ledger_entries SET chain = (chain + 1) % 64, position = 1e9 WHERE seq = $1",
      [second],
    );
    expect(chain.firstBroken).toMatchObject({ seq: String(second) });
    const position = await afterTampering("UPDATE ledger_entries SET position = 1e9 WHERE seq = $1", [second]);
    expect(position.firstBroken).toMatchObject({ seq: String(second) });
  });

  it("finds a row altered together with its own hash, at the next row", async () => {
    const rehash = `UPDATE ledger_entries SET reason = 'Curiosity', hash = ledger_hash(prev_hash, chain, position, at, seq,
      actor_kind, actor_id, action, subject_kind, subject_id, partner_id, 'Curiosity', request_id, detail) WHERE seq = $1`;
    const middle = await afterTampering(rehash, [second]);
    expect(middle.firstBroken).toMatchObject({ seq: String(third), problem: "not_linked" });
    const last = await afterTampering(rehash, [third]);
    expect(last.firstBroken).toMatchObject({ seq: String(third), problem: "altered" });
    const [fourth] = await write(1);
    const unverified = await afterTampering(rehash, [fourth]);
    expect(unverified.firstBroken).toMatchObject({ seq: String(fourth), problem: "not_linked" });
  });

  const RESUME = { resume: true };

  it("goes on from what was verified, and reads only what is new", async () => {
    const whole = await verifyLedger();
    expect(await verifyLedger(RESUME)).toEqual({ ok: true, rows: 0, firstBroken: null });
    const added = await write(5);
    expect(await verifyLedger(RESUME)).toEqual({ ok: true, rows: 5, firstBroken: null });
    expect((await verifyLedger()).rows).toBe(whole.rows + 5);
    const change = "UPDATE ledger_entries SET reason = 'Curiosity' WHERE seq = $1";
    const [fresh] = await write(1);
    for (const [seq, how, problem] of [
      [fresh, RESUME, "altered"],
      [added.at(-1), RESUME, "altered"],
      [added[0], undefined, "altered"],
      // Only a verification from the beginning reads it.
      [added[0], RESUME, undefined],
    ] as const) {
      const { firstBroken } = await afterTampering(change, [seq], how);
      expect(firstBroken?.problem).toBe(problem);
    }
  });

  it("finds a tail that was verified and then cut or replaced, together with its head", async () => {
    const cut = `WITH gone AS (DELETE FROM ledger_entries WHERE seq = $1 RETURNING chain, position, prev_hash)
      UPDATE ledger_heads h SET length = position - 1, hash = prev_hash FROM gone WHERE h.chain = gone.chain`;
    const replaced = `WITH one AS (UPDATE ledger_entries SET reason = 'Curiosity', hash = ledger_hash(prev_hash, chain, position, at, seq,
        actor_kind, actor_id, action, subject_kind, subject_id, partner_id, 'Curiosity', request_id, detail) WHERE seq = $1 RETURNING *)
      UPDATE ledger_heads h SET hash = one.hash FROM one WHERE h.chain = one.chain`;
    for (const how of [undefined, RESUME]) {
      expect((await afterTampering(cut, [third], how)).firstBroken).toMatchObject({ seq: null, problem: "missing" });
      const found = (await afterTampering(replaced, [third], how)).firstBroken;
      expect(found).toMatchObject({ seq: String(third), problem: "altered" });
    }
    expect((await verifyLedger(RESUME)).ok, "undone").toBe(true);
  });

  it("finds an entry of a chain that doesn't exist", async () => {
    const result = await afterTampering("UPDATE ledger_entries SET chain = 100 WHERE seq = $1", [third]);
    expect(result.firstBroken).toMatchObject({ seq: String(third), chain: 100, problem: "not_linked" });
  });

  it("is verified further, and never less", async () => {
    for (const sql of ["UPDATE ledger_verified SET position = position - 1", "DELETE FROM ledger_verified"]) {
      await expect(asOwner(sql)).rejects.toSatisfy((error) => violates(error, "a chain stays verified"));
    }
  });

  it("finds text moved from one field to the next", async () => {
    const result = await afterTampering(
      "UPDATE ledger_entries SET actor_id = actor_id || left(action, 5), action = substr(action, 6) WHERE seq = $1",
      [second],
    );
    expect(result.firstBroken).toMatchObject({ seq: String(second), problem: "altered" });
  });

  it("finds two swapped rows", async () => {
    const result = await afterTampering(
      `UPDATE ledger_entries e SET actor_id = o.actor_id, request_id = o.request_id, partner_id = o.partner_id, at = o.at
       FROM ledger_entries o WHERE (e.seq = $1 AND o.seq = $2) OR (e.seq = $2 AND o.seq = $1)`,
      [first, second],
    );
    expect(result.firstBroken).toMatchObject({ seq: String(first), problem: "altered" });

    const places = await afterTampering(
      `WITH moved AS (DELETE FROM ledger_entries WHERE seq IN ($1, $2) RETURNING *)
       INSERT INTO ledger_entries SELECT m.seq, m.chain, (SELECT position FROM moved o WHERE o.seq <> m.seq), m.at, m.actor_kind,
         m.actor_id, m.action, m.subject_kind, m.subject_id, m.partner_id, m.reason, m.request_id, m.detail, m.prev_hash, m.hash
       FROM moved m`,
      [first, second],
    );
    expect(places.ok).toBe(false);
  });

  it("finds a row deleted from the middle", async () => {
    const result = await afterTampering("DELETE FROM ledger_entries WHERE seq = $1", [second]);
    expect(result.firstBroken).toMatchObject({ seq: String(third), problem: "missing" });
  });

  it("finds a cut tail, a missing chain and a missing head", async () => {
    const tail = await db.ledgerEntry.findUniqueOrThrow({ where: { seq: third } });
    const cut = await afterTampering("DELETE FROM ledger_entries WHERE seq = $1", [third]);
    expect(cut.firstBroken).toEqual({
      seq: null,
      chain: tail.chain,
      position: tail.position.toString(),
      problem: "missing",
    });
    const chain = await afterTampering("DELETE FROM ledger_entries WHERE chain = $1", [tail.chain]);
    expect(chain.firstBroken).toEqual({ seq: null, chain: tail.chain, position: "1", problem: "missing" });
    const head = await afterTampering("DELETE FROM ledger_heads WHERE chain = $1", [tail.chain]);
    expect(head.firstBroken).toMatchObject({ chain: tail.chain, problem: "missing" });
  });

  it("finds a row added after the last one", async () => {
    const result = await afterTampering(
      `INSERT INTO ledger_entries SELECT nextval('ledger_entries_seq_seq'), chain, position + 1, at, actor_kind, actor_id, action,
         subject_kind, subject_id, partner_id, reason, request_id, detail, hash, sha256('x') FROM ledger_entries WHERE seq = $1`,
      [third],
    );
    expect(result.firstBroken).toMatchObject({ problem: "altered" });
    expect(BigInt(result.firstBroken?.seq ?? 0)).toBeGreaterThan(third);
  });

  it("reports the first of several problems", async () => {
    const result = await afterTampering("UPDATE ledger_entries SET reason = 'Curiosity' WHERE seq IN ($1, $2)", [
      first,
      third,
    ]);
    expect(result.firstBroken).toMatchObject({ seq: String(first) });
  });
});

// The guards stop even the table's owner. prisma/roles.test.ts tests the application's privileges.
describe("the table", () => {
  it.each(["UPDATE ledger_entries SET reason = 'x'", "DELETE FROM ledger_entries", "DELETE FROM ledger_heads"])(
    "refuses %s",
    async (sql) => {
      await write(1);
      await expect(asOwner(sql)).rejects.toSatisfy((error) => violates(error, "ledger is append-only"));
    },
  );

  it.each(["ledger_entries", "ledger_heads"])("can't be emptied: %s", async (table) => {
    await expect(asOwner(`TRUNCATE ${table}`)).rejects.toSatisfy((error) => violates(error, "never truncated"));
  });

  it("contains nothing of a rolled-back transaction", async () => {
    const subject = { kind: "identity_check", id: newId() } as const;
    const failed = inTransaction(async (tx) => {
      record(tx, { ctx: ctxFor({ kind: "system", name: "test" }), action: "identity_check.started", subject });
      await tx.$executeRaw`SELECT 1 / 0`;
    });
    await expect(failed).rejects.toThrow();
    expect(await db.ledgerEntry.count({ where: { subjectId: subject.id } })).toBe(0);
    expect((await verifyLedger()).ok).toBe(true);
  });

  it("accepts only listed actions and kinds of subjects", () => {
    const line = { action: "identity_check.viewed", subject: { kind: "identity_check", id: "1" } } as const;
    expectTypeOf(line).toExtend<Pick<LedgerLine, "action" | "subject">>();
    expectTypeOf<"identity_check.veiwed">().not.toExtend<LedgerLine["action"]>();
    expectTypeOf<"api_key.viewed">().not.toExtend<LedgerLine["action"]>();
    expectTypeOf<"identity_chek">().not.toExtend<LedgerLine["subject"]["kind"]>();
  });

  it("stores an entry's actor, partner, reason, detail and request", async () => {
    const subject = { kind: "solo_account", id: newId() } as const;
    const ctx = ctxFor({ kind: "partner_key", partnerId: newId(), keyId: newId() });
    await inTransaction(async (tx) =>
      record(tx, { ctx, action: "solo_account.provisioned", subject, reason: "Zoë “ok” 🎬", detail: { n: 1, s: "ü" } }),
    );
    const row = await db.ledgerEntry.findFirstOrThrow({ where: { subjectKind: subject.kind, subjectId: subject.id } });
    expect(row).toMatchObject({
      actorKind: "partner_key",
      actorId: ctx.actor.keyId,
      partnerId: ctx.actor.partnerId,
      reason: "Zoë “ok” 🎬",
      requestId: ctx.requestId,
      detail: '{"n":1,"s":"ü"}',
    });
    expect((await verifyLedger()).ok).toBe(true);
  });
});

it("accepts fifty parallel writers on shared subjects, without a deadlock or a gap", async () => {
  const subjects = Array.from({ length: 6 }, () => ({ kind: "identity_check" as const, id: newId() }));
  const writers = Array.from({ length: 50 }, (_, writer) =>
    inTransaction(async (tx) => {
      // Each in another order. They would deadlock if each took one lock after the other.
      for (let i = 0; i < subjects.length; i++) {
        const subject = subjects[(i * (writer % 2 ? 1 : 5) + writer) % subjects.length];
        if (subject)
          record(tx, {
            ctx: ctxFor({ kind: "system", name: `writer ${writer}` }),
            action: "identity_check.started",
            subject,
          });
      }
    }),
  );
  await Promise.all(writers);
  const rows = await db.ledgerEntry.findMany({
    where: { subjectId: { in: subjects.map(({ id }) => id) } },
    orderBy: [{ chain: "asc" }, { position: "asc" }],
  });
  expect(rows).toHaveLength(50 * subjects.length);
  // Each writer's entries are contiguous.
  const written = Map.groupBy(rows, (row) => row.actorId);
  for (const lines of written.values()) {
    expect(new Set(lines.map((line) => line.chain)).size).toBe(1);
    expect(lines.map((line) => line.position - (lines[0]?.position ?? 0n))).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
    expect(lines.map((line) => line.seq)).toEqual(lines.map((line) => line.seq).toSorted((a, b) => Number(a - b)));
  }
  expect(new Set(rows.map((row) => row.chain)).size).toBeGreaterThan(1);
  expect(await verifyLedger()).toMatchObject({ ok: true, firstBroken: null });
});
