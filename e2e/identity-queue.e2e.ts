import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeSubmitted, someDetails, someDocument } from "@/lib/testing/identity-checks";
import { expect, test } from "./harness/journey";
import { look, openFilters } from "./harness/page";
import { custodian } from "./harness/people";

/** Five checks before those of other journeys, two of them with one document. */
async function makeQueue(): Promise<{ ids: string[]; number: string }> {
  const sent = await db.identityCheck.findFirst({ where: { status: "submitted" }, orderBy: { submittedAt: "asc" } });
  const first = (sent?.submittedAt ?? new Date()).getTime() - 3_600_000;
  const number = newId().slice(-9).toUpperCase();
  const names = ["Ada", "Bea", "Cy", "Dee", "Eli"].map((name) => `${name} ${number}`);
  const ids: string[] = [];
  for (const [n, legalName] of names.entries()) {
    const documentNumber = n < 2 ? number : `${number}${n}`;
    const birthDate = n === 2 ? "2007-01-02" : "1990-01-31";
    const { checkId } = await makeSubmitted(undefined, {
      details: someDetails({ legalName, birthDate, otherNames: [] }),
      document: someDocument({ documentNumber, documentCountry: n === 4 ? "BV" : "DE" }),
    });
    const submittedAt = new Date(first + n * 1000);
    await db.identityCheck.update({ where: { id: checkId }, data: { submittedAt } });
    ids.push(checkId);
  }
  return { ids, number };
}

test("two custodians share the queue, and see what is risky, late and theirs", { tag: "@desk" }, async ({
  visitorAs,
}) => {
  const { ids, number } = await makeQueue();
  const [first = "", second = "", third = "", , fifth = ""] = ids;
  const one = await visitorAs(await custodian(), "/custodian/identities");
  const other = await visitorAs(await custodian(), "/custodian/identities");
  await one.page.keyboard.press("n");
  await expect(one.page).toHaveURL(new RegExp(first));
  await other.page.keyboard.press("n");
  await expect(other.page).toHaveURL(new RegExp(second));

  // The duplicate is found by a job, on both checks, and leads to the other one.
  await expect(async () => {
    await one.page.reload();
    await expect(one.page.getByRole("region", { name: "Risks" })).toContainText("Same document number", {
      timeout: 2000,
    });
  }).toPass();
  await look(one.page, "custodian-risks");
  await one.page.getByRole("listitem").filter({ hasText: "Same document number" }).getByRole("link").click();
  await expect(one.page).toHaveURL(new RegExp(second));
  await expect(one.page.getByRole("region", { name: "Risks" })).toContainText("Same document number");

  await one.page.goto("/custodian/identities");
  await expect(one.page.getByRole("row").filter({ hasText: `Ada ${number}` })).toContainText("Risk");
  await expect(one.page.getByRole("row").filter({ hasText: `Ada ${number}` })).toContainText("You");
  await one.page.getByRole("button", { name: "Assign 5 to me" }).click();
  await expect(one.page.getByRole("row").filter({ hasText: `Cy ${number}` })).toContainText("You");
  await look(one.page, "custodian-queue-mine");
  await openFilters(one.page);
  await one.page.getByLabel("Country").selectOption("BV");
  await expect(one.page).toHaveURL(/country=BV/);
  await expect(one.page.getByRole("row").getByRole("link").first()).toHaveAttribute("href", new RegExp(fifth));
  await one.page.goto("/custodian/identities?work=mine");
  await one.page.getByRole("button", { name: /back$/ }).click();
  await expect(one.page.getByText("No matching checks")).toBeVisible();
  await other.page.goto("/custodian/identities?risk=any");
  await expect(other.page.getByRole("row").filter({ hasText: `Ada ${number}` })).toContainText("Unassigned");

  await one.page.goto(`/custodian/identities/${third}`);
  await expect(one.page.getByRole("region", { name: "Risks" })).toContainText("Age 1");
  await one.page.goto("/custodian/identities");
  await one.page.getByRole("link", { name: "Figures" }).click();
  await expect(one.page.getByRole("heading", { name: "Review figures" })).toBeVisible();
  await look(one.page, "custodian-figures");
});
