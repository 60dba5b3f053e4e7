import { beforeEach, describe, expect, it } from "vitest";
import { teamAuditList } from "@/lib/domain/events/changes";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { linesOn } from "@/lib/testing/effects";
import { type MadePartner, makeKey, makePartner, portalCtx } from "@/lib/testing/factories";
import { atOnce } from "@/lib/testing/sql";
import { createKey, listKeys, restrictKey, revokeKey } from ".";
import { findKeyByHash } from "./find-key";
import { datedName, networkWords, type Restrictions, scopeWords } from "./scopes";

const FULL: Restrictions = { scopes: null, networks: null };
const READS: Restrictions = { scopes: ["content:read"], networks: null };
const HERE: Restrictions = { scopes: null, networks: ["203.0.113.0/24"] };

let partner: MadePartner;
let key: { id: string; key: string };

beforeEach(async () => {
  partner = await makePartner();
  key = await makeKey(partner);
});

const change = (to: Restrictions, was = FULL, ctx = portalCtx(partner)) =>
  restrictKey(ctx, { keyId: key.id, was, ...to });
const stored = async () => (await db.apiKey.findUniqueOrThrow({ where: { id: key.id } })).restrictions;
const changes = async () => (await linesOn(key.id)).filter(({ action }) => action === "api_key.access_changed");

describe("restrict", () => {
  it("stores scopes and networks in one form, and full access as none", async () => {
    const asked = {
      scopes: ["events:read", "content:read", "content:write", "nonsense:write"],
      networks: ["::ffff:203.0.113.9/120", "203.0.113.77/24", "2001:DB8::1"],
    };
    const kept = { scopes: ["content:write", "events:read"], networks: ["2001:db8::1/128", "203.0.113.0/24"] };
    expect(await change(asked)).toEqual({ changed: true });
    expect(await stored()).toEqual(kept);
    expect((await listKeys(portalCtx(partner)))[0]).toMatchObject(kept);
    expect(await findKeyByHash(sha256(key.key))).toMatchObject({ scopes: kept.scopes });
    const everything = ["webhooks", "creators", "content", "scenes", "sessions", "productions", "events"];
    await change({ scopes: everything.map((area) => `${area}:write`), networks: [] }, kept);
    expect(await stored()).toBeNull();
    const details = (await changes()).map(({ detail }) => JSON.parse(String(detail)));
    expect(details).toMatchObject([
      { before: FULL, after: kept },
      { before: kept, after: FULL },
    ]);
  });

  it.each([
    [{ scopes: [], networks: null }, "scopes"],
    [{ scopes: ["content:delete"], networks: null }, "scopes"],
    [{ scopes: null, networks: ["203.0.113.0/33"] }, "networks"],
    [{ scopes: null, networks: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) }, "networks"],
  ])("refuses %o", async (asked, field) => {
    await expect(change(asked)).rejects.toMatchObject({ status: 400, field });
    expect(await stored()).toBeNull();
    await expect(
      createKey(portalCtx(partner), { partnerId: partner.id, name: "x", restrictions: asked }),
    ).rejects.toMatchObject({ status: 400, field });
  });

  it("is for those who manage keys, of that partner alone", async () => {
    await expect(change(READS, FULL, portalCtx(await makePartner()))).rejects.toMatchObject({ status: 404 });
    for (const role of ["viewer", "billing"] as const) {
      await expect(change(READS, FULL, portalCtx(partner, role))).rejects.toMatchObject({ status: 403 });
    }
    await change(READS, FULL, portalCtx(partner, "developer"));
    expect(await stored()).toEqual(READS);
  });

  it("changes only active live keys", async () => {
    const ended = [
      { mode: "test" as const },
      { expiresAt: clock.now() },
      { revokedAt: clock.now() },
      { revokeAt: clock.now() },
    ];
    for (const given of ended) {
      const { id } = await makeKey(partner, given);
      const tried = restrictKey(portalCtx(partner), { keyId: id, was: FULL, ...READS });
      await expect(tried).rejects.toMatchObject({ code: "key_not_active" });
    }
  });

  it("keeps the first of two changes at once, and says so to the second", async () => {
    const outcomes: unknown[] = [];
    const tell = (to: Restrictions) =>
      change(to).then(
        () => outcomes.push("changed"),
        ({ code }) => outcomes.push(code),
      );
    await atOnce(
      () => tell(READS),
      () => tell(HERE),
    );
    expect(outcomes.toSorted()).toEqual(["changed", "key_changed"]);
    expect(await stored()).toEqual(READS);
    expect(await changes()).toHaveLength(1);
  });

  it("does the same change twice only once", async () => {
    expect(
      await Promise.all([change(READS), change(READS)]).then((all) => all.map(({ changed }) => changed).toSorted()),
    ).toEqual([false, true]);
    expect(await changes()).toHaveLength(1);
  });

  it("leaves a key revoked whatever comes first", async () => {
    await atOnce(
      () => revokeKey(portalCtx(partner), { keyId: key.id }),
      () => expect(change(READS)).rejects.toMatchObject({ code: "key_not_active" }),
    );
    expect([await stored(), (await changes()).length]).toEqual([null, 0]);
    key = await makeKey(partner);
    await atOnce(
      () => change(READS),
      () => revokeKey(portalCtx(partner), { keyId: key.id }),
    );
    expect(await db.apiKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({
      restrictions: READS,
      revokedAt: expect.any(Date),
    });
  });

  it("is in the team's audit log, before and after", async () => {
    await change({ ...READS, networks: HERE.networks });
    await createKey(portalCtx(partner), { partnerId: partner.id, name: "Next", replacesId: key.id });
    const { rows } = await teamAuditList.read(portalCtx(partner), {});
    expect(rows.map(({ did, note }) => [did, note])).toEqual([
      ["Created an API key", "Replaces another key. With content:read from 203.0.113.0/24"],
      ["Changed a key’s access", "From full access to content:read from 203.0.113.0/24"],
    ]);
  });
});

it("a rotation keeps the access, whatever is asked", async () => {
  await change(READS);
  const { keyId } = await createKey(portalCtx(partner), {
    ...{ partnerId: partner.id, name: "Next", replacesId: key.id, restrictions: FULL },
  });
  expect((await listKeys(portalCtx(partner))).find(({ id }) => id === keyId)).toMatchObject(READS);
});

it.each([
  {},
  { scopes: null, networks: null },
  { scopes: [], networks: null },
  { scopes: null, networks: [] },
  { scopes: "content:read", networks: null },
  { scopes: null, networks: Array.from({ length: 21 }, () => "10.0.0.0/8") },
])("the table refuses %o", async (restrictions) => {
  await expect(makeKey(partner, { restrictions })).rejects.toThrow(/api_keys_restrictions/);
});

it("says access in words", () => {
  expect(scopeWords(null)).toBe("Full access");
  expect(scopeWords(["creators:write", "content:write", "events:read"])).toBe(
    "Reads and writes creators and content. Reads events.",
  );
  expect(scopeWords(["sessions:read"])).toBe("Reads upload sessions.");
  expect([networkWords(null), networkWords(["10.0.0.0/8"])]).toEqual([null, "From 10.0.0.0/8 only."]);
  expect(networkWords(["10.0.0.0/8", "::/0", "11.0.0.0/8"])).toBe("From 3 networks only.");
});

it("dates a successor's name once", () => {
  const now = new Date("2026-11-30T23:30:00.000Z");
  expect(datedName("Backend", now)).toBe("Backend, Nov 2026");
  expect(datedName("Backend, May 2025", now)).toBe("Backend, Nov 2026");
  expect(datedName("x".repeat(100), now)).toHaveLength(100);
});
