import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { linesOn } from "@/lib/testing/effects";
import { makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import {
  addableDepictionList,
  addDepiction,
  addLoggedDepictions,
  countUnhashed,
  importDepictions,
  productionDepictionList,
  removeDepiction,
} from "..";

async function setUp() {
  const partner = await makePartner();
  const producer = await makeProducer([partner]);
  const production = await makeProduction({ producer, depictions: 0 });
  const ctx = producerCtx(producer);
  return {
    partner,
    producer,
    productionId: production.id,
    ctx,
    urls: async () =>
      (await productionDepictionList.read(ctx, { production: production.id })).rows.map(({ url }) => url).sort(),
    revision: async () => (await db.production.findUniqueOrThrow({ where: { id: production.id } })).revision,
  };
}

/** The partner is offered, and can remove, its own log's entries; the producer all of them. */
async function removedAsOffered(
  partner: Awaited<ReturnType<typeof makePartner>>,
  productionId: string,
  ctx: ReturnType<typeof producerCtx>,
) {
  await addDepiction(ctx, { productionId, url: URL_1, date: "2026-09-04" });
  const admin = portalCtx(partner, "admin");
  const { rows } = await productionDepictionList.read(admin, { production: productionId });
  const offered = rows.filter(({ isRemovable }) => isRemovable);
  expect(offered.map(({ url }) => url)).toEqual(rows.map(({ url }) => url).filter((url) => url !== URL_1));
  const byHand = rows.find(({ url }) => url === URL_1)?.id ?? "";
  await expect(removeDepiction(admin, { productionId, depictionId: byHand })).rejects.toMatchObject({ status: 404 });
  const [first] = offered;
  const removal = { productionId, depictionId: first?.id ?? "" };
  await expect(removeDepiction(portalCtx(partner, "viewer"), removal)).rejects.toMatchObject({ status: 403 });
  await removeDepiction(admin, removal);
  const left = (await productionDepictionList.read(ctx, { production: productionId })).rows;
  expect(left).toHaveLength(rows.length - 1);
  expect(left.every(({ isRemovable }) => isRemovable)).toBe(true);
}

const SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const URL_1 = "https://example.com/videos/1";

describe("a depiction", () => {
  it("is added by hand with each URL once, and removed", async () => {
    const { productionId, ctx, revision } = await setUp();
    const typed = {
      productionId,
      url: ` ${URL_1} `,
      sha256: SHA256.toUpperCase(),
      title: " A\ttitle ",
      date: "2026-09-04",
    };
    await addDepiction(ctx, typed);
    const [row] = (await productionDepictionList.read(ctx, { production: productionId })).rows;
    expect(row).toMatchObject({ url: URL_1, sha256: SHA256, title: "A title", producedOn: new Date("2026-09-04") });
    await expect(addDepiction(ctx, typed)).rejects.toMatchObject({ field: "url" });
    for (const [field, value] of [
      ["url", "ftp://x"],
      ["url", "https://x/\u0000"],
      ["sha256", "ab"],
      ["date", "soon"],
    ]) {
      await expect(addDepiction(ctx, { ...typed, [field ?? ""]: value })).rejects.toMatchObject({ field });
    }
    expect(await revision()).toBe(1);
    await removeDepiction(ctx, { productionId, depictionId: row?.id ?? "" });
    expect([await revision(), (await productionDepictionList.read(ctx, { production: productionId })).rows]).toEqual([
      2,
      [],
    ]);
    await addDepiction(ctx, typed);
    expect(await countUnhashed(ctx, productionId)).toBe(0);
    await addDepiction(ctx, { ...typed, url: `${URL_1}/2`, sha256: "" });
    expect(await countUnhashed(ctx, productionId)).toBe(1);
    const stranger = producerCtx(await makeProducer());
    await expect(productionDepictionList.read(stranger, { production: productionId })).rejects.toMatchObject({
      status: 404,
    });
    await expect(countUnhashed(stranger, productionId)).rejects.toMatchObject({ status: 404 });
  });

  it("comes from the content log: a partner's own, or what names the producer as its creator", async () => {
    const { partner, producer, productionId, ctx, urls } = await setUp();
    // The producer uploaded a scene with it.
    const account = await db.soloAccount.findFirstOrThrow({
      where: { partnerId: partner.id, userId: producer.userId },
    });
    const own = await makeDepiction(partner, { accountId: account.id, fileHash: Buffer.from(SHA256, "hex") });
    const others = await makeDepiction(partner);
    const removed = { removedAt: new Date(), removedByKind: "portal_user", removedById: "x", removalReason: "gone" };
    const gone = await makeDepiction(partner, { accountId: account.id, ...removed });
    const foreign = await makeDepiction(await makePartner());
    const all = [own, others, gone, foreign].map(({ id }) => id);
    const addable = async () =>
      (await addableDepictionList.read(ctx, { production: productionId })).rows.map(({ id }) => id);
    expect(await addable()).toEqual([own.id]);
    expect(await addLoggedDepictions(ctx, { productionId, depictionIds: all })).toEqual({ added: 1 });
    expect(await addable()).toEqual([]);
    expect(await addLoggedDepictions(portalCtx(partner, "admin"), { productionId, depictionIds: all })).toEqual({
      added: 1,
    });
    expect(await urls()).toEqual([own.contentUrl, others.contentUrl].sort());
    const { rows } = await productionDepictionList.read(portalCtx(partner, "viewer"), { production: productionId });
    expect(rows.map(({ sha256 }) => sha256).sort()).toEqual([SHA256, null]);
    await removedAsOffered(partner, productionId, ctx);
    const stranger = addLoggedDepictions(portalCtx(await makePartner()), { productionId, depictionIds: all });
    await expect(stranger).rejects.toMatchObject({ status: 404 });
  });
});

it("takes up to 10,000 records of a log at once", async () => {
  const { partner, productionId, urls } = await setUp();
  const depictionIds = Array.from({ length: 10_001 }, () => newId());
  const ctx = portalCtx(partner, "admin");
  await expect(addLoggedDepictions(ctx, { productionId, depictionIds })).rejects.toMatchObject({
    field: "depictionId",
  });
  const own = await makeDepiction(partner);
  const fewer = [...depictionIds.slice(2), own.id];
  expect(await addLoggedDepictions(ctx, { productionId, depictionIds: fewer })).toEqual({ added: 1 });
  expect(await urls()).toEqual([own.contentUrl]);
});

describe("a CSV file", () => {
  const csv = (text: string) => Readable.from([Buffer.from(text)]);
  const head = "url,sha256,title,date\n";

  it("adds all of its rows, in one change, and nothing when it comes again", async () => {
    const { productionId, ctx, urls, revision } = await setUp();
    const text =
      `\uFEFF${head}${URL_1},${SHA256},"One, two",2026-09-04\nhttps://example.com/2,,,2026-09-05\n`.replaceAll(
        "\n",
        "\r\n",
      );
    const read = () => importDepictions(ctx, { productionId, file: csv(text) });
    expect(await read()).toEqual({ added: 2, unchanged: 0, problems: [], problemCount: 0 });
    expect(await read()).toEqual({ added: 0, unchanged: 2, problems: [], problemCount: 0 });
    expect(await urls()).toEqual(["https://example.com/2", URL_1].sort());
    expect(await revision()).toBe(1);
    const added = (await linesOn(productionId)).filter(({ action }) => action === "production.depictions_added");
    expect(added.map(({ detail }) => detail)).toEqual(['{"count":2,"from":"csv"}']);
  });

  it("adds nothing if a row is invalid, repeats one, or differs from what is there, and names the lines", async () => {
    const { productionId, ctx, urls } = await setUp();
    await addDepiction(ctx, { productionId, url: URL_1, date: "2026-09-04" });
    const linesOf = async (text: string) => {
      const { added, problems } = await importDepictions(ctx, { productionId, file: csv(text) });
      expect(added).toBe(0);
      return problems.map(({ line }) => line);
    };
    const row = (n: string, date = "2026-09-04") => `https://example.com/${n},,,${date}\n`;
    expect(await linesOf(`${head}${row("2")}${row("3", "2026-13-01")}${row("2")}x,y\n`)).toEqual([3, 4, 5]);
    const { problems } = await importDepictions(ctx, { productionId, file: csv(head + row("2", "24.11.2026")) });
    expect(problems).toEqual([{ line: 2, reason: "date: “24.11.2026” isn’t a day. Enter one such as 2026-11-24." }]);
    expect(await linesOf(`${head}${row("2")}${row("videos/1", "2026-09-05")}`)).toEqual([3]);
    expect(await urls()).toEqual([URL_1]);
    const files = [
      "",
      head,
      "url,title\nx,y\n",
      "url,date,size\nx,y,z\n",
      "url;date\nx;y\n",
      `url,date\n${"x,y\n".repeat(10_001)}`,
    ];
    for (const text of files) {
      await expect(importDepictions(ctx, { productionId, file: csv(text) })).rejects.toMatchObject({ field: "file" });
    }
  });
});
