import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, it } from "vitest";
import { startCheck } from "@/lib/domain/identity";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { openBrowser } from "@/lib/testing/next";
import { actsIn, makePerformer } from "@/lib/testing/performer-browser";
import { enterPerformerCode } from "@/lib/testing/performers";
import { POST } from "./route";

const { baseUrl } = env();

/** A photo with as much detail as a phone's: over a megabyte, the limit of pages and server actions. */
async function largePhoto(): Promise<Buffer> {
  const { width, height } = { width: 1200, height: 900 };
  const noise = randomBytes(width * height * 3);
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

async function post(token: string, file: Buffer): Promise<Response> {
  const form = new FormData();
  form.set("photo", new File([new Uint8Array(file)], "photo.jpg", { type: "image/jpeg" }));
  const written = new Response(form);
  const body = new Uint8Array(await written.arrayBuffer());
  const headers = {
    origin: baseUrl,
    "sec-fetch-site": "same-origin",
    accept: "application/json",
    "content-type": written.headers.get("content-type") ?? "",
    "content-length": String(body.length),
  };
  const request = new Request(`${baseUrl}/consent/${token}/photos/person`, { method: "POST", headers, body });
  return POST(request, { params: Promise.resolve({ token, kind: "person" }) });
}

it("stores a performer's photo of over a megabyte, for the browser that proved their mailbox only", async () => {
  const performer = await makePerformer();
  const proof = await enterPerformerCode(performer);
  const { checkId } = await startCheck(actsIn(performer, proof), { performerId: performer.id });
  const photo = await largePhoto();
  expect(photo.length).toBeGreaterThan(1024 * 1024);
  const photos = () => db.identityPhoto.findMany({ where: { checkId }, select: { kind: true } });

  expect((await post(performer.token, photo)).status, "without a visit").toBe(422);
  openBrowser(await enterPerformerCode(await makePerformer()));
  expect((await post(performer.token, photo)).status, "with another's visit").toBe(422);
  expect(await photos()).toEqual([]);
  openBrowser(proof);
  const answer = await post(performer.token, photo);
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  expect(await photos()).toEqual([{ kind: "person" }]);
});
