import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { whoMay } from "@/lib/domain/parties/people";
import { lockProduction, moveProduction } from "@/lib/domain/productions/production-status";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { certificateRevokedMail } from "./remind-producers";

/** Why the list says that a certificate was revoked. Contract: Revocation list. */
export type ListedReason = "unspecified" | `removal_request:${string}`;

/**
 * Revoke all certificates of a production that this transaction locked, and mail its producer. Superseded ones too, because a partner
 * that still holds one must take the content down. Returns the ids of those it revoked. Contract: Certificate states.
 */
export async function revokeAllCertificates(
  tx: Tx,
  ctx: Ctx,
  { productionId, listedReason, reason }: { productionId: string; listedReason: ListedReason; reason?: string },
): Promise<string[]> {
  const now = clock.now();
  const revoked = await tx.$queryRaw<{ id: string }[]>`
    UPDATE certificates
    SET status = 'REVOKED', revoked_at = ${now}, reason = ${listedReason}, listed_as = 'revocation', listed_at = ${now}
    WHERE production_id = ${productionId} AND status <> 'REVOKED' RETURNING id`;
  const certificateIds = revoked.map(({ id }) => id).sort();
  if (certificateIds.length > 0) {
    record(tx, {
      ctx,
      action: "certificate.revoked",
      subject: { kind: "production", id: productionId },
      partnerId: null,
      ...(reason !== undefined && { reason }),
      detail: { certificateIds, listedReason },
    });
    await mailProducer(tx, productionId);
  }
  return certificateIds;
}

/**
 * Revoke a production and its certificates for good, and mail its producer and partners. Only the ledger has the reason. A repeat
 * changes nothing. Contract: Certificate states. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict`
 * `not_certified`.
 */
export function revokeCertificate(
  ctx: Ctx<StaffActor | SystemActor>,
  { productionId, reason }: { productionId: string; reason: string },
): Promise<{ revoked: boolean; certificateIds: string[] }> {
  return inTransaction(async (tx) => {
    const { actor } = ctx;
    if (actor.kind === "staff") await assertNoConflict(tx, { ...ctx, actor }, { production: productionId });
    const production = isId(productionId) ? await lockProduction(tx, productionId) : null;
    if (!production) throw new NotFound();
    const certificateIds = await revokeAllCertificates(tx, ctx, { productionId, listedReason: "unspecified", reason });
    if (certificateIds.length === 0) {
      if ((await tx.certificate.count({ where: { productionId } })) > 0) return { revoked: false, certificateIds };
      throw new Conflict("not_certified", "This production has no certificate.");
    }
    const moved = await moveProduction(tx, ctx, productionId, { to: "revoked", as: "revoked", reason });
    if (!moved) throw new Error("a production in its final status had a certificate");
    await mailPartners(tx, productionId);
    return { revoked: true, certificateIds };
  });
}

async function mailProducer(tx: Tx, productionId: string): Promise<void> {
  const { title, producer } = await tx.production.findUniqueOrThrow({
    where: { id: productionId },
    select: { title: true, producer: { select: { user: { select: { email: true } } } } },
  });
  const props = { url: `${env().baseUrl}/producer/productions/${productionId}`, title, partnerName: null };
  await sendMail(tx, { to: producer.user.email, template: certificateRevokedMail, props });
}

// No event tells them.
async function mailPartners(tx: Tx, productionId: string): Promise<void> {
  const { title, partners } = await tx.production.findUniqueOrThrow({
    where: { id: productionId },
    select: { title: true, partners: { select: { partnerId: true } } },
  });
  const members = await tx.partnerMember.findMany({
    where: { partnerId: { in: partners.map(({ partnerId }) => partnerId) }, ...whoMay("manage_records") },
    select: { user: { select: { email: true } }, partner: { select: { name: true } } },
  });
  const url = `${env().baseUrl}/portal/productions/${productionId}`;
  for (const { user, partner } of members) {
    const props = { url, title, partnerName: partner.name };
    await sendMail(tx, { to: user.email, template: certificateRevokedMail, props });
  }
}
