import { readFile } from "node:fs/promises";
import { makePartner } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { eventsOf } from "./harness/attest";
import { invitationOf } from "./harness/consent";
import { expect, freshEmail, test, unique } from "./harness/journey";
import { look, typeIntoSearch } from "./harness/page";
import { teamMember } from "./harness/people";

const platformPays = (id: string) => ({ id, plan: "platform_pays" as const });

test("a partner starts a verification job and cancels it", async ({ visitorAs, partner }) => {
  const { partnerId } = partner;
  const { page } = await visitorAs(partner.ownerEmail, "/portal/productions/jobs");
  await expect(page.getByText("No verification jobs yet")).toBeVisible();
  await look(page, "jobs-empty");
  await page.getByRole("link", { name: "Start job" }).first().click();
  const [ada, kim] = [freshEmail("ada"), freshEmail("kim")];
  await page.getByRole("button", { name: "Start job" }).click();
  await expect(page.getByRole("link", { name: "Enter at least one performer’s email address." })).toBeVisible();
  await look(page, "job-new-refused");
  const jobId = `job-${unique()}`;
  await page.getByLabel("Your job id").fill(jobId);
  await page.getByLabel("Your content id").fill("post-7");
  await page.getByLabel("Title").fill("Night shoot");
  await page.getByLabel("Day of production").fill("2026-09-04");
  await page.getByLabel("Performers’ email addresses").fill(`${ada}, ${kim}`);
  await page.getByLabel("Download").check();
  await page.getByLabel("Kinds of act").fill("kissing\nholding hands");
  await look(page, "job-new-filled");
  await page.getByRole("button", { name: "Start job" }).dblclick();
  await expect(page.getByText(/Waiting for 2 performers/)).toBeVisible();
  await expect(page.getByText("Depiction, Distribution, Download, “kissing”, “holding hands”")).toBeVisible();
  await invitationOf(ada);
  await look(page, "job-pending");

  await page.goto("/portal/productions/jobs");
  await expect(page.getByRole("link", { name: "Night shoot" })).toHaveCount(1);
  await look(page, "jobs");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect(await readFile(await (await downloading).path(), "utf8")).toContain(
    `${jobId},post-7,Night shoot,pending,2,0,0`,
  );
  await typeIntoSearch(page, jobId);
  await page.getByRole("option", { name: /Night shoot/ }).click();
  await page.getByRole("button", { name: "Cancel job" }).click();
  await expect(page.getByText("2 performers can no longer finish.")).toBeVisible();
  await look(page, "job-cancel");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel job" }).dblclick();
  await expect(page.getByText(`Canceled by ${partner.ownerEmail}`)).toHaveCount(1);
  await look(page, "job-canceled");
  expect((await eventsOf(partnerId)).map(({ type }) => type)).toEqual(["verification.cancelled"]);
  // No scene of the platform's own.
  await page.goto("/portal/scenes");
  await expect(page.getByText("No scenes yet")).toBeVisible();
});

test("a viewer reads a production and changes nothing; another platform finds none", async ({ visitorAs, partner }) => {
  const producer = await makeProducer([platformPays(partner.partnerId)]);
  const production = await makeProduction({ producer });
  const { page, watch } = await visitorAs(await teamMember(partner.partnerId, "viewer"), "/portal/productions");
  await expect(page.getByRole("link", { name: "Create production" })).toHaveCount(0);
  await page.getByRole("link", { name: production.title }).click();
  await expect(page.getByText(`Waiting for ${producer.name} to seal the records`)).toBeVisible();
  for (const name of ["Add depictions", "Add a scene", "Events sent"])
    await expect(page.getByRole("link", { name })).toHaveCount(0);
  watch.allow(403, /^\/portal\/productions\//);
  for (const path of ["new", "jobs/new", `${production.id}/depictions`, `${production.id}/scenes`])
    expect((await page.goto(`/portal/productions/${path}`))?.status(), path).toBe(403);

  const other = await makePartner();
  const stranger = await visitorAs(other.users.owner.email);
  stranger.watch.allow(404, /^\/portal\/productions\//);
  for (const path of ["", "/depictions", "/scenes"])
    expect((await stranger.page.goto(`/portal/productions/${production.id}${path}`))?.status(), path).toBe(404);
});
