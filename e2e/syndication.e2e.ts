import type { Page } from "@playwright/test";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { makeAccount, makePartner } from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { makeExtension, makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { publicationBody } from "@/lib/testing/syndication";
import { api } from "./harness/api";
import { BILLING, saveCard } from "./harness/billing";
import { expect, freshEmail, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { liveKey, teamMember } from "./harness/people";

const owned = ({ partnerId: id }: { partnerId: string }) => ({ id, plan: "platform_pays" }) as const;

test("an admin sees what passing a scene on allows, and removes a publication", { tag: "@desktop" }, async ({
  visitorAs,
  partner,
}) => {
  const scene = await makeGreenlitScene(owned(partner), {
    title: "Night shoot",
    performers: [{ mailedAt: new Date(Date.now() - DAY_MS) }],
  });
  await makeExtension(scene);
  const { contentUrl } = await makePublication(scene, { partnerId: partner.partnerId });
  const { page } = await visitorAs(partner.ownerEmail, `/portal/scenes/${scene.id}`);
  await expect(page.getByText("1 other platform")).toBeVisible();
  await look(page, "scene-greenlit");

  await page.getByRole("button", { name: `Remove ${contentUrl}` }).click();
  await expect(page.getByText("You can’t register this URL again.")).toBeVisible();
  await page.getByLabel("Reason").fill("Sold to another studio");
  await look(page, "publication-remove");
  await page.getByRole("button", { name: "Remove publication" }).dblclick();
  await expect(page.getByText("Sold to another studio")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await look(page, "publication-removed");
  expect(await db.webhookEvent.count({ where: { partnerId: partner.partnerId } })).toBe(0);
});

test("a platform that extended a scene sees its own publications, and a viewer can't remove them", {
  tag: "@desktop",
}, async ({ visitorAs, partner }) => {
  const { page } = await visitorAs(await teamMember(partner.partnerId, "viewer"), "/portal/scenes/extended");
  await expect(page.getByText("No extended scenes")).toBeVisible();
  const scene = await makeGreenlitScene(undefined, { title: "Night shoot" });
  await makeExtension(scene, { id: partner.partnerId });
  const { contentUrl } = await makePublication(scene, { partnerId: partner.partnerId });
  await makePublication(scene, { partnerId: scene.partnerId, contentUrl: "https://elsewhere.example.com/1" });

  await page.goto("/portal/scenes");
  await page.getByRole("link", { name: "Scenes you extended" }).click();
  await expect(page.getByText("1 published")).toBeVisible();
  await look(page, "scenes-extended");
  await page.getByRole("link", { name: scene.id }).click();
  await expect(page.getByRole("link", { name: contentUrl })).toBeVisible();
  for (const hidden of [scene.title, "elsewhere.example.com"]) await expect(page.getByText(hidden)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await look(page, "scene-extended");
});

/** A scene of a platform that all its performers signed: one, with a verified ID. */
async function signedScene(owner: ReturnType<typeof owned>) {
  const uploader = await makeAccount(owner, { status: "active" });
  const named = { performers: [{ email: freshEmail("performer"), mailedAt: new Date() }] };
  const scene = await makeScene(owner, { title: `Lake ${unique()}`, uploaderAccountId: uploader.id, ...named });
  const [performer] = scene.performers;
  if (!performer) throw new Error("one performer");
  await sign(await openVerified(performer), performer);
  return { sceneId: scene.id, title: scene.title, uploader: uploader.email, performer };
}

/** Waits until an open page shows a text, without a reload. Prints how long that took, because a busy machine is slow. */
async function appears(page: Page, text: string): Promise<void> {
  const started = performance.now();
  await expect(page.getByText(text)).toBeVisible();
  process.stdout.write(`“${text}” appeared after ${Math.round(performance.now() - started)} ms.\n`);
}

/** What the owner of a scene sees in the portal the moment a call has answered: the page is read once. */
async function readEvents(page: Page, sceneId: string): Promise<string[]> {
  await page.goto(`/portal/events?object=${sceneId}`);
  return page
    .getByRole("table")
    .getByRole("link", { name: /^collab_scene\./ })
    .allTextContents();
}

/** A platform that knows the id and didn't extend the scene, or knows no more than an id. */
async function refused(key: string, { sceneId, pubId }: { sceneId: string; pubId: string }): Promise<void> {
  const { post, get } = api(key);
  const answers = [
    await post(`/collab-scenes/${sceneId}/publications`, publicationBody()),
    await get(`/collab-scenes/${sceneId}`),
    await post(`/collab-scenes/${sceneId}/publications/${pubId}/remove`),
    await post(`/collab-scenes/${pubId}/extend`),
    await post(`/collab-scenes/${pubId}/publications`, publicationBody()),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 404, 404, 404, 404]);
  expect(answers[0]?.body.code).toBe("extension_required");
}

test("a scene on a second platform: extended with a declined card, paid, published, removed, and mapped for its people", async ({
  visitorAs,
  partner,
}) => {
  const { sceneId, title, uploader, performer } = await signedScene(owned(partner));
  const second = await makePartner();
  const [ownKey, key] = [await liveKey(partner.partnerId), await liveKey(second.id)];
  const { page: owner } = await visitorAs(partner.ownerEmail);
  const { page } = await visitorAs(second.users.owner.email, BILLING);
  await saveCard(page, "Add a card", /0341/);

  await owner.goto(`/portal/scenes/${sceneId}`);
  await expect(owner.getByText("No other platform")).toBeVisible();
  const extended = await api(key).post(`/collab-scenes/${sceneId}/extend`);
  const fee = { extensionFeeCents: 200, charged: false, chargeError: "card_declined" };
  expect(extended).toMatchObject({ status: 200, body: { fee } });
  await appears(owner, "1 other platform");
  expect(await owner.getByText(second.name).count()).toBe(0);
  await look(owner, "journey-scene-extended");

  await page.goto(BILLING);
  const fees = page.getByRole("region", { name: "Card fees" });
  await expect(fees.getByText("Your card was declined.")).toBeVisible();
  await saveCard(page, "Replace the card", /4242/);
  await fees.getByRole("button", { name: /^Pay now with Visa/ }).click();
  await expect(page.getByText("Paid. Thank you.")).toBeVisible();
  await look(page, "journey-extension-paid");
  const paid = await api(key).post(`/collab-scenes/${sceneId}/extend`);
  expect(paid.body.fee).toMatchObject({ charged: true, chargeError: null });

  const { body: published } = await api(key).post(`/collab-scenes/${sceneId}/publications`, publicationBody());
  const pubId = String(published.id);
  await appears(owner, "Published by another platform");
  expect(await readEvents(owner, sceneId)).toEqual([
    "collab_scene.publication_created",
    expect.any(String),
    expect.any(String),
  ]);
  await refused(await liveKey((await makePartner()).id), { sceneId, pubId });
  const url = String(published.contentUrl);
  expect(JSON.stringify((await api(ownKey).get(`/collab-scenes/${sceneId}`)).body)).not.toContain(url);

  const { page: theirs } = await visitorAs(uploader, "/creator/scenes?view=uploaded");
  await look(theirs, "account-scenes-published");
  await theirs.getByRole("link", { name: "1 platform" }).click();
  await expect(theirs.getByRole("link", { name: url })).toBeVisible();
  await expect(theirs.getByRole("region", { name: "May publish" }).getByText(partner.name)).toBeVisible();
  await look(theirs, "account-scene-map");

  const reason = "The uploader left our platform";
  const removal = await api(key).post(`/collab-scenes/${sceneId}/publications/${pubId}/remove`, { reason });
  expect(removal.status).toBe(200);
  expect((await readEvents(owner, sceneId))[0]).toBe("collab_scene.publication_removed");
  await look(owner, "journey-scene-events");
  await theirs.reload();
  await expect(theirs.getByText(`“${reason}”`)).toBeVisible();
  await expect(theirs.getByRole("link", { name: url })).toHaveCount(0);
  await look(theirs, "account-scene-map-removed");

  const { page: performed } = await visitorAs(performer.email, "/creator/scenes?view=signed");
  await expect(performed.getByText("All performers signed. Not published.")).toBeVisible();
  await look(performed, "account-scene-signed-greenlit");
  await performed.getByRole("link", { name: "See platforms" }).click();
  await expect(performed.getByRole("heading", { name: `“${title}”` })).toBeVisible();
  await expect(performed.getByText(`“${reason}”`)).toBeVisible();
});
