import { expect, it } from "vitest";
import { readFoundCursor, writeFoundCursor } from "./cursor";

it("is of one length wherever it leads, short enough for an address, and read again", () => {
  const places = [1, 256, 65_536, 9_999_999_999];
  const cursors = places.map((place) => writeFoundCursor("older", place));
  expect(new Set(cursors.map(({ length }) => length)).size).toBe(1);
  expect(cursors[0]?.length).toBeLessThanOrEqual(64);
  expect(cursors.map((cursor) => readFoundCursor(cursor))).toEqual(places.map((place) => ({ side: "older", place })));
});
