import { describe, expect, it } from "vitest";
import { openEvidence } from "@/lib/domain/identity";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeCustodian, makeUser, staffCtx } from "@/lib/testing/factories";
import { makeSubmitted } from "@/lib/testing/identity-checks";
import { openBrowser, setCookie } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { GET } from "./route";

const ask = (checkId: string, { kind = "person", headers = { "sec-fetch-site": "same-origin" } as HeadersInit } = {}) =>
  GET(new Request(`${env().baseUrl}/photo`, { headers }), { params: Promise.resolve({ checkId, kind }) });

const looks = (checkId: string) =>
  db.ledgerEntry.count({ where: { subjectId: checkId, action: "identity_check.opened" } });

async function opened() {
  const { checkId } = await makeSubmitted();
  const custodian = await makeCustodian();
  await signIn(custodian);
  const { grant } = await openEvidence(staffCtx(custodian), { checkId, purpose: "identity_review" });
  setCookie("evidence", grant);
  return checkId;
}

describe("a photo of a check", () => {
  it("is sent to the custodian who opened it, uncached and not embeddable", async () => {
    const checkId = await opened();
    const answer = await ask(checkId);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(await looks(checkId)).toBe(1);
  });

  it.each([
    ["another site's page", { "sec-fetch-site": "cross-site" }],
    ["a sibling domain's page", { "sec-fetch-site": "same-site" }],
    ["another site's form", { origin: "https://elsewhere.example" }],
  ])("is not shown to %s, even with the cookies", async (_, headers) => {
    const checkId = await opened();
    expect((await ask(checkId, { headers })).status).toBe(404);
  });

  it("is refused without a grant, or with one for another check", async () => {
    const checkId = await opened();
    const other = await makeSubmitted();
    expect((await ask(other.checkId)).status).toBe(403);
    setCookie("evidence");
    expect((await ask(checkId)).status).toBe(403);
    expect(await looks(other.checkId)).toBe(0);
  });

  it("is 404 for anyone else, and for other kinds", async () => {
    const checkId = await opened();
    expect((await ask(checkId, { kind: "../person" })).status).toBe(404);
    await signIn(await makeUser());
    await expect(ask(checkId)).rejects.toMatchObject({ digest: expect.stringContaining("404") });
    openBrowser();
    await expect(ask(checkId)).rejects.toMatchObject({ digest: expect.stringContaining("/sign-in") });
  });
});
