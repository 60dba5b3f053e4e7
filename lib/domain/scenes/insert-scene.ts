import { newSceneFee, sceneFeeInsertion } from "@/lib/domain/billing";
import type { Ctx } from "@/lib/domain/context";
import { attestationInsertion } from "@/lib/domain/hosted";
import { chainOf, type LedgerLine, ledgerRow, record } from "@/lib/domain/ledger";
import { eventRows } from "@/lib/domain/webhooks";
import { clock } from "@/lib/platform/clock";
import { Prisma, pool, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { addJob } from "@/lib/platform/jobs";
import { announcementOf, finishJob } from "./announce-scene";
import { SIGNING_MS } from "./labels";
import { newLink } from "./performer-links";
import type { Uploader } from "./scene-uploader";

/** The uploader's statement, and where it came from. */
export type Attested = {
  proof: "partner_api" | "hosted_link";
  text: string;
  /** Null for a partner's own words. */
  textVersion?: string;
  ip: string | null;
  userAgent: string | null;
  attestedAt: Date;
};

type Creation = {
  partnerId: string;
  uploader: Uploader;
  title: string;
  shootDate: Date | null;
  callbackUrl: string | null;
  uploadSessionId: string | null;
  performers: readonly { email: string }[];
  attestation: Attested;
  /** When a job finishes a creation that charges a card; at once by default. */
  finishAt?: Date;
};

/**
 * Write a scene with its performers, attestation, fee and the job that finishes it, and return it as it was written. Announces
 * it, too, if no card is charged.
 */
export async function insertScene(ctx: Ctx, creation: Creation): Promise<NewScene> {
  const scene = newScene(creation);
  const { parts, lines } = insertion(ctx, creation, scene);
  const rows = lines.map(ledgerRow);
  // One statement is its own transaction and needs only one round trip. The ledger comes last: its lock is held until the commit.
  const { text, values } = Prisma.sql`
    WITH ${parts},
    appended_ledger AS MATERIALIZED (
      SELECT ledger_append(${chainOf(rows)}::smallint, ${JSON.stringify(rows)}::jsonb) FROM inserted_all)
    SELECT count(*) FROM appended_ledger`;
  await pool().query({ name: "create_scene", text, values });
  return scene;
}

/** `insertScene` in a transaction that changes more. */
export async function insertSceneIn(tx: Tx, ctx: Ctx, creation: Creation): Promise<NewScene> {
  const scene = newScene(creation);
  const { parts, lines } = insertion(ctx, creation, scene);
  await tx.$queryRaw(Prisma.sql`WITH ${parts} SELECT count(*) FROM inserted_all`);
  for (const line of lines) record(tx, line);
  return scene;
}

type NewScene = ReturnType<typeof newScene>;

function newScene({ partnerId, uploader: { payerId, newPerformers }, uploadSessionId, ...creation }: Creation) {
  const [id, createdAt] = [newId(), clock.now()];
  return {
    id,
    partnerId,
    createdAt,
    attestationId: newId(),
    uploadSessionId,
    status: "pending_signatures" as const,
    announcedAt: payerId === null ? createdAt : null,
    expiresAt: new Date(createdAt.getTime() + SIGNING_MS),
    performers: creation.performers.map(({ email }) => ({ id: newId(), email, consentedAt: null, refusedAt: null })),
    fee: newSceneFee({ sceneId: id, partnerId, payerId, newPerformers }),
  };
}

type Insertion = {
  /** The queries of a `WITH`. The last one is `inserted_all`. */
  parts: Prisma.Sql;
  /** What the ledger gets. */
  lines: LedgerLine[];
};

function insertion(ctx: Ctx, creation: Creation, scene: NewScene): Insertion {
  const { uploader, title, shootDate, callbackUrl, uploadSessionId, attestation, finishAt } = creation;
  const { id, partnerId, createdAt, announcedAt, expiresAt, attestationId, performers, fee } = scene;
  const { line, event } = announcementOf(ctx, scene);
  const created = { ctx, action: "collab_scene.created", subject: { kind: "collab_scene", id }, partnerId } as const;
  const events = announcedAt ? JSON.stringify(eventRows([event])) : null;
  const links = performers.map((performer) => newLink(performer.id));
  const parts = Prisma.sql`
    inserted_attestation AS (${attestationInsertion(attestationId, {
      ...attestation,
      kind: "producer",
      subjectKind: "collab_scene",
      subjectId: id,
      userId: uploader.userId,
      email: uploader.email,
    })} RETURNING 1),
    inserted_scene AS (
      INSERT INTO collab_scenes (id, partner_id, uploader_account_id, title, shoot_date, callback_url, upload_session_id,
        attestation_id, announced_at, created_at, expires_at)
      VALUES (${id}, ${partnerId}, ${uploader.id}, ${title}, ${shootDate?.toISOString() ?? null}::timestamptz, ${callbackUrl},
        ${uploadSessionId}, ${attestationId}, ${announcedAt}, ${createdAt}, ${expiresAt}) RETURNING 1),
    inserted_performers AS (
      INSERT INTO scene_performers (id, scene_id, position, email, link_serial, link_hash)
      SELECT p.id, ${id}, n - 1, email, serial, hash
      FROM unnest(${performers.map((performer) => performer.id)}::text[], ${performers.map(({ email }) => email)}::text[],
        ${links.map(({ linkSerial }) => linkSerial)}::int[], ${links.map(({ linkHash }) => linkHash)}::bytea[])
        WITH ORDINALITY AS p (id, email, serial, hash, n) RETURNING 1),
    inserted_fee AS (${sceneFeeInsertion(fee)} RETURNING 1),
    emitted_events AS MATERIALIZED (SELECT emit_events(${events}::json)),
    queued_job AS MATERIALIZED (SELECT ${addJob(...finishJob(id, announcedAt ? undefined : finishAt))}),
    inserted_all AS MATERIALIZED (
      SELECT count(*) FROM inserted_attestation, inserted_scene, inserted_performers, inserted_fee, emitted_events, queued_job)`;
  return { parts, lines: announcedAt ? [created, line] : [created] };
}
