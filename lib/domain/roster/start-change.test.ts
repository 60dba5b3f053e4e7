import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner } from "@/lib/testing/factories";
import { sweepChanges } from "./start-change";

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
      items: { create: { accountId: account.id, code: isOver ? "suspended_otherwise" : null } },
    },
  });
  return id;
}

const itemsOf = (changeId: string) => db.rosterChangeItem.count({ where: { changeId } });
const jobOf = async (changeId: string) => {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM graphile_worker._private_jobs WHERE key = ${`change_roster ${changeId}`}`;
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
