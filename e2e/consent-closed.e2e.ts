import type { Page } from "@playwright/test";
import { Client } from "pg";
import { performerLink } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { makeScene } from "@/lib/testing/scenes";
import { continueToSign, invite, openRelease, sceneEventsOf, verified } from "./harness/consent";
import { creator } from "./harness/creator";
import { expect, test } from "./harness/journey";
import { look } from "./harness/page";

/** Opens the page to sign and types the name. */
async function fillSignature(page: Page, link: string): Promise<void> {
  await openRelease(page, link);
  await continueToSign(page);
  await page.getByLabel("Your full name").fill(creator.legalName);
}

/** Moves a scene two weeks into the past, which only a superuser can. */
async function letTimePass({ id }: { id: string }): Promise<void> {
  const superuser = new Client(process.env.E2E_SUPERUSER_URL);
  await superuser.connect();
  await superuser.query("SET session_replication_role = replica");
  const past = "created_at = created_at - interval '14 days', expires_at = expires_at - interval '14 days'";
  await superuser.query(`UPDATE collab_scenes SET ${past} WHERE id = $1`, [id]);
  await superuser.end();
}

test("an expired scene takes no signature", async ({ visitor, partner }) => {
  const scene = await makeScene(
    { id: partner.partnerId, plan: "platform_pays" },
    { performers: [{ email: await verified() }] },
  );
  const [performer] = scene.performers;
  if (!performer) throw new Error("the scene has no performer");
  const { page } = await visitor();
  await fillSignature(page, await performerLink(performer));
  await letTimePass(scene);
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
