import { expect, it } from "vitest";
import { Prisma } from "@/lib/platform/db";
import { makeDepiction, makePartner } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { findHits } from "./find-hits";

it("gives up on too many hits, or a slow search", async () => {
  const partner = await makePartner();
  const made = [await makeDepiction(partner), await makeDepiction(partner), await makeDepiction(partner)];
  const newestFirst = made.map(({ id }) => id).reverse();
  await fillWholeSearch();
  const find = async (most: number, where = Prisma.sql`text LIKE search_pattern('scenes')`) => {
    const by = Prisma.sql`id DESC`;
    const hits = await findHits({ kinds: ["depiction"], partnerId: partner.id, where: [where], by, limit: 2, most });
    return hits?.map(({ id }) => id) ?? null;
  };
  expect(await find(3)).toEqual(newestFirst.slice(0, 2));
  expect(await find(2)).toBeNull();
  expect(await find(3, Prisma.sql`pg_sleep(30) IS NOT NULL`)).toBeNull();
  await expect(find(3, Prisma.sql`1 / length('') > 0`)).rejects.toThrow("division by zero");
});
