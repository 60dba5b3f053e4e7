import { expect, test } from "./harness/journey";
import { look } from "./harness/look";

test("the landing page leads a stranger on", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look(page, "landing");
});
