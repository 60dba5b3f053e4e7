import { expect, test } from "vitest";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { endingKeys, longOutages, waitingCertificates, waitingOf } from "./attention";

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
    scopes: null,
    networks: null,
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

const CALM = {
  keys: [],
  outages: [],
  lateCopies: { late: 0, isMore: false },
  scenes: { next: [], count: 0, isMore: false },
  jobs: { next: [], count: 0, isMore: false },
  takedowns: { open: 0, breached: 0, first: null, most: 1_000 },
  revoked: { count: 0, most: 100 },
  feeLapsedAt: null,
  mayManage: true,
};
const scene = { id: "a", title: "Lake", expiresAt: AT, performerCount: 2, consentedCount: 1 };

test("what waits is listed by deadline, and what has none comes last", () => {
  const waiting = waitingOf({
    ...CALM,
    lateCopies: { late: 12, isMore: false },
    revoked: { count: 101, most: 100 },
    scenes: { next: [scene], count: 1, isMore: false },
    takedowns: { open: 3, breached: 1, first: { id: "t", deadlineAt: NOW }, most: 1_000 },
    feeLapsedAt: new Date("2026-11-01T00:00:00.000Z"),
    outages: [{ id: "e", name: "“Ledger”", since: "2026-11-02T00:00:00.000Z" }],
  });
  expect(waiting.map(({ text, href }) => [text, href])).toEqual([
    ["Platform fee not paid", "/portal/billing"],
    ["Webhooks to “Ledger” fail", "/portal/webhooks/e/deliveries"],
    ["1 scene closes", "/portal/scenes/a"],
    ["3 open takedowns", "/portal/takedowns?view=breached"],
    ["100+ productions revoked in the last 30 days", "/portal/productions?status=revoked"],
    ["12 compliance copies not confirmed", "/portal/content?copy=late"],
  ]);
  expect(waitingOf(CALM)).toEqual([]);
});

test("one row stands for all scenes that close, and leads to their list", () => {
  const [row] = waitingOf({ ...CALM, scenes: { next: [scene], count: 100, isMore: true } });
  expect(row).toMatchObject({
    text: "100 scenes or more close soon",
    detail: "First “Lake”, 1 of 2 consented",
    href: "/portal/scenes?closes=3",
  });
});

test("a viewer is led to a key that expires, not to its rotation", () => {
  const [ending] = endingKeys([key("ends", { expiresAt: "2026-11-22T00:00:00.000Z" }), key("stays")], NOW);
  if (!ending) throw new Error("no key ends");
  expect(waitingOf({ ...CALM, keys: [ending] })[0]?.href).toBe("/portal/keys/ends/rotate");
  expect(waitingOf({ ...CALM, keys: [ending], mayManage: false })[0]?.href).toBe("/portal/keys");
});

test("certificates lead to those that end and those that have ended", () => {
  const found = waitingCertificates({ ending: 1_001, ended: 1, most: 1_000 });
  expect(found.map(({ text, href }) => [text, href])).toEqual([
    ["1 certificate has ended", "/portal/productions?ends=ended"],
    ["1,000+ certificates end within 60 days", "/portal/productions?ends=60"],
  ]);
  const [ended, ending] = waitingCertificates({ ending: 1, ended: 1, most: 1_000 });
  expect([ended?.detail, ending?.detail]).toEqual([
    "Verifiers refuse it until it is renewed.",
    "Its producer must renew it.",
  ]);
  expect(waitingCertificates({ ending: 0, ended: 0, most: 1_000 })).toEqual([]);
});
