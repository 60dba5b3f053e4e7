import type { Page } from "@playwright/test";
import { checkUrlsTask } from "@/lib/domain/removals";
import { sealWords } from "@/lib/domain/removals/claim";
import { confirmItem } from "@/lib/domain/removals/deciding/confirm-item";
import { rejectItem } from "@/lib/domain/removals/deciding/reject-item";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { fileClaim } from "@/lib/testing/claiming";
import { makeAccount, makeCustodian, makeDepiction, makePartner, staffCtx } from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { startReceiver } from "@/lib/testing/receiver";
import { firstRun } from "@/lib/testing/run-jobs";
import { makePublication, makeScene } from "@/lib/testing/scenes";
import { enterCode, expect, freshEmail, linkIn, mailTo, test, type Visitor } from "./harness/journey";
import { look } from "./harness/page";

/** A depiction that the search knows. */
async function shown(partner: { partnerId: string }, accountId?: string) {
  const made = { id: partner.partnerId, plan: "platform_pays" } as const;
  const depiction = await makeDepiction(made, accountId ? { accountId } : {});
  await expect.poll(() => db.searchRecord.count({ where: { id: depiction.id } })).toBe(1);
  return depiction;
}

const next = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

const INTIMATE = [
  ["What should be taken down?", "A nude or sexual image or video"],
  ["Who is shown?", "Me"],
  ["How old were you when it was made?", "18 or older"],
  ["Where is it now?", "It is on a website or app"],
  ["Did you ever agree?", "No, never"],
] as const;

/** Answers the questions of one choice, and checks that each is asked. */
async function answerIntimate(page: Page, onQuestion?: (question: string) => Promise<void>): Promise<void> {
  for (const [question, choice] of INTIMATE) {
    await expect(page.getByRole("heading", { name: question, level: 1 })).toBeVisible();
    await onQuestion?.(question);
    // A choice's accessible name includes its description.
    await page.getByRole("radio", { name: new RegExp(`^${choice}`) }).check();
    await next(page);
  }
}

/** Writes and signs a request about a URL, up to the mailed link. */
async function writeRequest(page: Page, { url, email }: { url: string; email: string }): Promise<void> {
  await page.goto("/removal");
  await page.getByRole("button", { name: "Start" }).click();
  await answerIntimate(page);
  await page.getByLabel("Web addresses").fill(url);
  await next(page);
  await page.getByLabel("Your legal name").fill("Clara Claimant");
  await page.getByLabel("Your email").fill(email);
  await next(page);
  await page.getByLabel("Your signature").fill("Clara Claimant");
  await page.getByRole("button", { name: "Sign and email me the link" }).click();
}

const confirmLink = async (email: string) => linkIn(await mailTo(email, /^Confirm your request/), /confirm/);
const filedFrom = (email: string) => db.removalRequest.count({ where: { email } });

test("a claimant files on a phone without scripts, answers a question and withdraws", { tag: "@desk" }, async ({
  visitor,
  partner,
}) => {
  const depiction = await shown(partner);
  const email = freshEmail("claimant");
  const { page, watch } = await visitor({ javaScriptEnabled: false });
  // Page checks need scripts, so they run in a second browser of the same person.
  const { page: seen } = await visitor();
  const lookAt = async (name: string) => {
    await seen.context().addCookies(await page.context().cookies());
    await seen.goto(page.url());
    await look(seen, name);
  };
  await page.goto("/removal");
  await expect(page.getByRole("heading", { name: "Ask for something to be taken down" })).toBeVisible();
  await lookAt("removal-start");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("Step 1 of up to 10")).toBeVisible();
  await next(page);
  await expect(page.getByText("Choose one.").first()).toBeVisible();
  await answerIntimate(page, async (question) => {
    if (question === "Where is it now?") await lookAt("removal-question");
  });
  await lookAt("removal-where");
  // As people copy it.
  await page.getByLabel("Web addresses").fill(depiction.contentUrl.replace("https://", "www."));
  await next(page);
  await page.getByLabel("Your legal name").fill("Clara Claimant");
  await page.getByLabel("Your email").fill(email);
  await lookAt("removal-contact");
  await next(page);
  await expect(page.getByText("48 hours")).toBeVisible();
  await lookAt("removal-statement");
  await page.getByLabel("Your signature").fill("Clara Claimant");
  await page.getByRole("button", { name: "Sign and email me the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByText("Step 9 of 9")).toBeVisible();
  await lookAt("removal-sent");

  // Mail scanners open every link, more than once.
  const link = await confirmLink(email);
  for (const method of ["GET", "HEAD", "GET"]) {
    expect((await page.request.fetch(link, { method })).status()).toBe(200);
  }
  // Another browser, as mail apps open links.
  const other = (await visitor({ javaScriptEnabled: false })).page;
  await other.goto(link);
  expect(await filedFrom(email)).toBe(0);
  await other.getByRole("button", { name: "Send my request" }).dblclick();
  await expect(other.getByRole("heading", { name: "We are working on your request" })).toBeVisible();
  await expect(other.getByText("A custodian is reviewing it.")).toBeVisible();
  await expect(other.getByText("A custodian reviews it and decides")).toBeVisible();
  expect(await filedFrom(email)).toBe(1);

  const { id } = await db.removalRequest.findFirstOrThrow({ where: { email } });
  const [messageId, custodian] = [newId(), await makeCustodian()];
  const question = sealWords(messageId, "When was it made?");
  const sent = { id: messageId, requestId: id, custodianId: custodian.id, text: question, sentAt: new Date() };
  await db.removalMessage.create({ data: sent });
  await db.removalRequest.update({ where: { id }, data: { askedAt: new Date() } });
  const mine = linkIn(await mailTo(email, /^We received your request/));
  expect(mine).toBe(other.url());
  // The browser that filed it keeps going. Another one, by either link, sees nothing before a code.
  await other.goto(mine);
  await expect(other.getByText("When was it made?")).toBeVisible();
  await page.goto(link);
  await page.getByRole("button", { name: "Send my request" }).click();
  await expect(page).toHaveURL(mine);
  await expect(page.getByText(/Clara|When was it made/)).toHaveCount(0);
  await lookAt("removal-code");
  await enterCode(page, email);
  await expect(page.getByText("When was it made?")).toBeVisible();
  await lookAt("removal-asked");
  await page.getByLabel("Your answer").fill("In May.");
  await page.getByRole("button", { name: "Send my answer" }).click();
  await expect(page.getByText("In May.")).toBeVisible();
  await expect(page.getByText("A custodian asks you")).toHaveCount(0);

  const copy = await shown(partner);
  await page.getByText("Another web address").click();
  await page.getByRole("button", { name: "Add addresses" }).click();
  await expect(page.getByText("Enter a web address.").first()).toBeVisible();
  await page.getByLabel("Web addresses").fill(copy.contentUrl);
  await page.getByRole("button", { name: "Add addresses" }).click();
  await expect(page.getByText("A custodian is reviewing it.")).toHaveCount(2);

  await page.getByRole("link", { name: "Withdraw this request" }).click();
  await lookAt("removal-withdraw");
  await page.getByRole("button", { name: "Withdraw my request" }).dblclick();
  await expect(page.getByRole("heading", { name: "You withdrew your request" })).toBeVisible();
  await lookAt("removal-withdrawn");
  await mailTo(email, /^You withdrew/);
  watch.allow(404, /^\/removal\//);
  const unknown = "x".repeat(43);
  for (const path of [unknown, `${unknown}/withdraw`, `${unknown}/appeal`, "file/unknown"]) {
    expect((await page.goto(`/removal/${path}`))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "There is no page here" })).toBeVisible();
  }
});

/** Rejects what a request is about, by two custodians, as the law on intimate images needs. */
async function reject(email: string): Promise<void> {
  await expect.poll(() => db.removalItem.count({ where: { status: "open", request: { email } } })).toBe(1);
  const { items } = await db.removalRequest.findFirstOrThrow({ where: { email }, include: { items: true } });
  const custodians = [staffCtx(await makeCustodian()), staffCtx(await makeCustodian())];
  for (const { id: itemId } of items.filter(({ status }) => status === "open")) {
    for (const custodian of custodians)
      await rejectItem(custodian, { itemId, reason: "It shows a lake, and no person." });
  }
}

test("a double click files a request once, and its rejection can be appealed once", async ({ visitor, partner }) => {
  const { contentUrl } = await shown(partner);
  const email = freshEmail("claimant");
  const { page } = await visitor();
  await writeRequest(page, { url: contentUrl, email });
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.goto(await confirmLink(email));
  await look(page, "removal-confirm");
  await page.getByRole("button", { name: "Send my request" }).dblclick();
  await expect(page.getByRole("heading", { name: "We are working on your request" })).toBeVisible();
  await look(page, "removal-page");
  expect(await filedFrom(email)).toBe(1);
  // The button of another tab leads to the same page.
  const mine = page.url();
  await page.goto(await confirmLink(email));
  await page.getByRole("button", { name: "Send my request" }).click();
  await expect(page).toHaveURL(mine);
  expect(await filedFrom(email)).toBe(1);

  await reject(email);
  await page.goto(linkIn(await mailTo(email, /^Your request is decided/)));
  await expect(page.getByText("It shows a lake, and no person.")).toBeVisible();
  await look(page, "removal-rejected");
  const late = await page.context().newPage();
  await page.getByRole("link", { name: "Appeal the decision" }).click();
  await late.goto(page.url());
  await page.getByRole("button", { name: "Appeal" }).click();
  await expect(page.getByText("Say why the decision is wrong.").first()).toBeVisible();
  await look(page, "removal-appeal");
  await page.getByLabel("Why is the decision wrong?").fill("I stand on the left.");
  await page.getByRole("button", { name: "Appeal" }).click();
  await expect(page.getByRole("heading", { name: "We are working on your appeal" })).toBeVisible();
  await look(page, "removal-appealed");
  await late.getByLabel("Why is the decision wrong?").fill("Once more.");
  await late.getByRole("button", { name: "Appeal" }).click();
  await expect(late).toHaveURL(mine);
  await expect(late.getByText("Once more.")).toHaveCount(0);

  await reject(email);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your request is decided" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Appeal the decision" })).toHaveCount(0);
});

test("a claimant sees each platform’s clock, without scripts, and what we found ourselves", { tag: "@desk" }, async ({
  visitor,
  partner,
}) => {
  const other = await makePartner();
  const receiver = await startReceiver((response) => response.writeHead(404).end());
  const records = [
    await makeDepiction({ id: partner.partnerId, plan: "platform_pays" }, { contentUrl: `${receiver.url}&${newId()}` }),
    await makeDepiction(other),
  ];
  for (const { id } of records) await expect.poll(() => db.searchRecord.count({ where: { id } })).toBe(1);
  const { id, email, pageToken } = await fileClaim({ urls: records.map(({ contentUrl }) => contentUrl) });
  await expect.poll(() => db.removalItem.count({ where: { requestId: id } })).toBe(2);
  const { page } = await visitor({ javaScriptEnabled: false });
  const { page: seen } = await visitor();
  const lookAt = async (name: string) => {
    await seen.context().addCookies(await page.context().cookies());
    await seen.goto(page.url());
    await look(seen, name);
  };
  await page.goto(`/removal/${pageToken}`);
  await enterCode(page, email);
  await expect(page.getByText("A custodian is reviewing it.")).toHaveCount(2);
  await expect(page.getByText("Where it must come down")).toHaveCount(0);

  const custodian = staffCtx(await makeCustodian());
  for (const { id: itemId } of await db.removalItem.findMany({ where: { requestId: id } }))
    await confirmItem(custodian, { itemId, reason: "It shows you." });
  await page.reload();
  const platforms = page.getByRole("listitem").filter({ hasText: /^Platform \d/ });
  await expect(platforms).toHaveCount(2);
  for (const n of [0, 1]) await expect(platforms.nth(n)).toContainText(/1 d 23 h left.*It must come down by/);
  await lookAt("removal-platforms");

  // One platform says that it took it down, and we look.
  const { id: takedownId } = await db.takedown.findFirstOrThrow({
    where: { partnerId: partner.partnerId, item: { requestId: id } },
  });
  const closed = {
    closedAt: new Date(),
    outcome: "taken_down",
    closedByKind: "partner_key",
    closedById: newId(),
  } as const;
  await db.takedown.update({ where: { id: takedownId }, data: { ...closed, checkAt: closed.closedAt } });
  await page.reload();
  await expect(page.getByText("The platform says it came down on")).toBeVisible();
  await expect(page.getByText("We haven’t checked it ourselves.")).toBeVisible();
  await checkUrlsTask.run({}, firstRun);
  await page.reload();
  await expect(page.getByText(/We looked on .*, and it was gone\./)).toBeVisible();
  await expect(page.getByText(/^It came down on/)).toBeVisible();
  await lookAt("removal-platform-down");
  for (const secret of [partner.name, partner.partnerId, other.name, other.id])
    expect(await page.content()).not.toContain(secret);
  await receiver.close();
});

test("errors of a question are beside its fields", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/removal");
  await page.getByRole("button", { name: "Start" }).click();
  await next(page);
  await expect(page.getByRole("alert").getByRole("link", { name: "Choose one." })).toBeVisible();
  await look(page, "removal-question-wrong");
  await answerIntimate(page);
  await page.getByLabel("Web addresses").fill("no address");
  await next(page);
  await expect(page.getByText("This isn’t a web address: no address").first()).toBeVisible();
  await look(page, "removal-where-wrong");
});

/** Answers and signs a request about a chosen record. The session proves the mailbox. */
async function fileOwn({ page }: Visitor): Promise<void> {
  await page.getByRole("button", { name: "Start" }).click();
  await answerIntimate(page);
  await page.getByLabel("Your legal name").fill("Clara Claimant");
  await next(page);
  await page.getByLabel("Your signature").fill("Clara Claimant");
  await page.getByRole("button", { name: "Send my request" }).click();
  await expect(page.getByText("The record you chose")).toBeVisible();
}

const openItemsOf = (email: string) =>
  db.removalItem.findMany({ where: { status: "open", request: { email } }, orderBy: { id: "asc" } });

test("a creator asks for a removal from their own account", async ({ visitorAs, partner }) => {
  const account = await makeAccount(
    { id: partner.partnerId, plan: "platform_pays" },
    { status: "active", email: freshEmail("creator") },
  );
  const depiction = await shown(partner, account.id);
  const creator = await visitorAs(account.email, "/account");
  const { page } = creator;
  await page.getByRole("link", { name: "Choose a work" }).click();
  await page.getByRole("link", { name: "Ask for removal" }).click();
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  await look(page, "removal-own");
  await fileOwn(creator);
  expect((await openItemsOf(account.email)).map(({ depictionId }) => depictionId)).toEqual([depiction.id]);
});

test("a performer asks for a scene to be taken down, once it is published", async ({ visitorAs, partner }) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" } as const;
  const scene = await makeScene(owner, { performers: [{ email: freshEmail("performer"), mailedAt: new Date() }] });
  const [signer] = scene.performers;
  if (!signer) throw new Error("one performer");
  await sign(await openVerified(signer), signer);
  const performer = await visitorAs(signer.email, "/creator/scenes?view=signed");
  const { page } = performer;
  await page.getByRole("link", { name: "See platforms" }).click();
  await page.getByRole("link", { name: "Ask for removal" }).click();
  await expect(page.getByRole("heading", { name: "There is nothing to take down yet" })).toBeVisible();
  await look(page, "removal-own-unpublished");
  const publication = await makePublication(scene, { partnerId: partner.partnerId });
  await page.reload();
  await fileOwn(performer);
  expect((await openItemsOf(signer.email)).map(({ publicationId }) => publicationId)).toEqual([publication.id]);
});
