import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sevenYearsAfter } from "@/lib/domain/records/content/retention";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { s3Storage } from "@/lib/platform/storage/s3";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeDepiction, makePartner } from "@/lib/testing/factories";
import { putFile } from "@/lib/testing/http";
import { firstRun } from "@/lib/testing/run-jobs";
import { startS3Peer } from "@/lib/testing/s3-peer";
import { replaceStorage } from "@/lib/testing/storage-drivers";
import { confirmCopy } from "./confirm-copy";
import { incomingKey, offerUpload, sweepAbandonedUploadsTask } from "./copy-objects";

const peer = await startS3Peer({ objectLock: true, pageKeys: 2 });
afterAll(() => peer.close());
beforeEach(() => {
  peer.trouble.code = null;
  vi.restoreAllMocks();
  replaceStorage(s3Storage({ ...peer.settings, encryption: "AES256" }));
});

const png = (length = 1000) => Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), randomBytes(length - 8)]);

async function setUp(data: Parameters<typeof makeDepiction>[1] = {}) {
  const partner = await makePartner();
  const depiction = await makeDepiction(partner, { copyMimeType: "image/png", ...data });
  const params = { accountId: depiction.accountId, externalContentId: depiction.externalContentId ?? "" };
  const offer = async () => {
    const offered = await offerUpload(depiction);
    if (!offered) throw new Error("no upload is offered");
    return offered;
  };
  const confirm = () => confirmCopy(keyCtx(partner), params);
  const row = () => db.depiction.findUniqueOrThrow({ where: { id: depiction.id } });
  return { partner, depiction, offer, confirm, row };
}

describe("a compliance copy in S3", () => {
  it("is uploaded to the bucket, then encrypted, locked and moved out of the URL's reach", async () => {
    const { partner, depiction, offer, confirm, row } = await setUp();
    const { url, method, headers, maxBytes } = await offer();
    expect([method, headers, maxBytes]).toEqual(["PUT", { "Content-Type": "image/png" }, 1000]);
    expect(url.startsWith(`${peer.settings.endpoint}/records/copies/incoming/${depiction.id}?`)).toBe(true);
    const body = png();
    expect((await putFile(url, body, { type: "image/png" }))?.status).toBe(200);
    const { complianceCopy } = await confirm();
    const sha256 = createHash("sha256").update(body).digest("hex");
    expect(complianceCopy).toMatchObject({ state: "stored", sha256, bytes: 1000, mimeType: "image/png" });
    expect(peer.objects.has(incomingKey(depiction.id))).toBe(false);
    expect((await putFile(url, png(), { type: "image/png" }))?.status).toBe(200);
    expect((await confirm()).complianceCopy).toEqual(complianceCopy);
    expect(peer.objects.get((await row()).keptKey ?? "")).toMatchObject({
      body,
      contentType: "image/png",
      encryption: "AES256",
      retention: { mode: "COMPLIANCE", until: sevenYearsAfter(depiction.productionDate) },
    });
    expect(await eventsOf(partner)).toHaveLength(1);
  });

  it("is stored without a lock for a production date long ago", async () => {
    const { offer, confirm, row } = await setUp({ productionDate: new Date("2015-01-01T00:00:00Z") });
    await putFile((await offer()).url, png(), { type: "image/png" });
    expect((await confirm()).complianceCopy.state).toBe("stored");
    expect(peer.objects.get((await row()).keptKey ?? "")?.retention).toBeUndefined();
  });

  it("is locked for the longest time a store allows if the year was mistyped", async () => {
    for (const year of [2206, 9999]) {
      const { offer, confirm, row } = await setUp({ productionDate: new Date(`${year}-01-01T00:00:00Z`) });
      await putFile((await offer()).url, png(), { type: "image/png" });
      expect((await confirm()).complianceCopy.state).toBe("stored");
      const until = peer.objects.get((await row()).keptKey ?? "")?.retention?.until.getUTCFullYear();
      expect(until).toBe(new Date(Date.now() + 99 * 365 * DAY_MS).getUTCFullYear());
    }
  });

  it("is missing until it is uploaded as declared", async () => {
    const { offer, confirm, row } = await setUp();
    const { url } = await offer();
    expect((await putFile(url, png(999), { type: "image/png" }))?.status).toBe(403);
    expect((await putFile(url, png(), { type: "image/jpeg" }))?.status).toBe(403);
    expect(await putFile(url, png(500), { type: "image/png", length: 1000, cut: true })).toBeNull();
    await expect(confirm()).rejects.toMatchObject({
      status: 409,
      code: "NOT_UPLOADED",
      extra: { complianceCopyUpload: { method: "PUT", maxBytes: 1000 } },
    });
    expect((await row()).copyState).toBe("pending");
  });

  it.each([
    ["SIZE_MISMATCH", "image/png", png(999)],
    ["TYPE_MISMATCH", "image/jpeg", png()],
    ["TYPE_MISMATCH", "image/png", randomBytes(1000)],
  ])("is refused with %s if the bucket has another object", async (code, contentType, body) => {
    const { depiction, confirm, row } = await setUp();
    await storage().put(incomingKey(depiction.id), body, { contentType });
    await expect(confirm()).rejects.toMatchObject({ status: 422, code, extra: { complianceCopyUpload: null } });
    expect(await row()).toMatchObject({ copyState: "pending", keptKey: null });
  });

  it("answers 503 and changes nothing while the bucket is down", async () => {
    const { partner, offer, confirm, row } = await setUp();
    const { url } = await offer();
    await putFile(url, png(), { type: "image/png" });
    for (const code of ["SlowDown", "InternalError"]) {
      peer.trouble.code = code;
      await expect(confirm()).rejects.toMatchObject({ status: 503, headers: { "Retry-After": expect.any(String) } });
    }
    peer.trouble.code = null;
    replaceStorage(s3Storage({ ...peer.settings, endpoint: "http://127.0.0.1:1" }));
    await expect(confirm()).rejects.toMatchObject({ status: 503, headers: { "Retry-After": expect.any(String) } });
    expect(await row()).toMatchObject({ copyState: "pending", keptKey: null });
    expect(await eventsOf(partner)).toEqual([]);
    replaceStorage(s3Storage(peer.settings));
    expect((await confirm()).complianceCopy.state).toBe("stored");
  });

  it("is deleted if unconfirmed for a week", async () => {
    const uploads = await Promise.all([1, 2, 3].map(() => setUp()));
    for (const { offer } of uploads) await putFile((await offer()).url, png(), { type: "image/png" });
    const keys = uploads.map(({ depiction }) => incomingKey(depiction.id));
    for (const key of keys.slice(0, 2)) {
      const object = peer.objects.get(key);
      if (object) object.modifiedAt = new Date(Date.now() - 8 * DAY_MS);
    }
    await sweepAbandonedUploadsTask.run({}, firstRun);
    expect(keys.map((key) => peer.objects.has(key))).toEqual([false, false, true]);
  });
});
