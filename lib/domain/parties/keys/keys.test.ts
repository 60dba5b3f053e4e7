import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { sha256, sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { linesOn } from "@/lib/testing/effects";
import { makeKey, makePartner, makeUser, portalCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { cancelRevocation, createKey, finishRevocationsTask, listKeys, revokeKey, scheduleRevocation } from ".";
import { findKeyByHash, isUsable } from "./find-key";
import { findKeys } from "./queries";

const runFinish = () => finishRevocationsTask.run({}, firstRun);
const linesOf = async (subjectId: string) =>
  (await linesOn(subjectId)).map(({ action, actorId }) => ({ action, actorId }));

beforeEach(() => clock.freeze("2026-11-21T12:00:00.000Z"));
describe("create", () => {
  it("returns the secret, and stores only its hash", async () => {
    const partner = await makePartner();
    const { keyId, key } = await createKey(portalCtx(partner, "developer"), {
      partnerId: partner.id,
      name: "  Production\u0000 web ",
    });
    const row = await db.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    expect(row).toMatchObject({ mode: "live", name: "Production web", createdById: partner.users.developer.id });
    expect(Buffer.from(row.hash).toString("hex")).toBe(sha256Hex(key));
    expect(JSON.stringify(row)).not.toContain(key);
    expect(await findKeyByHash(sha256(key))).toMatchObject({ id: keyId, partnerId: partner.id });
    expect(await linesOf(keyId)).toEqual([{ action: "api_key.created", actorId: partner.users.developer.id }]);
    expect((await listKeys(portalCtx(partner, "viewer")))[0]).toMatchObject({ id: keyId, status: "active" });
  });

  it("refuses bad names and past expiries, naming the field", async () => {
    const partner = await makePartner();
    const ctx = portalCtx(partner);
    for (const name of ["", "   ", "\n", "x".repeat(101)]) {
      await expect(createKey(ctx, { partnerId: partner.id, name })).rejects.toMatchObject({
        status: 400,
        field: "name",
      });
    }
    await expect(createKey(ctx, { partnerId: partner.id, name: "x", expiresAt: clock.now() })).rejects.toMatchObject({
      status: 400,
      field: "expiresAt",
    });
    expect(await listKeys(ctx)).toEqual([]);
  });

  it("creates exactly one tenth key for two concurrent requests", async () => {
    const partner = await makePartner();
    for (let n = 0; n < 9; n++) await makeKey(partner);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => createKey(portalCtx(partner), { partnerId: partner.id, name: "tenth" })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ status: 409, code: "too_many_keys" });
    }
    expect(await db.apiKey.count({ where: { partnerId: partner.id } })).toBe(10);
  });

  it("doesn't count keys that are revoked, expired or past their scheduled revocation", async () => {
    const partner = await makePartner();
    const past = new Date(clock.now().getTime() - 1);
    for (let n = 0; n < 8; n++) await makeKey(partner);
    await makeKey(partner, { revokedAt: past });
    await makeKey(partner, { expiresAt: past });
    await makeKey(partner, { revokeAt: past });
    await createKey(portalCtx(partner), { partnerId: partner.id, name: "ninth" });
    await createKey(portalCtx(partner), { partnerId: partner.id, name: "tenth" });
    await expect(createKey(portalCtx(partner), { partnerId: partner.id, name: "eleventh" })).rejects.toMatchObject({
      code: "too_many_keys",
    });
  });

  it("replaces only an active live key of the same partner", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const ctx = portalCtx(partner);
    const create = (replacesId: string) => createKey(ctx, { partnerId: partner.id, name: "next", replacesId });
    const old = await makeKey(partner);
    const { keyId } = await create(old.id);
    expect(await db.apiKey.findUniqueOrThrow({ where: { id: keyId } })).toMatchObject({ replacesId: old.id });
    await expect(create((await makeKey(other)).id)).rejects.toMatchObject({ status: 404 });
    await expect(create((await makeKey(partner, { mode: "test" })).id)).rejects.toMatchObject({
      code: "key_not_active",
    });
    await expect(create((await makeKey(partner, { revokedAt: clock.now() })).id)).rejects.toMatchObject({
      code: "key_not_active",
    });
  });
});

describe("permissions", () => {
  const attempts = (partner: Awaited<ReturnType<typeof makePartner>>, keyId: string, role: Role) => {
    const ctx = portalCtx(partner, role);
    return [
      () => createKey(ctx, { partnerId: partner.id, name: "x" }),
      () => scheduleRevocation(ctx, { keyId }),
      () => cancelRevocation(ctx, { keyId }),
      () => revokeKey(ctx, { keyId }),
    ];
  };

  it.each(["owner", "admin", "developer"] as const)("lets an %s manage keys", async (role) => {
    const partner = await makePartner();
    const { id } = await makeKey(partner);
    for (const attempt of attempts(partner, id, role)) await attempt();
  });

  it("refuses a viewer, whatever role the session claims", async () => {
    const partner = await makePartner();
    const { id } = await makeKey(partner);
    const claims = { ...partner, users: { ...partner.users, owner: partner.users.viewer } };
    for (const attempt of attempts(claims, id, "owner")) {
      await expect(attempt()).rejects.toMatchObject({ status: 403 });
    }
    expect(await db.apiKey.count({ where: { partnerId: partner.id, revokedAt: null, revokeAt: null } })).toBe(1);
  });

  it("answers 404 to strangers, other partners' owners and former members", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const { id } = await makeKey(partner);
    await db.partnerMember.deleteMany({ where: { partnerId: partner.id, userId: partner.users.admin.id } });
    const stranger = await makeUser();
    const strangerAsOwner = { ...partner, users: { ...partner.users, owner: stranger } };
    for (const attempt of [
      ...attempts(partner, id, "admin"),
      ...attempts(strangerAsOwner, id, "owner"),
      ...attempts(other, id, "owner").slice(1),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 404 });
    }
    await expect(createKey(portalCtx(other), { partnerId: partner.id, name: "x" })).rejects.toMatchObject({
      status: 404,
    });
    expect(await listKeys(portalCtx(other))).toEqual([]);
    const custodian = staffCtx(stranger);
    // @ts-expect-error custodians do not manage keys; the types say so, and so does the verb.
    await expect(createKey(custodian, { partnerId: partner.id, name: "x" })).rejects.toMatchObject({ status: 404 });
  });

  it("lets an operator create and revoke", async () => {
    const partner = await makePartner();
    const { keyId } = await createKey(systemCtx("ops"), { partnerId: partner.id, name: "By the operator" });
    expect(await revokeKey(systemCtx("ops"), { keyId })).toEqual({ revoked: true });
    await expect(revokeKey(systemCtx("ops"), { keyId: "none" })).rejects.toMatchObject({ status: 404 });
  });
});

describe("revoke", () => {
  it("refuses the key at once, and only one of many requests revokes it", async () => {
    const partner = await makePartner();
    const { id, key } = await makeKey(partner);
    const before = await findKeyByHash(sha256(key));
    expect(before && isUsable(before, clock.now().getTime())).toBe(true);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => revokeKey(portalCtx(partner), { keyId: id })));
    expect(outcomes.filter(({ revoked }) => revoked)).toHaveLength(1);
    const after = await findKeyByHash(sha256(key));
    expect(after && isUsable(after, clock.now().getTime())).toBe(false);
    expect(await linesOf(id)).toEqual([{ action: "api_key.revoked", actorId: partner.users.owner.id }]);
  });
});

describe("scheduled revocation", () => {
  it("lets the key work for 24 hours, then refuses it even before the job runs", async () => {
    const partner = await makePartner();
    const { id, key } = await makeKey(partner);
    const { revokeAt } = await scheduleRevocation(portalCtx(partner), { keyId: id });
    expect(revokeAt).toEqual(new Date("2026-11-22T12:00:00.000Z"));
    clock.advance(HOUR_MS);
    expect(await scheduleRevocation(portalCtx(partner), { keyId: id })).toEqual({ revokeAt });
    const record = await findKeyByHash(sha256(key));
    expect(record && isUsable(record, revokeAt.getTime() - 1)).toBe(true);
    expect(record && isUsable(record, revokeAt.getTime())).toBe(false);
    await runFinish();
    expect(await db.apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ revokedAt: null });

    clock.advance(23 * HOUR_MS);
    expect(await listKeys(portalCtx(partner))).toMatchObject([{ id, status: "revoked", revokedAt: null }]);
    await expect(cancelRevocation(portalCtx(partner), { keyId: id })).rejects.toMatchObject({ code: "key_not_active" });
    clock.advance(HOUR_MS);
    expect(await revokeKey(portalCtx(partner), { keyId: id })).toEqual({ revoked: false });
    await Promise.all([runFinish(), runFinish()]);
    expect(await db.apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ revokedAt: revokeAt, revokeAt });
    expect((await linesOf(id)).map(({ action }) => action)).toEqual(["api_key.revocation_planned", "api_key.revoked"]);
    await expect(scheduleRevocation(portalCtx(partner), { keyId: id })).rejects.toMatchObject({
      code: "key_not_active",
    });
  });

  it("allows an immediate revocation until then", async () => {
    const partner = await makePartner();
    const { id } = await makeKey(partner);
    await scheduleRevocation(portalCtx(partner), { keyId: id });
    expect(await revokeKey(portalCtx(partner), { keyId: id })).toEqual({ revoked: true });
    expect(await db.apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({
      revokedAt: clock.now(),
      revokeAt: null,
    });
  });

  it("can be cancelled, and then the job does nothing", async () => {
    const partner = await makePartner();
    const { id } = await makeKey(partner);
    await scheduleRevocation(portalCtx(partner), { keyId: id });
    expect(await cancelRevocation(portalCtx(partner), { keyId: id })).toEqual({ cancelled: true });
    expect(await cancelRevocation(portalCtx(partner), { keyId: id })).toEqual({ cancelled: false });
    clock.advance(25 * HOUR_MS);
    await runFinish();
    expect(await listKeys(portalCtx(partner))).toMatchObject([{ id, status: "active" }]);
  });
});

const PRINTED = ["AbCd", "svc_live_AbCd", "svc_live_AbCd…", "svc_live_AbCd…WxYz••••••", "WxYz", "…WxYz", "WxYz••••••"];
/** What somebody copies from the key itself: its start, or its end with the checksum. */
const IN_HAND = ["svc_live_AbCd0123", "WxYz012345"];

it("a key is found by the start of its name, and by either end of its text as pages print it", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const { id } = await makeKey(partner, { name: "Payout_100% job", prefix: "AbCd", tail: "WxYz" });
  const found = async (text: string) => (await findKeys(portalCtx(partner), text)).map((key) => key.id);
  for (const text of ["payout", "Payout_100% job", ...PRINTED, ...IN_HAND]) {
    expect(await found(text), text).toEqual([id]);
    expect(await findKeys(portalCtx(other), text), text).toEqual([]);
  }
  for (const text of ["job", "%ayout", "Payout-100", "abcd", "svc_live_", "012345"])
    expect(await found(text), text).toEqual([]);
});

it("active keys come before revoked ones, newest first", async () => {
  const partner = await makePartner();
  const first = await makeKey(partner, { name: "Import" });
  const revoked = await makeKey(partner, { name: "Import", revokedAt: clock.now() });
  const last = await makeKey(partner, { name: "Import" });
  const found = await findKeys(portalCtx(partner), "imp");
  expect(found.map(({ id }) => id)).toEqual([last.id, first.id, revoked.id]);
  expect(Object.keys(found[0] ?? {})).not.toContain("hash");
});
