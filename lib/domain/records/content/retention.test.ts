import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeDepiction, makePartner, staffCtx } from "@/lib/testing/factories";
import { asOwner } from "@/lib/testing/sql";
import { eraseExpiredTask } from "./erase";
import { deleteContent, removeDepiction } from "./remove-depiction";

import { mustBeKept, sevenYearsAfter } from "./retention";

const job = { requestId: "r", attempt: 1, lastAttempt: false, signal: undefined };
// The database uses its own clock, which tests can't move, so records are made old instead.
const yearsAgo = (years: number, ms = 0): Date => {
  const at = new Date();
  at.setUTCFullYear(at.getUTCFullYear() - years);
  return new Date(at.getTime() + ms);
};

describe("seven years", () => {
  it.each([
    ["2026-11-21T10:00:00.000Z", "2033-11-21T10:00:00.000Z"],
    ["2024-02-29T00:00:00.000Z", "2031-03-01T00:00:00.000Z"],
    ["2024-02-29T23:59:59.999Z", "2031-03-01T23:59:59.999Z"],
    ["2025-02-28T12:00:00.000Z", "2032-02-28T12:00:00.000Z"],
    ["2021-03-01T00:00:00.000Z", "2028-03-01T00:00:00.000Z"],
    ["1999-12-31T23:59:59.999Z", "2006-12-31T23:59:59.999Z"],
  ])("after %s end at %s, here and in the database", async (from, to) => {
    expect(sevenYearsAfter(new Date(from)).toISOString()).toBe(to);
    const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT seven_years_after(${new Date(from)}) AS at`;
    expect(row?.at.toISOString()).toBe(to);
  });
});

describe("whether a record must be kept", () => {
  const around = (at: Date) => [-DAY_MS, -MINUTE_MS, 0, 1, MINUTE_MS, DAY_MS].map((ms) => new Date(at.getTime() + ms));
  const leapDays = ["2020-02-29", "2024-02-29"].map((leapDay) => new Date(`${leapDay}T12:00:00Z`));

  // To the millisecond, at the database's own time.
  it("is the same in the database and on pages, around the day and in leap years", async () => {
    await inTransaction(async (tx) => {
      const [clocks] = await tx.$queryRaw<{ now: Date }[]>`SELECT date_trunc('milliseconds', now()) AS now`;
      const at = clocks?.now ?? new Date();
      const sevenAgo = new Date(at);
      sevenAgo.setUTCFullYear(at.getUTCFullYear() - 7);
      const dates = [
        ...around(sevenAgo),
        ...leapDays.flatMap(around),
        ...leapDays.map(sevenYearsAfter).flatMap(around),
      ];
      const said = await tx.$queryRaw<{ since: Date; held: boolean; kept: boolean }[]>`
        SELECT since, held, must_be_kept(since, held) AS kept FROM unnest(${dates}::timestamptz[]) AS since, unnest(ARRAY[true, false]) AS held`;
      expect(said).toHaveLength(2 * dates.length);
      for (const { since, held, kept } of said) {
        const shown = mustBeKept({ productionDate: since, legalHold: held }, at);
        expect(shown, `${since.toISOString()}, ${held ? "held" : "not held"}`).toBe(kept);
      }
      const free = said.filter(({ held }) => !held);
      expect([free[0]?.kept, free[5]?.kept]).toEqual([false, true]);
    });
  });
});

describe("a record", () => {
  it("is marked a day before its seven years end, and erased with its event on the day", async () => {
    const partner = await makePartner();
    const young = await makeDepiction(partner, { productionDate: yearsAgo(7, DAY_MS) });
    const old = await makeDepiction(partner, { productionDate: yearsAgo(7, -DAY_MS) });
    for (const { accountId, externalContentId, id, contentLogId } of [young, old]) {
      const params = { accountId, externalContentId: externalContentId ?? "" };
      expect(await deleteContent(keyCtx(partner), params)).toEqual({ deleted: true, depictionId: id, contentLogId });
      expect(await deleteContent(keyCtx(partner), params)).toEqual({ deleted: false });
    }
    expect(await db.depiction.findMany({ where: { partnerId: partner.id } })).toMatchObject([
      {
        id: young.id,
        removedByKind: "partner_key",
        removalReason: "Taken down through the API, which asks for no reason.",
      },
    ]);
    expect(await eventsOf(partner)).toMatchObject([
      { type: "content_log.deleted", data: { depictionId: young.id } },
      { type: "content_log.deleted", data: { depictionId: old.id } },
    ]);
    // The index uses its own clock too, and now has the facts itself.
    expect(await db.indexEntry.findFirst({ where: { depictionId: old.id } })).toMatchObject({ title: old.title });
    expect(await db.ledgerEntry.findMany({ where: { subjectId: old.id } })).toMatchObject([
      { action: "depiction.erased" },
    ]);
  });

  it("is marked while the database protects it, whatever our clock says", async () => {
    const partner = await makePartner();
    const { accountId, externalContentId, id } = await makeDepiction(partner, { productionDate: yearsAgo(7, DAY_MS) });
    clock.advance(2 * DAY_MS);
    await eraseExpiredTask.run({}, job);
    const params = { accountId, externalContentId: externalContentId ?? "" };
    expect(await deleteContent(keyCtx(partner), params)).toMatchObject({ deleted: true });
    expect(await db.depiction.findUniqueOrThrow({ where: { id } })).toMatchObject({ removedByKind: "partner_key" });
  });

  it("is erased the night after its retention ends without a hold, and its index entry after its own", async () => {
    const partner = await makePartner();
    const young = await makeDepiction(partner, { productionDate: yearsAgo(7, DAY_MS) });
    const held = await makeDepiction(partner, { productionDate: yearsAgo(8), legalHold: true });
    const old = await makeDepiction(partner, { productionDate: yearsAgo(8) });
    const ancient = await makeDepiction(partner, { productionDate: yearsAgo(9), createdAt: yearsAgo(8) });
    await eraseExpiredTask.run({}, job);
    const left = await db.depiction.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
    expect(left.map(({ id }) => id)).toEqual([young.id, held.id]);
    const entries = await db.indexEntry.findMany({ where: { partnerId: partner.id }, orderBy: { depictionId: "asc" } });
    expect(entries.map(({ depictionId }) => depictionId)).toEqual([young.id, held.id, old.id]);
    expect(await db.indexEntry.count({ where: { depictionId: ancient.id } })).toBe(0);
    const lines = await db.ledgerEntry.findMany({ where: { subjectId: { in: [old.id, ancient.id] } } });
    expect(lines.map(({ action }) => action)).toEqual(["depiction.erased", "depiction.erased"]);
    // The person keeps a ledger entry with the facts that left the index.
    const told = await db.ledgerEntry.findMany({ where: { partnerId: partner.id, action: "index_entry.erased" } });
    expect(told).toMatchObject([{ subjectKind: "person", actorId: "retention", detail: expect.any(String) }]);
    expect(JSON.parse(told[0]?.detail ?? "")).toEqual({ depictionId: ancient.id });
  });

  it("can't be erased early, and its dates can't be changed", async () => {
    const partner = await makePartner();
    const { id } = await makeDepiction(partner, { productionDate: yearsAgo(7, DAY_MS) });
    const held = await makeDepiction(partner, { productionDate: yearsAgo(8), legalHold: true });
    for (const one of [id, held.id]) {
      await expect(db.depiction.delete({ where: { id: one } })).rejects.toThrow(
        "content records are kept for seven years",
      );
      await expect(db.indexEntry.deleteMany({ where: { depictionId: one } })).rejects.toThrow(
        "index entries are kept for seven years",
      );
    }
    await expect(asOwner("TRUNCATE depictions CASCADE")).rejects.toThrow(
      "depictions is a table of record and is never truncated",
    );
    await expect(db.depiction.update({ where: { id }, data: { productionDate: yearsAgo(9) } })).rejects.toThrow(
      "what a depiction is does not change",
    );
  });

  const DEPICTION = "what a depiction is does not change";
  const ENTRY = "what an index entry says does not change";
  const CLOCK = "the clock of an index entry does not go back";

  it.each([
    ["depictions", "title", "'x'", DEPICTION],
    ["depictions", "content_url", "'https://elsewhere.example.com'", DEPICTION],
    ["depictions", "external_content_id", "NULL", DEPICTION],
    ["depictions", "file_hash", "NULL", DEPICTION],
    ["depictions", "created_at", "now()", DEPICTION],
    ["depictions", "copy_bytes", "1", DEPICTION],
    ["index_entries", "production_date", "production_date - interval '20 years'", ENTRY],
    ["index_entries", "last_changed_at", "last_changed_at - interval '20 years'", CLOCK],
    ["index_entries", "user_id", "(SELECT min(id) FROM users)", ENTRY],
  ])("in %s keeps its %s, which can't be set to %s", async (table, column, value, message) => {
    const { id } = await makeDepiction(await makePartner(), { fileHash: Buffer.alloc(32) });
    const key = table === "depictions" ? "id" : "depiction_id";
    const change = db.$executeRawUnsafe(`UPDATE ${table} SET ${column} = ${value} WHERE ${key} = $1`, id);
    await expect(change).rejects.toThrow(message);
  });

  it("keeps its index entries while it exists, whatever their own retention", async () => {
    const partner = await makePartner();
    const old = { productionDate: yearsAgo(9), createdAt: yearsAgo(8) };
    const { id } = await makeDepiction(partner, { ...old, legalHold: true });
    await expect(db.indexEntry.deleteMany({ where: { depictionId: id } })).rejects.toThrow("kept for seven years");
    await eraseExpiredTask.run({}, job);
    expect(await db.indexEntry.count({ where: { depictionId: id } })).toBe(1);
  });

  it("taken down on a request is marked or erased by age, with the request recorded", async () => {
    const partner = await makePartner();
    const ctx = staffCtx(partner.users.owner);
    const takedown = { removalRequestId: newId(), legalBasis: "NCII_TAKE_IT_DOWN" } as const;
    const young = await makeDepiction(partner);
    const old = await makeDepiction(partner, { productionDate: yearsAgo(8) });
    for (const [{ id, accountId, externalContentId, contentLogId, contentUrl, contentType }, action] of [
      [young, "depiction.removed"],
      [old, "depiction.erased"],
    ] as const) {
      const removal = { depictionId: id, reason: "A removal request", takedown };
      expect(await inTransaction((tx) => removeDepiction(tx, ctx, removal))).toBe(true);
      const [line] = await db.ledgerEntry.findMany({ where: { subjectId: id } });
      expect(line).toMatchObject({ action, actorKind: "staff", partnerId: partner.id, reason: "A removal request" });
      expect(JSON.parse(line?.detail ?? "")).toMatchObject(takedown);
      const told = { accountId, externalContentId, contentLogId, depictionId: id, contentUrl, contentType };
      const event = (await eventsOf(partner)).find(({ data }) => data.depictionId === id);
      expect(event).toMatchObject({ type: "content_log.deleted" });
      expect(event?.data).toEqual({ ...told, reason: "removal_request", ...takedown });
    }
    expect(await db.depiction.findMany({ where: { partnerId: partner.id } })).toMatchObject([
      { id: young.id, removedByKind: "staff", removalRequestId: takedown.removalRequestId },
    ]);
  });

  it("that was removed stays removed, with who and why", async () => {
    const partner = await makePartner();
    const { id, accountId, externalContentId } = await makeDepiction(partner);
    await deleteContent(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" });
    const { removedAt, removedById } = await db.depiction.findUniqueOrThrow({ where: { id } });
    expect([removedAt, removedById]).not.toContain(null);
    await expect(
      db.depiction.update({ where: { id }, data: { removedAt: null, removedByKind: null, removalReason: null } }),
    ).rejects.toThrow("a removal is final");
  });
});

describe("concurrent takedowns", () => {
  it("20 calls yield one removal and one event, each time", async () => {
    for (let time = 0; time < 3; time++) {
      const partner = await makePartner();
      const { accountId, externalContentId } = await makeDepiction(partner);
      const params = { accountId, externalContentId: externalContentId ?? "" };
      const answers = await Promise.all(Array.from({ length: 20 }, () => deleteContent(keyCtx(partner), params)));
      expect(answers.filter(({ deleted }) => deleted)).toHaveLength(1);
      expect(await eventsOf(partner)).toHaveLength(1);
    }
  });
});
