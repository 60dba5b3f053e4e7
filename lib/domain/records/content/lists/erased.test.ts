import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { besideId, newId } from "@/lib/platform/ids";
import { makeAccount, makeDepiction, makePartner, makeUser } from "@/lib/testing/factories";
import { fillWholeSearch, firstRun } from "@/lib/testing/run-jobs";
import { thereAndBack } from "@/lib/testing/there-and-back";
import { eraseExpiredTask } from "../erase";
import { type DepictionFilter, listDepictions } from "./list-depictions";
import { type Scope, writeListCursor } from "./page";

const everybody = { partnerId: null };
// Long before other tests' records.
const day = (n: number) => new Date(Date.UTC(1912, 4, n));
/** Production days, in the order in which they are logged. */
const DAYS = [5, 2, 7, 2, 1, 6, 3, 3, 4, 8, 5];
const HELD = [1, 6, 7, 10];

type Made = { id: string; at: number; erased: boolean };
let newestFirst: Made[];
let own: { partnerId: string };
const mark = `mark${newId()}`;

/** Legal holds keep some, and the others are erased. Two people appear in each. */
beforeAll(async () => {
  const partner = await makePartner();
  const [person, other] = [await makeUser(), await makeUser()];
  const { id: accountId } = await makeAccount(partner, { status: "active", userId: person.id, email: person.email });
  newestFirst = [];
  for (const [n, at] of DAYS.entries()) {
    const { id } = await makeDepiction(partner, {
      accountId,
      title: mark,
      productionDate: day(at),
      legalHold: HELD.includes(n),
    });
    const entry = await db.indexEntry.findFirstOrThrow({ where: { depictionId: id } });
    await db.indexEntry.create({ data: { ...entry, userId: other.id } });
    newestFirst.unshift({ id, at, erased: !HELD.includes(n) });
  }
  await eraseExpiredTask.run({}, firstRun);
  await fillWholeSearch();
  expect(await db.depiction.count({ where: { partnerId: partner.id } })).toBe(HELD.length);
  // An index entry that has a title for another reason adds no second row for its record.
  await db.indexEntry.updateMany({ where: { depictionId: newestFirst[4]?.id ?? "" }, data: { title: "Title" } });
  own = { partnerId: partner.id };
});

const idsOf = (some: readonly Made[]) => some.map(({ id }) => id);
const notErased = (some: readonly Made[]) => some.filter(({ erased }) => !erased);

/** Our rows in a list, read from the newest, forward and back. */
async function seen(scope: Scope, wanted: DepictionFilter, limit: number): Promise<string[]> {
  const ours = idsOf(newestFirst);
  const [newest = "", oldest = ""] = [ours[0], ours.at(-1)];
  const top = writeListCursor("older", { id: besideId(newest, 1), productionDate: day(9) });
  const pages = await thereAndBack(async (cursor = top) => {
    const { ids, newer, older } = await listDepictions(scope, wanted, { cursor, limit });
    return {
      ids: ids.filter((id) => ours.includes(id)),
      newer: ids.some((id) => id > newest) ? null : newer,
      older: ids.some((id) => id < oldest) ? null : older,
    };
  });
  return pages.flatMap(({ ids }) => ids);
}

it.each([1, 2, 3, 4])(
  "custodians' lists show erased records in order, once each, and partners' lists show none, on pages of %i",
  async (limit) => {
    const range = { from: day(2), to: day(8) };
    const byDay = newestFirst.filter(({ at }) => at > 1 && at < 8).sort((a, b) => b.at - a.at);
    expect(await seen(everybody, {}, limit)).toEqual(idsOf(newestFirst));
    expect(await seen(everybody, range, limit)).toEqual(idsOf(byDay));
    expect(await seen(own, {}, limit)).toEqual(idsOf(notErased(newestFirst)));
    expect(await seen(own, range, limit)).toEqual(idsOf(notErased(byDay)));
    expect(await seen(everybody, { text: mark }, limit)).toEqual(idsOf(newestFirst));
    expect(await seen(everybody, { ...range, text: mark }, limit)).toEqual(idsOf(byDay));
    expect(await seen(own, { text: mark }, limit)).toEqual(idsOf(notErased(newestFirst)));
  },
);
