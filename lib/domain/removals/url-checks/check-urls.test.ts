import { expect, it } from "vitest";
import { nextCheck, takeChecks } from "@/lib/domain/custody/takedown-checks";
import { dropTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import {
  type MadePartner,
  makeCustodian,
  makeDepiction,
  makePartner,
  portalCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { startReceiver } from "@/lib/testing/receiver";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { firstRun } from "@/lib/testing/run-jobs";
import { confirmItem } from "../deciding/confirm-item";
import { markTakedownDone } from "../portal/mark-takedown-done";
import { checkUrlsTask } from "./check-urls";
import { findingOf, leadsElsewhere } from "./request-url";

const run = () => checkUrlsTask.run({}, firstRun);

/** A platform whose page answers with these statuses, one after another, and a takedown of it that a custodian just confirmed. */
async function confirmed(statuses: readonly number[], headers: Record<string, string> = {}) {
  clock.freeze(new Date());
  // Other tests' takedowns are theirs.
  await db.takedown.updateMany({ data: { checkAt: null } });
  const receiver = await startReceiver((response, _, count) => {
    response.writeHead(statuses[count - 1] ?? 500, headers);
    response.end("x".repeat(100_000));
  });
  const partner = await makePartner();
  const { id: depictionId } = await makeDepiction(partner, { contentUrl: receiver.url });
  const { id: itemId } = await makeItem(await makeRemoval(), { depictionId });
  await confirmItem(staffCtx(await makeCustodian()), { itemId, reason: "It shows you." });
  const { id } = await db.takedown.findFirstOrThrow({ where: { itemId } });
  const seen = async () =>
    (await db.takedownCheck.findMany({ where: { takedownId: id }, orderBy: { id: "asc" } })).map((one) => one.status);
  const next = async () => (await db.takedown.findUniqueOrThrow({ where: { id } })).checkAt;
  return { id, itemId, partner, receiver, seen, next };
}

it("looks four times before the deadline, then daily for a week, as a browser without cookies", async () => {
  const { receiver, seen } = await confirmed(
    Array.from({ length: 20 }, () => 200),
    { "set-cookie": "a=b" },
  );
  await run();
  expect(await seen()).toEqual([]);
  for (let hours = 0; hours < 48; hours += 4) {
    clock.advance(4 * HOUR_MS);
    await run();
  }
  expect(await seen()).toHaveLength(4);
  for (let days = 0; days < 20; days++) {
    clock.advance(DAY_MS);
    await run();
  }
  expect(await seen()).toHaveLength(11);
  for (const { headers, body } of receiver.received) {
    expect(headers).toMatchObject({
      "user-agent": expect.stringMatching(/^Mozilla.* Firefox/),
      accept: expect.any(String),
    });
    expect(JSON.stringify(headers).toLowerCase()).not.toContain(SERVICE_NAME.toLowerCase());
    expect([headers.cookie, body]).toEqual([undefined, ""]);
  }
  await receiver.close();
});

it("looks once the platform says that it came down, until it is gone", async () => {
  const { id, partner, receiver, seen, next } = await confirmed([200, 503, 404]);
  await markTakedownDone(portalCtx(partner), id);
  for (const _ of [1, 2, 3, 4, 5]) {
    await run();
    clock.advance(DAY_MS);
  }
  expect([await seen(), await next()]).toEqual([[200, 503, 404], null]);
  await receiver.close();
});

it("gives up three days after the platform's word", async () => {
  const { id, partner, receiver, seen, next } = await confirmed([200, 200, 200, 200, 200, 200]);
  await markTakedownDone(portalCtx(partner), id);
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    await run();
    clock.advance(DAY_MS);
  }
  expect([await seen(), await next()]).toEqual([[200, 200, 200, 200], null]);
  await receiver.close();
});

it("does not look at what is no longer asked for, also when that ends while it looks", async () => {
  const { itemId, receiver, seen, next } = await confirmed([200]);
  await inTransaction((tx) => dropTakedowns(tx, systemCtx(), { itemId }));
  clock.advance(3 * DAY_MS);
  await run();
  expect([await seen(), await next()]).toEqual([[], null]);
  await receiver.close();
});

it("looks again at once if the takedown was closed while it looked", async () => {
  let close = async () => {};
  const { id, partner, receiver, seen, next } = await confirmed([]);
  receiver.received.length = 0;
  close = async () => void (await markTakedownDone(portalCtx(partner), id));
  await receiver.close();
  const slow = await startReceiver(async (response, _, count) => {
    clock.advance(1000);
    if (count === 1) await close();
    response.writeHead(404).end();
  });
  const { id: depictionId } = await makeDepiction(partner, { contentUrl: slow.url });
  const item = await makeItem(await makeRemoval(), { depictionId, status: "confirmed" });
  const open = await makeTakedown(item, { partnerId: partner.id, checkAt: clock.now() });
  close = async () => void (await markTakedownDone(portalCtx(partner), open.id));
  await db.takedown.update({ where: { id }, data: { checkAt: null } });
  await run();
  const { checkAt, closedAt } = await db.takedown.findUniqueOrThrow({ where: { id: open.id } });
  expect(checkAt).toEqual(closedAt);
  await run();
  expect(await db.takedownCheck.count({ where: { takedownId: open.id } })).toBe(2);
  expect(await db.takedown.findUniqueOrThrow({ where: { id: open.id } })).toMatchObject({ checkAt: null });
  expect([await seen(), await next()]).toEqual([[], null]);
  await slow.close();
});

it("opens no production, and no URL that it must not open", async () => {
  clock.freeze(new Date());
  const partner = await makePartner();
  const { id: depictionId } = await makeDepiction(partner, { contentUrl: "ftp://files.example.com/a" });
  const { id: productionId } = await makeProduction({ producer: await makeProducer([partner]) });
  const request = await makeRemoval();
  const made = [];
  for (const about of [{ depictionId }, { productionId }]) {
    const item = await makeItem(request, { ...about, status: "confirmed" });
    made.push(await makeTakedown(item, { partnerId: partner.id, checkAt: clock.now() }));
  }
  await run();
  const where = { id: { in: made.map(({ id }) => id) } };
  expect((await db.takedown.findMany({ where })).map(({ checkAt }) => checkAt)).toEqual([null, null]);
  expect(await db.takedownCheck.count({ where: { takedown: where } })).toBe(0);
});

it("is looked at by one of several workers", async () => {
  const { id, receiver, seen } = await confirmed([200]);
  clock.advance(13 * HOUR_MS);
  const given = { until: new Date(clock.now().getTime() + HOUR_MS), most: 100, ofPartner: 20 };
  await inTransaction(async (first) => {
    expect(await takeChecks(first, given)).toEqual([id]);
    expect(await inTransaction((second) => takeChecks(second, given))).toEqual([]);
  });
  await run();
  expect(await seen()).toEqual([]);
  // Another gets it if the first one ended.
  clock.advance(2 * HOUR_MS);
  await run();
  expect(await seen()).toEqual([200]);
  await receiver.close();
});

it("takes those that wait longest, and few of each partner", async () => {
  clock.freeze(new Date());
  await db.takedown.updateMany({ data: { checkAt: null } });
  const request = await makeRemoval();
  const due = async (partner: MadePartner, minutes: number) => {
    const { id: depictionId } = await makeDepiction(partner);
    const item = await makeItem(request, { depictionId, status: "confirmed" });
    const checkAt = new Date(clock.now().getTime() - minutes * MINUTE_MS);
    return (await makeTakedown(item, { partnerId: partner.id, checkAt })).id;
  };
  const [one, other] = [await makePartner(), await makePartner()];
  const [second, fourth, first] = [await due(one, 80), await due(one, 75), await due(one, 90)];
  const [third, fifth] = [await due(other, 70), await due(other, 50)];
  await due(other, -1);
  const take = async (most: number) => {
    const until = new Date(clock.now().getTime() + HOUR_MS);
    return (await inTransaction((tx) => takeChecks(tx, { until, most, ofPartner: 2 }))).toSorted();
  };
  expect(await take(3)).toEqual([first, second, third].toSorted());
  expect(await take(3)).toEqual([fourth, fifth].toSorted());
  expect(await take(3)).toEqual([]);
});

it("leaves the rest of a partner's to later runs", async () => {
  const { partner, receiver, seen } = await confirmed([200]);
  clock.advance(13 * HOUR_MS);
  const request = await makeRemoval();
  const checkAt = new Date(clock.now().getTime() - 2 * HOUR_MS);
  for (let n = 0; n < 20; n++) {
    const { id: depictionId } = await makeDepiction(partner, { contentUrl: "ftp://files.example.com/a" });
    const item = await makeItem(request, { depictionId, status: "confirmed" });
    await makeTakedown(item, { partnerId: partner.id, checkAt });
  }
  await run();
  expect(await seen()).toEqual([]);
  await run();
  expect(await seen()).toEqual([200]);
  await receiver.close();
});

const PAGE = new URL("https://www.tube.example/v/1?lang=en");

it.each([
  [{ status: 404, elsewhere: false }, "gone"],
  [{ status: 410, elsewhere: false }, "gone"],
  [{ status: 301, elsewhere: true }, "elsewhere"],
  [{ status: 301, elsewhere: false }, "unclear"],
  [{ status: 204, elsewhere: false }, "answers"],
  [{ status: 0, elsewhere: false }, "unclear"],
  [{ status: 451, elsewhere: false }, "unclear"],
  [{ status: 500, elsewhere: false }, "unclear"],
])("reads %j as %s", (answer, finding) => expect(findingOf(answer)).toBe(finding));

it.each([
  ["/", true],
  ["https://other.example/v/1?lang=en", true],
  ["/v/1", true],
  ["/v/1/?lang=en", false],
  ["http://tube.example/v/1?lang=en", false],
  ["https://m.tube.example/v/1?lang=en#top", false],
  [null, false],
  ["http://[", false],
])("a redirect to %s leads elsewhere: %s", (location, is) => expect(leadsElsewhere(PAGE, location)).toBe(is));

it("plans each look after the one before", () => {
  const openedAt = new Date("2026-11-01T00:00:00Z");
  const at = (hours: number) => new Date(openedAt.getTime() + hours * HOUR_MS);
  const open = { openedAt, deadlineAt: at(48), closedAt: null };
  const plan = (hours: number) => nextCheck(open, { now: at(hours), isGone: true });
  expect([0, 12, 13, 47, 48, 48 + 168].map(plan)).toEqual([at(12), at(24), at(24), at(48), at(72), null]);
});
