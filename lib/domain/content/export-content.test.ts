import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { makeAccount, makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/fill-whole-search";
import { exportContent } from "./export-content";

it("exports what the list shows, safe in a spreadsheet, and says so in the ledger", async () => {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  await makeDepiction(partner, { accountId: account.id, title: '=HYPERLINK("https://evil.example.com")' });
  await makeDepiction(partner, { accountId: account.id, title: "Two,\r\nlines", externalContentId: "+1" });
  await makeDepiction(partner, { accountId: account.id, title: "Left out", contentType: "audio" });
  await makeDepiction(await makePartner(), { title: "Two of somebody else" });
  const ctx = portalCtx(partner, "viewer");
  const all = await text(await exportContent(ctx, {}));
  const [head, ...lines] = all.split(/\r\n(?=[0-9a-z]{25},|$)/);
  expect(head).toMatch(/^depiction_id,external_content_id,title,/);
  expect(lines.filter(Boolean)).toHaveLength(3);
  expect(all).toContain(`"'=HYPERLINK(""https://evil.example.com"")"`);
  expect(all).toContain(`,'+1,"Two,\r\nlines",`);
  await fillWholeSearch();
  const some = await text(await exportContent(ctx, { q: "two", creator: account.email }));
  expect(some.match(/Two/g)).toHaveLength(1);
  const exports = await db.ledgerEntry.findMany({ where: { partnerId: partner.id, action: "content_log.exported" } });
  expect(exports.map(({ actorId, detail }) => [actorId, detail])).toEqual([
    [ctx.actor.userId, "{}"],
    [ctx.actor.userId, '{"q":true,"creator":true}'],
  ]);
});
