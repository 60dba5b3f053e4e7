import { saveDetails } from "@/lib/domain/identity";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makeIdentity, makeUser, personCtx } from "@/lib/testing/factories";
import { makeScene } from "@/lib/testing/scenes";
import { continueToSign } from "./harness/consent";
import { expect, freshEmail, signInByMail, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian, ledgerActions } from "./harness/people";

/** A performer confirms a birth date that makes them younger than 18. */
async function enterAgeBelow18(user: { id: string }): Promise<void> {
  const now = new Date();
  const check = { id: newId(), userId: user.id, createdAt: now, updatedAt: now };
  await db.identityCheck.create({ data: { ...check, driver: "custodian_review" } });
  const birthDate = new Date(Date.UTC(now.getUTCFullYear() - 17, 0, 1));
  await saveDetails(personCtx(user), { legalName: "Too Young", birthDate, otherNames: [], ageConfirmed: true });
}

test("a performer signs from their account, and a custodian reads the record", async ({
  visitor,
  visitorAs,
  partner,
}) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" } as const;
  const performer = await makeUser({ email: freshEmail("performer") });
  await makeIdentity(performer);
  const title = `Lake ${unique()}`;
  const uploader = await makeAccount(owner, { status: "active" });
  const named = { email: performer.email };
  const scene = await makeScene(owner, { title, uploaderAccountId: uploader.id, performers: [named, {}] });
  const late = { createdAt: new Date(Date.now() - 15 * DAY_MS) };
  await makeScene(owner, { ...late, title: "Too late", uploaderAccountId: uploader.id, performers: [named] });

  const { page } = await visitor();
  await signInByMail(page, performer.email);
  await expect(page).toHaveURL(/\/creator$/);
  await expect(page.getByRole("heading", { name: `${partner.name} asks you to sign a scene` })).toBeVisible();
  await look(page, "account-scene-waits");
  await page.getByRole("link", { name: "Open the scene" }).click();
  await expect(page.getByRole("heading", { name: `“${title}”` })).toBeVisible();
  await look(page, "account-scenes-waiting");
  await page.getByRole("button", { name: "Review scene" }).click();
  await page.waitForURL(/\/consent\//);
  await page.getByRole("link", { name: "Read the release" }).click();
  await continueToSign(page);
  await page.getByLabel("Your full name").fill("Ada Example");
  await page.getByRole("button", { name: "Sign the release" }).click();
  await expect.poll(() => db.releaseCopy.count({ where: { performerId: scene.performers[0]?.id ?? "" } })).toBe(1);

  await page.goto("/creator/scenes");
  await expect(page.getByText("Nothing to sign")).toBeVisible();
  await page.getByRole("link", { name: "Signed", exact: true }).click();
  await expect(page.getByText("Other performers still have to sign.")).toBeVisible();
  await look(page, "account-scenes-signed");
  const copy = page.getByRole("link", { name: "Download your copy" });
  const pdf = await page.request.get((await copy.getAttribute("href")) ?? "");
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  await page.getByRole("link", { name: "Not signed" }).click();
  await expect(page.getByText("This scene closed before you signed.")).toBeVisible();
  await look(page, "account-scenes-unsigned");

  const { page: theirs } = await visitorAs(uploader.email, "/creator/scenes?view=uploaded");
  await expect(theirs.getByText("0 of 1")).toBeVisible();
  await look(theirs, "account-scenes-uploaded");

  const young = await makeUser({ email: freshEmail("young") });
  const alarming = { title: `Alarm ${title}`, uploaderAccountId: uploader.id };
  await makeScene(owner, { ...alarming, performers: [{ email: young.email, userId: young.id }] });
  await enterAgeBelow18(young);
  const staff = await custodian();
  const { page: desk } = await visitor();
  await signInByMail(desk, staff);
  const alert = desk.getByRole("region", { name: /under 18/ });
  await expect(alert.getByText(young.email)).toBeVisible();
  await look(desk, "custodian-under-age");
  await desk.goto("/custodian/scenes");
  await desk.getByRole("searchbox").fill(performer.email);
  await desk.waitForURL(/[?&]q=/);
  await look(desk, "custodian-scenes");
  await desk.getByRole("link", { name: title, exact: true }).click();
  await expect(desk.getByRole("heading", { name: title })).toBeVisible();
  await desk
    .getByText(/^Evidence: /)
    .first()
    .click();
  await expect(desk.getByText("opened the scene from their account")).toBeVisible();
  await look(desk, "custodian-scene");
  await desk.getByLabel("Why").selectOption({ label: "Court order or subpoena" });
  const download = desk.waitForEvent("download");
  await desk.getByRole("button", { name: "Download signed PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^release-\w{25}\.pdf$/);
  expect(await ledgerActions(staff, scene.id)).toEqual(["collab_scene.viewed"]);
  expect(await ledgerActions(staff, scene.performers[0]?.id ?? "")).toEqual(["scene_performer.viewed"]);
});
