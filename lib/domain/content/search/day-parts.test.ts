import { expect, it } from "vitest";
import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { makeDepiction, makePartner } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/fill-whole-search";
import { partsOfDays } from "./day-parts";

it("are those of who asks: a day on which only another partner has records is a day without any", async () => {
  const [one, other] = [await makePartner(), await makePartner()];
  // A day that no other test has.
  const from = new Date("2021-03-14T00:00:00Z");
  await makeDepiction(one, { productionDate: from });
  await fillWholeSearch();
  const days = { from, to: new Date(from.getTime() + DAY_MS), top: 10_000_000 };
  const client = await pool().connect();
  try {
    const partsFor = (partnerId: string | null) => partsOfDays(client, { partnerId }, days);
    expect(await partsFor(one.id)).toHaveLength(1);
    expect(await partsFor(null)).toHaveLength(1);
    expect(await partsFor(other.id)).toEqual([]);
  } finally {
    client.release();
  }
});
