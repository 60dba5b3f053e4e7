import type { Page } from "@playwright/test";
import { findPerformerByToken } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { makeAccount, makeIdentity, makeUser } from "@/lib/testing/factories";
import { type Answer, api } from "./api";
import { creator } from "./creator";
import { enterCode, expect, freshEmail, linkIn, mailTo, type Partner } from "./journey";
import { look } from "./page";
import { liveKey } from "./people";

type NewScene = { uploaderAccountId: string; title: string; emails: readonly string[] };

/** Creates a scene through the API. */
export async function createScene(
  key: string,
  { uploaderAccountId, title, emails }: NewScene,
): Promise<Answer["body"] & { sceneId: string }> {
  const { status, body } = await api(key).post("/collab-scenes", {
    uploaderAccountId,
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
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...body, sceneId: String(body.sceneId) };
}

type Invited = {
  sceneId: string;
  link: string;
  read: () => Promise<Answer["body"]>;
  cancel: () => Promise<Answer>;
};

/** A scene that a platform created, and the link in the first performer's mail. */
export async function invite(
  { partnerId }: Partner,
  emails: [string, ...string[]],
  title = "Beach day, part 2",
): Promise<Invited> {
  await db.partner.update({ where: { id: partnerId }, data: { collabScenes: true } });
  const { id: uploaderAccountId } = await makeAccount({ id: partnerId, plan: "platform_pays" }, { status: "active" });
  const key = await liveKey(partnerId);
  const { sceneId } = await createScene(key, { uploaderAccountId, title, emails });
  const path = `/collab-scenes/${sceneId}`;
  return {
    sceneId,
    link: await invitationOf(emails[0]),
    read: async () => (await api(key).get(path)).body,
    cancel: () => api(key).post(`${path}/cancel`),
  };
}

/** The link in a performer's invitation. */
export const invitationOf = async (email: string): Promise<string> =>
  linkIn(await mailTo(email, /asks for your consent/), /^\/consent\//);

/** A performer whose ID is verified. */
export async function verified(): Promise<string> {
  const user = await makeUser({ email: freshEmail("known") });
  await makeIdentity(user);
  return user.email;
}

/** The types of a partner's scene events, in order. */
export const sceneEventsOf = async ({ partnerId }: Partner): Promise<string[]> =>
  (await db.webhookEvent.findMany({ where: { partnerId }, orderBy: { id: "asc" } }))
    .map(({ type }) => type)
    .filter((type) => type.startsWith("collab_scene."));

/** Opens a performer's link, enters the code from a second mail and continues to the release. */
export async function openRelease(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await enterCode(page, await ownerOf(link));
  await page.waitForURL(/\/release$/);
}

/** The address whose mail has a performer's link. */
export async function ownerOf(link: string): Promise<string> {
  const performer = await findPerformerByToken(new URL(link).pathname.split("/")[2] ?? "");
  if (!performer) throw new Error(`no performer has ${link}`);
  return performer.email;
}

/** Ticks the boxes of the release, such as `download` or `act-0`, that aren't in `without`, and continues. */
export async function continueToSign(
  page: Page,
  { without = [] }: { without?: readonly string[] } = {},
): Promise<void> {
  for (const box of await page.getByRole("checkbox").all()) {
    await box.setChecked(!without.includes((await box.getAttribute("value")) ?? ""));
  }
  await page.getByRole("button", { name: "Continue to sign" }).click();
}

/** Reads the release, ticks every box and signs it. */
export async function signRelease(
  page: Page,
  { looks = false, name = creator.legalName }: { looks?: boolean; name?: string } = {},
): Promise<void> {
  await expect(page.getByRole("heading", { name: "What you agree to", level: 1 })).toBeVisible();
  for (const right of ["Depiction", "Distribution", "Download", "Resale"]) {
    await expect(page.getByRole("heading", { name: new RegExp(`^\\d\\. ${right}`) })).toBeVisible();
  }
  await continueToSign(page);
  await expect(page.getByRole("heading", { name: "Sign the release" })).toBeVisible();
  await expect(page.getByText(/same legal effect as one on paper/)).toBeVisible();
  if (looks) await look(page, "consent-sign");
  await page.getByLabel("Your full name").fill(name);
  await page.getByRole("button", { name: "Sign the release" }).click();
}
