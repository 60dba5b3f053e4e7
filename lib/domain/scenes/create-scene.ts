import { chargeSceneFee } from "@/lib/domain/billing";
import type { Ctx, PartnerKeyActor, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { pool, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { VerificationJob } from "@/prisma/generated/client";
import { announceScene } from "./announce-scene";
import { type Attested, insertScene, insertSceneIn, type JobPayment, type NewScene } from "./insert-scene";
import { presentCreated } from "./present";
import { getScene } from "./queries";
import type { CollabSceneCreated } from "./response-schemas";
import { newPerformersAmong, requireUploader, type UploaderRow, uploaderQuery } from "./scene-uploader";
import type { CreateCollabScene } from "./schemas";

/** When a job finishes a creation that was interrupted. Later than a charge takes. */
const FINISHED_AFTER_MS = MINUTE_MS;
const finishAt = (): Date => new Date(clock.now().getTime() + FINISHED_AFTER_MS);

/**
 * Create a scene, charge its fee and invite its performers. Every call creates one. A fee that can't be charged doesn't stop
 * the scene. An interrupted call is finished by a job within a minute. Contract: Collab scenes, create.
 * Throws `InvalidField` for the uploader among the performers, 400 `uploader_not_solo_active`, and `Conflict`
 * `collab_scenes_not_available_on_platform_pays`.
 */
export async function createScene(ctx: Ctx<PartnerKeyActor>, input: CreateCollabScene): Promise<CollabSceneCreated> {
  const { partnerId } = ctx.actor;
  const { uploaderAccountId, uploaderExternalUserId, performers, uploaderAttestation } = input;
  const named = {
    partnerId,
    accountId: uploaderAccountId && isId(uploaderAccountId) ? uploaderAccountId : null,
    externalUserId: uploaderExternalUserId ?? null,
    performers,
  };
  const { text, values } = uploaderQuery(named);
  const { rows } = await pool().query<UploaderRow>({ name: "find_scene_uploader", text, values });
  const uploader = requireUploader(rows[0], named);
  const scene = await insertScene(ctx, {
    partnerId,
    uploader,
    performers,
    uploadSessionId: null,
    title: input.title,
    shootDate: input.shootDate ?? null,
    callbackUrl: input.callbackUrl,
    attestation: {
      proof: "partner_api",
      text: uploaderAttestation.attestationText,
      ip: uploaderAttestation.ip,
      userAgent: uploaderAttestation.ua,
      attestedAt: uploaderAttestation.clickedAt,
    },
    finishAt: finishAt(),
  });
  // Nothing is charged to a card, so the scene was announced at once.
  if (scene.announcedAt) return presentCreated(scene);
  await completeCreation(ctx, scene.id);
  return presentCreated(await getScene(scene.id));
}

/** Charge a new scene's fee to a card and announce it: the steps after the transaction that wrote it. */
export async function completeCreation(ctx: Ctx, sceneId: string): Promise<void> {
  await chargeSceneFee(ctx, sceneId);
  await announceScene(ctx, sceneId);
}

type HostedScene = {
  partnerId: string;
  accountId: string;
  uploadSessionId: string;
  title: string;
  shootDate: Date;
  callbackUrl: string | null;
  performers: readonly { email: string }[];
  attestation: Attested;
};

/**
 * Create the scene of a hosted session in the transaction that completes it. A job charges the fee and invites the performers
 * right after: the page answers in the same time whether or not a card is saved. Throws as `createScene` does.
 */
export async function createHostedScene(
  tx: Tx,
  ctx: Ctx<SystemActor>,
  { accountId, ...scene }: HostedScene,
): Promise<{ attestationId: string }> {
  const named = { partnerId: scene.partnerId, accountId, externalUserId: null, performers: scene.performers };
  const [row] = await tx.$queryRaw<UploaderRow[]>(uploaderQuery(named));
  const { attestationId } = await insertSceneIn(tx, ctx, { ...scene, uploader: requireUploader(row, named) });
  if (attestationId === null) throw new Error("a hosted scene has no statement");
  return { attestationId };
}

type JobScene = { partnerId: string; title: string; shootDate: Date; performers: readonly { email: string }[] };

/**
 * Create the scene of a verification job in the transaction that creates the job. The partner pays what a scene costs, on its next
 * invoice or with its card. Call `completeCreation` after the transaction: a job does within a minute if that was interrupted.
 */
export async function createJobScene(tx: Tx, ctx: Ctx, scene: JobScene): Promise<NewScene> {
  const [pays] = await tx.$queryRaw<JobPayment[]>`
    SELECT CASE p.plan WHEN 'platform_pays' THEN 'platform_invoice' ELSE 'partner_card' END AS "billedTo",
      ${newPerformersAmong(scene.performers)} AS "newPerformers"
    FROM partners p WHERE p.id = ${scene.partnerId}`;
  if (!pays) throw new NotFound();
  return insertSceneIn(tx, ctx, { ...scene, pays, finishAt: finishAt() });
}

/** Writes a verification job in the transaction that created its scene. */
export async function insertJob(tx: Tx, job: VerificationJob): Promise<void> {
  await tx.verificationJob.create({ data: job });
}
