import { expect, it } from "vitest";
import { deleteContent, eraseExpired, removeDepiction } from "@/lib/domain/records/content";
import { takedownList } from "@/lib/domain/removals";
import { db, inTransaction } from "@/lib/platform/db";
import { keyCtx, makeDepiction, makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { eventsFor, requestOfDepiction, someCustodian } from "@/lib/testing/removal-cases";
import { makeItem, makeRemoval } from "@/lib/testing/removals";
import { firstRun } from "@/lib/testing/run-jobs";
import { asOwner } from "@/lib/testing/sql";
import { addItems } from "./add-items";
import { confirmItem } from "./confirm-item";
import { rejectItem } from "./reject-item";
import { reopenItems, withdrawItems } from "./return-items";

const old = { productionDate: new Date("2015-01-01T00:00:00Z") };
const reason = "It shows you.";
const night = () => eraseExpired.task.run({}, firstRun);
const isThere = async ({ id }: { id: string }) => (await db.depiction.count({ where: { id } })) === 1;

it("erases a depiction on time, and tells its partner once when its requests are confirmed later", async () => {
  const { partner, depiction, removal, itemId } = await requestOfDepiction(old);
  const other = await makeItem(await makeRemoval(), { depictionId: depiction.id, partnerId: partner.id });
  await night();
  expect(await isThere(depiction)).toBe(false);
  await expect(asOwner("UPDATE erased_depictions SET content_url = 'https://example.com'")).rejects.toThrow(
    "does not change",
  );
  const confirmed = await Promise.all(
    [itemId, other.id].map(async (id) => confirmItem(await someCustodian(), { itemId: id, reason })),
  );
  expect(confirmed).toEqual([{ outcome: "confirmed" }, { outcome: "confirmed" }]);
  const { accountId, externalContentId, contentUrl, contentType, contentLogId, title } = depiction;
  expect(await eventsFor(partner, "content_log.deleted")).toMatchObject([
    {
      accountId,
      externalContentId,
      contentUrl,
      contentType,
      contentLogId,
      depictionId: depiction.id,
      reason: "removal_request",
    },
  ]);
  const takedowns = async () => (await takedownList.read(portalCtx(partner), {})).rows;
  const row = { title, url: contentUrl, contentId: externalContentId };
  expect(await takedowns()).toMatchObject([row, row]);
  expect(removal.items).toHaveLength(1);
  expect(await deleteContent(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" })).toEqual({
    deleted: false,
  });
  expect(await takedowns()).toEqual([]);
});

it("lets its partner erase it as if nobody had asked, and tells them nothing more", async () => {
  const { partner, depiction, itemId } = await requestOfDepiction(old);
  const { accountId, externalContentId } = depiction;
  const deleted = await deleteContent(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" });
  expect([deleted.deleted, await isThere(depiction)]).toEqual([true, false]);
  expect(await confirmItem(await someCustodian(), { itemId, reason })).toEqual({ outcome: "already_removed" });
  expect(await eventsFor(partner, "content_log.deleted")).toHaveLength(1);
});

it("can be confirmed after an appeal, also when it was erased after the rejection", async () => {
  const { partner, removal, depiction, itemId } = await requestOfDepiction(old, { legalBasis: "DMCA" });
  await rejectItem(await someCustodian(), { itemId, reason });
  await night();
  await inTransaction((tx) => reopenItems(tx, systemCtx(), removal.id));
  expect(await confirmItem(await someCustodian(), { itemId, reason })).toEqual({ outcome: "confirmed" });
  expect(await eventsFor(partner, "content_log.deleted")).toMatchObject([{ depictionId: depiction.id }]);
});

it("keeps nothing of it for a request that was withdrawn", async () => {
  const { removal, depiction } = await requestOfDepiction(old);
  await inTransaction((tx) => withdrawItems(tx, systemCtx(), removal.id));
  await night();
  expect(await isThere(depiction)).toBe(false);
  expect(await db.erasedDepiction.count({ where: { depictionId: depiction.id } })).toBe(0);
});

it("is kept for a request that is being filed, and not added to one once it was erased", async () => {
  const partner = await makePartner();
  const depiction = await makeDepiction(partner, old);
  const { id: requestId } = await makeRemoval();
  const record = { depictionId: depiction.id, productionId: null, publicationId: null, partnerId: partner.id };
  const matches = [{ ...record, foundBy: "url" as const, status: "open" as const }];
  const { erasing } = await inTransaction(async (tx) => {
    await addItems(tx, systemCtx(), { requestId, matches });
    const erasing = night();
    await expect
      .poll(
        () =>
          db.$queryRaw`SELECT 1 AS waits FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    return { erasing };
  });
  await erasing;
  const late = await makeRemoval();
  await inTransaction((tx) => addItems(tx, systemCtx(), { requestId: late.id, matches }));
  expect([await isThere(depiction), await db.removalItem.count({ where: { requestId: late.id } })]).toEqual([false, 0]);
  const takedown = { removalRequestId: requestId, legalBasis: "OTHER" as const };
  const remove = () =>
    inTransaction((tx) => removeDepiction(tx, systemCtx(), { depictionId: depiction.id, reason, takedown }));
  expect([await remove(), await remove()]).toEqual([true, false]);
});
