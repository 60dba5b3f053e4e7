import { describe, expect, it } from "vitest";
import { findProofs } from "@/lib/domain/identity";
import { copyHolder } from "@/lib/domain/identity/labels";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { linesOn } from "@/lib/testing/effects";
import { makeAccount, systemCtx } from "@/lib/testing/factories";
import { checkOf, makePhoto } from "@/lib/testing/identity-checks";
import { importIdentity } from ".";

describe("importing", () => {
  const someone = () => ({
    email: `${crypto.randomUUID()}@example.com`,
    legalName: "Imported Person",
    birthDate: "1985-05-05",
    verifiedAt: new Date("2025-03-01T00:00:00Z"),
  });

  it("creates the person once, also when repeated", async () => {
    const input = { ...someone(), document: await makePhoto() };
    const results = await Promise.all([1, 2, 3].map(() => importIdentity(systemCtx("ops"), input)));
    expect(new Set(results.map(({ personId }) => personId)).size).toBe(1);
    expect(results.filter(({ imported }) => imported)).toHaveLength(1);
    const identity = await db.identity.findUniqueOrThrow({ where: { userId: results[0]?.personId ?? "" } });
    expect(identity.verifiedAt).toEqual(input.verifiedAt);
    expect((await checkOf(identity.checkId)).photos).toHaveLength(1);
    const created = (await linesOn(identity.userId)).filter(({ action }) => action === "user.created");
    expect(created).toMatchObject([{ actorKind: "system", actorId: "ops" }]);
  });

  it("updates the accounts of a person who is already linked", async () => {
    const account = await makeAccount();
    await importIdentity(systemCtx("ops"), { ...someone(), email: account.email });
    expect(await linesOn(account.person.id)).toEqual([]);
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe("active");
  });

  it("says who holds the copy of an ID that isn’t here", async () => {
    const copyOf = async (document?: Buffer) => {
      const { personId } = await importIdentity(systemCtx("ops"), { ...someone(), ...(document && { document }) });
      return (await findProofs([personId])).get(personId)?.copy;
    };
    expect(await copyOf()).toBe("Held by whoever verified it");
    expect(await copyOf(await makePhoto())).toBeNull();
    expect(copyHolder({ driver: "stripe_identity", photos: [] })).toBe("Held by Stripe");
    expect(copyHolder({ driver: "custodian_review", photos: [] })).toBeNull();
  });

  it("refuses a minor, a future verification, and another identity for the same address", async () => {
    const input = someone();
    await expect(importIdentity(systemCtx("ops"), { ...input, birthDate: "2020-01-01" })).rejects.toMatchObject({
      field: "birthDate",
    });
    const future = new Date(Date.now() + DAY_MS);
    await expect(importIdentity(systemCtx("ops"), { ...input, verifiedAt: future })).rejects.toMatchObject({
      field: "verifiedAt",
    });
    await importIdentity(systemCtx("ops"), input);
    await expect(importIdentity(systemCtx("ops"), { ...input, legalName: "Somebody Else" })).rejects.toMatchObject({
      code: "identity_exists",
    });
  });
});
