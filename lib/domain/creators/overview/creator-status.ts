import { findBilling } from "@/lib/domain/billing";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { findLatestCheck, findRefusal, findVerification, type InReview, readUsualTimes } from "@/lib/domain/identity";
import { isPerformer, type OwnScenesSummary, sumOwnScenes } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { sumPlatforms } from "./platforms";

/** The status of a person's ID. */
type IdStatus =
  | { state: "verified"; at: Date }
  /** `photos`: sent, and a custodian asked for better photos. */
  | { state: "missing" | "started" | "photos" | "rejected" }
  | ({ state: "submitted" } & InReview)
  | { state: "refused"; until: Date };

/** The one thing to do next. Null when nothing is left. */
type NextStep =
  /** A scene waits for their signature, or for their ID. `scene` closes first. */
  | { step: "sign"; count: number; scene: NonNullable<OwnScenesSummary["first"]> }
  | { step: "answer"; count: number; platform: string }
  /** `accountId`: whose onboarding to continue in. */
  | { step: "verify"; accountId: string; platform: string; started: boolean; again: boolean; photos: boolean }
  | { step: "subscribe"; again: boolean }
  | { step: "pay"; until: Date | null }
  | null;

/** A creator's ID, subscription, platforms and scenes, and the next step. */
export async function getCreatorStatus(ctx: Ctx<PersonActor>) {
  const [id, billing, platforms, scenes] = [
    await idStatusOf(ctx.actor.userId),
    await findBilling(ctx.actor.userId),
    await sumPlatforms(ctx),
    await sumOwnScenes(ctx),
  ];
  const { asked, asks, needsSubscription, onboarding } = platforms;
  return { id, billing, platforms, scenes, next: nextOf() };

  function nextOf(): NextStep {
    const { state, graceEndsAt } = billing.subscription;
    // A scene has a deadline, and its page asks for the ID too. Under 18, nothing can be signed.
    if (scenes.first && id.state !== "refused") return { step: "sign", count: scenes.waiting, scene: scenes.first };
    if (onboarding && id.state !== "verified" && id.state !== "submitted" && id.state !== "refused") {
      const [started, again] = [id.state === "started", id.state === "rejected"];
      return { step: "verify", ...onboarding, started, again, photos: id.state === "photos" };
    }
    if (state === "past_due") return { step: "pay", until: graceEndsAt };
    if (needsSubscription && (state === "none" || state === "ended"))
      return { step: "subscribe", again: state === "ended" };
    if (asks !== null) return { step: "answer", count: asked, platform: asks };
    return null;
  }
}

async function idStatusOf(userId: string): Promise<IdStatus> {
  const [verification, check, refusal] = await Promise.all([
    findVerification(userId),
    findLatestCheck(userId),
    findRefusal(userId),
  ]);
  if (verification) return { state: "verified", at: verification.verifiedAt };
  if (check?.status === "submitted") {
    if (check.photosAskedAt) return { state: "photos" };
    return { state: "submitted", driver: check.driver, reviewMs: (await readUsualTimes()).reviewMs };
  }
  if (check?.status === "draft") return { state: "started" };
  if (refusal) return { state: "refused", until: refusal.until };
  return { state: check?.status === "rejected" ? "rejected" : "missing" };
}

export type CreatorStatus = Awaited<ReturnType<typeof getCreatorStatus>>;

/** Whether a person has creator pages: a platform provisioned them, a scene names them, or the service keeps records of them. */
export async function isCreator(userId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM solo_accounts WHERE user_id = ${userId})
      OR EXISTS (SELECT FROM link_requests WHERE user_id = ${userId})
      OR EXISTS (SELECT FROM identity_checks WHERE user_id = ${userId})
      OR EXISTS (SELECT FROM index_entries WHERE user_id = ${userId})
      OR EXISTS (SELECT FROM scene_index_entries WHERE user_id = ${userId})
      OR EXISTS (SELECT FROM subscriptions WHERE user_id = ${userId}) AS found`;
  return row?.found || isPerformer(userId);
}
