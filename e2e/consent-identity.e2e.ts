import { db } from "@/lib/platform/db";
import { invite, openRelease, sceneEventsOf, signRelease, verified } from "./harness/consent";
import { addPhotos, addPlainPhoto, fillDetails, fillDocument, slots } from "./harness/creator";
import { enterCode, expect, freshEmail, linkIn, mailTo, test } from "./harness/journey";
import { look } from "./harness/page";
import { approve, custodian, openCheck, openPhotos } from "./harness/people";

const CONSENTED = ["created", "performer_consented", "greenlit"].map((type) => `collab_scene.${type}`);

test("a performer whose ID is rejected learns why, the platform doesn't, and the second try greenlights", async ({
  visitor,
  visitorAs,
  partner,
}) => {
  test.setTimeout(300_000);
  const email = freshEmail("retry");
  const scene = await invite(partner, [email]);
  const { page } = await visitor();
  await openRelease(page, scene.link);
  // The custodian sees this name beside the ID's.
  await signRelease(page, { name: "Alex Example" });
  await page.getByRole("button", { name: "Show your ID" }).click();
  await fillDetails(page);
  await fillDocument(page);
  await addPhotos(page);
  await page.getByLabel(/under penalty of perjury/).check();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("In review")).toBeVisible();
  const waiting = await scene.read();

  const desk = await visitorAs(await custodian());
  await openCheck(desk.page, email);
  await openPhotos(desk.page);
  await desk.page.getByRole("button", { name: "Reject" }).click();
  const panel = desk.page.getByRole("form", { name: /^Reject / });
  await panel.getByLabel("Document unreadable").check();
  await panel.getByLabel("Note to the performer").fill("The lower edge is cut off.");
  await panel.getByRole("button", { name: "Reject" }).click();
  await expect(panel).toHaveCount(0);

  await page.reload();
  await expect(page.getByText("Needed again")).toBeVisible();
  await expect(page.getByText("We couldn’t read your document in the photo.")).toBeVisible();
  await expect(page.getByText("The lower edge is cut off.")).toBeVisible();
  await expect(page.getByText(`We don’t tell ${partner.name}.`)).toBeVisible();
  await look(page, "consent-id-rejected");

  const platform = await visitorAs(partner.ownerEmail, `/portal/scenes/${scene.sceneId}`);
  const history = platform.page.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(1);
  await expect(platform.page.getByRole("main")).not.toContainText(/reject|unreadable|lower edge/i);
  expect(await scene.read()).toEqual(waiting);
  expect(await sceneEventsOf(partner)).toEqual(["collab_scene.created"]);

  // The mail leads another device, without scripts, to the reason and the second try.
  const mail = await mailTo(email, /send your ID again/);
  expect(mail.text).toContain("The lower edge is cut off.");
  expect(mail.text).toContain(`We don’t tell ${partner.name}.`);
  const { page: again } = await visitor({ javaScriptEnabled: false });
  await again.goto(linkIn(mail, /^\/consent\//));
  await enterCode(again, email);
  await expect(again.getByText("The lower edge is cut off.")).toBeVisible();
  await again.getByRole("button", { name: "Try again" }).click();
  await again.waitForURL(/\/details$/);
  // What they entered is kept, except the photos.
  await again.getByRole("button", { name: "Continue" }).click();
  await again.waitForURL(/\/photos$/);
  for (const title of Object.values(slots)) await addPlainPhoto(again, title);
  await again.getByRole("link", { name: "Continue" }).click();
  await again.getByLabel(/under penalty of perjury/).check();
  await again.getByRole("button", { name: "Send", exact: true }).click();
  await expect(again.getByText("In review")).toBeVisible();

  await openCheck(desk.page, email);
  await openPhotos(desk.page);
  await expect(desk.page.getByText(/^Signed as “Alex Example”; the ID says “Robin Ada Example”/)).toBeVisible();
  await look(desk.page, "identity-other-name");
  await expect(desk.page.getByText(/They signed as “Alex Example”/)).toBeVisible();
  await approve(desk.page);
  await expect.poll(async () => (await scene.read()).status).toBe("greenlit");
  await again.reload();
  await expect(again.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
  expect(await sceneEventsOf(partner)).toEqual(CONSENTED);
});

test("a verified performer who uses another name adds it as they sign, without scripts", async ({
  visitor,
  partner,
}) => {
  const scene = await invite(partner, [await verified()]);
  const [{ page }, { page: withScripts }] = [await visitor({ javaScriptEnabled: false }), await visitor()];
  for (const browser of [withScripts, page]) {
    await openRelease(browser, scene.link);
    await signRelease(browser, { name: "Nova Star" });
    await expect(
      browser.getByText("Sign with your own name, as on your ID, or add the name you use.").first(),
    ).toBeVisible();
  }
  await expect(page.getByRole("main")).not.toContainText("Ada");
  await expect(page.getByLabel("Your full name")).toHaveValue("Nova Star");
  await look(withScripts, "consent-sign-other-name");
  await page.getByLabel("Add this name to my other names").check();
  await page.getByRole("button", { name: "Sign the release" }).click();
  await expect(page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "" : ", without scripts";
  test(`a performer shows their ID to Stripe and comes back to a greenlit scene${how}`, async ({
    visitor,
    partner,
  }) => {
    const email = freshEmail("vendor");
    const scene = await invite(partner, [email]);
    const { page } = await visitor({ javaScriptEnabled });
    await openRelease(page, scene.link);
    await signRelease(page);
    await page.getByRole("button", { name: "Show your ID" }).click();
    await page.waitForURL(/\/details$/);
    // Here custodians review IDs; Stripe gets this one.
    const ofPerformer = { user: { email }, status: "draft" } as const;
    await db.identityCheck.updateMany({ where: ofPerformer, data: { driver: "stripe_identity" } });
    await fillDetails(page);
    await page.waitForURL(/\/review$/);
    await page.getByLabel(/under penalty of perjury/).check();
    if (javaScriptEnabled) await look(page, "consent-stripe");
    await page.getByRole("button", { name: "Continue with Stripe" }).click();
    await page.waitForURL(/\/start\/vs_/);
    if (javaScriptEnabled) await look(page, "stripe-identity");

    // They come back without showing anything, and go there again.
    await page.getByRole("link", { name: "Go back" }).click();
    await page.waitForURL(scene.link);
    await page.getByRole("link", { name: "Continue with your ID" }).click();
    await page.getByLabel(/under penalty of perjury/).check();
    await page.getByRole("button", { name: "Continue with Stripe" }).click();
    await page.getByRole("button", { name: "Show a readable passport" }).click();
    await page.waitForURL(scene.link);
    await expect(page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
    expect(await scene.read()).toMatchObject({ status: "greenlit", consentedCount: 1 });
    expect(await sceneEventsOf(partner)).toEqual(CONSENTED);
  });
}
