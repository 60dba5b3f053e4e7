import { expect, it } from "vitest";
import CustodianReadinessPage from "@/app/(custodian)/custodian/readiness/page";
import PartnerReadinessPage from "@/app/(portal)/portal/readiness/page";
import ProducerReadinessPage from "@/app/(producer)/producer/readiness/page";
import { checkReadinessTask } from "@/lib/domain/readiness";
import { draw } from "@/lib/testing/draw";
import { makeAccount, makeCustodian, makeDepiction, makePartner } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { firstRun } from "@/lib/testing/run-jobs";
import { signIn } from "@/lib/testing/signed-in";

const nothingSent = { params: Promise.resolve({}), searchParams: Promise.resolve({}) };

/** A partner with a creator, content produced before their ID, and an unsealed production. */
async function makeRecords() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const depiction = await makeDepiction(partner, {
    accountId: account.id,
    title: `Early ${account.id}`,
    productionDate: new Date("2020-01-01"),
  });
  const producer = await makeProducer([partner]);
  const title = `Lake ${account.id}`;
  const production = await makeProduction({ producer, title, createdByPartnerId: partner.id, performers: [] });
  return { partner, account, depiction, producer, production };
}

it("shows each audience its own gaps, with who closes them, and nothing about IDs to a partner or producer", async () => {
  const [own, other] = [await makeRecords(), await makeRecords()];
  await signIn(own.partner.users.viewer);
  expect(draw(await PartnerReadinessPage(nothingSent))).toContain("Not checked yet");
  await checkReadinessTask.run({}, firstRun);

  const partner = draw(await PartnerReadinessPage(nothingSent), "/portal/readiness");
  for (const text of ["ID before production", "Take the content down", own.depiction.title, own.production.title]) {
    expect(partner).toContain(text);
  }
  expect(partner).toContain(`/portal/content/${own.depiction.id}`);
  expect(partner).toContain(own.account.externalUserId);

  await signIn(own.producer.user);
  const producer = draw(await ProducerReadinessPage(nothingSent), "/producer/readiness");
  expect(producer).toContain(`/producer/productions/${own.production.id}/seal`);
  expect(producer).not.toContain(own.depiction.title);
  for (const page of [partner, producer]) {
    for (const text of [
      "Copy of the ID",
      "18 on the day",
      other.production.title,
      other.depiction.title,
      own.account.email,
    ]) {
      expect(page).not.toContain(text);
    }
  }

  await signIn(await makeCustodian());
  const custodian = draw(await CustodianReadinessPage(nothingSent), "/custodian/readiness");
  for (const text of ["Copy of the ID", own.depiction.title, other.depiction.title, own.partner.name, "§ 75.8"]) {
    expect(custodian).toContain(text);
  }
  expect(custodian).not.toContain(own.account.email);
});
