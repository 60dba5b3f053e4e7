import { expect, it } from "vitest";
import type { Role } from "@/lib/domain/core/context";
import { endTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { composeMail } from "@/lib/platform/mail/send-mail-task";
import { mailsTo } from "@/lib/testing/effects";
import {
  makeCustodian,
  makeDepiction,
  makePartner,
  makeUser,
  portalCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { mailCustodians, mailTakedowns, removalsDueMail, takedownClockMail } from "./mail-clocks";
import { readRunningClocks } from "./running-clocks";

const START = new Date("2026-11-02T12:00:00Z");

/** A partner with takedowns that opened at `START`, due after two days. */
async function opened(count = 1) {
  clock.freeze(START);
  const partner = await makePartner();
  const request = await makeRemoval();
  const made = [];
  for (let n = 0; n < count; n++) {
    const { id: depictionId } = await makeDepiction(partner);
    const item = await makeItem(request, { depictionId, status: "confirmed" });
    made.push({ ...(await makeTakedown(item, { partnerId: partner.id })), depictionId });
  }
  const stages = async (role: Role = "owner") =>
    (await mailsTo(partner.users[role].email)).map(({ props }) => props.stage);
  return { partner, made, request, stages };
}

const runTwice = () => Promise.all([mailTakedowns(systemCtx()), mailTakedowns(systemCtx())]);
const at = (hours: number) => clock.freeze(new Date(START.getTime() + hours * HOUR_MS));

it("mails owners and admins when a takedown opens, at half time and six hours before the end, once each", async () => {
  const { partner, made, stages } = await opened();
  const counts: number[] = [];
  for (const hours of [0, 0.2, 23.9, 24, 24.2, 41.9, 42, 42.2, 49, 72]) {
    at(hours);
    await runTwice();
    counts.push((await stages()).length);
  }
  expect(counts).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 3]);
  for (const role of ["owner", "admin"] as const)
    expect(await stages(role)).toEqual(["opening", "half_time", "last_hours"]);
  for (const role of ["developer", "viewer", "billing"] as const) expect(await stages(role)).toEqual([]);
  const [first] = await mailsTo(partner.users.owner.email);
  expect(first?.url).toBe(`http://localhost:3000/portal/takedowns/${made[0]?.id}`);
  const { subject } = await composeMail(takedownClockMail, first?.props);
  expect(subject).toBe(`1 takedown of ${partner.name}, due Nov 4, 2026, 12:00 PM UTC`);
});

it("shares a mail among takedowns of one partner, and stops when they end", async () => {
  const { partner, made, stages } = await opened(3);
  await runTwice();
  const [mail] = await mailsTo(partner.users.owner.email);
  expect(mail).toMatchObject({ props: { count: 3 }, url: "http://localhost:3000/portal/takedowns" });
  for (const { depictionId } of made.slice(1))
    await inTransaction((tx) => endTakedowns(tx, portalCtx(partner), { partnerId: partner.id, depictionId }));
  at(24);
  await runTwice();
  expect((await mailsTo(partner.users.owner.email)).map(({ props }) => props.count)).toEqual([3, 1]);
  await inTransaction((tx) =>
    endTakedowns(tx, portalCtx(partner), { partnerId: partner.id, depictionId: made[0]?.depictionId ?? "" }),
  );
  at(45);
  await runTwice();
  expect(await stages()).toEqual(["opening", "half_time"]);
});

it("sends only the latest mail after a pause, which says that the deadline has passed, and leads to those", async () => {
  const { partner, stages } = await opened(2);
  at(50);
  await runTwice();
  expect(await stages()).toEqual(["last_hours"]);
  const [mail] = await mailsTo(partner.users.owner.email);
  const { subject } = await composeMail(takedownClockMail, mail?.props);
  expect(subject).toBe(`${partner.name}: 2 takedowns past the deadline`);
  expect(mail?.url).toBe("http://localhost:3000/portal/takedowns?view=breached");
});

it("shows custodians which requests and platforms are past a deadline", async () => {
  const { partner } = await opened(2);
  at(49);
  const custodian = staffCtx(await makeCustodian());
  const { requests, partners } = await readRunningClocks(custodian);
  expect(requests).toMatchObject({ firstAt: new Date(START.getTime() + 2 * DAY_MS) });
  expect(requests.breached).toBeGreaterThan(0);
  const since = new Date(START.getTime() + 2 * DAY_MS);
  expect(partners).toContainEqual({ id: partner.id, name: partner.name, breached: 2, since });
  await expect(readRunningClocks(staffCtx(await makeUser()))).rejects.toMatchObject({ status: 403 });
});

it("mails custodians about open requests at half time and six hours before the end, with nothing of the request", async () => {
  clock.freeze(START);
  const custodian = await makeCustodian();
  const { email } = await makeRemoval();
  await makeRemoval({ status: "withdrawn" });
  const mails = () => mailsTo(custodian.email);
  for (const hours of [0, 23, 24, 25, 42, 43, 50]) {
    at(hours);
    await Promise.all([mailCustodians(systemCtx()), mailCustodians(systemCtx())]);
  }
  const sent = await mails();
  expect(sent.map(({ template, props }) => [template, props.stage])).toEqual([
    [removalsDueMail.name, "half_time"],
    [removalsDueMail.name, "last_hours"],
  ]);
  expect(JSON.stringify(sent)).not.toContain(email);
  expect(sent.map(({ url }) => url)).toEqual(Array(2).fill("http://localhost:3000/custodian/removals"));
  // An appeal starts a clock of its own.
  const deadlineAt = new Date(clock.now().getTime() + 2 * DAY_MS);
  await makeRemoval({ requestedAt: START, appealedAt: clock.now(), reopenedAt: clock.now(), deadlineAt });
  await mailCustodians(systemCtx());
  expect(await mails()).toHaveLength(2);
});
