import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockProduction, moveProduction } from "@/lib/domain/productions/production-status";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { dateTimeIn, emailAddress } from "@/lib/platform/wire";
import { insertLink } from "./documented-events";
import { CERTIFICATE_STATUSES } from "./labels";

/** Since then, certificates are kept with their JWT, and renewals supersede. */
const KEPT_SINCE = new Date("2026-08-15T00:00:00Z");

const REMOVAL = /^removal_request:.{1,64}$/;

/**
 * A certificate from an earlier system. It names its production by id, or by producer, title and date. A revoked one that isn't
 * there is created once.
 */
export const ImportedCertificate = z
  .object({
    certificateId: z.string().trim().min(1).max(255),
    productionId: z.string().optional(),
    producerEmail: emailAddress.optional(),
    title: z.string().trim().min(1).max(500).optional(),
    productionDate: dateTimeIn.optional(),
    status: z.enum(CERTIFICATE_STATUSES),
    issuedAt: dateTimeIn.refine((at) => at < KEPT_SINCE, { error: "must be before 2026-08-15" }),
    expiresAt: dateTimeIn,
    supersededAt: dateTimeIn.optional(),
    revokedAt: dateTimeIn.optional(),
    reason: z
      .string()
      .regex(REMOVAL, { error: "must be removal_request:<id>" })
      .or(z.literal("unspecified"))
      .optional(),
    /** The partners to link the production to: ids, as a list or in a text. */
    partners: z
      .string()
      .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
      .or(z.array(z.string()))
      .default([]),
  })
  .superRefine((row, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (!row.productionId && !(row.producerEmail && row.title && row.productionDate)) {
      wrong("productionId", "is needed, or producerEmail, title and productionDate");
    }
    if (row.expiresAt <= row.issuedAt) wrong("expiresAt", "must be after issuedAt");
    if ((row.status === "SUPERSEDED") !== (row.supersededAt !== undefined)) {
      wrong("supersededAt", "is needed for SUPERSEDED, and only for it");
    }
    if ((row.status === "REVOKED") !== (row.revokedAt !== undefined)) {
      wrong("revokedAt", "is needed for REVOKED, and only for it");
    }
  });
export type ImportedCertificate = z.output<typeof ImportedCertificate>;

/**
 * Import the certificates of one production from before 2026-08-15, without a JWT, and link it to the partners they name. A
 * certificate that is there already stays as it is. Contract: Certificate states. Throws `NotFound` for an unknown production,
 * producer or partner, and `Conflict` `certificate_exists`, `certificate_taken`, `no_performers`, `production_revoked`,
 * `production_closed`.
 */
export function importCertificates(
  ctx: Ctx<SystemActor>,
  rows: readonly [ImportedCertificate, ...ImportedCertificate[]],
): Promise<{ productionId: string; imported: number; existing: number }> {
  return inTransaction(async (tx) => {
    const productionId = rows[0].productionId ?? (await findOrCreate(tx, ctx, rows[0]));
    const production = await lockProduction(tx, productionId);
    if (!production) throw new NotFound(`There is no production ${productionId}.`);
    const known = await tx.certificate.findMany({
      where: { id: { in: rows.map(({ certificateId }) => certificateId) } },
      select: { id: true, productionId: true },
    });
    const foreign = known.find((one) => one.productionId !== productionId);
    if (foreign)
      throw new Conflict("certificate_taken", `The certificate ${foreign.id} belongs to another production.`);
    const fresh = rows.filter(({ certificateId }) => !known.some(({ id }) => id === certificateId));
    if (fresh.length > 0) await assertFits(tx, production, fresh);
    if (fresh.some(isLive) && (await tx.productionPerformer.count({ where: { productionId } })) === 0) {
      throw noPerformers(production.title);
    }
    // Only a documented production has a CURRENT certificate.
    const first = fresh.map(({ issuedAt }) => issuedAt).sort((a, b) => a.getTime() - b.getTime())[0];
    if (first && production.status === "pending_documentation") await document(tx, ctx, productionId, first);
    await tx.certificate.createMany({ data: fresh.map((row) => columnsOf(productionId, row)) });
    const revoked = fresh.filter(({ status }) => status === "REVOKED");
    if (revoked.length > 0 && !(await isTakenDown(tx, productionId))) {
      await moveProduction(tx, ctx, productionId, { to: "revoked", as: "revoked" });
    }
    if (fresh.length > 0) {
      record(tx, {
        ctx,
        action: "certificate.imported",
        subject: { kind: "production", id: productionId },
        partnerId: null,
        detail: { certificateIds: fresh.map(({ certificateId }) => certificateId) },
      });
    }
    await linkAll(tx, ctx, production, [...new Set(rows.flatMap(({ partners }) => partners))].sort());
    return { productionId, imported: fresh.length, existing: known.length };
  });
}

async function findOrCreate(tx: Tx, ctx: Ctx, row: ImportedCertificate): Promise<string> {
  const { producerEmail = "", title = "", productionDate = new Date(0) } = row;
  // Locked, so that a second import at once finds what the first creates.
  const [producer] = await tx.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM producers r JOIN users u ON u.id = r.user_id WHERE u.email = ${producerEmail} FOR NO KEY UPDATE OF r`;
  if (!producer) throw new NotFound(`${producerEmail} is not a producer. Invite them first.`);
  const found = await tx.production.findFirst({
    where: {
      producerId: producer.id,
      title,
      productionDate,
      // A revocation must not meet one that was made here since.
      ...(isLive(row) ? { performers: { some: {} } } : { certificates: { some: { origin: "imported" } } }),
    },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  if (found) return found.id;
  if (isLive(row)) throw noPerformers(title);
  const id = newId();
  const data = { id, producerId: producer.id, title, productionDate, createdAt: clock.now() };
  await tx.production.create({ data });
  record(tx, { ctx, action: "production.created", subject: { kind: "production", id }, partnerId: null });
  return id;
}

const isLive = ({ status }: ImportedCertificate): boolean => status !== "REVOKED";

// What is documented is documented by the records of its performers. See decision 045.
const noPerformers = (title: string) =>
  new Conflict("no_performers", `“${title}” has no performers here. Its producer adds them first, then import again.`);

/** Whether a removal request was confirmed. That is final, even while a platform has yet to take the production down. */
const isTakenDown = async (tx: Tx, productionId: string): Promise<boolean> =>
  (await tx.productionTakedown.count({ where: { productionId, confirmedAt: { not: null } } })) > 0;

async function linkAll(tx: Tx, ctx: Ctx, { id, status }: Held, partnerIds: readonly string[]): Promise<void> {
  for (const partnerId of partnerIds) {
    if ((await tx.partner.count({ where: { id: partnerId } })) === 0) {
      throw new NotFound(`There is no partner ${partnerId}.`);
    }
    const isNew = await insertLink(tx, ctx, { productionId: id, partnerId });
    // Its removal requests would wait for a partner that was never told about them.
    if (isNew && (status === "takedown_pending" || status === "takedown_complete")) {
      throw new Conflict(
        "production_closed",
        `A removal request names the production ${id}, so no partner can be linked to it.`,
      );
    }
  }
}

type Held = { id: string; status: string };

async function assertFits(tx: Tx, { id, status }: Held, fresh: readonly ImportedCertificate[]): Promise<void> {
  const live = fresh.filter((row) => row.status !== "REVOKED");
  const isRevoked = live.length < fresh.length;
  const isOpen = status === "documented" || status === "pending_documentation";
  // A revocation covers superseded ones too.
  if (live.length > 0 && (isRevoked || !isOpen)) {
    throw new Conflict(
      "production_revoked",
      `The production ${id} is revoked, so its certificates must all be REVOKED.`,
    );
  }
  const there = await tx.certificate.findMany({
    where: { productionId: id, status: { not: "REVOKED" } },
    select: { status: true },
  });
  if (isRevoked && there.length > 0) {
    throw new Conflict("certificate_exists", `The production ${id} has other certificates. Revoke them first.`);
  }
  if ([...live, ...there].filter((one) => one.status === "CURRENT").length > 1) {
    throw new Conflict("certificate_exists", `The production ${id} would have two certificates that are CURRENT.`);
  }
}

async function document(tx: Tx, ctx: Ctx, productionId: string, documentedAt: Date): Promise<void> {
  await tx.production.updateMany({ where: { id: productionId, documentedAt: null }, data: { documentedAt } });
  await moveProduction(tx, ctx, productionId, { to: "documented", as: "documented" });
}

const LISTED = { CURRENT: null, SUPERSEDED: "supersession", REVOKED: "revocation" } as const;

const columnsOf = (productionId: string, row: ImportedCertificate) => ({
  id: row.certificateId,
  productionId,
  origin: "imported" as const,
  status: row.status,
  issuedAt: row.issuedAt,
  expiresAt: row.expiresAt,
  supersededAt: row.supersededAt ?? null,
  revokedAt: row.revokedAt ?? null,
  reason:
    row.status === "SUPERSEDED" ? "annual_renewal" : row.status === "REVOKED" ? (row.reason ?? "unspecified") : null,
  listedAs: LISTED[row.status],
  listedAt: LISTED[row.status] && clock.now(),
});
