import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { call } from "@/lib/testing/api";
import { freshEmail, makeAccount } from "@/lib/testing/factories";
import { makeCaller } from "@/lib/testing/syndication";
import { POST as checkTalent } from "../talent/check/route";
import { POST as deactivate } from "./[accountId]/deactivate/route";
import { POST as reactivate } from "./[accountId]/reactivate/route";
import { GET as read } from "./[accountId]/route";
import { POST as provision } from "./route";

const valid = () => ({
  externalUserId: newId(),
  email: freshEmail("creator"),
  callbackUrl: "https://platform.example.com/callback",
});

describe("POST /api/v1/solo-accounts", () => {
  it("201 for a new creator, 200 for a repeat, and the same account", async () => {
    const { key } = await makeCaller();
    const body = valid();
    const first = await call(provision, { key, body });
    expect(first.status).toBe(201);
    expect(Object.keys(first.body)).toEqual(["accountId", "status", "onboardingUrl", "createdAt"]);
    const again = await call(provision, { key, body: { ...body, email: body.email.toUpperCase() } });
    expect(again).toMatchObject({ status: 200, body: first.body });
  });

  it("201 for only one of 20 concurrent identical calls", async () => {
    const { key, partner } = await makeCaller();
    const body = valid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(provision, { key, body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await db.soloAccount.count({ where: { partnerId: partner.id } })).toBe(1);
  });

  it.each([
    [{ email: undefined, externalUserId: undefined }, "missing_parameter", "externalUserId"],
    [{ externalUserId: "" }, "invalid_field", "externalUserId"],
    [{ externalUserId: "x".repeat(451) }, "invalid_field", "externalUserId"],
    [{ externalUserId: "a\nb" }, "invalid_field", "externalUserId"],
    [{ email: "ada" }, "invalid_field", "email"],
    [{ email: "ada@example" }, "invalid_field", "email"],
    [{ email: `${"a".repeat(320)}@example.com` }, "invalid_field", "email"],
    [{ email: "Ada <ada@example.com>" }, "invalid_field", "email"],
    [{ callbackUrl: "/relative" }, "invalid_field", "callbackUrl"],
    [{ callbackUrl: "javascript:alert(1)" }, "invalid_field", "callbackUrl"],
    [{ callbackUrl: "ftp://example.com" }, "invalid_field", "callbackUrl"],
    [{ callbackUrl: `https://example.com/${"a".repeat(2048)}` }, "invalid_field", "callbackUrl"],
    [{ redirectUrl: "//evil.example" }, "invalid_field", "redirectUrl"],
    [{ redirectUrl: "https://platform.example.com@evil.example/" }, "invalid_field", "redirectUrl"],
    [{ redirectUrl: "https://user:secret@example.com/" }, "invalid_field", "redirectUrl"],
  ])("400 for %j", async (more, code, field) => {
    const { key, partner } = await makeCaller();
    const answer = await call(provision, { key, body: { ...valid(), ...more } });
    expect(answer).toMatchObject({ status: 400, body: { code, field } });
    expect(await db.soloAccount.count({ where: { partnerId: partner.id } })).toBe(0);
  });

  it("accepts null for optional fields, ignores unknown ones, and allows long ids and local addresses", async () => {
    const { key } = await makeCaller();
    const body = {
      ...valid(),
      externalUserId: "ü".repeat(450),
      callbackUrl: "http://localhost:8080/cb?x=1",
      firstName: null,
      redirectUrl: null,
      status: "active",
    };
    const answer = await call(provision, { key, body });
    expect(answer).toMatchObject({ status: 201, body: { status: "pending_id_verification" } });
    const row = await db.soloAccount.findUniqueOrThrow({ where: { id: String(answer.body.accountId) } });
    expect(row).toMatchObject({ firstName: null, redirectUrl: null, callbackUrl: body.callbackUrl });
  });
});

describe("one account", () => {
  it("is read, deactivated and reactivated by its partner", async () => {
    const { key, partner } = await makeCaller();
    const account = await makeAccount(partner, { status: "active" });
    const params = { accountId: account.id };
    const post = { key, params, method: "POST" };
    expect(await call(read, { key, params })).toMatchObject({ status: 200, body: { status: "active" } });
    expect(await call(deactivate, post)).toMatchObject({ status: 200, body: { deactivated: true } });
    expect(await call(deactivate, post)).toMatchObject({ status: 200, body: { deactivated: false } });
    expect(await call(checkTalent, { key, body: { email: ` ${account.email.toUpperCase()} ` } })).toMatchObject({
      body: { found: true, verified: false },
    });
    expect(await call(reactivate, post)).toMatchObject({ status: 200, body: { reactivated: true, status: "active" } });
    expect(await call(reactivate, post)).toMatchObject({ status: 200, body: { reactivated: false } });
    expect(await call(checkTalent, { key, body: { email: account.email } })).toMatchObject({
      status: 200,
      body: { found: true, verified: true, lastVerifiedAt: account.verifiedAt?.toISOString().slice(0, 10) },
    });
  });

  it("can't be reactivated if never deactivated, or suspended for another reason", async () => {
    const { partner, key } = await makeCaller();
    const refused = [
      [await makeAccount(partner), "account_not_suspended"],
      [await makeAccount(partner, { status: "suspended", suspensions: ["service"] }), "suspended_otherwise"],
      [await makeAccount(partner, { status: "suspended", suspensions: ["service", "partner"] }), "suspended_otherwise"],
    ] as const;
    for (const [{ id }, code] of refused) {
      const answer = await call(reactivate, { key, method: "POST", params: { accountId: id } });
      expect(answer).toMatchObject({ status: 422, body: { code, error: expect.any(String) } });
      expect(Object.keys(answer.body)).toEqual(["error", "code"]);
    }
  });

  it("of a creator who pays can't be deactivated or reactivated", async () => {
    const { key, partner } = await makeCaller({ plan: "creator_pays" });
    const { id } = await makeAccount(partner, { status: "active" });
    for (const handler of [deactivate, reactivate]) {
      const answer = await call(handler, { key, params: { accountId: id }, method: "POST" });
      expect(answer).toMatchObject({ status: 409, body: { code: "CREATOR_PAYS_OWN_SUBSCRIPTION" } });
    }
  });
});

describe("POST /api/v1/talent/check", () => {
  it("400 with what is no address", async () => {
    const { key } = await makeCaller();
    expect(await call(checkTalent, { key, body: { email: "ada" } })).toMatchObject({
      status: 400,
      body: { code: "invalid_field", field: "email" },
    });
  });
});
