import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner } from "@/lib/testing/factories";
import { walkDepictions } from "./walk-depictions";

const COUNT = 100;
const SPAN = 7;

it("looks at so many rows, tells where it stopped, and goes on from there past no record, in both directions", async () => {
  const partner = await makePartner();
  const { id: accountId } = await makeAccount(partner, { status: "active" });
  const rows = Array.from({ length: COUNT }, (_, n) => ({
    id: newId(),
    contentLogId: newId(),
    partnerId: partner.id,
    accountId,
    contentUrl: `https://example.com/${n}`,
    title: "One of many",
    contentType: "image",
    platform: "Platform",
    productionDate: clock.now(),
    copyState: "missing" as const,
    createdAt: clock.now(),
    ...(n % 30 === 0 && { removedAt: clock.now(), removedByKind: "partner_key", removalReason: "Sold" }),
  }));
  await db.depiction.createMany({ data: rows });
  // With an account, what was removed has no index of its own.
  const wanted = { accountId, removed: "yes" as const };
  const removed = rows
    .filter((_, n) => n % 30 === 0)
    .map(({ id }) => id)
    .sort();
  for (const direction of ["asc", "desc"] as const) {
    const seen: string[] = [];
    let stops = 0;
    for (let cursor: Parameters<typeof walkDepictions>[2]["cursor"] = null; ; stops++) {
      const step = { cursor, direction, limit: 3, span: SPAN };
      const { found, stoppedAt } = await walkDepictions({ partnerId: partner.id }, wanted, step);
      seen.push(...found.map(({ id }) => id));
      if (!stoppedAt) break;
      cursor = { side: direction === "asc" ? "newer" : "older", at: stoppedAt.productionDate, id: stoppedAt.id };
    }
    expect(seen).toEqual(direction === "asc" ? removed : removed.toReversed());
    expect(stops).toBe(Math.floor(COUNT / SPAN));
  }
});
