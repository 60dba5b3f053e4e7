import { db } from "@/lib/platform/db";
import { makeAccount } from "@/lib/testing/factories";
import { makeGreenlitScene } from "@/lib/testing/scenes";
import { attestIn, makeUploadSession } from "@/lib/testing/upload-sessions";
import { expect, test } from "./harness/journey";
import { look, openFilters, typeIntoSearch } from "./harness/page";
import { teamMember } from "./harness/people";

test("a developer tries a session and sees the creator attest, and an admin downloads the copy", async ({
  visitorAs,
  partner,
}) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" } as const;
  const { page } = await visitorAs(await teamMember(partner.partnerId, "developer"), "/portal/sessions");
  await expect(page.getByText("No upload sessions yet")).toBeVisible();
  await look(page, "sessions-empty");

  const account = await makeAccount(owner, { status: "active", externalUserId: "studio-7" });
  await page.goto(`/portal/creators/${account.id}`);
  await page.getByRole("link", { name: "Create session" }).click();
  await expect(page.getByLabel("Creator")).toHaveValue("studio-7");
  await look(page, "session-new");
  await page.getByLabel("Title").fill("Summer at the lake");
  await page.getByLabel("Number of faces").fill("0");
  await page.getByRole("button", { name: "Create session" }).click();
  await page.getByRole("link", { name: "Enter a number from 1 to 50." }).click();
  await page.getByLabel("Number of faces").fill("1");
  await page.getByRole("button", { name: "Create session" }).dblclick();
  await expect(page.getByRole("heading", { name: "Summer at the lake" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  await look(page, "session-pending");

  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await attestIn({ id });
  // The page refreshes while it is open.
  await expect(page.getByText("You may publish")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download PDF" })).toHaveCount(0);
  const { page: admins } = await visitorAs(await teamMember(partner.partnerId, "admin"), `/portal/sessions/${id}`);
  const downloading = admins.waitForEvent("download");
  await admins.getByRole("link", { name: "Download PDF" }).click();
  expect((await downloading).suggestedFilename()).toBe(`attestation-${id}.pdf`);
  await page.reload();
  await expect(page.getByText(/PDF downloaded by/)).toHaveCount(1);
  await look(page, "session-completed");

  const more = { accountId: account.id, contentTitle: "Night shoot" };
  const collab = await makeUploadSession(owner, { ...more, detectedFaceCount: 3, contentId: "post-night" });
  await makeGreenlitScene(owner, { uploaderAccountId: account.id, uploadSessionId: collab.id });
  await page.goto("/portal/sessions");
  await expect(page.getByRole("link", { name: "scene", exact: true })).toHaveCount(1);
  await look(page, "sessions");
  await openFilters(page);
  await page.getByLabel("Status").selectOption("Completed");
  await expect(page.getByRole("link", { name: "Night shoot" })).toHaveCount(0);
  await look(page, "sessions-filtered");
  await typeIntoSearch(page, "post-night");
  await page.getByRole("option", { name: /Night shoot/ }).click();
  await expect(page.getByRole("heading", { name: "Night shoot" })).toBeVisible();
  await page.goto(`/portal/creators/${account.id}`);
  await expect(page.getByRole("link", { name: "Night shoot" })).toBeVisible();
  await look(page, "creator-sessions");

  const creator = await visitorAs(account.email, "/creator/attestations");
  await expect(creator.page.getByText("“Summer at the lake”", { exact: true })).toBeVisible();
  await look(creator.page, "creator-attestations");
  const theirs = creator.page.waitForEvent("download");
  await creator.page.getByRole("link", { name: /Download PDF/ }).click();
  expect((await theirs).suggestedFilename()).toBe(`attestation-${id}.pdf`);
  expect(await db.ledgerEntry.count({ where: { subjectId: id, action: "upload_session.copy_downloaded" } })).toBe(2);
});
