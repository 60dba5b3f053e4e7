import { randomBytes, randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { makeAccount, makeDepiction } from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { flipped } from "@/lib/testing/picture-hashes";
import { draw } from "@/lib/testing/pictures";
import { payloadsOf } from "@/lib/testing/queue";
import { makeItem, makeRemoval } from "@/lib/testing/removals";
import { makePublication, makeScene } from "@/lib/testing/scenes";
import { expect, freshEmail, mailTo, test, unique } from "./harness/journey";
import { look, openFilters } from "./harness/page";
import { custodian, ledgerActions, liveKey, logWithCopy } from "./harness/people";

const PAGE = /\/removals\/\w{25}/;
const owned = (partnerId: string) => ({ id: partnerId, plan: "platform_pays" as const });
const panel = (page: Page) => page.getByRole("region", { name: "Decision" });

/** A request with two records to decide, the second one a scene that the claimant signed, and one suggestion. */
async function filed(partnerId: string) {
  const owner = owned(partnerId);
  const email = freshEmail("claimant");
  const titles = ["At the lake", "On the roof", "In the garden"].map((place) => `${place} ${unique()}`);
  const [lake, roof, garden] = titles;
  const scene = await makeScene(owner, { title: roof, performers: [{ email }] });
  for (const performer of scene.performers) await sign(await openVerified(performer), performer);
  const [first, second, maybe] = [
    await makeDepiction(owner, { title: lake }),
    await makePublication(scene, { partnerId }),
    await makeDepiction(owner, { title: garden }),
  ];
  const requestedAt = new Date(Date.now() - 50 * HOUR_MS);
  await makeRemoval({ email, status: "withdrawn", requestedAt: new Date(Date.now() - 60 * HOUR_MS) });
  const removal = await makeRemoval({ email, requestedAt, urls: [first.contentUrl, second.contentUrl] });
  const { id: itemId } = await makeItem(removal, { depictionId: first.id });
  const { id: targetId } = await db.removalTarget.findFirstOrThrow({
    where: { requestId: removal.id, url: first.contentUrl },
  });
  await db.removalItemTarget.create({ data: { itemId, targetId } });
  await makeItem(removal, { publicationId: second.id });
  await makeItem(removal, { depictionId: maybe.id, status: "suggested", foundBy: "name" });
  return { email, removal, titles };
}

/** Presses a key until it opens this form: keys work once the page's script has loaded. */
async function openForm(page: Page, key: string, name: string): Promise<void> {
  const form = page.getByRole("form", { name });
  await expect(async () => {
    if (!(await form.isVisible())) await page.keyboard.press(key);
    await expect(form).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

const WALK = 10;
const REJECTED = [3, 8];
const WORDS = { confirm: "It shows you.".length, reject: "You signed the release.".length };
// What the same walk took when each decision was a form with words to write and a button: `j` and Enter in the queue, `c` or `r`, the
// words, Tab and Enter, and `n` for the next request.
const BEFORE = 2 + (WALK - REJECTED.length) * (WORDS.confirm + 3) + REJECTED.length * (WORDS.reject + 3) + (WALK - 1);

test("a custodian decides ten removals by keyboard alone, with a fifth of the presses", { tag: "@desktop" }, async ({
  visitorAs,
  partner,
}) => {
  test.setTimeout(600_000);
  const ids: string[] = [];
  for (let place = 0; place < WALK; place++) {
    const { id: depictionId, contentUrl } = await makeDepiction(owned(partner.partnerId));
    // Due before those of all other journeys.
    const requestedAt = new Date(Date.UTC(2015, 0, 1, 0, place));
    const urls = [contentUrl];
    ids.push((await makeRemoval({ legalBasis: "DMCA", requestedAt, urls, items: [{ depictionId }] })).id);
  }
  const { page } = await visitorAs(await custodian(), `/custodian/removals?q=${ids[0]}`);
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await look(page, "removal-shortcuts");
  await page.keyboard.press("Escape");
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      presses++;
      await page.keyboard.press(key);
    }
  };
  await expect(page.getByRole("row").getByRole("link").first()).toBeVisible();
  await press("o");
  for (const [place, id] of ids.entries()) {
    await page.waitForURL((url) => url.pathname.endsWith(id));
    await expect(panel(page).getByRole("link", { name: "Confirm removal" })).toBeVisible();
    if (REJECTED.includes(place)) {
      await press("x");
      await expect(page.getByRole("form", { name: "Reject" })).toBeVisible();
      await press("3", "Enter");
    } else {
      await press("c");
      await expect(page.getByRole("form", { name: "Confirm removal" })).toBeVisible();
      await press("1");
      if (place === 0) {
        await expect(page.getByRole("region", { name: "Preview for the claimant" })).toContainText(
          "It is what you named in your request.",
        );
        await look(page, "removal-confirm");
      }
      await press("Enter");
    }
    await page.waitForURL((url) => !url.pathname.endsWith(id));
  }
  const found = await db.removalRequest.findMany({
    where: { id: { in: ids } },
    orderBy: { requestedAt: "asc" },
    include: { items: true },
  });
  expect(found.map(({ status, items }) => [status, items[0]?.status])).toEqual(
    ids.map((_, place) => ["decided", REJECTED.includes(place) ? "rejected" : "confirmed"]),
  );
  console.info(`key presses for ${WALK} removals: ${presses}, before ${BEFORE}`);
  expect(presses).toBeLessThanOrEqual(BEFORE / 5);
});

test("custodians decide a removal request with the keyboard alone", { tag: "@desk" }, async ({
  visitorAs,
  partner,
}) => {
  const { email, removal, titles } = await filed(partner.partnerId);
  const [lake = "", roof = "", garden = ""] = titles;
  const [grace, hedy] = [await custodian(), await custodian()];
  const { page } = await visitorAs(grace, "/custodian/removals");
  const counted = page.getByRole("link", { name: /^Removals.*past a deadline/, includeHidden: true });
  await expect(counted).toHaveAttribute("href", "/custodian/removals?view=breached");
  await look(page, "removal-queue");
  const search = page.getByRole("searchbox");
  await expect(async () => {
    // Once focused, it would write the key.
    if (!(await search.evaluate((box) => box === document.activeElement))) await page.keyboard.press("/");
    await expect(search).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.type(email);
  await page.waitForURL(/[?&]q=/);
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Breached");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(page.getByRole("row").getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: lake })).toBeVisible();
  const claim = page.getByRole("region", { name: "Claim" });
  await expect(claim).toContainText("It shows me at the lake.");
  await expect(claim).toContainText("48 hours from the request");
  // What the record was found by is marked in the claim.
  await expect(claim.getByText("This record")).toHaveCount(1);
  await look(page, "removal-request");
  await expect(async () => {
    if (!(await page.getByText("Yours", { exact: true }).isVisible())) await page.keyboard.press("w");
    await expect(page.getByText("You work on this request now.")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  // Nobody else decides it meanwhile.
  const other = await visitorAs(hedy, `/custodian/removals/${removal.id}`);
  await expect(other.page.getByText(/works on this request/)).toBeVisible();
  await expect(panel(other.page).getByRole("link", { name: /Confirm removal|rejection/ })).toHaveCount(0);
  await look(other.page, "removal-elsewhere");

  await openForm(page, "n", "Note");
  await page.keyboard.type("The lake is in her statement");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Notes" })).toContainText("The lake is in her statement");
  await openForm(page, "c", "Confirm removal");
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Removal confirmed.", { exact: false })).toBeVisible();
  await expect(page.getByRole("heading", { name: roof })).toBeVisible();
  // What speaks against it is in the record.
  await expect(page.getByRole("region", { name: "Releases and consents" })).toContainText(`${email} signed a release`);
  await expect(page.getByRole("region", { name: "Other requests" })).toContainText("Withdrawn");
  await openForm(page, "x", "Propose rejection");
  await page.keyboard.press("3");
  await expect(page.getByRole("region", { name: "Preview for the claimant" })).toContainText("They can appeal once.");
  await look(page, "removal-reject");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Rejection proposed.", { exact: false })).toBeVisible();
  await expect(page.getByRole("heading", { name: garden })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { name: roof })).toBeVisible();
  await expect(page.getByText("You proposed to reject this")).toBeVisible();
  await look(page, "removal-proposed");
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: garden })).toBeVisible();
  // What is theirs would be followed by another request that they take.
  await page.keyboard.press("w");
  await expect(page.getByText(/^Put back\./)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: garden })).toBeVisible();
  await openForm(page, "q", "Ask the claimant");
  await page.keyboard.type("Which of these shows you?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.waitForURL((url) => !url.pathname.endsWith(removal.id));
  await expect(page.getByText("Question sent to the claimant.")).toBeVisible();
  expect((await mailTo(email, /question/)).links).toHaveLength(1);
  await page.goto(`/custodian/removals/${removal.id}`);
  await expect(page.getByText("Which of these shows you?")).toBeVisible();
  await expect(page.getByRole("heading", { name: garden })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("d");
    await page.waitForURL((url) => !url.pathname.endsWith(removal.id), { timeout: 2_000 });
  }).toPass();
  const acts = await ledgerActions(grace, removal.id);
  expect(acts.filter((act) => act !== "removal_request.released")).toEqual([
    "removal_request.viewed",
    "removal_request.assigned",
    "removal_request.noted",
    "removal_request.item_confirmed",
    "removal_request.rejection_proposed",
    "removal_request.asked",
    "removal_request.item_dismissed",
  ]);

  // A second custodian agrees.
  await other.page.reload();
  await expect(other.page.getByText("proposes to reject this")).toBeVisible();
  await openForm(other.page, "x", "Reject");
  await other.page.getByRole("textbox", { name: "Your words" }).fill("The release that you signed covers it.");
  await other.page.keyboard.press("ControlOrMeta+Enter");
  await expect(other.page.getByText("Record rejected.")).toBeVisible();
  await other.page.goto(`/custodian/removals/${removal.id}`);
  await look(other.page, "removal-decided");
  expect(await db.removalRequest.findUniqueOrThrow({ where: { id: removal.id } })).toMatchObject({ status: "decided" });
  await expect.poll(async () => (await mailTo(email, /decided/)).subject).toBe("Your request is decided");
});

test("a custodian takes requests, compares a similar copy at one zoom, and hands one over", async ({
  visitorAs,
  partner,
}) => {
  const key = await liveKey(partner.partnerId);
  const account = await makeAccount(owned(partner.partnerId), { status: "active" });
  const picture = await draw(77);
  const [named, alike] = [
    await logWithCopy(key, account.id, { title: `Named ${unique()}`, mimeType: "image/jpeg", body: picture }),
    await logWithCopy(key, account.id, {
      title: `Alike ${unique()}`,
      mimeType: "image/jpeg",
      body: await sharp(picture).resize(300).jpeg().toBuffer(),
    }),
  ];
  await expect
    .poll(() => db.copyHash.count({ where: { depictionId: { in: [named, alike] } } }), { timeout: 60_000 })
    .toBe(2);
  const [me, colleague] = [await custodian(), await custodian()];
  const idOf = async (email: string) => (await db.user.findUniqueOrThrow({ where: { email } })).id;
  // Theirs already, so that they take none of another journey's.
  const assignedUntil = new Date(Date.now() + HOUR_MS);
  const removal = await makeRemoval({ custodianId: await idOf(me), assignedUntil, items: [{ depictionId: named }] });
  await makeItem(removal, {
    depictionId: alike,
    status: "suggested",
    foundBy: "similar",
    nearDepictionId: named,
    distance: 4,
    quality: 100,
    frames: 1,
  });
  const { page } = await visitorAs(me, "/custodian/removals");
  await openFilters(page);
  await page.getByLabel("Due").selectOption("day");
  await page.waitForURL(/due=day/);
  await expect(async () => {
    await page.keyboard.press("n");
    await page.waitForURL(PAGE, { timeout: 5_000 });
  }).toPass();
  await expect(page).toHaveURL(new RegExp(removal.id));
  await expect(page.getByText("Yours", { exact: true })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByText(/of 256 bits differ/)).toBeVisible();
  await page.keyboard.press("o");
  await expect(page.getByRole("figure").getByRole("img")).toHaveCount(2);
  await page.keyboard.press("+");
  await expect(page.getByRole("region", { name: /1.5 times/ })).toHaveCount(2);
  await look(page, "removal-copies");
  await page.keyboard.press("o");
  await expect(page.getByRole("figure")).toHaveCount(0);
  await page.goto("/custodian/removals?work=mine");
  await page.getByRole("button", { name: "Put mine back" }).click();
  await expect(page.getByText("No matching requests")).toBeVisible();
  await page.goto(`/custodian/removals/${removal.id}`);
  await openForm(page, "h", "Reassign to a colleague");
  await page.getByLabel("Colleague", { exact: true }).selectOption(await idOf(colleague));
  await page.getByLabel("Why", { exact: true }).last().fill("You know this platform");
  await look(page, "removal-reassign");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith(removal.id));
  const other = await visitorAs(colleague, `/custodian/removals/${removal.id}`);
  await expect(other.page.getByText("Yours", { exact: true })).toBeVisible();
  await expect(other.page.getByRole("region", { name: "Notes" })).toContainText("You know this platform");
});

type ItemOptions = Parameters<typeof makeItem>[1];

/** A request about a record, with suggested ones that look alike, and one that doesn't. */
async function filedAlike(partnerId: string) {
  const key = await liveKey(partnerId);
  const account = await makeAccount(owned(partnerId), { status: "active" });
  // What another run stored would be suggested, too.
  const seed = randomInt(1_000_000);
  const picture = await draw(seed);
  const versions: [string, Buffer][] = [
    ["Named", picture],
    ["Small", await sharp(picture).resize(300).jpeg().toBuffer()],
    ["Squeezed", await sharp(picture).resize(500).jpeg({ quality: 60 }).toBuffer()],
    ["Mirrored", await sharp(picture).flop().jpeg().toBuffer()],
    ["Wrong", await draw(seed + 1)],
  ];
  const ids: string[] = [];
  for (const [title, body] of versions) {
    ids.push(await logWithCopy(key, account.id, { title: `${title} ${unique()}`, mimeType: "image/jpeg", body }));
  }
  await expect
    .poll(() => db.copyHash.count({ where: { depictionId: { in: ids }, part: 0 } }), { timeout: 60_000 })
    .toBe(versions.length);
  // Its own jobs would suggest the same records, once a request is about one of them.
  const comparing = async () =>
    (await payloadsOf<object>("suggest_similar")).map(({ payload }) => JSON.stringify(payload));
  await expect
    .poll(async () => (await comparing()).filter((one) => ids.some((id) => one.includes(id))), { timeout: 60_000 })
    .toEqual([]);
  const [named = "", small = "", squeezed = "", mirrored = "", wrong = ""] = ids;
  const removal = await makeRemoval({
    sha256s: [randomBytes(32)],
    items: [{ depictionId: named, status: "confirmed" }],
  });
  // What the claimant has on their device, and only its hash is known.
  const [own] = removal.targets;
  const { pdq } = await db.copyHash.findFirstOrThrow({ where: { depictionId: wrong, part: 0 } });
  const wanted = { targetId: own?.id ?? "", declared: true, part: 0, turn: 0, pdq: flipped(pdq, 25), quality: 80 };
  await db.wantedHash.create({ data: wanted });
  const suggest = (depictionId: string, near: ItemOptions) =>
    makeItem(removal, {
      depictionId,
      status: "suggested",
      foundBy: "similar",
      quality: 96,
      frames: 1,
      turn: 0,
      ...near,
    });
  await suggest(small, { nearDepictionId: named, distance: 2 });
  await suggest(squeezed, { nearDepictionId: named, distance: 11 });
  await suggest(mirrored, { nearDepictionId: named, distance: 20, turn: 5 });
  await suggest(wrong, { nearTargetId: wanted.targetId, distance: 25 });
  return removal;
}

test("a custodian decides once about records that look alike, by keyboard", { tag: "@desk" }, async ({
  visitorAs,
  partner,
}) => {
  test.setTimeout(600_000);
  const removal = await filedAlike(partner.partnerId);
  const { page } = await visitorAs(await custodian(), `/custodian/removals/${removal.id}`);
  const records = page.getByRole("region", { name: "Matched records" });
  await expect(records.getByRole("link", { name: /^3 records look alike/ })).toHaveAttribute("aria-current", "true");
  const alike = page.getByRole("region", { name: "3 records look alike" });
  await expect(alike.getByText(/20 of 256 bits differ, quality 96 of 100, mirrored/)).toBeVisible();
  await expect(page.getByRole("region", { name: /^Small/ })).toContainText("2 of 256 bits differ");
  // All copies and what they resemble, blurred until they are pressed.
  await expect(async () => {
    await page.keyboard.press("o");
    await expect(page.getByRole("figure")).toHaveCount(4, { timeout: 5_000 });
  }).toPass();
  const veils = page.getByRole("checkbox", { name: /^Show / });
  await expect(veils).toHaveCount(4);
  for (const veil of await veils.all()) await expect(veil).not.toBeChecked();
  await expect(page.getByRole("figure").getByRole("img").first()).toHaveCSS("filter", /blur/);
  await expect(page.getByRole("figure").first()).toContainText(/^Compared with: Named/);
  await look(page, "removal-alike");
  await page.keyboard.press("v");
  for (const veil of await veils.all()) await expect(veil).toBeChecked();
  // One by one, and together again.
  await page.keyboard.press("a");
  await expect(panel(page).getByRole("button", { name: "Attach to request" })).toBeVisible();
  await look(page, "removal-alike-one");
  await page.keyboard.press("a");
  await expect(panel(page).getByRole("button", { name: "Attach all 3" })).toBeVisible();
  await page.keyboard.press("t");
  await expect(page.getByText("3 records attached to the request.")).toBeVisible();
  await openForm(page, "x", "Propose rejection of all 3");
  await page.keyboard.press("Escape");
  await openForm(page, "c", "Confirm 3 removals");
  await page.keyboard.press("2");
  await look(page, "removal-alike-confirm");
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 removals confirmed. We notified their platforms.")).toBeVisible();
  // The other one isn't the same picture.
  await expect(page.getByRole("heading", { name: /^Wrong/ })).toBeVisible();
  await expect(page.getByText(/the claimant’s own picture, which we don’t have: 25 of 256 bits/)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("o");
    await expect(page.getByRole("figure")).toHaveCount(2, { timeout: 5_000 });
  }).toPass();
  await look(page, "removal-own-picture");
  await page.keyboard.press("d");
  await page.waitForURL((url) => !url.pathname.endsWith(removal.id));
  await page.goto(`/custodian/removals/${removal.id}`);
  await page.getByText("1 false match is left out").click();
  await look(page, "removal-false-matches");
  await page.getByRole("button", { name: "Suggest copies again" }).click();
  await expect(page.getByText(/suggested again\. This record stays dismissed/)).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Wrong/ })).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Attach to request" })).toBeVisible();
  await look(page, "removal-suggested-again");
  await expect(page.getByText(/left out/)).toHaveCount(0);
  const { items } = await db.removalRequest.findUniqueOrThrow({ where: { id: removal.id }, include: { items: true } });
  expect(items.map(({ status }) => status).toSorted()).toEqual([
    "confirmed",
    "confirmed",
    "confirmed",
    "confirmed",
    "dismissed",
  ]);
});

test("a custodian decides about records that look alike without scripts", async ({ visitor, visitorAs, partner }) => {
  const removal = await filedAlike(partner.partnerId);
  const storageState = await (await visitorAs(await custodian())).page.context().storageState();
  const { page } = await visitor({ javaScriptEnabled: false, storageState });
  await page.goto(`/custodian/removals/${removal.id}`);
  await page.getByRole("button", { name: "Attach all 3" }).click();
  await expect(page.getByText("3 records attached to the request.")).toBeVisible();
  await page.getByRole("link", { name: "Propose rejection of all 3" }).click();
  await page.getByLabel("Shows someone else").check();
  await page.getByRole("button", { name: "Propose rejection of all 3" }).click();
  await expect(page.getByText("3 rejections proposed. Another custodian must agree.")).toBeVisible();
  expect(await db.removalItem.count({ where: { requestId: removal.id, proposedById: { not: null } } })).toBe(3);
});

test("a custodian decides without scripts", async ({ visitor, visitorAs, partner }) => {
  const { email, removal, titles } = await filed(partner.partnerId);
  const signedIn = await visitorAs(await custodian());
  const storageState = await signedIn.page.context().storageState();
  const { page } = await visitor({ javaScriptEnabled: false, storageState });
  await page.goto(`/custodian/removals?q=${email}`);
  await page.getByRole("row").getByRole("link").click();
  await page.getByRole("link", { name: titles[2] }).click();
  await page.getByRole("button", { name: "Attach to request" }).click();
  await expect(page.getByText("Record attached to the request.")).toBeVisible();
  await page.getByRole("link", { name: "Confirm removal" }).click();
  await page.getByRole("button", { name: "Confirm and take down" }).click();
  await expect(page.getByText("Tell the claimant why", { exact: false }).first()).toBeVisible();
  await page.getByLabel("It shows them").check();
  await page.getByRole("textbox", { name: "Your words" }).fill("At the lake.");
  await page.getByRole("button", { name: "Confirm and take down" }).click();
  await expect(page.getByText("Removal confirmed.", { exact: false })).toBeVisible();
  const confirmed = { requestId: removal.id, status: "confirmed" as const };
  expect(await db.removalItem.findMany({ where: confirmed })).toMatchObject([
    { reason: "It shows you, or the person you act for.\n\nAt the lake." },
  ]);
  await page.getByRole("link", { name: "Note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Decided on a slow line");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Decided on a slow line")).toBeVisible();
});
