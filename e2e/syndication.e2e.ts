import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { makeExtension, makeGreenlitScene, makePublication } from "@/lib/testing/scenes";
import { expect, signIn, test } from "./harness/journey";
import { look } from "./harness/page";
import { teamMember } from "./harness/people";

const owned = ({ partnerId: id }: { partnerId: string }) => ({ id, plan: "platform_pays" }) as const;

test("an admin sees what passing a scene on allows, and removes a publication", async ({ visitor, partner }) => {
  const scene = await makeGreenlitScene(owned(partner), {
    title: "Night shoot",
    performers: [{ mailedAt: new Date(Date.now() - DAY_MS) }],
  });
  await makeExtension(scene);
  const { contentUrl } = await makePublication(scene, { partnerId: partner.partnerId });
  const { page } = await visitor();
  await signIn(page, partner.ownerEmail);
  await page.goto(`/portal/scenes/${scene.id}`);
  await expect(page.getByText("1 other platform")).toBeVisible();
  await look(page, "scene-greenlit");

  await page.getByRole("button", { name: `Remove ${contentUrl}` }).click();
  await expect(page.getByText("You can’t register this URL again.")).toBeVisible();
  await page.getByLabel("Reason").fill("Sold to another studio");
  await look(page, "publication-remove");
  await page.getByRole("button", { name: "Remove publication" }).dblclick();
  await expect(page.getByText("Sold to another studio")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await look(page, "publication-removed");
  expect(await db.webhookEvent.count({ where: { partnerId: partner.partnerId } })).toBe(0);
});

test("a platform that extended a scene sees its own publications, and a viewer can't remove them", async ({
  visitor,
  partner,
}) => {
  const { page } = await visitor();
  await signIn(page, await teamMember(partner.partnerId, "viewer"));
  await page.goto("/portal/scenes/extended");
  await expect(page.getByText("No extended scenes")).toBeVisible();
  const scene = await makeGreenlitScene(undefined, { title: "Night shoot" });
  await makeExtension(scene, { id: partner.partnerId });
  const { contentUrl } = await makePublication(scene, { partnerId: partner.partnerId });
  await makePublication(scene, { partnerId: scene.partnerId, contentUrl: "https://elsewhere.example.com/1" });

  await page.goto("/portal/scenes");
  await page.getByRole("link", { name: "Scenes you extended" }).click();
  await expect(page.getByText("1 published")).toBeVisible();
  await look(page, "scenes-extended");
  await page.getByRole("link", { name: scene.id }).click();
  await expect(page.getByRole("link", { name: contentUrl })).toBeVisible();
  for (const hidden of [scene.title, "elsewhere.example.com"]) await expect(page.getByText(hidden)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await look(page, "scene-extended");
});
