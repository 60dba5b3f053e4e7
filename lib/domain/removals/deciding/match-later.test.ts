import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { eventsOf, linesOn, mailsTo } from "@/lib/testing/effects";
import { makeCustodian, makeDepiction, makePartner, staffCtx } from "@/lib/testing/factories";
import { addDepictions, makeProductionOf } from "@/lib/testing/productions";
import { itemOf } from "@/lib/testing/removal-cases";
import { fileRemoval, type MadeRemoval, makeItem, makeRemoval, readRemoval } from "@/lib/testing/removals";
import { firstRun } from "@/lib/testing/run-jobs";
import { confirmItem } from "./confirm-item";
import { matchLaterTask } from "./match-later";
import { rejectItem } from "./reject-item";

vi.mock("../matching/find-matches", async (original) => ({
  ...(await original<typeof import("../matching/find-matches")>()),
  PRODUCTIONS_AT_ONCE: 2,
}));
const reason = "It shows you.";
const run = () => matchLaterTask.run({}, firstRun);

/** A request about a depiction made from a file, which was decided. */
async function decided(how: "confirm" | "reject", options: Parameters<typeof fileRemoval>[0] = {}) {
  const file = randomBytes(32);
  const first = await makeDepiction(await makePartner(), { fileHash: file });
  await fillSearch();
  const removal = await fileRemoval({ urls: [first.contentUrl], legalBasis: "DMCA", ...options });
  const decide = how === "confirm" ? confirmItem : rejectItem;
  const [item] = removal.items;
  await decide(staffCtx(await makeCustodian()), { itemId: item?.id ?? "", reason });
  return { file, removal, first };
}

const openOf = async (removal: MadeRemoval) =>
  (await readRemoval(removal)).items.filter(({ status }) => status === "open");

it("opens a confirmed request again for a copy that is logged later, with a new deadline, once", async () => {
  const { file, removal } = await decided("confirm");
  clock.advance(100 * DAY_MS);
  const partner = await makePartner();
  const copy = await makeDepiction(partner, { fileHash: file });
  await fillSearch();
  await Promise.all([run(), run()]);
  await run();
  expect(await openOf(removal)).toMatchObject([{ depictionId: copy.id, foundBy: "copy" }]);
  const now = await readRemoval(removal);
  expect(now.status).toBe("open");
  expect(now.deadlineAt > clock.now()).toBe(true);
  expect((await eventsOf(partner)).map(({ type }) => type)).toEqual(["content_log.removal_matched"]);
});

it("opens a request again for each copy that is logged after a decision, and mails nothing until a custodian decides", async () => {
  const { file, removal } = await decided("confirm");
  const ctx = staffCtx(await makeCustodian());
  const partner = await makePartner();
  for (let decisions = 1; decisions <= 3; decisions++) {
    clock.advance(MINUTE_MS);
    await makeDepiction(partner, { fileHash: file });
    await fillSearch();
    await run();
    const news = (await mailsTo(removal.email)).map(({ props }) => props.news);
    expect(news).toEqual(Array(decisions).fill("decided"));
    const [copy] = await openOf(removal);
    await confirmItem(ctx, { itemId: copy?.id ?? "", reason });
  }
});

it("looks for a year, not for what was rejected or withdrawn, and not for what is removed", async () => {
  const [late, rejected] = [await decided("confirm"), await decided("reject")];
  const file = randomBytes(32);
  const withdrawn = await makeRemoval({ status: "withdrawn", sha256s: [file] });
  const open = await makeRemoval({ sha256s: [file] });
  const partner = await makePartner();
  for (const fileHash of [rejected.file, file]) await makeDepiction(partner, { fileHash });
  const removed = { removedAt: clock.now(), removedByKind: "system", removalReason: "x" };
  await makeDepiction(partner, { fileHash: file, ...removed });
  await fillSearch();
  await run();
  expect([await openOf(rejected.removal), await openOf(withdrawn)]).toEqual([[], []]);
  expect(await openOf(open)).toHaveLength(1);
  clock.advance(366 * DAY_MS);
  await makeDepiction(partner, { fileHash: late.file });
  await fillSearch();
  await run();
  expect(await openOf(late.removal)).toEqual([]);
});

it("closes a production that is published at a named URL later", async () => {
  const url = `https://tube.example/${newId()}`;
  const removal = await fileRemoval({ urls: [url] });
  const production = await makeProductionOf({ url });
  await run();
  expect(await openOf(removal)).toMatchObject([{ productionId: production.id, foundBy: "url" }]);
  const [partner] = production.partners;
  expect((await eventsOf(partner ?? { id: "" })).map(({ type }) => type)).toEqual(["production.takedown_requested"]);
  await run();
  expect(await openOf(removal)).toHaveLength(1);
});

it("closes at a filing only as many productions as one transaction can, and the others in slices", async () => {
  const url = `https://tube.example/${newId()}`;
  const first = await makeProductionOf({ url });
  for (let n = 0; n < 4; n++) await makeProductionOf({ url });
  const removal = await fileRemoval({ urls: [url] });
  expect(removal.items).toHaveLength(2);
  await run();
  const productionIds = (await openOf(removal)).map(({ productionId }) => productionId ?? "");
  expect(productionIds).toHaveLength(5);
  expect(productionIds).toContain(first.id);
  const open = { id: { in: productionIds }, status: "takedown_pending" } as const;
  expect(await db.production.count({ where: open })).toBe(5);
  const lines = (await linesOn(removal.id)).filter(({ action }) => action === "removal_request.matched");
  expect(lines.map(({ detail }) => JSON.parse(detail))).toMatchObject(
    [2, 2, 1].map((opened) => ({ opened, suggested: 0, count: opened })),
  );
});

it("finds a later copy of the file that a confirmed production lists at a named URL, and of no other of its files", async () => {
  const [file, other, url] = [randomBytes(32), randomBytes(32), `https://tube.example/${newId()}`];
  const production = await makeProductionOf({ url, sha256: file });
  await addDepictions(production.id, 1, { url: `${url}/2`, sha256: other });
  const removal = await fileRemoval({ urls: [url] });
  await confirmItem(staffCtx(await makeCustodian()), { itemId: itemOf(removal, production).id, reason });
  const copy = await makeDepiction(await makePartner(), { fileHash: file });
  await makeDepiction(await makePartner(), { fileHash: other });
  await fillSearch();
  await run();
  expect(await openOf(removal)).toMatchObject([{ depictionId: copy.id, foundBy: "copy" }]);
});

it("opens a dismissed record whose URL is named, and no other", async () => {
  const [named, unnamed] = [await makeDepiction(await makePartner()), await makeDepiction(await makePartner())];
  await fillSearch();
  const removal = await makeRemoval({ urls: [named.contentUrl] });
  for (const { id } of [named, unnamed])
    await makeItem(removal, { depictionId: id, status: "dismissed", foundBy: "name" });
  await run();
  expect(await openOf(removal)).toMatchObject([{ depictionId: named.id }]);
});
