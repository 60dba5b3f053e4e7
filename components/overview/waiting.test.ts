import { expect, test } from "vitest";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { endingKeys, longOutages } from "./waiting";

const NOW = new Date("2026-11-21T12:00:00.000Z");

function key(id: string, ends: { expiresAt?: string; revokeAt?: string } = {}): PortalKey {
  return {
    id,
    name: id,
    mode: "live",
    prefix: "AbCd",
    tail: "WxYz",
    status: ends.revokeAt ? "ending" : "active",
    createdBy: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    expiresAt: ends.expiresAt ?? null,
    revokeAt: ends.revokeAt ?? null,
    revokedAt: null,
    revokedBy: null,
    lastUsedAt: null,
    replacesId: null,
  };
}

test("keys that end within seven days are listed, soonest first", () => {
  const found = endingKeys(
    [
      key("stays"),
      key("expires", { expiresAt: "2026-11-25T00:00:00.000Z" }),
      key("later", { expiresAt: "2026-11-28T12:00:00.001Z" }),
      key("planned", { revokeAt: "2026-11-22T00:00:00.000Z", expiresAt: "2026-11-23T00:00:00.000Z" }),
    ],
    NOW,
  );
  expect(found).toMatchObject([
    { id: "planned", at: "2026-11-22T00:00:00.000Z", planned: true, last: false },
    { id: "expires", at: "2026-11-25T00:00:00.000Z", planned: false, last: false },
  ]);
});

test("a key that no live key outlives is the last one", () => {
  const ends = [
    key("first", { revokeAt: "2026-11-22T00:00:00.000Z" }),
    key("second", { expiresAt: "2026-11-24T00:00:00.000Z" }),
  ];
  expect(endingKeys(ends, NOW).map(({ id, last }) => [id, last])).toEqual([
    ["first", false],
    ["second", true],
  ]);
  expect(endingKeys([key("only")], NOW)).toEqual([]);
});

const AT = new Date("2026-11-21T12:00:00.000Z");
const endpoint = (id: string, since: string | null, description: string | null = null) => ({
  id,
  url: `https://${id}.example.com/`,
  description,
  failingSince: since === null ? null : new Date(since),
});

test("endpoints that have failed for more than a day are listed", () => {
  const found = longOutages(
    [
      endpoint("long", "2026-11-01T00:00:00.000Z", "Ledger"),
      endpoint("bare", "2026-11-20T11:59:59.999Z"),
      endpoint("just", "2026-11-20T12:00:00.000Z"),
      endpoint("well", null),
    ],
    AT,
  );
  expect(found).toEqual([
    { id: "long", name: "“Ledger”", since: "2026-11-01T00:00:00.000Z" },
    { id: "bare", name: "https://bare.example.com/", since: "2026-11-20T11:59:59.999Z" },
  ]);
});
