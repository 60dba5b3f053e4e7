import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { createPartner } from "@/lib/domain/parties/partners";
import { makeIdentity, makeUser, systemCtx } from "@/lib/testing/factories";
import { invite, openRelease } from "./harness/consent";
import { provision } from "./harness/creator";
import { expect, freshEmail, test } from "./harness/journey";
import { ON_PHONE } from "./harness/page";
import { liveKey } from "./harness/people";

const FOLDER = "test-results/docs";

/** Takes a picture of the documentation in both themes. To publish it, copy it from `test-results/docs` to `public/docs`. */
async function take(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const picture = await page.screenshot({ animations: "disabled", scale: "css" });
    await sharp(picture)
      .webp({ quality: 80, effort: 6 })
      .toFile(join(FOLDER, `${name}${colorScheme === "dark" ? "-dark" : ""}.webp`));
  }
}

test("the pictures of the documentation show what creators and performers see", async ({ visitor }) => {
  const ownerEmail = freshEmail("owner");
  const { partnerId, testKey } = await createPartner(systemCtx(), {
    name: "Northlight",
    plan: "platform_pays",
    ownerEmail,
  });
  const { onboardingUrl } = await provision(await liveKey(partnerId), "robin@studio.example");
  const creator = await visitor(ON_PHONE);
  await creator.page.goto(onboardingUrl);
  await expect(creator.page.getByRole("button", { name: "Email me a code" })).toBeVisible();
  await take(creator.page, "onboarding");

  const ada = await makeUser({ email: "ada@studio.example" });
  await makeIdentity(ada);
  const partner = { partnerId, name: "Northlight", ownerEmail, testKey };
  const { link } = await invite(partner, [ada.email, "noor@studio.example"], "Winter at the lake");
  const performer = await visitor(ON_PHONE);
  await openRelease(performer.page, link);
  await expect(performer.page.getByText("Winter at the lake").first()).toBeVisible();
  await take(performer.page, "consent");
});
