import type { Page } from "@playwright/test";
import { HOUR_MS } from "@/lib/platform/duration";
import { firstIdAt, newId } from "@/lib/platform/ids";
import { makeDepiction } from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { makeScene } from "@/lib/testing/scenes";
import { expect, test } from "./harness/journey";
import { custodian } from "./harness/people";

// A person's click wins over what a page does by itself meanwhile.

const platformPays = (partnerId: string) => ({ id: partnerId, plan: "platform_pays" as const });

/** Holds what the router loads from matching URLs: the first answer until `release`, all later ones forever. */
async function holdPages(page: Page, matching: RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(matching, async (route) => {
    const { url, headers } = { url: route.request().url(), headers: route.request().headers() };
    if (!url.includes("_rsc=") || headers["next-router-prefetch"]) return route.continue();
    count++;
    if (count > 1) return;
    await released;
    await route.continue();
  });
  return { release, count: () => count };
}

test("a row opens even if the list moves while it is pressed", async ({ visitorAs, partner }) => {
  const hourAgo = new Date(Date.now() - HOUR_MS);
  await makeDepiction(platformPays(partner.partnerId), {
    id: firstIdAt(hourAgo).slice(0, 10) + newId().slice(10),
    title: "Never uploaded",
    createdAt: hourAgo,
  });
  const { page } = await visitorAs(partner.ownerEmail);
  await page.goto("/portal/content", { waitUntil: "networkidle" });
  const { release } = await holdPages(page, /copy=late/);
  await page.getByRole("link", { name: "Show record" }).click();
  await page.getByRole("link", { name: "Never uploaded" }).hover();
  await page.mouse.down();
  release();
  // The notice above the list is gone, so the row is no longer under the pointer.
  await expect(page.getByRole("link", { name: "Show record" })).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByText("The declared copy was never confirmed")).toBeVisible();
});

test("a tab opens even if its list was about to be filtered, and is filtered too", async ({ visitorAs }) => {
  const { page } = await visitorAs(await custodian());
  await page.clock.install();
  await page.goto("/custodian/identities", { waitUntil: "networkidle" });
  const { release } = await holdPages(page, /view=approved$|view=approved&_rsc/);
  await page.clock.pauseAt(Date.now() + HOUR_MS);
  await page.getByRole("searchbox").fill("lake");
  await page.getByRole("link", { name: "Approved" }).click();
  await page.clock.runFor(1_000);
  await page.clock.resume();
  release();
  await expect(page).toHaveURL(/view=approved/);
  await expect(page).toHaveURL(/q=lake/);
  await expect(page.getByRole("searchbox")).toHaveValue("lake");
  await page.goBack();
  await expect(page).toHaveURL(/\/custodian\/identities$/);
});

test("a page opens even if the one before refreshes meanwhile", async ({ visitorAs, partner }) => {
  const scene = await makeScene(platformPays(partner.partnerId));
  const { page } = await visitorAs(partner.ownerEmail);
  await page.goto(`/portal/scenes/${scene.id}`, { waitUntil: "networkidle" });
  const { release, count } = await holdPages(page, /\/portal\/creators\?/);
  const marks: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/scenes/mark")) marks.push(await response.text());
  });
  await expect.poll(() => marks.length).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Creators" }).first().click();
  await expect.poll(count).toBe(1);
  for (const performer of scene.performers) await sign(await openVerified(performer), performer);
  await expect.poll(() => new Set(marks).size).toBeGreaterThan(1);
  release();
  await expect(page).toHaveURL(/\/portal\/creators$/);
  await expect(page.getByRole("heading", { name: "Creators" })).toBeVisible();
});
