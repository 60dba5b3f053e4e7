import { chargeSceneFee } from "@/lib/domain/billing";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { Prisma, rows, rowsIn, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { VerificationJob } from "@/prisma/generated/client";
import type { Consents } from "./consents";
import { type Attested, insertScene, type JobPayment, type NewScene } from "./insert-scene";
import { presentCreated } from "./present";
import { getScene } from "./queries";
import type { CollabSceneCreated } from "./response-schemas";
import { announceScene } from "./scene-events";
import { requireMayUpload, UPLOADER_FACTS, type UploaderFacts } from "./scene-uploader";
import type { CreateCollabScene } from "./schemas";

/** When a job finishes a creation that was interrupted. Later than a charge takes. */
const FINISHED_AFTER_MS = MINUTE_MS;

/**
 * Create a scene, charge its fee and invite its performers. Every call creates one. A fee that can't be charged doesn't stop
 * the scene. An interrupted call is finished by a job within a minute. Contract: Collab scenes, create.
 * Throws `InvalidField` for the uploader among the performers, 400 `uploader_not_solo_active`, and `Conflict`
 * `collab_scenes_not_available_on_platform_pays`.
 */
export async function createScene(ctx: Ctx<PartnerKeyActor>, input: CreateCollabScene): Promise<CollabSceneCreated> {
  const { uploaderAccountId, uploaderExternalUserId, title, performers, uploaderAttestation, callbackUrl } = input;
  const scene = await writeScene(ctx, {
    partnerId: ctx.actor.partnerId,
    title,
    shootDate: input.shootDate ?? null,
    performers,
    needs: input.requiredConsents,
    uploading: {
      accountId: uploaderAccountId && isId(uploaderAccountId) ? uploaderAccountId : null,
      externalUserId: uploaderExternalUserId ?? null,
      uploadSessionId: null,
      callbackUrl,
      attestation: {
        proof: "partner_api",
        text: uploaderAttestation.attestationText,
        ip: uploaderAttestation.ip,
        userAgent: uploaderAttestation.ua,
        attestedAt: uploaderAttestation.clickedAt,
      },
    },
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

/** The uploader, by their account or by the partner's own id of them, and what they stated. */
type Uploading = {
  accountId: string | null;
  externalUserId: string | null;
  uploadSessionId: string | null;
  callbackUrl: string | null;
  attestation: Attested;
};

type Wanted = {
  partnerId: string;
  title: string;
  shootDate: Date | null;
  performers: readonly { email: string }[];
  needs?: Consents | undefined;
  /** Null for a verification job, which the partner pays like a scene: on its next invoice or with its card. */
  uploading: Uploading | null;
};

/**
 * Writes a scene, in `tx` if given. Call `completeCreation` after the commit; a job completes it within a minute if that was
 * interrupted. For an upload session the job runs right away, so that the page's response time doesn't reveal whether a card is saved.
 * Throws as `createScene` does.
 */
export async function writeScene(ctx: Ctx, { uploading, ...scene }: Wanted, tx?: Tx): Promise<NewScene> {
  const finishAt = uploading?.uploadSessionId ? undefined : new Date(clock.now().getTime() + FINISHED_AFTER_MS);
  if (uploading) {
    const uploader = await findUploader({ ...scene, ...uploading }, tx);
    return insertScene(ctx, { ...scene, ...uploading, uploader, finishAt }, tx);
  }
  const [pays] = await ask<JobPayment>(
    "find_job_payment",
    Prisma.sql`
      SELECT CASE p.plan WHEN 'platform_pays' THEN 'platform_invoice' ELSE 'partner_card' END AS billed_to,
        ${newPerformersAmong(scene.performers)} AS new_performers
      FROM partners p WHERE p.id = ${scene.partnerId}`,
    tx,
  );
  if (!pays) throw new NotFound();
  return insertScene(ctx, { ...scene, pays, finishAt }, tx);
}

function ask<Row extends object>(name: string, sql: Prisma.Sql, tx: Tx | undefined): Promise<Row[]> {
  return tx ? rowsIn<Row>(tx)`${sql}` : rows<Row>(sql, { name });
}

/** How many of these have no active account at any platform. Takes the same steps for each, known or not. */
const newPerformersAmong = (performers: readonly { email: string }[]): Prisma.Sql => Prisma.sql`
  (SELECT count(*)::int FROM unnest(${performers.map(({ email }) => email)}::text[]) AS named (email) WHERE NOT EXISTS (
    SELECT FROM users u JOIN solo_accounts s ON s.user_id = u.id
    WHERE u.email = named.email AND s.status = 'active'))`;

/** The uploader, with what their scene costs. */
async function findUploader(
  { partnerId, accountId, externalUserId, performers }: Omit<Wanted, "uploading"> & Uploading,
  tx: Tx | undefined,
) {
  const [account] = await ask<UploaderFacts & { id: string; email: string; newPerformers: number }>(
    "find_scene_uploader",
    Prisma.sql`
      SELECT a.id, a.email, ${UPLOADER_FACTS}, ${newPerformersAmong(performers)} AS new_performers
      FROM solo_accounts a JOIN partners p ON p.id = a.partner_id
      WHERE a.partner_id = ${partnerId} AND (a.id = ${accountId} OR a.external_user_id = ${externalUserId})`,
    tx,
  );
  const own = account ? performers.findIndex(({ email }) => email === account.email) : -1;
  if (own >= 0) throw new InvalidField(`performers.${own}.email`, "must differ from the uploader's address");
  const field = externalUserId === null ? "uploaderAccountId" : "uploaderExternalUserId";
  const may = requireMayUpload(account, { isCollab: true, refuseWith: 400, field });
  const { id, userId, email, fundedBy, newPerformers } = may;
  return { id, userId, email, payerId: fundedBy === "creator" ? userId : null, newPerformers };
}

/** Writes a verification job in the transaction that created its scene. */
export async function insertJob(tx: Tx, job: VerificationJob): Promise<void> {
  await tx.verificationJob.create({ data: job });
}
