import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { startReceiver } from "@/lib/testing/receiver";
import { makeUploadSession } from "@/lib/testing/upload-sessions";
import { api } from "./harness/api";
import { ask, eventsOf, today } from "./harness/attest";
import { expect, freshEmail, test } from "./harness/journey";
import { look } from "./harness/page";

test("an expired session, and one that expires while its page is open, take no attestation", async ({
  visitor,
  partner,
}) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" } as const;
  // What a session is never changes, so this one is made shortly before its end.
  const closing = await makeUploadSession(owner, { createdAt: new Date(Date.now() + 20_000 - 7 * DAY_MS) });
  const { page: open } = await visitor();
  await open.goto(closing.url);
  await open.getByLabel("Day of production").fill(today());

  const { url } = await makeUploadSession(owner, { createdAt: new Date(Date.now() - 8 * DAY_MS) });
  const { page } = await visitor();
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await look(page, "attest-expired");

  await expect.poll(() => Date.now() > closing.expiresAt.getTime()).toBe(true);
  await open.getByRole("button", { name: "Attest to this video" }).click();
  await expect(open.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  expect(await db.uploadSession.count({ where: { partnerId: partner.partnerId, completedAt: null } })).toBe(2);
});

test("a creator who is suspended, and a platform that loses scenes, while the page is open", async ({
  visitor,
  partner,
}) => {
  const { partnerId, name } = partner;
  const solo = await ask(partnerId, { shootDate: "2026-09-05T12:00:00Z" });
  const [{ page }, { page: plain }] = [await visitor(), await visitor({ javaScriptEnabled: false })];
  for (const open of [page, plain]) await open.goto(solo.url);
  const path = `/solo-accounts/${solo.uploader.id}`;
  expect(await api(solo.key).post(`${path}/deactivate`)).toMatchObject({ body: { deactivated: true } });
  for (const open of [page, plain]) {
    await open.getByRole("button", { name: "Attest to this video" }).click();
    await expect(open.getByRole("heading", { name: `Your account for ${name} is not active` })).toBeVisible();
    await expect(open.getByRole("button")).toHaveCount(0);
  }
  await look(page, "attest-suspended");
  expect((await api(solo.key).post(`${path}/reactivate`)).status).toBe(200);
  await page.goto(solo.url);
  await expect(page.getByRole("button", { name: "Attest to this video" })).toBeVisible();

  const collab = await ask(partnerId, { detectedFaceCount: 2 });
  await page.goto(collab.url);
  await page.getByLabel("Email").fill(freshEmail("other"));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Day of production").fill(today());
  await db.partner.update({ where: { id: partnerId }, data: { collabScenes: false } });
  await page.getByRole("button", { name: "Attest to this video" }).click();
  await expect(page.getByRole("heading", { name: `${name} can’t publish this right now` })).toBeVisible();
  await look(page, "attest-collab-withdrawn");

  expect(await db.uploadSession.count({ where: { partnerId, completedAt: null } })).toBe(2);
  expect(await db.collabScene.count({ where: { partnerId } })).toBe(0);
  const types = (await eventsOf(partnerId)).map(({ type }) => type);
  expect(types.filter((type) => !type.startsWith("solo_account."))).toEqual([]);
});

test("a framed page is a link to its own tab", async ({ visitor, partner }) => {
  const { url } = await ask(partner.partnerId);
  const body = `<!doctype html><iframe title="Attestation" src="${url}"></iframe>`;
  // A served page, because browsers keep other ones from framing what is on this machine.
  const platform = await startReceiver((response) => response.setHeader("Content-Type", "text/html").end(body));
  const { page } = await visitor();
  await page.goto(platform.url);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Open this page in its own tab" })).toBeVisible();
  const opening = page.context().waitForEvent("page");
  await frame.getByRole("link", { name: "Open in a new tab" }).click();
  await expect((await opening).getByRole("heading", { name: "Attest to your video" })).toBeVisible();
  await platform.close();
});
