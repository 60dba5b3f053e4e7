import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeKey, makePartner } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure, ops } = opsProgram();

describe("key", () => {
  it("is created live, and revoked", async () => {
    const partner = await makePartner();
    const made = await answer("key", "create", partner.id, "--name", "Production");
    expect(Object.keys(made)).toEqual(["keyId", "key"]);
    expect(made.key).toMatch(/^svc_live_/);
    const row = await db.apiKey.findUniqueOrThrow({ where: { id: String(made.keyId) } });
    expect(row).toMatchObject({ partnerId: partner.id, name: "Production", mode: "live", revokedAt: null });
    expect(Buffer.from(row.hash)).toEqual(sha256(String(made.key)));

    expect(await answer("key", "revoke", row.id)).toEqual({ keyId: row.id, revoked: true });
    expect((await db.apiKey.findUniqueOrThrow({ where: { id: row.id } })).revokedAt).not.toBeNull();
    expect(await answer("key", "revoke", row.id)).toEqual({ keyId: row.id, revoked: false });
  });

  it("is listed with its ends, and never whole", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const lastUsedAt = new Date("2026-01-02T03:04:00.000Z");
    const old = await makeKey(partner, { name: "Old", revokedAt: clock.now() });
    const live = await makeKey(partner, { name: "Live", prefix: "AbCd", tail: "WxYz", lastUsedAt });
    await makeKey(other);
    const listed = await answer("key", "list", partner.id);
    expect(listed).toEqual({
      keys: [
        {
          id: live.id,
          name: "Live",
          key: "svc_live_AbCd…WxYz••••••",
          status: "active",
          lastUsedAt: lastUsedAt.toISOString(),
        },
        expect.objectContaining({ id: old.id, status: "revoked", lastUsedAt: null }),
      ],
    });
    for (const { key } of [old, live]) expect(JSON.stringify(listed)).not.toContain(key);
    const { stdout } = await ops(["key", "list", partner.id]);
    expect(stdout.split("\n")[1]).toBe(`${live.id}  Live  svc_live_AbCd…WxYz••••••  active   2026-01-02T03:04:00.000Z`);
    const empty = await ops(["key", "list", (await makePartner()).id]);
    expect(empty.stdout).toBe("none\n");
    expect(await failure("key", "list", newId())).toContain("There is no partner");
  });

  it("needs a partner that exists, a name, and a key that exists", async () => {
    const partner = await makePartner();
    const id = newId();
    expect(await failure("key", "create", id, "--name", "x")).toBe(`There is no partner ${id}.\n`);
    expect(await failure("key", "create", partner.id, "--name", "")).toContain("--name");
    expect(await failure("key", "create", "--name", "x")).toContain("partner-id");
    expect(await failure("key", "revoke", id)).toBe(`There is no key ${id}.\n`);
  });
});
