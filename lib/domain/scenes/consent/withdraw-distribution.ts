import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { keptConsents } from "../consents";
import { quotable } from "../quotable";
import { allowsWithdrawal } from "../releases/release-text";
import { lockOwnPerformer } from "./performer-stage";

/** The version of the statement's words. A change of any word below is a new version; stored statements keep theirs. */
export const WITHDRAWAL_VERSION = "withdrawal-2026-11-28";

type Released = {
  consentedAt: Date | null;
  withdrawnAt: Date | null;
  given: unknown;
  release: { textVersion: string | null } | null;
  scene: { status: string };
};

/**
 * Whether a performer may withdraw distribution: their consent counts, their release gave distribution and its own words allow it, and
 * the scene is or can become greenlit. Before their consent counts, they refuse instead.
 */
export const mayWithdraw = ({ consentedAt, withdrawnAt, given, release, scene }: Released): boolean =>
  consentedAt !== null &&
  withdrawnAt === null &&
  (scene.status === "greenlit" || scene.status === "pending_signatures") &&
  Boolean(keptConsents(given)?.uses.includes("distribution")) &&
  allowsWithdrawal(release?.textVersion ?? null);

/** A statement as it is shown. `shown` is its hash, to send back with the signature. */
export type WithdrawalStatement = { text: string; version: string; shown: string };

/** What a performer states when they withdraw distribution. Throws `NotFound` for somebody else's and one without a release. */
export async function withdrawalStatement(
  { actor: { userId } }: Ctx<PersonActor>,
  performerId: string,
  tx: Pick<Tx, "scenePerformer"> = db,
): Promise<WithdrawalStatement> {
  const performer = await tx.scenePerformer.findUnique({
    where: { id: performerId, userId },
    select: { release: true, scene: { select: { title: true, partner: { select: { name: true } } } } },
  });
  if (!performer?.release) throw new NotFound();
  const { release, scene } = performer;
  const day = release.attestedAt.toISOString().slice(0, 10);
  const clauses = [
    `I make this statement to ${SERVICE_NAME} (the “Service”), which acts on it.`,
    `On ${day} (UTC) I signed the release ${release.id}, version ${release.textVersion}, for the scene “${quotable(scene.title)}” ` +
      `(the “Scene”), performer record ${performerId}, which “${quotable(scene.partner.name)}” asked for.`,
    "I withdraw the consent to the distribution of the Scene that I gave in it, with its download and resale. I no longer consent to " +
      "its publication.",
    "I ask that the Scene be removed wherever it is published.",
    "You can reach me at the email address through which I signed the release.",
    "I have read this statement. By typing my name and pressing the button, I make it and sign it electronically " +
      "(15 U.S.C. § 7001). The Service records when, from which network address and with which browser I did so, as evidence of it.",
  ];
  const text = clauses.map((clause, n) => `${n + 1}. ${clause}`).join("\n\n");
  return { text, version: WITHDRAWAL_VERSION, shown: sha256Hex(text) };
}

/**
 * Lock the scene of the acting person's own release, to withdraw its distribution. `withdrawalId`: the request of a withdrawal that was
 * first. Throws `NotFound` for somebody else's, and `Conflict` `not_withdrawable`.
 */
export async function lockToWithdraw(tx: Tx, ctx: Ctx<PersonActor>, performerId: string) {
  await lockOwnPerformer(tx, ctx, performerId);
  const performer = await tx.scenePerformer.findUniqueOrThrow({
    where: { id: performerId },
    include: { release: { select: { textVersion: true } }, scene: { select: { status: true, title: true } } },
  });
  if (!performer.withdrawalId && !mayWithdraw(performer)) {
    throw new Conflict("not_withdrawable", "There is no distribution to withdraw. Reload the page.");
  }
  const { email, withdrawalId, scene } = performer;
  return { email, withdrawalId, title: scene.title };
}

/** Record that a release's distribution was withdrawn by a request, in its transaction. The partner's history doesn't show it. */
export async function recordWithdrawal(
  tx: Tx,
  ctx: Ctx<PersonActor>,
  { performerId, requestId, at }: { performerId: string; requestId: string; at: Date },
): Promise<void> {
  const { count } = await tx.scenePerformer.updateMany({
    where: { id: performerId, withdrawnAt: null },
    data: { withdrawnAt: at, withdrawalId: requestId },
  });
  if (count === 0) throw new Error("a locked release was withdrawn");
  const subject = { kind: "scene_performer", id: performerId } as const;
  record(tx, {
    ctx,
    action: "scene_performer.distribution_withdrawn",
    subject,
    partnerId: null,
    detail: { request: requestId },
  });
}
