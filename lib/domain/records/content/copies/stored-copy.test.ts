import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { getDepiction } from "../present";
import { takeDown } from "../remove-depiction";
import { confirmCopy } from "./confirm-copy";
import { incomingKey } from "./copy-objects";
import { openCopy, readCopy, readRange } from "./open-copy";

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(996)]);

async function setUp() {
  const partner = await makePartner();
  const depiction = await makeDepiction(partner);
  await storage().put(incomingKey(depiction.id), jpeg, { contentType: "image/jpeg" });
  const { accountId, externalContentId } = depiction;
  await confirmCopy(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" });
  return { partner, depictionId: depiction.id };
}

describe("the stored copy", () => {
  it("is shown whole or in ranges for ten minutes to the user who opened it, with one ledger line", async () => {
    const { partner, depictionId } = await setUp();
    const ctx = portalCtx(partner, "admin");
    const { grant } = await openCopy(ctx, { depictionId });
    const read = (range: string | null = null) => readCopy(ctx, { depictionId, grant, range });
    const whole = await read();
    expect(whole).toMatchObject({ mimeType: "image/jpeg", bytes: 1000, range: null });
    expect(whole.body && (await buffer(whole.body)).equals(jpeg)).toBe(true);
    const part = await read("bytes=10-19");
    expect(part.body && (await buffer(part.body)).equals(jpeg.subarray(10, 20))).toBe(true);
    expect(await read("bytes=1000-")).toMatchObject({ range: "unsatisfiable", body: null });
    const viewed = await db.ledgerEntry.findMany({ where: { subjectId: depictionId, action: "depiction.viewed" } });
    expect(viewed).toMatchObject([{ actorId: ctx.actor.userId, partnerId: partner.id }]);
    clock.advance(10 * MINUTE_MS);
    await expect(read()).rejects.toMatchObject({ status: 403, code: "no_grant" });
  });

  it("isn't shown to viewers, developers, other partners, or with another copy's grant", async () => {
    const { partner, depictionId } = await setUp();
    const other = await setUp();
    for (const role of ["viewer", "developer"] as const)
      await expect(openCopy(portalCtx(partner, role), { depictionId })).rejects.toMatchObject({ status: 403 });
    await expect(openCopy(portalCtx(other.partner), { depictionId })).rejects.toMatchObject({ status: 404 });
    const owner = portalCtx(partner);
    const { grant } = await openCopy(owner, { depictionId });
    const range = null;
    const admin = portalCtx(partner, "admin");
    for (const [ctx, id, held] of [
      [admin, depictionId, grant],
      [owner, other.depictionId, grant],
      [owner, depictionId, undefined],
      [owner, depictionId, `${grant.split(".")[0]}.${Buffer.alloc(32).toString("base64url")}`],
    ] as const)
      await expect(readCopy(ctx, { depictionId: id, grant: held, range })).rejects.toMatchObject({ status: 403 });
    await db.partnerMember.updateMany({ where: { userId: owner.actor.userId }, data: { role: "viewer" } });
    await expect(readCopy(owner, { depictionId, grant, range })).rejects.toMatchObject({ status: 403 });
    expect(await db.ledgerEntry.count({ where: { subjectId: depictionId, action: "depiction.viewed" } })).toBe(1);
  });

  it.each([
    ["is cut off", (file: Buffer) => file.subarray(0, -1)],
    ["is all but gone", (file: Buffer) => file.subarray(0, 8)],
    ["has lost the mark that it is sealed", (file: Buffer) => Buffer.concat([Buffer.of(0), file.subarray(1)])],
  ])("whose file %s is refused before its first byte", async (_, spoil) => {
    const { partner, depictionId } = await setUp();
    const ctx = portalCtx(partner);
    const { grant } = await openCopy(ctx, { depictionId });
    const { keptKey } = await db.depiction.findUniqueOrThrow({ where: { id: depictionId } });
    const path = join(env().dataDir, "objects", keptKey ?? "");
    await writeFile(path, spoil(await readFile(path)));
    await expect(readCopy(ctx, { depictionId, grant, range: null })).rejects.toMatchObject({ status: 503 });
  });

  it("can't be opened before it is stored", async () => {
    const partner = await makePartner();
    const { id } = await makeDepiction(partner);
    await expect(openCopy(portalCtx(partner), { depictionId: id })).rejects.toMatchObject({ code: "no_copy" });
  });
});

describe("parts of a file of 1000 bytes", () => {
  it.each([
    [null, null],
    ["bytes=0-", { first: 0, last: 999 }],
    ["bytes=0-0", { first: 0, last: 0 }],
    ["bytes=990-5000", { first: 990, last: 999 }],
    ["bytes=-10", { first: 990, last: 999 }],
    ["bytes=-5000", { first: 0, last: 999 }],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=1000-", "unsatisfiable"],
    ["bytes=9-5", null],
    ["bytes=0-1,5-6", null],
    ["lines=0-1", null],
    ["bytes=-", null],
  ])("%s asks for %o", (header, range) => {
    expect(readRange(header, 1000)).toEqual(range);
  });
});

describe("taking down in the portal", () => {
  it("marks the record with who and why, keeps its copy, and sends one event", async () => {
    const { partner, depictionId } = await setUp();
    const ctx = portalCtx(partner, "admin");
    await takeDown(ctx, { depictionId, reason: "The creator asked" });
    const again = takeDown(ctx, { depictionId, reason: "Again" });
    await expect(again).rejects.toMatchObject({ status: 409, code: "taken_down" });
    const shown = await getDepiction(ctx, depictionId);
    expect(shown.removal).toEqual({
      at: expect.any(String),
      by: partner.users.admin.email,
      reason: "The creator asked",
      isRequested: false,
    });
    expect(shown.copy.status).toBe("stored");
    expect(shown.history.map(({ action, by }) => [action, by])).toEqual([
      ["depiction.removed", partner.users.admin.email],
      ["depiction.copy_stored", "one of your API keys"],
    ]);
    expect((await eventsOf(partner)).map(({ type }) => type)).toEqual([
      "content_log.copy_stored",
      "content_log.deleted",
    ]);
  });

  it("stays in the record's history despite many later views", async () => {
    const { partner, depictionId } = await setUp();
    const ctx = portalCtx(partner);
    await takeDown(ctx, { depictionId, reason: "The creator asked" });
    const look = (times: number) =>
      inTransaction(async (tx) => {
        const subject = { kind: "depiction", id: depictionId } as const;
        for (let n = 0; n < times; n++) record(tx, { ctx, action: "depiction.viewed", subject });
      });
    await look(200);
    expect(await getDepiction(ctx, depictionId)).toMatchObject({ hasMoreViews: false });
    await look(1);
    const { history, hasMoreViews } = await getDepiction(ctx, depictionId);
    expect(hasMoreViews).toBe(true);
    expect(history).toHaveLength(202);
    expect(history.slice(-2).map(({ action }) => action)).toEqual(["depiction.removed", "depiction.copy_stored"]);
  });

  it("is refused to viewers, developers and other partners", async () => {
    const { partner, depictionId } = await setUp();
    const input = { depictionId, reason: "Because" };
    for (const role of ["viewer", "developer"] as const)
      await expect(takeDown(portalCtx(partner, role), input)).rejects.toMatchObject({ status: 403 });
    await expect(takeDown(portalCtx(await makePartner()), input)).rejects.toMatchObject({ status: 404 });
    await expect(getDepiction(portalCtx(await makePartner()), depictionId)).rejects.toMatchObject({ status: 404 });
    expect((await db.depiction.findUniqueOrThrow({ where: { id: depictionId } })).removedAt).toBeNull();
  });
});
