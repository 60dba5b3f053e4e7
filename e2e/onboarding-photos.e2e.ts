import { db } from "@/lib/platform/db";
import { addPhoto, addPhotos, chooseFile, keepReading, reachPhotos, sendCheck, slot, slots } from "./harness/creator";
import { expect, test } from "./harness/journey";
import { look } from "./harness/page";

test("a photo that a busy server rejected is sent again, once", async ({ visitor, partner }) => {
  const { page, watch } = await visitor();
  await reachPhotos(page, partner.partnerId);
  watch.allow(503, /\/photos\/(document_front|person)$/);
  let refusals = 1;
  let tries = 0;
  await page.route(/\/photos\/(document_front|person)$/, async (route) => {
    if (route.request().method() !== "POST" || tries++ >= refusals) return route.fallback();
    await route.fulfill({
      status: 503,
      headers: { "Retry-After": "1" },
      json: { problem: "busy", message: "We’re receiving many photos right now. Send it again in a moment." },
    });
  });
  await addPhoto(page, slots.passport, "#556677");
  expect(tries).toBe(2);

  tries = 0;
  refusals = 2;
  await chooseFile(page, slots.person, Buffer.from("whatever it is"));
  await expect(slot(page, slots.person).getByText("We’re receiving many photos right now.")).toBeVisible();
  expect(tries).toBe(2);
  await look(page, "onboard-photo-busy");
});

test("a document that is read after the last page was drawn is asked about on sending", async ({
  visitor,
  partner,
}) => {
  const { page } = await visitor();
  const email = await reachPhotos(page, partner.partnerId);
  await addPhotos(page);
  const { id } = await db.identityCheck.findFirstOrThrow({ where: { user: { email } } });
  await keepReading(id, { birthDate: new Date("1994-03-15") });
  await page.getByLabel(/under penalty of perjury/).check();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("radio", { name: /March 15, 1994|Mar 15, 1994/ }).check({ force: true });
  await look(page, "onboard-read-late");
  await sendCheck(page);
  expect(await db.identityCheck.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: "submitted" });
});

test("the form without scripts shows the result of an upload", async ({ visitor, partner }) => {
  const { page } = await visitor({ javaScriptEnabled: false });
  await reachPhotos(page, partner.partnerId);
  const place = slot(page, slots.passport);
  const file = { name: "photo.jpg", mimeType: "image/jpeg", buffer: Buffer.from("not a photo at all") };
  await place.getByLabel("Choose a file").setInputFiles(file);
  await place.getByRole("button", { name: "Send photo" }).click();
  await expect(place.getByText("This file isn’t a photo that we can read.")).toBeVisible();

  await place.getByLabel("Choose a file").setInputFiles({ ...file, buffer: Buffer.alloc(16 * 2 ** 20, 1) });
  await place.getByRole("button", { name: "Send photo" }).click();
  await expect(place.getByText("The photo is larger than 15 MB.")).toBeVisible();

  for (const [problem, words] of [
    ["busy", "We’re receiving many photos right now"],
    ["too_often", "You sent many photos"],
    ["too_slow", "The upload took too long"],
  ]) {
    await page.goto(`${page.url().split("?")[0]}?kind=document_front&problem=${problem}#document_front`);
    await expect(place.getByText(words ?? "")).toBeVisible();
  }
  await expect(page.getByText("Still missing")).toBeVisible();
});
