import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { logDepiction } from "@/lib/domain/records/content/log-depiction";
import { getUploader } from "@/lib/domain/records/content/uploader";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { AppError } from "@/lib/platform/errors";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeAccount, makePartner } from "@/lib/testing/factories";
import { putFile } from "@/lib/testing/http";
import { ownServer } from "@/lib/testing/own-server";
import { fc, rounds } from "@/lib/testing/random";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { ownObjectFolder } from "@/lib/testing/storage-drivers";
import { deleteContent } from "../remove-depiction";
import { confirmCopy } from "./confirm-copy";
import { INCOMING, KEPT, sweepAbandonedUploadsTask, sweepCopyObjectTask } from "./copy-objects";

const own = ownServer();
const root = await ownObjectFolder();
const aside = join(root, ".incoming");
const LENGTH = 90_000;
const ACTIONS = [
  "log",
  "put",
  "put other bytes",
  "put slowly",
  "put twice",
  "put in parallel",
  "put too little",
  "put too much",
  "put and cut off",
  "put with a wrong type",
  "put what is no photo",
  "put to a changed URL",
  "confirm",
  "confirm in parallel",
  "delete",
] as const;
type Action = (typeof ACTIONS)[number];
/** `which` of two contents: the first has years to go, the second's seven years have ended. */
type Step = { action: Action; which: 0 | 1 };

const sha256 = (body: Buffer) => createHash("sha256").update(body).digest("hex");
const sent = new Set<string>();

function photo(): Buffer {
  const body = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(LENGTH - 4)]);
  sent.add(sha256(body));
  return body;
}

const inPieces = function* (body: Buffer) {
  for (let at = 0; at < body.length; at += 1_000) yield body.subarray(at, at + 1_000);
};

async function begin() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const ctx = keyCtx(partner);
  const urls: (string | undefined)[] = [];
  const depictionIds = new Set<string>();

  async function log(which: 0 | 1): Promise<void> {
    const { content } = await logDepiction(ctx, await getUploader(partner.id, account.id), {
      contentUrl: `https://platform.example.com/posts/${which}`,
      title: "Behind the scenes",
      contentType: "image",
      externalContentId: `post-${which}`,
      complianceCopy: { mimeType: "image/jpeg", sizeBytes: LENGTH },
      ...(which === 1 && { productionDate: new Date("2012-02-29T00:00:00Z") }),
    });
    depictionIds.add(content.depictionId);
    const url = content.complianceCopyUpload?.url;
    if (url) urls[which] = url.replace("http://localhost:3000", `http://127.0.0.1:${own.port}`);
  }

  /** The response status of an upload, or 0 if the connection ended without one. */
  async function put(
    which: 0 | 1,
    ...[body, how]: Parameters<typeof putFile> extends [string, ...infer R] ? R : never
  ) {
    const url = urls[which];
    return url ? ((await putFile(url, body, how))?.status ?? 0) : null;
  }

  async function take({ action, which }: Step): Promise<unknown> {
    const params = { accountId: account.id, externalContentId: `post-${which}` };
    switch (action) {
      case "log":
        return log(which);
      case "put":
      case "put other bytes":
        return put(which, photo());
      case "put slowly":
        return put(which, inPieces(photo()), { length: LENGTH });
      case "put twice":
        return [await put(which, photo()), await put(which, photo())];
      case "put in parallel":
        return Promise.all([
          put(which, photo()),
          put(which, inPieces(photo()), { length: LENGTH }),
          put(which, photo()),
        ]);
      case "put too little":
        return expect([null, 400]).toContain(await put(which, photo().subarray(1)));
      case "put too much":
        return expect([null, 413]).toContain(await put(which, Buffer.concat([photo(), Buffer.from("x")])));
      case "put and cut off":
        return expect([null, 0]).toContain(
          await put(which, inPieces(photo().subarray(0, 70_000)), { length: LENGTH, cut: true }),
        );
      case "put with a wrong type":
        return expect([null, 415]).toContain(await put(which, photo(), { type: "image/png" }));
      case "put what is no photo":
        return put(which, randomBytes(LENGTH).fill("text", 0, 100));
      case "put to a changed URL":
        return urls[which] && expect((await putFile(`${urls[which]}x`, photo()))?.status).toBe(403);
      case "confirm":
        return confirmCopy(ctx, params);
      case "confirm in parallel":
        return Promise.all([1, 2, 3].map(() => confirmCopy(ctx, params).catch(assertExpected)));
      case "delete":
        return deleteContent(ctx, params);
    }
  }
  return { partner, take, depictionIds };
}

const EXPECTED = new Set(["NOT_UPLOADED", "TYPE_MISMATCH", "CONTENT_REMOVED", "404"]);

function assertExpected(error: unknown): void {
  const told = error instanceof AppError ? (error.code ?? String(error.status)) : error;
  expect(EXPECTED, String(error)).toContain(told);
}

async function objectsBelow(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage().listOlder(prefix, new Date(Date.now() + DAY_MS))) keys.push(key);
  return keys;
}

/** Waits until the server has noticed the cut connections. */
async function untilNothingArrives(): Promise<void> {
  while ((await readdir(aside).catch(() => [])).length > 0) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs all sweeps, a week and a day later. */
async function sweep(): Promise<void> {
  clock.advance(8 * DAY_MS);
  await runJobs(sweepCopyObjectTask);
  await sweepAbandonedUploadsTask.run({}, firstRun);
  clock.reset();
}

it("never leaves a copy with a wrong hash or without a record", async () => {
  const step = fc.record<Step>({ action: fc.constantFrom(...ACTIONS), which: fc.constantFrom(0, 1) });
  const sequences = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 8 });
  let stored = 0;
  let erased = 0;
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const { partner, take, depictionIds } = await begin();
      await take({ action: "log", which: 0 });
      await take({ action: "log", which: 1 });
      for (const together of sequence) {
        await Promise.all(together.map((each) => take(each).catch(assertExpected)));
      }
      await untilNothingArrives();
      await sweep();

      const rows = await db.depiction.findMany({ where: { partnerId: partner.id } });
      const copies = rows.filter(({ copyState }) => copyState === "stored");
      const hashes = new Map<string, string>();
      for (const { id, keptKey, keptSha256, copyBytes } of copies) {
        const bytes = await buffer(await storage().get(keptKey ?? ""));
        expect([bytes.length, sha256(bytes)]).toEqual([copyBytes, Buffer.from(keptSha256 ?? []).toString("hex")]);
        // One whole uploaded file, not parts of two.
        expect(sent).toContain(sha256(bytes));
        hashes.set(id, sha256(bytes));
      }
      const told = (await eventsOf(partner)).filter(({ type }) => type === "content_log.copy_stored");
      expect(new Set(told.map(({ data }) => data.depictionId)).size).toBe(told.length);
      for (const [id, hash] of hashes) {
        expect(told.filter(({ data }) => data.depictionId === id)).toMatchObject([{ data: { sha256: hash } }]);
      }

      // Neither an object nor an empty folder.
      const kept = (await readdir(join(root, KEPT)).catch(() => [])).filter((name) =>
        depictionIds.has(name.slice(0, 25)),
      );
      expect(kept.map((name) => `${KEPT}/${name}`).sort()).toEqual(copies.map(({ keptKey }) => keptKey).sort());
      expect(await objectsBelow(INCOMING)).toEqual([]);
      stored += copies.length;
      erased += depictionIds.size - rows.length;
    }),
    { numRuns: rounds(20) },
  );
  // Otherwise it would prove nothing.
  expect([stored > 0, erased > 0]).toEqual([true, true]);
}, 240_000);
