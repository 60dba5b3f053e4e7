import { expect, it } from "vitest";
import { plantKnownCase } from "@/lib/domain/identity";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formOf } from "@/lib/testing/attesting";
import { makeCustodian, makeUser, staffCtx, systemCtx } from "@/lib/testing/factories";
import { makePhoto, makeReviewer } from "@/lib/testing/identity-checks";
import { whereTo } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { rejectAction } from "../identities/[checkId]/actions";
import { POST } from "./[knownCaseId]/photos/[kind]/route";
import { makeAction, retireAction } from "./actions";

const ENTERED = {
  ...{ legalName: "Ruth Calloway", email: "ruth@example.com", documentType: "passport", documentCountry: "DE" },
  ...{ birthDateDay: "11", birthDateMonth: "5", birthDateYear: "1992", documentNumber: "C01X00T47" },
  ...{ expected: "reject", "reason-face_differs": "on", why: "Two different faces." },
};

async function send(goldenId: string, kind: string, { file = Buffer.from("") as Buffer, site = "same-origin" } = {}) {
  const form = new FormData();
  form.set("photo", new Blob([new Uint8Array(file)], { type: "image/jpeg" }), "photo.jpg");
  const made = new Request(`${env().baseUrl}/photos`, { method: "POST", body: form });
  const body = Buffer.from(await made.arrayBuffer());
  const headers = {
    ...{ "content-type": made.headers.get("content-type") ?? "", "content-length": `${body.length}` },
    ...{ "sec-fetch-site": site, origin: env().baseUrl },
  };
  const request = new Request(made.url, { method: "POST", body, headers });
  const answer = await POST(request, { params: Promise.resolve({ knownCaseId: goldenId, kind }) });
  return answer.status === 303 ? answer.headers.get("location") : answer.status;
}

/** The next one to be planted: its document was read, and all others are retired. */
async function onlyThis(goldenId: string): Promise<void> {
  const [others, now] = [{ id: { not: goldenId }, retiredAt: null }, clock.now()];
  await db.goldenCheck.updateMany({ where: others, data: { retiredAt: now } });
  await db.documentReading.update({ where: { checkId: goldenId }, data: { status: "nothing", readAt: now } });
}

it("is made in two steps, planted, decided and told", async () => {
  await signIn(await makeCustodian());
  const { errors } = await makeAction({}, formOf({ ...ENTERED, expected: "", birthDateYear: "" }));
  expect(Object.keys(errors ?? {}).toSorted()).toEqual(["birthDate", "expected"]);
  const { "reason-face_differs": _, ...unreasoned } = ENTERED;
  expect((await makeAction({}, formOf(unreasoned))).errors).toEqual({ reasons: "Choose each reason that is right." });
  const expired = { documentExpiryDay: "1", documentExpiryMonth: "2", documentExpiryYear: "2020" };
  expect(await makeAction({}, formOf({ ...ENTERED, ...expired }))).toMatchObject({
    errors: { documentExpiry: expect.stringContaining("expired") },
    values: expired,
  });
  const page = String(await whereTo(makeAction({}, formOf(ENTERED))));
  const goldenId = page.split("/").at(-1) ?? "";
  expect(await send(goldenId, "person", { site: "cross-site" })).toBe(403);
  expect(await send(goldenId, "selfie")).toBe(404);
  expect(await send(goldenId, "person")).toBe(`${page}?problem=empty`);
  expect(await send(goldenId, "person", { file: Buffer.from("no picture") })).toBe(`${page}?problem=not_a_photo`);
  const file = await makePhoto();
  expect(await send(goldenId, "person", { file })).toBe(page);
  expect(await send(goldenId, "person", { file })).toBe(`${page}?problem=photo_kept`);
  expect(await send(goldenId, "document_front", { file })).toBe(page);

  await onlyThis(goldenId);
  const reviewer = await makeCustodian();
  const planted = await plantKnownCase(systemCtx(), { reviewerId: reviewer.id });
  const checkId = planted?.checkId ?? "";
  await makeReviewer(checkId, staffCtx(reviewer));
  expect(await retireAction(goldenId)).toEqual({});
  expect(await retireAction(goldenId)).toEqual({ error: "This known case is retired already." });
  await signIn(reviewer);
  expect(await rejectAction(checkId, formOf({ reason: "face_differs" }))).toEqual({
    error: "This check was decided already.",
  });
  expect(await retireAction(goldenId)).toMatchObject({ error: expect.any(String) });
});

it("is told above the next check once decided", async () => {
  await signIn(await makeCustodian());
  const page = String(await whereTo(makeAction({}, formOf(ENTERED))));
  const goldenId = page.split("/").at(-1) ?? "";
  for (const kind of ["person", "document_front"]) await send(goldenId, kind, { file: await makePhoto() });
  await onlyThis(goldenId);
  const reviewer = await makeCustodian();
  const checkId = (await plantKnownCase(systemCtx(), { reviewerId: reviewer.id }))?.checkId ?? "";
  await makeReviewer(checkId, staffCtx(reviewer));
  await signIn(reviewer);
  const next = await whereTo(rejectAction(checkId, formOf({ reason: "face_differs" })));
  expect(next).toMatch(new RegExp(`^/custodian/identities(/\\w{25})?\\?known=${checkId}$`));
  await signIn(await makeUser());
  await expect(makeAction({}, formOf(ENTERED))).rejects.toMatchObject({ digest: expect.stringContaining("404") });
});
