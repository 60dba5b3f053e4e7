import { describe, expect, it } from "vitest";
import { events as declared, deliveryFigures } from "@/lib/domain/events";
import {
  countOpenTakedowns,
  exportPartnerReport,
  exportStatements,
  readPartnerReport,
  takedownList,
} from "@/lib/domain/removals";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { mailsTo } from "@/lib/testing/effects";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { runJobs } from "@/lib/testing/run-jobs";
import { makeEndpoint, makeSubscriber } from "@/lib/testing/webhooks";
import type { DEADLINE_NAMES } from "./labels";
import {
  endDeadlineRehearsal,
  findRunningRehearsal,
  listDeadlineRehearsals,
  mailDeadlineRehearsalTask,
  startDeadlineRehearsal,
  viewDeadlineRehearsal,
} from "./rehearse-deadline";

async function started(deadline: (typeof DEADLINE_NAMES)[number] = "take_it_down") {
  // The database's own clock must not be ahead of it.
  clock.freeze(new Date("2030-01-08T12:00:00Z"));
  const made = await makeSubscriber();
  const { endpointId, partner } = made;
  const owner = portalCtx(partner);
  const { rehearsalId } = await startDeadlineRehearsal(owner, { deadline, endpointId });
  const view = () => viewDeadlineRehearsal(portalCtx(partner, "viewer"), rehearsalId);
  return { ...made, owner, rehearsalId, view };
}

describe("a deadline rehearsal", () => {
  it.each([
    ["take_it_down", "NCII_TAKE_IT_DOWN", "2030-01-10T12:00:00.000Z"],
    ["state_law", "NCII_STATE", "2030-01-11T12:00:00.000Z"],
    ["card_brands", "AN_5196_APPEAL", "2030-01-18T04:59:59.999Z"],
    ["four_hours", "NCII_TAKE_IT_DOWN", "2030-01-08T16:00:00.000Z"],
    ["one_hour", "NCII_TAKE_IT_DOWN", "2030-01-08T13:00:00.000Z"],
  ] as const)(
    "%s has its deadline, and sends a real event, marked, to one endpoint",
    async (name, legalBasis, deadline) => {
      const { partner, deliveries, view, rehearsalId } = await started(name);
      const other = await makeEndpoint(partner);
      expect(await view()).toMatchObject({
        id: rehearsalId,
        legalBasis,
        status: "running",
        isDrill: name.endsWith("hours") || name.endsWith("hour"),
        deadlineAt: new Date(deadline),
      });
      const [sent, ...more] = await db.webhookEvent.findMany({ where: { partnerId: partner.id } });
      const { type, data, rehearsal } = JSON.parse(Buffer.from(sent?.body ?? []).toString());
      expect([type, rehearsal, more]).toEqual(["production.takedown_requested", true, []]);
      expect(declared["production.takedown_requested"].data.parse(data)).toEqual(data);
      expect(data).toMatchObject({ legalBasis, removalDeadline: deadline, requestedAt: "2030-01-08T12:00:00.000Z" });
      expect(await deliveries()).toHaveLength(1);
      expect(await db.webhookDelivery.count({ where: { endpointId: other.endpointId } })).toBe(0);
    },
  );

  it("measures the team once, by whoever came first, and keeps who started and ended it", async () => {
    const { partner, owner, rehearsalId, view } = await started();
    clock.advance(3 * HOUR_MS);
    const ends = [owner, portalCtx(partner, "admin"), owner];
    const ended = await Promise.all(ends.map((ctx) => endDeadlineRehearsal(ctx, { rehearsalId })));
    expect(new Set(ended.map(({ endedAt }) => endedAt.getTime())).size).toBe(1);
    clock.advance(3 * DAY_MS);
    const again = await endDeadlineRehearsal(owner, { rehearsalId, isCanceled: true });
    const shown = await view();
    expect(shown).toMatchObject({ status: "in_time", tookMs: 3 * HOUR_MS, isCanceled: false, endedAt: again.endedAt });
    const { owner: by, admin } = partner.users;
    const names = [by, admin].map(({ name, email }) => name ?? email);
    expect([shown.startedBy, names.includes(shown.endedBy ?? "")]).toEqual([names[0], true]);
    expect(await listDeadlineRehearsals(owner)).toMatchObject([{ id: rehearsalId, tookMs: 3 * HOUR_MS }]);
    const changed = db.deadlineRehearsal.updateMany({ where: { id: rehearsalId }, data: { endedAt: new Date() } });
    await expect(changed).rejects.toThrow("measured once");
  });

  it("is late past its deadline, also when it ends then, and canceled without a time", async () => {
    const { owner, rehearsalId, view } = await started("one_hour");
    clock.advance(2 * HOUR_MS);
    expect(await view()).toMatchObject({ status: "late", tookMs: null });
    await endDeadlineRehearsal(owner, { rehearsalId });
    expect(await view()).toMatchObject({ status: "late", tookMs: 2 * HOUR_MS });
    const second = await startDeadlineRehearsal(owner, { deadline: "one_hour", endpointId: null });
    await endDeadlineRehearsal(owner, { ...second, isCanceled: true });
    expect((await listDeadlineRehearsals(owner)).map(({ status, tookMs }) => [status, tookMs])).toEqual([
      ["canceled", null],
      ["late", 2 * HOUR_MS],
    ]);
  });

  it("runs alone, however many start at once", async () => {
    const { owner, rehearsalId, partner } = await started();
    const start = () => startDeadlineRehearsal(owner, { deadline: "one_hour", endpointId: null });
    await expect(start()).rejects.toMatchObject({ code: "too_many_rehearsals" });
    await endDeadlineRehearsal(owner, { rehearsalId });
    const pressed = await Promise.allSettled(Array.from({ length: 5 }, start));
    expect(pressed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.deadlineRehearsal.count({ where: { partnerId: partner.id } })).toBe(2);
  });

  it("is started and ended by owners and admins of the partner, and seen by its team", async () => {
    const { partner, rehearsalId, view, endpointId } = await started();
    for (const role of ["viewer", "developer", "billing"] as const) {
      const ctx = portalCtx(partner, role);
      await expect(endDeadlineRehearsal(ctx, { rehearsalId })).rejects.toMatchObject({ status: 403 });
      const start = startDeadlineRehearsal(ctx, { deadline: "one_hour", endpointId: null });
      await expect(start).rejects.toMatchObject({ status: 403 });
    }
    const stranger = portalCtx(await makePartner());
    for (const id of [rehearsalId, newId(), "x\0"]) {
      await expect(endDeadlineRehearsal(stranger, { rehearsalId: id })).rejects.toMatchObject({ status: 404 });
      await expect(viewDeadlineRehearsal(stranger, id)).rejects.toMatchObject({ status: 404 });
    }
    expect([await findRunningRehearsal(stranger), await listDeadlineRehearsals(stranger)]).toEqual([null, []]);
    const foreign = startDeadlineRehearsal(stranger, { deadline: "one_hour", endpointId });
    await expect(foreign).rejects.toMatchObject({ code: "invalid_field" });
    expect(await view()).toMatchObject({ status: "running" });
  });

  it("mails owners and admins when it starts, halfway and six hours before, until it ends, and says what it is", async () => {
    const { partner, owner, rehearsalId } = await started();
    const { email } = partner.users.admin;
    const mails = async () =>
      (await mailsTo(email))
        .filter(({ template }) => template === "takedown_clock")
        .map(({ props }) => [props.stage, props.isRehearsal]);
    const run = () => runJobs(mailDeadlineRehearsalTask, { rehearsalId });
    await run();
    expect(await mails()).toEqual([["opening", true]]);
    clock.advance(25 * HOUR_MS);
    await run();
    expect(await mails()).toEqual([
      ["opening", true],
      ["half_time", true],
    ]);
    await endDeadlineRehearsal(owner, { rehearsalId });
    clock.advance(DAY_MS);
    await run();
    expect(await mails()).toHaveLength(2);
    expect(await mailsTo(partner.users.viewer.email)).toEqual([]);
  });

  it("mails of the last hours when a real takedown does", async () => {
    const { partner, rehearsalId } = await started();
    const stages = async () => {
      await runJobs(mailDeadlineRehearsalTask, { rehearsalId });
      return (await mailsTo(partner.users.admin.email)).flatMap(({ props }) => props.stage ?? []);
    };
    clock.advance(42 * HOUR_MS - 1);
    expect(await stages()).toEqual(["opening", "half_time"]);
    clock.advance(1);
    expect(await stages()).toEqual(["opening", "half_time", "last_hours"]);
  });

  it("touches no record, figure, report or export, and not the ledger", async () => {
    clock.freeze(new Date("2030-01-08T12:00:00Z"));
    const { partner, owner, rehearsalId } = await started();
    clock.advance(3 * DAY_MS);
    await endDeadlineRehearsal(owner, { rehearsalId });
    const entries = await db.ledgerEntry.findMany({ where: { partnerId: partner.id }, select: { action: true } });
    // What made the endpoint, and nothing else.
    expect(entries.filter(({ action }) => !action.startsWith("webhook_endpoint."))).toEqual([]);
    const where = { partnerId: partner.id };
    const counts = [
      db.takedown.count({ where }),
      db.removalItem.count({ where }),
      db.productionPartner.count({ where }),
    ];
    expect(await Promise.all(counts)).toEqual([0, 0, 0]);
    expect((await takedownList.read(owner, { view: "all" })).rows).toEqual([]);
    expect(await countOpenTakedowns(owner)).toMatchObject({ open: 0, breached: 0 });
    const { figures } = await readPartnerReport(owner);
    for (const row of figures) expect(row).toMatchObject({ received: 0, done: 0, dropped: 0, breached: 0, open: 0 });
    const report = await exportPartnerReport(owner, { month: undefined, format: "csv" });
    expect("csv" in report && report.csv.toString().split("\r\n")[1]).toContain(",ALL,0,0,0,,,0,0");
    const { lines } = await exportStatements(owner, { month: undefined });
    expect(await new Response(lines).text()).toBe("");
    expect(await deliveryFigures(owner)).toMatchObject({ last24h: { delivered: 0, failed: 0 } });
  });
});
