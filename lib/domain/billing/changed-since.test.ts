import { describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { payments } from "@/lib/platform/payments/payments";
import { linesOn } from "@/lib/testing/effects";
import { freshEmail, makeMember } from "@/lib/testing/factories";
import { payingCreator, payingPlatform } from "@/lib/testing/paying";
import { LINE_IS_DEAD, lose, sharedPaymentBench } from "@/lib/testing/payment-bench";
import { ensureCustomer } from "./customers";

// A call is repeated after its answer was lost and its parameters changed.

describe("after a lost answer, a repeat uses", () => {
  const bench = sharedPaymentBench({ at: "2026-12-01T00:05:00Z" });

  it("the owner's new address and the partner's new name", async () => {
    const platform = await payingPlatform(bench);
    const { partner, partnerId } = platform;
    lose(payments(), "createCustomer", "answer");
    await expect(ensureCustomer({ partnerId })).rejects.toThrow(LINE_IS_DEAD);
    await db.partner.update({ where: { id: partnerId }, data: { name: "Renamed" } });
    await db.user.update({ where: { id: partner.users.owner.id }, data: { email: freshEmail() } });
    const ids = await Promise.all([1, 2].map(() => ensureCustomer({ partnerId })));
    expect(new Set(ids).size).toBe(1);
  });

  it("the new owner for the next invoice", async () => {
    const platform = await payingPlatform(bench);
    await platform.creators(1, "2026-11-05T00:00:00Z");
    await platform.saveCard();
    await db.partnerMember.deleteMany({ where: { partnerId: platform.partnerId, role: "owner" } });
    const { email } = await makeMember(platform.partner, "owner");
    const told = vi.spyOn(payments(), "updateCustomer");
    expect(await platform.bill()).toMatchObject({ status: "paid" });
    const name = expect.any(String);
    expect(told.mock.calls).toEqual([[await platform.customer(), { email, name }]]);
  });

  it("the current price of a subscription", async () => {
    const creator = await payingCreator(bench);
    lose(payments(), "openSubscriptionCheckout", "answer");
    await expect(creator.start()).rejects.toThrow(LINE_IS_DEAD);
    await db.paymentCheckout.updateMany({
      where: { customer: { userId: creator.person.id } },
      data: { cents: 100 },
    });
    expect(bench.pay(await creator.start())).toBe("done");
    const [invoice] = await payments().listInvoices(await creator.customerOf(), { limit: 1 });
    expect(invoice).toMatchObject({ status: "paid", totalCents: 1999 });
  });

  it("the price while another call opens the page: the old one can't be paid", async () => {
    const creator = await payingCreator(bench);
    const processor = payments();
    const open = processor.openSubscriptionCheckout.bind(processor);
    let old = "";
    vi.spyOn(processor, "openSubscriptionCheckout").mockImplementationOnce(async (wanted) => {
      // The old price; a call with the current price is answered first.
      const opened = await open({ ...wanted, cents: 500, key: `${wanted.key}-before` });
      old = opened.url;
      await creator.start();
      return opened;
    });
    const url = await creator.start();
    expect(bench.pay(old)).toBe("closed");
    expect(bench.pay(url)).toBe("done");
    expect(await creator.running()).toHaveLength(1);
  });

  it("the current card for an invoice", async () => {
    const platform = await payingPlatform(bench);
    await platform.creators(1, "2026-11-05T00:00:00Z");
    await platform.saveCard("declines_later");
    await platform.draft();
    lose(payments(), "payInvoice", "answer");
    await expect(platform.advance()).rejects.toThrow(LINE_IS_DEAD);
    // Changed at the processor; no message has arrived.
    bench.chooseCard(await platform.customer(), "succeeds");
    await platform.advance();
    expect(await platform.invoice()).toMatchObject({ status: "paid", failure: null });
    expect((await platform.asked()).map(({ status }) => status)).toEqual(["paid"]);
  });

  it("no owner, if the partner lost theirs: the invoice waits, with one ledger entry", async () => {
    const platform = await payingPlatform(bench);
    const { partner, partnerId } = platform;
    await platform.creators(1, "2026-11-05T00:00:00Z");
    await db.partnerMember.deleteMany({ where: { partnerId, role: "owner" } });
    await platform.draft();
    for (let days = 0; days < 3; days++) {
      await platform.advance();
      clock.advance(86_400_000);
    }
    const waiting = await platform.invoice();
    expect(waiting).toMatchObject({ status: "draft", failure: "no_owner", processorId: null });
    expect(waiting.nextTryAt).not.toBeNull();
    const lines = (await linesOn(waiting.id)).map(({ action }) => action);
    expect(lines.filter((action) => action === "platform_invoice.waits_for_owner")).toHaveLength(1);
    await makeMember(partner, "owner");
    await platform.advance();
    expect(await platform.invoice()).toMatchObject({ status: "open", failure: "no_payment_method" });
  });
});
