import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { deactivateAccount, suspendAccount, withdrawLink } from "@/lib/domain/accounts";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf } from "@/lib/testing/effects";
import {
  keyCtx,
  type MadePartner,
  makeAccount,
  makeDepiction,
  makePartner,
  personCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { payloadsOf } from "@/lib/testing/queue";
import { runJobs } from "@/lib/testing/run-jobs";
import { deleteContent } from "../remove-depiction";
import { confirmCopy } from "./confirm-copy";
import { incomingKey, KEPT, sweepCopyObjectTask } from "./copy-objects";

const jpeg = (length = 1000) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(length - 4)]);

type Made = Awaited<ReturnType<typeof makeAccount>> & { partner: MadePartner };

async function setUp(data: Parameters<typeof makeDepiction>[1] = {}, at?: MadePartner) {
  const partner = at ?? (await makePartner());
  const depiction = await makeDepiction(partner, data);
  const params = { accountId: depiction.accountId, externalContentId: depiction.externalContentId ?? "" };
  const upload = (body: Buffer) => storage().put(incomingKey(depiction.id), body, { contentType: "image/jpeg" });
  const confirm = () => confirmCopy(keyCtx(partner), params);
  const row = () => db.depiction.findUniqueOrThrow({ where: { id: depiction.id } });
  return { partner, depiction, params, upload, confirm, row };
}

describe("confirming a compliance copy", () => {
  it("keeps the hashed bytes despite later uploads, and sends one event", async () => {
    const { partner, depiction, upload, confirm, row } = await setUp();
    const body = jpeg();
    await upload(body);
    const confirmed = await confirm();
    const sha256 = createHash("sha256").update(body).digest("hex");
    expect(confirmed).toEqual({
      depictionId: depiction.id,
      contentLogId: depiction.contentLogId,
      complianceCopy: {
        state: "stored",
        sha256,
        bytes: 1000,
        mimeType: "image/jpeg",
        storedAt: (await row()).keptAt?.toISOString(),
      },
    });
    await upload(jpeg());
    expect(await confirm()).toEqual(confirmed);
    const kept: Buffer[] = [];
    for await (const chunk of await storage().get((await row()).keptKey ?? "")) kept.push(chunk);
    expect(Buffer.concat(kept).equals(body)).toBe(true);
    expect(await eventsOf(partner)).toMatchObject([
      {
        type: "content_log.copy_stored",
        data: { depictionId: depiction.id, sha256, bytes: 1000, mimeType: "image/jpeg" },
      },
    ]);
  });

  it("says what is missing, with a new upload", async () => {
    const { confirm } = await setUp();
    await expect(confirm()).rejects.toMatchObject({
      status: 409,
      code: "NOT_UPLOADED",
      extra: { complianceCopyUpload: { method: "PUT", maxBytes: 1000, headers: { "Content-Type": "image/jpeg" } } },
    });
  });

  it.each([
    ["SIZE_MISMATCH", jpeg(999)],
    ["SIZE_MISMATCH", jpeg(1001)],
    ["TYPE_MISMATCH", randomBytes(1000)],
    ["TYPE_MISMATCH", Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), randomBytes(992)])],
  ])("refuses with %s a file that doesn't match its declaration, and keeps nothing", async (code, body) => {
    const { partner, upload, confirm, row } = await setUp();
    await upload(body);
    await expect(confirm()).rejects.toMatchObject({ status: 422, code, extra: { complianceCopyUpload: null } });
    expect(await row()).toMatchObject({ copyState: "pending", keptKey: null });
    expect(await eventsOf(partner)).toEqual([]);
    // Deleted, so that the next call returns a new URL.
    await expect(confirm()).rejects.toMatchObject({
      code: "NOT_UPLOADED",
      extra: { complianceCopyUpload: { method: "PUT" } },
    });
    await upload(jpeg());
    expect((await confirm()).complianceCopy.state).toBe("stored");
  });

  it("stops reading a file whose first bytes show another type", async () => {
    const { upload, confirm } = await setUp();
    await upload(jpeg());
    let pieces = 0;
    vi.spyOn(storage(), "scan").mockImplementationOnce(async (_, see) => {
      while (pieces < 1000 && see(Buffer.alloc(300, "text"))) pieces++;
    });
    await expect(confirm()).rejects.toMatchObject({ code: "TYPE_MISMATCH" });
    expect(pieces).toBeLessThan(10);
  });

  it("queues no sweep if nothing was uploaded", async () => {
    const { depiction, confirm } = await setUp();
    await expect(confirm()).rejects.toMatchObject({ code: "NOT_UPLOADED" });
    const queued = await payloadsOf<{ key: string }>(sweepCopyObjectTask.name);
    expect(queued.filter(({ payload }) => payload.data.key.includes(depiction.id))).toHaveLength(0);
  });

  it("refuses a copy that took so long to verify that it may have been swept", async () => {
    const { partner, upload, confirm, row } = await setUp();
    await upload(jpeg());
    const scan = storage().scan.bind(storage());
    vi.spyOn(storage(), "scan").mockImplementationOnce((...asked) => {
      clock.advance(30 * MINUTE_MS);
      return scan(...asked);
    });
    await expect(confirm()).rejects.toMatchObject({ status: 503 });
    expect(await row()).toMatchObject({ copyState: "pending", keptKey: null });
    expect(await eventsOf(partner)).toEqual([]);
    clock.reset();
    expect((await confirm()).complianceCopy.state).toBe("stored");
  });

  it("refuses content that was never logged, not declared or removed", async () => {
    const undeclared = await setUp({ copyState: "missing", copyMimeType: null, copyBytes: null });
    await expect(undeclared.confirm()).rejects.toMatchObject({ status: 409, code: "NOT_DECLARED" });
    const removed = await setUp();
    await removed.upload(jpeg());
    await deleteContent(keyCtx(removed.partner), removed.params);
    await expect(removed.confirm()).rejects.toMatchObject({
      status: 409,
      code: "CONTENT_REMOVED",
      extra: { complianceCopyUpload: null },
    });
    const never = confirmCopy(keyCtx(removed.partner), { ...removed.params, externalContentId: "never" });
    await expect(never).rejects.toMatchObject({ status: 404 });
    const other = confirmCopy(keyCtx(await makePartner()), removed.params);
    await expect(other).rejects.toMatchObject({ status: 404 });
  });

  it.each([1, 2, 3])("ten concurrent calls store one copy, send one event and leave one object (%i)", async () => {
    const { partner, depiction, upload, confirm, row } = await setUp();
    await upload(jpeg());
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm()));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await eventsOf(partner)).toHaveLength(1);
    clock.advance(HOUR_MS + 1000);
    await runJobs(sweepCopyObjectTask);
    const left: string[] = [];
    for await (const key of storage().listOlder(KEPT, clock.now())) if (key.includes(depiction.id)) left.push(key);
    expect(left).toEqual([(await row()).keptKey]);
  });

  it("confirms a large copy once when calls wait for a slot", async () => {
    const length = 16 * 2 ** 20;
    const { partner, upload, confirm } = await setUp({ copyMimeType: "video/mp4", copyBytes: length });
    await upload(Buffer.concat([Buffer.from("\0\0\0\x18ftypisom"), Buffer.alloc(length - 12)]));
    const read = vi.spyOn(storage(), "scan");
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm()));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await eventsOf(partner)).toHaveLength(1);
    expect(read.mock.calls.length).toBeLessThanOrEqual(4);
  });

  it.each(["describe", "snapshot"] as const)(
    "uses the result of a concurrent call that took the upload before its %s",
    async (step) => {
      const { partner, upload, confirm } = await setUp();
      await upload(jpeg());
      const own = storage()[step].bind(storage()) as (...args: string[]) => Promise<never>;
      let first: unknown;
      vi.spyOn(storage(), step).mockImplementationOnce(async (...args: string[]) => {
        first = await confirm();
        return own(...args);
      });
      expect(await confirm()).toEqual(first);
      expect(await eventsOf(partner)).toHaveLength(1);
    },
  );

  it("is refused and keeps nothing if the content is removed meanwhile", async () => {
    const { partner, params, upload, confirm, row } = await setUp();
    await upload(jpeg());
    const scan = storage().scan.bind(storage());
    vi.spyOn(storage(), "scan").mockImplementationOnce(async (...asked) => {
      await deleteContent(keyCtx(partner), params);
      return scan(...asked);
    });
    await expect(confirm()).rejects.toMatchObject({ status: 409, code: "CONTENT_REMOVED" });
    expect(await row()).toMatchObject({ copyState: "pending", keptKey: null });
    expect((await eventsOf(partner)).map(({ type }) => type)).toEqual(["content_log.deleted"]);
  });

  it("answers 503 when the storage is down, and changes nothing", async () => {
    const { upload, confirm, row } = await setUp();
    await upload(jpeg());
    for (const method of ["describe", "snapshot", "scan"] as const) {
      vi.spyOn(storage(), method).mockRejectedValueOnce(new Error("connection refused"));
      await expect(confirm()).rejects.toMatchObject({ status: 503, headers: { "Retry-After": expect.any(String) } });
      expect((await row()).copyState).toBe("pending");
    }
    expect((await confirm()).complianceCopy.state).toBe("stored");
  });

  it.each<[string, (account: Made) => Promise<unknown>]>([
    ["that the partner deactivated", ({ id, partner }) => deactivateAccount(keyCtx(partner), id)],
    [
      "that the service suspended",
      ({ id }) => suspendAccount(systemCtx(), { accountId: id, reason: "manual_suspension" }),
    ],
    ["whose creator took back the link", ({ id, person }) => withdrawLink(personCtx(person), id)],
  ])("works for an account %s since the log call", async (_, end) => {
    const partner = await makePartner();
    const account = await makeAccount(partner, { status: "active" });
    const { params, upload, confirm, row } = await setUp({ accountId: account.id }, partner);
    await end({ ...account, partner });
    await expect(deleteContent(keyCtx(partner), params)).rejects.toMatchObject({ status: 409 });
    await expect(confirm()).rejects.toMatchObject({
      code: "NOT_UPLOADED",
      extra: { complianceCopyUpload: { method: "PUT" } },
    });
    await upload(jpeg());
    const confirmed = await confirm();
    expect(confirmed.complianceCopy.state).toBe("stored");
    expect(await row()).toMatchObject({ copyState: "stored" });
    expect(await confirm()).toEqual(confirmed);
    const stored = (await eventsOf(partner)).filter(({ type }) => type === "content_log.copy_stored");
    expect(stored).toMatchObject([{ data: { accountId: account.id, depictionId: confirmed.depictionId } }]);
  });

  it.each(["pending", "declined"] as const)("finds no content of an account whose link is %s", async (link) => {
    const partner = await makePartner();
    const { id: accountId } = await makeAccount(partner, { link });
    const confirm = confirmCopy(keyCtx(partner), { accountId, externalContentId: "post-1" });
    await expect(confirm).rejects.toMatchObject({ status: 404, code: undefined });
  });
});
