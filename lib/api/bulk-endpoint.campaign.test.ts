import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as bulkContent } from "@/app/api/v1/content/bulk/route";
import { POST as bulkAccounts } from "@/app/api/v1/solo-accounts/bulk/route";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { call } from "@/lib/testing/api";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, makeAccount, makeKey, makePartner } from "@/lib/testing/factories";
import { mortalProgram } from "@/lib/testing/mortal-program";
import { randomNumbers, rounds } from "@/lib/testing/random";

// Kills the process that serves a bulk call in the middle, and sends the same body again.

const LINES = 1_000;
const random = randomNumbers();
const program = mortalProgram("lib/testing/bulk-program.ts");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bulk-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function killAndRepeat(route: "content" | "accounts") {
  const partner = await makePartner({ keyLimit: 10_000 });
  const { key } = await makeKey(partner);
  const { id: accountId } = await makeAccount(partner, { status: "active" });
  const lines = Array.from({ length: LINES }, (_, n) => {
    if (route === "accounts")
      return {
        externalUserId: `creator-${n}`,
        email: freshEmail(`c${n}`),
        callbackUrl: "https://platform.example.com/",
      };
    const copy = { mimeType: "image/jpeg", sizeBytes: 1000 };
    const contentUrl = `https://platform.example.com/${n}`;
    return { accountId, contentUrl, title: `Post ${n}`, externalContentId: newId(), complianceCopy: copy };
  });
  const body = lines.map((line) => JSON.stringify(line)).join("\n");
  const where = { partnerId: partner.id };
  const written = () =>
    route === "content"
      ? db.depiction.count({ where })
      : db.soloAccount.count({ where: { ...where, id: { not: accountId } } });

  const file = join(folder, newId());
  await writeFile(file, body);
  await program.start({}, route, key, file);
  const enough = 1 + Math.floor(random() * LINES * 0.5);
  await expect.poll(written, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(enough);
  await program.kill();
  const before = await written();
  // The kill must have hit something. Otherwise this proves nothing.
  expect(before).toBeLessThan(LINES);

  const { lines: answers } = await call(route === "content" ? bulkContent : bulkAccounts, { key, body });
  const counts = Object.groupBy(answers, ({ status }) => status);
  expect([counts[200]?.length, counts[201]?.length]).toEqual([before, LINES - before]);
  expect(await written()).toBe(LINES);
  return { partner, where };
}

it(`logs each of ${LINES} lines once, with its event and ledger entry, over ${rounds(2)} kills`, async () => {
  for (let n = 0; n < rounds(2); n++) {
    const { partner, where } = await killAndRepeat("content");
    const told = (await eventsOf(partner)).map(({ data }) => data.externalContentId);
    expect([told.length, new Set(told).size]).toEqual([LINES, LINES]);
    expect(await db.ledgerEntry.count({ where: { ...where, action: "depiction.logged" } })).toBe(LINES);
  }
}, 300_000);

it(`provisions each of ${LINES} creators once, with one link and ledger entry, over ${rounds(2)} kills`, async () => {
  for (let n = 0; n < rounds(2); n++) {
    const { where } = await killAndRepeat("accounts");
    expect(await db.ledgerEntry.count({ where: { ...where, action: "solo_account.provisioned" } })).toBe(LINES);
  }
}, 300_000);
