import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { db } from "@/lib/platform/db";
import { ask, eventsOf, RETURN, servePlatform, today } from "./harness/attest";
import { invitationOf, openRelease, signRelease, verified } from "./harness/consent";
import { creatorPays } from "./harness/creator";
import { expect, freshEmail, mailsTo, mailTo, test } from "./harness/journey";
import { look } from "./harness/page";

const statementOn = (page: Page) => page.locator("#statement").textContent();

test("a creator attests to a video once, and goes back to the platform", { tag: "@desk" }, async ({
  visitor,
  partner,
}) => {
  const { url, sessionId, uploader, read } = await ask(partner.partnerId);
  // The proxy in front of us adds the last entry. Browsers can forge the rest.
  const network = `198.18.0.${randomInt(1, 255)}`;
  const { page, watch } = await visitor({
    extraHTTPHeaders: { "X-Forwarded-For": `203.0.113.1, ${network}`, "X-Real-IP": "203.0.113.2" },
  });
  await servePlatform(page);
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Attest to your video", level: 1 })).toBeVisible();
  await look(page, "attest-solo");
  await page.getByRole("link", { name: /^Cancel/ }).click();
  await expect(page).toHaveURL(`${RETURN}&sessionId=${sessionId}&status=cancelled`);
  expect(await read()).toMatchObject({ status: "pending", completedAt: null });

  await page.goto(url);
  const late = await page.context().newPage();
  await late.goto(url);
  await page.getByRole("button", { name: "Attest to this video" }).click();
  await expect(page.getByText("Enter the day this was made.").first()).toBeVisible();
  await look(page, "attest-solo-no-day");
  for (const tab of [page, late]) await tab.getByLabel("Day of production").fill(today());
  const text = await statementOn(page);
  await page.getByRole("button", { name: "Attest to this video" }).dblclick();
  await expect(page.getByRole("heading", { name: "You attested to your video" })).toBeVisible();
  await look(page, "attest-solo-done");
  await late.getByRole("button", { name: "Attest to this video" }).click();
  await expect(late.getByRole("heading", { name: "You attested to your video" })).toBeVisible();

  const attestation = expect.objectContaining({ text, shootDate: `${today()}T00:00:00.000Z`, ip: network });
  const data = expect.objectContaining({ sessionId, contentId: "post-1001", attestation });
  expect(await eventsOf(partner.partnerId)).toMatchObject([{ type: "upload_session.solo_completed", data }]);
  expect(await statementOn(page)).toBe(text);
  expect(await read()).toMatchObject({ status: "completed", completedAt: expect.any(String) });
  const copy = await mailTo(uploader.email, /^You attested to an upload/);
  expect(await mailsTo(uploader.email)).toEqual([copy]);
  await page.getByRole("link", { name: `Continue to ${partner.name}` }).click();
  await expect(page).toHaveURL(`${RETURN}&sessionId=${sessionId}&status=completed`);

  watch.allow(404, /^\/attest\//);
  expect((await page.goto(`/attest/${"x".repeat(43)}`))?.status()).toBe(404);
});

test("a creator attests in their own account", { tag: "@phone" }, async ({ visitorAs, partner }) => {
  const { sessionId, uploader } = await ask(partner.partnerId);
  const { page } = await visitorAs(uploader.email, "/creator/attestations");
  await look(page, "creator-attestations-waiting");
  await page.getByRole("button", { name: /^Read and attest/ }).click();
  await expect(page.getByRole("heading", { name: "Attest to your video", level: 1 })).toBeVisible();
  await page.getByLabel("Day of production").fill(today());
  await page.getByRole("button", { name: "Attest to this video" }).click();
  await expect(page.getByRole("heading", { name: "You attested to your video" })).toBeVisible();
  const { attestation } = await db.uploadSession.findUniqueOrThrow({
    where: { id: sessionId },
    include: { attestation: true },
  });
  expect(attestation?.proof).toBe("session");
});

test("a creator names two others, and the scene is greenlit when both have signed", { tag: "@phone" }, async ({
  visitor,
  partner,
}) => {
  const emails = [await verified(), await verified()] as const;
  const { url, sessionId, read } = await ask(partner.partnerId, { detectedFaceCount: 3, contentType: "gallery" });
  const { page } = await visitor();
  await page.goto(url);
  await expect(page.getByText(/detected 3 faces/)).toBeVisible();
  await look(page, "attest-names");
  await page.getByLabel("Email of performer 1").fill(emails[0]);
  await page.getByLabel("Email of performer 2").fill("second at example");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/^Enter an email address/).first()).toBeVisible();
  await look(page, "attest-names-wrong");
  await page.getByLabel("Email of performer 2").fill(emails[1]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/statement$/);
  // Both are verified and cost nothing, but the page may not tell.
  await expect(page.getByText("$55.00 at most")).toBeVisible();
  await look(page, "attest-collab");
  expect(await read()).toMatchObject({ status: "pending", sceneId: null });

  const late = await page.context().newPage();
  await late.goto(page.url());
  for (const tab of [page, late]) await tab.getByLabel("Day of production").fill(today());
  const text = await statementOn(page);
  await page.getByRole("button", { name: "Attest to this gallery" }).dblclick();
  await expect(page.getByText("We asked 2 people to consent")).toBeVisible();
  await look(page, "attest-collab-done");
  await late.getByRole("button", { name: "Attest to this gallery" }).click();
  await expect(late.getByText("We asked 2 people to consent")).toBeVisible();
  const scene = { partnerId: partner.partnerId, uploadSessionId: sessionId };
  const { id, attestation } = await db.collabScene.findFirstOrThrow({ where: scene, include: { attestation: true } });
  expect(attestation?.text).toBe(text);
  expect(await read()).toMatchObject({ status: "completed", sceneId: id });
  expect(await db.sceneFee.count({ where: { partnerId: partner.partnerId } })).toBe(1);

  for (const email of emails) {
    const { page: theirs } = await visitor();
    await openRelease(theirs, await invitationOf(email));
    await signRelease(theirs);
    await theirs.waitForURL((address) => !address.pathname.endsWith("/sign"));
  }
  const types = ["created", "performer_consented", "performer_consented", "greenlit"];
  const named = (await eventsOf(partner.partnerId)).map(({ type, data }) => [type, data.uploadSessionId]);
  expect(named).toEqual(types.map((type) => [`collab_scene.${type}`, sessionId]));
});

test("creators attest without scripts", { tag: "@phone" }, async ({ visitor }) => {
  const { partnerId, name } = await creatorPays();
  const { page } = await visitor({ javaScriptEnabled: false });
  const solo = await ask(partnerId);
  await page.goto(solo.url);
  const text = await statementOn(page);
  await page.getByRole("button", { name: "Attest to this video" }).click();
  await expect(page.getByText("Enter the day this was made.").first()).toBeVisible();
  await page.getByLabel("Day of production").fill(today());
  await page.getByRole("button", { name: "Attest to this video" }).click();
  await expect(page.getByRole("heading", { name: "You attested to your video" })).toBeVisible();
  expect(await eventsOf(partnerId)).toMatchObject([{ data: { attestation: { text } } }]);

  const collab = await ask(partnerId, { detectedFaceCount: 2, shootDate: "2026-09-05T12:00:00Z" });
  const [first, second] = [freshEmail("first"), freshEmail("second")];
  await page.goto(collab.url);
  await page.getByLabel("Email").fill(collab.uploader.email);
  await page.getByRole("button", { name: "Add another" }).click();
  await page.getByLabel("Email of performer 2").fill(second);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("$55.00 at most")).toBeVisible();
  await expect(page.getByLabel("Day of production")).toHaveCount(0);
  await page.getByRole("button", { name: "Attest to this video" }).click();
  await expect(page.getByText(/^Name only the others/).first()).toBeVisible();
  await page.getByLabel("Email of performer 1").fill(first);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Attest to this video" }).click();
  await expect(page.getByText("We asked 2 people to consent")).toBeVisible();
  await expect(page.getByRole("link", { name: `Continue to ${name}` })).toBeVisible();
  const { sceneId } = await collab.read();
  const performers = await db.scenePerformer.findMany({ where: { sceneId: String(sceneId) } });
  expect(performers.map(({ email }) => email).sort()).toEqual([first, second].sort());
});
