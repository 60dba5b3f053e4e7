import { newSceneFee, sceneFeeInsertion } from "@/lib/domain/billing";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/context";
import { attestationInsertion } from "@/lib/domain/hosted";
import { chainOf, ledgerRow } from "@/lib/domain/ledger";
import { eventRows } from "@/lib/domain/webhooks";
import { clock } from "@/lib/platform/clock";
import { Prisma, pool } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { addJob } from "@/lib/platform/jobs";
import { announcementOf, finishJob } from "./announce-scene";
import { SIGNING_MS } from "./labels";
import { newLink } from "./performer-links";
import type { CreateCollabScene } from "./schemas";

/** When a job finishes a creation that was interrupted. Later than a charge takes. */
const FINISHED_AFTER_MS = MINUTE_MS;

/** Who uploads a scene. `payerId`: whose card pays; null when the platform is invoiced. */
export type Uploader = { id: string; userId: string; email: string; payerId: string | null; newPerformers: number };
type Creation = { uploader: Uploader; input: CreateCollabScene };

/**
 * Write a scene with its performers, attestation, fee and the job that finishes it, and return it as it was written. Announces
 * it, too, if no card is charged.
 */
export async function insertScene(ctx: Ctx<PartnerKeyActor>, creation: Creation): Promise<NewScene> {
  const scene = newScene(ctx.actor.partnerId, creation);
  const { text, values } = insertion(ctx, creation, scene);
  // One statement is its own transaction and needs only one round trip.
  await pool().query({ name: "create_scene", text, values });
  return scene;
}

type NewScene = ReturnType<typeof newScene>;

function newScene(partnerId: string, { uploader: { payerId, newPerformers }, input }: Creation) {
  const [id, createdAt] = [newId(), clock.now()];
  return {
    id,
    partnerId,
    createdAt,
    attestationId: newId(),
    uploadSessionId: null,
    status: "pending_signatures" as const,
    announcedAt: payerId === null ? createdAt : null,
    expiresAt: new Date(createdAt.getTime() + SIGNING_MS),
    performers: input.performers.map(({ email }) => ({ id: newId(), email, consentedAt: null, refusedAt: null })),
    fee: newSceneFee({ sceneId: id, partnerId, payerId, newPerformers }),
  };
}

function insertion(ctx: Ctx<PartnerKeyActor>, { uploader, input }: Creation, scene: NewScene): Prisma.Sql {
  const { id, partnerId, createdAt, announcedAt, expiresAt, attestationId, performers, fee } = scene;
  const { title, shootDate, callbackUrl, uploaderAttestation } = input;
  const { line, event } = announcementOf(ctx, scene);
  const created = { ctx, action: "collab_scene.created", subject: { kind: "collab_scene", id } } as const;
  const lines = (announcedAt ? [created, line] : [created]).map(ledgerRow);
  const events = announcedAt ? JSON.stringify(eventRows([event])) : null;
  const links = performers.map((performer) => newLink(performer.id));
  // The ledger comes last: its lock is held until the commit.
  return Prisma.sql`
    WITH inserted_attestation AS (${attestationInsertion(attestationId, {
      kind: "producer",
      subjectKind: "collab_scene",
      subjectId: id,
      text: uploaderAttestation.attestationText,
      userId: uploader.userId,
      email: uploader.email,
      proof: "partner_api",
      ip: uploaderAttestation.ip,
      userAgent: uploaderAttestation.ua,
      attestedAt: uploaderAttestation.clickedAt,
    })} RETURNING 1),
    inserted_scene AS (
      INSERT INTO collab_scenes (id, partner_id, uploader_account_id, title, shoot_date, callback_url, attestation_id,
        announced_at, created_at, expires_at)
      VALUES (${id}, ${partnerId}, ${uploader.id}, ${title}, ${shootDate?.toISOString() ?? null}::timestamptz, ${callbackUrl}, ${attestationId}, ${announcedAt},
        ${createdAt}, ${expiresAt}) RETURNING 1),
    inserted_performers AS (
      INSERT INTO scene_performers (id, scene_id, position, email, link_serial, link_hash)
      SELECT p.id, ${id}, n - 1, email, serial, hash
      FROM unnest(${performers.map((performer) => performer.id)}::text[], ${performers.map(({ email }) => email)}::text[],
        ${links.map(({ linkSerial }) => linkSerial)}::int[], ${links.map(({ linkHash }) => linkHash)}::bytea[])
        WITH ORDINALITY AS p (id, email, serial, hash, n) RETURNING 1),
    inserted_fee AS (${sceneFeeInsertion(fee)} RETURNING 1),
    emitted_events AS MATERIALIZED (SELECT emit_events(${events}::json)),
    queued_job AS MATERIALIZED (
      SELECT ${addJob(...finishJob(id, announcedAt ? undefined : new Date(createdAt.getTime() + FINISHED_AFTER_MS)))}),
    inserted_all AS MATERIALIZED (
      SELECT count(*) FROM inserted_attestation, inserted_scene, inserted_performers, inserted_fee, emitted_events, queued_job),
    appended_ledger AS MATERIALIZED (
      SELECT ledger_append(${chainOf(lines)}::smallint, ${JSON.stringify(lines)}::jsonb) FROM inserted_all)
    SELECT count(*) FROM appended_ledger`;
}
