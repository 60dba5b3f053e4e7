import { makeAccount } from "@/lib/testing/factories";
import { expect, test } from "./harness/journey";
import { DESKTOP, look, whatIsCutOff } from "./harness/page";
import { custodian, liveKey } from "./harness/people";

test("the landing page links to the portal, the reference and removal requests", { tag: "@desk" }, async ({
  visitor,
}) => {
  const { page } = await visitor();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const part of ["How it works", "What the law asks, and how we meet it", "Security"]) {
    await expect(page.getByRole("heading", { name: part, level: 2 })).toBeVisible();
  }
  // The operator of the journeys has set no price and no text of theirs.
  await expect(page.getByRole("heading", { name: "Prices" })).toHaveCount(0);
  await expect(page.getByRole("contentinfo").getByRole("link", { name: /^(Terms|Privacy)$/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Write to support@localhost" })).toHaveAttribute(
    "href",
    "mailto:support@localhost",
  );
  const picture = page.getByRole("img", { name: /^A scene in the partner portal/ });
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await look(page, "landing");
  for (const place of ["main", "contentinfo"] as const) {
    await expect(page.getByRole(place).getByRole("link", { name: "Ask for a removal" })).toHaveAttribute(
      "href",
      "/removal",
    );
  }
  await page.getByRole("main").getByRole("link", { name: "Open the partner portal" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("the documentation has three ways in, and lists the calls of the API", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toBeVisible();
  for (const way of ["Five-minute quickstart", "Guides", "Reference"]) {
    await expect(page.getByRole("main").getByRole("link", { name: way }).first()).toBeVisible();
  }
  await look(page, "docs");
  await page.getByRole("main").getByRole("link", { name: "Solo accounts", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Solo accounts" })).toBeVisible();
  await expect(page.getByText("/api/v1/solo-accounts", { exact: true }).first()).toBeVisible();
  await look(page, "docs-solo-accounts");
});

test("a guide shows code in the language that the reader chose last", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/docs/quickstart");
  const provision = page.getByRole("region", { name: "3. Provision a creator" });
  await expect(provision.getByText("curl -X POST")).toBeVisible();
  await page.getByRole("group", { name: "Examples in" }).getByText("PHP", { exact: true }).click();
  await expect(provision.getByText("stream_context_create")).toBeVisible();
  await expect(provision.getByText("curl -X POST")).toBeHidden();
  await look(page, "docs-quickstart");
  await page.goto("/docs/scenes-and-consent");
  await expect(page.getByText("stream_context_create").first()).toBeVisible();
  await look(page, "docs-scenes-and-consent");
});

test("the documentation works without scripts", async ({ visitor }) => {
  const { page } = await visitor({ javaScriptEnabled: false });
  await page.goto("/docs/logging-content");
  await page.getByRole("group", { name: "Examples in" }).getByText("Python", { exact: true }).click();
  await expect(page.getByText("from urllib.request import").first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the documentation" }).fill("copy");
  await page.getByRole("searchbox", { name: "Search the documentation" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "All pages" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Takedowns", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Takedowns" })).toBeVisible();
});

test("the search opens an error’s page, from the keyboard alone", async ({ visitor }) => {
  const { page } = await visitor({ viewport: DESKTOP });
  await page.goto("/docs");
  await page.keyboard.press("/");
  const search = page.getByRole("combobox", { name: "Search the documentation" });
  await expect(search).toBeFocused();
  await page.keyboard.type("not_upl");
  await expect(page.getByRole("option", { name: "NOT_UPLOADED" })).toBeVisible();
  await look(page, "docs-search");
  await search.fill("takedwon");
  await expect(page.getByRole("option", { name: /^Takedowns/ }).first()).toBeVisible();
  await search.fill("not_upl");
  await expect(page.getByRole("option", { name: "NOT_UPLOADED" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/errors\/NOT_UPLOADED$/);
  await expect(page.getByRole("region", { name: "Fix" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Confirm a compliance copy" }).first()).toBeVisible();
  await look(page, "docs-error");
});

test("a developer tries a call with their own key, and sees their own ids", async ({ visitorAs, partner }) => {
  const key = await liveKey(partner.partnerId);
  const account = await makeAccount({ id: partner.partnerId, plan: "platform_pays" });
  const { page } = await visitorAs(partner.ownerEmail, "/docs/solo-accounts");
  const read = page.getByRole("region", { name: "Read a solo account" });
  await expect(read.getByText(account.id).first()).toBeVisible();
  // An example that writes could be copied.
  const deactivate = page.getByRole("region", { name: /^Deactivate/ });
  await expect(deactivate.getByText("03f9c2k7v1m4x8q0z5t6b3n1a").first()).toBeVisible();
  await read.getByText("Try it").click();
  await read.getByLabel(/^Your key/).fill(key);
  await look(page, "docs-try");
  await read.getByRole("button", { name: "Send GET" }).click();
  await expect(read.getByRole("status").filter({ hasText: "200 in" })).toBeVisible();
  await expect(read.getByText(`"externalUserId": "${account.externalUserId}"`)).toBeVisible();
  await read.getByLabel("GET", { exact: true }).fill("//evil.example/api/v1/x");
  await read.getByRole("button", { name: "Send GET" }).click();
  await expect(read.getByText("Only paths under /api/v1/")).toBeVisible();
  await page.reload();
  await read.getByText("Try it").click();
  await expect(read.getByLabel(/^Your key/)).toHaveValue(key);

  // A POST that changes nothing needs no confirmation.
  await page.goto("/docs/talent");
  const check = page.getByRole("region", { name: "Check a creator" });
  await check.getByText("Try it").click();
  await expect(check.getByText("This call only reads.")).toBeVisible();
  await check.getByRole("button", { name: "Send POST" }).click();
  await expect(check.getByRole("status").filter({ hasText: "200 in" })).toBeVisible();
});

test("the changelog is a page and a feed", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/docs/changelog");
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText("Nov 29, 2026");
  await look(page, "docs-changelog");
  const feed = await page.request.get("/docs/changelog.atom");
  expect(feed.headers()["content-type"]).toBe("application/atom+xml; charset=utf-8");
});

test("no page of the documentation cuts anything off", async ({ visitor }) => {
  // An error's page takes little, but there are many.
  test.slow();
  const { page } = await visitor();
  const pathsOn = async (path: string) => {
    await page.goto(path);
    return page
      .locator("a[href^='/docs']")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  };
  const paths = new Set([...(await pathsOn("/docs")), ...(await pathsOn("/docs/errors"))]);
  expect(paths.size).toBeGreaterThan(50);
  const cutOff: string[] = [];
  for (const path of paths) {
    if (path.endsWith(".atom") || path.endsWith(".json")) continue;
    await page.goto(path, { waitUntil: "domcontentloaded" });
    cutOff.push(...(await whatIsCutOff(page)).map((what) => `${path}: ${what}`));
  }
  expect(cutOff).toEqual([]);
});

test("an old link into the reference leads to the line with the new one", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/docs#event-content_log.deleted");
  const line = page.locator("[id='event-content_log.deleted']");
  await expect(line).toBeInViewport();
  await line.getByRole("link").click();
  await expect(page).toHaveURL(/\/docs\/event-types#event-content_log\.deleted$/);
});

test("the reference shows how to receive webhooks, in the chosen language", async ({ visitor }) => {
  // Long pages take long to scan.
  test.slow();
  const { page } = await visitor();
  await page.goto("/docs/webhooks#verify");
  const verifying = page.getByRole("region", { name: "Verifying a signature" });
  const verifyIn = verifying.getByRole("group", { name: "Verify in" });
  await expect(verifying.getByText("receiver.mjs", { exact: true })).toBeVisible();
  await verifyIn.getByText("PHP", { exact: true }).click();
  await expect(verifying.getByText("hash_equals($expected, $signature)")).toBeVisible();
  await expect(verifying.getByText("receiver.mjs", { exact: true })).toBeHidden();
  await look(page, "docs-webhooks");

  await page.goto("/docs/event-types#event-content_log.deleted");
  const deleted = page.getByRole("region", { name: "content_log.deleted" });
  await expect(deleted.getByRole("heading", { level: 2 })).toBeInViewport();
  await expect(deleted.getByText("legalBasis", { exact: true }).first()).toBeVisible();
});

test("the reference takes a developer to a first attestation, in the chosen language", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/docs");
  await page.getByRole("main").getByRole("link", { name: "Hosted attestation", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Hosted attestation" })).toBeVisible();
  const program = page.getByRole("region", { name: "Complete program" });
  await expect(program.getByText("/api/v1/events?types=").filter({ visible: true }).first()).toBeVisible();
  await page.getByRole("group", { name: "Examples in" }).getByText("Python", { exact: true }).click();
  await expect(program.getByText("def start_upload").filter({ visible: true })).toBeVisible();
  await look(page, "docs-hosted-attestation");
});

test("an unknown page answers 404 and says so", async ({ visitor }) => {
  const { page, watch } = await visitor();
  watch.allow(404, /^\/no\/such\/page$/);
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Site" })).toBeVisible();
  await look(page, "not-found");
  watch.allow(404, /^\/(terms|privacy)$/);
  for (const path of ["/terms", "/privacy"]) expect((await page.goto(path))?.status()).toBe(404);
});

for (const address of ["/docs/no-such-area", "/docs/webhooks/verify", "/docs/solo-accounts/a/b"]) {
  test(`${address}, an unknown page of the reference, links back to it`, async ({ visitor }) => {
    const { page, watch } = await visitor();
    watch.allow(404, /^\/docs\//);
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "This page is not in the documentation" })).toBeVisible();
    if (address === "/docs/webhooks/verify") await look(page, "docs-not-found");
    await page.getByRole("main").getByRole("link", { name: "documentation" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toBeVisible();
  });
}

test("unknown paths under /.well-known/ answer 404 in JSON", async ({ visitor }) => {
  const { page } = await visitor();
  for (const path of ["openid-configuration", "change-password", "acme-challenge/x", ""]) {
    const answer = await page.request.get(`/.well-known/${path}`);
    expect(answer.status(), path).toBe(404);
    expect(answer.headers()["content-type"]).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({ error: expect.any(String) });
    const head = await page.request.head(`/.well-known/${path}`);
    expect([head.status(), await head.text()]).toEqual([404, ""]);
  }
});

test("an unknown page of the portal keeps the navigation", async ({ visitorAs, partner }) => {
  const { page, watch } = await visitorAs(partner.ownerEmail);
  watch.allow(404, /^\/portal\//);
  for (const path of ["/portal/no/such/page", "/portal/creators/none", "/portal/webhooks/none/test"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to the portal" })).toBeVisible();
    // On a phone the rail is behind the menu.
    await expect(page.getByRole("navigation", { name: "Portal", includeHidden: true })).toHaveCount(1);
  }
  await look(page, "portal-not-found");
});

test("an unknown page of the custodians keeps their navigation", async ({ visitorAs }) => {
  const { page, watch } = await visitorAs(await custodian());
  watch.allow(404, /^\/custodian\//);
  expect((await page.goto("/custodian/no/such/page"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Custodian", includeHidden: true })).toHaveCount(1);
  await look(page, "custodian-not-found");
});

test("the copy button of the reference copies code", async ({ visitor }) => {
  const { page } = await visitor({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto("/docs/guide");
  await page.getByRole("button", { name: "Copy" }).first().click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${process.env.BASE_URL}/api/v1`);
});

test("the theme follows the system, and can be pinned", async ({ visitor }) => {
  const { page } = await visitor();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto("/");
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).not.toBe(light);
  await page.getByRole("radio", { name: "Light" }).check({ force: true });
  await expect.poll(background).toBe(light);
  await page.reload();
  expect(await background()).toBe(light);
});
