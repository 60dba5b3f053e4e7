import type { Page } from "@playwright/test";
import { plantKnownCase, submitCheck } from "@/lib/domain/identity";
import { db } from "@/lib/platform/db";
import { makeDepiction, systemCtx } from "@/lib/testing/factories";
import { approveIdentity, makeFullDraft, makePhoto, makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";
import { chooseFile, keepReading, slot } from "./harness/creator";
import { expect, linkIn, mailTo, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian, findCheck, openPhotos } from "./harness/people";

/** Counts the keys that somebody presses. */
function keyboardOf(page: Page) {
  const keyboard = {
    presses: 0,
    press: async (...keys: string[]) => {
      for (const key of keys) {
        keyboard.presses++;
        await page.keyboard.press(key);
      }
    },
  };
  return keyboard;
}

/** A check that waited longer than those of all other journeys, whose document was read as entered. */
async function makeRead(place: number): Promise<string> {
  const { checkId, ctx } = await makeFullDraft();
  await keepReading(checkId);
  await submitCheck(ctx, { attested: true });
  await db.identityCheck.update({
    where: { id: checkId },
    data: { submittedAt: new Date(Date.UTC(2015, 0, 1, 0, place)) },
  });
  return checkId;
}

const WALK = 20;
const REJECTED = [6, 13, 19];
// What the same walk took when each photo had its own zoom and a decision was a dialog: `o`, Tab to the zoom of the first photo (13) and
// of the second (3) with Enter on each, then `a` and Enter, or `r` and at least 5 keys for a reason.
const BEFORE = WALK * (1 + 13 + 1 + 3 + 1) + (WALK - REJECTED.length) * 2 + REJECTED.length * 6;

/** Whether each photo has loaded. Once a check is decided, its photos are closed. */
const shown = (page: Page) =>
  page
    .getByRole("figure")
    .getByRole("img")
    .evaluateAll((images) => images.map((one) => one instanceof HTMLImageElement && one.complete));

test("a custodian decides 20 checks by keyboard alone, with half the presses", async ({ visitorAs }) => {
  test.setTimeout(600_000);
  const ids: string[] = [];
  for (let place = 0; place < WALK; place++) ids.push(await makeRead(place));
  const email = await custodian();
  const { id: assignedToId } = await db.user.findUniqueOrThrow({ where: { email } });
  // Other journeys' custodians take from the same queue.
  const assignedUntil = new Date(Date.now() + 3_600_000);
  await db.identityCheck.updateMany({ where: { id: { in: ids } }, data: { assignedToId, assignedUntil } });
  const { page } = await visitorAs(email, "/custodian/identities");
  const keyboard = keyboardOf(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await look(page, "desk-shortcuts");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row").getByRole("link").first()).toBeVisible();
  await keyboard.press("o");
  for (const [place, id] of ids.entries()) {
    await page.waitForURL((url) => url.pathname.endsWith(id));
    await expect(page.getByText("Open the photos to decide.")).toBeVisible();
    await keyboard.press("o");
    await expect.poll(() => shown(page)).toEqual([true, true]);
    await keyboard.press("v", "+");
    await expect(page.getByRole("region", { name: "The person, 1.5 times" })).toBeVisible();
    if (REJECTED.includes(place)) {
      await keyboard.press("x", "2", "Enter");
    } else {
      await keyboard.press("1", "2", "m");
      const stated = page
        .getByRole("group", { name: "To approve, state that" })
        .getByRole("checkbox", { checked: true });
      await expect(stated).toHaveCount(5);
      if (place === 0) await look(page, "desk-stated");
      await keyboard.press("a");
    }
    await page.waitForURL((url) => !url.pathname.endsWith(id));
  }
  const found = await db.identityCheck.findMany({ where: { id: { in: ids } }, orderBy: { submittedAt: "asc" } });
  expect(found.map(({ status }) => status)).toEqual(
    ids.map((_, place) => (REJECTED.includes(place) ? "rejected" : "approved")),
  );
  console.info(`key presses for ${WALK} checks: ${keyboard.presses}, before ${BEFORE}`);
  expect(keyboard.presses).toBeLessThanOrEqual(BEFORE / 2);
});

test("a custodian asks for a better photo, and the creator sends only that", async ({ visitor, visitorAs }) => {
  test.setTimeout(300_000);
  const { checkId, person } = await makeSubmitted();
  const desk = await visitorAs(await custodian(), `/custodian/identities/${checkId}`);
  await openPhotos(desk.page);
  await desk.page.keyboard.press("p");
  for (const key of ["d", "2"]) await desk.page.keyboard.press(key);
  const preview = desk.page.getByRole("region", { name: "Preview of the email" });
  await expect(preview).toContainText("Glare hides part of the photo.");
  await look(desk.page, "desk-better-photo");
  await desk.page.keyboard.press("Enter");
  await desk.page.waitForURL((url) => !url.pathname.endsWith(checkId));
  await desk.page.goto(`/custodian/identities/${checkId}`);
  await expect(desk.page.getByText(/^Waiting for the passport page/)).toBeVisible();
  await look(desk.page, "desk-photo-asked");

  const mail = await mailTo(person.email, /better photo/);
  expect(mail.text).toContain("Glare hides part of the photo.");
  const { page } = await visitor();
  await page.goto(linkIn(mail, /onboard/));
  // On another device, the button says what is asked and leads to it.
  await expect(page.getByRole("heading", { name: "Please send a better photo" })).toBeVisible();
  await look(page, "onboard-photo-asked");
  await page.getByRole("button", { name: "Send the photo" }).click();
  await page.waitForURL(/\/photos$/);
  await expect(page.getByRole("heading", { name: "Please send a better photo" })).toBeVisible();
  await expect(slot(page, "You")).toHaveCount(0);
  await look(page, "onboard-better-photo");
  await chooseFile(page, "Passport page with your picture", await makePhoto("#336699"));
  await page.getByLabel(/under penalty of perjury/).check();
  await look(page, "onboard-better-photo-added");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("In review")).toBeVisible();

  await desk.page.reload();
  await expect(desk.page.getByText(/^Waiting for the passport page/)).toHaveCount(0);
  await openPhotos(desk.page);
  await expect(desk.page.getByRole("button", { name: "Approve" })).toBeEnabled();
});

test("custodians note, reassign and answer each other, and find a proof from its record", async ({ visitorAs }) => {
  const { checkId, account } = await makeSubmitted();
  const colleague = await custodian();
  const approver = await db.user.findUniqueOrThrow({ where: { email: colleague } });
  const [one, other] = [
    await visitorAs(await custodian(), `/custodian/identities/${checkId}`),
    await visitorAs(colleague, `/custodian/identities/${checkId}`),
  ];
  await openPhotos(one.page);
  await one.page.keyboard.press("n");
  await one.page.keyboard.type("Same face as in June");
  await one.page.keyboard.press("Enter");
  await expect(one.page.getByText("Same face as in June")).toBeVisible();
  await one.page.keyboard.press("s");
  await one.page.keyboard.type("Is the stamp real?");
  await one.page.keyboard.press("Enter");
  await expect(one.page.getByText("You asked for a second opinion")).toBeVisible();
  await look(one.page, "desk-opinion-asked");
  await other.page.goto("/custodian/identities?opinion=asked");
  await expect(other.page.getByText(/ asked for an opinion$/).first()).toBeVisible();
  await other.page.keyboard.press("j");
  await look(other.page, "queue-opinion");
  await other.page.goto(`/custodian/identities/${checkId}`);
  await expect(other.page.getByRole("button", { name: "Opinion" })).toBeDisabled();
  await openPhotos(other.page);
  await other.page.keyboard.press("s");
  await other.page.keyboard.type("It is");
  await look(other.page, "desk-opinion");
  await other.page.getByRole("button", { name: "Recommend rejecting" }).click();
  await expect(other.page.getByText("It is", { exact: true })).toBeVisible();
  await one.page.reload();
  await one.page.keyboard.press("c");
  await one.page.getByLabel("Colleague", { exact: true }).selectOption(approver.id);
  await one.page.getByLabel("Why").fill("You know these cards");
  await look(one.page, "desk-reassign");
  await one.page.keyboard.press("Enter");
  await one.page.waitForURL((url) => !url.pathname.endsWith(checkId));

  const ctx = { actor: { kind: "staff" as const, userId: approver.id }, requestId: "journey" };
  await approveIdentity(await makeReviewer(checkId, ctx), { checkId });
  const partner = await db.partner.findUniqueOrThrow({ where: { id: account.partnerId } });
  const depiction = await makeDepiction(partner, { accountId: account.id });
  await other.page.goto(`/custodian/records/${depiction.id}`);
  await expect(other.page.getByText(/Passport, Germany. Verified/)).toBeVisible();
  await look(other.page, "desk-record-proof");
  await other.page.getByRole("link", { name: /^Open the ID of/ }).click();
  await expect(other.page).toHaveURL(new RegExp(checkId));
});

/** Which photos of a check are blurred now. */
const blurred = (page: Page): Promise<string[]> =>
  page
    .getByRole("figure")
    .getByRole("img")
    .evaluateAll((images) =>
      images.filter((one) => getComputedStyle(one).filter.includes("blur")).map((one) => one.getAttribute("alt") ?? ""),
    );

test("photos open blurred until a press, a key or a setting shows them, also without scripts", async ({
  visitor,
  visitorAs,
}) => {
  const { checkId } = await makeSubmitted();
  const email = await custodian();
  const { page } = await visitorAs(email, `/custodian/identities/${checkId}`);
  await openPhotos(page);
  const [document, person] = ["Front of the document", "The person"] as const;
  await expect.poll(() => blurred(page)).toEqual([document, person]);
  await look(page, "desk-blurred");
  await page.getByRole("checkbox", { name: "Show the person" }).press("Enter");
  await expect.poll(() => blurred(page)).toEqual([document]);
  await look(page, "desk-one-shown");
  // A zoom and its reset leave it shown.
  await page.keyboard.press("+");
  await page.keyboard.press("0");
  await expect.poll(() => blurred(page)).toEqual([document]);
  await page.keyboard.press("v");
  await expect.poll(() => blurred(page)).toEqual([]);
  await page.keyboard.press("v");
  await expect.poll(() => blurred(page)).toEqual([document, person]);

  const storageState = await page.context().storageState();
  const plain = await visitor({ javaScriptEnabled: false, storageState });
  await plain.page.goto(`/custodian/identities/${checkId}`);
  await expect.poll(() => blurred(plain.page)).toEqual([document, person]);
  await plain.page.locator("figure").filter({ hasText: document }).locator("label").click();
  await expect.poll(() => blurred(plain.page)).toEqual([person]);

  await page.goto("/account#pictures");
  await look(page, "account-pictures");
  await page.getByRole("checkbox", { name: "Open pictures blurred and grey" }).uncheck();
  await page.getByRole("region", { name: "Pictures" }).getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => db.user.findUniqueOrThrow({ where: { email }, select: { blursPictures: true } }))
    .toEqual({ blursPictures: false });
  await page.goto(`/custodian/identities/${checkId}`);
  await expect.poll(() => blurred(page)).toEqual([]);
});

test("a known case looks like any check, and tells its reviewer how they did", async ({ visitorAs }) => {
  test.setTimeout(300_000);
  const email = `known-${unique()}@example.com`;
  const maker = await visitorAs(await custodian(), "/custodian/known-cases");
  await maker.page.getByRole("link", { name: "Make a known case" }).click();
  await maker.page.getByRole("button", { name: "Make known case" }).click();
  await expect(maker.page.getByText("Choose the expected decision.").first()).toBeVisible();
  await look(maker.page, "known-case-errors");
  await maker.page.getByLabel("Legal name").fill("Ruth Calloway");
  await maker.page.getByLabel("Email").fill(email);
  for (const [group, year] of [
    ["Date of birth", "1992"],
    ["Expires", "2034"],
  ] as const) {
    const date = maker.page.getByRole("group", { name: group });
    await date.getByLabel("Month").selectOption("5");
    await date.getByLabel("Day").fill("11");
    await date.getByLabel("Year").fill(year);
  }
  await maker.page.getByLabel("Document", { exact: true }).selectOption("passport");
  await maker.page.getByLabel("Issued by").selectOption("DE");
  await maker.page.getByLabel("Document number").fill("C01X00T47");
  await maker.page.getByRole("radio", { name: "Reject" }).check({ force: true });
  await maker.page.getByRole("checkbox", { name: "Face doesn’t match" }).check();
  await maker.page.getByLabel("Why").fill("Two different faces.");
  await maker.page.getByRole("button", { name: "Make known case" }).click();
  await expect(maker.page.getByRole("heading", { name: "Ruth Calloway" })).toBeVisible();
  for (const title of ["Passport page with your picture", "The person"]) {
    const form = maker.page.locator("form").filter({ hasText: title });
    await form.locator("input[type=file]").setInputFiles({
      ...{ name: "photo.jpg", mimeType: "image/jpeg", buffer: await makePhoto("#663399") },
    });
    await form.getByRole("button", { name: "Add photo" }).click();
    await expect(maker.page.getByText(`${title}: added`)).toBeVisible();
  }
  await look(maker.page, "known-case");
  await maker.page.goto("/custodian/known-cases");
  await expect(maker.page.getByRole("row").filter({ hasText: email })).toContainText("0 of 0");
  await look(maker.page, "known-cases");

  const reviewer = await custodian();
  const { id: reviewerId } = await db.user.findUniqueOrThrow({ where: { email: reviewer } });
  // The document is read first.
  await expect.poll(() => plantKnownCase(systemCtx(), { reviewerId }), { timeout: 30_000 }).not.toBeNull();
  const { page } = await visitorAs(reviewer, "/custodian/identities");
  await findCheck(page, email);
  await page.getByRole("row").getByRole("link").click();
  await openPhotos(page);
  await look(page, "desk-known-case");
  for (const key of ["x", "4", "Enter"]) await page.keyboard.press(key);
  await page.waitForURL(/known=/);
  await expect(page.getByText("The last check was a known case, and you were right")).toBeVisible();
  await look(page, "desk-known-outcome");
  expect(await db.goldenReview.findFirst({ where: { reviewerId } })).toMatchObject({ decision: "reject", met: true });
  await page.goto("/custodian/known-cases");
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("1 of 1");
});
