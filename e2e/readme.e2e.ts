import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signRelease } from "./harness/consent";
import { creator, fillDetails, fillDocument, proveMailbox, sendCheck, slot, slots } from "./harness/creator";
import { enterCode, expect, linkIn, mailTo, test } from "./harness/journey";
import { approve, openCheck, openPhotos } from "./harness/people";
import { copied, expectGenuine, openTerminal, type Reader, readSteps, startAsReader } from "./harness/readme";

const REASON = "A release turned out to be forged";

let reader: Reader;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  reader = await startAsReader();
});
test.afterAll(() => reader.stop());

/** Opens the printed link of a role. The first time its button signs in, and then it leads to the desk. */
async function signInAs(page: Page, role: string): Promise<void> {
  await page.goto(reader.printed(role));
  const button = page.getByRole("button", { name: "Sign in" });
  if (await button.isVisible()) await button.click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/** Follows the rail's link, and waits until its page is there. */
async function open(page: Page, name: string): Promise<void> {
  const link = page
    .getByRole("navigation")
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .first();
  await link.click();
  await expect(link).toHaveAttribute("aria-current", "page");
}

async function addPhotos(page: Page): Promise<void> {
  for (const title of Object.values(slots)) {
    await expect(slot(page, title).getByRole("button", { name: "Send photo" })).toHaveCount(0);
    await slot(page, title)
      .getByLabel(/another file|Choose a file/)
      .setInputFiles("docs/sample.jpg");
    await expect(slot(page, title).getByRole("button", { name: /Remove/ })).toBeVisible();
  }
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(/\/review$/);
}

async function approveId(page: Page, email: string): Promise<void> {
  await signInAs(page, "Custodian");
  await openCheck(page, email);
  await openPhotos(page);
  await approve(page);
}

test("the README's journeys lead where they say, as they stand", async ({ visitor }) => {
  test.setTimeout(600_000);
  const [owner, custodian, producer] = [await visitor(), await visitor(), await visitor()];
  const anybody = (await visitor()).page;
  const terminal = openTerminal(reader.environment);
  const pasted: Record<string, string> = {};

  /** Follows a chapter. Each step begins with the words of its act here; `said` is what its commands printed. */
  async function follow(
    chapter: string,
    acts: readonly (readonly [begins: string, before?: () => Promise<void>, after?: (said: string) => Promise<void>])[],
  ): Promise<void> {
    const steps = readSteps(chapter);
    expect(steps.map(({ text }, n) => text.slice(0, acts[n]?.[0].length))).toEqual(acts.map(([begins]) => begins));
    for (const [n, { text, commands }] of steps.entries()) {
      await test.step(`${chapter}: ${text.slice(0, 60)}`, async () => {
        await acts[n]?.[1]?.();
        const said = commands ? await terminal.run(commands, pasted) : "";
        expect(said, commands).not.toMatch(/"error"|bash: |Error: /);
        await acts[n]?.[2]?.(said);
      });
    }
  }

  let onboardingUrl = "";
  await follow("Your first record", [
    [
      "Open the owner's one-time link, go to **API keys**, create a live key, and paste it here.",
      async () => {
        await signInAs(owner.page, "Owner");
        await expect(owner.page.getByRole("table", { name: /^By hour/ })).toBeAttached();
        // The README's picture, docs/portal.png, is this one.
        await owner.page.screenshot({ path: "test-results/portal.png" });
        await open(owner.page, "API keys");
        await owner.page.getByRole("button", { name: "Create a key" }).click();
        await owner.page.getByLabel("Name").fill("First steps");
        await owner.page.getByRole("button", { name: "Create key" }).click();
        const key = owner.page.getByRole("figure").filter({ hasText: "API key" }).locator("code");
        await expect(key).toHaveText(/^svc_live_\w{38}$/);
        pasted.API_KEY = (await key.textContent()) ?? "";
        await owner.page.getByRole("button", { name: "I have stored the key" }).click();
      },
    ],
    [
      "Provision a creator:",
      undefined,
      async (said) => {
        onboardingUrl = JSON.parse(said).onboardingUrl;
      },
    ],
    [
      "Open the `onboardingUrl` of the answer.",
      async () => {
        await anybody.goto(onboardingUrl);
        await proveMailbox(anybody, "creator@example.com");
        await fillDetails(anybody);
        await fillDocument(anybody);
        await addPhotos(anybody);
        await sendCheck(anybody);
      },
    ],
    [
      "Sign in as the custodian, find the check under **Identities** and approve it. Then the account is `active`:",
      () => approveId(custodian.page, "creator@example.com"),
      async () => {
        const read = readSteps("Your first record")[3]?.commands ?? "";
        await expect.poll(async () => JSON.parse(await terminal.run(read)).status).toBe("active");
      },
    ],
    [
      "Log a depiction, upload its compliance copy and confirm it:",
      undefined,
      async (said) => expect(JSON.parse(said)).toMatchObject({ complianceCopy: { state: "stored" } }),
    ],
    [
      "Find the record in the portal under **Content**, and as the custodian by searching the **Index**.",
      async () => {
        await open(owner.page, "Content");
        await expect(owner.page.getByRole("link", { name: "First", exact: true })).toBeVisible();
        await open(custodian.page, "Index");
        const { page } = custodian;
        // The index follows within seconds.
        await expect(async () => {
          await page.goto(`${new URL(page.url()).origin}/custodian/index`);
          await page.getByRole("searchbox").first().fill(creator.legalName);
          await page.keyboard.press("Enter");
          await expect(page.getByRole("link", { name: "First", exact: true })).toBeVisible({ timeout: 5_000 });
        }).toPass();
      },
    ],
  ]);

  await follow("Your first scene", [
    [
      "Invite two performers.",
      undefined,
      async (said) => expect(JSON.parse(said)).toMatchObject({ status: "pending_signatures" }),
    ],
    [
      "For each performer, open the link in the inbox, sign, and show an ID. Approve it as the custodian.",
      async () => {
        for (const email of ["first@example.com", "second@example.com"]) {
          const { page } = await visitor();
          await page.goto(linkIn(await mailTo(email, /asks for your consent/), /^\/consent\//));
          await enterCode(page, email);
          await page.waitForURL(/\/release$/);
          await signRelease(page);
          await page.getByRole("button", { name: "Show your ID" }).click();
          await fillDetails(page);
          await fillDocument(page);
          await addPhotos(page);
          await page.getByLabel(/under penalty of perjury/).check();
          await page.getByRole("button", { name: "Send", exact: true }).click();
          await expect(page.getByText("In review")).toBeVisible();
          await approveId(custodian.page, email);
        }
      },
    ],
    [
      "After the last consent, the portal shows the scene as greenlit under **Scenes**",
      async () => {
        await open(owner.page, "Scenes");
        const row = owner.page.getByRole("row").filter({ hasText: "Winter at the lake" });
        await expect(async () => {
          await owner.page.reload();
          await expect(row).toContainText("Greenlit", { timeout: 2_000 });
        }).toPass();
      },
    ],
  ]);

  await follow("Your first production", [
    [
      "Sign in as the producer and open **Studio portraits**: its checklist is complete. **Review and seal** it, certify",
      async () => {
        const { page } = producer;
        await signInAs(page, "Producer");
        await page.getByRole("link", { name: "Studio portraits" }).first().click();
        await page.getByRole("link", { name: "Review and seal" }).first().click();
        await page.getByLabel("I have read this statement, and it is true.").check();
        await page.getByLabel("Your full name").fill("Robin Lake");
        await page.getByRole("button", { name: "Certify and seal" }).click();
        await page.waitForURL(/\/certificate$/);
        pasted.CERTIFICATE = await copied(page, "Copy JWT");
      },
    ],
    ["Paste it at `/verify`.", async () => expectGenuine(anybody, pasted.CERTIFICATE ?? "")],
    [
      "Sign in as the owner: the production is under **Productions**, and `production.documented` under **Events**.",
      async () => {
        await signInAs(owner.page, "Owner");
        await open(owner.page, "Events");
        await expect(owner.page.getByRole("link", { name: "production.documented" }).first()).toBeVisible();
        await open(owner.page, "Productions");
        await owner.page.getByRole("link", { name: "Studio portraits" }).first().click();
        await owner.page.waitForURL(/\/productions\/\w{25}$/);
        pasted.PRODUCTION_ID = new URL(owner.page.url()).pathname.split("/").at(-1) ?? "";
      },
    ],
    [
      "Sign in as the custodian, find the production under **Productions**, download its sealed package, and revoke",
      async () => {
        const { page } = custodian;
        await signInAs(page, "Custodian");
        await open(page, "Productions");
        await page.getByRole("link", { name: "Studio portraits" }).first().click();
        await page.getByLabel("Why").selectOption("Court order or subpoena");
        const downloading = page.waitForEvent("download");
        await page.getByRole("button", { name: "Download package" }).click();
        const zip = await readFile(await (await downloading).path());
        expect(zip.subarray(0, 2).toString()).toBe("PK");
        await page.getByRole("button", { name: "Revoke certificates" }).click();
        await page.getByRole("dialog").getByLabel("Reason").fill(REASON);
        await page.getByRole("button", { name: "Revoke for good" }).click();
        await expect(page.getByText("revoked the certificates")).toBeVisible();
      },
    ],
    [
      "`/verify` still calls the certificate genuine. Only we know that it was revoked:",
      async () => expectGenuine(anybody, pasted.CERTIFICATE ?? ""),
      async (said) => expect(said).toContain("REVOKED"),
    ],
  ]);

  await follow("Your first removal request", [
    [
      "As the custodian, open **Removals** and the request for *Poolside*: its claim is beside the record that it names.",
      async () => {
        const { page } = custodian;
        await open(page, "Removals");
        await page.getByRole("row").filter({ hasText: "Poolside" }).getByRole("link").first().click();
        await expect(page.getByRole("heading", { name: "Poolside" })).toBeVisible();
        const form = page.getByRole("form", { name: "Confirm removal" });
        await expect(async () => {
          if (!(await form.isVisible())) await page.keyboard.press("c");
          await expect(form).toBeVisible({ timeout: 1_000 });
        }).toPass();
        await page.keyboard.press("1");
        await page.keyboard.press("Enter");
        await expect(page.getByText("Removal confirmed.", { exact: false })).toBeVisible();
      },
    ],
    [
      "As the owner, open **Takedowns**: its clock runs. Mark it as taken down, then open **Monthly report**.",
      async () => {
        const { page } = owner;
        await open(page, "Takedowns");
        await page.getByRole("link", { name: "Poolside" }).first().click();
        await page.getByRole("button", { name: "Mark as taken down" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Mark as taken down" }).click();
        await expect(page.getByText(/Taken down by /).first()).toBeVisible();
        await open(page, "Takedowns");
        await page.getByRole("link", { name: "Monthly report" }).click();
        await expect(page.getByRole("heading", { name: "Takedown report" })).toBeVisible();
      },
    ],
    [
      "File one yourself at `/removal`, without an account. The link it asks you to open is in the inbox",
      async () => {
        await anybody.goto("/removal");
        await anybody.getByRole("button", { name: "Start" }).click();
        const choices = [
          "A nude or sexual image or video",
          "Me",
          "18 or older",
          "It is on a website or app",
          "No, never",
        ];
        const next = () => anybody.getByRole("button", { name: "Continue" }).click();
        for (const choice of choices) {
          await anybody.getByRole("radio", { name: new RegExp(`^${choice}`) }).check();
          await next();
        }
        await anybody.getByLabel("Web addresses").fill("https://platform.example.com/posts/1");
        await next();
        await anybody.getByLabel("Your legal name").fill("Clara Claimant");
        await anybody.getByLabel("Your email").fill("clara@example.com");
        await next();
        await anybody.getByLabel("Your signature").fill("Clara Claimant");
        await anybody.getByRole("button", { name: "Sign and email me the link" }).click();
        await anybody.goto(linkIn(await mailTo("clara@example.com", /^Confirm your request/), /confirm/));
        await anybody.getByRole("button", { name: "Send my request" }).click();
        await expect(anybody.getByRole("heading", { name: "We are working on your request" })).toBeVisible();
      },
    ],
  ]);
  terminal.close();
});
