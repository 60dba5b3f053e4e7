import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { openTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { fillSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { fileClaim } from "@/lib/testing/claiming";
import { makeCustodian, makeDepiction, makePartner, portalCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { itemOf } from "@/lib/testing/removal-cases";
import { makeItem, makeRemoval, makeTakedown, readRemoval } from "@/lib/testing/removals";
import { confirmItem } from "../deciding/confirm-item";
import { rejectItem } from "../deciding/reject-item";
import { markTakedownDone } from "../portal/mark-takedown-done";
import { readPlatforms } from "./platforms";
import { findClaimantView } from "./view-request";

type Look = { hours: number; status: number; elsewhere?: boolean };

/** A decided request with one confirmed record, which its platform took down at an hour, or must. */
async function decided({ closedAfter, looks = [] }: { closedAfter?: number; looks?: Look[] }) {
  clock.freeze(new Date());
  const request = await makeRemoval({ status: "decided" });
  const partner = await makePartner();
  const item = await makeItem(request, { depictionId: (await makeDepiction(partner)).id, status: "confirmed" });
  const openedAt = clock.now();
  const after = (hours: number) => new Date(openedAt.getTime() + hours * HOUR_MS);
  const closed = closedAfter !== undefined && {
    closedAt: after(closedAfter),
    outcome: "taken_down" as const,
    closedByKind: "portal_user",
    closedById: partner.users.owner.id,
  };
  const { id: takedownId } = await makeTakedown(item, { partnerId: partner.id, openedAt, ...closed });
  for (const { hours, status, elsewhere = false } of looks)
    await db.takedownCheck.create({ data: { id: newId(), takedownId, checkedAt: after(hours), status, elsewhere } });
  return { request, partner, item, openedAt, after, show: () => readPlatforms(db, request) };
}

it.each<[string, Parameters<typeof decided>[0], number | null, string | null]>([
  ["runs, and wasn’t looked at", {}, null, null],
  ["runs, and still answers", { looks: [{ hours: 12, status: 200 }] }, null, "answers"],
  ["runs, and is gone before the platform says so", { looks: [{ hours: 12, status: 404 }] }, null, "gone"],
  ["came down, as we saw", { closedAfter: 5, looks: [{ hours: 6, status: 410 }] }, 5, "gone"],
  ["redirects", { closedAfter: 5, looks: [{ hours: 6, status: 302, elsewhere: true }] }, 5, "elsewhere"],
  ["came down as the platform says, but answers", { closedAfter: 5, looks: [{ hours: 6, status: 200 }] }, 5, "answers"],
  ["came down, and doesn’t answer us", { closedAfter: 5, looks: [{ hours: 6, status: 0 }] }, 5, "unclear"],
  ["refuses us", { closedAfter: 5, looks: [{ hours: 6, status: 403 }] }, 5, "unclear"],
  ["was looked at only before it came down", { closedAfter: 5, looks: [{ hours: 4, status: 404 }] }, 5, null],
  [
    "the last look counts",
    {
      closedAfter: 5,
      looks: [
        { hours: 6, status: 200 },
        { hours: 30, status: 404 },
      ],
    },
    5,
    "gone",
  ],
])("a platform that %s", async (_, given, closedAfter, finding) => {
  const { show, after } = await decided(given);
  expect(await show()).toEqual([
    {
      kind: "named",
      deadlineAt: after(48),
      closedAt: closedAfter === null ? null : after(closedAfter),
      look: finding === null ? null : { at: expect.any(Date), finding },
    },
  ]);
});

it("is down once all of a platform's records are, and gone once each is", async () => {
  const { request, partner, show, after } = await decided({ closedAfter: 5, looks: [{ hours: 6, status: 404 }] });
  const item = await makeItem(request, { depictionId: (await makeDepiction(partner)).id, status: "confirmed" });
  const second = await makeTakedown(item, { partnerId: partner.id });
  expect(await show()).toMatchObject([{ closedAt: null, look: null }]);
  await markTakedownDone(portalCtx(partner), second.id);
  expect(await show()).toMatchObject([{ closedAt: after(5), look: null }]);
  await db.takedownCheck.create({
    data: { id: newId(), takedownId: second.id, checkedAt: after(9), status: 500, elsewhere: false },
  });
  expect(await show()).toMatchObject([{ look: { finding: "unclear" } }]);
});

it("is canceled by a rejection, and asked again by an appeal", async () => {
  const { request, item, partner, show } = await decided({ looks: [{ hours: 1, status: 200 }] });
  const ended = { outcome: "no_longer_asked", closedByKind: "system", closedById: "removals" } as const;
  await db.takedown.updateMany({ where: { itemId: item.id }, data: { closedAt: clock.now(), ...ended } });
  expect(await show()).toEqual([]);
  await makeTakedown(item, { partnerId: partner.id });
  expect(await show()).toMatchObject([{ closedAt: null, look: null }]);
  expect(await readPlatforms(db, await makeRemoval())).toEqual([]);
  expect(await readPlatforms(db, { ...request, status: "withdrawn" })).toHaveLength(1);
});

it("shows nothing before the page says what was confirmed, and names nobody", async () => {
  const partners = [await makePartner(), await makePartner(), await makePartner()] as const;
  const fileHash = randomBytes(32);
  const first = await makeDepiction(partners[0], { fileHash });
  const second = await makeDepiction(partners[1]);
  const copies = [await makeDepiction(partners[2], { fileHash }), await makeDepiction(partners[1], { fileHash })];
  const records = [first, second];
  await fillSearch();
  const { id, pageToken } = await fileClaim({ kind: "work", urls: records.map((one) => one.contentUrl) });
  const custodian = staffCtx(await makeCustodian());
  const view = async () => {
    const shown = await findClaimantView(pageToken);
    const secrets = [
      ...partners.flatMap((one) => [one.id, one.name]),
      ...records.map((one) => one.id),
      ...copies.map((one) => one.id),
    ];
    for (const secret of secrets) expect(JSON.stringify(shown?.platforms)).not.toContain(secret);
    return shown?.platforms.map(({ kind, closedAt }) => [kind, closedAt !== null]);
  };
  expect(await view()).toEqual([]);
  const decide = async (record: { id: string }, act: typeof confirmItem | typeof rejectItem = confirmItem) =>
    act(custodian, { itemId: itemOf(await readRemoval({ id }), record).id, reason: "It shows you." });
  await decide(first);
  // The second URL and the copies are open, and their platforms aren't told.
  expect(await view()).toEqual([["named", false]]);
  await decide(second, rejectItem);
  expect(await view()).toEqual([["named", false]]);
  for (const copy of copies) await decide(copy);
  // Two platforms have copies, and one of them was named: the page tells of neither.
  expect(await view()).toEqual([
    ["named", false],
    ["copies", false],
  ]);
  const takedowns = await db.takedown.findMany({ where: { partnerId: { in: partners.map((one) => one.id) } } });
  for (const { id: takedownId, partnerId } of takedowns) {
    const partner = partners.find((one) => one.id === partnerId);
    if (partner && partner !== partners[2]) await markTakedownDone(portalCtx(partner), takedownId);
  }
  expect(await view()).toEqual([
    ["named", true],
    ["copies", false],
  ]);
});

it("tells nothing of a platform while another record of the same thing is undecided", async () => {
  const { request } = await decided({});
  const other = { depictionId: (await makeDepiction(await makePartner())).id };
  await makeItem(request, other);
  expect(await readPlatforms(db, { ...request, status: "open" })).toEqual([]);
  // What is found after a decision changes nothing on the page.
  expect(await readPlatforms(db, request)).toHaveLength(1);
});

it("lists a production's platforms in an order of their own, which stays", async () => {
  const partners = await Promise.all(Array.from({ length: 6 }, () => makePartner()));
  const { id: productionId } = await makeProduction({ producer: await makeProducer(partners) });
  const request = await makeRemoval({ status: "decided" });
  const item = await makeItem(request, { productionId, status: "confirmed" });
  const ids = partners.map(({ id }) => id).toSorted();
  const time = { requestedAt: clock.now(), deadlineAt: new Date(clock.now().getTime() + 2 * DAY_MS) };
  await inTransaction((tx) => openTakedowns(tx, systemCtx(), { itemId: item.id, partnerIds: ids, ...time }));
  const opened = await db.takedown.findMany({ where: { itemId: item.id } });
  expect(new Set(opened.map(({ openedAt }) => openedAt.getTime())).size).toBe(1);
  const shown = await readPlatforms(db, request);
  expect(shown).toHaveLength(6);
  // One that is linked later comes last.
  clock.advance(HOUR_MS);
  const later = await makePartner();
  const late = { requestedAt: clock.now(), deadlineAt: new Date(clock.now().getTime() + 3 * DAY_MS) };
  await inTransaction((tx) => openTakedowns(tx, systemCtx(), { itemId: item.id, partnerIds: [later.id], ...late }));
  expect((await readPlatforms(db, request)).map(({ deadlineAt }) => deadlineAt)).toEqual([
    ...Array.from({ length: 6 }, () => time.deadlineAt),
    late.deadlineAt,
  ]);
});

it("tells that something was down before the decision, and nothing else of it", async () => {
  const request = await makeRemoval({ status: "decided" });
  const { id: depictionId } = await makeDepiction(await makePartner());
  await makeItem(request, { depictionId, status: "already_removed" });
  expect(await readPlatforms(db, request)).toEqual([{ kind: "named", deadlineAt: null, closedAt: null, look: null }]);
});
