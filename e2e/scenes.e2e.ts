import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { makeAccount } from "@/lib/testing/factories";
import { makeScene } from "@/lib/testing/scenes";
import { expect, freshEmail, mailTo, test } from "./harness/journey";
import { look, openFilters, typeIntoSearch } from "./harness/page";
import { teamMember } from "./harness/people";

const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

test("an admin finds a scene that closes soon, sends an invitation again, and cancels the scene", {
  tag: "@desk",
}, async ({ visitorAs, partner }) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" } as const;
  const { page } = await visitorAs(partner.ownerEmail, "/portal/scenes");
  await expect(page.getByText("No scenes yet")).toBeVisible();
  await look(page, "scenes-empty");

  const { id: uploaderAccountId } = await makeAccount(owner, { status: "active", externalUserId: "studio-7" });
  const [ada, kim] = [freshEmail("ada"), freshEmail("kim")];
  const scene = await makeScene(owner, {
    title: "Summer at the lake",
    uploaderAccountId,
    createdAt: ago(13),
    // Already reminded, so that the schedule sends no mail during the test.
    performers: [
      { email: ada, mailedAt: ago(13), remindedAt: ago(6), mailRefusedAt: ago(6) },
      { email: kim, mailedAt: ago(0.1), remindedAt: ago(6) },
    ],
  });
  const others = { uploaderAccountId, performers: [{ mailedAt: ago(1) }, { mailedAt: ago(1) }] };
  await makeScene(owner, { ...others, title: "Night shoot", status: "greenlit", greenlitAt: ago(1) });
  await makeScene(owner, { ...others, title: "Rooftop", status: "blocked", block: "expired", blockedAt: ago(2) });
  await makeScene(owner, { ...others, title: "Garden" });

  await page.goto("/portal");
  await expect(page.getByText(/1 scene closes/)).toBeVisible();
  await look(page, "overview-scenes");
  await page.goto("/portal/scenes");
  await look(page, "scenes");
  await page.getByRole("link", { name: "Pending signatures 2" }).click();
  await expect(page.getByRole("link", { name: "Night shoot" })).toHaveCount(0);
  await openFilters(page);
  await page.getByLabel("Closes").selectOption("Within 3 days");
  await expect(page.getByRole("link", { name: "Garden" })).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get("closes")).toBe("3");
  await look(page, "scenes-filtered");

  await typeIntoSearch(page, ada);
  await page.getByRole("option", { name: /Summer at the lake/ }).click();
  await expect(page.getByRole("heading", { name: "Summer at the lake" })).toBeVisible();
  await expect(page.getByText("Bounced")).toBeVisible();
  await look(page, "scene-pending");

  await page.getByRole("button", { name: `Resend to ${ada}` }).click();
  await look(page, "scene-resend");
  await page.getByRole("button", { name: "Resend invitation" }).dblclick();
  await expect(page.getByText(`Invitation resent to ${ada} by ${partner.ownerEmail}`)).toHaveCount(1);
  await expect(page.getByText("Bounced")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Resend/ })).toHaveCount(0);
  await mailTo(ada, /./);

  await page.getByRole("button", { name: "Cancel scene" }).click();
  await expect(page.getByText("2 performers can no longer sign or refuse.")).toBeVisible();
  await look(page, "scene-cancel");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel scene" }).dblclick();
  await expect(page.getByText("Canceled: don’t publish")).toBeVisible();
  await expect(page.getByText(`Canceled by ${partner.ownerEmail}`)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Cancel scene" })).toHaveCount(0);
  await look(page, "scene-cancelled");
  const events = { partnerId: partner.partnerId, type: "collab_scene.cancelled" };
  expect(await db.webhookEvent.count({ where: events })).toBe(1);
  expect((await db.collabScene.findUniqueOrThrow({ where: { id: scene.id } })).status).toBe("cancelled");
  await page.goto("/portal");
  await expect(page.getByRole("link", { name: "Scene “Summer at the lake” canceled" })).toBeVisible();
});

test("a viewer sees a scene and can change nothing", async ({ visitorAs, partner }) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" } as const;
  const scene = await makeScene(owner, { performers: [{ mailedAt: ago(2) }] });
  const { page } = await visitorAs(await teamMember(partner.partnerId, "viewer"), `/portal/scenes/${scene.id}`);
  await expect(page.getByRole("heading", { name: scene.title })).toBeVisible();
  for (const name of [/Cancel scene/, /Resend/]) await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Events sent" })).toHaveCount(0);
});
