import { describe, expect, it } from "vitest";
import { addPhoto, saveDetails, saveDocument, submitCheck } from "@/lib/domain/identity";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makePhoto, someDetails, someDocument } from "@/lib/testing/identity-checks";
import { openBrowser } from "@/lib/testing/next";
import { creatorAtPhotos, visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";
import { GET } from "./route";

type Asked = { token: string; kind?: string; headers?: Record<string, string> };

function get({ token, kind = "person", headers }: Asked): Promise<Response> {
  const request = new Request(`${env().baseUrl}/onboard/${token}/photos/${kind}`, { headers });
  return GET(request, { params: Promise.resolve({ token, kind }) });
}

async function expectNothing(answer: Response): Promise<void> {
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([204, 0]);
}

describe("a requested photo", () => {
  it("goes only to the browser that sent it, uncached, and to no other site", async () => {
    const { ctx, token, checkId } = await creatorAtPhotos();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    for (const site of ["same-origin", "none"]) {
      const answer = await get({ token, headers: { "sec-fetch-site": site } });
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toEqual({
        "cache-control": "no-store, private",
        "content-disposition": "inline",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "content-type": "image/jpeg",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 2)
          .toString("hex"),
      ).toBe("ffd8");
    }
    const looks = await db.ledgerEntry.count({ where: { subjectId: checkId, action: "identity_photo.viewed" } });
    expect(looks).toBe(2);
  });

  it("goes to no other visitor", async () => {
    const { account, proof, ctx, token, checkId } = await creatorAtPhotos();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    const other = await creatorAtPhotos();
    for (const stranger of [undefined, other.proof, await visitByCode(account)]) {
      openBrowser(stranger);
      await expectNothing(await get({ token }));
    }
    openBrowser(proof);
    for (const site of ["cross-site", "same-site"]) {
      expect((await get({ token, headers: { "sec-fetch-site": site } })).status).toBe(404);
    }
    for (const other of [{ token, kind: "selfie" }, { token: "never-issued" }])
      expect((await get(other)).status).toBe(404);
    await expectNothing(await get({ token, kind: "document_back" }));
    openBrowser(await visitByMail(account));
    expect((await get({ token })).status).toBe(200);

    await saveDetails(ctx, someDetails());
    await saveDocument(ctx, someDocument());
    await addPhoto(ctx, { kind: "document_front", file: await makePhoto() });
    await submitCheck(ctx, { attested: true });
    await expectNothing(await get({ token }));
    const looks = await db.ledgerEntry.count({ where: { subjectId: checkId, action: "identity_photo.viewed" } });
    expect(looks).toBe(1);
  });
});
