import { db } from "@/lib/platform/db";
import { continueToSign, invite, openRelease, sceneEventsOf, signRelease, verified } from "./harness/consent";
import { addPhotos, addPlainPhoto, creator, fillDetails, fillDocument, slots } from "./harness/creator";
import { enterCode, expect, freshEmail, linkIn, mailTo, test } from "./harness/journey";
import { look } from "./harness/page";
import { approve, custodian, openCheck, openPhotos } from "./harness/people";

const TITLE = "Beach day, part 2";

test("a known performer reads, signs, and greenlights the scene", { tag: "@desk" }, async ({ visitor, partner }) => {
  const email = await verified();
  const scene = await invite(partner, [email], TITLE);
  const { page, watch } = await visitor();
  // Mail scanners open every link, more than once.
  for (const path of ["", "", "/release", "/sign", "/refuse"]) {
    expect((await page.request.get(`${scene.link}${path}`)).status()).toBe(200);
  }
  expect(await scene.read()).toMatchObject({ status: "pending_signatures", consentedCount: 0 });

  await page.goto(scene.link);
  await expect(page.getByRole("heading", { name: `Your consent for ${partner.name}` })).toBeVisible();
  await expect(page.getByText(TITLE)).toHaveCount(0);
  await look(page, "consent-invitation");
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByLabel("Code from the email")).toBeVisible();
  await look(page, "consent-code");
  const { subject } = await mailTo(email, /is your code/);
  await page.getByLabel("Code from the email").fill(subject.slice(0, 6));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(/\/release$/);
  const second = await page.context().newPage();
  await second.goto(`${scene.link}/release`);
  await continueToSign(second);

  await page.goto(`${scene.link}/sign`);
  await page.waitForURL(/\/release$/);
  // Two screens of a phone, until an exact text is opened.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect.soft(height, "height of the release").toBeLessThanOrEqual(2 * (page.viewportSize()?.height ?? 0));
  await look(page, "consent-release");
  await page.getByRole("heading", { name: "4. Resale" }).click();
  await expect(page.getByText(/^I consent to the Producer selling access/)).toBeVisible();
  const opened = () => db.ledgerEntry.count({ where: { action: "scene_performer.text_opened", reason: "clause 4" } });
  await expect.poll(opened).toBeGreaterThan(0);
  await look(page, "consent-release-clause");
  await continueToSign(page);
  await page.getByRole("button", { name: "Sign the release" }).click();
  await expect(page.getByText("Type your full name to sign.").first()).toBeVisible();
  await look(page, "consent-sign-refused");
  await page.getByRole("link", { name: "Read the release again" }).click();
  await page.getByRole("button", { name: "show every exact text" }).click();
  await expect(page.getByText(/^I consent to the recording of my image/)).toBeVisible();
  await look(page, "consent-release-exact");
  await signRelease(page, { looks: true });
  await expect(page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: "Download your signed copy" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("link", { name: "Ask for removal" })).toHaveAttribute("href", /^\/removal\/own\/scene\//);
  await look(page, "consent-greenlit");
  const copy = await page.request.get(`${scene.link}/copy`);
  expect(copy.headers()["content-type"]).toContain("application/pdf");
  expect(await scene.read()).toMatchObject({ status: "greenlit", consentedCount: 1, releaseSignedCount: 1 });
  const events = ["created", "performer_consented", "greenlit"].map((type) => `collab_scene.${type}`);
  expect(await sceneEventsOf(partner)).toEqual(events);

  // The other tab is too late, and shows what was decided.
  await second.getByLabel("Your full name").fill(creator.legalName);
  await second.getByRole("button", { name: "Sign the release" }).click();
  await expect(second.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
  expect(await sceneEventsOf(partner)).toEqual(events);

  watch.allow(404, /^\/consent\//);
  const unknown = await page.goto(`${new URL(scene.link).origin}/consent/${"x".repeat(43)}`);
  expect(unknown?.status()).toBe(404);
  await look(page, "consent-unknown");
});

test("a performer reads the exact texts and signs without scripts", { tag: "@phone" }, async ({ visitor, partner }) => {
  const email = await verified();
  const scene = await invite(partner, [email], TITLE);
  const { page } = await visitor({ javaScriptEnabled: false });
  await openRelease(page, scene.link);
  const text = page.getByText(/^I consent to the Producer selling access/);
  await expect(text).toBeHidden();
  await page.getByRole("heading", { name: "4. Resale" }).click();
  await expect(text).toBeVisible();
  await page.getByRole("button", { name: "show every exact text" }).click();
  await expect(page.getByText(/^This release is about one scene only/)).toBeVisible();
  await signRelease(page);
  await expect(page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
  const performer = await db.scenePerformer.findFirstOrThrow({ where: { email } });
  const viewed = await db.ledgerEntry.findMany({
    where: { subjectId: performer.id, action: { in: ["scene_performer.page_viewed", "scene_performer.text_opened"] } },
    orderBy: { seq: "asc" },
  });
  // What a browser without scripts opened isn't known, so nothing says so.
  expect(viewed.map(({ reason }) => reason)).toEqual([
    "release, exact texts folded",
    "release, exact texts open",
    "sign",
    "status",
  ]);
});

test("another browser sees nothing of a decision before a code or a session", { tag: "@phone" }, async ({
  visitor,
  visitorAs,
  partner,
}) => {
  const email = await verified();
  const scene = await invite(partner, [email], TITLE);
  const { page } = await visitor();
  await openRelease(page, scene.link);
  await signRelease(page);
  await expect(page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();

  const other = await visitor();
  for (const path of ["", "/release", "/sign", "/refuse"]) {
    await other.page.goto(`${scene.link}${path}`);
    await expect(other.page.getByRole("button", { name: "Email me a code" })).toBeVisible();
    await expect(other.page.getByText(TITLE)).toHaveCount(0);
  }
  expect((await other.page.request.get(`${scene.link}/copy`)).status()).toBe(404);
  await other.page.goto(scene.link);
  await enterCode(other.page, email);
  await expect(other.page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();

  // A person who is signed in needs no code.
  const known = await visitorAs(email, scene.link);
  await look(known.page, "consent-signed-in");
  await known.page.getByRole("button", { name: "Continue" }).click();
  await expect(known.page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
});

test("a new performer signs, shows an ID, and a custodian's approval greenlights", { tag: "@phone" }, async ({
  visitor,
  visitorAs,
  partner,
}) => {
  test.setTimeout(300_000);
  const email = freshEmail("new");
  const scene = await invite(partner, [email], `Night shoot, ${"a very long title ".repeat(20)}and <b>markup</b>`);
  const { page } = await visitor();
  await openRelease(page, scene.link);
  await page.goto(scene.link);
  await expect(page.getByText("Not signed")).toBeVisible();
  await look(page, "consent-status-asked");
  await page.getByRole("link", { name: "Read the release" }).click();
  await signRelease(page);
  await expect(page.getByText("Signed", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Only your ID is left/)).toBeVisible();
  await look(page, "consent-status-signed");
  expect(await scene.read()).toMatchObject({ status: "pending_signatures", consentedCount: 0, releaseSignedCount: 0 });

  await page.getByRole("button", { name: "Show your ID" }).click();
  await page.waitForURL(/\/details$/);
  await look(page, "consent-details");
  await fillDetails(page);
  await fillDocument(page);
  // They leave and come back.
  await page.goto(scene.link);
  await look(page, "consent-status-started");
  await page.getByRole("link", { name: "Continue with your ID" }).click();
  await page.waitForURL(/\/photos$/);
  await addPhotos(page);
  await page.getByLabel(/under penalty of perjury/).check();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("In review")).toBeVisible();
  await expect(page.getByText(/^Nothing to do now/)).toBeVisible();
  await look(page, "consent-status-review");

  const staff = await visitorAs(await custodian());
  await openCheck(staff.page, email);
  await openPhotos(staff.page);
  await approve(staff.page);
  await expect.poll(async () => (await scene.read()).status).toBe("greenlit");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
  const events = await db.webhookEvent.findMany({ where: { partnerId: partner.partnerId } });
  const greenlit = events.find(({ type }) => type === "collab_scene.greenlit");
  expect(Buffer.from(greenlit?.body ?? "").toString()).not.toContain("uploadSessionId");
});

test("a refusal asks twice, is final, and doesn't show the others who refused", { tag: "@phone" }, async ({
  visitor,
  partner,
}) => {
  const other = await verified();
  const email = freshEmail("refuser");
  const scene = await invite(partner, [email, other]);
  const { page } = await visitor();
  await page.goto(scene.link);
  await page.getByRole("link", { name: "That is not me" }).click();
  await page.waitForURL(/to=refuse$/);
  await look(page, "consent-refuse-code");
  await enterCode(page, email);
  await expect(page.getByRole("heading", { name: "Why do you refuse?" })).toBeVisible();
  await expect(page.getByRole("radio", { name: /That is not me/ })).toBeChecked();
  await look(page, "consent-refuse");
  await page.getByRole("radio", { name: /Another reason/ }).check({ force: true });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Refuse for good?" })).toBeVisible();
  await look(page, "consent-refuse-confirm");
  expect(await scene.read()).toMatchObject({ status: "pending_signatures" });
  await page.getByLabel("Note to the custodian").fill("I was not there.");
  await page.getByRole("button", { name: "Refuse for good" }).click();
  await expect(page.getByRole("heading", { name: "You refused" })).toBeVisible();
  await look(page, "consent-refused");
  expect(await scene.read()).toMatchObject({ status: "blocked", refusedCount: 1 });
  expect(await sceneEventsOf(partner)).toEqual(["collab_scene.created", "collab_scene.performer_refused"]);

  const second = await visitor();
  await second.page.goto(linkIn(await mailTo(other, /asks for your consent/), /^\/consent\//));
  await enterCode(second.page, other);
  await expect(second.page.getByRole("heading", { name: "This scene is blocked" })).toBeVisible();
  await look(second.page, "consent-blocked");
});

test("consent works without scripts", { tag: "@phone" }, async ({ visitor, partner }) => {
  const scene = await invite(partner, [freshEmail("plain"), freshEmail("another")]);
  const { page } = await visitor({ javaScriptEnabled: false });
  await openRelease(page, scene.link);
  await continueToSign(page);
  await page.getByRole("button", { name: "Sign the release" }).click();
  await expect(page.getByText("Type your full name to sign.").first()).toBeVisible();
  await page.getByLabel("Your full name").fill(creator.legalName);
  await page.getByRole("button", { name: "Sign the release" }).click();
  await page.getByRole("button", { name: "Show your ID" }).click();
  await fillDetails(page);
  await fillDocument(page);
  for (const title of Object.values(slots)) await addPlainPhoto(page, title);
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByLabel(/under penalty of perjury/).check();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("In review")).toBeVisible();

  // They change their mind, as long as their consent doesn't count.
  await page.getByRole("link", { name: "Refuse" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Choose a reason.")).toBeVisible();
  await page.getByRole("radio", { name: /I don’t agree/ }).check({ force: true });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Refuse for good" }).click();
  await expect(page.getByRole("heading", { name: "You refused" })).toBeVisible();
  expect(await scene.read()).toMatchObject({ status: "blocked", refusedCount: 1 });
});
