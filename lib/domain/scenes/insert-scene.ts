import { attestationInsertion } from "@/lib/domain/acts";
import { newSceneFee, newVerificationFee, sceneFeeInsertion } from "@/lib/domain/billing";
import type { Ctx } from "@/lib/domain/core/context";
import { chainOf, type LedgerLine, ledgerRow, record } from "@/lib/domain/core/ledger";
import { eventRows } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { Prisma, pool, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { addJob } from "@/lib/platform/jobs";
import type { Consents } from "./consents";
import { SIGNING_MS } from "./labels";
import { newLink } from "./queries";
import { announcementOf, finishJob } from "./scene-events";

/** The uploader's statement, and where it came from. */
export type Attested = {
  proof: "partner_api" | "hosted_link" | "session";
  text: string;
  /** Null for a partner's own words. */
  textVersion?: string;
  ip: string | null;
  userAgent: string | null;
  attestedAt: Date;
};

type Creation = {
  partnerId: string;
  title: string;
  shootDate: Date | null;
  performers: readonly { email: string }[];
  /** What it declares that it needs. */
  needs?: Consents | undefined;
  /** When a job finishes a creation that charges a card; at once by default. */
  finishAt?: Date | undefined;
};

/** What an uploader adds to a scene. `payerId`: whose card pays; null when the platform is invoiced. */
type Uploaded = Creation & {
  uploader: { id: string; userId: string; email: string; payerId: string | null; newPerformers: number };
  callbackUrl: string | null;
  uploadSessionId: string | null;
  attestation: Attested;
};

/** How the partner pays for a verification job, and for how many performers without an active account. */
export type JobPayment = { billedTo: "partner_card" | "platform_invoice"; newPerformers: number };

/** What a verification job adds instead. */
type OfJob = Creation & { pays: JobPayment };

/**
 * Write a scene with its performers, attestation, fee and the job that finishes it, and return it as it was written. Announces
 * it, too, if no card is charged.
 */
export async function insertScene(ctx: Ctx, creation: Uploaded | OfJob, tx?: Tx): Promise<NewScene> {
  const scene = newScene(creation);
  const { parts, lines } = insertion(ctx, creation, scene);
  if (tx) {
    await tx.$queryRaw(Prisma.sql`WITH ${parts} SELECT count(*) FROM inserted_all`);
    for (const line of lines) record(tx, line);
    return scene;
  }
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

export type NewScene = ReturnType<typeof newScene>;

function newScene(creation: Uploaded | OfJob) {
  const [id, createdAt] = [newId(), clock.now()];
  const { partnerId } = creation;
  const isJob = "pays" in creation;
  const costs = { sceneId: id, partnerId };
  const fee = isJob
    ? newVerificationFee({ ...costs, ...creation.pays })
    : newSceneFee({ ...costs, ...payerOf(creation) });
  return {
    id,
    partnerId,
    isJob,
    needs: creation.needs ?? null,
    createdAt,
    attestationId: isJob ? null : newId(),
    uploadSessionId: isJob ? null : creation.uploadSessionId,
    status: "pending_signatures" as const,
    announcedAt: fee.billedTo === "platform_invoice" ? createdAt : null,
    expiresAt: new Date(createdAt.getTime() + SIGNING_MS),
    performers: creation.performers.map(({ email }) => ({ id: newId(), email, consentedAt: null, refusedAt: null })),
    fee,
  };
}

const payerOf = ({ uploader: { payerId, newPerformers } }: Uploaded) => ({ payerId, newPerformers });

type Insertion = {
  /** The queries of a `WITH`. The last one is `inserted_all`. */
  parts: Prisma.Sql;
  /** What the ledger gets. */
  lines: LedgerLine[];
};

function insertion(ctx: Ctx, creation: Uploaded | OfJob, scene: NewScene): Insertion {
  const { title, shootDate, finishAt } = creation;
  const { id, partnerId, isJob, createdAt, announcedAt, expiresAt, attestationId, uploadSessionId, performers } = scene;
  const needs = scene.needs && JSON.stringify(scene.needs);
  const uploaded = "pays" in creation ? null : creation;
  const { line, events } = announcementOf(ctx, scene);
  const subject = { kind: "collab_scene", id } as const;
  const created = { ctx, action: "collab_scene.created", subject, partnerId: isJob ? null : partnerId } as const;
  const sent = announcedAt && events.length > 0 ? JSON.stringify(eventRows(events)) : null;
  const links = performers.map((performer) => newLink(performer.id));
  const parts = Prisma.sql`
    inserted_attestation AS (${uploaded && attestationId ? statementInsertion(attestationId, id, uploaded) : Prisma.sql`SELECT 1`}),
    inserted_scene AS (
      INSERT INTO collab_scenes (id, partner_id, is_job, uploader_account_id, title, shoot_date, needs, callback_url,
        upload_session_id, attestation_id, announced_at, created_at, expires_at)
      VALUES (${id}, ${partnerId}, ${isJob}, ${uploaded?.uploader.id ?? null}, ${title},
        ${shootDate?.toISOString() ?? null}::timestamptz, ${needs}::jsonb, ${uploaded?.callbackUrl ?? null}, ${uploadSessionId}, ${attestationId},
        ${announcedAt}, ${createdAt}, ${expiresAt}) RETURNING 1),
    inserted_performers AS (
      INSERT INTO scene_performers (id, scene_id, position, email, link_serial, link_hash)
      SELECT p.id, ${id}, n - 1, email, serial, hash
      FROM unnest(${performers.map((performer) => performer.id)}::text[], ${performers.map(({ email }) => email)}::text[],
        ${links.map(({ linkSerial }) => linkSerial)}::int[], ${links.map(({ linkHash }) => linkHash)}::bytea[])
        WITH ORDINALITY AS p (id, email, serial, hash, n) RETURNING 1),
    inserted_fee AS (${sceneFeeInsertion(scene.fee)} RETURNING 1),
    emitted_events AS MATERIALIZED (SELECT emit_events(${sent}::json)),
    queued_job AS MATERIALIZED (SELECT ${addJob(...finishJob(id, announcedAt ? undefined : finishAt))}),
    inserted_all AS MATERIALIZED (
      SELECT count(*) FROM inserted_attestation, inserted_scene, inserted_performers, inserted_fee, emitted_events, queued_job)`;
  return { parts, lines: announcedAt ? [created, line] : [created] };
}

const statementInsertion = (attestationId: string, sceneId: string, { uploader, attestation }: Uploaded) => Prisma.sql`
  ${attestationInsertion(attestationId, {
    ...attestation,
    kind: "producer",
    subjectKind: "collab_scene",
    subjectId: sceneId,
    userId: uploader.userId,
    email: uploader.email,
  })} RETURNING 1`;
