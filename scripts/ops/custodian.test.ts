import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { freshEmail } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure } = opsProgram();

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
