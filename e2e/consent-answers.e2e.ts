import { performerLink } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { makePublication, makeScene } from "@/lib/testing/scenes";
import { continueToSign, openRelease, sceneEventsOf, verified } from "./harness/consent";
import { creator } from "./harness/creator";
import { enterCode, expect, linkIn, mailTo, test } from "./harness/journey";
import { look } from "./harness/page";
import { custodian } from "./harness/people";

const NEEDS = { uses: ["distribution", "download"], acts: ["kissing", "a hug"] };

/** Signs with the name as on the ID. */
async function press(page: Parameters<typeof openRelease>[0]): Promise<void> {
  await page.getByLabel("Your full name").fill(creator.legalName);
  await page.getByRole("button", { name: "Sign the release" }).click();
}

test("a performer who leaves out what the scene needs keeps it closed, and nobody learns why", async ({
  visitor,
  visitorAs,
  partner,
}) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" as const };
  const scene = await makeScene(owner, { needs: NEEDS, performers: [{ email: await verified() }] });
  const [performer] = scene.performers;
  const link = await performerLink(performer);
  const { page } = await visitor();
  await openRelease(page, link);
  for (const box of await page.getByRole("checkbox").all()) await expect(box).not.toBeChecked();
  await look(page, "consent-boxes");
  await page.getByRole("checkbox", { name: /^4\. Resale/ }).check();
  await page.getByRole("button", { name: "Continue to sign" }).click();
  await expect(page.getByText("Depiction isn’t ticked")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^4\. Resale/ })).toBeChecked();
  await look(page, "consent-boxes-missing");
  await continueToSign(page, { without: ["resale", "act-1"] });
  await expect(page.getByText("The scene can’t be published with these answers")).toBeVisible();
  await look(page, "consent-sign-limits");
  await page.getByRole("link", { name: "Change your answers" }).click();
  await expect(page.getByRole("checkbox", { name: "“a hug” (needed)" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "“kissing” (needed)" })).toBeChecked();
  // Another browser, without scripts.
  const { page: plain } = await visitor({ javaScriptEnabled: false });
  await openRelease(plain, link);
  await plain.getByRole("button", { name: "show every exact text" }).click();
  await expect(plain.getByText(/^I consent to the recording of my image/)).toBeVisible();
  await continueToSign(plain, { without: ["resale", "act-1"] });
  await press(plain);
  await expect(plain.getByRole("heading", { name: "You signed, with limits" })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "You signed, with limits" })).toBeVisible();
  await look(page, "consent-limited");
  expect(await sceneEventsOf(partner)).toEqual([]);
  const platform = await visitorAs(partner.ownerEmail, `/portal/scenes/${scene.id}`);
  await expect(platform.page.getByText(/1 performer must consent/)).toBeVisible();
  await expect(platform.page.getByRole("main")).not.toContainText(/limit|withdr|left out/i);
  await look(platform.page, "portal-scene-needs");
  const desk = await visitorAs(await custodian(), `/custodian/scenes/${scene.id}`);
  await expect(desk.page.getByText("Signed with limits")).toBeVisible();
  await look(desk.page, "custodian-scene-answers");
});

test("a performer gives what the scene needs, and withdraws distribution later", async ({
  visitor,
  visitorAs,
  partner,
}) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" as const };
  const email = await verified();
  const scene = await makeScene(owner, { title: "Withdrawn later", needs: NEEDS, performers: [{ email }] });
  const [performer] = scene.performers;
  const link = await performerLink(performer);
  const { page } = await visitor();
  await openRelease(page, link);
  await continueToSign(page, { without: ["resale"] });
  await expect(page.getByText("The scene can’t be published with these answers")).toHaveCount(0);
  await press(page);
  await expect(page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
  await look(page, "consent-greenlit-answers");
  expect((await db.collabScene.findUniqueOrThrow({ where: { id: scene.id } })).status).toBe("greenlit");
  await makePublication(scene, { partnerId: partner.partnerId });

  await page.getByRole("link", { name: "Withdraw distribution" }).click();
  await expect(page.getByRole("heading", { name: "Withdraw distribution?" })).toBeVisible();
  await page.getByRole("button", { name: "Withdraw distribution" }).click();
  await expect(page.getByText("Type your full legal name to sign.").first()).toBeVisible();
  await look(page, "consent-withdraw");
  await page.getByLabel("Your full legal name").fill(creator.legalName);
  await page.getByRole("button", { name: "Withdraw distribution" }).click();
  await expect(page.getByText(/^You withdrew distribution on/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Withdraw distribution" })).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "Distribution" })).toContainText("Withdrawn on");
  await expect(page.getByRole("listitem").filter({ hasText: "Download, needed" })).toContainText("Withdrawn on");
  await look(page, "consent-withdrawn");
  expect(await sceneEventsOf(partner)).toEqual(["collab_scene.performer_consented", "collab_scene.greenlit"]);

  const request = await db.removalRequest.findFirstOrThrow({ where: { email } });
  await expect
    .poll(async () => (await db.removalRequest.findUniqueOrThrow({ where: { id: request.id } })).searchedAt)
    .not.toBeNull();
  await page.goto(linkIn(await mailTo(email, /^We received your request/)));
  await enterCode(page, email);
  await expect(page.getByText("Distribution of “Withdrawn later”, with its download and resale")).toBeVisible();
  await look(page, "removal-of-withdrawn");
  const desk = await visitorAs(await custodian(), `/custodian/removals/${request.id}`);
  await expect(desk.page.getByRole("heading", { name: "Withdrawn consent" })).toBeVisible();
  const release = desk.page.getByRole("region", { name: "Release", exact: true });
  await expect(release.getByText("Not given")).toHaveCount(1);
  await expect(release).toContainText("Withdrawn later");
  await expect(desk.page.getByRole("region", { name: "Claim" })).toContainText("Withdrawal of distribution");
  await expect(desk.page.getByText("Found by: Withdrawn release")).toBeVisible();
  await look(desk.page, "removal-withdrawn-release");
});
