import { beforeEach, expect, it } from "vitest";
import { linkPartner, markTakenDown, viewLinkedProduction } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { certify } from "@/lib/testing/certificates";
import { eventsOf, mailsTo } from "@/lib/testing/effects";
import { freshEmail, makeCustodian, makePartner, portalCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { addDepictions, makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import { clocksOf, itemOf } from "@/lib/testing/removal-cases";
import { fileRemoval, readRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { mailClocksTask } from "../clocks/mail-clocks";
import { attachItem } from "./add-items";
import { confirmItem } from "./confirm-item";
import { askLinkedTask, freezeProductionTask } from "./freeze-production";
import { matchLaterTask } from "./match-later";
import { rejectItem } from "./reject-item";
import { withdrawItems } from "./return-items";

const FREEZES_AFTER = 4 * HOUR_MS;
const reason = "The release covers it.";

beforeEach(() => clock.freeze(new Date()));

/** A documented production, whose URL a stranger names: not among its performers, and not about intimate images. */
async function setUp(options: Parameters<typeof fileRemoval>[0] = {}) {
  const [first, second, later] = [await makePartner(), await makePartner(), await makePartner()];
  const producer = await makeProducer([first, second, later]);
  const performer = freshEmail("vera");
  const partners = [first, second];
  const production = await makeProduction({ producer, partners, performers: [performer], depictions: 0 });
  const url = `https://tube.example/${newId()}`;
  await addDepictions(production.id, 1, { url });
  await certify(production);
  const custodian = staffCtx(await makeCustodian());
  const file = async (more: typeof options = {}) => {
    const email = more.email === "performer" ? performer : (more.email ?? freshEmail("stranger"));
    const removal = await fileRemoval({ urls: [url], legalBasis: "OTHER", ...options, ...more, email });
    return { removal, itemId: itemOf(removal, production).id };
  };
  const id = production.id;
  return {
    first,
    second,
    later,
    producer,
    production,
    custodian,
    file,
    status: async () => (await db.production.findUniqueOrThrow({ where: { id } })).status,
    asked: async (partner: { id: string }) =>
      (await eventsOf(partner)).filter(({ type }) => type === "production.takedown_requested").length,
    freeze: () => runJobs(freezeProductionTask, { productionId: id }),
    seen: () => viewLinkedProduction(portalCtx(first, "viewer"), id),
  };
}

it("a stranger’s request goes to the partners at once, and freezes the production after four hours without an answer", async () => {
  const { first, second, file, status, asked, freeze, seen } = await setUp();
  const { removal } = await file();
  expect([await asked(first), await asked(second), (await clocksOf(removal)).length]).toEqual([1, 1, 2]);
  expect(await status()).toBe("documented");
  expect(await seen()).toMatchObject({ status: "documented", isRemovalAsked: true });
  clock.advance(FREEZES_AFTER - 1000);
  await freeze();
  await matchLaterTask.run({}, firstRun);
  expect(await status()).toBe("documented");
  clock.advance(2000);
  await freeze();
  expect(await status()).toBe("takedown_pending");
  expect((await seen()).timeline.map(({ did }) => did).slice(0, 2)).toEqual(["Takedown pending", "Removal requested"]);
  await freeze();
  await matchLaterTask.run({}, firstRun);
  expect([await asked(first), (await clocksOf(removal)).length]).toEqual([1, 2]);
});

it("the sweep freezes it when the job was lost", async () => {
  const { file, status } = await setUp();
  await file();
  clock.advance(FREEZES_AFTER + 1000);
  await matchLaterTask.run({}, firstRun);
  expect(await status()).toBe("takedown_pending");
});

it.each([
  ["an intimate image", { legalBasis: "NCII_TAKE_IT_DOWN" }],
  ["an intimate image under state law", { legalBasis: "NCII_STATE" }],
  ["somebody among its performers", { email: "performer" }],
] as const)("%s freezes it at once", async (_, options) => {
  const { file, status, freeze } = await setUp();
  await file(options);
  expect(await status()).toBe("takedown_pending");
  expect(await freeze()).toBe(0);
});

it("a custodian who attaches the record freezes it at once, once", async () => {
  const { production, custodian, file, status, asked, first } = await setUp();
  const { removal } = await file();
  const attach = () => attachItem(custodian, { requestId: removal.id, recordId: production.id });
  expect(await attach()).toEqual({ outcome: "frozen" });
  expect(await status()).toBe("takedown_pending");
  expect(await attach()).toEqual({ outcome: "attached_before" });
  expect(await asked(first)).toBe(1);
  // A record that the request didn't name.
  const other = await setUp();
  const { removal: elsewhere } = await setUp().then(({ file: named }) => named());
  await attachItem(custodian, { requestId: elsewhere.id, recordId: other.production.id });
  expect(await other.status()).toBe("takedown_pending");
});

it("an answer within four hours wins: a rejected or withdrawn request never freezes, and a confirmed one revokes", async () => {
  const rejected = await setUp();
  const { itemId } = await rejected.file();
  await markTakenDown(portalCtx(rejected.first), { productionId: rejected.production.id });
  await rejectItem(rejected.custodian, { itemId, reason });
  expect(await rejected.seen()).toMatchObject({ takenDownAt: null, isRemovalAsked: false, isRemovalGranted: false });
  const withdrawn = await setUp();
  const { removal } = await withdrawn.file();
  await inTransaction((tx) => withdrawItems(tx, systemCtx(), removal.id));
  const confirmed = await setUp();
  const granted = await confirmed.file();
  await confirmItem(confirmed.custodian, { itemId: granted.itemId, reason });
  expect(await confirmed.seen()).toMatchObject({ status: "takedown_pending", isRemovalGranted: true });
  expect(await db.certificate.count({ where: { productionId: confirmed.production.id, status: "REVOKED" } })).toBe(1);
  for (const partner of [confirmed.first, confirmed.second])
    await markTakenDown(portalCtx(partner), { productionId: confirmed.production.id });
  expect(await confirmed.status()).toBe("takedown_complete");
  clock.advance(FREEZES_AFTER + 1000);
  for (const { freeze } of [rejected, withdrawn, confirmed]) await freeze();
  await matchLaterTask.run({}, firstRun);
  expect(await Promise.all([rejected, withdrawn, confirmed].map(({ status }) => status()))).toEqual([
    "documented",
    "documented",
    "takedown_complete",
  ]);
});

it("a rejection leads back to an open production beside a request that hasn’t frozen it", async () => {
  const { custodian, file, status, freeze } = await setUp();
  const serious = await file({ legalBasis: "NCII_STATE" });
  const stranger = await file();
  expect(await status()).toBe("takedown_pending");
  const second = staffCtx(await makeCustodian());
  for (const by of [custodian, second]) await rejectItem(by, { itemId: serious.itemId, reason });
  expect(await status()).toBe("documented");
  clock.advance(FREEZES_AFTER + 1000);
  await freeze();
  expect(await status()).toBe("takedown_pending");
  await rejectItem(custodian, { itemId: stranger.itemId, reason });
  expect(await status()).toBe("documented");
});

it.each([1, 2, 3])("a freeze and a rejection in the same moment leave it open (%i)", async () => {
  const { custodian, file, status, freeze } = await setUp();
  const { itemId } = await file();
  clock.advance(FREEZES_AFTER + 1000);
  await Promise.all([freeze(), matchLaterTask.run({}, firstRun), rejectItem(custodian, { itemId, reason })]);
  expect(await status()).toBe("documented");
});

it("custodians are mailed once for what freezes, from the start, and not again for ten minutes", async () => {
  const { custodian, file, production } = await setUp();
  const { email } = await db.user.findUniqueOrThrow({ where: { id: custodian.actor.userId } });
  // What other tests left is told before.
  clock.advance(DAY_MS);
  await mailClocksTask.run({}, firstRun);
  clock.advance(10 * MINUTE_MS + 1000);
  const alarms = async () => (await mailsTo(email)).filter(({ template }) => template === "removal_freezes");
  const before = (await alarms()).length;
  const { removal } = await file();
  await runJobs(mailClocksTask);
  const [first, ...more] = (await alarms()).slice(before);
  expect(more).toEqual([]);
  expect(first?.props).toMatchObject({ count: 1, url: expect.stringContaining(`/custodian/removals/${removal.id}`) });
  expect(JSON.stringify(first)).not.toMatch(new RegExp(`${removal.email}|${production.id}|stranger`));
  for (let n = 0; n < 3; n++) await file();
  await runJobs(mailClocksTask);
  expect(await alarms()).toHaveLength(before + 1);
  clock.advance(10 * MINUTE_MS + 1000);
  await mailClocksTask.run({}, firstRun);
  const [, second, ...none] = (await alarms()).slice(before);
  expect([second?.props, none]).toEqual([expect.objectContaining({ count: 3 }), []]);
});

it("a partner that is linked before the freeze is asked too, with a clock of its own", async () => {
  const { later, producer, production, file, asked } = await setUp();
  const { removal } = await file();
  await linkPartner(producerCtx(producer), { productionId: production.id, partnerId: later.id });
  expect(await runJobs(askLinkedTask, { productionId: production.id })).toBe(1);
  await askLinkedTask.run({ productionId: production.id }, firstRun);
  expect(await asked(later)).toBe(1);
  const clocks = await clocksOf(await readRemoval(removal));
  expect(clocks.filter(({ partnerId }) => partnerId === later.id)).toHaveLength(1);
  expect(clocks).toHaveLength(3);
  expect(new Set(clocks.map(({ deadlineAt }) => deadlineAt.getTime())).size).toBe(1);
});
