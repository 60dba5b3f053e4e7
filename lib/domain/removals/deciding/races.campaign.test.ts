import { expect, it } from "vitest";
import { markTakenDown } from "@/lib/domain/productions";
import { deleteContent } from "@/lib/domain/records/content";
import { removePublication } from "@/lib/domain/scenes";
import { db, inTransaction } from "@/lib/platform/db";
import { startAtOnce } from "@/lib/testing/campaign";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, systemCtx } from "@/lib/testing/factories";
import { rounds } from "@/lib/testing/random";
import {
  clocksOf,
  eventsFor,
  requestOfDepiction,
  requestOfProduction,
  requestOfPublication,
  someCustodian,
} from "@/lib/testing/removal-cases";
import { fileRemoval, readRemoval } from "@/lib/testing/removals";
import { firstRun } from "@/lib/testing/run-jobs";
import { confirmItem } from "./confirm-item";
import { matchLaterTask } from "./match-later";
import { rejectItem } from "./reject-item";
import { reopenItems, withdrawItems } from "./return-items";

const ROUNDS = rounds(8);
const reason = "Because.";

const withdraw = (requestId: string) => () => inTransaction((tx) => withdrawItems(tx, systemCtx(), requestId));
const look = () => matchLaterTask.run({}, firstRun);

it("a depiction is confirmed, rejected, withdrawn or deleted, never two of them, with one event at most", async () => {
  const [one, two] = [await someCustodian(), await someCustodian()];
  for (let round = 0; round < ROUNDS; round++) {
    const { partner, depiction, removal, itemId } = await requestOfDepiction({}, { legalBasis: "DMCA" });
    const { accountId, externalContentId } = depiction;
    const remove = () => deleteContent(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" });
    const confirm = () => confirmItem(one, { itemId, reason });
    await startAtOnce(
      [confirm, remove, () => rejectItem(two, { itemId, reason }), withdraw(removal.id), confirm],
      round,
    );
    const [item] = (await readRemoval(removal)).items;
    const events = await eventsFor(partner, "content_log.deleted");
    // The partner's own call always removes it.
    expect(events).toHaveLength(1);
    expect(events[0]?.removalRequestId !== undefined).toBe(item?.status === "confirmed");
    expect(await clocksOf(removal)).toHaveLength(item?.status === "confirmed" ? 1 : 0);
  }
});

it("a publication is asked for only while it is published, and its clock ends with it", async () => {
  const custodian = await someCustodian();
  for (let round = 0; round < ROUNDS; round++) {
    const { partner, scene, publication, removal, itemId } = await requestOfPublication();
    const confirm = () => confirmItem(custodian, { itemId, reason });
    const remove = () => removePublication(keyCtx(partner), { sceneId: scene.id, pubId: publication.id });
    await startAtOnce([confirm, remove, confirm, look], round);
    const isConfirmed = (await readRemoval(removal)).items[0]?.status === "confirmed";
    expect(await eventsOf(partner)).toHaveLength(isConfirmed ? 1 : 0);
    expect((await clocksOf(removal)).map(({ outcome }) => outcome)).toEqual(isConfirmed ? ["taken_down"] : []);
  }
});

it("a production that two requests name ends as the rules say, whatever happens at once", async () => {
  const [one, two] = [await someCustodian(), await someCustodian()];
  for (let round = 0; round < ROUNDS; round++) {
    const { partners, productionId, email, removal, itemId } = await requestOfProduction({ legalBasis: "DMCA" });
    let other = "";
    const steps = [
      () => confirmItem(one, { itemId, reason }),
      () => rejectItem(two, { itemId, reason }),
      async () => {
        other = (await fileRemoval({ email })).id;
      },
      ...partners.map((partner) => () => markTakenDown(keyCtx(partner), { productionId })),
      withdraw(removal.id),
      look,
      () => inTransaction((tx) => reopenItems(tx, systemCtx(), removal.id)),
    ];
    await startAtOnce(steps, round);
    const requests = await db.productionTakedown.findMany({ where: { productionId } });
    expect(requests.map(({ removalRequestId }) => removalRequestId).sort()).toEqual([removal.id, other].sort());
    for (const request of [removal.id, other]) {
      const [item] = (await readRemoval({ id: request })).items;
      const row = requests.find(({ removalRequestId }) => removalRequestId === request);
      expect(row?.confirmedAt !== null).toBe(item?.status === "confirmed");
      expect(row?.rejectedAt !== null).toBe(item?.status === "rejected" || item?.status === "withdrawn");
      // An open clock for each partner that is still asked, and none for the others.
      const waiting = await db.productionPartner.count({ where: { productionId, takenDownAt: null } });
      const open = (await clocksOf({ id: request })).filter(({ closedAt }) => !closedAt);
      expect(open).toHaveLength(row?.rejectedAt ? 0 : waiting);
    }
  }
});
