import { readFile } from "node:fs/promises";
import { db } from "@/lib/platform/db";
import { makeAccount, makeDepiction } from "@/lib/testing/factories";
import { makeProducer } from "@/lib/testing/productions";
import { makeGreenlitScene } from "@/lib/testing/scenes";
import { eventsOf } from "./harness/attest";
import { invitationOf, openRelease, signRelease, verified } from "./harness/consent";
import { expect, signIn, test, unique, type Visitor } from "./harness/journey";
import { look, openFilters, typeIntoSearch } from "./harness/page";
import { endSoon } from "./harness/people";

const platformPays = (id: string) => ({ id, plan: "platform_pays" as const });

/** Has the producer certify and seal the records, and waits for the certificate. */
async function sealAs({ page }: Visitor, email: string, productionId: string): Promise<void> {
  await signIn(page, email);
  await page.goto(`/producer/productions/${productionId}/seal`);
  await page.getByLabel("I have read this statement, and it is true.").check();
  await page.getByLabel("Your full name").fill("Robin Ada Example");
  await page.getByRole("button", { name: "Certify and seal" }).click();
  await page.waitForURL(/\/certificate$/);
}

test("a partner goes from a verification job to a certificate", async ({ visitor, visitorAs, partner }) => {
  const { partnerId } = partner;
  const { page } = await visitorAs(partner.ownerEmail, "/portal");
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name: "Productions" }).click();
  await expect(page.getByText("No productions yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Invite a producer" })).toBeVisible();
  await look(page, "productions-empty");
  await page.goto("/portal/productions/new");
  await expect(page.getByText("Invite a producer first")).toBeVisible();

  const producer = await makeProducer([platformPays(partnerId)]);
  const performer = await verified();
  const title = `Summer at the lake ${unique()}`;
  await page.goto("/portal/productions");
  await page.getByRole("link", { name: "Create production" }).first().click();
  await expect(page.getByRole("heading", { name: "Create a production" })).toBeVisible();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Performers’ email addresses").fill(`${performer}\nnot-an-address`);
  await page.getByRole("button", { name: "Create production" }).click();
  await expect(page.getByRole("link", { name: /isn’t an email address/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Enter the day of production." })).toBeVisible();
  await look(page, "production-new-refused");
  await page.getByLabel("Day of production").fill("2026-09-04");
  await page.getByLabel("Performers’ email addresses").fill(performer);
  await page.getByLabel("Your content id").fill(`post-${unique()}`);
  await page.getByRole("button", { name: "Create production" }).dblclick();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("Waiting for 1 performer")).toBeVisible();
  expect(await db.production.count({ where: { createdByPartnerId: partnerId } })).toBe(1);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await look(page, "production-pending");

  // The page follows the performer.
  const signer = await visitor();
  await openRelease(signer.page, await invitationOf(performer));
  await signRelease(signer.page);
  await expect(page.getByText("ID verified")).toBeVisible();
  await expect(page.getByText(`Waiting for ${producer.name}`)).toBeVisible();

  const account = await makeAccount(platformPays(partnerId), { status: "active", externalUserId: "studio-7" });
  await makeDepiction(platformPays(partnerId), { accountId: account.id, title: "Teaser" });
  await makeDepiction(platformPays(partnerId), { accountId: account.id, title: "Full video" });
  await page.getByRole("link", { name: "Add depictions" }).click();
  await expect(page.getByRole("heading", { name: "Add depictions" })).toBeVisible();
  await look(page, "production-add-depictions");
  await page.getByRole("checkbox", { name: "Full video" }).check();
  await page.getByRole("button", { name: "Add selected" }).dblclick();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("Full video")).toBeVisible();
  await expect(page.getByText("Teaser")).toHaveCount(0);
  // One can be taken out again, and everything that a search finds can be added at once.
  await page.getByRole("button", { name: "Remove Full video" }).click();
  await look(page, "production-remove-depiction");
  await page.getByRole("button", { name: "Remove depiction" }).click();
  await expect(page.getByText("No depictions yet. Each published file or URL is one.")).toBeVisible();
  await page.goto(`/portal/productions/${id}/depictions?creator=studio-7`);
  await page.getByRole("button", { name: "Add all matching records" }).click();
  await look(page, "production-add-all");
  await page.getByRole("button", { name: "Add all", exact: true }).dblclick();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("Full video")).toBeVisible();
  await expect(page.getByText("Teaser")).toBeVisible();

  // A scene brings everyone in it, and can be taken out again.
  const scene = await makeGreenlitScene(platformPays(partnerId), {
    title: "Night shoot",
    uploaderAccountId: account.id,
  });
  await page.getByRole("link", { name: "Add a scene" }).click();
  await expect(page.getByRole("heading", { name: "Add a scene" })).toBeVisible();
  await look(page, "production-add-scene");
  await page.getByRole("button", { name: "Add Night shoot" }).click();
  await expect(page.getByText("1 performer and the uploader join")).toBeVisible();
  await look(page, "production-add-scene-confirm");
  await page.getByRole("button", { name: "Add scene", exact: true }).dblclick();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByRole("link", { name: "Night shoot" })).toBeVisible();
  expect(await db.productionPerformer.count({ where: { productionId: id, sceneId: scene.id } })).toBe(2);
  await page.getByRole("button", { name: "Remove Night shoot" }).click();
  await page.getByRole("button", { name: "Remove scene" }).click();
  await expect(page.getByRole("link", { name: "Night shoot" })).toHaveCount(0);
  await expect(page.getByText(`Waiting for ${producer.name} to seal the records`)).toBeVisible();
  await look(page, "production-ready");

  await sealAs(await visitor(), producer.user.email, id);
  await expect(page.getByText("You may publish")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy JWT" })).toBeVisible();
  await look(page, "production-documented");
  await page.getByRole("link", { name: "Events sent" }).click();
  await expect(page.getByRole("link", { name: "production.documented" })).toBeVisible();
  const types = (await eventsOf(partnerId)).map(({ type }) => type);
  expect(types).toEqual(["performer.forms_signed", "performer.id_verified", "production.documented"]);

  await endSoon(id);
  await page.goto("/portal");
  await expect(page.getByText("1 certificate ends within 60 days")).toBeVisible();
  await look(page, "overview-productions");
  await page.getByRole("link", { name: "1 certificate ends within 60 days" }).click();
  // The overview's links of today name it too.
  await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
  await look(page, "productions");
  await openFilters(page);
  await page.getByLabel("Status").selectOption("Pending documentation");
  await expect(page.getByText("No matching productions")).toBeVisible();
  await look(page, "productions-none-match");
  await page.goto(`/portal/productions?q=${encodeURIComponent(performer)}`);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect(await readFile(await (await downloading).path(), "utf8")).toContain(`${id},${title},${producer.name}`);
  await typeIntoSearch(page, title);
  await page
    .getByRole("option", { name: new RegExp(title) })
    .first()
    .click();
  await expect(page.getByText(/The certificate ends/)).toBeVisible();
  await look(page, "production-ending");
});
