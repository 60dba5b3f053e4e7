import { describe, expect, it } from "vitest";
import { listCardFees, listInvoiceFees, payCardFee, startPlatformCardSetup } from "@/lib/domain/billing";
import { finishSceneTask } from "@/lib/domain/scenes/cancel-scene";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { letCreationDie } from "@/lib/testing/dying-creation";
import { eventsOf, mailsTo } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { runJobs } from "@/lib/testing/run-jobs";
import { REFUSED } from "@/lib/testing/sql";
import { readJob } from "./queries";
import { startJob } from "./start-job";

// The process dies between two steps of a start. Everything else is real; charges reach the processor's stand-in.
const PLACES = ["before the charge", "before the charge's outcome is recorded", "before the announcement"] as const;

describe("the fee of a job", () => {
  const bench = sharedPaymentBench({ at: "2026-12-01T12:00:00Z" });

  /** A partner whose creators pay for themselves, and its call that starts a job with two performers, one of whom is active. */
  async function starter({ card = true } = {}) {
    const partner = await makePartner({ plan: "creator_pays" });
    const ctx = portalCtx(partner);
    const saveCard = async () => {
      bench.pay(await startPlatformCardSetup(ctx, { returnTo: "/portal/billing" }));
      await bench.deliver();
    };
    if (card) await saveCard();
    const { person: known } = await makeAccount(undefined, { status: "active" });
    const emails = [known.email, freshEmail("new")];
    const content = { contentId: "post-1", title: "Lake", productionDate: new Date("2026-11-01T00:00:00Z") };
    const input = { jobId: "job-1", ...content, performers: emails.map((email) => ({ email })) };
    const key = keyCtx(partner);
    return {
      partner,
      ctx,
      saveCard,
      start: () => startJob(key, input),
      read: () => readJob(key, "job-1"),
      sceneId: async () => (await db.verificationJob.findFirstOrThrow({ where: { partnerId: partner.id } })).sceneId,
      charges: () =>
        bench.peer.account
          .all("payment_intent")
          .filter(({ metadata }) => Object(metadata).partner_id === partner.id)
          .map(({ amount, status }) => ({ amount, status })),
      mails: async () =>
        Promise.all(emails.map(async (email) => (await mailsTo(email)).map(({ template }) => template))),
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
    await runJobs(finishSceneTask, { sceneId: await sceneId() });
    expect(await mails()).toEqual(INVITED);
    expect(await eventsOf(partner)).toEqual([]);
  });

  it("doesn't stop the job without a card, is mailed to the team, and is paid later under Billing", async () => {
    const { ctx, partner, start, read, saveCard, charges } = await starter({ card: false });
    expect((await start()).job.fees).toMatchObject({ charged: false, chargeError: "no_payment_method" });
    const [mail] = await mailsTo(partner.users.owner.email);
    expect(mail).toMatchObject({ template: "scene_fee_unpaid", props: { kind: "verification", team: true } });
    const { owed, unpaid } = await listCardFees(ctx);
    expect([owed.rows, unpaid]).toMatchObject([[{ jobId: "job-1", totalCents: 3000 }], { fees: 1, cents: 3000 }]);
    await saveCard();
    await payCardFee(ctx, { feeId: owed.rows[0]?.id ?? "" });
    expect(charges()).toEqual(PAID);
    expect((await read()).fees).toMatchObject({ charged: true, chargeError: null });
  });

  it("is on the next invoice of a partner that pays for its creators, as a verification", async () => {
    const partner = await makePartner();
    const [key, performers] = [keyCtx(partner), [{ email: freshEmail() }]];
    const content = { contentId: "post-1", title: "Lake", productionDate: new Date("2026-11-01T00:00:00Z") };
    await startJob(key, { jobId: "job-2", ...content, performers });
    const { fees } = await listInvoiceFees(portalCtx(partner), { invoiceId: null });
    const job = { id: expect.any(String), jobId: "job-2" };
    expect(fees).toMatchObject([
      { kind: "onboarding", cents: 2500, job },
      { kind: "verification", cents: 500, job },
    ]);
  });

  it.each(PLACES)("and the rest of the start are finished by the job if the process died %s", async (at) => {
    const { partner, start, read, charges, sceneId, mails } = await starter();
    const recover = await letCreationDie(at);
    await expect(start()).rejects.toThrow(REFUSED);
    await recover();
    const id = await sceneId();
    expect((await start()).isNew).toBe(false);
    clock.advance(MINUTE_MS);
    expect(await runJobs(finishSceneTask, { sceneId: id })).toBeGreaterThan(0);
    expect(charges()).toEqual(PAID);
    expect((await read()).fees.charged).toBe(true);
    expect(await mails()).toEqual(INVITED);
    expect(await eventsOf(partner)).toEqual([]);
  });
});
