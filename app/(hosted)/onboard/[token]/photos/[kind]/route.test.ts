import { describe, expect, it, vi } from "vitest";
import { addPhoto, saveDetails, saveDocument, submitCheck } from "@/lib/domain/identity";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Unavailable } from "@/lib/platform/errors";
import { photoPlaces } from "@/lib/platform/photo-places";
import { PHOTO_BYTES_MAX } from "@/lib/platform/photos";
import { makeAccount } from "@/lib/testing/factories";
import { makePhoto, someDetails, someDocument } from "@/lib/testing/identity-checks";
import { openBrowser } from "@/lib/testing/next";
import { creatorAtPhotos, visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";
import { POST } from "./route";

vi.mock("@/lib/domain/identity", { spy: true });

const { baseUrl } = env();
const OURS = { origin: baseUrl, "sec-fetch-site": "same-origin" };
const SCRIPT = { ...OURS, accept: "application/json" };
type Sent = { token: string; kind?: string; headers?: Record<string, string> };

/** A form as a browser encodes it, with its length. */
async function formOf(...files: readonly Buffer[]) {
  const form = new FormData();
  for (const file of files) form.append("photo", new File([new Uint8Array(file)], "photo.jpg", { type: "image/jpeg" }));
  const written = new Response(form);
  const bytes = Buffer.from(await written.arrayBuffer());
  return { bytes, type: written.headers.get("content-type") ?? "", length: String(bytes.length) };
}

const paramsOf = ({ token, kind = "person" }: Sent) => ({ params: Promise.resolve({ token, kind }) });

function post(sent: Sent, body: BodyInit, { type, length }: { type: string; length?: string }): Promise<Response> {
  const headers = new Headers({ "content-type": type, ...(length && { "content-length": length }), ...sent.headers });
  const request = new Request(`${baseUrl}/onboard/${sent.token}/photos/person`, {
    method: "POST",
    headers,
    body,
    ...{ duplex: "half" },
  });
  return POST(request, paramsOf(sent));
}

async function postFile(sent: Sent, file?: Buffer): Promise<Response> {
  const form = await formOf(file ?? (await makePhoto()));
  return post(sent, new Uint8Array(form.bytes), form);
}

const photosOf = (checkId: string) => db.identityPhoto.findMany({ where: { checkId } });
const problemOf = async (answer: Response) => Object(await answer.json()).problem;

/** A body that arrives when the test sends it, and records whether it was read. */
function slowBody(bytes: Buffer) {
  const arrival = Promise.withResolvers<void>();
  const asked = vi.fn();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        asked();
        await arrival.promise;
        controller.enqueue(new Uint8Array(bytes));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, asked, arrive: arrival.resolve };
}

describe("an uploaded photo", () => {
  it("is stored, and answered with JSON to a script and a redirect to a form", async () => {
    const { token, checkId } = await creatorAtPhotos();
    const byScript = await postFile({ token, headers: SCRIPT });
    expect([byScript.status, await byScript.json()]).toEqual([200, { ok: true }]);
    const byForm = await postFile({ token, kind: "document_front", headers: OURS });
    expect(byForm.status).toBe(303);
    expect(byForm.headers.get("location")).toBe(`/onboard/${token}/photos#document_front`);
    expect((await photosOf(checkId)).map(({ kind }) => kind).sort()).toEqual(["document_front", "person"]);
    for (const { headers } of [byScript, byForm]) expect(headers.get("cache-control")).toBe("no-store, private");
  });

  it("may be in either field of the form without scripts", async () => {
    const { token, checkId } = await creatorAtPhotos();
    const form = await formOf(Buffer.alloc(0), await makePhoto());
    const answer = await post({ token, headers: OURS }, new Uint8Array(form.bytes), form);
    expect(answer.headers.get("location")).toBe(`/onboard/${token}/photos#person`);
    expect(await photosOf(checkId)).toHaveLength(1);
  });

  it("gets an explanation when it is unusable", async () => {
    const { token, checkId } = await creatorAtPhotos();
    const byScript = await postFile({ token, headers: SCRIPT }, Buffer.from("not a photo"));
    expect(byScript.status).toBe(422);
    expect(await byScript.json()).toEqual({
      problem: "not_a_photo",
      message: "This file isn’t a photo that we can read. Choose a JPEG, PNG, WebP or HEIC photo.",
    });
    const byForm = await postFile({ token, headers: OURS }, Buffer.from("not a photo"));
    expect(byForm.headers.get("location")).toBe(`/onboard/${token}/photos?kind=person&problem=not_a_photo#person`);
    expect(await problemOf(await postFile({ token, headers: SCRIPT }, Buffer.alloc(0)))).toBe("empty");
    expect(await photosOf(checkId)).toEqual([]);
  });

  it("is refused unread when it is too large or of unknown size", async () => {
    const { token } = await creatorAtPhotos();
    for (const [length, problem] of [
      [String(PHOTO_BYTES_MAX + 16 * 1024 + 1), "too_large"],
      [undefined, "interrupted"],
      ["-5", "interrupted"],
    ] as const) {
      const { stream, asked } = slowBody(Buffer.alloc(10));
      const answer = await post({ token, headers: SCRIPT }, stream, {
        type: "multipart/form-data; boundary=x",
        length,
      });
      expect([answer.status, await problemOf(answer)]).toEqual([422, problem]);
      expect(asked).not.toHaveBeenCalled();
    }
  });

  it("must be sent again when the upload was cut off", async () => {
    const { token, checkId } = await creatorAtPhotos();
    const { bytes, type, length } = await formOf(await makePhoto());
    const half = new Uint8Array(bytes.subarray(0, bytes.length / 2));
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("the connection is gone")) });
    for (const [body, told] of [
      [half, length],
      [half, String(half.length)],
      [new Uint8Array(bytes), String(half.length)],
      [broken, length],
    ] as const) {
      const answer = await post({ token, headers: SCRIPT }, body, { type, length: told });
      expect([answer.status, await problemOf(answer)]).toEqual([422, "interrupted"]);
    }
    const noForm = await post({ token, headers: SCRIPT }, new Uint8Array(bytes), { type: "text/plain", length });
    expect(await problemOf(noForm)).toBe("interrupted");
    expect(await photosOf(checkId)).toEqual([]);
  });
});

describe("an upload is refused", () => {
  it("from another site", async () => {
    const { token, checkId } = await creatorAtPhotos();
    const elsewhere: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: baseUrl, "sec-fetch-site": "cross-site" },
      {},
    ];
    for (const headers of elsewhere) expect((await postFile({ token, headers })).status).toBe(403);
    expect(await photosOf(checkId)).toEqual([]);
  });

  it("without a visit, with another one's, or with one proven by a code beside the draft", async () => {
    const { account, token, checkId } = await creatorAtPhotos();
    const other = await makeAccount();
    const strangers = [undefined, await visitByCode(other), await visitByMail(other), await visitByCode(account)];
    for (const proof of strangers) {
      openBrowser(proof);
      const { stream, asked } = slowBody(Buffer.alloc(10));
      const type = "multipart/form-data; boundary=x";
      const byScript = await post({ token, headers: SCRIPT }, stream, { type, length: "10" });
      expect([byScript.status, await problemOf(byScript)]).toEqual([422, "closed"]);
      expect(asked).not.toHaveBeenCalled();
      const byForm = await postFile({ token, headers: OURS });
      expect(byForm.headers.get("location")).toBe(`/onboard/${token}`);
    }
    expect(await photosOf(checkId)).toEqual([]);
  });

  it("behind an unknown link, and for a photo the check doesn't need", async () => {
    const { token } = await creatorAtPhotos();
    expect((await postFile({ token: "never-issued", headers: SCRIPT })).status).toBe(404);
    expect((await postFile({ token, kind: "selfie", headers: SCRIPT })).status).toBe(404);
  });

  it("once the check is sent", async () => {
    const { ctx, token, checkId } = await creatorAtPhotos();
    await saveDetails(ctx, someDetails());
    await saveDocument(ctx, someDocument());
    for (const kind of ["document_front", "person"] as const) await addPhoto(ctx, { kind, file: await makePhoto() });
    await submitCheck(ctx, { attested: true });
    expect(await problemOf(await postFile({ token, headers: SCRIPT }))).toBe("closed");
    expect(await photosOf(checkId)).toHaveLength(2);
  });
});

describe("many photos at once", () => {
  it("of one person are processed one after the other", async () => {
    const { token, checkId } = await creatorAtPhotos();
    const form = await formOf(await makePhoto());
    const [first, second] = [slowBody(form.bytes), slowBody(form.bytes)];
    const take = vi.spyOn(photoPlaces, "take");
    const one = post({ token, kind: "person", headers: SCRIPT }, first.stream, form);
    await vi.waitFor(() => expect(first.asked).toHaveBeenCalled(), { timeout: 60_000 });
    const two = post({ token, kind: "document_front", headers: SCRIPT }, second.stream, form);
    second.arrive();
    await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(2), { timeout: 60_000 });
    const place = take.mock.results[1]?.value.then(() => "taken");
    expect(await Promise.race([place, new Promise((resolve) => setImmediate(resolve, "waited for"))])).toBe(
      "waited for",
    );
    expect(second.asked).not.toHaveBeenCalled();
    first.arrive();
    take.mockRestore();
    expect([(await one).status, (await two).status]).toEqual([200, 200]);
    expect(await photosOf(checkId)).toHaveLength(2);
  });

  it("wait unread in a queue of limited length", async () => {
    const { token, checkId } = await creatorAtPhotos();
    const crowd = Array.from({ length: 36 }, (_, i) =>
      photoPlaces.take({ sender: `somebody ${i}`, network: `network ${i}` }),
    );
    const form = await formOf(await makePhoto());
    const { stream, asked } = slowBody(form.bytes);
    const byScript = await post({ token, headers: SCRIPT }, stream, form);
    expect([byScript.status, byScript.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await byScript.json()).toMatchObject({ problem: "busy", message: expect.stringContaining("in a moment") });
    expect(asked).not.toHaveBeenCalled();
    const byForm = await postFile({ token, headers: OURS });
    expect(byForm.headers.get("location")).toBe(`/onboard/${token}/photos?kind=person&problem=busy#person`);
    for (const place of crowd) (await place)?.();
    expect((await postFile({ token, headers: SCRIPT })).status).toBe(200);
    expect(await photosOf(checkId)).toHaveLength(1);
  });

  it("from one network wait in their own queue", async () => {
    const { token } = await creatorAtPhotos();
    // The test's requests have no client address.
    const crowd = Array.from({ length: 15 }, (_, i) =>
      photoPlaces.take({ sender: `somebody ${i}`, network: "unknown" }),
    );
    const elsewhere = await photoPlaces.take({ sender: "somebody else", network: "another" });
    expect(elsewhere).toBeTypeOf("function");
    expect(await problemOf(await postFile({ token, headers: SCRIPT }))).toBe("busy");
    elsewhere?.();
    for (const place of crowd) (await place)?.();
    expect((await postFile({ token, headers: SCRIPT })).status).toBe(200);
  });

  it("can time out in the queue, which changes nothing", async () => {
    const { token, checkId } = await creatorAtPhotos();
    vi.mocked(addPhoto).mockRejectedValueOnce(new Unavailable("Too many photos are being opened.", 10));
    const refused = await postFile({ token, headers: SCRIPT });
    expect([refused.status, refused.headers.get("retry-after"), await problemOf(refused)]).toEqual([503, "10", "busy"]);
    expect(await photosOf(checkId)).toEqual([]);
    expect((await postFile({ token, headers: SCRIPT })).status).toBe(200);
  });

  it("reach a rate limit", async () => {
    const { token } = await creatorAtPhotos();
    const nothing = { type: "text/plain", length: "1" };
    for (let i = 0; i < 25; i++) {
      expect((await post({ token, headers: SCRIPT }, "x", nothing)).status).toBe(422);
    }
    const refused = await postFile({ token, headers: SCRIPT });
    expect([refused.status, refused.headers.get("retry-after"), await problemOf(refused)]).toEqual([
      429,
      "900",
      "too_often",
    ]);
    expect((await postFile({ token: (await creatorAtPhotos()).token, headers: SCRIPT })).status).toBe(200);
  });
});
