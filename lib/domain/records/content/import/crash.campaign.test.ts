import { describe, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { s3Storage } from "@/lib/platform/storage/s3";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf } from "@/lib/testing/effects";
import { beginImport, IMPORT_HEAD, importSetUp, readImport, readReport } from "@/lib/testing/imports";
import { mortalWorker } from "@/lib/testing/mortal-program";
import { ageLocks } from "@/lib/testing/queue";
import { randomNumbers } from "@/lib/testing/random";
import { startS3Peer } from "@/lib/testing/s3-peer";
import { replaceStorage } from "@/lib/testing/storage-drivers";

import { importKey } from "./import-files";

const ROWS = 6_000;
const random = randomNumbers();
const worker = mortalWorker();

/** A storage shared by the test and its workers. */
async function useStore(name: "disk" | "s3") {
  if (name === "disk") return { variables: {}, leave: async () => undefined };
  const peer = await startS3Peer();
  replaceStorage(s3Storage(peer.settings));
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = peer.settings;
  const variables = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey.reveal(),
    S3_FORCE_PATH_STYLE: "1",
    S3_ENCRYPTION: "bucket",
  };
  const leave = async () => {
    vi.restoreAllMocks();
    await peer.close();
    // Only used to check whether the file is gone.
    expect(peer.refusals.filter((code) => code !== "NoSuchKey")).toEqual([]);
  };
  return { variables, leave };
}

describe.each([
  ["disk", 3],
  ["s3", 2],
] as const)("an import from %s", (name, deaths) => {
  it(`survives ${deaths} kills of its worker: writes each row once, with an exact report`, async () => {
    const { variables, leave } = await useStore(name);
    const { partner, account, lines } = await importSetUp();
    // Every hundredth row is refused, and every hundredth is a repeat.
    const text = [IMPORT_HEAD];
    const expected: string[] = [];
    const note = (outcome: string, n: number) => expected.push(`${text.length},${outcome},post-${n}`);
    lines(ROWS).forEach((line, n) => {
      text.push(n % 100 === 7 ? line.replace("https:", "ftp:") : line);
      if (n % 100 === 7) note("refused", n);
      if (n % 100 !== 50) return;
      text.push(line);
      note("repeated", n);
    });
    const importId = await beginImport(partner, text.join("\n"));
    const state = async () => (await readImport(partner, importId)).state;

    const written = () => db.depiction.count({ where: { partnerId: partner.id } });

    for (let n = 0; n < deaths; n++) {
      const before = await written();
      await worker.start(variables);
      // Killed while it reads the file, then just after a batch, then at any time during the next ones.
      const begun = async () =>
        n === 0 ? expect((await state()).status).toBe("running") : expect(await written()).toBeGreaterThan(before);
      await vi.waitFor(begun, { timeout: 60_000, interval: 1 });
      if (n > 1) await new Promise((done) => setTimeout(done, random() * 300));
      await worker.kill();
      // The kill must have hit it. Otherwise this proves nothing.
      expect((await state()).status).toBe("running");
      await ageLocks();
    }
    await worker.start(variables);
    await vi.waitFor(async () => expect((await state()).status).toBe("done"), { timeout: 120_000, interval: 100 });

    const logged = ROWS - ROWS / 100;
    const counts = { rows: text.length - 1, logged, refused: ROWS / 100, repeated: ROWS / 100, unchanged: 0 };
    expect(await state()).toMatchObject(counts);
    const report = await readReport(partner, importId);
    const told = report.trimEnd().split("\r\n").slice(1);
    expect(told.map((line) => line.split(",").slice(0, 3).join(","))).toEqual(expected);
    const rows = await db.depiction.findMany({ where: { partnerId: partner.id } });
    expect(new Set(rows.map(({ externalContentId }) => externalContentId)).size).toBe(logged);
    expect(rows).toHaveLength(logged);
    expect(await db.indexEntry.count({ where: { userId: account.userId ?? "" } })).toBe(logged);
    const events = await eventsOf(partner);
    expect(new Set(events.map(({ data }) => data.depictionId)).size).toBe(logged);
    expect(events).toHaveLength(logged);
    const ledger = await db.ledgerEntry.groupBy({ by: ["action"], where: { partnerId: partner.id }, _count: true });
    expect(new Map(ledger.map(({ action, _count }) => [action, _count]))).toEqual(
      new Map([
        ["content_import.started", 1],
        ["content_import.finished", 1],
        ["depiction.logged", logged],
      ]),
    );
    expect(await db.contentImportHandle.count({ where: { importId } })).toBe(0);
    // Deleted after the import ends, without anything waiting for it.
    await expect.poll(() => storage().exists(importKey({ partnerId: partner.id, id: importId }))).toBe(false);
    await worker.kill();
    await leave();
  }, 300_000);
});
