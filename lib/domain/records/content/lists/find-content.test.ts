import { expect, it } from "vitest";
import { deleteContent } from "@/lib/domain/records/content/remove-depiction";
import { keyCtx, makeAccount, makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { findContent } from "./list-content";

async function setUp() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const ctx = portalCtx(partner, "viewer");
  const make = (data: Parameters<typeof makeDepiction>[1] = {}) =>
    makeDepiction(partner, { accountId: account.id, ...data });
  const find = async (text: string) => {
    await fillWholeSearch();
    return (await findContent(ctx, text)).found.map(({ id }) => id);
  };
  return { partner, account, make, find, ctx };
}

it("finds own depictions by title, content id and ids, exact matches first", async () => {
  const { partner, account, make, find, ctx } = await setUp();
  const named = await make({ title: "Lake house", externalContentId: "post-1" });
  await make({ title: "About the lake", externalContentId: "POST-1" });
  for (const text of [named.id, named.contentLogId]) await make({ externalContentId: text });
  for (const n of [11, 12, 13, 14]) await make({ externalContentId: `post-${n}` });
  const last = await make({ externalContentId: "post-15" });
  expect(await find("LAKE house")).toEqual([named.id]);
  expect(await find(named.contentUrl)).toEqual([named.id]);
  for (const text of [named.id, named.contentLogId]) {
    const found = await find(text);
    expect([found[0], found.length], text).toEqual([named.id, 2]);
    expect(await find(text.toUpperCase())).toEqual([named.id]);
  }
  const found = await find("post-1");
  expect([found[0], found[1], found.length]).toEqual([named.id, last.id, 5]);
  expect(await find("post-100")).toEqual([]);

  await deleteContent(keyCtx(partner), { accountId: account.id, externalContentId: "post-15" });
  expect(await findContent(ctx, "post-15")).toEqual({
    found: [{ id: last.id, title: last.title, externalContentId: "post-15", removed: true }],
    isMore: false,
  });

  expect((await findContent(ctx, "post")).isMore).toBe(true);

  const stranger = await setUp();
  for (const text of ["post-1", "lake", named.id, named.contentLogId, named.contentUrl])
    expect(await stranger.find(text), text).toEqual([]);
});
