import { expect, it } from "vitest";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { hasMoved, rotationStep, successorOf } from "./rotation-step";

const key = (more: Partial<PortalKey>): PortalKey => ({
  id: "old",
  name: "Production",
  mode: "live",
  prefix: "aaaa",
  tail: "zzzz",
  status: "active",
  createdBy: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  expiresAt: null,
  revokeAt: null,
  revokedAt: null,
  revokedBy: null,
  lastUsedAt: null,
  replacesId: null,
  scopes: null,
  networks: null,
  ...more,
});

it("follows a rotation from the first step to the last", () => {
  const used = (at: string) => `2026-11-21T12:${at}:00.000Z`;
  const old = key({ lastUsedAt: used("00") });
  const next = (more: Partial<PortalKey>) => key({ id: "next", replacesId: "old", ...more });
  expect(rotationStep(old, undefined)).toBe("create");
  expect(rotationStep(old, next({}))).toBe("deploy");
  expect(rotationStep(old, next({ lastUsedAt: used("04") }))).toBe("watch");
  expect(rotationStep(old, next({ lastUsedAt: used("05") }))).toBe("revoke");
  expect(rotationStep(key({ ...old, status: "ending" }), next({ lastUsedAt: used("01") }))).toBe("revoke");
  expect(rotationStep(key({ ...old, status: "revoked" }), next({}))).toBe("done");
  expect(hasMoved(key({}), next({ lastUsedAt: used("00") }))).toBe(true);
});

it("picks the newest active key as the successor", () => {
  const old = key({});
  const keys = [
    key({ id: "c", replacesId: "old", status: "revoked" }),
    key({ id: "b", replacesId: "old" }),
    key({ id: "a", replacesId: "old" }),
    key({ id: "x", replacesId: "another" }),
  ];
  expect(successorOf(old, keys)?.id).toBe("b");
  expect(successorOf(key({ id: "none" }), keys)).toBeUndefined();
});
