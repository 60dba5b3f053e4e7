import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { storage } from "@/lib/platform/storage/storage";
import { checkOf, makeDraft, makeFullDraft, makePhoto, sweepsFor } from "@/lib/testing/identity-checks";
import { firstRun } from "@/lib/testing/run-jobs";
import { addPhoto, removePhoto, sweepIdentityObjectTask } from ".";

describe("photos", () => {
  it("are stored sealed and without metadata, under an anonymous key", async () => {
    const { ctx, checkId } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    const photo = (await checkOf(checkId)).photos[0];
    expect(photo?.storageKey).toBe(`identity/${photo?.id}`);
    const stored = await buffer(await storage().get(photo?.storageKey ?? ""));
    expect(stored.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(stored.includes("Secret Phone")).toBe(false);
    expect(stored.length).toBe((photo?.bytes ?? 0) + 29);
  });

  it("are replaced by a retake, which deletes the earlier object", async () => {
    const { ctx, checkId } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto("#112233") });
    const before = (await checkOf(checkId)).photos[0]?.storageKey ?? "";
    await addPhoto(ctx, { kind: "person", file: await makePhoto("#445566") });
    const { photos } = await checkOf(checkId);
    expect(photos).toHaveLength(1);
    expect(photos[0]?.storageKey).not.toBe(before);
    await sweepIdentityObjectTask.run({ storageKey: before }, firstRun);
    expect(await storage().exists(before)).toBe(false);
    await sweepIdentityObjectTask.run({ storageKey: photos[0]?.storageKey }, firstRun);
    expect(await storage().exists(photos[0]?.storageKey ?? "")).toBe(true);
  });

  it("schedule the cleanup before the object is stored", async () => {
    const { ctx, checkId } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    const [first] = await sweepsFor((await checkOf(checkId)).photos[0]?.storageKey ?? "");
    expect(first?.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
  });

  it("are one of each kind when two arrive in parallel", async () => {
    const { ctx, checkId } = await makeDraft();
    const files = await Promise.all(["#111111", "#222222", "#333333"].map((colour) => makePhoto(colour)));
    await Promise.all(files.map((file) => addPhoto(ctx, { kind: "document_front", file })));
    expect((await checkOf(checkId)).photos).toHaveLength(1);
  });

  it("can be removed", async () => {
    const { ctx, checkId } = await makeFullDraft();
    expect(await removePhoto(ctx, { kind: "person" })).toEqual({ removed: true });
    expect(await removePhoto(ctx, { kind: "person" })).toEqual({ removed: false });
    expect((await checkOf(checkId)).photos.map(({ kind }) => kind)).toEqual(["document_front"]);
  });

  it("are refused with a reason when unusable", async () => {
    const { ctx } = await makeDraft();
    await expect(addPhoto(ctx, { kind: "person", file: Buffer.from("hello") })).rejects.toThrow("JPEG, PNG or WebP");
  });
});
