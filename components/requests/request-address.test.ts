import { describe, expect, it } from "vitest";
import { isFiltered, pageHref, readAddress, toQuery } from "./request-address";

const now = Date.UTC(2026, 10, 21, 12);
const asked = (sent: Record<string, string | string[]>) => Object.fromEntries(toQuery(readAddress(sent), now));

describe("the request log's address", () => {
  it("asks for what it says, and for nothing that it does not know", () => {
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

  it("keeps the filters from page to page, and a place is no filter", () => {
    const address = readAddress({ status: "5xx", cursor: "old" });
    expect(pageHref(address, "next")).toBe("/portal/requests?status=5xx&cursor=next");
    expect(pageHref(address, null)).toBe("/portal/requests?status=5xx");
    expect(pageHref({ cursor: "old" }, null)).toBe("/portal/requests");
    expect(isFiltered({ cursor: "old" })).toBe(false);
    expect(isFiltered(address)).toBe(true);
  });
});
