import type { Page } from "@playwright/test";
import { performerLink } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { makeScene } from "@/lib/testing/scenes";
import { invite, openRelease, sceneEventsOf, verified } from "./harness/consent";
import { creator } from "./harness/creator";
import { expect, test } from "./harness/journey";
import { look } from "./harness/page";

/** Opens the page to sign and types the name. */
async function fillSignature(page: Page, link: string): Promise<void> {
  await openRelease(page, link);
  await page.getByRole("link", { name: "Continue to sign" }).click();
  await page.getByLabel("Your full name").fill(creator.legalName);
}

test("an expired scene takes no signature", async ({ visitor, partner }) => {
  // A scene's dates can't be changed, so this one is created shortly before its end.
  const scene = await makeScene(
    { id: partner.partnerId, plan: "platform_pays" },
    { createdAt: new Date(Date.now() + 45_000 - 14 * DAY_MS), performers: [{ email: await verified() }] },
  );
  const [performer] = scene.performers;
  if (!performer) throw new Error("the scene has no performer");
  const { page } = await visitor();
  await fillSignature(page, await performerLink(performer));
  await expect.poll(() => Date.now() > scene.expiresAt.getTime()).toBe(true);
  await page.getByRole("button", { name: "Sign the release" }).click();
  await expect(page.getByRole("heading", { name: "The time to decide is over" })).toBeVisible();
  await look(page, "consent-expired");
  expect(await db.scenePerformer.count({ where: { id: performer.id, signedAt: null } })).toBe(1);
});

test("a scene that the platform cancels takes no decision from pages that are open, with or without scripts", async ({
  visitor,
  partner,
}) => {
  const scene = await invite(partner, [await verified()]);
  const [{ page }, { page: plain }] = [await visitor(), await visitor({ javaScriptEnabled: false })];
  await fillSignature(page, scene.link);
  await fillSignature(plain, scene.link);
  const refusing = await page.context().newPage();
  await refusing.goto(`${scene.link}/refuse/confirm?reason=declining`);
  await expect(refusing.getByRole("heading", { name: "Refuse for good?" })).toBeVisible();

  expect(await scene.cancel()).toMatchObject({ status: 200, body: { status: "cancelled", refunded: false } });
  for (const open of [page, plain]) await open.getByRole("button", { name: "Sign the release" }).click();
  await refusing.getByRole("button", { name: "Refuse for good" }).click();
  for (const open of [page, plain, refusing]) {
    await expect(open.getByRole("heading", { name: `${partner.name} canceled this scene` })).toBeVisible();
    await expect(open.getByRole("button")).toHaveCount(0);
  }
  await look(page, "consent-cancelled");
  expect(await scene.read()).toMatchObject({ status: "cancelled", releaseSignedCount: 0, refusedCount: 0 });
  expect(await sceneEventsOf(partner)).toEqual(["collab_scene.created", "collab_scene.cancelled"]);
});
