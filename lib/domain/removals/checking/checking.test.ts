import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { keyCtx, makeDepiction, makePartner } from "@/lib/testing/factories";
import {
  itemOf,
  requestOfDepiction,
  requestOfProduction,
  requestOfPublication,
  someCustodian,
} from "@/lib/testing/removal-cases";
import { fileRemoval } from "@/lib/testing/removals";
import { confirmItem } from "../deciding/confirm-item";
import { rejectItem } from "../deciding/reject-item";
import { checkContent } from ".";

const reason = "It shows you, and you never agreed.";
const FREE = { blocked: false, reasons: [] };
const hex = (hash: Uint8Array) => Buffer.from(hash).toString("hex");

/** What any partner hears. */
const check = async (asked: { fileHash?: string; url?: string }) => checkContent(keyCtx(await makePartner()), asked);

describe("the content check", () => {
  it("blocks a confirmed depiction's files and URL at every partner, and nothing that is open or rejected", async () => {
    const [fileHash, keptSha256] = [randomBytes(32), randomBytes(32)];
    const { depiction, itemId } = await requestOfDepiction({
      fileHash,
      copyState: "stored",
      copyMimeType: "image/jpeg",
      copyBytes: 1,
      keptKey: newId(),
      keptSha256,
      keptAt: clock.now(),
    });
    const { contentUrl: url } = depiction;
    const files = [fileHash, keptSha256].map(hex);
    for (const file of files) expect(await check({ fileHash: file, url })).toEqual(FREE);
    await confirmItem(await someCustodian(), { itemId, reason });
    for (const file of files) {
      expect(await check({ fileHash: file, url })).toEqual({ blocked: true, reasons: ["file", "url"] });
      expect(await check({ fileHash: file, url: `${url}/2` })).toEqual({ blocked: true, reasons: ["file"] });
    }
    const variant = url.replace("https://", "http://www.");
    expect(await check({ fileHash: hex(randomBytes(32)), url: variant })).toEqual({ blocked: true, reasons: ["url"] });

    const rejected = await requestOfDepiction({ fileHash: randomBytes(32) });
    for (let custodians = 0; custodians < 2; custodians++)
      await rejectItem(await someCustodian(), { itemId: rejected.itemId, reason });
    const asked = { fileHash: hex(rejected.depiction.fileHash ?? randomBytes(32)), url: rejected.depiction.contentUrl };
    expect(await check(asked)).toEqual(FREE);
  });

  it("blocks what was erased after its seven years", async () => {
    const fileHash = randomBytes(32);
    const { depiction, itemId } = await requestOfDepiction({ fileHash, productionDate: new Date("2015-01-01") });
    await confirmItem(await someCustodian(), { itemId, reason });
    expect(await db.depiction.count({ where: { id: depiction.id } })).toBe(0);
    await db.searchRecord.deleteMany({ where: { id: depiction.id } });
    expect(await check({ fileHash: hex(fileHash), url: depiction.contentUrl })).toEqual({
      blocked: true,
      reasons: ["file", "url"],
    });
  });

  it("blocks what a confirmed production lists, and a confirmed publication", async () => {
    const made = await requestOfProduction();
    const { url, sha256 } = await db.productionDepiction.findFirstOrThrow({
      where: { productionId: made.productionId },
    });
    const { publication, itemId } = await requestOfPublication();
    const asked = [
      { fileHash: hex(sha256 ?? randomBytes(32)), url: url ?? "" },
      { fileHash: hex(publication.depictionSha256), url: publication.contentUrl },
    ];
    for (const one of asked) expect(await check(one)).toEqual(FREE);
    const ctx = await someCustodian();
    for (const id of [made.itemId, itemId]) await confirmItem(ctx, { itemId: id, reason });
    for (const one of asked) expect(await check(one)).toEqual({ blocked: true, reasons: ["file", "url"] });
  });

  it("blocks a named file, and the URLs of the records that were found by it", async () => {
    const fileHash = randomBytes(32);
    const depiction = await makeDepiction(await makePartner(), { fileHash });
    await fillSearch();
    const { publication } = await requestOfPublication();
    const removal = await fileRemoval({ sha256s: [fileHash, Buffer.from(publication.depictionSha256)] });
    const ctx = await someCustodian();
    for (const record of [depiction, publication])
      await confirmItem(ctx, { itemId: itemOf(removal, record).id, reason });
    expect(await check({ fileHash: hex(fileHash), url: depiction.contentUrl })).toEqual({
      blocked: true,
      reasons: ["file", "url"],
    });
    expect(await check({ url: publication.contentUrl })).toEqual({ blocked: true, reasons: ["url"] });
  });

  it("needs a file or a URL", async () => {
    await expect(check({})).rejects.toMatchObject({ status: 400, code: "missing_parameter", field: "fileHash" });
  });
});
