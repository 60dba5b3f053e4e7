import { db } from "@/lib/platform/db";
import { makeAccount, makeDepiction, makeIdentity, makeUser } from "@/lib/testing/factories";
import { makeScene } from "@/lib/testing/scenes";
import { expect, freshEmail, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian } from "./harness/people";

test("a custodian places a legal hold, finds it among all, and lifts it", async ({ visitorAs, partner }) => {
  const of = { id: partner.partnerId, plan: "platform_pays" as const };
  const title = `Asked for ${unique()} ${"in a letter as long as this title ".repeat(9).trim()}`;
  const { id } = await makeDepiction(of, { title, productionDate: new Date("2012-01-01T00:00:00Z") });
  const owner = await db.user.findUniqueOrThrow({ where: { email: partner.ownerEmail } });
  const by = { removedByKind: "portal_user", removedById: owner.id, removalReason: "Not ours to show" };
  await db.depiction.update({ where: { id }, data: { removedAt: new Date(), ...by } });
  const { page } = await visitorAs(await custodian(), `/custodian/records/${id}`);
  await expect(page.getByText("No legal holds")).toBeVisible();
  await expect(page.getByText(`by ${owner.name ?? owner.email}`, { exact: false }).first()).toBeVisible();
  const place = page.getByRole("button", { name: "Place a legal hold" });
  const dialog = page.getByRole("dialog");
  // A double click opens it like a click. A click outside closes it while it is empty.
  await place.dblclick();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await place.click();
  await dialog.getByLabel("Reason").fill("Not to be lost");
  await page.mouse.click(5, 5);
  await expect(dialog.getByLabel("Reason")).toHaveValue("Not to be lost");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await place.click();
  await dialog.getByLabel("Reason").fill("Case 24-117, Southern District: preservation letter of 3 November");
  await look(page, "hold-place");
  await dialog.getByRole("button", { name: "Place the hold" }).click();
  await expect(page.getByText("Legal holds: 1 active")).toBeVisible();
  await expect(page.getByText("placed a legal hold")).toBeVisible();
  await look(page, "hold-active");

  await page.goto("/custodian/holds");
  await expect(page.getByText(title)).toBeVisible();
  await look(page, "holds");
  await page.getByRole("link", { name: title }).click();
  const lift = page.getByRole("button", { name: "Lift", exact: true });
  await expect(lift).toBeVisible();
  const stale = await page.context().newPage();
  await stale.goto(`/custodian/records/${id}`);
  await stale.getByRole("button", { name: "Lift", exact: true }).click();
  await lift.click();
  await expect(dialog.getByText("No other holds", { exact: false })).toBeVisible();
  await dialog.getByLabel("Reason").fill("Released by the court on 20 November");
  await dialog.getByRole("button", { name: "Lift the hold" }).click();
  await expect(page.getByText("No legal holds")).toBeVisible();
  expect(await db.depiction.findUnique({ where: { id }, select: { legalHold: true } })).toEqual({ legalHold: false });

  // Another tab that still shows the hold gets an error, then shows who lifted it.
  await stale.getByRole("dialog").getByLabel("Reason").fill("Released twice");
  await stale.getByRole("button", { name: "Lift the hold" }).click();
  await expect(stale.getByText("This hold was already lifted.", { exact: false })).toBeVisible();
  await expect(stale.getByText("Released by the court", { exact: false }).first()).toBeVisible();
  await look(stale, "hold-lifted-before");
});

test("a custodian cannot open a record that they appear in, nor the ID of somebody in a scene with them", async ({
  visitorAs,
  partner,
}) => {
  const of = { id: partner.partnerId, plan: "platform_pays" as const };
  const account = await makeAccount(of, { status: "active" });
  const { id } = await makeDepiction(of, { accountId: account.id, title: "With me in it" });
  const { email } = await db.user.update({ where: { id: account.person.id }, data: { staffRole: "custodian" } });
  const { page } = await visitorAs(email, `/custodian/records/${id}`);
  await expect(page.getByText("Reserved for a colleague")).toBeVisible();
  await expect(page.getByText("With me in it")).toHaveCount(0);
  await look(page, "record-own");

  const friend = await makeUser({ email: freshEmail("friend") });
  const { checkId } = await makeIdentity(friend);
  await makeScene(of, { performers: [{ email: friend.email, userId: friend.id }, { email }] });
  await page.goto(`/custodian/identities/${checkId}`);
  await expect(page.getByText("Reserved for a colleague")).toBeVisible();
  await expect(page.getByText(friend.email)).toHaveCount(0);
  await look(page, "identity-shared-scene");
});
