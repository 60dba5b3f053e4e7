import { describe, expect, test } from "vitest";
import { fc } from "@/lib/testing/random";
import { type Cursor, pageOf, readCursor, readingOrder, readTimedCursor, type TimedCursor } from "./keyset";

type Row = { id: string; at: Date };

/** Applies the conditions to an array. */
function read(list: readonly Row[], cursor: TimedCursor | null, first: "newest" | "oldest", limit: number): Row[] {
  const compare = (a: Row, b: Row) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);
  const sign = readingOrder(cursor, first) === "asc" ? 1 : -1;
  return list
    .filter((row) => !cursor || (row.id !== cursor.id && compare(row, cursor) * sign > 0))
    .sort((a, b) => sign * compare(a, b))
    .slice(0, limit + 1);
}

const anyList = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 3 })), {
  selector: ([id]) => id,
  maxLength: 40,
});

describe("pages", () => {
  test.each(["newest", "oldest"] as const)("from the %s row on and back visit every row once, in order", (first) => {
    fc.assert(
      fc.property(anyList, fc.integer({ min: 1, max: 7 }), (drawn, limit) => {
        const list = drawn.map(([id, at]) => ({ id: String(id).padStart(25, "0"), at: new Date(at) }));
        const whole = read(list, null, first, list.length);
        const [onward, back] = first === "newest" ? (["older", "newer"] as const) : (["newer", "older"] as const);
        const pageAt = (text: string | null) => {
          const cursor = readTimedCursor(text ?? undefined);
          const found = read(list, cursor, first, limit);
          return pageOf(found, { limit, cursor, first, timeOf: (row) => row.at });
        };

        let page = pageAt(null);
        expect(page[back]).toBeNull();
        const seen = [...page.rows];
        while (page[onward]) {
          page = pageAt(page[onward]);
          seen.push(...page.rows);
        }
        expect(seen).toEqual(whole);
        const again = [...page.rows];
        while (page[back]) {
          page = pageAt(page[back]);
          again.unshift(...page.rows);
        }
        expect(again).toEqual(whole);
      }),
      { numRuns: 200 },
    );
  });

  test("a list by id alone writes cursors without a time", () => {
    const found = ["3", "2", "1"].map((id) => ({ id: id.padStart(25, "0") }));
    const { rows, newer, older } = pageOf(found, { limit: 2, cursor: null });
    expect([rows, newer]).toEqual([found.slice(0, 2), null]);
    expect(readCursor(older ?? "")).toEqual({ side: "older", id: found[1]?.id } satisfies Partial<Cursor>);
  });

  test("a page that has since become empty has no neighbors", () => {
    const cursor = { side: "older", id: "0".repeat(25) } as const;
    expect(pageOf([], { limit: 5, cursor })).toEqual({ rows: [], newer: null, older: null });
  });
});

describe("a forged cursor", () => {
  const id = "0".repeat(25);
  const hostile = [
    undefined,
    "",
    "older",
    "older.",
    `sideways.${id}`,
    `older.${id}.`,
    ` older.${id}`,
    `older.${id}\n`,
    `older.${id.slice(1)}`,
    `older.${id.slice(1)}\0`,
    `older.${id.slice(1)}A`,
    `older.-1.${id}`,
    `older.1e3.${id}`,
    `older..${id}`,
    `older.${"9".repeat(15)}.${id}`,
    `older.1.${id.slice(1)}'`,
    `older.1.${id}.1`,
  ];
  test.each(hostile.map((text) => [text]))("%j returns the first page", (text) => {
    expect([readCursor(text), readTimedCursor(text)]).toEqual([null, null]);
  });

  test("of another kind of list returns the first page", () => {
    expect(readCursor(`older.1.${id}`)).toBeNull();
    expect(readTimedCursor(`older.${id}`)).toBeNull();
  });
});
