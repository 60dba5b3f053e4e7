import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makePartner } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure } = opsProgram();

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

  it("needs a partner that exists, a name, and a key that exists", async () => {
    const partner = await makePartner();
    const id = newId();
    expect(await failure("key", "create", id, "--name", "x")).toBe(`There is no partner ${id}.\n`);
    expect(await failure("key", "create", partner.id, "--name", "")).toContain("--name");
    expect(await failure("key", "create", "--name", "x")).toContain("partner-id");
    expect(await failure("key", "revoke", id)).toBe(`There is no key ${id}.\n`);
  });
});
