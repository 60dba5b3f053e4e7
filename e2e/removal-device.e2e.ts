import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { hashPicture } from "@/lib/platform/pictures/hash-picture";
import { PDQ_DISTANCE_MAX, pdqDistance, pdqWords } from "@/lib/platform/pictures/pdq";
import { expect, freshEmail, linkIn, mailTo, test } from "./harness/journey";
import { look } from "./harness/page";

const USER_AGENT =
  "Mozilla/5.0 (Linux; Android 12; Pixel 4a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

const next = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

const CHOICES = [/^A nude or sexual image/, /^Me/, /^18 or older/, /^It was sent to people/, /^No, never/];

/** Answers the choices, up to the question for addresses and files. */
async function openWhere(page: Page): Promise<void> {
  await page.goto("/removal");
  await page.getByRole("button", { name: "Start" }).click();
  for (const name of CHOICES) {
    await page.waitForLoadState();
    await page.getByRole("radio", { name }).check();
    await next(page);
  }
  await expect(page.getByRole("heading", { name: "Where can we find it?" })).toBeVisible();
}

/** Bodies of all requests of a browser. A file that the browser adds to one is in it. */
function recordBodies(context: BrowserContext) {
  const pending: Promise<{ type: string; url: string; body: Buffer; length: number }>[] = [];
  context.on("request", (request) => {
    if (request.method() === "GET") return;
    const read = async () => {
      const body = request.postDataBuffer() ?? Buffer.alloc(0);
      const length = Number((await request.allHeaders())["content-length"] ?? 0);
      return { type: request.resourceType(), url: request.url(), body, length };
    };
    pending.push(read());
  });
  return { all: () => Promise.all(pending) };
}

const SLICE = 48;

/** Slices of a file, as they are and as they are in base64, wherever it starts. */
function slicesOf(file: Buffer): string[] {
  const slices: string[] = [];
  for (let from = 0; from + SLICE <= file.length; from += Math.max(1, Math.floor(file.length / 200))) {
    const slice = file.subarray(from, from + SLICE);
    slices.push(slice.toString("latin1"));
    // Without its ends, which depend on what is before and after.
    for (const shift of [0, 1, 2])
      slices.push(
        slice
          .subarray(shift, shift + 45)
          .toString("base64")
          .slice(4, -4),
      );
  }
  return slices;
}

/** A video of three scenes that resemble no other, recorded by the browser. */
async function recordScenes(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
    const paint = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: "video/webm" });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.start();
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % most;
    };
    const rectangles = () =>
      Array.from({ length: 60 }, () => [random(360), random(320), random(240), random(90), random(90)]);
    for (const scene of [rectangles(), rectangles(), rectangles()]) {
      // Two seconds at least, so that one of the frames is of it.
      for (let frame = 0; frame < 20 && paint; frame++) {
        paint.fillStyle = "white";
        paint.fillRect(0, 0, 320, 240);
        for (const [hue = 0, x = 0, y = 0, width = 0, height = 0] of scene) {
          paint.fillStyle = `hsl(${hue} 70% ${20 + (hue % 60)}%)`;
          paint.fillRect(x, y, width, height);
        }
        await new Promise((drawn) => setTimeout(drawn, 100));
      }
    }
    const over = new Promise((stopped) => recorder.addEventListener("stop", stopped));
    recorder.stop();
    await over;
    return Array.from(new Uint8Array(await new Blob(parts).arrayBuffer()));
  });
  return Buffer.from(bytes);
}

const signAndFile = async (page: Page, email: string) => {
  await page.getByLabel("Your signature").fill("Clara Claimant");
  await page.getByRole("button", { name: "Sign and email me the link" }).click();
  await page.goto(linkIn(await mailTo(email, /^Confirm your request/), /confirm/));
  await page.getByRole("button", { name: "Send my request" }).click();
  await expect(page.getByRole("heading", { name: "We are working on your request" })).toBeVisible();
};

const targetsOf = (email: string) =>
  db.removalTarget.findMany({
    where: { request: { email } },
    orderBy: { id: "asc" },
    include: { hashes: { orderBy: [{ part: "asc" }, { turn: "asc" }] } },
  });

const hexOfBits = (bits: string) =>
  Array.from({ length: 64 }, (_, at) => Number.parseInt(bits.slice(at * 4, at * 4 + 4), 2).toString(16)).join("");

const distance = (bits = "", hex = "") => pdqDistance(pdqWords(hexOfBits(bits)), pdqWords(hex));

test("a claimant's phone hashes a picture and a video, and sends neither", async ({ visitor }) => {
  const email = freshEmail("claimant");
  const { page } = await visitor({ userAgent: USER_AGENT });
  const bodies = recordBodies(page.context());
  // As a phone keeps a photo: on its side, with a note to turn it.
  const photo = await sharp(readFileSync("lib/testing/pdq/shrink-a-little.jpg"))
    .rotate(90)
    .withMetadata({ orientation: 8 })
    .jpeg({ quality: 90 })
    .toBuffer();
  const film = await recordScenes(page);
  const heic = Buffer.from(`no picture ${email} `.repeat(20));
  await openWhere(page);
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const bar of document.querySelectorAll("progress")) seen.add(bar.getAttribute("aria-label") ?? "");
    }).observe(document.body, { childList: true, subtree: true });
  });
  const chooser = page.getByLabel("Pictures and videos that you have");
  const script = page.waitForResponse(/worker-[^/]+\.js/);
  await chooser.setInputFiles([
    { name: "secret.jpg", mimeType: "image/jpeg", buffer: photo },
    { name: "private.webm", mimeType: "video/webm", buffer: film },
    { name: "old.heic", mimeType: "image/heic", buffer: heic },
    { name: "same.jpg", mimeType: "image/jpeg", buffer: photo },
  ]);
  await next(page);
  await expect(page.getByRole("status").filter({ hasText: "still reading" })).toBeVisible();
  await expect(page.getByText(/^Your files stay on your device\. .* Blurred shapes might be guessed/)).toBeVisible();
  await look(page, "removal-device-files-plain");
  await page.getByText("What we get, exactly").click();
  await expect(
    page.getByText(/^We get the SHA-256 of 3 files, and 32 PDQ hashes of pictures and video frames/),
  ).toBeVisible();
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual(
    expect.arrayContaining(["Reading secret.jpg", "Reading private.webm", "Reading old.heic"]),
  );
  await expect(page.getByText("Your browser can’t show this file. It may be damaged")).toBeVisible();
  // The worker can't send anything: it gets the policy of its script.
  expect((await script).headers()["content-security-policy"]).toMatch(
    /^default-src 'none'; script-src 'self'; base-uri/,
  );
  await expect(page.getByText("could read only a part")).toHaveCount(0);
  await look(page, "removal-device-files");

  await next(page);
  await expect(page.getByRole("heading", { name: "How can we reach you?" })).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page.getByText(/^A (picture|video|file) you chose before/)).toHaveCount(3);
  await page.getByRole("button", { name: /^Remove A file you chose before/ }).click();
  await expect(chooser).toBeFocused();
  await look(page, "removal-device-files-kept");
  await next(page);
  await page.getByLabel("Your legal name").fill("Clara Claimant");
  await page.getByLabel("Your email").fill(email);
  await next(page);
  await look(page, "removal-device-statement-plain");
  await page.getByText("What we have, exactly").click();
  await expect(page.getByText(/^We have the SHA-256 of 2 files, and 32 PDQ hashes of pictures/)).toBeVisible();
  await expect(
    page.getByText("I give the Service the SHA-256 of 2 files, and 32 PDQ hashes of pictures"),
  ).toBeVisible();
  await expect(page.getByText(/^Picture 1 \(\w{8}…\), Video 2 \(\w{8}…\)$/)).toBeVisible();
  await look(page, "removal-device-statement");
  await signAndFile(page, email);
  await expect(page.getByText(/^Picture 1 \(\w{8}…\)$/)).toBeVisible();
  await expect(page.getByText(/^Video 2 \(\w{8}…\)$/)).toBeVisible();
  await look(page, "removal-device-filed");

  const [picture, video] = await targetsOf(email);
  expect(Buffer.from(picture?.sha256 ?? []).toString("hex")).toBe(sha256Hex(photo));
  expect(Buffer.from(video?.sha256 ?? []).toString("hex")).toBe(sha256Hex(film));
  const [computed] = await hashPicture(photo);
  const [hash, ...turned] = picture?.hashes ?? [];
  expect(hash?.second).toBeNull();
  expect(distance(hash?.pdq, computed?.pdq)).toBeLessThanOrEqual(10);
  expect(turned.length).toBeGreaterThanOrEqual(7);
  for (const [at, of] of computed?.turned.entries() ?? [])
    expect(distance(turned[at]?.pdq, of)).toBeLessThanOrEqual(PDQ_DISTANCE_MAX);
  const seconds = video?.hashes.flatMap(({ turn, second }) => (turn === 0 ? [second ?? -1] : [])) ?? [];
  expect(seconds).toHaveLength(3);
  expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
  expect(seconds.at(-1)).toBeGreaterThanOrEqual(4);

  // More, on the claimant's page.
  const second = readFileSync("lib/testing/pdq/q0122.jpg");
  await page.getByText("A picture or video on this device").click();
  await page.getByRole("button", { name: "Add files" }).click();
  await expect(page.getByText("Choose a picture or video.").first()).toBeVisible();
  await chooser.setInputFiles({ name: "more.jpg", mimeType: "image/jpeg", buffer: second });
  await expect(page.getByText("Choose a picture or video.")).toHaveCount(0);
  await page.getByText("What we get, exactly").click();
  await expect(page.getByText(/^We get the SHA-256 of 1 file, and 8 PDQ hashes of pictures/)).toBeVisible();
  await look(page, "removal-device-more");
  await page.getByRole("button", { name: "Add files" }).click();
  await expect(page.getByText(/^Picture 3 \(\w{8}…\)$/)).toBeVisible();
  expect((await targetsOf(email)).map(({ hashes }) => hashes.length)).toEqual([8, 24, 8]);

  const sent = await bodies.all();
  const text = sent.map(({ body }) => body.toString("latin1")).join("\n");
  // What left the phone, so the recorder sees it.
  expect(text).toContain(sha256Hex(photo));
  expect(text).toContain(hexOfBits(hash?.pdq ?? ""));
  for (const { url, type, body, length } of sent) {
    expect(body.length, `the whole body of ${url}`).toBe(length);
    if (length > 60 * 1024) expect(`${type} ${url}`).toMatch(/\/removal\/file\/where$/);
  }
  for (const file of [photo, film, heic, second]) {
    for (const before of ["", "a", "ab"]) {
      const sentSoMuch = Buffer.concat([Buffer.from(before), file]);
      expect(slicesOf(file).some((slice) => sentSoMuch.toString("base64").includes(slice))).toBe(true);
      expect(slicesOf(file).every((slice) => !sentSoMuch.toString("latin1").includes(slice))).toBe(false);
    }
    expect(slicesOf(file).filter((slice) => text.includes(slice))).toEqual([]);
  }
  expect(text).not.toMatch(/secret\.jpg|private\.webm|old\.heic|same\.jpg|more\.jpg/);
});

test("Back shows what was saved, and the next Continue keeps it", async ({ visitor }) => {
  const { page } = await visitor({ userAgent: USER_AGENT });
  await openWhere(page);
  const [urls, description] = [page.getByLabel("Web addresses"), page.getByLabel("Description")];
  const [file, typed] = [page.getByText(/^A picture you chose before/), "At the lake, in a red coat."];
  await urls.fill("https://example.com/lake");
  await description.fill(typed);
  const photo = readFileSync("lib/testing/pdq/q0122.jpg");
  await page
    .getByLabel("Pictures and videos that you have")
    .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: photo });
  await expect(page.getByText(/^Ready/)).toBeVisible();
  await next(page);
  const contact = page.getByRole("heading", { name: "How can we reach you?" });
  await expect(contact).toBeVisible();
  for (const _ of ["as it was", "and sent once more"]) {
    await page.goBack();
    await expect(urls).toHaveValue("https://example.com/lake");
    await expect(description).toHaveValue(typed);
    await expect(file).toBeVisible();
    await next(page);
    await expect(contact).toBeVisible();
  }
  await page.goBack();
  await page.getByRole("button", { name: /^Remove A picture/ }).click();
  await description.fill("");
  await next(page);
  await expect(contact).toBeVisible();
  await page.goBack();
  await expect(urls).toHaveValue("https://example.com/lake");
  await expect(description).toHaveValue("");
  await expect(file).toHaveCount(0);
  // Saved in another tab, before the browser brings this one up from its memory.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel("Description").fill("In a blue coat.");
  await other
    .getByLabel("Pictures and videos that you have")
    .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: photo });
  await expect(other.getByText(/^Ready/)).toBeVisible();
  await next(other);
  await expect(other.getByRole("heading", { name: "How can we reach you?" })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(file).toBeVisible();
  // A question further back, too.
  await page.goBack();
  await expect(page.getByRole("radio", { name: /^No, never/ })).toBeChecked();
  await next(page);
  await expect(description).toHaveValue("In a blue coat.");
});

test("without scripts, Back shows what was saved last", async ({ visitor }) => {
  const { page } = await visitor({ javaScriptEnabled: false, userAgent: USER_AGENT });
  await openWhere(page);
  const description = page.getByLabel("Description");
  await description.fill("In a red coat.");
  await next(page);
  await page.getByRole("link", { name: "Go back" }).click();
  await description.fill("In a blue coat.");
  await next(page);
  await expect(page.getByRole("heading", { name: "How can we reach you?" })).toBeVisible();
  for (const _ of ["to the second", "over the contact", "to the first"]) await page.goBack();
  await expect(description).toHaveValue("In a blue coat.");
});

test("a phone whose workers can’t draw hashes the same", async ({ visitor }) => {
  const { page } = await visitor({ userAgent: USER_AGENT });
  // Like Safari before 16.4.
  await page.route(/worker-[^/]+\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `self.OffscreenCanvas = undefined; ${await response.text()}` });
  });
  const photo = readFileSync("lib/testing/pdq/q0122.jpg");
  await openWhere(page);
  const chooser = page.getByLabel("Pictures and videos that you have");
  // Without anything yet. A picture is enough.
  await next(page);
  const missing = page.getByText("Give an address, choose a picture or video, or describe it.");
  await expect(missing).toHaveCount(2);
  await look(page, "removal-device-missing");
  await chooser.setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: photo });
  await expect(page.getByText("Ready: SHA-256 and 8 PDQ hashes.")).toBeVisible();
  await expect(missing).toHaveCount(0);
  await chooser.focus();
  await look(page, "removal-device-missing-no-more");
  const [computed] = await hashPicture(photo);
  const [file] = JSON.parse(await page.locator("input[name=files]").inputValue());
  expect(file).toMatchObject({ kind: "picture", sha256: sha256Hex(photo) });
  expect(pdqDistance(pdqWords(file.hashes[0].pdq), pdqWords(computed?.pdq ?? ""))).toBeLessThanOrEqual(10);
});

/** Fails to draw each frame from this second on. */
const failFrom = (second: number) => `addEventListener("message", (event) => {
  if (!(event.data.second >= ${second})) return;
  event.stopImmediatePropagation();
  postMessage({ failed: true });
});`;

test("a video that breaks keeps the frames before", async ({ visitor }) => {
  const { page } = await visitor({ userAgent: USER_AGENT });
  await openWhere(page);
  const chooser = page.getByLabel("Pictures and videos that you have");
  const part = (hashes: number) =>
    page.getByText(`Ready: SHA-256 and ${hashes} PDQ hashes. Your browser could read only a part of this video.`);
  // Six seconds of pictures that ffmpeg draws, as a browser records them, with noise in the fifth.
  const film = readFileSync("lib/testing/broken-end.webm");
  await chooser.setInputFiles({ name: "broken.webm", mimeType: "video/webm", buffer: film });
  await expect(part(24)).toBeVisible();
  await look(page, "removal-device-broken");
  const [file] = JSON.parse(await page.locator("input[name=files]").inputValue());
  expect(Object.keys(file).toSorted()).toEqual(["hashes", "isPartial", "kind", "sha256"]);

  // The page has only its hashes now.
  await next(page);
  await expect(page.getByRole("heading", { name: "How can we reach you?" })).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page.getByText(/^A video you chose before/)).toBeVisible();
  await expect(part(24)).toBeVisible();
  await page.reload();
  await expect(part(24)).toBeVisible();
  await look(page, "removal-device-broken-kept");

  await page.route(/worker-[^/]+\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${failFrom(1)} ${await response.text()}` });
  });
  await page.getByRole("button", { name: /^Remove A video you chose before/ }).click();
  await chooser.setInputFiles({ name: "again.webm", mimeType: "video/webm", buffer: film });
  await expect(part(8)).toBeVisible();
});

test("without scripts there is no field for files, and a fingerprint is pasted", async ({ visitor }) => {
  const email = freshEmail("claimant");
  const { page } = await visitor({ javaScriptEnabled: false, userAgent: USER_AGENT });
  await openWhere(page);
  await expect(page.getByText("Pictures and videos that you have")).toHaveCount(0);
  await expect(page.locator("input[type=file], progress")).toHaveCount(0);
  await expect(page.getByText("If you turn on JavaScript")).toBeVisible();
  await page.getByText("I have a file’s fingerprint").click();
  await expect(page.getByText("Get-FileHash FILE")).toBeVisible();
  await page.getByLabel(/^Fingerprints/).fill(sha256Hex(email));
  await next(page);
  await page.getByLabel("Your legal name").fill("Clara Claimant");
  await page.getByLabel("Your email").fill(email);
  await next(page);
  await page.getByText("What we have, exactly").click();
  await expect(page.getByText(/^We have 1 SHA-256 hash that you typed or pasted\./)).toBeVisible();
  await expect(page.getByText("I give the Service 1 SHA-256 hash that I typed or pasted.")).toBeVisible();
  await expect(page.getByText(/PDQ/)).toHaveCount(0);
  await signAndFile(page, email);
  await expect(page.getByText(/^File 1 \(\w{8}…\)$/)).toBeVisible();
  await expect(page.getByText("A picture or video on this device")).toHaveCount(0);
  expect(await targetsOf(email)).toMatchObject([{ hashes: [] }]);
});
