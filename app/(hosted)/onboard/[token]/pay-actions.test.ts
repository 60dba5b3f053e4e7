import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner } from "@/lib/testing/factories";
import { cookies, openBrowser, whereTo } from "@/lib/testing/next";
import { linkTo, visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { fixPaymentAction, payAction } from "./actions";

sharedPaymentBench();

const creatorWhoPays = async () => makeAccount(await makePartner({ plan: "creator_pays" }));
const press = (action: typeof payAction, token: string) => whereTo(action(token));
const opened = ({ person }: { person: { id: string } }) =>
  db.paymentCheckout.findMany({ where: { customer: { userId: person.id } } });

describe("the payment button", () => {
  it("opens one payment page for a proven mailbox, also when pressed twice", async () => {
    for (const prove of [visitByCode, visitByMail]) {
      const account = await creatorWhoPays();
      openBrowser(await prove(account));
      const token = await linkTo(account);
      const page = await press(payAction, token);
      expect(page).toMatch(/\/c\/pay\/cs_/);
      expect(await press(payAction, token)).toBe(page);
      // The processor gets the return address, and the table stores it. Neither may contain the link's token.
      expect(await opened(account)).toMatchObject([{ returnTo: "/onboard/return" }]);
      expect((await cookies()).get("onboard_return")?.value).toBe(token);
    }
  });

  it("opens nothing without a proof, or when nothing is due", async () => {
    const account = await creatorWhoPays();
    const token = await linkTo(account);
    expect(await press(payAction, token)).toBe(`/onboard/${token}/subscription`);
    openBrowser(await visitByMail(await makeAccount()));
    expect(await press(payAction, token)).toBe(`/onboard/${token}/subscription`);
    const paid = await creatorWhoPays();
    await db.subscription.create({ data: { userId: paid.person.id, active: true } });
    const platformPays = await makeAccount();
    for (const other of [paid, platformPays]) {
      openBrowser(await visitByMail(other));
      const link = await linkTo(other);
      for (const action of [payAction, fixPaymentAction])
        expect(await press(action, link)).toBe(`/onboard/${link}/subscription`);
    }
    for (const each of [account, paid, platformPays]) expect(await opened(each)).toEqual([]);
  });

  it("opens nothing for a visit proven by a code if the person subscribed before", async () => {
    const account = await creatorWhoPays();
    const over = {
      active: false,
      processorId: newId(),
      status: "ended",
      endedAt: new Date(),
    } as const;
    await db.subscription.create({ data: { userId: account.person.id, periodEnd: new Date(), ...over } });
    openBrowser(await visitByCode(account));
    const token = await linkTo(account);
    expect(await press(payAction, token)).toBe(`/onboard/${token}/subscription`);
    openBrowser(await visitByMail(account));
    expect(await press(payAction, token)).toMatch(/\/c\/pay\/cs_/);
  });

  it("is a 404 behind an unknown link", async () => {
    await expect(payAction("never-issued")).rejects.toThrow(/404/);
  });
});
