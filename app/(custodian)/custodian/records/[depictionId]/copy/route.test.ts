import { randomBytes } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { confirmCopy, openCopyAsCustodian } from "@/lib/domain/records/content";
import { incomingKey } from "@/lib/domain/records/content/copies/copy-objects";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/storage/storage";
import { keyCtx, makeCustodian, makeDepiction, makePartner, staffCtx } from "@/lib/testing/factories";
import { setCookie } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { GET } from "./route";

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(996)]);

async function opened() {
  const partner = await makePartner();
  const { id: depictionId, accountId, externalContentId } = await makeDepiction(partner);
  await storage().put(incomingKey(depictionId), jpeg, { contentType: "image/jpeg" });
  await confirmCopy(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" });
  const custodian = await makeCustodian();
  await signIn(custodian);
  const { grant } = await openCopyAsCustodian(staffCtx(custodian), { depictionId, purpose: "inspection" });
  setCookie("copy", grant);
  return depictionId;
}

const ask = (depictionId: string, headers: HeadersInit = { "sec-fetch-site": "same-origin" }) =>
  GET(new Request(`${env().baseUrl}/copy`, { headers }), { params: Promise.resolve({ depictionId }) });

async function refused(depictionId: string, headers?: HeadersInit) {
  const answer = await ask(depictionId, headers);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.json() };
}

describe("a stored copy, to a custodian", () => {
  it("is sent whole or in ranges to the custodian who opened it", async () => {
    const depictionId = await opened();
    const whole = await ask(depictionId);
    expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(jpeg)).toBe(true);
    const part = await ask(depictionId, { range: "bytes=10-19" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 10-19/1000"]);
    await part.body?.cancel();
  });

  it("is refused to other sites, without a grant, and without a copy", async () => {
    const depictionId = await opened();
    const foreign = { status: 403, body: { error: "The request came from another site" } };
    expect(await refused(depictionId, { "sec-fetch-site": "cross-site" })).toMatchObject(foreign);
    expect(await refused(depictionId, { "sec-fetch-site": "same-site" })).toMatchObject(foreign);
    expect(await refused("nothing")).toMatchObject({ status: 404, body: { error: expect.any(String) } });
    setCookie("copy");
    expect(await refused(depictionId)).toMatchObject({ status: 403, body: { code: "no_grant" } });
  });

  it("sends Retry-After while storage is unavailable", async () => {
    const depictionId = await opened();
    vi.spyOn(storage(), "describe").mockRejectedValue(new Error("unreachable"));
    expect(await refused(depictionId)).toMatchObject({ status: 503, retryAfter: "10" });
  });
});
