import { describe, expect, it } from "vitest";
import { countFilters, rangeQuery } from "@/components/lists/list-address";
import { readRequestAddress } from "./request-address";

const now = Date.UTC(2026, 10, 21, 12);
const asked = (sent: Record<string, string | string[]>) =>
  Object.fromEntries(rangeQuery(readRequestAddress(sent), now));

describe("the request log's URL", () => {
  it("keeps what it names, and ignores what it doesn't know", () => {
    expect(
      asked({ status: "4xx", path: "/api/v1/talent", open: "abc", other: "x", method: "", key: ["a", "b"] }),
    ).toEqual({ status: "4xx", path: "/api/v1/talent" });
  });

  it("counts a range back from now", () => {
    expect(asked({ range: "24h" })).toEqual({ from: "2026-11-20T12:00:00.000Z" });
    expect(asked({ range: "24h", from: "2026-01-01T00:00" })).toEqual({ from: "2026-11-20T12:00:00.000Z" });
    expect(asked({ range: "forever" })).toEqual({});
  });

  it("reads two times as UTC", () => {
    expect(asked({ range: "custom", from: "2026-11-01T08:30", to: "2026-11-02T00:00" })).toEqual({
      from: "2026-11-01T08:30:00.000Z",
      to: "2026-11-02T00:00:00.000Z",
    });
  });

  it("doesn't count the cursor as a filter", () => {
    expect(countFilters({ cursor: "old" })).toBe(0);
    expect(countFilters(readRequestAddress({ status: "5xx", cursor: "old" }))).toBe(1);
  });
});
