import { readFile } from "node:fs/promises";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { firstIdAt, newId } from "@/lib/platform/ids";
import { makeAccount, makeDepiction } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { expect, test, unique } from "./harness/journey";
import { look, openFilters, typeIntoSearch } from "./harness/page";
import { custodian, liveKey, logWithCopy, teamMember } from "./harness/people";

// The smallest image: one gray pixel.
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

const platformPays = (partnerId: string) => ({ id: partnerId, plan: "platform_pays" as const });

const logPicture = (key: string, accountId: string, title: string) =>
  logWithCopy(key, accountId, { title, mimeType: "image/png", body: PNG });

test("content is listed live, found, viewed on record, taken down and exported", async ({ visitorAs, partner }) => {
  const key = await liveKey(partner.partnerId);
  const account = await makeAccount(platformPays(partner.partnerId), { status: "active" });
  const { page } = await visitorAs(partner.ownerEmail, "/portal/content");
  await expect(page.getByText("No content yet")).toBeVisible();
  await look(page, "content-empty");

  // The list is live.
  const title = `Summer at the lake ${unique()}`;
  const depictionId = await logPicture(key, account.id, title);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await expect(page.getByText("Copy stored")).toBeVisible();
  await logPicture(key, account.id, '=HYPERLINK("https://evil.example.com")');
  const hourAgo = new Date(Date.now() - HOUR_MS);
  const lateId = firstIdAt(hourAgo).slice(0, 10) + newId().slice(10);
  await makeDepiction(platformPays(partner.partnerId), {
    id: lateId,
    accountId: account.id,
    title: "Never uploaded",
    createdAt: hourAgo,
  });

  await page.getByLabel("Title, URL or content id").fill("lake summer");
  await expect(page).toHaveURL(/q=lake/);
  await expect(page.getByRole("row").filter({ has: page.getByRole("link") })).toHaveCount(1);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await openFilters(page);
  await page.getByLabel("Creator").fill("somebody else");
  await expect(page.getByText("No matching content")).toBeVisible();
  await page.getByLabel("Creator").fill(account.email);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await look(page, "content");

  // What matches a confirmed removal is found, and says what to do.
  const matched = { depictionId, partnerId: partner.partnerId, reasons: ["file"], matchedAt: new Date() };
  await db.contentMatch.create({ data: matched });
  await page.goto("/portal/content?matched=yes");
  await expect(page.getByRole("row").filter({ has: page.getByRole("link") })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: title })).toContainText("Matches a confirmed removal");
  await look(page, "content-matched");
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByText("Hide it: a custodian decides about this record")).toBeVisible();
  await look(page, "content-matched-record");
  await page.goto(`/portal/content?creator=${account.id}`);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv).toContain(title);
  expect(csv).toContain(`"'=HYPERLINK(`);

  await page.getByRole("link", { name: "Show record" }).click();
  await page.getByRole("link", { name: "Never uploaded" }).click();
  await expect(page.getByText("The declared copy was never confirmed")).toBeVisible();
  await look(page, "content-late");

  await page.goto(`/portal/content/${depictionId}`);
  await expect(page.getByText(/Kept until/)).toBeVisible();
  await expect(page.getByRole("img", { name: /Stored copy/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Show copy" }).click();
  const image = page.getByRole("img", { name: /Stored copy/ });
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1);
  await look(page, "content-copy");
  const part = await page.request.get(`/api/portal/content/${depictionId}/copy`, { headers: { Range: "bytes=1-3" } });
  expect([part.status(), await part.text()]).toEqual([206, "PNG"]);
  expect(part.headers()).toMatchObject({
    "content-range": `bytes 1-3/${PNG.length}`,
    "content-type": "image/png",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  await page.reload();
  await expect(page.getByText("Copy viewed by")).toHaveCount(1);

  await page.getByRole("button", { name: "Take down" }).click();
  await expect(page.getByText("This can’t be undone.")).toBeVisible();
  await look(page, "content-take-down");
  await page.getByLabel("Reason").fill("The creator asked for it");
  await page.getByRole("dialog").getByRole("button", { name: "Take down" }).click();
  await expect(page.getByText(/^Removed .* by /)).toBeVisible();
  await expect(page.getByText("The creator asked for it").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /Show copy|Take down/ })).toHaveCount(0);
  await expect(page.getByText("Only a custodian can open the copy")).toBeVisible();
  await look(page, "content-removed");
  const actions = await db.ledgerEntry.findMany({ where: { subjectId: depictionId }, orderBy: { seq: "asc" } });
  expect(actions.map(({ action }) => action)).toEqual([
    "depiction.logged",
    "depiction.copy_stored",
    "depiction.viewed",
    "depiction.removed",
  ]);
  await page.goto("/portal");
  await expect(page.getByText("1 compliance copy not confirmed")).toBeVisible();
});

test("a viewer sees the list and the record, but not the copy", async ({ visitorAs, partner }) => {
  const key = await liveKey(partner.partnerId);
  const account = await makeAccount(platformPays(partner.partnerId), { status: "active" });
  const depictionId = await logPicture(key, account.id, "Rooftop");
  for (let n = 1; n <= 6; n++) await logPicture(key, account.id, `Terrace ${n}`);
  await fillWholeSearch();
  const { externalContentId } = await db.depiction.findUniqueOrThrow({ where: { id: depictionId } });
  const { page, watch } = await visitorAs(await teamMember(partner.partnerId, "viewer"));
  for (const text of ["rooftop", externalContentId ?? "", depictionId]) {
    await page.goto("/portal/content");
    await typeIntoSearch(page, text);
    await expect(page.getByRole("dialog", { name: "Search" }).getByRole("option").first()).toContainText("Rooftop");
    if (text === "rooftop") await look(page, "content-search");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL((url) => url.pathname === `/portal/content/${depictionId}`);
  }
  // On a phone, the menu with the search button closes.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await page.keyboard.press("Escape");
  // The second press of a double click hits the dialog outside its content; the dialog stays open.
  await typeIntoSearch(page, "terrace", { clickCount: 2 });
  await page.getByRole("option", { name: "Search all content for “terrace”" }).click();
  await expect(page).toHaveURL(/content\?q=terrace$/);
  await expect(page.getByRole("link", { name: /^Terrace/ })).toHaveCount(6);
  await page.goto("/portal/content?copy=lost");
  await expect(page.getByRole("status").filter({ hasText: "Ignored because" })).toContainText("copy");
  await look(page, "content-unread-filter");
  await page.goto("/portal/content?from=2026-02-02&to=2026-01-01");
  await expect(page.getByText("The dates are reversed")).toBeVisible();
  await look(page, "content-no-day");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await page.getByRole("link", { name: "Rooftop" }).click();
  await expect(page.getByText("SHA-256", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /Show copy|Take down/ })).toHaveCount(0);
  watch.allow(403, /\/copy$/);
  const refused = await page.goto(`/api/portal/content/${depictionId}/copy`);
  expect(refused?.status()).toBe(403);
});

test("a custodian finds a performer at every partner, on record", async ({ visitorAs, partner }) => {
  const account = await makeAccount(platformPays(partner.partnerId), { status: "active" });
  const [legalName, alias] = [`Vera ${unique()}`, `Star ${unique()}`];
  await db.identity.update({ where: { userId: account.person.id }, data: { legalName } });
  await db.personAlias.create({ data: { id: newId(), userId: account.person.id, name: alias } });
  const depictionId = await logPicture(await liveKey(partner.partnerId), account.id, "Found by alias");
  await makeDepiction(platformPays(partner.partnerId), {
    accountId: account.id,
    title: "As long as it may be ".repeat(95),
  });
  const { page } = await visitorAs(await custodian(), "/custodian/index");
  await expect(page.getByText("Search the index")).toBeVisible();
  await look(page, "index-begin");
  await page.keyboard.press("/");
  await page.keyboard.type(alias);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Found by alias")).toBeVisible();
  await expect(page.getByText(legalName).first()).toBeVisible();
  await expect(page.getByText(partner.name).first()).toBeVisible();
  await look(page, "index-found");
  const lines = await db.ledgerEntry.findMany({ where: { subjectId: account.person.id, action: "index.searched" } });
  expect(lines).toHaveLength(1);

  await page.getByRole("link", { name: "Found by alias" }).click();
  await expect(page.getByText(/Index kept until/)).toBeVisible();
  await expect(page.getByRole("link", { name: legalName, exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show copy" }).click();
  await expect(page.getByText("Say why you need to see it.")).toBeVisible();
  await page.getByLabel("Why").selectOption("inspection");
  await page.getByRole("button", { name: "Show copy" }).click();
  const image = page.getByRole("img", { name: /Stored copy/ });
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1);
  await look(page, "custodian-record");
  const copy = await page.request.get(`/custodian/records/${depictionId}/copy`, { headers: { Range: "bytes=1-3" } });
  expect([copy.status(), await copy.text(), copy.headers()["cache-control"]]).toEqual([206, "PNG", "no-store"]);
  expect(copy.headers()["content-security-policy"]).toContain("sandbox");
  await page.reload();
  await expect(page.getByText(/viewed the copy.*inspection of records/i)).toBeVisible();
  const looks = await db.ledgerEntry.findMany({
    where: { subjectId: depictionId, actorKind: "staff" },
    orderBy: { seq: "asc" },
  });
  expect(looks.map(({ action, reason, partnerId }) => [action, reason, partnerId])).toEqual([
    ["depiction.opened", null, null],
    ["depiction.viewed", "inspection", null],
    // After the reload, unless the page was reloaded with the right to see the copy.
    ["depiction.opened", null, null],
  ]);

  await page.goto("/custodian/index");
  await page.getByLabel("Performer").fill(`nobody ${unique()}`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("No performer has this name")).toBeVisible();
  await page.getByLabel("Performer").fill("");
  await page.getByLabel("Title, URL, hash or id").fill(legalName);
  await page.keyboard.press("Enter");
  await expect(page.getByText("use the Performer field", { exact: false })).toBeVisible();
  await look(page, "index-none");
  await page.goto(`/custodian/index?from=soon&q=${unique()}`);
  await expect(page.getByRole("status").filter({ hasText: "Ignored because" })).toContainText("from");
  await look(page, "index-unread-filter");
  await page.goto("/custodian/index?from=2026-02-02&to=2026-01-01");
  await expect(page.getByText("The dates are reversed")).toBeVisible();
  await look(page, "index-no-day");
});
