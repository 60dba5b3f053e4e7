import {
  addPhotos,
  fillDetails,
  fillDocument,
  proveMailbox,
  provision,
  readAccount,
  sendCheck,
  slots,
} from "./harness/creator";
import { expect, freshEmail, linkIn, mailTo, test } from "./harness/journey";
import { look } from "./harness/page";
import { custodian, liveKey, openCheck, openPhotos } from "./harness/people";

test("a rejected creator learns why by mail, tries again, and is approved", async ({ visitor, visitorAs, partner }) => {
  test.setTimeout(300_000);
  const key = await liveKey(partner.partnerId);
  const email = freshEmail("robin");
  const { accountId, onboardingUrl } = await provision(key, email);
  const { page } = await visitor();
  await page.goto(onboardingUrl);
  await proveMailbox(page, email);
  await fillDetails(page);
  await fillDocument(page);
  await addPhotos(page);
  await sendCheck(page);

  const desk = await visitorAs(await custodian(), "/custodian/identities");
  // A link followed while the search is being applied opens the check, and the search works again after the back button.
  const clicked = Promise.withResolvers<void>();
  await desk.page.route(/[?&]q=/, async (route) => {
    await clicked.promise;
    await route.continue();
  });
  const searched = desk.page.waitForRequest(/[?&]q=/);
  await desk.page.getByRole("searchbox").fill(email);
  await searched;
  await desk.page.getByRole("row").filter({ hasText: email }).getByRole("link").click();
  await desk.page.waitForURL(/\/identities\/\w{25}$/);
  clicked.resolve();
  await desk.page.goBack();
  // The back button returns to the applied search.
  await desk.page.getByRole("searchbox").fill(email);
  await desk.page.waitForURL((url) => url.searchParams.get("q") === email);
  await expect(desk.page.getByRole("row").getByRole("link")).toHaveCount(1);
  await desk.page.getByRole("row").getByRole("link").click();
  await desk.page.waitForURL(/\/identities\/\w{25}$/);
  await desk.page.goBack();
  await expect(desk.page.getByRole("searchbox")).toHaveValue(email);
  await expect(desk.page.getByRole("row").getByRole("link")).toHaveCount(1);

  await openCheck(desk.page, email);
  await openPhotos(desk.page);
  await desk.page.getByRole("button", { name: "Reject" }).click();
  const panel = desk.page.getByRole("form", { name: /^Reject / });
  await panel.getByLabel("Document unreadable").check();
  await panel.getByLabel("Note to the creator").fill("The lower edge is cut off.");
  await expect(panel.getByText("We couldn’t read your document in the photo.")).toBeVisible();
  await look(desk.page, "custodian-reject");
  await panel.getByRole("button", { name: "Reject" }).click();
  await expect(panel).toHaveCount(0);
  expect(await readAccount(key, accountId)).toMatchObject({ status: "pending_id_verification" });

  const mail = await mailTo(email, /send your ID again/);
  expect(mail.text).toContain("We couldn’t read your document in the photo.");
  expect(mail.text).toContain("The lower edge is cut off.");
  // On another device, the button leads to the reason too.
  const { page: again } = await visitor();
  await again.goto(linkIn(mail, /onboard/));
  await expect(again.getByRole("heading", { name: "Please send your ID again" })).toBeVisible();
  await expect(again.getByText("The lower edge is cut off.")).toBeVisible();
  await look(again, "onboard-rejected");
  await again.getByRole("button", { name: "Try again" }).click();
  await again.waitForURL(/\/details$/);
  // The entered data is kept; only the photos are taken again.
  await again.getByRole("button", { name: "Continue" }).click();
  await again.waitForURL(/\/photos$/);
  await addPhotos(again);
  await sendCheck(again);

  await openCheck(desk.page, email);
  await expect(desk.page.getByRole("link", { name: "Document unreadable" })).toBeVisible();
  await openPhotos(desk.page);
  await look(desk.page, "custodian-second-try");
  // With the keyboard only.
  const decided = desk.page.url();
  for (const key of ["v", "1", "2", "3", "4", "5", "a"]) await desk.page.keyboard.press(key);
  await desk.page.waitForURL((url) => url.href !== decided);
  await mailTo(email, /Your ID is verified/);
  expect(await readAccount(key, accountId)).toMatchObject({ status: "active" });

  // A decided check shows the person only after a reason is given.
  await desk.page.goto(`/custodian/identities?${new URLSearchParams({ view: "approved", q: email })}`);
  await desk.page.getByRole("row").filter({ hasText: email }).getByRole("link").click();
  const openRecord = desk.page.getByRole("button", { name: "Open record" });
  await expect(openRecord).toBeVisible();
  await expect(desk.page.getByText("Date of birth")).toHaveCount(0);
  await look(desk.page, "custodian-decided");
  await openRecord.click();
  await expect(desk.page.getByText("Choose a reason.").first()).toBeVisible();
  await look(desk.page, "custodian-decided-no-purpose");
  await desk.page.getByLabel("Reason").selectOption({ index: 1 });
  await openRecord.click();
  await expect(desk.page.getByText("Date of birth")).toBeVisible();
  await expect(desk.page.getByRole("figure").getByRole("img")).toHaveCount(Object.keys(slots).length);
  await look(desk.page, "custodian-decided-open");
});

test("only custodians find the queue", async ({ visitorAs, partner }) => {
  const { page, watch } = await visitorAs(partner.ownerEmail);
  watch.allow(404, /^\/custodian\/identities$/);
  expect((await page.goto("/custodian/identities"))?.status()).toBe(404);
  await expect(page.getByText("Waiting")).toHaveCount(0);
});
