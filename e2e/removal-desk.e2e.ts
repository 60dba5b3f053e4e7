import type { Page } from "@playwright/test";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { makeDepiction } from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { makeItem, makeRemoval } from "@/lib/testing/removals";
import { makePublication, makeScene } from "@/lib/testing/scenes";
import { expect, freshEmail, mailTo, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian, ledgerActions } from "./harness/people";

/** A request with two records to decide, the second one a scene that the claimant signed, and one suggestion. */
async function filed(partnerId: string) {
  const owner = { id: partnerId, plan: "platform_pays" as const };
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
  await makeItem(removal, { depictionId: first.id });
  await makeItem(removal, { publicationId: second.id });
  await makeItem(removal, { depictionId: maybe.id, status: "suggested", foundBy: "name" });
  return { email, removal, titles };
}

/** Opens the form of a key, writes, and sends it, with the keyboard alone. */
async function write(page: Page, key: string, { label, text }: { label: string; text: string }): Promise<void> {
  // The key works once the page's script has loaded.
  await expect(async () => {
    if (!(await page.getByLabel(label).isVisible())) await page.keyboard.press(key);
    await expect(page.getByLabel(label)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
}

test("custodians decide a removal request with the keyboard alone", { tag: "@desk" }, async ({
  visitorAs,
  partner,
}) => {
  const { email, removal, titles } = await filed(partner.partnerId);
  const [lake = "", roof = "", garden = ""] = titles;
  const [grace, hedy] = [await custodian(), await custodian()];
  const { page } = await visitorAs(grace, "/custodian/removals");
  const counted = page.getByRole("link", { name: /^Removals/ });
  await expect(counted).toContainText("past a deadline");
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
  await expect(page.getByText("It shows me at the lake.")).toBeVisible();
  await look(page, "removal-request");
  await page.keyboard.press("w");
  await expect(page.getByText("You work on this request now.")).toBeVisible();
  await write(page, "q", { label: "Question", text: "Which of these shows you?" });
  await expect(page.getByText("Question sent to the claimant.")).toBeVisible();
  await expect(page.getByText("Which of these shows you?")).toBeVisible();
  expect((await mailTo(email, /question/)).links).toHaveLength(1);

  await write(page, "c", { label: "Reason to confirm", text: "It shows you." });
  await expect(page.getByText("Removal confirmed.", { exact: false })).toBeVisible();
  await expect(page.getByRole("heading", { name: roof })).toBeVisible();
  // What speaks against it is beside the claim.
  await expect(page.getByRole("region", { name: "Releases and consents" })).toContainText(`${email} signed a release`);
  await expect(page.getByRole("region", { name: "Other requests" })).toContainText("Withdrawn");
  await write(page, "r", { label: "Why you reject", text: "You signed the release." });
  await expect(page.getByText("You proposed to reject this")).toBeVisible();
  await look(page, "removal-proposed");
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: garden })).toBeVisible();
  await page.keyboard.press("d");
  await expect(page.getByText("Suggestion dismissed.")).toBeVisible();
  expect(await ledgerActions(grace, removal.id)).toEqual([
    "removal_request.viewed",
    "removal_request.assigned",
    "removal_request.asked",
    "removal_request.item_confirmed",
    "removal_request.rejection_proposed",
    "removal_request.item_dismissed",
  ]);

  // A second custodian agrees.
  const other = await visitorAs(hedy, `/custodian/removals/${removal.id}`);
  await expect(other.page.getByText("proposes to reject this")).toBeVisible();
  await write(other.page, "r", { label: "Why you reject", text: "The release that you signed covers it." });
  await expect(other.page.getByText("Record rejected.")).toBeVisible();
  await look(other.page, "removal-decided");
  expect(await db.removalRequest.findUniqueOrThrow({ where: { id: removal.id } })).toMatchObject({ status: "decided" });
  await expect.poll(async () => (await mailTo(email, /decided/)).subject).toBe("Your request is decided");
});

test("a custodian decides without scripts", { tag: "@desktop" }, async ({ visitor, visitorAs, partner }) => {
  const { email, removal, titles } = await filed(partner.partnerId);
  const signedIn = await visitorAs(await custodian());
  const storageState = await signedIn.page.context().storageState();
  const { page } = await visitor({ javaScriptEnabled: false, storageState });
  await page.goto(`/custodian/removals?q=${email}`);
  await page.getByRole("row").getByRole("link").click();
  await page.getByRole("link", { name: titles[2] }).click();
  await page.getByRole("button", { name: "Attach to request" }).click();
  await expect(page.getByText("Record attached to the request.")).toBeVisible();
  await page.getByText("Confirm removal").click();
  await page.getByLabel("Reason to confirm").fill("It shows you.");
  await page.getByRole("button", { name: "Confirm and take down" }).click();
  await expect(page.getByText("Removal confirmed.", { exact: false })).toBeVisible();
  const confirmed = { requestId: removal.id, status: "confirmed" as const };
  expect(await db.removalItem.count({ where: confirmed })).toBe(1);
});
