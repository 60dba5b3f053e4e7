import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { freshEmail, makeCustodian } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure, ops } = opsProgram();

describe("custodian appoint", () => {
  it("appoints somebody once, who may be new, and can then be given a sign-in link", async () => {
    const email = freshEmail();
    const first = await answer("custodian", "appoint", email);
    expect(first).toEqual({ userId: expect.any(String), appointed: true });
    expect(await answer("custodian", "appoint", email)).toEqual({ ...first, appointed: false });
    expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({ staffRole: "custodian" });
    await answer("signin-link", email);
    expect(await failure("custodian", "appoint", "nobody")).toContain("nobody");
  });
});

describe("custodian dismiss", () => {
  it("ends an office once, and warns when nobody is left", async () => {
    const [first, last] = [await makeCustodian(), await makeCustodian()];
    await db.user.updateMany({ where: { id: { notIn: [first.id, last.id] } }, data: { staffRole: null } });
    expect(await answer("custodian", "dismiss", first.email)).toEqual({ userId: first.id, dismissed: true });
    expect(await answer("custodian", "dismiss", first.email)).toEqual({ userId: first.id, dismissed: false });

    const { code, stdout, stderr } = await ops(["custodian", "dismiss", last.email.toUpperCase(), "--json"]);
    expect(JSON.parse(stdout)).toEqual({ userId: last.id, dismissed: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^No custodian is left: [^\n]+\n$/) });
    expect(await db.user.count({ where: { staffRole: "custodian" } })).toBe(0);
  });

  it("needs the address of somebody who exists", async () => {
    expect(await failure("custodian", "dismiss", "stranger@example.com")).toContain("stranger@example.com");
    expect(await failure("custodian", "dismiss", "nobody")).toContain("nobody");
  });
});
