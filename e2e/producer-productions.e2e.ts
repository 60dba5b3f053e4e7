import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { registerWithJob } from "@/lib/domain/productions/verification-jobs";
import { db } from "@/lib/platform/db";
import { keyCtx, makeAccount, makeDepiction } from "@/lib/testing/factories";
import { openSeal } from "@/lib/testing/packages";
import { openVerified, sign } from "@/lib/testing/performers";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeScene } from "@/lib/testing/scenes";
import { api } from "./harness/api";
import { eventsOf } from "./harness/attest";
import { invitationOf, openRelease, signRelease, verified } from "./harness/consent";
import {
  expect,
  freshEmail,
  linkIn,
  mailTo,
  type Partner,
  signIn,
  signInByMail,
  test,
  unique,
} from "./harness/journey";
import { look } from "./harness/page";
import { custodian, endSoon, ledgerActions, liveKey } from "./harness/people";

const owned = ({ partnerId: id }: Partner) => ({ id, plan: "platform_pays" }) as const;

/** The production of the open page. */
const productionOf = (page: Page): string => new URL(page.url()).pathname.split("/")[3] ?? "";

/** A greenlit scene that the person uploaded, whose performer really signed. */
async function signedScene(partner: Partner, person: { id: string; email: string }, title: string) {
  const uploader = await makeAccount(owned(partner), { status: "active", userId: person.id, email: person.email });
  const performers = [{ email: freshEmail("performer"), mailedAt: new Date() }];
  const scene = await makeScene(owned(partner), { title, uploaderAccountId: uploader.id, performers });
  const [performer] = scene.performers;
  if (!performer) throw new Error("one performer");
  await sign(await openVerified(performer), performer);
  return { uploader, performer };
}

/** A custodian says why and downloads the sealed package, which is a sound ZIP. */
async function downloadPackage({ page }: { page: Page }, productionId: string): Promise<void> {
  const email = await custodian();
  await signIn(page, email);
  await page.goto(`/custodian/productions/${productionId}`);
  await page.getByLabel("Why").selectOption("Court order or subpoena");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download package" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const { stdout } = await promisify(execFile)("unzip", ["-t", await download.path()]);
  expect(stdout).toContain("No errors detected");
  expect(stdout).toContain("README.txt");
  expect(await ledgerActions(email, productionId)).toEqual(["production.viewed", "production.package_downloaded"]);
}

const certify = async (page: Page, button: string) => {
  await page.getByLabel("I have read this statement, and it is true.").check();
  await page.getByLabel("Your full name").fill("Robin Ada Example");
  await page.getByRole("button", { name: button }).dblclick();
};

test("a producer goes from the invitation to a certificate, and reissues it after a correction", {
  tag: "@desk",
}, async ({ visitor, visitorAs, partner }) => {
  const owner = await visitorAs(partner.ownerEmail, "/portal/productions/producers");
  const email = freshEmail("producer");
  await owner.page.getByLabel("Producer’s email").fill(email);
  await owner.page.getByRole("button", { name: "Send the invitation" }).click();
  const invitation = linkIn(await mailTo(email, /invites you as a producer/), /producer-invitation/);
  const { page } = await visitor();
  await signInByMail(page, email, invitation);
  await page.getByLabel("Producer’s name").fill("Lake Films LLC");
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.waitForURL(/\/producer$/);

  // The production.
  await page.getByRole("link", { name: "Create production" }).first().click();
  await page.getByRole("button", { name: "Create production" }).click();
  await expect(page.getByRole("link", { name: "Enter a title." })).toBeVisible();
  await look(page, "own-production-new");
  const title = `Summer at the lake ${unique()}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Day of production").fill("2026-09-04");
  await page.getByLabel(partner.name).check();
  await page.getByRole("button", { name: "Create production" }).click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("Not ready to seal")).toBeVisible();
  const productionId = productionOf(page);
  await look(page, "own-production-missing");

  // The performers, by a scene of the producer's own.
  const person = await db.user.findUniqueOrThrow({ where: { email } });
  const { uploader, performer } = await signedScene(partner, person, "Lake, take 2");
  await page.getByRole("link", { name: "Add performers" }).click();
  await look(page, "own-production-performers-none");
  await page.getByRole("button", { name: "Add Lake, take 2" }).click();
  await expect(page.getByRole("cell", { name: performer.email })).toBeVisible();
  const remove = page.getByText("Remove… Lake, take 2");
  await remove.click();
  await expect(page.getByText("You can add the scene again.")).toBeVisible();
  await look(page, "own-production-performers-remove");
  await page.getByRole("button", { name: "Remove “Lake, take 2”" }).click();
  await expect(page.getByText("No performers")).toBeVisible();
  await page.getByRole("button", { name: "Add Lake, take 2" }).click();
  await expect(remove).toBeVisible();
  await look(page, "own-production-performers");

  // The depictions, by hand, from the content log and from a file.
  await page.goto(`/producer/productions/${productionId}/depictions`);
  await page.getByRole("button", { name: "Add depiction" }).click();
  await expect(page.getByRole("link", { name: /Enter a full URL/ })).toBeVisible();
  await look(page, "own-production-depictions-none");
  await page.getByLabel("URL").fill("https://platform.example.com/videos/trailer");
  await page.getByLabel("Title").fill("The trailer");
  await page.getByRole("button", { name: "Add depiction" }).click();
  await expect(page.getByText("1 depiction added.")).toBeVisible();
  const logged = await makeDepiction(owned(partner), { accountId: uploader.id, title: "The full video" });
  await page.getByRole("link", { name: "Add from content log" }).click();
  await page.getByRole("checkbox", { name: "The full video" }).check();
  await look(page, "own-production-log");
  await page.getByRole("button", { name: "Add selected" }).click();
  await expect(page.getByRole("link", { name: logged.contentUrl })).toBeVisible();
  await page.getByRole("link", { name: "Import CSV" }).click();
  const send = async (text: string) => {
    const file = { name: "depictions.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.getByLabel("CSV file").setInputFiles(file);
    await page.getByRole("button", { name: "Import file" }).click();
  };
  await send("url,date\nhttps://platform.example.com/a,2026-09-04\nnot a url,2026-09-31\n");
  await expect(page.getByText("Nothing imported from depictions.csv")).toBeVisible();
  await expect(page.getByText("Line 3").first()).toBeVisible();
  await look(page, "own-production-import-refused");
  await send(
    `url,date,title\n${[1, 2, 3].map((n) => `https://platform.example.com/${n},2026-09-04,Part ${n}`).join("\n")}\n`,
  );
  await expect(page.getByText("3 depictions added.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "5 depictions" })).toBeVisible();
  await look(page, "own-production-depictions");

  // The seal.
  await page.goto(`/producer/productions/${productionId}`);
  await expect(page.getByText("Ready to seal")).toBeVisible();
  await look(page, "own-production-ready");
  await page.getByRole("link", { name: "Review and seal" }).click();
  await expect(page.getByText(performer.email)).toBeVisible();
  await expect(page.getByText(/with 2 performers and 5 depictions/)).toBeVisible();
  await expect(page.getByText(/^\d depictions? without a SHA-256$/)).toBeVisible();
  await look(page, "own-production-seal");
  await page.getByRole("button", { name: "Certify and seal" }).click();
  await expect(page.getByRole("link", { name: "Read the statement and tick this box." })).toBeVisible();
  expect(await db.sealedPackage.count({ where: { productionId } })).toBe(0);
  await certify(page, "Certify and seal");
  // The page follows the package to the certificate.
  await page.waitForURL(/\/certificate$/);
  await expect(page.getByText("It doesn’t name any performer.")).toBeVisible();
  await look(page, "own-production-certificate");
  await page.goto(`/producer/productions/${productionId}`);
  await expect(page.getByText("Nothing is missing.")).toBeVisible();
  await look(page, "own-production-documented");
  const key = await liveKey(partner.partnerId);
  const first = (await api(key).get(`/productions/${productionId}`)).body;
  expect(first).toMatchObject({ status: "documented", performerCount: 2, certificate: { status: "CURRENT" } });

  await downloadPackage(await visitor(), productionId);

  // A correction, and the reissue.
  await page.getByRole("link", { name: "Edit", exact: true }).first().click();
  await expect(page.getByText("Changes here are corrections.")).toBeVisible();
  await page.getByLabel("Title").fill(`${title}, part 1`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your corrections aren’t sealed yet")).toBeVisible();
  await look(page, "own-production-changed");
  await page.getByRole("link", { name: "Review and reissue" }).click();
  await look(page, "own-production-reissue");
  await certify(page, "Certify and reissue");
  await page.waitForURL(/\/certificate$/);
  await expect(page.getByText("Superseded")).toBeVisible();
  await look(page, "own-production-reissued");
  const types = (await eventsOf(partner.partnerId))
    .map(({ type }) => type)
    .filter((type) => type.startsWith("production."));
  expect(types).toEqual(["production.documented", "production.documented"]);
});

test("without scripts, a producer sees who is waited for, seals, and renews a year later", { tag: "@desktop" }, async ({
  visitor,
  partner,
}) => {
  const producer = await makeProducer([owned(partner)]);
  const performer = await verified();
  const { productionId } = await registerWithJob(keyCtx({ id: partner.partnerId }), {
    title: "Night shoot",
    productionDate: new Date("2026-09-04"),
    producerEmail: producer.user.email,
    contentId: `post-${unique()}`,
    performers: [{ email: performer }],
  });
  const home = `/producer/productions/${productionId}`;
  const { page } = await visitor({ javaScriptEnabled: false });
  await signIn(page, producer.user.email);
  // Page checks need scripts, so they run in a second browser of the same person.
  const { page: seen } = await visitor({ storageState: await page.context().storageState() });
  const lookAt = async (name: string) => {
    await seen.goto(page.url());
    await look(seen, name);
  };
  await page.goto(home);
  await expect(page.getByText("Waiting for 1 performer:")).toBeVisible();
  await expect(page.getByText(performer)).toBeVisible();
  await lookAt("own-production-waiting");
  // The scene of the verification job is taken out, and added again.
  await page.getByRole("link", { name: "Manage" }).first().click();
  await page.getByText("Remove… Night shoot").click();
  await page.getByRole("button", { name: "Remove “Night shoot”" }).click();
  await expect(page.getByText("No performers")).toBeVisible();
  await page.getByRole("button", { name: "Add Night shoot" }).click();
  await expect(page.getByRole("cell", { name: performer })).toBeVisible();
  const signer = await visitor();
  await openRelease(signer.page, await invitationOf(performer));
  await signRelease(signer.page);

  await page.goto(`${home}/depictions`);
  await page.getByLabel("URL").fill("https://platform.example.com/videos/night");
  await page.getByRole("button", { name: "Add depiction" }).click();
  await expect(page.getByText("1 depiction added.")).toBeVisible();
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByText("No depictions")).toBeVisible();
  await page.goto(`${home}/depictions/import`);
  const file = {
    name: "night.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("url,date\nhttps://platform.example.com/n,2026-09-04\n"),
  };
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("button", { name: "Import file" }).click();
  await expect(page.getByRole("heading", { name: "1 depiction" })).toBeVisible();
  await page.goto(home);
  await page.getByRole("link", { name: "Review and seal" }).click();
  await page.getByRole("button", { name: "Certify and seal" }).click();
  await expect(page.getByText("Read the statement and tick this box.").first()).toBeVisible();
  await certify(page, "Certify and seal");
  // The browser reloads the page while the records are being sealed.
  await page.waitForURL(/\/certificate$/);

  // A year later.
  await endSoon(productionId);
  await page.goto(home);
  await page.getByRole("link", { name: "Renew certificate" }).click();
  await lookAt("own-production-renew");
  await certify(page, "Certify and renew");
  await expect(page.getByText("Renewed. Linked platforms got the new certificate.")).toBeVisible();
  await expect(page.getByText("Superseded")).toBeVisible();
  await lookAt("own-production-renewed");
});

test("a producer follows a seal that fails, and another producer finds none of the pages", { tag: "@desktop" }, async ({
  visitor,
  visitorAs,
  partner,
}) => {
  const producer = await makeProducer([owned(partner)]);
  const production = await makeProduction({ producer });
  const { packageId } = await openSeal(production);
  const home = `/producer/productions/${production.id}`;
  const { page } = await visitorAs(producer.user.email, home);
  await expect(page.getByText("You can’t change anything until it is done.")).toBeVisible();
  await page.getByRole("link", { name: "See progress" }).click();
  await expect(page.getByRole("heading", { name: "Sealing the records" })).toBeVisible();
  await look(page, "own-production-sealing");
  const failure = "The stored ID of ada@example.com can’t be read.";
  await db.sealedPackage.update({ where: { id: packageId }, data: { failure } });
  // The page follows it.
  await expect(page.getByText(failure)).toBeVisible();
  await expect(page.getByRole("button", { name: "Certify and seal" })).toBeVisible();
  await look(page, "own-production-failed");

  const other = await visitor();
  await signIn(other.page, (await makeProducer([owned(partner)])).user.email);
  other.watch.allow(404, /^\/producer\/productions\//);
  const below = [
    "edit",
    "performers",
    "depictions",
    "depictions/log",
    "depictions/import",
    "seal",
    "renew",
    "certificate",
  ];
  for (const path of [home, ...below.map((name) => `${home}/${name}`)]) {
    await other.page.goto(path);
    await expect(other.page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
});
