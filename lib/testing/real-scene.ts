import { expect } from "vitest";
import { paySceneFee, saveTestCard } from "@/lib/domain/billing";
import { chargeSceneFeeTask, sweepSceneFees } from "@/lib/domain/billing/scene-fees/sweep";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { importIdentity, rejectIdentity } from "@/lib/domain/creators/decisions";
import { saveDetails, startCheck } from "@/lib/domain/identity";
import { moveCheck } from "@/lib/domain/identity/states";
import { cancelScene, createScene, finishSceneTask, readScene, refuseConsent, viewScene } from "@/lib/domain/scenes";
import { finishScene } from "@/lib/domain/scenes/cancel-scene";
import { expireScenes } from "@/lib/domain/scenes/expire-scenes";
import { SIGNING_MS } from "@/lib/domain/scenes/labels";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { AppError, NotFound } from "@/lib/platform/errors";
import { payments } from "@/lib/platform/payments/payments";
import { approveIdentity } from "@/lib/testing/identity-checks";
import type { StripeStandIn } from "@/peers/stripe";
import { letCreationDie } from "./dying-creation";
import { eventsOf } from "./effects";
import {
  freshEmail,
  keyCtx,
  makeAccount,
  makeCustodian,
  makePartner,
  personCtx,
  portalCtx,
  staffCtx,
  systemCtx,
} from "./factories";
import { someDetails } from "./identity-checks";
import { lose } from "./payment-bench";
import { openLink, sign } from "./performers";
import { clearJobs } from "./queue";
import { runJobs } from "./run-jobs";
import type { Start, Step } from "./scene-model";
import { shownScene } from "./shown-scene";
import { REFUSED } from "./sql";

const CARDS = { "a good card": "visa", "a declined card": "declined" } as const;

/** A creator's real scene with two performers, to compare with `sceneModel`. The process may die while it creates it. */
export async function realScene(peer: StripeStandIn, { pays, loses, dies }: Start) {
  // Jobs of earlier scenes would only take time.
  await clearJobs();
  const partner = await makePartner(
    pays === "the platform" ? { collabScenes: true } : { plan: "creator_pays", collabScenes: true },
  );
  const { id: uploaderAccountId, person } = await makeAccount(partner, { status: "active" });
  const [key, emails] = [keyCtx(partner), [freshEmail("first"), freshEmail("second")]];
  const saveCard = (card: "visa" | "declined") => saveTestCard(systemCtx(), { email: person.email, card });
  if (pays === "a good card" || pays === "a declined card") await saveCard(CARDS[pays]);
  if (loses !== "nothing") lose(payments(), "charge", loses === "the call" ? "call" : "answer");
  const body = {
    uploaderAccountId,
    title: "Summer at the lake",
    performers: emails.map((email) => ({ email })),
    uploaderAttestation: { ip: "203.0.113.7", ua: "test", clickedAt: clock.now(), attestationText: "All adults." },
    callbackUrl: "https://platform.example.com/callback",
  };
  const recover = dies === "never" ? undefined : await letCreationDie(dies);
  const created = await createScene(key, body).catch((error: unknown) => {
    expect(String(error)).toContain(REFUSED);
    return null;
  });
  await recover?.();
  const { id: sceneId } = await db.collabScene.findFirstOrThrow({ where: { partnerId: partner.id } });
  if (created) await runJobs(finishSceneTask, { sceneId });

  const performers = await db.scenePerformer.findMany({ where: { sceneId }, orderBy: { position: "asc" } });
  const readFee = () => db.sceneFee.findFirstOrThrow({ where: { sceneId } });
  const opened = new Map<string, Ctx<PersonActor>>();

  /** Only the mailed link opens the page. */
  async function open(id: string): Promise<Ctx<PersonActor>> {
    const known = opened.get(id);
    if (known) return known;
    const { mailedAt } = await db.scenePerformer.findUniqueOrThrow({ where: { id } });
    if (!mailedAt) throw new NotFound();
    const ctx = await openLink({ id });
    opened.set(id, ctx);
    return ctx;
  }

  /** Sends an ID, without the photos, which take long, and returns who may decide. */
  async function sendId(ctx: Ctx<PersonActor>, performerId: string) {
    const { checkId } = await startCheck(ctx, { performerId });
    await saveDetails(ctx, someDetails());
    await inTransaction((tx) => moveCheck(tx, { id: checkId, to: "submitted", submittedAt: clock.now() }));
    return { checkId, custodian: staffCtx(await makeCustodian()) };
  }

  const seen = () => Promise.all([readScene(key, sceneId), viewScene(portalCtx(partner), sceneId), eventsOf(partner)]);
  async function reject(ctx: Ctx<PersonActor>, performerId: string) {
    const before = await seen();
    const { checkId, custodian } = await sendId(ctx, performerId);
    await rejectIdentity(custodian, { checkId, reason: "document_unreadable", note: "" });
    expect(await seen()).toEqual(before);
  }
  async function approve(ctx: Ctx<PersonActor>, performerId: string) {
    const { checkId, custodian } = await sendId(ctx, performerId);
    await approveIdentity(custodian, { checkId });
  }
  async function pay() {
    const { id: feeId, status } = await readFee();
    if (status === "unpaid") await saveCard("visa");
    await paySceneFee(personCtx(person), { feeId });
  }
  async function charge() {
    clock.advance(HOUR_MS);
    await sweepSceneFees();
    await runJobs(chargeSceneFeeTask, { feeId: (await readFee()).id });
  }
  async function resume() {
    clock.advance(MINUTE_MS);
    await runJobs(finishSceneTask, { sceneId });
    await finishScene(systemCtx(), sceneId);
  }

  async function act(step: Step): Promise<unknown> {
    const [name, n] = step.split(" ");
    if (name === "resume") return resume();
    if (name === "charge") return charge();
    if (name === "pay") return pay();
    if (name === "cancel") return cancelScene(key, sceneId);
    if (name === "end") return clock.advance(SIGNING_MS);
    if (name === "expire") return expireScenes(systemCtx());
    const performer = performers[Number(n)];
    if (!performer) throw new Error(`no performer ${n}`);
    const { id: performerId, email } = performer;
    if (name === "import") {
      const verifiedAt = new Date("2026-01-01");
      return importIdentity(systemCtx(), { email, legalName: "Ada Example", birthDate: "1990-01-31", verifiedAt });
    }
    // Another browser, or the same person days later.
    if (name === "open") opened.delete(performerId);
    const ctx = await open(performerId);
    if (name === "sign") return sign(ctx, performer);
    if (name === "approve") return approve(ctx, performerId);
    if (name === "reject") return reject(ctx, performerId);
    return name === "refuse" ? refuseConsent(ctx, { performerId, reason: "other" }) : undefined;
  }

  return {
    async take(step: Step) {
      await act(step).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    },
    shown: () => shownScene(peer, { partner, sceneId, emails }),
  };
}
