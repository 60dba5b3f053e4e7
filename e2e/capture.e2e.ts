import type { Page } from "@playwright/test";
import { derivedLink } from "@/lib/domain/acts";
import { db } from "@/lib/platform/db";
import { drawScene, type Scene } from "@/lib/testing/drawn-card";
import { addPhoto, addPlainPhoto, reachPhotos, sendCheck, slot, slots } from "./harness/creator";
import { expect, test } from "./harness/journey";
import { DESKTOP, look, ON_PHONE } from "./harness/page";
import { ledgerActions } from "./harness/people";

/**
 * Stands in for the browser's camera, which sees a passport's page or is refused: the packaged browser has no camera, not even a
 * fake one. The rest is as for people: the stream is played, measured and stopped.
 */
async function giveCamera(page: Page, sees: Scene | null): Promise<void> {
  const scene = await drawScene({ width: 1280, height: 960, share: 0.84, ratio: 1.42, ...sees });
  const picture = sees && `data:image/jpeg;base64,${(await scene.jpeg().toBuffer()).toString("base64")}`;
  await page.addInitScript((url) => {
    navigator.mediaDevices.getUserMedia = async () => {
      if (!url) throw new DOMException("refused", "NotAllowedError");
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const draw = () => canvas.getContext("2d")?.drawImage(image, 0, 0);
      draw();
      const timer = setInterval(draw, 100);
      const stream = canvas.captureStream(10);
      const [track] = stream.getVideoTracks();
      if (!track) throw new Error("no track");
      const stop = track.stop.bind(track);
      track.stop = () => {
        clearInterval(timer);
        document.documentElement.dataset.camera = "off";
        stop();
      };
      document.documentElement.dataset.camera = "on";
      return stream;
    };
  }, picture);
}

test("the camera takes a good picture by itself, and nothing is sent before the person uses it", async ({
  visitor,
  partner,
}) => {
  const { page } = await visitor();
  await giveCamera(page, {});
  await reachPhotos(page, partner.partnerId);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await slot(page, slots.passport)
    .getByRole("button", { name: /^Use the camera/ })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Check the photo" })).toBeVisible();
  await look(page, "capture-review");
  await dialog.getByRole("button", { name: "Take another" }).click();
  await expect(dialog.getByRole("img", { name: "The one you took" })).toBeVisible();
  expect(sent).toEqual([]);
  await expect(page.locator("html")).toHaveAttribute("data-camera", "on");
  await dialog.getByRole("button", { name: "Use this photo" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-camera", "off");
  await expect(slot(page, slots.passport).getByRole("button", { name: /Remove/ })).toBeVisible();

  await slot(page, slots.person)
    .getByRole("button", { name: /^Use the camera/ })
    .click();
  await look(page, "capture-face");
  await dialog.getByRole("button", { name: "Use this photo" }).click();
  await expect(slot(page, slots.person).getByRole("button", { name: /Remove/ })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(/\/review$/);
  await sendCheck(page);
});

test("the camera says what is wrong, and takes the picture when the person presses the button", async ({
  visitor,
  partner,
}) => {
  const { page } = await visitor();
  await giveCamera(page, { light: 0.3 });
  await reachPhotos(page, partner.partnerId);
  await slot(page, slots.passport)
    .getByRole("button", { name: /^Use the camera/ })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toHaveText("Too dark. Turn on a light.");
  await look(page, "capture-dark");
  await dialog.getByRole("button", { name: "Take the photo" }).click();
  await expect(dialog.getByRole("status")).toHaveText(/^Too dark\..* Or use it/);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("data-camera", "off");
});

test("where the camera isn’t allowed, a file does", async ({ visitor, partner }) => {
  const { page } = await visitor();
  await giveCamera(page, null);
  await reachPhotos(page, partner.partnerId);
  const place = slot(page, slots.passport);
  await place.getByRole("button", { name: /^Use the camera/ }).click();
  await expect(place.getByText("We can’t use the camera because it isn’t allowed here.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(place.getByLabel(/Choose a file/)).toBeAttached();
  await look(page, "capture-refused");
});

/** The link in the code that a person's page shows. */
async function linkOf(email: string): Promise<{ link: string; checkId: string }> {
  const handoff = await db.photoHandoff.findFirstOrThrow({ where: { check: { user: { email } } } });
  const { url } = derivedLink({ purpose: "photo-handoff", page: "/handoff" }).first(handoff.id);
  return { link: url, checkId: handoff.checkId };
}

const atDesk = { viewport: DESKTOP, isMobile: false, hasTouch: false };

test("a phone takes the photos, and the page on the desktop goes on by itself", { tag: "@desktop" }, async ({
  visitor,
  partner,
}) => {
  const desk = await visitor(atDesk);
  const email = await reachPhotos(desk.page, partner.partnerId);
  await look(desk.page, "handoff-offered");
  await desk.page.getByRole("button", { name: "Show the code" }).click();
  await expect(desk.page.getByRole("img", { name: "QR code for your phone" })).toBeVisible();
  await look(desk.page, "handoff-code");
  const { link, checkId } = await linkOf(email);

  const [phone, other] = [await visitor(ON_PHONE), await visitor(ON_PHONE)];
  await other.page.goto(link);
  await phone.page.goto(link);
  await look(phone.page, "handoff-phone");
  await phone.page.getByRole("button", { name: "Start" }).click();
  await expect(phone.page.getByRole("heading", { name: "Photos", exact: true })).toBeVisible();
  await expect(desk.page.getByRole("heading", { name: "Your phone takes the photos" })).toBeVisible();
  // A second phone, and the steps of the check, stay closed.
  other.watch.allow(404, /^\/(handoff|onboard)\//);
  await other.page.getByRole("button", { name: "Start" }).click();
  await expect(other.page.getByRole("heading", { name: "This code doesn’t work" })).toBeVisible();
  await look(other.page, "handoff-used");

  await addPhoto(phone.page, slots.passport, "#8899aa");
  await look(phone.page, "handoff-phone-photos");
  await look(desk.page, "handoff-connected");
  await expect(slot(desk.page, slots.passport).getByRole("img", { name: /^Your photo/ })).toBeVisible();
  await addPhoto(phone.page, slots.person, "#aa9988");
  await phone.page.getByRole("button", { name: "Finish" }).click();
  await expect(phone.page.getByRole("heading", { name: "Continue on your other device" })).toBeVisible();
  await look(phone.page, "handoff-phone-finished");
  await desk.page.waitForURL(/\/review$/);
  await sendCheck(desk.page);
  const actions = await ledgerActions(email, checkId);
  expect(actions.filter((action) => action.includes("hand"))).toEqual([
    "identity_check.handoff_started",
    "identity_check.handoff_used",
    "identity_check.handoff_finished",
  ]);
  phone.watch.allow(404, /^\/handoff\//);
  await phone.page.reload();
  await expect(phone.page.getByRole("heading", { name: "This code doesn’t work" })).toBeVisible();
});

test("a phone takes the photos without scripts", { tag: "@desktop" }, async ({ visitor, partner }) => {
  const desk = await visitor({ ...atDesk, javaScriptEnabled: false });
  const email = await reachPhotos(desk.page, partner.partnerId);
  const show = desk.page.getByRole("button", { name: "Show the code" });
  await show.click();
  await desk.page.getByRole("button", { name: "Cancel" }).click();
  await show.click();
  const phone = await visitor({ ...ON_PHONE, javaScriptEnabled: false });
  await phone.page.goto((await linkOf(email)).link);
  await phone.page.getByRole("button", { name: "Start" }).click();
  for (const title of Object.values(slots)) await addPlainPhoto(phone.page, title);
  await desk.page.getByRole("link", { name: "Continue" }).first().click();
  await expect(desk.page.getByRole("heading", { name: "Your phone takes the photos" })).toBeVisible();
  await phone.page.getByRole("button", { name: "Finish" }).click();
  await expect(phone.page.getByRole("heading", { name: "Continue on your other device" })).toBeVisible();
  await desk.page.getByRole("link", { name: "Continue" }).first().click();
  await desk.page.waitForURL(/\/review$/);
});
