import { describe, expect, it } from "vitest";
import { readAccount } from "@/lib/domain/accounts";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, type MadePartner, makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { getChange, listChanges, reportChange } from "./read-changes";
import { changeRosterTask } from "./run-change";
import type { ChangeKind, Selection } from "./schemas";
import { planChange, startChange, sweepChanges } from "./start-change";

type Member = { partnerId_userId: { partnerId: string; userId: string } };

const everybody: Selection = { filters: {} };
const pick = (...accounts: { id: string }[]): Selection => ({ accountIds: accounts.map(({ id }) => id) });
const typesOf = async (partner: { id: string }) => (await eventsOf(partner)).map(({ type }) => type);

async function change(partner: MadePartner, kind: ChangeKind, selection = everybody) {
  const { changeId } = await startChange(portalCtx(partner), { kind, selection });
  await runJobs(changeRosterTask, { changeId });
  return getChange(portalCtx(partner), changeId);
}

/** One creator in each status that matters to a change. */
async function roster(partner: MadePartner) {
  const verified = await makeAccount(partner, { status: "active" });
  const paying = await makeAccount(partner, { status: "active", fundedBy: "creator" });
  const pending = await makeAccount(partner, { link: "pending" });
  const deactivated = await makeAccount(partner, { status: "suspended" });
  const unverified = await makeAccount(partner, { status: "suspended", verified: false });
  const held = await makeAccount(partner, { status: "suspended", suspensions: ["service"] });
  const both = await makeAccount(partner, { status: "suspended", suspensions: ["service", "partner"] });
  const takenBack = await makeAccount(partner, { status: "subscribed_pending_id" });
  return { verified, paying, pending, deactivated, unverified, held, both, takenBack };
}

describe("the plan of a change", () => {
  it("matches the result of a deactivation", async () => {
    const partner = await makePartner();
    await roster(partner);
    const plan = await planChange(portalCtx(partner), { kind: "deactivate", selection: everybody });
    expect(plan).toMatchObject({ total: 8, changes: 4, active: 1, invoiced: 1, already: 3, creatorPays: 1 });
    const { state } = await change(partner, "deactivate");
    expect(state).toMatchObject({ total: 8, changed: 4, unchanged: 3, refused: 1, finishedAt: expect.any(String) });
  });

  it("matches the result of a reactivation, paid or not", async () => {
    for (const platformFeeLapsedAt of [null, new Date()]) {
      const partner = await makePartner({ platformFeeLapsedAt });
      await roster(partner);
      const plan = await planChange(portalCtx(partner), { kind: "reactivate", selection: everybody });
      const counts = { total: 8, already: 2, creatorPays: 1, neverSuspended: 1 };
      expect(plan).toMatchObject(
        platformFeeLapsedAt
          ? { ...counts, already: 2, changes: 0, otherwise: 4 }
          : { ...counts, changes: 2, active: 1, invoiced: 1, otherwise: 2 },
      );
      const { state } = await change(partner, "reactivate");
      expect(state).toMatchObject({ changed: plan.changes, unchanged: 2, refused: 6 - plan.changes });
    }
  });

  it("counts only the partner's own matching creators", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const mine = await makeAccount(partner, { status: "active" });
    const theirs = await makeAccount(other, { status: "active" });
    const plan = (selection: Selection) => planChange(portalCtx(partner), { kind: "deactivate", selection });
    expect(await plan(pick(mine, theirs, { id: "x\0" }))).toMatchObject({ total: 1, changes: 1 });
    expect(await plan(pick(theirs))).toMatchObject({ total: 0, changes: 0 });
    expect(await plan({ filters: { status: "suspended" } })).toMatchObject({ total: 0 });
  });
});

describe("a change", () => {
  it("acts like the API for each creator, with one event each, and lists refusals", async () => {
    const partner = await makePartner();
    const { verified, paying, held } = await roster(partner);
    const { state, refused } = await change(partner, "deactivate", pick(verified, paying, held));
    expect(state).toMatchObject({ kind: "deactivate", changed: 2, refused: 1, by: partner.users.owner.email });
    expect(refused).toEqual([
      {
        accountId: paying.id,
        externalUserId: paying.externalUserId,
        email: paying.email,
        code: "CREATOR_PAYS_OWN_SUBSCRIPTION",
      },
    ]);
    const told = await eventsOf(partner);
    expect(told.map(({ type, data }) => [type, data.reason])).toEqual(
      Array(2).fill(["solo_account.suspended", "partner_deactivated"]),
    );
    expect(new Set(told.map(({ data }) => data.accountId))).toEqual(new Set([verified.id, held.id]));
    const report = await new Response(await reportChange(portalCtx(partner), state.id)).text();
    expect(report.split("\r\n")).toEqual([
      "account_id,external_user_id,email,code,reason",
      expect.stringContaining(`${paying.id},${paying.externalUserId},${paying.email},CREATOR_PAYS`),
      "",
    ]);
    const lines = await db.ledgerEntry.findMany({ where: { subjectId: verified.id }, orderBy: { seq: "asc" } });
    expect(lines[0]).toMatchObject({
      action: "solo_account.hold_placed",
      actorKind: "portal_user",
      actorId: partner.users.owner.id,
      partnerId: partner.id,
    });
    const course = await db.ledgerEntry.findMany({ where: { subjectId: state.id }, orderBy: { seq: "asc" } });
    expect(course.map(({ action }) => action)).toEqual(["roster_change.started", "roster_change.finished"]);
  });

  it("leaves nothing behind from a refused creator's attempt", async () => {
    const partner = await makePartner();
    const { both } = await roster(partner);
    const { refused } = await change(partner, "reactivate", pick(both));
    expect(refused).toMatchObject([{ code: "suspended_otherwise" }]);
    expect(await db.accountSuspension.count({ where: { accountId: both.id, liftedAt: null } })).toBe(2);
    expect(await readAccount(keyCtx(partner), both.id)).toMatchObject({ suspendReason: "manual_suspension" });
    expect(await typesOf(partner)).toEqual([]);
  });

  it("continues after a stop, and two jobs at once change each creator once", async () => {
    const partner = await makePartner();
    const accounts = [];
    for (let n = 0; n < 12; n++) accounts.push(await makeAccount(partner, { status: "active" }));
    const { changeId } = await startChange(portalCtx(partner), { kind: "deactivate", selection: everybody });
    const stop = new AbortController();
    // Stopped as soon as the first few are done.
    const stopper = (async () => {
      while ((await getChange(portalCtx(partner), changeId)).state.changed < 3)
        await new Promise((r) => setTimeout(r, 2));
      stop.abort();
    })();
    await expect(changeRosterTask.run({ changeId }, { ...firstRun, signal: stop.signal })).rejects.toThrow();
    await stopper;
    const { state } = await getChange(portalCtx(partner), changeId);
    expect(state).toMatchObject({ finishedAt: null });
    expect(state.changed).toBeLessThan(12);
    await Promise.all([1, 2, 3].map(() => changeRosterTask.run({ changeId }, firstRun)));
    expect((await getChange(portalCtx(partner), changeId)).state).toMatchObject({
      changed: 12,
      unchanged: 0,
      refused: 0,
      finishedAt: expect.any(String),
    });
    expect(await typesOf(partner)).toEqual(accounts.map(() => "solo_account.suspended"));
    const finished = { subjectId: changeId, action: "roster_change.finished" };
    expect(await db.ledgerEntry.count({ where: finished })).toBe(1);
  });

  it("changes the creators selected at its start, one change at a time", async () => {
    const partner = await makePartner();
    const ctx = portalCtx(partner);
    await makeAccount(partner, { status: "active" });
    const [first, second] = await Promise.all([
      startChange(ctx, { kind: "deactivate", selection: everybody }),
      startChange(ctx, { kind: "deactivate", selection: everybody }),
    ]);
    expect(first.changeId).toBe(second.changeId);
    expect([first.isNew, second.isNew].toSorted()).toEqual([false, true]);
    const later = await makeAccount(partner, { status: "active" });
    await runJobs(changeRosterTask, { changeId: first.changeId });
    expect(await readAccount(keyCtx(partner), later.id)).toMatchObject({ status: "active" });
    expect(await listChanges(ctx)).toMatchObject([{ id: first.changeId, total: 1, changed: 1 }]);
    await expect(startChange(ctx, { kind: "deactivate", selection: pick({ id: newId() }) })).rejects.toMatchObject({
      code: "nobody_selected",
    });
  });

  it.each([
    ["was removed from the team", (key: Member) => db.partnerMember.delete({ where: key })],
    ["lost the permission", (key: Member) => db.partnerMember.update({ where: key, data: { role: "viewer" } })],
  ])("stops if the person who started it %s, and says why", async (_, lose) => {
    const partner = await makePartner();
    const reached = await makeAccount(partner, { status: "active" });
    const left = await makeAccount(partner, { status: "active" });
    const { changeId } = await startChange(portalCtx(partner, "admin"), { kind: "deactivate", selection: everybody });
    const told = async () => (await getChange(portalCtx(partner), changeId)).state;
    // As if the first batch had only this creator.
    await db.rosterChangeItem.delete({ where: { changeId_accountId: { changeId, accountId: reached.id } } });
    await db.rosterChange.update({ where: { id: changeId }, data: { changed: 1 } });
    await lose({ partnerId_userId: { partnerId: partner.id, userId: partner.users.admin.id } });
    expect(await told()).toMatchObject({ stoppedFor: null });
    await runJobs(changeRosterTask, { changeId });
    expect(await told()).toMatchObject({
      changed: 1,
      refused: 0,
      stoppedFor: "starter_may_not",
      finishedAt: expect.any(String),
    });
    expect(await readAccount(keyCtx(partner), left.id)).toMatchObject({ status: "active" });
    expect(await db.rosterChangeItem.count({ where: { changeId } })).toBe(0);
    const line = await db.ledgerEntry.findFirstOrThrow({
      where: { subjectId: changeId, action: "roster_change.finished" },
    });
    expect(line).toMatchObject({ actorKind: "system", partnerId: partner.id });
    expect(JSON.parse(line.detail)).toMatchObject({ changed: 1, stoppedFor: "starter_may_not" });
    // The next change is free to start.
    expect(await change(partner, "deactivate", pick(left))).toMatchObject({ state: { changed: 1, stoppedFor: null } });
  });

  it("is started by owners and admins, and read only by their partner", async () => {
    const partner = await makePartner();
    await makeAccount(partner, { status: "active" });
    for (const role of ["developer", "viewer"] as const) {
      const begun = startChange(portalCtx(partner, role), { kind: "deactivate", selection: everybody });
      await expect(begun).rejects.toMatchObject({ status: 403 });
    }
    const { changeId } = await startChange(portalCtx(partner, "admin"), { kind: "deactivate", selection: everybody });
    const stranger = portalCtx(await makePartner());
    for (const read of [getChange, reportChange]) {
      await expect(read(stranger, changeId)).rejects.toMatchObject({ status: 404 });
      await expect(read(stranger, "x\0")).rejects.toMatchObject({ status: 404 });
    }
  });
});

async function changeOf(partner: Awaited<ReturnType<typeof makePartner>>, daysAgo: number, isOver: boolean) {
  const account = await makeAccount(partner);
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  const { id } = await db.rosterChange.create({
    data: {
      id: newId(),
      partnerId: partner.id,
      kind: "reactivate",
      total: 1,
      refused: isOver ? 1 : 0,
      startedById: partner.users.owner.id,
      requestId: "test",
      startedAt: at,
      finishedAt: isOver ? at : null,
      items: { create: { accountId: account.id, partnerId: partner.id, code: isOver ? "suspended_otherwise" : null } },
    },
  });
  return id;
}

const itemsOf = (changeId: string) => db.rosterChangeItem.count({ where: { changeId } });
const jobOf = async (changeId: string) => {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM graphile_worker.jobs WHERE key = ${`change_roster ${changeId}`}`;
  return rows.length;
};

it("deletes old refusals but not their count, and requeues a stuck change", async () => {
  const partner = await makePartner();
  const old = await changeOf(partner, 91, true);
  const recent = await changeOf(partner, 89, true);
  const stuck = await changeOf(partner, 2, false);
  await sweepChanges();
  expect([await itemsOf(old), await itemsOf(recent), await itemsOf(stuck)]).toEqual([0, 1, 1]);
  expect(await db.rosterChange.findUnique({ where: { id: old } })).toMatchObject({ refused: 1 });
  expect([await jobOf(recent), await jobOf(stuck)]).toEqual([0, 1]);
});
