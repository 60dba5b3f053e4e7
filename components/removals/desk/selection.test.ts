import { expect, it } from "vitest";
import type { RequestItem } from "@/lib/domain/removals/custody";
import { selectionOf } from "./selection";

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
