import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { FROM, makeAccount, makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { contentList } from "./list-content";

it("exports what the list shows, safe in a spreadsheet, and records it in the ledger", async () => {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  await makeDepiction(partner, { accountId: account.id, title: '=HYPERLINK("https://evil.example.com")' });
  await makeDepiction(partner, { accountId: account.id, title: "Two,\r\nlines", externalContentId: "+1" });
  await makeDepiction(partner, { accountId: account.id, title: "Left out", contentType: "audio" });
  await makeDepiction(await makePartner(), { title: "Two of somebody else" });
  const ctx = portalCtx(partner, "viewer");
  const all = await text(await contentList.export(ctx, {}));
  const [head, ...lines] = all.split(/\r\n(?=[0-9a-z]{25},|$)/);
  expect(head).toMatch(/^depictionId,contentLogId,externalContentId,title,/);
  expect(lines.filter(Boolean)).toHaveLength(3);
  expect(all).toContain(`"'=HYPERLINK(""https://evil.example.com"")"`);
  expect(all).toContain(`,'+1,"Two,\r\nlines",`);
  await fillWholeSearch();
  const some = await text(await contentList.export(ctx, { q: "two", creator: account.email }));
  expect(some.match(/Two/g)).toHaveLength(1);
  const exports = await db.ledgerEntry.findMany({ where: { partnerId: partner.id, action: "content_log.exported" } });
  expect(exports.map(({ actorId, detail }) => [actorId, detail])).toEqual([
    [ctx.actor.userId, JSON.stringify(FROM)],
    [ctx.actor.userId, JSON.stringify({ ...FROM, q: true, creator: true })],
  ]);
});

it("allows two exports per partner and starts the next when one ends", async () => {
  const partner = await makePartner();
  // With long types each row is a batch of its own, and one of them is read ahead.
  for (let n = 0; n < 4; n++) await makeDepiction(partner, { title: "One", contentType: "long ".repeat(300) });
  const begun = async (whose = partner) => {
    const reader = (await contentList.export(portalCtx(whose, "viewer"), {})).getReader();
    await reader.read();
    return reader;
  };
  const [first, second] = [await begun(), await begun()];
  await first.read();
  await second.read();
  let isTold = false;
  const third = begun().then((reader) => {
    isTold = true;
    return reader.read();
  });
  const other = await makePartner();
  await makeDepiction(other, { title: "Another" });
  expect(new TextDecoder().decode((await (await begun(other)).read()).value)).toContain("Another");
  expect(isTold).toBe(false);
  await first.cancel();
  expect(new TextDecoder().decode((await third).value)).toContain("One");
  // Leaving before the first read frees the slot too.
  await second.cancel();
  for (let n = 0; n < 3; n++) await (await contentList.export(portalCtx(partner, "viewer"), {})).cancel();
});

it("isn't delayed by the partner's searches", async () => {
  const partner = await makePartner();
  await makeDepiction(partner, { title: "Held up" });
  const limits = { total: 2, waiting: 2 };
  const held = await Promise.all([1, 2].map(() => limitConcurrency("content pages", limits).enter(partner.id)));
  expect(await text(await contentList.export(portalCtx(partner, "viewer"), {}))).toContain("Held up");
  for (const leave of held) leave();
});

it("is refused, without a ledger entry, when too many of a partner's exports wait", async () => {
  const partner = await makePartner();
  await makeDepiction(partner, {});
  const ctx = portalCtx(partner, "viewer");
  const asked = Array.from({ length: 23 }, () => contentList.export(ctx, {}));
  await expect(asked[22]).rejects.toMatchObject({ status: 503 });
  for (const one of asked.slice(0, 22)) await (await one).cancel();
  expect(await db.ledgerEntry.count({ where: { partnerId: partner.id, action: "content_log.exported" } })).toBe(22);
});

it("exports content types of any length, in the list's order", async () => {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const types = ["image", "long ".repeat(300), "é".repeat(700), "", "video", "x".repeat(2 ** 20)];
  for (const contentType of types) await makeDepiction(partner, { accountId: account.id, contentType });
  const csv = await text(await contentList.export(portalCtx(partner, "viewer"), {}));
  const rows = parse(csv, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map(({ contentType }) => contentType)).toEqual(types.toReversed());
});

it("exports ids, hash and copy in the columns of an import", async () => {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const fileHash = Buffer.alloc(32, 7);
  const kept = { copyState: "stored", copyMimeType: "image/png", copyBytes: 68, keptKey: newId() } as const;
  const keptAt = new Date("2026-01-02T03:04:05.678Z");
  const keptSha256 = Buffer.alloc(32, 9);
  const stored = await makeDepiction(partner, {
    accountId: account.id,
    title: "Täglich",
    fileHash,
    ...kept,
    keptSha256,
    keptAt,
  });
  await makeDepiction(partner, { accountId: account.id, copyState: "missing", copyMimeType: null, copyBytes: null });
  const csv = await new Response(await contentList.export(portalCtx(partner, "viewer"), {})).arrayBuffer();
  expect(Buffer.from(csv).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const [missing, whole] = parse(Buffer.from(csv), { bom: true, columns: true }) as Record<string, string>[];
  expect(whole).toMatchObject({
    depictionId: stored.id,
    contentLogId: stored.contentLogId,
    title: "Täglich",
    accountId: account.id,
    fileHash: "07".repeat(32),
    platform: stored.platform,
    complianceCopy: "stored",
    complianceCopyMimeType: "image/png",
    complianceCopySizeBytes: "68",
    complianceCopySha256: "09".repeat(32),
    complianceCopyStoredAt: "2026-01-02T03:04:05.678Z",
  });
  expect(missing).toMatchObject({ complianceCopy: "missing", complianceCopySha256: "", complianceCopyStoredAt: "" });
});
