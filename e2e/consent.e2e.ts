import type { Page } from "@playwright/test";
import { performerLink } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { makeAccount, makeIdentity, makeUser } from "@/lib/testing/factories";
import { makeScene } from "@/lib/testing/scenes";
import { api } from "./harness/api";
import { addPhotos, addPlainPhoto, creator, fillDetails, fillDocument, slots } from "./harness/creator";
import { expect, freshEmail, linkIn, mailTo, type Partner, signIn, test } from "./harness/journey";
import { look } from "./harness/page";
import { custodian, liveKey, openCheck, openPhotos } from "./harness/people";

const TITLE = "Beach day, part 2";

type Invited = { sceneId: string; link: string; read: () => Promise<Record<string, unknown>> };

/** A scene that a platform created, and the link in the first performer's mail. */
async function invite(partner: Partner, emails: [string, ...string[]], title = TITLE): Promise<Invited> {
  const { partnerId } = partner;
  await db.partner.update({ where: { id: partnerId }, data: { collabScenes: true } });
  const uploader = await makeAccount({ id: partnerId, plan: "platform_pays" }, { status: "active" });
  const key = await liveKey(partnerId);
  const created = await api(key).post("/collab-scenes", {
    uploaderAccountId: uploader.id,
    title,
    callbackUrl: "https://platform.example.com/scenes",
    performers: emails.map((email) => ({ email })),
    uploaderAttestation: {
      ip: "203.0.113.7",
      ua: "Mozilla/5.0",
      clickedAt: new Date().toISOString(),
      attestationText: "Everyone in this scene is an adult and agreed to it.",
    },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const sceneId = String(created.body.sceneId);
  const link = linkIn(await mailTo(emails[0], /asks for your consent/), /^\/consent\//);
  return { sceneId, link, read: async () => (await api(key).get(`/collab-scenes/${sceneId}`)).body };
}

/** A performer whose ID is verified. */
async function verified(): Promise<string> {
  const user = await makeUser({ email: freshEmail("known") });
  await makeIdentity(user);
  return user.email;
}

const eventsOf = async ({ partnerId }: Partner): Promise<string[]> =>
  (await db.webhookEvent.findMany({ where: { partnerId }, orderBy: { id: "asc" } }))
    .map(({ type }) => type)
    .filter((type) => type.startsWith("collab_scene."));

/** Reads the release and signs it. */
async function signRelease(page: Page, { looks = false } = {}): Promise<void> {
  await expect(page.getByRole("heading", { name: "What you agree to", level: 1 })).toBeVisible();
  for (const right of ["Depiction", "Distribution", "Download", "Resale"]) {
    await expect(page.getByRole("heading", { name: new RegExp(`^\\d\\. ${right}$`) })).toBeVisible();
  }
  if (looks) await look(page, "consent-release");
  await page.getByRole("link", { name: "Continue to sign" }).click();
  await expect(page.getByRole("heading", { name: "Sign the release" })).toBeVisible();
  await expect(page.getByText(/same legal effect as one on paper/)).toBeVisible();
  if (looks) await look(page, "consent-sign");
  await page.getByLabel("Your full name").fill(creator.legalName);
  await page.getByRole("button", { name: "Sign the release" }).click();
}

test("a known performer reads, signs, and greenlights the scene", async ({ visitor, partner }) => {
  const scene = await invite(partner, [await verified()]);
  const { page, watch } = await visitor();
  // Mail scanners open every link, more than once.
  for (const path of ["", "", "/release", "/sign", "/refuse"]) {
    expect((await page.request.get(`${scene.link}${path}`)).status()).toBe(200);
  }
  expect(await scene.read()).toMatchObject({ status: "pending_signatures", consentedCount: 0 });

  await page.goto(scene.link);
  await expect(page.getByRole("heading", { name: `${partner.name} asks for your consent` })).toBeVisible();
  await expect(page.getByText(`“${TITLE}”`)).toBeVisible();
  await look(page, "consent-invitation");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/release$/);
  const second = await page.context().newPage();
  await second.goto(`${scene.link}/release`);
  await second.getByRole("link", { name: "Continue to sign" }).click();

  await page.goto(`${scene.link}/sign`);
  await page.waitForURL(/\/release$/);
  await page.getByRole("link", { name: "Continue to sign" }).click();
  await page.getByRole("button", { name: "Sign the release" }).click();
  await expect(page.getByText("Type your full name to sign.").first()).toBeVisible();
  await look(page, "consent-sign-refused");
  await page.getByRole("link", { name: "Read the release again" }).click();
  await signRelease(page, { looks: true });
  await expect(page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: "Download your signed copy" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await look(page, "consent-greenlit");
  const copy = await page.request.get(`${scene.link}/copy`);
  expect(copy.headers()["content-type"]).toContain("application/pdf");
  expect(await scene.read()).toMatchObject({ status: "greenlit", consentedCount: 1, releaseSignedCount: 1 });
  const events = ["created", "performer_consented", "greenlit"].map((type) => `collab_scene.${type}`);
  expect(await eventsOf(partner)).toEqual(events);

  // The other tab is too late, and shows what was decided.
  await second.getByLabel("Your full name").fill(creator.legalName);
  await second.getByRole("button", { name: "Sign the release" }).click();
  await expect(second.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
  expect(await eventsOf(partner)).toEqual(events);

  // Another browser proves the mailbox first.
  const other = await visitor();
  await other.page.goto(scene.link);
  await expect(other.page.getByRole("link", { name: "Download your signed copy" })).toHaveCount(0);
  await look(other.page, "consent-come-back");
  await other.page.getByRole("button", { name: "Continue" }).click();
  await expect(other.page.getByRole("link", { name: "Download your signed copy" })).toBeVisible();

  watch.allow(404, /^\/consent\//);
  const unknown = await page.goto(`${new URL(scene.link).origin}/consent/${"x".repeat(43)}`);
  expect(unknown?.status()).toBe(404);
  await look(page, "consent-unknown");
});

test("a new performer signs, shows an ID, and a custodian's approval greenlights", async ({ visitor, partner }) => {
  test.setTimeout(300_000);
  const email = freshEmail("new");
  const scene = await invite(partner, [email], `Night shoot, ${"a very long title ".repeat(20)}and <b>markup</b>`);
  const { page } = await visitor();
  await page.goto(scene.link);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/release$/);
  await page.goto(scene.link);
  await expect(page.getByText("Not signed")).toBeVisible();
  await look(page, "consent-status-asked");
  await page.getByRole("link", { name: "Read the release" }).click();
  await signRelease(page);
  await expect(page.getByText("Signed", { exact: true })).toBeVisible();
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
  await look(page, "consent-status-review");

  const staff = await visitor();
  await signIn(staff.page, await custodian());
  await openCheck(staff.page, email);
  await openPhotos(staff.page);
  await staff.page.getByRole("button", { name: "Approve", exact: true }).click();
  await staff.page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect.poll(async () => (await scene.read()).status).toBe("greenlit");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Everyone consented" })).toBeVisible();
  const events = await db.webhookEvent.findMany({ where: { partnerId: partner.partnerId } });
  const greenlit = events.find(({ type }) => type === "collab_scene.greenlit");
  expect(Buffer.from(greenlit?.body ?? "").toString()).not.toContain("uploadSessionId");
});

test("a refusal asks twice, is final, and isn't named to the others", async ({ visitor, partner }) => {
  const other = await verified();
  const scene = await invite(partner, [freshEmail("refuser"), other]);
  const { page } = await visitor();
  await page.goto(scene.link);
  await page.getByRole("link", { name: "That is not me" }).click();
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
  expect(await eventsOf(partner)).toEqual(["collab_scene.created", "collab_scene.performer_refused"]);

  const second = await visitor();
  await second.page.goto(linkIn(await mailTo(other, /asks for your consent/), /^\/consent\//));
  await expect(second.page.getByRole("heading", { name: "This scene is blocked" })).toBeVisible();
  await look(second.page, "consent-blocked");
});

test("consent works without scripts", async ({ visitor, partner }) => {
  const scene = await invite(partner, [freshEmail("plain"), freshEmail("another")]);
  const { page } = await visitor({ javaScriptEnabled: false });
  await page.goto(scene.link);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/release$/);
  await page.getByRole("link", { name: "Continue to sign" }).click();
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

test("a scene whose time is over takes no signature", async ({ visitor, partner }) => {
  // What a scene is never changes, so this one is made shortly before its end.
  const scene = await makeScene(
    { id: partner.partnerId, plan: "platform_pays" },
    { createdAt: new Date(Date.now() + 45_000 - 14 * DAY_MS), performers: [{ email: await verified() }] },
  );
  const [performer] = scene.performers;
  if (!performer) throw new Error("the scene has no performer");
  const { page } = await visitor();
  await page.goto(await performerLink(performer));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("link", { name: "Continue to sign" }).click();
  await page.getByLabel("Your full name").fill(creator.legalName);
  await expect.poll(() => Date.now() > scene.expiresAt.getTime()).toBe(true);
  await page.getByRole("button", { name: "Sign the release" }).click();
  await expect(page.getByRole("heading", { name: "The time to decide is over" })).toBeVisible();
  await look(page, "consent-expired");
  expect(await db.scenePerformer.count({ where: { id: performer.id, signedAt: null } })).toBe(1);
});
