import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "@/lib/platform/duration";
import { mortal, THE_END } from "@/lib/testing/mortal-module";
import { openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";

// The process dies between two steps of a start. Everything else is real; charges reach the processor's stand-in.
const PLACES = ["before the charge", "after the charge", "before the announcement", "after the announcement"] as const;
const crash = vi.hoisted(() => ({ at: null as string | null }));
vi.mock(import("@/lib/domain/billing"), async (original) =>
  mortal(await original(), crash, { chargeSceneFee: { before: "before the charge", after: "after the charge" } }),
);
vi.mock(import("@/lib/domain/scenes/announce-scene"), async (original) =>
  mortal(await original(), crash, {
    announceScene: { before: "before the announcement", after: "after the announcement" },
  }),
);

describe("the fee of a job", () => {
  let bench: PaymentBench;
  let kit: PaymentBench["kit"] & Awaited<ReturnType<typeof load>>;
  beforeAll(async () => {
    bench = await openPaymentBench();
    kit = { ...bench.kit, ...(await load()) };
  });
  beforeEach(() => kit.clock.freeze("2026-12-01T12:00:00Z"));
  afterEach(() => {
    crash.at = null;
    kit.clock.reset();
  });
  afterAll(() => bench.close());

  async function load() {
    const [jobs, finishing, running] = await Promise.all([
      import("@/lib/domain/productions/verification-jobs"),
      import("@/lib/domain/scenes/finish-scene"),
      import("@/lib/testing/run-jobs"),
    ]);
    return { ...jobs, ...finishing, ...running };
  }

  /** A partner whose creators pay for themselves, and its call that starts a job with two performers, one of whom is active. */
  async function starter({ card = true } = {}) {
    const partner = await kit.makePartner({ plan: "creator_pays" });
    const ctx = kit.portalCtx(partner);
    const saveCard = async () => {
      bench.pay(await kit.startPlatformCardSetup(ctx, { returnTo: "/portal/billing" }));
      await bench.deliver();
    };
    if (card) await saveCard();
    const { person: known } = await kit.makeAccount(undefined, { status: "active" });
    const emails = [known.email, kit.freshEmail("new")];
    const content = { contentId: "post-1", title: "Lake", productionDate: new Date("2026-11-01T00:00:00Z") };
    const input = { jobId: "job-1", ...content, performers: emails.map((email) => ({ email })) };
    const key = kit.keyCtx(partner);
    return {
      partner,
      ctx,
      saveCard,
      start: () => kit.startJob(key, input),
      read: () => kit.readJob(key, "job-1"),
      sceneId: async () =>
        (await kit.db.verificationJob.findFirstOrThrow({ where: { partnerId: partner.id } })).sceneId,
      charges: () =>
        bench.peer.account
          .all("payment_intent")
          .filter(({ metadata }) => Object(metadata).partner_id === partner.id)
          .map(({ amount, status }) => ({ amount, status })),
      mails: async () =>
        Promise.all(emails.map(async (email) => (await kit.mailsTo(email)).map(({ template }) => template))),
    };
  }

  const INVITED = [["consent_invitation"], ["consent_invitation"]];
  const PAID = [{ amount: 3000, status: "succeeded" }];

  it("is charged once to the card of the partner, ten calls at once included", async () => {
    const { start, read, charges, sceneId, mails, partner } = await starter();
    const answers = await Promise.all(Array.from({ length: 10 }, start));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(charges()).toEqual(PAID);
    const fees = { sceneFeeCents: 500, onboardingFeeCents: 2500, totalCents: 3000, charged: true };
    expect((await read()).fees).toMatchObject({ ...fees, billedTo: "partner_card", chargeError: null });
    await kit.runJobs(kit.finishSceneTask, { sceneId: await sceneId() });
    expect(await mails()).toEqual(INVITED);
    expect(await kit.eventsOf(partner)).toEqual([]);
  });

  it("doesn't stop the job without a card, is mailed to the team, and is paid later under Billing", async () => {
    const { ctx, partner, start, read, saveCard, charges } = await starter({ card: false });
    expect((await start()).job.fees).toMatchObject({ charged: false, chargeError: "no_payment_method" });
    const [mail] = await kit.mailsTo(partner.users.owner.email);
    expect(mail).toMatchObject({ template: "scene_fee_unpaid", props: { kind: "verification", team: true } });
    const { owed, unpaid } = await kit.listCardFees(ctx);
    expect([owed.rows, unpaid]).toMatchObject([[{ jobId: "job-1", totalCents: 3000 }], { fees: 1, cents: 3000 }]);
    await saveCard();
    await kit.payCardFee(ctx, { feeId: owed.rows[0]?.id ?? "" });
    expect(charges()).toEqual(PAID);
    expect((await read()).fees).toMatchObject({ charged: true, chargeError: null });
  });

  it("is on the next invoice of a partner that pays for its creators, as a verification", async () => {
    const partner = await kit.makePartner();
    const [key, performers] = [kit.keyCtx(partner), [{ email: kit.freshEmail() }]];
    const content = { contentId: "post-1", title: "Lake", productionDate: new Date("2026-11-01T00:00:00Z") };
    await kit.startJob(key, { jobId: "job-2", ...content, performers });
    const { fees } = await kit.listInvoiceFees(kit.portalCtx(partner), { invoiceId: null });
    const job = { id: expect.any(String), jobId: "job-2" };
    expect(fees).toMatchObject([
      { kind: "onboarding", cents: 2500, job },
      { kind: "verification", cents: 500, job },
    ]);
  });

  it.each(PLACES)("and the rest of the start are finished by the job if the process died %s", async (at) => {
    const { partner, start, read, charges, sceneId, mails } = await starter();
    crash.at = at;
    await expect(start()).rejects.toThrow(THE_END);
    crash.at = null;
    const id = await sceneId();
    expect((await start()).isNew).toBe(false);
    kit.clock.advance(MINUTE_MS);
    expect(await kit.runJobs(kit.finishSceneTask, { sceneId: id })).toBeGreaterThan(0);
    expect(charges()).toEqual(PAID);
    expect((await read()).fees.charged).toBe(true);
    expect(await mails()).toEqual(INVITED);
    expect(await kit.eventsOf(partner)).toEqual([]);
  });
});
