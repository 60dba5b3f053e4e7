import { expect, it } from "vitest";
import type { RequestItem } from "@/lib/domain/removals/custody";
import { recordsIn, selectionOf } from "./selection";

const row = (id: string, cluster: string | null = null) => ({ id, cluster }) as RequestItem;
const ROWS = [row("a"), row("b", "b"), row("c"), row("d", "b"), row("e")];

const select = (item?: string, all?: string) => {
  const {
    groups,
    item: shown,
    alike,
    isTogether,
    before,
    after,
    place,
  } = selectionOf(ROWS, { item, all }, ({ id }) => id === "d");
  return { shown: shown?.id, alike: alike?.map(({ id }) => id), isTogether, before, after, place, rows: groups.length };
};

it("opens near copies together, unless one of them is named, and steps over the others", () => {
  const alike = ["b", "d"];
  const together = { shown: "b", alike, isTogether: true, before: { item: "a" }, after: { item: "c" }, rows: 4 };
  expect(select()).toEqual({ ...together, place: "Records 2 to 3 of 5" });
  expect(select("d", "1")).toEqual({ ...together, place: "Records 2 to 3 of 5" });
  const one = { alike, isTogether: false, rows: 4 };
  expect(select("d")).toEqual({
    ...one,
    shown: "d",
    before: { item: "b" },
    after: { item: "c" },
    place: "Record 3 of 5",
  });
  expect(select("b")).toEqual({
    ...{ ...one, shown: "b", place: "Record 2 of 5" },
    ...{ before: { item: "b", all: "1" }, after: { item: "d" } },
  });
});

it("steps over near copies from the records beside them", () => {
  const single = { alike: undefined, isTogether: false, rows: 4 };
  expect(select("a", "1")).toEqual({
    ...{ ...single, shown: "a", place: "Record 1 of 5" },
    ...{ before: null, after: { item: "b", all: "1" } },
  });
  expect(select("c")).toEqual({
    ...{ ...single, shown: "c", place: "Record 4 of 5" },
    ...{ before: { item: "b", all: "1" }, after: { item: "e" } },
  });
  expect(selectionOf([], { item: "x", all: "1" }, () => true)).toMatchObject({ item: undefined, place: "No records" });
});

it("names the records that a line of the history is about", () => {
  const rows = [
    { id: "a", depictionId: "x", title: "At the lake" },
    { id: "b", publicationId: "y", title: "On the roof" },
    { id: "c", productionId: "z", title: "In the garden" },
  ] as unknown as RequestItem[];
  expect(recordsIn({ itemId: "b" }, rows)).toBe("On the roof");
  expect(["x", "y", "z"].map((recordId) => recordsIn({ recordId }, rows))).toEqual([
    "At the lake",
    "On the roof",
    "In the garden",
  ]);
  expect(recordsIn({ itemIds: ["a", "c"], count: 2 }, rows)).toBe("At the lake, In the garden");
  expect(recordsIn({ itemIds: ["a", "c"], count: 7 }, rows)).toBe("At the lake, In the garden and 5 more");
  // Not what its reader may not see, and no record at all.
  expect(recordsIn({ itemIds: ["d"], count: 1 }, rows)).toBeNull();
  expect(recordsIn({}, rows)).toBeNull();
});
