import { makeAccount } from "@/lib/testing/factories";
import { api, ops } from "./harness/api";
import { createScene } from "./harness/consent";
import { creatorPays } from "./harness/creator";
import { expect, freshEmail, signInByMail, test } from "./harness/journey";
import { look } from "./harness/page";

test("a creator pays a scene's unpaid fee later: no card, a declined one, one that works", async ({ visitor }) => {
  const { partnerId, key } = await creatorPays();
  const uploader = await makeAccount({ id: partnerId, plan: "creator_pays" }, { status: "active" });
  const { sceneId, fees } = await createScene(key, {
    uploaderAccountId: uploader.id,
    title: "Beach day, part 2",
    emails: [freshEmail("performer")],
  });
  expect(fees).toMatchObject({ totalCents: 3000, charged: false, chargeError: "no_payment_method" });
  const feesNow = async () => (await api(key).get(`/collab-scenes/${sceneId}`)).body.fees;

  const { page } = await visitor();
  await signInByMail(page, uploader.email);
  const card = page.getByRole("region", { name: /scene fee/i });
  await expect(card.getByRole("heading", { name: "1 unpaid scene fee" })).toBeVisible();
  await expect(card.getByText("$30.00")).toBeVisible();
  await expect(card.getByText("There was no saved card to charge.")).toBeVisible();
  await look(page, "account-fee-unpaid");
  await card.getByRole("button", { name: "Save a card to pay" }).click();
  await page.getByRole("radio", { name: /0341/ }).check();
  await page.getByRole("button", { name: "Save this card" }).click();
  await expect(page.getByText("Your card is saved.")).toBeVisible();
  await card.getByRole("button", { name: /^Pay now with .*0341$/ }).click();
  await expect(page.getByText("We could not charge your card. Nothing was paid.")).toBeVisible();
  await expect(card.getByText("Your card was declined.")).toBeVisible();
  await look(page, "account-fee-declined");
  expect(await feesNow()).toMatchObject({ charged: false });

  await ops("card", "save", uploader.email, "--card", "visa");
  await page.reload();
  await card.getByRole("button", { name: /^Pay now with .*4242$/ }).click();
  await expect(page.getByText("Your fee is paid. Thank you.")).toBeVisible();
  await card.getByText("Paid fees").click();
  await expect(card.getByRole("button")).toHaveCount(0);
  await look(page, "account-fee-paid");
  expect(await feesNow()).toMatchObject({ charged: true, paymentChargeId: expect.any(String) });
});
