import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { eventsOf } from "@/lib/testing/effects";
import { makeAccount, makePartner } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure, ops } = opsProgram();

describe("account", () => {
  it("is held and released by an operator, each time once", async () => {
    const partner = await makePartner();
    const { id, externalUserId } = await makeAccount(partner, { status: "active" });
    const hold = ["account", "hold", id, "--reason", "platform_deactivated"];
    const held = { accountId: id, externalUserId, status: "suspended", suspendReason: "platform_deactivated" };
    expect(await answer(...hold, "--note", "Asked by counsel")).toMatchObject({ held: true, ...held });
    expect(await answer(...hold)).toMatchObject({ held: false, ...held });
    const released = { accountId: id, externalUserId, status: "active", suspendedAt: null, suspendReason: null };
    expect(await answer("account", "release", id)).toEqual({ released: true, ...released });
    expect(await answer("account", "release", id, "--reason", "platform_deactivated")).toEqual({
      released: false,
      ...released,
    });
    expect((await eventsOf(partner)).map(({ type }) => type)).toEqual([
      "solo_account.suspended",
      "solo_account.verified",
    ]);
    const [line] = await db.ledgerEntry.findMany({ where: { subjectId: id }, orderBy: { seq: "asc" } });
    expect(line).toMatchObject({ actorKind: "system", actorId: expect.stringMatching(/^ops:/) });
  });

  it("needs an account that exists and a reason of the service's own, and says what stands in the way", async () => {
    const { id } = await makeAccount(await makePartner(), { status: "active" });
    const nobody = newId();
    const reason = ["--reason", "manual_suspension"];
    expect(await failure("account", "hold", nobody, ...reason)).toBe(`There is no account ${nobody}.\n`);
    expect(await failure("account", "release", nobody)).toBe(`There is no account ${nobody}.\n`);
    expect((await ops(["account", "hold", id])).code).toBe(2);
    expect(await failure("account", "hold", id, "--reason", "partner_deactivated")).toBe(
      "--reason: must be manual_suspension or platform_deactivated\n",
    );
    await answer("account", "hold", id, ...reason);
    expect(await failure("account", "release", id, "--reason", "platform_deactivated")).toContain("manual_suspension");
  });
});
