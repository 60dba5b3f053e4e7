import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure } = opsProgram();

it("platform-fee lapse and pay: the platform's creators are suspended, and restored", async () => {
  const partner = await makePartner();
  const { id } = await makeAccount(partner, { status: "active" });
  const standing = async () => {
    const { status, suspendReason } = await db.soloAccount.findUniqueOrThrow({ where: { id } });
    return suspendReason ?? status;
  };
  const about = { partnerId: partner.id };
  expect(await answer("platform-fee", "lapse", partner.id)).toEqual({
    ...about,
    changed: true,
    lapsed: true,
    creators: 1,
  });
  expect(await standing()).toBe("platform_lapsed");
  expect(await answer("platform-fee", "lapse", partner.id)).toMatchObject({ changed: false, creators: 0 });
  expect(await answer("platform-fee", "pay", partner.id)).toEqual({
    ...about,
    changed: true,
    lapsed: false,
    creators: 1,
  });
  expect(await standing()).toBe("active");
});

it("platform-fee: says what is wrong", async () => {
  const nobody = newId();
  expect(await failure("platform-fee", "lapse", nobody)).toContain(`There is no partner ${nobody}.`);
  expect(await failure("platform-fee", "pay", "x")).toContain("There is no partner x.");
  expect(await failure("platform-fee", "pay")).toContain("partnerId");
});
